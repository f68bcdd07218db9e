"""Sees boards and pieces, knows no games: a frame and a layout in, an observation out.

The way through: `sources` delivers frames, `register` finds the board in one, `reader` tells each cell's content,
`motion` says whether the table is at rest, and `watch` does all of it frame by frame. `layout` and `observation`
are the values that come in and go out. It never guesses: what it cannot tell it says.
"""
