"""An evening whose people touch the screen: a real display, the touchscreen on it, and taps as SDL reports them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pygame

from companion.app.frontend import TouchFrontend
from companion.app.game_loop import Stage
from companion.devices.die import Settled
from companion.devices.display import Display
from companion.devices.pi_die import PiDie
from companion.history.journal import Journal
from companion.rules.core import JSON
from companion.screen.touchscreen import Touchscreen
from companion.values.commands import Command
from companion.values.views import View
from companion.virtual_table.hand import Performance
from tests.evening.evening import Evening
from tests.screen.page_checks import list_needed
from vision.sources import Frame

Finger = Callable[[float, float], None]
"""Taps a pixel of the upright picture."""

PATIENCE = 60
"""Frames after which people give up waiting."""


class TouchEvening(Evening):
    """An evening at an open display. Everything but the pieces is done with a finger; the die shows `rolls` in turn."""

    watched = True

    def __init__(
        self, folder: Path, game: str, display: Display, finger: Finger, rolls: list[list[int]], **options: JSON
    ) -> None:
        super().__init__(folder, game, options=options, brisk=True)
        self.touchscreen = Touchscreen(self.board, display.size, menu=True)
        self.left_out: Counter[str] = Counter()
        """The texts that people needed, but that some screen did not show whole."""
        self._finger = finger
        self._rolls = rolls
        self._frontend = TouchFrontend(display, self.touchscreen)
        self._checked: View | None = None

    def commands(self) -> Iterator[Command]:
        yield from super().commands()
        yield from self._frontend.commands()

    def show(self, view: View, frame: Frame | None) -> None:
        super().show(view, frame)
        self._frontend.show(view, frame)
        if view is not self._checked and view.rules is None:  # a page of the rules says something else
            self._checked = view
            self.left_out += Counter(filter(None, list_needed(view))) - Counter(self.touchscreen.said())

    def tap(self, command: Command) -> Iterator[None]:
        """Taps where the screen offers a command, and waits until the screen has changed."""
        area = next((area for area, means in self.touchscreen.targets() if means == command), None)
        assert area is not None, f"nothing to tap performs {command}: {self.touchscreen.said()}"
        before = self.view
        self._finger(*area.center)
        yield from self.until(lambda: self.view is not before, f"{command} changes something")

    def makes(self, move: str) -> Iterator[None]:
        """Moves the pieces of a move, and takes the hand away."""
        state = self.state
        outcome = state.game.judge(state.position, move).outcome
        assert outcome is not None
        yield from self.hands[0].make(state.game.arranged(outcome.position, self.scene.table()))

    def until(self, so: Callable[[], bool], what: str) -> Iterator[None]:
        """Waits until something is so."""
        for _ in range(PATIENCE):
            if so():
                return
            yield
        raise AssertionError(f"waited in vain until {what}: {self.touchscreen.said()}")

    def _stage(self, journal: Journal, camera: Performance, resumed: bool) -> Stage:
        die = PiDie("screen", lambda _dice: Settled(tuple(self._rolls.pop(0))), rolling_s=0)
        return replace(super()._stage(journal, camera, resumed), die=die)


def post_finger(panel: tuple[int, int], at: tuple[float, float], *, as_touch: bool) -> None:
    """What SDL reports when a finger touches a panel at a pixel and leaves it: a finger and, beside it, a mouse.

    as_touch: SDL says of the mouse that it is a finger. Some panels report a mouse of their own instead (SDL#11204).
    """
    x, y = at[0] / panel[0], at[1] / panel[1]
    finger = {"touch_id": 1, "finger_id": 0, "x": x, "y": y, "dx": 0.0, "dy": 0.0, "pressure": 1.0}
    pos = (round(at[0]), round(at[1]))
    mouse = {"pos": pos, "touch": as_touch}
    for kind, data in (
        (pygame.MOUSEMOTION, {**mouse, "rel": (0, 0), "buttons": (0, 0, 0)}),
        (pygame.MOUSEBUTTONDOWN, {**mouse, "button": 1}),
        (pygame.FINGERDOWN, finger),
        (pygame.MOUSEBUTTONUP, {**mouse, "button": 1}),
        (pygame.FINGERUP, finger),
    ):
        pygame.event.post(pygame.event.Event(kind, data))
