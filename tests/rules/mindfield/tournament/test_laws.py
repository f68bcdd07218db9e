"""What is true in every position of a Mindfield tournament, from play or random, compared with `naive`."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.mindfield import Position
from companion.rules.protocol import answer
from tests.rules.mindfield import naive
from tests.rules.mindfield.alphabet import alphabet
from tests.rules.mindfield.positions import MINDFIELD
from tests.rules.mindfield.tournament import naive as naive_tournament
from tests.rules.mindfield.tournament.positions import STONES, from_match, match_of, scattered

SEEDS = st.integers(0, 10**6)
CHANGE = st.tuples(st.sampled_from(MINDFIELD.info.cells), st.sampled_from(("", *MINDFIELD.info.kinds)))


def some(seed: int) -> Position:
    """A position from a match for even seeds, a scattered one for odd ones."""
    return from_match(seed)[0] if seed % 2 == 0 else MINDFIELD.parse(scattered(seed))


def after(position: Position, move: str) -> dict[str, Any]:
    verdict = MINDFIELD.judge(position, move)
    assert verdict.outcome is not None, (move, verdict.violations)
    return MINDFIELD.dump(verdict.outcome.position)


def fixed(position: dict[str, Any]) -> str:
    return json.dumps(position, sort_keys=True)


@given(SEEDS)
@settings(max_examples=150, deadline=None)
def test_legal_moves_and_what_they_lead_to_are_those_of_the_naive_rules(seed: int) -> None:
    position = some(seed)
    expected = naive_tournament.moves(MINDFIELD.dump(position))
    legal = MINDFIELD.legal(position).moves
    reached = [after(position, move) for move in legal]
    for move, result in zip(legal, reached, strict=True):
        assert result == expected[move], move
    assert {fixed(result) for result in reached} == {fixed(result) for result in expected.values()}
    assert len({fixed(result) for result in reached}) == len(reached)
    if len(expected) < 500:
        for move, result in expected.items():
            assert after(position, move) == result


@given(SEEDS)
@settings(max_examples=80, deadline=None)
def test_a_match_names_every_way(seed: int) -> None:
    position = MINDFIELD.parse(scattered(seed, most=5)) if seed % 2 else from_match(seed)[0]
    ways: dict[str, set[str]] = {}
    for move, result in naive_tournament.moves(MINDFIELD.dump(position)).items():
        ways.setdefault(json.dumps([result["rows"], result["antipode_up"]]), set()).add(move)
    for moves in ways.values():
        outcome = MINDFIELD.judge(position, next(iter(moves))).outcome
        assert outcome is not None
        match = MINDFIELD.match(position, MINDFIELD.table(outcome.position), limit=10_000)
        assert set(match.moves) == moves
        assert len(match.moves) == len(moves)
        assert match.partial
        assert not match.violations


@given(SEEDS)
@settings(max_examples=12, deadline=None)
def test_the_whole_alphabet_is_judged_rightly(seed: int) -> None:
    position = some(seed)
    dumped = MINDFIELD.dump(position)
    known = set(naive_tournament.moves(dumped))
    setting_up = naive_tournament.setting_up(dumped)
    for move in alphabet(random.Random(seed)):
        verdict = MINDFIELD.judge(position, move)
        jumped = "x" in move and not setting_up
        assert verdict.legal == (naive_tournament.naively_legal(dumped, move) if jumped else move in known), move
        if not verdict.legal:
            assert verdict.violations
            for violation in verdict.violations:
                assert violation.rule.startswith("MF-")
                assert violation.title
                assert violation.text.endswith((".", ".)"))


@given(SEEDS)
@settings(max_examples=100, deadline=None)
def test_positions_survive_json(seed: int) -> None:
    position = some(seed)
    assert MINDFIELD.parse(json.loads(json.dumps(MINDFIELD.dump(position)))) == position
    for move in MINDFIELD.legal(position).moves[:60]:
        outcome = MINDFIELD.judge(position, move).outcome
        assert outcome is not None
        assert MINDFIELD.parse(MINDFIELD.dump(outcome.position)) == outcome.position


@given(SEEDS, st.data())
@settings(max_examples=100, deadline=None)
def test_every_substep_of_a_jump_is_partial(seed: int, data: st.DataObject) -> None:
    position = some(seed)
    jumps = [move for move in MINDFIELD.legal(position).moves if "x" in move]
    if not jumps:
        return
    move = data.draw(st.sampled_from(jumps))
    boards = naive.jump(MINDFIELD.dump(position), [naive.square(cell) for cell in move.split("x")])
    assert boards is not None
    table = dict(MINDFIELD.table(position))
    for cell in MINDFIELD.info.cells:
        held = {naive.table_of(board).get(cell, ()) for board in boards}
        if len(held) > 1:
            table[cell] = data.draw(st.sampled_from(sorted(held | {()})))
    table = {cell: kinds for cell, kinds in table.items() if kinds}
    match = MINDFIELD.match(position, table)
    most = STONES[MINDFIELD.dump(position)["match"]["rounds"]]
    assert match.partial == (max(list(table.values()).count((kind,)) for kind in ("gold", "silver")) <= most)
    assert match.moves or match.violations or table == MINDFIELD.table(position)


@given(SEEDS, st.lists(CHANGE, max_size=3))
@settings(max_examples=200, deadline=None)
def test_partial_means_what_the_interface_says(seed: int, changes: list[tuple[str, str]]) -> None:
    position = MINDFIELD.parse(scattered(seed, most=5))
    dumped, before = MINDFIELD.dump(position), dict(MINDFIELD.table(position))
    table = before | {cell: (kind,) if kind else () for cell, kind in changes}
    legal = MINDFIELD.legal(position).moves
    if seed % 2 and legal:
        cells = random.Random(seed).choice(legal).removeprefix("claim ").replace("-", "x").split("x")
        for cell in cells if cells != ["pass"] else ():
            table[cell] = random.Random(f"{seed}{cell}").choice([(), before.get(cells[0], ())])
    table = {cell: kinds for cell, kinds in table.items() if kinds}
    match = MINDFIELD.match(position, table)
    antipodes = sum(kinds[0].startswith("antipode") for kinds in table.values())
    played = {**dumped, "phase": "setup" if naive_tournament.setting_up(dumped) else "play"}
    expected = table == before
    for move in naive_tournament.moves(dumped):
        if move.startswith("claim"):
            expected |= table == {cell: kinds for cell, kinds in before.items() if cell != move[-2:]}
        elif move != "pass" and antipodes <= 1:
            expected |= naive.on_the_way(played, move, table)
    assert match.partial or not expected
    if match.partial and not match.moves and table != before:
        assert naive.on_the_way(played, match.towards[0], table)
    if not match.moves and table != before:
        assert match.violations
    for move in match.towards:
        assert MINDFIELD.judge(position, move).legal


@given(SEEDS)
@settings(max_examples=60, deadline=None)
def test_hints_name_exactly_what_is_legal(seed: int) -> None:
    position = some(seed)
    hints = MINDFIELD.hints(position)
    legal = MINDFIELD.legal(position).moves
    told = {(cell, hint.to) for cell, found in hints.cells.items() for hint in found if hint.to is not None}
    moves = [move.replace("-", "x").split("x") for move in legal if move != "pass" and "claim" not in move]
    # Several stones may jump and come back to the same position: `legal` names one of them, the hints name all.
    assert told >= {(cells[0], cells[-1]) for cells in moves}
    assert {pair for pair in told if pair[0] != pair[1]} == {
        (cells[0], cells[-1]) for cells in moves if cells[0] != cells[-1]
    }
    claimed = {cell for cell, found in hints.cells.items() for hint in found if hint.why.startswith("Claim")}
    assert claimed >= {move[-2:] for move in legal if move.startswith("claim")}
    status = MINDFIELD.status(position)
    assert status.offers == (("pass",) if "pass" in legal else ())


@pytest.mark.parametrize("rounds", [2, 4])
def test_random_matches_end_conserve_stones_and_add_up(rounds: int) -> None:
    ends = []
    for seed in range(15):
        lost = {"G": 0, "S": 0}
        total = {"G": 0, "S": 0}
        for step in match_of(seed, rounds):
            before, then = MINDFIELD.dump(step.position), MINDFIELD.dump(step.outcome.position)
            if step.did is None:
                lost = {p: lost[p] + before["captured"][naive_tournament.OTHER[p]] for p in "GS"}
                assert then["match"]["first"] == naive_tournament.OTHER[before["match"]["first"]] == then["to_move"]
                assert then["antipode_up"] == before["match"]["first"]
                assert then["match"]["round"] == before["match"]["round"] + 1
                assert (then["phase"], then["captured"]) == ("setup", {"G": 0, "S": 0})
                assert "result" not in then
            for p in "GS":
                board = "".join(then["rows"]).count(p)
                held = board + then["hand"][p] + then["captured"][naive_tournament.OTHER[p]] + lost[p]
                assert held == STONES[rounds]
            events = [event.event for event in step.outcome.events]
            assert ("missed" in events) == (then["phase"] == "claim")
            if "round-won" in events:
                gained = naive_tournament.score(before, naive.board_of(then))
                total = {p: total[p] + gained[p] for p in "GS"}
            assert then["match"]["score"] == total
            assert ("won" in events) == (then["phase"] == "over")
        assert then["phase"] == "over"
        ends.append(then["result"]["how"])
    assert "stones" in ends
    assert set(ends) <= {"stones", "score", "captures", "primes"}


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 10**6) | st.text(max_size=3) | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=4), inner, max_size=2),
    max_leaves=4,
)


@given(SEEDS, st.sampled_from(["rounds", "round", "score", "first", "score.G", ""]), JUNK)
@settings(max_examples=200, deadline=None)
def test_whatever_is_in_a_match_gets_an_answer(seed: int, where: str, junk: Any) -> None:
    data = scattered(seed)
    if where == "":
        data["match"] = junk
    elif where == "score.G":
        data["match"]["score"]["G"] = junk
    else:
        data["match"][where] = junk
    for request in ({"do": "legal"}, {"do": "next"}, {"do": "hints"}, {"do": "judge", "move": "claim c3"}):
        reply = answer({**request, "position": data})
        assert reply["ok"] or reply["error"]["code"] == "bad-position", reply
