"""Finds what a table at rest means in the game: the setup, nothing new, a move, undone moves, something wrong, or a
question.

It gets the referee's verdicts. It gives what counts to the committer, and announces what it finds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.history.events import NextPartStarted
from companion.history.state import State
from companion.language import _, join
from companion.referee import (
    Ambiguous,
    Illegal,
    MovePlayed,
    Takeback,
    Uncertain,
    Unchanged,
    UnderWay,
    Verdict,
    half_repaired,
    steps_back,
)
from companion.referee.repair import count_kinds
from companion.rules.core import Table
from companion.session.announcements import Announcer
from companion.session.committer import Committer
from companion.session.confirmed_tables import ConfirmedTables
from companion.session.decisions import (
    Changed,
    adapt_to_laying_out,
    describe_strays,
    explain_useless_done,
    find_new_start,
    find_settled_move,
    is_asked_already,
    is_stray_a_piece,
    is_told_already,
    offer_answers,
)
from companion.session.questions import Asker
from companion.session.running_game import RunningGame
from companion.session.takebacks import AskedTakeback, ask_takeback
from companion.values.commands import AnswerMove
from companion.values.notifications import fix_json, table_json, violations_json
from companion.values.results import Done, Refused, Result

QUIET_S = 1.0
"""An illegal or doubtful table must be at rest for this long before the game says so without a press of Done."""

QUIET_MID_TURN_S = 2.0
"""The same time for a table that may also be in the middle of a turn. It is longer, because people stop to think."""

DOUBLE_PRESS_S = 0.5
"""Two presses of Done within this time count as one."""


@dataclass(frozen=True, slots=True)
class Options:
    """Options of how a game is run."""

    quiet_commit_s: float | None = None
    """After this time at rest (s), a complete move counts without Done. None: only Done makes it count."""


class TurnTracker:
    """Follows the table through a turn."""

    def __init__(
        self,
        game: RunningGame,
        announcer: Announcer,
        committer: Committer,
        asker: Asker,
        tables: ConfirmedTables,
        options: Options,
    ) -> None:
        self._game = game
        self._announcer = announcer
        self._committer = committer
        self._asker = asker
        self._tables = tables
        self._options = options
        self._may_count: Callable[[State, str], bool] = lambda _state, _move: True

    def limit_moves(self, may_count: Callable[[State, str], bool]) -> None:
        """From now on, only some legal moves count. may_count: says if a move does."""
        self._may_count = may_count

    def rest_on(self, verdict: Verdict | None) -> None:
        """Notes the newest verdict on the table; None while the table changes."""
        now = self._game.now
        if verdict != now.verdict:
            self._game.now = replace(now, verdict=verdict, rest=verdict or now.rest, since=self._game.t)

    def check_start_table(self, verdict: Verdict) -> None:
        """Checks the table while players set it up."""
        if isinstance(verdict, Unchanged):
            self._game.now = replace(self._game.now, laying_out=False)
            self._announcer.begin_anew()
            self._announcer.tell("setup-ok", {"table": table_json(verdict.table)})
        elif isinstance(verdict, Uncertain):
            self._ask_after_quiet(verdict)
        elif self._announcer.is_first(("setup-wrong", frozenset(verdict.table.items()))):
            self._tell_setup_wrong(verdict)

    def follow(self, verdict: Verdict) -> None:
        """Does what follows from a table at rest if nobody has pressed anything."""
        game, now = self._game, self._game.now
        if isinstance(verdict, Unchanged | MovePlayed | Ambiguous) and now.wrong is not None:
            game.now = now = replace(now, wrong=None)
            self._announcer.tell("corrected", {"position": game.position_json})
        quiet = game.t - now.since
        packing_up = game.is_part_over
        match verdict:
            case Unchanged():
                game.now = replace(now, restoring=None)
            case UnderWay(table, towards) if self._announcer.is_first(("partial", frozenset(table.items()))):
                self._announcer.tell("partial", {"table": table_json(table), "towards": list(towards)})
            case Takeback(table, moves) if moves > 1 and (event := find_new_start(game.state, table)) is not None:
                self._committer.start(event)
            case Takeback() if (wrong := half_repaired(game.state, now.wrong, verdict)) is not None:
                game.now = replace(now, wrong=wrong)
            case Takeback(table) if table == now.restoring:
                pass
            case Takeback(table, moves, far=True):
                if quiet >= QUIET_MID_TURN_S and now.doubt is None:
                    self._ask(ask_takeback(game.state, table, moves, by_button=False))
            case Takeback(table, moves, doubtful) if not doubtful or quiet >= QUIET_MID_TURN_S:
                self._committer.take_back(moves)
            # Players who put the pieces away after the end, or set up a new game, break no rule.
            case Illegal() if now.restoring is None and now.wrong is None and not packing_up and quiet >= QUIET_S:
                self._refuse(verdict)
            case Illegal() | UnderWay() if now.wrong is not None:
                game.now = replace(now, wrong=verdict)
            # While players are putting pieces back, they are not asked at once about them.
            case Uncertain(still=False) if now.restoring is None or quiet >= QUIET_MID_TURN_S:
                self._ask_after_quiet(verdict)
            case MovePlayed(_, move, hidden=hidden):
                wait = self._options.quiet_commit_s
                waited = wait is not None and quiet >= wait and now.restoring is None and not hidden
                if waited and self._may_count(game.state, move):
                    self._committer.play_move(move)

    def finish_turn(self, verdict: Verdict) -> Result | None:
        """Does what Done means for a table at rest. None if it means nothing for this table."""
        game = self._game
        due = game.status.due
        match verdict:
            case Uncertain() | Ambiguous():
                if is_asked_already(game.now, verdict):
                    self._announcer.answer(_("First answer the question, or put the pieces right."))
                self._ask(verdict)
            case _ if game.now.laying_out:
                if not isinstance(verdict, Unchanged) and not self._hear_insisting(verdict):
                    self._tell_setup_wrong(verdict)
                    if game.now.insisted is not None:
                        self._say_that_nothing_changed()
            case Unchanged() if self._is_double_press():
                return None
            case Unchanged():
                if due == "next":
                    return self._committer.start(NextPartStarted())
                if (settled := find_settled_move(game.state)) is not None:
                    return self._play_settled(settled)
                insists = game.now.insisted == verdict.table
                if due == "move" and (self._asker.forget() or (insists and self._asker.doubt_again())):
                    # If only an old answer makes the table look unchanged, players who have moved are asked again. So
                    # are those who insist, if something is in doubt.
                    game.now = replace(game.now, done_waits=True, insisted=None)
                else:
                    game.now = replace(game.now, insisted=verdict.table if due == "move" else None)
                    strays = describe_strays(game.state, game.now) if due == "move" else ""
                    self._announcer.answer(strays or explain_useless_done(game.state))
            case MovePlayed(_, move):
                return self._play_move(move)
            case Illegal() if due == "next":
                return self._committer.start(NextPartStarted())
            case Takeback(table, moves):
                wrong = half_repaired(game.state, game.now.wrong, verdict)
                if wrong is not None:
                    return self._refuse(wrong)
                if not verdict.far:
                    return self._committer.take_back(moves)
                self._ask(ask_takeback(game.state, table, moves, by_button=False))
            case UnderWay() | Illegal():
                if is_told_already(game.now, verdict) and self._hear_insisting(verdict):
                    return None
                return self._refuse(verdict)
        return None

    def drop_settled_question(self, verdict: Verdict) -> None:
        """Drops a question if the table is not doubtful any more, because the answers fit only the earlier table."""
        match self._game.now.doubt, verdict:
            case Uncertain() as asked, Uncertain() if asked.cells == verdict.cells and asked.beside == verdict.beside:
                return
            case Ambiguous(asked), Ambiguous(table) if asked == table:
                return
            case AskedTakeback(asked), _ if asked == verdict.table:
                return
            case _:
                self._game.now = replace(self._game.now, doubt=None)

    def ask_to_clear(self, verdict: Verdict | None) -> None:
        """If Done waits for something to be taken off the board, asks the players to do so. Done then waits no
        longer.
        """
        if isinstance(verdict, Uncertain) and verdict.thing:
            self._game.now = replace(self._game.now, done_waits=False)
            self._ask(verdict)

    def _play_move(self, move: str) -> Result:
        """Plays the move on the table. If pieces were also put beside the cells, tells the players that these do not
        count, unless they may have been taken off the cells in this move.
        """
        game = self._game
        state, now = game.state, game.now
        if not self._may_count(state, move):
            return self._announcer.refuse(
                _("This move is allowed, but the lesson asks for something else. Put the pieces back.")
            )
        result = self._committer.play_move(move)
        if isinstance(result, Done) and now.rest is not None and now.rest.table == now.restoring:
            self._announcer.answer(_("The undone move counts after all."))
        if isinstance(result, Done) and is_stray_a_piece(state):
            before, after = (count_kinds(one.game.table(one.position)) for one in (state, game.state))
            if len(now.strays) > (before - after).total():
                self._announcer.answer(describe_strays(state, now))
        return result

    def _play_settled(self, move: str) -> Result:
        """Plays a move that is the only possible one. If the player's next moves are, too, plays them as well."""
        player, result = self._game.status.player, self._committer.play_move(move)
        following = find_settled_move(self._game.state)
        if isinstance(result, Done) and following is not None and self._game.status.player == player:
            return self._play_settled(following)
        return result

    def confirm(self, table: Table) -> None:
        """Gives a table to vision to learn from.

        It does not do so if the players called a cell empty that does not look empty: vision would take a piece that
        reaches into the cell for print.
        """
        if not self._asker.told_empty:
            self._tables.confirm(table)

    def _is_double_press(self) -> bool:
        done_at = self._game.now.done_at
        return done_at is not None and self._game.t - done_at < DOUBLE_PRESS_S

    def _refuse(self, verdict: Illegal | UnderWay) -> Refused:
        """Says which rules the table breaks, or what is missing, and how to repair it."""
        if is_told_already(self._game.now, verdict):
            self._say_that_nothing_changed()
        elif self._game.now.restoring is not None:  # the screen goes on showing how to put the pieces back
            self._announcer.answer(_("The pieces are not back yet."))
        if strays := describe_strays(self._game.state, self._game.now):
            self._announcer.answer(strays)
        self._game.now = replace(self._game.now, wrong=verdict)
        data = {"violations": violations_json(verdict.violations), "fix": fix_json(verdict.fix)}
        if verdict.take_back:
            data["take_back"] = fix_json(verdict.take_back)
        if verdict.take_back and isinstance(verdict, Illegal):
            data["forward"] = fix_json(verdict.back)
        self._announcer.tell("illegal", data)
        return Refused(join(" ", (violation.text for violation in verdict.violations)))

    def _hear_insisting(self, verdict: Changed) -> bool:
        """Hears that Done was pressed for a table of which players know that it is not right. True if this was the
        second press: then they will be asked about the cells that the camera may misread. False after the first press,
        or if it misreads none.
        """
        state, now = self._game.state, self._game.now
        misread = self._asker.find_misread(state, verdict.table, laying_out=now.laying_out)
        if misread and now.insisted == verdict.table:
            self._asker.insist(state, misread)
            self._announcer.hide_answers()
            self._game.now = replace(self._game.now, insisted=None, done_waits=True)
            return True
        self._game.now = replace(now, insisted=verdict.table if misread else None)
        return False

    def _say_that_nothing_changed(self) -> None:
        text = _("The table is the same as before. Put the pieces right as shown.")
        if self._game.now.insisted is not None:
            text = _("The same as before. If it is right, press Done again.")
        self._announcer.answer(text)

    def _ask_after_quiet(self, verdict: Uncertain) -> None:
        if self._game.t - self._game.now.since >= QUIET_S and self._game.now.doubt is None:
            self._ask(verdict)

    def ask_takeback(self, moves: int) -> None:
        """Asks the players if they want to undo the last moves."""
        game = self._game
        table = game.state.game.table(game.state.position) if game.now.rest is None else game.now.rest.table
        self._ask(ask_takeback(game.state, table, moves, by_button=True))

    def _ask(self, doubt: Uncertain | Ambiguous | AskedTakeback) -> None:
        """Asks the players what is on the table, which move it was, or if they undo moves."""
        if self._game.now.laying_out and isinstance(doubt, Uncertain):
            doubt = adapt_to_laying_out(self._game.state, doubt)
        self._game.now = replace(self._game.now, doubt=doubt)
        cells = list(doubt.cells) if isinstance(doubt, Uncertain) else []
        candidates = [
            {"label": c.label, "text": c.text, "move": c.command.move if isinstance(c.command, AnswerMove) else None}
            for c in offer_answers(doubt)
        ]
        data = {"cells": cells, "candidates": candidates}
        if isinstance(doubt, AskedTakeback):
            data["undo"] = doubt.moves
        if isinstance(doubt, Uncertain) and doubt.thing:
            data["thing"] = True
        self._announcer.tell("unsure", data)

    def _tell_setup_wrong(self, verdict: UnderWay | MovePlayed | Ambiguous | Takeback | Illegal) -> None:
        self._announcer.tell("setup-wrong", {"table": table_json(verdict.table), "fix": fix_json(steps_back(verdict))})
