"""What is true in every position of Backgammon, from play or random, compared with the naive rules of `naive`."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.backgammon import Position
from companion.rules.core import MoveTextError, RulesError
from tests.rules.backgammon import naive
from tests.rules.backgammon.positions import GAME, from_play, played, scattered

SEEDS = st.integers(0, 10**6)
Table = dict[str, tuple[str, ...]]


def some_position(seed: int) -> Position:
    return from_play(seed)[0] if seed % 2 else GAME.parse(scattered(seed))


def due(seed: int) -> Position:
    """A position in which dice have been rolled and a move is due."""
    while not (position := some_position(seed)).dice:
        seed += 1
    return position


def after(position: Position, move: str) -> Position:
    outcome = GAME.judge(position, move).outcome
    assert outcome is not None, (GAME.dump(position), move)
    return outcome.position


def state_after(position: Position, move: str) -> naive.State:
    """The board after a move, as its mover sees it."""
    return naive.state_of(GAME.dump(after(position, move)) | {"to_move": position.to_move})


def cell(position: Position, point: int) -> str:
    colour, foe = ("white", "black") if position.to_move == "W" else ("black", "white")
    if point == -1:
        return f"bar-{foe}"
    if point in (0, 25):
        return f"{'bar' if point else 'off'}-{colour}"
    return str(point if position.to_move == "W" else 25 - point)


@given(SEEDS)
@settings(max_examples=150, deadline=None)
def test_legal_moves_lead_to_the_results_of_the_naive_rules_each_once(seed: int) -> None:
    position = due(seed)
    data = GAME.dump(position)
    expected = naive.results(naive.state_of(data), data["dice"])
    legal = GAME.legal(position)
    assert legal.complete
    if not expected:
        assert legal.moves == ("pass",)
        return
    found = [state_after(position, move) for move in legal.moves]
    assert set(found) == expected
    assert len(found) == len(expected)


@given(SEEDS)
@settings(max_examples=150, deadline=None)
def test_positions_survive_json_and_moves_their_own_judging(seed: int) -> None:
    position = some_position(seed)
    assert GAME.parse(GAME.dump(position)) == position
    for move in GAME.legal(position, 40).moves:
        assert GAME.judge(position, move).move == move
        assert GAME.parse(GAME.dump(after(position, move))) == after(position, move)


@given(SEEDS)
@settings(max_examples=150, deadline=None)
def test_the_table_after_a_move_matches_it_alone(seed: int) -> None:
    position = due(seed)
    moves = GAME.legal(position).moves
    move = random.Random(seed).choice(moves)
    match = GAME.match(position, GAME.table(after(position, move)))
    assert match.moves == (move,)
    assert match.partial


@given(SEEDS)
@settings(max_examples=150, deadline=None)
def test_tolerant_texts_are_the_same_move(seed: int) -> None:
    rnd, position = random.Random(seed), due(seed)
    move = rnd.choice(GAME.legal(position).moves)
    parts = move.split()
    rnd.shuffle(parts)
    text = "  ".join(parts).upper()
    assert GAME.judge(position, f" {text} ").move == move
    if "*" in move:
        assert GAME.judge(position, text.replace("*", "")).outcome == GAME.judge(position, move).outcome


@given(SEEDS)
@settings(max_examples=120, deadline=None)
def test_every_naive_way_written_step_by_step_is_legal(seed: int) -> None:
    position = due(seed)
    data = GAME.dump(position)
    found = naive.ways(naive.state_of(data), data["dice"])
    for end, steps, _ in random.Random(seed).sample(found, min(len(found), 12)):
        names = [f"{'bar' if a == 25 else a}/{b or 'off'}" for a, b in steps]
        assert state_after(position, " ".join(names)) == end


@given(SEEDS, SEEDS)
@settings(max_examples=200, deadline=None)
def test_a_random_text_is_legal_exactly_where_some_naive_way_says_so(seed: int, other: int) -> None:
    """Random steps as a text: it is legal only if exactly these steps are a turn by the naive rules."""
    rnd, position = random.Random(other), due(seed)
    data = GAME.dump(position)
    own = [p for p, n in enumerate(naive.state_of(data)[0]) if n and p]
    steps = [(source, max(0, source - rnd.choice(data["dice"]))) for source in rnd.choices(own, k=rnd.randint(1, 4))]
    text = " ".join(f"{'bar' if a == 25 else a}/{b or 'off'}" for a, b in steps)
    verdict = GAME.judge(position, text)
    ways = naive.ways(naive.state_of(data), data["dice"])
    # A step into the tray may use several dice; the naive rules name each die's step, so such texts are compared less.
    plain = all(b for _, b in steps)
    spelled = any(sorted(way) == sorted(steps) for _, way, _ in ways)
    assert verdict.legal or not spelled
    if plain:
        assert verdict.legal == spelled
    if not verdict.legal:
        assert all(v.rule.startswith("BG-") and v.text and v.title for v in verdict.violations)
        assert verdict.violations


@given(SEEDS)
@settings(max_examples=150, deadline=None)
def test_every_state_on_the_way_is_partial(seed: int) -> None:
    """Lifts and puts down the checkers of a turn one by one, in any order; a hit checker is lifted before or after."""
    rnd, position = random.Random(seed), due(seed)
    data = GAME.dump(position)
    ways = naive.ways(naive.state_of(data), data["dice"])
    if not ways:
        return
    end, steps, _ = rnd.choice(ways)
    table = {c: list(kinds) for c, kinds in GAME.table(position).items()}
    own, foe = ("white", "black") if position.to_move == "W" else ("black", "white")
    last = dict(GAME.table(GAME.parse(data)))
    for source, target in steps:
        table[cell(position, source)].remove(own)
        check_partial(position, table)
        goal = table.setdefault(cell(position, target), [])
        if foe in goal:
            goal.remove(foe)
            check_partial(position, table)
            if rnd.random() < 0.5:
                table.setdefault(cell(position, -1), []).append(foe)
                check_partial(position, table)
                goal.append(own)
            else:
                goal.append(own)
                check_partial(position, table)
                table.setdefault(cell(position, -1), []).append(foe)
        else:
            goal.append(own)
        check_partial(position, table)
    assert last == GAME.table(position)
    match = GAME.match(position, {c: tuple(kinds) for c, kinds in table.items()})
    assert [state_after(position, move) for move in match.moves] == [end]


def check_partial(position: Position, table: dict[str, list[str]]) -> None:
    match = GAME.match(position, {c: tuple(kinds) for c, kinds in table.items()})
    assert match.partial, (GAME.dump(position), table)
    assert match.moves or match.violations or table_equal(position, table)
    assert match.towards or table_equal(position, table)


def table_equal(position: Position, table: dict[str, list[str]]) -> bool:
    return {c: tuple(k) for c, k in table.items() if k} == dict(GAME.table(position))


@given(SEEDS, SEEDS)
@settings(max_examples=250, deadline=None)
def test_partial_is_as_defined_for_tables_changed_at_random(seed: int, other: int) -> None:
    rnd, position = random.Random(other), due(seed)
    data = GAME.dump(position)
    state = naive.state_of(data)
    own, foe = ("white", "black") if position.to_move == "W" else ("black", "white")
    ways = naive.ways(state, data["dice"])
    base = after(position, rnd.choice(GAME.legal(position).moves)) if rnd.random() < 0.5 else position
    table: Table = dict(GAME.table(base))
    for _ in range(rnd.randint(1, 3)):
        name = rnd.choice([cell(position, p) for p in range(-1, 26)])
        kinds = table.get(name, ())
        table[name] = kinds[1:] if rnd.random() < 0.6 else (*kinds, rnd.choice((own, foe)) if not kinds else kinds[0])
    before = GAME.table(position)
    differ = {
        p: contents(table.get(cell(position, p), ()), own)
        for p in range(-1, 26)
        if table.get(cell(position, p), ()) != before.get(cell(position, p), ())
    }
    sound = all(sum(kinds.count(kind) for kinds in table.values()) <= 15 for kind in (own, foe))
    off_foe = f"off-{foe}"
    sound = sound and table.get(off_foe, ()) == before.get(off_foe, ())
    fits = any(
        all(p in cells and held in cells[p] for p, held in differ.items())
        for end, steps, _ in ways
        for cells in (naive.cells_on_the_way(state, steps, end),)
    )
    match = GAME.match(position, table)
    assert match.partial == (not differ or (fits and sound and colours_fit(table)))
    if differ and not match.moves:
        assert match.violations
        assert all(v.rule.startswith("BG-") for v in match.violations)


def contents(kinds: tuple[str, ...], own: str) -> tuple[str, int]:
    if len(set(kinds)) > 1:
        return "both", len(kinds)
    return ("own" if kinds[0] == own else "enemy", len(kinds)) if kinds else ("none", 0)


def colours_fit(table: Table) -> bool:
    return all("-" not in c or all(c.endswith(kind) for kind in kinds) for c, kinds in table.items())


@given(SEEDS)
@settings(max_examples=120, deadline=None)
def test_hints_name_every_first_step_and_a_reason_for_the_rest(seed: int) -> None:
    position = due(seed)
    data = GAME.dump(position)
    state = naive.state_of(data)
    hints = GAME.hints(position)
    assert hints.text
    ways = naive.ways(state, data["dice"])
    for _, steps, _ in ways:
        source, target = steps[0]
        assert cell(position, target) in {hint.to for hint in hints.cells[cell(position, source)]}
    for name, found in hints.cells.items():
        assert found, name
        assert all(hint.why for hint in found)


@given(SEEDS)
@settings(max_examples=150, deadline=None)
def test_xgids_bring_back_the_position(seed: int) -> None:
    rnd, data = random.Random(seed), GAME.dump(some_position(seed))
    length = rnd.choice([1, 5, 7])
    cube = rnd.random() < 0.7
    data["options"] = {"cube": cube, "match_length": length, "gammons": cube or length > 1}
    data["options"]["jacoby"] = cube and length == 1 and rnd.random() < 0.5
    if cube:
        value = rnd.choice([1, 2, 8])
        data["cube"] = {"value": value, "owner": data["to_move"] if value > 1 else None}
    if length > 1:
        data["score"] = {"W": rnd.randint(0, length - 1), "B": rnd.randint(0, length - 1)}
    position = GAME.parse(data)
    back = GAME.from_xgid(GAME.xgid(position))
    expected = GAME.dump(position)
    if position.dice:
        expected["dice"] = sorted(position.dice, reverse=True)
    assert GAME.dump(back) == expected
    assert GAME.xgid(back) == GAME.xgid(position)


def test_random_games_end_and_conserve_the_checkers() -> None:
    for seed in range(40):
        last: Any = None
        for position, move in played(seed):
            last = after(position, move)
            for player in ("W", "B"):
                assert last.in_play(player) + last.bar.of(player) + last.off.of(player) == 15
        assert last.phase == "over"
        assert last.off.of(last.to_move) == 15


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6) | st.sampled_from(["W", "move"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


@given(SEEDS, JSON, st.data())
@settings(max_examples=400, deadline=None)
def test_whatever_comes_in_gives_an_answer_or_a_rules_error(seed: int, junk: Any, data: st.DataObject) -> None:
    position = some_position(seed)
    dumped = GAME.dump(position)
    name = data.draw(st.sampled_from([*dumped, "result", "strange"]))
    for mutated in (dumped | {name: junk}, {k: v for k, v in dumped.items() if k != name}, junk):
        try:
            read = GAME.parse(mutated)
        except RulesError:
            continue
        assert GAME.parse(GAME.dump(read)) == read
        GAME.legal(read), GAME.hints(read), GAME.status(read), GAME.match(read, {})
    for ask in (lambda: GAME.new(junk), lambda: GAME.roll(position, junk), lambda: GAME.match(position, junk)):
        try:
            ask()
        except RulesError:
            continue


@given(SEEDS, st.text(alphabet="0123456789/*() barofpsdule", max_size=24) | st.text(max_size=10))
@settings(max_examples=400, deadline=None)
def test_any_text_is_judged_or_refused(seed: int, text: str) -> None:
    position = some_position(seed)
    try:
        verdict = GAME.judge(position, text)
    except MoveTextError:
        return
    assert verdict.legal != bool(verdict.violations)
