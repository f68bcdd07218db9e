"""Spry written a second time, as simply as possible, from the published cells alone, for tests to compare with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

PUBLISHED = json.loads((Path(__file__).parents[2] / "data" / "spry_board.json").read_text(encoding="utf-8"))
GREEN = {(cell["q"], cell["r"]): cell for cell in PUBLISHED["green"]}
ROWS = [sorted((q, r) for q, r in GREEN if r == row) for row in range(-4, 5)]
NAMED = {f"{'ABCDEFGHI'[i]}{j + 1}": at for i, row in enumerate(ROWS) for j, at in enumerate(row)}


def naively_won(stones: set[str]) -> bool:
    left = {NAMED[name] for name in stones}
    while left:
        waiting, touched = [left.pop()], set()
        while waiting:
            q, r = waiting.pop()
            touched |= set(GREEN[q, r]["touches"])
            near = {(q + 1, r), (q - 1, r), (q, r + 1), (q, r - 1), (q + 1, r - 1), (q - 1, r + 1)} & left
            left -= near
            waiting += near
        if touched == {"R", "Y", "B"}:
            return True
    return False


def naively_legal(position: dict[str, Any], turn: tuple[str, ...]) -> bool:
    return (
        position["phase"] == "move"
        and len(turn) > 0
        and len(set(turn)) == len(turn)
        and not any(cell in position["stones"] for cell in turn)
        and len(turn) <= min(GREEN[NAMED[cell]]["ring"] for cell in turn)
    )
