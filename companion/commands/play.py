"""`companion play`: play a game: camera, rules and screen together.

The service runs this command, too.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from companion import config as settings
from companion.app.assembly import Begin, begin_lesson, play_games
from companion.app.choices import Choices, ChoicesError, add_choices, read_choices
from companion.app.errors import ServiceError
from companion.app.event_log import EventLog
from companion.app.heartbeat import Computer, Heartbeat
from companion.app.journal_opening import open_journal
from companion.app.line_writer import LineWriter
from companion.app.script import ScriptError, load_script
from companion.app.side_pages import Tools
from companion.app.stop_signal import hear_stop_signal
from companion.boards import BOARDS
from companion.commands.shared.output import STANDARD_ERROR, fail
from companion.commands.shared.shell_command import ShellCommand
from companion.config import OPTIONS, Config, ConfigError
from companion.devices.display import DisplayError
from companion.devices.errors import DeviceError
from companion.history.events import LONGEST_NAME
from companion.history.journal import Journal, JournalError
from companion.history.saved_games import SavedGameError, choose_game, list_unfinished
from companion.host.log_levels import Level, is_read_by_journal, mark_level, send_log_to
from companion.host.power import power_off
from companion.host.service_manager import ServiceManager
from companion.language import (
    LanguageError,
    _,
    list_languages,
    ngettext,
    start_sentence,
    translate_marked,
    use_language,
)
from companion.values.notifications import in_words
from companion.values.side_pages import SideFinding
from companion.words import join_words
from vision.errors import VisionError
from vision.files import read_file
from vision.layout import LayoutError

DEVICES = ("camera", "die_box", "pins", "screen", "touch", "sound")
"""The checks of `companion doctor` whose results the page of the devices shows."""

LEVELS = {"device": Level.WARNING, "lost-board": Level.WARNING, "illegal": Level.NOTICE, "unsure": Level.NOTICE}
"""How serious each kind of event is, for the journal of systemd. Kinds that are not here are for information."""


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
    heartbeat = Heartbeat(ServiceManager())
    try:
        with ExitStack() as stack:
            is_stopped = stack.enter_context(hear_stop_signal())
            stack.callback(heartbeat.stop)
            computer = Computer(heartbeat, power_off if args.power_off else None, is_stopped)
            cues = load_script(args.script) if args.script else ()
            position = _read_position(args.position) if args.position else None
            told = LineWriter(os.dup(STANDARD_ERROR))
            stack.callback(told.close)
            tell = partial(_tell, told, is_read_by_journal(STANDARD_ERROR))
            if trouble:
                tell(trouble)
            log = stack.enter_context(EventLog(args.events, tell)) if args.events else None
            tools = Tools(partial(_make_report, read), partial(_examine_devices, read))
            journal = open_journal(config, computer, tell)
            if journal is None:
                return 0
            stack.enter_context(journal)
            on_screen = _is_asked_on_screen(config, journal, args)
            if args.lesson:
                named: Begin | None = _name_players(args, begin_lesson(config.game_id))
            elif on_screen:
                named = None
            else:
                named = _name_players(args, Begin(*choose_game(journal, config.game_id, position, args.saved)))
            for notification in play_games(config, journal, named, cues, computer, tools):
                tell(in_words(notification), LEVELS.get(notification.event, Level.INFO))
                if log is not None:
                    log.write(notification)
        return 0
    except (
        DeviceError,
        DisplayError,
        JournalError,
        LayoutError,
        SavedGameError,
        ScriptError,
        ServiceError,
        VisionError,
    ) as error:
        return fail("play", str(error))


def _tell(lines: LineWriter, for_journal: bool, text: str, level: Level = Level.WARNING) -> None:
    """Writes a message to standard error. If the journal of systemd reads it, its level is written, too."""
    lines.write(mark_level(text, level, for_journal=for_journal))


def _make_report(read: settings.Settings, folder: Path) -> bytes:
    """The same bug report that `companion report` writes. Raises OSError."""
    from companion.commands.report import make_report  # it needs the doctor, and a game begins sooner without it

    return make_report(folder, read)


def _examine_devices(read: settings.Settings) -> tuple[SideFinding, ...]:
    """What the doctor finds about the devices that people can see and touch."""
    from companion.doctor.checks import CHECKS  # a game begins sooner without the doctor
    from companion.doctor.examine import examine
    from companion.doctor.machine import Machine

    checks = {name: CHECKS[name] for name in DEVICES}
    return tuple(
        SideFinding(
            start_sentence(translate_marked(CHECKS[name].name)),
            found.state,
            found.text if not found.remedy else f"{found.text}: {found.remedy}",
        )
        for name, found in examine(Machine(), read, checks)
    )


def _read_choices(folder: Path) -> tuple[Choices, str]:
    """The settings that people chose on the screen, and why they cannot be used; "" if they can."""
    try:
        return read_choices(folder), ""
    except ChoicesError as error:
        return {}, str(error)


def _is_asked_on_screen(config: Config, journal: Journal, args: argparse.Namespace) -> bool:
    """True if people choose the game on the screen: if they want to, or if neither command line nor settings name a
    game.
    """
    if args.choose:
        return True
    named = config.game_id is not None or args.position is not None or args.saved is not None
    return config.display_mode != "none" and not named and not list_unfinished(journal.entries)


def _name_players(args: argparse.Namespace, begin: Begin) -> Begin:
    """The game or lesson to play, with the players' names from the command line. Raises ServiceError."""
    given = [] if args.names is None else [name.strip() for name in args.names.split(",")]
    players = begin.state.game.players(begin.state.position)
    if len(given) > len(players):
        text = ngettext("--names: the game has {count} player", "--names: the game has {count} players", len(players))
        raise ServiceError(text.format(count=len(players)))
    for name in given:
        if len(name) > LONGEST_NAME or not name.isprintable():
            text = _("--names: {name} is too long: a name has at most {most} letters")
            raise ServiceError(text.format(name=name, most=LONGEST_NAME))
    return replace(begin, names={player: name for player, name in zip(players, given, strict=False) if name})


def _read_position(path: Path) -> Any:
    """The position in a JSON file. Raises ServiceError."""
    try:
        position = json.loads(read_file(path).decode())
    except OSError as error:
        raise ServiceError(
            _("the position {path} cannot be read: {reason}").format(path=path, reason=error.strerror)
        ) from error
    except (ValueError, RecursionError) as error:
        raise ServiceError(_("the position {path} is not JSON: {reason}").format(path=path, reason=error)) from error
    if position is None:
        raise ServiceError(_("the position {path} is empty: it holds null").format(path=path))
    return position


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
