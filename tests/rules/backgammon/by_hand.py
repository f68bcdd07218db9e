"""Positions of Backgammon written by hand, and what the rules say about a move in them."""

from __future__ import annotations

from typing import Any

from companion.rules.backgammon import Position
from tests.rules.backgammon.positions import GAME

START = {"24": ["W", 2], "13": ["W", 5], "8": ["W", 3], "6": ["W", 5]} | {
    "1": ["B", 2], "12": ["B", 5], "17": ["B", 3], "19": ["B", 5],
}  # fmt: skip
MATCH = {"cube": True, "gammons": True, "match_length": 5}


def pos(data: dict[str, Any]) -> Position:
    return GAME.parse(data)


def play(position: Position, move: str) -> Position:
    outcome = GAME.judge(position, move).outcome
    assert outcome is not None, GAME.judge(position, move).violations
    return outcome.position


def rules(position: Position, move: str) -> list[str]:
    verdict = GAME.judge(position, move)
    assert not verdict.legal
    return [v.rule for v in verdict.violations]


def words(position: Position, move: str) -> str:
    return " ".join(v.text for v in GAME.judge(position, move).violations)
