"""Corrections of what no camera sees: only what the rules accept, and the pieces on the table stay."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from companion.history.events import Corrected, Moved, Rolled, Started
from companion.history.journal import Journal
from companion.history.state import State, fold, fold_all
from companion.presentation.game_view import make_view
from companion.rules import GAMES
from companion.rules.core import JSON
from companion.session import Session
from companion.session.corrections import corrections
from companion.values.commands import Agree, CorrectPosition, Disagree, KeepAsItIs, OpenCorrections
from companion.values.results import Done, Refused
from tests.readings import Content
from tests.session.evening import Evening


def game(name: str, options: dict[str, JSON], *later: Rolled | Moved) -> State:
    rules = GAMES[name]
    state = fold_all([Started(name, rules.dump(rules.new(options))), *later])
    assert state is not None
    return state


PLAYED = [
    game("mindfield", {}, Moved("a1"), Moved("g7")),
    game("mindfield", {"rounds": 2}, Moved("b2")),
    game("spaces", {}, Rolled([5, 2], "script"), Rolled([2], "script"), Moved("J6-I7-H6")),
    game("backgammon", {"cube": True, "match_length": 5}, Rolled([3, 1], "script"), Moved("8/5 6/5")),
    game("color-dice", {}),
    game("spry", {}, Moved("A1")),
]


@pytest.mark.parametrize("state", PLAYED, ids=lambda state: state.game.info.id)
def test_every_correction_is_a_position_with_the_same_table_and_can_be_recorded(state: State) -> None:
    offered = corrections(state)
    assert len({c.label for c in offered}) == len(offered)
    for correction in offered:
        corrected = fold(state, Corrected(correction.position))
        assert corrected.game.table(corrected.position) == state.game.table(state.position)
        assert corrected.position != state.position
        assert corrected.turns == state.turns


def test_what_is_kept_beside_the_board_is_offered() -> None:
    labels = {state.game.info.id: {c.label for c in corrections(state)} for state in PLAYED}
    assert "score.W=1" in labels["spaces"]
    assert {"score.B=1", "cube=2 W", "cube=2 B"} <= labels["backgammon"]
    assert labels["spry"] == set()
    basic = {c.label for c in corrections(PLAYED[0])}
    assert "hand.G=11, captured.S=1" in basic


def test_a_tap_corrects_and_the_journal_has_it(tmp_path: Path) -> None:
    rules = GAMES["spaces"]
    started = Started("spaces", rules.dump(rules.new()))
    with Journal(tmp_path / "journal.db") as journal:
        journal.append(started)
        session = Session(journal, fold(None, started), {}, resumed=True)
        session.take_news()
        position = session.state.game.dump(session.state.position)
        correction = CorrectPosition({**position, "score": {"W": 1, "B": 0}})
        assert isinstance(session.perform(correction, "screen", 0, 0.0), Refused), "nobody has asked for it"
        assert session.state.game.dump(session.state.position) == position
        assert [notification.event for notification in session.take_news()] == ["device"]
        for command in (OpenCorrections(), KeepAsItIs(), OpenCorrections()):
            assert session.perform(command, "screen", 0, 0.0) == Done()
            shown = make_view(session.state, session.now)
            assert (shown.screen == "doubt") == isinstance(command, OpenCorrections)
        (choice,) = (choice for choice in shown.choices if choice.label == "score.W=1")
        assert choice.command == correction
        for answer in (Disagree(), Agree()):
            session.perform(OpenCorrections(), "screen", 1, 0.1)
            assert session.perform(choice.command, "screen", 1, 0.1) == Done()
            asked = make_view(session.state, session.now)
            assert [c.command for c in asked.choices] == [Disagree(), Agree()]
            buttons = [button.label for button in asked.buttons if button.label in ("Yes", "No")]
            assert sorted(buttons) == ["No", "Yes"]
            assert choice.text in asked.detail
            assert "This changes, too: bout 2." in asked.detail, "the number of the bout follows from the score"
            assert session.take_news() == (), "nothing counts before everybody has agreed"
            assert session.perform(answer, "screen", 1, 0.1) == Done()
        (corrected,) = session.take_news()
        assert corrected.event == "corrected"
        assert corrected.data["position"]["score"] == {"W": 1, "B": 0}
        assert make_view(session.state, session.now).screen == "play"
    with Journal(tmp_path / "journal.db") as journal:
        kept = fold_all(entry.event for entry in journal.entries)
    assert kept == session.state


def test_undo_undoes_a_correction_although_a_cell_is_in_doubt(journal: Journal) -> None:
    """A doubt that nobody asked about is no change on the table: the correction is what the players did last."""
    evening = Evening(journal, game="spaces")
    start = evening.table
    cell = next(iter(start))
    (kind,) = start[cell]
    turned: Mapping[Content, float] = {("black" if kind == "white" else "white", 1): 0.93, (kind, 1): 0.05}
    evening.shows(start)
    evening.shows(start, doubts={cell: turned})
    for label in ("otherwise", "score.W=1", "agree"):
        evening.tap(label)
        evening.shows(start, doubts={cell: turned})
    score = evening.session.state.game.dump(evening.session.state.position)["score"]
    assert score == {"W": 1, "B": 0}
    assert evening.session.now.doubt is None, "nobody is asked while a roll is due"
    evening.press("undo")
    assert evening.session.state.game.dump(evening.session.state.position)["score"] == {"W": 0, "B": 0}
