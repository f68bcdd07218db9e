"""Pieces on the print but on no cell: the players are told, and nothing else changes."""

from __future__ import annotations

import pytest

from companion.boards import BOARDS
from companion.history.journal import Journal
from companion.values.commands import EnterRoll
from tests.session.evening import LAST_MOVE_DUE, Evening
from vision.layout import Point

WHERE = BOARDS["spry"].layout().middles
NEAR_A3: Point = (WHERE["A3"][0], WHERE["A3"][1] - 25.0)
NEAR_I1: Point = (WHERE["I1"][0] - 15.0, WHERE["I1"][1] + 20.0)
SAYS_A3 = "A piece is beside the spaces, near A3. Put it on a space, or take it away."


@pytest.fixture
def spry(journal: Journal) -> Evening:
    evening = Evening(journal, game="spry")
    evening.shows({})
    assert evening.told() == ["setup-ok"]
    return evening


def test_a_stone_beside_the_spaces_is_told_while_it_is_there(spry: Evening) -> None:
    before = spry.view.detail
    spry.shows({}, strays=(NEAR_A3,))
    assert spry.view.detail == SAYS_A3
    spry.shows({})
    assert spry.view.detail == before


def test_done_says_it_if_nothing_has_moved_on_the_spaces(spry: Evening) -> None:
    spry.shows({}, strays=(NEAR_A3,))
    spry.press("done")
    spry.shows({}, strays=(NEAR_A3,))
    assert spry.told() == []
    assert spry.view.notices == (SAYS_A3,)


def test_several_stones_are_told_together(spry: Evening) -> None:
    spry.shows({}, strays=(NEAR_A3, NEAR_I1))
    assert spry.view.detail.startswith("2 pieces are beside the spaces, near A3 and I1.")


def test_a_move_counts_and_the_stone_that_does_not_is_told(spry: Evening) -> None:
    table = {"A1": ("black",)}
    spry.shows(table, strays=(NEAR_A3,))
    assert spry.view.headline == "A1?"
    spry.press("done")
    spry.shows(table, strays=(NEAR_A3,))
    assert spry.told() == ["move A1"]
    assert spry.view.notices == (SAYS_A3,)


def test_what_was_there_when_the_table_last_changed_is_not_told_again(spry: Evening) -> None:
    table = {"A1": ("black",)}
    spry.shows(table, strays=(NEAR_A3,))
    spry.press("done")
    spry.shows(table, frames=200, strays=(NEAR_A3,))
    assert spry.view.notices == ()
    assert "beside" not in spry.view.detail
    spry.press("done")
    spry.shows(table, strays=(NEAR_A3,))
    assert spry.view.notices == ("No piece has moved yet. Make your move, then press Done.",)
    pushed = (NEAR_A3[0] + 40.0, NEAR_A3[1])
    spry.shows(table, strays=(pushed,))
    assert "beside" not in spry.view.detail, "it was only pushed"
    spry.shows(table, strays=(NEAR_I1, pushed))
    assert "near I1" in spry.view.detail


def test_what_was_there_at_the_start_is_not_told(journal: Journal) -> None:
    evening = Evening(journal, game="spry")
    evening.shows({}, strays=(NEAR_A3,))
    assert "beside" not in evening.view.detail


def test_what_was_put_there_while_the_table_was_set_up_or_put_right_is_not_told(journal: Journal) -> None:
    evening = Evening(journal, game="spry")
    evening.shows({"A1": ("white",)})
    evening.shows({}, strays=(NEAR_A3,))
    assert evening.told() == ["setup-wrong", "setup-ok"]
    assert "beside" not in evening.view.detail
    evening.shows({"I1": ("white",)}, strays=(NEAR_A3,))
    evening.press("done")
    evening.shows({"I1": ("white",)}, strays=(NEAR_A3,))
    evening.shows({}, strays=(NEAR_A3, NEAR_I1))
    assert evening.told() == ["illegal", "corrected"]
    assert "beside" not in evening.view.detail


def test_done_says_it_beside_what_is_wrong(spry: Evening) -> None:
    table = {"A1": ("white",)}
    spry.shows(table, strays=(NEAR_A3,))
    spry.press("done")
    spry.shows(table, strays=(NEAR_A3,))
    assert spry.told() == ["illegal"]
    assert spry.view.notices == (SAYS_A3,)


def test_a_captured_piece_beside_the_spaces_is_not_told(journal: Journal) -> None:
    start = LAST_MOVE_DUE | {"hand": {"G": 11, "S": 12}, "captured": {"G": 0, "S": 0}}
    evening = Evening(journal, start)
    evening.shows(evening.table)
    evening.told()
    beside = (-20.0, 30.0)
    after = {cell: pieces for cell, pieces in evening.table.items() if cell not in ("e3", "f3")} | {"g3": ("gold",)}
    evening.shows(after, strays=(beside,))
    evening.press("done")
    evening.shows(after, strays=(beside,))
    assert [news for news in evening.told() if news.startswith("move")] == ["move e3xg3"]
    assert evening.view.notices == ()


def test_in_a_game_with_dice_only_done_says_it_because_it_may_be_a_die(journal: Journal) -> None:
    evening = Evening(journal, game="spaces")
    evening.shows(evening.table)
    for roll in ([4, 4], [1, 3], [5]):
        evening.perform(EnterRoll(roll), "die")
    assert evening.session.state.game.status(evening.session.state.position).due == "move"
    evening.shows(evening.table)
    where = BOARDS["spaces"].layout().middles["A6"]
    before = evening.view.detail
    evening.shows(evening.table, strays=(where,))
    assert evening.view.detail == before
    evening.press("done")
    evening.shows(evening.table, strays=(where,))
    (notice,) = evening.view.notices
    assert notice == "Something is beside the spaces, near A6. If it is a piece, put it on a space."
