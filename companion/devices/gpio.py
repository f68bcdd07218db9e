"""Lamps and buttons on the Pi's own pins, with gpiozero and lgpio.

By itself, gpiozero tries one library after another until one seems to work. This module uses only lgpio, and says why
if it does not work. Every class takes a pin factory, so it also works with gpiozero's MockFactory.
"""

from __future__ import annotations

import errno
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from queue import Empty, SimpleQueue
from types import MappingProxyType, TracebackType
from typing import Any, Self

from companion.config import LampKind
from companion.devices.buttons import ButtonEvent, ButtonName, Buttons, Debouncer
from companion.devices.errors import DeviceBusy, DeviceError, DeviceFailed, DeviceForbidden, DeviceMissing
from companion.devices.pi_die import DiceDisplay
from companion.devices.pins import BUTTON_PINS, DiePins
from companion.language import _

Pattern = Mapping[int, frozenset[str]]

PIPS: Pattern = MappingProxyType(
    {
        1: frozenset({"centre"}),
        2: frozenset({"top_left", "bottom_right"}),
        3: frozenset({"top_left", "centre", "bottom_right"}),
        4: frozenset({"top_left", "top_right", "bottom_left", "bottom_right"}),
        5: frozenset({"top_left", "top_right", "centre", "bottom_left", "bottom_right"}),
        6: frozenset({"top_left", "top_right", "middle_left", "middle_right", "bottom_left", "bottom_right"}),
    }
)
"""Which lamps of a die are on for each value."""

SEGMENTS: Mapping[int, str] = MappingProxyType({1: "bc", 2: "abdeg", 3: "abcdg", 4: "bcfg", 5: "acdfg", 6: "acdefg"})
"""Which segments of a display, from a to g, are on for each value."""


@contextmanager
def open_pins() -> Iterator[Any]:
    """Opens the Pi's pins as a pin factory for gpiozero. Raises DeviceError, which says what to do."""
    # gpiozero's default factory must be the same one, in case something asks for it.
    os.environ["GPIOZERO_PIN_FACTORY"] = "lgpio"
    try:
        with _away_from_home():
            from gpiozero import GPIOZeroError
            from gpiozero.pins.lgpio import LGPIOFactory
    except ImportError as error:
        raise DeviceMissing(
            _(
                "the Pi's pins cannot be used, {package} is not installed: run 'sudo apt install python3-lgpio "
                "python3-gpiozero' and make the environment with --system-site-packages"
            ).format(package=error.name)
        ) from error
    except OSError as error:
        raise DeviceFailed(
            _(
                "lgpio cannot make its file in {folder}: {reason}. Make room there, or name another folder in TMPDIR"
            ).format(folder=tempfile.gettempdir(), reason=error)
        ) from error
    try:
        factory = LGPIOFactory()
    except (GPIOZeroError, OSError, _find_lgpio_error()) as error:
        raise _explain_refusal(error) from error
    try:
        yield factory
    finally:
        factory.close()


@contextmanager
def _away_from_home() -> Iterator[None]:
    """Gives lgpio an empty working folder of its own while it is imported. Afterwards the old working folder is in use
    again.

    The import changes the working folder to LG_WD and makes a pipe there, `.lgd-nfy0`. It fails if the folder is
    read-only (gpiozero#1106), or if a pipe of this name by another user is there. Once both ends of the pipe are open,
    nobody needs its name any more.
    """
    named = os.environ.get("LG_WD")
    home = os.open(".", os.O_RDONLY | os.O_DIRECTORY)
    try:
        with tempfile.TemporaryDirectory(prefix="companion-lgpio-") as folder:
            os.environ["LG_WD"] = folder
            try:
                yield
            finally:
                os.fchdir(home)
    finally:
        os.close(home)
        os.environ.pop("LG_WD", None)
        if named is not None:
            os.environ["LG_WD"] = named


def _explain_refusal(error: Exception) -> DeviceError:
    """The error that says why the pins cannot be opened. lgpio gives no reason, so this looks at the device file."""
    chips = sorted(Path("/dev").glob("gpiochip*"))
    if not chips:
        return DeviceMissing(
            _(
                "there is no GPIO chip (no /dev/gpiochip*): on a machine that is not a Raspberry Pi choose another "
                "--die and other --buttons ({reason})"
            ).format(reason=error)
        )
    if not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
        return DeviceForbidden(
            _(
                "this user may not use the GPIO chip: run 'sudo usermod -aG gpio $USER' and log in again (a systemd "
                "unit needs SupplementaryGroups=gpio)"
            )
        )
    return DeviceFailed(_("the GPIO chip cannot be opened: {reason}").format(reason=error))


def _find_lgpio_error() -> type[Exception]:
    """The class of lgpio's own errors, found without importing lgpio. They are not OSErrors."""
    kind: type[Exception] = getattr(sys.modules.get("lgpio"), "error", OSError)
    return kind


@contextmanager
def _device_errors(what: str) -> Iterator[None]:
    """Turns errors of gpiozero and lgpio into a DeviceError. what: the device, for the message."""
    from gpiozero import GPIOPinInUse, GPIOZeroError

    try:
        yield
    except GPIOPinInUse as error:
        raise DeviceBusy(_("{what} cannot be used: {reason}").format(what=what, reason=error)) from error
    except (GPIOZeroError, OSError, _find_lgpio_error()) as error:
        busy = "busy" in str(error).lower() or getattr(error, "errno", None) == errno.EBUSY
        if busy:
            raise DeviceBusy(
                _("{what} is used by another program: close it ({reason})").format(what=what, reason=error)
            ) from error
        raise DeviceFailed(
            _("{what} does not answer: check its wiring (hardware/wiring.md) ({reason})").format(
                what=what, reason=error
            )
        ) from error


class LampDisplay(DiceDisplay):
    """Dice made of seven lamps each, or of seven-segment displays on the same pins. It is a context manager."""

    def __init__(self, factory: Any, pins: Sequence[DiePins], kind: LampKind = "pips") -> None:
        self._factory = factory
        self._pins = tuple(pins)
        self._kind = kind
        self._lamps: list[dict[str, Any]] = []
        self._stack = ExitStack()

    @property
    def count(self) -> int:
        return len(self._pins)

    def __enter__(self) -> Self:
        from gpiozero import LED

        with ExitStack() as stack:
            for face in self._pins:
                names = face.segments() if self._kind == "segments" else face.pips()
                lamps = {}
                for name, pin in names.items():
                    with _device_errors(_("the lamp on GPIO {pin}").format(pin=pin)):
                        lamps[name] = stack.enter_context(LED(pin, pin_factory=self._factory))
                self._lamps.append(lamps)
            self._stack = stack.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._lamps = []
        self._stack.close()

    def show(self, values: Sequence[int]) -> None:
        for i, lamps in enumerate(self._lamps):
            lit = self._choose_lamps(values[i]) if i < len(values) else frozenset()
            with _device_errors(_("die {number}").format(number=i + 1)):
                for name, lamp in lamps.items():
                    lamp.value = name in lit

    def _choose_lamps(self, value: int) -> frozenset[str]:
        return frozenset(SEGMENTS[value]) if self._kind == "segments" else PIPS[value]


class GpioButtons(Buttons):
    """Buttons between a pin and ground. It is a context manager.

    A thread of gpiozero notes when each contact closes or opens. So a short press counts even if it is over before
    `events` is called.
    """

    def __init__(
        self,
        factory: Any,
        names: Iterable[ButtonName],
        pins: Mapping[ButtonName, int] = BUTTON_PINS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """names: the buttons to open. pins: the line of each button."""
        self._factory = factory
        self._pins = {name: pins[name] for name in names}
        self._clock = clock
        self._contacts: SimpleQueue[tuple[ButtonName, bool, float]] = SimpleQueue()
        self._debouncer = Debouncer()
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        from gpiozero import DigitalInputDevice

        with ExitStack() as stack:
            for name, pin in self._pins.items():
                with _device_errors(_("the {button} button on GPIO {pin}").format(button=name, pin=pin)):
                    device = stack.enter_context(DigitalInputDevice(pin, pull_up=True, pin_factory=self._factory))
                    device.when_activated = self._make_handler(name, closed=True)
                    device.when_deactivated = self._make_handler(name, closed=False)
                    if device.is_active:
                        self._debouncer.start_closed(name, self._clock())
            self._stack = stack.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def events(self, now: float) -> Iterator[ButtonEvent]:
        while True:
            try:
                self._debouncer.change(*self._contacts.get_nowait())
            except Empty:
                break
        yield from self._debouncer.events(now)

    def _make_handler(self, name: ButtonName, closed: bool) -> Callable[[], None]:
        """A function that gpiozero calls when this contact closes or opens."""
        return lambda: self._contacts.put((name, closed, self._clock()))
