"""Registration: the board is found to a fraction of a pixel, or an error says what to do."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision import scene
from vision import register
from vision.errors import BoardMirrored, BoardNotFound
from vision.layout import Layout
from vision.register import faint, guesses, marker_search, markers
from vision.register.camera import LensPrior, fit_camera
from vision.register.lens import Lens

BOARD = scene.layout()
PAGE = scene.draw_print(BOARD)
CELLS = np.array([(c.x, c.y) for c in BOARD.cells.values()])
W, H = BOARD.size_mm
OUTLINE = np.array([(0, 0), (W, 0), (W, H), (0, H)])


def off(found: register.Registration, camera: scene.Camera, points: np.ndarray = CELLS) -> float:
    return float(np.linalg.norm(found.project(points) - camera.project(points), axis=1).max())


def cover(image: scene.Picture, camera: scene.Camera, ids: Set[int], board: Layout = BOARD) -> scene.Picture:
    """The picture with something flat and pink over the markers."""
    out = image.copy()
    for marker in board.markers:
        if marker.id in ids:
            middle = np.array([marker.x, marker.y])
            quad = camera.project((np.array(marker.corners()) - middle) * 1.5 + middle)
            cv2.fillConvexPoly(out, quad.round().astype(np.int32), (150, 160, 220), cv2.LINE_AA)
    return out


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
@pytest.mark.parametrize(("tilt", "k1"), [(0.03, -0.1), (0.35, 0.02), (0.65, -0.1)])
def test_found_to_a_fraction_of_a_pixel(size: tuple[int, int], tilt: float, k1: float) -> None:
    camera = scene.Camera(BOARD, size, tilt=tilt, k1=k1)
    found = register.find(camera.photograph(PAGE, noise=4), BOARD)
    assert found.markers == tuple(range(8))
    assert off(found, camera) < 0.35
    assert found.residual < 0.6


def test_dim_and_noisy() -> None:
    camera = scene.Camera(BOARD, tilt=0.5, k1=-0.05)
    found = register.find(camera.photograph(PAGE, noise=11, gain=0.3), BOARD)
    assert len(found.markers) >= 6
    assert off(found, camera) < 0.6


def blurred(camera: scene.Camera, deviation: float, quality: int) -> scene.Picture:
    soft = cv2.GaussianBlur(camera.photograph(PAGE, noise=5), (0, 0), deviation)
    packed = cv2.imencode(".jpg", soft, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


@pytest.mark.parametrize(("deviation", "quality"), [(4.2, 90), (4.2, 25), (3.5, 12)])
def test_markers_too_blurred_to_read_are_known_by_their_look(deviation: float, quality: int) -> None:
    camera = scene.Camera(BOARD, tilt=0.1, k1=-0.08, turn=0.1)
    image = blurred(camera, deviation, quality)
    read = markers.detect(image, "DICT_4X4_50", range(8))
    found = register.find(image, BOARD)
    assert len(read) < len(found.markers)
    assert off(found, camera) < 0.6


@pytest.mark.parametrize(("tilt", "turn"), [(0.1, 2.8), (0.4, 0.1), (0.6, 2.8)])
def test_small_and_smeared_markers_are_known_by_their_look(tilt: float, turn: float) -> None:
    # the markers are 12 to 17 px wide
    camera = scene.Camera(BOARD, (640, 480), tilt=tilt, turn=turn, fill=0.5)
    smear = np.eye(5, dtype=np.float32) / 5
    image = np.asarray(cv2.filter2D(camera.photograph(PAGE, noise=3), -1, smear), np.uint8)
    assert off(register.find(image, BOARD), camera) < 0.6


def test_a_place_where_few_markers_are_seen_gives_way_to_one_with_more(monkeypatch: pytest.MonkeyPatch) -> None:
    image = blurred(scene.Camera(BOARD), 1.8, 60)
    right = register.find(image, BOARD)
    assert len(right.markers) >= 6
    places = [replace(right, markers=right.markers[:4]), None, right]
    monkeypatch.setattr(faint, "propose_homographies", lambda *_, **__: [right.homography])
    monkeypatch.setattr(marker_search, "measure", lambda *_: places.pop(0))
    found = guesses.find_board(image, BOARD, LensPrior.unknown((image.shape[1], image.shape[0])), [])
    assert found is right


@pytest.mark.parametrize(("focal", "count"), [(0.4, 8), (1.0, 3)])
def test_a_few_markers_that_ask_for_a_strange_lens_give_way_to_more(
    monkeypatch: pytest.MonkeyPatch, focal: float, count: int
) -> None:
    """Three blurred markers were read, and the board was placed two fingers beside where it was."""
    image = scene.Camera(BOARD).photograph(PAGE, noise=3)
    usual = LensPrior.unknown((image.shape[1], image.shape[0])).lens
    few = replace(register.find(image, BOARD), markers=(0, 1, 2), lens=replace(usual, focal=focal * usual.focal))
    monkeypatch.setattr(marker_search, "improve", lambda *_: few)
    assert len(register.find(image, BOARD).markers) == count


def test_a_blurred_board_that_is_another_one_is_not_found() -> None:
    with pytest.raises(BoardNotFound):
        register.find(blurred(scene.Camera(BOARD, tilt=0.1), 4.2, 90), scene.layout(first_id=20))


def test_a_blurred_board_in_a_mirror_is_not_found() -> None:
    image = blurred(scene.Camera(BOARD, tilt=0.1), 4.2, 90)
    with pytest.raises(BoardNotFound):
        register.find(np.ascontiguousarray(image[:, ::-1]), BOARD)


def test_a_grey_picture_will_do() -> None:
    camera = scene.Camera(BOARD)
    image = cv2.cvtColor(camera.photograph(PAGE), cv2.COLOR_BGR2GRAY)
    assert off(register.find(image, BOARD), camera) < 0.35


@pytest.mark.parametrize("quarter", [1, 2, 3])
def test_a_turned_board_keeps_its_names(quarter: int) -> None:
    camera = scene.Camera(BOARD, turn=quarter * np.pi / 2 + 0.1)
    found = register.find(camera.photograph(PAGE, noise=3), BOARD)
    assert off(found, camera) < 0.35


def test_pieces_appear_where_their_height_puts_them() -> None:
    camera = scene.Camera(BOARD, tilt=0.5, azimuth=0.9)
    found = register.find(camera.photograph(PAGE, noise=3), BOARD)
    for height in (7.0, 40.0):
        lifted = found.lift(CELLS, height)
        assert np.linalg.norm(lifted - camera.project(CELLS, height), axis=1).max() < 1.0
        assert np.linalg.norm(lifted - found.project(CELLS), axis=1).min() > height / 10
    truth = -camera.pose[:, :3].T @ camera.pose[:, 3] * (1, 1, -1)
    assert np.linalg.norm(found.camera_mm() - truth) < 0.04 * np.linalg.norm(truth)


def test_there_and_back() -> None:
    camera = scene.Camera(BOARD, tilt=0.5, k1=-0.1)
    found = register.find(camera.photograph(PAGE, noise=3), BOARD)
    assert np.abs(found.unproject(found.project(CELLS)) - CELLS).max() < 1e-6
    assert np.abs(found.unproject(found.project(OUTLINE)) - OUTLINE).max() < 1e-6
    # scale_at agrees with the picture: the area of a small square in pixels, divided by its area in mm.
    square = np.array([(144.0, 144.0), (146.0, 144.0), (146.0, 146.0), (144.0, 146.0)])
    area = cv2.contourArea(found.project(square).astype(np.float32))
    assert found.scale_at(np.array([145.0, 145.0])) == pytest.approx(np.sqrt(area / 4), rel=1e-3)


def test_rectified_the_board_looks_like_its_print() -> None:
    camera = scene.Camera(BOARD, tilt=0.4, k1=-0.08)
    found = register.find(camera.photograph(PAGE), BOARD)
    flat = found.rectify(camera.photograph(PAGE), (0, 0, W, H), 2.0)
    assert flat.shape == (580, 580, 3)
    print_small = cv2.resize(PAGE, (580, 580), interpolation=cv2.INTER_AREA)
    assert np.abs(flat.astype(int) - print_small).mean() < 4
    maps = found.board_maps((0, 0, W, H), 2.0)
    assert found.board_maps((0, 0, W, H), 2.0) is maps


@pytest.mark.parametrize("hidden", [{0, 1, 2, 3}, {4, 5, 6, 7}, {0, 3, 4, 6, 7}, {1, 3, 4, 5, 6, 7}])
def test_some_markers_hidden(hidden: set[int]) -> None:
    camera = scene.Camera(BOARD, tilt=0.3)
    found = register.find(cover(camera.photograph(PAGE, noise=3), camera, hidden), BOARD)
    assert set(found.markers) == set(range(8)) - hidden
    assert off(found, camera) < 2.5  # px: one millimetre on the board


def test_a_known_lens_makes_few_markers_better() -> None:
    camera = scene.Camera(BOARD, tilt=0.3, k1=-0.1)
    image = camera.photograph(PAGE, noise=3)
    whole = register.find(image, BOARD)
    hidden = cover(image, camera, {1, 2, 4, 5, 6, 7})
    assert off(register.find(hidden, BOARD, whole.lens), camera) < 1.5


@pytest.mark.parametrize("shift", [(0.0, 0.0), (7.0, -5.0)])
@pytest.mark.parametrize("noise", [3.0, 9.0])
def test_a_nudged_board_is_found_where_it_was(shift: tuple[float, float], noise: float) -> None:
    last = register.find(scene.Camera(BOARD, tilt=0.4, k1=-0.05).photograph(PAGE, noise=noise), BOARD)
    camera = scene.Camera(BOARD, tilt=0.4, k1=-0.05, shift_mm=shift)
    image = camera.photograph(PAGE, noise=noise, seed=1)
    found = register.find_near(image, BOARD, last, last.lens)
    assert found.markers == tuple(range(8))
    assert off(found, camera) < 0.6
    hidden = register.find_near(cover(image, camera, {0, 5}), BOARD, last, last.lens)
    assert set(hidden.markers) == set(range(8)) - {0, 5}
    assert off(hidden, camera) < 1.0


def test_a_board_that_has_gone_is_not_found_near() -> None:
    last = register.find(scene.Camera(BOARD, tilt=0.4).photograph(PAGE), BOARD)
    away = scene.Camera(BOARD, tilt=0.4, shift_mm=(60.0, 0.0)).photograph(PAGE)
    with pytest.raises(BoardNotFound, match="No marker"):
        register.find_near(away, BOARD, last, last.lens)


def test_too_little_is_refused_with_what_is_missing() -> None:
    camera = scene.Camera(BOARD)
    image = cover(camera.photograph(PAGE), camera, {0, 1, 2, 3, 4, 6, 7})
    with pytest.raises(BoardNotFound, match=r"marker 5 can be seen, markers 0, 1, 2, 3, 4, 6 and 7 cannot.*Uncover"):
        register.find(image, BOARD)


def test_nothing_in_sight() -> None:
    table = np.full((720, 1280, 3), (40, 60, 90), np.uint8)
    with pytest.raises(BoardNotFound, match=r"No marker of this board is in sight.*whole board"):
        register.find(table, BOARD)


def test_mirrored() -> None:
    image = scene.Camera(BOARD, k1=-0.1).photograph(PAGE, noise=3)
    for mirrored in (image[:, ::-1], image[::-1]):
        with pytest.raises(BoardMirrored, match="mirrored"):
            register.find(np.ascontiguousarray(mirrored), BOARD)


def test_another_board() -> None:
    other = scene.layout(first_id=8)
    image = scene.Camera(other).photograph(scene.draw_print(other))
    with pytest.raises(BoardNotFound, match=r"does not have markers 8, 9, 10, 11, 12, 13, 14 and 15"):
        register.find(image, BOARD)


def test_loose_markers_beside_the_board_do_no_harm() -> None:
    camera = scene.Camera(BOARD, tilt=0.3, fill=0.75)
    image = camera.photograph(PAGE, noise=3)
    names = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for i, number in enumerate((2, 3, 40)):  # two ids of our own, printed on another sheet, and a foreign one
        tile = cv2.copyMakeBorder(
            cv2.aruco.generateImageMarker(names, number, 48), 10, 10, 10, 10, cv2.BORDER_CONSTANT, value=255
        )
        image[60 + 150 * i : 128 + 150 * i, 40:108] = tile[..., None]
    found = register.find(image, BOARD)
    assert found.markers == tuple(range(8))
    assert off(found, camera) < 0.35


def test_a_marker_in_the_wrong_place_is_left_out() -> None:
    board = scene.layout(count=7)
    camera = scene.Camera(board)
    image = camera.photograph(scene.draw_print(board), noise=3)
    names = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    image[300:368, 40:108] = cv2.copyMakeBorder(
        cv2.aruco.generateImageMarker(names, 7, 48), 10, 10, 10, 10, cv2.BORDER_CONSTANT, value=255
    )[..., None]
    found = register.find(image, BOARD)
    assert found.markers == tuple(range(7))
    assert off(found, camera) < 0.35


def test_a_layout_without_markers_asks_for_corners() -> None:
    bare = Layout("bare", BOARD.size_mm, BOARD.cells)
    with pytest.raises(BoardNotFound, match=r"no markers.*corners"):
        register.find(np.zeros((720, 1280, 3), np.uint8), bare)


class TestCorners:
    camera = scene.Camera(BOARD, tilt=0.5, azimuth=0.7)
    px = camera.project(OUTLINE)

    def place(self, px: np.ndarray) -> register.Registration:
        return register.from_corners(self.camera.size, BOARD, [(float(x), float(y)) for x, y in px])

    def test_exact(self) -> None:
        found = self.place(self.px)
        assert off(found, self.camera) < 0.05
        assert np.linalg.norm(found.lift(CELLS, 10) - self.camera.project(CELLS, 10), axis=1).max() < 1.5

    def test_outside_the_picture(self) -> None:
        camera = scene.Camera(BOARD, fill=1.4)
        px = camera.project(OUTLINE)
        assert px.min() < 0
        assert off(self.place(px), camera) < 0.05

    def test_turned(self) -> None:
        camera = scene.Camera(BOARD, turn=np.pi / 2)
        assert off(self.place(camera.project(OUTLINE)), camera) < 0.05

    def test_anticlockwise_is_mirrored(self) -> None:
        with pytest.raises(BoardMirrored, match="anticlockwise"):
            self.place(self.px[::-1])

    @pytest.mark.parametrize("order", [(0, 2, 1, 3), (0, 1, 3, 2), (0, 0, 2, 3), (0, 1, 2, 2)])
    def test_crossed_or_double(self, order: tuple[int, ...]) -> None:
        with pytest.raises(BoardNotFound, match="not the four corners"):
            self.place(self.px[list(order)])

    def test_three_on_a_line(self) -> None:
        px = self.px.copy()
        px[1] = (px[0] + px[2]) / 2
        with pytest.raises(BoardNotFound, match="three are on a line"):
            self.place(px)

    def test_not_four(self) -> None:
        with pytest.raises(BoardNotFound, match=r"Four corners are needed.*3 were given"):
            self.place(self.px[:3])
        with pytest.raises(BoardNotFound, match="Four corners"):
            self.place(np.where(self.px == self.px[0], np.nan, self.px))


@pytest.mark.parametrize("k1", [-0.25, -0.1, 0.0, 0.02, 0.3])
def test_a_lens_bends_and_straightens(k1: float) -> None:
    lens = Lens(1150.0, (639.5, 359.5), k1)
    grid = np.stack(np.meshgrid(np.linspace(-100, 1380, 30), np.linspace(-100, 820, 30)), axis=-1)
    assert np.abs(lens.bend(lens.straighten(grid)) - grid).max() < 1e-4


def test_a_lens_lays_what_it_cannot_see_on_its_edge() -> None:
    lens = Lens(1000.0, (500.0, 500.0), -0.3)
    far = lens.bend(np.array([[1e6, 500.0], [500.0, -1e6]]))
    assert np.isfinite(far).all()
    assert (np.abs(far - 500) <= 1000 / np.sqrt(0.9) + 1).all()


def test_markers_along_one_side_leave_the_other_side_in_doubt() -> None:
    camera = scene.Camera(BOARD, (640, 480), tilt=0.5)
    there = [m for m in BOARD.markers if m.y < 100]
    points = np.array([corner for m in there for corner in m.corners()], float)
    fit = fit_camera(points, camera.project(points), LensPrior.unknown((640, 480)))
    doubt = fit.uncertainty(OUTLINE)
    for deviations in (1.0, -1.0):
        homography, lens = fit.find_worst_case(OUTLINE, deviations)
        moved = register.Registration(homography, lens, (640, 480)).project(OUTLINE)
        first = register.Registration(fit.homography, fit.lens, (640, 480)).project(OUTLINE)
        gone = np.linalg.norm(moved - first, axis=1)
        assert gone.max() == pytest.approx(doubt.max(), rel=0.3)
        assert gone[:2].max() < 0.2 * gone[2:].max()


FEW = frozenset({0, 1, 2, 4, 5})
"""Markers that something hides, so that three are left on two sides of the board."""


def photograph_few(camera: scene.Camera, noise: float, hidden: frozenset[int] = FEW) -> scene.Picture:
    """A blurred and noisy picture in which some markers are hidden."""
    image = cv2.GaussianBlur(cover(camera.photograph(PAGE), camera, hidden), (0, 0), 3.5)
    return np.asarray(np.clip(image + noise * scene.grain(image.shape, 3), 0, 255), np.uint8)


def test_markers_too_faint_to_be_found_tell_where_the_board_is_if_the_camera_has_seen_it_there() -> None:
    camera = scene.Camera(BOARD, tilt=0.4, k1=-0.05)
    earlier, faint = register.find(camera.photograph(PAGE, noise=3), BOARD), photograph_few(camera, 20)
    with pytest.raises(BoardNotFound):
        register.find_again(faint, BOARD, None)
    assert off(register.find_again(faint, BOARD, earlier), camera) < 1.0


@pytest.mark.parametrize("shift", [(0.0, 0.0), (60.0, 0.0)])
def test_the_lens_that_the_camera_has_shown_before_makes_few_markers_enough(shift: tuple[float, float]) -> None:
    earlier = register.find(scene.Camera(BOARD, tilt=0.4, k1=-0.05).photograph(PAGE, noise=3), BOARD)
    camera = scene.Camera(BOARD, tilt=0.4, k1=-0.05, shift_mm=shift, fill=0.7)
    assert off(register.find_again(photograph_few(camera, 3), BOARD, earlier), camera) < 1.5


@pytest.mark.parametrize(("focal", "is_found"), [(0.9, True), (0.42, False)])
def test_half_of_the_faint_markers_are_enough_only_for_a_usual_lens(focal: float, is_found: bool) -> None:
    """With the other lens, three of them once led to a place that was off by 30 px."""
    camera = scene.Camera(BOARD, tilt=0.8, focal=focal)
    image = photograph_few(camera, 3, frozenset({0, 1, 2, 4}))
    if is_found:
        assert off(register.find(image, BOARD), camera) < 1.0
    else:
        with pytest.raises(BoardNotFound):
            register.find(image, BOARD)


def test_a_camera_that_has_been_zoomed_or_shows_pictures_of_another_size_is_no_hindrance() -> None:
    earlier = register.find(scene.Camera(BOARD, tilt=0.4).photograph(PAGE, noise=3), BOARD)
    zoomed = scene.Camera(BOARD, tilt=0.4, fill=0.8)
    zoomed.lens = replace(zoomed.lens, focal=1.3 * zoomed.lens.focal)
    zoomed.homography = zoomed.lens.matrix() @ np.delete(zoomed.pose, 2, axis=1)
    small = scene.Camera(BOARD, (640, 480), tilt=0.4)
    for camera in (zoomed, small):
        assert off(register.find_again(camera.photograph(PAGE, noise=3), BOARD, earlier), camera) < 0.5
