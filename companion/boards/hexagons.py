"""Grids of hexagons or triangles: where each place is, and its name.

The place (q, r) is q steps to the right along a row, and r rows further. Each row begins half a step further to the
right than the row before. These are the axial coordinates of https://www.redblobgames.com/grids/hexagons/.
"""

from __future__ import annotations

from companion.boards.outlines import Point, trace_arc

ROW_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def locate(q: int, r: int, step_mm: float, row_mm: float, origin: Point = (0.0, 0.0)) -> Point:
    """Where the place (q, r) is, in mm. step_mm: from a place to the next in its row. row_mm: from a row to the next;
    above 0 if the rows count downwards.
    """
    return origin[0] + step_mm * (q + r / 2), origin[1] + row_mm * r


def count_steps(q: int, r: int) -> int:
    """How many steps the place (q, r) is away from (0, 0)."""
    return max(abs(q), abs(r), abs(q + r))


def name_places(side: int) -> dict[str, tuple[int, int]]:
    """The places of a hexagon with `side` places along each side, by name. Rows are called A, B, ... from the top, and
    places have numbers from the left.
    """
    reach = side - 1
    named: dict[str, tuple[int, int]] = {}
    for r in range(-reach, reach + 1):
        row = [q for q in range(-reach, reach + 1) if abs(q + r) <= reach]
        named.update({f"{ROW_LETTERS[r + reach]}{number}": (q, r) for number, q in enumerate(row, start=1)})
    return named


def trace_pointed(middle: Point, radius: float) -> tuple[Point, ...]:
    """A hexagon with corners at the top and bottom; `radius` is from its middle to a corner."""
    return trace_arc(*middle, radius, -90, 210, 5)


def trace_flat(middle: Point, radius: float) -> tuple[Point, ...]:
    """A hexagon with corners at the left and right; `radius` is from its middle to a corner."""
    return trace_arc(*middle, radius, 0, 300, 5)
