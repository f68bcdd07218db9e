"""The running companion: camera, session and screen in one loop, frame by frame.

It hands frames to vision, and what vision sees to the session. It takes commands to the dispatcher, and yields what
happened. It decides nothing about the game. A camera that stalls or comes back does not end the game.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from typing import Literal

from companion.app.album import Album
from companion.app.attention import Attention
from companion.app.buttons import ButtonController
from companion.app.dice import DiceController
from companion.app.dispatcher import Dispatcher
from companion.app.frontend import Frontend
from companion.app.heartbeat import Computer
from companion.app.recorder import Recorder
from companion.app.rules_reader import RulesReader
from companion.app.script import Cue, write_command
from companion.app.side_pages import SidePages
from companion.app.sounds import SoundController
from companion.app.stop_signal import IsStopped
from companion.app.teacher import Teacher
from companion.devices.buttons import Buttons
from companion.devices.die import Die
from companion.fairness.commit_reveal import SealedRolls
from companion.language import _, get_language, translate
from companion.presentation import game_view
from companion.presentation.pages import list_side_choices
from companion.referee import sight
from companion.session import Session
from companion.values.commands import AskSwitchOff, Command, EnterRoll, GameCommand, OpenMenu, Quit, ReopenGame
from companion.values.notifications import Notification
from companion.values.results import Refused
from companion.values.views import Choice, View
from vision.errors import CalibrationRefused, SourceEnded, SourceError, SourceStalled
from vision.layout import Layout
from vision.observation import Observation
from vision.sources import Frame, FrameSource
from vision.watcher import Watcher

Ended = Literal["over", "quit", "menu", "again"]
"""Why a game ends. `over`: it or its recording is over. `quit`: somebody quits. `menu`: somebody opens the menu.
`again`: camera and board must be opened again.
"""

POLL_S = 0.1
"""How long the loop waits for a picture before it looks at buttons and screen again."""


@dataclass(frozen=True)
class Stage:
    """Everything that one game runs on."""

    session: Session
    camera: FrameSource
    watcher: Watcher
    frontend: Frontend
    die: Die | None = None
    """The die, open; None if only commands bring rolls."""
    seals: SealedRolls | None = None
    """Where the die's rolls come from, if the companion makes them itself."""
    buttons: tuple[Buttons, ...] = ()
    """The sets of buttons, open."""
    cues: tuple[Cue, ...] = ()
    """The actions of a script, in the order of their frames."""
    recorder: Recorder | None = None
    """Keeps the last frames for a bug report."""
    album: Album | None = None
    """Keeps a picture of each move."""
    sounds: SoundController | None = None
    """Lets people hear what happens."""
    layout: Layout | None = None
    """The board, which the page of the camera shows."""
    side: SidePages = field(default_factory=lambda: SidePages(()))
    """The pages beside the game."""
    teacher: Teacher | None = None
    """Leads people through a lesson; None for a usual game."""
    stall_s: float = 3.0
    """After this many seconds without a picture from the camera, the players get a message."""
    paced: bool = False
    """True if a recording is played at the speed at which it was taken."""
    computer: Computer = field(default_factory=Computer)
    """The computer, which gets signs of life and can be switched off."""


def run(stage: Stage) -> Generator[Notification, None, Ended]:
    """Plays until the game ends, and returns why. Yields each notification as soon as it happens; the journal already
    holds it then.

    A game ends at the end of its recording, if somebody or the system quits, if the menu is opened, or if it is over
    and nobody watches. Raises SourceError if a recording is broken. If a camera gives no picture, it waits.
    """
    session = stage.session
    yield from session.take_news()
    loop = _Loop(stage)
    beginning = time.monotonic()
    last: Frame | None = None
    while not stage.computer.is_stopped():
        try:
            frame = loop.frames.next_frame()
        except SourceEnded:
            return "over"
        number, t = (frame.index, frame.t) if frame else (last.index + 1, last.t) if last else (0, 0.0)
        ended = loop.perform_commands(number, t, cues_too=frame is not None)
        if ended is not None:
            yield from session.take_news()
            return ended
        seen = None
        if frame is not None:
            if stage.paced:
                _sleep_until(beginning + frame.t, stage.computer.is_stopped)
            last = frame
            seen = _look(session, stage.watcher, frame)
            if seen is not None:
                loop.attend(seen)
                stage.computer.heartbeat.beat("vision")
            if stage.layout is not None:
                stage.side.see(frame, stage.layout)
        view = loop.screen.view()
        stage.frontend.show(view, frame)
        stage.computer.heartbeat.report("screen", stage.frontend.problem)
        news = session.take_news()
        if stage.sounds is not None:
            stage.sounds.follow(view, news, time.monotonic())
        if news:
            loop.attention.touch(time.monotonic())
        yield from news
        if stage.recorder is not None and frame is not None:
            stage.recorder.record_frame(frame, news)
        if stage.album is not None and frame is not None and seen is not None:
            stage.album.follow(frame, seen, stage.watcher.registration, news)
        if session.state.over and not stage.frontend.watched and stage.camera.live and not loop.waiting:
            return "over"
    return "quit"


def _sleep_until(when: float, is_stopped: IsStopped) -> None:
    """Sleeps until a time of the monotonic clock, or until the program is to end."""
    while (early := when - time.monotonic()) > 0 and not is_stopped():
        time.sleep(min(early, POLL_S))


class _Loop:
    """The parts that a game needs for every frame."""

    def __init__(self, stage: Stage) -> None:
        session, watched = stage.session, stage.frontend.watched
        self.waiting = deque(stage.cues)
        self.frames = _FrameReader(stage)
        self.attention = Attention(time.monotonic())
        self._stage = stage
        self._buttons = ButtonController(session, stage.buttons, stage.computer.switch_off)
        self._dice = None
        if stage.die is not None:
            self._dice = DiceController(session, stage.die, seals=stage.seals, watched=watched)
        rules = RulesReader(session.state.game)
        self.screen = _Screen(stage, self._buttons, self._dice, rules)
        self._dispatcher = Dispatcher(
            session,
            self._buttons,
            self._dice,
            rules,
            stage.side,
            view=self.screen.view,
            has_menu=watched,
            teacher=stage.teacher,
        )

    def attend(self, seen: Observation) -> None:
        """Tells the camera whether the table is calm, after a frame."""
        if self._stage.camera.live:
            self._stage.camera.attend(self.attention.look(seen, time.monotonic()))

    def perform_commands(self, frame: int, t: float, *, cues_too: bool) -> Ended | None:
        """Carries out the commands of die, screen, buttons and script that come before a frame.

        Returns why the game ends; None if it goes on. cues_too: False to leave out the script.
        """
        now = time.monotonic()
        self._stage.session.save_again(now)
        if self._dice is not None:
            self._dice.step(frame, t, now)
        recorder = self._stage.recorder
        for command, source in self._commands(frame, now, cues_too):
            self.attention.touch(now)
            if self._stage.sounds is not None and source != "script":
                self._stage.sounds.hear_press()
            text = None
            if recorder is not None and isinstance(command, GameCommand) and not isinstance(command, EnterRoll):
                text = write_command(command, self.screen.view())
            match self._dispatcher.perform(command, source, frame, t, now):
                case Quit():
                    return "quit"
                case OpenMenu():
                    return "menu"
                case ReopenGame():
                    return "again"
                case _ if recorder is not None and text is not None:
                    recorder.record_action(text)
        return None

    def _commands(self, frame: int, now: float, cues_too: bool) -> Iterator[tuple[Command, str]]:
        """Each command, and who gave it. What a script's action means is found only when all commands before it are
        done.
        """
        for command in self._stage.frontend.commands():
            yield command, "screen"
        for command in self._buttons.commands(now):
            yield command, "buttons"
        while cues_too and self.waiting and self.waiting[0].frame <= frame:
            read = self._dispatcher.read(self.waiting.popleft().action)
            if not isinstance(read, Refused):
                yield read, "script"


class _Screen:
    """Makes the view, and keeps it while nothing changes, because finding its words takes long."""

    def __init__(
        self, stage: Stage, buttons: ButtonController, dice: DiceController | None, rules: RulesReader
    ) -> None:
        self._session = stage.session
        self._teacher = stage.teacher
        self._side = stage.side
        self._album = stage.album
        self._can_switch_off = stage.computer.switch_off is not None
        self._buttons = buttons
        self._dice = dice
        self._rules = rules
        self._last: tuple[object, View] | None = None

    def view(self) -> View:
        """What is on the screen now."""
        teacher, prompt = self._teacher, None if self._dice is None else self._dice.prompt
        if teacher is not None:
            prompt = teacher.adapt_prompt(prompt)
        state, now = self._session.state, self._session.now
        of = state, now, prompt, get_language(), None if teacher is None else teacher.progress
        if self._last is None or self._last[0] != of:
            view = game_view.make_view(state, now, prompt, tuple(self._list_beside()))
            self._last = of, view if teacher is None else teacher.add_step(view)
        view = self._last[1] if self._album is None else self._album.add_picture(self._last[1])
        return self._buttons.add_question(self._side.add_page(self._rules.add_page(view)))

    def _list_beside(self) -> Iterator[Choice]:
        """The choices that people have beside the game."""
        for choice in list_side_choices(can_switch_off=self._can_switch_off):
            if isinstance(choice.command, AskSwitchOff) or self._side.knows(choice.command):
                yield choice


class _FrameReader:
    """Reads the camera. It reports when the camera gives no pictures, and once when it gives pictures again."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._last_frame_at = time.monotonic()
        self._told = ""

    def next_frame(self) -> Frame | None:
        """The next frame; None if a camera gave none in time. Raises SourceEnded at the end of a recording, SourceError
        if the recording is broken.
        """
        stage = self._stage
        try:
            frame = stage.camera.read(POLL_S if stage.camera.live else stage.stall_s)
        except SourceEnded:
            raise
        except SourceStalled as error:
            if time.monotonic() - self._last_frame_at >= stage.stall_s:
                self._tell(translate(str(error)))
            return None
        except SourceError as error:
            if not stage.camera.live:
                raise
            self._tell(translate(str(error)))
            stage.computer.heartbeat.wait("camera", "vision", why=translate(str(error)))
            time.sleep(POLL_S)
            return None
        self._last_frame_at = time.monotonic()
        stage.computer.heartbeat.beat("camera")
        if self._told:
            self._told = ""
            stage.session.notice(_("The camera is back"), "camera")
        return frame

    def _tell(self, text: str) -> None:
        if text != self._told:
            self._told = text
            self._stage.session.lose_camera(text)


def _look(session: Session, watcher: Watcher, frame: Frame) -> Observation | None:
    """Hands a frame to vision, and what vision sees to the session. None if vision has failed on this frame."""
    watcher.expect(session.expected)
    try:
        seen = watcher.see(frame)
    except Exception as error:  # noqa: BLE001 - no picture is worth a game; if all fail, systemd gets no sign of life
        fault = f"{type(error).__name__}: {error}"
        session.notice(_("A picture could not be read ({fault}). The game goes on").format(fault=fault), "camera")
        return None
    session.see(sight(seen, frame.t))
    table = session.take_confirmed()
    if table is not None:
        try:
            watcher.learn(frame.image, table)
        except CalibrationRefused as error:
            session.notice(translate(str(error)), "camera")
    return seen
