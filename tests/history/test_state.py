"""The state of a game follows from its events; a journal that was written earlier still gives the same state."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import get_args

from companion.history.events import Event, Rolled, RollVoided, Sealed, Started
from companion.history.journal import Journal
from companion.history.saved_games import list_saved_games
from companion.history.state import fold, fold_all
from companion.rules import GAMES

WRITTEN = Path(__file__).parents[1] / "data" / "journal_of_2026.db"
"""Four games, played in November 2026: undone moves, a kept roll, voided rolls, a correction, a seal."""


def test_a_journal_written_earlier_opens_and_folds_to_the_same_states(tmp_path: Path) -> None:
    shutil.copy(WRITTEN, tmp_path / "journal.db")
    with Journal(tmp_path / "journal.db") as journal:
        kinds = {entry.event.kind for entry in journal.entries}
        states = [saved.state() for saved in list_saved_games(journal.entries)]
    later = {"redone", "correction-undone", "resigned", "named", "deleted"}  # kinds that are newer than the file
    assert kinds == {kind.kind for kind in get_args(Event)} - later, "every kind of event of its time is in it"
    assert [
        {
            "game": state.game.info.id,
            "moves": state.moves,
            "rolls": [roll.dice for roll in state.rolls],
            "kept_rolls": [roll.dice for roll in state.kept_rolls],
            "seal": state.seal,
            "position": state.game.dump(state.position),
        }
        for state in states
    ] == json.loads(WRITTEN.with_suffix(".json").read_text())


def test_what_the_rules_say_of_an_event_is_kept_with_the_state() -> None:
    rules = GAMES["spaces"]
    state = fold_all([Started("spaces", rules.dump(rules.new())), Rolled([5, 2], "script")])
    assert state is not None
    assert state.last_outcome == rules.roll(rules.new(), [5, 2])
    won = fold(state, Rolled([1], "script"))
    assert won.last_outcome is not None
    assert [event.event for event in won.last_outcome.events] == ["bout-won"]
    assert fold(won, Sealed("ab" * 32)).last_outcome is won.last_outcome, "a seal changes nothing in the game"
    assert fold(won, RollVoided(1)).last_outcome is None


def test_the_rules_are_not_asked_again_where_the_caller_has_asked_them() -> None:
    rules = GAMES["spaces"]
    state = fold(None, Started("spaces", rules.dump(rules.new())))
    asked = rules.roll(state.position, [5, 2])
    assert fold(state, Rolled([5, 2], "script"), asked).last_outcome is asked
