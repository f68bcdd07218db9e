"""Checks the service: does the companion start by itself, and is it running?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.config import Settings
from companion.doctor.finding import Check, Finding, shell
from companion.doctor.machine import Machine
from companion.language import N_, _

UNIT = "companion.service"


def check(machine: Machine, settings: Settings) -> Iterator[Finding]:
    """Asks systemd for the system's service and, if there is none, for the one of the user's desktop."""
    says = _ask(machine)
    systemctl, of_user = shell("sudo systemctl"), ""
    if not says:
        says = _ask(machine, "--user")
        systemctl, of_user = shell("systemctl --user"), "--user "
    if not says:
        yield Finding("absent", _("the companion does not start by itself: `sudo make install` sets that up"))
        return
    state, restarts = says.get("ActiveState", ""), says.get("NRestarts", "0")
    if state == "failed":
        text = _("the service has failed ({reason})").format(reason=says.get("Result", "?"))
        yield Finding("fix", text, shell(f"journalctl {of_user}-b -n 50 -u {UNIT}"))
    elif state == "activating":
        text = _("the service waits for something, such as the camera")
        yield Finding("fix", text, shell(f"{systemctl} status {UNIT}"))
    elif state != "active":
        yield Finding(
            "fix", _("the service does not run ({state})").format(state=state), shell(f"{systemctl} start {UNIT}")
        )
    elif restarts not in ("", "0"):
        text = _("the service runs, and was started again {count} times after an error").format(count=restarts)
        yield Finding("fix", text, shell(f"journalctl {of_user}-b -p warning -u {UNIT}"))
    else:
        yield Finding("good", _("the service runs"))
    if says.get("UnitFileState") == "disabled" and not of_user:  # the desktop starts the one of the user
        yield Finding("fix", _("the service does not start with the computer"), shell(f"{systemctl} enable {UNIT}"))


def _ask(machine: Machine, *scope: str) -> Mapping[str, str]:
    """What systemd says about the service; empty if there is no such service."""
    answer = machine.run(
        "systemctl", *scope, "show", UNIT, "--property=LoadState,UnitFileState,ActiveState,NRestarts,Result"
    )
    if answer is None or answer.status != 0:
        return {}
    says = dict(line.partition("=")[::2] for line in answer.text.splitlines())
    return {} if says.get("LoadState", "not-found") == "not-found" else says


CHECK = Check(15, N_("service"), check)
