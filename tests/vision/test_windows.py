"""The network's input: windows of the same size in piece diameters, without the colour of the light."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision import scene
from vision.reader.evidence.network_input import make_inputs_on_print
from vision.reader.networks import network, windows
from vision.reader.networks.windows import CHANNELS, SIDE
from vision.reader.places import atlas
from vision.register import find


def board() -> tuple[atlas.Picture, windows.Windows, atlas.Atlas]:
    """A picture of a board with a few pieces, its windows and its atlas."""
    layout = scene.layout()
    page = scene.place_pieces(scene.draw_print(layout), layout, {"d4": (240, 240, 240), "a1": (20, 20, 20)})
    image = scene.Camera(layout).photograph(page)
    found = find(image, layout)
    here = atlas.build(layout, found)
    return image, windows.build(found, here.place + here.lean, 9.0), here


def test_a_window_shows_its_place_in_the_middle() -> None:
    image, around, here = board()
    cut = around.cut(image)
    assert cut.shape == (here.count, SIDE, SIDE, 3)
    middle = cut[:, SIDE // 2 - 2 : SIDE // 2 + 2, SIDE // 2 - 2 : SIDE // 2 + 2].mean(axis=(1, 2, 3))
    names = [here.names[c] for c in here.cell]
    assert names[int(middle.argmax())] == "d4"
    assert names[int(middle.argmin())] == "a1"


def test_some_windows_are_those_of_all() -> None:
    image, around, _ = board()
    numbers = np.array([3, 17, 40])
    assert (around.select(numbers).cut(image) == around.cut(image)[numbers]).all()


@pytest.mark.parametrize("light", [(1.0, 1.0, 1.0), (0.3, 0.6, 0.9), (0.9, 0.5, 0.4)])
def test_the_colour_of_the_light_is_taken_out(light: tuple[float, float, float]) -> None:
    rng = np.random.default_rng(1)
    shade = rng.uniform(0.05, 0.9, (50, SIDE, SIDE, 3)).astype(np.float32)
    lit = (shade * np.array(light, np.float32)).astype(np.float32)
    bytes_of = np.clip(np.where(lit <= 0.0031308, 12.92 * lit, 1.055 * lit ** (1 / 2.4) - 0.055) * 255, 0, 255)
    cut = np.rint(bytes_of).astype(np.uint8)
    shown = windows.balance_windows(cut, windows.find_white(cut))
    bright = np.percentile(shade.reshape(-1, 3), 90, axis=0)
    expected = np.minimum(shade / bright, 1.5) ** (1 / 2.2)
    assert np.abs(shown - expected).mean() < 0.02


PLACES = np.array([(x, y) for y in range(3) for x in range(3)], float) * 30


def test_squares_of_two_colours_tell_of_their_own() -> None:
    dark = np.arange(9) % 2 == 1
    now = np.where(dark, 0.2, 0.7)[:, None, None, None].repeat(SIDE, 1).repeat(SIDE, 2).repeat(3, 3).astype(np.float32)
    axis = ((np.arange(SIDE) + 0.5) * 2 / SIDE - 1) * windows.REACH
    now[1][np.hypot(*np.meshgrid(axis, axis)) < 1] = 0.5  # a piece on a dark square
    expected, _ = windows.predict_empty(now, windows.find_similar(now, np.zeros(9, int), PLACES, np.arange(9) != 1))
    assert expected[1] == pytest.approx(0.2, abs=1e-3)
    assert expected[4] == pytest.approx(0.7, abs=1e-3)


def test_places_of_one_sort_tell_how_another_looks_when_empty() -> None:
    now = np.full((9, SIDE, SIDE, 3), 0.4, np.float32)
    now[0] = 0.9
    sort = np.array([0] * 6 + [1] * 3)
    empty = np.array([False] + [True] * 6 + [False] * 2)
    expected, doubt = windows.predict_empty(now, windows.find_similar(now, sort, PLACES, empty))
    assert expected[0] == pytest.approx(0.4)
    assert (doubt[:6] < 1).all()
    assert (doubt[6:] == 1).all()


MANY = np.array([(x, y) for y in range(4) for x in range(6)], float) * 30


def discs(shades: list[float]) -> windows.Singles:
    """Windows of a grey board with a disc in the middle of each."""
    now = np.full((len(shades), SIDE, SIDE, 3), 0.5, np.float32)
    for window, shade in zip(now, shades, strict=True):
        window[windows.SAMPLE_RADII < 1] = shade
    return now


def test_a_disc_in_most_cells_is_print() -> None:
    now = discs([0.9] * 16 + [0.5] * 4 + [0.1] * 4)
    assert windows.find_usual(now, np.zeros(24, int), MANY).tolist() == [True] * 16 + [False] * 8


def test_pieces_of_two_kinds_on_most_cells_are_no_print() -> None:
    assert not windows.find_usual(discs([0.9, 0.1] * 9 + [0.5] * 6), np.zeros(24, int), MANY).any()


ROWS = np.array([(x, y) for y in range(5) for x in range(6)], float) * 30


def test_discs_in_every_second_row_are_print_on_the_board_turned_by_half_too() -> None:
    """A piece on one of the discs and a piece elsewhere change nothing."""
    shades = np.repeat([0.9, 0.5, 0.9, 0.5, 0.9], 6)
    shades[[2, 9]] = 0.1
    print_there = (shades == 0.9).tolist()
    found = windows.find_usual(discs(shades.tolist()), np.zeros(30, int), ROWS)
    assert found[np.array(print_there)].all()
    assert not found[[2, 9]].any()


def test_pieces_of_two_players_who_began_at_two_sides_are_no_print() -> None:
    shades = np.repeat([0.9, 0.9, 0.5, 0.1, 0.1], 6)
    found = windows.find_usual(discs(shades.tolist()), np.zeros(30, int), ROWS)
    assert not found[shades != 0.5].any()


def test_bare_cloth_is_print_wherever_it_is_and_a_sleeve_is_not() -> None:
    rng = np.random.default_rng(4)
    now = np.full((24, SIDE, SIDE, 3), 0.6, np.float32)
    now[[0, 1, 6, 7]] = 0.3  # in one corner of the board
    now[10] = discs([0.9])[0]
    now += rng.normal(0, 0.05, now.shape).astype(np.float32)
    sort = windows.number_sorts(now, np.arange(24))
    assert (np.delete(sort, 10) == sort[0]).all()
    assert sort[10] == 10
    bare = np.ones(24, bool)
    bare[[0, 1, 6, 7, 10]] = False
    assert windows.find_usual(now, sort, MANY).tolist() == bare.tolist()


@pytest.mark.parametrize("is_print", [True, False])
def test_a_bare_tray_is_print_if_its_wood_is_between_the_points_too(is_print: bool) -> None:
    place = np.array([(x, y) for y in range(4) for x in range(12)], float) * 30
    is_tray = place[:, 0] > 8 * 30
    wood = np.array([0.2, 0.45, 0.3], np.float32)
    now = np.tile(wood, (48, SIDE, SIDE, 1))
    now[~is_tray] = wood if is_print else 0.6
    now[~is_tray, :, 4:20] = np.random.default_rng(1).choice([0.9, 0.1], 36)[:, None, None, None]
    found = windows.find_usual(now, windows.number_sorts(now, np.arange(48) % 2), place)
    assert found[is_tray].tolist() == [is_print] * 12


def test_windows_that_are_looked_at_turned_too_say_the_mean() -> None:
    rng = np.random.default_rng(3)
    some = rng.uniform(0, 1, (4, CHANNELS, SIDE, SIDE)).astype(np.float32)
    turned = network.classify(some, np.array([True, True, False, False]))
    plain, mirrored = network.classify(some), network.classify(np.ascontiguousarray(some[..., ::-1]))
    assert turned.log_p[2:] == pytest.approx(plain.log_p[2:], abs=1e-4)
    assert np.abs(turned.log_p[:2] - plain.log_p[:2]).max() > 0.01
    again = network.classify(np.ascontiguousarray(some[..., ::-1]), np.ones(4, bool))
    assert turned.log_p[:2] == pytest.approx(again.log_p[:2], abs=1e-4)
    assert np.abs(mirrored.log_p[:2] - plain.log_p[:2]).max() > 0.01


def test_nothing_known_is_no_print_and_full_doubt() -> None:
    now = np.full((2, SIDE, SIDE, 3), 0.5, np.float32)
    whole = windows.join_channels(now, None, None)
    assert whole.shape == (2, CHANNELS, SIDE, SIDE)
    assert (whole[:, 3:6] == 0).all()
    assert (whole[:, 6] == 1).all()


def test_the_network_says_the_same_of_one_window_as_of_many() -> None:
    rng = np.random.default_rng(2)
    some = rng.uniform(0, 1, (70, CHANNELS, SIDE, SIDE)).astype(np.float32)
    every, two = network.classify(some), network.classify(some[41:43])
    assert every.log_p.shape == (70, 3)
    assert np.exp(every.log_p).sum(axis=1) == pytest.approx(1, abs=1e-4)
    assert two.log_p == pytest.approx(every.log_p[41:43], abs=1e-4)
    assert two.large == pytest.approx(every.large[41:43], abs=1e-4)


def test_a_window_that_the_camera_clips_is_blinded() -> None:
    cut = np.full((3, windows.SIDE, windows.SIDE, 3), 253, np.uint8)
    cut[1, 8:16, 8:16] = (200, 200, 220)  # a grey piece in the middle
    cut[2, :, :, 0] = 120  # yellow
    assert windows.find_blinded(cut).tolist() == [True, False, False]


def test_a_blinded_window_is_never_surely_empty() -> None:
    sure = np.log([[0.998, 0.001, 0.001]] * 2)
    answers = np.exp(network.doubt_blinded(sure, np.array([True, False])))
    assert answers.sum(axis=1) == pytest.approx(1.0)
    assert 0.8 < answers[0, network.EMPTY] < 0.9
    assert answers[1] == pytest.approx(np.exp(sure[1]))


def test_a_piece_that_is_seen_in_a_blinded_window_stays_as_likely() -> None:
    seen = np.log([[0.1, 0.88, 0.02]])
    assert np.exp(network.doubt_blinded(seen, np.array([True]))) == pytest.approx(np.exp(seen))


def test_known_print_is_expected_no_brighter_than_the_camera_can_show() -> None:
    white = np.ones(3)
    printed = np.zeros((1, SIDE, SIDE, 4), np.float32)
    printed[..., :3] = np.log(0.8)
    clipped = make_inputs_on_print(np.ones((1, SIDE, SIDE, 3), np.float32), printed, np.full((1, 3), 3.0), white)
    assert clipped[0, 3:6] == pytest.approx(clipped[0, :3])
