"""The die box as a die and as buttons: with messages that tests make, and with its real program in the simulator."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.devices.box_panel import BoxPanel
from companion.devices.buttons import (
    ButtonEvent,
    ButtonsBack,
    ButtonsLost,
    Freed,
    Pressed,
    ShutdownAsked,
    Stuck,
)
from companion.devices.die import DieBack, DieEvent, DieLost, InvalidRoll, NotDue, Request, Rolling, Settled
from companion.devices.diebox import BoxEvent, DieBox, PortTrouble, Trouble
from companion.devices.link import Greeted, Silent, WrongVersion
from companion.devices.messages import (
    BoxButton,
    Button,
    ButtonStuck,
    Checked,
    Greeting,
    Health,
    HealthTest,
    LossReason,
    NotAsked,
    RefusalReason,
    Refused,
    RollLost,
    RollResult,
    RollStarted,
    Shutdown,
)
from tests.firmware.simulator import DONE, THROW, Box, Plug

TWO = Request(("first", "second"), "White")
HERE = Greeting(major=1, minor=0, dice=2, buttons=4, boot=0x2A, reset=0, state=0)


class ToldBox(DieBox):
    """A box without a port: the test sets what the box reports, and reads what the box was sent."""

    def __init__(self) -> None:
        super().__init__("/dev/nowhere")
        self.tells: list[BoxEvent] = []
        self.told: list[object] = []

    def poll(self, now_s: float) -> list[BoxEvent]:
        tells, self.tells = self.tells, []
        return tells

    def ask(self, dice: int, roll_ms: int = 800) -> int:
        self.told.append(("ask", dice))
        return 1

    def cancel(self) -> None:
        self.told.append("cancel")

    def show(self, *values: int) -> None:
        self.told.append(("show", *values))

    def forget(self, boot: int, number: int) -> None:
        self.told.append(("forget", boot, number))


def die_says(*events: BoxEvent) -> list[DieEvent]:
    box = ToldBox()
    panel = BoxPanel(box)
    box.tells = list(events)
    panel.poll(1.0)
    return list(panel.die.events(1.0))


def buttons_say(*events: BoxEvent) -> list[ButtonEvent]:
    box = ToldBox()
    panel = BoxPanel(box)
    box.tells = list(events)
    panel.poll(1.0)
    return [*panel.buttons.events(1.0), *panel.buttons.events(1.5)]


@pytest.mark.parametrize(
    ("event", "heard"),
    [
        (RollStarted(boot=42, number=1, request=1), Rolling),
        (NotAsked(), NotDue),
        (RollLost(boot=42, number=1, request=1, reason=LossReason.RESET), InvalidRoll),
        (PortTrouble(Trouble.MISSING, "/dev/ttyUSB0"), DieLost),
        (Silent(noise=False), DieLost),
        (WrongVersion(9), DieLost),
        (Health(HealthTest.REPETITION), DieLost),
        (Health(HealthTest.NONE), DieBack),
        (Refused(request=1, reason=RefusalReason.SELFTEST), DieLost),
        (Checked(failed=1), DieLost),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, type) else "",
)
def test_what_the_box_says_is_reported_as_every_die_reports_it(event: BoxEvent, heard: type) -> None:
    (said,) = die_says(event)
    assert type(said) is heard
    if isinstance(said, DieLost | InvalidRoll | DieBack):
        assert said.text[0].isupper()


def test_a_box_that_greets_for_the_first_time_or_is_well_says_nothing() -> None:
    assert die_says(Greeted(HERE, restarted=False), Checked(failed=0)) == []


def test_a_roll_carries_the_boxs_own_number_until_it_is_written_down() -> None:
    box = ToldBox()
    panel = BoxPanel(box)
    die = panel.die
    die.ask(TWO)
    die.ask(TWO)
    assert box.told == [("ask", 2)]
    box.tells = [RollResult(boot=0x2A, number=7, request=1, first=3, second=6)]
    panel.poll(1.0)
    (settled,) = die.events(1.0)
    assert settled == Settled((3, 6), {"box": "0000002a", "number": 7})
    die.forget(settled)
    assert box.told[1:] == [("forget", 0x2A, 7)]
    die.ask(TWO)  # the same roll is due once more
    die.ask(None)
    assert box.told[2:] == [("ask", 2), "cancel"]


def test_a_box_that_was_away_is_back_with_what_it_showed() -> None:
    box = ToldBox()
    panel = BoxPanel(box)
    die = panel.die
    die.show([4, 1])
    assert box.told == [("show", 4, 1)]
    box.tells = [PortTrouble(Trouble.VANISHED, "/dev/ttyUSB0"), Greeted(HERE, restarted=False)]
    panel.poll(1.0)
    lost, back = die.events(1.0)
    assert isinstance(lost, DieLost)
    assert back == DieBack("The die box works again", (4, 1))


def test_a_box_with_one_die_rolls_one() -> None:
    box = ToldBox()
    panel = BoxPanel(box)
    die = panel.die
    box.tells = [Greeted(Greeting(1, 0, 1, 4, 0x2A, 0, 0), restarted=False)]
    panel.poll(1.0)
    assert list(die.events(1.0)) == []
    assert die.max_dice == 1


def test_its_buttons_press_and_hold_as_others_do() -> None:
    down, up = [Button(BoxButton.UNDO, pressed, 0) for pressed in (True, False)]
    assert buttons_say(down, up) == [Pressed("undo")]
    both = [Button(BoxButton.DONE, True, 0), Button(BoxButton.UNDO, True, 0), Shutdown()]
    assert buttons_say(*both) == [ShutdownAsked()]
    assert buttons_say(ButtonStuck(BoxButton.HINT, True), ButtonStuck(BoxButton.HINT, False)) == [
        Stuck("hint"),
        Freed("hint"),
    ]


def test_a_button_held_while_the_box_goes_is_not_down_for_ever() -> None:
    pulled = PortTrouble(Trouble.VANISHED, "/dev/ttyUSB0")
    down = Button(BoxButton.DONE, True, 0)
    said = buttons_say(down, pulled, Greeted(HERE, restarted=True))
    assert [type(event) for event in said] == [ButtonsLost, ButtonsBack]


def test_die_and_buttons_share_the_port_until_both_are_closed(tmp_path: Path) -> None:
    with Box() as box, Plug(box, tmp_path / "tty"):
        first, second = BoxPanel(DieBox(str(tmp_path / "tty"))), BoxPanel(DieBox(str(tmp_path / "tty")))
        first.buttons.__enter__()
        with first.die:
            assert until(lambda: first.die.events(time.monotonic()), lambda _: first._box.is_ready) == []
        with second.die as die:
            # the buttons of the first panel still hold the port
            (refused,) = until(lambda: die.events(time.monotonic()), bool)
            assert isinstance(refused, DieLost)
            assert "nother program uses" in refused.text
            first.buttons.__exit__(None, None, None)
            (back,) = until(lambda: die.events(time.monotonic()), bool)
            assert isinstance(back, DieBack)


def until(
    step: Callable[[], Iterator[DieEvent | ButtonEvent]], enough: Callable[[list[object]], bool], seconds: float = 20
) -> list[DieEvent | ButtonEvent]:
    """All events until `enough` says True, in real time. Raises AssertionError if that takes too long."""
    happened: list[DieEvent | ButtonEvent] = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        happened.extend(step())
        if enough(happened):
            return happened
        time.sleep(0.005)
    raise AssertionError(f"only {happened} within {seconds} s")


def test_the_real_program_rolls_when_asked_and_survives_being_unplugged(tmp_path: Path) -> None:
    with Box() as box, Plug(box, tmp_path / "tty") as plug:
        panel = BoxPanel(DieBox(str(tmp_path / "tty")))
        with panel.die as die, panel.buttons as buttons:

            def step() -> Iterator[DieEvent | ButtonEvent]:
                yield from die.events(time.monotonic())
                yield from buttons.events(time.monotonic())

            until(step, lambda _: panel._box.is_ready)
            plug.press(THROW)
            assert NotDue() in until(step, lambda seen: NotDue() in seen)
            die.ask(TWO)
            asked_s = time.monotonic()
            until(step, lambda _: time.monotonic() - asked_s > 0.5)
            plug.press(THROW)
            happened = until(step, lambda seen: any(isinstance(event, Settled) for event in seen))
            (settled,) = [event for event in happened if isinstance(event, Settled)]
            assert Rolling() in happened
            assert box.shown() == settled.values
            die.forget(settled)
            plug.press(DONE)
            assert Pressed("done") in until(step, lambda seen: Pressed("done") in seen)
            plug.pull_out()
            (lost,) = [
                e for e in until(step, lambda seen: any(isinstance(e, DieLost) for e in seen)) if isinstance(e, DieLost)
            ]
            assert "unplugged" in lost.text
            plug.plug_in()
            back = until(step, lambda seen: any(isinstance(e, DieBack) for e in seen))
            assert [e.shown for e in back if isinstance(e, DieBack)] == [settled.values]
            assert not any(isinstance(e, Settled) for e in back)
            assert until(step, lambda _: box.shown() == settled.values) is not None
