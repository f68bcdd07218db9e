"""The throw that is due, as the screen offers it: answers that throw, choose a die or type in an ordinary one's value.

Pure: it makes words and answers of what `companion.app.dice` knows, and reads the answers' labels back.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.values.views import Choice, View

THROW = "throw"
"""The answer that throws the dice; `throw NAME` is about that die alone."""

TYPE = "type"
"""The answer that begins to type in a throw; TYPED + value types a die in, NOT_TYPED ends it."""

TYPED = "threw "
NOT_TYPED = "throw here"

VALUES = range(1, 7)


@dataclass(frozen=True, slots=True)
class RollPrompt:
    """How the throw that is due can be made just now.

    dice: those asked for, by name. player: who throws, "" where everybody does. named: the dice have names that
    matter, and each may be thrown alone: `alone`, as far as there is a choice. by_tap: a tap throws them.
    may_type, typing: a throw of ordinary dice may be typed in, and is; typed: the values so far. rolling: the
    dice roll, spin counts what they show in passing. away: why the die cannot be used, "" while it can.
    seal: what the throws made here are sealed with, "" where they are not.
    """

    dice: tuple[str, ...]
    player: str
    named: bool = False
    alone: tuple[str, ...] = ()
    by_tap: bool = False
    may_type: bool = False
    typing: bool = False
    typed: tuple[int, ...] = ()
    rolling: bool = False
    spin: int = 0
    away: str = ""
    seal: str = ""


def alone(label: str) -> str | None:
    """The die that an answer is about alone, None where it is none of these answers."""
    verb, _, name = label.partition(" ")
    return name if verb == THROW and name and label != NOT_TYPED else None


def typed(label: str) -> int | None:
    """The value that an answer types in, None where it types none."""
    value = label.removeprefix(TYPED)
    return int(value) if label != value and value in map(str, VALUES) else None


def offered(view: View, offer: RollPrompt) -> View:
    """A view of play with the throw that is due on it."""
    view = replace(view, screen="throw", arrows=())
    what = "the die" if len(offer.dice) == 1 else "the dice"
    if offer.rolling:
        rolling = tuple((_colour(view, die), _spun(offer.spin, i)) for i, die in enumerate(offer.dice))
        return replace(
            view, headline=f"{what.capitalize()} roll{'s' if len(offer.dice) == 1 else ''}", dice=rolling, choices=()
        )
    if offer.typing:
        return _typing(view, offer)
    said = [view.detail]
    if offer.alone:
        said.append("Tap a die to throw it alone.")
    elif not offer.by_tap:
        said.append("Press the throw button.")
    if offer.seal:
        said.append(f"Sealed: {_short(offer.seal)}")
    headline = "Throw one die each"
    if offer.player:
        headline = f"{offer.player}: throw {'again' if view.choices and offer.named else what}"
    choices = tuple(_answers(view, offer, what))
    return replace(view, headline=headline, detail=" ".join(filter(None, said)), choices=choices)


def _answers(view: View, offer: RollPrompt, what: str) -> Iterator[Choice]:
    if offer.by_tap:
        yield Choice(THROW, f"Throw {what}")
    yield from view.choices
    yield from _alone(offer)
    if offer.may_type:
        yield Choice(TYPE, "Type in a throw")


def _typing(view: View, offer: RollPrompt) -> View:
    die = offer.dice[len(offer.typed)]
    which = f"{die} die" if len(offer.dice) > 1 or offer.named else "die"
    ordinary = "an ordinary die" if len(offer.dice) == 1 else "ordinary dice"
    choices = [*view.choices, *_alone(offer)]
    choices.extend(Choice(f"{TYPED}{value}", str(value), face=value) for value in VALUES)
    if not offer.away:
        choices.append(Choice(NOT_TYPED, "Throw here instead" if offer.by_tap else "Do not type it in"))
    return replace(
        view,
        headline=f"{which.capitalize()}: which value?",
        detail=f"Throw {ordinary} and tap what the {which} shows.",
        dice=tuple(("", value) for value in offer.typed) if not offer.named else view.dice,
        choices=tuple(choices),
    )


def _alone(offer: RollPrompt) -> Iterator[Choice]:
    for name in offer.alone:
        yield Choice(f"{THROW} {name}", f"Throw {name} alone", die=name)


def _colour(view: View, die: str) -> str:
    """The piece kind that gives a die its colour, "" for a plain one."""
    return die if die in view.kind_names else ""


def _spun(spin: int, place: int) -> int:
    """What a rolling die shows in passing; it says nothing of what it will settle on."""
    return 1 + (spin * 5 + place * 3) % 6


def _short(seal: str) -> str:
    """Enough of a seal to be noted down, in groups; the journal holds the whole."""
    return " ".join(seal[i : i + 4] for i in range(0, 16, 4))
