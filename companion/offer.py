"""The throw that is due, as the screen offers it: answers that throw, choose a die or type in an ordinary one's value.

Pure: it makes words and answers of what `companion.throwing` knows, and reads the answers' labels back.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.view import Choice, View

THROW = "throw"
"""The answer that throws the dice; `throw NAME` is about that die alone."""

TYPE = "type"
"""The answer that begins to type in a throw; TYPED + value types a die in, NOT_TYPED ends it."""

TYPED = "threw "
NOT_TYPED = "throw here"

VALUES = range(1, 7)


@dataclass(frozen=True, slots=True)
class Offer:
    """How the throw that is due can be made just now.

    dice: those asked for, by name. player: who throws. named: the dice have names that matter, and each may be
    thrown alone: `alone`, as far as there is a choice. by_tap: a tap throws them. may_type, typing: a throw of
    ordinary dice may be typed in, and is; typed: the values so far. rolling: the dice roll. away: why the die
    cannot be used, "" while it can. seal: what the throws made here are sealed with, "" where they are not.
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


def offered(view: View, offer: Offer) -> View:
    """A view of play with the throw that is due on it."""
    if offer.rolling:
        return replace(view, headline="The dice roll" if len(offer.dice) > 1 else "The die rolls", choices=())
    if offer.typing:
        return _typing(view, offer)
    what = "the die" if len(offer.dice) == 1 else "the dice"
    detail = view.detail
    if not offer.by_tap and not offer.may_type:
        detail = f"{detail} Press the throw button."
    if offer.seal:
        detail = f"{detail} Sealed throws: {_short(offer.seal)}"
    choices = (*view.choices, *_answers(offer, what))
    return replace(view, headline=f"{offer.player}: throw {what}", detail=detail.strip(), choices=choices)


def _answers(offer: Offer, what: str) -> Iterator[Choice]:
    if offer.by_tap:
        yield Choice(THROW, f"Throw {what}")
    for name in offer.alone:
        yield Choice(f"{THROW} {name}", f"Throw {name} alone")
    if offer.may_type:
        yield Choice(TYPE, "Type in a throw")


def _typing(view: View, offer: Offer) -> View:
    die = offer.dice[len(offer.typed)]
    if offer.named:
        which = f"{die} die"
    elif len(offer.dice) == 1:
        which = "die"
    else:
        which = f"{die} die" if not offer.typed else f"{die} die, after {', '.join(map(str, offer.typed))}"
    choices = [Choice(f"{TYPED}{value}", str(value)) for value in VALUES]
    choices.extend(Choice(f"{THROW} {name}", f"{name.capitalize()} instead") for name in offer.alone if name != die)
    if not offer.away:
        choices.append(Choice(NOT_TYPED, "Throw here instead" if offer.by_tap else "Do not type"))
    return replace(
        view,
        headline=f"{offer.player}: throw {'an ordinary die' if len(offer.dice) == 1 else 'ordinary dice'}",
        detail=f"Tap what the {which} shows. {offer.away}".strip(),
        choices=(*view.choices, *choices),
    )


def _short(seal: str) -> str:
    """Enough of a seal to be noted down, in groups; the journal holds the whole."""
    return " ".join(seal[i : i + 4] for i in range(0, 16, 4))
