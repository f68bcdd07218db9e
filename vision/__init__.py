"""Sees boards and pieces and knows no games: a frame and a layout go in, an observation comes out.

`sources` delivers frames, `register` finds the board in a frame, `reader` reads the content of each cell, and `watcher`
does all of this frame by frame. `layout` describes the board, `observation` is the result. Vision never guesses: it
says what it cannot tell.
"""
