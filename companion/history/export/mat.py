"""Backgammon as a Jellyfish match file (.mat), which GNU Backgammon, eXtreme Gammon and others read.

Two columns, White's on the left; points in the mover's own numbering, 25 for the bar and 0 for borne off.
A game that is still played ends without a winner. What the players agreed on stands in the comments that
such files carry before the match; programs that always count gammons do so too where it says `[Gammons "Off"]`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import pairwise

from companion.history.events import Moved, NextPartStarted, Rolled
from companion.history.export.played_game import ExportError, Step, played_game
from companion.history.saved_games import SavedGame
from companion.rules.backgammon import Position
from companion.rules.backgammon.position import LARGEST_CUBE, start_points
from companion.rules.white_black import PLAYER_NAMES, PLAYERS, Player

_LEFT = 27
"""Characters of the left column, the number of the row not counted."""

_TIMES = re.compile(r"\((\d+)\)$")


def write(saved: SavedGame) -> str:
    """The match file. Raises ExportError for another game, and for a match that it cannot say."""
    told = played_game(saved)
    start = told.state.start
    if not isinstance(start, Position):
        raise ExportError(f".mat is for Backgammon alone, and game {saved.number} is {told.state.game.info.title}")
    if start.points != start_points() or start.cube.value != 1 or start.phase not in ("roll-off", "roll", "move"):
        raise ExportError(
            f"game {saved.number} began from a position amid a game, which a .mat file cannot say: use jsonl or text"
        )
    if not all(isinstance(step.event, Rolled | Moved | NextPartStarted) for step in told.steps):
        raise ExportError(f"game {saved.number} was put right by hand, which a .mat file cannot say: use jsonl or text")
    moves = [step for step in told.steps if isinstance(step.event, Moved)]
    lines = [*_comments(saved.entries[0].time, start), "", f" {start.options.match_length} point match", ""]
    for number, game in enumerate(_games(moves), start=1):
        lines += [f" Game {number}", *_game(game), ""]
    return "\n".join(lines)


def _comments(began: float, start: Position) -> Iterator[str]:
    options, at = start.options, datetime.fromtimestamp(began)
    yield f'; [EventDate "{at:%Y.%m.%d}"]'
    yield f'; [EventTime "{at:%H.%M}"]'
    yield '; [Variation "Backgammon"]'
    yield f'; [Crawford "{_switch(options.crawford)}"]'
    yield f'; [Jacoby "{_switch(options.jacoby)}"]'
    yield f'; [Gammons "{_switch(options.gammons)}"]'
    yield f'; [CubeLimit "{LARGEST_CUBE if options.cube else 1}"]'


def _switch(on: bool) -> str:
    return "On" if on else "Off"


def _games(moves: Sequence[Step]) -> Iterator[Sequence[Step]]:
    """The moves game by game; the last one may not be over."""
    begin = 0
    for end, step in enumerate(moves, start=1):
        if step.after.phase in ("between", "over"):
            yield moves[begin:end]
            begin = end
    if moves[begin:]:
        yield moves[begin:]


def _game(moves: Sequence[Step]) -> Iterator[str]:
    score = moves[0].before.score
    white, black = (f"{PLAYER_NAMES[player]} : {score.of(player)}" for player in PLAYERS)
    yield f" {white:<{_LEFT + 4}}{black}"
    cells = [(step.before.to_move, _action(step)) for step in moves]
    last = moves[-1].after
    if last.phase in ("between", "over"):
        won = last.score.of(last.to_move) - score.of(last.to_move)
        cells.append((last.to_move, f" Wins {won} point{'s' * (won != 1)}"))
    rows: list[dict[Player, str]] = []
    for player, text in cells:
        if not rows or player == "W" or "B" in rows[-1]:
            rows.append({})
        rows[-1][player] = text
    for number, row in enumerate(rows, start=1):
        # Who wins by his own move has no action left: his line bears no number.
        name = "" if _wins(row) else f"{number})"
        yield f"{name:>4} {row.get('W', ''):<{_LEFT}} {row.get('B', '')}".rstrip()


def _wins(row: Mapping[Player, str]) -> bool:
    return len(row) == 1 and any(text.startswith(" Wins") for text in row.values())


def _action(step: Step) -> str:
    position: Position = step.before
    move = step.event.move if isinstance(step.event, Moved) else ""
    match move:
        case "double":
            return f" Doubles => {position.cube.value * 2}"
        case "take" | "drop":
            return f" {move.capitalize()}s"
    assert position.dice is not None
    first, second = position.dice
    return f"{first}{second}: {'' if move == 'pass' else ' '.join(_steps(move))}"


def _steps(move: str) -> Iterator[str]:
    """A move in canonical notation, every stop that it names a step of its own."""
    for part in move.split():
        times = _TIMES.search(part)
        stops = _TIMES.sub("", part).replace("bar", "25").replace("off", "0").split("/")
        for _ in range(int(times[1]) if times else 1):
            for source, target in pairwise(stops):
                yield f"{source.rstrip('*')}/{target}"
