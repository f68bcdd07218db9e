"""Saved games: which one to go on with, and how a new one begins in the journal.

It only reads and appends; what is saved is never changed.
"""

from __future__ import annotations

from companion.journal import Journal
from companion.record import RecordError, Started, State, fold, fold_all
from companion.rules import GAMES
from companion.rules.core import JSON


class SavedGameError(Exception):
    """A game that cannot be started or resumed; the message says what to do."""


def choose_game(journal: Journal, game: str | None, position: JSON | None) -> tuple[State, Started | None]:
    """The game to play, and the event that begins it where it is a new one; nothing is written yet.

    A saved game that is not over goes on, unless `game` names another or `position` begins a new one.
    Raises SavedGameError where nothing says what to play, and where what is saved makes no game.
    """
    if position is not None:
        return _begun(game or _game_of(position), position)
    saved = _saved(journal)
    if saved is not None and not saved.over and game in (None, saved.game.info.id):
        return saved, None
    if game is None:
        raise SavedGameError(f"no saved game to go on with: name one with --game: {', '.join(GAMES)}")
    if game not in GAMES:
        raise SavedGameError(f"there is no game {game!r}: known are {', '.join(GAMES)}")
    rules = GAMES[game]
    return _begun(game, rules.dump(rules.new()))


def _begun(game: str, position: JSON) -> tuple[State, Started]:
    event = Started(game, position)
    try:
        return fold(None, event), event
    except RecordError as error:
        raise SavedGameError(f"the position cannot be played from: {error}") from error


def _game_of(position: JSON) -> str:
    game = position.get("game") if isinstance(position, dict) else None
    if not isinstance(game, str):
        raise SavedGameError("the position cannot be played from: its field 'game' is missing")
    return game


def _saved(journal: Journal) -> State | None:
    events = [entry.event for entry in journal.entries]
    first = max((i for i, event in enumerate(events) if isinstance(event, Started)), default=None)
    if first is None:
        return None
    try:
        return fold_all(events[first:])
    except RecordError as error:
        raise SavedGameError(
            f"the saved game in {journal.path} cannot be gone on with ({error}). It was left as it is: choose another"
            " folder with --data, or begin anew with --position"
        ) from error
