"""The hands, the eyes and the patience of people who play: how they move pieces clumsily, answer and wait.

They put pieces down in any order, pause, leave a hand over the board, press Done too early, put a piece on a wrong cell
and correct it, and knock pieces off their place. What they mean to do is decided in `tests.evening.clumsy`.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.app.script import Press, Tap
from companion.referee import Illegal, UnderWay
from companion.referee.repair import repair
from companion.rules.core import Table
from companion.values.views import Step
from companion.virtual_table.hand import Hand
from tests.evening.answering import true_answer
from tests.evening.evening import Evening, to_verdict

SETTLE = 4
"""Frames from when a table comes to rest until it has been read."""

PATIENCE = 90
"""Frames after which people give up because the companion does not accept their move."""

UNHEARD = 45
"""Frames after which people press a button if what they did by hand had no effect."""


class Stuck(AssertionError):
    """The companion did not follow what people did."""


@dataclass
class Notes:
    """The result of a game. meant: the moves that should count, in order.

    asked: how many questions about the table came up. asked_takebacks: how many questions if moves are really undone.
    answers_missing: the questions that had no true answer to choose. accused: the reasons given when the table that
    people meant was called illegal. lost: what was undone although nobody wanted it.
    """

    meant: list[str] = field(default_factory=list)
    clumsy: Counter[str] = field(default_factory=Counter)
    asked: int = 0
    asked_takebacks: int = 0
    lost: list[str] = field(default_factory=list)
    answers_missing: list[str] = field(default_factory=list)
    accused: list[str] = field(default_factory=list)
    frames_to_verdict: list[int] = field(default_factory=list)
    ms_to_verdict: list[float] = field(default_factory=list)


class People:
    """Two or more people at a table. clumsiness: how likely each kind of mishap is in a turn."""

    def __init__(self, evening: Evening, seed: int, clumsiness: float = 0.15) -> None:
        self.evening = evening
        self.notes = Notes()
        self._random = random.Random(seed)
        self._clumsiness = clumsiness
        self._heard = 0
        self._goal: Table | None = None  # the table that people are making or have made
        self._undoing = False  # True while people want to undo moves

    # Answering

    def _answer(self, wanted: Any = None, *, taking_back: bool = False) -> Iterator[None]:
        """Taps the true answer. If there is none, puts the pieces straight on the cells in question."""
        evening = self.evening
        doubt, lying = evening.session.now.doubt, evening.scene.table()
        assert doubt is not None
        label = true_answer(evening.state, doubt, lying, wanted, taking_back=taking_back)
        if label is not None:
            evening.press(Tap(label))
            yield from self._rest(2)
            return
        self.notes.answers_missing.append(repr(doubt))
        hand = self._random.choice(evening.hands)
        for cell in getattr(doubt, "cells", ()):
            if cell in lying:
                yield from hand.carry(lying[cell][-1], cell, cell)
        yield from hand.leave()
        yield from self._rest(SETTLE)

    # Pieces

    def _bring_about(self, table: Table) -> Iterator[None]:
        """Changes what is on the board into a table, with random mishaps on the way."""
        evening = self.evening
        self._goal = table
        hand = self._random.choice(evening.hands)
        steps = self._mixed(self._steps(table))
        for i, step in enumerate(steps):
            if self._chance() and step.do in ("move", "put"):
                yield from self._misplace(hand, step)
            else:
                yield from hand.do(step)
            if i < len(steps) - 1 and self._chance():
                yield from self._dawdle(hand)
        if self._chance():
            self._count("a hand over the board")
            yield from self._rest(self._random.randint(3, 12))
        yield from hand.leave()
        if self._chance():
            yield from self._knock()
        # Corrects what is still wrong because of mishaps.
        for step in self._steps(table):
            yield from hand.do(step)
        yield from hand.leave()
        if evening.scene.table() != dict(table):
            raise Stuck(f"the hand made {dict(evening.scene.table())} of {dict(table)}")
        yield from self._rest(SETTLE)
        self._measure()

    def _steps(self, table: Table) -> list[Step]:
        evening = self.evening
        info = evening.state.game.info
        places = evening.layout.middles
        return list(repair(evening.scene.table(), table, info, places))

    def _mixed(self, steps: Sequence[Step]) -> list[Step]:
        """The steps in a random order in which they can be carried out."""
        left, order = list(steps), []
        while left:
            free = [
                s
                for i, s in enumerate(left)
                if not any(
                    (o.start is not None and o.start == s.end)
                    or (o.end is not None and o.end == s.start)
                    or (o.do == "take" and s.do == "put")  # the box may have no other piece of this kind
                    for o in left[:i]
                )
            ]
            step = self._random.choice(free)
            left.remove(step)
            order.append(step)
        return order

    def _misplace(self, hand: Hand, step: Step) -> Iterator[None]:
        """Puts a piece on a wrong cell first, sometimes presses Done, then moves the piece to the right cell."""
        self._count("a wrong cell")
        lying = self.evening.scene.table()
        without = dict(lying)
        if step.start is not None:
            without[step.start] = lying[step.start][:-1]
        free = [cell for cell in self.evening.state.game.info.cells if cell not in lying]
        wrong = self._random.choice(
            [cell for cell in free if not self._lay_before({**without, cell: (step.kind,)})] or free
        )
        first = Step(step.text, step.do, step.kind, step.start, wrong)
        yield from hand.do(first)
        if self._random.random() < 0.5:
            yield from hand.leave()
            yield from self._rest(self._random.choice((SETTLE, 40)))
            yield from self._press_too_early()
        yield from hand.do(Step(step.text, "move", step.kind, wrong, step.end))

    def _press_too_early(self) -> Iterator[None]:
        """Presses Done on a table that is not the one that is meant, unless it happens to be a legal move."""
        state, verdict = self.evening.state, self.evening.session.now.verdict
        if isinstance(verdict, Illegal | UnderWay) and state.game.status(state.position).due != "next":
            self._count("done too early")
            self.evening.press(Press("done"))
            yield from self._rest(SETTLE)

    def _dawdle(self, hand: Hand) -> Iterator[None]:
        """Pauses during a turn, with or without the hand over the board, and sometimes presses Done."""
        if self._lay_before(self.evening.scene.table()):
            return
        self._count("a pause")
        if self._random.random() < 0.7:
            yield from hand.leave()
        yield from self._rest(self._random.choice((2, SETTLE, 10, 45)))
        if self.evening.scene.hand is None and self._random.random() < 0.3:
            yield from self._press_too_early()

    def _lay_before(self, table: Table) -> bool:
        """True if a table happens to equal an earlier one. Leaving it there would undo moves."""
        state, lying = self.evening.state, {cell: pieces for cell, pieces in table.items() if pieces}
        return any(state.game.arranged(turn.before, lying) == lying for turn in state.turns)

    def _knock(self) -> Iterator[None]:
        """A sleeve pushes a piece off its place; a little later somebody puts it back."""
        scene = self.evening.scene
        lying = scene.table()
        if not lying:
            return
        self._count("a piece knocked")
        cell = self._random.choice(sorted(lying))
        piece = scene.find_in_cell(cell)
        assert piece is not None
        radius = self.evening.layout.pieces[piece.kind].diameter_mm / 2
        dx, dy = self._random.uniform(-1, 1) * radius, self._random.uniform(-1, 1) * radius
        meant, self._goal = self._goal, None
        scene.nudge(piece.x, piece.y, dx, dy)
        yield from self._rest(self._random.choice((2, SETTLE, 10)))
        scene.nudge(piece.x + dx, piece.y + dy, -dx, -dy)
        yield from self._rest(2)
        self._goal = meant

    # Waiting

    def _rest(self, frames: int) -> Iterator[None]:
        for _ in range(frames):
            yield
            self._listen()

    def _until(
        self, so: Callable[[], bool], what: str | None, frames: int = PATIENCE, *, taking_back: bool = False
    ) -> Iterator[None]:
        """Waits until `so()` is true, answering questions. If it takes too long, raises Stuck with `what`, if given."""
        begun = len(self.evening.moments)
        while len(self.evening.moments) - begun < frames:
            if so():
                return
            if self.evening.session.now.doubt is None:
                yield from self._rest(1)
            else:
                yield from self._answer(taking_back=taking_back)
        if what is not None and not so():
            raise self._stuck(what)

    def _wait_until_back(self) -> Iterator[None]:
        """Waits until the pieces are back after Undo or Redo. If that is not seen, insists that they are."""
        yield from self._insist_until(
            lambda: self.evening.session.now.restoring is None,
            "the table is back",
            "insists that the pieces are back",
            3,
        )

    def _insist_until(self, so: Callable[[], bool], what: str, mishap: str, presses: int) -> Iterator[None]:
        """Waits until `so()` is true. If it takes long, presses Done a few times, because the table is right. what: for
        `Stuck`. mishap: what is counted for each press.
        """
        yield from self._until(so, None, UNHEARD)
        for _ in range(presses):
            if not so() and self.evening.session.now.doubt is None:
                self._count(mishap)
                self.evening.press(Press("done"))
                yield from self._rest(SETTLE)
        yield from self._until(so, what)

    def _stuck(self, what: str) -> Stuck:
        return Stuck(f"waited in vain until {what}: {self.evening.session.now!r}"[:1500])

    def _listen(self) -> None:
        """Notes questions, and every time that the table which people meant was called illegal."""
        news = self.evening.happenings[self._heard :]
        self._heard += len(news)
        for happening in news:
            if happening.event == "unsure":
                self.notes.asked_takebacks += "undo" in happening.data
                self.notes.asked += "undo" not in happening.data
            if happening.event == "takeback" and happening.data["undone"] and not self._undoing:
                self.notes.lost.append(f"frame {happening.frame}: {happening.data['undone']} moves undone")
            now = happening.frame == self.evening.moments[-1].frame
            if happening.event == "illegal" and now and self.evening.scene.table() == self._goal:
                self.notes.accused.append(" ".join(v["text"] for v in happening.data["violations"]))

    def _measure(self) -> None:
        """Notes how long it took from the first frame without a hand to a verdict."""
        told = to_verdict(self.evening.moments[-PATIENCE:])
        if told is not None:
            frames, ms = told
            self.notes.frames_to_verdict.append(frames)
            self.notes.ms_to_verdict.append(ms)

    def _chance(self) -> bool:
        return self._random.random() < self._clumsiness

    def _errs(self) -> bool:
        """The same for mishaps of the head. People who never err do not even think about it: stories depend on what
        they do at random."""
        return self._clumsiness > 0 and self._chance()

    def _count(self, what: str) -> None:
        self.notes.clumsy[what] += 1
