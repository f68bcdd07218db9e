"""The die box on a serial port: opens the port, keeps it open, and says what is wrong.

    with DieBox("auto") as box:             # or "/dev/ttyUSB0"
        box.ask(2)                          # the next press of its button rolls two dice
        while True:
            for event in box.poll(time.monotonic()):
                ...                         # Greeted, Button, RollResult, PortTrouble, ...
                box.forget(boot, number)    # of a RollResult that is on disk

`poll` never waits and never raises an error of port or box. A port that is missing, forbidden, in use or unplugged is
an event, and is tried again every second. What a roll means is not known here.
"""

from __future__ import annotations

import errno
import secrets
import select
import termios
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from types import TracebackType

import serial

from companion.devices import link
from companion.devices.buttons import BUTTON_WORDS
from companion.devices.find_box import AUTO, find_port
from companion.devices.link import Event, Greeted, Link, Silent, WrongVersion
from companion.devices.messages import (
    BoxButton,
    ButtonStuck,
    Checked,
    Health,
    HealthTest,
    LossReason,
    NotAsked,
    RefusalReason,
    Refused,
    RollLost,
    Shutdown,
)
from companion.devices.wire import VERSION
from companion.language import N_, _

BAUD = 38400
"""The speed of the serial port, by firmware/PROTOCOL.md."""

REOPEN_S = 1.0
"""How often a port that cannot be opened is tried again."""

MAX_UNSENT_BYTES = 1024
"""How many bytes may wait if the port takes none."""

ROLL_MS = 800
"""How long the dice roll at least."""


class Trouble(Enum):
    """What can be wrong with a port, each with what to do, marked for the catalogue."""

    MISSING = N_(
        "there is no {port}: plug in the die box, or name its port (`ls /dev/ttyUSB* /dev/ttyACM*` shows the ports)"
    )
    NOT_FOUND = N_("no die box is plugged in: plug it in, or name its port, as in --die serial:/dev/ttyUSB0")
    DENIED = N_(
        "{port} may not be used: run 'sudo usermod -aG dialout $USER' and log in again (a systemd unit needs"
        " SupplementaryGroups=dialout)"
    )
    HELD = N_("another program uses {port}, perhaps a serial monitor: close it (`fuser {port}` shows its number)")
    NO_PORT = N_(
        "{port} is not a serial port: name the port of the die box (`ls /dev/ttyUSB* /dev/ttyACM*` shows the ports)"
    )
    VANISHED = N_("the die box at {port} was unplugged: plug it in again to go on")
    FAILED = N_("{port} cannot be used: unplug the die box and plug it in again")


@dataclass(frozen=True, slots=True)
class PortTrouble:
    """The port of the box cannot be used. It is tried again. When the box answers again, Greeted reports it."""

    trouble: Trouble
    """What is wrong."""

    port: str
    """The port, such as /dev/ttyUSB0."""

    @property
    def text(self) -> str:
        """What is wrong and what to do, for people."""
        return self.trouble.value.format(port=self.port)


BoxEvent = Event | PortTrouble


class DieBox:
    """A die box on a serial port. A context manager: inside `with` the port is open whenever that is possible."""

    def __init__(self, port: str, last_saved: Mapping[int, int] | None = None) -> None:
        """port: such as `/dev/ttyUSB0`, or AUTO to find it by its USB chip. last_saved: as for `Link`."""
        self._asked = self._port = port
        self._link = Link(secrets.randbelow(0xFFFF) + 1, last_saved)
        self._serial: serial.Serial | None = None
        self._tried_s: float | None = None
        self._trouble: Trouble | None = None
        self._unsent = b""

    def __enter__(self) -> DieBox:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._serial is not None:
            self._serial.close()
            self._serial = None

    @property
    def is_ready(self) -> bool:
        """True if the box answers."""
        return self._link.is_up

    def ask(self, dice: int, roll_ms: int = ROLL_MS) -> int:
        """Asks for a roll of one or two dice, as `Link.ask` does. Returns the number of the request."""
        return self._link.ask(dice, roll_ms)

    def cancel(self) -> None:
        """Cancels the request, as `Link.cancel` does."""
        self._link.cancel()

    def show(self, *values: int) -> None:
        """Shows up to two values on the dice; a die without a value, or with 0, goes dark."""
        self._link.show(*values)

    def forget(self, boot: int, number: int) -> None:
        """Lets the box forget a roll, because it is on disk or was refused for good. Only then the box can make another
        one.
        """
        self._link.forget(boot, number)

    def poll(self, now_s: float) -> list[BoxEvent]:
        """What has happened since the last call. Call it many times a second.

        now_s: the time by a clock that never goes back. The box keeps each roll that is returned here until `forget`.
        """
        events: list[BoxEvent] = []
        if self._serial is None:
            events += self._open(now_s)
        if self._serial is not None:
            events += self._exchange(self._serial, now_s)
        return events + self._link.take_events()

    def _open(self, now_s: float) -> list[BoxEvent]:
        if self._tried_s is not None and now_s - self._tried_s < REOPEN_S:
            return []
        self._tried_s = now_s
        port = find_port() if self._asked == AUTO else self._asked
        if port is None:
            return self._report(Trouble.NOT_FOUND)
        self._port = port
        try:
            self._serial = serial.Serial(port, BAUD, timeout=0, write_timeout=0, exclusive=True)
        except (OSError, ValueError, termios.error) as error:
            return self._report(classify_error(error))
        self._trouble = None
        self._unsent = b""
        return []

    def _exchange(self, port: serial.Serial, now_s: float) -> list[BoxEvent]:
        """Reads the bytes that have come, and writes those that are due."""
        try:
            self._link.receive(port.read(4096), now_s)
            due = self._link.send(now_s)
            if (
                len(self._unsent) + len(due) <= MAX_UNSENT_BYTES
            ):  # what is left out here is repeated later, as if the wire had lost it
                self._unsent += due
            # select asks first: pyserial's write would spin for a port that takes nothing, even without a timeout.
            if self._unsent and select.select([], [port.fileno()], [], 0)[1]:
                self._unsent = self._unsent[port.write(self._unsent) or 0 :]
        except (OSError, termios.error):
            with suppress(OSError):  # a port that is gone may refuse even this
                port.close()
            self._serial = None
            self._tried_s = now_s
            self._link.unplugged()
            return self._report(Trouble.VANISHED)
        return []

    def _report(self, trouble: Trouble) -> list[BoxEvent]:
        """Reports a trouble once. A missing port is no news after the box was unplugged."""
        is_gone = trouble in (Trouble.MISSING, Trouble.NOT_FOUND)
        if trouble is self._trouble or (is_gone and self._trouble is Trouble.VANISHED):
            return []
        self._trouble = trouble
        return [PortTrouble(trouble, self._port)]


def classify_error(error: Exception) -> Trouble:
    """Why a port cannot be opened.

    Most errors of pyserial are OSErrors with the number of a system error. It also lets errors of termios through,
    which are not OSErrors.
    """
    match error.args[0] if isinstance(error, termios.error) else getattr(error, "errno", None):
        case errno.ENOENT | errno.ENODEV | errno.ENXIO:
            return Trouble.MISSING
        case errno.EACCES | errno.EPERM:
            return Trouble.DENIED
        case errno.EBUSY | errno.EAGAIN:
            return Trouble.HELD
        case errno.ENOTTY | errno.EISDIR | errno.EINVAL:
            return Trouble.NO_PORT
        case _:
            # for a file that is not a terminal, pyserial's error has no number
            return Trouble.NO_PORT if "configure port" in str(error) else Trouble.FAILED


def describe_event(event: BoxEvent) -> str | None:
    """What has happened and what to do, for people. None for events that need no words, such as presses and rolls."""
    match event:
        case PortTrouble():
            return event.text
        case Silent(noise=True):
            return _("the die box sends nothing that can be read: check that this is its port, and check its cable")
        case Silent():
            return _(
                "the die box has not answered for {seconds:g} seconds: check its cable or press its reset button"
            ).format(seconds=link.SILENT_S)
        case WrongVersion(version):
            text = _(
                "the die box uses version {version} of the protocol, this companion version {own}: the firmware of the "
                "box is older. Write the right one with `make -C firmware flash`"
            )
            if version > VERSION:
                text = _(
                    "the die box uses version {version} of the protocol, this companion version {own}: the firmware of "
                    "the box is newer. Write the right one with `make -C firmware flash`"
                )
            return text.format(version=version, own=VERSION)
        case Greeted(restarted=True):
            return _("the die box was restarted")
        case NotAsked():
            return _("the roll button of the die box was pressed, but no roll is due")
        case Health(HealthTest.NONE):
            return _("the random noise of the die box is good again")
        case Health():
            return _(
                "the random noise of the die box has failed its test, so it does not roll: keep metal away from its "
                "noise wire, or roll an ordinary die"
            )
        case ButtonStuck(button, True):
            return _("the {button} button of the die box is stuck: release it").format(button=_button_name(button))
        case ButtonStuck(button):
            return _("the {button} button of the die box is free again").format(button=_button_name(button))
        case RollLost(reason=LossReason.UNHEALTHY):
            return _("the roll is lost because the random noise of the die box failed: roll again when it is good")
        case RollLost():
            return _("the roll is lost because the die box was restarted while the dice rolled: roll again")
        case Refused(reason=RefusalReason.DICE):
            return _("the die box has too few dice for this roll: roll ordinary dice")
        case Refused(reason=RefusalReason.SELFTEST):
            return _("the die box failed its self-test and does not roll: roll an ordinary die")
        case Refused():
            return _("the die box does not roll while its random noise fails: roll an ordinary die")
        case Checked(failed) if failed:
            return _(
                "the die box failed its self-test ({failed:#04x}): write its firmware with `make -C firmware flash`"
            ).format(failed=failed)
        case Shutdown():
            return _("done and undo were held down together")
        case _:
            return None


def _button_name(button: BoxButton) -> str:
    return BUTTON_WORDS[button.name.lower()]
