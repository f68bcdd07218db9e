"""What counts: moves, throws and takebacks go to the journal, and only then are they the game's and told.

It does not ask whether they were meant; what the rules refuse is said and nothing else happens.
"""

from __future__ import annotations

from dataclasses import asdict

from companion.history.events import Event, Moved, Rolled, RollVoided, TakenBack
from companion.history.journal import Journal, JournalError
from companion.history.state import State, fold, next_kept_roll
from companion.rules.core import JSON, RulesError
from companion.session.announcements import Announcer
from companion.session.transient_state import TransientState


class Committer(Announcer):
    """A speaker who writes the game's events to a journal before anyone hears of them."""

    def __init__(self, journal: Journal, state: State, moment: TransientState) -> None:
        super().__init__(state, moment)
        self._journal = journal

    def record(self, event: Event) -> bool:
        """Writes an event to the journal, then lets it count. A failing disk changes nothing and is said."""
        state = fold(self.state, event)
        try:
            self._journal.append(event)
        except JournalError as error:
            self.notice(str(error), "journal")
            return False
        self.state = state
        return True

    def _commit(self, event: Event, then: str | None = None) -> bool:
        """Records an event of the game: what was said and asked of the table before it is past."""
        if not self.record(event):
            return False
        self._said.clear()
        self._now(wrong=None, doubt=None, hint=False, restoring=None, correcting=False, laying_out=then == "next")
        return True

    def _move(self, move: str) -> None:
        verdict = self.state.game.judge(self.state.position, move)
        if verdict.outcome is None:
            self._show_notice(verdict.violations[0].text)
        elif self._commit(Moved(verdict.move)):
            events = [asdict(e) for e in verdict.outcome.events]
            self._tell("move", move=verdict.move, position=self._position(), events=events)
            self._tell_end()
            self._let_stand()

    def _take_back(self, moves: int) -> None:
        undone = [turn.move for turn in self.state.turns[-moves:]]
        if self._commit(TakenBack(moves)):
            self._tell("takeback", position=self._position(), moves=self.state.moves, undone=len(undone))

    def _roll(self, dice: JSON, source: str, proof: JSON) -> None:
        try:
            outcome = self.state.game.roll(self.state.position, dice)
        except RulesError as error:
            self.notice(f"The throw does not count: {error.reason}", "die")
            return
        if self._commit(Rolled(dice, source, proof)):
            events = [asdict(e) for e in outcome.events]
            self._tell("roll", dice=dice, source=source, position=self._position(), events=events)
            self._tell_end()

    def _let_stand(self) -> None:
        """Throws that were made before moves were taken back count again, so that nobody throws twice."""
        while (throw := next_kept_roll(self.state)) is not None:
            self._roll(throw.dice, throw.source, throw.proof)
            if self.state.last != throw:
                return

    def _throw_again(self, agreed: RollVoided) -> None:
        """All agree that the throw which lies does not count."""
        if self._commit(agreed):
            self._tell("corrected", position=self._position())

    def _tell_end(self) -> None:
        status = self.state.game.status(self.state.position)
        if status.due == "nothing":
            self._tell("over", result=asdict(status.result) if status.result else None, position=self._position())
