"""Reads the file with the last frames of a game, for a bug report. `recorder` writes it.

The file is never trusted: it may be damaged, or made by somebody else.
"""

from __future__ import annotations

import io
import json
import math
import os
import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.language import _
from companion.rules import GAMES

FILE = "last-frames.zip"

MOST_BYTES = 64 * 2**20
"""The most bytes that the file may have, packed or unpacked. A larger one was not written by the recorder."""

TEXTS = ("recording.json", "happenings.jsonl", "replay/script", "replay/layout.json", "replay/settings.toml")
"""The files inside it, apart from the pictures."""

_PICTURE = re.compile(r"frames/\d{5}\.jpg")


class RecordingError(Exception):
    """The last frames cannot be read; the message says why."""


@dataclass(frozen=True, slots=True)
class Recording:
    """The last frames, with what people did and what happened."""

    files: Mapping[str, bytes]
    """The files in it, by their names."""

    game: str
    """The game's id."""

    entries: int
    """How many entries the journal had before the first frame."""

    fps: float
    """How many frames there are in a second, on average."""


def name_picture(number: int) -> str:
    """The name of a picture inside the file. number: from 0."""
    return f"frames/{number:05d}.jpg"


def read_recording(content: bytes) -> Recording:
    """The recording in the content of a file. Raises RecordingError for anything that the recorder does not write."""
    try:
        files = _unpack(content)
        about: Any = json.loads(files["recording.json"])
        game, entries, fps, frames = about["game"], about["entries"], about["fps"], about["frames"]
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise RecordingError(_("recording.json is damaged")) from error
    if set(files) != {*TEXTS, *map(name_picture, range(len(frames) if isinstance(frames, list) else 0))}:
        raise RecordingError(_("some of its files are missing, or it has files that do not belong there"))
    if (
        game not in list(GAMES)
        or type(entries) is not int
        or entries < 0
        or type(fps) not in (int, float)
        or not 0 < fps < math.inf
    ):
        raise RecordingError(_("recording.json is damaged"))
    return Recording(files, game, entries, float(fps))


def load_content(path: Path) -> bytes:
    """The content of a file. Raises RecordingError, also for a pipe or a huge file, and FileNotFoundError if there is
    no file.
    """
    try:
        with os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb") as file:
            kind = os.fstat(file.fileno())
            if not stat.S_ISREG(kind.st_mode) or kind.st_size > MOST_BYTES:
                raise RecordingError(_("it is no file, or much too large"))
            return file.read()
    except FileNotFoundError:
        raise
    except OSError as error:
        raise RecordingError(error.strerror) from error


def _unpack(content: bytes) -> dict[str, bytes]:
    """The files inside a packed file, by their names. Raises RecordingError."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            packed = archive.infolist()
            names = [one.filename for one in packed]
            if len(set(names)) < len(names) or not all(name in TEXTS or _PICTURE.fullmatch(name) for name in names):
                raise RecordingError(_("some of its files are missing, or it has files that do not belong there"))
            if sum(one.file_size for one in packed) > MOST_BYTES:
                raise RecordingError(_("it is no file, or much too large"))
            return {one.filename: archive.read(one) for one in packed}
    except (
        zipfile.BadZipFile,
        zlib.error,
        struct.error,
        EOFError,
        NotImplementedError,  # a way of packing, or a version, that Python does not know
        OSError,
        OverflowError,
        RuntimeError,  # a password is needed
        ValueError,
    ) as error:
        raise RecordingError(_("it is damaged: {reason}").format(reason=error)) from error
