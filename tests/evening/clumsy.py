"""People who play a game at random and clumsily, but mean every move that they make.

They put pieces down in any order and on wrong cells, press buttons too early or too often, mistype rolls, move out of
turn, knock the table over, correct scores by mistake, and undo moves by hand and by button. The moves that they mean
are kept, to be compared with those that were committed. They answer questions by what they mean.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.app.script import Press, Tap
from companion.rules.core import Table
from companion.session.decisions import has_uncommitted_change
from companion.values.commands import EnterRoll
from tests.evening.people import PATIENCE, SETTLE, UNHEARD, Notes, Stuck
from tests.evening.traps import Traps
from tests.rules.at_random import LIKINGS, any_move, throw

__all__ = ["Notes", "Players", "Stuck"]


class Players(Traps):
    """Two or more people at a table who play a game."""

    def play(self, turns: int = 1_000_000) -> Iterator[None]:
        """Plays until the game is over, or this many moves were made."""
        yield from self._begin()
        while len(self.notes.meant) < turns:
            if self._errs():
                yield from self.step_into_a_trap()
            state = self.evening.state
            match state.game.status(state.position).due:
                case "nothing":
                    if self._errs():
                        yield from self.pack_up()
                    return
                case "roll":
                    yield from self._throw()
                case "next":
                    yield from self._lay_out_next()
                case "move":
                    yield from self._turn()

    def _begin(self, what: str = "the game begins") -> Iterator[None]:
        """Waits until the game or its next round begins. If it does not, presses Done, and insists that the pieces are
        right.
        """
        yield from self._insist_until(
            lambda: not self.evening.session.now.laying_out, what, "insists on the start table", 2
        )

    # Turns

    def _throw(self) -> Iterator[None]:
        state = self.evening.state
        status = state.game.status(state.position)
        if status.offers and self._random.random() < 0.3:
            yield from self._say(self._random.choice(status.offers))
            return
        dice = throw(state.game, state.position, self._random)
        if self._errs():
            yield from self.mistype(dice)
        self.evening.press(EnterRoll(dice))
        yield from self._rest(2)
        if self._chance() and self._chance():
            yield from self._take_back("after a throw")

    def _lay_out_next(self) -> Iterator[None]:
        state = self.evening.state
        following = state.game.next(state.position).position
        for _ in range(2):  # much can be lost here
            if self._errs():
                yield from self.step_into_a_trap()
        self.evening.press(Tap("next"))
        yield from self._rest(2)
        if self._errs():
            yield from self.step_into_a_trap()
        yield from self._bring_about(state.game.arranged(following, self.evening.scene.table()))
        yield from self._begin("the next round begins")

    def _turn(self) -> Iterator[None]:
        state = self.evening.state
        game, position = state.game, state.position
        move = LIKINGS.get(game.info.id, any_move)(game, position, self._random)
        if move in game.status(position).offers:
            yield from self._say(move)
        else:
            judged = game.judge(position, move)
            assert judged.outcome is not None
            wanted = judged.outcome.position
            before = self.evening.scene.table()
            after = game.arranged(wanted, before)
            yield from self._bring_about(after)
            if self._chance():
                yield from self._change_mind(before)
                yield from self._bring_about(after)
            yield from self._done(wanted, judged.move)
        if self._chance():
            yield from self._take_back("")

    def _say(self, offer: str) -> Iterator[None]:
        """Makes a move that changes nothing on the table, by a tap."""
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
            if evening.session.now.doubt is None:
                evening.press(Press("done"))
            else:
                yield from self._answer(wanted)
            yield from self._rest(SETTLE)
            waited += SETTLE
            if waited > PATIENCE:
                raise self._stuck(f"{move} is taken")
        turn = evening.state.turns[turns]
        got = game.judge(turn.before, turn.move).outcome
        if got is None or got.position != wanted:
            raise Stuck(f"{move} was played and {turn.move} was committed")
        self.notes.meant[-1] = turn.move  # the same move, perhaps in another notation

    def _change_mind(self, before: Table) -> Iterator[None]:
        """Takes back a move before it is committed: by hand alone or, if the screen shows the change, with Undo."""
        state, verdict = self.evening.state, self.evening.session.now.verdict
        if self._random.random() < 0.5 and verdict is not None and has_uncommitted_change(state, verdict):
            self._count("undo by button before done")
            self.evening.press(Press("undo"))
        else:
            self._count("taken back by hand before done")
        yield from self._bring_about(before)
        yield from self._wait_until_back()

    def _take_back(self, when: str) -> Iterator[None]:
        """Undoes the last committed move, by hand or with Undo."""
        evening = self.evening
        state, lying = evening.state, evening.scene.table()
        if not state.turns:
            return
        left = len(state.turns) - 1
        before = state.game.arranged(state.turns[-1].before, lying)
        self.notes.meant.pop()
        by_hand = before != lying and self._random.random() < 0.5
        self._count(f"{'taken back by hand' if by_hand else 'undo by button'} {when}".strip())
        self._undoing = True
        if by_hand:
            yield from self._bring_about(before)
            yield from self._until(lambda: len(evening.state.turns) <= left, None, UNHEARD, taking_back=True)
        while len(evening.state.turns) > left and not evening.session.now.laying_out:
            if evening.session.now.doubt is None:
                evening.press(Press("undo"))
                yield from self._rest(2)
            else:
                yield from self._answer(taking_back=True)
        if self._errs():
            yield from self.redo_by_mistake(left)
        self._undoing = False
        if not by_hand:
            yield from self._bring_about(before)
        yield from self._wait_until_back()
        if len(evening.state.turns) != left:
            raise Stuck(f"{left} moves were to be left, {len(evening.state.turns)} are")
