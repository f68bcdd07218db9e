"""Spry's laws, against rules written once more from the published board, and the edges of its texts and JSON."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from functools import lru_cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.core import MoveTextError, PositionError, TableError, parse_table
from companion.rules.spry import Position, Spry, board
from companion.rules.spry.position import bits
from tests.rules import playthrough

SPRY = Spry()
CELLS = SPRY.info.cells
SEEDS = st.integers(0, 10**6)

# --- the rules once more, from the published cells alone --------------------------------------------

PUBLISHED = json.loads((Path(__file__).parents[1] / "data" / "spry_board.json").read_text(encoding="utf-8"))
GREEN = {(cell["q"], cell["r"]): cell for cell in PUBLISHED["green"]}
ROWS = [sorted((q, r) for q, r in GREEN if r == row) for row in range(-4, 5)]
NAMED = {f"{'ABCDEFGHI'[i]}{j + 1}": at for i, row in enumerate(ROWS) for j, at in enumerate(row)}


def naively_won(stones: set[str]) -> bool:
    left = {NAMED[name] for name in stones}
    while left:
        waiting, touched = [left.pop()], set()
        while waiting:
            q, r = waiting.pop()
            touched |= set(GREEN[q, r]["touches"])
            near = {(q + 1, r), (q - 1, r), (q, r + 1), (q, r - 1), (q + 1, r - 1), (q - 1, r + 1)} & left
            left -= near
            waiting += near
        if touched == {"R", "Y", "B"}:
            return True
    return False


def naively_legal(position: dict[str, Any], turn: tuple[str, ...]) -> bool:
    return (
        position["phase"] == "move"
        and len(turn) > 0
        and len(set(turn)) == len(turn)
        and not any(cell in position["stones"] for cell in turn)
        and len(turn) <= min(GREEN[NAMED[cell]]["ring"] for cell in turn)
    )


# --- positions --------------------------------------------------------------------------------------


def at(black: str = "", white: str = "", **more: Any) -> dict[str, Any]:
    stones = dict.fromkeys(black.split(), "B") | dict.fromkeys(white.split(), "W")
    return {"game": "spry", "stones": stones, "to_move": "B", "phase": "move", "options": {}} | more


def turn_at_random(position: Position, rnd: random.Random) -> str:
    count = rnd.randint(1, 5)
    cells = [name for name in CELLS if name not in SPRY.table(position) and GREEN[NAMED[name]]["ring"] >= count]
    if not cells:
        cells = [name for name in CELLS if name not in SPRY.table(position)]
        count = 1
    return " ".join(rnd.sample(cells, min(count, len(cells))))


@lru_cache(maxsize=256)
def played(seed: int) -> tuple[tuple[Position, str], ...]:
    """A random game to its end; the last entry is the end, with no turn."""
    rnd = random.Random(seed)
    position = SPRY.new({"first": rnd.choice("BW"), "swap": rnd.random() < 0.5})
    turns = []
    while SPRY.status(position).due == "move":
        turn = "swap" if SPRY.status(position).offers and rnd.random() < 0.5 else turn_at_random(position, rnd)
        turns.append((position, turn))
        outcome = SPRY.judge(position, turn).outcome
        assert outcome is not None, turn
        position = outcome.position
    return (*turns, (position, ""))


def sample(seed: int) -> Position:
    return random.Random(seed).choice(played(seed % 60)[:-1])[0]


WON = "A1 B1 C1 D1 E1 E2 E3 E4 E5 E6 E7 E8 E9"
"""From yellow and red at E1 straight over to blue at E9."""


# --- the board --------------------------------------------------------------------------------------


def test_the_board_is_the_published_one() -> None:
    assert set(NAMED) == set(CELLS)
    assert len(CELLS) == 61
    initials = {"R": "red", "Y": "yellow", "B": "blue"}
    for name, place in NAMED.items():
        i = board.INDEX[name]
        assert board.RINGS[i] == GREEN[place]["ring"]
        touched = {colour for colour, cells in board.COLOURS.items() if cells >> i & 1}
        assert touched == {initials[letter] for letter in GREEN[place]["touches"]}
        q, r = place
        near = {(q + 1, r), (q - 1, r), (q, r + 1), (q, r - 1), (q + 1, r - 1), (q - 1, r + 1)} & set(GREEN)
        assert {NAMED[board.NAMES[cell]] for cell in board.cells(board.NEIGHBOURS[i])} == near
    assert [CELLS[0], CELLS[4], CELLS[30], CELLS[-1]] == ["A1", "A5", "E5", "I5"]


@given(st.lists(st.booleans(), min_size=61, max_size=61))
@settings(max_examples=400, deadline=None)
def test_a_full_board_has_exactly_one_winner(black: list[bool]) -> None:
    stones = bits(i for i, is_black in enumerate(black) if is_black)
    white = bits(range(61)) & ~stones
    assert bool(board.winning_group(stones)) != bool(board.winning_group(white))
    assert bool(board.winning_group(stones)) == naively_won({CELLS[i] for i in board.cells(stones)})


def test_no_group_below_nine_stones_wins() -> None:
    stones = bits(board.INDEX[name] for name in WON.split() if name[0] == "E")
    assert board.winning_group(stones) == stones
    for cell in board.cells(stones):
        assert not board.winning_group(stones & ~(1 << cell))


# --- turns ------------------------------------------------------------------------------------------


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
    # By hand: each ring's widest turns, n stones from the cells that allow n.
    assert len(whole.moves) == 61 + 60 * 59 // 2 + 54 * 53 * 52 // 6 + 42 * 41 * 40 * 39 // 24 + 42_504


# --- the exchange of colours ------------------------------------------------------------------------


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


# --- tables -----------------------------------------------------------------------------------------


@given(SEEDS, st.data())
@settings(max_examples=150, deadline=None)
def test_a_turn_is_found_from_its_table_and_every_part_of_it_is_partial(seed: int, data: st.DataObject) -> None:
    position = sample(seed)
    turn = turn_at_random(position, random.Random(seed))
    outcome = SPRY.judge(position, turn).outcome
    assert outcome is not None
    match = SPRY.match(position, SPRY.table(outcome.position))
    assert (match.moves, match.partial, match.violations) == ((" ".join(sorted(turn.split())),), True, ())
    part = data.draw(st.sets(st.sampled_from(turn.split())))
    kind = ("black",) if SPRY.status(position).player == "B" else ("white",)
    match = SPRY.match(position, {**SPRY.table(position), **dict.fromkeys(part, kind)})
    assert match.partial
    assert not match.violations
    if part:
        assert match.moves == (" ".join(sorted(part)),)


@given(SEEDS, st.dictionaries(st.sampled_from(CELLS), st.lists(st.sampled_from(("black", "white")), max_size=2)))
@settings(max_examples=300, deadline=None)
def test_a_table_is_partial_exactly_where_it_shows_a_legal_turn(seed: int, changed: dict[str, list[str]]) -> None:
    position = sample(seed)
    before = dict(SPRY.table(position))
    table = parse_table(SPRY.info, before | {cell: tuple(kinds) for cell, kinds in changed.items()})
    match = SPRY.match(position, table)
    came = tuple(cell for cell in CELLS if table.get(cell) != before.get(cell))
    mine = "black" if SPRY.status(position).player == "B" else "white"
    expected = all(table.get(cell) == (mine,) for cell in came) and naively_legal(SPRY.dump(position), came)
    if came:
        assert match.partial == bool(match.moves) == expected
        assert bool(match.violations) != expected
    else:
        assert match.partial
    for violation in match.violations:
        assert violation.rule in ("SY-1", "SY-2", "SY-G")
        assert violation.cells
        assert violation.text.endswith(".")


def test_what_went_wrong_on_a_table_is_said() -> None:
    position = SPRY.parse(at("A1 B2", "I5", to_move="W"))

    def said(**changed: list[str]) -> list[tuple[str, str]]:
        table = parse_table(SPRY.info, {**SPRY.table(position), **changed})
        return [(v.rule, v.text) for v in SPRY.match(position, table).violations]

    [(rule, text)] = said(E5=["black"])
    assert rule == "SY-1"
    assert "E5" in text
    assert "White's turn" in text
    [(rule, text)] = said(I5=[])
    assert (rule, "from I5 was taken" in text) == ("SY-1", True)
    [(rule, text)] = said(A1=["white"])
    assert (rule, "on A1 has changed colour" in text) == ("SY-1", True)
    assert said(I5=[], I4=["white"])[0][0] == "SY-1"
    [(rule, text)] = said(E5=["white", "white"])
    assert (rule, "more than one stone on E5" in text) == ("SY-G", True)
    assert [rule for rule, _ in said(E5=["white"], C3=["white"])] == ["SY-2"]


def test_the_playthrough_still_holds() -> None:
    text = playthrough.path("spry").read_text(encoding="utf-8")
    assert playthrough.replay(SPRY, text) == text


# --- hints ------------------------------------------------------------------------------------------


@given(SEEDS)
@settings(max_examples=40, deadline=None)
def test_hints_stand_at_every_empty_cell(seed: int) -> None:
    position = sample(seed)
    hints = SPRY.hints(position)
    assert set(hints.cells) == set(CELLS) - set(SPRY.table(position))
    assert all(hint.to == cell and hint.why for cell, found in hints.cells.items() for hint in found)
    assert hints.text.endswith(".")


def test_hints_say_how_many() -> None:
    hints = SPRY.hints(SPRY.new())
    assert "p to 4 stones" in hints.cells["B2"][0].why
    assert "the centre: one stone" in hints.cells["E5"][0].why


# --- JSON -------------------------------------------------------------------------------------------


@given(SEEDS)
@settings(max_examples=60, deadline=None)
def test_positions_survive_json(seed: int) -> None:
    position = sample(seed)
    assert SPRY.parse(json.loads(json.dumps(SPRY.dump(position)))) == position


ENDED = {"winner": "B", "points": 1, "how": "connected"}

REFUSED: list[tuple[dict[str, Any], str]] = [
    (at(game="spray"), "game"),
    (at("A6"), "stones.A6"),
    (at("a1"), "stones.a1"),
    (at(stones={"A1": "b"}), "stones.A1"),
    (at(stones={"A1": 1}), "stones.A1"),
    (at(stones={"A1": ["B"]}), "stones.A1"),
    (at(stones=[]), "stones"),
    (at(to_move="X"), "to_move"),
    (at(to_move=None), "to_move"),
    (at(to_move=["B"]), "to_move"),
    (at(phase="play"), "phase"),
    (at(phase={}), "phase"),
    (at(options=None), "options"),
    (at(options={"swop": True}), "options.swop"),
    (at(options={"swap": 1}), "options.swap"),
    (at(options={"first": "black"}), "options.first"),
    (at(turn=1), "turn"),
    (at(WON), "stones"),
    (at("", WON), "stones"),
    (at(WON, phase="over"), "result"),
    (at(WON, result=ENDED), "result"),
    (at("A1", phase="over", result=ENDED), "phase"),
    (at(WON, phase="over", to_move="W", result=ENDED), "result.winner"),
    (at("", WON, phase="over", result=ENDED), "phase"),
    (at(WON, phase="over", result=ENDED | {"points": True}), "result.points"),
    (at(WON, phase="over", result=ENDED | {"more": 1}), "result.more"),
    ({k: v for k, v in at().items() if k != "stones"}, "stones"),
]


@pytest.mark.parametrize(("data", "field"), REFUSED, ids=str)
def test_contradictions_are_refused_by_name(data: dict[str, Any], field: str) -> None:
    with pytest.raises(PositionError) as refused:
        SPRY.parse(data)
    assert refused.value.field == field


def test_a_finished_position_is_read() -> None:
    position = SPRY.parse(at(WON, "I5", phase="over", result=ENDED, options={"first": "B", "swap": True}))
    assert SPRY.dump(position)["options"] == {"swap": False}
    assert SPRY.status(position).due == "nothing"
    assert "Black has won" in SPRY.hints(position).text


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(["B", "W", "A1"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=10,
)


@given(st.sampled_from(("game", "stones", "to_move", "phase", "options", "result")), ANYTHING, st.booleans())
@settings(max_examples=300, deadline=None)
def test_any_json_is_read_or_refused(field: str, value: Any, alone: bool) -> None:
    data = value if alone else at("A1 B2", "I5") | {field: value}
    with suppress(PositionError):
        position = SPRY.parse(data)
        assert SPRY.parse(SPRY.dump(position)) == position
    for options in (value, {"first": value}, {"swap": value}):
        with suppress(PositionError):
            assert SPRY.legal(SPRY.new(options), 5).moves
    with suppress(TableError):
        assert SPRY.match(SPRY.new(), value).partial in (True, False)
