"""The roll that is due, as the screen offers it: roll here, choose one die, or enter the values of ordinary dice.

Pure: it makes words and choices of what `companion.app.dice` knows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.values.commands import BeginTyping, EndTyping, RollDice, TypeValue
from companion.values.views import Choice, View

VALUES = range(1, 7)


@dataclass(frozen=True, slots=True)
class RollPrompt:
    """How the roll that is due can be made just now."""

    dice: tuple[str, ...]
    """The names of the dice to roll."""
    player: str
    """Who rolls, "" where every player rolls a die."""
    named: bool = False
    """The dice have names that matter (the colours of Color Dice)."""
    alone: tuple[str, ...] = ()
    """The dice that may be rolled alone, where there is a choice."""
    by_tap: bool = False
    """A tap rolls them."""
    may_type: bool = False
    """The values of ordinary dice may be entered."""
    typing: bool = False
    """They are being entered."""
    typed: tuple[int, ...] = ()
    """The values that were entered so far."""
    rolling: bool = False
    """The dice are rolling."""
    spin: int = 0
    """Counts the pictures of rolling dice."""
    away: str = ""
    """Why the die cannot be used, "" while it can."""
    seal: str = ""
    """What the rolls made here are sealed with, "" where they are not."""


def add_prompt(view: View, prompt: RollPrompt) -> View:
    """A view of play with the roll that is due on it."""
    view = replace(view, screen="roll", arrows=())
    one = len(prompt.dice) == 1
    if prompt.rolling:
        rolling = tuple((_colour(view, die), _spun(prompt.spin, i)) for i, die in enumerate(prompt.dice))
        return replace(view, headline="The die rolls" if one else "The dice roll", dice=rolling, choices=())
    if prompt.typing:
        return _show_typing(view, prompt)
    told = [view.detail]
    if prompt.alone:
        told.append("Tap a die to roll it alone.")
    elif not prompt.by_tap:
        told.append("Press the roll button.")
    if prompt.seal:
        told.append(f"Sealed: {_short(prompt.seal)}")
    what = "the die" if one else "the dice"
    headline = "Roll one die each"
    if prompt.player:
        headline = f"{prompt.player}: roll {'again' if view.choices and prompt.named else what}"
    choices = tuple(_choices(view, prompt, what))
    return replace(view, headline=headline, detail=" ".join(filter(None, told)), choices=choices)


def list_roll_choices(prompt: RollPrompt) -> Iterator[Choice]:
    """Everything that can be done about the roll, whether the screen draws it just now or not."""
    if prompt.by_tap or prompt.away:
        yield Choice("throw", "Roll", RollDice())
    yield from _choices_alone(prompt)
    if prompt.may_type:
        yield Choice("type", "Enter a roll", BeginTyping())
        yield from _choices_of_values()
    if prompt.typing and not prompt.away:
        yield _end_typing(prompt)


def _choices(view: View, prompt: RollPrompt, what: str) -> Iterator[Choice]:
    if prompt.by_tap:
        yield Choice("throw", f"Roll {what}", RollDice())
    yield from view.choices
    yield from _choices_alone(prompt)
    if prompt.may_type:
        yield Choice("type", "Enter a roll", BeginTyping())


def _show_typing(view: View, prompt: RollPrompt) -> View:
    die = prompt.dice[len(prompt.typed)]
    which = f"{die} die" if len(prompt.dice) > 1 or prompt.named else "die"
    ordinary = "an ordinary die" if len(prompt.dice) == 1 else "ordinary dice"
    choices = [*view.choices, *_choices_alone(prompt), *_choices_of_values()]
    if not prompt.away:
        choices.append(_end_typing(prompt))
    return replace(
        view,
        headline=f"{which.capitalize()}: which value?",
        detail=f"Roll {ordinary}, then tap the value of the {which}.",
        dice=tuple(("", value) for value in prompt.typed) if not prompt.named else view.dice,
        choices=tuple(choices),
    )


def _choices_alone(prompt: RollPrompt) -> Iterator[Choice]:
    for name in prompt.alone:
        yield Choice(f"throw {name}", f"Roll {name} alone", RollDice(name), die=name)


def _choices_of_values() -> Iterator[Choice]:
    for value in VALUES:
        yield Choice(f"threw {value}", str(value), TypeValue(value), face=value)


def _end_typing(prompt: RollPrompt) -> Choice:
    return Choice("throw here", "Roll here instead" if prompt.by_tap else "Do not enter it", EndTyping())


def _colour(view: View, die: str) -> str:
    """The piece kind that gives a die its colour, "" for a plain one."""
    return die if die in view.kind_names else ""


def _spun(spin: int, place: int) -> int:
    """What a rolling die shows in passing. It has nothing to do with the value that it comes to rest on."""
    return 1 + (spin * 5 + place * 3) % 6


def _short(seal: str) -> str:
    """Enough of a seal to be noted down, in groups; the journal holds the whole."""
    return " ".join(seal[i : i + 4] for i in range(0, 16, 4))
