"""The boxes beside the board: which kinds of pieces each box holds, and the place of every piece in it, in mm."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from vision.layout import Layout, Point

GAP_MM = 18.0
"""The gap between the print and the boxes, and between two boxes."""

SPARE_MM = 5.0
"""The gap between neighbouring pieces in a box, and around them."""

COLUMNS = 3
"""The most pieces in one row of a box."""


@dataclass(frozen=True, slots=True)
class Box:
    """A box for the pieces of one kind."""

    kinds: frozenset[str]
    """The kind of its pieces. If they have another side, also the kind of that side."""

    outline: tuple[float, float, float, float]
    """x, y, width and height, in mm."""

    places: tuple[Point, ...]
    """The places for pieces, in mm."""

    @property
    def middle(self) -> Point:
        """The middle of the box."""
        left, top, width, height = self.outline
        return left + width / 2, top + height / 2

    def holds(self, x: float, y: float) -> bool:
        """True if a point is in the box."""
        left, top, width, height = self.outline
        return left <= x <= left + width and top <= y <= top + height


def make_boxes(layout: Layout, stock: Mapping[str, int], turns: Mapping[str, str]) -> tuple[Box, ...]:
    """A box for each kind in stock. They are left and right of the board in turn, in two stacks around its middle."""
    sides: tuple[list[Box], list[Box]] = ([], [])
    for i, (kind, count) in enumerate(stock.items()):
        stack = sides[i % 2]
        top = stack[-1].outline[1] + stack[-1].outline[3] + GAP_MM if stack else 0.0
        kinds = frozenset({kind, turns.get(kind, kind)})
        stack.append(_make_box(kinds, layout, count, left=i % 2 == 0, top=top))
    return tuple(_centre(box, stack, layout) for stack in sides for box in stack)


def _make_box(kinds: frozenset[str], layout: Layout, count: int, *, left: bool, top: float) -> Box:
    diameter = max(layout.pieces[kind].diameter_mm for kind in kinds)
    pitch = diameter + SPARE_MM
    columns = min(COLUMNS, count)
    rows = math.ceil(count / columns)
    width, height = columns * pitch + SPARE_MM, rows * pitch + SPARE_MM
    x = -GAP_MM - width if left else layout.size_mm[0] + GAP_MM
    places = tuple(
        (x + SPARE_MM + pitch * (i % columns) + diameter / 2, top + SPARE_MM + pitch * (i // columns) + diameter / 2)
        for i in range(count)
    )
    return Box(kinds, (x, top, width, height), places)


def _centre(box: Box, stack: list[Box], layout: Layout) -> Box:
    """The box, moved down so that the middle of its stack is at the height of the board's middle."""
    last = stack[-1].outline
    down = (layout.size_mm[1] - (last[1] + last[3])) / 2
    x, y, width, height = box.outline
    return Box(box.kinds, (x, y + down, width, height), tuple((px, py + down) for px, py in box.places))
