"""A board with rows of checkers, as somebody measured it."""

from __future__ import annotations

from types import MappingProxyType

from vision.layout import Cell, Layout, PieceKind


def make_row_board(diameter: float = 37.0, spots: int = 5) -> Layout:
    """A board with twelve rows of checkers above and twelve below."""
    cells = {}
    for i in range(24):
        x, top = 20.0 + 40 * (i % 12), i < 12
        rim, down = (0.0, 1) if top else (400.0, -1)
        places = tuple((x, rim + down * diameter * (k + 0.5)) for k in range(spots))
        outline = ((x - 20, rim), (x + 20, rim), (x + 20, rim + 200 * down), (x - 20, rim + 200 * down))
        cells[str(i + 1)] = Cell(str(i + 1), x, 100.0 if top else 300.0, outline, None, 15, places)
    kinds = {"white": PieceKind("white", diameter, 9.0), "black": PieceKind("black", diameter, 9.0)}
    return Layout("backgammon", (480.0, 400.0), MappingProxyType(cells), (), MappingProxyType(kinds))
