"""What people do by mistake around a move. All of it must leave moves, position and score as they were.

They press Undo and Redo at any time, mistype rolls, move pieces out of turn, knock a table over between two bouts, put
pieces away after the end, and correct scores that were right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from companion.app.script import Press, Tap, find_command
from companion.rules.core import Table
from companion.session.corrections import corrections
from companion.values.commands import Dice, EnterRoll
from tests.evening.people import SETTLE, People, Stuck
from tests.rules.at_random import throw

LONG = 75
"""Frames after which the companion has said what it has to say about a table at rest."""

MOST_PRESSES = 7
"""How often people press Undo at most."""


class Traps(People):
    """People who do something that they do not mean, and repair it."""

    def step_into_a_trap(self) -> Iterator[None]:
        """One mistake that is possible now."""
        state = self.evening.state
        due = state.game.status(state.position).due
        possible: list[Callable[[], Iterator[None]]] = []
        if state.turns:
            possible.append(self.press_undo_and_redo)
        if corrections(state) and find_command("otherwise", self.evening.view):
            possible.append(self.correct_by_mistake)
        if self.evening.scene.table():
            if due == "next" or self.evening.session.now.laying_out:
                possible.append(self.knock_over)
            elif due == "roll":
                possible.append(self.move_out_of_turn)
        if possible:
            before, goal = self._counts(), self._goal
            yield from self._random.choice(possible)()
            self._check(before)
            self._goal = goal

    def press_undo_and_redo(self) -> Iterator[None]:
        """Presses Undo some times, does not confirm what is asked, and then wants everything back."""
        self._count("undo and redo at any time")
        evening, before = self.evening, self._counts()
        self._undoing = True
        for _ in range(self._random.randint(1, MOST_PRESSES)):
            evening.press(Press("undo"))
            yield from self._rest(2)
            if evening.session.now.doubt is not None:
                if self._random.random() < 0.5:
                    evening.press(Press("done"))
                    yield from self._rest(2)
                else:
                    yield from self._answer()
                break
        yield from self._rest(self._random.choice((SETTLE, LONG)))
        for _ in range(MOST_PRESSES):
            if self._counts() == before:
                break
            evening.press(Press("redo"))
            yield from self._rest(2)
        self._undoing = False

    def redo_by_mistake(self, left: int) -> Iterator[None]:
        """Lets an undone move count again, and undoes it again."""
        self._count("redo by mistake")
        evening = self.evening
        evening.press(Press("redo"))
        yield from self._rest(2)
        while len(evening.state.turns) > left:
            if evening.session.now.doubt is None:
                evening.press(Press("undo"))
                yield from self._rest(2)
            else:
                yield from self._answer(taking_back=True)

    def mistype(self, dice: Dice) -> Iterator[None]:
        """Types another roll than the dice show, notices it, and takes it out again. All have to agree."""
        state = self.evening.state
        typed = throw(state.game, state.position, self._random)
        if typed == dice:
            return
        self._count("a roll mistyped")
        before = self._counts()
        self.evening.press(EnterRoll(typed))
        yield from self._rest(self._random.choice((2, SETTLE, LONG)))
        if self._chance():
            yield from self._tap("throw again")
            yield from self._tap("disagree")
        yield from self._tap("throw again")
        yield from self._tap("agree")
        self._check(before)

    def correct_by_mistake(self) -> Iterator[None]:
        """Corrects something that was right. Somebody disagrees, or it is undone or corrected back."""
        state = self.evening.state
        wrong = self._random.choice(corrections(state))
        ending = self._random.choice(("disagree", "undo", "correct back"))
        self._count(f"a wrong correction: {ending}")
        yield from self._tap("otherwise")
        yield from self._tap(wrong.label)
        if ending == "disagree":
            yield from self._tap("disagree")
            return
        yield from self._tap("agree")
        right = state.game.dump(state.position)
        back = [c.label for c in corrections(self.evening.state) if c.position == right]
        if ending == "correct back" and back:
            yield from self._tap("otherwise")
            yield from self._tap(back[0])
            yield from self._tap("agree")
        else:
            self.evening.press(Press("undo"))
            yield from self._rest(2)

    def move_out_of_turn(self) -> Iterator[None]:
        """Moves a piece while a roll is due, or lays a table of an earlier bout, presses Done, and puts it back."""
        right = self.evening.scene.table()
        wrong = self._table_by_mistake(right)
        if wrong is None:
            return
        self._count("a move out of turn")
        yield from self._lay(wrong)
        if self._random.random() < 0.5:
            self.evening.press(Press("done"))
            yield from self._rest(SETTLE)
        yield from self._refuse_takebacks(SETTLE)
        yield from self._lay(right)
        yield from self._wait_until_back()

    def knock_over(self) -> Iterator[None]:
        """Knocks the pieces over between two bouts; they lie anywhere for a while, perhaps as they did before."""
        wrong = self._table_by_mistake(self.evening.scene.table(), pieces=self._random.randint(1, 3))
        if wrong is None:
            return
        self._count("a table knocked over between bouts")
        yield from self._lay(wrong)
        yield from self._refuse_takebacks(LONG)

    def pack_up(self) -> Iterator[None]:
        """Puts some pieces away after the end, those of the last move first."""
        state, table = self.evening.state, dict(self.evening.scene.table())
        before = self._counts()
        now = self._pieces(table)
        # A bout may be won by a roll, before any move.
        then = self._pieces(state.game.arranged(state.turns[-1].before, table)) if state.turns else now
        last = [place for place in now if place not in then]
        for cell, _ in last or now[:1]:
            table[cell] = table[cell][:-1]
        table = {cell: pieces for cell, pieces in table.items() if pieces}
        if table in map(state.game.table, state.game.starts()):
            return
        self._count("packed up after the end")
        yield from self._lay(table)
        yield from self._refuse_takebacks(LONG)
        self._check(before)

    # How

    def _tap(self, label: str) -> Iterator[None]:
        if find_command(label, self.evening.view) is None:
            raise Stuck(f"the screen has no {label!r}: {self.evening.view.headline}")
        self.evening.press(Tap(label))
        yield from self._rest(2)

    def _lay(self, table: Table) -> Iterator[None]:
        """Makes a table, whatever the companion says about it."""
        self._goal = None
        yield from self._random.choice(self.evening.hands).make(table)
        yield from self._rest(SETTLE)

    def _refuse_takebacks(self, frames: int) -> Iterator[None]:
        """Waits. If the companion asks if moves are undone, or what is on the table, gives the true answer."""
        for _ in range(frames):
            if self.evening.session.now.doubt is None:
                yield from self._rest(1)
            else:
                yield from self._answer()

    def _table_by_mistake(self, right: Table, pieces: int = 1) -> Table | None:
        """A table that nobody means: an earlier bout's, or with pieces on any cell. None if it would undo moves of this
        part by hand, or begin the next one."""
        state = self.evening.state
        earlier = [state.game.arranged(turn.before, right) for turn in state.turns[: state.part_start]]
        if earlier and self._random.random() < 0.5:
            wrong = dict(self._random.choice(earlier))
        else:
            wrong = dict(right)
            for _ in range(pieces):
                start = self._random.choice(sorted(wrong))
                piece, rest = wrong[start][-1], wrong.pop(start)[:-1]
                if rest:
                    wrong[start] = rest
                wrong[self._random.choice([c for c in state.game.info.cells if c not in wrong])] = (piece,)
        following = [state.game.next(state.position).position] if _is_part_over(state) else []
        meant = [*(turn.before for turn in state.turns[state.part_start :]), *following, state.position]
        return None if any(state.game.arranged(position, wrong) == wrong for position in meant) else wrong

    @staticmethod
    def _pieces(table: Table) -> list[tuple[str, int]]:
        return [(cell, number) for cell, pieces in table.items() for number in range(len(pieces))]

    def _counts(self) -> tuple[list[str], Any, int]:
        """What people have confirmed: moves, position with score, and the number of parts."""
        state = self.evening.state
        return state.moves, state.game.dump(state.position), len(state.part_starts)

    def _check(self, before: tuple[list[str], Any, int]) -> None:
        """Raises Stuck if something is no longer what people had confirmed."""
        if self._counts() != before:
            self.notes.lost.append(f"{before} became {self._counts()}")
            raise Stuck(f"moves, points or bouts were lost: {self.notes.lost[-1]}"[:1500])


def _is_part_over(state: Any) -> bool:
    return bool(state.game.status(state.position).due == "next")
