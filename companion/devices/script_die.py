"""The die of a script: its throws stand in the script, as `roll D`, and nothing here can be pressed."""

from __future__ import annotations

from collections.abc import Iterable

from companion.devices.die import Die, DieEvent, Request


class ScriptDie(Die):
    """Gives no throw of its own: the script's throws reach the game as actions."""

    source = "script"

    def ask(self, request: Request | None) -> None:
        return

    def press(self, now: float) -> None:
        return

    def events(self, now: float) -> Iterable[DieEvent]:
        return ()
