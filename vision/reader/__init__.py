"""Reads a board that was found: for each cell, how likely each content is.

`reading` goes through the stages in order: patches around all places (`scene`, `atlas`, `view`), the `light`, the
print (`ground`), what stands out from it and whether it is a disc (`evidence` by `discs` and `shape`), what its colour
says (`appearance`), anything foreign (`hand`, `reaching`), and how likely all that makes each content (`beliefs`,
`cells`). Of a picture that differs from the last one in a few places only those are looked at: `evidence` says why
that comes to the same.
"""

from vision.reader.reading import Fit, Reader

__all__ = ["Fit", "Reader"]
