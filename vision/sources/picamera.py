"""The Raspberry Pi's own camera: the only module that imports picamera2.

Import this module only if somebody asked for such a camera. picamera2 needs libcamera, which exists only on a Raspberry
Pi, and it changes environment variables of Qt and libcamera.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from vision.errors import SourceError, SourceStalled
from vision.message import Message
from vision.sources.frame import Picture

GRAB_S = 1.0
"""How long to wait for one frame."""

GONE_S = 5.0
"""After this long without a frame the camera is closed and opened again. A loose cable can cause this."""


class PiDevice:
    """A running camera. number: 0 for the first one; size: (w, h) in px."""

    def __init__(self, number: int, size: tuple[int, int], fps: float) -> None:
        try:
            from picamera2 import Picamera2
        except (ImportError, OSError) as error:  # OSError: libcamera's library is of another version
            raise SourceError(
                Message(
                    "The Raspberry Pi's camera needs picamera2, which comes with the system: sudo apt install "
                    "python3-picamera2 --no-install-recommends; then make the virtual environment with "
                    "--system-site-packages ({reason})",
                    reason=error,
                )
            ) from error
        try:
            camera = Picamera2(number)
        except (RuntimeError, IndexError) as error:
            raise SourceError(
                Message(
                    "the Raspberry Pi's camera {number} cannot be opened: {reason}. Check its ribbon cable; "
                    "`rpicam-hello --list-cameras` shows the cameras",
                    number=number,
                    reason=error,
                )
            ) from error
        self._camera = camera
        self._job: Any = None
        self._waited = 0.0
        try:
            # "RGB888" is blue, green, red in memory: what OpenCV expects (picamera2#191).
            configuration = camera.create_video_configuration(
                main={"size": size, "format": "RGB888"}, controls={"FrameRate": fps}
            )
            camera.configure(configuration)
            camera.start()
        except (RuntimeError, TypeError, ValueError) as error:
            camera.close()
            raise SourceError(
                Message(
                    "the Raspberry Pi's camera does not give {width}x{height} at {fps:g} a second: {reason}",
                    width=size[0],
                    height=size[1],
                    fps=fps,
                    reason=error,
                )
            ) from error

    def grab(self) -> Picture:
        if self._job is None:
            self._job = self._camera.capture_array("main", wait=False)
        try:
            image = self._camera.wait(self._job, timeout=GRAB_S)
        except TimeoutError as error:
            self._waited += GRAB_S  # the job stays: it delivers when the camera continues
            if self._waited >= GONE_S:
                raise SourceError(
                    Message("the Raspberry Pi's camera has stopped. Check its ribbon cable; the game goes on by itself")
                ) from error
            raise SourceStalled(Message("the Raspberry Pi's camera gives no pictures")) from error
        except RuntimeError as error:
            raise SourceError(Message("the Raspberry Pi's camera has failed: {reason}", reason=error)) from error
        self._job, self._waited = None, 0.0
        return np.ascontiguousarray(image, np.uint8)

    def close(self) -> None:
        self._camera.close()
