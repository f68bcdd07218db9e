"""Scripts: texts that say what people do and when (for `--script`, and for the replay in a bug report).

A line becomes an action, which knows nothing of a game. Just before its frame, the action becomes a command. What it
means depends on that moment: a button's meaning may change, and a label is searched for on the screen. A recorder does
the opposite: it turns a command into the text that would give it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.app.buttons import BUTTON_NAMES, COMMANDS, ButtonName
from companion.language import _
from companion.values.commands import (
    Command,
    Dice,
    EnterRoll,
    OpenMenu,
    Quit,
)
from companion.values.views import View
from vision.files import read_file


@dataclass(frozen=True, slots=True)
class Press:
    """A button is pressed."""

    name: ButtonName


@dataclass(frozen=True, slots=True)
class Tap:
    """A choice on the screen is tapped."""

    label: str
    """The label of a choice on the screen (`companion.values.views.Choice`), `MENU`, or a text that people read on a
    page beside the game.
    """


Action = Press | Tap | EnterRoll | Quit
"""What a line of a script does: presses, taps, enters a roll or quits."""

MENU = "menu"
"""The label of the menu button, for scripts. This button is on every screen, but in no view."""


@dataclass(frozen=True, slots=True)
class Cue:
    """An action of a script, and the frame before which it happens."""

    frame: int
    """The number of the frame, from 0. The action happens just before it."""
    action: Action


class ActionError(ValueError):
    """A text that is not an action. The message says what is wrong and what is known."""


class ScriptError(ActionError):
    """A script that cannot be played. The message names the file or the line."""


def find_command(label: str, view: View) -> Command | None:
    """The command of the choice with this label in a view; None if there is no such choice. On a page beside the game,
    choices have no labels, so the text on them counts as their label.
    """
    if label == MENU:
        return OpenMenu()
    for entry in () if view.side is None else view.side.list_entries():
        if entry.text == label:
            return entry.command
    return next(
        (choice.command for choice in (*view.choices, *view.lines, *view.undrawn) if choice.label == label), None
    )


def write_command(command: Command, view: View) -> str | None:
    """The text of an action that gives this command while the view is on the screen; None if the view does not offer
    it.
    """
    if isinstance(command, EnterRoll | Quit):
        return write(command)
    if isinstance(command, OpenMenu):
        return write(Tap(MENU))
    name = next((name for name, does in COMMANDS.items() if _is_same(does, command)), None)
    if name is not None:
        return write(Press(name))
    choices = (*view.choices, *view.lines, *view.undrawn)
    label = next((choice.label for choice in choices if _is_same(choice.command, command)), None)
    return None if label is None else write(Tap(label))


def _is_same(one: object, other: object) -> bool:
    """True if two commands are equal. Their types here are `object`, because mypy would take seconds to compare every
    pair of types.
    """
    return one == other


def parse(text: str) -> Action:
    """An action from its text: `roll D`, `press NAME`, `tap LABEL` or `quit`. Raises ActionError."""
    verb, _space, rest = text.strip().partition(" ")
    rest = rest.strip()
    match verb:
        case "press":
            for name in BUTTON_NAMES:
                if rest == name:
                    return Press(name)
            raise ActionError(
                _("press: there is no button {button!r}, only {known}").format(
                    button=rest, known=", ".join(BUTTON_NAMES)
                )
            )
        case "tap":
            if not rest:
                raise ActionError(_("tap: the label of the answer is missing, as in 'tap pass'"))
            return Tap(rest)
        case "roll":
            return EnterRoll(_dice(rest))
        case "quit":
            if rest:
                raise ActionError(_("quit: nothing follows it, but here {text!r} does").format(text=rest))
            return Quit()
        case "":
            raise ActionError(_("the action is missing: roll D, press NAME, tap LABEL or quit"))
        case _:
            raise ActionError(
                _("{action!r} is not an action; known are roll D, press NAME, tap LABEL and quit").format(action=verb)
            )


def write(action: Action) -> str:
    """The text of an action; `parse(write(a)) == a`."""
    match action:
        case Press(name):
            return f"press {name}"
        case Tap(label):
            return f"tap {label}"
        case EnterRoll(dice):
            return f"roll {json.dumps(dice)}"
        case Quit():
            return "quit"


def parse_script(text: str) -> tuple[Cue, ...]:
    """The actions of a script, by frame. Those of one frame stay in order.

    Each line is `FRAME ACTION`. Empty lines and lines that start with `#` are skipped. Raises ScriptError that names
    the line.
    """
    cues: list[Cue] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        frame, _space, action = line.strip().partition(" ")
        if not (frame.isascii() and frame.isdigit()) or len(frame) > 12:
            raise ScriptError(
                _(
                    "script line {number}: a frame number from 0 on comes first, not {frame!r}, as in '30 press done'"
                ).format(number=number, frame=frame[:40])
            )
        try:
            cues.append(Cue(int(frame), parse(action)))
        except ActionError as error:
            raise ScriptError(_("script line {number}: {error}").format(number=number, error=error)) from error
    return tuple(sorted(cues, key=lambda cue: cue.frame))


def load_script(path: Path) -> tuple[Cue, ...]:
    """The actions in a script file. Raises ScriptError, also if the file is missing or is not text."""
    try:
        text = read_file(path).decode("utf-8-sig")
    except OSError as error:
        raise ScriptError(
            _("the script {path} cannot be read: {reason}").format(path=path, reason=error.strerror)
        ) from error
    except UnicodeDecodeError as error:
        raise ScriptError(_("the script {path} is not UTF-8 text").format(path=path)) from error
    return parse_script(text)


def _dice(text: str) -> Dice:
    """The dice of a roll from their text. How many are due and how high they go is not checked, because only the rules
    know it.
    """
    if not text:
        raise ActionError(
            _("roll: the dice are missing, as in '{example}' or '{named}'").format(
                example="roll [3,1]", named='roll {"red":4}'
            )
        )
    try:
        data: Any = json.loads(text)
    except (ValueError, RecursionError) as error:  # ValueError: also a number of thousands of digits
        raise ActionError(
            _("roll: {text!r} is not JSON; dice are written {example} or {named}").format(
                text=text[:40], example="[3,1]", named='{"red":4}'
            )
        ) from error
    if isinstance(data, list) and data and all(_is_face(value) for value in data):
        return data
    if isinstance(data, Mapping) and data and all(_is_face(value) for value in data.values()):
        return dict(data)
    raise ActionError(
        _("roll: whole numbers from 1 on are needed, as in {example} or {named}, not {text}").format(
            example="[3,1]", named='{"red":4}', text=text[:40]
        )
    )


def _is_face(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1
