"""The drawn board is the game's own field, whole: nothing is cut off, and nothing of the paper around it is shown."""

from __future__ import annotations

import numpy as np
import pygame
import pytest

from companion.boards import BOARDS, raster
from companion.boards.image import Image
from companion.boards.picture import raster_clear
from companion.screen import board
from companion.screen.board import MOST_NAMED, BoardPicture, Scene
from companion.screen.board_geometry import BoardGeometry
from companion.screen.theme import Type
from companion.values.views import Mark

PX_PER_MM = 2.0


@pytest.mark.parametrize("game", BOARDS)
def test_the_field_holds_all_cells_and_no_marker(game: str) -> None:
    geometry, layout = BoardGeometry(BOARDS[game]), BOARDS[game].layout()
    left, top, right, bottom = geometry.field
    for outline in geometry.outlines.values():
        assert all(left <= x <= right and top <= y <= bottom for x, y in outline)
    image = raster_clear(geometry.document, PX_PER_MM)
    for marker in layout.markers:
        row, column = round((marker.y - top) * PX_PER_MM), round((marker.x - left) * PX_PER_MM)
        inside = 0 <= row < image.shape[0] and 0 <= column < image.shape[1]
        assert not inside or image[row, column, 3] == 0


@pytest.mark.parametrize("game", BOARDS)
def test_what_is_drawn_looks_like_the_print(game: str) -> None:
    geometry = BoardGeometry(BOARDS[game])
    left, top = geometry.field[:2]
    shown = raster_clear(geometry.document, PX_PER_MM).astype(int)
    whole = raster(BOARDS[game], PX_PER_MM).astype(int)
    y, x = round(top * PX_PER_MM), round(left * PX_PER_MM)
    part = whole[y : y + shown.shape[0], x : x + shown.shape[1]]
    shown = shown[: part.shape[0], : part.shape[1]]
    opaque = shown[..., 3] == 255
    off = np.abs(shown[..., :3] - part).max(axis=2)[opaque]
    assert opaque.mean() > 0.5
    assert (off < 40).mean() > 0.9  # edges and small print differ, because pixels begin elsewhere


@pytest.mark.parametrize("game", BOARDS)
@pytest.mark.parametrize("size", [(200, 200), (464, 464), (300, 700)])
def test_the_field_fits_into_every_area(game: str, size: tuple[int, int]) -> None:
    area = pygame.Rect((7, 9), size)
    place = BoardGeometry(BOARDS[game]).place(area, Type(1.0))
    assert area.contains(place.area)
    assert max(place.area.width / area.width, place.area.height / area.height) > 0.85


def test_paper_without_a_field_cannot_be_cropped() -> None:
    sheet = BOARDS["spry"].cutouts()[0]
    with pytest.raises(ValueError, match="no field"):
        sheet.crop_to_field()


def _changed_below(game: str, cell: str, scene: Scene) -> bool:
    """True if a scene draws something just below a piece on this cell."""
    area, kind = pygame.Rect(0, 0, 800, 700), Type(1.0)
    picture, geometry = BoardPicture(BOARDS[game]), BoardGeometry(BOARDS[game])
    pictures = []
    for one in (Scene({}, {}), scene):
        surface = pygame.Surface(area.size)
        place = picture.draw(surface, area, one, kind)
        x, y = place.px(geometry.middles[cell])
        below = pygame.Rect(0, 0, 10, 6)
        below.center = (round(x), round(y + geometry.reach[cell] * place.scale + 8))
        pictures.append(pygame.image.tobytes(surface.subsurface(below), "RGB"))
    return pictures[0] != pictures[1]


def test_pieces_and_marks_have_their_names_where_the_rim_has_none() -> None:
    assert _changed_below("spaces", "D7", Scene({"D7": ("black",)}, {}))
    assert _changed_below("spaces", "D7", Scene({}, {}, marks=(Mark("D7", "target"),)))
    assert not _changed_below("mindfield", "c4", Scene({"c4": ("gold",)}, {}))
    cells = [cell for cell in BoardGeometry(BOARDS["spaces"]).middles if cell[-1].isdigit()]
    many = tuple(Mark(cell, "target") for cell in {"D7", *cells[: MOST_NAMED + 1]})
    assert not _changed_below("spaces", "D7", Scene({}, {}, marks=many)), "too many to read"


def test_positions_of_areas_have_no_names() -> None:
    assert not _changed_below("color-dice", "red5", Scene({}, {}, marks=(Mark("red5", "target"),)))


def test_a_print_is_drawn_once_for_all_screens(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[float] = []

    def count(document: bytes, px_per_mm: float) -> Image:
        sizes.append(px_per_mm)
        return raster_clear(document, px_per_mm)

    monkeypatch.setattr(board, "raster_clear", count)
    area = pygame.Rect(0, 0, 311, 313)  # no other test draws in this size
    for _ in range(2):
        BoardPicture(BOARDS["mindfield"]).draw(pygame.Surface(area.size), area, Scene({}, {}), Type(1.0))
    assert len(sizes) == 1
