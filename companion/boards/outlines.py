"""Outlines as corner points in millimetres, and points along a direction.

x runs right and y runs down, so angles run clockwise from the right.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from companion.language import N_

Point = tuple[float, float]
"""x and y, in mm unless a name says otherwise."""

Quad = tuple[Point, Point, Point, Point]
"""Four corners in the order of CORNER_NAMES."""

CORNER_NAMES = (N_("top left"), N_("top right"), N_("bottom right"), N_("bottom left"))
"""The corners of a board, marked for the catalogue."""


def trace_box(x: float, y: float, width: float, height: float) -> Quad:
    """A rectangle's corners, clockwise from the top left one at (x, y)."""
    return (x, y), (x + width, y), (x + width, y + height), (x, y + height)


def trace_arc(
    x: float, y: float, radius: float, start_deg: float, end_deg: float, steps: int = 24
) -> tuple[Point, ...]:
    """Points on an arc about (x, y), from one end to the other."""
    angles = (math.radians(start_deg + (end_deg - start_deg) * i / steps) for i in range(steps + 1))
    return tuple((x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles)


def trace_rounded_box(x: float, y: float, width: float, height: float, radius: float) -> tuple[Point, ...]:
    """A rectangle's outline with rounded corners."""
    right, bottom = x + width - radius, y + height - radius
    return (
        *trace_arc(x + radius, y + radius, radius, 180, 270, 6),
        *trace_arc(right, y + radius, radius, 270, 360, 6),
        *trace_arc(right, bottom, radius, 0, 90, 6),
        *trace_arc(x + radius, bottom, radius, 90, 180, 6),
    )


def trace_star(middle: Point, tips: int, outer: float, inner: float, first_deg: float = 0.0) -> tuple[Point, ...]:
    """A star's outline. outer: how far the tips are from the middle. inner: how far the corners between them are.
    first_deg: the direction of the first tip.
    """
    ring: list[Point] = []
    for i in range(2 * tips):
        radius, angle = (outer, inner)[i % 2], math.radians(first_deg + i * 180 / tips)
        ring.append((middle[0] + radius * math.cos(angle), middle[1] + radius * math.sin(angle)))
    return tuple(ring)


def point_along(degrees: float) -> Point:
    """The point one unit away from (0, 0) at an angle."""
    return math.cos(math.radians(degrees)), math.sin(math.radians(degrees))


def go_towards(start: Point, end: Point, length: float) -> Point:
    """The point at a distance `length` from `start`, on the line to `end`."""
    part = length / math.dist(start, end)
    return start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])


def start_top_left(ring: Sequence[Point]) -> Quad:
    """Four clockwise points, ordered as CORNER_NAMES says: the first is the one whose x and y have the smallest sum."""
    first = min(range(4), key=lambda i: ring[i][0] + ring[i][1])
    one, two, three, four = *ring[first:], *ring[:first]
    return one, two, three, four


def find_bounds(points: Iterable[Point]) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of all points."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)
