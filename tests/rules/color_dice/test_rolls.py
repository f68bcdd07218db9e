"""Color Dice's rolls: how often each die is rolled, and by whom."""

from __future__ import annotations

import pytest

from companion.rules.core import RollError
from tests.rules.color_dice.positions import GAME


def test_each_die_is_rolled_one_to_three_times() -> None:
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
    with pytest.raises(RollError, match="3 times"):
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


def test_every_player_may_roll_their_own_die_as_an_option() -> None:
    position = GAME.new({"players": 3, "throwing": "each"})
    assert GAME.status(position).dice == ("red", "blue")
    with pytest.raises(RollError, match="not theirs"):
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
