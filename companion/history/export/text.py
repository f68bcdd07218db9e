"""Writes a saved game as a text for people: who did what and when, and the result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any

from companion.history.dates import to_date
from companion.history.events import Moved, NextPartStarted, Resigned, Rolled
from companion.history.export.played_game import PlayedGame, Step, collect_steps
from companion.history.saved_games import SavedGame
from companion.language import N_, Translated, _, call_players
from companion.rules.core import JSON, Game, Info
from companion.rules.words import MOVE_WORDS
from companion.words import join_words

_INDENT = " " * 11

SOURCES: Mapping[str, str] = Translated(
    {
        "buttons": N_("buttons"),
        "gpio": N_("gpio"),
        "screen": N_("screen"),
        "script": N_("script"),
        "serial": N_("serial"),
        "stands": N_("the roll before"),
        "typed": N_("typed"),
        "virtual": N_("virtual"),
    }
)
"""Where rolls come from, in words, by the names in the journal."""


def write(saved: SavedGame, *, positions: bool = False) -> str:
    """The text. positions: True to write the position after every step, too. Raises RecordError if the rules do not
    allow the game.
    """
    played = collect_steps(saved)
    with call_players(played.state.names):
        return "\n".join(_write_lines(saved, played, positions)) + "\n"


def _write_lines(saved: SavedGame, played: PlayedGame, positions: bool) -> Iterator[str]:
    game, state = played.state.game, played.state
    began = saved.entries[0].time
    options = game.options(state.start)
    yield _("{title}, saved game {number}").format(title=game.info.title, number=saved.number)
    players = join_words((game.info.names[player] for player in game.status(state.start).counters), None)
    yield _("Players: {players}").format(players=players)
    if options:
        agreed = join_words((f"{name} {str(value).lower()}" for name, value in options.items()), None)
        yield _("Options: {options}").format(options=agreed)
    yield _("Begun:   {began}, last played {played}").format(
        began=_write_date(began), played=_write_date(saved.entries[-1].time)
    )
    yield ""
    yield from _describe_position(game, state.start)
    yield ""
    for step in played.steps:
        yield f"{_write_time_since(began, step.time):>9}  {_describe_step(game, step)}"
        yield from (f"{_INDENT}{event.text}" for event in step.rule_events)
        if positions:
            yield from (_INDENT + line for line in _describe_position(game, step.after))
    yield ""
    yield from _describe_position(game, state.position)
    result = game.status(state.position).result
    if state.over and result is not None:
        yield _("{player} has won ({how}); points: {points}.").format(
            player=game.info.names[result.winner], how=game.info.ending_name(result.how), points=result.points
        )
    else:
        yield _("The game is over.") if state.over else _("The game goes on.")


def _describe_step(game: Game[Any], step: Step) -> str:
    status = game.status(step.before)
    match step.event:
        case Rolled(dice, source):
            emblems = {kind: player for player, kind in game.info.emblems.items()}
            # Where both players roll for the first turn, each of them has a die.
            own = not game.info.named_dice and set(status.dice) <= set(emblems)
            players = [emblems[die] for die in status.dice] if own and status.dice else [status.player]
            names = join_words(game.info.names[player] for player in players)
            return _("{players}: rolled {dice} ({source})").format(
                players=names, dice=_write_dice(game.info, dice), source=SOURCES.get(source, source)
            )
        case Moved(move):
            # Translators: A player and the move that they made.
            text = _("{player}: {move}")
            return text.format(player=game.info.names[status.player], move=MOVE_WORDS.get(move, move))
        case Resigned(what):
            given_up = next(one for one in game.resignations(step.before) if one.name == what)
            return _("{resignation}.").format(resignation=given_up.text)
        case NextPartStarted():
            return _("The next part begins.")
        case _:
            return _("Corrected by hand.")


def _describe_position(game: Game[Any], position: Any) -> Iterator[str]:
    """Lines that say where the pieces of each kind are, and what each player has beside the board."""
    table = game.table(position)
    for kind in game.info.kinds:
        held = [(cell, table[cell].count(kind)) for cell in game.info.cells if kind in table.get(cell, ())]
        if held:
            cells = " ".join(cell if count == 1 else f"{cell}({count})" for cell, count in held)
            yield f"{game.info.kind_names[kind]}: {cells}"
    status = game.status(position)
    for player, counters in status.counters.items():
        kept = join_words((f"{counter.label} {counter.value}" for counter in counters), None)
        if kept:
            yield f"{game.info.names[player]}: {kept}"


def _write_dice(info: Info, dice: JSON) -> str:
    if isinstance(dice, dict):
        return join_words((f"{info.dice_names.get(name, name)} {value}" for name, value in dice.items()), None)
    return " ".join(map(str, dice))


def _write_date(time: float) -> str:
    return to_date(time).astimezone().strftime("%Y-%m-%d %H:%M:%S %z")


def _write_time_since(began: float, time: float) -> str:
    """Hours, minutes and seconds since the game began. Never below 0, even if the clock was set back."""
    return str(max(timedelta(0), to_date(round(time)) - to_date(round(began))))
