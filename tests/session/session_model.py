"""A model test of the session: any order of moves, rolls, Undo, Redo, corrections, answers and power cuts.

After each thing that people do, the events in the journal are compared with what the players have confirmed
(`tests.session.confirmed`): position and score are the fold of what was confirmed, and nothing else.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import get_args

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from companion.history.events import KEPT, Rolled, Started
from companion.history.journal import Journal
from companion.history.state import fold_all
from companion.rules import GAMES
from companion.rules.core import JSON, Table
from companion.session.decisions import offer_answers
from companion.values.commands import (
    Agree,
    AnswerUndone,
    Command,
    CorrectPosition,
    Disagree,
    EnterRoll,
    FinishTurn,
    GameCommand,
    GiveUp,
    NextHint,
    OpenCorrections,
    OpenResignations,
    Redo,
    StartNextPart,
    Undo,
    VoidRoll,
)
from tests.rules.at_random import LIKINGS, any_move, throw
from tests.session.confirmed import Book, Consent
from tests.session.evening import Evening
from vision.observation import EMPTY, Content

STARTS: Mapping[str, Sequence[Mapping[str, JSON]]] = MappingProxyType(
    {
        "spaces": ({"target": 2}, {"target": 3}),
        "backgammon": (
            {"match_length": 3, "cube": True},
            {
                "match_length": 3,
                "cube": True,
                "points": {"1": ["W", 3], "2": ["W", 1], "23": ["B", 1], "24": ["B", 2]},
                "off": {"W": 11, "B": 12},
                "phase": "roll",
                "to_move": "W",
            },
            {"cube": True, "jacoby": True},
        ),
        "color-dice": ({"players": 2}, {"players": 3, "move_scope": "any"}, {"players": 2, "throwing": "each"}),
    }
)
"""Where games begin: options, or fields of the position. Parts end soon, so that there is much to lose."""

QUIET = st.sampled_from((2, 2, 2, 40, 75))
"""How long a table is at rest, in frames."""

PHASES = (Phase.generate, Phase.shrink)
SEEDS = st.integers(0, 2**16)


class SessionModel(RuleBasedStateMachine):
    """People at a table who do anything at any time. A subclass says which game they play."""

    game: str

    def __init__(self) -> None:
        super().__init__()
        self._folder = tempfile.TemporaryDirectory()
        self._journal = Journal(Path(self._folder.name) / "journal.db")

    @initialize(start=st.integers(0, 2), steps=st.integers(0, 25), seed=SEEDS)
    def begins(self, start: int, steps: int, seed: int) -> None:
        rules, starts = GAMES[self.game], STARTS[self.game]
        fields = dict(starts[start % len(starts)])
        options = {option.name: fields.pop(option.name) for option in rules.info.options if option.name in fields}
        self.evening = Evening(self._journal, rules.dump(rules.new(options)) | fields, game=self.game)
        state = self.evening.session.state
        self.book = Book(state.game, state.position)
        self.table = state.game.table(state.position)
        self.doubts: dict[str, dict[Content, float]] = {}
        self._heard = self._journal.count
        self._show(2)
        for number in range(steps):
            self._go_on(random.Random(seed + number))

    def teardown(self) -> None:
        self._journal.close()
        self._folder.cleanup()

    # What people do

    @rule(seed=SEEDS)
    def goes_on(self, seed: int) -> None:
        self._go_on(random.Random(seed))

    @rule(seed=SEEDS, quiet=QUIET)
    def moves_without_done(self, seed: int, quiet: int) -> None:
        after = self._table_after_a_move(random.Random(seed))
        if after is not None:
            self._lay(after, quiet)

    @rule(ago=st.integers(1, 9), quiet=QUIET)
    def lays_an_earlier_table(self, ago: int, quiet: int) -> None:
        earlier = [step for step in self.book.steps if step.did == "move"]
        if earlier:
            before = earlier[-min(ago, len(earlier))].before
            self._lay(self.book.game.arranged(before, self.table), quiet)

    @rule(quiet=QUIET, which=st.sampled_from(("start", "next", "empty", "right")))
    def lays_out(self, quiet: int, which: str) -> None:
        game, position = self.book.game, self.book.position
        match which:
            case "start":
                table = game.table(self.evening.session.state.start)
            case "next" if game.status(position).due == "next":
                table = game.table(game.next(position).position)
            case "empty":
                table = {}
            case _:
                table = game.arranged(position, self.table)
        self._lay(table, quiet)

    @rule(seed=SEEDS, pieces=st.integers(1, 2), quiet=QUIET)
    def moves_pieces_anywhere(self, seed: int, pieces: int, quiet: int) -> None:
        rnd, table = random.Random(seed), dict(self.table)
        for _ in range(pieces if table else 0):
            start = rnd.choice(sorted(table))
            piece = table[start][-1]
            table[start] = table[start][:-1]
            end = rnd.choice([cell for cell in self.evening.board if set(table.get(cell, ())) <= {piece}])
            table[end] = (*table.get(end, ()), piece)
            table = {cell: kinds for cell, kinds in table.items() if kinds}
        self._lay(table, quiet)

    @rule(seed=SEEDS, quiet=QUIET)
    def blurs_the_picture(self, seed: int, quiet: int) -> None:
        """The camera cannot tell the table from another one that the rules know, or from one with another piece."""
        rnd, game = random.Random(seed), self.book.game
        earlier = [step.before for step in self.book.steps if step.did == "move"]
        others: list[Table] = [game.arranged(before, self.table) for before in earlier[-5:]]
        others.append(game.arranged(self.book.position, self.table))
        after = self._table_after_a_move(rnd)
        if after is not None:
            others.append(after)
        others.append({**self.table, rnd.choice(self.evening.board): (rnd.choice(game.info.kinds),)})
        other = rnd.choice(others)
        self.doubts = {
            cell: {_content(self.table.get(cell, ())): 0.5, _content(other.get(cell, ())): 0.49}
            for cell in {*self.table, *other}
            if self.table.get(cell, ()) != other.get(cell, ())
        }
        self._show(quiet)

    @rule()
    def presses_done_and_undo(self) -> None:
        self._perform(FinishTurn())
        self._perform(Undo())

    @rule(times=st.integers(1, 6), undo=st.booleans())
    def presses_again_and_again(self, times: int, undo: bool) -> None:
        for _ in range(times):
            self._perform(Undo() if undo else Redo())

    @rule(seed=SEEDS)
    def answers(self, seed: int) -> None:
        answers = offer_answers(self.evening.session.now.doubt)
        if answers:
            self._perform(random.Random(seed).choice(answers).command)

    @rule(seed=SEEDS, agrees=st.sampled_from((Agree(), Disagree(), FinishTurn(), Undo())))
    def corrects(self, seed: int, agrees: Command) -> None:
        self._perform(OpenCorrections())
        self._tap(CorrectPosition, random.Random(seed))
        self._perform(agrees)

    @rule(seed=SEEDS, agrees=st.sampled_from((Agree(), Disagree(), FinishTurn(), Undo())))
    def gives_up(self, seed: int, agrees: Command) -> None:
        self._perform(OpenResignations())
        self._tap(GiveUp, random.Random(seed))
        self._perform(agrees)

    @rule(agrees=st.sampled_from((Agree(), Agree(), Disagree())))
    def voids_the_roll(self, agrees: Command) -> None:
        self._perform(VoidRoll())
        self._perform(agrees)

    @rule(frames=st.integers(1, 3), blind=st.booleans())
    def covers_the_board(self, frames: int, blind: bool) -> None:
        if blind:
            self.evening.blind(frames)
        else:
            self.evening.hand(frames)
        self._compare(Consent(table=self.table))

    @rule(seed=SEEDS)
    def rolls(self, seed: int) -> None:
        self._roll(random.Random(seed))

    @rule(dice=st.lists(st.integers(0, 7), min_size=1, max_size=3))
    def rolls_nonsense(self, dice: list[int]) -> None:
        self._perform(EnterRoll(dice))

    @rule(command=st.sampled_from((Undo(), Undo(), Redo(), FinishTurn(), NextHint())), quiet=QUIET)
    def presses(self, command: Command, quiet: int) -> None:
        self._perform(command, quiet)

    @rule(seed=SEEDS)
    def taps(self, seed: int) -> None:
        self._tap(get_args(GameCommand), random.Random(seed))

    @rule(command=st.sampled_from((Agree(), AnswerUndone(1), AnswerUndone(4), StartNextPart(), VoidRoll())))
    def taps_too_late(self, command: Command) -> None:
        self._perform(command)

    @rule()
    def loses_power(self) -> None:
        before = self.evening.session.state
        self._journal.close()
        self._journal = Journal(self._journal.path)
        frame = self.evening.frame
        self.evening = Evening(self._journal, game=self.game)
        self.evening.frame = frame
        if self.book.game.status(self.book.position).due == "nothing":
            self._compare(Consent(table=self.book.game.table(self.evening.session.state.start)))
        else:
            assert self.evening.session.state == before
        self._show(2)

    # How they do it

    def _go_on(self, rnd: random.Random) -> None:
        """What is due, done right: it must count."""
        game, position = self.book.game, self.book.position
        now, status = self.evening.session.now, game.status(position)
        if now.proposed is not None:
            self._perform(rnd.choice((Agree(), Undo())))
            return
        self._lay(game.arranged(position, self.table), 2)
        if self.book.position != position:
            return  # it was the table of the next part
        match status.due:
            case "roll":
                steps = len(self.book.steps)
                self._roll(rnd)
                assert len(self.book.steps) > steps, "a roll that was due does not count"
            case "next":
                self._perform(StartNextPart())
                self._lay(game.table(self.book.position), 2)
            case "move":
                self._move(rnd)

    def _move(self, rnd: random.Random) -> None:
        after = self._table_after_a_move(rnd)
        if after is None:
            offer = rnd.choice(self.book.game.status(self.book.position).offers)
            choices = [c.command for c in (*self.evening.view.choices, *self.evening.view.undrawn)]
            self._perform(
                FinishTurn() if offer == "pass" else next(c for c in choices if getattr(c, "move", 0) == offer)
            )
            return
        moves = len(self.book.moves)
        self._lay(after, 2)
        if len(self.book.moves) < moves:
            return
        self._perform(FinishTurn())
        asked = self.evening.session.now.doubt is not None
        assert asked or len(self.book.moves) > moves, f"a legal move does not count: {self.evening.session.now}"

    def _table_after_a_move(self, rnd: random.Random) -> Table | None:
        game, position = self.book.game, self.book.position
        if game.status(position).due != "move":
            return None
        move = LIKINGS.get(self.game, any_move)(game, position, rnd)
        outcome = game.judge(position, move).outcome
        assert outcome is not None
        after = game.arranged(outcome.position, self.table)
        return None if move in game.status(position).offers or after == self.table else after

    def _tap(self, wanted: type[Command] | tuple[type[Command], ...], rnd: random.Random) -> None:
        """Taps a choice on the screen that has a command of this kind, if there is one."""
        choices = [choice.command for choice in (*self.evening.view.choices, *self.evening.view.undrawn)]
        mine = [command for command in choices if isinstance(command, wanted)]
        if mine:
            self._perform(rnd.choice(mine))

    def _roll(self, rnd: random.Random) -> None:
        game, position = self.book.game, self.book.position
        due = game.status(position).due == "roll"
        self._perform(EnterRoll(throw(game, position, rnd) if due else [rnd.randint(1, 6)]))

    def _perform(self, command: Command, quiet: int = 2) -> None:
        now, table = self.evening.session.now, self.table
        offered = tuple(answer.command for answer in offer_answers(now.doubt))
        self.evening.perform(command, "typed")
        done = isinstance(command, FinishTurn) or now.done_waits
        consent = Consent(command, table, done, now.proposed, offered)
        self._compare(consent)
        self._show(quiet, Consent(table=table, done=done))

    def _lay(self, table: Table, quiet: int) -> None:
        self.table, self.doubts = table, {}
        self._show(quiet)

    def _show(self, quiet: int, consent: Consent | None = None) -> None:
        consent = consent or Consent(table=self.table, done=self.evening.session.now.done_waits)
        self.evening.shows(self.table, quiet, self.doubts)
        self._compare(consent)

    # What must be true

    def _compare(self, consent: Consent) -> None:
        """Compares the new events with what the players confirmed, and the session with the fold of these events."""
        news = [entry.event for entry in self._journal.entries[self._heard :]]
        self._heard += len(news)
        own = [event for event in news if not (isinstance(event, Rolled) and event.source == KEPT)]
        assert len(own) <= 1, f"{own} at once after {consent}"
        for event in news:
            fault = self.book.find_fault(event, consent)
            assert fault is None, fault
            self.book = self.book.apply(event)
        state = self.evening.session.state
        assert state.position == self.book.position
        assert state.game.dump(state.position) == self.book.game.dump(self.book.position)
        assert state.moves == self.book.moves
        assert len(state.undone) == len(self.book.undone)
        did = [step.did for step in self.book.steps]
        assert (len(state.part_starts), len(state.corrections)) == (did.count("part"), did.count("correction"))
        if news:
            events = [entry.event for entry in self._journal.entries]
            begins = max(number for number, event in enumerate(events) if isinstance(event, Started))
            assert fold_all(events[begins:]) == state


def _content(pieces: Sequence[str]) -> Content:
    return (pieces[0], len(pieces)) if pieces else EMPTY


def check(game: str, examples: int, steps: int, seed: int | None = None) -> None:
    """Tries a number of evenings of a game. seed: None for the same evenings each time. Raises AssertionError with the
    shortest evening found that goes wrong."""
    machine = type(f"{game}-session", (SessionModel,), {"game": game})
    chosen = settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        derandomize=seed is None,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=PHASES,
    )
    run_state_machine_as_test(_with_seed(machine, seed), settings=chosen)


def _with_seed(machine: type[SessionModel], seed: int | None) -> type[SessionModel]:
    if seed is not None:
        machine._hypothesis_internal_use_seed = seed  # type: ignore[attr-defined]
    return machine
