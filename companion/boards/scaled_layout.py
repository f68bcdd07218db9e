"""Makes layouts for pieces of another size: scales a layout that was made for one diameter. Markers and pieces are
scaled, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from types import MappingProxyType

from companion.boards.outlines import Point
from vision.layout import Cell, Layout, Marker, PieceKind


def make_layout(
    game: str, size_mm: Point, cells: Iterable[Cell], markers: Iterable[Marker], pieces: Iterable[PieceKind]
) -> Layout:
    """A layout in which cells and pieces can be found by their names."""
    return Layout(
        game,
        size_mm,
        MappingProxyType({cell.name: cell for cell in cells}),
        tuple(markers),
        MappingProxyType({kind.name: kind for kind in pieces}),
    )


def scale_layout(layout: Layout, factor: float) -> Layout:
    """The layout made `factor` times as large, in whole thousandths of a millimetre."""

    def place(point: Point) -> Point:
        return scale_point(point, factor)

    def scale_cell(cell: Cell) -> Cell:
        diameter = None if cell.diameter_mm is None else _scale(cell.diameter_mm, factor)
        return replace(move_cell(cell, place), diameter_mm=diameter)

    def scale_marker(marker: Marker) -> Marker:
        x, y = place((marker.x, marker.y))
        return replace(marker, x=x, y=y, size_mm=_scale(marker.size_mm, factor))

    def scale_piece(kind: PieceKind) -> PieceKind:
        return replace(kind, diameter_mm=_scale(kind.diameter_mm, factor), height_mm=_scale(kind.height_mm, factor))

    return make_layout(
        layout.game,
        place(layout.size_mm),
        map(scale_cell, layout.cells.values()),
        map(scale_marker, layout.markers),
        map(scale_piece, layout.pieces.values()),
    )


def move_cell(cell: Cell, place: Callable[[Point], Point]) -> Cell:
    """The cell with each of its points moved by `place`."""
    x, y = place((cell.x, cell.y))
    polygon = None if cell.polygon is None else tuple(map(place, cell.polygon))
    return replace(cell, x=x, y=y, polygon=polygon, spots=tuple(map(place, cell.spots)))


def scale_point(point: Point, factor: float) -> Point:
    """The point `factor` times as far from (0, 0), in whole thousandths of a millimetre."""
    return _scale(point[0], factor), _scale(point[1], factor)


def _scale(length: float, factor: float) -> float:
    return round(length * factor, 3)
