"""Which pieces a board shows as ghosts: those that moved away, and those that a repair brings."""

from __future__ import annotations

from companion.screen.difference import awaited, moved_away
from companion.values.views import Step

BEFORE = {"blue8": ("blue",), "blue9": ("blue",), "yellow4": ("red",), "8": ("white",) * 3, "5": ("black",)}


def test_a_piece_that_has_moved_leaves_a_ghost() -> None:
    after = {**BEFORE, "8": ("white",) * 2, "7": ("white",)}
    assert moved_away(after, BEFORE, ("blue", "black")) == {"8": ("white",)}


def test_a_pawn_that_was_struck_leaves_none() -> None:
    after = {cell: kinds for cell, kinds in BEFORE.items() if cell != "blue8"}
    assert moved_away(after, BEFORE, ("blue", "black")) == {}


def test_a_pawn_in_the_hand_of_the_player_to_move_leaves_one() -> None:
    after = {cell: kinds for cell, kinds in BEFORE.items() if cell != "yellow4"}
    assert moved_away(after, BEFORE, ("blue",)) == {"yellow4": ("red",)}


def test_a_piece_that_replaced_another_is_one_piece() -> None:
    after = {**BEFORE, "blue9": ("red",)}
    del after["yellow4"]
    assert moved_away(after, BEFORE, ("blue", "black")) == {"yellow4": ("red",)}


def test_a_checker_that_was_hit_leaves_no_ghost_below_the_other() -> None:
    after = {**BEFORE, "8": ("white",) * 2, "5": ("white",), "bar-black": ("black",)}
    assert moved_away(after, BEFORE, ("blue", "black")) == {"8": ("white",)}


def test_a_repair_that_swaps_two_pieces_shows_the_one_that_is_reachable() -> None:
    swap = (Step("", "take", "blue", "blue9", None), Step("", "put", "red", None, "blue9"))
    assert awaited(swap) == {}
    assert awaited(swap[1:]) == {"blue9": ("red",)}


def test_a_checker_that_goes_and_one_that_comes_are_both_shown_on_a_point() -> None:
    steps = (Step("", "move", "white", "5", "8"), Step("", "put", "white", None, "5"))
    assert awaited(steps) == {"8": ("white",), "5": ("white",)}
