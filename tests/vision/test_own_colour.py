"""The colour of a piece is its own, not that of a lamp that is mirrored in it."""

from __future__ import annotations

import numpy as np
import pytest

from companion.boards import BOARDS, art
from companion.virtual_table.camera import VirtualCamera
from tests.tables import make_scene
from vision import register
from vision.observation import SURE
from vision.reader import Reader
from vision.reader.evidence.place_evidence import find_darkest, find_glare, find_own_colour, find_shine

BLACK = -2.6  # a logarithm of reflectance
STONES = ("A5", "C1", "C7", "F1", "I1")
FACE = np.hypot(*np.mgrid[-12:13, -12:13]) <= 12  # a piece of 25 samples from side to side


def shade(level: float) -> np.ndarray:
    return np.full((1, int(FACE.sum()), 3), level, np.float32)


def find_colour(middle: np.ndarray, face: np.ndarray) -> np.ndarray:
    """The own colour (1, 3) of a piece with this middle (1, 3)."""
    return find_own_colour(middle, face, find_shine(middle, face))


def is_glare(middle: float | tuple[float, ...], face: np.ndarray, edge: list[np.ndarray]) -> bool:
    """True if a piece with this middle (a logarithm, or one for each channel) may show a lamp there."""
    core = np.broadcast_to(np.array(middle), (1, 3))
    (found,) = find_glare(core, face, find_darkest(face), np.zeros((1, 3)), edge).tolist()
    return bool(found)


@pytest.mark.parametrize("seed", [1, 4, 7])
def test_a_lamp_mirrored_in_the_middle_of_black_stones_makes_none_of_them_white(seed: int) -> None:
    scene = make_scene(BOARDS["spry"], seed=seed)
    camera = VirtualCamera(scene, size=(1280, 720), light="lamp", seed=seed)
    found = register.find(camera.render(), scene.layout)
    reader = Reader(scene.layout, art(scene.layout), {"white": 40, "black": 40})
    reader.learn(camera.render(), found, {})
    scene.lay(dict.fromkeys(STONES, ("black",)))
    reading = reader.read(camera.render(), found)
    assert {name: cell.best[0] for name, cell in reading.cells.items() if cell.best[1]} == dict.fromkeys(
        STONES, "black"
    )


def test_glare_over_the_middle_leaves_the_colour_of_the_rim() -> None:
    face = shade(BLACK)
    face[0, : face.shape[1] // 2] = -0.3
    middle = np.full((1, 3), -0.3)
    assert find_colour(middle, face) == pytest.approx(BLACK)


def shine(darkest: float, brightest: float) -> np.ndarray:
    """A piece whose brightness varies evenly between two levels, as where a lamp is mirrored in a rounded top."""
    levels = np.linspace(darkest, brightest, int(FACE.sum()), dtype=np.float32)
    return np.repeat(levels[None, :, None], 3, axis=2)


def test_a_lamp_that_fades_towards_the_rim_is_not_the_colour_of_the_piece() -> None:
    face, middle = shine(-2.3, 0.3), np.full((1, 3), -0.9)
    assert find_shine(middle, face).all()
    assert find_colour(middle, face) == pytest.approx(-1.4, abs=0.02)


def test_light_from_one_side_leaves_the_colour_of_the_middle() -> None:
    face, middle = shine(-2.3, 0.3), np.full((1, 3), -1.2)
    assert not find_shine(middle, face).any()
    assert find_colour(middle, face) == pytest.approx(-1.2)


def test_a_white_piece_in_a_dark_surrounding_has_no_shine() -> None:
    face = shade(-0.3)
    face[0, : 2 * face.shape[1] // 5] = BLACK
    assert not find_shine(np.full((1, 3), -0.3), face).any()


def test_the_shade_in_a_deep_middle_leaves_the_colour_of_the_rest() -> None:
    face = shade(-0.5)
    face[0, : 2 * face.shape[1] // 5] = -1.7
    assert find_colour(np.full((1, 3), -1.7), face) == pytest.approx(-0.5)
    assert find_colour(np.full((1, 3), -1.05), face) == pytest.approx(-1.05)


def test_a_small_dark_rim_does_not_change_the_colour_of_the_middle() -> None:
    face = shade(-0.3)
    face[0, : face.shape[1] // 4] = BLACK
    middle = np.full((1, 3), -0.3)
    assert find_colour(middle, face) == pytest.approx(-0.3)


@pytest.mark.parametrize(
    ("middle", "rim", "may_be_glare"), [(-0.05, -0.6, True), (-0.05, -0.1, False), (-0.4, -1, False)]
)
def test_a_clipped_middle_in_a_darker_rim_may_be_glare(middle: float, rim: float, may_be_glare: bool) -> None:
    face = shade(middle)
    face[0, : face.shape[1] // 6] = rim
    edge = [np.arange(face.shape[1])]
    assert is_glare(middle, face, edge) == may_be_glare


@pytest.mark.parametrize(
    ("blue", "rim", "may_be_glare"), [(-0.65, -1.5, True), (-0.65, -1.1, False), (-0.05, -1.1, True)]
)
def test_a_middle_that_is_clipped_in_all_channels_but_one_may_be_glare(
    blue: float, rim: float, may_be_glare: bool
) -> None:
    """The gold Antipode in the light of a near lamp (Mindfield 10,855): its rim is far darker."""
    middle = (blue, 0.0, 0.0)
    face = np.broadcast_to(np.array(middle, np.float32), (1, int(FACE.sum()), 3)).copy()
    face[0, : face.shape[1] // 6] = rim
    one_side_only = [np.arange(face.shape[1] // 2), np.arange(face.shape[1] // 2, face.shape[1])]
    assert is_glare(middle, face, one_side_only) == may_be_glare


@pytest.mark.parametrize(("dark", "may_be_glare"), [(6, True), (5, False), (0, False)])
def test_a_middle_that_is_much_brighter_than_all_of_its_edge_may_be_glare(dark: int, may_be_glare: bool) -> None:
    """A gap beside a piece is dark, too, but in some directions only."""
    face = shade(-0.5)
    edge = np.array_split(np.arange(face.shape[1]), 6)
    for some in edge[:dark]:
        face[0, some[:2]] = -1.3
    assert is_glare(-0.5, face, edge) == may_be_glare


def test_a_black_piece_that_mirrors_a_lamp_with_all_of_its_top_is_not_surely_white() -> None:
    """Its dark sides show that the bright top may be a lamp."""
    scene = make_scene(BOARDS["spaces"], seed=8371)
    scene.lay({"A1": ("white",), "E1": ("white",), "I6": ("white",), "C3": ("black",), "E19": ("black",)})
    camera = VirtualCamera(scene, size=(960, 540), light="lamp", seed=8371)
    picture = camera.render()
    reading = Reader(scene.layout, art(scene.layout)).read(picture, register.find(picture, scene.layout))
    assert reading.cells["E19"].p < SURE
    assert {name for name, cell in reading.cells.items() if cell.best[1]} == {"A1", "E1", "I6", "C3", "E19"}
    assert all(reading.cells[name].best == ("white", 1) and reading.cells[name].p > SURE for name in ("A1", "E1", "I6"))
