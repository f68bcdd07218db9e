"""The running companion: camera, session and screen in one loop, frame by frame.

It opens what the settings name, hands frames to vision and what vision sees to the session, and writes out
what happened. It decides nothing about the game. Whatever fails is said with what to do; a camera that
stalls or comes back does not end the game.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections import deque
from collections.abc import Generator, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Any, Literal

import cv2
import numpy as np

from companion.app.buttons import ButtonController
from companion.app.dice import DiceController
from companion.app.frontend import Frontend
from companion.app.recorder import Recorder
from companion.boards import BOARDS
from companion.config import Config, Corners
from companion.devices.buttons import Buttons
from companion.devices.die import Die
from companion.fairness.commit_reveal import SealedRolls
from companion.history.state import State
from companion.presentation import game_view
from companion.presentation.roll_prompt import RollPrompt
from companion.referee import sight
from companion.session import Session
from companion.session.transient_state import TransientState
from companion.values.commands import MENU, Cue, Quit
from companion.values.notifications import Notification
from companion.values.views import View
from vision import layout as layouts
from vision import register
from vision.calibration import misread
from vision.errors import BoardNotFound, CalibrationRefused, SourceEnded, SourceError, SourceStalled
from vision.layout import Layout
from vision.reader import Reader
from vision.register.corners import to_layout_corners
from vision.sources import Frame, FrameSource
from vision.watcher import Watcher

Ended = Literal["over", "quit", "menu"]
"""Why a game is no longer played: it or its recording is over, somebody quits, or wants to play something else."""

POLL_S = 0.1
"""How long the loop waits for a picture before it looks at buttons and screen again."""


class ServiceError(Exception):
    """The companion cannot start or go on; the message says what to do. What was saved is safe."""


class EventLog:
    """Writes each happening as one line of JSON, whole, to a file (appending) or to standard output ("-")."""

    def __init__(self, target: str) -> None:
        self._target = target
        try:
            if target == "-":
                self._fd = os.dup(sys.stdout.fileno())
            else:
                self._fd = os.open(target, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o644)
                self._end_cut_line()
        except OSError as error:
            raise ServiceError(f"the events cannot be written to {target}: {error.strerror}") from error

    def __enter__(self) -> EventLog:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._fd)

    def write(self, notification: Notification) -> None:
        line = json.dumps(notification.to_json()).encode() + b"\n"
        try:
            while line:
                line = line[os.write(self._fd, line) :]
        except OSError as error:
            raise ServiceError(
                f"the events cannot be written to {self._target}: {error.strerror}. The game is saved; mend that and"
                " start again to go on"
            ) from error

    def _end_cut_line(self) -> None:
        """A line that a power cut left unfinished must not swallow the next one."""
        size = os.fstat(self._fd).st_size
        if size and os.pread(self._fd, 1, size - 1) != b"\n":
            os.write(self._fd, b"\n")


@dataclass(frozen=True)
class Stage:
    """Everything that one game runs on: opened by `play`, or by whoever brings a camera and a face of his own.

    die, buttons: open ones; none where actions alone throw and press. seals: where the die's throws come from
    if they are made here. recorder: keeps the last frames. paced: a recording is played at its own pace.
    """

    session: Session
    camera: FrameSource
    watcher: Watcher
    face: Frontend
    die: Die | None = None
    seals: SealedRolls | None = None
    buttons: tuple[Buttons, ...] = ()
    cues: tuple[Cue, ...] = ()
    recorder: Recorder | None = None
    stall_s: float = 3.0
    paced: bool = False


def run(stage: Stage) -> Generator[Notification, None, Ended]:
    """Plays until the recording ends, somebody quits or goes to the menu, or the game is over with nobody looking.

    Yields what happens as it happens; when a happening is yielded, the journal already holds it. Returns why it ended.
    Raises SourceError where the camera gives nothing at all, or a recording is broken.
    """
    session, camera = stage.session, stage.camera
    yield from session.take_news()
    waiting = deque(stage.cues)
    hearing, showing = _Hearing(stage), _Showing()
    pressing = ButtonController(session, stage.buttons)
    throwing = None
    if stage.die is not None:
        throwing = DiceController(session, stage.die, seals=stage.seals, watched=stage.face.watched)
    beginning = time.monotonic()
    last: Frame | None = None
    while True:
        frame: Frame | None = None
        try:
            frame = hearing.next_frame(last)
        except SourceEnded:
            return "over"
        number, t = (frame.index, frame.t) if frame else (last.index + 1, last.t) if last else (0, 0.0)
        now = time.monotonic()
        if throwing is not None:
            throwing.step(number, t, now)
        actions = [(action, "screen") for action in stage.face.actions()]
        actions.extend((action, "buttons") for action in pressing.actions(now))
        while waiting and waiting[0].frame <= number and frame is not None:
            actions.append((waiting.popleft().action, "script"))
        for given, source in actions:
            action = pressing.answers(given)
            if isinstance(action, Quit) or (action == MENU and stage.face.watched):
                yield from session.take_news()
                return "quit" if isinstance(action, Quit) else "menu"
            if action is not None and not (throwing is not None and throwing.takes(action, number, t, now)):
                session.act(action, source, number, t)
                if stage.recorder is not None:
                    stage.recorder.did(action)
        if frame is not None:
            if stage.paced and (early := frame.t - (time.monotonic() - beginning)) > 0:
                time.sleep(early)
            last = frame
            _look(session, stage.watcher, frame)
        shown = showing.view(session, throwing.offer if throwing is not None else None)
        stage.face.show(pressing.asked(shown), frame)
        news = session.take_news()
        yield from news
        if stage.recorder is not None and frame is not None:
            stage.recorder.saw(frame, news)
        if session.state.over and not stage.face.watched and camera.live and not waiting:
            return "over"


class _Showing:
    """Makes the view of a moment, and keeps it as long as nothing changes: its words take long to find."""

    def __init__(self) -> None:
        self._last: tuple[tuple[State, TransientState, RollPrompt | None], View] | None = None

    def view(self, session: Session, offer: RollPrompt | None) -> View:
        of = session.state, session.moment, offer
        if self._last is None or self._last[0] != of:
            self._last = of, game_view.view(*of)
        return self._last[1]


class _Hearing:
    """Hears from the camera, and says once when it falls silent or fails and once when it is back."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._last_heard = time.monotonic()
        self._silent = False

    def next_frame(self, last: Frame | None) -> Frame | None:
        """The next frame, None where a live camera gave none in time. Raises SourceEnded at a recording's end."""
        stage = self._stage
        try:
            frame = stage.camera.read(POLL_S if stage.camera.live else stage.stall_s)
        except SourceEnded:
            raise
        except SourceStalled as error:
            if time.monotonic() - self._last_heard >= stage.stall_s:
                self._say(str(error))
            return None
        except SourceError as error:
            if last is None or not stage.camera.live:
                raise
            self._say(str(error))
            time.sleep(POLL_S)
            return None
        self._last_heard = time.monotonic()
        if self._silent:
            self._silent = False
            stage.session.notice("The camera is back", "camera")
        return frame

    def _say(self, text: str) -> None:
        if not self._silent:
            self._silent = True
            self._stage.session.notice(text, "camera")


def _look(session: Session, watcher: Watcher, frame: Frame) -> None:
    watcher.expect(session.expected)
    session.see(sight(watcher.see(frame), frame.t))
    table = session.take_confirmed()
    if table is not None:
        try:
            watcher.learn(frame.image, table)
        except CalibrationRefused as error:
            session.notice(str(error), "camera")


def open_layout(config: Config, game: str, cells: Iterable[str], kinds: Iterable[str] = ()) -> Layout:
    """The board that is played on. Raises ServiceError where it lacks a cell or a kind of piece of the game.

    Raises it too where the camera has nothing to find it by: neither markers nor corners.
    """
    if config.board_layout is None:
        return BOARDS[game].layout()
    layout = layouts.load(config.board_layout)
    name = f"the layout {config.board_layout}"
    own = f"Make one that has them with companion boards own {game}"
    if missing := [cell for cell in cells if cell not in layout.cells]:
        raise ServiceError(f"{name} is no board for {game}: it lacks the cells {_some(missing)}. {own}")
    if missing := [kind for kind in kinds if kind not in layout.pieces]:
        raise ServiceError(f"{name} is no board for {game}: it lacks the pieces {_some(missing)}. {own}")
    if not layout.markers and config.camera_corners is None and config.camera_uri != "virtual":
        raise ServiceError(
            f"{name} has no markers, so the camera cannot find the board: give its four corners in the picture with "
            '--corners "x,y x,y x,y x,y"'
        )
    return layout


def place_corners(config: Config, layout: Layout) -> Config:
    """The settings with the corners of the layout itself in place of any other four points of the board.

    Raises BoardNotFound where no camera sees the board with these points there.
    """
    if config.camera_corners is None or config.camera_corners_at is None:
        return config
    corners = to_layout_corners(layout, config.camera_corners_at, config.camera_corners)
    return replace(config, camera_corners=corners, camera_corners_at=None)


def learn_empty(reader: Reader, layout: Layout, corners: Corners | None, file: Path) -> None:
    """Learns the print from a picture of the board without pieces; reading it back proves it.

    corners: of the layout's size_mm in px, None where markers tell. Raises ServiceError with what to do.
    """
    image = cv2.imread(str(file), cv2.IMREAD_COLOR)
    if image is None:
        raise ServiceError(
            f"the picture of the empty board {file} cannot be read: give a PNG or JPEG file with --empty"
        )
    picture = np.asarray(image, np.uint8)
    size = (picture.shape[1], picture.shape[0])
    try:
        found = register.find(picture, layout) if corners is None else register.from_corners(size, layout, corners)
    except BoardNotFound as error:
        raise ServiceError(f"the picture of the empty board {file} cannot be used: {error}") from error
    reader.learn(picture, found, {})
    if wrong := misread(reader.read(picture, found), {}, layout):
        raise ServiceError(
            f"the picture {file} does not show an empty board: {wrong} Take everything off the board, and your hands "
            "away, and take the picture again"
        )


def _some(names: list[str]) -> str:
    """Up to eight names, and how many more there are."""
    more = f" and {len(names) - 8} more" if len(names) > 8 else ""
    return ", ".join(names[:8]) + more


def read_position(path: Path) -> Any:
    """A position's JSON from a file. Raises ServiceError."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ServiceError(f"the position {path} cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise ServiceError(f"the position {path} is not JSON: {error}") from error
