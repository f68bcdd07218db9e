"""Cameras of Video4Linux, such as USB cameras. OpenCV takes their pictures, and `v4l2_controls` sets them."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path

import cv2
import numpy as np

from vision.errors import SourceError
from vision.message import Message
from vision.sources.camera_settings import CameraSettings, Fact
from vision.sources.frame import Picture
from vision.sources.v4l2_controls import Controls, UsbAutomatics, is_busy, takes_pictures


class V4l2Device:
    """An open camera. size: (w, h) of its pictures in px. If the camera does not support it, it gives another size."""

    def __init__(self, path: str, size: tuple[int, int], fps: float, settings: CameraSettings) -> None:
        self._path = path
        _check_settings(settings)
        _check_camera(path)
        # OpenCV accepts only /dev/videoN, not the readable names in /dev/v4l/by-id that link to it.
        self._film = FilmDevice(path, str(Path(path).resolve()), cv2.CAP_V4L2)
        try:
            self._film.set_up(size, fps)
            self._controls = Controls(path)
        except BaseException:
            self._film.close()
            raise
        self.automatics = UsbAutomatics(self._controls, settings)
        self.automatics.release(focus=True)

    def wait(self) -> None:
        self._film.wait()

    def take(self) -> Picture:
        return self._film.take()

    def describe(self) -> tuple[Fact, ...]:
        return (*self._film.describe(), *self.automatics.describe())

    def close(self) -> None:
        self._film.close()
        # The camera keeps its controls, and other programs expect one that adjusts itself.
        with suppress(OSError):  # it may have been unplugged
            self.automatics.release(focus=True)
        self._controls.close()


class FilmDevice:
    """Anything from which OpenCV takes pictures, such as a camera or a film. path: its name for people. source: its
    name for OpenCV.
    """

    automatics = None

    def __init__(self, path: str, source: str, backend: int) -> None:
        self._path = path
        self._size = (0, 0)
        self._capture = cv2.VideoCapture(source, backend)
        if not self._capture.isOpened():
            self._capture.release()
            raise SourceError(Message("the camera {path} cannot be opened. Unplug it and plug it in again", path=path))

    def set_up(self, size: tuple[int, int], fps: float) -> None:
        """Asks for pictures of this size."""
        # Uncompressed pictures of this size are too much for USB 2.
        for setting, value in (
            (cv2.CAP_PROP_FOURCC, float(cv2.VideoWriter.fourcc(*"MJPG"))),
            (cv2.CAP_PROP_FRAME_WIDTH, float(size[0])),
            (cv2.CAP_PROP_FRAME_HEIGHT, float(size[1])),
            (cv2.CAP_PROP_FPS, fps),
            (cv2.CAP_PROP_BUFFERSIZE, 1.0),
        ):
            self._capture.set(setting, value)

    def wait(self) -> None:
        """Waits for the next frame, without decoding it."""
        got = False
        # A camera unplugged in the middle of a frame may deliver half a picture; then OpenCV raises an error.
        with suppress(cv2.error):
            got = self._capture.grab()
        if not got:
            raise self._explain_stop()

    def take(self) -> Picture:
        got, image = False, None
        with suppress(cv2.error):
            got, image = self._capture.retrieve()
        if not got or image is None:
            raise self._explain_stop()
        self._size = image.shape[1], image.shape[0]
        return np.asarray(image, np.uint8)

    def describe(self) -> tuple[Fact, ...]:
        return (
            Fact("camera", Message("camera"), self._path),
            Fact("size", Message("picture (px)"), self._size),
            Fact("fps", Message("frames a second, as the camera says"), self._capture.get(cv2.CAP_PROP_FPS)),
        )

    def close(self) -> None:
        self._capture.release()

    def _explain_stop(self) -> SourceError:
        return SourceError(
            Message("the camera {path} has stopped. Plug it in again; the game goes on by itself", path=self._path)
        )


def _check_settings(settings: CameraSettings) -> None:
    """Raises SourceError for settings in units that USB cameras do not share."""
    if settings.focus != "auto":
        raise SourceError(
            Message('a USB camera has no focus in dioptres: set [camera] focus = "auto", or focus it by its ring')
        )
    if settings.gains != "auto":
        raise SourceError(Message('a USB camera has no gains for red and blue: set [camera] gains = "auto"'))


def _check_camera(path: str) -> None:
    """Raises SourceError that says why a camera cannot be used. OpenCV would only fail without a reason."""
    try:
        device = os.open(path, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise _explain_refusal(path, error) from error
    try:
        if not takes_pictures(device):
            raise SourceError(
                Message("{path} takes no pictures. `v4l2-ctl --list-devices` shows the cameras", path=path)
            )
        if is_busy(device):
            raise SourceError(
                Message("another program uses the camera {path}: close it (`fuser {path}` shows its number)", path=path)
            )
    except OSError as error:
        raise _explain_refusal(path, error) from error
    finally:
        os.close(device)


def _explain_refusal(path: str, error: OSError) -> SourceError:
    match error.errno:
        case errno.ENOENT | errno.ENODEV | errno.ENXIO:
            return SourceError(
                Message("the camera {path} is not there. Plug it in; `ls /dev/video*` shows the cameras", path=path)
            )
        case errno.EACCES | errno.EPERM:
            return SourceError(
                Message(
                    "this user may not use the camera {path}: run 'sudo usermod -aG video $USER' and log in again (a "
                    "systemd unit needs SupplementaryGroups=video)",
                    path=path,
                )
            )
        case errno.EBUSY:
            return SourceError(
                Message("another program uses the camera {path}: close it (`fuser {path}` shows its number)", path=path)
            )
        case _:
            return SourceError(
                Message("the camera {path} cannot be opened: {reason}", path=path, reason=error.strerror)
            )
