"""Color Dice at the table: pawns stay drawn where people put them, and an answer is not tapped over a move."""

from __future__ import annotations

import pytest

from companion.history.journal import Journal
from companion.values.commands import EnterRoll, OpenGameMenu, PlayMove
from companion.values.results import Done, Refused
from tests.session.evening import Evening
from vision.observation import EMPTY


@pytest.fixture
def green(journal: Journal) -> Evening:
    """Green, a dummy, may counterattack Red with one pawn."""
    evening = Evening(journal, game="color-dice")
    evening.shows(evening.table)
    evening.perform(EnterRoll({"red": 5, "yellow": 5, "green": 6, "blue": 1}), "die")
    for move in ("keep", "after", "done"):
        assert isinstance(evening.perform(PlayMove(move)), Done)
    evening.shows(evening.table)
    return evening


def with_attack(evening: Evening) -> dict[str, tuple[str, ...]]:
    return {cell: kinds for cell, kinds in evening.table.items() if cell != "green5"} | {"red5": ("green",)}


def test_after_a_move_nothing_looks_changed_and_the_marks_are_where_it_was_made(green: Evening) -> None:
    after = with_attack(green)
    green.shows(after)
    green.press("done")
    green.shows(after)
    assert green.session.state.moves[-1] == "red:1@green>red"
    assert green.view.seen is None
    assert green.view.table == after
    assert {mark.cell for mark in green.view.marks if mark.style == "last"} == {"green5", "red5"}


def test_with_a_move_on_the_table_no_answer_is_offered_or_taken(green: Evening) -> None:
    assert PlayMove("decline") in [choice.command for choice in green.view.choices]
    green.shows(with_attack(green))
    assert PlayMove("decline") not in [choice.command for choice in green.view.choices]
    refused = green.perform(PlayMove("decline"))
    assert isinstance(refused, Refused)
    assert "press Done" in refused.reason
    green.shows(green.table)
    assert isinstance(green.perform(PlayMove("decline")), Done)


def test_a_hint_without_pieces_to_tell_about_is_not_offered(journal: Journal) -> None:
    evening = Evening(journal, game="color-dice")
    evening.shows(evening.table)
    evening.perform(EnterRoll({"red": 5, "yellow": 3, "green": 6, "blue": 1}), "die")
    evening.perform(PlayMove("keep"))
    lit = {button.name for button in evening.view.buttons if button.enabled}
    assert "hint" not in lit
    evening.press("hint")
    assert evening.view.screen == "play"
    assert "before or after" in evening.view.notices[0]


def test_done_says_that_the_pieces_are_not_back_yet(green: Evening) -> None:
    lost = {cell: kinds for cell, kinds in green.table.items() if cell not in ("green5", "blue1", "yellow1")}
    green.shows(lost, frames=40)
    green.press("undo")
    green.press("done")
    green.shows(lost)
    assert "The pieces are not back yet." in green.view.notices


def test_opening_the_menu_takes_answers_to_earlier_presses_away(journal: Journal) -> None:
    evening = Evening(journal, game="color-dice")
    evening.shows(evening.table)
    evening.press("done")
    evening.shows(evening.table)
    assert evening.view.notices
    evening.perform(OpenGameMenu())
    assert evening.view.notices == ()


def test_an_answer_names_the_move_in_words(green: Evening) -> None:
    half = {"green5": {("green", 1): 0.5, EMPTY: 0.5}, "red5": {("green", 1): 0.5, EMPTY: 0.5}}
    green.shows(green.table, doubts=half, frames=60)
    texts = [choice.text for choice in green.view.choices]
    assert "The move: 1 green pawn from the green area to the red area" in texts
    assert not any("@" in text for text in texts)
