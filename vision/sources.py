"""Where pictures come from: recorded files or a camera, all behind one interface.

`open_source` turns a URI into a `FrameSource`. A recording delivers every frame, as fast as it is read,
and then ends. A camera is live: its newest frame is delivered, those that nobody asked for are dropped.
Nothing here looks into a picture.

    images:DIR[?fps=30]                        the pictures in a folder, in name order
    video:FILE                                 a film
    v4l2:/dev/video0[?size=1280x720&fps=30]    a USB camera
    picamera[?size=1280x720&fps=30&number=0]   a camera of the Raspberry Pi
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self
from urllib.parse import parse_qsl

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import SourceEnded, SourceError

if TYPE_CHECKING:
    from vision.live import Device

Picture = NDArray[np.uint8]

KNOWN = "images:DIR, video:FILE, v4l2:/dev/video0, picamera"
IMAGE_SUFFIXES = (".png", ".jpg", ".jpeg", ".bmp", ".tif", ".tiff", ".webp")


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture: index counts delivered frames from 0, t is in seconds, image is BGR uint8 (h, w, 3).

    t counts from the recording's start, or from when the camera was opened.
    """

    index: int
    t: float
    image: Picture


class FrameSource(Protocol):
    """Delivers frames while it is entered (`with source: ...`). `live`: a camera, no recording."""

    @property
    def live(self) -> bool: ...

    def read(self, timeout_s: float) -> Frame:
        """The next frame (the newest one of a live source).

        Raises SourceEnded after a recording's last frame, SourceStalled where a live source gave nothing for
        timeout_s, SourceError where it is gone or broken; reading again may succeed after the latter two.
        """
        ...

    def __enter__(self) -> Self:
        """Opens it. Raises SourceError where that cannot be done."""
        ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Closes it, whatever happened."""
        ...


def open_source(uri: str) -> FrameSource:
    """The source that a URI names, not yet entered. Raises SourceError naming what is wrong and what is known."""
    scheme, colon, rest = uri.partition(":")
    if not colon:
        scheme, question, query = uri.partition("?")
        rest = question + query
    make = _SCHEMES.get(scheme)
    if make is None:
        raise SourceError(f"the camera {uri!r} is not known; known are {KNOWN}")
    return make(rest)


class ImageFolder:
    """The pictures of a folder in the order of their names; files that are no pictures by name are passed over."""

    live = False

    def __init__(self, folder: Path, fps: float = 30.0) -> None:
        self._folder = folder
        self._fps = fps
        self._files: list[Path] = []
        self._next = 0

    def __enter__(self) -> Self:
        try:
            files = list(self._folder.iterdir())
        except OSError as error:
            raise SourceError(f"the pictures in {self._folder} cannot be read: {error.strerror}") from error
        self._files = sorted(
            (f for f in files if f.suffix.lower() in IMAGE_SUFFIXES and not f.name.startswith(".")),
            key=lambda f: f.name,
        )
        if not self._files:
            raise SourceError(f"the folder {self._folder} holds no pictures ({', '.join(IMAGE_SUFFIXES)})")
        self._next = 0
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._files = []

    def read(self, timeout_s: float) -> Frame:
        if self._next >= len(self._files):
            raise SourceEnded(f"all pictures in {self._folder} have been seen")
        index = self._next
        self._next += 1
        return Frame(index, index / self._fps, read_image(self._files[index]))


class Film:
    """Every frame of a video file."""

    live = False

    def __init__(self, file: Path) -> None:
        self._file = file
        self._capture: cv2.VideoCapture | None = None
        self._fps = 30.0
        self._next = 0

    def __enter__(self) -> Self:
        if not self._file.is_file():
            raise SourceError(f"the film {self._file} does not exist")
        capture = cv2.VideoCapture(str(self._file))
        if not capture.isOpened():
            raise SourceError(f"{self._file} is no film that can be read")
        fps = capture.get(cv2.CAP_PROP_FPS)
        self._fps = fps if math.isfinite(fps) and fps > 0 else 30.0
        self._capture, self._next = capture, 0
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._capture is not None:
            self._capture.release()
            self._capture = None

    def read(self, timeout_s: float) -> Frame:
        if self._capture is None:
            raise SourceError(f"the film {self._file} is not open")
        got, image = self._capture.read()
        if not got:
            if self._next == 0:
                raise SourceError(f"{self._file} is a film without a single picture")
            raise SourceEnded(f"the film {self._file} has ended")
        index = self._next
        self._next += 1
        return Frame(index, index / self._fps, np.asarray(image, np.uint8))


def read_image(file: Path) -> Picture:
    """A picture file as BGR (h, w, 3), turned as its EXIF orientation says. Raises SourceError naming the file."""
    try:
        data = np.frombuffer(file.read_bytes(), np.uint8)
    except OSError as error:
        raise SourceError(f"the picture {file} cannot be read: {error.strerror}") from error
    image: object = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    if not isinstance(image, np.ndarray):
        raise SourceError(f"{file} is no picture that can be read")
    return image


def _image_folder(rest: str) -> FrameSource:
    path, options = _split(rest, "images", ("fps",))
    if not path:
        raise SourceError("images: which folder? Write images:DIR")
    return ImageFolder(Path(path), _fps(options, 30.0))


def _film(rest: str) -> FrameSource:
    path, _ = _split(rest, "video", ())
    if not path:
        raise SourceError("video: which file? Write video:FILE")
    return Film(Path(path))


def _v4l2(rest: str) -> FrameSource:
    from vision.live import LiveSource, V4l2Device

    path, options = _split(rest, "v4l2", ("size", "fps"))
    if not path:
        raise SourceError("v4l2: which device? Write v4l2:/dev/video0")
    size, fps = _size(options), _fps(options, 30.0)
    return LiveSource(f"the camera {path}", lambda: V4l2Device(path, size, fps))


def _picamera(rest: str) -> FrameSource:
    from vision.live import LiveSource

    path, options = _split(rest, "picamera", ("size", "fps", "number"))
    if path:
        raise SourceError(
            f"picamera takes no path, but {path!r} was given; write picamera?number=1 for a second camera"
        )
    size, fps, number = _size(options), _fps(options, 30.0), _number(options)

    def start() -> Device:
        from vision.picamera import PiDevice  # imported only when asked for: it changes the environment

        return PiDevice(number, size, fps)

    return LiveSource("the Raspberry Pi's camera", start)


_SCHEMES: dict[str, Callable[[str], FrameSource]] = {
    "images": _image_folder,
    "video": _film,
    "v4l2": _v4l2,
    "picamera": _picamera,
}


def _split(rest: str, scheme: str, known: Iterable[str]) -> tuple[str, dict[str, str]]:
    """Path and options. A path that exists as it stands may hold a question mark of its own."""
    if Path(rest).exists():
        return rest, {}
    path, question, query = rest.rpartition("?")
    if not question:
        return rest, {}
    options: dict[str, str] = {}
    for name, value in parse_qsl(query, keep_blank_values=True):
        if name not in known:
            names = ", ".join(known) or "none"
            raise SourceError(f"{scheme}: the option {name!r} is not known; known are: {names}")
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
        raise SourceError(f"fps: a number of frames per second is needed, like fps=30, not {text!r}")
    return fps


def _size(options: dict[str, str]) -> tuple[int, int]:
    text = options.get("size", "1280x720")
    w, _, h = text.partition("x")
    if not (w.isdecimal() and h.isdecimal() and 64 <= int(w) <= 8192 and 64 <= int(h) <= 8192):
        raise SourceError(f"size: width and height in pixels are needed, like size=1280x720, not {text!r}")
    return int(w), int(h)


def _number(options: dict[str, str]) -> int:
    text = options.get("number", "0")
    if not text.isdecimal():
        raise SourceError(f"number: 0 for the first camera, 1 for the second, not {text!r}")
    return int(text)
