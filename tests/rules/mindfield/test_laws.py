"""What is true in every position of Mindfield, from play or random, compared with the naive rules of `naive`."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.rules.core import Event, Hint
from companion.rules.mindfield import Position
from tests.rules.mindfield import naive
from tests.rules.mindfield.alphabet import alphabet
from tests.rules.mindfield.positions import MINDFIELD, at, from_play, game_of, scattered

SEEDS = st.integers(0, 10**6)
CELLS = MINDFIELD.info.cells


def table_after(position: Position, move: str) -> dict[str, tuple[str, ...]]:
    outcome = MINDFIELD.judge(position, move).outcome
    assert outcome is not None
    return dict(MINDFIELD.table(outcome.position))


def both_kinds(seed: int) -> Position:
    """A position from play for even seeds, a scattered one for odd ones."""
    return from_play(seed)[0] if seed % 2 == 0 else MINDFIELD.parse(scattered(seed))


@given(SEEDS)
@settings(max_examples=60, deadline=None)
def test_setting_up_leaves_no_two_pieces_within_a_kings_step(seed: int) -> None:
    for position, _ in game_of(seed % 40):
        if position.phase != "setup":
            break
        board = naive.board_of(MINDFIELD.dump(position))
        for f, r in board:
            for g, q in board:
                assert (f, r) == (g, q) or max(abs(f - g), abs(r - q)) > 1
    else:
        pytest.fail("the setting up never ended")


def test_random_games_end_or_go_on_but_never_break() -> None:
    ends, placed = [], []
    for seed in range(40):
        turns = game_of(seed)
        for position, _ in turns:
            for player in ("G", "S"):
                dumped = MINDFIELD.dump(position)
                opponent = "S" if player == "G" else "G"
                stones = "".join(dumped["rows"]).count(player)
                assert stones + dumped["hand"][player] + dumped["captured"][opponent] == 13
        last, move = turns[-1]
        outcome = MINDFIELD.judge(last, move).outcome
        assert outcome is not None
        ends.append(MINDFIELD.status(outcome.position).result)
        placed.append(sum(position.phase == "setup" for position, _ in turns))
    assert sum(end is not None for end in ends) > 20
    assert {end.how for end in ends if end} == {"captures", "primes"}
    assert min(placed) >= 5
    assert max(placed) <= 13


@given(SEEDS)
@settings(max_examples=150, deadline=None)
def test_positions_survive_json(seed: int) -> None:
    position = both_kinds(seed)
    assert MINDFIELD.parse(MINDFIELD.dump(position)) == position


@given(SEEDS)
@settings(max_examples=100, deadline=None)
def test_legal_moves_are_those_of_the_naive_rules(seed: int) -> None:
    position = both_kinds(seed) if seed % 3 else MINDFIELD.parse(scattered(seed, pieces=4))
    expected = naive.moves(MINDFIELD.dump(position))
    legal = MINDFIELD.legal(position)
    assert legal.complete
    tables = [table_after(position, move) for move in legal.moves]
    assert len({frozenset(table.items()) for table in tables}) == len(tables)
    for move, table in zip(legal.moves, tables, strict=True):
        assert naive.table_of(expected[move]) == table
    assert len(tables) == len(naive.results(MINDFIELD.dump(position)))


@given(SEEDS, st.integers(1, 20))
@settings(max_examples=30, deadline=None)
def test_a_limit_cuts_and_says_so(seed: int, limit: int) -> None:
    position = both_kinds(seed)
    everything = MINDFIELD.legal(position).moves
    cut = MINDFIELD.legal(position, limit)
    assert cut.moves == everything[:limit]
    assert cut.complete == (len(everything) <= limit)


def naively_legal(position: dict[str, Any], move: str) -> bool:
    if "x" not in move:
        return move in naive.moves(position)
    boards = naive.jump(position, [naive.square(cell) for cell in move.split("x")])
    return boards is not None and boards[-1] != boards[0]


@given(SEEDS)
@settings(max_examples=12, deadline=None)
def test_the_whole_alphabet_is_judged_rightly(seed: int) -> None:
    position = both_kinds(seed)
    dumped = MINDFIELD.dump(position)
    quiet = set(naive.moves(dumped))
    for move in alphabet(random.Random(seed)):
        verdict = MINDFIELD.judge(position, move)
        expected = naively_legal(dumped, move) if "x" in move else move in quiet
        assert verdict.legal == expected, (move, verdict)
        assert verdict.move == move
        if not verdict.legal:
            assert verdict.violations
            for violation in verdict.violations:
                assert violation.rule.startswith("MF-")
                assert violation.title
                assert violation.text.endswith((".", ".)"))
                assert set(violation.cells) <= set(CELLS)


@given(SEEDS)
@settings(max_examples=20, deadline=None)
def test_a_finished_game_allows_nothing(seed: int) -> None:
    turns = game_of(seed % 40)
    outcome = MINDFIELD.judge(*turns[-1]).outcome
    assert outcome is not None
    over = outcome.position
    if MINDFIELD.status(over).due != "nothing":
        return
    assert MINDFIELD.legal(over).moves == ()
    for move in ("a1", "a1-a2", "a1xa3", "pass", "claim a1"):
        assert [v.rule for v in MINDFIELD.judge(over, move).violations] == ["MF-W"]
    match = MINDFIELD.match(over, MINDFIELD.table(over))
    assert (match.moves, match.violations, match.partial) == ((), (), True)
    match = MINDFIELD.match(over, {})
    assert [v.rule for v in match.violations] == ["MF-W"]
    assert not match.partial


@given(SEEDS)
@settings(max_examples=60, deadline=None)
def test_every_legal_move_is_found_from_its_table(seed: int) -> None:
    position = both_kinds(seed)
    for move in MINDFIELD.legal(position).moves[:200]:
        table = table_after(position, move)
        match = MINDFIELD.match(position, table)
        assert match.moves[0] == move
        assert not match.violations
        for way in match.moves:
            assert table_after(position, way) == table


@given(SEEDS)
@settings(max_examples=60, deadline=None)
def test_a_match_names_every_way(seed: int) -> None:
    position = MINDFIELD.parse(scattered(seed, pieces=4 + seed % 4))
    ways: dict[Any, set[str]] = {}
    for move, board in naive.moves(MINDFIELD.dump(position)).items():
        ways.setdefault(frozenset(board.items()), set()).add(move)
    for board, moves in ways.items():
        match = MINDFIELD.match(position, naive.table_of(dict(board)), limit=10_000)
        assert set(match.moves) == moves
        assert len(match.moves) == len(moves)


@given(SEEDS, st.data())
@settings(max_examples=120, deadline=None)
def test_every_substep_of_a_jump_is_partial(seed: int, data: st.DataObject) -> None:
    position = both_kinds(seed)
    jumps = [move for move in MINDFIELD.legal(position).moves if "x" in move]
    if not jumps:
        return
    move = data.draw(st.sampled_from(jumps))
    boards = naive.jump(MINDFIELD.dump(position), [naive.square(cell) for cell in move.split("x")])
    assert boards is not None
    table = dict(MINDFIELD.table(position))
    for cell in CELLS:
        held = {naive.table_of(board).get(cell, ()) for board in boards}
        if len(held) > 1:
            table[cell] = data.draw(st.sampled_from(sorted(held | {()})))
    table = {cell: kinds for cell, kinds in table.items() if kinds}
    match = MINDFIELD.match(position, table)
    # A player has 13 stones, so a table with 14 (one put down before its old place was cleared) is impossible.
    assert match.partial == (max(list(table.values()).count((kind,)) for kind in ("gold", "silver")) <= 13)
    assert match.moves or match.violations or table == MINDFIELD.table(position)


@given(SEEDS, st.lists(st.tuples(st.sampled_from(CELLS), st.sampled_from(("", *MINDFIELD.info.kinds))), max_size=4))
@settings(max_examples=400, deadline=None)
def test_partial_means_what_the_interface_says(seed: int, changes: list[tuple[str, str]]) -> None:
    position = MINDFIELD.parse(scattered(seed, pieces=3 + seed % 4))
    dumped = MINDFIELD.dump(position)
    before = dict(MINDFIELD.table(position))
    table = dict(before)
    for cell, kind in changes:
        table[cell] = (kind,) if kind else ()
    # Random changes rarely touch the squares of a legal move, so half of the tables also change squares of one.
    if seed % 2:
        legal = MINDFIELD.legal(position).moves
        cells = random.Random(seed).choice(legal).replace("-", "x").split("x")
        for cell in cells if cells != ["pass"] else ():
            table.setdefault(cell, ())
            table[cell] = random.Random(f"{seed}{cell}").choice([(), before.get(cells[0], ())])
    table = {cell: kinds for cell, kinds in table.items() if kinds}
    match = MINDFIELD.match(position, table)
    pieces = [kind for kinds in table.values() for kind in kinds]
    possible = sum(kind.startswith("antipode") for kind in pieces) <= 1
    expected = table == before or (
        possible and any(naive.on_the_way(dumped, move, table) for move in naive.moves(dumped) if move != "pass")
    )
    if expected:
        assert match.partial
    if match.partial and not match.moves and table != before:
        assert naive.on_the_way(dumped, match.towards[0], table)
    if not match.moves and table != before:
        assert match.violations
    for move in match.towards:
        assert MINDFIELD.judge(position, move).legal


@given(SEEDS, st.dictionaries(st.sampled_from(CELLS), st.lists(st.sampled_from(MINDFIELD.info.kinds), max_size=3)))
@settings(max_examples=200, deadline=None)
def test_any_table_at_all_is_explained(seed: int, table: dict[str, list[str]]) -> None:
    position = both_kinds(seed)
    match = MINDFIELD.match(position, {cell: tuple(kinds) for cell, kinds in table.items()})
    if not match.moves:
        assert match.violations
        assert all(v.rule.startswith("MF-") and v.text.endswith((".", ".)")) for v in match.violations)
    if any(len(kinds) > 1 for kinds in table.values()):
        assert not match.partial


def _leads_back(cell: str, hint: Hint) -> bool:
    return hint.to == cell and hint.why.startswith("Jump")


@given(SEEDS)
@example(77867)
@settings(max_examples=100, deadline=None)
def test_hints_name_exactly_what_is_legal(seed: int) -> None:
    position = both_kinds(seed)
    hints = MINDFIELD.hints(position)
    legal = {
        (cells[0], cells[-1])
        for move in MINDFIELD.legal(position).moves
        if move != "pass"
        for cells in [move.replace("-", "x").split("x")]
    }
    told = {(cell, hint.to) for cell, found in hints.cells.items() for hint in found if hint.to is not None}
    # Several stones may jump and come back to their start with the same board after it: only one of these is a legal
    # move.
    back = {cell: hint.why for cell, found in hints.cells.items() for hint in found if _leads_back(cell, hint)}
    assert told - legal <= {(cell, cell) for cell in back}
    assert legal <= told
    assert all(MINDFIELD.judge(position, why.split()[1].rstrip(":")).legal for why in back.values())
    own = [
        cell
        for cell, kinds in MINDFIELD.table(position).items()
        if kinds == ("gold" if position.to_move == "G" else "silver",)
    ]
    assert set(own) <= set(hints.cells)
    assert hints.text


@given(SEEDS)
@settings(max_examples=60, deadline=None)
def test_events_tell_captures_and_flips(seed: int) -> None:
    position = both_kinds(seed)
    for move in MINDFIELD.legal(position).moves[:100]:
        outcome = MINDFIELD.judge(position, move).outcome
        assert outcome is not None
        events: dict[str, list[Event]] = {}
        for event in outcome.events:
            events.setdefault(event.event, []).append(event)
        before, after = MINDFIELD.dump(position), MINDFIELD.dump(outcome.position)
        me = before["to_move"]
        assert len(events.get("captured", ())) == after["captured"][me] - before["captured"][me]
        assert (len(events.get("flipped", ())) % 2 == 1) == (before["antipode_up"] != after["antipode_up"])
        assert ("won" in events) == (after["phase"] == "over")


# --- counts ------------------------------------------------------------------------------------------

COUNTED = {
    "start": (None, 1, 40),
    "start, two turns": (None, 2, 1352),
    "crowded": (
        at("""
        .G.S.G.
        S.GS.S.
        .GSAG..
        G.G.S.S
        .S.GS..
        ..GS..G
        S.G...S"""),
        1,
        40,
    ),
    "crowded, two turns": (
        at("""
        ...S.G.
        S.GS.S.
        ..SAG..
        G...S.S
        .S.GS..
        ..GS..G
        S.G...S""", antipode_up="G"),
        2,
        1321,
    ),
}  # fmt: skip


def naive_count(position: Position, depth: int) -> int:
    if depth == 1:
        dumped = MINDFIELD.dump(position)
        return 0 if dumped["phase"] == "over" else len(naive.results(dumped))
    total = 0
    for move in MINDFIELD.legal(position).moves:
        outcome = MINDFIELD.judge(position, move).outcome
        assert outcome is not None
        total += naive_count(outcome.position, depth - 1)
    return total


def count(position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    outcomes = [MINDFIELD.judge(position, move).outcome for move in MINDFIELD.legal(position).moves]
    return sum(count(outcome.position, depth - 1) for outcome in outcomes if outcome is not None)


@pytest.mark.parametrize("which", COUNTED)
def test_counts(which: str) -> None:
    data, depth, expected = COUNTED[which]
    position = MINDFIELD.new() if data is None else MINDFIELD.parse(data)
    assert count(position, depth) == expected
    assert naive_count(position, depth) == expected
