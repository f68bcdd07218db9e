"""A simulated box and our end of the link with a wire between them that may damage what it carries.

Time is the box's own and passes in steps, so a meeting is the same in every run and as fast as the simulator.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType

from companion.devices.link import Event, Greeted, Link
from companion.devices.messages import RollResult
from tests.firmware.simulator import THROW, Box

STEP_MS = 2.0


@dataclass
class Wire:
    """Changes each byte with some probability into any other byte."""

    damage: float = 0.0
    chance: random.Random = field(default_factory=lambda: random.Random(1))
    carried: int = 0
    damaged: int = 0
    cut: bool = False

    def carry(self, data: bytes) -> bytes:
        """The bytes as they arrive."""
        self.carried += len(data)
        if self.cut:
            return b""
        if not self.damage:
            return data
        return bytes(self._byte(byte) for byte in data)

    def _byte(self, byte: int) -> int:
        if self.chance.random() >= self.damage:
            return byte
        self.damaged += 1
        return byte ^ self.chance.randrange(1, 256)


class Meeting:
    """Both ends and the wire. `events` holds everything that our end has reported so far."""

    def __init__(self, seed: int = 1, *, damage: float = 0.0, noise_mv: int | None = None) -> None:
        self.box = Box(seed) if noise_mv is None else Box(seed, noise_mv=noise_mv)
        self.link = Link(seed)
        self.wire = Wire(damage, random.Random(seed))
        self.events: list[Event] = []
        self.writes = True
        """True if each roll is written down as soon as it comes."""

    def __enter__(self) -> Meeting:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.box.__exit__(kind, error, trace)

    def step(self, ms: float = STEP_MS) -> list[Event]:
        """Lets a little time pass at both ends; returns what our end reports."""
        self.box.send(self.wire.carry(self.link.send(self.box.now_s)))
        self.box.run(ms)
        self.link.receive(self.wire.carry(self.box.take()), self.box.now_s)
        events = self.link.take_events()
        for event in events:
            if self.writes and isinstance(event, RollResult):
                self.link.forget(event.boot, event.number)
        self.events += events
        return events

    def run(self, ms: float) -> list[Event]:
        """Lets time pass; returns what our end says in that time."""
        events: list[Event] = []
        for _ in range(round(ms / STEP_MS)):
            events += self.step()
        return events

    def until(self, wanted: Callable[[Event], bool], ms: float = 5000) -> list[Event]:
        """Runs until our end says something wanted, which comes last in the result; fails if that takes too long."""
        events: list[Event] = []
        for _ in range(round(ms / STEP_MS)):
            for event in self.step():
                events.append(event)
                if wanted(event):
                    return events
        raise AssertionError(f"not said in {ms} ms; said was {events}")

    def greet(self) -> Greeted:
        """Runs until the box has greeted us."""
        *_, greeted = self.until(lambda event: isinstance(event, Greeted))
        assert isinstance(greeted, Greeted)
        return greeted

    def press(self, which: int = THROW, held_ms: float = 60) -> list[Event]:
        """Presses a button and lets it go."""
        self.box.button(which, True)
        events = self.run(held_ms)
        self.box.button(which, False)
        return events + self.run(40)

    def throw(self, dice: int = 2, roll_ms: int = 20) -> RollResult:
        """Asks for a roll, presses the button and waits for the result."""
        request = self.link.ask(dice, roll_ms)
        self.run(40)
        *_, thrown = [*self.press(), *self.until_settled(request)]
        assert isinstance(thrown, RollResult)
        return thrown

    def until_settled(self, request: int) -> list[Event]:
        """Runs until the roll of a request has arrived; does nothing if it already has."""
        for event in reversed(self.events):
            if isinstance(event, RollResult) and event.request == request:
                return [event]
        return self.until(lambda event: isinstance(event, RollResult) and event.request == request)
