"""Backgammon's tables: which ones are unfinished moves, and what is wrong with the others."""

from __future__ import annotations

import pytest

from companion.rules.backgammon import Position
from companion.rules.core import TableError
from tests.rules.backgammon.by_hand import START, play, pos
from tests.rules.backgammon.positions import GAME, at, board


def table(position: Position, **cells: int) -> dict[str, tuple[str, ...]]:
    """The position's table with changed numbers of white checkers: p13=4 means four on point 13."""
    changed = dict(GAME.table(position))
    for name, number in cells.items():
        changed[name.replace("p", "").replace("_", "-")] = ("white",) * number
    return changed


def test_tables_on_the_way() -> None:
    position = pos(at(START))
    lifted = GAME.match(position, table(position, p8=2))
    assert lifted.partial
    assert lifted.towards
    assert "Put it down" in lifted.violations[0].text
    half = GAME.match(position, table(position, p8=2, p5=1))
    assert (half.moves, half.partial, half.violations[0].rule) == ((), True, "BG-R7")
    assert "8/5 6/5" in half.towards
    assert half.violations[0].text.endswith("for example 24/23 8/5."), "an example goes on with what was played"
    assert GAME.match(position, table(position, p8=2, p5=2, p6=4)).moves == ("8/5 6/5",)


def test_tables_that_cannot_be_on_the_way() -> None:
    position = pos(at(START))
    for wrong, rule in (
        (table(position, p8=2, p4=2, p6=4), "BG-M"),
        (table(position, p8=4), "BG-M"),
        (table(position, p13=4, p12=1), "BG-B"),
        (table(position) | {"1": ("black",)}, "BG-H"),
        (table(position) | {"off-white": ("black",)}, "BG-M"),
        (table(position) | {"5": ("white", "black")}, "BG-B"),
    ):
        match = GAME.match(position, wrong)
        assert not match.partial
        assert match.violations
        assert rule in {v.rule for v in match.violations}
    with pytest.raises(TableError):
        GAME.match(position, {"25": ("white",)})


def test_what_happened_is_reported() -> None:
    hit = GAME.judge(pos(board({8: 1, 6: 1}, {5: 1, 24: 1}, dice=[3, 1])), "8/5*/4").outcome
    assert hit is not None
    assert [(event.event, event.cells) for event in hit.events] == [("hit", ("5", "bar-black"))]
    off = GAME.judge(pos(board({3: 1, 1: 1, 2: 2}, {24: 1}, dice=[3, 1])), "3/off 1/off").outcome
    assert off is not None
    assert [(event.event, event.cells) for event in off.events] == [("borne-off", ("off-white",))]


def test_a_hit_checker_left_lying_is_named() -> None:
    position = pos(board({8: 1, 6: 1}, {5: 1, 24: 1}, dice=[3, 1]))
    done = GAME.table(play(position, "8/5*/4"))
    assert GAME.match(position, done).moves == ("8/5*/4",)
    forgotten = {cell: kinds for cell, kinds in done.items() if cell != "bar-black"}
    match = GAME.match(position, forgotten)
    assert match.partial
    assert "BG-H" in {v.rule for v in match.violations}
    both = dict(GAME.table(position)) | {"8": (), "5": ("black", "white")}
    assert "is hit" in " ".join(v.text for v in GAME.match(position, both).violations)
