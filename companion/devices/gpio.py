"""Lamps and buttons on the Pi's own pins, by gpiozero and lgpio and by nothing else.

gpiozero falls from one library to the next until one seems to work; here lgpio works or it is said why
not. Every class takes the pin factory that it is given, gpiozero's MockFactory as well as the Pi's.
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
from typing import Any, Literal, Self

from companion.devices.buttons import ButtonEvent, ButtonName, Buttons, Keys
from companion.devices.errors import DeviceBusy, DeviceError, DeviceFailed, DeviceForbidden, DeviceMissing
from companion.devices.pi_die import Faces
from companion.devices.pins import BUTTON_PINS, FacePins

FaceKind = Literal["pips", "segments"]

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
"""Which of a die's seven lamps light for each value."""

SEGMENTS: Mapping[int, str] = MappingProxyType({1: "bc", 2: "abdeg", 3: "abcdg", 4: "bcfg", 5: "acdfg", 6: "acdefg"})
"""Which of a display's segments a to g light for each value."""


@contextmanager
def pi_pins() -> Iterator[Any]:
    """The Pi's pins as gpiozero's factory, open inside `with`. Raises DeviceError saying what to do."""
    # Whoever asks gpiozero for a default factory elsewhere gets the same one or none.
    os.environ["GPIOZERO_PIN_FACTORY"] = "lgpio"
    # lgpio writes a file into its working directory, and a service's may be read only (gpiozero#1106).
    os.environ.setdefault("LG_WD", tempfile.gettempdir())
    try:
        from gpiozero import GPIOZeroError
        from gpiozero.pins.lgpio import LGPIOFactory
    except ImportError as error:
        raise DeviceMissing(
            f"the Pi's pins cannot be used, {error.name} is not installed: run"
            " 'sudo apt install python3-lgpio python3-gpiozero' and make the environment with --system-site-packages"
        ) from error
    try:
        factory = LGPIOFactory()
    except (GPIOZeroError, OSError, _lgpio_error()) as error:
        raise _refused(error) from error
    try:
        yield factory
    finally:
        factory.close()


def _refused(error: Exception) -> DeviceError:
    """Why the chip could not be opened. lgpio tells no reasons, so the device file is asked."""
    chips = sorted(Path("/dev").glob("gpiochip*"))
    if not chips:
        return DeviceMissing(
            "there is no GPIO chip here (no /dev/gpiochip*): elsewhere than on a Raspberry Pi choose another die"
            f" and other buttons ({error})"
        )
    if not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
        return DeviceForbidden(
            "the GPIO chip may not be used: run 'sudo usermod -aG gpio $USER' and log in again (a systemd unit needs"
            " SupplementaryGroups=gpio)"
        )
    return DeviceFailed(f"the GPIO chip cannot be opened: {error}")


def _lgpio_error() -> type[Exception]:
    """lgpio's own error, which is no OSError; found without importing lgpio where it is not in use."""
    kind: type[Exception] = getattr(sys.modules.get("lgpio"), "error", OSError)
    return kind


@contextmanager
def _explained(what: str) -> Iterator[None]:
    from gpiozero import GPIOPinInUse, GPIOZeroError

    try:
        yield
    except GPIOPinInUse as error:
        raise DeviceBusy(f"{what} cannot be used: {error}") from error
    except (GPIOZeroError, OSError, _lgpio_error()) as error:
        busy = "busy" in str(error).lower() or getattr(error, "errno", None) == errno.EBUSY
        if busy:
            raise DeviceBusy(f"{what} is held by another program: end that ({error})") from error
        raise DeviceFailed(f"{what} does not answer: check its wiring (hardware/wiring.md) ({error})") from error


class LampFaces(Faces):
    """Dice of seven lamps each, or seven-segment displays on the same pins. A context manager."""

    def __init__(self, factory: Any, pins: Sequence[FacePins], kind: FaceKind = "pips") -> None:
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
                    with _explained(f"the lamp on GPIO {pin}"):
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
            lit = self._lit(values[i]) if i < len(values) else frozenset()
            with _explained(f"die {i + 1}"):
                for name, lamp in lamps.items():
                    lamp.value = name in lit

    def _lit(self, value: int) -> frozenset[str]:
        return frozenset(SEGMENTS[value]) if self._kind == "segments" else PIPS[value]


class GpioButtons(Buttons):
    """Buttons between a pin and ground. A context manager.

    names: those that are opened. Contacts are timed as they come, in a thread of gpiozero's, so that a short
    press between two calls of `events` is not lost.
    """

    def __init__(
        self,
        factory: Any,
        names: Iterable[ButtonName],
        pins: Mapping[ButtonName, int] = BUTTON_PINS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._factory = factory
        self._pins = {name: pins[name] for name in names}
        self._clock = clock
        self._contacts: SimpleQueue[tuple[ButtonName, bool, float]] = SimpleQueue()
        self._keys = Keys()
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        from gpiozero import DigitalInputDevice

        with ExitStack() as stack:
            for name, pin in self._pins.items():
                with _explained(f"the {name} button on GPIO {pin}"):
                    device = stack.enter_context(DigitalInputDevice(pin, pull_up=True, pin_factory=self._factory))
                    device.when_activated = self._heard(name, closed=True)
                    device.when_deactivated = self._heard(name, closed=False)
                    if device.is_active:
                        self._keys.held(name, self._clock())
            self._stack = stack.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def events(self, now: float) -> Iterator[ButtonEvent]:
        while True:
            try:
                self._keys.contact(*self._contacts.get_nowait())
            except Empty:
                break
        yield from self._keys.events(now)

    def _heard(self, name: ButtonName, closed: bool) -> Callable[[], None]:
        return lambda: self._contacts.put((name, closed, self._clock()))
