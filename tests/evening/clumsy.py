"""People who play a game at random and clumsily, but mean every move that they make.

They put pieces down in any order, pause, leave a hand over the board, press Done too early, put a piece on a
wrong cell and put it right, knock pieces off their place, take moves back by hand and by button. What they
meant is kept, to be held against what was committed; a question is answered as they meant it.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.actions import Press, Roll, Tap
from companion.mend import mend
from companion.referee import Made, OneOf, Takeback
from companion.rules.core import Table
from companion.table.hand import Hand
from companion.view import Step
from tests.evening.evening import Evening, to_verdict

SETTLE = 4
"""Frames until a table that has come to rest has been read."""

PATIENCE = 90
"""Frames after which people give up on a companion that does not take their move."""


class Stuck(AssertionError):
    """The companion did not follow what people did."""


@dataclass
class Notes:
    """What came of a game. meant: the moves in the order in which they were to count."""

    meant: list[str] = field(default_factory=list)
    clumsy: Counter[str] = field(default_factory=Counter)
    asked: int = 0
    answers_missing: int = 0
    accused: list[str] = field(default_factory=list)
    frames_to_verdict: list[int] = field(default_factory=list)
    ms_to_verdict: list[float] = field(default_factory=list)


class Players:
    """Two or more people at a table. clumsiness: how likely each kind of mishap is in a turn."""

    def __init__(self, evening: Evening, seed: int, clumsiness: float = 0.15) -> None:
        self.evening = evening
        self.notes = Notes()
        self._random = random.Random(seed)
        self._clumsiness = clumsiness

    def play(self, turns: int = 1_000_000) -> Iterator[None]:
        """Plays until the game is over, or so many moves were made."""
        yield from self._rest(SETTLE)
        while len(self.notes.meant) < turns:
            state = self.evening.state
            status = state.game.status(state.position)
            match status.due:
                case "nothing":
                    return
                case "roll":
                    yield from self._throw()
                case "next":
                    yield from self._lay_out_next()
                case "move":
                    yield from self._turn()

    # Turns

    def _throw(self) -> Iterator[None]:
        state = self.evening.state
        status = state.game.status(state.position)
        if status.offers and self._random.random() < 0.3:
            yield from self._say(self._random.choice(status.offers))
            return
        values = [self._random.randint(1, 6) for _ in status.dice]
        names = state.game.info.named_dice
        self.evening.press(Roll(dict(zip(status.dice, values, strict=True)) if names else values))
        yield from self._rest(2)

    def _lay_out_next(self) -> Iterator[None]:
        state = self.evening.state
        following = state.game.next(state.position).position
        self.evening.press(Tap("next"))
        yield from self._rest(2)
        yield from self._bring_about(state.game.arranged(following, self.evening.scene.table()))
        yield from self._until(lambda: not self.evening.session.moment.laying_out, "the next round begins")

    def _turn(self) -> Iterator[None]:
        state = self.evening.state
        game, position = state.game, state.position
        move = self._random.choice(game.legal(position, 500).moves)
        if move in game.status(position).offers:
            yield from self._say(move)
            return
        outcome = game.judge(position, move).outcome
        assert outcome is not None
        before = self.evening.scene.table()
        yield from self._bring_about(game.arranged(outcome.position, before))
        if self._chance():
            self._count("taken back by hand before done")
            yield from self._bring_about(before)
            yield from self._bring_about(game.arranged(outcome.position, before))
        yield from self._done(outcome.position, move)
        if self._chance():
            yield from self._take_back(before)

    def _say(self, offer: str) -> Iterator[None]:
        """A move that leaves the table as it is."""
        turns = len(self.evening.state.turns)
        self.notes.meant.append(offer)
        self.evening.press(Tap(offer))
        yield from self._until(lambda: len(self.evening.state.turns) > turns, f"{offer!r} is taken")

    def _done(self, wanted: Any, move: str) -> Iterator[None]:
        """Presses Done until the move counts, answering what is asked."""
        evening = self.evening
        game = evening.state.game
        turns = len(evening.state.turns)
        self.notes.meant.append(move)
        waited = 0
        while len(evening.state.turns) == turns:
            accused = self._accusations()
            evening.press(Press("done"))
            yield from self._rest(SETTLE)
            if len(self._accusations()) > len(accused):
                self.notes.accused.append(f"{move}: {self._accusations()[-1]}")
            yield from self._answer(wanted)
            waited += SETTLE
            if waited > PATIENCE:
                raise Stuck(f"{move} is not taken: {evening.session.moment.verdict!r}"[:1500])
        if evening.state.position != wanted:
            got = evening.state.moves[-1]
            if game.dump(evening.state.position) != game.dump(wanted):
                raise Stuck(f"{move} was played and {got} was committed")

    def _answer(self, wanted: Any) -> Iterator[None]:
        """Taps what is true, or puts the piece that is asked for straight."""
        evening = self.evening
        moment = evening.session.moment
        if moment.doubt is None:
            return
        self.notes.asked += 1
        state, lying = evening.state, evening.scene.table()
        options = (
            [(m, m, None) for m in moment.doubt.moves]
            if isinstance(moment.doubt, OneOf)
            else [(c.label, c.move, c.cell) for c in moment.doubt.candidates]
        )
        for label, made, cell in options:
            if made is not None:
                outcome = state.game.judge(state.position, made).outcome
                right = outcome is not None and outcome.position == wanted
            elif cell is not None:
                name, (kind, count) = cell
                right = lying.get(name, ()) == ((kind,) * count if kind else ())
            else:
                right = False
            if right:
                evening.press(Tap(label))
                yield from self._rest(2)
                return
        self.notes.answers_missing += 1
        yield from self._straighten(lying)

    def _take_back(self, before: Table) -> Iterator[None]:
        evening = self.evening
        status = evening.state.game.status(evening.state.position)
        if status.due == "nothing" or not evening.state.turns:
            return
        turns = len(evening.state.turns)
        self.notes.meant.pop()
        if self._random.random() < 0.5:
            self._count("undo by button")
            evening.press(Press("undo"))
            yield from self._rest(2)
            yield from self._bring_about(before)
        else:
            self._count("taken back by hand")
            yield from self._bring_about(before)
            for _ in range(PATIENCE // SETTLE):
                if len(evening.state.turns) < turns:
                    break
                yield from self._rest(SETTLE)
                if isinstance(evening.session.moment.verdict, Takeback):
                    continue
                doubt = evening.session.moment.doubt
                labels = [c.label for c in doubt.candidates] if doubt and not isinstance(doubt, OneOf) else []
                if "takeback" in labels:
                    self.notes.asked += 1
                    evening.press(Tap("takeback"))
                elif not isinstance(evening.session.moment.verdict, Made):
                    evening.press(Press("done"))
        yield from self._until(lambda: len(evening.state.turns) < turns, "the move is taken back")
        yield from self._until(lambda: evening.session.moment.restoring is None, "the table is back")

    # Pieces

    def _bring_about(self, table: Table) -> Iterator[None]:
        """Turns what lies on the board into a table, with the mishaps that happen."""
        evening = self.evening
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
        # Whatever mishaps left is put right.
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
        return list(mend(evening.scene.table(), table, info, places))

    def _mixed(self, steps: Sequence[Step]) -> list[Step]:
        """The steps in any order in which they can be carried out."""
        left, order = list(steps), []
        while left:
            free = [
                s
                for i, s in enumerate(left)
                if not any(
                    (o.start is not None and o.start == s.end) or (o.end is not None and o.end == s.start)
                    for o in left[:i]
                )
            ]
            step = self._random.choice(free)
            left.remove(step)
            order.append(step)
        return order

    def _misplace(self, hand: Hand, step: Step) -> Iterator[None]:
        """A piece comes to lie on a wrong cell first; sometimes Done is pressed over it."""
        self._count("a wrong cell")
        lying = self.evening.scene.table()
        free = [cell for cell in self.evening.state.game.info.cells if cell not in lying]
        wrong = self._random.choice(free)
        first = Step(step.text, step.do, step.kind, step.start, wrong)
        yield from hand.do(first)
        if self._random.random() < 0.5:
            yield from hand.leave()
            yield from self._rest(self._random.choice((SETTLE, 40)))
            yield from self._press_too_early()
        yield from hand.do(Step(step.text, "move", step.kind, wrong, step.end))

    def _press_too_early(self) -> Iterator[None]:
        """Done on a table that is not what is meant, if that is no legal move by chance."""
        moment = self.evening.session.moment
        if isinstance(moment.verdict, Made | OneOf | Takeback) or moment.verdict is None:
            return
        if not hasattr(moment.verdict, "table"):
            return
        self._count("done too early")
        self.evening.press(Press("done"))
        yield from self._rest(SETTLE)

    def _dawdle(self, hand: Hand) -> Iterator[None]:
        """A pause within a turn, with or without the hand, sometimes with Done."""
        self._count("a pause")
        if self._random.random() < 0.7:
            yield from hand.leave()
        yield from self._rest(self._random.choice((2, SETTLE, 10, 45)))
        if self.evening.scene.hand is None and self._random.random() < 0.3:
            yield from self._press_too_early()

    def _knock(self) -> Iterator[None]:
        """A sleeve pushes a piece off its place; it is seen and put straight."""
        scene = self.evening.scene
        lying = scene.table()
        if not lying:
            return
        self._count("a piece knocked")
        cell = self._random.choice(sorted(lying))
        piece = scene.in_cell(cell)
        assert piece is not None
        radius = self.evening.layout.pieces[piece.kind].diameter_mm / 2
        dx, dy = self._random.uniform(-1, 1) * radius, self._random.uniform(-1, 1) * radius
        scene.nudge(piece.x, piece.y, dx, dy)
        yield from self._rest(self._random.choice((2, SETTLE, 10)))
        scene.nudge(piece.x + dx, piece.y + dy, -dx, -dy)
        yield from self._rest(2)

    def _straighten(self, lying: Table) -> Iterator[None]:
        """Every piece back into the middle of its place."""
        self.evening.scene.lay(lying)
        yield from self._rest(SETTLE)

    # Waiting

    def _rest(self, frames: int) -> Iterator[None]:
        for _ in range(frames):
            yield

    def _until(self, so: Any, what: str) -> Iterator[None]:
        for _ in range(PATIENCE):
            if so():
                return
            yield
        raise Stuck(f"waited in vain until {what}: {self.evening.session.moment!r}"[:1500])

    def _measure(self) -> None:
        """How long it took from the first frame without a hand to a verdict."""
        told = to_verdict(self.evening.moments)
        if told is not None:
            frames, ms = told
            self.notes.frames_to_verdict.append(frames)
            self.notes.ms_to_verdict.append(ms)

    def _accusations(self) -> list[str]:
        return [
            " ".join(v["text"] for v in h.data["violations"]) for h in self.evening.happenings if h.event == "illegal"
        ]

    def _chance(self) -> bool:
        return self._random.random() < self._clumsiness

    def _count(self, what: str) -> None:
        self.notes.clumsy[what] += 1
