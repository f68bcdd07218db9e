"""Pins of the Pi that are missing at the start: players hear of it once, and the pins work once they are there."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gpiozero.pins.mock import MockFactory

from companion.devices.buttons import ButtonsBack, ButtonsLost, Pressed
from companion.devices.die import DieBack, DieLost, Request, Rolling, Settled
from companion.devices.errors import DeviceMissing
from companion.devices.gpio import PIPS
from companion.devices.lasting_pins import LastingButtons, LastingLamps, LastingPins
from companion.devices.pi_die import RETRY_S as LAMPS_RETRY_S
from companion.devices.pi_die import ROLLING_S, PiDie
from companion.devices.pins import BUTTON_PINS, DIE_PINS
from companion.devices.retry import MAX_RETRY_S


class Board:
    """A Pi whose chip comes later. It has gpiozero's own mock pins."""

    def __init__(self) -> None:
        self.factory = MockFactory()
        self.has_chip = False
        self.tries = 0
        self.pins = LastingPins(self.open)

    @contextmanager
    def open(self) -> Iterator[MockFactory]:
        self.tries += 1
        if not self.has_chip:
            raise DeviceMissing("there is no GPIO chip")
        yield self.factory
        self.factory.close()


def test_a_die_whose_lamps_come_later_rolls_then() -> None:
    board = Board()
    lamps = LastingLamps(board.pins, DIE_PINS, "pips")
    with board.pins, PiDie("gpio", lambda dice: Settled((3, 5)), display=lamps, at_hand=True) as die:
        die.ask(Request(("first", "second"), "White"))
        (lost,) = die.events(0.0)
        assert lost == DieLost("there is no GPIO chip. Until it works again, roll ordinary dice and enter the roll")
        assert list(die.events(1.0)) == []
        board.has_chip = True
        assert list(die.events(LAMPS_RETRY_S)) == [DieBack("The die works again", ())]
        die.press(10.0)
        assert list(die.events(10.0)) == [Rolling()]
        assert list(die.events(10.0 + ROLLING_S)) == [Settled((3, 5))]
        lit = {name for name, pin in DIE_PINS[0].pips().items() if board.factory.pin(pin).state}
        assert lit == PIPS[3]


def test_buttons_that_come_later_are_heard_then_and_tried_ever_more_rarely() -> None:
    board = Board()
    with board.pins, LastingButtons(board.pins, ["done"]) as buttons:
        assert list(buttons.events(0.0)) == [ButtonsLost("there is no GPIO chip")]
        assert [event for t in range(1, 3600) for event in buttons.events(float(t))] == []
        assert board.tries < 10 + 3600 / MAX_RETRY_S
        board.has_chip = True
        assert list(buttons.events(4000.0)) == [ButtonsBack("The buttons work again")]
        pin = board.factory.pin(BUTTON_PINS["done"])
        pin.drive_low()
        assert list(buttons.events(time.monotonic() + 1)) == [Pressed("done")]


def test_two_thousand_tries_without_a_chip_leave_nothing_open() -> None:
    program = (
        "from companion.devices.errors import DeviceError\n"
        "from companion.devices.lasting_pins import LastingPins\n"
        "from tests.descriptors import count_descriptors\n"
        "def fail(tries):\n"
        "    for _ in range(tries):\n"
        "        try: LastingPins().open()\n"
        "        except DeviceError as error: said = str(error)\n"
        "    return said\n"
        "said, before = fail(1), count_descriptors()\n"
        "fail(2000)\n"
        "print(count_descriptors() - before, said)\n"
    )
    project = Path(__file__).parents[2]
    paths = os.pathsep.join((str(project / "tests/pi_libraries"), str(project)))
    ended = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": paths},
    )
    assert ended.stdout.startswith("0 there is no GPIO chip (no /dev/gpiochip*)")
