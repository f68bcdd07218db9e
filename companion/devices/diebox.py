"""The die box on a serial port: opens it, keeps it open, and says in words what is wrong with it.

    with DieBox("/dev/ttyUSB0") as box:
        box.ask(2)                          # the next press of its throw button throws two dice
        while True:
            for event in box.poll(time.monotonic()):
                ...                         # Greeted, Button, Rolling, Thrown, Lost, PortTrouble, ...
                box.written(boot, number)   # of a Thrown, once it is on disk

`poll` never blocks and never raises for what port or box do: a port that is missing, refused, held or pulled out is an
event, and it is tried again every second. What a throw means is not known here.
"""

from __future__ import annotations

import errno
import secrets
import select
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import TracebackType

import serial

from companion.devices import link
from companion.devices.link import Event, Greeted, Link, Silent, WrongVersion
from companion.devices.wire import (
    VERSION,
    BoxButton,
    Checked,
    Health,
    Lost,
    LostWhy,
    NotAsked,
    Refused,
    RefusedWhy,
    Shutdown,
    Stuck,
    Test,
)

BAUD = 38400
REOPEN_S = 1.0
BACKLOG = 1024
"""Bytes that wait for a port that takes none, at most."""

ROLL_MS = 800


class Trouble(Enum):
    """What is wrong with a port, and what to do about it."""

    MISSING = "there is no {port}: plug the die box in, or name its port (`ls /dev/ttyUSB* /dev/ttyACM*`)"
    DENIED = (
        "{port} may not be used: run 'sudo usermod -aG dialout $USER' and log in again (a systemd unit needs"
        " SupplementaryGroups=dialout)"
    )
    HELD = "{port} is held by another program: close it (`fuser {port}` names it), a serial monitor for one"
    NO_PORT = "{port} is no serial port: name the die box's (`ls /dev/ttyUSB* /dev/ttyACM*`)"
    VANISHED = "the die box at {port} was unplugged: plug it in again, the game goes on where it was"
    FAILED = "{port} cannot be used: plug the die box in anew"


@dataclass(frozen=True, slots=True)
class PortTrouble:
    """The port cannot be used (any more). It is tried again; Greeted says that the box is back."""

    trouble: Trouble
    port: str

    @property
    def text(self) -> str:
        """For people: what is wrong and what to do."""
        return self.trouble.value.format(port=self.port)


BoxEvent = Event | PortTrouble


class DieBox:
    """A die box at a serial port. A context manager: the port is open inside `with`, whenever it can be."""

    def __init__(self, port: str, counted: Mapping[int, int] | None = None) -> None:
        """port: as `/dev/ttyUSB0`. counted: the throws that are safe already, as `Link` takes them."""
        self._port = port
        self._link = Link(secrets.randbelow(0xFFFF) + 1, counted)
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
    def ready(self) -> bool:
        """Whether the box is there and answers."""
        return self._link.up

    def ask(self, dice: int, roll_ms: int = ROLL_MS) -> int:
        """As `Link.ask`: a throw of one die or two is due until it is thrown or cancelled; the request's number."""
        return self._link.ask(dice, roll_ms)

    def cancel(self) -> None:
        """As `Link.cancel`: the throw is not due any more."""
        self._link.cancel()

    def show(self, *values: int) -> None:
        """Shows up to two values on the dice, 0 or nothing for a dark die."""
        self._link.show(*values)

    def check(self) -> None:
        """Lets the box test itself; Checked answers."""
        self._link.check()

    def written(self, boot: int, number: int) -> None:
        """A throw is on disk, or refused for good: now the box may forget it and make another."""
        self._link.written(boot, number)

    def poll(self, now_s: float) -> list[BoxEvent]:
        """What has happened since the last call. Call it many times a second.

        now_s: a clock that never goes back. The box keeps a throw that is handed over here until `written`.
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
        try:
            self._serial = serial.Serial(self._port, BAUD, timeout=0, write_timeout=0, exclusive=True)
        except (OSError, ValueError) as error:
            return self._failed(trouble_of(error))
        self._trouble = None
        self._unsent = b""
        return []

    def _exchange(self, port: serial.Serial, now_s: float) -> list[BoxEvent]:
        """Reads what has come and writes what is due."""
        try:
            self._link.receive(port.read(4096), now_s)
            due = self._link.send(now_s)
            if len(self._unsent) + len(due) <= BACKLOG:  # what is dropped is repeated, as if the wire had lost it
                self._unsent += due
            # Asked first, for pyserial's write spins where the port takes nothing, without a timeout too.
            if self._unsent and select.select([], [port.fileno()], [], 0)[1]:
                self._unsent = self._unsent[port.write(self._unsent) or 0 :]
        except OSError:
            port.close()
            self._serial = None
            self._tried_s = now_s
            self._link.unplugged()
            return self._failed(Trouble.VANISHED)
        return []

    def _failed(self, trouble: Trouble) -> list[BoxEvent]:
        """Says a trouble once, until it is another one; that what was pulled out is missing is known already."""
        if trouble is self._trouble or (trouble is Trouble.MISSING and self._trouble is Trouble.VANISHED):
            return []
        self._trouble = trouble
        return [PortTrouble(trouble, self._port)]


def trouble_of(error: OSError | ValueError) -> Trouble:
    """What kept a port from being opened. pyserial's errors are OSErrors with the system's number, mostly."""
    match getattr(error, "errno", None):
        case errno.ENOENT | errno.ENODEV | errno.ENXIO:
            return Trouble.MISSING
        case errno.EACCES | errno.EPERM:
            return Trouble.DENIED
        case errno.EBUSY | errno.EAGAIN:
            return Trouble.HELD
        case errno.ENOTTY | errno.EISDIR | errno.EINVAL:
            return Trouble.NO_PORT
        case _:
            # pyserial swallows the number where a file is no terminal
            return Trouble.NO_PORT if "configure port" in str(error) else Trouble.FAILED


def in_words(event: BoxEvent) -> str | None:
    """What has happened, for people, with what to do; None for what needs no words (presses, throws)."""
    match event:
        case PortTrouble():
            return event.text
        case Silent(noise=True):
            return "what the die box sends makes no sense: is that its port, and its cable whole?"
        case Silent():
            return f"the die box has not answered for {link.SILENT_S:g} seconds: check its cable or press its reset"
        case WrongVersion(version):
            older = "newer" if version > VERSION else "older"
            return (
                f"the die box speaks version {version} of the protocol, this companion version {VERSION}: its firmware"
                f" is {older}; write the right one with `make -C firmware flash`"
            )
        case Greeted(restarted=True):
            return "the die box was restarted"
        case NotAsked():
            return "the throw button was pressed, but no throw is due"
        case Health(Test.NONE):
            return "the die box's source of chance is well again"
        case Health():
            return (
                "the die box's source of chance has failed its test, so it gives no throws: keep its noise wire free"
                " of metal, or throw an ordinary die"
            )
        case Stuck(button, True):
            return f"the {_name(button)} button of the die box is stuck: free it"
        case Stuck(button):
            return f"the {_name(button)} button of the die box is free again"
        case Lost(why=LostWhy.UNHEALTHY):
            return "the throw is lost, for the die box's source of chance failed: throw again when it is well"
        case Lost():
            return "the throw is lost, for the die box was restarted while the dice rolled: throw again"
        case Refused(why=RefusedWhy.DICE):
            return "the die box has too few dice for this throw: throw ordinary dice"
        case Refused(why=RefusedWhy.SELFTEST):
            return "the die box failed its self-test and gives no throws: throw an ordinary die"
        case Refused():
            return "the die box gives no throw while its source of chance fails: throw an ordinary die"
        case Checked(failed) if failed:
            return f"the die box failed its self-test (parts {failed:#04x}): write its firmware anew"
        case Shutdown():
            return "done and undo were held down together"
        case _:
            return None


def _name(button: BoxButton) -> str:
    return button.name.lower()
