"""`companion rollback`: go back to the version of the companion before the last update."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from companion.appliance.errors import InstallError, describe_file_error
from companion.appliance.update import find_installation, roll_back
from companion.commands.shared.output import fail, say
from companion.commands.shared.shell_command import ShellCommand
from companion.language import _


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds nothing: the command has no options."""


def run(args: argparse.Namespace) -> int:
    """Goes back to the version before. Returns the exit status: 0 for success, 1 after an error."""
    try:
        before = roll_back(find_installation(Path(sys.prefix), Path.home()))
    except InstallError as error:
        return fail("rollback", str(error))
    except OSError as error:
        return fail("rollback", describe_file_error(error))
    say(_("Back to {version}. Start it with 'sudo systemctl restart companion'.").format(version=before) + "\n")
    return 0


COMMAND = ShellCommand(add_arguments, run)
