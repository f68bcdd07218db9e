"""Finds the source that a URI names: `images:DIR`, `video:FILE`, `v4l2:DEVICE`, `picamera`, each with its options.

It opens nothing. The source opens when it is used in a `with` statement.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from pathlib import Path
from urllib.parse import parse_qsl

from vision.errors import SourceError, UnknownSource
from vision.message import Message
from vision.sources.camera_settings import CameraSettings
from vision.sources.frame import FrameSource
from vision.sources.live import PLAY_FPS, Device, LiveSource
from vision.sources.recorded import Film, ImageFolder
from vision.sources.v4l2 import V4l2Device

KNOWN = "images:DIR, video:FILE, v4l2:/dev/video0, picamera"


USB_SIZE = (1280, 720)
"""The size of a USB camera's pictures, if nobody asks for another one (px)."""


def open_source(uri: str, settings: CameraSettings | None = None) -> FrameSource:
    """The source that a URI names, not yet open. Raises SourceError that says what is wrong in the URI.

    settings: how a camera takes its pictures; a recording ignores them.
    """
    scheme, colon, rest = uri.partition(":")
    if not colon:
        scheme, question, query = uri.partition("?")
        rest = question + query
    make = _SCHEMES.get(scheme)
    if make is None:
        raise UnknownSource(Message("the camera {uri!r} is not known; known are {known}", uri=uri, known=KNOWN))
    return make(rest, settings or CameraSettings())


def _image_folder(rest: str, _settings: CameraSettings) -> FrameSource:
    path, options = _split(rest, "images", ("fps",))
    if not path:
        raise SourceError(Message("images: which folder? Write images:DIR"))
    return ImageFolder(Path(path), _fps(options, 30.0))


def _film(rest: str, _settings: CameraSettings) -> FrameSource:
    path, _ = _split(rest, "video", ())
    if not path:
        raise SourceError(Message("video: which file? Write video:FILE"))
    return Film(Path(path))


def _v4l2(rest: str, settings: CameraSettings) -> LiveSource:
    path, options = _split(rest, "v4l2", ("size", "fps"))
    if not path:
        raise SourceError(Message("v4l2: which device? Write v4l2:/dev/video0"))
    size = _size(options) or (USB_SIZE if settings.mode == "auto" else settings.mode)
    fps = _fps(options, PLAY_FPS)
    return LiveSource(Message("the camera {path}", path=path), lambda: V4l2Device(path, size, fps, settings), fps)


def _picamera(rest: str, settings: CameraSettings) -> LiveSource:
    path, options = _split(rest, "picamera", ("size", "fps", "number"))
    if path:
        raise SourceError(
            Message(
                "picamera takes no path, but {path!r} was given; write picamera?number=1 for a second camera", path=path
            )
        )
    size, fps, number = _size(options), _fps(options, PLAY_FPS), _number(options)

    def start() -> Device:
        from vision.sources.picamera import PiDevice  # imported only on demand: it changes the environment

        return PiDevice(number, size, fps, settings)

    return LiveSource(Message("the Raspberry Pi's camera"), start, fps)


_SCHEMES: dict[str, Callable[[str, CameraSettings], FrameSource]] = {
    "images": _image_folder,
    "video": _film,
    "v4l2": _v4l2,
    "picamera": _picamera,
}


def _split(rest: str, scheme: str, known: Iterable[str]) -> tuple[str, dict[str, str]]:
    """The path and the options of a URI, which are separated by a question mark. If a file with a question mark in its
    name exists, it is the path.
    """
    if Path(rest).exists():
        return rest, {}
    path, question, query = rest.rpartition("?")
    if not question:
        return rest, {}
    options: dict[str, str] = {}
    for name, value in parse_qsl(query, keep_blank_values=True):
        if name not in known:
            names = ", ".join(known) or "none"
            raise SourceError(
                Message(
                    "{scheme}: the option {name!r} is not known; known are: {names}",
                    scheme=scheme,
                    name=name,
                    names=names,
                )
            )
        options[name] = value
    return path, options


def _fps(options: dict[str, str], default: float) -> float:
    text = options.get("fps")
    if text is None:
        return default
    try:
        fps = float(text)
    except ValueError:
        fps = math.nan
    if not (math.isfinite(fps) and 0 < fps <= 1000):
        raise SourceError(Message("fps: a number of frames per second is needed, like fps=30, not {text!r}", text=text))
    return fps


def _size(options: dict[str, str]) -> tuple[int, int] | None:
    """The size that the options ask for; None if they name none."""
    text = options.get("size")
    if text is None:
        return None
    w, _, h = text.partition("x")
    if not (w.isdecimal() and h.isdecimal() and 64 <= int(w) <= 8192 and 64 <= int(h) <= 8192):
        raise SourceError(
            Message("size: width and height in pixels are needed, like size=1280x720, not {text!r}", text=text)
        )
    return int(w), int(h)


def _number(options: dict[str, str]) -> int:
    text = options.get("number", "0")
    if not text.isdecimal():
        raise SourceError(Message("number: 0 for the first camera, 1 for the second, not {text!r}", text=text))
    return int(text)
