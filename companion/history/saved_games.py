"""Saved games: which games are in the journal, which one to resume, and how a new game begins.

Every game in the journal is a saved game. Nothing here writes to the journal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from companion.history.events import Event, GameDeleted, GameResumed, Moved, RecordError, Rolled, Started
from companion.history.journal import Entry, Journal
from companion.history.state import State, fold, fold_all
from companion.language import _, call_players
from companion.rules import GAMES
from companion.rules.core import JSON, Result
from companion.words import join_words


class SavedGameError(Exception):
    """A game cannot be started or resumed. The message says what to do."""


@dataclass(frozen=True, slots=True)
class SavedGame:
    """One game of the journal."""

    number: int
    """Its number: 1 for the game that began first."""

    started: Started
    """The event that began it."""

    entries: tuple[Entry, ...]
    """The entries of the game. `started` is in the first of them."""

    @property
    def latest(self) -> int:
        """The number of the game's last entry. Of two games, the one with the higher number was played later."""
        return self.entries[-1].seq

    @property
    def is_deleted(self) -> bool:
        """True if the players have deleted the game and nobody has played it since."""
        return isinstance(self.entries[-1].event, GameDeleted)

    def state(self) -> State:
        """The state of the game. Raises SavedGameError if the rules do not allow what is saved."""
        try:
            state = fold_all(entry.event for entry in self.entries)
        except RecordError as error:
            raise SavedGameError(
                _(
                    "the saved game {number} cannot be resumed ({error}). Nothing in it was changed. Choose another "
                    "game, name another folder with --data, or begin a new game from a position with --position"
                ).format(number=self.number, error=str(error))
            ) from error
        assert state is not None  # its first entry begins the game
        return state


@dataclass(frozen=True, slots=True)
class Summary:
    """A saved game as a list shows it."""

    number: int
    """Its number: 1 for the game that began first."""

    game: str
    """The game's id."""

    title: str
    """The game's name for people."""

    started: float
    """When it began, in seconds since 1970."""

    played: float
    """When it was last played, in seconds since 1970."""

    players: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """What people call the players, in the order of the screen. The keys are the players as in positions."""

    names: tuple[str, ...] = ()
    """The names that players have entered."""

    moves: int = 0
    """How many moves count: those that were made and not taken back."""

    touched: bool = False
    """True if anybody has rolled or moved, even if that was taken back."""

    position: JSON = None
    """The last position as JSON; None if there is a problem."""

    over: bool = False
    """True if the game has ended."""

    deleted: bool = False
    """True if the players have deleted it."""

    result: Result | None = None
    """Who has won and how; None while the game goes on."""

    problem: str | None = None
    """Why the game cannot be resumed; None if it can."""


def list_saved_games(entries: Sequence[Entry]) -> tuple[SavedGame, ...]:
    """The games in a journal, the one that began first at the beginning. Raises SavedGameError if an entry belongs to
    no game.
    """
    games: list[tuple[Started, list[Entry]]] = []
    current: list[Entry] | None = None
    for entry in entries:
        match entry.event:
            case Started() as started:
                current = []
                games.append((started, current))
            case GameResumed(number) | GameDeleted(number):
                if number not in range(1, len(games) + 1):
                    raise SavedGameError(
                        _("entry {seq} resumes game {number!r}, which has not begun").format(
                            seq=entry.seq, number=number
                        )
                    )
                current = games[number - 1][1]
        if current is None:
            raise SavedGameError(_("entry {seq} belongs to no game, because no game has begun").format(seq=entry.seq))
        current.append(entry)
    return tuple(SavedGame(number, started, tuple(own)) for number, (started, own) in enumerate(games, start=1))


def summarize(saved: SavedGame) -> Summary:
    """The summary of a saved game, even if the rules do not allow it."""
    number, times = saved.number, (saved.entries[0].time, saved.entries[-1].time)
    try:
        state = saved.state()
    except SavedGameError as error:
        return Summary(
            number, saved.started.game, saved.started.game, *times, problem=str(error), deleted=saved.is_deleted
        )
    info, status = state.game.info, state.game.status(state.position)
    with call_players(state.names):
        players = {player: info.names[player] for player in status.counters}
    return Summary(
        number,
        info.id,
        info.title,
        *times,
        players=MappingProxyType(players),
        names=tuple(state.names.values()),
        moves=len(state.turns),
        touched=any(isinstance(entry.event, Rolled | Moved) for entry in saved.entries),
        position=state.game.dump(state.position),
        over=state.over,
        deleted=saved.is_deleted,
        result=status.result,
    )


def list_unfinished(entries: Sequence[Entry]) -> tuple[Summary, ...]:
    """The games that are neither over nor deleted, the one that was played last at the beginning."""
    games = (saved for saved in _sort_last_first(list_saved_games(entries)) if not saved.is_deleted)
    return tuple(shown for shown in map(summarize, games) if not shown.over)


def find_saved_game(entries: Sequence[Entry], number: int) -> SavedGame:
    """The saved game with this number. Raises SavedGameError if there is none."""
    games = list_saved_games(entries)
    if not 1 <= number <= len(games):
        text = _("there is no saved game {number}: the saved games are 1 to {count}")
        if not games:
            text = _("there is no saved game {number}: no game is saved here")
        elif len(games) == 1:
            text = _("there is no saved game {number}: there is one, number 1")
        raise SavedGameError(text.format(number=number, count=len(games)))
    return games[number - 1]


def choose_game(
    journal: Journal, game: str | None, position: JSON | None, number: int | None = None
) -> tuple[State, Started | GameResumed | None]:
    """The game to play, and the event that begins or resumes it in the journal. This function writes nothing.

    A `position` begins a new game. A `number` resumes that saved game. Without both, the unfinished game that was
    played last is resumed; with a `game`, the last one of that game. If there is none, a new `game` begins.

    The event is Started for a new game, and GameResumed if other games were played after the one that is resumed. It is
    None for the game that was played last. Raises SavedGameError if nothing says what to play, or if the rules do not
    allow the game.
    """
    if position is not None:
        return _begin(game or _read_game(position), position)
    entries = journal.entries
    chosen = (
        _find_last_unfinished(entries, game) if number is None else _check_game(find_saved_game(entries, number), game)
    )
    if chosen is not None:
        return chosen.state(), _find_resumption(chosen, len(entries))
    if game is None:
        raise SavedGameError(
            _("there is no saved game to resume: name a game with --game {games}").format(games=join_words(GAMES, "or"))
        )
    if game not in GAMES:
        raise SavedGameError(
            _("there is no game {game!r}: choose {games}").format(game=game, games=join_words(GAMES, "or"))
        )
    rules = GAMES[game]
    return _begin(game, rules.dump(rules.new()))


def list_events(journal: Journal, begins: Started | GameResumed | None) -> tuple[Event, ...]:
    """The events of a game that is resumed; empty for a new game. begins: the event that `choose_game` returned."""
    if isinstance(begins, Started):
        return ()
    games = _sort_last_first(list_saved_games(journal.entries))
    number = begins.game if begins is not None else games[0].number
    return tuple(entry.event for game in games if game.number == number for entry in game.entries)


def _find_last_unfinished(entries: Sequence[Entry], game: str | None) -> SavedGame | None:
    """The unfinished game that was played last; None if there is none. game: which game it must be; None for any."""
    kept = (saved for saved in _sort_last_first(list_saved_games(entries)) if game in (None, saved.started.game))
    return next((saved for saved in kept if not saved.is_deleted and not saved.state().over), None)


def _find_resumption(saved: SavedGame, entries: int) -> GameResumed | None:
    """The event that resumes a game; None if it was played last and needs none. entries: how many entries the journal
    has.
    """
    return None if saved.latest == entries and not saved.is_deleted else GameResumed(saved.number)


def _check_game(saved: SavedGame, game: str | None) -> SavedGame:
    """The saved game. Raises SavedGameError if it is not a game of `game`."""
    if game not in (None, saved.started.game):
        raise SavedGameError(
            _("the saved game {number} is {game}, not {wanted}").format(
                number=saved.number, game=saved.started.game, wanted=game
            )
        )
    return saved


def _sort_last_first(games: Iterable[SavedGame]) -> list[SavedGame]:
    return sorted(games, key=lambda saved: saved.latest, reverse=True)


def _begin(game: str, position: JSON) -> tuple[State, Started]:
    event = Started(game, position)
    try:
        return fold(None, event), event
    except RecordError as error:
        raise SavedGameError(_("no game can begin from this position: {error}").format(error=str(error))) from error


def _read_game(position: JSON) -> str:
    game = position.get("game") if isinstance(position, dict) else None
    if not isinstance(game, str):
        raise SavedGameError(_("no game can begin from this position: its field 'game' is missing"))
    return game
