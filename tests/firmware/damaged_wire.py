"""Rolls over a wire that damages every hundredth byte in both directions: none is lost, doubled or changed."""

from __future__ import annotations

from companion.devices.messages import RollLost, RollResult
from tests.firmware.meeting import Meeting, Wire
from tests.firmware.simulator import THROW


def roll_over_damaged_wire(rolls: int) -> Wire:
    """Rolls this often and checks each roll. Returns the wire, which has counted its bytes."""
    with Meeting(40, damage=0.01) as meeting:
        meeting.greet()
        requests, shown = [], []
        for _ in range(rolls):
            request = meeting.link.ask(2, 0)
            requests.append(request)
            shown.append(_roll_by_pressing(meeting, request))
        rolled = [event for event in meeting.events if isinstance(event, RollResult)]
        assert [roll.request for roll in rolled] == requests
        assert [roll.number for roll in rolled] == list(range(1, rolls + 1))
        assert [roll.values for roll in rolled] == shown
        assert len({roll.boot for roll in rolled}) == 1
        assert not any(isinstance(event, RollLost) for event in meeting.events)
        return meeting.wire


def _roll_by_pressing(meeting: Meeting, request: int) -> tuple[int | None, ...]:
    """Presses whenever the lamps ask for it, until the roll has arrived; returns what the lamps show then."""
    before = len(meeting.events)
    while not any(isinstance(event, RollResult) and event.request == request for event in meeting.events[before:]):
        meeting.box.button(THROW, meeting.box.shown() == (1, 1))
        meeting.step(4)
    shown = meeting.box.shown()
    meeting.box.button(THROW, False)
    meeting.step(34)
    return shown
