"""What the camera hears about the table: calm, blurred, or left alone for minutes."""

from __future__ import annotations

from types import MappingProxyType

from companion.app.attention import IDLE_AFTER_S, Attention
from vision.observation import Observation, Reading

TABLE = Reading(MappingProxyType({}), hand=False)


def see(
    *, reading: Reading | None = TABLE, hand: bool = False, resting: bool = True, blurred: bool = False
) -> Observation:
    return Observation(0, reading, resting and not hand, hand, resting=resting, blurred=blurred)


def test_a_camera_may_change_while_nothing_moves_and_no_hand_is_reachable() -> None:
    attention = Attention(0.0)
    assert attention.look(see(), 1.0).calm
    assert not attention.look(see(hand=True), 1.0).calm
    assert not attention.look(see(resting=False), 1.0).calm
    out_of_sight = attention.look(see(reading=None, resting=False), 1.0)
    assert out_of_sight.calm, "a board that is too dark to be found must not keep the camera from adjusting itself"
    assert out_of_sight.blurred
    assert attention.look(see(blurred=True), 1.0).blurred


def test_hands_movements_and_presses_wake_a_camera_that_was_left_alone() -> None:
    attention = Attention(0.0)
    assert not attention.look(see(), IDLE_AFTER_S - 1).idle
    assert attention.look(see(), IDLE_AFTER_S).idle
    assert not attention.look(see(hand=True), 1000.0).idle
    assert attention.look(see(), 1000.0 + IDLE_AFTER_S).idle
    assert not attention.look(see(resting=False), 2000.0).idle
    assert attention.look(see(reading=None, resting=False), 2000.0 + IDLE_AFTER_S).idle, "an empty table is left alone"
    attention.touch(3000.0)
    assert not attention.look(see(), 3001.0).idle
