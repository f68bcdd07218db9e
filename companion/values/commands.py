"""What people do with buttons, die and touchscreen, as values, and the script that does it for them.

Every device and the script file speak these values, so the session cannot tell who pressed. Nothing
here asks whether an action is allowed: that is for the session and the rules.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

ButtonName = Literal["done", "undo", "hint", "double", "throw"]
"""The buttons, by the names that `press NAME` uses (interfaces.md section 7)."""

BUTTON_NAMES: tuple[ButtonName, ...] = get_args(ButtonName)

Dice = list[int] | dict[str, int]
"""A throw as interfaces.md section 4 writes it: `[3,1]`, or `{"red":4}` where dice have names."""


@dataclass(frozen=True, slots=True)
class Press:
    """A button was pressed."""

    name: ButtonName


@dataclass(frozen=True, slots=True)
class Tap:
    """An answer on the touchscreen was tapped: the `label` of a `companion.values.views.Choice`."""

    label: str


@dataclass(frozen=True, slots=True)
class Roll:
    """A die was thrown, or several. `proof`: where from, as the journal keeps it; a script has none."""

    dice: Dice
    proof: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Quit:
    """Whoever plays wants to stop."""


Action = Press | Tap | Roll | Quit

MENU = Tap("menu")
"""Leaves the game as it stands, saved, and asks what to play next."""


@dataclass(frozen=True, slots=True)
class Cue:
    """An action of a script and the frame (from 0) just before which it happens."""

    frame: int
    action: Action


class ActionError(ValueError):
    """A text that is no action; the message says what is wrong and what is known."""


class ScriptError(ActionError):
    """A script that cannot be played; the message names the file or the line."""


def parse(text: str) -> Action:
    """An action from its text: `roll D`, `press NAME`, `tap LABEL` or `quit`. Raises ActionError."""
    verb, _, rest = text.strip().partition(" ")
    rest = rest.strip()
    match verb:
        case "press":
            for name in BUTTON_NAMES:
                if rest == name:
                    return Press(name)
            raise ActionError(f"press: there is no button {rest!r}, only {', '.join(BUTTON_NAMES)}")
        case "tap":
            if not rest:
                raise ActionError("tap: the label of the answer is missing, as in 'tap pass'")
            return Tap(rest)
        case "roll":
            return Roll(_dice(rest))
        case "quit":
            if rest:
                raise ActionError(f"quit: stands alone, without {rest!r}")
            return Quit()
        case "":
            raise ActionError("the action is missing: roll D, press NAME, tap LABEL or quit")
        case _:
            raise ActionError(f"{verb!r} is no action; known are roll D, press NAME, tap LABEL and quit")


def write(action: Action) -> str:
    """The text of an action; `parse(write(a)) == a`."""
    match action:
        case Press(name):
            return f"press {name}"
        case Tap(label):
            return f"tap {label}"
        case Roll(dice, _):
            return f"roll {json.dumps(dice)}"
        case Quit():
            return "quit"


def parse_script(text: str) -> tuple[Cue, ...]:
    """The cues of a script, by frame; cues of one frame keep their order.

    One `FRAME ACTION` a line; empty lines and lines that start with `#` are passed over.
    Raises ScriptError naming the line.
    """
    cues: list[Cue] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        frame, _, action = line.strip().partition(" ")
        if not (frame.isascii() and frame.isdigit()) or len(frame) > 12:
            raise ScriptError(
                f"script line {number}: a frame number from 0 on comes first, not {frame[:40]!r}, as in '30 press done'"
            )
        try:
            cues.append(Cue(int(frame), parse(action)))
        except ActionError as error:
            raise ScriptError(f"script line {number}: {error}") from error
    return tuple(sorted(cues, key=lambda cue: cue.frame))


def load_script(path: Path) -> tuple[Cue, ...]:
    """Reads a script file. Raises ScriptError, also where the file is missing or no text."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise ScriptError(f"the script {path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ScriptError(f"the script {path} is no UTF-8 text") from error
    return parse_script(text)


def _dice(text: str) -> Dice:
    """The dice of a throw. Whether so many are due, and how high they go, the rules know."""
    if not text:
        raise ActionError("roll: the dice are missing, as in 'roll [3,1]' or 'roll {\"red\":4}'")
    try:
        data: Any = json.loads(text)
    except (ValueError, RecursionError) as error:  # ValueError: a number of thousands of digits too
        raise ActionError(f'roll: {text[:40]!r} is not JSON; dice are written [3,1] or {{"red":4}}') from error
    if isinstance(data, list) and data and all(_is_face(value) for value in data):
        return data
    if isinstance(data, Mapping) and data and all(_is_face(value) for value in data.values()):
        return dict(data)
    raise ActionError(f'roll: whole numbers from 1 on are needed, as in [3,1] or {{"red":4}}, not {text[:40]}')


def _is_face(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1
