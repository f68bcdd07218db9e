"""`companion play`: play a game: camera, rules and screen together.

The service runs this command, too. It shows a first picture at once; `companion.commands.shared.evening` does the rest.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path

from companion import config as settings
from companion.app.choices import Choices, ChoicesError, add_choices, read_choices
from companion.app.first_picture import show_first_picture
from companion.boards import BOARDS
from companion.commands.shared.output import STANDARD_ERROR, fail
from companion.commands.shared.shell_command import ShellCommand
from companion.config import OPTIONS, Config, ConfigError
from companion.devices.display import DisplayError, keep_window
from companion.host.log_levels import is_read_by_journal, send_log_to
from companion.language import LanguageError, _, list_languages, use_language
from companion.words import join_words


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options of docs/contract.md section 7."""
    parser.add_argument(
        "--config", type=Path, metavar="FILE", help=_("the settings file; default: yours, or the system's")
    )
    parser.add_argument(
        "--game",
        metavar="GAME",
        help=_("what to play: {boards}; default: the saved game").format(boards=", ".join(BOARDS)),
    )
    parser.add_argument("--camera", metavar="URI", help=_("picamera, v4l2:DEVICE, video:FILE, images:DIR or virtual"))
    parser.add_argument(
        "--die", metavar="URI", help=_("where rolls come from: {dice}").format(dice=OPTIONS["die_uri"].kind.allowed)
    )
    parser.add_argument(
        "--buttons",
        metavar="URI",
        help=_("where presses come from: {buttons}").format(buttons=OPTIONS["buttons_uri"].kind.allowed),
    )
    parser.add_argument("--display", choices=("auto", "window", "kmsdrm", "none"), help=_("where to show the game"))
    parser.add_argument(
        "--language",
        metavar="CODE",
        help=_("the language of all texts: {languages}").format(languages=join_words(list_languages(), "or")),
    )
    parser.add_argument("--layout", type=Path, metavar="FILE", help=_("a board that you own: its layout.json"))
    parser.add_argument(
        "--corners",
        metavar="'X,Y X,Y X,Y X,Y'",
        help=_("the board's corners in the picture (px), top left first, clockwise"),
    )
    parser.add_argument(
        "--corners-at",
        metavar="'X,Y X,Y X,Y X,Y'",
        help=_("where the points of --corners are on the layout, in mm (default: its own corners)"),
    )
    parser.add_argument("--empty", type=Path, metavar="IMAGE", help=_("a picture of your board without any pieces"))
    begin = parser.add_mutually_exclusive_group()
    begin.add_argument("--position", type=Path, metavar="FILE", help=_("begin a new game from a position (JSON)"))
    begin.add_argument(
        "--saved", type=int, metavar="GAMENO", help=_("go on with this game of `companion journal list`")
    )
    begin.add_argument("--lesson", action="store_true", help=_("play the lesson of --game: a short guided game"))
    begin.add_argument("--choose", action="store_true", help=_("choose on the screen what to play"))
    parser.add_argument("--names", metavar="A,B", help=_("the players' names, in the order of the screen"))
    parser.add_argument("--script", type=Path, metavar="FILE", help=_("what to press and when: lines FRAME ACTION"))
    parser.add_argument("--events", metavar="FILE", help=_("write what happens as JSON lines; - for standard output"))
    parser.add_argument("--data", type=Path, metavar="DIR", help=_("where games are saved"))
    parser.add_argument("--power-off", action="store_true", help=_("switch the computer off when players shut down"))


def run(args: argparse.Namespace, base: Config | None = None) -> int:
    """Plays until the game or its input ends. Exit status 0, 1 after an error with a message, 2 for wrong use. base:
    the settings that the command line overrules; None for those of the settings file.
    """
    try:
        read = settings.read_settings(settings.find_file(args.config)) if base is None else settings.Settings(base)
        base = read.config
        folder = _config(args, base).folder()
        choices, trouble = _read_choices(folder)
        config = _config(args, add_choices(base, choices))
        if config.display_language is not None:
            use_language(config.display_language)
    except (ConfigError, LanguageError) as error:
        return fail("play", str(error), 2)
    send_log_to(sys.stderr, for_journal=is_read_by_journal(STANDARD_ERROR))
    named = config.game_id is not None or args.position is not None or args.saved is not None
    with keep_window():
        try:
            with show_first_picture(config, is_game_named=named and not args.choose):
                from companion.commands.shared.evening import play_evening  # to load this takes long
        except DisplayError as error:
            return fail("play", str(error))
        return play_evening(args, read, config, trouble, partial(_make_report, read), is_game_named=named)


def _make_report(read: settings.Settings, folder: Path) -> bytes:
    """The same bug report that `companion report` writes. Raises OSError."""
    from companion.commands.report import make_report  # it needs the doctor, and a game begins sooner without it

    return make_report(folder, read)


def _read_choices(folder: Path) -> tuple[Choices, str]:
    """The settings that people chose on the screen, and why they cannot be used; "" if they can."""
    try:
        return read_choices(folder), ""
    except ChoicesError as error:
        return {}, str(error)


def _config(args: argparse.Namespace, base: Config) -> Config:
    """The settings, overruled by the command line."""
    asked = {
        "game_id": args.game,
        "camera_uri": args.camera,
        "die_uri": _device("--die", "die_uri", args.die),
        "buttons_uri": _device("--buttons", "buttons_uri", args.buttons),
        "display_mode": args.display,
        "display_language": args.language,
        "data_dir": args.data,
        "board_layout": args.layout,
        "board_empty": args.empty,
        "camera_corners": _corners("--corners", args.corners),
        "camera_corners_at": _corners("--corners-at", args.corners_at),
    }
    config = replace(base, **{name: value for name, value in asked.items() if value is not None})
    # On a screen, people tap the corners.
    if config.camera_corners_at is not None and config.camera_corners is None and config.display_mode == "none":
        raise ConfigError(_("--corners-at needs --corners, which says where the same points are in the picture"))
    return config


def _corners(option: str, text: str | None) -> settings.Corners | None:
    try:
        return None if text is None else settings.parse_corners(text)
    except ValueError as error:
        raise ConfigError(
            _("{option}: {error}, not {text!r}").format(option=option, error=str(error), text=text)
        ) from error


def _device(option: str, name: str, uri: str | None) -> str | None:
    """The die or the buttons that the command line names. name: the setting that it overrules. Raises ConfigError."""
    setting = OPTIONS[name]
    try:
        return None if uri is None else setting.kind.read(uri)
    except ValueError as error:
        raise ConfigError(f"{option}: {settings.describe_refusal(setting, uri)}") from error


COMMAND = ShellCommand(add_arguments, run)
