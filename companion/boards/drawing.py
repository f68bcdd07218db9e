"""What a board looks like: plain shapes in millimetres, for every printer and screen alike.

A drawing is a list of shapes, painted in order. x runs right and y down from the print's top left
corner. Nothing here knows paper, pixels or a game; `pdf` and `svg` turn shapes into files.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

Point = tuple[float, float]

Colour = str
"""An sRGB colour as "#rrggbb"."""

BLACK: Colour = "#000000"
WHITE: Colour = "#ffffff"


@dataclass(frozen=True, slots=True)
class Area:
    """One filled surface bounded by closed rings of corners.

    Several rings are one surface, so no seam shows where they touch.
    """

    rings: tuple[tuple[Point, ...], ...]
    fill: Colour | None = None
    stroke: Colour | None = None
    width_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle about (x, y), filled, outlined or both."""

    x: float
    y: float
    radius_mm: float
    fill: Colour | None = None
    stroke: Colour | None = None
    width_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class Line:
    """An open line through points, with round ends and joints; `dash_mm` is the length of a dash, 0 for none."""

    points: tuple[Point, ...]
    stroke: Colour
    width_mm: float
    dash_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text. (x, y) lies on the baseline at the anchor; `turn_deg` turns it clockwise about there.

    `size_mm` is the font size, `tracking_mm` the extra space between letters.
    """

    x: float
    y: float
    text: str
    size_mm: float
    fill: Colour
    anchor: Literal["start", "middle", "end"] = "start"
    bold: bool = False
    turn_deg: float = 0.0
    tracking_mm: float = 0.0


Shape = Area | Disc | Line | Text


@dataclass(frozen=True)
class Drawing:
    """A print: its title, its size (width, height in mm) and its shapes in the order of painting."""

    title: str
    size_mm: Point
    shapes: tuple[Shape, ...]


def rectangle(x: float, y: float, width: float, height: float, fill: Colour) -> Area:
    """A filled rectangle with its top left corner at (x, y)."""
    return Area(rings=(box(x, y, width, height),), fill=fill)


def box(x: float, y: float, width: float, height: float) -> tuple[Point, ...]:
    """A rectangle's corners, clockwise from the top left."""
    return (x, y), (x + width, y), (x + width, y + height), (x, y + height)


def arc(x: float, y: float, radius: float, start_deg: float, end_deg: float, steps: int = 24) -> tuple[Point, ...]:
    """Points of an arc about (x, y); angles run clockwise from the right, as y runs down."""
    angles = (math.radians(start_deg + (end_deg - start_deg) * i / steps) for i in range(steps + 1))
    return tuple((x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles)


def rounded(x: float, y: float, width: float, height: float, radius: float) -> tuple[Point, ...]:
    """A rectangle's outline with rounded corners."""
    right, bottom = x + width - radius, y + height - radius
    return (
        *arc(x + radius, y + radius, radius, 180, 270, 6),
        *arc(right, y + radius, radius, 270, 360, 6),
        *arc(right, bottom, radius, 0, 90, 6),
        *arc(x + radius, bottom, radius, 90, 180, 6),
    )


def turned(shapes: Iterable[Shape], quarters: int, about: Point) -> tuple[Shape, ...]:
    """The shapes turned clockwise about a point by quarters of a full turn."""
    # A quarter turn sends right to down: (dx, dy) -> (-dy, dx).
    cos, sin = ((1, 0), (0, 1), (-1, 0), (0, -1))[quarters % 4]

    def place(point: Point) -> Point:
        dx, dy = point[0] - about[0], point[1] - about[1]
        return about[0] + cos * dx - sin * dy, about[1] + sin * dx + cos * dy

    def one(shape: Shape) -> Shape:
        match shape:
            case Area():
                return replace(shape, rings=tuple(tuple(map(place, ring)) for ring in shape.rings))
            case Line():
                return replace(shape, points=tuple(map(place, shape.points)))
            case Disc():
                x, y = place((shape.x, shape.y))
                return replace(shape, x=x, y=y)
            case Text():
                x, y = place((shape.x, shape.y))
                return replace(shape, x=x, y=y, turn_deg=shape.turn_deg + 90 * quarters)

    return tuple(map(one, shapes))
