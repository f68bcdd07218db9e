"""Virtual buttons: pressed and held by a program, and then as real ones, contacts and all."""

from __future__ import annotations

from collections.abc import Iterator

from companion.devices.buttons import DEBOUNCE_S, ButtonEvent, ButtonName, Buttons, Keys


class VirtualButtons(Buttons):
    """Buttons without any hardware: `press`, or `hold` and `release`, at times that never go back."""

    def __init__(self) -> None:
        self._keys = Keys()

    def press(self, name: ButtonName, now: float) -> None:
        """Presses a button and lets it go, just long enough to count."""
        self.hold(name, now)
        self.release(name, now + 2 * DEBOUNCE_S)

    def hold(self, name: ButtonName, now: float) -> None:
        """Presses a button down."""
        self._keys.contact(name, True, now)

    def release(self, name: ButtonName, now: float) -> None:
        """Lets it go."""
        self._keys.contact(name, False, now)

    def events(self, now: float) -> Iterator[ButtonEvent]:
        return self._keys.events(now)
