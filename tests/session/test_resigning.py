"""A player gives up: everybody is asked, the rules say what it counts, and it can be undone like any other event."""

from __future__ import annotations

from companion.history.events import NextPartStarted
from companion.history.export.text import write as write_text
from companion.history.journal import Journal
from companion.history.saved_games import list_saved_games, summarize
from companion.history.state import fold_all
from companion.values.commands import (
    Agree,
    ClosePage,
    Disagree,
    EnterRoll,
    FinishTurn,
    GiveUp,
    OpenGameMenu,
    OpenResignations,
    Redo,
    Undo,
)
from companion.values.results import Done, Refused
from tests.session.evening import Evening


def begin(journal: Journal, game: str, position: object = None) -> Evening:
    evening = Evening(journal, position, game)
    evening.shows(evening.table)
    evening.told()
    return evening


def give_up(evening: Evening, label: str) -> None:
    evening.tap("game-menu")
    evening.tap("give-up")
    evening.tap(label)
    evening.tap("agree")


def test_the_menu_of_the_game_leads_to_the_question_and_back(journal: Journal) -> None:
    evening = begin(journal, "mindfield")
    before = evening.view
    assert evening.perform(OpenGameMenu()) == Done()
    assert evening.view.screen == "menu"
    assert {"give-up", "menu", "close"} <= {choice.label for choice in evening.view.choices}
    assert evening.perform(OpenResignations()) == Done()
    assert [choice.label for choice in evening.view.choices] == ["close", "G game", "S game"]
    evening.tap("S game")
    assert evening.view.headline == "Does everybody agree?"
    assert evening.view.detail == "Silver gives up the game. Gold wins by resignation."
    assert evening.perform(Disagree()) == Done()
    assert evening.view == before
    assert evening.session.state.last.kind == "started", "nothing was written"
    for leave in (ClosePage(), FinishTurn()):
        evening.perform(OpenResignations())
        evening.perform(leave)
        assert evening.session.now.page is None
    assert isinstance(evening.perform(GiveUp("nobody")), Refused)


def test_a_player_who_gives_up_has_lost_and_the_saved_game_knows_it(journal: Journal) -> None:
    evening = begin(journal, "mindfield")
    evening.plays("a1")
    evening.told()
    give_up(evening, "S game")
    evening.shows(evening.table)
    assert evening.told() == ["resigned", "over"]
    assert (evening.view.screen, evening.view.headline) == ("over", "The game is over")
    assert evening.view.strip.text == "Gold has won"
    assert evening.view.detail.startswith("Gold wins by resignation.")
    assert fold_all(entry.event for entry in journal.entries) == evening.session.state
    (saved,) = list_saved_games(journal.entries)
    summary = summarize(saved)
    assert summary.over
    assert summary.result is not None
    assert (summary.result.winner, summary.result.how) == ("G", "resigned")
    assert "Silver gives up the game.\n" in write_text(saved)
    assert "Gold has won (resignation); points: 1." in write_text(saved)


def test_giving_up_can_be_undone_and_redone(journal: Journal) -> None:
    evening = begin(journal, "spry")
    evening.plays("A1")
    before = evening.session.state
    give_up(evening, "W game")
    assert evening.session.state.over
    evening.shows(evening.table)
    assert evening.perform(Undo()) == Done()
    evening.shows(evening.table)
    assert evening.session.state.position == before.position
    assert evening.session.state.turns == before.turns, "the move is not undone with it"
    assert evening.view.screen == "play"
    assert evening.perform(Redo()) == Done()
    assert evening.session.state.over
    assert fold_all(entry.event for entry in journal.entries) == evening.session.state


def test_a_bout_is_given_up_and_the_next_one_begins(journal: Journal) -> None:
    evening = begin(journal, "spaces")
    for roll in ([5, 2], [2]):
        evening.perform(EnterRoll(roll), "die")
    evening.plays("J6-I7-H6")
    given_up_at = evening.session.state
    give_up(evening, "B bout")
    evening.shows(evening.table)
    assert evening.view.headline == "This bout is over"
    assert "White wins the bout by resignation." in evening.view.detail
    assert evening.session.state.game.dump(evening.session.state.position)["score"] == {"W": 1, "B": 0}
    evening.press("done")
    evening.shows(given_up_at.game.table(given_up_at.position))
    assert isinstance(evening.session.state.last, NextPartStarted)
    evening.shows(evening.table)
    evening.press("undo")
    assert evening.view.headline == "Undo that much?", "the point is not lost silently"
    assert "Black gives up the bout" in evening.view.detail
    evening.tap("unchanged")
    assert evening.session.state.part_start == 1


def test_a_roll_that_is_not_due_does_not_close_the_question(journal: Journal) -> None:
    evening = begin(journal, "backgammon")
    assert isinstance(evening.perform(OpenResignations()), Refused), "before somebody begins there is nothing to lose"
    evening.perform(EnterRoll([3, 1]), "die")
    evening.perform(OpenResignations())
    evening.perform(GiveUp("B game"))
    evening.perform(EnterRoll([1, 1]), "die")  # is not due
    assert evening.session.now.proposed == GiveUp("B game")
    assert evening.perform(Agree()) == Done()
    assert evening.session.state.over
