"""What is true in every position of Spaces, from play or random, compared with the recorded board and naive rules."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.spaces import Position, board
from tests.rules.spaces import naive
from tests.rules.spaces.positions import SPACES, after, at, check_game, from_play, game_of, scattered

SEEDS = st.integers(0, 10**6)
CELLS = (*SPACES.info.cells, *SPACES.info.passed_over)


def both_kinds(seed: int) -> Position:
    """A position from play for every third seed, else a scattered one."""
    return from_play(seed) if seed % 3 == 0 else SPACES.parse(scattered(seed))


def stepping(name: str) -> list[str]:
    return [board.NAMES[space] for space in board.STEPS[board.INDEX[name]]]


# --- the board ---------------------------------------------------------------------------------------


def test_the_computed_board_is_the_recorded_one() -> None:
    recorded = naive.BOARD
    assert set(board.NAMES) == {cell["id"] for cell in recorded["cells"]}
    assert [board.NAMES[s] for s in range(board.CENTRE)] == sorted(naive.CELLS, key=naive.order)
    for name, cell in naive.CELLS.items():
        space = board.INDEX[name]
        assert (board.COLOURS[space] or "black") == cell["colour"]
        assert (space in board.PLAYABLE) == cell["playable"]
        if cell["playable"]:
            assert sorted(stepping(name)) == sorted(cell["steps"])
            partner = board.PARTNER[space]
            assert (None if partner is None else board.NAMES[partner]) == cell["edge_partner"]
            assert (space in board.HEXAGON) == cell["in_centre_hexagon"]
    assert set(SPACES.info.cells) == set(naive.PLAYABLE)
    stripes = {"NW": (0, -1), "SE": (0, 1), "N": (1, 1), "S": (1, -1), "NE": (2, -1), "SW": (2, 1)}
    assert {side: board.STRIPES[where] for side, where in stripes.items()} == recorded["stripes"]


def test_the_board_is_as_the_rules_describe_it() -> None:
    colours = Counter(board.COLOURS[space] for space in range(board.CENTRE))
    assert colours == {"red": 38, "green": 38, "blue": 38, None: 36}
    assert sum(partner is not None for partner in board.PARTNER) == 18
    ways_out = Counter(len(board.WAYS[space]) + (space in board.HEXAGON) for space in board.PLAYABLE)
    assert ways_out == {3: 72, 2: 42}
    for space in board.PLAYABLE:
        for near in board.WAYS[space]:
            assert board.COLOURS[near] == board.COLOURS[space]
            assert space in board.WAYS[near]


def test_no_loop_is_shorter_than_six() -> None:
    for start in board.PLAYABLE:
        reached = {start: 0}
        parents = {start: start}
        waiting = [start]
        for space in waiting:
            for near in board.WAYS[space]:
                if near not in reached:
                    reached[near], parents[near] = reached[space] + 1, space
                    waiting.append(near)
                elif parents[space] != near:
                    assert reached[space] + reached[near] + 1 >= 6


def test_of_all_first_rolls_only_a_one_would_capture() -> None:
    for roll in range(1, 7):
        position = SPACES.parse(at({"J6": "W", "A6": "B"}, roll))
        takes = [
            move for move in SPACES.legal(position).moves if SPACES.dump(after(position, move).position)["score"]["W"]
        ]
        assert bool(takes) == (roll == 1)


# --- moves -------------------------------------------------------------------------------------------


@given(SEEDS)
@settings(max_examples=150, deadline=None)
def test_positions_survive_json(seed: int) -> None:
    position = both_kinds(seed)
    assert SPACES.parse(SPACES.dump(position)) == position
    for reached, _ in game_of(seed % 8):
        assert SPACES.parse(SPACES.dump(reached)) == reached


@given(SEEDS)
@settings(max_examples=200, deadline=None)
def test_legal_moves_are_those_of_the_naive_rules(seed: int) -> None:
    position = both_kinds(seed)
    dumped = SPACES.dump(position)
    expected = naive.moves(dumped)
    legal = SPACES.legal(position)
    assert legal.complete
    assert set(legal.moves) <= set(expected)
    results = [SPACES.dump(after(position, move).position) for move in legal.moves]
    for move, result in zip(legal.moves, results, strict=True):
        assert result["pieces"] == naive.pieces_after(dumped, expected[move])
    tables = [frozenset(result["pieces"].items()) for result in results]
    assert len(set(tables)) == len(tables)
    assert set(tables) == {frozenset(naive.pieces_after(dumped, ways).items()) for ways in expected.values()}


@given(SEEDS)
@settings(max_examples=100, deadline=None)
def test_each_legal_move_has_words_of_its_own(seed: int) -> None:
    position = both_kinds(seed)
    words = [SPACES.in_words(position, move) for move in SPACES.legal(position).moves]
    assert len(set(words)) == len(words)


@given(SEEDS, st.integers(1, 20))
@settings(max_examples=30, deadline=None)
def test_a_limit_cuts_and_says_so(seed: int, limit: int) -> None:
    position = both_kinds(seed)
    everything = SPACES.legal(position).moves
    cut = SPACES.legal(position, limit)
    assert cut.moves == everything[:limit]
    assert cut.complete == (len(everything) <= limit)


def tried(position: dict[str, Any], rnd: random.Random) -> str:
    """A move that people might try: a path over spaces, perhaps through the centre, sometimes with a mistake."""

    def walk(start: str, steps: int) -> list[str]:
        way = [start]
        for _ in range(steps):
            onward = naive.NEXT.get(way[-1]) or list(naive.CELLS)
            way.append(rnd.choice(onward if rnd.random() < 0.97 else list(naive.CELLS)))
        return way

    roll = position["roll"] + (rnd.choice((-1, 1)) if rnd.random() < 0.1 else 0)
    start = rnd.choice(list(position["pieces"]) if rnd.random() < 0.95 else list(naive.CELLS))
    way = walk(start, max(1, roll))
    inside = [i for i, name in enumerate(way) if name in naive.HEXAGON and i]
    if not inside or rnd.random() < 0.1:
        return "-".join(way)
    way = way[: inside[0] + 1]
    left = max(0, roll - len(way) - 1)
    out = ["-".join(walk(rnd.choice(naive.HEXAGON), left)) for _ in range(rnd.choice((1, 2, 2)))]
    return "-".join(way) + "*" + "+".join(sorted(out, key=lambda branch: naive.order(branch.split("-")[0])))


@given(SEEDS)
@settings(max_examples=150, deadline=None)
def test_whatever_is_tried_is_judged_rightly(seed: int) -> None:
    position = both_kinds(seed)
    dumped = SPACES.dump(position)
    expected = naive.moves(dumped)
    rnd = random.Random(seed)
    for move in [
        *(tried(dumped, rnd) for _ in range(60)),
        *rnd.sample(sorted(expected), min(20, len(expected))),
        "pass",
    ]:
        verdict = SPACES.judge(position, move)
        assert verdict.legal == (verdict.move in expected), (dumped, move, verdict)
        assert SPACES.judge(position, verdict.move.lower()) == verdict
        if not verdict.legal:
            assert verdict.violations
            for violation in verdict.violations:
                assert violation.rule.startswith("SP-")
                assert violation.title
                assert violation.text.endswith((".", ".)"))
                assert set(violation.cells) <= set(CELLS)


# --- tables ------------------------------------------------------------------------------------------


@given(SEEDS)
@settings(max_examples=120, deadline=None)
def test_a_match_names_every_way(seed: int) -> None:
    position = both_kinds(seed)
    dumped = SPACES.dump(position)
    ways: dict[Any, set[str]] = {}
    for move, taken in naive.moves(dumped).items():
        ways.setdefault(frozenset(naive.pieces_after(dumped, taken).items()), set()).add(move)
    for pieces, moves in random.Random(seed).sample(list(ways.items()), min(10, len(ways))):
        match = SPACES.match(position, naive.table_of(dict(pieces)), limit=10_000)
        assert sorted(match.moves) == sorted(moves)
        assert match.partial
        assert not match.violations
        assert SPACES.match(position, naive.table_of(dict(pieces)), limit=1).moves == match.moves[:1]


@given(SEEDS, st.data())
@settings(max_examples=300, deadline=None)
def test_partial_means_what_the_interface_says(seed: int, data: st.DataObject) -> None:
    position = both_kinds(seed)
    dumped = SPACES.dump(position)
    legal = naive.moves(dumped)
    before = naive.table_of(dumped["pieces"])
    table: dict[str, tuple[str, ...]] = dict(before)
    ways = data.draw(st.sampled_from(sorted(legal.values())))
    own = naive.KIND[dumped["to_move"]]
    for cell in sorted({cell for way in ways for cell in way}):
        table[cell] = data.draw(st.sampled_from([table.get(cell, ()), (), (own,)]))
    for cell in data.draw(st.lists(st.sampled_from(CELLS), max_size=data.draw(st.sampled_from([0, 0, 0, 1, 2])))):
        table[cell] = data.draw(st.sampled_from([(), ("white",), ("black",), ("black", "white")]))
    table = {cell: kinds for cell, kinds in table.items() if kinds}
    match = SPACES.match(position, table)
    under_way = [move for move, taken in legal.items() if taken and naive.on_the_way(dumped, taken, table)]
    assert match.partial == (table == before or (naive.possible(table) and bool(under_way)))
    assert bool(match.moves) == (
        table in [naive.table_of(naive.pieces_after(dumped, taken)) for taken in legal.values()]
    )
    assert bool(match.violations) == (table != before and not match.moves)
    assert bool(match.towards) == (match.partial and table != before)
    assert set(match.towards) <= set(under_way)
    for violation in match.violations:
        assert violation.rule.startswith("SP-")
        assert violation.text.endswith((".", ".)"))
        assert violation.cells


@given(SEEDS, st.dictionaries(st.sampled_from(CELLS), st.lists(st.sampled_from(SPACES.info.kinds), max_size=3)))
@settings(max_examples=200, deadline=None)
def test_any_table_at_all_is_explained(seed: int, lying: dict[str, list[str]]) -> None:
    reached = [position for position, _ in game_of(seed % 8)]
    table = {cell: tuple(kinds) for cell, kinds in lying.items()}
    for position in (both_kinds(seed), reached[seed % len(reached)], reached[-1]):
        match = SPACES.match(position, table)
        assert match.moves or match.violations or {c: k for c, k in table.items() if k} == SPACES.table(position)
        if any(len(kinds) > 1 for kinds in table.values()):
            assert not match.partial


@given(SEEDS)
@settings(max_examples=100, deadline=None)
def test_hints_name_exactly_what_is_legal(seed: int) -> None:
    position = both_kinds(seed)
    dumped = SPACES.dump(position)
    hints = SPACES.hints(position)
    told = {(cell, hint.to) for cell, found in hints.cells.items() for hint in found if hint.to is not None}
    assert told == {(way[0], way[-1]) for ways in naive.moves(dumped).values() for way in ways}
    assert set(hints.cells) == {cell for cell, player in dumped["pieces"].items() if player == dumped["to_move"]}
    for cell, found in hints.cells.items():
        assert found
        assert all(hint.why.endswith(".") for hint in found), cell
    assert hints.text


# --- games -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("target", [1, 2, 6])
def test_random_games_end_and_keep_their_pieces_and_points(target: int) -> None:
    for seed in range(240 // target**2):
        check_game(seed, target)


def count(position: Position) -> int:
    return len(SPACES.legal(position).moves)


@pytest.mark.parametrize(
    ("pieces", "counts"),
    [
        ({"J6": "W", "A6": "B"}, (2, 2, 4, 6, 6, 12)),
        ({"G7": "W", "A6": "B"}, (2, 4, 7, 25, 74, 208)),
    ],
)
def test_counts(pieces: dict[str, str], counts: tuple[int, ...]) -> None:
    found = tuple(count(SPACES.parse(at(pieces, roll))) for roll in range(1, 7))
    naively = tuple(
        len({frozenset(naive.pieces_after(p, w).items()) for w in naive.moves(p).values()})
        for p in (at(pieces, roll) for roll in range(1, 7))
    )
    assert found == naively == counts
