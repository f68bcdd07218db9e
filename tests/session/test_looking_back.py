"""Players look back at the moves and boards of their game: nothing changes, and what happens meanwhile is not lost."""

from __future__ import annotations

from companion.history.journal import Journal
from companion.history.steps import find_table, list_steps
from companion.values.commands import EnterRoll, ShowStep
from tests.session.evening import Evening, bout_of_spaces


def begin(journal: Journal, game: str) -> Evening:
    evening = Evening(journal, game=game)
    evening.shows(evening.table)
    return evening


def test_every_board_of_the_game_is_shown_with_its_move(journal: Journal) -> None:
    evening = begin(journal, "spry")
    boards = [evening.table]
    for move in ("A1", "I5", "A2 A3"):
        evening.plays(move)
        boards.append(evening.table)
    before, entries = evening.session.state, journal.count
    evening.tap("history")
    seen = []
    for label in ("back", "back", "back", "forward"):
        seen.append(evening.view.table)
        evening.tap(label)
    assert seen == boards[::-1]
    view = evening.view
    assert (view.screen, view.headline, view.table) == ("history", "Step 1 of 3", boards[1])
    assert [line.text for line in view.lines] == [
        *("The game begins.", "1. Black: A1", "2. White: I5", "3. Black: A2 A3"),
    ]
    assert view.lines[view.line].text == "1. Black: A1"
    assert [mark.cell for mark in view.marks] == ["A1"]
    evening.tap("step-3")
    assert evening.view.headline == "Step 3 of 3"
    evening.tap("forward")
    assert evening.view.headline == "Step 3 of 3"
    evening.tap("close")
    assert evening.view.screen == "play"
    assert (evening.session.state, journal.count) == (before, entries)


def test_a_move_on_the_table_is_not_lost_meanwhile(journal: Journal) -> None:
    evening = begin(journal, "spry")
    evening.plays("A1")
    evening.tap("history")
    moved = {**evening.table, "I5": ("white",)}
    evening.shows(moved)
    assert evening.view.screen == "history"
    assert evening.view.table == evening.table
    assert "meanwhile" in evening.view.detail
    evening.tap("close")
    assert evening.view.headline == "I5?"
    evening.perform(ShowStep(0))
    evening.press("done")
    evening.shows(moved)
    assert evening.session.state.moves == ["A1", "I5"], "Done counts, and leads back to the game"
    assert evening.view.screen == "play"


def test_a_bout_a_resignation_and_a_correction_are_steps_too(journal: Journal) -> None:
    evening = bout_of_spaces(journal)
    ended = evening.table
    evening.tap("next")
    start = evening.table
    evening.shows(start)
    evening.perform(EnterRoll([2]), "die")
    evening.tap("otherwise")
    evening.tap("score.B=1")
    evening.tap("agree")
    for label in ("give-up", "W bout", "agree"):
        evening.tap(label)
    state = evening.session.state
    evening.tap("history")
    texts = [line.text.partition(". ")[2] for line in evening.view.lines]
    assert texts[-3:] == ["The next part begins.", "Corrected by hand.", "White gives up the bout"]
    count = len(list_steps(state))
    assert [find_table(state, count - 3), find_table(state, count - 2)] == [ended, start]


def test_a_long_list_is_shown_around_its_step(journal: Journal) -> None:
    evening = begin(journal, "mindfield")
    for move in ("a1", "c1", "e1", "g1", "a3", "g3", "a5", "g5", "a7", "c7", "e7", "g7"):
        evening.plays(move)
    evening.perform(ShowStep(6))
    assert evening.view.lines[evening.view.line].text == "6. Silver: g3"
    assert len(evening.view.lines) == 9
    evening.perform(ShowStep(99))
    assert evening.view.lines[-1].text == "12. Silver: g7"
    assert evening.view.line == 8


def test_a_board_that_was_turned_stays_so_until_people_turn_it_back(journal: Journal) -> None:
    evening = begin(journal, "spry")
    evening.tap("game-menu")
    evening.tap("turn-board")
    assert evening.view.turned
    assert evening.view.screen == "play", "the menu closes, so that people see the board"
    evening.plays("A1")
    assert evening.view.turned
    evening.tap("turn-board")
    assert not evening.view.turned
    assert evening.view.screen == "play"
