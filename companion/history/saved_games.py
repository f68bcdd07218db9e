"""Saved games: which there are, which one to go on with, and how a new one begins in the journal.

Every table left standing is a saved game. What is saved is never changed; nothing is written here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from companion.history.events import GameResumed, Moved, RecordError, Rolled, Started
from companion.history.journal import Entry, Journal
from companion.history.state import State, fold, fold_all
from companion.rules import GAMES
from companion.rules.core import JSON, Result


class SavedGameError(Exception):
    """A game that cannot be started or gone on with; the message says what to do."""


@dataclass(frozen=True, slots=True)
class SavedGame:
    """One game of the journal: its number from 1 in the order of beginning, and its entries, `Started` first."""

    number: int
    started: Started
    entries: tuple[Entry, ...]

    @property
    def latest(self) -> int:
        """The number of its last entry: of two games, the one with the higher was played last."""
        return self.entries[-1].seq

    def state(self) -> State:
        """Where it stands. Raises SavedGameError where the rules refuse what is saved."""
        try:
            state = fold_all(entry.event for entry in self.entries)
        except RecordError as error:
            raise SavedGameError(
                f"the saved game {self.number} cannot be gone on with ({error}). It was left as it is: choose another"
                " game or another folder with --data, or begin anew with --position"
            ) from error
        assert state is not None  # its first entry has started it
        return state


@dataclass(frozen=True, slots=True)
class Summary:
    """A saved game as a list shows it. players: as positions name them -> their names, in the order of the screen.

    started, played: when it began and when it was played last (seconds since 1970). moves: how many count.
    touched: whether anything was thrown or moved in it, be it taken back.
    position: the last one as JSON, None where `problem` says why the game cannot be folded.
    """

    number: int
    game: str
    title: str
    started: float
    played: float
    players: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    moves: int = 0
    touched: bool = False
    position: JSON = None
    over: bool = False
    result: Result | None = None
    problem: str | None = None


def saved_games(entries: Sequence[Entry]) -> tuple[SavedGame, ...]:
    """The games of a journal in the order in which they began.

    Raises SavedGameError where an entry belongs to no game.
    """
    games: list[tuple[Started, list[Entry]]] = []
    current: list[Entry] | None = None
    for entry in entries:
        match entry.event:
            case Started() as started:
                current = []
                games.append((started, current))
            case GameResumed(number):
                if number not in range(1, len(games) + 1):
                    raise SavedGameError(f"entry {entry.seq} goes on with game {number!r}, which has not begun")
                current = games[number - 1][1]
        if current is None:
            raise SavedGameError(f"entry {entry.seq} belongs to no game: none has begun")
        current.append(entry)
    return tuple(SavedGame(number, started, tuple(own)) for number, (started, own) in enumerate(games, start=1))


def summary(saved: SavedGame) -> Summary:
    """A saved game as a list shows it; one that cannot be folded is listed too."""
    number, times = saved.number, (saved.entries[0].time, saved.entries[-1].time)
    try:
        state = saved.state()
    except SavedGameError as error:
        return Summary(number, saved.started.game, saved.started.game, *times, problem=str(error))
    info, status = state.game.info, state.game.status(state.position)
    return Summary(
        number,
        info.id,
        info.title,
        *times,
        players=MappingProxyType({player: info.names[player] for player in status.counters}),
        moves=len(state.turns),
        touched=any(isinstance(entry.event, Rolled | Moved) for entry in saved.entries),
        position=state.game.dump(state.position),
        over=state.over,
        result=status.result,
    )


def unfinished(entries: Sequence[Entry]) -> tuple[Summary, ...]:
    """The tables left standing, the one played last first."""
    return tuple(shown for shown in map(summary, _last_first(saved_games(entries))) if not shown.over)


def numbered(entries: Sequence[Entry], number: int) -> SavedGame:
    """The saved game of a number. Raises SavedGameError where there is none."""
    games = saved_games(entries)
    if not 1 <= number <= len(games):
        few = {0: "nothing is saved here", 1: "there is 1"}
        known = few.get(len(games), f"there are {len(games)}, from 1 on")
        raise SavedGameError(f"there is no saved game {number}: {known}")
    return games[number - 1]


def choose_game(
    journal: Journal, game: str | None, position: JSON | None, number: int | None = None
) -> tuple[State, Started | GameResumed | None]:
    """The game to play, and the event that the journal needs for it; nothing is written yet.

    `position` begins a new game, `number` goes on with that saved game; else the unfinished game that was played
    last goes on (of the kind `game`, where that is given), and where there is none a new `game` begins. The event
    is Started for a new game, WentOn for one after which others were played, None for the one played last.
    Raises SavedGameError where nothing says what to play, and where what is saved makes no game.
    """
    if position is not None:
        return _begun(game or _game_of(position), position)
    entries = journal.entries
    chosen = _last_unfinished(entries, game) if number is None else _of_kind(numbered(entries, number), game)
    if chosen is not None:
        return chosen.state(), None if chosen.latest == len(entries) else GameResumed(chosen.number)
    if game is None:
        raise SavedGameError(f"no saved game to go on with: name one with --game: {', '.join(GAMES)}")
    if game not in GAMES:
        raise SavedGameError(f"there is no game {game!r}: known are {', '.join(GAMES)}")
    rules = GAMES[game]
    return _begun(game, rules.dump(rules.new()))


def _last_unfinished(entries: Sequence[Entry], game: str | None) -> SavedGame | None:
    """The unfinished game (of a kind) that was played last."""
    kept = (saved for saved in _last_first(saved_games(entries)) if game in (None, saved.started.game))
    return next((saved for saved in kept if not saved.state().over), None)


def _of_kind(saved: SavedGame, game: str | None) -> SavedGame:
    if game not in (None, saved.started.game):
        raise SavedGameError(f"the saved game {saved.number} is {saved.started.game}, not {game}")
    return saved


def _last_first(games: Iterable[SavedGame]) -> list[SavedGame]:
    return sorted(games, key=lambda saved: saved.latest, reverse=True)


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
