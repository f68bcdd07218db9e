"""The die for scripts. The rolls are lines of the script (`roll D`), and nobody can press it."""

from __future__ import annotations

from collections.abc import Iterable

from companion.devices.die import Die, DieEvent, Request


class ScriptDie(Die):
    """Makes no rolls itself, because the rolls of a script reach the game as commands."""

    source = "script"

    def ask(self, request: Request | None) -> None:
        return

    def press(self, now: float) -> None:
        return

    def events(self, now: float) -> Iterable[DieEvent]:
        return ()
