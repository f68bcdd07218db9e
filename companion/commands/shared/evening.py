"""Plays all games of an evening for `companion play`, until the players or the system quit, or the input ends."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from companion.app.assembly import Begin, begin_lesson, play_games
from companion.app.errors import ServiceError
from companion.app.event_log import EventLog
from companion.app.heartbeat import Computer, Heartbeat
from companion.app.journal_opening import open_journal
from companion.app.line_writer import LineWriter
from companion.app.script import ScriptError, load_script
from companion.app.side_pages import Tools
from companion.app.stop_signal import hear_stop_signal
from companion.commands.shared.output import STANDARD_ERROR, fail
from companion.config import Config, Settings
from companion.devices.display import DisplayError
from companion.devices.errors import DeviceError
from companion.history.events import LONGEST_NAME
from companion.history.journal import Journal, JournalError
from companion.history.saved_games import SavedGameError, choose_game, list_unfinished
from companion.host.log_levels import Level, is_read_by_journal, mark_level
from companion.host.power import power_off
from companion.host.service_manager import ServiceManager
from companion.language import _, ngettext, start_sentence, translate_marked
from companion.values.notifications import in_words
from companion.values.side_pages import SideFinding
from vision.errors import VisionError
from vision.files import read_file
from vision.layout import LayoutError

DEVICES = ("camera", "die_box", "pins", "screen", "touch", "sound")
"""The checks of `companion doctor` whose results the page of the devices shows."""

LEVELS = {"device": Level.WARNING, "lost-board": Level.WARNING, "illegal": Level.NOTICE, "unsure": Level.NOTICE}
"""How serious each kind of event is, for the journal of systemd. Kinds that are not here are for information."""


def play_evening(
    args: argparse.Namespace,
    read: Settings,
    config: Config,
    trouble: str,
    make_report: Callable[[Path], bytes],
    *,
    is_game_named: bool,
) -> int:
    """Exit status 0, or 1 after an error with a message.

    args: the command line. read: the settings file. config: the settings in use. trouble: why what people chose on the
    screen cannot be used; "" if it can. make_report: the bug report about a folder of saved games; may raise OSError.
    is_game_named: True if the command line or the settings name a game.
    """
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
            tools = Tools(make_report, partial(_examine_devices, read))
            journal = open_journal(config, computer, tell)
            if journal is None:
                return 0
            stack.enter_context(journal)
            on_screen = args.choose or _must_ask(config, journal, is_game_named=is_game_named)
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


def _examine_devices(read: Settings) -> tuple[SideFinding, ...]:
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


def _must_ask(config: Config, journal: Journal, *, is_game_named: bool) -> bool:
    """True if people must choose the game on the screen: none is named, and none was left unfinished."""
    return config.display_mode != "none" and not is_game_named and not list_unfinished(journal.entries)


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
