"""Something that is no piece lies on the board: people take it off before anything else is asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.rules.core import Table
from tests.readings import reading, sight
from tests.session.evening import START, Evening
from vision.observation import EMPTY, CellReading, Content, Reading

CUP = ("e5", "f5", "e6", "f6", "g6")
BESIDE = ("d5", "e4", "f4")
"""Cells in the shade of the cup: vision cannot quite tell that they are empty."""


def below_a_cup(evening: Evening, table: Table) -> Reading:
    seen = reading(table, {cell: {EMPTY: 0.94} for cell in BESIDE}, board=evening.board)
    strange: Mapping[Content, float] = {EMPTY: 0.004, ("gold", 1): 0.002}
    return Reading({**seen.cells, **{cell: CellReading(strange, covered=True) for cell in CUP}}, hand=True)


def with_a_cup(evening: Evening, table: Table, frames: int) -> None:
    """Shows a table with a cup on it that looks like a hand."""
    for _ in range(frames):
        evening.session.see(replace(sight(evening.frame, None, hand=True), under=below_a_cup(evening, table)))
        evening.tick()


def test_a_cup_on_the_board_at_done_must_be_taken_off_first(evening: Evening) -> None:
    after = {**START, "a1": ("gold",)}
    evening.shows(after)
    with_a_cup(evening, after, 10)
    evening.press("done")
    with_a_cup(evening, after, 70)
    assert evening.told() == ["hand", "unsure"]
    shown = evening.view
    assert (shown.screen, shown.headline) == ("doubt", "Take the things off the board first")
    assert {mark.cell for mark in shown.marks} == set(CUP)
    assert not shown.hand
    assert not any(cell in shown.detail for cell in (*CUP, *BESIDE)), "no list of cells"
    assert [choice.text for choice in shown.choices] == ["Nothing is there"]
    # When the cup is gone, the move is still on the table.
    evening.shows(after)
    assert (evening.view.screen, evening.view.headline) == ("play", "a1?")
    evening.press("done")
    evening.shows(after)
    assert evening.told() == ["move a1"]


def test_a_cup_that_was_left_for_long_must_be_taken_off_too(evening: Evening) -> None:
    with_a_cup(evening, START, 170)
    assert evening.told() == ["hand", "device"]
    evening.press("done")
    with_a_cup(evening, START, 2)
    (unsure,) = evening.news
    assert unsure.event == "unsure"
    assert unsure.data["thing"]
    assert set(unsure.data["cells"]) == set(CUP)
    assert evening.view.headline == "Take the things off the board first"


def test_a_hand_that_lingers_for_a_moment_after_done_is_no_thing(evening: Evening) -> None:
    after = {**START, "a1": ("gold",)}
    evening.press("done")
    with_a_cup(evening, after, 30)
    assert evening.view.screen == "play"
    evening.shows(after)
    assert evening.told() == ["hand", "move a1"]


def test_who_says_that_nothing_is_reachable_is_asked_about_the_pieces(evening: Evening) -> None:
    after = {**START, "a1": ("gold",)}
    evening.shows(after)
    evening.press("done")
    with_a_cup(evening, after, 70)
    with_a_cup(evening, after, 170)
    assert evening.told() == ["hand", "unsure"], "people know already that something covers the board"
    evening.tap("nothing")
    with_a_cup(evening, after, 2)
    assert evening.told() == ["unsure"]
    assert evening.view.headline == "What is it?"
    assert "a1" in [choice.label for choice in evening.view.choices]
    evening.tap("a1")
    assert evening.session.state.moves == ["a1"]


def test_a_thing_that_is_no_hand_is_asked_about_in_the_same_way(evening: Evening) -> None:
    seen = below_a_cup(evening, START)
    for _ in range(40):
        evening.session.see(sight(evening.frame, seen))
        evening.tick()
    assert evening.told() == ["unsure"]
    assert evening.view.headline == "Take the things off the board first"
