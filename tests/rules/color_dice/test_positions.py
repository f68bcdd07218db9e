"""Color Dice's options and positions as JSON: what is read, and what is refused with the name of the field."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.core import PositionError, RulesError
from tests.rules.color_dice.positions import FOUR, GAME, HOME, at

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
