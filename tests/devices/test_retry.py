"""When a device is tried again: at once, then after pauses that grow, and soon again after it has worked."""

from __future__ import annotations

from companion.devices.retry import MAX_RETRY_S, RetryTimer


def find_pause(timer: RetryTimer, failed_at: float) -> float:
    """How many seconds after a failure the next try is due."""
    timer.fail(failed_at)
    return next(pause for pause in range(1000) if timer.is_due(failed_at + pause))


def test_the_first_try_is_due_at_once() -> None:
    assert RetryTimer(2.0).is_due(0.0)


def test_pauses_double_up_to_the_longest_one() -> None:
    timer = RetryTimer(2.0)
    assert [find_pause(timer, 100.0 * number) for number in range(6)] == [2, 4, 8, 16, MAX_RETRY_S, MAX_RETRY_S]


def test_a_device_that_has_worked_is_tried_again_soon() -> None:
    timer = RetryTimer(2.0)
    for number in range(4):
        timer.fail(100.0 * number)
    timer.succeed()
    assert find_pause(timer, 1000.0) == 2
