"""Printed discs that look like pieces are told by their colour, which no kind has."""

from __future__ import annotations

import numpy as np
import pytest

from vision.reader.colours.appearance import make_covariance, make_prior_look
from vision.reader.evidence import printed_colours
from vision.reader.networks.network import EMPTY, PIECE
from vision.reader.places.atlas import Floats

LIGHT = make_covariance(0.1, 0.05)
WHITE, GREY, GREEN = (-0.13, -0.07, -0.11), (-2.08, -1.52, -1.61), (-2.2, -0.9, -3.21)  # of a real board, read so
RED, BLUE = (-2.66, -3.26, -0.58), (-0.75, -2.0, -2.6)


def show(*groups: tuple[tuple[float, float, float], int, float]) -> tuple[Floats, Floats]:
    """Colours (n, 3) and the network's answers (n, 3) for groups of places: a colour, how many there are, and the log
    odds that they are empty, each a little different.
    """
    rng = np.random.default_rng(5)
    core = np.concatenate([np.tile(colour, (count, 1)) for colour, count, _ in groups])
    odds = np.concatenate([np.full(count, log_odds) for _, count, log_odds in groups])
    core, odds = core + rng.normal(0, 0.06, core.shape), odds + rng.normal(0, 0.5, odds.shape)
    logs = np.column_stack([odds, np.zeros(len(odds)), np.full(len(odds), -9.0)])
    return core, logs - np.logaddexp.reduce(logs, axis=1)[:, None]


def find_print(*groups: tuple[tuple[float, float, float], int, float], kinds: str = "white black") -> list[bool]:
    """For each group: True if all its places are probably empty, False if none is."""
    core, log_p = show(*groups)
    looks = [make_prior_look(kind, 0.0) for kind in kinds.split()]
    out = printed_colours.correct(core, log_p, looks, LIGHT)
    assert np.exp(out).sum(axis=1) == pytest.approx(1.0)
    ends = np.cumsum([count for _, count, _ in groups])[:-1]
    parts = [set(some.tolist()) for some in np.split(out[:, EMPTY] > out[:, PIECE], ends)]
    assert all(len(some) == 1 for some in parts)
    return [some == {True} for some in parts]


def test_discs_of_a_third_colour_are_print() -> None:
    assert find_print((WHITE, 15, -8.0), (GREY, 15, -5.0), (GREEN, 20, -3.0)) == [False, False, True]


def test_many_discs_are_no_better_evidence_for_pieces_than_a_few() -> None:
    for count in (4, 12, 40):
        assert find_print((WHITE, 3, -8.0), (GREY, 3, -8.0), (BLUE, count, -2.0)) == [False, False, True]


def test_print_may_have_two_colours() -> None:
    shown = find_print((WHITE, 12, -9.0), (GREY, 12, -9.0), (RED, 8, -4.0), (BLUE, 8, -3.0))
    assert shown == [False, False, True, True]


def test_two_colours_are_the_two_kinds() -> None:
    assert find_print((WHITE, 12, -6.0), (RED, 12, -3.0)) == [False, False]


def test_pieces_in_a_shade_keep_their_hue_so_they_are_no_print() -> None:
    shaded = (WHITE[0] - 0.9, WHITE[1] - 0.9, WHITE[2] - 0.9)
    assert find_print((WHITE, 12, -6.0), (GREY, 12, -6.0), (shaded, 8, -2.0)) == [False, False, False]


def test_what_the_network_surely_sees_as_pieces_is_no_print() -> None:
    assert find_print((WHITE, 12, -9.0), (GREY, 12, -9.0), (GREEN, 12, -9.5)) == [False, False, False]


def test_two_odd_places_may_be_anything() -> None:
    assert find_print((WHITE, 12, -6.0), (GREY, 12, -6.0), (GREEN, 2, -2.0)) == [False, False, False]


def test_kinds_of_strong_colours_are_left_to_their_hues() -> None:
    yellow, grey, clear = (-3.0, -0.4, -0.3), (-1.2, -1.2, -1.2), (-3.0, -0.9, -2.6)
    groups = ((RED, 6, -6.0), (yellow, 6, -6.0), (clear, 6, -6.0), (BLUE, 6, -6.0), (grey, 9, -2.0))
    assert find_print(*groups, kinds="red yellow green blue") == [False] * 5


def test_places_that_the_network_sees_empty_stay_as_they_are() -> None:
    core, log_p = show((WHITE, 15, -8.0), (GREY, 15, -5.0), (GREEN, 20, 4.0))
    looks = [make_prior_look(kind, 0.0) for kind in ("white", "black")]
    assert printed_colours.correct(core, log_p, looks, LIGHT) is log_p
