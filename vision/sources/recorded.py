"""Recordings as frame sources: a folder of pictures, or a film. They deliver every frame and then end.

A recording keeps no pace: its frames come as fast as somebody reads them.
"""

from __future__ import annotations

import math
from pathlib import Path
from types import TracebackType
from typing import Self

import cv2
import numpy as np

from vision.errors import SourceEnded, SourceError
from vision.files import read_file
from vision.message import Message
from vision.sources.frame import Activity, Frame, Picture
from vision.sources.picture_size import check_size, read_size

IMAGE_SUFFIXES = (".png", ".jpg", ".jpeg", ".bmp", ".tif", ".tiff", ".webp")


class ImageFolder:
    """The pictures of a folder in the order of their names. Other files are skipped."""

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
            raise SourceError(
                Message("the pictures in {folder} cannot be read: {reason}", folder=self._folder, reason=error.strerror)
            ) from error
        self._files = sorted(
            (f for f in files if f.suffix.lower() in IMAGE_SUFFIXES and not f.name.startswith(".")),
            key=lambda f: f.name,
        )
        if not self._files:
            raise SourceError(
                Message(
                    "the folder {folder} holds no pictures ({endings})",
                    folder=self._folder,
                    endings=", ".join(IMAGE_SUFFIXES),
                )
            )
        self._next = 0
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._files = []

    def attend(self, activity: Activity) -> None:
        return

    def read(self, timeout_s: float) -> Frame:
        if self._next >= len(self._files):
            raise SourceEnded(Message("all pictures in {folder} have been seen", folder=self._folder))
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
            raise SourceError(Message("the film {file} does not exist", file=self._file))
        capture = cv2.VideoCapture(str(self._file))
        if not capture.isOpened():
            raise SourceError(Message("{file} is no film that can be read", file=self._file))
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

    def attend(self, activity: Activity) -> None:
        return

    def read(self, timeout_s: float) -> Frame:
        if self._capture is None:
            raise SourceError(Message("the film {file} is not open", file=self._file))
        got, image = self._capture.read()
        if not got:
            if self._next == 0:
                raise SourceError(Message("{file} is a film without a single picture", file=self._file))
            raise SourceEnded(Message("the film {file} has ended", file=self._file))
        index = self._next
        self._next += 1
        return Frame(index, index / self._fps, np.asarray(image, np.uint8))


def read_image(file: Path) -> Picture:
    """The picture in a file (h, w, 3) in blue, green and red, turned as its EXIF orientation says. Raises SourceError
    that names the file.
    """
    try:
        data = read_file(file)
    except OSError as error:
        raise SourceError(
            Message("the picture {file} cannot be read: {reason}", file=file, reason=error.strerror)
        ) from error
    image = decode_image(data)
    if image is None:
        raise SourceError(Message("{file} is no picture that can be read", file=file))
    return image


def decode_image(data: bytes) -> Picture | None:
    """A picture (h, w, 3) in blue, green and red, turned as its EXIF orientation says; None if the bytes are no
    picture.

    Raises SourceError if it is too large or too narrow to show a board.
    """
    if (size := read_size(data)) is not None:
        check_size(*size)
    try:
        image: object = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
    except cv2.error:  # it says that it is larger than OpenCV unpacks
        return None
    if not isinstance(image, np.ndarray):
        return None
    check_size(image.shape[1], image.shape[0])
    return image


def write_image(file: Path, picture: Picture) -> None:
    """Writes a BGR picture to a file, in the format that the file's ending names. Raises SourceError that says what to
    do.
    """
    try:
        encoded, data = cv2.imencode(file.suffix, picture)
    except cv2.error:  # OpenCV knows no such ending
        encoded = False
    if not encoded:
        raise SourceError(
            Message(
                "{file} is no name of a picture: end it with one of {endings}",
                file=file,
                endings=", ".join(IMAGE_SUFFIXES),
            )
        )
    try:
        file.write_bytes(data.tobytes())
    except OSError as error:
        raise SourceError(
            Message("the picture {file} cannot be written: {reason}", file=file, reason=error.strerror)
        ) from error
