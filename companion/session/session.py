"""The session: one game as the players see it, from the setup to the end.

It gets what the camera sees (`Sight`) and what people do (`GameCommand`). It asks the referee, writes events to the
journal, and then announces them. Its state follows from the journal. Everything else that it knows may be lost in a
power cut: a hand over the board, a question, a press that waits. It opens no device, reads no picture and draws
nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from types import MappingProxyType

from companion.history.events import Event, NextPartStarted
from companion.history.journal import Journal
from companion.history.state import State, find_resignation
from companion.language import _, call_players, start_sentence
from companion.referee import Ambiguous, Illegal, MovePlayed, Sight, Stock, Uncertain, Unchanged, UnderWay, Verdict
from companion.referee.repair import Places
from companion.rules.core import Table
from companion.session.announcements import Announcer
from companion.session.committer import Committer
from companion.session.confirmed_tables import ConfirmedTables
from companion.session.corrections import corrections
from companion.session.decisions import begin_again, explain_no_hint, find_voidable_roll, may_be_unchanged
from companion.session.hints import find_next_stop, list_askable, list_hinted_pieces, move_focus
from companion.session.lasting import recall_unread
from companion.session.questions import Asker
from companion.session.resolver import Resolver
from companion.session.running_game import RunningGame
from companion.session.strays import StrayFinder
from companion.session.surroundings import Surroundings
from companion.session.takebacks import AskedTakeback
from companion.session.transient_state import Proposal, TransientState
from companion.session.turn_tracker import Options, TurnTracker
from companion.values.commands import (
    Agree,
    AnswerCell,
    AnswerMove,
    AnswerUnchanged,
    AnswerUndone,
    AskAbout,
    ClosePage,
    CorrectPosition,
    Disagree,
    EnterRoll,
    FinishTurn,
    GameCommand,
    GiveUp,
    HideHint,
    KeepAsItIs,
    MarkRead,
    NextHint,
    OpenCorrections,
    OpenGameMenu,
    OpenResignations,
    PlayAgain,
    PlayMove,
    Redo,
    ShowStep,
    StartNextPart,
    TurnBoard,
    Undo,
    VoidRoll,
)
from companion.values.notifications import Notification
from companion.values.results import Done, NotWritten, Refused, Result

SAVE_AGAIN_S = 1.0
"""How long to wait before the companion tries again to save what could not be saved."""


def describe_unsaved() -> str:
    """What to do if the game cannot be saved."""
    return _("Free some space on the disk, or check that it works. Then the game continues by itself.")


class Session:
    """A running game. Its caller tells it what the camera sees and what people do, in the order in which this happens,
    and then fetches the notifications with `take_news`.
    """

    def __init__(
        self,
        journal: Journal,
        state: State,
        places: Places,
        *,
        resumed: bool,
        options: Options | None = None,
        stock: Stock = MappingProxyType({}),
        earlier: Sequence[Event] = (),
    ) -> None:
        """places: each cell's middle in mm. resumed: True if a saved game goes on. stock: how many pieces of each kind
        there are. earlier: the events of the saved game; its messages that nobody has read yet are shown again.
        """
        game = RunningGame(state, TransientState(laying_out=not resumed, unread=recall_unread(earlier)))
        self._game = game
        self._announcer = Announcer(game)
        self._surroundings = Surroundings(game, self._announcer)
        self._committer = Committer(game, journal, self._announcer)
        self._asker = Asker(places, stock, resumed=resumed)
        self._strays = StrayFinder(places)
        self._tables = ConfirmedTables()
        self._tracker = TurnTracker(
            game, self._announcer, self._committer, self._asker, self._tables, options or Options()
        )
        self._resolver = Resolver(
            game, self._announcer, self._surroundings, self._committer, self._asker, self._tracker
        )
        self._tried_to_save_at = -SAVE_AGAIN_S
        # If players stopped while they were setting up, they go on setting up. But a table that a turn explains is no
        # start table.
        self._perhaps_laying_out = resumed and state.just_begun
        self._perhaps_untouched = resumed
        if resumed:
            self._announcer.tell("resumed", {"position": game.position_json, "moves": state.moves})

    @property
    def state(self) -> State:
        """The state of the game, which the journal keeps."""
        return self._game.state

    @property
    def now(self) -> TransientState:
        """What is true only for a moment in the game."""
        return self._game.now

    @property
    def expected(self) -> Table | None:
        """The table that should be on the board, until vision has learned from a table; after that None."""
        return None if self._tables.has_any else self.state.game.table(self.state.position)

    def limit_moves(self, may_count: Callable[[State, str], bool]) -> None:
        """From now on, only some legal moves count, as in a lesson. may_count: says if a move of this state does."""
        self._tracker.limit_moves(may_count)

    def take_confirmed(self) -> Table | None:
        """The table of the last sight, if it has just become certain. Vision may learn from it. Each table is returned
        only once.
        """
        return self._tables.take()

    def take_news(self) -> tuple[Notification, ...]:
        """What has happened since the last call."""
        return self._announcer.take_news()

    def notice(self, text: str, device: str) -> None:
        """Shows a message from a device for a while. If it is not on the screen yet, it is also announced."""
        self._announcer.notice(text, device)

    def lose_camera(self, why: str) -> None:
        """Announces that the camera gives no pictures, and shows why until it gives one."""
        why = start_sentence(why)
        self._announcer.tell("device", {"device": "camera", "text": why})
        self.see(Sight(self._game.frame, self._game.t, hand=False, problem=why, reading=None))

    def save_again(self, now: float) -> None:
        """Tries again from time to time to save what could not be saved. now: the time by a clock (s)."""
        if self.now.unsaved and now - self._tried_to_save_at >= SAVE_AGAIN_S:
            self._tried_to_save_at = now
            self._committer.write_again()

    def record(self, *events: Event) -> bool:
        """Writes events that change nothing on the board, such as a seal. True if all of them were written."""
        return not self.now.unsaved and self._committer.record_all(events)

    def perform(self, command: GameCommand, source: str, frame: int, t: float) -> Result:
        """Carries out a command. source: who gave it, by the name that the journal uses. frame, t: number and time (s)
        of the next frame.
        """
        with call_players(self.state.names):
            return self._perform(command, source, frame, t)

    def _perform(self, command: GameCommand, source: str, frame: int, t: float) -> Result:
        self._game.frame, self._game.t = frame, t
        if self.now.unsaved:
            if not self._committer.write_again():
                return NotWritten(describe_unsaved())
            if isinstance(command, FinishTurn):
                return Done()  # pressed for what has just been saved
        if not isinstance(command, FinishTurn | Undo | NextHint | AskAbout | HideHint):
            self._game.now = replace(self.now, done_at=None)
        if not isinstance(command, OpenGameMenu | OpenResignations | GiveUp | ShowStep):
            self._game.now = replace(self.now, page=None)
        match command:
            case FinishTurn() if self.now.proposed is not None:
                return self._agree()
            case Undo() if self.now.proposed is not None:
                self._game.now = replace(self.now, proposed=None)
                return Done()
            case FinishTurn() if isinstance(self.now.doubt, AskedTakeback) and self.now.doubt.by_button:
                # Nothing was moved: the players go on as if Undo had not been pressed.
                self._game.now = replace(self.now, doubt=None)
                return Done()
            case FinishTurn():
                self._surroundings.hear_done()
                self._game.now = replace(self.now, done_waits=True)
                return Done()
            case Undo():
                return self._resolver.undo()
            case Redo():
                return self._resolver.redo()
            case NextHint():
                return self._show_next_hint()
            case AskAbout(cell):
                return self._ask_about(cell)
            case HideHint():
                self._game.now = replace(self.now, hint=False)
                return Done()
            case PlayMove(move):
                if move not in self._game.status.offers:
                    offer = self.state.game.info.offer_name(move)
                    return self._announcer.refuse(_("{move} is not possible now.").format(move=offer))
                if isinstance(self.now.rest, MovePlayed | Ambiguous | UnderWay):
                    text = _("Pieces have moved. Finish the move and press Done, or put them back first.")
                    return self._announcer.refuse(text)
                return self._committer.play_move(move)
            case StartNextPart():
                if self._game.status.due != "next":
                    return self.refuse_too_late()
                return self._committer.start(NextPartStarted())
            case PlayAgain():
                if self._game.status.due != "nothing":
                    return self.refuse_too_late()
                return self._committer.start(begin_again(self.state))
            case AnswerMove() | AnswerCell() | AnswerUndone() | AnswerUnchanged():
                return self._resolver.answer(command)
            case OpenCorrections():
                return self._open_corrections()
            case KeepAsItIs():
                self._game.now = replace(self.now, correcting=False)
                return Done()
            case CorrectPosition(position):
                if not self.now.correcting or position not in [c.position for c in corrections(self.state)]:
                    return self.refuse_too_late()
                return self._propose(command)
            case ClosePage():
                return Done()
            case OpenGameMenu():
                self._announcer.hide_answers()
                self._game.now = replace(self.now, page="menu")
                return Done()
            case TurnBoard():
                self._game.now = replace(self.now, turned=not self.now.turned)
                return Done()
            case ShowStep(number):
                self._game.now = replace(self.now, page="history", step=number)
                return Done()
            case OpenResignations():
                return self._open_resignations()
            case GiveUp(what):
                if find_resignation(self.state, what) is None:
                    return self.refuse_too_late()
                return self._propose(command)
            case MarkRead():
                self._announcer.mark_read()
                return Done()
            case EnterRoll(dice, proof):
                return self._committer.enter_roll(dice, source, proof)
            case VoidRoll():
                if find_voidable_roll(self.state) is None:
                    return self.refuse_too_late()
                return self._propose(command)
            case Agree():
                return self._agree()
            case Disagree():
                if self.now.proposed is None:
                    return self.refuse_too_late()
                self._game.now = replace(self.now, proposed=None)
                return Done()

    def see(self, sight: Sight) -> None:
        """Takes in what the next frame shows."""
        with call_players(self.state.names):
            self._see(sight)

    def _see(self, sight: Sight) -> None:
        game = self._game
        game.frame, game.t = sight.frame, sight.t
        self._announcer.hide_old()
        self._surroundings.look(sight)
        if self.now.unsaved:
            # What people do now cannot count, so nobody is blamed for it. The table is judged when the game continues.
            self._tracker.rest_on(None)
            return
        if nothing_covers := sight.under is not None and self._surroundings.take_denial():
            # The players say that nothing covers the board: then only the cells that seem covered are in doubt.
            sight = replace(sight, reading=sight.under)
        verdict = self._asker.verdict(self.state, sight)
        if self._looks_untouched(sight, verdict):
            verdict = None
        self._tracker.rest_on(verdict)
        if sight.reading is not None:
            game.now = replace(game.now, strays=self._strays.find_new(self.state, self.now, sight.reading.strays))
        if verdict is None:
            if game.now.done_waits and sight.under is not None and self._surroundings.is_covered_at_rest:
                self._tracker.ask_to_clear(self._asker.verdict(self.state, replace(sight, reading=sight.under)))
            return
        if self._perhaps_laying_out and not isinstance(verdict, Uncertain):
            game.now = replace(game.now, laying_out=isinstance(verdict, Illegal))
            self._perhaps_laying_out = False
        self._tracker.drop_settled_question(verdict)
        if game.now.laying_out:
            self._tracker.check_start_table(verdict)
        else:
            self._tracker.follow(verdict)
        if game.now.done_waits:
            game.now = replace(game.now, done_waits=False)
            result = self._tracker.finish_turn(self._asker.verdict(self.state, sight) or verdict)
            if isinstance(result, Done):
                game.now = replace(game.now, done_at=game.t)
        # A commit changes what the same picture means. Vision learns from it at once: the next hand may come before the
        # next picture.
        verdict = self._asker.verdict(self.state, sight)
        self._tracker.rest_on(verdict)
        if isinstance(verdict, Unchanged) and not game.now.laying_out:
            self._tracker.confirm(verdict.table)
        if nothing_covers:
            self._tables.withhold()

    def _looks_untouched(self, sight: Sight, verdict: Verdict | None) -> bool:
        """True if a saved game goes on, nobody has touched the pieces or pressed Done, and the table may be the saved
        one. Then nobody is asked anything, even if the picture leaves doubts.
        """
        if sight.hand or self.now.done_waits or not (verdict is None or isinstance(verdict, Uncertain)):
            self._perhaps_untouched = False
        return self._perhaps_untouched and may_be_unchanged(verdict)

    def _propose(self, command: Proposal) -> Done:
        """Asks everybody to agree to a correction or a resignation."""
        self._game.now = replace(self.now, correcting=False, page=None, proposed=command)
        return Done()

    def _agree(self) -> Result:
        """Carries out what everybody has agreed to."""
        proposed = self.now.proposed
        match proposed:
            case CorrectPosition(position):
                return self._committer.correct(position)
            case VoidRoll() if (agreed := find_voidable_roll(self.state)) is not None:
                return self._committer.void_roll(agreed)
            case GiveUp(what):
                return self._committer.give_up(what)
            case _:
                return self.refuse_too_late()

    def _show_next_hint(self) -> Result:
        """Shows the hint. If it is shown already, shows the next piece that it is about; after the last piece, hides
        it.
        """
        now, hints = self.now, self.state.game.hints(self.state.position)
        if why_not := explain_no_hint(self.state, now):
            return self._announcer.refuse(why_not)
        focus = find_next_stop(hints, now.hint_focus) if now.hint else None
        self._game.now = replace(now, hint=not now.hint or focus is not None, hint_focus=focus)
        return Done()

    def _ask_about(self, cell: str) -> Result:
        """Shows the hint about a cell. While no hint is shown, people can only ask about a piece that hints are
        about.
        """
        game, position = self.state.game, self.state.position
        hints, now = game.hints(position), self.now
        if cell not in (list_askable(game.info) if now.hint else list_hinted_pieces(hints)):
            return self.refuse_too_late()
        if not now.hint and (why_not := explain_no_hint(self.state, now)):
            return self._announcer.refuse(why_not)
        focus = move_focus(now.hint_focus if now.hint else None, cell, hints)
        self._game.now = replace(now, hint=True, hint_focus=focus)
        return Done()

    def _open_corrections(self) -> Result:
        if not corrections(self.state) and find_voidable_roll(self.state) is None:
            return self._announcer.refuse(_("There is nothing to correct beside the board."))
        self._game.now = replace(self.now, correcting=True)
        return Done()

    def _open_resignations(self) -> Result:
        if not self.state.game.resignations(self.state.position):
            return self._announcer.refuse(_("Nobody can give up now."))
        self._game.now = replace(self.now, page="resign")
        return Done()

    def refuse_too_late(self) -> Refused:
        """Refuses a command that is not possible any more, and tells the players, because the screen had offered it."""
        return self._announcer.refuse_too_late()
