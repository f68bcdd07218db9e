"""Writes a saved game as JSON lines for other programs: everything that happened, in order, and the result.

The first line says which game it is. Then each event of the journal has a line with the position after it
(docs/contract.md section 2). Moves that were taken back have lines, too. The last line has the moves that count, and
the result.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict

from companion.history.events import to_json
from companion.history.export.played_game import format_time
from companion.history.saved_games import SavedGame
from companion.history.state import fold
from companion.language import to_english
from companion.rules.core import JSON


def write(saved: SavedGame) -> str:
    """The game as JSON lines. Raises RecordError if the rules do not allow the game."""
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in _make_lines(saved))


def _make_lines(saved: SavedGame) -> Iterator[dict[str, JSON]]:
    state = fold(None, saved.started)
    info = state.game.info
    yield {
        "format": "companion-game",
        "version": 1,
        "number": saved.number,
        "game": info.id,
        "title": info.title,
        "players": {player: to_english(info.names[player]) for player in state.game.status(state.position).counters},
    }
    for entry in saved.entries:
        state = state if entry.event is saved.started else fold(state, entry.event)
        yield {
            "seq": entry.seq,
            "time": format_time(entry.time),
            "event": entry.event.kind,
            **to_json(entry.event),
            "position": state.game.dump(state.position),
        }
    result = state.game.status(state.position).result if state.over else None
    yield {"event": "end", "over": state.over, "moves": state.moves, "result": asdict(result) if result else None}
