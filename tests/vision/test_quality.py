"""Quality: faults of a picture are measured on the markers, and the advice says what to do."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.boards import BOARDS
from companion.virtual_table.camera import VirtualCamera
from companion.virtual_table.look import LIGHTS
from tests.tables import make_scene
from tests.vision import scene
from vision import register
from vision.layout import Layout
from vision.watcher.watcher import quality

MINDFIELD = BOARDS["mindfield"]
LAYOUT = MINDFIELD.layout()
CAMERA = VirtualCamera(make_scene(MINDFIELD), seed=3)
IMAGE = CAMERA.render()
FOUND = register.find(IMAGE, LAYOUT)


def advice(image: scene.Picture) -> str:
    return quality.assess(image, FOUND, LAYOUT).advice or "good"


def around(marker: int, spread: float) -> np.ndarray:
    """How close each pixel is to a marker, (h, w, 1): 1 at the marker, less farther away, as a Gaussian."""
    m = next(m for m in LAYOUT.markers if m.id == marker)
    x, y = FOUND.project(np.array([[m.x, m.y]]))[0]
    yy, xx = np.mgrid[:720, :1280]
    return np.exp(-((xx - x) ** 2 + (yy - y) ** 2) / (2 * spread**2))[..., None]


@pytest.mark.parametrize("game", BOARDS)
@pytest.mark.parametrize("light", LIGHTS)
def test_a_good_picture_of_any_board_needs_no_advice(game: str, light: str) -> None:
    camera = VirtualCamera(make_scene(BOARDS[game]), light=light)
    image = camera.render()
    measured = quality.assess(image, register.find(image, camera.scene.layout), camera.scene.layout)
    assert measured.advice is None
    assert 0.5 < measured.blur_px < 1.2
    assert measured.cell_px > 25


@pytest.mark.parametrize("blur", [1.0, 2.0])
def test_the_blur_is_measured(blur: float) -> None:
    sharp = quality.assess(IMAGE, FOUND, LAYOUT).blur_px
    soft = quality.assess(cv2.GaussianBlur(IMAGE, (0, 0), blur), FOUND, LAYOUT).blur_px
    assert soft == pytest.approx(np.hypot(sharp, blur), rel=0.15)


@pytest.mark.parametrize("noise", [2.0, 6.0])
def test_the_noise_is_measured(noise: float) -> None:
    still = VirtualCamera(make_scene(MINDFIELD), noise=False).render()
    noisy = np.clip(still + noise * scene.grain(still.shape, 1), 0, 255).astype(np.uint8)
    grey = 0.67 * noise  # the noise of grey values, which are a weighted mean of three channels
    assert quality.assess(noisy, FOUND, LAYOUT).noise == pytest.approx(grey, rel=0.35)


@pytest.mark.parametrize("blur", [3.0, 4.5, 6.0])
def test_out_of_focus(blur: float) -> None:
    assert "out of focus" in advice(cv2.GaussianBlur(IMAGE, (0, 0), blur))


@pytest.mark.parametrize("share", [0.12, 0.06])
def test_not_enough_light(share: float) -> None:
    camera = VirtualCamera(make_scene(MINDFIELD), light="dim")
    camera.darken(share)
    assert "not enough light" in advice(camera.render())


def test_overexposed() -> None:
    camera = VirtualCamera(make_scene(MINDFIELD))
    camera.darken(7.0)
    assert "overexposed" in advice(camera.render())


def test_a_hazy_lens() -> None:
    hazy = (0.55 * IMAGE + 0.45 * 200).astype(np.uint8)
    assert "Wipe the camera's lens" in advice(hazy)


def test_a_finger_mark_on_the_lens() -> None:
    near = around(2, 90.0)
    said = advice((IMAGE * (1 - near) + cv2.GaussianBlur(IMAGE, (0, 0), 4) * near).astype(np.uint8))
    assert "near marker 2" in said
    assert "lens seems to be dirty" in said


def test_a_lamp_mirrored_on_the_board() -> None:
    said = advice(np.clip(IMAGE + 200 * around(1, 90.0), 0, 255).astype(np.uint8))
    assert "lamp is mirrored near marker 1." in said


@pytest.mark.parametrize("over", [{0}, {1, 4}, {0, 1, 2, 4}])
def test_a_hand_over_markers_is_no_fault_of_the_picture(over: set[int]) -> None:
    image = IMAGE.copy()
    for m in (m for m in LAYOUT.markers if m.id in over):
        quad = FOUND.project((np.array(m.corners()) - (m.x, m.y)) * 1.6 + (m.x + m.size_mm / 2, m.y))
        cv2.fillConvexPoly(image, quad.round().astype(np.int32), (120, 150, 205), cv2.LINE_AA)
    assert advice(image) == "good"


def test_a_soft_edge_of_a_sleeve_over_a_marker_is_no_finger_mark() -> None:
    marker = next(m for m in LAYOUT.markers if m.id == 1)
    turned = np.array([(np.cos(a), np.sin(a)) for a in np.radians([30, 120])])
    corners = np.array([(-2.0, -2.0), (0.5, -2.0), (0.5, 2.0), (-2.0, 2.0)]) @ turned
    outline = FOUND.project(corners * marker.size_mm + (marker.x, marker.y))
    sleeve = np.zeros(IMAGE.shape[:2], np.float32)
    cv2.fillPoly(sleeve, [outline.round().astype(np.int32)], (1.0,))
    over = cv2.GaussianBlur(sleeve, (0, 0), 4)[..., None]
    assert advice((IMAGE * (1 - over) + np.array([60, 70, 95]) * over).astype(np.uint8)) == "good"


def test_a_board_too_small() -> None:
    small = cv2.resize(IMAGE, (320, 180), interpolation=cv2.INTER_AREA)
    scale = np.diag([0.25, 0.25, 1.0])
    lens = register.registration.Lens(FOUND.lens.focal / 4, (FOUND.lens.centre[0] / 4, FOUND.lens.centre[1] / 4))
    found = register.Registration(scale @ FOUND.homography, lens, (320, 180))
    measured = quality.assess(small, found, LAYOUT)
    assert measured.cell_px == pytest.approx(quality.assess(IMAGE, FOUND, LAYOUT).cell_px / 4, rel=0.02)
    assert measured.advice is not None
    assert measured.advice.startswith("The board is too small in the picture: 17 pixels a cell, 18 are needed.")


def test_a_board_without_markers_that_shows_hardly_an_edge_is_not_called_blurred() -> None:
    bare = Layout("bare", LAYOUT.size_mm, LAYOUT.cells)
    assert quality.assess(cv2.GaussianBlur(IMAGE, (0, 0), 4), FOUND, bare).advice is None


@pytest.mark.parametrize(("factor", "words"), [(0.1, "not enough light"), (5.0, "too bright"), (1.0, None)])
def test_a_board_without_markers_is_judged_by_its_own_light(factor: float, words: str | None) -> None:
    bare = Layout("bare", LAYOUT.size_mm, LAYOUT.cells)
    advice = quality.assess(np.clip(IMAGE * factor, 0, 255).astype(np.uint8), FOUND, bare).advice
    assert advice is None if words is None else advice is not None and words in advice


def test_why_nothing_is_seen() -> None:
    black, white = np.zeros((720, 1280, 3), np.uint8), np.full((720, 1280, 3), 255, np.uint8)
    grey = np.full((720, 1280), 120, np.uint8)
    for picture, words in ((black, "almost black"), (white, "almost white"), (grey, "next to nothing")):
        said = quality.explain_no_board(picture)
        assert said is not None
        assert words in said
    assert quality.explain_no_board(IMAGE) is None


@pytest.mark.parametrize("exposure", [3.0, 4.0])
def test_markers_with_much_white_in_them_are_not_blurred_in_bright_light(exposure: float) -> None:
    """Clipped white makes black lines narrower: the white inside a marker comes close to its edge (film 9398)."""
    camera = VirtualCamera(make_scene(BOARDS["backgammon"]))
    linear = np.clip((camera.render() / 255) ** 2.2 - 0.02, 0, 1)  # its ink is really black
    light = np.clip(exposure * cv2.GaussianBlur(linear, (0, 0), 0.8), 0, 1)
    image = (255 * light ** (1 / 2.2)).astype(np.uint8)
    worst = quality.assess(image, register.find(image, camera.scene.layout), camera.scene.layout).worst
    assert worst is not None
    assert worst[1] < 1.5
