"""What throws do: the roll-off, the roll to be moved, and the bouts that a throw ends by itself.

Special rules 1 and 9, rulings SP-R1, SP-R2, SP-R14; and how the next bout begins (SP-R15).
"""

from __future__ import annotations

from dataclasses import replace

from companion.rules.core import JSON, Event, Outcome, PositionError, RollError, shown
from companion.rules.dice import read_face
from companion.rules.spaces.board import WAYS
from companion.rules.spaces.moves import bout_won
from companion.rules.spaces.position import START, Position
from companion.rules.white_black import PLAYER_NAMES, Player, other


def trapped(position: Position) -> bool:
    """Whether the only piece of the player to move has an enemy on every space that it could step to (SP-R14)."""
    return len(position.own) == 1 and all(space in position.enemy for start in position.own for space in WAYS[start])


def roll(position: Position, dice: JSON) -> Outcome[Position]:
    """The position after a throw. Raises RollError where none is due or it does not fit."""
    if position.phase == "roll-off":
        return _roll_off(position, *_faces(dice, 2, "two dice are thrown at the roll-off, [White's, Black's]"))
    if position.phase == "roll":
        return _to_be_moved(position, *_faces(dice, 1, "one die is thrown, as in [5]"))
    name = PLAYER_NAMES[position.to_move]
    waits = {
        "move": f"{name} moves the {position.roll} first",
        "between": "the next bout has to be laid out first",
        "over": f"the game is over, {name} has won",
    }
    raise RollError(f"no throw is due: {waits[position.phase]}", "dice")


def _faces(dice: JSON, count: int, needed: str) -> list[int]:
    if not isinstance(dice, list | tuple) or len(dice) != count:
        raise RollError(f"{needed}, not {shown(dice)}", "dice")
    return [read_face(face, "dice") for face in dice]


def _roll_off(position: Position, white: int, black: int) -> Outcome[Position]:
    if white == black:
        return Outcome(position, (Event("tie", f"Both throw {white}: throw again."),))
    first: Player = "W" if white > black else "B"
    high, low = max(white, black), min(white, black)
    text = f"{PLAYER_NAMES[first]} throws higher, {high} to {low}, begins and throws again."
    return Outcome(replace(position, to_move=first, phase="roll"), (Event("begins", text),))


def _to_be_moved(position: Position, face: int) -> Outcome[Position]:
    player, enemy = position.to_move, other(position.to_move)
    if position.opening and face == 1:
        return bout_won(position, player, "opening-one", "the very first roll of the bout is a 1, special rule 1", [])
    if trapped(position) and face != 1:
        because = (
            f"{PLAYER_NAMES[player]}'s only piece is trapped and {PLAYER_NAMES[player]} rolled no 1, special rule 9"
        )
        return bout_won(position, enemy, "trap", because, [])
    return Outcome(replace(position, phase="move", roll=face, opening=False))


def next_bout(position: Position) -> Outcome[Position]:
    """The next bout laid out; its predecessor's winner rolls first. Raises PositionError where none follows."""
    if position.phase != "between":
        raise PositionError(f"the next bout follows phase 'between' alone, not {position.phase!r}", "phase")
    name = PLAYER_NAMES[position.to_move]
    text = f"The next bout: the pieces stand on J6 and A6 again, and {name} rolls first."
    return Outcome(
        replace(position, pieces=START, phase="roll", opening=True), (Event("bout-begins", text, ("J6", "A6")),)
    )
