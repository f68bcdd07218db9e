"""Reads a board that was found in a picture: says for each cell how likely each content is.

Words used in this package: a place is a spot that can hold one piece, and a cell has one or more places. A patch is the
small part of the picture around a place. A window is another such part, made for the network, which classifies it as an
empty place, a piece or something else. The print is what is painted or printed on the board. A look is the colour of a
kind of pieces and how much it varies. In shapes of arrays, n is the number of places, k of kinds, and p of samples
along a patch's side.

`reader` takes the steps in order, and `survey` gathers what a picture shows. Patches (`atlas`) and `windows` are cut
from the picture (`scene`, `view`). `light`, `conditions` and the print (`background`, `print_sheet`, `print_learner`)
say what each place would look like when empty. The `network` classifies each window. `kind_assignment`, `known_looks`
and `posterior` estimate the kinds of all pieces together. `piles` counts pieces on top of each other, `hand` finds what
covers the board, `place_doubt` and `mistrust` make less sure what cannot be seen well, and `cells` combines all of it.
`rows` finds out how far apart the pieces of a row really are on a bought board.

If only a few places have changed since the last picture, only those are looked at. `conditions` says why the result is
the same.
"""

from vision.reader.reader import Fit, Reader

__all__ = ["Fit", "Reader"]
