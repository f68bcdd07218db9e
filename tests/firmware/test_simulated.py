"""The box's real program, in the simulator, and our end of the link."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from companion.devices import messages
from companion.devices.link import Greeted, Silent
from companion.devices.messages import (
    BoxButton,
    Button,
    ButtonStuck,
    Checked,
    Health,
    LossReason,
    NotAsked,
    RefusalReason,
    Refused,
    RollLost,
    RollResult,
    RollStarted,
    Shutdown,
)
from tests.firmware.damaged_wire import roll_over_damaged_wire
from tests.firmware.meeting import Meeting
from tests.firmware.simulator import DONE, THROW, UNDO, Box

WATCHDOG_FLAG = 8


def of(kind: type, events: list) -> list:
    return [event for event in events if isinstance(event, kind)]


def test_the_box_greets_and_says_what_it_is():
    with Meeting() as meeting:
        assert not meeting.box.linked
        greeted = meeting.greet()
        assert (greeted.greeting.major, greeted.greeting.minor) == (1, 0)
        assert greeted.greeting.dice == 2
        assert greeted.greeting.state == 0
        assert not greeted.restarted
        meeting.run(50)
        assert meeting.box.linked
        meeting.run(3000)
        assert meeting.events == [greeted], "a quiet link has nothing to say"


@pytest.mark.parametrize("dice", [1, 2])
def test_a_press_rolls_and_the_lamps_show_it(dice):
    with Meeting(2 + dice) as meeting:
        meeting.greet()
        for number in range(1, 13):
            thrown = meeting.throw(dice, roll_ms=300)
            assert thrown.number == number
            assert len(thrown.values) == dice
            shown = (*thrown.values, 0)[:2]
            assert meeting.box.shown() == shown
            meeting.run(1000)
            assert meeting.box.shown() == shown
        assert len(of(RollStarted, meeting.events)) == 12


def test_rolling_dice_move_and_click():
    with Meeting(5) as meeting:
        meeting.greet()
        meeting.link.ask(2, 1500)
        meeting.run(20)
        meeting.box.button(THROW, True)
        faces, clicks = set(), 0
        for _ in range(700):
            meeting.step()
            faces.add(meeting.box.shown())
            clicks += meeting.box.sounds
        assert len(faces) > 5
        assert all(None not in face for face in faces)
        assert clicks > 5
        assert not of(RollResult, meeting.events)


def test_who_is_asked_for_nothing_rolls_nothing():
    with Meeting(6) as meeting:
        meeting.greet()
        events = meeting.press()
        assert of(NotAsked, events)
        assert not of(RollStarted, meeting.events)
        meeting.link.ask(1)
        meeting.run(50)
        meeting.link.cancel()
        meeting.run(50)
        assert of(NotAsked, meeting.press())
        assert meeting.box.shown() == (0, 0)


def test_a_third_die_is_refused():
    with Meeting(7) as meeting:
        meeting.greet()
        request = meeting.link.ask(3)
        assert of(Refused, meeting.run(50)) == [Refused(request, RefusalReason.DICE)]


@pytest.mark.parametrize("seed", range(6))
def test_a_bounce_of_20_ms_is_one_press_and_one_roll(seed):
    chance = random.Random(seed)
    with Meeting(10 + seed) as meeting:
        meeting.greet()
        for _ in range(3):
            meeting.link.ask(1, 20)
            meeting.run(40)
            for closed in (True, False):
                for _ in range(chance.randrange(10, 40)):
                    meeting.box.button(THROW, chance.random() < 0.5)
                    meeting.step(20 / 40)
                meeting.box.button(THROW, closed)
                meeting.run(150)
        meeting.run(200)
        assert len(of(RollResult, meeting.events)) == 3
        presses = of(Button, meeting.events)
        assert [press.pressed for press in presses] == [True, False] * 3
        assert not of(NotAsked, meeting.events)


def test_a_reset_while_the_dice_roll_loses_the_roll_and_it_is_reported_and_rolled_again():
    with Meeting(20) as meeting:
        meeting.greet()
        request = meeting.link.ask(2, 1000)
        meeting.run(50)
        meeting.press()
        (rolling,) = of(RollStarted, meeting.events)
        meeting.box.reset()
        events = meeting.run(3000)
        assert of(RollLost, events) == [RollLost(rolling.boot, rolling.number, request, LossReason.RESET)]
        assert of(Greeted, events)[0].restarted
        events = meeting.press() + meeting.run(2000)
        (thrown,) = of(RollResult, events)
        assert thrown.request == request
        assert thrown.boot != rolling.boot
        assert meeting.box.shown() == thrown.values


def test_a_box_unplugged_while_the_dice_roll_says_after_it_that_the_roll_is_lost():
    with Meeting(21) as meeting:
        meeting.greet()
        request = meeting.link.ask(2, 1000)
        meeting.run(50)
        meeting.press()
        meeting.link.unplugged()
        meeting.box.power_cycle()
        events = meeting.run(3000)
        (lost,) = of(RollLost, events)
        assert (lost.request, lost.reason) == (request, LossReason.POWER)
        (thrown,) = of(RollResult, meeting.press() + meeting.run(2000))
        assert thrown.request == request


def test_a_reset_after_the_roll_leaves_it_as_it_was():
    with Meeting(22) as meeting:
        meeting.greet()
        meeting.writes = False
        thrown = meeting.throw()
        meeting.box.reset()
        events = meeting.run(3000)
        assert of(Greeted, events)
        assert not of(RollResult, events), "it was handed over already"
        assert not of(RollLost, events)
        assert meeting.box.shown() == thrown.values
        meeting.link.forget(thrown.boot, thrown.number)
        again = meeting.throw()
        assert (again.boot, again.number) != (thrown.boot, thrown.number)


def test_a_roll_that_we_never_heard_of_comes_when_we_are_back():
    with Meeting(23) as meeting:
        meeting.greet()
        request = meeting.link.ask(2, 100)
        meeting.run(50)
        meeting.wire.cut = True
        meeting.press()
        meeting.run(4000)
        assert of(Silent, meeting.events)
        shown = meeting.box.shown()
        assert shown != (0, 0)
        meeting.wire.cut = False
        meeting.run(2000)
        (thrown,) = of(RollResult, meeting.events)
        assert thrown.request == request
        assert thrown.values == shown
        assert not of(RollLost, meeting.events)


def test_a_program_that_starts_again_gets_the_kept_roll_unless_it_is_safe_already():
    with Meeting(24) as meeting:
        meeting.greet()
        meeting.writes = False
        thrown = meeting.throw()
        for find_last_box_rolls, heard in (({thrown.boot: thrown.number}, []), ({}, [])):
            meeting.link = type(meeting.link)(99 + len(find_last_box_rolls), find_last_box_rolls)
            events = meeting.run(1500)
            heard += of(RollResult, events)
            if find_last_box_rolls:
                assert heard == []
                break
        meeting.writes = True
        assert meeting.throw().number == thrown.number + 1


def test_the_kept_roll_comes_to_a_program_that_knows_nothing():
    with Meeting(25) as meeting:
        meeting.greet()
        meeting.writes = False
        thrown = meeting.throw()
        meeting.link = type(meeting.link)(77)
        assert of(RollResult, meeting.run(1500)) == [thrown]


def test_the_watchdog_resets_a_program_that_hangs():
    with Meeting(26) as meeting:
        first = meeting.greet()
        meeting.run(100)
        meeting.box.hang()
        meeting.run(400)
        assert meeting.events[-1] == first, "it hangs, and nothing has noticed yet"
        second = meeting.greet()
        assert second.restarted
        assert second.greeting.reset & WATCHDOG_FLAG
        assert meeting.throw().number == 1


def test_failing_noise_is_reported_gives_no_roll_and_recovers():
    with Meeting(27) as meeting:
        meeting.greet()
        meeting.box.noise(0)
        assert of(Health, meeting.run(200)) == [Health(messages.HealthTest.REPETITION)]
        meeting.link.ask(1, 20)
        events = meeting.run(50) + meeting.press()
        assert of(Refused, events)[0].reason == RefusalReason.UNHEALTHY
        assert not of(RollStarted, events)
        meeting.box.noise(80)
        assert of(Health, meeting.run(1500)) == [Health(messages.HealthTest.NONE)]
        assert of(RollResult, meeting.press() + meeting.run(500)), "what was asked for is still due"


def test_noise_that_hardly_moves_fails_the_adaptive_proportion_test():
    with Meeting(28) as meeting:
        meeting.greet()
        meeting.box.noise(5)  # the ADC gives only two values, one of them four times out of five
        health, *_ = of(Health, meeting.run(3000))
        assert health.test == messages.HealthTest.PROPORTION


def test_a_box_without_noise_says_so_from_the_start():
    with Meeting(29, noise_mv=0) as meeting:
        meeting.greet()
        assert of(Health, meeting.run(300)) == [Health(messages.HealthTest.REPETITION)]
        meeting.box.noise(80)
        assert of(Greeted, meeting.run(4000)), "it begins again, with a random number"
        assert meeting.throw().number == 1


def test_a_stuck_button_and_the_two_that_shut_down():
    with Meeting(30) as meeting:
        meeting.greet()
        meeting.box.button(DONE, True)
        meeting.run(500)
        meeting.box.button(UNDO, True)
        events = meeting.run(2500)
        assert of(Shutdown, events) == [Shutdown()]
        meeting.box.button(UNDO, False)
        assert of(ButtonStuck, meeting.run(8000)) == [ButtonStuck(BoxButton.DONE, True)]
        meeting.box.button(DONE, False)
        assert of(ButtonStuck, meeting.run(100)) == [ButtonStuck(BoxButton.DONE, False)]


def test_the_lamps_show_what_the_companion_asks_for_also_after_a_restart():
    with Meeting(31) as meeting:
        meeting.greet()
        meeting.link.show(5, 3)
        meeting.run(50)
        assert meeting.box.shown() == (5, 3)
        meeting.box.power_cycle()
        meeting.run(3000)
        assert meeting.box.shown() == (5, 3)


def test_the_self_test_finds_nothing_and_lights_every_lamp():
    with Meeting(32) as meeting:
        meeting.greet()
        meeting.link.check()
        assert of(Checked, meeting.run(300)) == [Checked(0)]
        assert meeting.box.pips() == ((1,) * 7, (1,) * 7)


def test_rolls_over_a_wire_that_damages_every_hundredth_byte():
    """`make evaluate-firmware` does the same with 2,000 rolls."""
    wire = roll_over_damaged_wire(300)
    assert wire.damaged / wire.carried == pytest.approx(0.01, rel=0.3)


def test_600_rolls_differ_from_run_to_run_and_are_dice():
    throws = []
    for seed in (50, 51):
        with Meeting(seed) as meeting:
            meeting.greet()
            throws.append([meeting.throw(2, 0).values for _ in range(300)])
    assert throws[0] != throws[1]
    alike = sum(a == b for a, b in zip(*throws, strict=True))
    assert alike < 30, "of 300 pairs one in 36 is alike by chance"
    counts = Counter(value for run in throws for pair in run for value in pair)
    assert sorted(counts) == [1, 2, 3, 4, 5, 6]
    assert sum((count - 200) ** 2 / 200 for count in counts.values()) < 25.745, "chi-square, p = 1e-4"


def test_the_same_noise_gives_the_same_rolls_and_other_presses_others():
    def values(delay_us: int) -> list:
        with Meeting(60) as meeting:
            meeting.greet()
            meeting.box.run(delay_us / 1000)
            return [meeting.throw(2, 0).values for _ in range(8)]

    assert values(0) == values(0)
    assert values(0) != values(7), "the timer at the press counts"


def test_garbage_on_the_wire_harms_nothing():
    chance = random.Random(3)
    with Box(70) as box:
        for _ in range(50):
            box.send(chance.randbytes(chance.randrange(400)))
            box.run(chance.randrange(1, 120))
        box.take()
        box.run(1000)
        assert box.take().count(0) >= 2, "it still greets"
