"""The Pi's pins, which may be missing, in use or forbidden. They are tried again and again, while the game goes on.

Lamps and buttons share one pin factory. It is opened when one of them first needs it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack
from types import TracebackType
from typing import Any, Self

from companion.config import LampKind
from companion.devices.buttons import ButtonEvent, ButtonName, Buttons, ButtonsBack, ButtonsLost
from companion.devices.errors import DeviceError
from companion.devices.gpio import GpioButtons, LampDisplay, open_pins
from companion.devices.pi_die import DiceDisplay
from companion.devices.pins import DiePins
from companion.devices.retry import RetryTimer
from companion.language import _

RETRY_S = 2.0
"""How long to wait after the first failed try to open the buttons."""


class LastingPins:
    """The pin factory that lamps and buttons share. It is a context manager that closes the factory."""

    def __init__(self, open_factory: Callable[[], AbstractContextManager[Any]] = open_pins) -> None:
        """open_factory: opens a pin factory for gpiozero inside `with`; raises DeviceError."""
        self._open_factory = open_factory
        self._factory: Any = None
        self._stack = ExitStack()

    def open(self) -> Any:
        """The pin factory, open. Raises DeviceError, which says what to do."""
        if self._factory is None:
            self._factory = self._stack.enter_context(self._open_factory())
        return self._factory

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._factory = None
        self._stack.close()


class LastingLamps(DiceDisplay):
    """Lamps that are opened when they must first show something. If that fails, `show` raises DeviceError."""

    def __init__(self, pins: LastingPins, faces: Sequence[DiePins], kind: LampKind) -> None:
        self._pins = pins
        self._faces = tuple(faces)
        self._kind = kind
        self._lamps: LampDisplay | None = None

    @property
    def count(self) -> int:
        return len(self._faces)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._lamps is not None:
            self._lamps.__exit__(kind, error, trace)
            self._lamps = None

    def show(self, values: Sequence[int]) -> None:
        if self._lamps is None:
            self._lamps = LampDisplay(self._pins.open(), self._faces, self._kind).__enter__()
        self._lamps.show(values)


class LastingButtons(Buttons):
    """Buttons that are opened as soon as that is possible."""

    def __init__(self, pins: LastingPins, names: Iterable[ButtonName]) -> None:
        self._pins = pins
        self._names = tuple(names)
        self._buttons: GpioButtons | None = None
        self._problem = ""
        self._retry = RetryTimer(RETRY_S)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._buttons is not None:
            self._buttons.__exit__(kind, error, trace)
            self._buttons = None

    def events(self, now: float) -> Iterator[ButtonEvent]:
        if self._buttons is None and self._retry.is_due(now):
            yield from self._open(now)
        if self._buttons is not None:
            yield from self._buttons.events(now)

    def _open(self, now: float) -> Iterator[ButtonEvent]:
        """Tries to open the buttons, and reports why they do not work, once for each reason."""
        try:
            self._buttons = GpioButtons(self._pins.open(), self._names).__enter__()
        except DeviceError as error:
            self._retry.fail(now)
            if str(error) != self._problem:
                self._problem = str(error)
                yield ButtonsLost(self._problem)
        else:
            if self._problem:
                yield ButtonsBack(_("The buttons work again"))
            self._problem = ""
