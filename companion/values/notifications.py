"""What happens, for people and programs: the events of the contract (section 7), as values, as JSON and in words.

The session makes notifications, and the service writes them. They only report. The record of a game is the journal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass

from companion.language import N_, Translated, _, ngettext, to_english
from companion.rules import GAMES
from companion.rules.core import JSON, Table, Violation
from companion.rules.words import MOVE_WORDS
from companion.values.views import Step
from companion.words import join_words

DEVICES: Mapping[str, str] = Translated(
    {
        "buttons": N_("buttons"),
        "camera": N_("camera"),
        "die": N_("die"),
        "journal": N_("journal"),
        "report": N_("bug report"),
        "screen": N_("screen"),
        "sound": N_("sound"),
    }
)
"""The names for people of the parts that report something, by their names in the event `device`."""


@dataclass(frozen=True, slots=True)
class Notification:
    """Something that has happened, as docs/contract.md section 7 describes it."""

    frame: int
    """The number of the camera's frame, from 0."""
    t: float
    """The time of the frame in seconds."""
    event: str
    """The kind of event: "move", "illegal", "takeback" ..."""
    data: Mapping[str, JSON]
    """The other fields of the event, as JSON."""

    def to_json(self) -> dict[str, JSON]:
        """The notification as a JSON object, with its texts in English."""
        return {"frame": self.frame, "t": round(self.t, 3), "event": self.event, **to_english(self.data)}


def table_json(table: Table) -> dict[str, list[str]]:
    """A table as JSON."""
    return {cell: list(pieces) for cell, pieces in table.items()}


def fix_json(steps: Iterable[Step]) -> list[dict[str, JSON]]:
    """The actions that repair a table as JSON, in order."""
    return [{"text": s.text, "do": s.do, "kind": s.kind, "from": s.start, "to": s.end} for s in steps]


def violations_json(violations: Iterable[Violation]) -> list[dict[str, JSON]]:
    """Broken rules as JSON, the most basic one first."""
    return [{**asdict(v), "cells": list(v.cells)} for v in violations]


def in_words(notification: Notification) -> str:
    """A notification in one line for people, with its time."""
    return f"{notification.t:7.2f} s  {describe(notification)}"


def describe(notification: Notification) -> str:
    """A notification in words for people, without its time."""
    data = notification.data
    match notification.event:
        case "setup-ok":
            return _("The start table is right.")
        case "setup-wrong":
            return _("The table is not right yet: {steps}.").format(steps=_steps(data))
        case "roll":
            return _("Roll: {dice}.").format(dice=_write_dice(data))
        case "hand":
            return _("A hand is over the board.")
        case "move":
            move = _("Move: {move}.").format(move=_write_moves([data["move"]]))
            return " ".join([move, *(event["text"] for event in data["events"])])
        case "partial":
            return _("A turn has begun.")
        case "illegal" if "forward" in data:
            # Translators: {back} and {forward} are lists of actions.
            text = _("The last move is half taken back. To finish taking it back: {back}; to make it again: {forward}.")
            return text.format(back=_steps(data, "take_back"), forward=_steps(data, "forward"))
        case "illegal":
            reasons = " ".join(f"[{v['rule']}] {v['text']}" for v in data["violations"])
            # Translators: {reasons} are whole sentences, {steps} is a list of actions.
            return _("{reasons} To repair it: {steps}.").format(reasons=reasons, steps=_steps(data))
        case "unsure":
            return _unsure(data)
        case "takeback":
            if not data["moves"]:
                return _("All moves have been taken back.")
            text = _("A move has been taken back. These moves still count: {moves}.")
            return text.format(moves=_write_moves(data["moves"]))
        case "redo":
            text = _("What was undone counts again. These moves count: {moves}.")
            return text.format(moves=_write_moves(data["moves"]))
        case "corrected":
            return _("The table is right again.")
        case "resigned":
            return _("{resignation}.").format(resignation=data["text"])
        case "lost-board":
            return _("The camera cannot see the board: {problem}").format(problem=data["problem"])
        case "found-board":
            return _("The camera sees the board again.")
        case "resumed":
            return _resumed(data["moves"])
        case "over":
            if not data["result"]:
                return _("The game is over.")
            return _won(data)
        case "device":
            # Translators: A device and what it has to say: "camera: The camera is back".
            return _("{device}: {text}").format(device=DEVICES.get(data["device"], data["device"]), text=data["text"])
        case other:
            raise ValueError(f"no words for the notification {other!r}")


def _unsure(data: Mapping[str, JSON]) -> str:
    answers = join_words((candidate["text"] for candidate in data["candidates"]), "or")
    if "undo" in data:
        text = ngettext("Is {count} move undone? {answers}?", "Are {count} moves undone? {answers}?", data["undo"])
        return text.format(count=data["undo"], answers=answers)
    if data.get("thing"):
        return _("Something that is not a piece covers {cells}.").format(cells=join_words(data["cells"]))
    if not data["cells"]:
        return _("I cannot tell which move it was: {answers}?").format(answers=answers)
    return _("I cannot tell what is on {cells}: {answers}?").format(cells=join_words(data["cells"]), answers=answers)


def _won(data: Mapping[str, JSON]) -> str:
    info, winner, how = GAMES[data["position"]["game"]].info, data["result"]["winner"], data["result"]["how"]
    text = _("The game is over: {player} wins ({how}).")
    return text.format(player=info.names.get(winner, winner), how=info.ending_name(how))


def _resumed(moves: list[str]) -> str:
    if not moves:
        return _("The saved game continues from its start.")
    text = ngettext(
        "The saved game continues after {count} move: {moves}.",
        "The saved game continues after {count} moves: {moves}.",
        len(moves),
    )
    return text.format(count=len(moves), moves=_write_moves(moves))


def _write_moves(moves: Iterable[str]) -> str:
    return join_words((MOVE_WORDS.get(move, move) for move in moves), None)


def _write_dice(data: Mapping[str, JSON]) -> str:
    dice = data["dice"]
    if not isinstance(dice, Mapping):
        return join_words(dice)
    names = GAMES[data["position"]["game"]].info.dice_names
    return join_words((f"{names.get(die, die)} {value}" for die, value in dice.items()), None)


def _steps(data: Mapping[str, JSON], field: str = "fix") -> str:
    return "; ".join(step["text"] for step in data[field])
