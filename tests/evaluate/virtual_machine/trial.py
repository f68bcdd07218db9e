"""A running machine that an evaluation tries things on, and what its camera can be shown."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tests.evaluate.virtual_machine.machine import PANEL, Machine, MachineError
from tests.evaluate.virtual_machine.panel import Pixel, tell_apart
from tests.evaluate.virtual_machine.table import Table

COMPANION = "/opt/companion/current/bin/companion"
READY_S = 400
MOVES = f"{COMPANION} journal show --data /var/lib/companion 1"
IS_ACTIVE = "systemctl is-active companion"


@dataclass(frozen=True)
class Trial:
    """A running machine, and what its camera can be shown."""

    machine: Machine
    table: Table
    pictures: Path

    def take_picture(self, name: str) -> int:
        """Photographs the panel; the number of different colours on it."""
        return len(np.unique(self.photograph(name).reshape(-1, 3), axis=0))

    def photograph(self, name: str) -> NDArray[np.uint8]:
        """Photographs the panel, (height, width, 3) BGR."""
        return self.machine.take_picture(self.pictures / f"{name}.png")

    def wait_for_other_picture(self, name: str, before: int, seconds: float) -> None:
        """Photographs the panel until the number of its colours has changed: then the companion has seen the table."""
        end = time.monotonic() + seconds
        while self.take_picture(name) == before:
            if time.monotonic() > end:
                raise MachineError(f"the panel has shown the same for {seconds} s")
            time.sleep(2)

    def wait_for_screen(self, name: str, others: tuple[str, ...], seconds: float) -> float:
        """Photographs the panel until it shows this screen of the table, and not one of the others."""
        begun = time.monotonic()
        screens = {one: self.table.screens[one] for one in (name, *others)}
        while (seen := tell_apart(self.photograph(name), screens)) != name:
            if time.monotonic() - begun > seconds:
                raise MachineError(f"after {seconds} s the panel still shows {seen} and not {name}")
            time.sleep(2)
        return time.monotonic() - begun

    def plug_in(self) -> None:
        """Plugs in the camera, which sees the start of the game, and a finger."""
        run = self.machine.run
        run("modprobe vivid; modprobe uinput; udevadm settle", READY_S)
        run(f"test-camera /mnt/pictures/{self.table.start}")
        finger = f"tail -f /run/taps | test-finger {PANEL[0]} {PANEL[1]}"
        run(f"touch /run/taps; setsid sh -c '{finger}' >/dev/null 2>&1 & sleep 2")

    def tap(self, place: Pixel) -> None:
        """Taps a place on the panel."""
        self.machine.run(f"echo {place[0]} {place[1]} >> /run/taps")

    def main_process(self) -> str:
        """The service's process."""
        return self.machine.run("systemctl show companion --property=MainPID --value")

    def wait_for_other_process(self, last: str, seconds: float) -> float:
        """How long it took until the service was ready again, in another process."""
        changed = f'test "$(systemctl show companion --property=MainPID --value)" != {last} && {IS_ACTIVE}'
        return self.machine.wait_until(changed, seconds)


Step = Callable[[Trial], str]
"""One thing to try: what came of it, in words. Raises MachineError if it failed."""
