"""`companion demo`: play on a virtual table in a window; without a display, watch a demonstration.

The demonstration plays a short game on the virtual table. The virtual camera sees it, and the same vision as always
reads it: legal moves, an illegal one that is corrected, a takeback, a power cut and what follows. The board's folder
says what the players do. The command prints what happens, and saves pictures. The power cut is real: the program that
plays is killed, and another one goes on.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from companion.commands import play
from companion.commands.shared.output import say
from companion.commands.shared.shell_command import ShellCommand
from companion.config import Config
from companion.devices.display import DisplayError, choose
from companion.language import _

CHAPTERS = ("1", "2")
"""The chapters of the demonstration: before the power cut, and after it."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options. `--chapter` and `--data` are hidden: the demonstration gives them to its own second program."""
    parser.add_argument(
        "--pictures", type=Path, default=Path("demo"), metavar="DIR", help=_("folder for the pictures (default: demo)")
    )
    parser.add_argument("--chapter", choices=CHAPTERS, help=argparse.SUPPRESS)
    parser.add_argument("--data", type=Path, help=argparse.SUPPRESS)


def run(args: argparse.Namespace) -> int:
    """Opens a window in which people choose a game. Without a display it plays the demonstration. Returns the exit
    status.
    """
    if args.chapter:
        from companion.commands.shared.demonstration import perform_chapter  # a window opens sooner without it

        return perform_chapter(args.chapter, args.data, args.pictures)
    try:
        choose("window", os.environ)
    except DisplayError:
        return _demonstrate(args.pictures)
    parser = argparse.ArgumentParser()
    play.add_arguments(parser)
    return play.run(parser.parse_args(["--choose", "--camera", "virtual", "--display", "window"]), Config())


def _demonstrate(pictures: Path) -> int:
    """Plays both chapters, each in a program of its own. Returns the exit status."""
    say(
        _("No display here, so this is a demonstration: a game on the virtual table, seen by the virtual camera.")
        + "\n"
    )
    with tempfile.TemporaryDirectory() as data:
        for chapter in CHAPTERS:
            command = [sys.executable, "-m", "companion.cli", "demo", "--chapter", chapter]
            ended = subprocess.run(
                [*command, "--data", data, "--pictures", str(pictures)],
                # SDL draws the pictures without a screen.
                env={**os.environ, "SDL_VIDEODRIVER": "dummy"},
                check=False,
            )
            if ended.returncode not in (0, -signal.SIGKILL):
                return ended.returncode
            if ended.returncode:
                say(_("The power is cut: the program was killed in the middle of the game.") + "\n")
    say(_("The demonstration is over. Its pictures are in {folder}").format(folder=pictures.resolve()) + "\n")
    return 0


COMMAND = ShellCommand(add_arguments, run)
