"""Writes an event to the journal. Only then the event changes the game and is announced.

It does not ask if the players meant it. If the rules refuse an event, people see why, and nothing else happens.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from companion.history.events import (
    KEPT,
    Corrected,
    CorrectionUndone,
    Event,
    GameDeleted,
    GameResumed,
    Moved,
    Named,
    NextPartStarted,
    Redone,
    Resigned,
    Revealed,
    Rolled,
    RollVoided,
    Sealed,
    Started,
    TakenBack,
)
from companion.history.journal import Journal, JournalError
from companion.history.state import find_resignation, fold, next_kept_roll
from companion.language import _
from companion.rules.core import JSON, Outcome, RulesError
from companion.session.announcements import Announcer
from companion.session.lasting import list_unread
from companion.session.running_game import RunningGame
from companion.values.results import Done, NotWritten, Refused, Result


class Committer:
    """Writes the events of a game to its journal, and announces them."""

    def __init__(self, game: RunningGame, journal: Journal, announcer: Announcer) -> None:
        self._game = game
        self._journal = journal
        self._announcer = announcer
        self._unwritten: Event | None = None
        self._later: tuple[Event, ...] = ()

    def record_all(self, events: Sequence[Event]) -> bool:
        """Writes events to the journal, one after the other. True if all are written. Those that could not be written
        wait.
        """
        for number, event in enumerate(events, start=1):
            if isinstance(self.record(event), NotWritten):
                self._later = tuple(events[number:])
                return False
        self._later = ()
        return True

    def record(self, event: Event, outcome: Outcome[Any] | None = None) -> Done | NotWritten:
        """Writes an event to the journal, then lets it change the game. If the disk fails, the game is paused. outcome:
        what the rules say about the event, if somebody has asked them already.
        """
        state = fold(self._game.state, event, outcome)
        try:
            self._journal.append(event)
        except JournalError as error:
            if not self._game.now.unsaved:
                self._game.now = replace(self._game.now, unsaved=True)
                self._announcer.notice(str(error), "journal")
            self._unwritten = event
            return NotWritten(str(error))
        unread = list_unread(self._game.now.unread, self._game.state, event, state)
        self._game.now = replace(self._game.now, unread=unread)
        self._game.state, self._unwritten = state, None
        if self._game.now.unsaved:
            self._game.now = replace(self._game.now, unsaved=False)
            self._announcer.notice(_("The game is saved again, and continues"), "journal")
        return Done()

    def write_again(self) -> bool:
        """Tries again to write the event that could not be written, and then does what should have followed. True if it
        is written.
        """
        match self._unwritten:
            case Moved(move):
                self.play_move(move)
            case TakenBack(moves):
                self.take_back(moves)
            case Rolled(dice, source, proof):
                if isinstance(self.enter_roll(dice, source, proof), Done) and source == KEPT:
                    self._enter_kept_rolls()
            case RollVoided() as agreed:
                self.void_roll(agreed)
            case Redone():
                self.redo()
            case Corrected(position):
                self.correct(position)
            case CorrectionUndone():
                self.undo_correction()
            case Resigned(what):
                self.give_up(what)
            case NextPartStarted() | Started() as start:
                self.start(start)
            case Sealed() | Revealed() | Named() | GameResumed() as event:
                self.record(event)
            case GameDeleted() | None:  # nobody deletes the game that they play
                pass
        if self._later and self._unwritten is None:
            self.record_all(self._later)
        return not self._game.now.unsaved

    def play_move(self, move: str) -> Result:
        """Lets a move count. If a kept roll follows it, that counts, too."""
        verdict = self._game.state.game.judge(self._game.state.position, move)
        if verdict.outcome is None:
            self._announcer.answer(verdict.violations[0].text)
            return Refused(verdict.violations[0].text)
        result = self._commit(Moved(verdict.move), verdict.outcome)
        if isinstance(result, Done):
            self._announcer.tell(
                "move",
                {"move": verdict.move, "position": self._game.position_json, "events": _events(verdict.outcome)},
            )
            self._tell_end()
            self._enter_kept_rolls()
        return result

    def take_back(self, moves: int) -> Result:
        """Undoes the last moves."""
        result = self._commit(TakenBack(moves))
        if isinstance(result, Done):
            self.tell_takeback(moves)
        return result

    def redo(self) -> Result:
        """Lets what was undone last count again."""
        moves = len(self._game.state.turns)
        result = self._commit(Redone())
        if isinstance(result, Done):
            state = self._game.state
            self._announcer.tell(
                "redo",
                {"position": self._game.position_json, "moves": state.moves, "redone": len(state.turns) - moves},
            )
        return result

    def tell_takeback(self, moves: int) -> None:
        """Announces that moves were undone, so that the earlier position is valid again. moves: how many of them had
        counted; may be 0.
        """
        self._announcer.tell(
            "takeback", {"position": self._game.position_json, "moves": self._game.state.moves, "undone": moves}
        )

    def enter_roll(self, dice: JSON, source: str, proof: Mapping[str, JSON] | None) -> Result:
        """Lets a roll count. If no roll is due, it is ignored, with a message."""
        try:
            outcome = self._game.state.game.roll(self._game.state.position, dice)
        except RulesError as error:
            refused = Refused(_("The roll does not count: {reason}").format(reason=error.reason))
            self._announcer.notice(refused.reason, "die")
            return refused
        result = self._commit(Rolled(dice, source, proof), outcome)
        if isinstance(result, Done):
            position = self._game.position_json
            self._announcer.tell(
                "roll", {"dice": dice, "source": source, "position": position, "events": _events(outcome)}
            )
            self._tell_end()
        return result

    def void_roll(self, agreed: RollVoided) -> Result:
        """Records that the last roll, or the last rolls, do not count."""
        return self._commit_correction(agreed)

    def correct(self, position: Mapping[str, JSON]) -> Result:
        """Records a corrected position."""
        return self._commit_correction(Corrected(position))

    def undo_correction(self) -> Result:
        """Records that the last correction does not count."""
        return self._commit_correction(CorrectionUndone())

    def give_up(self, what: str) -> Result:
        """Records that a player gives up, or that the players agree on the end."""
        found = find_resignation(self._game.state, what)
        if found is None:
            return Refused(_("This cannot be given up now."))
        result = self._commit(Resigned(what), found.outcome)
        if isinstance(result, Done):
            self._announcer.tell("resigned", {"what": what, "text": found.text, "position": self._game.position_json})
            self._tell_end()
        return result

    def start(self, event: NextPartStarted | Started) -> Result:
        """Records the start of the next part or of a new game. Then the players set up its start table."""
        names = self._game.state.names
        result = self._commit(event)
        if isinstance(event, Started) and isinstance(result, Done) and names:
            return self.record(Named(dict(names)))
        return result

    def _commit(self, event: Event, outcome: Outcome[Any] | None = None) -> Done | NotWritten:
        """Records an event of the game, and takes away notices and questions about the table before it."""
        result = self.record(event, outcome)
        if isinstance(result, Done):
            self._announcer.begin_anew()
            self._game.now = replace(
                self._game.now,
                wrong=None,
                doubt=None,
                hint=False,
                restoring=None,
                correcting=False,
                page=None,
                proposed=None,
                # What is corrected beside the board says nothing about the pieces: they are still to be set up.
                laying_out=isinstance(event, NextPartStarted | Started)
                or (self._game.now.laying_out and self._game.state.just_begun),
            )
        return result

    def _commit_correction(self, event: RollVoided | Corrected | CorrectionUndone) -> Result:
        result = self._commit(event)
        if isinstance(result, Done):
            self._announcer.tell("corrected", {"position": self._game.position_json})
        return result

    def _enter_kept_rolls(self) -> None:
        """Lets rolls count again that were made before moves were undone, so that nobody must roll twice."""
        while (roll := next_kept_roll(self._game.state)) is not None:
            if not isinstance(self.enter_roll(roll.dice, roll.source, roll.proof), Done):
                return

    def _tell_end(self) -> None:
        status = self._game.status
        if status.due == "nothing":
            result = asdict(status.result) if status.result else None
            self._announcer.tell("over", {"result": result, "position": self._game.position_json})


def _events(outcome: Outcome[Any]) -> list[dict[str, JSON]]:
    return [asdict(event) for event in outcome.events]
