"""Virtual buttons: a program presses and holds them, and they behave like real ones."""

from __future__ import annotations

from collections.abc import Iterator

from companion.devices.buttons import DEBOUNCE_S, ButtonEvent, ButtonName, Buttons, Debouncer


class VirtualButtons(Buttons):
    """Buttons without hardware. Each call of `press`, `hold` and `release` must have a later time than the call before,
    or the same.
    """

    def __init__(self) -> None:
        self._debouncer = Debouncer()

    def press(self, name: ButtonName, now: float) -> None:
        """Presses a button just long enough to count."""
        self.hold(name, now)
        self.release(name, now + 2 * DEBOUNCE_S)

    def hold(self, name: ButtonName, now: float) -> None:
        """Presses a button and keeps it down."""
        self._debouncer.change(name, True, now)

    def release(self, name: ButtonName, now: float) -> None:
        """Releases a button."""
        self._debouncer.change(name, False, now)

    def events(self, now: float) -> Iterator[ButtonEvent]:
        return self._debouncer.events(now)
