"""A pupil who plays a lesson on the virtual table, and does what the screen says, step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from companion.app.game_loop import Stage
from companion.app.script import Press as PressButton
from companion.app.script import Tap
from companion.app.teacher import Teacher
from companion.devices.pi_die import PiDie
from companion.history.journal import Journal
from companion.rules import GAMES
from companion.rules.lesson import GoToNextPart, Lesson, Mistake, Play, PlayAny, Press, PutRight, Read, Roll, SetUp
from companion.session.decisions import find_settled_move
from companion.session.lesson import LessonProgress, Stop
from companion.values.views import Step, View
from companion.virtual_table.hand import Performance
from companion.virtual_table.scene import Table
from tests.evening.evening import Evening

A_MOMENT = 4
"""Frames for which people wait after they have done something."""

DOUBLE_PRESS = 16
"""Frames after which another press of Done is no double press."""

SOON = 60
"""Frames within which a step must be done."""


class LessonEvening(Evening):
    """An evening with a lesson on the virtual table."""

    def __init__(self, folder: Path, game: str) -> None:
        lesson = GAMES[game].lesson()
        assert lesson is not None
        super().__init__(folder, game, options=dict(lesson.options), seed=5, brisk=True)
        self._lesson: Lesson = lesson
        self._teacher: Teacher | None = None

    @property
    def progress(self) -> LessonProgress:
        assert self._teacher is not None
        return self._teacher.progress

    def _stage(self, journal: Journal, camera: Performance, resumed: bool) -> Stage:
        stage = super()._stage(journal, camera, resumed)
        self._teacher = Teacher(stage.session, self._lesson)
        return replace(stage, teacher=self._teacher, die=PiDie("lesson", self._teacher.roll, rolling_s=0))


class Pupil:
    """Does one step after the other. before_step: called with each step's number and what is on the screen then."""

    def __init__(self, evening: LessonEvening, before_step: Callable[[int, View], None] = lambda *_: None) -> None:
        self._evening = evening
        self._before_step = before_step

    def learn(self, until: int | None = None) -> Iterator[None]:
        """Plays the lesson up to a step, counted from 0; without one to its end."""
        evening = self._evening
        yield from self.wait(A_MOMENT)
        while evening.progress.at != until:
            at, stop = evening.progress.at, evening.progress.stop
            self._before_step(at, evening.view)
            note = evening.view.lesson
            assert note is not None, evening.view.screen
            assert note.text == stop.step.text_in_words, (at, evening.view)
            assert not note.warns
            yield from self.do(stop)
            yield from self.wait_for(at + 1, stop)

    def wait_for(self, at: int, stop: Stop) -> Iterator[None]:
        """Waits until the step is done."""
        for _ in range(SOON):
            if self._evening.progress.at >= at:
                break
            yield
        else:
            now = self._evening.session.now
            raise AssertionError(f"{stop.step!r} is not done: {self._evening.happenings[-3:]}, {now!r}"[:2500])
        yield

    def do(self, stop: Stop) -> Iterator[None]:
        """Does what a step asks for."""
        evening, state = self._evening, self._evening.state
        match stop.step:
            case Read():
                evening.press(Tap("go-on"))
            case SetUp():
                yield from self.make(state.game.table(state.position))
            case Roll():
                evening.press(PressButton("throw"))
            case Play(move=move) if move == find_settled_move(state):
                yield from self.wait(DOUBLE_PRESS)
                evening.press(PressButton("done"))
            case Play(move=move) if move in state.game.status(state.position).offers:
                evening.press(Tap(move))
            case Play():
                yield from self.make(state.game.arranged(stop.after, evening.scene.table()))
                evening.press(PressButton("done"))
            case PlayAny():
                first = state.game.legal(state.position, 1).moves[0]
                outcome = state.game.judge(state.position, first).outcome
                assert outcome is not None
                yield from self.make(state.game.arranged(outcome.position, evening.scene.table()))
                evening.press(PressButton("done"))
            case Mistake() as mistake:
                yield from self.make(mistake.change(evening.scene.table()))
                evening.press(PressButton("done"))
            case PutRight():
                yield from self.follow(evening.view.steps)
            case Press(button=button):
                evening.press(PressButton(button))
                yield from self.wait(A_MOMENT)
                yield from self.follow(evening.view.steps)
            case GoToNextPart():
                yield from self.wait(DOUBLE_PRESS)
                evening.press(PressButton("done"))
        yield

    def follow(self, steps: tuple[Step, ...]) -> Iterator[None]:
        """Moves pieces as the screen says."""
        hand = self._evening.hands[0]
        for step in steps:
            yield from hand.do(step)
        yield from hand.leave()
        yield from self.wait(A_MOMENT)

    def make(self, table: Table) -> Iterator[None]:
        """Changes what is on the board into a table."""
        yield from self._evening.hands[0].make(table)
        yield from self.wait(A_MOMENT)

    def wait(self, frames: int) -> Iterator[None]:
        for _ in range(frames):
            yield
