"""What a board looks like: plain shapes in millimetres, the same for every printer and screen.

A drawing is a list of shapes, painted in order. x runs right and y runs down from the top left corner of the print.
This module does not know paper, pixels or games; `pdf` and `svg` turn shapes into files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from companion.boards.outlines import Point, find_bounds, trace_box

Colour = str
"""An sRGB colour as "#rrggbb"."""

Anchor = Literal["start", "middle", "end"]
"""Which part of a text is at its x: its start, its middle or its end."""

BLACK: Colour = "#000000"
WHITE: Colour = "#ffffff"
SHEET_INK: Colour = "#30363c"
"""The colour of the words on sheets that people cut up. These words are no part of a board."""


@dataclass(frozen=True, slots=True)
class Area:
    """A filled surface inside one or more outlines."""

    rings: tuple[tuple[Point, ...], ...]
    """The outlines, each given by its corners. They are closed, and where two of them touch there is no seam."""
    fill: Colour | None = None
    stroke: Colour | None = None
    width_mm: float = 0.0
    """Width of the stroke."""


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle, filled, outlined or both."""

    x: float
    y: float
    radius_mm: float
    fill: Colour | None = None
    stroke: Colour | None = None
    width_mm: float = 0.0
    """Width of the stroke."""


@dataclass(frozen=True, slots=True)
class Line:
    """An open line through points, with round ends and joints."""

    points: tuple[Point, ...]
    stroke: Colour
    width_mm: float
    dash_mm: float = 0.0
    """Length of a dash; 0 for none."""


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text."""

    x: float
    """The x of the anchor."""
    y: float
    """The y of the baseline."""
    text: str
    size_mm: float
    """The font size."""
    fill: Colour
    anchor: Anchor = "start"
    bold: bool = False
    turn_deg: float = 0.0
    """How far the text is turned clockwise about (x, y), in degrees."""
    tracking_mm: float = 0.0
    """Extra space between letters."""


Shape = Area | Disc | Line | Text


@dataclass(frozen=True)
class Drawing:
    """A print: a sheet of a size, and the shapes on it."""

    title: str
    size_mm: Point
    """Width and height."""
    shapes: tuple[Shape, ...]
    """The shapes, in the order in which they are painted."""
    field: tuple[Shape, ...] = ()
    """The shapes of the playing field: those without the paper, the words on its margin and the markers. Empty for a
    sheet that is no board.
    """

    def crop_to_field(self) -> tuple[Drawing, Point]:
        """A drawing of the field alone, on a sheet that is just large enough; and where this sheet's top left corner
        was on the old sheet. Raises ValueError if there is no field.
        """
        if not self.field:
            raise ValueError(f"{self.title} is a sheet with no field")
        left, top, right, bottom = find_bounds(point for shape in self.field for point in _trace_reach(shape))
        moved = move_shapes(self.field, lambda point: (point[0] - left, point[1] - top))
        return Drawing(self.title, (right - left, bottom - top), moved, moved), (left, top)


def draw_rectangle(x: float, y: float, width: float, height: float, fill: Colour) -> Area:
    """A filled rectangle with its top left corner at (x, y)."""
    return Area((trace_box(x, y, width, height),), fill=fill)


def write_lines(
    lines: Sequence[str], at: Point, step_mm: float, size_mm: float, ink: Colour, anchor: Anchor = "start"
) -> list[Shape]:
    """Lines of text, one below the other. at: where the first one is."""
    return [Text(at[0], at[1] + step_mm * i, line, size_mm, ink, anchor) for i, line in enumerate(lines)]


def move_shapes(shapes: Iterable[Shape], place: Callable[[Point], Point]) -> tuple[Shape, ...]:
    """The shapes with each of their points moved by `place`. Lengths, such as widths of strokes, and angles stay the
    same.
    """
    return tuple(_move_shape(shape, place) for shape in shapes)


def turn_shapes(shapes: Iterable[Shape], quarters: int, about: Point) -> tuple[Shape, ...]:
    """The shapes turned clockwise about a point by quarters of a full turn."""

    def place(point: Point) -> Point:
        dx, dy = turn_point((point[0] - about[0], point[1] - about[1]), quarters)
        return about[0] + dx, about[1] + dy

    return tuple(
        replace(shape, turn_deg=shape.turn_deg + 90 * quarters) if isinstance(shape, Text) else shape
        for shape in move_shapes(shapes, place)
    )


def turn_point(point: Point, quarters: int) -> Point:
    """The point turned clockwise about (0, 0) by quarters of a full turn."""
    x, y = point
    return ((x, y), (-y, x), (-x, -y), (y, -x))[quarters % 4]


def scale_shapes(shapes: Iterable[Shape], factor: float) -> tuple[Shape, ...]:
    """The shapes `factor` times as large, about the print's top left corner."""
    moved = move_shapes(shapes, lambda point: (point[0] * factor, point[1] * factor))
    return tuple(_scale_lengths(shape, factor) for shape in moved)


def _trace_reach(shape: Shape) -> Iterator[Point]:
    """Points that a shape reaches, its stroke included. A text has none, because texts are written on other shapes."""
    match shape:
        case Area():
            yield from _widen((point for ring in shape.rings for point in ring), shape.width_mm / 2)
        case Line():
            yield from _widen(shape.points, shape.width_mm / 2)
        case Disc():
            yield from _widen([(shape.x, shape.y)], shape.radius_mm + shape.width_mm / 2)
        case Text():
            return


def _widen(points: Iterable[Point], by: float) -> Iterator[Point]:
    for x, y in points:
        yield x - by, y - by
        yield x + by, y + by


def _move_shape(shape: Shape, place: Callable[[Point], Point]) -> Shape:
    match shape:
        case Area():
            return replace(shape, rings=tuple(tuple(map(place, ring)) for ring in shape.rings))
        case Line():
            return replace(shape, points=tuple(map(place, shape.points)))
        case Disc() | Text():
            x, y = place((shape.x, shape.y))
            return replace(shape, x=x, y=y)


def _scale_lengths(shape: Shape, factor: float) -> Shape:
    match shape:
        case Area():
            return replace(shape, width_mm=shape.width_mm * factor)
        case Disc():
            return replace(shape, radius_mm=shape.radius_mm * factor, width_mm=shape.width_mm * factor)
        case Line():
            return replace(shape, width_mm=shape.width_mm * factor, dash_mm=shape.dash_mm * factor)
        case Text():
            return replace(shape, size_mm=shape.size_mm * factor, tracking_mm=shape.tracking_mm * factor)
