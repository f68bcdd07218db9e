"""What can be given up in each game: it ends the game or a part of it, the other player wins, and the table stays."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.rules import GAMES, game
from companion.rules.core import JSON
from tests.rules.at_random import steps, variant


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", GAMES)
def test_a_player_who_gives_up_loses(name: str, seed: int) -> None:
    rules, rnd = game(name), random.Random(seed)
    options = variant(rules, seed)
    offered = 0
    for step in (*steps(rules, rnd, options),)[:60]:
        position = step.outcome.position
        found = rules.resignations(position)
        assert len({one.name for one in found}) == len({one.text for one in found}) == len(found)
        for one in found:
            after = one.outcome.position
            status = rules.status(after)
            assert rules.parse(rules.dump(after)) == after
            assert rules.table(after) == rules.table(position)
            assert status.due in ("next", "nothing")
            assert one.player != status.player
            assert (status.result is not None) or status.due == "next"
            assert one.outcome.events[-1].event.endswith("won")
            assert rules.hints(after).text.endswith((".", ")"))
            assert rules.resignations(after) == ()
        offered += len(found)
    assert offered or (name, options.get("players")) in (("color-dice", 3), ("color-dice", 4))


def labels(name: str, options: dict[str, JSON], *rolls: JSON) -> dict[str, Any]:
    rules = game(name)
    position: Any = rules.new(options)
    for roll in rolls:
        position = rules.roll(position, roll).position
    return {one.name: rules.dump(one.outcome.position) for one in rules.resignations(position)}


def test_a_gammon_is_given_up_only_if_gammons_count() -> None:
    match = {"match_length": 5, "gammons": True}
    found = labels("backgammon", match, [3, 1])
    assert set(found) == {f"{player} {part}" for player in "WB" for part in ("game", "gammon", "backgammon", "match")}
    assert found["W gammon"]["score"] == {"W": 0, "B": 2}
    assert found["W gammon"]["phase"] == "between"
    assert found["B match"]["result"] == {"winner": "W", "points": 0, "how": "resigned"}
    assert set(labels("backgammon", {}, [3, 1])) == {"W game", "B game"}
    assert labels("backgammon", match) == {}, "before somebody begins"
    assert set(labels("backgammon", {**match, "jacoby": True, "cube": True}, [3, 1])) == {
        "W game", "W match", "B game", "B match",
    }  # fmt: skip


def test_a_bout_is_given_up_for_a_point() -> None:
    found = labels("spaces", {"target": 2}, [4, 2])
    assert found["W bout"]["score"] == {"W": 0, "B": 1}
    assert found["W bout"]["phase"] == "between"
    assert found["W game"]["phase"] == "over"
    assert labels("spaces", {"target": 1}, [4, 2])["B bout"]["result"] == {
        "winner": "W",
        "points": 1,
        "how": "resigned",
    }


def test_with_three_players_nobody_can_give_up_for_all() -> None:
    assert labels("color-dice", {"players": 3}) == {}
    assert set(labels("color-dice", {"players": 2})) == {"red game", "yellow game"}
