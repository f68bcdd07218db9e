"""Sees boards and pieces and knows no games: a frame and a layout go in, an observation comes out.

`sources` delivers frames, `register` finds the board in a frame, `reader` reads the content of each cell, and `watcher`
does all of it frame by frame. `layout` is the value that goes in, `observation` the value that comes out. Vision never
guesses: it says what it cannot tell.
"""
