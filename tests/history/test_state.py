"""The state of a game follows from its events; a journal that was written earlier still gives the same state."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import get_args

from companion.history.events import Event
from companion.history.journal import Journal
from companion.history.saved_games import saved_games

WRITTEN = Path(__file__).parents[1] / "data" / "journal_of_2026.db"
"""Four games, played in November 2026: undone moves, a kept roll, voided rolls, a correction, a seal."""


def test_a_journal_written_earlier_opens_and_folds_to_the_same_states(tmp_path: Path) -> None:
    shutil.copy(WRITTEN, tmp_path / "journal.db")
    with Journal(tmp_path / "journal.db") as journal:
        kinds = {entry.event.kind for entry in journal.entries}
        states = [saved.state() for saved in saved_games(journal.entries)]
    assert kinds == {kind.kind for kind in get_args(Event)}, "every kind of event is in it"
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
