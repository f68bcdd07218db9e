"""The settings of a running companion: a TOML file, overruled by the command line.

Every option is read once, when the companion starts, and checked there; an unknown section or option is
an error that names it. Nothing here opens a device, and the file is never written.
"""

from __future__ import annotations

import math
import os
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Literal, get_args

Mode = Literal["auto", "window", "kmsdrm", "none"]
Rotation = Literal[0, 90, 180, 270]
FaceKind = Literal["pips", "segments"]
Corners = tuple[tuple[float, float], ...]


class ConfigError(ValueError):
    """Settings that cannot be used; the message names section and option and says what is known."""


@dataclass(frozen=True, slots=True)
class Config:
    """All settings. A field's metadata-free name is `section_option` of the file.

    game_id: the game to play; None goes on with the saved one. board_layout: a layout.json other than the game's
    own board. board_empty: a picture of that board without pieces. camera_uri, die_uri, buttons_uri: interfaces.md
    section 7. die_dice, die_face: how many dice hang on the Pi's pins, and what shows them. camera_corners: the
    board's corners in the picture (px, top left first, clockwise) where it has no markers. camera_corners_at: where
    on the layout these four points are (mm), if they are not the layout's own corners. camera_stall_s: after how
    long without a picture the camera counts as stalled. display_mode: auto, window, kmsdrm or none. display_rotate:
    degrees clockwise by which the panel is turned. play_quiet_commit_s: a complete move counts after so many
    seconds at rest; None waits for the done button. data_dir: where games are saved.
    """

    game_id: str | None = None
    board_layout: Path | None = None
    board_empty: Path | None = None
    camera_uri: str = "virtual"
    camera_corners: Corners | None = None
    camera_corners_at: Corners | None = None
    camera_stall_s: float = 3.0
    die_uri: str = "screen"
    die_dice: Literal[1, 2] = 2
    die_face: FaceKind = "pips"
    buttons_uri: str = "screen"
    display_mode: Mode = "auto"
    display_rotate: Rotation = 0
    play_quiet_commit_s: float | None = None
    data_dir: Path | None = None

    def folder(self) -> Path:
        """Where games are saved: data_dir, or the place that the system gives."""
        if self.data_dir is not None:
            return self.data_dir
        if state := os.environ.get("STATE_DIRECTORY"):
            return Path(state.split(":")[0])
        home = os.environ.get("XDG_STATE_HOME")
        return (Path(home) if home else Path.home() / ".local" / "state") / "companion"


def load(path: Path) -> Config:
    """The settings of a file. Raises ConfigError, also where the file is missing or no TOML."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise ConfigError(f"the settings {path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"the settings {path} are no UTF-8 text") from error
    try:
        return parse(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"the settings {path} are no TOML: {error}") from error
    except ConfigError as error:
        raise ConfigError(f"{path}: {error}") from error


def parse(data: Mapping[str, Any]) -> Config:
    """Settings from parsed TOML. Raises ConfigError naming section and option."""
    settings: dict[str, Any] = {}
    for section, options in data.items():
        if section not in _SECTIONS:
            raise ConfigError(f"unknown section [{section}]; known are {', '.join(f'[{s}]' for s in _SECTIONS)}")
        if not isinstance(options, Mapping):
            raise ConfigError(f"[{section}] must be a section with options below it")
        for option, value in options.items():
            name = f"{section}_{option}"
            if name not in _READERS:
                raise ConfigError(f"[{section}] unknown option {option!r}; known are {', '.join(_SECTIONS[section])}")
            try:
                settings[name] = _READERS[name](value)
            except (TypeError, ValueError) as error:
                raise ConfigError(f"[{section}] {option}: {error}, not {value!r}") from error
    return Config(**settings)


def corners(value: object) -> Corners:
    """Four points from "x,y x,y x,y x,y". Raises ValueError."""
    if not isinstance(value, str):
        raise ValueError('four points as in "10,20 600,20 600,460 10,460" are needed')
    try:
        points = [tuple(float(number) for number in point.split(",")) for point in value.split()]
    except ValueError as error:
        raise ValueError('four points as in "10,20 600,20 600,460 10,460" are needed') from error
    if len(points) != 4 or any(len(point) != 2 or not all(map(math.isfinite, point)) for point in points):
        raise ValueError('four points as in "10,20 600,20 600,460 10,460" are needed')
    return tuple((x, y) for x, y in points)


def _text(value: object) -> str:
    if not isinstance(value, str) or not value:
        raise ValueError("a text is needed")
    return value


def _path(value: object) -> Path:
    return Path(_text(value)).expanduser()


def _seconds(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < 3600:
        raise ValueError("a number of seconds above 0 is needed")
    return float(value)


def _one_of(*known: Any) -> Callable[[object], Any]:
    def read(value: object) -> Any:
        if value not in known or isinstance(value, bool):
            raise ValueError(f"one of {', '.join(map(str, known))} is needed")
        return value

    return read


_READERS: Mapping[str, Callable[[object], Any]] = {
    "game_id": _text,
    "board_layout": _path,
    "board_empty": _path,
    "camera_uri": _text,
    "camera_corners": corners,
    "camera_corners_at": corners,
    "camera_stall_s": _seconds,
    "die_uri": _text,
    "die_dice": _one_of(1, 2),
    "die_face": _one_of(*get_args(FaceKind)),
    "buttons_uri": _text,
    "display_mode": _one_of(*get_args(Mode)),
    "display_rotate": _one_of(*get_args(Rotation)),
    "play_quiet_commit_s": _seconds,
    "data_dir": _path,
}

_SECTIONS: Mapping[str, tuple[str, ...]] = {
    section: tuple(name.partition("_")[2] for name in _READERS if name.partition("_")[0] == section)
    for section in dict.fromkeys(name.partition("_")[0] for name in _READERS)
}

if set(_READERS) != {field.name for field in fields(Config)}:
    raise AssertionError("every setting needs a reader and a field")
