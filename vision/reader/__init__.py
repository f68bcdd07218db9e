"""Reads a board that was found: for each cell, how likely each content is.

`reading` goes through the stages in order. Patches and `windows` around all places are cut from the picture (`scene`,
`atlas`, `view`); the `light` and the print (`ground`) say what each place would look like empty. A small `network`
says of each window whether it shows an empty place, a piece or something else; `naming`, `appearance` and `beliefs`
tell the kinds of all pieces together; `piles` counts pieces on top of each other; `hand` finds what covers the board,
by what is seen at the cells and `between` them; `cells` puts all of it together. `rows` fits rows of pieces on a bought
board to how they really lie. Of a picture that differs from the last one in a few places only those are looked at:
`evidence` says why that comes to the same.
"""

from vision.reader.reader import Fit, Reader

__all__ = ["Fit", "Reader"]
