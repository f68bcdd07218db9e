"""Sees boards and pieces, knows no games: a frame and a layout in, an observation out.

The way through: `sources` delivers frames, `register` finds the board in one, `appearance` knows
what pieces and print look like, `reader` tells each cell's content, `motion` says whether the table
is at rest, and `watch` does all of it frame by frame. It never guesses: what it cannot tell it says.
"""
