"""The command line: `companion play|read|boards|journal|report|rules|demo`.

It finds the module of the command, gives it the arguments, and returns its exit status: 0 for success, 1 for an error
with a message, 2 for wrong use. Nothing imports this module.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence

from companion.commands.output import OutputError, fail

COMMANDS = {
    "play": ("companion.commands.play", "play a game: camera, rules and screen together"),
    "read": ("companion.commands.read", "read which pieces stand where on photographs of a board"),
    "boards": ("companion.commands.boards", "print boards and markers"),
    "journal": ("companion.commands.journal", "list, show, export and check the saved games"),
    "report": ("companion.commands.report", "write a bug report: one file that plays the fault again"),
    "rules": ("companion.commands.rules", "the rules of the games for other programs: JSON lines in, JSON lines out"),
    "demo": (
        "companion.commands.demo",
        "play on a virtual table in a window; without a display, watch a demonstration",
    ),
}
"""Each command's module, which has `add_arguments(parser)` and `run(args) -> int`, and what the command is for."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit status."""
    # pygame prints a greeting on standard output, where other programs read JSON.
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    # Vision's matrices are small: threads cost more time than they save, above all on a busy machine.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    given = list(sys.argv[1:] if arguments is None else arguments)
    parser = argparse.ArgumentParser(prog="companion", description="A companion for board games on a real board.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    # Only the module of the command is imported: `companion rules` needs no camera and no screen.
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
        _close_output()
        return 1
    except OutputError as error:
        _close_output()
        return fail(args.command, str(error))
    return status


def _close_output() -> None:
    """Sends the rest of the output nowhere: Python would try to write it again when it ends, and fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
