"""Registration in too much light: white runs over the black of the markers, and the board is found all the same."""

from __future__ import annotations

from collections.abc import Set

import cv2
import numpy as np
import pytest

from tests.vision import scene
from tests.vision.test_register import BOARD, OUTLINE, PAGE, off
from vision import register
from vision.errors import BoardNotFound
from vision.layout import Marker
from vision.register import faint, markers, outline


def find_square(marker: Marker) -> tuple[slice, slice]:
    """Where a marker is in the print, as rows and columns."""
    (left, top), _, (right, bottom), _ = (np.array(marker.corners()) * scene.PRINT_SCALE).round().astype(int)
    return slice(top, bottom), slice(left, right)


SQUARES = {marker.id: find_square(marker) for marker in BOARD.markers}


@pytest.mark.parametrize(("tilt", "turn"), [(0.1, 2.8), (0.5, 0.1)])
def test_markers_are_read_where_white_runs_over_their_black_border(tilt: float, turn: float) -> None:
    camera = scene.Camera(BOARD, tilt=tilt, turn=turn, fill=0.7)
    image = camera.photograph(PAGE, noise=3, gain=1.5)
    image = np.asarray(cv2.dilate(image, np.ones((3, 3), np.uint8)), np.uint8)
    assert len(markers.detect(image, "DICT_4X4_50", range(8))) >= 6
    assert off(register.find(image, BOARD), camera) < 0.6


def bleached(camera: scene.Camera, deviation: float, factor: float, page: scene.Picture = PAGE) -> scene.Picture:
    """A blurred picture with `factor` times as much light as the camera can show: white runs over black."""
    light = np.asarray((camera.photograph(page, noise=0) / 255.0) ** 2.2, np.float32)
    soft = np.minimum(factor * cv2.GaussianBlur(light, (0, 0), deviation), 1.0)
    noise = np.random.default_rng(4).normal(0, 3, soft.shape)
    return np.asarray(np.clip(255 * soft ** (1 / 2.2) + noise, 0, 255), np.uint8)


@pytest.mark.parametrize(("tilt", "turn"), [(0.1, 0.06), (0.3, 2.9)])
def test_markers_are_known_by_thin_rests_where_white_runs_over_nearly_all_of_their_black(
    tilt: float, turn: float
) -> None:
    camera = scene.Camera(BOARD, (1920, 1080), tilt=tilt, turn=turn, fill=0.5)
    image = bleached(camera, 2.6, 4.5)
    assert not markers.detect(image, "DICT_4X4_50", range(8))
    found = register.find(image, BOARD)
    assert len(found.markers) == 8
    assert off(found, camera) < 0.2


INSIDE = (slice(round(38 * scene.PRINT_SCALE), -round(38 * scene.PRINT_SCALE)),) * 2
"""The rows and columns of a print within its margin."""


def with_white_margin(page: scene.Picture) -> scene.Picture:
    """The print with white paper around its cells, up to the markers."""
    out = np.full_like(page, 255)
    out[INSIDE] = page[INSIDE]
    for square in SQUARES.values():
        out[square] = page[square]
    return out


def test_the_bright_outline_tells_where_to_look_for_markers_that_nothing_else_tells(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    camera = scene.Camera(BOARD, tilt=0.3, turn=2.9, fill=0.6)
    image = bleached(camera, 2.2, 4.5, with_white_margin(PAGE))
    found = register.find(image, BOARD)
    assert len(found.markers) == 8
    assert off(found, camera) < 0.3
    with pytest.raises(BoardNotFound):
        register.find(image, scene.layout(first_id=20))
    brighter = bleached(camera, 2.4, 4.5, with_white_margin(PAGE))
    found = register.find(brighter, BOARD)
    assert len(found.markers) == 7
    assert off(found, camera) < 0.3
    monkeypatch.setattr(outline, "propose_homographies", lambda *_, **__: [])
    with pytest.raises(BoardNotFound):
        register.find(brighter, BOARD)


def bleach_markers(ids: Set[int]) -> scene.Picture:
    """The print with white in place of some markers."""
    out = PAGE.copy()
    for number in ids:
        out[SQUARES[number]] = 255
    return out


def test_the_paper_of_markers_that_white_has_run_over_tells_where_the_far_side_is() -> None:
    """The others are all on one side. By them alone the board was found 13 px off, or not at all (10,364)."""
    camera = scene.Camera(BOARD, (800, 600), tilt=0.5, turn=2.9, fill=0.6)
    found = register.find(bleached(camera, 1.2, 2.0, bleach_markers({0, 1, 4, 7})), BOARD)
    assert found.markers == (2, 3, 5, 6)
    assert off(found, camera) < 0.5


def find_table(image: scene.Picture, camera: scene.Camera) -> np.ndarray:
    """(h, w) True for the pixels that do not show the board."""
    table = np.ones(image.shape[:2], np.uint8)
    cv2.fillConvexPoly(table, camera.project(OUTLINE).round().astype(np.int32), 0)
    return table > 0


def test_a_dark_outline_tells_where_to_look_for_markers_that_are_bleached(monkeypatch: pytest.MonkeyPatch) -> None:
    camera = scene.Camera(BOARD, (800, 600), tilt=0.5, turn=2.9, fill=0.6)
    image = bleached(camera, 1.2, 2.0, bleach_markers({0, 1, 4, 7}))
    image[find_table(image, camera)] = 190, 200, 205
    monkeypatch.setattr(faint, "propose_homographies", lambda *_, **__: [])
    assert off(register.find(image, BOARD), camera) < 0.5
    monkeypatch.setattr(outline, "_DARK_LEVELS", ())
    with pytest.raises(BoardNotFound):
        register.find(image, BOARD)


def test_a_bright_sheet_of_paper_is_no_board() -> None:
    page = with_white_margin(PAGE)
    page[:] = 255
    with pytest.raises(BoardNotFound):
        register.find(bleached(scene.Camera(BOARD, fill=0.6), 2.2, 4.5, page), BOARD)


def with_red_frame(page: scene.Picture) -> scene.Picture:
    """The print with a red frame around its cells, in which the markers' white papers are."""
    out = with_white_margin(page)
    paper = round(3 * scene.PRINT_SCALE)
    is_frame = np.ones(out.shape[:2], np.bool_)
    is_frame[INSIDE] = False
    for rows, columns in SQUARES.values():
        is_frame[
            max(rows.start - paper, 0) : rows.stop + paper, max(columns.start - paper, 0) : columns.stop + paper
        ] = 0
    out[is_frame] = 25, 45, 230
    return out


def test_a_frame_in_a_strong_colour_tells_where_to_look_on_a_table_that_is_as_bright(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A board of Backgammon with a red frame was not found in too much light (10,964)."""
    camera = scene.Camera(BOARD, tilt=0.3, turn=2.9, fill=0.6)
    image = bleached(camera, 2.4, 4.5, with_red_frame(PAGE))
    is_table, is_red = find_table(image, camera), outline.measure_paleness(image) < 100
    image[is_table] = np.median(markers.to_grey(image)[is_red & ~is_table])
    monkeypatch.setattr(faint, "propose_homographies", lambda *_, **__: [])
    assert off(register.find(image, BOARD), camera) < 0.5
    monkeypatch.setattr(outline, "measure_paleness", markers.to_grey)
    with pytest.raises(BoardNotFound):
        register.find(image, BOARD)


@pytest.mark.parametrize("cut", [(), (0,), (0, 1), (0, 2), (0, 1, 2, 3)])
@pytest.mark.parametrize("first", [0, 1, 3])
def test_corners_that_are_cut_off_are_there_again(cut: tuple[int, ...], first: int) -> None:
    whole = np.array([(100, 80), (520, 110), (480, 400), (60, 330)])
    points: list[np.ndarray] = []
    for i in range(4):
        before, after = ((9 * whole[i] + whole[(i + k) % 4]) / 10 for k in (-1, 1))
        points += [before, after] if i in cut else [whole[i]]
    hull = np.roll(np.array(points), first, axis=0).round().astype(np.int32)[:, None]
    found = outline.enclose_in_quadrangle(hull)
    assert found is not None
    apart = np.linalg.norm(found[:, None] - whole, axis=2)
    assert apart.min(axis=0).max() < 2
    assert len(set(apart.argmin(axis=1))) == 4


def test_nothing_encloses_a_triangle_with_four_lines() -> None:
    assert outline.enclose_in_quadrangle(np.array([[(0, 0)], [(100, 0)], [(50, 90)]], np.int32)) is None
