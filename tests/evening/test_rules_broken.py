"""Every rule that a table can break is broken and named in a story; all other rules are in a list, with the reason."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

import pytest

from companion.boards import BOARDS
from companion.rules import GAMES
from companion.rules.core import Game, Table
from tests.evening.tale import STORIES, tales_in
from tests.rules import at_random
from tests.rules.titles import list_titles

RULES: Mapping[str, frozenset[str]] = MappingProxyType({game: frozenset(list_titles(game)) for game in GAMES})
"""The rules that each game names in its violations."""

BY_WORDS_ALONE: Mapping[str, str] = MappingProxyType(
    {
        "SP-2": "a piece that comes back to where it began has left the table as it was",
        "SP-6": "no count leads in and out by the same colour, so no table is read as such a pass",
        "SP-R9": "one's own piece under another one is two pieces on a space, SP-O",
        "SP-R10": "pieces are tried on spaces that one count leads to; other spaces are no pass, SP-C",
        "SY-R5": "colours are exchanged by a tap, and the table stays as it is",
        "MF-R12": "a jump that changes nothing leaves the table as it was",
        "MF-R13": "passing is a tap, and the table stays as it is",
        "MF-R16": "whoever takes a stone off without a claim has captured without a jump, MF-J",
    }
)
"""Rules that only a written move can break, not a table, each with the reason."""

UNHEARD: Mapping[str, str] = MappingProxyType(
    {
        "SP-R16": "the box holds three pieces of a colour, so no fourth comes to lie on the board",
        "SY-G": "two stones on one cell look like one from above, or are asked about",
        "MF-TS": "whoever moves pieces between rounds lays out the next one: no table is wrong then",
    }
)
"""Rules that can be broken only by tables given to the rules as data: no real table shows the fault to a camera."""


@pytest.mark.parametrize("game", BOARDS)
def test_every_rule_that_a_table_can_break_is_broken_in_a_story(game: str) -> None:
    told = {rule for file in (STORIES / game).glob("*.txt") for tale in tales_in(file) for rule in tale.rules_broken}
    excepted = {*BY_WORDS_ALONE, *UNHEARD} & RULES[game]
    assert told == RULES[game] - excepted


def test_the_exceptions_are_rules() -> None:
    assert {*BY_WORDS_ALONE, *UNHEARD} <= frozenset().union(*RULES.values())
    assert not BY_WORDS_ALONE.keys() & UNHEARD.keys()


@pytest.mark.parametrize("game", BOARDS)
def test_no_table_breaks_a_rule_that_only_words_can_break(game: str) -> None:
    rules, rnd = GAMES[game], random.Random(7)
    broken = set()
    for number in range(4):
        for _, step in zip(range(60), at_random.steps(rules, rnd, at_random.variant(rules, number)), strict=False):
            for table in _muddled(rules, rules.table(step.outcome.position), rnd):
                broken |= {violation.rule for violation in rules.match(step.position, table).violations}
    assert len(broken) >= 2
    assert not broken & BY_WORDS_ALONE.keys()
    assert broken <= RULES[game]


def _muddled(rules: Game[Any], table: Table, rnd: random.Random) -> Iterator[Table]:
    """Tables that differ from `table` because one or two pieces were taken, put or moved at random."""
    info = rules.info
    cells = (*info.cells, *info.passed_over)
    for changes in (1, 1, 2, 3):
        muddled = {cell: list(pieces) for cell, pieces in table.items()}
        for _ in range(changes):
            lying = [cell for cell, pieces in muddled.items() if pieces]
            taken = muddled[rnd.choice(lying)].pop() if lying and rnd.random() < 0.7 else rnd.choice(info.kinds)
            if rnd.random() < 0.7:
                muddled.setdefault(rnd.choice(cells), []).append(taken)
        yield {cell: tuple(pieces) for cell, pieces in muddled.items() if pieces}
