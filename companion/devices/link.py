"""Our end of the connection to a die box: sessions, acknowledgement, repetition, heartbeat, and throws counted once.

Pure: bytes and the time go in, bytes and events come out. It does no input or output (`diebox` does) and knows no
game. Whatever comes on the wire is survived; what is no frame is counted in `damaged` and otherwise left alone.
The other end is firmware/src/link.c, the rules of both firmware/PROTOCOL.md.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass

from companion.devices.wire import (
    Ack,
    Ask,
    Beat,
    Button,
    Cancel,
    Check,
    Checked,
    Frame,
    FrameError,
    Greeting,
    Health,
    Hello,
    Lost,
    LostWhy,
    Message,
    NotAsked,
    Refused,
    Rolling,
    Show,
    Shutdown,
    Splitter,
    State,
    Stuck,
    Taken,
    Test,
    Thrown,
    VersionError,
    decode,
    encode,
    is_numbered,
)

HELLO_S = 0.3
BEAT_S = 0.5
REPEAT_S = 0.06
SILENT_S = 2.0


@dataclass(frozen=True, slots=True)
class Greeted:
    """The box is there (again). restarted: it was reset or without power since we last heard it."""

    greeting: Greeting
    restarted: bool

    @property
    def firmware(self) -> str:
        """The firmware's version."""
        return f"{self.greeting.major}.{self.greeting.minor}"


@dataclass(frozen=True, slots=True)
class Silent:
    """Nothing sound came for SILENT_S. noise: bytes did come, but none of them made a frame."""

    noise: bool


@dataclass(frozen=True, slots=True)
class WrongVersion:
    """The box speaks another version of the protocol: nothing is done with it."""

    version: int


Event = (
    Greeted
    | Silent
    | WrongVersion
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
_EVENTS = (Button, Rolling, Thrown, NotAsked, Health, Stuck, Lost, Shutdown, Refused, Checked)


class Link:
    """One end of one connection, from the first byte to the last; it outlives resets and unplugging."""

    def __init__(self, session: int, counted: Mapping[int, int] | None = None) -> None:
        """session: a number by chance, so that no earlier program's session is taken for ours.

        counted: for each boot of the box, the number of the last throw that is safe already; one of these that is
        sent again is taken off the box and not reported.
        """
        self.damaged = 0
        self._session = session % 0x10000
        self._up = False
        self._splitter = Splitter()
        self._events: list[Event] = []
        self._queue: deque[Message] = deque()
        self._sent_s: float | None = None
        self._number = 0
        self._expected = 0
        self._acks: list[int] = []
        self._hello_s: float | None = None
        self._beat_s: float | None = None
        self._heard_s: float | None = None
        self._noise = False
        self._silent = False
        self._wrong: int | None = None
        self._greeting: Greeting | None = None
        self._request = session % 0x10000
        self._asked: Ask | None = None
        self._rolling: Rolling | None = None
        self._shown = Show(0, 0)
        self._counted = dict(counted or {})
        self._unwritten: set[tuple[int, int]] = set()
        self._lost: Lost | None = None

    @property
    def up(self) -> bool:
        """Whether the box answers."""
        return self._up

    @property
    def greeting(self) -> Greeting | None:
        """What the box said of itself last."""
        return self._greeting

    def ask(self, dice: int, roll_ms: int = 800) -> int:
        """Asks for a throw of one die or two, in place of one asked for before; the request's number.

        It stays asked for, through unplugging and resets, until it is thrown or cancelled.
        """
        self._request = self._request % 0xFFFF + 1
        self._asked = Ask(self._request, dice, roll_ms)
        self._send(self._asked)
        return self._request

    def cancel(self) -> None:
        """The throw is not due any more. One that rolls already comes nevertheless."""
        if self._asked is not None:
            self._send(Cancel(self._asked.request))
            self._asked = None

    def show(self, *values: int) -> None:
        """Shows up to two values on the dice, 0 or nothing for a dark die."""
        first, second = (*values, 0, 0)[:2]
        self._shown = Show(first, second)
        self._send(self._shown)

    def check(self) -> None:
        """Lets the box test itself; Checked answers."""
        self._send(Check())

    def take_events(self) -> list[Event]:
        """What has happened since the last call."""
        events, self._events = self._events, []
        return events

    def written(self, boot: int, number: int) -> None:
        """A throw is on disk, or refused for good: now the box may forget it. Until then it keeps it, and no other."""
        self._unwritten.discard((boot, number))
        self._send(Taken(boot, number))

    def unplugged(self) -> None:
        """The port is gone: the session has ended, what was cut off with it is forgotten."""
        self._end_session()
        self._splitter = Splitter()
        self._heard_s = None
        self._silent = True

    def receive(self, data: bytes, now_s: float) -> None:
        """Takes what came on the wire."""
        self._noise = self._noise or bool(data)
        for chunk in self._splitter.feed(data):
            try:
                frame = decode(chunk)
            except VersionError as error:
                self._refuse_version(error.version)
            except FrameError:
                self.damaged += 1
            else:
                self._hear(frame, now_s)

    def send(self, now_s: float) -> bytes:
        """What is to go on the wire now."""
        if self._heard_s is None:
            self._heard_s = now_s
        if now_s - self._heard_s > SILENT_S and not self._silent:
            self._events.append(Silent(self._noise))
            self._silent = True
            self._end_session()
        if not self._up:
            if self._hello_s is not None and now_s - self._hello_s < HELLO_S:
                return b""
            self._hello_s = now_s
            return encode(Frame(self._session, 0, Hello()))
        out = b"".join(encode(Frame(self._session, number, Ack())) for number in self._acks)
        self._acks.clear()
        if self._queue and (self._sent_s is None or now_s - self._sent_s >= REPEAT_S):
            out += encode(Frame(self._session, self._number, self._queue[0]))
            self._sent_s = now_s
        if self._beat_s is None or now_s - self._beat_s >= BEAT_S:
            out += encode(Frame(self._session, 0, Beat(0)))
            self._beat_s = now_s
        return out

    def _send(self, message: Message) -> None:
        """Queues a numbered message; without a session it is dropped, for a session begins with what is due."""
        if self._up:
            self._queue.append(message)

    def _refuse_version(self, version: int) -> None:
        if self._wrong != version:
            self._wrong = version
            self._silent = True  # it is heard, and said already why it cannot be understood
            self._end_session()
            self._events.append(WrongVersion(version))

    def _hear(self, frame: Frame, now_s: float) -> None:
        if isinstance(frame.message, Greeting):
            self._greeted(frame.session, frame.message, now_s)
            return
        if not self._up or frame.session != self._session:
            return
        self._heard(now_s)
        if isinstance(frame.message, Ack):
            if self._queue and self._sent_s is not None and frame.number == self._number:
                self._queue.popleft()
                self._number = (self._number + 1) % 256
                self._sent_s = None
        elif is_numbered(frame.message) and isinstance(frame.message, _EVENTS):
            if frame.number == self._expected:
                self._expected = (self._expected + 1) % 256
                self._acks.append(frame.number)
                self._happened(frame.message)
            elif frame.number == (self._expected - 1) % 256:  # our acknowledgement was lost
                self._acks.append(frame.number)

    def _heard(self, now_s: float) -> None:
        self._heard_s = now_s
        self._noise = False
        self._silent = False
        self._wrong = None

    def _greeted(self, session: int, greeting: Greeting, now_s: float) -> None:
        if session != self._session:
            if self._up:  # the box has no session (any more): begin one
                self._end_session()
            return
        self._heard(now_s)
        if self._up:  # answers to an earlier hello
            return
        self._up = True
        restarted = self._greeting is not None and greeting.boot != self._greeting.boot
        self._greeting = greeting
        self._events.append(Greeted(greeting, restarted))
        rolled = self._rolling
        if rolled is not None and rolled.boot != greeting.boot and not greeting.state & State.KEPT:
            self._lose(Lost(rolled.boot, rolled.number, rolled.request, LostWhy.POWER))
        if restarted:
            self._send(self._shown)
        self._ask_again()

    def _ask_again(self) -> None:
        """What is due is due in a new session too, and after a throw that was lost."""
        if self._asked is not None:
            self._send(self._asked)

    def _happened(self, message: Message) -> None:
        match message:
            case Thrown():
                self._thrown(message)
                return
            case Lost():
                self._send(Taken(message.boot, message.number))
                self._lose(message)
                self._ask_again()
                return
            case Rolling() if message == self._rolling:  # told anew in a new session
                return
            case Rolling():
                self._rolling = message
            case Health(Test.NONE):
                self._ask_again()
            case _:
                pass
        if isinstance(message, _EVENTS):
            self._events.append(message)

    def _thrown(self, thrown: Thrown) -> None:
        self._rolling = None
        if thrown.number <= self._counted.get(thrown.boot, 0):
            if (thrown.boot, thrown.number) not in self._unwritten:
                self._send(Taken(thrown.boot, thrown.number))
            return
        self._counted[thrown.boot] = thrown.number
        self._unwritten.add((thrown.boot, thrown.number))
        if self._asked is not None and thrown.request == self._asked.request:
            self._asked = None
        self._shown = Show(thrown.first, thrown.second)
        self._events.append(thrown)

    def _lose(self, lost: Lost) -> None:
        """Says once that a throw is lost."""
        self._rolling = None
        if self._lost is not None and (lost.boot, lost.number) == (self._lost.boot, self._lost.number):
            return
        self._lost = lost
        self._events.append(lost)

    def _end_session(self) -> None:
        self._up = False
        self._session = self._session % 0xFFFF + 1  # never 0, which means none
        self._queue.clear()
        self._acks.clear()
        self._sent_s = self._hello_s = self._beat_s = None
        self._number = self._expected = 0
