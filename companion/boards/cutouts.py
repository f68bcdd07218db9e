"""Paper discs to cut out, for players who have no pieces for a board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from companion.boards.drawing import SHEET_INK, Area, Colour, Disc, Drawing, Shape, Text, write_lines
from companion.boards.outlines import Point, trace_rounded_box

WHITE_PAPER: Colour = "#ffffff"
BLACK_PAPER: Colour = "#141414"
EDGE: Colour = "#9aa4aa"

SHEET_MM = (188.0, 240.0)
"""Width and height of the area for discs, which fits on every paper. Very large discs may need more."""
MIN_WIDTH_MM = 130.0
"""The least width of a page. The lines of text below the discs need it."""
SPARE_MM = 3.0
"""The gap between discs."""
LINE_MM = 4.2
"""The distance from one line of advice to the next."""

PLAIN_FACES = (
    "Cut out the discs and glue them on matt card or on counters of the same size.",
    "Keep the faces plain: the camera must see them.",
)
"""Advice for people who cut out discs that differ only in the colour of their faces."""


@dataclass(frozen=True, slots=True)
class DiscSet:
    """Discs of one kind."""

    words: str
    """The kind's name for people."""
    face: Colour
    count: int
    letter: str = ""
    """The letter at the disc's rim; empty for none."""
    ink: Colour = SHEET_INK
    """The colour of the letter at the rim."""


def draw_pages(title: str, sets: Sequence[DiscSet], diameter_mm: float, advice: Sequence[str]) -> tuple[Drawing, ...]:
    """Pages of discs, each set in rows of its own, with a few lines of advice below them."""
    pitch = diameter_mm + SPARE_MM
    columns = max(1, int((SHEET_MM[0] - SPARE_MM) // pitch))
    rows = max(1, int((SHEET_MM[1] - 30) // pitch))
    pages: list[list[DiscSet]] = [[]]
    for row in (row for discs in sets for row in _split_into_rows(discs, columns)):
        if len(pages[-1]) == rows:
            pages.append([])
        pages[-1].append(row)
    return tuple(_draw_page(title, page, diameter_mm, advice) for page in pages)


def draw_card(title: str, size_mm: Point, shapes: Sequence[Shape], words: Sequence[str], words_y: float) -> Drawing:
    """A sheet to cut up: some shapes inside an outline, and centred lines of text below. words_y: the height of the
    first line.
    """
    width, height = size_mm
    outline = trace_rounded_box(0.5, 0.5, width - 1, height - 1, 3)
    lines = write_lines(words, (width / 2, words_y), LINE_MM, 2.9, SHEET_INK, "middle")
    return Drawing(title, size_mm, (Area((outline,), stroke=EDGE, width_mm=0.3), *shapes, *lines))


def _split_into_rows(discs: DiscSet, columns: int) -> Iterator[DiscSet]:
    """The discs of a set divided into rows, each of which is a set of its own."""
    for start in range(0, discs.count, columns):
        yield replace(discs, count=min(columns, discs.count - start))


def _draw_page(title: str, rows: Sequence[DiscSet], diameter: float, advice: Sequence[str]) -> Drawing:
    pitch = diameter + SPARE_MM
    across = max(row.count for row in rows)
    width = max(across * pitch + SPARE_MM + 2, MIN_WIDTH_MM)
    height = len(rows) * pitch + 16 + LINE_MM * len(advice)
    left = (width - across * pitch) / 2
    shapes: list[Shape] = []
    for i, row in enumerate(rows):
        y = SPARE_MM + pitch * (i + 0.5)
        middles = [left + pitch * (k + 0.5) for k in range(row.count)]
        shapes += [Disc(x, y, diameter / 2, fill=row.face, stroke=SHEET_INK, width_mm=0.15) for x in middles]
        # The letter is small and at the rim, so that the middle of the face stays plain for the camera.
        shapes += [
            Text(x, y + 0.44 * diameter, row.letter, 0.2 * diameter, row.ink, "middle", bold=True)
            for x in middles
            if row.letter
        ]
    counts: dict[str, int] = {}
    for row in rows:
        counts[row.words] = counts.get(row.words, 0) + row.count
    inventory = ", ".join(f"{count} {words}" for words, count in counts.items())
    words = (f"{title} discs of {diameter:g} mm: {inventory}.", *advice)
    return draw_card(f"{title} discs", (width, height), shapes, words, len(rows) * pitch + 11)
