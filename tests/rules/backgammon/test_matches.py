"""Backgammon's rolls, cube and matches."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.core import PositionError, RollError
from tests.rules.backgammon.by_hand import MATCH, START, play, pos, rules, words
from tests.rules.backgammon.positions import GAME, at, board


def test_the_roll_off() -> None:
    start = GAME.new()
    assert GAME.roll(start, [4, 4]).position == start
    begun = GAME.dump(GAME.roll(start, [2, 5]).position)
    assert (begun["to_move"], begun["phase"], begun["dice"]) == ("B", "move", [2, 5])
    assert rules(start, "8/5 6/5") == ["BG-R2"]
    for bad in ([3], [0, 3], [3, True], "31", None, {"W": 3}, [3, 1, 1]):
        with pytest.raises(RollError):
            GAME.roll(start, bad)
    with pytest.raises(RollError):
        GAME.roll(pos(at(START)), [3, 1])


def test_double_take_and_drop() -> None:
    before = pos(at(START, phase="roll", dice=None, options=MATCH))
    assert GAME.legal(before).moves == ("double",)
    assert GAME.match(before, GAME.table(before)).moves == ("double",)
    offered = play(before, "Double")
    assert (offered.phase, offered.to_move, offered.cube.value) == ("double", "B", 1)
    assert GAME.legal(offered).moves == ("take", "drop")
    taken = play(offered, "take")
    assert (taken.phase, taken.to_move, taken.cube.value, taken.cube.owner) == ("roll", "W", 2, "B")
    assert rules(taken, "double") == ["BG-R11"]
    dropped = play(offered, "drop")
    assert (dropped.phase, dropped.to_move, dropped.score) == ("between", "W", (1, 0))
    assert pos(GAME.dump(dropped)) == dropped
    following = GAME.next(dropped).position
    assert (following.phase, following.score, following.points) == ("roll-off", (1, 0), GAME.new().points)
    with pytest.raises(PositionError):
        GAME.next(following)


def test_the_crawford_game_comes_once() -> None:
    score = {"W": 3, "B": 2}
    dropped = play(play(pos(at(START, phase="roll", dice=None, score=score, options=MATCH)), "double"), "drop")
    crawford = GAME.next(dropped).position
    assert GAME.dump(crawford)["cube"] == {"value": 1, "owner": None, "crawford": True}
    throw = GAME.dump(crawford) | {"phase": "roll"}
    assert GAME.legal(pos(throw)).moves == ()
    assert "Crawford" in words(pos(throw), "double")
    # Black wins the Crawford game; the one after it is played with the cube again.
    ending = board({20: 1}, {24: 1}, to_move="B", dice=[6, 1], score={"W": 4, "B": 2}, options=MATCH)
    won = play(pos(ending | {"cube": throw["cube"]}), "1/off")
    assert (won.phase, won.score) == ("between", (4, 3))
    assert "crawford" not in GAME.dump(GAME.next(won).position)["cube"]


def test_no_crawford_game_comes_when_the_second_player_is_a_point_away_too() -> None:
    score = {"W": 3, "B": 4}
    dropped = play(play(pos(at(START, phase="roll", dice=None, score=score, options=MATCH)), "double"), "drop")
    assert dropped.score == (4, 4)
    assert not GAME.next(dropped).position.cube.crawford


@pytest.mark.parametrize(
    ("loser", "off", "options", "cube", "points", "how"),
    [
        ({24: 14}, 1, {"gammons": True}, 1, 1, "single"),
        ({10: 15}, 0, {"gammons": True}, 1, 2, "gammon"),
        ({3: 15}, 0, {"gammons": True}, 1, 3, "backgammon"),
        ({0: 1, 10: 14}, 0, {"gammons": True}, 1, 3, "backgammon"),
        ({3: 15}, 0, {}, 1, 1, "single"),
        ({3: 15}, 0, {"gammons": True, "cube": True, "jacoby": True}, 1, 1, "single"),
        ({3: 15}, 0, {"gammons": True, "cube": True, "jacoby": True}, 4, 12, "backgammon"),
    ],
)
def test_what_a_win_counts(
    loser: dict[int, int], off: int, options: dict[str, Any], cube: int, points: int, how: str
) -> None:
    owner = "W" if cube > 1 else None
    data = board({2: 1}, loser, dice=[6, 5], options=options, cube={"value": cube, "owner": owner})
    assert data["off"]["B"] == off
    ended = play(pos(data), "2/off")
    assert ended.result is not None
    assert (ended.result.winner, ended.result.points, ended.result.how) == ("W", points, how)
    assert (ended.phase, ended.score.W) == ("over", points)
    assert pos(GAME.dump(ended)) == ended
    assert GAME.legal(ended).moves == ()
    assert rules(ended, "2/off") == ["BG-M"]
