"""The session: one game from laying out to the end, as the players live it.

It takes what is seen (`Sight`) and what is done (`Action`), asks the referee, writes events to the journal
before anyone hears of them, and tells what happened. Its game state is the fold of the journal; all else
here (a hand over the board, a doubt, a press that waits) is of the moment and may be lost in a power cut.
It opens no device, reads no picture and draws nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType

from companion.history.events import Corrected, NextPartStarted, Started
from companion.history.journal import Journal
from companion.history.state import State
from companion.referee import (
    TAKEN_BACK,
    Ambiguous,
    Candidate,
    Illegal,
    MovePlayed,
    Sight,
    Stock,
    Takeback,
    Uncertain,
    Unchanged,
    UnderWay,
    Verdict,
    half_repaired,
)
from companion.referee.repair import Places
from companion.rules.core import Table
from companion.session.committer import Committer
from companion.session.corrections import AS_IT_IS, OTHERWISE, Correction, corrections
from companion.session.decisions import (
    THROW_AGAIN,
    answers,
    before_the_game,
    laid_anew,
    only_pass,
    thrown_again,
    uncommitted,
)
from companion.session.questions import Asker
from companion.session.transient_state import TransientState
from companion.values.commands import Action, Press, Roll, Tap
from companion.values.notifications import fix_json, table_json, violations_json

QUIET_S = 1.0
"""How long an illegal or doubtful table must rest before it is spoken of without being asked."""

AMID_TURN_S = 2.0
"""How long an earlier table must rest that may as well be a turn under way: people stop to think amid a turn."""

TWICE_S = 0.5
"""Two presses of done within this time are one."""


@dataclass(frozen=True, slots=True)
class Options:
    """How the game is run. quiet_commit_s: a complete move is committed after so long at rest, None for never."""

    quiet_commit_s: float | None = None


class Session(Committer):
    """A running game. Give it sights and actions in the order in which they happen; take what happened."""

    def __init__(
        self,
        journal: Journal,
        state: State,
        places: Places,
        *,
        resumed: bool,
        options: Options | None = None,
        stock: Stock = MappingProxyType({}),
    ) -> None:
        super().__init__(journal, state, TransientState(laying_out=not resumed))
        self._options = options or Options()
        self._asker = Asker(places, stock, resumed=resumed)
        self._confirmed: Table | None = None
        self._insisted = False
        self._taught: Table | None = None
        # Whoever stopped while laying out goes on with that; a table that a turn explains is no start table.
        self._perhaps_laying_out = resumed and isinstance(state.last, Started | NextPartStarted)
        if resumed:
            self._tell("resumed", position=self._position(), moves=state.moves)

    @property
    def expected(self) -> Table | None:
        """The table that should lie on the board, as long as vision has learned from none; None afterwards."""
        return None if self._taught is not None else self.state.game.table(self.state.position)

    def take_confirmed(self) -> Table | None:
        """The table of the last sight where it has just become certain, for vision to learn from; each one once."""
        table, self._confirmed = self._confirmed, None
        return table

    def act(self, action: Action, source: str, frame: int, t: float) -> None:
        """A press, tap or throw from `source`, just before frame `frame`."""
        self._frame, self._t = frame, t
        match action:
            case Press("done"):
                self._insisted = self._lingers
                self._now(done_waits=True)
            case Press("undo"):
                self._undo()
            case Press("hint"):
                self._now(hint=not self.moment.hint)
            case Press(name):
                self._press_offer(name)
            case Tap(label):
                self._now(pressed=None)
                self._tap(label)
            case Roll(dice, proof):
                self._now(pressed=None)
                self._roll(dice, source, proof)

    def see(self, sight: Sight) -> None:
        """What the next frame shows."""
        self._frame, self._t = sight.frame, sight.t
        self._now(notices=tuple(n for n in self.moment.notices if n[1] > self._t))
        self._look_around(sight)
        insisted = self._insisted and sight.under is not None
        if insisted:
            # People say that nothing is over the board: then no more is in doubt than the cells that seem covered.
            sight, self._insisted = replace(sight, reading=sight.under), False
        verdict = self._asker.verdict(self.state, sight)
        self._rest_on(verdict)
        if verdict is None:
            return
        if self._perhaps_laying_out and not isinstance(verdict, Uncertain):
            self._now(laying_out=isinstance(verdict, Illegal))
            self._perhaps_laying_out = False
        self._drop_answered_doubt(verdict)
        if self.moment.laying_out:
            self._lay_out(verdict)
        else:
            self._weigh(verdict)
        if self.moment.done_waits:
            self._now(done_waits=False)
            before = self.state
            self._done(self._asker.verdict(self.state, sight) or verdict)
            if self.state is not before:
                self._now(pressed=self._t)
        # A commit changes what the same picture means.
        self._rest_on(self._asker.verdict(self.state, sight))
        if insisted:
            self._confirmed = None  # vision has to learn from better pictures

    # Seeing

    def _rest_on(self, verdict: Verdict | None) -> None:
        if verdict != self.moment.verdict:
            self._now(verdict=verdict, rest=verdict or self.moment.rest, since=self._t)

    def _lay_out(self, verdict: Verdict) -> None:
        if isinstance(verdict, Unchanged):
            self._now(laying_out=False)
            self._said.clear()
            self._confirm(verdict.table)
            self._tell("setup-ok", table=table_json(verdict.table))
        elif isinstance(verdict, Uncertain):
            self._ask_after_quiet(verdict)
        elif self._first(("setup-wrong", frozenset(verdict.table.items()))):
            self._tell("setup-wrong", table=table_json(verdict.table), fix=fix_json(verdict.fix))

    def _weigh(self, verdict: Verdict) -> None:
        """What a table at rest means without anybody having pressed anything."""
        if isinstance(verdict, Unchanged | MovePlayed | Ambiguous) and self.moment.wrong is not None:
            self._now(wrong=None)
            self._tell("corrected", position=self._position())
        quiet = self._t - self.moment.since
        packing = self.state.game.status(self.state.position).due in ("nothing", "next")
        match verdict:
            case Unchanged(table):
                self._now(restoring=None)
                self._confirm(table)
            case UnderWay(table, towards) if self._first(("partial", frozenset(table.items()))):
                self._tell("partial", table=table_json(table), towards=list(towards))
            case Takeback(table, moves) if moves > 1 and (event := laid_anew(self.state, table)) is not None:
                self._commit(event, then="next")
            case Takeback() if (wrong := half_repaired(self.state, self.moment.wrong, verdict)) is not None:
                self._now(wrong=wrong)
            case Takeback(table, moves, doubtful) if table != self.moment.restoring and (
                not doubtful or quiet >= AMID_TURN_S
            ):
                self._take_back(moves)
            # Who packs up after the end, or lays out anew, breaks no rule.
            case Illegal() if (
                self.moment.restoring is None and self.moment.wrong is None and not packing and quiet >= QUIET_S
            ):
                self._refuse(verdict)
            case Illegal() | UnderWay() if self.moment.wrong is not None:
                self._now(wrong=verdict)
            # Who is putting pieces back is not asked at once what they are.
            case Uncertain(still=False) if self.moment.restoring is None or quiet >= AMID_TURN_S:
                self._ask_after_quiet(verdict)
            case MovePlayed(_, move, hidden=hidden):
                wait = self._options.quiet_commit_s
                if wait is not None and quiet >= wait and self.moment.restoring is None and not hidden:
                    self._move(move)

    def _confirm(self, table: Table) -> None:
        """Hands a table on to be learned from. A throw, or a move made beside the board, shows nothing new, and a cell
        that people called empty though it does not look so would teach a piece that juts into it as its print."""
        if table != self._taught and not self._asker.told_empty:
            self._confirmed = self._taught = table

    def _drop_answered_doubt(self, verdict: Verdict) -> None:
        """A question stands only as long as the table raises it: its answers are about that table alone."""
        match self.moment.doubt, verdict:
            case Uncertain() as asked, Uncertain() if asked.cells == verdict.cells and asked.beside == verdict.beside:
                return
            case Ambiguous(asked), Ambiguous(table) if asked == table:
                return
            case _:
                self._now(doubt=None)

    def _ask_after_quiet(self, verdict: Uncertain) -> None:
        if self._t - self.moment.since >= QUIET_S and self.moment.doubt is None:
            self._ask(verdict)

    # Doing

    def _done(self, verdict: Verdict) -> None:
        """The done button, on a table at rest."""
        status = self.state.game.status(self.state.position)
        match verdict:
            case Uncertain() | Ambiguous():
                self._ask(verdict)
            case _ if self.moment.laying_out:
                if not isinstance(verdict, Unchanged):
                    self._tell("setup-wrong", table=table_json(verdict.table), fix=fix_json(verdict.fix))
            case Unchanged() if self._pressed_twice():
                return
            case Unchanged():
                if status.due == "next":
                    self._commit(NextPartStarted(), then="next")
                elif only_pass(self.state):
                    self._move("pass")
                elif status.due == "move" and self._asker.forget():
                    # Who has moved and finds nothing changed but for his old answer is asked again.
                    self._now(done_waits=True)
            case MovePlayed(_, move):
                self._move(move)
            case Illegal() if status.due == "next":
                self._commit(NextPartStarted(), then="next")
            case Takeback(_, moves):
                wrong = half_repaired(self.state, self.moment.wrong, verdict)
                if wrong is None:
                    self._take_back(moves)
                else:
                    self._refuse(wrong)
            case UnderWay() | Illegal():
                self._refuse(verdict)

    def _pressed_twice(self) -> bool:
        """Whether done has just been pressed for something: pressed again at once, it means nothing more."""
        return self.moment.pressed is not None and self._t - self.moment.pressed < TWICE_S

    def _undo(self) -> None:
        """Takes back what lies on the table uncommitted, else the last committed move.

        While a question stands, what raises it is taken back, and no move that counts, unless one of the answers is
        that the last one has been taken back.
        """
        rest, asked = self.moment.rest, self.moment.doubt is not None
        taken_back = next((c for c in answers(self.moment.doubt) if c.label == TAKEN_BACK), None)
        self._now(done_waits=False)
        if self.moment.laying_out:
            self._show_notice("There is nothing to take back yet")
        elif taken_back is not None:
            self._answer(taken_back)
        elif rest is not None and (asked or (self.moment.restoring is None and uncommitted(self.state, rest))):
            self._now(restoring=rest.table, wrong=None, doubt=None, since=self._t)
            self._tell("takeback", position=self._position(), moves=self.state.moves, undone=0)
        elif not self.state.turns:
            self._show_notice("There is nothing to take back yet")
        else:
            before = self.state
            lying = self.state.game.table(self.state.position) if rest is None else rest.table
            self._take_back(1)
            if self.state is not before:
                self._now(restoring=lying)

    def _tap(self, label: str) -> None:
        status = self.state.game.status(self.state.position)
        answer = next((c for c in answers(self.moment.doubt) if c.label == label), None)
        if answer is not None:
            self._answer(answer)
        elif label in (OTHERWISE, AS_IT_IS):
            self._correct(asked=label == OTHERWISE)
        elif (correction := next((c for c in self._corrections() if c.label == label), None)) is not None:
            if self._commit(Corrected(correction.position)):
                self._tell("corrected", position=self._position())
        elif label == THROW_AGAIN and (agreed := thrown_again(self.state)) is not None:
            self._throw_again(agreed)
        elif label in status.offers:
            self._move(label)
        elif label == "next" and status.due == "next":
            self._commit(NextPartStarted(), then="next")
        else:
            self.notice(f"There is no answer {label!r} to be tapped now", "screen")

    def _answer(self, answer: Candidate) -> None:
        """People have decided a doubt: what they said of the cells counts, and vision may learn from it."""
        doubt = self.moment.doubt
        self._now(doubt=None)
        if answer.cell is not None:
            cell, content = answer.cell
            self._asker.tell(cell, content)
            return
        if isinstance(doubt, Uncertain):
            for cell in doubt.cells:
                pieces = answer.table.get(cell, ())
                self._asker.tell(cell, (pieces[0], len(pieces)) if pieces else (None, 0))
        if answer.move is not None and not self.moment.laying_out:
            self._move(answer.move)
        elif answer.label == TAKEN_BACK:
            self._take_back(1)

    def _correct(self, asked: bool) -> None:
        """Somebody says that something beside the board is otherwise, or that it is as it was after all."""
        self._now(correcting=asked and bool(corrections(self.state)))
        if asked and not self.moment.correcting:
            self._show_notice("There is nothing beside the board that could be otherwise")

    def _corrections(self) -> tuple[Correction, ...]:
        return corrections(self.state) if self.moment.correcting else ()

    def _press_offer(self, name: str) -> None:
        if name in self.state.game.status(self.state.position).offers:
            self._move(name)
        else:
            self._show_notice(f"'{name}' cannot be chosen now")

    # Saying

    def _refuse(self, verdict: Illegal | UnderWay) -> None:
        self._now(wrong=verdict)
        self._tell("illegal", violations=violations_json(verdict.violations), fix=fix_json(verdict.fix))

    def _ask(self, verdict: Uncertain | Ambiguous) -> None:
        if self.moment.laying_out and isinstance(verdict, Uncertain):
            verdict = before_the_game(self.state, verdict)
        self._now(doubt=verdict)
        cells = list(verdict.cells) if isinstance(verdict, Uncertain) else []
        candidates = [{"label": c.label, "text": c.text, "move": c.move} for c in answers(self.moment.doubt)]
        self._tell("unsure", cells=cells, candidates=candidates)
