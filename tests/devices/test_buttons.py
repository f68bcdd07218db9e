"""Buttons: a bouncing contact gives one press, two held together ask to shut down, and a stuck one is noticed."""

from __future__ import annotations

import random

import pytest

from companion.devices.buttons import (
    CHORD_S,
    SHUTDOWN_S,
    STUCK_S,
    ButtonEvent,
    ButtonName,
    Debouncer,
    Freed,
    Pressed,
    ShutdownAsked,
    Stuck,
)
from companion.devices.virtual_buttons import VirtualButtons

Contact = tuple[float, ButtonName, bool]


def heard(*contacts: Contact, until: float, polls_s: float = 0.005) -> list[tuple[float, ButtonEvent]]:
    """The events that contacts lead to, polled every few milliseconds, each with the time of the poll that gave it."""
    keys, waiting, told = Debouncer(), sorted(contacts), []
    for poll in range(1, round(until / polls_s) + 1):
        now = poll * polls_s
        while waiting and waiting[0][0] <= now:
            t, name, closed = waiting.pop(0)
            keys.change(name, closed, t)
        told.extend((round(now, 3), event) for event in keys.events(now))
    return told


def events(*contacts: Contact, until: float, polls_s: float = 0.005) -> list[ButtonEvent]:
    return [event for _, event in heard(*contacts, until=until, polls_s=polls_s)]


def bouncing(rng: random.Random, name: ButtonName, at: float, closed: bool, for_s: float = 0.020) -> list[Contact]:
    """A contact that chatters for a while before it keeps still."""
    edges = sorted(rng.uniform(0, for_s) for _ in range(2 * rng.randint(2, 15)))
    return [(at + edge, name, closed ^ bool(i % 2)) for i, edge in enumerate([0.0, *edges])]


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("polls_s", [0.001, 0.033, 0.4])
def test_twenty_milliseconds_of_bouncing_are_one_press(seed: int, polls_s: float) -> None:
    rng = random.Random(seed)
    contacts = [*bouncing(rng, "throw", 0.1, True), *bouncing(rng, "throw", 0.3, False)]
    assert events(*contacts, until=2.0, polls_s=polls_s) == [Pressed("throw")]


def test_a_spike_on_the_wire_is_no_press() -> None:
    assert events((0.1, "throw", True), (0.11, "throw", False), until=1.0) == []


def test_a_press_counts_once_however_long_it_is_held_and_again_after_it_was_let_go() -> None:
    contacts: list[Contact] = [(0.1, "hint", True), (3.0, "hint", False), (3.2, "hint", True), (3.3, "hint", False)]
    assert events(*contacts, until=5.0) == [Pressed("hint"), Pressed("hint")]


def test_the_roll_button_counts_at_once_and_done_when_undo_has_not_come() -> None:
    (thrown,) = heard((0.1, "throw", True), until=1.0)
    assert thrown == (pytest.approx(0.125, abs=0.006), Pressed("throw"))
    (done,) = heard((0.1, "done", True), until=1.0)
    assert done == (pytest.approx(0.1 + CHORD_S, abs=0.006), Pressed("done"))


def test_a_short_press_of_done_counts_when_it_is_let_go() -> None:
    assert events((0.1, "done", True), (0.16, "done", False), until=1.0) == [Pressed("done")]


@pytest.mark.parametrize("later_s", [0.0, 0.1])
def test_done_and_undo_held_together_ask_to_shut_down_once_and_press_nothing(later_s: float) -> None:
    contacts: list[Contact] = [(0.1, "done", True), (0.1 + later_s, "undo", True)]
    contacts += [(5.0, "done", False), (5.1, "undo", False)]
    ((t, event),) = heard(*contacts, until=8.0)
    assert event == ShutdownAsked()
    assert t == pytest.approx(0.1 + later_s + SHUTDOWN_S, abs=0.01)


def test_done_and_undo_let_go_too_soon_do_nothing() -> None:
    contacts: list[Contact] = [(0.1, "done", True), (0.15, "undo", True), (1.0, "undo", False), (1.5, "done", False)]
    assert events(*contacts, until=5.0) == []


def test_a_stuck_button_is_reported_once_and_when_it_is_free_again() -> None:
    told = heard((0.1, "hint", True), (20.0, "hint", False), until=22.0, polls_s=0.05)
    assert [event for _, event in told] == [Pressed("hint"), Stuck("hint"), Freed("hint")]
    assert told[1][0] == pytest.approx(0.1 + STUCK_S, abs=0.06)


def test_a_stuck_done_leaves_undo_alone() -> None:
    contacts: list[Contact] = [(0.1, "done", True), (15.0, "undo", True), (18.5, "undo", False)]
    assert events(*contacts, until=20.0, polls_s=0.05) == [Pressed("done"), Stuck("done"), Pressed("undo")]


def test_virtual_buttons_are_pressed_and_held_like_real_ones() -> None:
    buttons = VirtualButtons()
    with buttons:
        buttons.press("done", 1.0)
        assert list(buttons.events(1.2)) == [Pressed("done")]
        buttons.hold("done", 2.0)
        buttons.hold("undo", 2.0)
        assert list(buttons.events(3.0)) == []
        assert list(buttons.events(2.1 + SHUTDOWN_S)) == [ShutdownAsked()]
