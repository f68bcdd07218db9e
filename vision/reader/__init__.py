"""Reads a board that was found: for each cell, how likely each content is.

`reader` takes the steps in order, `survey` gathers what a picture shows. Patches (`atlas`) and `windows` around all
places are cut from the picture (`scene`, `view`). `light`, `conditions` and the print (`background`, `print_sheet`,
`print_learner`) say what each place would look like when empty. A `network` classifies each window as an empty place, a
piece or something else. `kind_assignment`, `appearance` and `posterior` estimate the kinds of all pieces together.
`piles` counts pieces on top of each other, `hand` finds what covers the board, and `cells` combines all of it.

`rows` finds out how far apart the pieces of a row really are on a bought board. If only a few places have changed since
the last picture, only those are looked at; `conditions` says why the result is the same.
"""

from vision.reader.reader import Fit, Reader

__all__ = ["Fit", "Reader"]
