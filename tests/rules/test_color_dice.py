"""What holds in every position of Color Dice, reached or scattered, against the rules of `naive_color_dice`."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from functools import lru_cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.color_dice import ColorDice, Position
from companion.rules.color_dice.actions import Attack
from companion.rules.color_dice.board import Colour
from companion.rules.color_dice.judge import describe
from companion.rules.core import MoveTextError, PositionError, RollError, RulesError
from tests.rules import naive_color_dice as naive
from tests.rules import playthrough

GAME = ColorDice()
CELLS = GAME.info.cells
FOUR = naive.FOUR
SEEDS = st.integers(0, 10**6)


# --- positions --------------------------------------------------------------------------------------


def at(areas: dict[str, dict[str, int]], /, **more: Any) -> dict[str, Any]:
    """A position as JSON from its areas, the rest outside; Red attacks with a 5 against 3, 2 and 5."""
    full = {area: areas.get(area, {}) for area in FOUR}
    outside = {colour: 9 - sum(pawns.get(colour, 0) for pawns in full.values()) for colour in FOUR}
    return {
        "game": "color-dice", "areas": full, "outside": outside, "players": ["red", "yellow"],
        "dummies": ["green", "blue"], "to_move": "red", "acting": "red", "phase": "attack",
        "dice": {"red": 5, "yellow": 3, "green": 2, "blue": 5},
        "throws": {"red": 1, "yellow": 3, "green": 1, "blue": 2},
        "attacked": [], "countered": [], "order": None,
        "options": {"move_scope": "attacked", "throwing": "active"},
    } | more  # fmt: skip


def scattered(seed: int) -> Position:
    """Pawns thrown anywhere, dice at random, any phase: hardly ever reachable."""
    rnd = random.Random(seed)
    count = rnd.randint(2, 4)
    seats = rnd.sample(FOUR, 4)
    areas: dict[str, dict[str, int]] = {area: {} for area in FOUR}
    for colour in seats:
        crowd, left = rnd.choice(FOUR), rnd.randint(0, 9)
        while left:
            area = rnd.choice([*FOUR, crowd, crowd, crowd, crowd, crowd, "outside"])
            free = area == "outside" or (
                sum(areas[area].values()) < 9 and (area == colour or areas[area].get(colour, 0) < 8)
            )
            if area != "outside" and free:
                areas[area][colour] = areas[area].get(colour, 0) + 1
            left -= 1
    mover = rnd.choice(seats[:count])
    dice = {colour: rnd.randint(1, 6) for colour in FOUR}
    data = at(
        areas, players=seats[:count], dummies=seats[count:], to_move=mover, acting=mover, dice=dice,
        throws={colour: rnd.randint(1, 3) for colour in FOUR},
        options={"move_scope": rnd.choice(("attacked", "any")), "throwing": rnd.choice(("active", "each"))},
    )  # fmt: skip
    high, low = naive.higher(data), [c for c in FOUR if dice[c] < dice[mover]]
    phase = rnd.choice(("throw", "order", "attack", "attack", "attack", "counter", "counter", "counter"))
    if phase == "throw":
        rolled = FOUR if rnd.random() < 0.5 else rnd.sample(FOUR, rnd.randint(0, 3))
        data["options"]["throwing"] = "active"
        data |= {"phase": phase, "dice": {c: dice[c] for c in rolled}, "throws": {c: data["throws"][c] for c in rolled}}
    elif high and phase != "attack":
        data["phase"] = phase
        if phase == "counter":
            i = rnd.randrange(len(high))
            data |= {"acting": high[i], "countered": high[:i], "order": rnd.choice(("before", "after"))}
    elif high:
        data["order"] = rnd.choice(("before", "after"))
        data["countered"] = high if data["order"] == "before" else []
    if data["phase"] == "attack" or data["order"] == "after":
        data["attacked"] = rnd.sample(low, rnd.randint(0, len(low)))
    return GAME.parse(data)


def throw_at_random(position: Position, rnd: random.Random) -> dict[str, int]:
    dice = GAME.status(position).dice
    return {die: rnd.randint(1, 6) for die in rnd.sample(dice, rnd.randint(1, len(dice)))}


def played(seed: int, longest: int = 3000) -> list[tuple[Position, str | dict[str, int]]]:
    """A random game: the positions with the move or throw made in each; the last is the end, with an empty move.

    Groups gather where most of their colour are and strike seldom, or games would never end.
    """
    rnd = random.Random(seed)
    options = {
        "players": rnd.randint(2, 4), "move_scope": rnd.choice(("attacked", "any")),
        "throwing": rnd.choice(("active", "each")),
    }  # fmt: skip
    position, steps = GAME.new(options), []
    while len(steps) < longest:
        status = GAME.status(position)
        if status.due == "nothing":
            break
        legal = GAME.legal(position).moves
        if status.due == "roll" and (not legal or rnd.random() < 0.3):
            dice = throw_at_random(position, rnd)
            steps.append((position, dice))
            position = GAME.roll(position, dice).position
            continue
        weights = [weight(GAME.dump(position), move) for move in legal]
        move = rnd.choices(legal, weights)[0]
        steps.append((position, move))
        outcome = GAME.judge(position, move).outcome
        assert outcome is not None
        position = outcome.position
    return [*steps, (position, "")]


def weight(position: dict[str, Any], move: str) -> float:
    if "@" not in move:
        return 0.5
    _, _, way = move.partition("@")
    source, _, goal = way.partition(">")
    area, me = goal.partition("*")[0], position["acting"]
    here, there = (position["areas"].get(place, {}).get(me, 0) if place != me else 0 for place in (source, area))
    return float((2 + there) ** 3) / (1 + here) ** 2


@lru_cache(maxsize=64)
def game_of(seed: int) -> tuple[tuple[Position, Any], ...]:
    return tuple(played(seed, 600))


def sample(seed: int) -> Position:
    """A position from play for even seeds, a scattered one for odd ones."""
    if seed % 2:
        return scattered(seed)
    return random.Random(seed).choice(game_of(seed % 30)[:-1])[0]


# --- moves ------------------------------------------------------------------------------------------


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


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_start(players: int) -> None:
    dumped = GAME.dump(GAME.new({"players": players}))
    home = [2, 3, 4, 5][:players] + [9] * (4 - players)
    assert dumped["areas"] == {colour: {colour: n} for colour, n in zip(FOUR, home, strict=True)}
    assert dumped["outside"] == {colour: 9 - n for colour, n in zip(FOUR, home, strict=True)}
    assert (dumped["players"], dumped["dummies"]) == (FOUR[:players], FOUR[players:])
    assert (dumped["phase"], dumped["to_move"], dumped["dice"], dumped["order"]) == ("throw", "red", {}, None)
    assert dumped["options"] == {"move_scope": "attacked", "throwing": "active"}


def rules_of(data: dict[str, Any], move: str) -> list[str]:
    return [violation.rule for violation in GAME.judge(GAME.parse(data), move).violations]


HOME = {"red": {"red": 3}, "yellow": {"yellow": 3}, "green": {"green": 9}, "blue": {"blue": 9}}


@pytest.mark.parametrize(
    ("areas", "move", "rules"),
    [
        (HOME, "yellow:2@outside>yellow", []),
        (HOME, "yellow:2@red>yellow", []),
        (HOME, "yellow:2@red>yellow*1", []),
        (HOME, "yellow:2@red>yellow*2", []),
        (HOME, "green:3@red>green*3", []),
        (HOME, "yellow:2@outside>yellow*1", ["CD-S"]),
        (HOME, "yellow:3@outside>yellow", ["CD-A"]),
        (HOME, "yellow:1@outside>yellow", ["CD-A"]),
        (HOME, "blue:1@red>blue*1", ["CD-A"]),
        (HOME, "red:2@outside>yellow", ["CD-A", "CD-R7"]),
        (HOME, "yellow:2@outside>red", ["CD-H"]),
        (HOME, "yellow:2@yellow>yellow", ["CD-M", "CD-M"]),
        (HOME, "green:3@outside>yellow", ["CD-R7"]),
        (HOME, "green:3@red>green", ["CD-M"]),
        (HOME, "green:3@red>green*2", ["CD-M"]),
        (HOME, "yellow:2@green>yellow", ["CD-M"]),
        (HOME, "yellow:2@red>yellow*3", ["CD-S"]),
        (HOME, "yellow:2@red>green*2", ["CD-S"]),
        (HOME, "yellow:2@red>green*1", ["CD-S", "CD-R11"]),
        (HOME, "done", ["CD-A"]),
        (HOME, "keep", ["CD-T"]),
        (HOME, "before", ["CD-C"]),
        (HOME, "decline", ["CD-C"]),
        # Locked: seven of one colour in another's area neither move nor are struck, the two others may.
        ({"green": {"red": 7}, "yellow": {"yellow": 3}}, "yellow:2@green>yellow", ["CD-L"]),
        ({"green": {"yellow": 7, "red": 2}, "red": {"red": 2}}, "yellow:2@red>green*2", ["CD-L"]),
        ({"green": {"yellow": 7, "red": 2}}, "yellow:2@green>yellow", []),
        ({"blue": {"yellow": 2, "green": 7}, "red": {"red": 2}}, "yellow:2@red>blue*2", []),
        ({"red": {"red": 7}}, "yellow:2@red>yellow", []),
        ({"red": {"red": 2}, "yellow": {"yellow": 9}}, "yellow:2@red>yellow*2", []),
        # A mixed group needs starting pawns in the attacked home, and room for those that move.
        ({"red": {"red": 3}, "green": {"green": 1, "blue": 8}}, "green:3@red>green*1", ["CD-M"]),
        ({"red": {"red": 3}, "green": {"green": 1, "blue": 6}}, "green:3@red>green*1", []),
        ({"red": {"red": 3}, "green": {"blue": 6}}, "green:3@red>green*1", ["CD-S"]),
    ],
)  # fmt: skip
def test_attacks(areas: dict[str, dict[str, int]], move: str, rules: list[str]) -> None:
    assert rules_of(at(areas), move) == rules


def test_moves_may_go_anywhere_as_an_option() -> None:
    data = at(HOME | {"green": {"green": 4}}, options={"move_scope": "any"})
    assert rules_of(data, "yellow:2@outside>green") == []
    assert rules_of(data, "yellow:2@outside>red") == ["CD-H"]
    assert rules_of(data, "yellow:2@red>green*1") == ["CD-S", "CD-R11"]
    # Two opponents may explain the same pawns; both are named.
    data["dice"]["green"] = 3
    position = GAME.parse(data)
    outcome = GAME.judge(position, "yellow:2@outside>green").outcome
    assert outcome is not None
    match = GAME.match(position, GAME.table(outcome.position))
    assert set(match.moves) == {"yellow:2@outside>green", "green:2@outside>green"}


def test_each_opponent_once_and_one_at_least() -> None:
    position = GAME.parse(at(HOME))
    first = GAME.judge(position, "yellow:2@outside>yellow").outcome
    assert first is not None
    dumped = GAME.dump(first.position)
    assert (dumped["phase"], dumped["attacked"]) == ("attack", ["yellow"])
    assert [v.rule for v in GAME.judge(first.position, "yellow:2@outside>yellow").violations] == ["CD-A"]
    done = GAME.judge(first.position, "done").outcome
    assert done is not None
    dumped = GAME.dump(done.position)
    assert (dumped["to_move"], dumped["phase"], dumped["dice"], dumped["attacked"]) == ("yellow", "throw", {}, [])
    stuck = GAME.parse(at({"red": {}, "yellow": {"yellow": 9}, "green": {"green": 9}, "blue": {"blue": 9}}))
    assert GAME.legal(stuck).moves == ("done",)


def test_counterattacks_go_round_from_the_left_dummies_too() -> None:
    dice = {"red": 3, "yellow": 5, "green": 4, "blue": 1}
    position = GAME.parse(at(HOME, phase="order", dice=dice, to_move="yellow", acting="yellow") | {
        "dice": {"red": 5, "yellow": 3, "green": 4, "blue": 6}})  # fmt: skip
    assert GAME.legal(position).moves == ("before", "after")
    asked = []
    outcome = GAME.judge(position, "before").outcome
    while outcome and GAME.dump(outcome.position)["phase"] == "counter":
        asked.append(GAME.status(outcome.position).player)
        outcome = GAME.judge(outcome.position, "decline").outcome
    assert outcome is not None
    assert asked == ["green", "blue", "red"]
    dumped = GAME.dump(outcome.position)
    assert (dumped["phase"], dumped["acting"], dumped["countered"]) == ("attack", "yellow", asked)

    dummy = GAME.parse(at(HOME, phase="counter", order="after", dice=dice, acting="green"))
    assert "Green (a dummy; Yellow decides)" in GAME.hints(dummy).text
    assert GAME.legal(dummy).moves == ("red:1@green>red", "red:1@green>red*1", "decline")
    struck = GAME.judge(dummy, "red:1@green>red*1").outcome
    assert struck is not None
    dumped = GAME.dump(struck.position)
    assert [event.event for event in struck.events] == ["struck"]
    assert (dumped["outside"]["red"], dumped["phase"], dumped["acting"]) == (7, "counter", "yellow")


def test_the_ninth_pawn_wins_in_a_counterattack_too() -> None:
    areas = {"red": {"yellow": 8}, "yellow": {"yellow": 1}, "green": {"green": 9}, "blue": {"blue": 9}}
    dice = {"red": 3, "yellow": 4, "green": 2, "blue": 2}
    position = GAME.parse(at(areas, phase="counter", order="before", acting="yellow", dice=dice))
    outcome = GAME.judge(position, "red:1@yellow>red").outcome
    assert outcome is not None
    dumped = GAME.dump(outcome.position)
    assert (dumped["phase"], dumped["to_move"], dumped["result"]["winner"]) == ("over", "yellow", "yellow")
    assert [event.event for event in outcome.events] == ["won"]
    assert GAME.parse(dumped) == outcome.position


def test_a_dummy_does_not_win() -> None:
    areas = {"red": {"green": 8}, "green": {"green": 1}}
    dice = {"red": 3, "yellow": 2, "green": 4, "blue": 2}
    position = GAME.parse(at(areas, phase="counter", order="after", acting="green", dice=dice))
    outcome = GAME.judge(position, "red:1@green>red").outcome
    assert outcome is not None
    assert GAME.dump(outcome.position)["phase"] == "throw"
    assert GAME.parse(GAME.dump(outcome.position)) == outcome.position


# --- texts ------------------------------------------------------------------------------------------


def test_texts_are_read_with_tolerance_and_written_in_one_form() -> None:
    position = GAME.parse(at(HOME))
    assert GAME.judge(position, "  YELLOW:2@Red>yellow*0 ").move == "yellow:2@red>yellow"
    assert GAME.judge(position, " Done  ").move == "done"
    for text in (
        "", "pass", "yellow", "yellow:2@red", "yellow:2@red>outside", "yellow:2@red>purple", "pink:2@red>yellow",
        "yellow:2@nowhere>yellow", "yellow:-2@red>yellow", "yellow:2@red>yellow*", "yellow:2@red>yellow**1",
        "yellow:x@red>yellow", "yellow:2 @red>yellow", "done done", "yellow:" + "9" * 5000 + "@red>yellow", "\u212aeep",
        "yellow:2@red1>yellow",
    ):  # fmt: skip
        with pytest.raises(MoveTextError):
            GAME.judge(position, text)


# --- throws -----------------------------------------------------------------------------------------


def test_each_die_is_thrown_one_to_three_times() -> None:
    position = GAME.new()
    assert GAME.legal(position).moves == ()
    position = GAME.roll(position, {"red": 4, "blue": 2}).position
    position = GAME.roll(position, {"red": 6, "yellow": 1}).position
    dumped = GAME.dump(position)
    assert dumped["dice"] == {"red": 6, "yellow": 1, "blue": 2}
    assert dumped["throws"] == {"red": 2, "yellow": 1, "blue": 1}
    assert GAME.legal(position).moves == ()
    assert [v.rule for v in GAME.judge(position, "keep").violations] == ["CD-T"]
    position = GAME.roll(position, {"green": 3}).position
    assert GAME.legal(position).moves == ("keep",)
    position = GAME.roll(position, {"red": 5}).position
    status = GAME.status(position)
    assert (status.due, status.dice, status.offers) == ("roll", ("yellow", "green", "blue"), ("keep",))
    with pytest.raises(RollError, match="three times"):
        GAME.roll(position, {"green": 1, "red": 5})
    for dice in ({}, [], None, 3, {"red": 0}, {"yellow": 7}, {"yellow": True}, {"yellow": 1.0}, {"pink": 1},
                 {"yellow": "1"}, {"yellow": [1]}):  # fmt: skip
        with pytest.raises(RollError):
            GAME.roll(position, dice)
    for _ in range(2):
        position = GAME.roll(position, {"yellow": 1, "green": 2, "blue": 2}).position
    assert (GAME.status(position).due, GAME.status(position).offers) == ("move", ("keep",))
    kept = GAME.judge(position, "keep").outcome
    assert kept is not None
    assert GAME.dump(kept.position)["phase"] == "attack"
    with pytest.raises(RollError):
        GAME.roll(kept.position, {"yellow": 1})


def test_every_player_may_throw_his_own_die_as_an_option() -> None:
    position = GAME.new({"players": 3, "throwing": "each"})
    assert GAME.status(position).dice == ("red", "blue")
    with pytest.raises(RollError, match="not his"):
        GAME.roll(position, {"yellow": 3})
    position = GAME.roll(position, {"red": 2, "blue": 5}).position
    throwers = []
    for die in ("yellow", "green"):
        outcome = GAME.judge(position, "keep").outcome
        assert outcome is not None
        status = GAME.status(outcome.position)
        throwers.append(status.player)
        assert status.dice == (die,)
        assert GAME.legal(outcome.position).moves == ()
        position = GAME.roll(outcome.position, {die: 4}).position
        assert GAME.parse(GAME.dump(position)) == position
    assert throwers == ["yellow", "green"]
    outcome = GAME.judge(position, "keep").outcome
    assert outcome is not None
    dumped = GAME.dump(outcome.position)
    assert (dumped["phase"], dumped["acting"]) == ("order", "red")


# --- tables -----------------------------------------------------------------------------------------


def shuffled(table: dict[str, tuple[str, ...]], rnd: random.Random) -> dict[str, tuple[str, ...]]:
    """The same pawns anywhere in their areas."""
    lying: dict[str, tuple[str, ...]] = {}
    for area in FOUR:
        cells = [f"{area}{i}" for i in range(1, 10)]
        lying |= {new: table[old] for new, old in zip(rnd.sample(cells, 9), cells, strict=True) if old in table}
    return lying


@given(SEEDS)
@settings(max_examples=100, deadline=None)
def test_every_way_to_a_table_is_found_wherever_the_pawns_stand(seed: int) -> None:
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
    # A tenth pawn (put down from the box while its twins still stand where they came from) cannot be.
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


def test_what_went_wrong_on_a_table_is_said() -> None:
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
        "CD-A", "The group has 3 red pawns, but the dice make it 2: 5 against Yellow's 3.",
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


def test_an_attack_is_said_in_words() -> None:
    assert describe(Attack(Colour.YELLOW, 5, None, Colour.YELLOW), Colour.RED) == (
        "5 red pawns from outside to the yellow area"
    )
    assert describe(Attack(Colour.YELLOW, 1, Colour.RED, Colour.BLUE), Colour.RED) == (
        "1 red pawn from the red area to the blue area, against Yellow"
    )
    assert describe(Attack(Colour.YELLOW, 3, Colour.GREEN, Colour.YELLOW, 1), Colour.RED) == (
        "3 red pawns from the green area to the yellow area, striking 1 yellow pawn"
    )


def test_the_playthrough_still_holds() -> None:
    text = playthrough.path("color-dice").read_text(encoding="utf-8")
    assert playthrough.replay(GAME, text) == text


# --- hints ------------------------------------------------------------------------------------------


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


# --- JSON -------------------------------------------------------------------------------------------

FULL = {"red": {"red": 9}, "yellow": {"yellow": 9}, "green": {"green": 9}, "blue": {"blue": 9}}
WON = {"green": {"red": 9}}
ENDED = {"winner": "red", "points": 1, "how": "nine pawns"}
DICE = {"red": 3, "yellow": 5, "green": 4, "blue": 1}

REFUSED: list[tuple[dict[str, Any], str]] = [
    (at(HOME, game="dice"), "game"),
    (at(HOME, extra=1), "extra"),
    ({k: v for k, v in at(HOME).items() if k != "order"}, "order"),
    ({k: v for k, v in at(HOME).items() if k != "outside"}, "outside"),
    (at(HOME, areas=[]), "areas"),
    (at(HOME, areas={"red": {}}), "areas.yellow"),
    (at(HOME, areas=at(HOME)["areas"] | {"pink": {}}), "areas.pink"),
    (at(HOME, areas=at(HOME)["areas"] | {"red": {"pink": 1}}), "areas.red.pink"),
    (at(HOME, areas=at(HOME)["areas"] | {"red": {"red": -1}}), "areas.red.red"),
    (at(HOME, areas=at(HOME)["areas"] | {"red": {"red": True}}), "areas.red.red"),
    (at(HOME, areas=at(HOME)["areas"] | {"red": {"red": 2.0}}), "areas.red.red"),
    (at({"red": {"green": 5, "yellow": 5}}), "areas.red"),
    (at(HOME, outside={"red": 6, "yellow": 6, "green": 0}), "outside.blue"),
    (at(HOME, outside={"red": 5, "yellow": 6, "green": 0, "blue": 0}), "outside.red"),
    (at(HOME, outside={"red": 6, "yellow": 6, "green": 1, "blue": 0}), "outside.green"),
    (at(HOME, players=["red"], dummies=["green", "blue", "yellow"]), "players"),
    (at(HOME, players="red"), "players"),
    (at(HOME, players=["red", "red"]), "players"),
    (at(HOME, players=["red", "pink"]), "players[1]"),
    (at(HOME, players=["red", ["yellow"]]), "players[1]"),
    (at(HOME, dummies=["green"]), "dummies"),
    (at(HOME, dummies=["green", "red"]), "dummies"),
    (at(HOME, to_move="green"), "to_move"),
    (at(HOME, to_move=None), "to_move"),
    (at(HOME, acting="yellow"), "acting"),
    (at(HOME, phase="move"), "phase"),
    (at(HOME, phase=["attack"]), "phase"),
    (at(HOME, dice={"red": 5, "yellow": 3, "green": 2}), "throws"),
    (at(HOME, dice={}, throws={}), "dice.red"),
    (at(HOME, dice=DICE | {"blue": 7}), "dice.blue"),
    (at(HOME, dice=DICE | {"blue": "1"}), "dice.blue"),
    (at(HOME, throws={"red": 4, "yellow": 1, "green": 1, "blue": 1}), "throws.red"),
    (at(HOME, throws={"red": 0, "yellow": 1, "green": 1, "blue": 1}), "throws.red"),
    (at(HOME, attacked=["red"]), "attacked"),
    (at(HOME, attacked=["blue"]), "attacked"),
    (at(HOME, attacked=["yellow", "yellow"]), "attacked"),
    (at(HOME, countered=["yellow"]), "countered"),
    (at(HOME, order="before"), "order"),
    (at(HOME, order="first"), "order"),
    (at(HOME, order=False), "order"),
    (at(HOME, phase="order"), "phase"),
    (at(HOME, phase="order", dice=DICE, order="after"), "order"),
    (at(HOME, phase="order", dice=DICE, attacked=["blue"]), "attacked"),
    (at(HOME, phase="counter", dice=DICE, order="after"), "acting"),
    (at(HOME, phase="counter", dice=DICE, acting="yellow"), "order"),
    (at(HOME, phase="counter", dice=DICE, acting="blue", order="after"), "acting"),
    (at(HOME, phase="counter", dice=DICE, acting="yellow", order="after", countered=["yellow"]), "countered"),
    (at(HOME, phase="counter", dice=DICE, acting="yellow", order="before", attacked=["blue"]), "attacked"),
    (at(HOME, dice=DICE, order="after", countered=["yellow"]), "countered"),
    (at(HOME, phase="throw", order="before"), "order"),
    (at(HOME, phase="throw", countered=["yellow"]), "countered"),
    (at(HOME, phase="throw", acting="yellow"), "acting"),
    (at(HOME, phase="throw", options={"throwing": "each"}), "dice.yellow"),
    (at(HOME, phase="throw", options={"throwing": "each"}, acting="yellow", dice={}, throws={}), "dice"),
    (at(HOME, options={"players": 2}), "options.players"),
    (at(HOME, options={"move_scope": "all"}), "options.move_scope"),
    (at(HOME, options={"throwing": 1}), "options.throwing"),
    (at(WON), "areas"),
    (at(WON, phase="over"), "result"),
    (at(WON, result=ENDED), "result"),
    (at(HOME, phase="over", result=ENDED), "phase"),
    (at(WON, phase="over", result=ENDED | {"winner": "yellow"}), "result.winner"),
    (at(FULL, phase="over", result=ENDED), "phase"),
]


@pytest.mark.parametrize(("data", "field"), REFUSED, ids=range(len(REFUSED)))
def test_contradictions_are_refused_by_name(data: dict[str, Any], field: str) -> None:
    with pytest.raises(PositionError) as refused:
        GAME.parse(data)
    assert refused.value.field == field


def test_what_is_odd_but_no_contradiction_is_read() -> None:
    for data in (
        at(WON, phase="over", result=ENDED),
        at(WON, phase="over", result=ENDED, dice={}, throws={}),
        at(HOME, options={}),
        at({"red": {"green": 9}}),
        at(FULL),
        at(HOME, areas=at(HOME)["areas"] | {"red": {"red": 3, "blue": 0}}),
        at(HOME, phase="counter", dice=DICE, acting="green", order="after", attacked=["blue"]),
    ):
        position = GAME.parse(data)
        assert GAME.parse(json.loads(json.dumps(GAME.dump(position)))) == position
        GAME.legal(position)
        GAME.hints(position)


def test_options_are_checked() -> None:
    for options, field in (
        ({"players": 1}, "options.players"), ({"players": 5}, "options.players"),
        ({"players": True}, "options.players"),
        ({"scope": 1}, "options.scope"), ({"move_scope": ["any"]}, "options.move_scope"), ([], "options"),
    ):  # fmt: skip
        with pytest.raises(PositionError) as refused:
            GAME.new(options)  # type: ignore[arg-type]
        assert refused.value.field == field


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(FOUR),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(FOUR) | st.text(), inner, max_size=4),
    max_leaves=10,
)


@given(st.sampled_from((*at(HOME), "result")), ANYTHING, st.booleans())
@settings(max_examples=300, deadline=None)
def test_any_json_is_read_or_refused(field: str, value: Any, alone: bool) -> None:
    with suppress(PositionError):
        position = GAME.parse(value if alone else at(HOME) | {field: value})
        assert GAME.parse(GAME.dump(position)) == position
        assert GAME.legal(position).complete
    with suppress(RulesError):
        assert GAME.roll(GAME.new(), value)
    with suppress(RulesError):
        assert GAME.match(GAME.new(), value).partial in (True, False)
    with suppress(PositionError):
        assert GAME.new(value)
