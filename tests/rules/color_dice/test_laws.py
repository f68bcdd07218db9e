"""What is true in every position of Color Dice, from play or random, compared with the naive rules."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings

from companion.rules.core import RollError
from tests.rules.color_dice import naive
from tests.rules.color_dice.positions import CELLS, FOUR, GAME, SEEDS, played, sample


@given(SEEDS)
@settings(max_examples=200, deadline=None)
def test_legal_moves_and_what_they_lead_to_are_those_of_the_naive_rules(seed: int) -> None:
    position = sample(seed)
    expected = naive.moves(GAME.dump(position))
    legal = GAME.legal(position)
    assert legal.complete
    assert sorted(legal.moves) == sorted(expected)
    for move in legal.moves:
        verdict = GAME.judge(position, move)
        assert verdict.move == move
        assert verdict.outcome is not None
        after = GAME.dump(verdict.outcome.position)
        assert naive.comparable(after) == naive.comparable(expected[move]), move
        assert GAME.parse(after) == verdict.outcome.position
    results = {json.dumps(naive.comparable(after), sort_keys=True) for after in expected.values()}
    assert len(results) == len(expected)


@given(SEEDS)
@settings(max_examples=25, deadline=None)
def test_the_whole_alphabet_is_judged_rightly(seed: int) -> None:
    position = sample(seed)
    legal = set(naive.moves(GAME.dump(position)))
    for move in [naive.text(*form) for form in naive.alphabet()] + ["keep", "before", "after", "decline", "done"]:
        verdict = GAME.judge(position, move)
        assert verdict.legal == (move in legal), (move, verdict)
        assert verdict.move == move
        assert verdict.legal or verdict.violations
        for violation in verdict.violations:
            assert violation.rule.startswith("CD-")
            assert violation.title
            assert violation.text.endswith(".")
            assert set(violation.cells) <= set(CELLS)


def test_random_games_end_and_lose_no_pawn() -> None:
    ends = 0
    for seed in range(120):
        for position, _ in played(seed):
            dumped = GAME.dump(position)
            for colour in FOUR:
                pawns = sum(area.get(colour, 0) for area in dumped["areas"].values())
                assert pawns + dumped["outside"][colour] == 9
            assert all(sum(area.values()) <= 9 for area in dumped["areas"].values())
            assert GAME.parse(dumped) == position
        if dumped["phase"] == "over":
            ends += 1
            winner = dumped["result"]["winner"]
            assert winner in dumped["players"]
            assert any(area.get(winner) == 9 for name, area in dumped["areas"].items() if name != winner)
            assert GAME.legal(position).moves == ()
            assert GAME.status(position).due == "nothing"
            assert [v.rule for v in GAME.judge(position, "done").violations] == ["CD-W"]
            assert [v.rule for v in GAME.match(position, {}).violations] == ["CD-W"]
            assert GAME.match(position, GAME.table(position)).partial
            with pytest.raises(RollError):
                GAME.roll(position, {"red": 1})
    assert ends >= 110


@given(SEEDS)
@settings(max_examples=150, deadline=None)
def test_hints_name_exactly_what_is_legal(seed: int) -> None:
    position = sample(seed)
    hints = GAME.hints(position)
    ways = [move.partition("@")[2].partition("*")[0].split(">") for move in GAME.legal(position).moves if "@" in move]
    told = [[source, hint.to] for source, found in hints.cells.items() for hint in found if hint.to is not None]
    assert sorted(told) == sorted(ways)
    assert set(hints.cells) <= {*FOUR, "outside"}
    dumped = GAME.dump(position)
    if dumped["phase"] in ("attack", "counter"):
        places = [area for area in FOUR if dumped["areas"][area].get(dumped["acting"])]
        assert set(hints.cells) - {"outside"} == set(places)
    assert hints.text.endswith(".")
