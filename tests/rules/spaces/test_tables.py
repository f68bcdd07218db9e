"""The tables of Spaces: all moves that lead to one, and what is wrong with the others."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.core import TableError
from tests.rules.spaces.by_hand import START, position, shown
from tests.rules.spaces.positions import SPACES


def test_several_ways_to_a_table_are_all_named() -> None:
    where = position({"G7": "W", "H2": "W", "J10": "W", "A6": "B"}, 6)
    match = shown(where, {"H2": "white", "J10": "white", "A6": "black", "D3": "white"})
    assert all(SPACES.judge(where, move).legal for move in match.moves)
    assert len(set(match.moves)) == len(match.moves)


@pytest.mark.parametrize(
    ("pieces", "roll", "table", "partial", "rules"),
    [
        (START, 5, {"A6": "black"}, True, ["SP-M"]),
        (START, 5, {"A6": "black", "H6": "white"}, True, ["SP-M"]),
        (START, 2, {"A6": "black", "G7": "white"}, False, ["SP-M"]),
        (START, 2, {"A6": "black", "J7": "white"}, False, ["SP-M", "SP-C"]),
        (START, 2, {"A6": "black", "J8": "white"}, False, ["SP-M"]),
        (START, 2, {"A6": "black", "CENTRE": "white"}, False, ["SP-5"]),
        (START, 2, {"A6": "black", "F10": "white"}, False, ["SP-5"]),
        (START, 2, {"J6": "white"}, False, ["SP-O"]),
        ({**START, "A2": "B"}, 2, {"H6": "white", "A2": "black"}, False, ["SP-O"]),
        ({**START, "H6": "B"}, 2, {"H6": "white"}, False, ["SP-O"]),
        (START, 1, {"J6": "white"}, True, ["SP-O"]),
        (START, 1, {}, True, ["SP-M"]),
        (START, 2, {"J6": "white", "B7": "black"}, False, ["SP-M"]),
        (START, 2, {"J6": "white black"}, False, ["SP-O"]),
        (START, 1, {"A6": "black white"}, False, ["SP-O"]),
        (START, 2, {"J6": "white", "A6": "black", "A2": "black"}, False, ["SP-M"]),
        (START, 2, {"J6": "white", "A6": "black", "A2": "white"}, False, ["SP-C"]),
        ({"G7": "W", "A6": "B"}, 4, {"A6": "black", "CENTRE": "white"}, True, ["SP-5"]),
        ({"G7": "W", "A6": "B"}, 4, {"A6": "black", "CENTRE": "white", "D8": "white"}, True, ["SP-5"]),
        ({"G7": "W", "A6": "B"}, 4, {"A6": "black", "D8": "white"}, True, ["SP-R11"]),
        ({"G7": "W", "A6": "B"}, 4, {"A6": "black", "G7": "white", "D8": "white", "D10": "white"}, True, ["SP-M"]),
        ({"G7": "W", "A6": "B"}, 4, {"A6": "black", "D8": "white", "D12": "white"}, False, ["SP-C"]),
        ({"G7": "W", "D8": "B", "A1": "B"}, 4, {"G7": "white", "A1": "black"}, True, ["SP-O"]),
        ({"I7": "W", "H6": "B"}, 2, {"G7": "white", "H6": "black"}, False, ["SP-4"]),
        ({"I7": "W", "H6": "W", "A2": "B"}, 2, {"A2": "black"}, False, ["SP-M"]),
        ({"I7": "W", "A2": "B"}, 2, {"A2": "black", "I7": "white", **dict.fromkeys(("H6", "J2", "C2"), "white")}, False,
         ["SP-C", "SP-R16"]),
        ({"G7": "W", "F6": "B", "H6": "B"}, 2, {"F6": "black", "H6": "black"}, False, ["SP-M", "SP-R3"]),
    ],
)  # fmt: skip
def test_what_a_table_that_is_no_result_says(
    pieces: dict[str, str], roll: int, table: dict[str, str], partial: bool, rules: list[str]
) -> None:
    match = shown(position(pieces, roll), table)
    assert not match.moves
    assert match.partial == partial
    assert bool(match.towards) == partial
    assert sorted({violation.rule for violation in match.violations}) == sorted(rules)


@pytest.mark.parametrize(
    "table", [None, [], {"K1": ["white"]}, {"A1": ["gold"]}, {"A1": "white"}, {"A1": [["white"]]}, {"a1": []}]
)
def test_what_is_no_table_is_refused(table: Any) -> None:
    with pytest.raises(TableError):
        SPACES.match(position(START, 5), table)
