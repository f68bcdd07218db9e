"""What the screen offers about a roll that is due: to roll here, to choose one die, or to enter the values of ordinary
dice.

It only turns what `companion.app.dice` knows into words and choices.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from companion.language import _, join, ngettext
from companion.values.commands import BeginTyping, EndTyping, RemoveValue, RollDice, TypeValue
from companion.values.views import Choice, View

VALUES = range(1, 7)


@dataclass(frozen=True, slots=True)
class RollPrompt:
    """How the roll that is due can be made now."""

    dice: tuple[str, ...]
    """The names of the dice to roll."""
    named: bool = False
    """True if the dice have names that matter (the colours of Color Dice)."""
    alone: tuple[str, ...] = ()
    """The dice that may be rolled alone. Empty if there is no choice."""
    by_tap: bool = False
    """True if a tap rolls them."""
    may_type: bool = False
    """True if a tap on the screen rolls the dice."""
    typing: bool = False
    """True if people are entering them."""
    typed: tuple[int, ...] = ()
    """The values that people have entered so far."""
    rolling: bool = False
    """True if the dice are rolling."""
    away: str = ""
    """Why the die cannot be used; "" if it can."""
    seal: str = ""
    """The seal of the rolls that the companion makes; "" if there is none."""


def add_prompt(view: View, prompt: RollPrompt, names: Mapping[str, str]) -> View:
    """The view of a game with the choices for a roll added. names: the name of each die for people."""
    view = replace(view, screen="roll", arrows=())
    if prompt.rolling:
        rolling = tuple((_colour(view, die), 0) for die in prompt.dice)
        return replace(
            view, headline=ngettext("The die rolls", "The dice roll", len(prompt.dice)), dice=rolling, choices=()
        )
    if prompt.typing:
        return _show_typing(view, prompt, names)
    told = [view.detail]
    if prompt.alone:
        told.append(_("Tap a die to roll it alone."))
    elif not prompt.by_tap:
        told.append(_("Press the roll button."))
    # Translators: The seal proves that nobody changed a roll afterwards: "Seal of the dice: 0e6c 5efa".
    footnote = _("Seal of the dice: {seal}").format(seal=_short(prompt.seal)) if prompt.seal else ""
    choices = tuple(_choices(view, prompt, names))
    return replace(view, detail=" ".join(filter(None, told)), footnote=footnote, choices=choices)


def list_roll_choices(prompt: RollPrompt, names: Mapping[str, str]) -> Iterator[Choice]:
    """All choices about the roll, even those that the screen does not show now."""
    if prompt.by_tap or prompt.away:
        yield Choice("throw", _("Roll"), RollDice())
    yield from _choices_alone(prompt, names)
    if prompt.may_type:
        yield Choice("type", _("Enter a roll"), BeginTyping())
        yield from _choices_of_values()
    yield from _remove_value(prompt, names)
    if prompt.typing and not prompt.away:
        yield _end_typing(prompt)


def _choices(view: View, prompt: RollPrompt, names: Mapping[str, str]) -> Iterator[Choice]:
    if prompt.by_tap:
        count = len(prompt.dice)
        text = _("Roll both dice") if count == 2 else ngettext("Roll the die", "Roll the dice", count)
        yield Choice("throw", text, RollDice())
    yield from view.choices
    yield from _choices_alone(prompt, names)
    if prompt.may_type:
        yield Choice("type", _("Enter a roll"), BeginTyping())


def _show_typing(view: View, prompt: RollPrompt, names: Mapping[str, str]) -> View:
    name = prompt.dice[len(prompt.typed)]
    die = names.get(name, name)
    if len(prompt.dice) > 1 or prompt.named:
        # Translators: {die} is a die's name, as in "red", "white" or "first".
        headline = _("{die} die: which value?").format(die=die.capitalize())
        told = _("Then tap the value of the {die} die.").format(die=die)
    else:
        headline = _("Die: which value?")
        told = _("Then tap its value.")
    detail = join(" ", filter(None, (view.detail, told)))
    before = () if prompt.typed else view.choices  # what is about the roll before this one
    choices = [*before, *_choices_alone(prompt, names), *_choices_of_values(), *_remove_value(prompt, names)]
    if not prompt.away:
        choices.append(_end_typing(prompt))
    return replace(
        view,
        headline=headline,
        detail=detail,
        dice=tuple(("", value) for value in prompt.typed) if not prompt.named else view.dice,
        choices=tuple(choices),
    )


def _choices_alone(prompt: RollPrompt, names: Mapping[str, str]) -> Iterator[Choice]:
    for name in prompt.alone:
        yield Choice(f"throw {name}", _("Roll {die} alone").format(die=names.get(name, name)), RollDice(name), die=name)


def _choices_of_values() -> Iterator[Choice]:
    for value in VALUES:
        yield Choice(f"threw {value}", str(value), TypeValue(value), face=value)


def _remove_value(prompt: RollPrompt, names: Mapping[str, str]) -> Iterator[Choice]:
    """The choice to correct the last value, if one was entered and the roll is not complete."""
    if prompt.typing and prompt.typed:
        name = prompt.dice[len(prompt.typed) - 1]
        text = _("{die} die: {value}. Enter it again")
        text = text.format(die=names.get(name, name).capitalize(), value=prompt.typed[-1])
        yield Choice("die again", text, RemoveValue())


def _end_typing(prompt: RollPrompt) -> Choice:
    return Choice("throw here", _("Roll here instead") if prompt.by_tap else _("Do not enter it"), EndTyping())


def _colour(view: View, die: str) -> str:
    """The kind of pieces whose colour a die has; "" for a die without a colour."""
    return die if die in view.kind_names else ""


def _short(seal: str) -> str:
    """The first signs of a seal in groups, few enough to write down. The journal has the whole seal."""
    return " ".join(seal[i : i + 4] for i in range(0, 16, 4))
