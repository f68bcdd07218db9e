"""Reads a board that was found in a picture: says for each cell how likely each content is.

Words used in this package: a place is a spot that can hold one piece, and a cell has one or more places. A patch is the
small part of the picture around a place. A window is another such part, made for the network, which classifies it as an
empty place, a piece or something else. The print is what is painted or printed on the board. A look is the colour of a
kind of pieces and how much it varies. In shapes of arrays, n is the number of places, k of kinds, and p of samples
along a patch's side.

The folders are the steps from a picture to a reading, each made of the ones before: `places` (where to look), `colours`
(the light, and how pieces look), `networks` (what they say of each window), `board` (what each place would look like
when empty), `evidence` (what speaks for each content), `contents` (what places and cells hold, and what covers them).
`survey` takes the steps that look at the picture and `reader` the others. `known_looks` keeps what is learned about the
pieces, and `mistrust` makes readings less sure where experience says so. `debug` draws what was seen.

If only a few places have changed since the last picture, only those are looked at. `conditions` says why the result is
the same.
"""

from vision.reader.reader import Fit, Reader

__all__ = ["Fit", "Reader"]
