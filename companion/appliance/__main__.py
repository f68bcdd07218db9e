"""Installs or removes the companion: `systemd/install` runs this with the system's Python."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from companion.appliance.errors import InstallError, describe_file_error
from companion.appliance.plan import Wish, plan_end_of_removal, plan_finish, plan_installation, plan_removal
from companion.appliance.steps import Step
from companion.appliance.target import Target
from companion.language import _

PROGRAM = "systemd/install"

SOURCE = Path(__file__).parents[2]
"""The folder of this project."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Returns the exit status: 0 for success, 1 after an error with a message, 2 for wrong use."""
    args = _make_parser().parse_args(arguments)
    os.umask(0o022)  # the companion's user must be able to read what root writes
    try:
        target = Target(args.root.resolve(), Path.home() if args.user else None)
        target.check()
        wish = Wish(target, SOURCE, args.kind or target.find_kind(), args.only_files, args.wheels)
        if not args.dry_run and target.is_running and not args.user and os.geteuid() != 0:
            raise InstallError(_("only root may install for the whole system: run it with sudo, or give --user"))
        if args.uninstall:
            if perform(plan_removal(wish), dry_run=args.dry_run):
                perform(plan_end_of_removal(wish), dry_run=args.dry_run)
            _say(
                _("The companion is not installed. Saved games and settings stay where they are: {places}").format(
                    places=f"{target.data}, {target.settings}"
                )
            )
            return 0
        if perform(plan_installation(wish), dry_run=args.dry_run):
            perform(plan_finish(wish), dry_run=args.dry_run)
        else:
            _say(_("Nothing to do: everything is installed already."))
    except InstallError as error:
        return _fail(str(error))
    except OSError as error:
        return _fail(describe_file_error(error))
    return 0


def perform(steps: Sequence[Step], *, dry_run: bool) -> int:
    """Does the steps that are not done yet, or only says what they would do. Returns how many there were."""
    changed = 0
    for step in steps:
        if step.is_done():
            continue
        changed += 1
        _say(_("would {action}").format(action=step.describe()) if dry_run else step.describe())
        if not dry_run:
            step.perform()
    return changed


def _make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=PROGRAM,
        description=_("Installs the companion, so that it starts with the computer. docs/install.md says more."),
    )
    parser.add_argument("--dry-run", action="store_true", help=_("only say what would be done"))
    parser.add_argument(
        "--root", type=Path, default=Path("/"), metavar="DIR", help=_("install into this tree of files, by chroot")
    )
    parser.add_argument("--user", action="store_true", help=_("install for this user alone, without root"))
    parser.add_argument(
        "--kind",
        choices=("lite", "desktop"),
        help=_("on the bare panel, or in the desktop of the user (default: what this system has)"),
    )
    parser.add_argument(
        "--only-files", action="store_true", help=_("only the files: no packages, no user, no environment, no start")
    )
    parser.add_argument(
        "--wheels",
        type=Path,
        metavar="DIR",
        help=_("a folder with the packages for pip, for a computer without a network"),
    )
    parser.add_argument("--uninstall", action="store_true", help=_("remove it; saved games and settings stay"))
    return parser


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def _fail(text: str) -> int:
    sys.stderr.write(f"{PROGRAM}: {text}\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
