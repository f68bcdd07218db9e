"""Every game of the registry keeps the laws of all games, and so does the example of how to add a game.

The classes below are broken versions of the example, and each is caught by the law that it breaks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from companion.rules import GAMES
from companion.rules.core import Game, Hints, LegalMoves, Match, Outcome, Status, Table, Verdict
from companion.rules.protocol import answer
from tests.rules import laws, playthrough
from tests.sixth_game.rules.noughts_and_crosses import NoughtsAndCrosses, Position

EXAMPLE = NoughtsAndCrosses()
ALL = MappingProxyType({**GAMES, EXAMPLE.info.id: EXAMPLE})


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", ALL)
def test_every_law_holds(name: str, seed: int) -> None:
    laws.hold(ALL[name], ALL, seed)


def test_the_example_has_a_playthrough_that_holds() -> None:
    text = (Path(__file__).parents[1] / "sixth_game" / "playthrough.txt").read_text(encoding="utf-8")
    assert playthrough.replay(EXAMPLE, text) == text
    assert '"phase": "over"' in text
    assert "\n> try " in text


def test_the_example_is_answered_for_only_where_it_is_registered() -> None:
    asked = {"do": "new", "game": EXAMPLE.info.id}
    assert answer(asked, ALL)["ok"] is True
    assert answer(asked)["error"]["code"] == "unknown-game"


class LosesTheTurn(NoughtsAndCrosses):
    def dump(self, position: Position) -> dict[str, Any]:
        return super().dump(position) | {"to_move": "X"}


class TakesAnyField(NoughtsAndCrosses):
    def parse(self, data: Any) -> Position:
        return super().parse({name: value for name, value in data.items() if name != "unknown_field"})


class NeverEnds(NoughtsAndCrosses):
    def status(self, position: Position) -> Status:
        status = super().status(position)
        return replace(status, result=None)


class ListsMovesInAnotherForm(NoughtsAndCrosses):
    def legal(self, position: Position, limit: int = 10_000) -> LegalMoves:
        legal = super().legal(position, limit)
        return replace(legal, moves=tuple(move.upper() for move in legal.moves))


class ForgetsTheLimit(NoughtsAndCrosses):
    def legal(self, position: Position, limit: int = 10_000) -> LegalMoves:
        return super().legal(position)


class FindsNothing(NoughtsAndCrosses):
    def match(self, position: Position, table: Table, limit: int = 100) -> Match:
        return replace(super().match(position, table), moves=())


class KnowsNoUnfinishedTurn(NoughtsAndCrosses):
    def match(self, position: Position, table: Table, limit: int = 100) -> Match:
        match = super().match(position, table)
        return replace(match, partial=bool(match.moves))


class ReadsAnything(NoughtsAndCrosses):
    def judge(self, position: Position, move: str) -> Verdict[Position]:
        cells = [cell for cell in self.info.cells if cell in move.lower()]
        return super().judge(position, (cells or ["a1"])[0])


class GivesNoReason(NoughtsAndCrosses):
    def match(self, position: Position, table: Table, limit: int = 100) -> Match:
        return replace(super().match(position, table), violations=())


class TakesAnyThrow(NoughtsAndCrosses):
    def roll(self, position: Position, dice: Any) -> Outcome[Position]:
        return Outcome(position)


class SaysNothing(NoughtsAndCrosses):
    def hints(self, position: Position) -> Hints:
        return Hints("")


class StartsOtherwise(NoughtsAndCrosses):
    """Each call of `new` gives another start, so the protocol's `new` differs from the game's."""

    def new(self, options: Mapping[str, Any] | None = None) -> Position:
        self.started = not getattr(self, "started", False)
        return super().new(options or {"first": "X" if self.started else "O"})


@pytest.mark.parametrize(
    ("broken", "law"),
    [
        (LosesTheTurn(), "json_round_trip"),
        (TakesAnyField(), "wrong_positions_are_refused"),
        (NeverEnds(), "status_says_what_is_due"),
        (ListsMovesInAnotherForm(), "legal_moves_are_judged_legal"),
        (ForgetsTheLimit(), "limits_cut_the_list"),
        (FindsNothing(), "match_finds_the_move"),
        (KnowsNoUnfinishedTurn(), "an_unfinished_move_is_partial"),
        (ReadsAnything(), "wrong_moves_are_explained"),
        (GivesNoReason(), "wrong_tables_are_explained"),
        (TakesAnyThrow(), "what_is_not_due_is_refused"),
        (SaysNothing(), "hints_are_said"),
        (StartsOtherwise(), "the_protocol_answers"),
    ],
)
def test_a_broken_game_is_noticed_by_its_law(broken: Game[Any], law: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laws, "LAWS", tuple(one for one in laws.LAWS if one.__name__ == law))
    games = {**GAMES, broken.info.id: broken}
    with pytest.raises((AssertionError, pytest.fail.Exception)) as noticed:
        laws.hold(broken, games, seed=0)
    assert law in [entry.name for entry in noticed.traceback]


def test_every_law_is_shown_to_notice() -> None:
    shown = {law for mark in test_a_broken_game_is_noticed_by_its_law.pytestmark for _, law in mark.args[1]}
    assert shown == {law.__name__ for law in laws.LAWS}
