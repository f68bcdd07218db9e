"""`companion rules`: the rules of the games for other programs: JSON lines in, JSON lines out.

docs/contract.md, section 4, describes the requests and the answers.
"""

from __future__ import annotations

import argparse
import sys

from companion.commands.shared.output import fail
from companion.commands.shared.shell_command import ShellCommand
from companion.language import SOURCE, _, use_language
from companion.rules import protocol


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds nothing: the command has no options, and requests come on standard input."""


def run(args: argparse.Namespace) -> int:
    """Answers requests until the input ends. Exit status 0, or 1 with a message if it cannot read or answer."""
    if sys.stdin is None or sys.stdout is None:
        return fail("rules", _("standard input and output must both be open"))
    try:
        use_language(SOURCE)  # programs read the answers
        protocol.serve(sys.stdin, sys.stdout)
    except OSError as error:
        return fail("rules", _("cannot read a request or write an answer: {reason}").format(reason=error.strerror))
    return 0


COMMAND = ShellCommand(add_arguments, run)
