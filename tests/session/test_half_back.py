"""Players who take a move back by hand and stop half-way see both ways out, and may go either."""

from __future__ import annotations

import pytest

from companion.history.journal import Journal
from companion.rules.core import Table
from companion.values.commands import EnterRoll
from tests.evening.hearing import written
from tests.session.evening import Evening

WHITE = ("white",)


@pytest.fixture
def played(journal: Journal) -> Evening:
    """Backgammon after White's 8/5 6/5 and a pause."""
    evening = Evening(journal, game="backgammon")
    evening.shows(evening.table)
    evening.perform(EnterRoll([3, 1]), "die")
    evening.plays("8/5 6/5")
    evening.told()
    return evening


def one_taken_back(evening: Evening) -> Table:
    return {**evening.table, "5": WHITE, "8": WHITE * 3}


def test_done_at_half_a_takeback_shows_both_ways(played: Evening) -> None:
    half = one_taken_back(played)
    played.shows(half)
    played.press("done")
    played.shows(half)
    (illegal,) = played.news
    assert illegal.event == "illegal"
    assert [(step["from"], step["to"]) for step in illegal.data["take_back"]] == [("5", "6")]
    shown = played.view
    assert (shown.screen, shown.headline) == ("wrong", "Half taken back")
    assert shown.detail == "To take back 8/5 6/5:"
    assert not shown.reasons
    assert [(way.start, way.end) for way in shown.steps] == [("5", "6")]
    assert [(way.start, way.end) for way in shown.other_steps] == [("8", "5")]
    assert "make this move again" in written(shown)


def test_it_says_so_by_itself_after_a_while(played: Evening) -> None:
    half = one_taken_back(played)
    played.shows(half, 25)
    assert played.told() == []
    played.shows(half, 10)
    assert played.told() == ["illegal"]
    assert played.view.headline == "Half taken back"


def test_who_takes_the_rest_back_has_undone_the_move(played: Evening) -> None:
    half = one_taken_back(played)
    played.shows(half, 70)
    before = played.session.state.game.table(played.session.state.turns[-1].before)
    played.shows(before)
    assert played.told() == ["illegal", "takeback"]
    assert played.session.state.moves == []
    assert played.view.screen == "play"


def test_who_puts_it_forward_again_goes_on(played: Evening) -> None:
    played.shows(one_taken_back(played), 70)
    played.shows(played.table)
    assert played.told() == ["illegal", "corrected"]
    assert played.session.state.moves == ["8/5 6/5"]


def test_undo_takes_the_rest_back(played: Evening) -> None:
    half = one_taken_back(played)
    played.shows(half, 70)
    played.told()
    played.press("undo")
    played.shows(half)
    assert played.told() == ["takeback", "partial"]
    assert played.session.state.moves == []
    assert played.steps == [("move", "white", "5", "6")]


def test_a_pawn_in_a_hand_shows_how_the_move_goes_on_and_how_it_is_undone(journal: Journal) -> None:
    dice = {"red": 5, "yellow": 3, "green": 5, "blue": 4}
    evening = Evening(journal, game="color-dice")
    evening.shows(evening.table)
    evening.perform(EnterRoll(dice), "die")
    evening.tap("keep")
    evening.plays("yellow:2@outside>yellow")
    evening.told()
    half = {cell: kinds for cell, kinds in evening.table.items() if cell != "yellow5"}
    evening.shows(half)
    evening.press("done")
    evening.shows(half)
    shown = evening.view
    assert shown.headline == "Not finished yet"
    assert [step.do for step in shown.other_steps] == ["take"]
    assert "take the last move back" in shown.other_way
