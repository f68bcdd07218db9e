"""Color Dice's tables: which ones are unfinished attacks, and what is wrong with the others."""

from __future__ import annotations

import json
import random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.color_dice import naive
from tests.rules.color_dice.positions import CELLS, FOUR, GAME, HOME, SEEDS, at, sample


def shuffled(table: dict[str, tuple[str, ...]], rnd: random.Random) -> dict[str, tuple[str, ...]]:
    """The same pawns on random cells of their areas."""
    lying: dict[str, tuple[str, ...]] = {}
    for area in FOUR:
        cells = [f"{area}{i}" for i in range(1, 10)]
        lying |= {new: table[old] for new, old in zip(rnd.sample(cells, 9), cells, strict=True) if old in table}
    return lying


@given(SEEDS)
@settings(max_examples=100, deadline=None)
def test_every_way_to_a_table_is_found_wherever_the_pawns_are(seed: int) -> None:
    position, rnd = sample(seed), random.Random(seed)
    ways: dict[str, set[str]] = {}
    for move, after in naive.moves(GAME.dump(position)).items():
        ways.setdefault(json.dumps(naive.comparable(after)["areas"], sort_keys=True), set()).add(move)
    for move in GAME.legal(position).moves:
        outcome = GAME.judge(position, move).outcome
        assert outcome is not None
        after = naive.comparable(GAME.dump(outcome.position))
        seen = shuffled(dict(GAME.table(outcome.position)), rnd)
        match = GAME.match(position, seen)
        assert set(match.moves) == ways[json.dumps(after["areas"], sort_keys=True)]
        assert (match.partial, match.violations) == (True, ())
        assert GAME.arranged(outcome.position, seen) == seen
        assert len(GAME.match(position, seen, limit=1).moves) == 1


@given(SEEDS)
@settings(max_examples=100, deadline=None)
def test_its_own_table_has_the_moves_that_leave_it(seed: int) -> None:
    position = sample(seed)
    seen = shuffled(dict(GAME.table(position)), random.Random(seed))
    match = GAME.match(position, seen)
    assert set(match.moves) == {move for move in naive.moves(GAME.dump(position)) if "@" not in move}
    assert match.moves == GAME.status(position).offers
    assert match.partial
    assert not match.violations


def counted(table: dict[str, tuple[str, ...]]) -> dict[tuple[str, str], int]:
    found: dict[tuple[str, str], int] = {}
    for cell, kinds in table.items():
        for kind in kinds:
            found[cell[:-1], kind] = found.get((cell[:-1], kind), 0) + 1
    return found


@given(SEEDS, st.data())
@settings(max_examples=200, deadline=None)
def test_every_substep_of_an_attack_is_partial(seed: int, data: st.DataObject) -> None:
    position, rnd = sample(seed), random.Random(seed)
    attacks = [move for move in GAME.legal(position).moves if "@" in move]
    if not attacks:
        return
    move = data.draw(st.sampled_from(attacks))
    outcome = GAME.judge(position, move).outcome
    assert outcome is not None
    table = dict(GAME.table(position))
    before, after = counted(table), counted(dict(GAME.table(outcome.position)))
    steps = [
        (area, kind, 1 if after.get((area, kind), 0) > before.get((area, kind), 0) else -1)
        for area, kind in {*before, *after}
        for _ in range(abs(after.get((area, kind), 0) - before.get((area, kind), 0)))
    ]
    rnd.shuffle(steps)
    for area, kind, by in steps[: data.draw(st.integers(0, len(steps)))]:
        cells = [f"{area}{i}" for i in range(1, 10)]
        cells = [
            cell for cell in cells if table.get(cell) == (() if by > 0 else (kind,)) or (by > 0 and cell not in table)
        ]
        if not cells:
            break  # All positions are taken: the pawn that is struck has to go first.
        cell = rnd.choice(cells)
        if by > 0:
            table[cell] = (kind,)
        else:
            del table[cell]
    match = GAME.match(position, shuffled(table, rnd))
    # A colour has nine pawns: a tenth one cannot be put down while all others are still where they were.
    possible = all(sum(kinds == (colour,) for kinds in table.values()) <= 9 for colour in FOUR)
    assert match.partial == possible
    if not match.moves and table != dict(GAME.table(position)):
        assert match.violations
        assert not possible or match.towards


@given(SEEDS, st.dictionaries(st.sampled_from(CELLS), st.sampled_from(("", *FOUR)), max_size=5))
@settings(max_examples=300, deadline=None)
def test_partial_means_what_the_interface_says(seed: int, changed: dict[str, str]) -> None:
    position = sample(seed)
    table = dict(GAME.table(position)) | {cell: (kind,) if kind else () for cell, kind in changed.items()}
    now, was = counted(table), counted(dict(GAME.table(position)))
    differs = {key for key in {*now, *was} if now.get(key, 0) != was.get(key, 0)}
    expected = not differs
    for move, after in naive.moves(GAME.dump(position)).items():
        if "@" in move:
            then = {(area, c): n for area, pawns in after["areas"].items() for c, n in pawns.items()}
            expected |= all(
                min(was.get(key, 0), then.get(key, 0)) <= now.get(key, 0) <= max(was.get(key, 0), then.get(key, 0))
                for key in differs
            )
    if any(sum(n for (_, c), n in now.items() if c == colour) > 9 for colour in FOUR):
        expected = False
    match = GAME.match(position, table)
    assert match.partial == expected
    if differs and not match.moves:
        assert match.violations
    assert bool(match.towards) == bool(differs and expected)
    for violation in match.violations:
        assert violation.rule.startswith("CD-")
        assert violation.text.endswith(".")
        assert set(violation.cells) <= set(CELLS)


@given(SEEDS, st.dictionaries(st.sampled_from(CELLS), st.lists(st.sampled_from(FOUR), max_size=3)))
@settings(max_examples=200, deadline=None)
def test_any_table_at_all_is_explained(seed: int, table: dict[str, list[str]]) -> None:
    position = sample(seed)
    seen = {cell: tuple(kinds) for cell, kinds in table.items()}
    match = GAME.match(position, seen)
    assert match.moves or match.violations or match.partial
    if any(len(kinds) > 1 for kinds in table.values()):
        assert not match.partial
        assert match.violations
    assert counted(dict(GAME.arranged(position, seen))) == counted(dict(GAME.table(position)))


def test_what_went_wrong_on_a_table_is_reported() -> None:
    areas = HOME | {"red": {"red": 4}, "blue": {"blue": 6, "yellow": 2}}
    position = GAME.parse(at(areas))

    def said(*changes: tuple[str, str, int]) -> list[tuple[str, str]]:
        data = {area: dict(pawns) for area, pawns in areas.items()}
        for area, colour, by in changes:
            data[area][colour] = data[area].get(colour, 0) + by
        match = GAME.match(position, GAME.table(GAME.parse(at(data, dice={}, throws={}, phase="throw"))))
        assert not match.moves
        return [(v.rule, v.text) for v in match.violations]

    assert said(("yellow", "red", 3))[0] == (
        "CD-A", "The group has 3 red pawns, but by the dice it must be 2: 5 against Yellow's 3.",
    )  # fmt: skip
    assert said(("red", "red", 2)) == [("CD-H", "Red neither moves nor strikes in the red area, their own home.")]
    rule, text = said(("red", "red", -1), ("yellow", "red", 3))[0]
    assert rule == "CD-A"
    assert all(part in text for part in ("3 red pawns came into the yellow area", "only 1", "from the red area"))
    assert said(("blue", "yellow", -2))[0] == (
        "CD-S",
        "The attack on Yellow is not finished: take 2 red pawns out of the red area and put 2 red pawns into the blue"
        " area.",
    )
    assert said(("yellow", "yellow", 1))[0] == (
        "CD-A", "1 yellow pawn came into the yellow area. It is Red's turn: put it back.",
    )  # fmt: skip
    assert said(("green", "green", -1), ("blue", "red", 1))[0][0] == "CD-A"
    assert said(("blue", "red", 1), ("blue", "yellow", -1))[0][0] == "CD-S"
