"""Paper discs to cut out, for players who have no pieces for a board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from companion.boards.drawing import Area, Colour, Disc, Drawing, Shape, Text, rounded

INK: Colour = "#30363c"
WHITE_PAPER: Colour = "#ffffff"
BLACK_PAPER: Colour = "#141414"

SHEET_MM = (188.0, 240.0)
"""Discs are laid out to fit this much of every paper; very large ones may need more."""

SPARE_MM = 3.0


PLAIN_FACES = (
    "Glue them on matt card or on counters of the same size.",
    "Keep the faces plain: the camera reads them.",
)
"""Advice for discs that are known by the colour of their face alone."""


@dataclass(frozen=True, slots=True)
class Sort:
    """Discs of one kind: its name in words, the colour of their face, how many, and a letter at their rim, if any."""

    words: str
    face: Colour
    count: int
    letter: str = ""
    ink: Colour = INK


def sheets(title: str, sorts: Sequence[Sort], diameter_mm: float, advice: Sequence[str]) -> tuple[Drawing, ...]:
    """Pages of discs, each sort in rows of its own, with a few lines of advice below them."""
    pitch = diameter_mm + SPARE_MM
    columns = max(1, int((SHEET_MM[0] - SPARE_MM) // pitch))
    rows = max(1, int((SHEET_MM[1] - 30) // pitch))
    pages: list[list[Sort]] = [[]]
    for row in (row for sort in sorts for row in _rows(sort, columns)):
        if len(pages[-1]) == rows:
            pages.append([])
        pages[-1].append(row)
    return tuple(_page(title, page, diameter_mm, advice) for page in pages)


def _rows(sort: Sort, columns: int) -> Iterator[Sort]:
    """The sort, row by row."""
    for start in range(0, sort.count, columns):
        yield replace(sort, count=min(columns, sort.count - start))


def _page(title: str, rows: Sequence[Sort], diameter: float, advice: Sequence[str]) -> Drawing:
    pitch = diameter + SPARE_MM
    across = max(row.count for row in rows)
    width = max(across * pitch + SPARE_MM + 2, 130.0)
    height = len(rows) * pitch + 16 + 4.2 * len(advice)
    left = (width - across * pitch) / 2
    shapes: list[Shape] = [Area((rounded(0.5, 0.5, width - 1, height - 1, 3),), stroke="#9aa4aa", width_mm=0.3)]
    for i, row in enumerate(rows):
        y = SPARE_MM + pitch * (i + 0.5)
        shapes += [
            Disc(left + pitch * (k + 0.5), y, diameter / 2, fill=row.face, stroke=INK, width_mm=0.15)
            for k in range(row.count)
        ]
        # Small and at the rim, so that the middle of the face stays plain for the camera.
        shapes += [
            Text(
                left + pitch * (k + 0.5), y + 0.44 * diameter, row.letter, 0.2 * diameter, row.ink, "middle", bold=True
            )
            for k in range(row.count if row.letter else 0)
        ]
    counts: dict[str, int] = {}
    for row in rows:
        counts[row.words] = counts.get(row.words, 0) + row.count
    inventory = ", ".join(f"{count} {words}" for words, count in counts.items())
    for i, line in enumerate((f"{title} discs of {diameter:g} mm: {inventory}.", *advice)):
        shapes.append(Text(width / 2, len(rows) * pitch + 11 + 4.2 * i, line, 2.9, INK, "middle"))
    return Drawing(f"{title} discs", (width, height), tuple(shapes))
