"""The service: does the companion start by itself, and does it run?"""

from __future__ import annotations

from collections.abc import Iterator

from companion.config import Settings
from companion.doctor.finding import Check, Finding, shell
from companion.doctor.machine import Machine
from companion.language import N_, _

UNIT = "companion.service"


def check(machine: Machine, settings: Settings) -> Iterator[Finding]:
    """Asks systemd."""
    answer = machine.run("systemctl", "show", UNIT, "--property=LoadState,UnitFileState,ActiveState,NRestarts,Result")
    says = dict(line.partition("=")[::2] for line in answer.text.splitlines()) if answer and answer.status == 0 else {}
    if says.get("LoadState") in (None, "not-found"):
        yield Finding("absent", _("the companion does not start by itself: `sudo make install` sets that up"))
        return
    state, restarts = says.get("ActiveState", ""), says.get("NRestarts", "0")
    if state == "failed":
        text = _("the service has failed ({reason})").format(reason=says.get("Result", "?"))
        yield Finding("fix", text, shell(f"journalctl -b -n 50 -u {UNIT}"))
    elif state != "active":
        yield Finding(
            "fix", _("the service does not run ({state})").format(state=state), shell(f"sudo systemctl start {UNIT}")
        )
    elif restarts not in ("", "0"):
        text = _("the service runs, and was started again {count} times after an error").format(count=restarts)
        yield Finding("fix", text, shell(f"journalctl -b -p warning -u {UNIT}"))
    else:
        yield Finding("good", _("the service runs"))
    if says.get("UnitFileState") == "disabled":
        yield Finding("fix", _("the service does not start with the computer"), shell(f"sudo systemctl enable {UNIT}"))


CHECK = Check(15, N_("service"), check)
