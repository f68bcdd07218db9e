"""A saved game to be read by people: who did what and when, and how it stands."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from companion.history.events import Moved, NextPartStarted, Rolled
from companion.history.export.played_game import Step, played_game
from companion.history.saved_games import SavedGame
from companion.rules.core import JSON, Game

_INDENT = " " * 11


def write(saved: SavedGame, *, positions: bool = False) -> str:
    """The text, with the position after every step where asked for. Raises RecordError."""
    return "\n".join(_lines(saved, positions)) + "\n"


def _lines(saved: SavedGame, positions: bool) -> Iterator[str]:
    told = played_game(saved)
    game, state = told.state.game, told.state
    began = saved.entries[0].time
    options = game.options(state.start)
    yield f"{game.info.title}, saved game {saved.number}"
    yield "Players: " + ", ".join(game.info.names[player] for player in game.status(state.start).counters)
    if options:
        yield "Options: " + ", ".join(f"{name} {str(value).lower()}" for name, value in options.items())
    yield f"Begun:   {_date(began)}, played last {_date(saved.entries[-1].time)}"
    yield ""
    yield from _position(game, state.start)
    yield ""
    for step in told.steps:
        yield f"{_since(began, step.time):>9}  {_did(game, step)}"
        yield from (f"{_INDENT}{event.text}" for event in step.told)
        if positions:
            yield from (_INDENT + line for line in _position(game, step.after))
    yield ""
    yield from _position(game, state.position)
    result = game.status(state.position).result
    if state.over and result is not None:
        yield f"{game.info.names[result.winner]} has won ({result.how}); points: {result.points}."
    else:
        yield "The game is over." if state.over else "The game goes on."


def _did(game: Game[Any], step: Step) -> str:
    status = game.status(step.before)
    match step.event:
        case Rolled(dice, source):
            emblems = {kind: player for player, kind in game.info.emblems.items()}
            # Where both throw for the first turn, each die is a player's own.
            own = not game.info.named_dice and set(status.dice) <= set(emblems)
            players = [emblems[die] for die in status.dice] if own and status.dice else [status.player]
            names = " and ".join(game.info.names[player] for player in players)
            return f"{names}: thrown {_dice(dice)} ({source})"
        case Moved(move):
            return f"{game.info.names[status.player]}: {move}"
        case NextPartStarted():
            return "The next one is laid out."
        case _:
            return "Put right by hand: it was otherwise."


def _position(game: Game[Any], position: Any) -> Iterator[str]:
    """Where the pieces lie, kind by kind, and what each player keeps beside the board."""
    table = game.table(position)
    for kind in game.info.kinds:
        held = [(cell, table[cell].count(kind)) for cell in game.info.cells if kind in table.get(cell, ())]
        if held:
            cells = " ".join(cell if count == 1 else f"{cell}({count})" for cell, count in held)
            yield f"{game.info.kind_names[kind]}: {cells}"
    status = game.status(position)
    for player, counters in status.counters.items():
        kept = ", ".join(f"{counter.label} {counter.value}" for counter in counters)
        if kept:
            yield f"{game.info.names[player]}: {kept}"


def _dice(dice: JSON) -> str:
    if isinstance(dice, dict):
        return ", ".join(f"{name} {value}" for name, value in dice.items())
    return " ".join(map(str, dice))


def _date(time: float) -> str:
    return datetime.fromtimestamp(time).astimezone().strftime("%Y-%m-%d %H:%M:%S %z")


def _since(began: float, time: float) -> str:
    """Hours, minutes and seconds since the beginning; never negative, though a clock may have been set back."""
    return str(timedelta(seconds=max(0, round(time - began))))
