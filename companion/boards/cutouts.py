"""Paper discs to cut out, for players who have no pieces for a board."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from companion.boards.drawing import Area, Colour, Disc, Drawing, Shape, Text, rounded

INK: Colour = "#30363c"
WHITE_PAPER: Colour = "#ffffff"
BLACK_PAPER: Colour = "#141414"

SHEET_MM = (188.0, 240.0)
"""Discs are laid out to fit this much of every paper; very large ones may need more."""

SPARE_MM = 3.0


@dataclass(frozen=True, slots=True)
class Sort:
    """Discs of one kind: its name in words, the colour of their face, how many."""

    words: str
    face: Colour
    count: int


def sheets(title: str, sorts: Sequence[Sort], diameter_mm: float, advice: Sequence[str]) -> tuple[Drawing, ...]:
    """A page of discs for each sort (two where one does not hold them), with a few lines of advice below them."""
    pitch = diameter_mm + SPARE_MM
    columns = max(1, int((SHEET_MM[0] - SPARE_MM) // pitch))
    rows = max(1, int((SHEET_MM[1] - 30) // pitch))
    pages = []
    for sort in sorts:
        for start in range(0, sort.count, columns * rows):
            count = min(sort.count - start, columns * rows)
            pages.append(_page(f"{title} {sort.words}", sort.face, count, columns, diameter_mm, advice))
    return tuple(pages)


def _page(title: str, face: Colour, count: int, columns: int, diameter: float, advice: Sequence[str]) -> Drawing:
    pitch = diameter + SPARE_MM
    across = min(columns, count)
    width = max(across * pitch + SPARE_MM + 2, 130.0)
    height = math.ceil(count / columns) * pitch + 16 + 4.2 * len(advice)
    left = (width - across * pitch) / 2
    shapes: list[Shape] = [Area((rounded(0.5, 0.5, width - 1, height - 1, 3),), stroke="#9aa4aa", width_mm=0.3)]
    for i in range(count):
        x, y = left + pitch * (i % columns + 0.5), SPARE_MM + pitch * (i // columns + 0.5)
        shapes.append(Disc(x, y, diameter / 2, fill=face, stroke=INK, width_mm=0.15))
    top = math.ceil(count / columns) * pitch + 11
    for i, line in enumerate((f"{title}: {count} discs of {diameter:g} mm.", *advice)):
        shapes.append(Text(width / 2, top + 4.2 * i, line, 2.9, INK, "middle"))
    return Drawing(title, (width, height), tuple(shapes))
