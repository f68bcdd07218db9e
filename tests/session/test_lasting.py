"""What nobody should miss stays on the screen until it is read: by a tap, or by the next move."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.history.events import Rolled
from companion.history.journal import Journal
from companion.history.state import fold
from companion.rules import GAMES
from companion.session.announcements import NOTICE_S
from companion.session.lasting import MOST_UNREAD, list_unread
from companion.session.transient_state import Unread
from companion.values.commands import Agree, EnterRoll, MarkRead, OpenCorrections, PlayMove, VoidRoll
from companion.values.results import Done
from tests.session.evening import Evening, bout_of_spaces

LONG = round(2 * NOTICE_S * 30)
"""Frames in which every passing notice has gone."""


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "journal.db") as opened:
        yield opened


def backgammon(journal: Journal, position: object = None) -> Evening:
    evening = Evening(journal, position, "backgammon")
    evening.shows(evening.table)
    return evening


def read(evening: Evening) -> str:
    return " ".join(evening.view.unread)


def begin_next(evening: Evening) -> None:
    """Begins the next bout: Done, and its start table."""
    evening.shows(evening.table, 30)
    evening.press("done")
    evening.shows(evening.table)
    assert evening.session.now.laying_out
    evening.shows(evening.table)


def test_who_won_the_opening_roll_stays_until_their_move(journal: Journal) -> None:
    evening = backgammon(journal)
    evening.perform(EnterRoll([5, 5]), "die")
    assert "Both rolled 5" in read(evening)
    evening.perform(EnterRoll([3, 1]), "die")
    assert "Both" not in read(evening), "a roll replaces the one before it"
    assert "White rolled the higher die" in read(evening)
    evening.shows(evening.table, LONG)
    assert "White rolled the higher die" in read(evening)
    evening.plays("8/5 6/5")
    assert read(evening) == ""


def test_a_tap_says_that_it_is_read(journal: Journal) -> None:
    evening = backgammon(journal)
    evening.perform(EnterRoll([3, 1]), "die")
    assert evening.perform(MarkRead()) == Done()
    assert read(evening) == ""
    evening.perform(EnterRoll([6, 6]), "die")
    assert "Read" not in read(evening)


def test_a_script_can_read_it_too(journal: Journal) -> None:
    evening = backgammon(journal)
    evening.perform(EnterRoll([3, 1]), "die")
    evening.tap("read")
    assert read(evening) == ""


def test_an_opening_roll_that_does_not_count_is_no_longer_told(journal: Journal) -> None:
    evening = backgammon(journal)
    evening.perform(EnterRoll([3, 1]), "typed")
    evening.perform(VoidRoll())
    evening.perform(Agree())
    assert read(evening) == ""


def test_a_move_taken_back_by_hand_stays(journal: Journal) -> None:
    evening = backgammon(journal)
    evening.perform(EnterRoll([3, 1]), "die")
    before = evening.table
    evening.plays("8/5 6/5")
    evening.shows(before, 90)
    assert not evening.session.state.turns
    evening.shows(before, LONG)
    assert "8/5 6/5" in read(evening)
    assert "White" in read(evening)


def test_undo_and_redo_stay_each_until_the_next(journal: Journal) -> None:
    evening = backgammon(journal)
    evening.perform(EnterRoll([3, 1]), "die")
    evening.plays("8/5 6/5")
    evening.press("undo")
    assert "Undone" in read(evening)
    assert "8/5 6/5" in read(evening)
    evening.press("redo")
    assert "Redone" in read(evening)
    assert "Undone" not in read(evening)
    evening.shows(evening.table, LONG)
    assert "8/5 6/5" in read(evening)


def test_after_giving_up_nothing_is_told_any_more_of_what_was_redone(journal: Journal) -> None:
    evening = backgammon(journal)
    evening.perform(EnterRoll([3, 1]), "die")
    evening.plays("8/5 6/5")
    evening.press("undo")
    evening.press("redo")
    for label in ("game-menu", "give-up", "B game", "agree"):
        evening.tap(label)
    evening.shows(evening.table)
    assert evening.session.state.over
    assert "Redone" not in read(evening)


def test_an_undone_correction_stays(journal: Journal) -> None:
    evening = backgammon(journal, GAMES["backgammon"].dump(GAMES["backgammon"].new({"match_length": 5})))
    evening.perform(OpenCorrections())
    evening.tap("score.W=1")
    evening.tap("agree")
    evening.press("undo")
    assert "correction" in read(evening)
    evening.press("redo")
    assert "correction" in read(evening)


def test_a_forced_pass_stays(journal: Journal) -> None:
    new = GAMES["backgammon"].dump(GAMES["backgammon"].new())
    closed = {str(point): ["B", 2] for point in range(19, 25)}
    stuck = {"points": {**closed, "1": ["B", 3], "6": ["W", 14]}, "bar": {"W": 1, "B": 0}, "phase": "roll"}
    evening = backgammon(journal, new | stuck)
    evening.perform(EnterRoll([3, 1]), "die")
    assert "cannot move" in read(evening)
    evening.press("done")
    evening.shows(evening.table)
    assert evening.player == "B"
    assert read(evening) == "White could not move and passed."
    evening.perform(EnterRoll([2, 1]), "die")
    assert "passed" in read(evening), "a roll that says nothing takes nothing away"


def test_a_pass_that_is_a_choice_is_no_news(journal: Journal) -> None:
    evening = Evening(journal, GAMES["spry"].dump(GAMES["spry"].new({"swap": True})), "spry")
    evening.shows(evening.table)
    evening.plays("E5")
    evening.perform(PlayMove("swap"))
    assert "passed" not in read(evening)
    assert "swap" in read(evening)


def test_the_end_of_a_phase_stays(journal: Journal) -> None:
    rules = GAMES["mindfield"]
    evening = Evening(journal)
    evening.shows(evening.table)
    while rules.dump(evening.session.state.position)["phase"] == "setup":
        evening.plays(rules.legal(evening.session.state.position, 1).moves[0])
    assert "Setting up ends" in read(evening)
    evening.shows(evening.table, LONG)
    assert "Setting up ends" in read(evening)


def test_the_next_part_begins_with_nothing_to_read(journal: Journal) -> None:
    evening = bout_of_spaces(journal)
    evening.press("undo")
    assert "Undone" in read(evening)
    evening.press("redo")
    assert "Redone" in read(evening)
    begin_next(evening)
    assert evening.session.state.part_starts
    assert read(evening) == ""


def test_few_messages_wait_at_a_time(journal: Journal) -> None:
    state = backgammon(journal).session.state
    unread: tuple[Unread, ...] = tuple(Unread(f"Message {number}.") for number in range(9))
    rolled = Rolled([3, 1], "die")
    unread = list_unread(unread, state, rolled, fold(state, rolled))
    assert len(unread) == MOST_UNREAD
    assert [message.text for message in unread[:-1]] == ["Message 7.", "Message 8."]


@pytest.mark.parametrize("button", [None, "undo", "redo"])
def test_a_restart_shows_again_what_was_to_be_read(journal: Journal, button: str | None) -> None:
    evening = backgammon(journal)
    evening.perform(EnterRoll([3, 1]), "die")
    if button is not None:
        evening.plays("8/5 6/5")
        evening.press("undo")
    if button == "redo":
        evening.press("redo")
    told = evening.view.unread
    assert told
    again = Evening(journal, game="backgammon")
    assert again.view.unread == told
    again.shows(again.table)
    again.perform(MarkRead())
    assert again.view.unread == ()


def test_a_restart_shows_nothing_that_a_move_has_taken_away(journal: Journal) -> None:
    evening = backgammon(journal)
    evening.perform(EnterRoll([3, 1]), "die")
    evening.plays("8/5 6/5")
    assert Evening(journal, game="backgammon").view.unread == ()


def test_the_first_roll_of_a_bout_can_be_corrected_and_the_screen_says_where(journal: Journal) -> None:
    evening = bout_of_spaces(journal)
    begin_next(evening)
    before = evening.session.state.position
    score = before.score
    evening.perform(EnterRoll([1]), "die")
    assert evening.session.state.position.score != score, "a one wins the bout at once"
    command = evening.view.strip.command
    assert command == OpenCorrections()
    evening.perform(command)
    evening.tap("throw again")
    evening.tap("agree")
    assert evening.session.state.position == before
