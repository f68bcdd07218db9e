"""The settings of the companion: what the TOML file may hold, and how it is read and checked.

The command line overrules the file. Every option is read and checked once, when the companion starts. An unknown
section or option is an error that names it. Nothing here opens a device, and the file is never written.
"""

from __future__ import annotations

import math
import os
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Literal, TypeGuard, get_args

from companion.language import _
from companion.words import join_words

Mode = Literal["auto", "window", "kmsdrm", "none"]
Rotation = Literal[0, 90, 180, 270]
LampKind = Literal["pips", "segments"]
Flicker = Literal[50, 60]
Auto = Literal["auto"]
Corners = tuple[tuple[float, float], ...]
"""Four points (x, y), top left first, then clockwise."""


DIOPTRES = (0.0, 32.0)
"""The lens positions that libcamera knows; 0 is far away, 10 is 10 cm."""

EXPOSURES_US = (1, 1_000_000)
"""The exposure times in microseconds; nobody plays with more than a second."""

GAINS = (0.1, 32.0)
"""The colour gains that libcamera knows."""

SENSOR_PX = (64, 16384)
"""The width and height of sensor modes in pixels."""


class ConfigError(ValueError):
    """Settings that cannot be used. The message names the section and the option, and says what is allowed."""


@dataclass(frozen=True, slots=True)
class Config:
    """All settings. A field is named `section_option`: `die_uri` is the option `uri` of the section `[die]`."""

    game_id: str | None = None
    """The game to play. Without it, the companion goes on with the saved game, or asks which game to play."""

    board_layout: Path | None = None
    """The layout.json of a board that you own. Without it, the companion uses the printed board of the game."""

    board_empty: Path | None = None
    """A picture of that board without pieces, from which the companion learns what the board looks like."""

    camera_uri: str = "virtual"
    """The camera: `picamera`, `v4l2:/dev/video0`, `video:FILE`, `images:DIR` or `virtual`."""

    camera_corners: Corners | None = None
    """The board's four corners in the picture, in pixels, for a board without markers."""

    camera_corners_at: Corners | None = None
    """Where these four points are on the layout, in millimetres. Without it, they are the layout's own corners."""

    camera_stall_s: float = 3.0
    """After this many seconds without a picture, the companion says that the camera has stopped."""

    camera_focus: Auto | float = "auto"
    """The focus: `auto` finds it once and keeps it; a number holds the lens there, in dioptres (1 / metres)."""

    camera_exposure: Auto | int = "auto"
    """How long each picture is exposed: `auto`, or a number of microseconds."""

    camera_gains: Auto | tuple[float, float] = "auto"
    """How strongly red and blue are amplified, for white to look white: `auto`, or [red, blue]."""

    camera_mode: Auto | tuple[int, int] = "auto"
    """The sensor mode as [width, height] in pixels; `auto` takes one that sees the whole field of view."""

    camera_flicker_hz: Flicker = 50
    """The frequency of the mains, 50 or 60 Hz: lamps flicker at twice of it, and exposures avoid that."""

    die_uri: str = "screen"
    """The die: `gpio`, `serial` (a die box), `serial:/dev/ttyUSB0`, `screen`, `script` or `virtual`."""

    die_dice: Literal[1, 2] = 2
    """How many dice are wired to the Pi's pins."""

    die_face: LampKind = "pips"
    """What shows a die on the Pi's pins: seven lamps (`pips`) or a seven-segment display (`segments`)."""

    buttons_uri: str = "screen"
    """The buttons: `gpio`, `serial` (those of the die box), `screen`, `virtual` or `script`."""

    display_mode: Mode = "auto"
    """Where the game is shown: `window` on a desktop, `kmsdrm` on a bare panel, `none`, or `auto`, which finds out."""

    display_rotate: Rotation = 0
    """By how many degrees the panel is turned clockwise: 0, 90, 180 or 270."""

    display_dim_s: float = 300.0
    """The screen gets darker after this many seconds without anybody touching anything; `never` is math.inf."""

    display_sleep_s: float = 1800.0
    """The screen goes dark after this many seconds without anybody touching anything; `never` is math.inf."""

    display_language: str | None = None
    """The language of all texts, by its code, such as `en`. Without it, what COMPANION_LANGUAGE names, or English."""

    play_quiet_commit_s: float | None = None
    """A complete move counts after this many seconds at rest. Without it, the players press Done."""

    data_dir: Path | None = None
    """The folder where games are saved. Without it, the system's folder for programs' data."""

    def folder(self) -> Path:
        """Returns the folder where games are saved: `data_dir`, or the one that the system gives."""
        if self.data_dir is not None:
            return self.data_dir
        if state := os.environ.get("STATE_DIRECTORY"):
            return Path(state.split(":")[0])
        home = os.environ.get("XDG_STATE_HOME")
        return (Path(home) if home else Path.home() / ".local" / "state") / "companion"


def load(path: Path) -> Config:
    """Reads the settings of a file. Raises ConfigError, also if the file is missing or is not TOML."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise ConfigError(
            _("the settings {path} cannot be read: {reason}").format(path=path, reason=error.strerror)
        ) from error
    except UnicodeDecodeError as error:
        raise ConfigError(
            _("the settings {path} are not UTF-8 text: save the file as UTF-8").format(path=path)
        ) from error
    try:
        return parse(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(_("the settings {path} are not TOML: {reason}").format(path=path, reason=error)) from error
    except ConfigError as error:
        raise ConfigError(f"{path}: {error}") from error


def parse(data: Mapping[str, Any]) -> Config:
    """Makes the settings from parsed TOML. Raises ConfigError, which names the section and the option."""
    settings: dict[str, Any] = {}
    for section, options in data.items():
        if section not in _SECTIONS:
            raise ConfigError(
                _("unknown section [{section}]; use {sections}").format(
                    section=section, sections=join_words((f"[{s}]" for s in _SECTIONS), "or")
                )
            )
        if not isinstance(options, Mapping):
            raise ConfigError(_("[{section}] must be a section, with its options below it").format(section=section))
        for option, value in options.items():
            name = f"{section}_{option}"
            if name not in _READERS:
                raise ConfigError(
                    _("[{section}] unknown option {option!r}; use {options}").format(
                        section=section, option=option, options=join_words(_SECTIONS[section], "or")
                    )
                )
            try:
                settings[name] = _READERS[name](value)
            except (TypeError, ValueError) as error:
                raise ConfigError(
                    _("[{section}] {option}: {error}, not {value!r}").format(
                        section=section, option=option, error=str(error), value=value
                    )
                ) from error
    return Config(**settings)


def parse_corners(value: object) -> Corners:
    """Reads four points from "x,y x,y x,y x,y". Raises ValueError, which says how they are written."""
    needed = _("four points are needed, top left first and clockwise, as in '10,20 600,20 600,460 10,460'")
    if not isinstance(value, str):
        raise ValueError(needed)
    try:
        points = [tuple(float(number) for number in point.split(",")) for point in value.split()]
    except ValueError as error:
        raise ValueError(needed) from error
    if len(points) != 4 or any(len(point) != 2 or not all(map(math.isfinite, point)) for point in points):
        raise ValueError(needed)
    return tuple((x, y) for x, y in points)


def _text(value: object) -> str:
    if not isinstance(value, str) or not value:
        raise ValueError(_("a text is needed"))
    return value


def _path(value: object) -> Path:
    return Path(_text(value)).expanduser()


def _seconds(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < 3600:
        raise ValueError(_("a number of seconds above 0 is needed"))
    return float(value)


def _seconds_or_never(value: object) -> float:
    if value == "never":
        return math.inf
    try:
        return _seconds(value)
    except ValueError as error:
        raise ValueError(_("a number of seconds above 0 or 'never' is needed")) from error


def _is_number(value: object, least: float, most: float) -> TypeGuard[int | float]:
    """True if a value is a number between two others, and not true or false."""
    return isinstance(value, int | float) and not isinstance(value, bool) and least <= value <= most


def _focus(value: object) -> Auto | float:
    if value == "auto":
        return "auto"
    if not _is_number(value, *DIOPTRES):
        raise ValueError(
            _("'auto' or a number of dioptres from {least:g} to {most:g} is needed").format(
                least=DIOPTRES[0], most=DIOPTRES[1]
            )
        )
    return float(value)


def _exposure(value: object) -> Auto | int:
    if value == "auto":
        return "auto"
    if not (_is_number(value, *EXPOSURES_US) and isinstance(value, int)):
        raise ValueError(
            _("'auto' or a whole number of microseconds from {least} to {most} is needed").format(
                least=EXPOSURES_US[0], most=EXPOSURES_US[1]
            )
        )
    return value


def _gains(value: object) -> Auto | tuple[float, float]:
    match value:
        case "auto":
            return "auto"
        case [red, blue] if _is_number(red, *GAINS) and _is_number(blue, *GAINS):
            return float(red), float(blue)
        case _:
            raise ValueError(
                _("'auto' or [red, blue], two numbers from {least:g} to {most:g}, is needed").format(
                    least=GAINS[0], most=GAINS[1]
                )
            )


def _sensor_mode(value: object) -> Auto | tuple[int, int]:
    match value:
        case "auto":
            return "auto"
        case [int(width), int(height)] if _is_number(width, *SENSOR_PX) and _is_number(height, *SENSOR_PX):
            return width, height
        case _:
            raise ValueError(
                _("'auto' or [width, height], two whole numbers of pixels from {least} to {most}, is needed").format(
                    least=SENSOR_PX[0], most=SENSOR_PX[1]
                )
            )


def _one_of(*known: Any) -> Callable[[object], Any]:
    def read(value: object) -> Any:
        if value not in known or isinstance(value, bool):
            raise ValueError(_("{values} is needed").format(values=join_words(known, "or")))
        return value

    return read


_READERS: Mapping[str, Callable[[object], Any]] = {
    "game_id": _text,
    "board_layout": _path,
    "board_empty": _path,
    "camera_uri": _text,
    "camera_corners": parse_corners,
    "camera_corners_at": parse_corners,
    "camera_stall_s": _seconds,
    "camera_focus": _focus,
    "camera_exposure": _exposure,
    "camera_gains": _gains,
    "camera_mode": _sensor_mode,
    "camera_flicker_hz": _one_of(*get_args(Flicker)),
    "die_uri": _text,
    "die_dice": _one_of(1, 2),
    "die_face": _one_of(*get_args(LampKind)),
    "buttons_uri": _text,
    "display_mode": _one_of(*get_args(Mode)),
    "display_rotate": _one_of(*get_args(Rotation)),
    "display_dim_s": _seconds_or_never,
    "display_sleep_s": _seconds_or_never,
    "display_language": _text,
    "play_quiet_commit_s": _seconds,
    "data_dir": _path,
}

_SECTIONS: Mapping[str, tuple[str, ...]] = {
    section: tuple(name.partition("_")[2] for name in _READERS if name.partition("_")[0] == section)
    for section in dict.fromkeys(name.partition("_")[0] for name in _READERS)
}

if set(_READERS) != {field.name for field in fields(Config)}:
    raise AssertionError("each setting needs a field and a reader")
