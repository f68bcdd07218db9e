"""Makes layouts for boards that people bought: a few measures give the cells, the corners to tap and the markers.

A `Plan` is a board as its owner measured it, with (0, 0) anywhere. `finish` turns it as it is turned in the camera's
picture, puts markers around it, and moves it so that no coordinate is negative. Lengths are in mm, x runs right and y
runs down. Nothing here looks at a picture.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from companion.boards import markers
from companion.boards.drawing import (
    WHITE,
    Area,
    Colour,
    Disc,
    Drawing,
    Line,
    Shape,
    Text,
    draw_rectangle,
    move_shapes,
    turn_point,
)
from companion.boards.errors import BoardError
from companion.boards.outlines import CORNER_NAMES, Point, Quad, find_bounds, start_top_left, trace_box
from companion.boards.scaled_layout import make_layout, move_cell
from companion.boards.sheet import FIRST_ID, MARKER_RANGE_MM
from companion.language import _, translate_marked
from vision.layout import Cell, Layout, Marker, PieceKind

Turn = Literal[0, 90, 180, 270]
"""How far a board is turned in the camera's picture, in degrees clockwise."""

PrintedLines = Sequence[tuple[Point, Point]]
"""The ends of the lines that a board shows, in mm."""

PIECE_TO_PLACE_MAX = 1.03
"""The largest piece, as a part of its place. It is a little above 1, because people do not measure exactly."""
PIECE_TO_PLACE_MIN = 0.25
"""The smallest piece, as a part of its place. A smaller one was surely measured wrongly."""
LEAST_PIECE_MM = 6.0
"""Pieces are larger: who gives less has measured in centimetres."""
MAX_LENGTH_MM = 3000
MAX_WIDTH_MM = 500
"""The largest width that frames, gaps and trays may have."""
NAME_MM = 14.0
"""The largest size of a cell's name on the plan: half of its height."""

INK: Colour = "#2c2622"
FAINT: Colour = "#9aa3a8"
PLACE: Colour = "#3f7fbf"
TAP: Colour = "#c0392b"


@dataclass(frozen=True)
class Plan:
    """A bought board as its owner measured it, before it is turned and moved."""

    game: str
    """Id of the game, or any name for a board that is for none of our games."""
    title: str
    """The board's name for people."""
    cells: tuple[Cell, ...]
    pieces: tuple[PieceKind, ...]
    corners: Quad
    """Four points of the board that people can tap in a picture, clockwise, in mm."""
    corners_are: str
    """What these points are, for people: "the inside corners of the playing field"."""
    rim: tuple[float, float, float, float]
    """Left, top, right and bottom of the board with its frame, in mm. Markers are outside this."""


@dataclass(frozen=True)
class MarkerRing:
    """Four markers to put left and right of a board: two level with its top edge, two with its bottom edge."""

    size_mm: float
    """The side of the black square of a marker."""
    gap_mm: float = 10.0
    """The gap between the board's frame and the marker's black square."""


@dataclass(frozen=True)
class OwnBoard:
    """A bought board, ready for the camera."""

    title: str
    layout: Layout
    corners: Quad
    """Where the four points to tap are on the layout, in mm."""
    corners_are: str
    """What these points are, for people."""

    @property
    def has_layout_corners(self) -> bool:
        """True if the points to tap are the corners of the layout. Then people do not need `--corners-at`."""
        width, height = self.layout.size_mm
        whole = trace_box(0, 0, width, height)
        return all(math.dist(a, b) < 0.01 for a, b in zip(self.corners, whole, strict=True))


def finish(plan: Plan, turn: Turn = 0, ring: MarkerRing | None = None) -> OwnBoard:
    """The board turned clockwise by `turn` degrees, with a ring of markers around it if there is one.

    The layout is just large enough for all cells, the corners to tap, and the markers with their white borders. Raises
    BoardError for markers that cannot be printed or read.
    """
    quarters = turn // 90

    def turn_place(point: Point) -> Point:
        return turn_point(point, quarters)

    cells = [move_cell(cell, turn_place) for cell in plan.cells]
    corners = start_top_left([turn_place(corner) for corner in plan.corners])
    left, top, right, bottom = plan.rim
    rim = find_bounds(map(turn_place, ((left, top), (right, bottom))))
    around = () if ring is None else _place_markers(ring, rim)
    needed = [p for cell in cells for p in _list_extremes(cell)] + list(corners)
    needed += [p for marker in around for p in trace_box(*markers.find_zone(marker))]
    left, top, right, bottom = find_bounds(needed)

    def move(point: Point) -> Point:
        return round(point[0] - left, 3), round(point[1] - top, 3)

    def move_marker(marker: Marker) -> Marker:
        x, y = move((marker.x, marker.y))
        return replace(marker, x=x, y=y)

    moved = (move_cell(cell, move) for cell in cells)
    layout = make_layout(plan.game, move((right, bottom)), moved, map(move_marker, around), plan.pieces)
    one, two, three, four = (move(corner) for corner in corners)
    return OwnBoard(plan.title, layout, (one, two, three, four), plan.corners_are)


def draw_plan(board: OwnBoard) -> Drawing:
    """A picture of the layout to compare with the board: cells, places of pieces, markers, and the corners to tap."""
    layout = board.layout
    width, height = layout.size_mm
    margin = 0.06 * max(width, height)
    shapes: list[Shape] = []
    radius = min((kind.diameter_mm for kind in layout.pieces.values()), default=min(width, height) / 12) / 2
    for cell in layout.cells.values():
        if cell.polygon is not None:
            shapes.append(Area((cell.polygon,), stroke=FAINT, width_mm=0.5))
        shapes += [Disc(x, y, radius, stroke=PLACE, width_mm=0.5) for x, y in cell.places()]
        size = min(radius, NAME_MM)
        x, y = cell.places()[0]
        shapes.append(Text(x, y + 0.35 * size, cell.name, size * min(1.0, 4 / len(cell.name)), INK, "middle"))
    for marker in layout.markers:
        shapes += markers.draw_marker(marker)
        shapes.append(Area((trace_box(*markers.find_zone(marker)),), stroke=FAINT, width_mm=0.4))
    for (x, y), name in zip(board.corners, CORNER_NAMES, strict=True):
        shapes.append(Disc(x, y, margin / 6, stroke=TAP, width_mm=1.0))
        shapes.append(Line(((x - margin / 4, y), (x + margin / 4, y)), TAP, 0.6))
        shapes.append(Line(((x, y - margin / 4), (x, y + margin / 4)), TAP, 0.6))
        at_top, at_left = name.startswith("top"), name.endswith("left")
        beside = Text(
            x, y + (-1 if at_top else 1.7) * margin / 3, name, margin / 3.2, TAP, "start" if at_left else "end"
        )
        shapes.append(beside)
    size_mm = (width + 2 * margin, height + 2 * margin)
    paper = draw_rectangle(0, 0, *size_mm, WHITE)
    moved = move_shapes(shapes, lambda point: (point[0] + margin, point[1] + margin))
    return Drawing(board.title, size_mm, (paper, *moved))


def describe_markers(board: OwnBoard) -> tuple[str, ...]:
    """A line of text for each marker: how far its middle is from the corner of the board nearest to it."""
    lines = []
    for marker, name, (x, y) in zip(board.layout.markers, CORNER_NAMES, board.corners, strict=True):
        across, down = marker.x - x, marker.y - y
        sides = (_("right") if across > 0 else _("left"), _("down") if down > 0 else _("up"))
        # Translators: {corner} is "top left", {side} "left" or "right", {way} "up" or "down".
        text = _(
            "marker {id}, {corner}: its middle is {across:.0f} mm {side} of the point and {down:.0f} mm further {way}"
        )
        corner = translate_marked(name)
        fields = {"across": abs(across), "side": sides[0], "down": abs(down), "way": sides[1]}
        lines.append(text.format(id=marker.id, corner=corner, **fields))
    return tuple(lines)


def check_positive(measures: Mapping[str, float]) -> None:
    """Raises BoardError for the first measure that is not above 0 and below MAX_LENGTH_MM. measures: lengths by the
    names of their options.
    """
    for option, length in measures.items():
        if not (math.isfinite(length) and 0 < length < MAX_LENGTH_MM):
            raise BoardError(
                _("{option} {length:g} is no length on a table: give millimetres, above 0 and below {most}").format(
                    option=option, length=length, most=MAX_LENGTH_MM
                )
            )


def check_not_negative(measures: Mapping[str, float]) -> None:
    """Raises BoardError for the first measure that is not from 0 to MAX_WIDTH_MM. measures: lengths by the names of
    their options.
    """
    for option, length in measures.items():
        if not (math.isfinite(length) and 0 <= length <= MAX_WIDTH_MM):
            raise BoardError(
                _("{option} {length:g} is no width that a board has: give millimetres, 0 (none) to {most}").format(
                    option=option, length=length, most=MAX_WIDTH_MM
                )
            )


def check_piece(option: str, diameter: float, place: float, what: str, measure: str) -> None:
    """Raises BoardError if a piece does not fit its place, or is so small that it was surely measured wrongly.

    diameter, place: in mm. what: the place in words, with its article. measure: which options to measure again.
    """
    if 0 < diameter < LEAST_PIECE_MM:
        raise BoardError(
            _("a piece of {diameter:g} mm ({option}) is too small. Give millimetres: 32 for 3.2 cm").format(
                diameter=diameter, option=option
            )
        )
    if diameter > PIECE_TO_PLACE_MAX * place:
        raise BoardError(
            _(
                "a piece of {diameter:g} mm ({option}) does not fit {what}, which is {place:.1f} mm wide by these "
                "measures. Measure again: {measure}"
            ).format(diameter=diameter, option=option, what=what, place=place, measure=measure)
        )
    if diameter < PIECE_TO_PLACE_MIN * place:
        raise BoardError(
            _(
                "a piece of {diameter:g} mm ({option}) is too small for {what}, which is {place:.1f} mm wide by "
                "these measures. Give the whole diameter, not the radius, and measure again: {measure}"
            ).format(diameter=diameter, option=option, what=what, place=place, measure=measure)
        )


def _place_markers(ring: MarkerRing, rim: tuple[float, float, float, float]) -> tuple[Marker, ...]:
    """Markers left and right of the rim, in the order of CORNER_NAMES."""
    least, most = MARKER_RANGE_MM
    if not least <= ring.size_mm <= most:
        raise BoardError(
            _("--markers {size:g}: give a size from {least:g} to {most:g} mm").format(
                size=ring.size_mm, least=least, most=most
            )
        )
    check_not_negative({"--markers-gap": ring.gap_mm})
    left, top, right, bottom = rim
    border = markers.measure_border(Marker(FIRST_ID, 0, 0, ring.size_mm))
    if ring.gap_mm < border:
        raise BoardError(
            _("--markers-gap {gap:g}: a marker of {size:g} mm needs its white border: give {least} or more").format(
                gap=ring.gap_mm, size=ring.size_mm, least=math.ceil(border)
            )
        )
    if bottom - top < 2 * (ring.size_mm + 2 * border):
        raise BoardError(
            _("the board is not high enough for two markers of {size:g} mm on a side: give a smaller --markers").format(
                size=ring.size_mm
            )
        )
    away, inset = ring.gap_mm + ring.size_mm / 2, border + ring.size_mm / 2
    places = (
        (left - away, top + inset),
        (right + away, top + inset),
        (right + away, bottom - inset),
        (left - away, bottom - inset),
    )
    return tuple(Marker(FIRST_ID + i, x, y, ring.size_mm) for i, (x, y) in enumerate(places))


def _list_extremes(cell: Cell) -> tuple[Point, ...]:
    """Points that bound a cell: its corners. For a disc, two opposite corners of the square around it."""
    if cell.polygon is not None:
        return cell.polygon
    half = (cell.diameter_mm or 0.0) / 2
    return (cell.x - half, cell.y - half), (cell.x + half, cell.y + half)


def find_rim(cells: Sequence[Cell], frame: float) -> tuple[float, float, float, float]:
    """Left, top, right and bottom in mm of all cells together with a frame of this width around them."""
    points = [p for cell in cells for p in cell.polygon or ((cell.x, cell.y),)]
    left, top, right, bottom = find_bounds(points)
    return left - frame, top - frame, right + frame, bottom + frame
