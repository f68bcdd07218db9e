"""Tapping the four corners in any order, moving them, undoing taps, and what the screen says to do next."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.boards.corner_taps import CornerTaps, move_nearest, order_clockwise, tap, undo

BOARD = ((100.0, 80.0), (500.0, 95.0), (560.0, 420.0), (60.0, 400.0))


def tapped(*places: tuple[float, float]) -> CornerTaps:
    state = CornerTaps()
    for place in places:
        state = tap(state, place)
    return state


@pytest.mark.parametrize("order", list(itertools.permutations(range(4))))
def test_corners_come_out_clockwise_whatever_the_order(order: tuple[int, ...]) -> None:
    state = tapped(*(BOARD[i] for i in order))
    assert state.is_complete
    assert state.corners == BOARD


def test_it_says_what_to_do_next() -> None:
    said = [tapped(*BOARD[:n]).next_step for n in range(5)]
    assert said == [
        "Tap the four corners of the board, one after the other.",
        "Tap 3 more corners of the board.",
        "Tap 2 more corners of the board.",
        "Tap 1 more corner of the board.",
        "Check that the lines follow the board's edges. Tap near a corner to move it.",
    ]
    assert [tapped(*BOARD[:n]).corners is None for n in range(5)] == [True] * 4 + [False]


def test_a_fifth_tap_moves_the_nearest_corner() -> None:
    state = tap(tapped(*BOARD), (505.0, 90.0))
    assert state.corners == (BOARD[0], (505.0, 90.0), *BOARD[2:])


def test_a_drag_moves_the_corner_that_it_began_at() -> None:
    state = move_nearest(tapped(*BOARD), (300.0, 85.0), start=(498.0, 97.0))
    assert state.taps == (BOARD[0], (300.0, 85.0), *BOARD[2:])
    assert move_nearest(CornerTaps(), (1.0, 1.0)) == CornerTaps()


def test_each_step_can_be_taken_back() -> None:
    state = tap(tapped(*BOARD), (505.0, 90.0))
    seen = []
    for _ in range(6):
        state = undo(state)
        seen.append(state.taps)
    assert seen == [BOARD, BOARD[:3], BOARD[:2], BOARD[:1], (), ()]


def test_two_taps_in_one_place_are_refused_at_once() -> None:
    state = tapped((100, 100), (101, 103))
    assert state.problem is not None
    assert "almost in the same place" in state.next_step
    assert undo(state).problem is None


@pytest.mark.parametrize(
    "taps",
    [
        ((100, 100), (300, 100), (500, 100), (300, 400)),
        ((100, 100), (500, 100), (300, 200), (300, 500)),
    ],
    ids=["on-one-line", "one-inside"],
)
def test_what_cannot_be_a_board_is_refused(taps: tuple[tuple[float, float], ...]) -> None:
    state = tapped(*taps)
    assert not state.is_complete
    assert state.corners is None
    assert "not the four corners" in state.next_step
    assert tap(state, (80.0, 380.0)) != state, "a corner can still be moved"


@pytest.mark.parametrize("place", [(math.nan, 1.0), (1.0, math.inf)])
def test_no_place_is_no_tap(place: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match="place in the picture"):
        tap(CornerTaps(), place)


def test_less_than_four_have_no_order() -> None:
    with pytest.raises(ValueError, match="4 corners are needed, not 3"):
        order_clockwise(BOARD[:3])


places = st.tuples(st.floats(-500, 2000), st.floats(-500, 2000))


@given(st.lists(places, min_size=4, max_size=7))
def test_corners_are_always_convex_and_clockwise(taps: list[tuple[float, float]]) -> None:
    corners = tapped(*taps).corners
    if corners is None:
        return
    for i in range(4):
        (ax, ay), (bx, by), (cx, cy) = corners[i - 2], corners[i - 1], corners[i]
        assert (bx - ax) * (cy - by) - (by - ay) * (cx - bx) > 0
    assert corners[0] == min(corners, key=lambda p: p[0] + p[1])


@given(st.lists(places, min_size=0, max_size=6))
def test_undo_takes_back_everything(taps: list[tuple[float, float]]) -> None:
    state = tapped(*taps)
    for _ in taps:
        state = undo(state)
    assert state == CornerTaps()
