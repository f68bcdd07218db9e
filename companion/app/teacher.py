"""Joins a lesson to a running game: follows its steps, gives its rolls, and goes on when people have read a step.

The game itself runs as always. The lesson only decides where rolls come from.
"""

from __future__ import annotations

from companion.devices.die import Settled
from companion.devices.errors import DeviceError
from companion.language import _
from companion.presentation import lesson as lesson_views
from companion.presentation.roll_prompt import RollPrompt
from companion.referee import Unchanged
from companion.rules.lesson import Lesson, Read
from companion.session import Session
from companion.session.lesson import LessonProgress, find_roll, follow, is_asked_for, lay_path
from companion.values.commands import Command, FinishTurn, GoOn, HideHint, OpenMenu
from companion.values.results import Done
from companion.values.views import View


class Teacher:
    """The lesson in one running game."""

    def __init__(self, session: Session, lesson: Lesson) -> None:
        self._session = session
        self._progress = LessonProgress(lay_path(session.state.game, lesson))
        session.limit_moves(lambda state, move: is_asked_for(self.progress, state, move))

    @property
    def progress(self) -> LessonProgress:
        """How far people are in the lesson."""
        self._progress = follow(self._progress, self._session.state, self._session.now)
        return self._progress

    def roll(self, count: int) -> Settled:
        """The roll that the lesson gives now. Raises DeviceError if it gives none."""
        dice = find_roll(self.progress, self._session.state)
        if dice is None:
            raise DeviceError(_("first do what the lesson says"))
        if isinstance(dice, dict):
            state = self._session.state
            due = state.game.status(state.position).dice
            dice = [dice[name] for name in due if name in dice]
        return Settled(tuple(dice))

    def read(self, command: Command) -> Command:
        """What a command means in the lesson: if people have just read a step, Done goes on."""
        is_asked = self._session.now.doubt is not None or self._session.now.proposed is not None
        unchanged = isinstance(self._session.now.rest, Unchanged | None)
        if isinstance(command, FinishTurn) and isinstance(self.progress.stop.step, Read) and unchanged and not is_asked:
            return GoOn()
        return command

    def go_on(self, frame: int, t: float) -> Done | OpenMenu:
        """Goes on after a step that people have read. At the lesson's end, people leave for the menu. frame, t: number
        and time (s) of the next frame.
        """
        if not isinstance(self.progress.stop.step, Read):
            return Done()
        if self._progress.is_last:
            return OpenMenu()
        if self._session.now.hint:
            self._session.perform(HideHint(), "lesson", frame, t)
        self._progress = self._progress.go_on()
        return Done()

    def adapt_prompt(self, prompt: RollPrompt | None) -> RollPrompt | None:
        """What the screen offers about a roll in a lesson: only a roll that the lesson gives, and only when it gives
        it.
        """
        return lesson_views.adapt_prompt(prompt, find_roll(self.progress, self._session.state) is not None)

    def add_step(self, view: View) -> View:
        """The view with the lesson's step that is due."""
        return lesson_views.add_step(view, self.progress, self._session.state, self._session.now)
