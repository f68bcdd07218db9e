"""Draws a hint on the board: regions for placing, and marks at pieces, cells and areas. Also finds which of them a tap
is about.

Nothing hides a piece: a mark is a ring around it, a badge at its corner, or a spot on an empty place.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import get_args

import pygame

from companion.boards.outlines import find_bounds
from companion.screen import shapes
from companion.screen.board_geometry import BoardGeometry, Place
from companion.screen.shapes import Point
from companion.screen.theme import DARK, Colour, Type
from companion.values.views import HintStyle, Mark, Region, Style

Table = Mapping[str, tuple[str, ...]]
Areas = Mapping[str, tuple[str, ...]]

STYLES: frozenset[Style] = frozenset(get_args(HintStyle))
COLOURS: Mapping[Style, Colour] = {
    "movable": DARK.ACCENT,
    "chosen": DARK.ACCENT,
    "target": DARK.ACCENT,
    "gain": DARK.WARNING,
    "refused": DARK.ERROR,
}

_VEIL = (*DARK.GROUND, 115)
"""The colour that is laid over cells where no piece may be placed, to darken them."""
_FINGER = 26
"""How far from a cell a tap may be to mean it (a design length). On a seven-inch panel this is 5 mm."""
_MARKED = 12
"""How far from a marked cell a tap may be to mean it, even if it is on another cell."""
_CLEARING = 0.58
"""The size of a mark outside the cells, as a part of the largest free disc there."""


def draw_regions(
    surface: pygame.Surface, geometry: BoardGeometry, place: Place, regions: Sequence[Region], kind: Type
) -> None:
    """Darkens the cells outside all regions, outlines each region, and writes its number on it."""
    if not regions:
        return
    inside = {cell for region in regions for cell in region.cells}
    veil = pygame.Surface(place.area.size, pygame.SRCALPHA)
    for cell, outline in geometry.outlines.items():
        if cell not in inside:
            corners = [_within(place, point) for point in outline]
            pygame.draw.polygon(veil, _VEIL, corners)
    surface.blit(veil, place.area)
    width = max(2.0, 2.4 * kind.scale)
    for grow, colour in ((1.6 * kind.scale, DARK.GROUND), (0.0, DARK.INK)):
        for region in regions:
            for start, end in _rim(geometry, region.cells):
                _line(surface, colour, place.px(start), place.px(end), width + 2 * grow)
    for region in regions:
        if region.label:
            _chip(surface, place.px(_top(geometry, place, region.cells)), region.label, kind)


def draw_marks(
    surface: pygame.Surface,
    geometry: BoardGeometry,
    place: Place,
    marks: Iterable[Mark],
    table: Table,
    areas: Areas,
    kind: Type,
) -> None:
    """Draws the marks of a hint."""
    marks = list(marks)
    chosen = next((table[m.cell][-1] for m in marks if m.style == "chosen" and table.get(m.cell)), None)
    for mark in marks:
        if mark.cell in areas:
            _mark_area(surface, geometry, place, mark, areas[mark.cell], kind)
        elif mark.cell in geometry.reach:
            _mark_cell(surface, geometry, place, mark, table.get(mark.cell, ()), chosen, kind)


def list_targets(
    geometry: BoardGeometry, place: Place, cells: Iterable[str], areas: Areas
) -> Iterator[tuple[str, pygame.Rect]]:
    """The part of each cell or area that no other one shares."""
    for cell in cells:
        if cell in areas:
            box = _area_box(geometry, place, areas[cell])
            yield cell, box.inflate(-box.width // 4, -box.height // 4)
        elif cell in geometry.reach:
            side = max(3, round(0.55 * geometry.reach[cell] * place.scale))
            target = pygame.Rect(0, 0, side, side)
            x, y = place.px(geometry.middles[cell])
            target.center = (round(x), round(y))
            yield cell, target


def find_tapped(
    geometry: BoardGeometry,
    place: Place,
    cells: Collection[str],
    marked: Collection[str],
    areas: Areas,
    at: Point,
    kind: Type,
) -> str | None:
    """The cell or area that a tap at a pixel means: the one below it, or one near it. Marked ones are preferred."""
    if not place.area.inflate(kind.px(_FINGER), kind.px(_FINGER)).collidepoint(at):
        return None
    if areas:
        found = (name for name, own in areas.items() if own and _area_box(geometry, place, own).collidepoint(at))
        outside = next((name for name, own in areas.items() if not own), None)
        name = next(found, outside)
        return name if name in cells else None
    below = geometry.find_cell(place.mm(at))
    if below in cells and below in marked:
        return below

    def far(cell: str) -> float:
        return min(math.dist(place.px(spot), at) for spot in (*geometry.spots(cell), geometry.middles[cell]))

    known = [cell for cell in cells if cell in geometry.reach]
    near = min((cell for cell in known if cell in marked), key=far, default=None)
    if near is not None and far(near) <= kind.px(_MARKED):
        return near
    if below in cells:
        return below
    near = min(known, key=far, default=None)
    return near if near is not None and far(near) <= kind.px(_FINGER) else None


def _mark_cell(
    surface: pygame.Surface,
    geometry: BoardGeometry,
    place: Place,
    mark: Mark,
    pieces: tuple[str, ...],
    chosen: str | None,
    kind: Type,
) -> None:
    spots = geometry.spots(mark.cell)
    reach = geometry.reach[mark.cell] * place.scale
    width = max(1.6, 2.8 * kind.scale * min(1.0, reach / 20))
    comes = mark.style == "refused" or (mark.style in ("target", "gain") and (not pieces or pieces[-1] == chosen))
    at = len(pieces) if comes else len(pieces) - 1
    is_free = at >= len(pieces) and at < len(spots)
    spot = place.px(spots[max(0, min(at, len(spots) - 1))])
    colour = COLOURS[mark.style]
    match mark.style:
        case "movable":
            shapes.put(surface, shapes.ring(colour, round(reach * 1.84), width * 1.3), spot)
        case "chosen":
            shapes.put(surface, shapes.ring(colour, round(reach * 1.9), width * 2), spot)
        case "refused" if is_free:
            shapes.put(surface, shapes.badge("wrong", max(11, kind.px(14), round(reach * 0.8))), spot)
        case "refused":
            _badge(surface, spot, reach, "wrong")
        case "gain" if is_free:
            shapes.put(surface, shapes.badge("gain", max(12, round(reach * 1.1))), spot)
        case "gain":
            shapes.put(surface, shapes.ring(colour, round(reach * 1.84), width * 1.8), spot)
            _badge(surface, spot, reach, "gain")
        case _ if is_free:
            shapes.put(surface, shapes.spot(colour, max(8, round(reach * 0.88))), spot)
        case _:
            shapes.put(surface, shapes.ring(colour, round(reach * 1.84), width * 1.2, dashed=True), spot)


def _badge(surface: pygame.Surface, spot: Point, reach: float, name: shapes.Badge) -> None:
    """Draws a badge at the upper right of a piece."""
    at = (spot[0] + reach * 0.66, spot[1] - reach * 0.66)
    shapes.put(surface, shapes.badge(name, max(10, round(reach * 0.76))), at)


def _mark_area(
    surface: pygame.Surface, geometry: BoardGeometry, place: Place, mark: Mark, cells: tuple[str, ...], kind: Type
) -> None:
    """Draws a frame around an area, or a ring in the free place outside all cells, with the number of pieces at its
    corner.
    """
    box, colour = _area_box(geometry, place, cells), COLOURS[mark.style]
    width = max(2, round((6 if mark.style == "chosen" else 4) * kind.scale))
    if cells:
        radius = kind.px(8)
        rim = box.inflate(2, 2)
        pygame.draw.rect(surface, DARK.GROUND, rim.inflate(2, 2), width + 4, border_radius=radius)
        pygame.draw.rect(surface, colour, rim, width, border_radius=radius)
        corner = (box.centerx, box.top + (box.height if box.centery < place.area.centery else 0))
    else:
        ring = shapes.ring(colour, box.width, width)
        shapes.put(surface, ring, box.center)
        corner = (box.centerx, box.bottom)
    match mark.style:
        case _ if mark.kind is not None:
            _count(surface, (box.centerx, box.bottom), mark.kind, mark.label, kind)
        case "gain" | "target" if mark.label:
            _chip(surface, corner, mark.label, kind, colour)
        case "refused":
            shapes.put(surface, shapes.badge("wrong", kind.px(26)), corner)


def _area_box(geometry: BoardGeometry, place: Place, cells: tuple[str, ...]) -> pygame.Rect:
    """The box around an area. For the place outside all cells, the box around the largest free disc."""
    if cells:
        left, top, right, bottom = find_bounds(point for cell in cells for point in geometry.outlines[cell])
    else:
        (x, y), radius = geometry.clearing
        radius *= _CLEARING
        left, top, right, bottom = x - radius, y - radius, x + radius, y + radius
    return place.box((left, top, right, bottom))


def _chip(surface: pygame.Surface, middle: Point, text: str, kind: Type, colour: Colour = DARK.INK) -> None:
    """Draws a number on a dark disc."""
    figure = kind.font(15, "bold").render(text, True, colour)
    radius = max(figure.get_width(), figure.get_height()) / 2 + kind.px(3)
    pygame.draw.circle(surface, DARK.GROUND, middle, radius)
    pygame.draw.circle(surface, colour, middle, radius, max(1, kind.px(1.5)))
    shapes.put(surface, figure, middle)


def _count(surface: pygame.Surface, middle: Point, piece: str, number: str, kind: Type) -> None:
    """Draws a piece with a number beside it, on a dark background."""
    figure = kind.font(15, "bold").render(number, True, DARK.INK)
    size = kind.px(20)
    ground = pygame.Rect(0, 0, size + figure.get_width() + kind.px(16), size + kind.px(8))
    ground.center = (round(middle[0]), round(middle[1]))
    pygame.draw.rect(surface, DARK.GROUND, ground, border_radius=ground.height // 2)
    shapes.put(surface, shapes.piece(piece, size), (ground.left + kind.px(6) + size / 2, ground.centery))
    shapes.put(surface, figure, (ground.right - kind.px(7) - figure.get_width() / 2, ground.centery))


def _rim(geometry: BoardGeometry, cells: Iterable[str]) -> Iterator[tuple[Point, Point]]:
    """The edges of cells that belong to only one of them: the outline of all cells together."""
    edges: dict[frozenset[Point], tuple[Point, Point]] = {}
    count: Counter[frozenset[Point]] = Counter()
    for cell in cells:
        outline = geometry.outlines[cell]
        for start, end in zip(outline, (*outline[1:], outline[0]), strict=True):
            key = frozenset((round(x), round(y)) for x, y in (start, end))
            edges[key] = (start, end)
            count[key] += 1
    return (edge for key, edge in edges.items() if count[key] == 1)


def _top(geometry: BoardGeometry, place: Place, cells: Iterable[str]) -> Point:
    """The middle of the uppermost cell on the screen. Of several equally high ones, the one nearest to the middle of
    the board.
    """
    across = (geometry.field[0] + geometry.field[2]) / 2

    def order(cell: str) -> tuple[int, float]:
        x, y = geometry.middles[cell]
        return round(-y if place.turned else y), abs(x - across)

    return geometry.middles[min(cells, key=order)]


def _line(surface: pygame.Surface, colour: Colour, start: Point, end: Point, width: float) -> None:
    pygame.draw.line(surface, colour, start, end, max(1, round(width)))
    for point in (start, end):
        pygame.draw.circle(surface, colour, point, width / 2)


def _within(place: Place, at: Point) -> Point:
    x, y = place.px(at)
    return x - place.area.left, y - place.area.top
