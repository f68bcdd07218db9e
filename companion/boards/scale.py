"""Boards for other pieces: a layout or drawing made for one piece diameter, enlarged for another.

Everything grows alike, markers and letters too. It never moves anything in relation to anything else.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from types import MappingProxyType

from companion.boards.drawing import Area, Disc, Line, Point, Shape, Text
from vision.layout import Cell, Layout, Marker, PieceKind


def layout(made: Layout, k: float) -> Layout:
    """The layout k times as large, in whole thousandths of a millimetre."""

    def cell(c: Cell) -> Cell:
        return replace(
            c,
            x=_grown(c.x, k),
            y=_grown(c.y, k),
            polygon=None if c.polygon is None else tuple(_point(p, k) for p in c.polygon),
            diameter_mm=None if c.diameter_mm is None else _grown(c.diameter_mm, k),
            spots=tuple(_point(p, k) for p in c.spots),
        )

    def marker(m: Marker) -> Marker:
        return replace(m, x=_grown(m.x, k), y=_grown(m.y, k), size_mm=_grown(m.size_mm, k))

    def piece(p: PieceKind) -> PieceKind:
        return replace(p, diameter_mm=_grown(p.diameter_mm, k), height_mm=_grown(p.height_mm, k))

    return Layout(
        made.game,
        _point(made.size_mm, k),
        MappingProxyType({name: cell(c) for name, c in made.cells.items()}),
        tuple(map(marker, made.markers)),
        MappingProxyType({name: piece(p) for name, p in made.pieces.items()}),
    )


def shapes(made: Iterable[Shape], k: float) -> tuple[Shape, ...]:
    """The shapes k times as large, about the print's top left corner."""

    def grown(point: Point) -> Point:
        return point[0] * k, point[1] * k

    def one(shape: Shape) -> Shape:
        match shape:
            case Area():
                rings = tuple(tuple(map(grown, ring)) for ring in shape.rings)
                return replace(shape, rings=rings, width_mm=shape.width_mm * k)
            case Disc():
                x, y = grown((shape.x, shape.y))
                return replace(shape, x=x, y=y, radius_mm=shape.radius_mm * k, width_mm=shape.width_mm * k)
            case Line():
                points = tuple(map(grown, shape.points))
                return replace(shape, points=points, width_mm=shape.width_mm * k, dash_mm=shape.dash_mm * k)
            case Text():
                x, y = grown((shape.x, shape.y))
                return replace(shape, x=x, y=y, size_mm=shape.size_mm * k, tracking_mm=shape.tracking_mm * k)

    return tuple(map(one, made))


def _grown(length: float, k: float) -> float:
    return round(length * k, 3)


def _point(point: Point, k: float) -> Point:
    return _grown(point[0], k), _grown(point[1], k)
