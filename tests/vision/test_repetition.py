"""What repeats on boards whose cells alternate: print of one colour, pieces on both."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from vision.reader.evidence import similar_places
from vision.reader.networks import network, repetition, windows
from vision.reader.networks.windows import SAMPLE_RADII, SIDE

SIZE = 7
PLACE = np.array([(c, r) for r in range(SIZE) for c in range(SIZE)], np.float64) * 40
DARK = PLACE.sum(axis=1) // 40 % 2 == 1
SORT = np.zeros(len(PLACE), np.int64)
EMPTY, PIECE = np.log([0.9, 0.08, 0.02]), np.log([0.04, 0.95, 0.01])
WOOD, FELT, GOLD, GREY = (0.8, 0.7, 0.5), (0.3, 0.5, 0.3), (0.9, 0.8, 0.2), (0.35, 0.33, 0.36)


def show(pieces: dict[int, tuple[float, float, float]], radius: float = 0.0, felt: bool = False) -> np.ndarray:
    """Windows of a board of wood: with printed grey discs of this radius, or with felt, on every second cell."""
    out = np.empty((len(PLACE), SIDE, SIDE, 3), np.float32)
    out[:] = WOOD
    if felt:
        out[DARK] = FELT
    out[np.ix_(DARK, *map(range, (SIDE, SIDE, 3)))] = np.where(SAMPLE_RADII[..., None] < radius, GREY, out[DARK])
    for place, colour in pieces.items():
        out[place][SAMPLE_RADII < 0.9] = colour
    light = np.random.default_rng(1).uniform(0.95, 1.05, (len(PLACE), 1, 1, 1))
    return np.asarray(out * light, np.float32)


def answers(pieces: np.ndarray) -> np.ndarray:
    """What the network says if it takes these places for pieces and the others for empty."""
    return np.where(pieces[:, None], PIECE, EMPTY)


def test_printed_discs_on_every_second_cell_are_print_though_most_look_like_pieces() -> None:
    gold = dict.fromkeys((0, 1, 10, 17, 23, 30, 36, 40), GOLD)
    taken = DARK & (np.arange(len(PLACE)) % 4 != 1)
    taken[list(gold)] = True
    log_p = answers(taken)
    told = repetition.find_repeated(show(gold, 0.8), SORT, PLACE, log_p, ~taken)
    bare = np.ones(len(PLACE), np.bool_)
    bare[list(gold)] = False
    assert (told.printed == bare).all()
    assert len(set(told.sort[DARK])) == len(set(told.sort[~DARK])) == 1
    assert told.sort[DARK][0] != told.sort[~DARK][0]


@pytest.mark.parametrize("men", [8, 10])
def test_men_on_the_dark_squares_are_no_print(men: int) -> None:
    """In draughts pieces are on dark squares only, each player's on one side."""
    dark = np.flatnonzero(DARK)
    pieces = {**dict.fromkeys(dark[:men].tolist(), GOLD), **dict.fromkeys(dark[-men:].tolist(), GREY)}
    taken = np.isin(np.arange(len(PLACE)), list(pieces))
    told = repetition.find_repeated(show(pieces, felt=True), SORT, PLACE, answers(taken), ~taken)
    assert not told.printed[taken].any()


def test_a_piece_that_the_network_calls_empty_is_strange_if_others_show_what_pieces_look_like() -> None:
    pieces = dict.fromkeys((1, 10, 17, 24, 0, 8), GOLD)
    taken = np.isin(np.arange(len(PLACE)), (1, 3, 10, 17))
    told = repetition.find_repeated(show(pieces, felt=True), SORT + DARK, PLACE, answers(taken), ~taken)
    assert {0, 8, 24} <= set(np.flatnonzero(told.strange).tolist()) <= set(pieces)


def test_cells_that_do_not_alternate_have_one_sort() -> None:
    place = np.array([(c + r / 2, r * 0.866) for r in range(SIZE) for c in range(SIZE)]) * 40
    told = repetition.find_repeated(show({}, 0.8), SORT, place, answers(DARK), ~DARK)
    assert len(set(told.sort.tolist())) == 1
    assert not told.printed.any()


def test_a_piece_that_looks_nearly_as_its_cells_do_shows_no_print(monkeypatch: pytest.MonkeyPatch) -> None:
    pieces = dict.fromkeys((1, 10, 17, 24, 0, 8), GOLD)
    taken = np.isin(np.arange(len(PLACE)), (1, 3, 10, 17))
    now, everywhere = show(pieces, felt=True), np.ones(len(PLACE), np.bool_)
    monkeypatch.setattr(network, "classify", lambda *_: SimpleNamespace(log_p=answers(taken)))
    monkeypatch.setattr(similar_places, "make_inputs", lambda *_: None)
    monkeypatch.setattr(windows, "find_usual", lambda *_: everywhere)  # most of what they show is felt or wood
    scene: Any = SimpleNamespace(
        atlas=SimpleNamespace(place=PLACE, cell=np.arange(len(PLACE))), in_row=~everywhere, family=SORT
    )
    conditions: Any = SimpleNamespace(is_print_known=False)
    similar = similar_places.find_similar_empty(now, conditions, scene)
    assert similar is not None
    shown = {int(place) for those in similar if those is not None for place in those}
    assert shown
    assert not {0, 8, 24} & shown, "they hold pieces, though the network calls them empty"


def test_what_looks_the_same_all_over_the_board_is_told_from_what_covers_a_part_of_it() -> None:
    corner = (PLACE < 3 * 40).all(axis=1)  # a phone
    now = show({}, 0.8)
    now[corner] = 0.1
    everywhere = repetition.find_widespread(now, PLACE, answers(np.zeros(len(PLACE), np.bool_)))
    assert (everywhere == ~corner).all()


def test_pieces_do_not_make_what_looks_like_them_widespread() -> None:
    pieces = dict.fromkeys((0, 6, 24, 42, 48), GREY)
    taken = np.isin(np.arange(len(PLACE)), (0, 6, 42, 48))
    told = repetition.find_widespread(show(pieces), PLACE, answers(taken))
    assert not told[24]
