"""The companion's end of the connection to a die box: sessions, heartbeats, and rolls that count once.

Bytes and the time go in, bytes and events come out. This module does no input or output (`diebox` does) and knows no
game. It can deal with anything that comes over the wire, and ignores everything that is not a frame. The other end is
firmware/src/link.c. firmware/PROTOCOL.md has the rules for both.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.devices.box_rolls import BoxRolls
from companion.devices.channel import Channel
from companion.devices.messages import (
    Acknowledgement,
    Ask,
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
    Message,
    NotAsked,
    Refused,
    RollLost,
    RollResult,
    RollStarted,
    Show,
    Shutdown,
    Taken,
    is_numbered,
)
from companion.devices.wire import Frame, FrameError, Splitter, VersionError, decode, encode

HELLO_S = 0.3
"""How often to greet a box that does not answer."""

HEARTBEAT_S = 0.5
"""How often to send a heartbeat."""

SILENT_S = 2.0
"""If no frame comes for this long, the box counts as silent."""


@dataclass(frozen=True, slots=True)
class Greeted:
    """The box answers, for the first time or again."""

    greeting: Greeting
    """What the box says about itself."""

    restarted: bool
    """True if the box was reset, or had no power, since its last greeting."""


@dataclass(frozen=True, slots=True)
class Silent:
    """No frame has come for SILENT_S."""

    noise: bool
    """True if bytes have come, but no whole frame."""


@dataclass(frozen=True, slots=True)
class WrongVersion:
    """The box uses another version of the protocol, so it cannot be used."""

    version: int
    """The version that the box uses."""


Event = (
    Greeted
    | Silent
    | WrongVersion
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
_EVENTS = (Button, RollStarted, RollResult, NotAsked, Health, ButtonStuck, RollLost, Shutdown, Refused, Checked)


class Link:
    """One end of a connection. Resets of the box and unplugging do not end it."""

    def __init__(self, session: int, last_saved: Mapping[int, int] | None = None) -> None:
        """session: a random number, so that this session is not taken for one of an earlier program. last_saved: for
        each start of the box, the number of the last roll that is saved. If the box sends such a roll again, it is not
        reported, and the box may forget it.
        """
        self._session = session % 0x10000
        self._up = False
        self._splitter = Splitter()
        self._channel = Channel()
        self._listener = _Listener()
        self._rolls = BoxRolls(last_saved)
        self._events: list[Event] = []
        self._called_s: float | None = None  # the last hello or heartbeat of this session
        self._greeting: Greeting | None = None
        self._request = session % 0x10000
        self._asked: Ask | None = None
        self._shown = Show(0, 0)

    @property
    def is_up(self) -> bool:
        """True if the box answers."""
        return self._up

    def ask(self, dice: int, roll_ms: int = 800) -> int:
        """Asks for a roll of one or two dice, instead of any other roll. Returns the number of the request.

        The request stays through unplugging and resets, until the dice are rolled or the request is cancelled.
        """
        self._request = self._request % 0xFFFF + 1
        self._asked = Ask(self._request, dice, roll_ms)
        self._send(self._asked)
        return self._request

    def cancel(self) -> None:
        """Cancels the request. If the roll has already begun, it still comes."""
        if self._asked is not None:
            self._send(Cancel(self._asked.request))
            self._asked = None

    def show(self, *values: int) -> None:
        """Shows up to two values on the dice; a die without a value, or with 0, goes dark."""
        first, second = (*values, 0, 0)[:2]
        self._shown = Show(first, second)
        self._send(self._shown)

    def check(self) -> None:
        """Asks the box to test itself. The answer is the event Checked."""
        self._send(Check())

    def take_events(self) -> list[Event]:
        """Returns what has happened since the last call."""
        events, self._events = self._events, []
        return events

    def forget(self, boot: int, number: int) -> None:
        """Lets the box forget a roll, because it is on disk or was refused for good. Until then the box makes no other
        roll.
        """
        self._rolls.mark_saved(boot, number)
        self._send(Taken(boot, number))

    def unplugged(self) -> None:
        """Ends the session, because the port is gone."""
        self._end_session()
        self._splitter = Splitter()
        self._listener.heard_s = None
        self._listener.silent = True

    def receive(self, data: bytes, now_s: float) -> None:
        """Takes bytes that have come over the wire."""
        self._listener.noise = self._listener.noise or bool(data)
        for chunk in self._splitter.feed(data):
            try:
                frame = decode(chunk)
            except VersionError as error:
                self._refuse_version(error.version)
            except FrameError:
                continue  # the box repeats what counts until it is acknowledged
            else:
                self._hear(frame, now_s)

    def send(self, now_s: float) -> bytes:
        """The bytes to send over the wire now."""
        if self._listener.falls_silent(now_s):
            self._events.append(Silent(self._listener.noise))
            self._end_session()
        if not self._up:
            return self._call(Hello(), HELLO_S, now_s)
        return self._channel.send(self._session, now_s) + self._call(Heartbeat(0), HEARTBEAT_S, now_s)

    def _call(self, message: Hello | Heartbeat, every_s: float, now_s: float) -> bytes:
        """The bytes of a message that is sent again and again, if it is due. every_s: how often."""
        if self._called_s is not None and now_s - self._called_s < every_s:
            return b""
        self._called_s = now_s
        return encode(Frame(self._session, 0, message))

    def _send(self, message: Message) -> None:
        """Lets a numbered message wait to be sent. Without a session it is dropped, because a new session begins by
        sending everything that is due.
        """
        if self._up:
            self._channel.queue(message)

    def _refuse_version(self, version: int) -> None:
        if self._listener.refused_version != version:
            self._listener.refused_version = version
            self._listener.silent = True  # the box sends something, and people know why the companion cannot read it
            self._end_session()
            self._events.append(WrongVersion(version))

    def _hear(self, frame: Frame, now_s: float) -> None:
        if isinstance(frame.message, Greeting):
            self._greet(frame.session, frame.message, now_s)
            return
        if not self._up or frame.session != self._session:
            return
        self._listener.hear(now_s)
        if isinstance(frame.message, Acknowledgement):
            self._channel.confirm(frame.number)
        elif is_numbered(frame.message) and isinstance(frame.message, _EVENTS) and self._channel.accept(frame.number):
            self._handle(frame.message)

    def _greet(self, session: int, greeting: Greeting, now_s: float) -> None:
        if session != self._session:
            if self._up:  # the box has no session, or has lost it: begin a new one
                self._end_session()
            return
        self._listener.hear(now_s)
        if self._up:  # the answer to an earlier hello
            return
        self._up = True
        self._called_s = None
        restarted = self._greeting is not None and greeting.boot != self._greeting.boot
        self._greeting = greeting
        self._events.append(Greeted(greeting, restarted))
        if (lost := self._rolls.find_loss(greeting)) is not None:
            self._lose(lost)
        if restarted:
            self._send(self._shown)
        self._ask_again()

    def _ask_again(self) -> None:
        """Sends the request again, in a new session or after a roll was lost."""
        if self._asked is not None:
            self._send(self._asked)

    def _handle(self, message: Message) -> None:
        match message:
            case RollResult():
                self._take_result(message)
                return
            case RollLost():
                self._send(Taken(message.boot, message.number))
                self._lose(message)
                self._ask_again()
                return
            case RollStarted() if not self._rolls.start(message):
                return
            case Health(HealthTest.NONE):
                self._ask_again()
            case _:
                pass
        if isinstance(message, _EVENTS):
            self._events.append(message)

    def _take_result(self, result: RollResult) -> None:
        if not self._rolls.add(result):
            if self._rolls.is_saved(result):
                self._send(Taken(result.boot, result.number))
            return
        if self._asked is not None and result.request == self._asked.request:
            self._asked = None
        self._shown = Show(result.first, result.second)
        self._events.append(result)

    def _lose(self, lost: RollLost) -> None:
        if self._rolls.lose(lost):
            self._events.append(lost)

    def _end_session(self) -> None:
        self._up = False
        self._session = self._session % 0xFFFF + 1  # never 0, which means no session
        self._channel.reset()
        self._called_s = None


@dataclass
class _Listener:
    """What has come from the box lately, to notice when it falls silent."""

    heard_s: float | None = None
    """When the last frame came. Before the first frame, when the waiting began."""

    noise: bool = False
    """True if bytes have come since the last frame."""

    silent: bool = False
    """True if it was reported that the box is silent."""

    refused_version: int | None = None
    """The version of the protocol that was reported as wrong."""

    def hear(self, now_s: float) -> None:
        """Remembers that a frame has come."""
        self.heard_s = now_s
        self.noise = self.silent = False
        self.refused_version = None

    def falls_silent(self, now_s: float) -> bool:
        """True if the box has just been silent for too long. It is True only once, until another frame comes."""
        if self.heard_s is None:
            self.heard_s = now_s
        if self.silent or now_s - self.heard_s <= SILENT_S:
            return False
        self.silent = True
        return True
