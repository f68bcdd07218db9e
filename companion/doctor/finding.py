"""What a check finds, and what every file in `checks/` offers as `CHECK`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from companion.config import Settings
from companion.doctor.machine import Machine
from companion.language import _, to_english

State = Literal["good", "fix", "absent"]


def shell(command: str) -> str:
    """A command of the shell as a remedy: it is the same in every language."""
    return command


def try_again() -> str:
    """The remedy for what takes too long: nothing says that it is damaged."""
    return _("run `companion doctor` again while nothing else runs; if it stays slow, restart the computer")


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the answer."""

    state: State
    """Good, to be fixed, or absent: not there and not needed."""

    text: str
    """What was found, for people."""

    remedy: str = ""
    """For what is to be fixed: the command that does it, or what to do."""

    def to_json(self, check: str) -> dict[str, Any]:
        """The finding for programs, in English. check: the name of the check."""
        return {
            "check": check,
            "state": self.state,
            "text": to_english(self.text),
            "remedy": to_english(self.remedy) or None,
        }


@dataclass(frozen=True, slots=True)
class Check:
    """One check."""

    rank: int
    """Its place in the answer: the smallest goes first."""

    name: str
    """What it looks at, marked for the catalogue."""

    run: Callable[[Machine, Settings], Iterator[Finding]]
    """Looks, and says what it finds."""
