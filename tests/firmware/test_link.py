"""Our end of the link, with frames that tests send as the box: what it sends when, and what it reports once."""

from __future__ import annotations

from dataclasses import dataclass, field

from hypothesis import given
from hypothesis import strategies as st

from companion.devices.channel import REPEAT_S
from companion.devices.link import HEARTBEAT_S, HELLO_S, SILENT_S, Greeted, Link, Silent, WrongVersion
from companion.devices.messages import (
    Acknowledgement,
    Ask,
    Cancel,
    Greeting,
    Heartbeat,
    Hello,
    LossReason,
    Message,
    NotAsked,
    RollLost,
    RollResult,
    RollStarted,
    Show,
    State,
    Taken,
    is_numbered,
)
from companion.devices.wire import Frame, Splitter, decode, encode, wrap

SESSION = 500
BOOT = 0xC0FFEE


@dataclass
class Peer:
    """Plays the box: reads what our end sends, and sends what a test wants."""

    link: Link = field(default_factory=lambda: Link(SESSION))
    now_s: float = 0.0
    session: int = SESSION
    number: int = 0
    acknowledges: bool = True
    heard: list[Message] = field(default_factory=list)

    def run(self, seconds: float) -> list:
        """Lets time pass in hundredths of a second; returns what our end says."""
        events = []
        for _ in range(round(100 * seconds)):
            self.now_s += 0.01
            for chunk in Splitter().feed(self.link.send(self.now_s)):
                frame = decode(chunk)
                self.heard.append(frame.message)
                if isinstance(frame.message, Hello):
                    self.session = frame.session
                elif is_numbered(frame.message) and self.acknowledges:
                    self.put(Frame(frame.session, frame.number, Acknowledgement()))
            events += self.link.take_events()
        return events

    def put(self, frame: Frame) -> None:
        self.link.receive(encode(frame), self.now_s)

    def say(self, message: Message) -> None:
        self.put(Frame(self.session, self.number if is_numbered(message) else 0, message))
        self.number = (self.number + is_numbered(message)) % 256

    def greet(self, boot: int = BOOT, state: int = 0) -> list:
        """Answers the next hello, as a box that has just begun a session."""
        self.run(HELLO_S + 0.02)
        self.number = 0
        self.say(Greeting(1, 0, 2, 15, boot, 0, state))
        return self.run(0.05)

    def sent(self, kind: type) -> list:
        return [message for message in self.heard if isinstance(message, kind)]


def test_we_say_hello_until_we_are_greeted():
    peer = Peer()
    peer.run(1.0)
    assert len(peer.sent(Hello)) == 4
    (greeted,) = peer.greet()
    assert isinstance(greeted, Greeted)
    assert peer.link.is_up
    hellos = len(peer.sent(Hello))
    peer.run(1.5)
    assert len(peer.sent(Hello)) == hellos
    assert len(peer.sent(Heartbeat)) >= 1.5 / HEARTBEAT_S - 1


def test_what_is_not_acknowledged_is_repeated_and_what_waits_keeps_its_turn():
    peer = Peer(acknowledges=False)
    peer.greet()
    peer.link.show(1)
    peer.link.show(2)
    peer.run(0.5)
    assert set(peer.sent(Show)) == {Show(1, 0)}
    assert len(peer.sent(Show)) >= int(0.5 / (REPEAT_S + 0.01))
    peer.acknowledges = True
    peer.run(0.3)
    assert peer.sent(Show)[-1] == Show(2, 0)


def test_a_frame_that_comes_twice_is_reported_once_and_acknowledged_twice():
    peer = Peer()
    peer.greet()
    frame = Frame(SESSION, 0, NotAsked())
    for _ in range(3):
        peer.put(frame)
    assert peer.run(0.1).count(NotAsked()) == 1
    assert len(peer.sent(Acknowledgement)) == 3
    peer.put(Frame(SESSION, 5, NotAsked()))
    peer.put(Frame(SESSION + 1, 1, NotAsked()))
    assert peer.run(0.1) == []


def test_what_we_sent_ourselves_is_nothing_to_us():
    """On a wire that echoes, our end ignores what it sent itself."""
    link = Link(SESSION)
    for step in range(300):
        link.receive(link.send(step / 100), step / 100)
    (silent,) = link.take_events()
    assert silent == Silent(noise=True)


def test_a_roll_is_taken_once_it_is_written():
    peer = Peer()
    peer.greet()
    request = peer.link.ask(2)
    peer.run(0.1)
    thrown = RollResult(BOOT, 1, request, 3, 4)
    peer.say(RollStarted(BOOT, 1, request))
    peer.say(thrown)
    assert peer.run(0.5)[-1] == thrown
    assert not peer.sent(Taken)
    peer.link.forget(BOOT, 1)
    peer.run(0.1)
    assert peer.sent(Taken) == [Taken(BOOT, 1)]


def test_a_roll_that_comes_again_in_a_new_session_is_reported_once_and_taken_when_written():
    peer = Peer()
    peer.greet()
    request = peer.link.ask(1)
    thrown = RollResult(BOOT, 1, request, 3, 0)
    peer.say(thrown)
    assert thrown in peer.run(0.1)
    peer.link.unplugged()
    peer.greet(state=State.KEPT)
    peer.say(thrown)
    assert thrown not in peer.run(0.1)
    assert not peer.sent(Taken), "it is not written yet"
    peer.link.forget(BOOT, 1)
    peer.link.unplugged()  # before our end could hear the box
    peer.greet(state=State.KEPT)
    peer.say(thrown)
    peer.run(0.1)
    assert peer.sent(Taken) == [Taken(BOOT, 1)]
    assert len(peer.sent(Ask)) == 1, "it is rolled: nobody asks again"


def test_what_an_earlier_program_has_written_is_taken_and_not_reported():
    peer = Peer(Link(SESSION, {BOOT: 4}))
    peer.greet(state=State.KEPT)
    peer.say(RollResult(BOOT, 4, 9, 2, 2))
    assert peer.run(0.1) == []
    assert peer.sent(Taken) == [Taken(BOOT, 4)]
    peer.say(RollResult(BOOT, 5, 9, 2, 2))
    assert peer.run(0.1) == [RollResult(BOOT, 5, 9, 2, 2)]
    peer.say(RollResult(BOOT + 1, 1, 9, 2, 2))
    assert peer.run(0.1) == [RollResult(BOOT + 1, 1, 9, 2, 2)], "another boot counts from the beginning"


def test_a_restart_during_a_roll_is_reported_and_the_roll_asked_for_again():
    peer = Peer()
    peer.greet()
    request = peer.link.ask(2)
    peer.run(0.1)
    peer.say(RollStarted(BOOT, 1, request))
    peer.run(0.1)
    peer.link.unplugged()
    greeted, lost = peer.greet(boot=BOOT + 1)
    assert greeted.restarted
    assert lost == RollLost(BOOT, 1, request, LossReason.POWER)
    assert len(peer.sent(Ask)) == 2
    peer.say(RollLost(BOOT, 1, request, LossReason.RESET))
    assert peer.run(0.1) == [], "reported already"
    assert peer.sent(Taken) == [Taken(BOOT, 1)]


def test_a_reconnection_during_a_roll_loses_nothing():
    peer = Peer()
    peer.greet()
    request = peer.link.ask(2)
    peer.run(0.1)
    peer.say(RollStarted(BOOT, 1, request))
    peer.run(0.1)
    peer.link.unplugged()
    (greeted,) = peer.greet(state=State.ROLLING)
    assert not greeted.restarted
    peer.say(RollStarted(BOOT, 1, request))
    assert peer.run(0.1) == [], "it still rolls, as we knew"
    peer.say(RollResult(BOOT, 1, request, 6, 6))
    assert peer.run(0.1) == [RollResult(BOOT, 1, request, 6, 6)]


def test_cancelled_is_cancelled_also_for_the_next_session():
    peer = Peer()
    peer.greet()
    request = peer.link.ask(1)
    peer.link.cancel()
    peer.run(0.2)
    assert peer.sent(Cancel) == [Cancel(request)]
    peer.link.unplugged()
    peer.greet()
    assert len(peer.sent(Ask)) == 1


def test_silence_is_reported_once_and_ends_when_the_box_is_back():
    peer = Peer()
    peer.greet()
    assert peer.run(SILENT_S + 0.5) == [Silent(noise=False)]
    assert peer.run(5) == []
    assert [type(event) for event in peer.greet()] == [Greeted]
    peer.link.receive(b"\x11\x22\x00" * 50, peer.now_s)
    assert peer.run(SILENT_S + 0.5) == [Silent(noise=True)]


def test_a_box_that_has_lost_the_session_gets_a_new_one():
    peer = Peer()
    peer.greet()
    peer.put(Frame(0, 0, Greeting(1, 0, 2, 15, BOOT, 0, 0)))
    assert not peer.link.is_up
    assert [type(event) for event in peer.greet()] == [Greeted]
    assert peer.session == SESSION + 1


def test_another_version_is_named_once_and_nothing_is_done_with_it():
    peer = Peer()
    two = wrap(bytes((2, 0x81, 0, 0, 0)) + bytes(10))
    for _ in range(4):
        peer.link.receive(two, peer.now_s)
        peer.run(0.5)
    peer.run(3)
    assert not peer.link.is_up
    events = Peer(peer.link, peer.now_s).run(0.1)
    assert events == []
    fresh = Link(SESSION)
    fresh.receive(two * 3, 0.0)
    assert fresh.take_events() == [WrongVersion(2)]
    assert [type(event) for event in peer.greet()] == [Greeted], "a right one is welcome"


@given(
    st.lists(
        st.one_of(
            st.binary(max_size=40),
            st.builds(wrap, st.binary(max_size=28)),
            st.builds(lambda tail: wrap(b"\x01" + tail), st.binary(min_size=4, max_size=24)),
            st.sampled_from(
                [
                    encode(Frame(SESSION, 0, Greeting(1, 0, 2, 15, BOOT, 0, 0))),
                    encode(Frame(SESSION, 0, RollResult(BOOT, 1, 501, 3, 4))),
                    encode(Frame(SESSION, 1, RollResult(BOOT, 1, 501, 3, 4))),
                    encode(Frame(SESSION + 1, 0, RollResult(BOOT, 1, 501, 3, 4))),
                    encode(Frame(SESSION + 1, 0, Greeting(1, 0, 2, 15, BOOT + 1, 0, 4))),
                    encode(Frame(SESSION, 0, Acknowledgement())),
                ]
            ),
        ),
        max_size=30,
    )
)
def test_anything_on_the_wire_is_survived_and_no_roll_counts_twice(pieces):
    link = Link(SESSION)
    link.ask(2)
    throws = []
    for step, piece in enumerate(pieces):
        link.receive(piece, step / 10)
        link.send(step / 10)
        throws += [event for event in link.take_events() if isinstance(event, RollResult)]
    assert len({(throw.boot, throw.number) for throw in throws}) == len(throws)
