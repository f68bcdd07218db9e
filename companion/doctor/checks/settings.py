"""Checks the settings file: can it be used?"""

from __future__ import annotations

from collections.abc import Iterator

from companion.app.settings_check import check_settings
from companion.config import OPTIONS, Settings
from companion.doctor.finding import Check, Finding, shell
from companion.doctor.machine import Machine
from companion.language import N_, _


def check(machine: Machine, settings: Settings) -> Iterator[Finding]:
    """Looks for things that the settings name but that do not exist."""
    problems = check_settings(settings)
    for problem in problems:
        yield Finding("fix", problem.describe(settings.path), shell(f"companion config explain {problem.key}"))
    if settings.path is None:
        yield Finding("absent", _("there is no settings file: all settings have their defaults"))
    elif not problems:
        yield Finding(
            "good",
            _("{path} sets {count} of {all} settings").format(
                path=settings.path, count=len(settings.lines), all=len(OPTIONS)
            ),
        )


CHECK = Check(10, N_("settings"), check)
