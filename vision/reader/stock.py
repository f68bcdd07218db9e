"""How high piles are, by how many pieces belong to the game: what lies elsewhere cannot lie on them.

People count a pile that they cannot see into just so. It moves nothing but the heights of piles: whether a piece is
missing, or one too many, stays what the picture shows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from vision.layout import Cell
from vision.observation import Content
from vision.reader.atlas import Floats

_ALL_THERE = 50.0
"""How much likelier all pieces of a kind lie on the board than any other number of them."""

_WEIGHTY = 1e-6  # a pile that is likely to be full with less than this is left alone


def heights(
    likely: Sequence[Mapping[Content, float]], cells: Sequence[Cell], stock: Mapping[str, int]
) -> list[dict[Content, float]]:
    """What the cells hold (`cells.contents`), the heights of their piles by how many pieces of each kind there are.

    A cell is as likely full, and of each kind, as before.
    """
    out = [dict(chances) for chances in likely]
    for kind, count in stock.items():
        many = np.array([_numbers(chances, kind, count) for chances in likely])
        for number, cell in enumerate(cells):
            full = len(cell.places())
            before = many[number, full:]
            if cell.capacity == full or before.sum() < _WEIGHTY:
                continue
            others = np.delete(many, number, axis=0)
            rest = _sums(others, count)
            fits = 1 + (_ALL_THERE - 1) * rest[::-1][full:]
            after = before * fits
            after *= before.sum() / after.sum()
            for height, chance in enumerate(after.tolist(), start=full):
                if (kind, height) in out[number]:
                    out[number][kind, height] = chance
    return out


def _numbers(chances: Mapping[Content, float], kind: str, most: int) -> Floats:
    """(most + 1,) how likely a cell holds 0, 1, ... pieces of a kind. What is neither counts as none."""
    out = np.array([0.0, *(chances.get((kind, n), 0.0) for n in range(1, most + 1))])
    out[0] = max(0.0, 1.0 - out.sum())
    return out


def _sums(many: Floats, most: int) -> Floats:
    """(most + 1,) how likely cells, each with 0, 1, ... pieces (n, most + 1), hold 0, 1, ... of them together."""
    total: Floats = np.eye(1, most + 1)[0]
    for chances in many:
        total = np.asarray(np.convolve(total, chances)[: most + 1], np.float64)
    return total
