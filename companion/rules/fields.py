"""Reads the fields of a position's JSON, and says which of them is wrong.

Every function takes a value and `where`: the name of its field for messages ("dice.red"). If the value is wrong, it
raises PositionError with this name. Nothing here knows a game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeVar

from companion.rules.core import JSON, PositionError, Result, shown

T = TypeVar("T")
Word = TypeVar("Word", bound=str)

MOST_POINTS = 1_000
"""The most points that a result may count, unless the game allows more."""

LONGEST_TEXT = 200
"""The most characters that the text about the end of a game may have."""


def read_object(
    data: JSON, where: str, known: Collection[str], needed: Collection[str], within: str = ""
) -> Mapping[str, Any]:
    """An object with all needed fields and no unknown ones. within: what messages put before the names of its fields;
    empty for the position itself.
    """
    if not isinstance(data, Mapping):
        raise PositionError(f"an object is needed, not {shown(data)}", where)
    for name in data:
        if name not in known:
            raise PositionError(
                f"unknown field; known are {', '.join(known) or 'none'}", f"{within}{shown(name).strip(chr(34))}"
            )
    for name in needed:
        if name not in data:
            raise PositionError("this field is missing", f"{within}{name}")
    return data


def read_position(data: JSON, game: str, needed: Collection[str]) -> Mapping[str, Any]:
    """The fields of a game's position: all of the needed ones, and perhaps a result."""
    given = read_object(data, "position", (*needed, "result"), needed)
    check_constant(given["game"], "game", game)
    return given


def read_inner(data: JSON, where: str, known: Collection[str], needed: Collection[str]) -> Mapping[str, Any]:
    """An object that is a field itself. Messages name its own fields "where.field"."""
    return read_object(data, where, known, needed, f"{where}.")


def read_whole(data: JSON, where: str, least: int, most: int) -> int:
    """A whole number in a range. `true` and 1.0 are not accepted as numbers."""
    if isinstance(data, bool) or not isinstance(data, int) or not least <= data <= most:
        raise PositionError(f"a whole number from {least} to {most} is needed, not {shown(data)}", where)
    return data


def read_word(data: JSON, where: str, allowed: Collection[Word]) -> Word:
    """One of the texts in `allowed`."""
    for known in allowed:
        if data == known:
            return known
    raise PositionError(f"one of {', '.join(allowed)} is needed, not {shown(data)}", where)


def read_each(data: JSON, where: str, names: Collection[str], read: Callable[[JSON, str], T]) -> tuple[T, ...]:
    """The values of an object that has one value for each name, in the order of the names. read: reads each value."""
    given = read_inner(data, where, names, names)
    return tuple(read(given[name], f"{where}.{name}") for name in names)


def read_truth(data: JSON, where: str) -> bool:
    """True if the JSON value is `true`, False if it is `false`. 1 and 0 are refused."""
    if not isinstance(data, bool):
        raise PositionError(f"true or false is needed, not {shown(data)}", where)
    return data


def check_constant(data: JSON, where: str, value: str) -> None:
    """Raises PositionError for any value except this text."""
    if data != value:
        raise PositionError(f"{shown(value)} is needed, not {shown(data)}", where)


def read_result(
    given: Mapping[str, Any], phase: str, to_move: str, players: Collection[str], most: int = MOST_POINTS
) -> Result | None:
    """The field `result`. It must be there in the phase "over", and only there. The winner must be the player to
    move.
    """
    if phase != "over":
        if "result" in given:
            raise PositionError(f"only a finished game has a result, and the phase is {phase!r}", "result")
        return None
    if "result" not in given:
        raise PositionError("this field is missing: a finished game says who has won", "result")
    names = ("winner", "points", "how")
    data = read_inner(given["result"], "result", names, names)
    winner = read_word(data["winner"], "result.winner", players)
    if winner != to_move:
        raise PositionError(f"the winner is to move when the game is over, but to_move is {to_move!r}", "result.winner")
    how = data["how"]
    if not isinstance(how, str) or not how.strip() or len(how) > LONGEST_TEXT:
        raise PositionError(f"a text of 1 to {LONGEST_TEXT} characters is needed, not {shown(how)}", "result.how")
    return Result(winner, read_whole(data["points"], "result.points", 0, most), how)


def with_result(data: dict[str, JSON], ended: Result | None) -> dict[str, JSON]:
    """The JSON of a position, with the field `result` added if there is a result."""
    if ended is None:
        return data
    return {**data, "result": {"winner": ended.winner, "points": ended.points, "how": ended.how}}
