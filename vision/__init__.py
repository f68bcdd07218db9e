"""Sees boards and pieces, and knows no games: a frame and a layout in, an observation out.

`sources` delivers frames, `register` finds the board in a frame, `reader` reads the content of each cell, and `watcher`
does all of it frame by frame. `layout` and `observation` are the values that come in and go out. Vision never guesses:
it says what it cannot tell.
"""
