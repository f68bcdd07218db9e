"""Makes all checks at once. If a check hangs or fails, this is a finding, and the others do not wait for it."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from queue import Empty, SimpleQueue

from companion.config import Settings
from companion.doctor.checks import CHECKS
from companion.doctor.finding import Check, Finding
from companion.doctor.machine import Machine
from companion.language import _

PATIENCE_S = 30.0
"""How long to wait for all checks together."""


def examine(
    machine: Machine, settings: Settings, checks: Mapping[str, Check] = CHECKS, patience_s: float = PATIENCE_S
) -> Iterator[tuple[str, Finding]]:
    """The findings of all checks in order, each with the id of its check."""
    until = time.monotonic() + patience_s
    waiting = {name: _start(check, machine, settings) for name, check in checks.items()}
    for name, found in waiting.items():
        try:
            findings = found.get(timeout=max(0.0, until - time.monotonic()))
        except Empty:
            findings = [
                Finding(
                    "fix",
                    _("this check got no answer within {seconds:g} seconds").format(seconds=patience_s),
                    _("restart the computer, then run `companion doctor` again"),
                )
            ]
        yield from ((name, finding) for finding in findings)


def write_json(found: Sequence[tuple[str, Finding]]) -> str:
    """The findings as JSON for other programs, in English."""
    findings = [finding.to_json(name) for name, finding in found]
    to_fix = sum(finding.state == "fix" for _name, finding in found)
    return json.dumps({"to_fix": to_fix, "findings": findings}, indent=1) + "\n"


def _start(check: Check, machine: Machine, settings: Settings) -> SimpleQueue[list[Finding]]:
    """Starts a check in a thread of its own. Its findings come into the queue that is returned."""
    found: SimpleQueue[list[Finding]] = SimpleQueue()
    threading.Thread(target=lambda: found.put(_make(check, machine, settings)), daemon=True).start()
    return found


def _make(check: Check, machine: Machine, settings: Settings) -> list[Finding]:
    findings: list[Finding] = []
    try:
        findings.extend(check.run(machine, settings))
    except Exception as error:  # noqa: BLE001 - a check that fails must not hide what the others find
        findings.append(
            Finding(
                "fix",
                _("this check failed: {error}").format(error=f"{type(error).__name__}: {error}"),
                _("please report this with `companion doctor --json`"),
            )
        )
    return findings
