"""The names of rows, columns and points beside the drawn board, as far as there is space to read them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pygame

from companion.screen import shapes
from companion.screen.board_geometry import BoardGeometry, Place, strip_width
from companion.screen.theme import Type, colours

_SIZES = (14, 13, 12, 11, 10)
"""The sizes of type, from the preferred one to the smallest one."""
_GRID_SIZE = 13
_NAME_SIZE, _LEAST_NAME_PX = 11, 9
"""The size of the type of a cell's name, and how small it may become, in pixels, before no name is drawn."""


def draw_coordinates(
    surface: pygame.Surface,
    geometry: BoardGeometry,
    place: Place,
    area: pygame.Rect,
    kind: Type,
    rim: Mapping[str, str],
) -> None:
    """Draws the coordinates of a grid, or else the names of the cells at the rim. rim: cell -> its name."""
    strip = strip_width(area, kind)
    if not strip:
        return
    if geometry.grid is not None:
        columns, rows = geometry.grid
        font = kind.font(_GRID_SIZE, "bold")
        for name, x in columns.items():
            shapes.put(
                surface, font.render(name, True, colours.SOFT), (place.px((x, 0))[0], place.area.bottom + strip / 2)
            )
        for name, y in rows.items():
            shapes.put(
                surface, font.render(name, True, colours.SOFT), (place.area.left - strip / 2, place.px((0, y))[1])
            )
        return
    named = {cell: name for cell, name in rim.items() if cell in geometry.outlines}
    if not named:
        return
    narrowest = min(2 * geometry.reach[cell] * place.scale for cell in named)
    fonts = [kind.font(size, "bold") for size in _SIZES]
    font = next((f for f in fonts if max(f.size(name)[0] for name in named.values()) <= narrowest - 2), fonts[-1])
    for cell, name in named.items():
        above = geometry.is_above(cell)
        if above is not None:
            y = place.area.top - strip / 2 if above != place.turned else place.area.bottom + strip / 2
            shapes.put(surface, font.render(name, True, colours.INK), (place.px(geometry.middles[cell])[0], y))


def draw_names(
    surface: pygame.Surface, geometry: BoardGeometry, place: Place, cells: Iterable[str], kind: Type
) -> None:
    """Draws the names of some cells, each below its cell, on a board that has no names of rows and columns."""
    if geometry.grid is not None or kind.px(_NAME_SIZE) < _LEAST_NAME_PX:
        return
    font = kind.font(_NAME_SIZE, "bold")
    for cell in cells:
        if cell not in geometry.reach or not geometry.spots(cell):
            continue
        text = font.render(cell, True, colours.INK)
        x, y = place.px(geometry.middles[cell])
        box = text.get_rect().inflate(kind.px(6), 0)
        away = geometry.reach[cell] * place.scale + box.height / 2
        box.center = (round(x), round(y + away))
        if box.bottom > place.area.bottom:
            box.centery = round(y - away)
        pygame.draw.rect(surface, colours.PANEL, box, border_radius=box.height // 2)
        shapes.put(surface, text, box.center)
