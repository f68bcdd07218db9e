"""What a check finds, and the type of what every file in `checks/` offers as `CHECK`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from companion.config import Settings
from companion.doctor.machine import Machine
from companion.language import _, to_english

State = Literal["good", "fix", "absent"]


def shell(command: str) -> str:
    """A remedy that is a command of the shell. It is the same in every language."""
    return command


def try_again() -> str:
    """The remedy if a check took too long. Then nobody knows if anything is wrong."""
    return _("run `companion doctor` again while nothing else runs; if it stays slow, restart the computer")


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the doctor's answer."""

    state: State
    """Good, to be fixed, or absent. Absent means that it is not there and not needed."""

    text: str
    """What was found, for people."""

    remedy: str = ""
    """If something should be fixed: the command that fixes it, or what to do."""

    def to_json(self, check: str) -> dict[str, Any]:
        """The finding as JSON for other programs, in English. check: the id of the check."""
        return {
            "check": check,
            "state": self.state,
            "text": to_english(self.text),
            "remedy": to_english(self.remedy) or None,
        }


@dataclass(frozen=True, slots=True)
class Check:
    """One check of the doctor."""

    rank: int
    """The place of its findings in the answer. The smallest comes first."""

    name: str
    """The name of what it looks at, marked for the catalogue."""

    run: Callable[[Machine, Settings], Iterator[Finding]]
    """Makes the check and says what it finds."""
