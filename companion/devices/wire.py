"""The die box's frames on the wire: bytes to messages and back, as firmware/PROTOCOL.md writes them down.

Framing is COBS ended by a zero byte, checked by CRC-16/CCITT-FALSE. Whatever is no whole and sound frame of this
protocol is a FrameError and nothing else. It keeps no connection and does no input or output: that is `link`
and `diebox`.
"""

from __future__ import annotations

import binascii
import struct
from dataclasses import astuple, dataclass
from enum import IntEnum, IntFlag

from cobs import cobs

VERSION = 1
LONGEST = 32
"""Bytes of a frame at most, its CRC among them, before COBS adds one."""

_HEAD = struct.Struct(">BBHB")


class FrameError(ValueError):
    """Bytes that are no sound frame of this protocol; the message says why."""


class VersionError(FrameError):
    """A sound frame of another version of the protocol."""

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
    """What the box says of itself in each greeting and heartbeat."""

    ARMED = 1  # a throw is asked for and the button not pressed yet
    ROLLING = 2
    KEPT = 4  # a throw is made and not taken yet
    UNHEALTHY = 8  # its noise failed a health test: no throws until it is well again
    SELFTEST = 16  # its self-test failed: no throws


class Test(IntEnum):
    """The health tests of the box's noise (SP 800-90B)."""

    NONE = 0
    REPETITION = 1
    PROPORTION = 2


class LostWhy(IntEnum):
    """Why a throw was lost."""

    RESET = 1  # the box was reset while the dice rolled
    UNHEALTHY = 2  # its noise failed while the dice rolled
    POWER = 3  # the box lost its power; never on the wire: who asked finds out by the greeting


class RefusedWhy(IntEnum):
    """Why a throw that was asked for is not given."""

    DICE = 1  # the box has not so many dice
    UNHEALTHY = 2  # its noise fails; Health says when it is well again
    SELFTEST = 3


@dataclass(frozen=True, slots=True)
class Hello:
    """We ask the box to begin a session. Its session number is in the frame."""


@dataclass(frozen=True, slots=True)
class Greeting:
    """The box says who it is. boot: a number by chance for each start; reset: MCUSR's reset flags."""

    major: int
    minor: int
    dice: int
    buttons: int
    boot: int
    reset: int
    state: int


@dataclass(frozen=True, slots=True)
class Beat:
    """A sign of life. state: the box's `State`; ours is 0."""

    state: int


@dataclass(frozen=True, slots=True)
class Ack:
    """The frame with this number has come."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A throw is due: the next press of the throw button makes it. roll_ms: how long the dice roll at least."""

    request: int
    dice: int
    roll_ms: int


@dataclass(frozen=True, slots=True)
class Cancel:
    """The throw is not due any more. One that rolls already comes nevertheless."""

    request: int


@dataclass(frozen=True, slots=True)
class Taken:
    """The throw is safe with us: the box may forget it."""

    boot: int
    number: int


@dataclass(frozen=True, slots=True)
class Show:
    """What the dice are to show, 0 for nothing."""

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class Check:
    """Test yourself: every light on, a tone, then Checked."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button was pressed or let go. at_ms: the box's clock, which wraps round at 2^32."""

    button: BoxButton
    pressed: bool
    at_ms: int


@dataclass(frozen=True, slots=True)
class Rolling:
    """The throw button was pressed and the dice roll."""

    boot: int
    number: int
    request: int


@dataclass(frozen=True, slots=True)
class Thrown:
    """A throw, numbered within its boot. second: 0 where one die was asked for."""

    boot: int
    number: int
    request: int
    first: int
    second: int

    @property
    def values(self) -> tuple[int, ...]:
        """The dice in their order."""
        return (self.first, self.second) if self.second else (self.first,)


@dataclass(frozen=True, slots=True)
class NotAsked:
    """The throw button was pressed and no throw is asked for; none is made."""


@dataclass(frozen=True, slots=True)
class Health:
    """A health test of the noise failed, or (test NONE) the noise is well again."""

    test: Test


@dataclass(frozen=True, slots=True)
class Stuck:
    """A button is held for so long that it must be stuck, or is free again."""

    button: BoxButton
    stuck: bool


@dataclass(frozen=True, slots=True)
class Lost:
    """A throw that had begun to roll will never come. The same request may be thrown anew."""

    boot: int
    number: int
    request: int
    why: LostWhy


@dataclass(frozen=True, slots=True)
class Shutdown:
    """Done and undo were held down together for long."""


@dataclass(frozen=True, slots=True)
class Refused:
    """The throw that was asked for cannot be given."""

    request: int
    why: RefusedWhy


@dataclass(frozen=True, slots=True)
class Checked:
    """The self-test's result: a bit for each part that failed (PROTOCOL.md), 0 when all is well."""

    failed: int


Message = (
    Hello
    | Greeting
    | Beat
    | Ack
    | Ask
    | Cancel
    | Taken
    | Show
    | Check
    | Button
    | Rolling
    | Thrown
    | NotAsked
    | Health
    | Stuck
    | Lost
    | Shutdown
    | Refused
    | Checked
)

_KINDS: dict[int, tuple[type[Message], struct.Struct]] = {
    kind: (message, struct.Struct(">" + layout))
    for kind, message, layout in (
        (0x01, Hello, ""),
        (0x02, Beat, "B"),
        (0x03, Ack, ""),
        (0x10, Ask, "HBH"),
        (0x11, Cancel, "H"),
        (0x12, Taken, "II"),
        (0x13, Show, "BB"),
        (0x14, Check, ""),
        (0x81, Greeting, "BBBBIBB"),
        (0x90, Button, "B?I"),
        (0x91, Rolling, "IIH"),
        (0x92, Thrown, "IIHBB"),
        (0x93, NotAsked, ""),
        (0x94, Health, "B"),
        (0x95, Stuck, "B?"),
        (0x96, Lost, "IIHB"),
        (0x97, Shutdown, ""),
        (0x98, Refused, "HB"),
        (0x99, Checked, "B"),
    )
}
_NUMBERS = {message: kind for kind, (message, _) in _KINDS.items()}


@dataclass(frozen=True, slots=True)
class Frame:
    """A message and where it belongs. session: 0 where there is none yet; number: counts the acknowledged kinds."""

    session: int
    number: int
    message: Message


def is_numbered(message: Message) -> bool:
    """Whether a message is sent until it is acknowledged; all others are sent once."""
    return not isinstance(message, Hello | Greeting | Beat | Ack)


def encode(frame: Frame) -> bytes:
    """The bytes of a frame on the wire, between two zero bytes."""
    kind = _NUMBERS[type(frame.message)]
    body = _KINDS[kind][1].pack(*astuple(frame.message))
    return seal(_HEAD.pack(VERSION, kind, frame.session, frame.number) + body)


def seal(content: bytes) -> bytes:
    """A frame's head and body as they go on the wire: CRC behind, COBS, a zero on either side.

    The zero in front ends whatever noise came before, so that noise costs no frame.
    """
    crc = binascii.crc_hqx(content, 0xFFFF)
    return b"\0" + bytes(cobs.encode(content + crc.to_bytes(2, "big"))) + b"\0"


def decode(chunk: bytes) -> Frame:
    """The frame that stood between two zero bytes. Raises FrameError, VersionError for another version's frame."""
    try:
        sealed = cobs.decode(chunk)
    except cobs.DecodeError as error:
        raise FrameError(f"no COBS: {error}") from error
    if not 2 < len(sealed) <= LONGEST:
        raise FrameError(f"{len(sealed)} bytes")
    if binascii.crc_hqx(sealed, 0xFFFF) != 0:  # the CRC of content and CRC together is zero
        raise FrameError("wrong CRC")
    if sealed[0] != VERSION:
        raise VersionError(sealed[0])
    if len(sealed) < _HEAD.size + 2:
        raise FrameError("cut short")
    _, kind, session, number = _HEAD.unpack_from(sealed)
    if kind not in _KINDS:
        raise FrameError(f"unknown kind {kind:#04x}")
    return Frame(session, number, _message(kind, sealed[_HEAD.size : -2]))


def _message(kind: int, body: bytes) -> Message:
    message, layout = _KINDS[kind]
    if len(body) != layout.size:
        raise FrameError(f"{message.__name__} with {len(body)} bytes instead of {layout.size}")
    try:
        return _typed(message(*layout.unpack(body)))
    except ValueError as error:
        raise FrameError(f"{message.__name__}: {error}") from error


def _typed(message: Message) -> Message:
    """The message with its numbers as names. Raises ValueError for one that does not exist."""
    match message:
        case Button(button, pressed, at_ms):
            return Button(BoxButton(button), pressed, at_ms)
        case Stuck(button, stuck):
            return Stuck(BoxButton(button), stuck)
        case Health(test):
            return Health(Test(test))
        case Lost(boot, number, request, why):
            return Lost(boot, number, request, LostWhy(why))
        case Refused(request, why):
            return Refused(request, RefusedWhy(why))
        case Thrown(first=first, second=second) if not (1 <= first <= 6 and 0 <= second <= 6):
            raise ValueError(f"no dice: {first} and {second}")
        case _:
            return message


class Splitter:
    """Cuts a stream of bytes at its zeros. What is longer than any frame is passed over up to the next zero."""

    def __init__(self) -> None:
        self._chunk = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """The chunks that `data` completes, empty ones and overlong ones left out."""
        chunks = []
        for byte in data:
            if byte:
                if len(self._chunk) <= LONGEST + 1:
                    self._chunk.append(byte)
                continue
            if 0 < len(self._chunk) <= LONGEST + 1:
                chunks.append(bytes(self._chunk))
            self._chunk.clear()
        return chunks
