"""The command line: `companion COMMAND ...`.

It finds the command and gives it the arguments. It returns the command's exit status: 0 for success, 1 for an error
with a message, 2 for wrong use. Nothing imports this module.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from companion.commands import COMMANDS, describe
from companion.commands.shared.output import OutputError, close_output, fail, open_standard_files
from companion.language import VARIABLE, LanguageError, _, translate_marked, use_language
from companion.registry import RegistryError


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit status."""
    open_standard_files()
    # pygame prints a greeting on standard output, where other programs read JSON.
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    # Vision's matrices are small: threads cost more time than they save, above all on a busy machine.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        if named := os.environ.get(VARIABLE):
            use_language(named)
    except LanguageError as error:
        return fail(VARIABLE, str(error), 2)
    parser = argparse.ArgumentParser(prog="companion", description=_("A companion for board games on a real board."))
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    # Only the command that is asked for is loaded: `companion rules` needs no camera and no screen.
    asked = next((word for word in given if word in COMMANDS), None)
    for name in COMMANDS:
        command = commands.add_parser(name, help=translate_marked(describe(name)))
        if name == asked:
            try:
                COMMANDS[name].add_arguments(command)
            except RegistryError as error:
                return fail(name, str(error))
    args = parser.parse_args(given)
    try:
        return COMMANDS[args.command].run(args)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        close_output()
        return 1
    except OutputError as error:
        close_output()
        return fail(args.command, str(error))


if __name__ == "__main__":
    sys.exit(main())
