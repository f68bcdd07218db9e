"""`companion update`: replace the installed companion with another version, after trying it out.

This works only for a companion that was installed with `sudo make install`. The version before stays on the disk, and
`companion rollback` goes back to it.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from companion.appliance.errors import InstallError, describe_file_error
from companion.appliance.update import fetch_wheel, find_installation, install_version
from companion.commands.shared.output import fail, say
from companion.commands.shared.shell_command import ShellCommand
from companion.language import _


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options."""
    version = parser.add_mutually_exclusive_group(required=True)
    version.add_argument("wheel", nargs="?", type=Path, metavar="WHEEL", help=_("the new version, a file"))
    version.add_argument(
        "--index", nargs="?", const="", metavar="URL", help=_("the newest version of this index of packages")
    )
    parser.add_argument(
        "--wheels",
        type=Path,
        metavar="DIR",
        help=_("a folder with the packages for pip, for a computer without a network"),
    )


def run(args: argparse.Namespace) -> int:
    """Installs another version. Returns the exit status: 0 for success, 1 after an error; then the old version stays in
    use.
    """
    try:
        target = find_installation(Path(sys.prefix), Path.home())
        with tempfile.TemporaryDirectory() as folder:
            wheel = args.wheel or fetch_wheel(target, args.index or None, Path(folder))
            is_new = install_version(target, wheel, args.wheels)
    except InstallError as error:
        return fail("update", str(error))
    except OSError as error:
        return fail("update", describe_file_error(error))
    if is_new:
        say(_("The new version is installed. Start it with 'sudo systemctl restart companion'.") + "\n")
    else:
        say(_("This version is in use already.") + "\n")
    return 0


COMMAND = ShellCommand(add_arguments, run)
