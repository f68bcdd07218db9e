"""Splits a print into sheets for a home printer: how many sheets, where they are joined, and the marks that show it.

Neighbouring sheets both show a band of the print, and the join runs along the middle of this band. There people cut one
sheet, and lay it over the next one. All marks are on parts that are cut off or covered, so the finished board shows
none.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from companion.boards import markers
from companion.boards.drawing import BLACK, SHEET_INK, WHITE, Area, Drawing, Line, Shape, Text, turn_shapes
from companion.boards.outlines import Point, trace_box
from companion.boards.pdf import Page, Placed
from vision.layout import Layout

PAPERS: Mapping[str, Point] = MappingProxyType(
    {"a4": (210.0, 297.0), "a3": (297.0, 420.0), "letter": (215.9, 279.4), "tabloid": (279.4, 431.8)}
)
"""Width and height of each paper in portrait, in mm."""

MARGIN_MM = 5.0
"""How much white home printers leave at every edge."""

STRIP_MM = 13.0
"""Width of the strip beside the print, on which the check ruler and the sheet's name are."""

BAND_MM = 10.0
"""Width of the band that two neighbouring sheets both show."""


@dataclass(frozen=True)
class _Plan:
    """How sheets of paper are used for a print."""

    paper_mm: Point
    """Width and height of a sheet, in portrait or landscape as it is used."""
    strip_below: bool
    """True if the strip with the sheet's name is at the bottom, False if it is on the right."""
    columns: int
    rows: int

    @property
    def printable_mm(self) -> Point:
        """Width and height of the part of the print that fits on a sheet."""
        width, height = (side - 2 * MARGIN_MM for side in self.paper_mm)
        return (width, height - STRIP_MM) if self.strip_below else (width - STRIP_MM, height)


def split_into_pages(drawing: Drawing, layout: Layout | None, paper: str) -> tuple[Page, ...]:
    """The drawing on as few sheets as it needs, row by row from the top left.

    paper: a name in PAPERS. layout: where cells and markers are, because joins stay away from them. None for a page
    that is no board; such a page is not trimmed.
    """
    plan = _choose_plan(drawing.size_mm, PAPERS[paper])
    across = _place_joins(drawing.size_mm[0], plan.printable_mm[0], plan.columns, _rate_joins(layout, 0))
    down = _place_joins(drawing.size_mm[1], plan.printable_mm[1], plan.rows, _rate_joins(layout, 1))
    return tuple(
        _make_sheet(drawing, plan, across, down, column, row, trimmed=layout is not None)
        for row in range(plan.rows)
        for column in range(plan.columns)
    )


def name_sheet(column: int, row: int) -> str:
    """The name of a sheet: A1 is at the top left, B1 to the right of it, A2 below it."""
    return f"{chr(ord('A') + column)}{row + 1}"


def _choose_plan(size: Point, paper: Point) -> _Plan:
    """How to use the paper so that the fewest sheets are needed: in portrait or landscape, with the strip below or on
    the right.
    """
    plans = []
    for turned_paper in (paper, (paper[1], paper[0])):
        for strip_below in (True, False):
            fits = _Plan(turned_paper, strip_below, 1, 1).printable_mm
            columns, rows = (_count_sheets(size[i], fits[i]) for i in (0, 1))
            plans.append(_Plan(turned_paper, strip_below, columns, rows))
    return min(plans, key=lambda plan: plan.columns * plan.rows)


def _count_sheets(length: float, fits: float) -> int:
    return 1 if length <= fits else math.ceil((length - BAND_MM) / (fits - BAND_MM))


def _rate_joins(layout: Layout | None, axis: int) -> Callable[[float], float]:
    """A function that says how bad a join at a place would be: worst through a marker, then through a place for pieces.
    axis: 0 for upright joins at an x, 1 for level joins at a y.
    """
    if layout is None:
        return lambda at: 0.0
    zones = [markers.find_zone(marker) for marker in layout.markers]
    marked = [(zone[axis] - 1, zone[axis] + zone[axis + 2] + 1) for zone in zones]
    radius = max((kind.diameter_mm for kind in layout.pieces.values()), default=0.0) / 2
    places = [spot[axis] for cell in layout.cells.values() for spot in cell.places()]
    outlines = [[corner[axis] for corner in cell.polygon] for cell in layout.cells.values() if cell.polygon]
    spans = [(min(outline), max(outline)) for outline in outlines]

    def cost(at: float) -> float:
        through_markers = sum(start < at < end for start, end in marked)
        through_pieces = sum(abs(at - place) < radius for place in places)
        through_cells = sum(start < at < end for start, end in spans)
        return 1000.0 * through_markers + through_pieces + 0.01 * through_cells

    return cost


def _place_joins(length: float, fits: float, count: int, cost: Callable[[float], float]) -> tuple[float, ...]:
    """Where sheets meet along a length in mm, with both of its ends.

    fits: how many mm a sheet can show. count: how many sheets there are. cost: how bad a join at a place is.
    """
    joins = [0.0]
    for i in range(1, count):
        before = 0.0 if i == 1 else BAND_MM / 2
        left = count - i  # how many sheets still follow; the last one needs no band at its far end
        latest = joins[-1] - before + fits - BAND_MM / 2
        earliest = length - left * fits + (left - 1) * BAND_MM + BAND_MM / 2
        even = length * i / count
        halves = range(math.ceil(2 * earliest), math.floor(2 * latest) + 1)
        candidates = [earliest, latest, *(half / 2 for half in halves)]
        joins.append(min(candidates, key=lambda at: (cost(at), abs(at - even))))
    return (*joins, length)


def _make_sheet(
    drawing: Drawing,
    plan: _Plan,
    across: tuple[float, ...],
    down: tuple[float, ...],
    column: int,
    row: int,
    *,
    trimmed: bool,
) -> Page:
    left, right = _find_span(across, column)
    top, bottom = _find_span(down, row)
    fits = plan.printable_mm
    # The sheet's part of the print is in the middle of what fits.
    x = MARGIN_MM + (fits[0] - (right - left)) / 2
    y = MARGIN_MM + (fits[1] - (bottom - top)) / 2
    offset = (x - left, y - top)
    window = (x, y, right - left, bottom - top)
    marks = [
        *_draw_join_marks(across, column, (top, bottom), lambda row_of: name_sheet(row_of, row), upright=True),
        *_draw_join_marks(down, row, (left, right), lambda row_of: name_sheet(column, row_of), upright=False),
    ]
    corners = _draw_crop_marks(drawing.size_mm, (left, top, right, bottom)) if trimmed else []
    strip = _draw_strip(drawing.title, plan, column, row, trimmed=trimmed)
    if plan.strip_below:
        placed = Placed(strip, (MARGIN_MM, plan.paper_mm[1] - MARGIN_MM - STRIP_MM))
    else:
        placed = Placed(
            turn_shapes(strip, 3, (0, 0)), (plan.paper_mm[0] - MARGIN_MM - STRIP_MM, plan.paper_mm[1] - MARGIN_MM)
        )
    return Page(
        plan.paper_mm,
        (
            Placed(drawing.shapes, offset, window),
            Placed(tuple(marks), offset, window),
            Placed(tuple(corners), offset),
            placed,
        ),
    )


def _find_span(joins: tuple[float, ...], i: int) -> tuple[float, float]:
    """Start and end of the part of the print that the i-th sheet shows: from join to join, and half a band more at each
    end.
    """
    last = len(joins) - 2
    return joins[i] - (BAND_MM / 2 if i > 0 else 0), joins[i + 1] + (BAND_MM / 2 if i < last else 0)


def _draw_join_marks(
    joins: tuple[float, ...], i: int, extent: tuple[float, float], name: Callable[[int], str], *, upright: bool
) -> list[Shape]:
    """Marks for the joins of one sheet: triangles whose tips touch the join. They are on the side of the join that is
    cut off or covered.
    """
    shapes: list[Shape] = []
    if i > 0:
        shapes += _draw_teeth(
            joins[i], -1, extent, f"glue sheet {name(i - 1)} on this part, with its edge at the tips", upright
        )
    if i < len(joins) - 2:
        shapes += _draw_teeth(
            joins[i + 1], 1, extent, f"cut along the tips and glue this sheet on {name(i + 1)}", upright
        )
    return shapes


def _draw_teeth(at: float, side: int, extent: tuple[float, float], words: str, upright: bool) -> list[Shape]:
    """A white band along a join, with a row of triangles and words that say what to do.

    at: where the join is. side: on which side of the join the band is, -1 or 1. extent: where the join starts and ends.
    """
    depth = BAND_MM / 2

    def place(along: float, away: float) -> Point:
        return (at + side * away, along) if upright else (along, at + side * away)

    start, end = extent
    # A little wider than the band: the sheet's window cuts off the rest.
    cover = (place(start, 0.15), place(end, 0.15), place(end, depth + 1), place(start, depth + 1))
    shapes: list[Shape] = [Area((cover,), fill=WHITE)]
    count = max(2, round((end - start) / 20))
    tips = [start + 2 + (end - start - 4) * k / count for k in range(count + 1)]
    teeth = tuple((place(tip, 0.15), place(tip - 1, 2), place(tip + 1, 2)) for tip in tips)
    shapes.append(Area(teeth, fill=BLACK))
    # The words run along the band's outer edge; beside an upright join they read upwards.
    outward = at + side * 3.7 + 0.7
    x, y = (outward, (start + end) / 2) if upright else ((start + end) / 2, outward)
    shapes.append(Text(x, y, words, 2.2, SHEET_INK, "middle", turn_deg=-90 if upright else 0))
    return shapes


def _draw_crop_marks(size: Point, shown: tuple[float, float, float, float]) -> list[Shape]:
    """Short lines just outside the corners of the whole print, where people cut."""
    left, top, right, bottom = shown
    shapes: list[Shape] = []
    for x, outward_x in ((0.0, -1), (size[0], 1)):
        for y, outward_y in ((0.0, -1), (size[1], 1)):
            if left <= x <= right and top <= y <= bottom:
                shapes.append(Line(((x + outward_x * 0.8, y), (x + outward_x * 4, y)), BLACK, 0.15))
                shapes.append(Line(((x, y + outward_y * 0.8), (x, y + outward_y * 4)), BLACK, 0.15))
    return shapes


def _draw_strip(title: str, plan: _Plan, column: int, row: int, *, trimmed: bool) -> tuple[Shape, ...]:
    """The strip of one sheet, with its top left corner at (0, 0). It has a check ruler of 100 mm and the sheet's
    name.
    """
    ruler = 2.0
    shapes: list[Shape] = [Line(((ruler, 7), (ruler + 100, 7)), BLACK, 0.2)]
    for step in range(0, 101, 5):
        tall = 3.0 if step % 50 == 0 else 2.0 if step % 10 == 0 else 1.2
        shapes.append(Line(((ruler + step, 7), (ruler + step, 7 - tall)), BLACK, 0.2))
    shapes.append(
        Text(
            ruler,
            10.6,
            'This ruler must be 100 mm long. If it is not, print at 100 %, without "fit to page".',
            2.5,
            SHEET_INK,
        )
    )
    many = plan.columns * plan.rows > 1
    words = f"sheet {name_sheet(column, row)} of {plan.columns * plan.rows}" if many else "one sheet"
    shapes.append(Text(ruler + 110, 7.2, f"{title}: {words}", 4, BLACK, bold=True))
    if many:
        hint = "Cut off this strip. The triangle tips show where sheets meet."
    else:
        hint = "Cut along the corner marks." if trimmed else ""
    shapes.append(Text(ruler + 110, 10.6, hint, 2.5, SHEET_INK))
    if many:
        shapes += _draw_map(plan, column, row)
    return tuple(shapes)


def _draw_map(plan: _Plan, column: int, row: int) -> list[Shape]:
    """A small picture of all sheets together, in which this sheet is filled."""
    side = min(4.0, 9.0 / plan.rows)
    length = (plan.paper_mm[0] if plan.strip_below else plan.paper_mm[1]) - 2 * MARGIN_MM
    left = length - 2 - side * plan.columns
    return [
        Area(
            (trace_box(left + c * side, 2.4 + r * side, side, side),),
            fill=BLACK if (c, r) == (column, row) else WHITE,
            stroke=BLACK,
            width_mm=0.2,
        )
        for r in range(plan.rows)
        for c in range(plan.columns)
    ]
