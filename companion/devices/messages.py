"""The messages between the companion and a die box, as firmware/PROTOCOL.md describes them.

`wire` turns them into bytes and back, and `link` handles the connection.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, IntFlag


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
    """Why the box refuses to make the roll that was asked for."""

    DICE = 1  # the box has too few dice
    UNHEALTHY = 2  # its random noise fails; Health says when it passes again
    SELFTEST = 3  # its self-test failed


@dataclass(frozen=True, slots=True)
class Hello:
    """The companion begins a session. Each frame contains the number of the session."""


@dataclass(frozen=True, slots=True)
class Greeting:
    """The box says who it is."""

    major: int
    """The major number of the firmware's version."""

    minor: int
    """The minor number of the firmware's version."""

    dice: int
    """How many dice the box has."""

    buttons: int
    """A bit for each button that the box has."""

    boot: int
    """A random number that the box chose when it started."""

    reset: int
    """Why the chip was reset: the flags in its register MCUSR."""

    state: int
    """The state of the box, as bits of `State`."""


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """A sign of life from either end."""

    state: int
    """The state of the box, as bits of `State`; 0 from the companion."""


@dataclass(frozen=True, slots=True)
class Acknowledgement:
    """The frame with the same number as this one has come."""


@dataclass(frozen=True, slots=True)
class Ask:
    """The companion asks for a roll. The next press of the roll button makes it."""

    request: int
    """The request's number."""

    dice: int
    """How many dice to roll: 1 or 2."""

    roll_ms: int
    """How long the dice roll at least."""


@dataclass(frozen=True, slots=True)
class Cancel:
    """The companion cancels a request. If the roll has already begun, it still comes."""

    request: int
    """The request's number."""


@dataclass(frozen=True, slots=True)
class Taken:
    """The companion has saved a roll, so the box may forget it."""

    boot: int
    """Names the start of the box after which the roll was made."""

    number: int
    """The roll's number since this start."""


@dataclass(frozen=True, slots=True)
class Show:
    """The companion says what the dice show."""

    first: int
    """The value of the first die; 0 makes it dark."""

    second: int
    """The value of the second die; 0 makes it dark."""


@dataclass(frozen=True, slots=True)
class Check:
    """The companion asks the box to test itself: it switches on every light, plays a tone, and then sends Checked."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button was pressed or released."""

    button: BoxButton
    """Which button."""

    pressed: bool
    """True if the button is down now."""

    at_ms: int
    """The time by the box's clock in ms. After 2^32 it begins again at 0."""


@dataclass(frozen=True, slots=True)
class RollStarted:
    """The roll button was pressed, and the dice roll."""

    boot: int
    """Names the start of the box after which the roll was made."""

    number: int
    """The roll's number since this start."""

    request: int
    """The number of the request that this roll answers."""


@dataclass(frozen=True, slots=True)
class RollResult:
    """The dice have come to rest."""

    boot: int
    """Names the start of the box after which the roll was made."""

    number: int
    """The roll's number since this start."""

    request: int
    """The number of the request that this roll answers."""

    first: int
    """The value of the first die."""

    second: int
    """The value of the second die; 0 if only one was rolled."""

    @property
    def values(self) -> tuple[int, ...]:
        """The values of the dice, in order."""
        return (self.first, self.second) if self.second else (self.first,)


@dataclass(frozen=True, slots=True)
class NotAsked:
    """Somebody pressed the roll button, but no roll was asked for, so nothing was rolled."""


@dataclass(frozen=True, slots=True)
class Health:
    """A health test of the random noise failed, or the noise is good again."""

    test: HealthTest
    """The test that failed; NONE if the noise is good again."""


@dataclass(frozen=True, slots=True)
class ButtonStuck:
    """A button has been down so long that it must be stuck, or it is free again."""

    button: BoxButton
    """Which button."""

    stuck: bool
    """True if the button is stuck, False if it is free again."""


@dataclass(frozen=True, slots=True)
class RollLost:
    """A roll that had begun will never come. The same request can be rolled again."""

    boot: int
    """Names the start of the box after which the roll began."""

    number: int
    """The roll's number since this start."""

    request: int
    """The number of the request that this roll answers."""

    reason: LossReason
    """Why it was lost."""


@dataclass(frozen=True, slots=True)
class Shutdown:
    """Somebody held down done and undo together for a long time."""


@dataclass(frozen=True, slots=True)
class Refused:
    """The box cannot make the roll that was asked for."""

    request: int
    """The request's number."""

    reason: RefusalReason
    """Why the box cannot make the roll."""


@dataclass(frozen=True, slots=True)
class Checked:
    """The result of the box's self-test."""

    failed: int
    """A bit for each part that failed, as in PROTOCOL.md; 0 if none did."""


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


def is_numbered(message: Message) -> bool:
    """True if a message is repeated until it is acknowledged. All others are sent only once."""
    return not isinstance(message, Hello | Greeting | Heartbeat | Acknowledgement)
