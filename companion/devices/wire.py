"""Turns the die box's frames into messages and back, as firmware/PROTOCOL.md describes.

A frame is COBS with a zero byte at its end, checked by CRC-16/CCITT-FALSE. Everything that is not a complete and
correct frame of this protocol raises FrameError. The connection is in `link`, input and output in `diebox`.
"""

from __future__ import annotations

import binascii
import struct
from dataclasses import astuple, dataclass
from enum import IntEnum, IntFlag

from cobs import cobs

VERSION = 1
"""The protocol's version."""

MAX_FRAME_BYTES = 32
"""The longest frame, with its CRC, before COBS adds a byte."""

_HEAD = struct.Struct(">BBHB")


class FrameError(ValueError):
    """The bytes are not a correct frame of this protocol; the message says why."""


class VersionError(FrameError):
    """The bytes are a correct frame of another version of the protocol."""

    def __init__(self, version: int) -> None:
        super().__init__(f"protocol version {version}, not {VERSION}")
        self.version = version


class BoxButton(IntEnum):
    """The buttons of the box."""

    THROW = 0
    DONE = 1
    UNDO = 2
    HINT = 3


class State(IntFlag):
    """What the box says about itself in each greeting and heartbeat."""

    ARMED = 1  # a roll is asked for, and the button was not pressed yet
    ROLLING = 2  # the dice roll
    KEPT = 4  # the box keeps a roll that the companion has not taken yet
    UNHEALTHY = 8  # its random noise failed a health test: no rolls until it passes
    SELFTEST = 16  # its self-test failed: no rolls


class HealthTest(IntEnum):
    """The health tests of the box's random noise (NIST SP 800-90B)."""

    NONE = 0
    REPETITION = 1
    PROPORTION = 2


class LossReason(IntEnum):
    """Why a roll was lost."""

    RESET = 1  # the box was reset while the dice rolled
    UNHEALTHY = 2  # its random noise failed while the dice rolled
    POWER = 3  # the box lost its power; never on the wire, the companion finds out by the next greeting


class RefusalReason(IntEnum):
    """Why the box does not make the roll that was asked for."""

    DICE = 1  # the box has too few dice
    UNHEALTHY = 2  # its random noise fails; Health says when it passes again
    SELFTEST = 3  # its self-test failed


@dataclass(frozen=True, slots=True)
class Hello:
    """The companion begins a session. The session's number is in the frame."""


@dataclass(frozen=True, slots=True)
class Greeting:
    """The box says who it is."""

    major: int
    """The first part of the firmware's version."""

    minor: int
    """The second part."""

    dice: int
    """How many dice the box has."""

    buttons: int
    """A bit for each button that it has."""

    boot: int
    """A random number that the box chose when it started."""

    reset: int
    """The chip's reset flags (MCUSR)."""

    state: int
    """The box's `State`."""


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """A sign of life from either end."""

    state: int
    """The box's `State`; 0 from the companion."""


@dataclass(frozen=True, slots=True)
class Acknowledgement:
    """The frame with this frame's number has come."""


@dataclass(frozen=True, slots=True)
class Ask:
    """The companion asks for a roll: the next press of the throw button makes it."""

    request: int
    """The request's number."""

    dice: int
    """How many dice to roll: 1 or 2."""

    roll_ms: int
    """How long the dice roll at least."""


@dataclass(frozen=True, slots=True)
class Cancel:
    """The companion cancels a request. A roll that has begun still comes."""

    request: int
    """The request's number."""


@dataclass(frozen=True, slots=True)
class Taken:
    """The companion has saved a roll, so the box may forget it."""

    boot: int
    """The start of the box at which the roll was made."""

    number: int
    """The roll's number since that start."""


@dataclass(frozen=True, slots=True)
class Show:
    """The companion says what the dice show."""

    first: int
    """The first die's value; 0 makes it dark."""

    second: int
    """The second die's value; 0 makes it dark."""


@dataclass(frozen=True, slots=True)
class Check:
    """The companion asks the box to test itself: every light on, a tone, then Checked."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button was pressed or released."""

    button: BoxButton
    """Which button."""

    pressed: bool
    """True if it is down now."""

    at_ms: int
    """The time of the box's clock, which begins again at 2^32."""


@dataclass(frozen=True, slots=True)
class RollStarted:
    """The throw button was pressed, and the dice roll."""

    boot: int
    """The start of the box at which this happened."""

    number: int
    """The roll's number since that start."""

    request: int
    """The request that it answers."""


@dataclass(frozen=True, slots=True)
class RollResult:
    """The dice have come to rest."""

    boot: int
    """The start of the box at which this happened."""

    number: int
    """The roll's number since that start."""

    request: int
    """The request that it answers."""

    first: int
    """The first die's value."""

    second: int
    """The second die's value; 0 for a roll of one die."""

    @property
    def values(self) -> tuple[int, ...]:
        """The values of the dice, in order."""
        return (self.first, self.second) if self.second else (self.first,)


@dataclass(frozen=True, slots=True)
class NotAsked:
    """The throw button was pressed, but no roll was asked for, so there is none."""


@dataclass(frozen=True, slots=True)
class Health:
    """A health test of the random noise failed, or the noise is good again."""

    test: HealthTest
    """The test that failed; NONE if the noise is good again."""


@dataclass(frozen=True, slots=True)
class ButtonStuck:
    """A button is held so long that it must be stuck, or it is free again."""

    button: BoxButton
    """Which button."""

    stuck: bool
    """False if it is free again."""


@dataclass(frozen=True, slots=True)
class RollLost:
    """A roll that had begun will never come. The same request can be rolled again."""

    boot: int
    """The start of the box at which the roll began."""

    number: int
    """The roll's number since that start."""

    request: int
    """The request that it answers."""

    reason: LossReason
    """Why it was lost."""


@dataclass(frozen=True, slots=True)
class Shutdown:
    """Done and undo were held down together for a long time."""


@dataclass(frozen=True, slots=True)
class Refused:
    """The box cannot make the roll that was asked for."""

    request: int
    """The request's number."""

    reason: RefusalReason
    """Why."""


@dataclass(frozen=True, slots=True)
class Checked:
    """The result of the box's self-test."""

    failed: int
    """A bit for each part that failed (PROTOCOL.md); 0 if none did."""


Message = (
    Hello
    | Greeting
    | Heartbeat
    | Acknowledgement
    | Ask
    | Cancel
    | Taken
    | Show
    | Check
    | Button
    | RollStarted
    | RollResult
    | NotAsked
    | Health
    | ButtonStuck
    | RollLost
    | Shutdown
    | Refused
    | Checked
)

_KINDS: dict[int, tuple[type[Message], struct.Struct]] = {
    kind: (message, struct.Struct(">" + layout))
    for kind, message, layout in (
        (0x01, Hello, ""),
        (0x02, Heartbeat, "B"),
        (0x03, Acknowledgement, ""),
        (0x10, Ask, "HBH"),
        (0x11, Cancel, "H"),
        (0x12, Taken, "II"),
        (0x13, Show, "BB"),
        (0x14, Check, ""),
        (0x81, Greeting, "BBBBIBB"),
        (0x90, Button, "B?I"),
        (0x91, RollStarted, "IIH"),
        (0x92, RollResult, "IIHBB"),
        (0x93, NotAsked, ""),
        (0x94, Health, "B"),
        (0x95, ButtonStuck, "B?"),
        (0x96, RollLost, "IIHB"),
        (0x97, Shutdown, ""),
        (0x98, Refused, "HB"),
        (0x99, Checked, "B"),
    )
}
_NUMBERS = {message: kind for kind, (message, _) in _KINDS.items()}


@dataclass(frozen=True, slots=True)
class Frame:
    """A message and its place in a session."""

    session: int
    """The session's number; 0 where there is none yet."""

    number: int
    """The number of a numbered message within its session; else 0."""

    message: Message
    """The message."""


def is_numbered(message: Message) -> bool:
    """True if a message is repeated until it is acknowledged. All others are sent once."""
    return not isinstance(message, Hello | Greeting | Heartbeat | Acknowledgement)


def encode(frame: Frame) -> bytes:
    """Returns the bytes of a frame on the wire, between two zero bytes."""
    kind = _NUMBERS[type(frame.message)]
    body = _KINDS[kind][1].pack(*astuple(frame.message))
    return wrap(_HEAD.pack(VERSION, kind, frame.session, frame.number) + body)


def wrap(content: bytes) -> bytes:
    """Returns a frame's head and body as they go on the wire: with a CRC, in COBS, between zeros.

    The zero in front ends any noise that came before, so that noise costs no frame.
    """
    crc = binascii.crc_hqx(content, 0xFFFF)
    return b"\0" + bytes(cobs.encode(content + crc.to_bytes(2, "big"))) + b"\0"


def decode(chunk: bytes) -> Frame:
    """Reads the frame between two zero bytes. Raises FrameError, or VersionError for a frame of another version."""
    try:
        content = cobs.decode(chunk)
    except cobs.DecodeError as error:
        raise FrameError(f"no COBS: {error}") from error
    if not 2 < len(content) <= MAX_FRAME_BYTES:
        raise FrameError(f"{len(content)} bytes")
    if binascii.crc_hqx(content, 0xFFFF) != 0:  # the CRC of content and CRC together is zero
        raise FrameError("wrong CRC")
    if content[0] != VERSION:
        raise VersionError(content[0])
    if len(content) < _HEAD.size + 2:
        raise FrameError("cut short")
    _, kind, session, number = _HEAD.unpack_from(content)
    if kind not in _KINDS:
        raise FrameError(f"unknown kind {kind:#04x}")
    return Frame(session, number, _read_message(kind, content[_HEAD.size : -2]))


def _read_message(kind: int, body: bytes) -> Message:
    message, layout = _KINDS[kind]
    if len(body) != layout.size:
        raise FrameError(f"{message.__name__} with {len(body)} bytes instead of {layout.size}")
    try:
        return _name_numbers(message(*layout.unpack(body)))
    except ValueError as error:
        raise FrameError(f"{message.__name__}: {error}") from error


def _name_numbers(message: Message) -> Message:
    """Returns the message with names instead of numbers. Raises ValueError for a number that has no name."""
    match message:
        case Button(button, pressed, at_ms):
            return Button(BoxButton(button), pressed, at_ms)
        case ButtonStuck(button, stuck):
            return ButtonStuck(BoxButton(button), stuck)
        case Health(test):
            return Health(HealthTest(test))
        case RollLost(boot, number, request, reason):
            return RollLost(boot, number, request, LossReason(reason))
        case Refused(request, reason):
            return Refused(request, RefusalReason(reason))
        case RollResult(first=first, second=second) if not (1 <= first <= 6 and 0 <= second <= 6):
            raise ValueError(f"not the values of dice: {first} and {second}")
        case _:
            return message


class Splitter:
    """Cuts a stream of bytes at its zeros. Everything longer than a frame is ignored up to the next zero."""

    def __init__(self) -> None:
        self._chunk = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """Returns the chunks that `data` completes, without empty ones and those that are too long."""
        chunks = []
        for byte in data:
            if byte:
                if len(self._chunk) <= MAX_FRAME_BYTES + 1:
                    self._chunk.append(byte)
                continue
            if 0 < len(self._chunk) <= MAX_FRAME_BYTES + 1:
                chunks.append(bytes(self._chunk))
            self._chunk.clear()
        return chunks
