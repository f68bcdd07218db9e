"""The statistical tests of dice give published values, and proofs in a record are checked."""

from __future__ import annotations

import io
import random

import pygame
import pytest

from companion.fairness.checks import check_proofs, describe_proofs
from companion.fairness.commit_reveal import derive_roll, digest
from companion.fairness.picture import draw_png
from companion.fairness.proofs import find_last_box_rolls
from companion.fairness.statistics import (
    ENOUGH,
    chi_square,
    chi_square_p,
    collect_rolls,
    correlation_test,
    describe_dice,
    frequency_test,
    pairs_test,
)
from companion.history.events import Event, Revealed, Rolled, Sealed, from_json, to_json

SECRET = bytes(range(32))
SEAL = digest(SECRET)


@pytest.mark.parametrize(
    ("statistic", "freedom", "p"),
    [  # NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.4: upper-tail critical values
        (2.706, 1, 0.10),
        (3.841, 1, 0.05),
        (10.828, 1, 0.001),
        (5.991, 2, 0.05),
        (9.236, 5, 0.10),
        (11.070, 5, 0.05),
        (15.086, 5, 0.01),
        (20.515, 5, 0.001),
        (18.307, 10, 0.05),
        (29.588, 10, 0.001),
        (49.802, 35, 0.05),
        (57.342, 35, 0.01),
        (66.619, 35, 0.001),
        (124.342, 100, 0.05),
    ],
)
def test_chi_square_is_as_published(statistic: float, freedom: int, p: float) -> None:
    assert chi_square_p(statistic, freedom) == pytest.approx(p, rel=2e-3)


def test_chi_square_at_its_ends() -> None:
    assert chi_square_p(0, 5) == 1
    assert 0 <= chi_square_p(1e6, 5) < 1e-300
    assert chi_square_p(1e-9, 35) == pytest.approx(1)


def test_chi_square_of_a_loaded_die() -> None:
    """Worked out by hand: (25 + 4 + 1 + 4 + 0 + 100) / 10."""
    assert chi_square([10, 10, 10, 10, 10, 10]) == 0
    assert chi_square([5, 8, 9, 8, 10, 20]) == pytest.approx(13.4)
    assert frequency_test([value for value, n in enumerate([5, 8, 9, 8, 10, 20], 1) for _ in range(n)]).p == (
        pytest.approx(0.01991, abs=1e-5)
    )


def test_fair_dice_fail_each_test_as_often_as_its_p_says() -> None:
    rng = random.Random(11)
    low = [0, 0, 0]
    for _ in range(1000):
        values = [rng.randint(1, 6) for _ in range(360)]
        for i, test in enumerate((frequency_test(values), correlation_test(values), pairs_test(values))):
            assert test is not None
            low[i] += test.p < 0.05
    assert all(30 <= found <= 72 for found in low)  # 50 expected, three standard deviations


def test_dice_that_are_not_fair_are_found() -> None:
    rng = random.Random(5)
    loaded = [rng.choice([1, 2, 3, 4, 5, 6, 6]) for _ in range(2000)]
    assert frequency_test(loaded).p < 1e-6
    sticky = [1]
    while len(sticky) < 2000:
        sticky.append(sticky[-1] if rng.random() < 0.2 else rng.randint(1, 6))
    correlation = correlation_test(sticky)
    assert correlation is not None
    assert correlation.p < 1e-6
    assert correlation.statistic > 0.1
    turns = [1 + i % 6 for i in range(2000)]  # every value is equally frequent, and yet this is not random
    assert frequency_test(turns).p > 0.9
    assert pairs_test(turns).p < 1e-6


def test_nothing_is_said_of_what_says_nothing() -> None:
    assert correlation_test([1, 2]) is None
    assert correlation_test([4] * 50) is None
    lines = "\n".join(describe_dice({"screen, die 1": [1, 2, 3]}))
    assert "3 rolls" in lines
    assert f"too few rolls for a test: {ENOUGH} are needed" in lines
    assert list(describe_dice({})) == ["The journal has no rolls yet."]
    assert "all rolls were the same" in "\n".join(describe_dice({"typed, die 1": [6] * 40}))


def test_rolls_are_told_apart_by_what_rolled_them_and_which_die() -> None:
    events: list[Event] = [
        Rolled([3, 1], "screen"),
        Rolled([4, 4], "typed"),
        Rolled({"yellow": 2, "red": 5}, "serial", {"box": "0000002a", "number": 1, "dice": ["red", "yellow"]}),
        Rolled([6, 2], "screen"),
        Rolled("nonsense", "screen"),
        Rolled([9], "screen"),
    ]
    assert collect_rolls(events) == {
        "screen, die 1": (3, 6),
        "screen, die 2": (1, 2),
        "serial, red": (5,),
        "serial, yellow": (2,),
        "typed, die 1": (4,),
        "typed, die 2": (4,),
    }


def test_old_journals_have_no_proofs() -> None:
    old = from_json("rolled", {"dice": [3, 1], "source": "screen"})
    assert old == Rolled([3, 1], "screen", None)
    assert from_json("rolled", to_json(old)) == old
    assert check_proofs([old]).is_sound


def sealed_throw(number: int, dice: int = 2) -> Rolled:
    return Rolled(list(derive_roll(SECRET, number, dice)), "screen", {"seal": SEAL, "number": number})


SOUND: list[Event] = [Sealed(SEAL), sealed_throw(1), sealed_throw(2, 1), sealed_throw(3), Revealed(SECRET.hex())]


def test_sealed_rolls_are_counted_over() -> None:
    proved = check_proofs(SOUND)
    assert proved.is_sound
    assert list(describe_proofs(proved)) == [f"Seal {SEAL}: 3 rolls, all of them sealed before the game"]
    still = check_proofs(SOUND[:-1])
    assert still.is_sound
    assert list(describe_proofs(still)) == [f"Seal {SEAL}: 3 rolls; its secret is revealed when the game is over"]


def test_named_dice_are_counted_over_in_the_order_in_which_they_were_rolled() -> None:
    names = ["yellow", "blue", "red"]
    dice = dict(zip(names, derive_roll(SECRET, 1, 3), strict=True))
    proof = {"seal": SEAL, "number": 1, "dice": names}
    rolled = from_json("rolled", {"dice": dict(sorted(dice.items())), "source": "screen", "proof": proof})
    assert check_proofs([Sealed(SEAL), rolled, Revealed(SECRET.hex())]).is_sound


def made_up(number: int) -> Rolled:
    rolled = sealed_throw(number)
    return Rolled([value % 6 + 1 for value in rolled.dice], "screen", rolled.proof)


@pytest.mark.parametrize(
    ("events", "words"),
    [
        ([SOUND[0], SOUND[1], made_up(2), SOUND[4]], "Roll 2 under the seal 630dcd2966c43366 was "),
        ([SOUND[0], SOUND[1], SOUND[3], SOUND[4]], "has the number 3: a roll was left out or counted twice"),
        ([SOUND[0], SOUND[1], SOUND[1], SOUND[4]], "has the number 1: a roll was left out or counted twice"),
        ([SOUND[0], SOUND[4], SOUND[1]], "after the secret was revealed"),
        ([SOUND[1], SOUND[4]], "which was never shown"),
        ([SOUND[1], SOUND[0], SOUND[4]], "which was never shown"),
        ([SOUND[0], SOUND[1], Revealed("ab" * 32)], "belongs to no seal"),
        ([SOUND[0], SOUND[1], Revealed("no hex")], "belongs to no seal"),
        (
            [
                Rolled([1], "serial", {"box": "0000002a", "number": 7}),
                Rolled([2], "serial", {"box": "2a", "number": 7}),
            ],
            "Roll 7 of the die box (start 0000002a) counts twice",
        ),
    ],
)
def test_what_was_made_up_left_out_or_doubled_is_found(events: list[Event], words: str) -> None:
    proved = check_proofs(events)
    assert not proved.is_sound
    assert words in "\n".join(describe_proofs(proved))


def test_the_rolls_of_a_box_that_are_safe_already_are_known() -> None:
    parts = [{"box": "000000ff", "number": 3}, {"box": "000000ff", "number": 4}]
    events: list[Event] = [
        Rolled([1, 2], "serial", {"box": "000000ff", "number": 2}),
        Rolled([1, 2], "serial", {"parts": parts}),
        Rolled([1, 2], "serial", {"box": "0000000a", "number": 9}),
        Rolled([1, 2], "serial", {"box": "no hex", "number": 9}),
        Rolled([1, 2], "serial", {"box": "ff", "number": True}),
        Rolled([1, 2], "serial", {"parts": [3]}),
        Rolled([1, 2], "typed"),
    ]
    assert find_last_box_rolls(events) == {0xFF: 4, 0x0A: 9}


@pytest.mark.parametrize("dice", [{}, {"screen, die 1": [1, 6]}, {f"die {i}": [1 + i % 6] * 40 for i in range(7)}])
def test_a_picture_is_drawn(dice: dict[str, list[int]]) -> None:
    picture = pygame.image.load(io.BytesIO(draw_png(dice)), "fairness.png")
    assert picture.get_width() > 300
    assert len({tuple(picture.get_at((x, y))) for x in range(0, picture.get_width(), 3) for y in range(0, 60, 3)}) > 2
