"""All settings: each with its default, what is allowed and what it means. To add a setting, add a field here."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import time
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, get_args

from companion.config.errors import ConfigError, Problem
from companion.config.kinds import (
    Corners,
    FilePath,
    FourCorners,
    Language,
    Number,
    OneOf,
    Pair,
    Text,
    TimeOfDay,
    Uri,
    Whole,
    WordOr,
)
from companion.config.options import Option, list_options, setting
from companion.config.toml import from_toml
from companion.language import N_, _

Auto = Literal["auto"]
Flicker = Literal[50, 60]
LampKind = Literal["pips", "segments"]
Hand = Literal["right", "left"]
Mode = Literal["auto", "window", "kmsdrm", "none"]
OnOff = Literal["on", "off"]
Rotation = Literal[0, 90, 180, 270]
TextSize = Literal["normal", "large", "largest"]
Theme = Literal["dark", "light", "contrast"]

CAMERAS = Uri(
    {"picamera": None, "v4l2": "/dev/video0", "video": "FILE", "images": "DIR", "virtual": None}, options=True
)
DICE = Uri({"gpio": None, "serial": "[DEVICE]", "screen": None, "script": None, "virtual": None})
BUTTONS = Uri({"gpio": None, "serial": "[DEVICE]", "screen": None, "script": None, "virtual": None})

_SECONDS = Number(0.001, 3600, N_("a number of seconds above 0, at most {most}"))
_INCHES = Number(1, 100, N_("a number of inches from {least} to {most}"))
_DIOPTRES = Number(0, 32, N_("a number of dioptres from {least} to {most}"))
_MICROSECONDS = Whole(1, 1_000_000, N_("a whole number of microseconds from {least} to {most}"))
_GAINS = Pair(Number(0.1, 32, N_("[red, blue], two numbers from {least} to {most}")))
_PIXELS = Pair(Whole(64, 16384, N_("[width, height], two whole numbers of pixels from {least} to {most}")))

SECTIONS: Mapping[str, str] = MappingProxyType(
    {
        "game": N_("What to play"),
        "board": N_("A board that you own"),
        "camera": N_("The camera"),
        "die": N_("The dice"),
        "buttons": N_("The buttons"),
        "display": N_("The screen"),
        "sound": N_("Sounds and speech"),
        "play": N_("How to play"),
        "data": N_("Where games are saved"),
    }
)
"""The sections of the file and what each is about, marked for the catalogue."""


@dataclass(frozen=True, slots=True)
class Config:
    """All settings. A field is named `section_option`: `die_uri` is the option `uri` in the section `[die]`."""

    game_id: str | None = setting(
        None,
        Text(N_("the name of a game")),
        N_("The game to play, by its name; `companion play --help` names all games."),
        without=N_("the saved game goes on, or people choose a game on the screen"),
        example="name-of-the-game",
    )

    board_layout: Path | None = setting(
        None,
        FilePath(),
        N_("The layout.json of a board that you own; `companion boards own` makes it."),
        without=N_("the companion uses the printed board of the game"),
        example="/etc/companion/board/layout.json",
    )

    board_empty: Path | None = setting(
        None,
        FilePath(),
        N_("A picture of your board without pieces, from which the companion learns what the board looks like."),
        without=N_("the companion learns what the board looks like at the start of a game"),
        example="/etc/companion/board/empty.jpg",
    )

    camera_uri: str = setting(
        "virtual",
        CAMERAS,
        N_(
            "Where pictures come from: picamera is the Pi's camera, v4l2:/dev/video0 a USB camera, virtual a drawn"
            " table. video:FILE and images:DIR are recordings."
        ),
        example="picamera",
    )

    camera_corners: Corners | None = setting(
        None,
        FourCorners(),
        N_("The board's four corners in the picture, in pixels, for a board without markers."),
        without=N_("the companion finds the board by its markers"),
        example="120,60 500,75 560,430 70,410",
    )

    camera_corners_at: Corners | None = setting(
        None,
        FourCorners(),
        N_("Where the points of camera.corners are on the board, in millimetres."),
        without=N_("the points of camera.corners are the board's own corners"),
        example="0,0 460,0 460,400 0,400",
    )

    camera_stall_s: float = setting(
        3.0, _SECONDS, N_("After this many seconds without a picture, the companion says that the camera has stopped.")
    )

    camera_focus: Auto | float = setting(
        "auto",
        WordOr("auto", "auto", _DIOPTRES),
        N_(
            "Where the camera focuses: with auto, it finds this once and keeps it. A number holds the lens, in "
            "dioptres: with 2.2 things are sharp at 45 cm, with 0 far away."
        ),
        example=2.2,
    )

    camera_exposure: Auto | int = setting(
        "auto",
        WordOr("auto", "auto", _MICROSECONDS),
        N_("How long each picture is exposed, in microseconds. With auto the camera measures it and keeps it."),
        example=20000,
    )

    camera_gains: Auto | tuple[float, float] = setting(
        "auto",
        WordOr("auto", "auto", _GAINS),
        N_(
            "How much red and blue are amplified, so that white is white. With auto the camera measures it and"
            " keeps it."
        ),
        example=(1.8, 1.5),
    )

    camera_mode: Auto | tuple[int, int] = setting(
        "auto",
        WordOr("auto", "auto", _PIXELS),
        N_("The sensor mode of the Pi's camera. With auto it is one that sees the whole field of view."),
        example=(2304, 1296),
    )

    camera_flicker_hz: Flicker = setting(
        50,
        OneOf(*get_args(Flicker)),
        N_("The frequency of your mains: 60 in America and parts of Asia, 50 elsewhere. Lamps flicker with it."),
        example=60,
    )

    die_uri: str = setting(
        "screen",
        DICE,
        N_(
            "Where rolls come from: screen, gpio (dice on the Pi's pins) or serial (a die box on USB;"
            " serial:/dev/ttyUSB0 names its port). virtual and script are for trying things."
        ),
        example="serial",
    )

    die_dice: Literal[1, 2] = setting(2, OneOf(1, 2), N_("How many dice are wired to the Pi's pins."), example=1)

    die_face: LampKind = setting(
        "pips",
        OneOf(*get_args(LampKind)),
        N_("What shows a die on the Pi's pins: pips (seven LEDs) or segments (a seven-segment display)."),
        example="segments",
    )

    buttons_uri: str = setting(
        "screen",
        BUTTONS,
        N_(
            "Where presses come from: screen, gpio (buttons on the Pi's pins) or serial (the buttons of the die box)."
            " virtual and script are for trying things."
        ),
        example="gpio",
    )

    display_mode: Mode = setting(
        "auto",
        OneOf(*get_args(Mode)),
        N_("Where the game is shown: window (on a desktop), kmsdrm (a panel without a desktop), none, or auto."),
        example="kmsdrm",
    )

    display_rotate: Rotation = setting(
        0, OneOf(*get_args(Rotation)), N_("By how many degrees the panel is turned clockwise."), example=90
    )

    display_dim_s: float = setting(
        300.0,
        WordOr("never", math.inf, _SECONDS),
        N_("After this many seconds without a touch the screen gets darker."),
        example="never",
    )

    display_sleep_s: float = setting(
        1800.0,
        WordOr("never", math.inf, _SECONDS),
        N_("After this many seconds without a touch the screen goes dark. The next touch wakes it."),
        example="never",
    )

    display_language: str | None = setting(
        None,
        Language(),
        N_("The language of all texts, by its code."),
        without=N_("COMPANION_LANGUAGE names the language, or else it is English"),
        example="en",
    )

    display_diagonal_inch: Auto | float = setting(
        "auto",
        WordOr("auto", "auto", _INCHES),
        N_("The diagonal of a panel, so that buttons are large enough for fingers. With auto the panel is asked."),
        example=3.5,
    )

    display_theme: Theme = setting(
        "dark",
        OneOf(*get_args(Theme)),
        N_("The colours of the screen: dark, light, or contrast (bright on black) for people who see little."),
        example="light",
    )

    display_text: TextSize = setting(
        "normal", OneOf(*get_args(TextSize)), N_("How large texts are, where there is space."), example="large"
    )

    display_hand: Hand = setting(
        "right",
        OneOf(*get_args(Hand)),
        N_("The hand that taps: with left, the buttons are on the left of the board."),
        example="left",
    )

    display_motion: OnOff = setting(
        "on",
        OneOf(*get_args(OnOff)),
        N_("Pieces glide and dice tumble on the screen for a moment. With off, everything changes at once."),
        example="off",
    )

    sound_effects: OnOff = setting(
        "on",
        OneOf(*get_args(OnOff)),
        N_("Short sounds for moves, rolls and questions, if the game is shown on a display."),
        example="off",
    )

    sound_speech: OnOff = setting(
        "off",
        OneOf(*get_args(OnOff)),
        N_("The companion says aloud what to do and what is wrong. It needs the program espeak-ng."),
        example="on",
    )

    sound_volume: int = setting(
        100,
        Whole(0, 100, N_("a whole number of percent from {least} to {most}")),
        N_("How loud sounds and speech are."),
        example=60,
    )

    sound_quiet_from: time | None = setting(
        None,
        WordOr("never", None, TimeOfDay()),
        N_("From this time of day on nothing is played or said."),
        without=N_("sounds are played at any time"),
        example="21:30",
    )

    sound_quiet_to: time = setting(
        time(7, 0), TimeOfDay(), N_("From this time of day on sounds are played again."), example="07:00"
    )

    play_quiet_commit_s: float | None = setting(
        None,
        _SECONDS,
        N_("A complete move counts by itself after this many seconds at rest."),
        without=N_("a move counts when the player presses Done"),
        example=2.0,
    )

    data_dir: Path | None = setting(
        None,
        FilePath(),
        N_("The folder for saved games."),
        without=N_("the service uses the folder that the system gives to it, and people use ~/.local/state/companion"),
        example="/var/lib/companion",
    )

    data_pictures: OnOff = setting(
        "on",
        OneOf(*get_args(OnOff)),
        N_(
            "Whether a small picture of the board is kept after each move, for people who look back. If it is off, the"
            " pictures that were kept are deleted."
        ),
        example="off",
    )

    def to_json(self) -> dict[str, Any]:
        """All settings by their keys, with values as in the file; None for those that are not set."""
        values = {option: getattr(self, name) for name, option in OPTIONS.items()}
        return {
            option.key: None if value is None else from_toml(option.kind.write(value))
            for option, value in values.items()
        }

    def folder(self) -> Path:
        """The folder for saved games: `data_dir` or, if it is not set, the folder that the system gives. Raises
        ConfigError for a user without a home folder.
        """
        if self.data_dir is not None:
            return self.data_dir
        if state := os.environ.get("STATE_DIRECTORY"):
            return Path(state.split(":")[0])
        if state := os.environ.get("XDG_STATE_HOME"):
            return Path(state) / "companion"
        try:
            return Path.home() / ".local" / "state" / "companion"
        except RuntimeError as error:
            text = _("this user has no home folder: name the folder for saved games here, or with --data")
            raise ConfigError([Problem("data.dir", text)]) from error


OPTIONS: Mapping[str, Option] = list_options(Config)
"""All settings by the names of their fields."""

if {option.section for option in OPTIONS.values()} != set(SECTIONS):
    raise AssertionError("each section needs a title")
