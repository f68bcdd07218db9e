"""Layouts for boards that people bought: from a few measures to the cells, the corners to tap and the markers.

A `Plan` is a board as its owner measured it, in any place of the plane. `finish` turns it the way it lies in the
picture, lays markers around it and moves it so that everything has positive coordinates. All lengths are in mm,
x runs right and y runs down. Nothing here knows rules or looks at a picture.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal

from companion.boards import markers
from companion.boards.drawing import WHITE, Area, Colour, Disc, Drawing, Line, Point, Shape, Text, box, rectangle
from companion.boards.errors import BoardError
from companion.boards.sheet import FIRST_ID, MARKER_RANGE_MM
from vision.layout import Cell, Layout, Marker, PieceKind

Turn = Literal[0, 90, 180, 270]
"""Degrees clockwise by which a board lies turned in the camera's picture."""

Corners = tuple[Point, Point, Point, Point]
"""Top left, top right, bottom right, bottom left."""

PrintedLines = Sequence[tuple[Point, Point]]
"""The ends of the lines that a board shows, in mm."""

CORNER_NAMES = ("top left", "top right", "bottom right", "bottom left")
SNUG = 1.03
"""A piece may measure so much more than the place that it lies in: nobody measures better."""

INK: Colour = "#2c2622"
FAINT: Colour = "#9aa3a8"
PLACE: Colour = "#3f7fbf"
TAP: Colour = "#c0392b"


@dataclass(frozen=True)
class Plan:
    """A bought board before it is turned and moved."""

    game: str
    """Id of the game, or any name for a board that is none of ours."""
    title: str
    """The board's name for people."""
    cells: tuple[Cell, ...]
    pieces: tuple[PieceKind, ...]
    corners: Corners
    """Four points of the print that people can tap in a picture, clockwise."""
    corners_are: str
    """What these points are, for people: "the inside corners of the field"."""
    rim: tuple[float, float, float, float]
    """Left, top, right, bottom of the board with its frame: markers lie outside of it."""


@dataclass(frozen=True)
class MarkerRing:
    """Four markers around a board, their cards flush with its top and bottom edges."""

    size_mm: float
    """Side of a marker's black square."""
    gap_mm: float = 10.0
    """Between the board's frame and the marker's black square."""


@dataclass(frozen=True)
class OwnBoard:
    """A bought board, ready for the camera."""

    title: str
    layout: Layout
    corners: Corners
    """Where on the layout the four points lie that people tap (mm)."""
    corners_are: str

    @property
    def corners_are_those_of_the_layout(self) -> bool:
        """True if the points to tap are the corners of size_mm, so that nothing else needs to be said."""
        width, height = self.layout.size_mm
        whole = box(0, 0, width, height)
        return all(math.dist(a, b) < 0.01 for a, b in zip(self.corners, whole, strict=True))


def finish(plan: Plan, turn: Turn = 0, ring: MarkerRing | None = None) -> OwnBoard:
    """The board turned clockwise by `turn` degrees, with markers around it where a ring is given.

    The layout's size_mm holds all cells, the corners to tap and the markers with their white borders. Raises
    BoardError for markers that cannot be printed or read.
    """
    quarters = turn // 90

    def turned(point: Point) -> Point:
        return _turn(point, quarters)

    cells = [_mapped(cell, turned) for cell in plan.cells]
    corners = _from_top_left(map(turned, plan.corners))
    left, top, right, bottom = plan.rim
    rim = _bounds(map(turned, ((left, top), (right, bottom))))
    around = () if ring is None else _ring(ring, rim)
    held = [p for cell in cells for p in _extent(cell)] + list(corners)
    held += [p for marker in around for p in _rectangle(markers.zone(marker))]
    left, top, right, bottom = _bounds(held)

    def moved(point: Point) -> Point:
        return round(point[0] - left, 3), round(point[1] - top, 3)

    layout = Layout(
        plan.game,
        moved((right, bottom)),
        MappingProxyType({cell.name: _mapped(cell, moved) for cell in cells}),
        tuple(replace(m, x=moved((m.x, m.y))[0], y=moved((m.x, m.y))[1]) for m in around),
        MappingProxyType({kind.name: kind for kind in plan.pieces}),
    )
    one, two, three, four = (moved(p) for p in corners)
    return OwnBoard(plan.title, layout, (one, two, three, four), plan.corners_are)


def drawing(board: OwnBoard) -> Drawing:
    """The layout as a plan to compare with the board: cells, places of pieces, markers, the corners to tap."""
    layout = board.layout
    width, height = layout.size_mm
    margin = 0.06 * max(width, height)
    shapes: list[Shape] = []
    radius = min((kind.diameter_mm for kind in layout.pieces.values()), default=min(width, height) / 12) / 2
    for cell in layout.cells.values():
        if cell.polygon is not None:
            shapes.append(Area((cell.polygon,), stroke=FAINT, width_mm=0.5))
        shapes += [Disc(x, y, radius, stroke=PLACE, width_mm=0.5) for x, y in cell.places()]
        size = min(radius, 14.0)
        x, y = cell.places()[0]
        shapes.append(Text(x, y + 0.35 * size, cell.name, size * min(1.0, 4 / len(cell.name)), INK, "middle"))
    for marker in layout.markers:
        shapes += markers.draw(marker)
        shapes.append(Area((box(*markers.zone(marker)),), stroke=FAINT, width_mm=0.4))
    for (x, y), name in zip(board.corners, CORNER_NAMES, strict=True):
        shapes.append(Disc(x, y, margin / 6, stroke=TAP, width_mm=1.0))
        shapes.append(Line(((x - margin / 4, y), (x + margin / 4, y)), TAP, 0.6))
        shapes.append(Line(((x, y - margin / 4), (x, y + margin / 4)), TAP, 0.6))
        at_top, at_left = name.startswith("top"), name.endswith("left")
        beside = Text(
            x, y + (-1 if at_top else 1.7) * margin / 3, name, margin / 3.2, TAP, "start" if at_left else "end"
        )
        shapes.append(beside)
    ground = rectangle(0, 0, width + 2 * margin, height + 2 * margin, WHITE)
    return Drawing(board.title, (width + 2 * margin, height + 2 * margin), (ground, *_shifted(shapes, margin)))


def describe_markers(board: OwnBoard) -> tuple[str, ...]:
    """A line for each marker: how far its middle lies from the point of `corners` at the same corner."""
    lines = []
    for marker, name, (x, y) in zip(board.layout.markers, CORNER_NAMES, board.corners, strict=True):
        across, down = marker.x - x, marker.y - y
        ways = f"{abs(across):.0f} mm {'right' if across > 0 else 'left'} of the point"
        ways += f" and {abs(down):.0f} mm further {'down' if down > 0 else 'up'}"
        lines.append(f"marker {marker.id}, {name}: its middle is {ways}")
    return tuple(lines)


def check_positive(measures: Mapping[str, float]) -> None:
    """Raises BoardError for the first measure, by option, that is not a length above 0 and below 3 m."""
    for option, length in measures.items():
        if not (math.isfinite(length) and 0 < length < 3000):
            raise BoardError(
                f"{option} {length:g} is no length on a table: give it in millimetres, above 0, below 3000"
            )


def check_not_negative(measures: Mapping[str, float]) -> None:
    """Raises BoardError for the first measure, by option, that is not a length from 0 to 500 mm."""
    for option, length in measures.items():
        if not (math.isfinite(length) and 0 <= length <= 500):
            raise BoardError(f"{option} {length:g} is no width that a board has: give it in millimetres, 0 for none")


def check_piece(option: str, diameter: float, place: float, what: str, measure: str) -> None:
    """Raises BoardError where a piece does not fit its place (mm), or is so small that it was measured wrongly.

    what: the place, for people, with its article. measure: the options to measure again.
    """
    if diameter > SNUG * place:
        raise BoardError(
            f"a piece of {diameter:g} mm ({option}) does not fit {what}, which is {place:.1f} mm wide by these "
            f"measures. Measure again: {measure}"
        )
    if diameter < 0.25 * place:
        raise BoardError(
            f"a piece of {diameter:g} mm ({option}) is lost on {what}, which is {place:.1f} mm wide by these measures. "
            f"Give the whole diameter, not the radius, and measure again: {measure}"
        )


def _ring(ring: MarkerRing, rim: tuple[float, float, float, float]) -> tuple[Marker, ...]:
    """Markers left and right of the rim, in the order of CORNER_NAMES."""
    least, most = MARKER_RANGE_MM
    if not least <= ring.size_mm <= most:
        raise BoardError(f"--markers {ring.size_mm:g}: markers can be {least:g} to {most:g} mm large")
    check_not_negative({"--markers-gap": ring.gap_mm})
    left, top, right, bottom = rim
    border = markers.quiet_mm(Marker(FIRST_ID, 0, 0, ring.size_mm))
    if ring.gap_mm < border:
        raise BoardError(
            f"--markers-gap {ring.gap_mm:g}: a marker of {ring.size_mm:g} mm needs its white border: "
            f"give {math.ceil(border)} or more"
        )
    if bottom - top < 2 * (ring.size_mm + 2 * border):
        raise BoardError(
            f"the board is too low for two markers of {ring.size_mm:g} mm at a side: give a smaller --markers"
        )
    away, inset = ring.gap_mm + ring.size_mm / 2, border + ring.size_mm / 2
    places = (
        (left - away, top + inset),
        (right + away, top + inset),
        (right + away, bottom - inset),
        (left - away, bottom - inset),
    )
    return tuple(Marker(FIRST_ID + i, x, y, ring.size_mm) for i, (x, y) in enumerate(places))


def _turn(point: Point, quarters: int) -> Point:
    """A point turned clockwise about (0, 0)."""
    x, y = point
    return ((x, y), (-y, x), (-x, -y), (y, -x))[quarters % 4]


def _mapped(cell: Cell, place: Callable[[Point], Point]) -> Cell:
    """The cell with each of its points where `place` puts it."""
    x, y = place((cell.x, cell.y))
    polygon = None if cell.polygon is None else tuple(map(place, cell.polygon))
    return replace(cell, x=x, y=y, polygon=polygon, spots=tuple(map(place, cell.spots)))


def _from_top_left(corners: Iterable[Point]) -> Corners:
    """Four clockwise points, rolled so that the one nearest to the top left comes first."""
    ring = list(corners)
    first = min(range(4), key=lambda i: ring[i][0] + ring[i][1])
    one, two, three, four = ring[first:] + ring[:first]
    return one, two, three, four


def _extent(cell: Cell) -> tuple[Point, ...]:
    """Points around all that a cell takes."""
    if cell.polygon is not None:
        return cell.polygon
    half = (cell.diameter_mm or 0.0) / 2
    return (cell.x - half, cell.y - half), (cell.x + half, cell.y + half)


def _rectangle(zone: tuple[float, float, float, float]) -> tuple[Point, Point]:
    x, y, width, height = zone
    return (x, y), (x + width, y + height)


def _bounds(points: Iterable[Point]) -> tuple[float, float, float, float]:
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _shifted(shapes: Iterable[Shape], by: float) -> tuple[Shape, ...]:
    """Shapes moved right and down."""

    def moved(point: Point) -> Point:
        return point[0] + by, point[1] + by

    def one(shape: Shape) -> Shape:
        match shape:
            case Area():
                return replace(shape, rings=tuple(tuple(map(moved, ring)) for ring in shape.rings))
            case Line():
                return replace(shape, points=tuple(map(moved, shape.points)))
            case Disc() | Text():
                return replace(shape, x=shape.x + by, y=shape.y + by)

    return tuple(map(one, shapes))


def rim_of(cells: Sequence[Cell], frame: float) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a board: its cells, and a frame of a width around them."""
    points = [p for cell in cells for p in cell.polygon or ((cell.x, cell.y),)]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs) - frame, min(ys) - frame, max(xs) + frame, max(ys) + frame
