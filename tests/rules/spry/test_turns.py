"""Spry turn by turn, compared with the naive rules: legal turns, texts, the exchange of colours, hints."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.core import MoveTextError
from companion.rules.spry import Position
from tests.rules.spry.naive import naively_legal, naively_won
from tests.rules.spry.positions import CELLS, SEEDS, SPRY, at, played, sample


def test_random_games_end_with_a_winner() -> None:
    for seed in range(200):
        *turns, (end, _) = played(seed)
        dumped = SPRY.dump(end)
        result = SPRY.status(end).result
        assert result is not None
        assert dumped["phase"] == "over"
        assert dumped["result"] == {"winner": result.winner, "points": 1, "how": "connected"}
        assert dumped["to_move"] == result.winner
        mine = {cell for cell, colour in dumped["stones"].items() if colour == result.winner}
        assert naively_won(mine)
        assert not naively_won(set(dumped["stones"]) - mine)
        assert SPRY.legal(end).moves == ()
        assert SPRY.parse(dumped) == end
        assert SPRY.match(end, SPRY.table(end)).partial
        assert SPRY.arranged(end, {}) == SPRY.table(end)
        assert [v.rule for v in SPRY.judge(end, "E5").violations] == ["SY-4"]
        assert [v.rule for v in SPRY.match(end, {}).violations] == ["SY-4"]
        placed = [turn for _, turn in turns if turn != "swap"]
        assert sum(len(turn.split()) for turn in placed) == len(dumped["stones"])


def near_the_end(seed: int) -> Position:
    """A position with few empty cells, so that every turn can be listed."""
    rnd = random.Random(seed)
    while True:
        names = rnd.sample(CELLS, 61 - rnd.randint(1, 9))
        black = {name for name in names if rnd.random() < 0.5}
        if not naively_won(black) and not naively_won(set(names) - black):
            return SPRY.parse(at(" ".join(black), " ".join(set(names) - black), to_move=rnd.choice("BW")))


@given(SEEDS)
@settings(max_examples=60, deadline=None)
def test_legal_turns_are_those_of_the_naive_rules(seed: int) -> None:
    position = near_the_end(seed)
    dumped = SPRY.dump(position)
    empty = [name for name in CELLS if name not in dumped["stones"]]
    expected = {" ".join(turn) for n in range(1, 7) for turn in combinations(empty, n) if naively_legal(dumped, turn)}
    legal = SPRY.legal(position)
    assert legal.complete
    assert set(legal.moves) == expected
    assert len(legal.moves) == len(expected)
    for turn in legal.moves[:30]:
        outcome = SPRY.judge(position, turn).outcome
        assert outcome is not None
        after = SPRY.dump(outcome.position)
        mover = dumped["to_move"]
        assert after["stones"] == dumped["stones"] | dict.fromkeys(turn.split(), mover)
        won = naively_won({cell for cell, colour in after["stones"].items() if colour == mover})
        assert (after["phase"] == "over") == won
        assert after["to_move"] == (mover if won else "W" if mover == "B" else "B")
        assert SPRY.parse(after) == outcome.position


@given(SEEDS, st.lists(st.sampled_from(CELLS), max_size=7))
@settings(max_examples=500, deadline=None)
def test_any_turn_is_judged_as_the_naive_rules_do(seed: int, turn: list[str]) -> None:
    position = sample(seed)
    verdict = SPRY.judge(position, " ".join(turn))
    assert verdict.legal == naively_legal(SPRY.dump(position), tuple(turn))
    assert verdict.move == " ".join(sorted(turn))
    for violation in verdict.violations:
        assert violation.rule in ("SY-1", "SY-2", "SY-G")
        assert violation.text.endswith(".")
        assert violation.title
        assert set(violation.cells) <= set(CELLS)
    assert verdict.legal or verdict.violations


def test_the_innermost_ring_limits() -> None:
    start = SPRY.new()
    assert SPRY.judge(start, "A1 B1 C1 D1 E1").legal
    assert SPRY.judge(start, "E5").legal
    (violation,) = SPRY.judge(start, "A1 B1 C3 D1 E1").violations
    assert (violation.rule, violation.cells[0]) == ("SY-2", "C3")
    assert all(part in violation.text for part in ("5 stones", "C3", "ring with 3 cells", "at most 3"))
    (violation,) = SPRY.judge(start, "A1 A2 A3 A4 A5 B1").violations
    assert all(part in violation.text for part in ("6 stones", "at most 5"))
    (violation,) = SPRY.judge(start, "E5 A1").violations
    assert "E5 is the centre" in violation.text


def test_texts_are_read_with_tolerance_and_written_in_one_form() -> None:
    start = SPRY.new()
    assert SPRY.judge(start, "  i5   a1 C2 ").move == "A1 C2 I5"
    assert [v.rule for v in SPRY.judge(start, "").violations] == ["SY-2"]
    assert [v.rule for v in SPRY.judge(start, "   ").violations] == ["SY-2"]
    assert [v.rule for v in SPRY.judge(start, "A1 a1").violations] == ["SY-G"]
    for text in ("A6", "J1", "A0", "A1,A2", "A1-A2", "A1A2", "pass", "A01", "swap A1", "A١", "A1 " + "9" * 5000, "é"):
        with pytest.raises(MoveTextError):
            SPRY.judge(start, text)
    assert not SPRY.judge(start, "A1 " * 300_000).legal


def test_the_start_lists_up_to_the_limit() -> None:
    start = SPRY.new()
    legal = SPRY.legal(start)
    assert (len(legal.moves), legal.complete) == (10_000, False)
    assert len(set(legal.moves)) == 10_000
    whole = SPRY.legal(start, 1_000_000)
    assert whole.complete
    # Counted by hand: for each n from 1 to 5, the sets of n cells among the cells that allow n stones.
    assert len(whole.moves) == 61 + 60 * 59 // 2 + 54 * 53 * 52 // 6 + 42 * 41 * 40 * 39 // 24 + 42_504


def test_swapping_is_offered_to_the_second_players_first_turn_alone() -> None:
    start = SPRY.new({"swap": True})
    assert not SPRY.judge(start, "swap").legal
    assert not SPRY.status(start).offers
    opened = SPRY.judge(start, "A1 A2").outcome
    assert opened is not None
    assert SPRY.legal(opened.position).moves[0] == "swap"
    assert SPRY.status(opened.position).offers == ("swap",)
    assert SPRY.match(opened.position, SPRY.table(opened.position)).moves == ("swap",)
    swapped = SPRY.judge(opened.position, " SWAP ").outcome
    assert swapped is not None
    before, after = SPRY.dump(opened.position), SPRY.dump(swapped.position)
    assert after == before | {"options": {"swap": False}}
    assert SPRY.parse(after) == swapped.position
    assert [v.rule for v in SPRY.judge(swapped.position, "swap").violations] == ["SY-R5"]
    assert SPRY.match(swapped.position, SPRY.table(swapped.position)).moves == ()
    answered = SPRY.judge(opened.position, "I1").outcome
    assert answered is not None
    assert SPRY.dump(answered.position)["options"] == {"swap": False}
    assert not SPRY.judge(answered.position, "swap").legal


def test_without_the_option_nobody_swaps() -> None:
    opened = SPRY.judge(SPRY.new(), "A1").outcome
    assert opened is not None
    assert [v.rule for v in SPRY.judge(opened.position, "swap").violations] == ["SY-R5"]
    assert "swap" not in SPRY.legal(opened.position, 100_000).moves
    assert SPRY.match(opened.position, SPRY.table(opened.position)).moves == ()


def test_white_may_begin() -> None:
    assert SPRY.status(SPRY.new({"first": "W"})).player == "W"
    assert SPRY.status(SPRY.new()).player == "B"


@given(SEEDS)
@settings(max_examples=40, deadline=None)
def test_hints_are_at_every_empty_cell(seed: int) -> None:
    position = sample(seed)
    hints = SPRY.hints(position)
    assert set(hints.cells) == set(CELLS) - set(SPRY.table(position))
    assert all(hint.to == cell and hint.why for cell, found in hints.cells.items() for hint in found)
    assert hints.text.endswith(".")


def test_hints_say_how_many() -> None:
    hints = SPRY.hints(SPRY.new())
    assert "p to 4 stones" in hints.cells["B2"][0].why
    assert "the centre: one stone" in hints.cells["E5"][0].why
