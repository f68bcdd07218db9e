"""The die box on a port: what can be wrong with a port, and the real program on a pseudo-terminal in real time."""

from __future__ import annotations

import errno
import os
import termios
import time
import tty
from collections.abc import Callable, Iterator

import pytest
import serial

from companion.devices.diebox import REOPEN_S, BoxEvent, DieBox, PortTrouble, Trouble, classify_error, describe_event
from companion.devices.find_box import AUTO
from companion.devices.link import Greeted, Silent, WrongVersion
from companion.devices.messages import (
    Health,
    HealthTest,
    LossReason,
    NotAsked,
    RefusalReason,
    Refused,
    RollLost,
    RollResult,
    RollStarted,
)
from tests.descriptors import count_descriptors
from tests.firmware.simulator import THROW, Box, Plug

PATIENCE_S = 60
"""A busy machine may take this long; a longer wait means a fault."""


@pytest.fixture
def pty() -> Iterator[tuple[int, str]]:
    """A port on which nobody answers: its other end, and its path."""
    master, slave = os.openpty()
    tty.setraw(slave)
    yield master, os.ttyname(slave)
    os.close(slave)
    os.close(master)


def troubles(box: DieBox, now_s: float) -> list[Trouble]:
    return [event.trouble for event in box.poll(now_s) if isinstance(event, PortTrouble)]


def test_a_missing_port_is_reported_once_and_tried_again(tmp_path):
    path = tmp_path / "ttyUSB0"
    with DieBox(str(path)) as box:
        (event,) = box.poll(0.0)
        assert isinstance(event, PortTrouble)
        assert event.trouble is Trouble.MISSING
        assert str(path) in event.text
        assert box.poll(REOPEN_S + 0.1) == []
        master, slave = os.openpty()
        tty.setraw(slave)
        path.symlink_to(os.ttyname(slave))
        assert box.poll(REOPEN_S + 0.2) == [], "it is tried once a second"
        box.poll(2 * REOPEN_S + 0.2)
        assert os.read(master, 100), "it says hello"
        os.close(master)
        os.close(slave)
        assert troubles(box, 4.0) == [Trouble.VANISHED]
        path.unlink()
        assert box.poll(6.0) == [], "that what was pulled out is missing is known"


def test_a_port_that_another_program_holds(pty):
    with DieBox(pty[1]) as first, DieBox(pty[1]) as second:
        assert troubles(first, 0.0) == []
        assert troubles(second, 0.0) == [Trouble.HELD]
    with DieBox(pty[1]) as third:
        assert troubles(third, 0.0) == [], "let go, it can be had"


@pytest.mark.parametrize("path", ["/dev/null", "/etc/passwd", "/", ""])
def test_what_is_no_serial_port(path):
    with DieBox(path) as box:
        assert troubles(box, 0.0)[0] in (Trouble.NO_PORT, Trouble.MISSING)


@pytest.mark.parametrize("path", ["/dev/null", "/etc/passwd", "/", "/dev/nowhere", "held", AUTO])
def test_two_thousand_failed_tries_leak_nothing(pty, path):
    with DieBox(pty[1]) as holder:
        holder.poll(0.0)
        with DieBox(pty[1] if path == "held" else path) as box:
            box.poll(0.0)
            before = count_descriptors()
            for n in range(1, 2001):
                assert troubles(box, n * (REOPEN_S + 0.1)) == [], "it was reported already"
            assert count_descriptors() == before


@pytest.mark.parametrize(
    ("error", "trouble"),
    [
        (termios.error(errno.EIO, "Input/output error"), Trouble.FAILED),
        (termios.error(errno.ENODEV, "No such device"), Trouble.MISSING),
        (serial.SerialException(errno.EACCES, "could not open port"), Trouble.DENIED),
        (serial.SerialException(errno.EBUSY, "could not open port"), Trouble.HELD),
        (serial.SerialException(errno.EIO, "could not open port"), Trouble.FAILED),
    ],
)
def test_errors_by_their_numbers(error, trouble):
    assert classify_error(error) is trouble
    assert "{" not in PortTrouble(trouble, "/dev/ttyUSB0").text


def test_a_port_that_never_speaks_and_one_that_babbles(pty):
    master, path = pty
    with DieBox(path) as box:
        assert box.poll(0.0) == []
        assert box.poll(3.0) == [Silent(noise=False)]
        os.write(master, b"login: \0\xff\xfe\0")
        assert box.poll(3.1) == []
        assert not box.is_ready


def test_a_full_wire_loses_nothing_of_ours(pty):
    master, path = pty
    with DieBox(path) as box:
        for step in range(4000):  # nobody reads, so the system's buffer fills up
            assert troubles(box, 0.35 * step) == []
        assert os.read(master, 100)


@pytest.mark.parametrize(
    "event",
    [
        *(PortTrouble(trouble, "/dev/ttyUSB0") for trouble in Trouble),
        Silent(noise=False),
        Silent(noise=True),
        WrongVersion(2),
        WrongVersion(0),
        NotAsked(),
        *(Health(test) for test in HealthTest),
        *(RollLost(1, 1, 1, why) for why in LossReason),
        *(Refused(1, why) for why in RefusalReason),
    ],
    ids=str,
)
def test_every_trouble_has_words(event):
    words = describe_event(event)
    assert words
    assert not words[0].isupper()
    assert words[-1] not in ".!"


def test_what_needs_no_words_has_none():
    assert describe_event(RollResult(1, 1, 1, 1, 1)) is None
    assert describe_event(RollStarted(1, 1, 1)) is None


def wait(box: DieBox, plug: Plug, wanted: Callable[[BoxEvent], bool]) -> list[BoxEvent]:
    """Polls until a wanted event happens. Returns all events until then, the wanted one last."""
    events: list[BoxEvent] = []
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        for event in box.poll(time.monotonic()):
            events.append(event)
            if isinstance(event, RollResult):
                box.forget(event.boot, event.number)
            if wanted(event):
                return events
        time.sleep(0.005)
    raise AssertionError(f"not said: {events}, lamps {plug.box.shown()}")


def wait_for_lamps(box: DieBox, plug: Plug) -> None:
    """Polls until the lamps ask for a roll."""
    end = time.monotonic() + PATIENCE_S
    while plug.box.shown() != (1, 1):
        assert time.monotonic() < end, f"lamps {plug.box.shown()}"
        box.poll(time.monotonic())
        time.sleep(0.005)


def throw(box: DieBox, plug: Plug, wanted: type[BoxEvent]) -> BoxEvent:
    """Presses the roll button as a person does, until an event of the wanted type happens, and returns that event.

    On a busy machine the box may stop answering. Then a new session begins, and the box is asked again. A press in
    between gives NotAsked, and is repeated.
    """
    while True:
        wait_for_lamps(box, plug)
        plug.press(THROW)
        event = wait(box, plug, lambda event: isinstance(event, wanted | NotAsked))[-1]
        if not isinstance(event, NotAsked):
            return event


def test_the_real_program_through_a_port_unplugged_during_a_roll(tmp_path):
    def is_a(kind: type) -> Callable[[BoxEvent], bool]:
        return lambda event: isinstance(event, kind)

    path = tmp_path / "ttyBOX"
    with Box(80) as chip, Plug(chip, path) as plug, DieBox(str(path)) as box:
        wait(box, plug, is_a(Greeted))
        request = box.ask(2, 200)
        thrown = throw(box, plug, RollResult)
        assert isinstance(thrown, RollResult)
        assert thrown.request == request
        assert chip.shown() == thrown.values
        request = box.ask(2, 10_000)
        box.show(0, 0)
        throw(box, plug, RollStarted)
        plug.pull_out()
        *_, trouble = wait(box, plug, is_a(PortTrouble))
        assert isinstance(trouble, PortTrouble)
        assert trouble.trouble is Trouble.VANISHED
        plug.plug_in()
        *_, lost = wait(box, plug, is_a(RollLost))
        assert isinstance(lost, RollLost)
        assert (lost.request, lost.reason) == (request, LossReason.POWER)
        throw(box, plug, RollStarted)
