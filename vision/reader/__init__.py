"""Reads a board that was found: for each cell, how likely each content is.

`reading` goes through the stages in order: patches around all places (`atlas`), the `light`, the print (`ground`),
what stands out from it and whether it is a disc (`discs`, `shape`), what its colour says (`appearance`), anything
foreign (`hand`), and how likely all that makes each content (`beliefs`, `cells`).
"""

from vision.reader.reading import Reader

__all__ = ["Reader"]
