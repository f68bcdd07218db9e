"""What rolls do: the roll that decides who begins, the roll with which a piece must move, and bouts that a roll ends.
Also how the next bout begins.

Special rules 1 and 9, rulings SP-R1, SP-R2, SP-R14 and SP-R15.
"""

from __future__ import annotations

from dataclasses import replace

from companion.language import _
from companion.rules.core import JSON, Event, Outcome, PositionError, RollError, shown
from companion.rules.dice import read_face
from companion.rules.spaces.board import WAYS
from companion.rules.spaces.moves import bout_won
from companion.rules.spaces.position import START, Position
from companion.rules.white_black import PLAYER_NAMES, Player, other


def trapped(position: Position) -> bool:
    """True if the player to move has a single piece, and the opponent's pieces are on all spaces to which it could step
    (SP-R14).
    """
    return len(position.own) == 1 and all(space in position.enemy for start in position.own for space in WAYS[start])


def roll(position: Position, dice: JSON) -> Outcome[Position]:
    """The position after a roll. Raises RollError if no roll is due or if it does not fit."""
    if position.phase == "roll-off":
        return _roll_off(position, *_faces(dice, 2, _("the roll-off needs two dice, [White's, Black's]")))
    if position.phase == "roll":
        return _to_be_moved(position, *_faces(dice, 1, _("one die is needed, like [5]")))
    reason = {
        "move": _("no roll is due: {player} moves the {roll} first"),
        "between": _("no roll is due: set up the next bout first"),
        "over": _("no roll is due: the game is over, and {player} has won"),
    }[position.phase]
    raise RollError(reason.format(player=PLAYER_NAMES[position.to_move], roll=position.roll), "dice")


def _faces(dice: JSON, count: int, needed: str) -> list[int]:
    if not isinstance(dice, list | tuple) or len(dice) != count:
        raise RollError(_("{needed}, not {dice}").format(needed=needed, dice=shown(dice)), "dice")
    return [read_face(face, "dice") for face in dice]


def _roll_off(position: Position, white: int, black: int) -> Outcome[Position]:
    if white == black:
        return Outcome(position, (Event("tie", _("Both rolled {value}. Roll again.").format(value=white)),))
    first: Player = "W" if white > black else "B"
    high, low = max(white, black), min(white, black)
    text = _("{player} rolled higher, {high} to {low}, and begins.")
    text = text.format(player=PLAYER_NAMES[first], high=high, low=low)
    return Outcome(replace(position, to_move=first, phase="roll"), (Event("begins", text),))


def _to_be_moved(position: Position, face: int) -> Outcome[Position]:
    player, enemy = position.to_move, other(position.to_move)
    if position.opening and face == 1:
        text = _("{player} wins the bout: the first roll of the bout is a 1 (special rule 1).")
        return bout_won(position, player, "opening-one", text.format(player=PLAYER_NAMES[player]), [])
    if trapped(position) and face != 1:
        text = _("{winner} wins the bout: {player}'s only piece is trapped, and the roll is not a 1 (special rule 9).")
        text = text.format(winner=PLAYER_NAMES[enemy], player=PLAYER_NAMES[player])
        return bout_won(position, enemy, "trap", text, [])
    return Outcome(replace(position, phase="move", roll=face, opening=False))


def next_bout(position: Position) -> Outcome[Position]:
    """The start of the next bout. The winner of the last one rolls first. Raises PositionError if no bout follows."""
    if position.phase != "between":
        raise PositionError(f"the next bout follows phase 'between' alone, not {position.phase!r}", "phase")
    text = _("The next bout begins with the pieces on J6 and A6. {player} rolls first.")
    text = text.format(player=PLAYER_NAMES[position.to_move])
    return Outcome(
        replace(position, pieces=START, phase="roll", opening=True), (Event("bout-begins", text, ("J6", "A6")),)
    )
