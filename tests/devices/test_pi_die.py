"""Dice that the companion rolls itself: asked for, rolling, settled. They never roll unasked and never twice."""

from __future__ import annotations

from companion.devices.die import InvalidRoll, NotDue, Request, Rolling, Settled
from companion.devices.errors import DeviceFailed
from companion.devices.pi_die import ROLLING_S, SPIN_S, TURN_S, PiDie, VirtualDiceDisplay
from companion.devices.script_die import ScriptDie

TWO = Request(("first", "second"), "White")


class Source:
    """Rolls 1 1, 2 2, 3 3, ... and counts the rolls."""

    made = 0
    broken = False

    def __call__(self, dice: int) -> Settled:
        if self.broken:
            raise DeviceFailed("the disk is full")
        self.made += 1
        return Settled((self.made,) * dice)


def test_nothing_is_rolled_unasked() -> None:
    source = Source()
    die = PiDie("screen", source)
    die.press(1.0)
    assert list(die.events(1.0)) == [NotDue()]
    die.ask(TWO)
    assert list(die.events(5.0)) == []
    assert source.made == 0


def test_a_press_rolls_and_settles_once_however_often_it_is_pressed() -> None:
    source, faces = Source(), VirtualDiceDisplay()
    die = PiDie("virtual", source, display=faces)
    die.ask(TWO)
    die.press(1.0)
    die.press(1.0)
    assert list(die.events(1.0)) == [Rolling()]
    die.press(1.2)
    shown = set()
    for step in range(1, int(ROLLING_S / SPIN_S)):
        assert list(die.events(1.0 + step * SPIN_S)) == []
        shown.add(faces.shown)
    assert len(shown) > 3
    assert list(die.events(1.0 + ROLLING_S)) == [Settled((1, 1))]
    assert faces.shown == (1, 1)
    assert list(die.events(9.0)) == []
    assert source.made == 1


def test_where_nobody_sees_it_roll_it_settles_at_once() -> None:
    die = PiDie("screen", Source(), rolling_s=0)
    die.ask(TWO)
    die.press(1.0)
    assert list(die.events(1.0)) == [Rolling(), Settled((1, 1))]


def test_a_roll_that_is_not_due_any_more_is_void_and_none_is_used_up() -> None:
    source = Source()
    die = PiDie("screen", source)
    die.ask(TWO)
    die.press(1.0)
    assert list(die.events(1.0)) == [Rolling()]
    die.ask(None)
    (void,) = die.events(1.3)
    assert isinstance(void, InvalidRoll)
    assert source.made == 0


def test_a_roll_that_cannot_be_made_is_reported() -> None:
    source = Source()
    source.broken = True
    die = PiDie("screen", source, rolling_s=0)
    die.ask(TWO)
    die.press(1.0)
    assert list(die.events(1.0)) == [Rolling(), InvalidRoll("The dice cannot be rolled: the disk is full")]


def test_one_face_shows_two_dice_in_turns() -> None:
    faces = VirtualDiceDisplay(1)
    die = PiDie("gpio", Source(), display=faces)
    die.show([2, 5])
    shown = []
    for turn in range(4):
        list(die.events(turn * TURN_S))
        shown.append(faces.shown)
    assert shown == [(2,), (5,), (2,), (5,)]


def test_a_scripts_die_cannot_be_pressed() -> None:
    die = ScriptDie()
    with die:
        die.ask(TWO)
        die.press(1.0)
        assert list(die.events(1.0)) == []
