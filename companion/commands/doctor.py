"""`companion doctor`: look over the computer and all devices, and say what to fix."""

from __future__ import annotations

import argparse
import os
from dataclasses import replace
from pathlib import Path

from companion.appliance.user import SERVICE_USER
from companion.commands.shared.output import fail, say
from companion.commands.shared.shell_command import ShellCommand
from companion.config import ConfigError, Settings, find_file, read_settings
from companion.doctor.checks import CHECKS
from companion.doctor.examine import examine, write_json
from companion.doctor.finding import Finding, State, shell
from companion.doctor.machine import Machine
from companion.doctor.users import find_user
from companion.language import N_, _, ngettext, translate_marked

STATES: dict[State, str] = {"good": N_("good"), "fix": N_("to fix"), "absent": N_("absent")}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options."""
    parser.add_argument(
        "--config", type=Path, metavar="FILE", help=_("the settings file; default: yours, or the system's")
    )
    parser.add_argument(
        "--user",
        metavar="NAME",
        help=_("the user whose rights are checked; default: you, and for root the user of the service"),
    )
    parser.add_argument("--json", action="store_true", help=_("for programs"))


def run(args: argparse.Namespace) -> int:
    """Examines the computer and all devices. Exit status 0 if there is nothing to fix, 1 if there is, 2 for
    wrong use.
    """
    machine = Machine()
    user = find_user(machine, args.user or SERVICE_USER) if args.user or os.geteuid() == 0 else None
    if args.user and user is None:
        return fail("doctor", _("there is no user {name}: name one with --user").format(name=args.user), 2)
    settings, wrong = _read_settings(args.config)
    found = [("settings", finding) for finding in wrong]
    checks = {name: check for name, check in CHECKS.items() if not (wrong and name == "settings")}
    found += examine(replace(machine, user=user), settings, checks)
    to_fix = sum(finding.state == "fix" for _name, finding in found)
    if args.json:
        say(write_json(found))
        return 1 if to_fix else 0
    for name, finding in found:
        say(_write(translate_marked(CHECKS[name].name), finding))
    if to_fix:
        say("\n" + ngettext("{count} thing to fix.", "{count} things to fix.", to_fix).format(count=to_fix) + "\n")
    else:
        say("\n" + _("Nothing to fix.") + "\n")
    return 1 if to_fix else 0


def _read_settings(named: Path | None) -> tuple[Settings, list[Finding]]:
    """The settings, and what is wrong with them. If they cannot be used, the doctor goes on with the defaults."""
    path = find_file(named)
    try:
        return read_settings(path), []
    except ConfigError as error:
        problems = [problem.describe(error.path) for problem in error.problems]
        return Settings(), [Finding("fix", text, shell("companion config check")) for text in problems]


def _write(name: str, finding: Finding) -> str:
    """A finding as one line, and what to do on the next one."""
    line = f"{translate_marked(STATES[finding.state]):<8}{name:<11}{finding.text}\n"
    return line + (f"{'':<19}-> {finding.remedy}\n" if finding.remedy else "")


COMMAND = ShellCommand(add_arguments, run)
