"""Readings that are all right and sure, with doubts where a test wants them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.referee import Sight
from companion.rules.core import Table
from vision.layout import Point
from vision.observation import EMPTY, CellReading, Content, Reading

CELLS = tuple(f"{file}{row}" for row in range(1, 8) for file in "abcdefg")
PLACES = {cell: (30.0 * "abcdefg".index(cell[0]), 30.0 * (7 - int(cell[1]))) for cell in CELLS}


def reading(
    table: Table,
    doubts: Mapping[str, Mapping[Content, float]] | None = None,
    hand: bool = False,
    board: Sequence[str] = CELLS,
    strays: tuple[Point, ...] = (),
) -> Reading:
    cells: dict[str, CellReading] = {}
    for cell in board:
        pieces = table.get(cell, ())
        content = (pieces[0], len(pieces)) if pieces else EMPTY
        cells[cell] = CellReading((doubts or {}).get(cell) or {content: 0.999})
    return Reading(cells, hand, strays)


def sight(frame: int, seen: Reading | None, hand: bool = False, problem: str | None = None) -> Sight:
    """Frame `frame` of a camera at 30 frames a second."""
    return Sight(frame, frame / 30, hand, problem, seen)
