"""Turns the die box's frames into messages and back, as firmware/PROTOCOL.md describes.

A frame is encoded with COBS, ends with a zero byte, and is checked by CRC-16/CCITT-FALSE. Anything that is not a
complete and correct frame of this protocol raises FrameError. `link` handles the connection, `diebox` the input and
output.
"""

from __future__ import annotations

import binascii
import struct
from dataclasses import astuple, dataclass

from cobs import cobs

from companion.devices.messages import (
    Acknowledgement,
    Ask,
    BoxButton,
    Button,
    ButtonStuck,
    Cancel,
    Check,
    Checked,
    Greeting,
    Health,
    HealthTest,
    Heartbeat,
    Hello,
    LossReason,
    Message,
    NotAsked,
    RefusalReason,
    Refused,
    RollLost,
    RollResult,
    RollStarted,
    Show,
    Shutdown,
    Taken,
)

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
    """The session's number; 0 if there is none yet."""

    number: int
    """The number of a numbered message within its session; 0 for other messages."""

    message: Message
    """The message."""


def encode(frame: Frame) -> bytes:
    """The bytes of a frame on the wire, between two zero bytes."""
    kind = _NUMBERS[type(frame.message)]
    body = _KINDS[kind][1].pack(*astuple(frame.message))
    return wrap(_HEAD.pack(VERSION, kind, frame.session, frame.number) + body)


def wrap(content: bytes) -> bytes:
    """The head and body of a frame as they go over the wire: with a CRC, in COBS, between zero bytes. The first zero
    byte ends any noise that came before, so that the noise does not spoil the frame.
    """
    crc = binascii.crc_hqx(content, 0xFFFF)
    return b"\0" + bytes(cobs.encode(content + crc.to_bytes(2, "big"))) + b"\0"


def decode(chunk: bytes) -> Frame:
    """The frame in the bytes between two zero bytes. Raises FrameError, or VersionError for a frame of another
    version.
    """
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
    """The message with names instead of numbers. Raises ValueError for a number that has no name."""
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
    """Cuts a stream of bytes at its zero bytes. If a piece is longer than a frame, it is ignored up to the next zero
    byte.
    """

    def __init__(self) -> None:
        self._chunk = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """The pieces that are complete with these bytes, without those that are empty or too long."""
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
