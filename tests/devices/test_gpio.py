"""Lamps and buttons on pins, driven through gpiozero's own mock factory, and the message on machines without pins."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from gpiozero import LED
from gpiozero.pins.mock import MockFactory, MockPin

from companion.devices.buttons import BUTTONS, SHUTDOWN_S, Freed, Pressed, ShutdownAsked, Stuck
from companion.devices.die import DieBack, DieLost, Request, Rolling, Settled
from companion.devices.errors import DeviceBusy, DeviceFailed
from companion.devices.gpio import PIPS, SEGMENTS, GpioButtons, LampDisplay
from companion.devices.pi_die import RETRY_S, ROLLING_S, PiDie
from companion.devices.pins import BUTTON_PINS, DIE_PINS, GROUNDS, HEADER, DiePins


class FragilePin(MockPin):
    """A pin whose output can stop working, as if its chip was taken away."""

    broken = False

    def _set_state(self, value: Any) -> None:
        if FragilePin.broken:
            raise OSError(5, "Input/output error")
        super()._set_state(value)


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    FragilePin.broken = False
    factory = MockFactory(pin_class=FragilePin)
    yield factory
    FragilePin.broken = False
    factory.close()


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def lit(factory: MockFactory, face: DiePins) -> set[str]:
    return {name for name, pin in face.pips().items() if factory.pin(pin).state}


@pytest.mark.parametrize("value", range(1, 7))
def test_the_lamps_show_as_many_pips_as_were_rolled(factory: MockFactory, value: int) -> None:
    with LampDisplay(factory, DIE_PINS) as faces:
        faces.show([value, 7 - value])
        assert lit(factory, DIE_PINS[0]) == PIPS[value]
        assert len(lit(factory, DIE_PINS[0])) == value
        assert len(lit(factory, DIE_PINS[1])) == 7 - value
        faces.show([value])
        assert lit(factory, DIE_PINS[1]) == set()


@pytest.mark.parametrize("value", range(1, 7))
def test_a_display_shows_the_figure(factory: MockFactory, value: int) -> None:
    (face,) = DIE_PINS[:1]
    with LampDisplay(factory, [face], "segments") as faces:
        faces.show([value])
        segments = {name for name, pin in face.segments().items() if factory.pin(pin).state}
    assert segments == set(SEGMENTS[value])
    # As on every seven-segment display: 1 lights the two bars on the right, 8 would light all.
    assert len(segments) == {1: 2, 2: 5, 3: 5, 4: 4, 5: 5, 6: 6}[value]


def test_pips_are_as_on_every_die() -> None:
    across = {"left": "right", "right": "left", "top": "bottom", "bottom": "top", "middle": "middle"}
    for pips in PIPS.values():  # a face looks the same when the die is turned by 180 degrees
        turned = {p if p == "centre" else "_".join(across[part] for part in p.split("_")) for p in pips}
        assert turned == pips


def test_the_lamps_are_dark_and_free_after_use(factory: MockFactory) -> None:
    with LampDisplay(factory, DIE_PINS) as faces:
        faces.show([6, 6])
    with LED(DIE_PINS[0].top_left, pin_factory=factory) as lamp:
        assert not lamp.is_lit


def test_a_pin_in_use_is_named(factory: MockFactory) -> None:
    taken = DIE_PINS[1].centre
    with LED(taken, pin_factory=factory):
        with pytest.raises(DeviceBusy, match=f"GPIO {taken}"), LampDisplay(factory, DIE_PINS):
            pass
        with LED(DIE_PINS[0].top_left, pin_factory=factory):  # opened before the failure, free again
            pass


def test_lamps_that_fail_are_named(factory: MockFactory) -> None:
    with LampDisplay(factory, DIE_PINS) as faces:
        FragilePin.broken = True
        with pytest.raises(DeviceFailed, match=r"die 1 does not answer: check its wiring \(hardware/wiring.md\)"):
            faces.show([3])


def test_a_die_that_fails_in_mid_game_is_reported_and_comes_back_with_what_it_showed(factory: MockFactory) -> None:
    thrown = iter([(3, 5), (1, 2)])
    die = PiDie("gpio", lambda dice: Settled(next(thrown)), display=LampDisplay(factory, DIE_PINS), at_hand=True)
    with die:
        die.ask(Request(("first", "second"), "White"))
        die.press(10.0)
        assert list(die.events(10.0)) == [Rolling()]
        assert list(die.events(10.0 + ROLLING_S)) == [Settled((3, 5))]
        assert (len(lit(factory, DIE_PINS[0])), len(lit(factory, DIE_PINS[1]))) == (3, 5)
        FragilePin.broken = True
        die.show([4, 4])
        (lost,) = die.events(20.0)
        assert isinstance(lost, DieLost)
        assert "check its wiring" in lost.text
        assert "ordinary dice" in lost.text
        assert list(die.events(20.1)) == []
        FragilePin.broken = False
        assert list(die.events(20.2)) == []
        assert list(die.events(20.0 + RETRY_S)) == [DieBack("The die works again", (4, 4))]
        assert (len(lit(factory, DIE_PINS[0])), len(lit(factory, DIE_PINS[1]))) == (4, 4)


def test_every_button_is_heard_and_bouncing_counts_once(factory: MockFactory) -> None:
    clock, rng = Clock(), random.Random(1)
    with GpioButtons(factory, BUTTONS, clock=clock) as buttons:
        for name in BUTTONS:
            pin = factory.pin(BUTTON_PINS[name])
            assert pin.pull == "up"
            for _ in range(7):
                pin.drive_low()
                clock.now += rng.uniform(0, 0.0015)
                pin.drive_high()
                clock.now += rng.uniform(0, 0.0015)
            pin.drive_low()
            clock.now += 0.1
            pin.drive_high()
            clock.now += 0.2
            assert list(buttons.events(clock.now)) == [Pressed(name)]
            assert list(buttons.events(clock.now + 1)) == []


def test_two_held_together_ask_to_shut_down(factory: MockFactory) -> None:
    clock = Clock()
    with GpioButtons(factory, BUTTONS, clock=clock) as buttons:
        factory.pin(BUTTON_PINS["done"]).drive_low()
        clock.now += 0.04
        factory.pin(BUTTON_PINS["undo"]).drive_low()
        assert list(buttons.events(clock.now + 0.1)) == []
        assert list(buttons.events(clock.now + SHUTDOWN_S + 0.1)) == [ShutdownAsked()]


def test_a_button_that_is_down_from_the_start_is_not_pressed_but_stuck() -> None:
    clock = Clock()

    class Held(MockPin):
        """A pin that a wire ties to ground, whatever pulls it up."""

        def drive_high(self) -> None:
            self.drive_low()

    held = MockFactory(pin_class=Held)
    with GpioButtons(held, ["done"], clock=clock) as buttons:
        assert list(buttons.events(clock.now + 1)) == []
        assert list(buttons.events(clock.now + 11)) == [Stuck("done")]
        MockPin.drive_high(held.pin(BUTTON_PINS["done"]))
        clock.now += 12
        assert list(buttons.events(clock.now + 12)) == [Freed("done")]
    held.close()


def test_every_line_has_one_use_and_a_pin_on_the_header() -> None:
    used = [*BUTTON_PINS.values(), *(pin for face in DIE_PINS for pin in face.pips().values())]
    assert len(set(used)) == len(used) == 18
    assert set(used) == set(HEADER)
    assert len(set(HEADER.values())) == len(HEADER)
    assert not set(HEADER.values()) & {*GROUNDS, 1, 2, 4, 17, 27, 28}
    assert not set(used) & {0, 1, 2, 3, 14, 15, 18, 19, 20, 21}


def test_the_header_is_as_gpiozero_knows_it() -> None:
    header = MockFactory("a03111").board_info.headers["J8"]
    names = {int(name[4:]): number for number, pin in header.pins.items() if (name := pin.name).startswith("GPIO")}
    assert {line: names[line] for line in HEADER} == dict(HEADER)
    assert {number for number, pin in header.pins.items() if pin.name == "GND"} == set(GROUNDS)


def test_without_the_pis_pins_it_is_reported_and_no_other_library_is_tried() -> None:
    """Runs in a program of its own where a mock factory is available: it must use the Pi's pins or none."""
    program = (
        "import os, sys\n"
        "from companion.devices.errors import DeviceError\n"
        "from companion.devices.gpio import open_pins\n"
        "try:\n"
        "    with open_pins(): print('open')\n"
        "except DeviceError as error: print(os.environ['GPIOZERO_PIN_FACTORY'], type(error).__name__, error)\n"
    )
    environment = {**os.environ, "GPIOZERO_PIN_FACTORY": "mock"}
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environment)
    assert ended.stdout.startswith(("lgpio DeviceMissing the Pi's pins", "lgpio DeviceMissing there is no GPIO chip"))


def test_lgpio_leaves_the_working_directory_alone_and_no_old_pipe_stops_it(tmp_path: Path) -> None:
    """Another user's old pipe in the folder for temporary files cannot be removed. The test runs a new process."""
    (tmp_path / ".lgd-nfy0").mkdir()
    program = (
        "import os, sys\n"
        "from companion.devices.errors import DeviceError\n"
        "from companion.devices.gpio import open_pins\n"
        "home = os.getcwd()\n"
        "for _ in range(2):\n"
        "    try:\n"
        "        with open_pins(): pass\n"
        "    except DeviceError as error: print(type(error).__name__)\n"
        "assert 'lgpio' in sys.modules\n"
        "assert os.getcwd() == home\n"
        "print(os.environ['LG_WD'], os.listdir(os.environ['TMPDIR']))\n"
    )
    stand_in = str(Path(__file__).parents[1] / "pi_libraries")
    here = str(Path(__file__).parents[2])
    environment = {
        **os.environ, "TMPDIR": str(tmp_path), "LG_WD": str(tmp_path), "PYTHONPATH": os.pathsep.join((stand_in, here))
    }  # fmt: skip
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environment, cwd="/"
    )
    assert ended.stdout.splitlines() == ["DeviceMissing", "DeviceMissing", f"{tmp_path} ['.lgd-nfy0']"]
