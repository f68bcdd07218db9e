"""A board's geometry as `layout.json` describes it: cells, markers and pieces in millimetres.

This module reads, checks and writes that file, and holds the values that the rest of vision works with. It never looks
at a picture and knows no game: a cell is a name and a place. On the board's plane, x runs right and y runs down from
the top left corner of the print.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from vision.files import read_file
from vision.message import Message

Point = tuple[float, float]

SHAPES = ("disc", "stone", "pawn", "token")
DICTIONARIES = ("DICT_4X4_50",)


class LayoutError(ValueError):
    """A layout that cannot be used; the message names the field and what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Marker:
    """A square ArUco marker. Its top points to the edge of the board where y is 0."""

    id: int
    x: float
    """mm, of the marker's middle."""
    y: float
    """mm, of the marker's middle."""
    size_mm: float
    """The side of the black square in mm."""
    dictionary: str = "DICT_4X4_50"

    def corners(self) -> tuple[Point, Point, Point, Point]:
        """The corners of the black square in mm: top left, top right, bottom right, bottom left."""
        h = self.size_mm / 2
        return (
            (self.x - h, self.y - h),
            (self.x + h, self.y - h),
            (self.x + h, self.y + h),
            (self.x - h, self.y + h),
        )


@dataclass(frozen=True, slots=True)
class Cell:
    """A place for pieces. Either `polygon` or `diameter_mm` gives its outline."""

    name: str
    x: float
    """mm, of the cell's middle."""
    y: float
    """mm, of the cell's middle."""
    polygon: tuple[Point, ...] | None = None
    diameter_mm: float | None = None
    capacity: int = 1
    """How many pieces the cell holds at most."""
    spots: tuple[Point, ...] = ()
    """Where the 1st, 2nd, ... piece is, in mm. Further pieces are on top of the last spot. Empty if the layout names no
    spots.
    """

    def places(self) -> tuple[Point, ...]:
        """Where the cell's pieces are: its spots, or its middle if it has none."""
        return self.spots or ((self.x, self.y),)


@dataclass(frozen=True, slots=True)
class PieceKind:
    """The measures of a kind of piece."""

    name: str
    diameter_mm: float
    height_mm: float
    shape: str | None = None
    """One of SHAPES; None if the layout does not say."""


@dataclass(frozen=True)
class Layout:
    """A board: its size, cells, markers and kinds of pieces."""

    game: str
    size_mm: Point
    """Width and height of the print in mm."""
    cells: Mapping[str, Cell]
    markers: tuple[Marker, ...] = ()
    pieces: Mapping[str, PieceKind] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def middles(self) -> dict[str, Point]:
        """Each cell's middle, in mm."""
        return {name: (cell.x, cell.y) for name, cell in self.cells.items()}


def load(path: Path) -> Layout:
    """The layout in a file. Raises LayoutError, also if the file is missing or is not JSON."""
    try:
        data = json.loads(read_file(path).decode())
    except OSError as error:
        raise LayoutError(
            Message("the layout {path} cannot be read: {reason}", path=path, reason=error.strerror)
        ) from error
    except (ValueError, RecursionError) as error:
        raise LayoutError(Message("the layout {path} is not JSON: {reason}", path=path, reason=error)) from error
    return parse(data)


def parse(data: object) -> Layout:
    """A layout from parsed JSON. Raises LayoutError that names the first field that is wrong."""
    top = _mapping(data, "layout", {"game", "size_mm", "cells", "markers", "pieces"}, required={"size_mm", "cells"})
    game = _text(top.get("game", "board"), "game")
    size = _point(top["size_mm"], "size_mm")
    if min(size) <= 0:
        raise LayoutError(f"size_mm: both sides must be above 0, not {list(size)}")
    cells_data = _mapping(top["cells"], "cells")
    if not cells_data:
        raise LayoutError("cells: the layout has no cell, so there is nothing to read")
    cells = {name: _cell(name, value) for name, value in cells_data.items()}
    markers = tuple(_marker(i, value) for i, value in enumerate(_sequence(top.get("markers", []), "markers")))
    ids = [m.id for m in markers]
    if len(set(ids)) < len(ids):
        raise LayoutError(f"markers: every id may stand once only, not {ids}")
    pieces = {kind: _piece(kind, value) for kind, value in _mapping(top.get("pieces", {}), "pieces").items()}
    return Layout(game, size, MappingProxyType(cells), markers, MappingProxyType(pieces))


def dump(layout: Layout) -> dict[str, Any]:
    """The layout in the form of `layout.json`; `parse(dump(x)) == x`."""
    return {
        "game": layout.game,
        "size_mm": list(layout.size_mm),
        "cells": {name: _dump_cell(cell) for name, cell in layout.cells.items()},
        "markers": [
            {"id": m.id, "dictionary": m.dictionary, "x": m.x, "y": m.y, "size_mm": m.size_mm} for m in layout.markers
        ],
        "pieces": {
            kind: {
                **({"shape": p.shape} if p.shape else {}),
                "diameter_mm": p.diameter_mm,
                "height_mm": p.height_mm,
            }
            for kind, p in layout.pieces.items()
        },
    }


def _dump_cell(cell: Cell) -> dict[str, Any]:
    out: dict[str, Any] = {"x": cell.x, "y": cell.y}
    if cell.polygon is not None:
        out["polygon"] = [list(p) for p in cell.polygon]
    if cell.diameter_mm is not None:
        out["diameter_mm"] = cell.diameter_mm
    if cell.capacity != 1:
        out["capacity"] = cell.capacity
    if cell.spots:
        out["spots"] = [list(p) for p in cell.spots]
    return out


def _cell(name: str, data: object) -> Cell:
    where = f"cells.{name}"
    d = _mapping(data, where, {"x", "y", "polygon", "diameter_mm", "capacity", "spots"}, required={"x", "y"})
    polygon = diameter = None
    if "polygon" in d:
        polygon = _points(d["polygon"], f"{where}.polygon")
        if len(polygon) < 3:
            raise LayoutError(f"{where}.polygon: three corners or more are needed, not {len(polygon)}")
    if "diameter_mm" in d:
        diameter = _positive(d["diameter_mm"], f"{where}.diameter_mm")
    if polygon is None and diameter is None:
        raise LayoutError(f"{where}: needs a polygon or a diameter_mm")
    return Cell(
        name=name,
        x=_number(d["x"], f"{where}.x"),
        y=_number(d["y"], f"{where}.y"),
        polygon=polygon,
        diameter_mm=diameter,
        capacity=_whole(d.get("capacity", 1), f"{where}.capacity", least=1),
        spots=_points(d.get("spots", []), f"{where}.spots"),
    )


def _marker(i: int, data: object) -> Marker:
    where = f"markers[{i}]"
    keys = {"id", "dictionary", "x", "y", "size_mm"}
    d = _mapping(data, where, keys, required=keys - {"dictionary"})
    dictionary = _text(d.get("dictionary", DICTIONARIES[0]), f"{where}.dictionary")
    if dictionary not in DICTIONARIES:
        raise LayoutError(f"{where}.dictionary: {dictionary!r} is not known, only {', '.join(DICTIONARIES)}")
    number = _whole(d["id"], f"{where}.id", least=0)
    if number >= 50:
        raise LayoutError(f"{where}.id: {dictionary} holds the markers 0 to 49, not {number}")
    return Marker(
        id=number,
        x=_number(d["x"], f"{where}.x"),
        y=_number(d["y"], f"{where}.y"),
        size_mm=_positive(d["size_mm"], f"{where}.size_mm"),
        dictionary=dictionary,
    )


def _piece(kind: str, data: object) -> PieceKind:
    where = f"pieces.{kind}"
    d = _mapping(data, where, {"shape", "diameter_mm", "height_mm"}, required={"diameter_mm", "height_mm"})
    shape = None
    if "shape" in d:
        shape = _text(d["shape"], f"{where}.shape")
        if shape not in SHAPES:
            raise LayoutError(f"{where}.shape: {shape!r} is none of {', '.join(SHAPES)}")
    return PieceKind(
        name=kind,
        diameter_mm=_positive(d["diameter_mm"], f"{where}.diameter_mm"),
        height_mm=_positive(d["height_mm"], f"{where}.height_mm"),
        shape=shape,
    )


def _mapping(
    data: object, where: str, allowed: set[str] | None = None, required: set[str] | None = None
) -> Mapping[str, Any]:
    if not isinstance(data, dict):
        raise LayoutError(f"{where}: an object is needed, not {_short(data)}")
    if allowed is not None and (unknown := sorted(set(data) - allowed)):
        raise LayoutError(f"{where}: unknown field {unknown[0]!r}; known are {', '.join(sorted(allowed))}")
    if required is not None and (missing := sorted(required - set(data))):
        raise LayoutError(f"{where}: the field {missing[0]!r} is missing")
    return data


def _sequence(data: object, where: str) -> Sequence[Any]:
    if not isinstance(data, list):
        raise LayoutError(f"{where}: a list is needed, not {_short(data)}")
    return data


def _points(data: object, where: str) -> tuple[Point, ...]:
    return tuple(_point(p, f"{where}[{i}]") for i, p in enumerate(_sequence(data, where)))


def _point(data: object, where: str) -> Point:
    pair = _sequence(data, where)
    if len(pair) != 2:
        raise LayoutError(f"{where}: two numbers are needed, not {_short(data)}")
    return _number(pair[0], where), _number(pair[1], where)


def _number(data: object, where: str) -> float:
    if isinstance(data, bool) or not isinstance(data, int | float) or not _is_finite(data):
        raise LayoutError(f"{where}: a number is needed, not {_short(data)}")
    return data


def _is_finite(number: float) -> bool:
    try:
        return math.isfinite(number)
    except OverflowError:  # a whole number of hundreds of digits
        return False


def _positive(data: object, where: str) -> float:
    number = _number(data, where)
    if number <= 0:
        raise LayoutError(f"{where}: a number above 0 is needed, not {number}")
    return number


def _whole(data: object, where: str, least: int) -> int:
    if isinstance(data, bool) or not isinstance(data, int) or data < least:
        raise LayoutError(f"{where}: a whole number from {least} on is needed, not {_short(data)}")
    return data


def _text(data: object, where: str) -> str:
    if not isinstance(data, str):
        raise LayoutError(f"{where}: a text is needed, not {_short(data)}")
    return data


def _short(data: object) -> str:
    text = repr(data)
    return text if len(text) <= 60 else text[:57] + "..."
