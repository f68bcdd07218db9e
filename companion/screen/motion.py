"""Finds what moves on the screen when one view follows another: pieces glide to their new places, dice tumble.

A motion only shows what has already happened. It delays nothing, and from its first moment the areas that answer taps
are those of the new view. The time comes from outside.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.screen.difference import Table, missing
from companion.screen.shapes import Point
from companion.values.views import ScreenName, View

GLIDE_S = 0.4
"""How long a piece glides to its new place."""
ASK_S = 0.9
"""How long a ghost of a piece glides to show people where they should move it."""
TUMBLE_S = 0.5
"""How long a rolled die tumbles until it shows its value."""
MOST_GLIDES = 9
"""If more pieces than this change their places, the table was set up in another way, and nothing glides."""

_FIXED: tuple[ScreenName, ...] = ("setup", "doubt", "blind", "paused", "rules")
"""The screens on which pieces do not glide."""


@dataclass(frozen=True, slots=True)
class Glide:
    """The way of one piece."""

    kind: str
    start: str
    """The cell that it leaves."""
    end: str
    """The cell that it goes to."""
    place: int
    """Which piece of the cell `start` it was, from 0 at the bottom."""
    goal: int
    """Which piece of the cell `end` it becomes, from 0 at the bottom."""
    is_made: bool = True
    """True if the piece is already at the end. False if people should move it there: then a ghost of it glides."""

    @property
    def lasts_s(self) -> float:
        """How long the piece glides, in seconds."""
        return GLIDE_S if self.is_made else ASK_S


@dataclass(frozen=True, slots=True)
class Motion:
    """Everything that moves at the same time."""

    began: float
    """When the motion began, by the clock (s)."""
    glides: tuple[Glide, ...] = ()
    dice: frozenset[int] = frozenset()
    """The numbers of the view's dice that tumble."""
    rolls_on: bool = False
    """True if the dice tumble until a later view shows their values."""

    def is_over(self, now: float) -> bool:
        """True if nothing moves any more."""
        lasting = [glide.lasts_s for glide in self.glides] + ([TUMBLE_S] if self.dice else [])
        return not self.rolls_on and now - self.began >= max(lasting, default=0.0)

    def find_progress(self, now: float, lasts_s: float) -> float:
        """How much of something that lasts this long is over, from 0 to 1."""
        return min(1.0, max(0.0, now - self.began) / lasts_s)


def find_motion(before: View, after: View, now: float, middles: Mapping[str, Point]) -> Motion | None:
    """What moves when one view follows another; None if nothing moves. middles: where each cell is."""
    made = () if after.screen in _FIXED else tuple(_find_made(before, after, middles))
    asked = tuple(_find_asked(before, after))
    tumbling = frozenset(_find_tumbling(before, after))
    if not made and not asked and not tumbling:
        return None
    rolls_on = any(after.dice[i][1] == 0 for i in tumbling)
    return Motion(now, made + asked, tumbling, rolls_on)


def goes_on(before: View, after: View) -> bool:
    """True if everything that moves in one view also moves in the next one."""
    return (before.screen, before.table, before.seen, before.dice, before.steps, before.arrows) == (
        (after.screen, after.table, after.seen, after.dice, after.steps, after.arrows)
    )


def ease(progress: float) -> float:
    """How far something has come that speeds up first and slows down at the end. progress: the part of its time that is
    over.
    """
    return (1 - math.cos(math.pi * progress)) / 2


def _find_made(before: View, after: View, middles: Mapping[str, Point]) -> Iterator[Glide]:
    """The glides of the last move, or of a takeback, if the camera sees the pieces at their new places. Each piece
    takes the shortest way.
    """
    if before.game != after.game or before.table == after.table:
        return
    left = [(kind, cell) for cell, kinds in missing(after.table, before.table).items() for kind in kinds]
    come = [(kind, cell) for cell, kinds in missing(before.table, after.table).items() for kind in kinds]
    if max(len(left), len(come)) > MOST_GLIDES:
        return
    seen, places, goals = _find_shown(after), Counter[str](), Counter[str]()
    pairs = sorted(
        (math.dist(middles[start], middles[end]), kind, start, end)
        for kind, start in set(left)
        for other, end in set(come)
        if kind == other and start in middles and end in middles
    )
    for _far, kind, start, end in pairs:
        while (kind, start) in left and (kind, end) in come:
            left.remove((kind, start))
            come.remove((kind, end))
            places[start] += 1
            goals[end] += 1
            if Counter(seen.get(end, ()))[kind] >= goals[end]:
                yield Glide(kind, start, end, len(before.table[start]) - places[start], len(seen[end]) - goals[end])


def _find_asked(before: View, after: View) -> Iterator[Glide]:
    """Glides that show what people should do now and were not asked to do before: the first step of a repair, or what a
    hint proposes.
    """
    shown = _find_shown(after)
    if after.steps[:1] != before.steps[:1]:
        for step in after.steps[:1]:
            if step.do == "move" and step.start is not None and step.end is not None:
                yield _ask(shown, step.kind, step.start, step.end)
    for arrow in after.arrows:
        if arrow.style == "hint" and arrow not in before.arrows and shown.get(arrow.start):
            yield _ask(shown, shown[arrow.start][-1], arrow.start, arrow.end)


def _ask(shown: Table, kind: str, start: str, end: str) -> Glide:
    return Glide(kind, start, end, max(0, len(shown.get(start, ())) - 1), len(shown.get(end, ())), is_made=False)


def _find_tumbling(before: View, after: View) -> Iterator[int]:
    """The numbers of the dice that were rolled, or that roll now. Values that people have entered do not tumble,
    because people know them.
    """
    if before.screen != "roll" or any(choice.face is not None for choice in before.choices):
        return
    for i, die in enumerate(after.dice):
        if after.screen != "roll" or i >= len(before.dice) or before.dice[i] != die:
            yield i


def _find_shown(view: View) -> Table:
    return view.table if view.seen is None else view.seen
