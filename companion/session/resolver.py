"""Carries out Undo, Redo and the answers to questions, by which the players decide what counts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.language import _
from companion.referee import Candidate, Takeback, Uncertain, most_undone_by_hand
from companion.session.announcements import Announcer
from companion.session.committer import Committer
from companion.session.decisions import has_uncommitted_change, may_be_unchanged, offer_answers
from companion.session.questions import Asker
from companion.session.running_game import RunningGame
from companion.session.surroundings import Surroundings
from companion.session.takebacks import AskedTakeback
from companion.session.transient_state import TransientState
from companion.session.turn_tracker import TurnTracker
from companion.values.commands import Answer, AnswerCell, AnswerMove, AnswerUndone
from companion.values.results import Done, Result


class Resolver:
    """Lets the players decide what counts."""

    def __init__(
        self,
        game: RunningGame,
        announcer: Announcer,
        surroundings: Surroundings,
        committer: Committer,
        asker: Asker,
        tracker: TurnTracker,
    ) -> None:
        self._game = game
        self._announcer = announcer
        self._surroundings = surroundings
        self._committer = committer
        self._asker = asker
        self._tracker = tracker

    def undo(self) -> Result:
        """Undoes what has changed on the table and does not count yet. If there is nothing like that, undoes the last
        move or correction that counts.

        While a question is open, Undo undoes what caused the question, and not a move that counts. If one of the
        answers is that moves were undone, Undo gives this answer. If much would be lost, such as the start of a part or
        many moves, the players are asked first. If people have half taken back the last move by hand, Undo finishes
        this.
        """
        now = self._game.now
        rest, asked = now.rest, now.doubt is not None
        undone = _find_answer(now, lambda candidate: isinstance(candidate.command, AnswerUndone))
        self._game.now = now = replace(now, done_waits=False)
        if isinstance(now.doubt, AskedTakeback):
            return Done()
        if now.laying_out and self._game.state.last_correction is not None:
            return self._committer.undo_correction()
        if now.laying_out and self._game.state.turns:
            self._tracker.ask_takeback(1)
            return Done()
        if now.laying_out:
            return self._announcer.refuse(_("There is nothing to undo yet."))
        match undone:
            case Candidate(command=AnswerUndone(moves)) if moves > most_undone_by_hand(self._game.state):
                self._tracker.ask_takeback(moves)
                return Done()
            case Candidate():
                return self._apply(undone)
        # A correction is what the players did last if perhaps nothing has moved since, and also after the end, because
        # then no change on the table counts.
        moved_nothing = self._game.is_part_over or may_be_unchanged(rest)
        corrected = self._game.state.last_correction is not None and moved_nothing
        puts_back = now.restoring is None and not corrected
        if rest is not None and (asked or (puts_back and has_uncommitted_change(self._game.state, rest))):
            state = self._game.state
            self._asker.forget_other_than(state.game.arranged(state.position, rest.table))
            self._game.now = replace(now, restoring=rest.table, wrong=None, doubt=None, since=self._game.t)
            self._committer.tell_takeback(0)
            return Done()
        if self._game.state.last_correction is not None:
            return self._restore(self._committer.undo_correction)
        if not self._game.state.turns:
            return self._announcer.refuse(_("There is nothing to undo yet."))
        moves = rest.moves if isinstance(rest, Takeback) and rest.far else 1
        if moves > self._game.state.undo_limit:
            self._tracker.ask_takeback(moves)
            return Done()
        return self._restore(lambda: self._committer.take_back(1))

    def redo(self) -> Result:
        """Reverses the last undo: what it undid counts again."""
        if not self._game.state.undone:
            return self._announcer.refuse(_("There is nothing to redo."))
        return self._restore(self._committer.redo)

    def _restore(self, change: Callable[[], Result]) -> Result:
        """Undoes or redoes something. After that, the players must put the pieces where they belong."""
        rest = self._game.now.rest
        table = self._game.state.game.table(self._game.state.position) if rest is None else rest.table
        result = change()
        if isinstance(result, Done):
            self._game.now = replace(self._game.now, restoring=table)
        return result

    def answer(self, command: Answer) -> Result:
        answer = _find_answer(self._game.now, lambda candidate: candidate.command == command)
        return self._announcer.refuse_too_late() if answer is None else self._apply(answer)

    def _apply(self, answer: Candidate) -> Result:
        """Takes the players' answer to a question. What they say about the cells counts, and vision may learn
        from it.
        """
        doubt = self._game.now.doubt
        self._game.now = replace(self._game.now, doubt=None)
        if isinstance(doubt, AskedTakeback):
            if isinstance(answer.command, AnswerUndone):
                return self._restore(lambda: self._committer.take_back(doubt.moves))
            self._asker.decline(self._game.state, doubt.table)
            return Done()
        if isinstance(doubt, Uncertain) and doubt.thing:
            self._asker.deny_thing(self._game.state)
            self._surroundings.deny_cover()
            self._game.now = replace(self._game.now, done_waits=True)
            return Done()
        if isinstance(answer.command, AnswerCell):
            self._asker.tell(answer.command.cell, (answer.command.kind, answer.command.count))
            return Done()
        if isinstance(doubt, Uncertain):
            for cell in doubt.cells:
                pieces = answer.table.get(cell, ())
                self._asker.tell(cell, (pieces[0], len(pieces)) if pieces else (None, 0))
        match answer.command:
            case AnswerMove(move) if not self._game.now.laying_out:
                return self._committer.play_move(move)
            case AnswerUndone(moves):
                return self._committer.take_back(moves)
            case _:
                return Done()


def _find_answer(now: TransientState, fits: Callable[[Candidate], bool]) -> Candidate | None:
    """The first answer to the question for which `fits` is True; None if there is none, or no question."""
    return next((candidate for candidate in offer_answers(now.doubt) if fits(candidate)), None)
