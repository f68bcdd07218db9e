"""Finds the turn of Spry that made a table, or what was done wrong on it.

A turn can be any of a hundred thousand sets of cells. So they are not listed: the cells that differ are the turn. If
some stones of a legal turn are left out, the rest is also a legal turn, because there are fewer stones and no new ring.
So a table in the middle of a legal turn always shows a legal turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, islice

from companion.language import _, ngettext
from companion.rules.core import Match, Table, Violation
from companion.rules.spry.board import NAMES, RINGS, SIDE, cells
from companion.rules.spry.position import Position
from companion.rules.spry.turns import SWAP, broken, listed, over, violation, write
from companion.rules.white_black import KINDS, PLAYER_NAMES, other

MOST_NEAR = 60
"""How many turns are named at most to which a wrong table can be repaired. All of them are equally near."""


@dataclass(frozen=True, slots=True)
class Changes:
    """How a table differs from a position."""

    own: tuple[int, ...] = ()
    """Empty cells that got one stone of the player to move."""
    foreign: tuple[int, ...] = ()
    """Empty cells that got one stone of the other player."""
    gone: tuple[int, ...] = ()
    """Cells that have lost their stone."""
    turned: tuple[int, ...] = ()
    """Cells whose stone has another colour now."""
    crowded: tuple[int, ...] = ()
    """Cells with more than one stone."""

    @property
    def only_own(self) -> bool:
        return not (self.foreign or self.gone or self.turned or self.crowded)


def table(position: Position) -> dict[str, tuple[str, ...]]:
    """What is on the board."""
    lying = dict.fromkeys(cells(position.black), ("black",)) | dict.fromkeys(cells(position.white), ("white",))
    return {NAMES[cell]: lying[cell] for cell in sorted(lying)}


def compare(position: Position, seen: Table) -> Changes:
    """The cells that differ."""
    before: Mapping[str, tuple[str, ...]] = table(position)
    found: dict[str, list[int]] = {"own": [], "foreign": [], "gone": [], "turned": [], "crowded": []}
    for cell, name in enumerate(NAMES):
        was, now = before.get(name, ()), tuple(seen.get(name, ()))
        if was == now:
            continue
        if len(now) > 1:
            found["crowded"].append(cell)
        elif not now:
            found["gone"].append(cell)
        elif was:
            found["turned"].append(cell)
        else:
            found["own" if now == (KINDS[position.to_move],) else "foreign"].append(cell)
    return Changes(**{what: tuple(where) for what, where in found.items()})


def match(position: Position, seen: Table) -> Match:
    """The turn that leads to a table. If there is none, the rules that people's turn breaks (see `core.Match`)."""
    changes = compare(position, seen)
    if changes == Changes():
        return Match((SWAP,) if position.may_swap and not position.result else (), partial=True)
    if position.result:
        return Match((), (over(position),))
    if changes.only_own and not broken(position, changes.own):
        turn = (write(changes.own),)
        return Match(turn, partial=True, towards=turn)
    return Match((), tuple(_explain(position, changes)))


def near(position: Position, seen: Table) -> Iterator[str]:
    """Some turns that keep as many of the newly placed stones as a turn can have. Empty if no stone is new."""
    if position.result:
        return
    own = [cell for cell in cells(position.empty) if KINDS[position.to_move] in seen.get(NAMES[cell], ())]
    for count in range(min(SIDE, len(own)), 0, -1):
        wide = [cell for cell in own if RINGS[cell] >= count]
        if len(wide) >= count:
            yield from map(write, islice(combinations(wide, count), MOST_NEAR))
            return


def _explain(position: Position, changes: Changes) -> Iterator[Violation]:
    player, opponent = PLAYER_NAMES[position.to_move], PLAYER_NAMES[other(position.to_move)]
    if changes.crowded:
        text = _("There is more than one stone on {cells}. A cell holds one stone.")
        yield violation("SY-G", text.format(cells=listed(changes.crowded)), *changes.crowded)
    if changes.turned:
        text = ngettext(
            "The stone on {cells} has changed colour. Placed stones stay.",
            "The stones on {cells} have changed colour. Placed stones stay.",
            len(changes.turned),
        )
        yield violation("SY-1", text.format(cells=listed(changes.turned)), *changes.turned)
    if changes.gone and (came := changes.own + changes.foreign):
        text = ngettext(
            "The stone from {cells} was moved, perhaps to {came}. Placed stones stay: put it back.",
            "The stones from {cells} were moved, perhaps to {came}. Placed stones stay: put them back.",
            len(changes.gone),
        )
        text = text.format(cells=listed(changes.gone), came=listed(came))
        yield violation("SY-1", text, *changes.gone, *came)
    elif changes.gone:
        text = ngettext(
            "The stone from {cells} was taken. Placed stones stay: put it back.",
            "The stones from {cells} were taken. Placed stones stay: put them back.",
            len(changes.gone),
        )
        yield violation("SY-1", text.format(cells=listed(changes.gone)), *changes.gone)
    if changes.foreign:
        text = ngettext(
            "A stone of {opponent} was placed on {cells}. It is {player}'s turn, and {player} places only their own "
            "stones.",
            "Stones of {opponent} were placed on {cells}. It is {player}'s turn, and {player} places only their own "
            "stones.",
            len(changes.foreign),
        )
        text = text.format(opponent=opponent, player=player, cells=listed(changes.foreign))
        yield violation("SY-1", text, *changes.foreign)
    if changes.own:
        yield from broken(position, changes.own)
