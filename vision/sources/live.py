"""A camera as a frame source. A thread reads it, the newest frame wins, and a camera may be unplugged and plugged in
again.

What differs between makes of cameras is in a `Device`. A frame is never delivered twice. A device that hangs does not
block the reader: it gets SourceStalled and can do other things.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

import cv2
import numpy as np

from vision.errors import SourceError, SourceStalled
from vision.message import Message
from vision.sources.frame import Frame, Picture

RETRY_S = 0.5
"""How long to wait before trying again to open a lost camera."""

_CLOSING_S = 3.0
"""How long a device that is being closed may take to finish its last frame."""


class Device(Protocol):
    """An open camera. Creating one opens it or raises SourceError."""

    def grab(self) -> Picture:
        """Waits for the next frame, BGR uint8 (h, w, 3). Raises SourceError if the camera is gone."""
        ...

    def close(self) -> None: ...


class LiveSource:
    """Reads a device in its own thread and keeps its newest frame.

    name: the camera in words for people ("the camera /dev/video0"). start: opens the device; it is called again after
    the camera was lost.
    """

    live = True

    def __init__(self, name: str, start: Callable[[], Device]) -> None:
        self._name = name
        self._start = start
        self._news = threading.Condition()
        self._image: Picture | None = None
        self._seen_at = 0.0
        self._lost: SourceError | None = None
        self._closing = threading.Event()
        self._thread: threading.Thread | None = None
        self._opened = 0.0
        self._delivered = 0

    def __enter__(self) -> Self:
        device = self._start()
        self._closing.clear()
        self._image, self._lost, self._delivered = None, None, 0
        self._opened = time.monotonic()
        self._thread = threading.Thread(target=self._watch, args=(device,), name="camera", daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closing.set()
        if self._thread is not None:
            self._thread.join(_CLOSING_S)
            self._thread = None

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
        if self._thread is None or not self._thread.is_alive():
            raise SourceError(
                Message("{name} is not being read any more; start again. The log says why", name=self._name)
            )
        raise SourceStalled(Message("{name} gives no pictures. Is its cable firm?", name=self._name))

    def _watch(self, device: Device | None) -> None:
        """Runs in the thread: grabs frames until the source is closed, and opens the device again after it was lost."""
        try:
            while not self._closing.is_set():
                try:
                    if device is None:
                        device = self._start()
                    image = device.grab()
                except SourceStalled:
                    continue
                except SourceError as error:
                    if device is not None:
                        device.close()
                        device = None
                    self._tell(None, error)
                    self._closing.wait(RETRY_S)
                else:
                    self._tell(image, None)
        finally:
            if device is not None:
                device.close()

    def _tell(self, image: Picture | None, lost: SourceError | None) -> None:
        with self._news:
            if image is not None:
                self._image, self._seen_at = image, time.monotonic()
            self._lost = lost
            self._news.notify_all()


class V4l2Device:
    """A camera that Video4Linux knows, or with another `backend` anything else that OpenCV captures from.

    size: (w, h) in px; the camera may give another one that it supports.
    """

    def __init__(self, path: str, size: tuple[int, int], fps: float, backend: int = cv2.CAP_V4L2) -> None:
        self._path = path
        if not Path(path).exists():
            raise SourceError(
                Message("the camera {path} is not there. Plug it in; `ls /dev/video*` shows the cameras", path=path)
            )
        # OpenCV accepts only /dev/videoN, not the readable names in /dev/v4l/by-id that link to it.
        self._capture = cv2.VideoCapture(str(Path(path).resolve()), backend)
        if not self._capture.isOpened():
            raise SourceError(
                Message(
                    "the camera {path} cannot be opened. Is another program using it, and may you use it (group "
                    "video: sudo adduser $USER video)?",
                    path=path,
                )
            )
        # Uncompressed pictures of this size are too much for USB 2 at 30 frames a second.
        for setting, value in (
            (cv2.CAP_PROP_FOURCC, float(cv2.VideoWriter.fourcc(*"MJPG"))),
            (cv2.CAP_PROP_FRAME_WIDTH, float(size[0])),
            (cv2.CAP_PROP_FRAME_HEIGHT, float(size[1])),
            (cv2.CAP_PROP_FPS, fps),
            (cv2.CAP_PROP_BUFFERSIZE, 1.0),
        ):
            self._capture.set(setting, value)

    def grab(self) -> Picture:
        got, image = False, None
        # A camera unplugged in the middle of a frame may deliver half a picture; then OpenCV raises an error.
        with suppress(cv2.error):
            got, image = self._capture.read()
        if not got or image is None:
            raise SourceError(
                Message("the camera {path} has stopped. Plug it in again; the game goes on by itself", path=self._path)
            )
        return np.asarray(image, np.uint8)

    def close(self) -> None:
        self._capture.release()
