"""A camera as a frame source. The camera may be missing, busy, unplugged and plugged in again.

A thread opens the camera, reads it and keeps only the newest frame. No frame is delivered twice. If the camera hangs,
the reader gets SourceStalled and can do other things. If anything goes wrong with the camera, it is closed and tried
again, after a pause that grows. What differs between makes of cameras is in a `Device`.
"""

from __future__ import annotations

import logging
import math
import threading
import time
from collections.abc import Callable
from contextlib import closing
from types import TracebackType
from typing import Protocol, Self

from vision.errors import SourceError, SourceStalled
from vision.message import Message
from vision.sources.adjustment import Adjuster, Automatics
from vision.sources.camera_settings import Fact
from vision.sources.frame import Activity, Frame, Picture

PLAY_FPS = 15.0
"""Frames a second in play. People's hands are slower than that, and vision takes some 30 ms for a frame on a Pi."""

IDLE_FPS = 2.0
"""Frames a second while nobody has touched anything for minutes."""

RETRY_S = 0.5
"""The first pause before trying again to open a lost camera. Each try that fails doubles it."""

MAX_RETRY_S = 8.0
"""The longest pause before trying again to open a lost camera."""

DESCRIBE_EVERY_S = 0.5
"""How often a camera is asked which values it has chosen. A USB camera answers over the same cable that carries its
pictures.
"""

_CLOSING_S = 3.0
"""How long a device may take to finish its last frame when it is closed."""

_EARLY_S = 0.01
"""A frame may come this much before it is due: a camera's frames do not come at exactly equal times."""

_LOG = logging.getLogger(__name__)


class Device(Protocol):
    """An open camera. Creating one opens the camera. If that fails, it raises SourceError and leaves nothing open."""

    @property
    def automatics(self) -> Automatics | None:
        """The control of exposure, white balance and focus, all running; None if the camera has none."""
        ...

    def wait(self) -> None:
        """Waits until the next frame is there, or for a short while. Raises SourceError if the camera is gone."""
        ...

    def take(self) -> Picture:
        """The newest frame (h, w, 3), as bytes of blue, green and red. Raises SourceError if the camera is gone,
        SourceStalled if it gives none.
        """
        ...

    def describe(self) -> tuple[Fact, ...]:
        """Which values the camera has chosen."""
        ...

    def close(self) -> None: ...


class LiveSource:
    """Reads a camera in its own thread and keeps its newest frame.

    name: the camera in words for people ("the camera /dev/video0"). start: opens the device; called again whenever the
    camera was lost. fps: how many frames to take in a second.
    """

    live = True

    def __init__(self, name: str, start: Callable[[], Device], fps: float = PLAY_FPS) -> None:
        self._name = name
        self._start = start
        self._fps = fps
        self._news = threading.Condition()
        self._image: Picture | None = None
        self._seen_at = 0.0
        self._lost: SourceError | None = None
        self._facts: tuple[Fact, ...] = ()
        self._activity = Activity()
        self._closing = threading.Event()
        self._thread: threading.Thread | None = None
        self._opened = 0.0
        self._delivered = 0

    def __enter__(self) -> Self:
        self._closing.clear()
        self._image, self._lost, self._delivered = None, None, 0
        self._opened = time.monotonic()
        self._thread = threading.Thread(target=self._run, name="camera", daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closing.set()
        if self._thread is not None:
            self._thread.join(_CLOSING_S)
            self._thread = None

    def attend(self, activity: Activity) -> None:
        self._activity = activity

    def describe(self) -> tuple[Fact, ...]:
        """Which values the camera has chosen. Empty until the camera has given a picture."""
        return self._facts

    def read(self, timeout_s: float) -> Frame:
        with self._news:
            self._news.wait_for(lambda: self._image is not None or self._lost is not None, timeout_s)
            if self._image is not None:
                frame = Frame(self._delivered, self._seen_at - self._opened, self._image)
                self._image = None
                self._delivered += 1
                return frame
            if self._lost is not None:
                raise SourceError(str(self._lost)) from self._lost
        if self._thread is None:
            raise SourceError(Message("{name} is not being read any more; start again", name=self._name))
        raise SourceStalled(Message("{name} gives no pictures. Is its cable firm?", name=self._name))

    def _run(self) -> None:
        """Runs in the thread: takes frames until the source is closed, and opens the device again after it was lost."""
        pause = RETRY_S
        while not self._closing.is_set():
            seen_before = self._seen_at
            error = self._take_frames()
            if error is not None:
                self._tell(None, error)
            if self._seen_at != seen_before:
                pause = RETRY_S
            self._closing.wait(pause)
            pause = min(2 * pause, MAX_RETRY_S)

    def _take_frames(self) -> SourceError | None:
        """Opens the device and takes frames until the camera is lost or the source is closed. Returns why the camera
        was lost; None if the source is closed.
        """
        try:
            with closing(self._start()) as device:
                self._take_frames_of(device)
        except SourceError as error:
            return error
        except Exception as error:  # noqa: BLE001 - see below
            # Cameras' libraries raise what they like, and the game must go on.
            reason = str(error) or type(error).__name__
            problem = Message(
                "{name} has failed: {reason}. The companion tries it again", name=self._name, reason=reason
            )
            if str(problem) != str(self._lost):
                _LOG.exception("%s", problem)
            return SourceError(problem)
        return None

    def _take_frames_of(self, device: Device) -> None:
        automatics = device.automatics
        adjuster = None if automatics is None else Adjuster(automatics)
        taken_at = described_at = -math.inf
        while not self._closing.is_set():
            device.wait()
            if time.monotonic() - taken_at < self._least_pause():
                continue
            try:
                image = device.take()
            except SourceStalled:
                continue
            taken_at = time.monotonic()
            self._tell(image, None)
            activity = self._activity
            if adjuster is not None:
                adjuster.look(image, taken_at, calm=activity.calm, blurred=activity.blurred)
            if taken_at - described_at >= DESCRIBE_EVERY_S:
                described_at = taken_at
                self._facts = device.describe() + (_describe_hold(adjuster) if adjuster else ())

    def _least_pause(self) -> float:
        """How many seconds must pass between two frames."""
        period = 1 / (min(IDLE_FPS, self._fps) if self._activity.idle else self._fps)
        return period - min(_EARLY_S, period / 3)

    def _tell(self, image: Picture | None, lost: SourceError | None) -> None:
        with self._news:
            if image is not None:
                self._image, self._seen_at = image, time.monotonic()
            self._lost = lost
            self._news.notify_all()


def _describe_hold(adjuster: Adjuster) -> tuple[Fact, ...]:
    return (
        Fact("held", Message("exposure, colours and focus are held"), adjuster.is_holding),
        Fact("can_hold", Message("exposure, colours and focus can be held"), not adjuster.cannot_hold),
    )
