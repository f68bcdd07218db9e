"""The command line: `companion play|read|boards|journal|report|rules|demo`.

It finds the part that does the work, hands it its arguments, and returns its exit status: 0 done, 1 a stated
error, 2 wrong use. Nothing imports it.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence

from companion.commands.output import OutputError

COMMANDS = {
    "play": ("companion.commands.play", "play a game: camera, rules and screen together"),
    "read": ("companion.commands.read", "read photographs of a board"),
    "boards": ("companion.commands.boards", "print boards and markers"),
    "journal": ("companion.commands.journal", "the saved games: list, show, export, verify"),
    "report": ("companion.commands.report", "everything that helps to find a fault, in one file that replays it"),
    "rules": ("companion.commands.rules", "the rules core for other programs: JSON lines in, JSON lines out"),
    "demo": ("companion.commands.demo", "the virtual table in a window; without a display, a demonstration"),
}
"""Each command's module (`add_arguments(parser)`, `run(args) -> int`) and what it is for."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; returns the exit status."""
    # pygame would greet on standard output, where JSON is promised.
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    # Vision's matrices are small: threads for them cost more than they save, most of all on a busy machine.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    given = list(sys.argv[1:] if arguments is None else arguments)
    parser = argparse.ArgumentParser(prog="companion", description="A companion for board games on a real board.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    # Only the module that is asked for is imported: the rules need no camera and no screen.
    asked = next((word for word in given if word in COMMANDS), None)
    modules = {}
    for name, (module, words) in COMMANDS.items():
        command = commands.add_parser(name, help=words)
        if name == asked:
            modules[name] = importlib.import_module(module)
            modules[name].add_arguments(command)
    args = parser.parse_args(given)
    try:
        status: int = modules[args.command].run(args)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        _forget_output()
        return 1
    except OutputError as error:
        _forget_output()
        sys.stderr.write(f"companion {args.command}: {error}\n")
        return 1
    return status


def _forget_output() -> None:
    """Standard output takes nothing more: nothing more is said to it, not even what still waits when Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
