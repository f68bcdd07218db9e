"""The Raspberry Pi's own camera. This is the only module that imports picamera2.

Import it only if somebody asked for such a camera: picamera2 needs libcamera, which exists only on a Raspberry Pi, and
it changes environment variables of Qt and libcamera. `pi_modes` chooses the sensor's mode, `pi_automatics` sets
exposure, colours and focus.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import numpy as np

from vision.errors import SourceError, SourceStalled
from vision.message import Message
from vision.sources.camera_settings import CameraSettings, Fact
from vision.sources.frame import Picture
from vision.sources.pi_automatics import PiAutomatics
from vision.sources.pi_modes import SensorMode, choose_mode, choose_size, list_modes

FORMAT = "RGB888"
"""picamera2's name for pictures with blue, green and red in this order in memory, as OpenCV expects them
(picamera2#191).
"""

GRAB_S = 1.0
"""How long to wait for one frame."""

GONE_S = 5.0
"""If the camera gives no frame for this long, it is closed and opened again. A loose cable can be the cause."""

WAIT_S = 0.02
"""How long to sleep while no frame is wanted. The camera keeps its newest frame meanwhile."""

_MISSING = re.compile(r"no\scamera\snumber|camera\(s\)\snot\sfound")  # in messages of picamera2


class PiDevice:
    """A running camera. number: 0 for the first one. size: (w, h) of the pictures in px, None for the shape of the
    sensor.
    """

    def __init__(self, number: int, size: tuple[int, int] | None, fps: float, settings: CameraSettings) -> None:
        self._camera = camera = _open_camera(number)
        self._job: Any = None
        self._waited = 0.0
        self._model = str(camera.camera_properties.get("Model", ""))
        try:
            self._mode = mode = choose_mode(list_modes(camera.sensor_modes), settings, size, fps)
            self._size = size or choose_size(mode)
            self.automatics = PiAutomatics(camera, settings, fps)
            camera.configure(
                camera.create_video_configuration(
                    main={"size": self._size, "format": FORMAT},
                    raw=None,
                    sensor=_describe_sensor(mode),
                    controls=self.automatics.first_controls(),
                )
            )
            self._size = _check_stream(camera.camera_configuration()["main"])
            camera.start()
            self.automatics.release(focus=True)
        except Exception as error:
            self.close()
            if isinstance(error, SourceError):
                raise
            raise SourceError(
                Message(
                    "the Raspberry Pi's camera cannot be set up: {reason}. `companion camera` tries other settings",
                    reason=error,
                )
            ) from error

    def wait(self) -> None:
        time.sleep(WAIT_S)

    def take(self) -> Picture:
        if self._job is None:
            self._job = self._camera.capture_arrays(["main"], wait=False)
        try:
            (image,), metadata = self._camera.wait(self._job, timeout=GRAB_S)
        except TimeoutError as error:
            self._waited += GRAB_S  # the job stays: it delivers when the camera continues
            if self._waited >= GONE_S:
                raise SourceError(
                    Message("the Raspberry Pi's camera has stopped. Check its ribbon cable; the game goes on by itself")
                ) from error
            raise SourceStalled(Message("the Raspberry Pi's camera gives no pictures")) from error
        self._job, self._waited = None, 0.0
        self.automatics.note(metadata)
        return np.ascontiguousarray(image, np.uint8)

    def describe(self) -> tuple[Fact, ...]:
        mode = self._mode
        return (
            Fact("camera", Message("camera"), self._model),
            Fact("size", Message("picture (px)"), self._size),
            Fact("mode", Message("sensor mode (px)"), None if mode is None else mode.size),
            Fact("field", Message("part of the field of view"), None if mode is None else round(mode.field, 3)),
            Fact("mode_fps", Message("frames a second, at most"), None if mode is None else mode.fps),
            *self.automatics.describe(),
        )

    def close(self) -> None:
        _close(self._camera)


def _open_camera(number: int) -> Any:
    """The camera with this number, opened by picamera2. Raises SourceError if this fails, and then leaves
    nothing open.
    """
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
    # In two steps, because a camera that failed to open must be cleaned up, too.
    camera = Picamera2.__new__(Picamera2)
    try:
        camera.__init__(number)
    except Exception as error:
        _clean_up(camera)
        raise _explain_refusal(number, error) from error
    return camera


def _clean_up(camera: Any) -> None:
    """Closes what `Picamera2.__init__` leaves open when it fails: a pipe, and perhaps the camera itself."""
    if getattr(camera, "is_open", False):
        with suppress(Exception):  # close() takes an open camera for a whole one; the error itself says why it is not
            _close(camera)
        camera.is_open = False
    pipe = getattr(camera, "notifymeread", None)
    if pipe is not None and not pipe.closed:
        pipe.close()
        os.close(camera.notifyme_w)
    _let_go(camera)


def _close(camera: Any) -> None:
    # After a loose cable, close() would wait for ever for jobs that never end.
    camera.cancel_all_and_flush()
    camera.close()
    _let_go(camera)


def _let_go(camera: Any) -> None:
    """Frees what a closed camera keeps, open files among it. Its objects refer to each other, so Python alone would
    free them only much later.
    """
    camera.helpers = camera.allocator = None


def _explain_refusal(number: int, error: BaseException) -> SourceError:
    """The error to raise when a camera could not be opened. picamera2 gives the same message for every reason; the real
    reason is in the errors that caused it.
    """
    reasons = [str(one) for one in _list_causes(error)]
    said = " ".join(reasons).lower()
    if "busy" in said:
        return SourceError(
            Message(
                "another program uses the Raspberry Pi's camera {number}: close it (`sudo fuser /dev/media*` shows its "
                "number)",
                number=number,
            )
        )
    if "permission" in said:
        return SourceError(
            Message(
                "this user may not use the Raspberry Pi's camera: run 'sudo usermod -aG video $USER' and log in again "
                "(a systemd unit needs SupplementaryGroups=video)"
            )
        )
    if isinstance(error, IndexError) or _MISSING.search(said):
        return SourceError(
            Message(
                "the Raspberry Pi's camera {number} is not found. Switch the Pi off, check both ends of the ribbon "
                "cable, and start again; `rpicam-hello --list-cameras` shows the cameras",
                number=number,
            )
        )
    return SourceError(
        Message("the Raspberry Pi's camera {number} cannot be opened: {reason}", number=number, reason=reasons[-1])
    )


def _list_causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _describe_sensor(mode: SensorMode | None) -> dict[str, Any]:
    return {} if mode is None else {"output_size": mode.size, "bit_depth": mode.bit_depth}


def _check_stream(stream: dict[str, Any]) -> tuple[int, int]:
    """The size of the camera's pictures. Raises SourceError if libcamera has chosen another format than the one asked
    for, which it does without saying so.
    """
    if stream["format"] != FORMAT:
        raise SourceError(
            Message(
                "the camera gives pictures as {given}, and the companion needs {needed}: use it as a USB camera, with "
                "--camera v4l2:/dev/video0",
                given=stream["format"],
                needed=FORMAT,
            )
        )
    width, height = stream["size"]
    return width, height
