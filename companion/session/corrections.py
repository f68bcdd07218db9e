"""What lies beside the board and no camera sees: counts, points and the cube, put right by tap.

People sometimes do otherwise than the companion has it. Every change by one that the rules accept as a position with
the same table is offered; what a stone in hand loses, another count has to gain. Nothing here changes a game.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from companion.history.state import State
from companion.rules.core import JSON, RulesError

OTHERWISE = "otherwise"
"""The tap that says that something beside the board is otherwise."""

AS_IT_IS = "as it is"
"""The tap that takes that back."""

_COUNTS: Mapping[str, str] = {"hand": "in hand", "captured": "captured", "score": "points"}
"""The fields of a position that count something for each player, and what people call them."""


@dataclass(frozen=True, slots=True)
class Correction:
    """One thing that may be right instead: what a tap names, words, and the whole position as JSON."""

    label: str
    text: str
    position: Mapping[str, JSON]


_Change = tuple[tuple[str, ...], JSON]
"""Where in the JSON, and what stands there instead."""


def corrections(state: State) -> tuple[Correction, ...]:
    """All that may be otherwise beside the board in a position; none where nothing is kept there."""
    now = state.game.dump(state.position)
    alone = list(_changes(now))
    found = [made for change in alone if (made := _made(state, now, (change,))) is not None]
    changed = {correction.label for correction in found}
    for one, other in combinations(alone, 2):
        if _written(one) not in changed and _written(other) not in changed and one[0] != other[0]:
            made = _made(state, now, (one, other))
            if made is not None:
                found.append(made)
    return tuple(found)


def _changes(position: Mapping[str, JSON]) -> Iterator[_Change]:
    """Every count one up or down, and the cube's next values and owners."""
    tournament = position.get("match")
    for path, counts in (
        *(((name,), position.get(name)) for name in _COUNTS),
        (("match", "score"), tournament.get("score") if isinstance(tournament, dict) else None),
    ):
        if isinstance(counts, dict):
            for player, value in counts.items():
                yield (*path, player), value + 1
                if value > 0:
                    yield (*path, player), value - 1
    cube = position.get("cube")
    if isinstance(cube, dict):
        for value in (cube["value"] // 2, cube["value"], 2 * cube["value"]):
            for owner in (None, "W", "B"):
                if (value, owner) != (cube["value"], cube["owner"]):
                    yield ("cube",), {**cube, "value": value, "owner": owner}


def _made(state: State, now: Mapping[str, JSON], changes: tuple[_Change, ...]) -> Correction | None:
    """The correction, None where the rules refuse the position or it would change the table."""
    changed: Any = copy.deepcopy(dict(now))
    for path, value in changes:
        inner = changed
        for name in path[:-1]:
            inner = inner[name]
        inner[path[-1]] = value
    try:
        position = state.game.parse(changed)
    except RulesError:  # most combinations make no position; those are not offered
        return None
    if state.game.table(position) != state.game.table(state.position):
        return None
    return Correction(
        ", ".join(_written(change) for change in changes),
        "; ".join(_in_words(state, change) for change in changes),
        changed,
    )


def _written(change: _Change) -> str:
    path, value = change
    if path == ("cube",):
        return f"cube={value['value']}" + (f" {value['owner']}" if value["owner"] else "")
    return f"{'.'.join(path)}={value}"


def _in_words(state: State, change: _Change) -> str:
    path, value = change
    names = state.game.info.names
    if path == ("cube",):
        owner = f"{names[value['owner']]}'s" if value["owner"] else "in the middle"
        return f"The cube shows {value['value']} and is {owner}"
    counted = _COUNTS[path[-2]]
    return f"{names[path[-1]]}: {value} {'point' if (value, counted) == (1, 'points') else counted}"
