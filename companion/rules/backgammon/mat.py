"""Writes a match as a Jellyfish match file (.mat), which GNU Backgammon, eXtreme Gammon and others read.

The file has two columns, with White's on the left. Points are numbered as the player who moves counts them, with 25 for
the bar and 0 for borne off. A game that is not over ends without a winner. The comments before the match say what the
players agreed on. Some programs always count gammons, even if the comments say `[Gammons "Off"]`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import pairwise

from companion.language import _, to_english
from companion.rules.backgammon.position import LARGEST_CUBE, Position, start_points
from companion.rules.core import ExportError, GameRecord, RecordedMove
from companion.rules.white_black import PLAYER_NAMES, PLAYERS, Player

_LEFT = 27
"""How many characters wide the left column is, without the number of the row."""

_TIMES = re.compile(r"\((\d+)\)$")


Moves = Sequence[RecordedMove[Position]]


def write(record: GameRecord[Position]) -> str:
    """The content of the match file. Raises ExportError if a match file cannot contain this match."""
    start = record.start
    if start.points != start_points() or start.cube.value != 1 or start.phase not in ("roll-off", "roll", "move"):
        raise ExportError(
            _("game {number} began in the middle of a game, which a .mat file cannot hold: use jsonl or text").format(
                number=record.number
            )
        )
    if record.was_corrected:
        raise ExportError(
            _(
                "game {number} was corrected by hand or given up, which a .mat file cannot hold: use jsonl or text"
            ).format(number=record.number)
        )
    lines = [*_comments(record.began, start), "", f" {start.options.match_length} point match", ""]
    for number, game in enumerate(_games(record.moves), start=1):
        lines += [f" Game {number}", *_game(game), ""]
    return "\n".join(lines)


def _comments(began: datetime, start: Position) -> Iterator[str]:
    options = start.options
    yield f'; [EventDate "{began:%Y.%m.%d}"]'
    yield f'; [EventTime "{began:%H.%M}"]'
    yield '; [Variation "Backgammon"]'
    yield f'; [Crawford "{_on_or_off(options.crawford)}"]'
    yield f'; [Jacoby "{_on_or_off(options.jacoby)}"]'
    yield f'; [Gammons "{_on_or_off(options.gammons)}"]'
    yield f'; [CubeLimit "{LARGEST_CUBE if options.cube else 1}"]'


def _on_or_off(on: bool) -> str:
    return "On" if on else "Off"


def _games(moves: Moves) -> Iterator[Moves]:
    """The moves, divided into games. The last game may be unfinished."""
    begin = 0
    for end, step in enumerate(moves, start=1):
        if step.after.phase in ("between", "over"):
            yield moves[begin:end]
            begin = end
    if moves[begin:]:
        yield moves[begin:]


def _game(moves: Moves) -> Iterator[str]:
    score = moves[0].before.score
    white, black = (f"{to_english(PLAYER_NAMES[player])} : {score.of(player)}" for player in PLAYERS)
    yield f" {white:<{_LEFT + 4}}{black}"
    cells = [(step.before.to_move, _write_action(step)) for step in moves]
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
        # A player who wins by their own move makes no further action, so the line with the result has no number.
        name = "" if _is_win(row) else f"{number})"
        yield f"{name:>4} {row.get('W', ''):<{_LEFT}} {row.get('B', '')}".rstrip()


def _is_win(row: Mapping[Player, str]) -> bool:
    """True if a row only says who has won."""
    return len(row) == 1 and any(text.startswith(" Wins") for text in row.values())


def _write_action(step: RecordedMove[Position]) -> str:
    position, move = step.before, step.move
    match move:
        case "double":
            return f" Doubles => {position.cube.value * 2}"
        case "take" | "drop":
            return f" {move.capitalize()}s"
    assert position.dice is not None
    first, second = position.dice
    return f"{first}{second}: {'' if move == 'pass' else ' '.join(_split_steps(move))}"


def _split_steps(move: str) -> Iterator[str]:
    """The steps of a move in canonical notation: one for each stop that the move names."""
    for part in move.split():
        times = _TIMES.search(part)
        stops = _TIMES.sub("", part).replace("bar", "25").replace("off", "0").split("/")
        for _time in range(int(times[1]) if times else 1):
            for source, target in pairwise(stops):
                yield f"{source.rstrip('*')}/{target}"
