"""Where the cells of a board are on the print (mm), and where the print is on a surface (px)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from statistics import median

import pygame

from companion.boards import Board
from companion.boards.outlines import find_bounds, trace_arc
from companion.boards.picture import make_document
from companion.screen.shapes import Point
from companion.screen.theme import Type

_COORDINATE = 13
_COORDINATES_FROM = 300
_LARGEST_REACH = 1.3
"""How many times as large as the marks of a usual cell the marks of a large place, such as a tray, may be."""
_AT_RIM_MM = 1.0
"""A cell is at the rim if its outline is this near to the edge of the box around all cells."""


@dataclass(frozen=True)
class Place:
    """Where the shown part of the print is on a surface."""

    area: pygame.Rect
    """The area of the shown part on the surface, in px."""
    left: float
    """Where the left edge of this area is on the print, in mm."""
    top: float
    """Where the top edge of this area is on the print, in mm."""
    scale: float
    """px per mm."""
    turned: bool = False
    """True if the print is upside down, as the player opposite sees it."""

    def px(self, at: Point) -> Point:
        """A point of the print in px."""
        x, y = (at[0] - self.left) * self.scale, (at[1] - self.top) * self.scale
        if self.turned:
            return self.area.right - x, self.area.bottom - y
        return self.area.left + x, self.area.top + y

    def mm(self, at: Point) -> Point:
        """A point of the surface, as a point of the print in mm."""
        x, y = at[0] - self.area.left, at[1] - self.area.top
        if self.turned:
            x, y = self.area.width - x, self.area.height - y
        return self.left + x / self.scale, self.top + y / self.scale

    def box(self, bounds: tuple[float, float, float, float]) -> pygame.Rect:
        """Where a box of the print is on the surface. bounds: left, top, right, bottom in mm."""
        corners = self.px(bounds[:2]), self.px(bounds[2:])
        (x0, x1), (y0, y1) = (sorted(values) for values in zip(*corners, strict=True))
        return pygame.Rect(round(x0), round(y0), round(x1 - x0), round(y1 - y0))


class BoardGeometry:
    """The geometry of one board. piece_diameter_mm: as for `companion.boards`."""

    def __init__(self, board: Board, piece_diameter_mm: float | None = None) -> None:
        layout = board.layout(piece_diameter_mm)
        self.pieces = layout.pieces
        self.outlines: dict[str, tuple[Point, ...]] = {}
        """The corners of each cell's outline, in mm."""
        self.reach: dict[str, float] = {}
        """For each cell, how far from its middle its marks are drawn: the radius of a circle in mm."""
        self.middles: dict[str, Point] = {}
        self._spots: dict[str, tuple[Point, ...]] = {}
        for name, cell in layout.cells.items():
            self.outlines[name] = cell.polygon or trace_arc(cell.x, cell.y, (cell.diameter_mm or 0) / 2, 0, 345, 23)
            left, top, right, bottom = find_bounds(self.outlines[name])
            self.reach[name] = min(right - left, bottom - top) / 2 if cell.polygon else (cell.diameter_mm or 0) / 2
            self.middles[name] = (cell.x, cell.y)
            self._spots[name] = cell.places()
        usual = median(self.reach.values())
        self.reach = {name: min(reach, _LARGEST_REACH * usual) for name, reach in self.reach.items()}
        self.drawing, (left, top) = board.drawing(piece_diameter_mm).crop_to_field()
        """The part of the print that is shown: the game's own field."""
        self.field = left, top, left + self.drawing.size_mm[0], top + self.drawing.size_mm[1]
        """Where the shown part is on the print, in mm: left, top, right, bottom."""

    @cached_property
    def document(self) -> bytes:
        """The shown part as a PDF, from which pictures of every size are made. Making it takes most of their time."""
        return make_document(self.drawing)

    @property
    def shape(self) -> float:
        """The height of the shown part, as a multiple of its width."""
        left, top, right, bottom = self.field
        return (bottom - top) / (right - left)

    def spots(self, cell: str) -> tuple[Point, ...]:
        """Where the 1st, 2nd, ... piece of a cell is, in mm; () for a cell that the board does not have."""
        return self._spots.get(cell, ())

    @cached_property
    def grid(self) -> tuple[dict[str, float], dict[str, float]] | None:
        """If the names of the cells are those of a grid (a1, b1, ...): the x of each column and the y of each row by
        name, in mm. Else None.
        """
        columns: dict[str, float] = {}
        rows: dict[str, float] = {}
        for name, (x, y) in self.middles.items():
            column, row = name.rstrip("0123456789"), name.lstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
            if not column or not row or column + row != name:
                return None
            if columns.setdefault(column, x) != x or rows.setdefault(row, y) != y:
                return None
        return columns, rows

    @cached_property
    def _cells(self) -> tuple[float, float, float, float]:
        """The box around all cells, in mm."""
        return find_bounds(point for outline in self.outlines.values() for point in outline)

    def is_above(self, cell: str) -> bool | None:
        """True if a cell is one of the uppermost, False if it is one of the lowest; None if it is neither."""
        _left, top, _right, bottom = find_bounds(self.outlines[cell])
        if top - self._cells[1] < _AT_RIM_MM:
            return True
        return False if self._cells[3] - bottom < _AT_RIM_MM else None

    def place(self, area: pygame.Rect, kind: Type, *, rim: bool = False, turned: bool = False) -> Place:
        """The largest place for the board in an area. It leaves space for coordinates, or for names at the rim."""
        left, top, right, bottom = self.field
        strip = strip_width(area, kind)
        beside, above, below = (strip if self.grid else 0), (strip if rim else 0), (strip if rim or self.grid else 0)
        free = pygame.Rect(area.left + beside, area.top + above, area.width - beside, area.height - above - below)
        scale = min(free.width / (right - left), free.height / (bottom - top))
        placed = pygame.Rect(0, 0, round((right - left) * scale), round((bottom - top) * scale))
        placed.center = free.center
        return Place(placed, left, top, scale, turned)

    def find_cell(self, at: Point) -> str | None:
        """The cell in which a point of the print (mm) is; None if it is in none."""
        return next((name for name, outline in self.outlines.items() if _contains(outline, at)), None)

    @cached_property
    def clearing(self) -> tuple[Point, float]:
        """The middle and the radius, in mm, of the largest disc in the field that touches no cell."""
        left, top, right, bottom = self.field
        steps = [i / 20 for i in range(21)]
        points = [(left + (right - left) * u, top + (bottom - top) * v) for u in steps for v in steps]
        boxes = [find_bounds(outline) for outline in self.outlines.values()]
        found = max(points, key=lambda point: min(_distance(box, point) for box in boxes))
        return found, min(_distance(box, found) for box in boxes)


def strip_width(area: pygame.Rect, kind: Type) -> int:
    """The width of the strip for coordinates beside a board; 0 if the coordinates would be too small to read."""
    return kind.px(_COORDINATE + 4) if min(area.size) >= kind.px(_COORDINATES_FROM) else 0


def _contains(outline: tuple[Point, ...], at: Point) -> bool:
    """True if a point is inside an outline: a line from it to the right crosses the outline an odd number of times."""
    inside = False
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (ay > at[1]) != (by > at[1]) and at[0] < ax + (at[1] - ay) / (by - ay) * (bx - ax):
            inside = not inside
    return inside


def _distance(box: tuple[float, float, float, float], at: Point) -> float:
    """How far a point is from a box; 0 inside the box."""
    left, top, right, bottom = box
    return math.hypot(max(left - at[0], 0, at[0] - right), max(top - at[1], 0, at[1] - bottom))
