"""The results of commands. The part that carries out a command returns one, so nobody has to guess if it succeeded."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Done:
    """The command was carried out, or waits for the table to be at rest."""


@dataclass(frozen=True, slots=True)
class Refused:
    """The command is not possible now, and nothing has changed."""

    reason: str
    """Why it is not possible, in a sentence for people."""


@dataclass(frozen=True, slots=True)
class NotWritten:
    """The journal could not be written, so nothing has changed. The same command may succeed later."""

    reason: str
    """Why it could not be written, in a sentence for people."""


Result = Done | Refused | NotWritten
