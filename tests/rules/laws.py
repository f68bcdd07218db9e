"""The laws that every game's rules keep, whatever the game: each is a function that asserts one for one position.

`hold` plays a game at random and checks LAWS in its positions. A law uses only `core.Game`, so it is valid for games
that are not written yet. What is special to a game is tested in the game's own test files.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from companion.rules import Games
from companion.rules.core import Game, MoveTextError, PositionError, RollError, TableError, Violation
from companion.rules.protocol import answer
from tests.rules import at_random

RULE_ID = re.compile(r"[A-Z]{2}-[A-Z]*[0-9]*")
NO_MOVES = ("", "no such move", "\0", "a" * 5_000)
LOOKED_AT = 12
"""How many legal moves are checked in each position."""


@dataclass(frozen=True)
class Case:
    """One position of a random game: what the laws are asked about.

    games: the registry that the protocol answers from. moves: some of the legal ones.
    """

    rules: Game[Any]
    games: Games
    position: Any
    moves: tuple[str, ...]
    rnd: random.Random


def json_round_trip(case: Case) -> None:
    """A position survives JSON: `parse(dump(p)) == p`. Its JSON names the game, and the result of a finished game."""
    dumped = case.rules.dump(case.position)
    assert dumped["game"] == case.rules.info.id
    assert ("result" in dumped) == (dumped["phase"] == "over")
    read = case.rules.parse(json.loads(json.dumps(dumped)))
    assert read == case.position
    assert case.rules.dump(read) == dumped


def wrong_positions_are_refused(case: Case) -> None:
    """A position with an unknown field, or with a field missing, is refused, and the error names the field."""
    dumped = case.rules.dump(case.position)
    with pytest.raises(PositionError, match="unknown_field"):
        case.rules.parse({**dumped, "unknown_field": 1})
    for name in dumped:
        with pytest.raises(PositionError, match=name):
            case.rules.parse({field: value for field, value in dumped.items() if field != name})
    with pytest.raises(PositionError, match="unknown_option"):
        case.rules.new({"unknown_option": 1})


def status_says_what_is_due(case: Case) -> None:
    """Offered moves are legal. If a move is due, legal moves exist. If a roll is due, only offered ones are legal."""
    status, legal = case.rules.status(case.position), case.rules.legal(case.position)
    assert status.player in case.rules.info.names
    assert set(status.counters) <= set(case.rules.info.names)
    assert set(status.offers) <= set(legal.moves)
    if status.due == "move":
        assert legal.moves
    elif status.due == "roll":
        assert status.dice
        assert set(legal.moves) == set(status.offers)
    else:
        assert legal.moves == ()
    if status.due == "nothing":
        assert status.result is not None
        assert status.result.winner == status.player


def legal_moves_are_judged_legal(case: Case) -> None:
    """`judge` finds each legal move legal under its own text; each leads to another position, and this can be written
    as JSON."""
    made = []
    for move in case.moves:
        verdict = case.rules.judge(case.position, move)
        assert verdict.outcome is not None, (move, verdict.violations)
        assert verdict.move == move
        assert case.rules.judge(case.position, f"  {move} ").move == move
        made.append(case.rules.dump(verdict.outcome.position))
    assert all(one != other for i, one in enumerate(made) for other in made[:i])


def limits_cut_the_list(case: Case) -> None:
    """`legal` lists no move twice. With a limit it gives that many, the first ones, and says that there are more."""
    legal = case.rules.legal(case.position)
    assert len(set(legal.moves)) == len(legal.moves)
    for limit in (1, 3):
        cut = case.rules.legal(case.position, limit)
        assert cut.moves == legal.moves[:limit]
        assert cut.complete == (len(legal.moves) <= limit)


def match_finds_the_move(case: Case) -> None:
    """`match` finds a legal move from the table that it leaves, or another move to the same position."""
    for move in case.moves:
        after = _after(case, move)
        match = case.rules.match(case.position, case.rules.table(after), limit=10_000)
        found = [_after(case, other) for other in match.moves]
        assert after in found, (case.rules.dump(case.position), move, match)
        assert all(case.rules.table(position) == case.rules.table(after) for position in found)
        assert match.partial
        assert not match.violations


def an_unfinished_move_is_partial(case: Case) -> None:
    """A table on which some pieces of a legal move are lifted, moved or captured ones, counts as an unfinished turn."""
    before = case.rules.table(case.position)
    same = case.rules.match(case.position, before)
    assert same.partial
    assert set(same.moves) <= set(case.rules.status(case.position).offers)
    for move in case.moves:
        after = case.rules.arranged(_after(case, move), before)
        lifted = []
        for cell in sorted(before):
            was, will = before[cell], after.get(cell, ())
            if len(will) < len(was):
                lifted.append((cell, will))
            elif was[: len(will)] != will[: len(was)]:
                lifted.append((cell, ()))
        taken = dict(case.rnd.sample(lifted, case.rnd.randint(0, len(lifted))))
        table = {cell: kinds for cell, kinds in {**before, **taken}.items() if kinds}
        match = case.rules.match(case.position, table)
        assert match.partial, (case.rules.dump(case.position), move, table)
        assert match.moves or match.violations or table == before
        assert all(case.rules.judge(case.position, other).legal for other in match.towards)


def wrong_moves_are_explained(case: Case) -> None:
    """A move is legal or breaks rules, each with an id, a title and a sentence. A text that is no move is refused."""
    for text in NO_MOVES[2:]:
        with pytest.raises(MoveTextError):
            case.rules.judge(case.position, text)
    elsewhere = case.rules.new()
    for _ in range(5):
        moves = case.rules.legal(elsewhere).moves
        if moves:
            verdict = case.rules.judge(case.position, case.rnd.choice(moves))
            assert verdict.legal != bool(verdict.violations)
            _explained(case, verdict.violations)
        further = at_random.step(case.rules, elsewhere, case.rnd)
        elsewhere = case.rules.new() if further is None else further.outcome.position


def wrong_tables_are_explained(case: Case) -> None:
    """A table that no move leads to says which rules are broken; one with unknown cells or pieces is refused."""
    before = case.rules.table(case.position)
    for _ in range(4):
        cell = case.rnd.choice(case.rules.info.cells)
        table = {**before, cell: (case.rnd.choice(case.rules.info.kinds),) * case.rnd.randint(1, 2)}
        match = case.rules.match(case.position, table)
        same = case.rules.arranged(case.position, table) == table
        assert match.moves or match.violations or same, (case.rules.dump(case.position), table)
        _explained(case, match.violations)
    with pytest.raises(TableError, match="no such cell"):
        case.rules.match(case.position, {**before, "no such cell": (case.rules.info.kinds[0],)})
    with pytest.raises(TableError, match="no such piece"):
        case.rules.match(case.position, {**before, case.rules.info.cells[0]: ("no such piece",)})


def what_is_not_due_is_refused(case: Case) -> None:
    """A roll or a `next` that is not due is refused, and so is anything that is not a roll."""
    due = case.rules.status(case.position).due
    for dice in ([7], [1.5], "6", None, [1] * 9) if due == "roll" else ([1], [1, 2], {"red": 3}):
        with pytest.raises(RollError):
            case.rules.roll(case.position, dice)
    if due != "next":
        with pytest.raises(PositionError, match="phase"):
            case.rules.next(case.position)


def hints_are_said(case: Case) -> None:
    """Hints say what to do now; each names a cell and says why."""
    hints = case.rules.hints(case.position)
    assert hints.text.endswith((".", ")", "!"))
    assert all(hint.why for found in hints.cells.values() for hint in found)


def the_protocol_answers(case: Case) -> None:
    """`companion rules` answers every request about the position just as the game does."""
    rules, games = case.rules, case.games
    dumped = rules.dump(case.position)

    def ask(do: str, **more: Any) -> dict[str, Any]:
        reply = answer({"id": 7, "do": do, **more}, games)
        json.dumps(reply, allow_nan=False)
        assert (reply["id"], reply["ok"]) == (7, True), reply
        return reply

    assert rules.info.id in [listed["id"] for listed in ask("games")["games"]]
    assert ask("new", game=rules.info.id)["position"] == rules.dump(rules.new())
    assert ask("table", position=dumped)["table"] == {
        cell: [*kinds] for cell, kinds in rules.table(case.position).items()
    }
    assert ask("hints", position=dumped)["text"] == rules.hints(case.position).text
    assert ask("legal", position=dumped, limit=3)["moves"] == [*rules.legal(case.position, 3).moves]
    for move in case.moves[:2]:
        judged = ask("judge", position=dumped, move=move)
        assert judged["legal"] is True
        assert judged["position"] == rules.dump(_after(case, move))
        table = ask("table", position=judged["position"])["table"]
        assert ask("match", position=dumped, table=table, limit=10_000)["moves"]
    if rules.status(case.position).due == "roll":
        dice = at_random.throw(rules, case.position, case.rnd)
        assert ask("roll", position=dumped, dice=dice)["position"] == rules.dump(
            rules.roll(case.position, dice).position
        )
    if rules.status(case.position).due == "next":
        assert ask("next", position=dumped)["position"] == rules.dump(rules.next(case.position).position)


LAWS: tuple[Callable[[Case], None], ...] = (
    json_round_trip,
    wrong_positions_are_refused,
    status_says_what_is_due,
    legal_moves_are_judged_legal,
    limits_cut_the_list,
    match_finds_the_move,
    an_unfinished_move_is_partial,
    wrong_moves_are_explained,
    wrong_tables_are_explained,
    what_is_not_due_is_refused,
    hints_are_said,
    the_protocol_answers,
)


def hold(rules: Game[Any], games: Games, seed: int, positions: int = 15) -> None:
    """Checks every law in some positions of a random game, including its start and its end.

    Consecutive seeds go through the options of `at_random.VARIANTS`.
    """
    rnd, options = random.Random(seed), at_random.variant(rules, seed)
    played = [rules.new(options)]
    played += [step.outcome.position for step in at_random.steps(rules, rnd, options)]
    inner = played[1:-1]
    for position in [played[0], *rnd.sample(inner, min(positions, len(inner))), played[-1]]:
        legal = rules.legal(position).moves
        moves = tuple(rnd.sample(legal, min(LOOKED_AT, len(legal))))
        for law in LAWS:
            law(Case(rules, games, position, moves, rnd))


def _after(case: Case, move: str) -> Any:
    outcome = case.rules.judge(case.position, move).outcome
    assert outcome is not None, move
    return outcome.position


def _explained(case: Case, violations: tuple[Violation, ...]) -> None:
    for violation in violations:
        assert RULE_ID.fullmatch(violation.rule), violation
        assert violation.title, violation
        assert violation.text.endswith((".", ")")), violation
        assert all(violation.cells), violation
