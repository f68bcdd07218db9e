"""Writes saved games for other people and programs. Each format is a file here, with a function from a saved game to a
text.

`collect_steps` leaves out the moves that were taken back, and the formats write down the rest. A game may also have
formats of its own, which its rules write.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from companion.history.dates import to_date
from companion.history.events import Moved, NextPartStarted, Rolled
from companion.history.export.jsonl import write as write_jsonl
from companion.history.export.played_game import collect_steps
from companion.history.export.text import write as write_text
from companion.history.saved_games import SavedGame
from companion.language import _
from companion.rules import GAMES
from companion.rules.core import ExportError, GameRecord, RecordedMove
from companion.words import join_words

__all__ = ["FORMATS", "FORMATS_OF_GAMES", "ExportError", "write_text"]

FORMATS_OF_GAMES: Mapping[str, tuple[str, ...]] = {
    name: tuple(rules.info.title for rules in GAMES.values() if name in rules.info.formats)
    for rules in GAMES.values()
    for name in rules.info.formats
}
"""Each format that only some games have, and the titles of these games."""


def _write_own(name: str, saved: SavedGame) -> str:
    """A game, written in a format of its own. Raises ExportError if the game does not have this format."""
    played = collect_steps(saved)
    info = played.state.game.info
    if name not in info.formats:
        games = join_words(FORMATS_OF_GAMES[name])
        raise ExportError(
            _(".{name} is for {games} alone, and game {number} is {game}").format(
                name=name, games=games, number=saved.number, game=info.title
            )
        )
    record = GameRecord(
        number=saved.number,
        began=to_date(saved.entries[0].time).astimezone().replace(tzinfo=None),
        start=played.state.start,
        moves=tuple(
            RecordedMove(step.event.move, step.before, step.after)
            for step in played.steps
            if isinstance(step.event, Moved)
        ),
        was_corrected=not all(isinstance(step.event, Rolled | Moved | NextPartStarted) for step in played.steps),
    )
    return info.formats[name](record)


FORMATS: Mapping[str, Callable[[SavedGame], str]] = {
    "jsonl": write_jsonl,
    "text": write_text,
    **{name: partial(_write_own, name) for name in FORMATS_OF_GAMES},
}
"""For each format, by its name, the function that writes it. It raises ExportError if a game cannot be written
in it.
"""
