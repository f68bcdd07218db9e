"""Nobody is asked about pieces that nobody has touched, nor twice about a cell that has not changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.history.journal import Journal
from companion.referee import Illegal, Unchanged
from companion.rules import GAMES
from companion.rules.core import Table
from tests.readings import reading, sight
from tests.session.evening import START, Evening
from vision.observation import EMPTY, Content, Reading

COUNTABLE = 6
"""From how many checkers on a point the camera cannot count them."""

DOUBT: Mapping[str, Mapping[Content, float]] = {"8": {("white", 2): 0.5, ("white", 3): 0.45}}


def _backgammon(journal: Journal) -> Evening:
    rules = GAMES["backgammon"]
    position = rules.dump(rules.new()) | {"phase": "move", "dice": [3, 1], "to_move": "W"}
    evening = Evening(journal, position, game="backgammon")
    evening.shows(evening.table)
    return evening


def _show(evening: Evening, table: Table, doubts: Mapping[str, Mapping[Content, float]], frames: int = 90) -> None:
    """Shows a table on points of which the camera cannot count more than five checkers."""
    seen = reading(table, doubts, board=evening.board)
    piles = Reading({cell: replace(look, countable=COUNTABLE) for cell, look in seen.cells.items()}, hand=False)
    for _ in range(frames):
        evening.session.see(sight(evening.frame, piles))
        evening.tick()


def test_an_answer_outlives_undo_and_redo(journal: Journal) -> None:
    evening = _backgammon(journal)
    moved = {**evening.table, "8": ("white",) * 2, "6": ("white",) * 4, "5": ("white",) * 2}
    _show(evening, moved, DOUBT)
    evening.tap("8/5 6/5")
    _show(evening, moved, DOUBT)
    assert evening.told() == ["setup-ok", "unsure", "move 8/5 6/5"]
    for button in ("undo", "redo", "undo", "redo"):
        evening.press(button)
        _show(evening, moved, DOUBT)
    assert evening.told() == ["takeback", "redo", "takeback", "redo"]


def test_an_answer_outlives_a_moment_in_which_the_cell_is_clear(journal: Journal) -> None:
    evening = _backgammon(journal)
    moved = {**evening.table, "8": ("white",) * 2, "6": ("white",) * 4, "5": ("white",) * 2}
    _show(evening, moved, DOUBT)
    evening.tap("8=white*2")
    _show(evening, moved, DOUBT, frames=2)
    _show(evening, moved, {})
    _show(evening, moved, DOUBT)
    assert evening.told() == ["setup-ok", "unsure"]


def test_nobody_is_asked_about_a_piece_that_they_have_not_touched(evening: Evening) -> None:
    evening.plays("a1")
    dim: dict[str, dict[Content, float]] = {"a1": {("gold", 1): 0.9, ("silver", 1): 0.1}}
    evening.shows({**START, "a1": ("gold",)}, doubts=dim)
    evening.told()
    # Somebody puts down a stone of the wrong kind; a1 looks nearly as before.
    darker: dict[str, dict[Content, float]] = {"a1": {("gold", 1): 0.85, ("silver", 1): 0.15}}
    evening.shows({**START, "a1": ("gold",), "c1": ("gold",)}, doubts=darker, frames=40)
    assert evening.told() == ["illegal"]


def test_people_are_asked_about_a_piece_that_looks_different(evening: Evening) -> None:
    evening.plays("a1")
    dim: dict[str, dict[Content, float]] = {"a1": {("gold", 1): 0.94, EMPTY: 0.06}}
    evening.shows({**START, "a1": ("gold",)}, doubts=dim)
    evening.told()
    gone: dict[str, dict[Content, float]] = {"a1": {("gold", 1): 0.75, EMPTY: 0.25}}
    evening.shows({**START, "a1": ("gold",), "c1": ("gold",)}, doubts=gone, frames=40)
    assert evening.told() == ["unsure"]


def test_a_piece_that_may_be_between_two_cells_is_asked_about_with_both(journal: Journal) -> None:
    evening = Evening(journal, game="spry")
    evening.shows(evening.table)
    evening.plays("E5")
    doubts: Mapping[str, Mapping[Content, float]] = {
        "E5": {("black", 1): 0.9, EMPTY: 0.1},
        "E6": {EMPTY: 0.6, ("black", 1): 0.4},
    }
    evening.told()
    _show(evening, evening.table, doubts)
    assert [news.data["cells"] for news in evening.news if news.event == "unsure"] == [["E5", "E6"]]


def test_an_answer_about_a_piece_that_is_moved_half_away_again_no_longer_counts(journal: Journal) -> None:
    evening = Evening(journal, game="spry")
    evening.shows(evening.table)
    evening.plays("E5")
    strange: Mapping[Content, float] = {EMPTY: 0.05, ("black", 1): 0.001}
    _show(evening, evening.table, {"E5": strange})
    evening.tap("unchanged")
    _show(evening, evening.table, {"E5": strange})
    _show(evening, evening.table, {})
    evening.told()
    _show(evening, evening.table, {"E5": strange, "E6": strange})
    assert [news.data["cells"] for news in evening.news if news.event == "unsure"] == [["E5", "E6"]]


def test_undo_takes_a_wrong_answer_back(evening: Evening) -> None:
    table = {**START, "a1": ("gold",)}
    doubts: dict[str, dict[Content, float]] = {"a1": {("gold", 1): 0.5, ("silver", 1): 0.45}}
    evening.shows(table, doubts=doubts, frames=60)
    evening.tap("a1=silver")
    evening.shows(table, doubts=doubts, frames=60)
    evening.press("done")
    evening.shows(table, doubts=doubts)
    assert evening.told()[-1] == "illegal"
    evening.press("undo")
    evening.shows(table, doubts=doubts)
    evening.press("done")
    evening.shows(table, doubts=doubts)
    assert evening.told()[-1] == "unsure"
    evening.tap("a1")
    evening.shows(table, doubts=doubts)
    assert evening.session.state.moves == ["a1"]


def test_nobody_is_asked_twice_about_a_piece_that_the_camera_surely_takes_for_another(evening: Evening) -> None:
    evening.plays("a1")
    wrong: dict[str, dict[Content, float]] = {"a1": {("silver", 1): 0.963, ("gold", 1): 0.032}}
    lying = {**START, "a1": ("gold",)}
    evening.shows(lying, doubts=wrong, frames=90)
    assert evening.told()[-1] == "unsure"
    evening.tap("unchanged")
    evening.shows(lying, doubts=wrong, frames=90)
    assert evening.told() == []
    evening.shows({**lying, "c1": ("silver",)}, doubts=wrong, frames=90)
    evening.press("done")
    evening.shows({**lying, "c1": ("silver",)}, doubts=wrong)
    assert evening.told() == ["move c1"]


def test_an_answer_in_doubt_does_not_count_once_the_camera_is_sure_of_something_else(evening: Evening) -> None:
    evening.plays("a1")
    doubt: dict[str, dict[Content, float]] = {"a1": {("silver", 1): 0.94, ("gold", 1): 0.01}}
    lying = {**START, "a1": ("gold",)}
    evening.shows(lying, doubts=doubt, frames=90)
    evening.tap("unchanged")
    evening.shows(lying, doubts=doubt)
    assert isinstance(evening.session.now.verdict, Unchanged)
    sure: dict[str, dict[Content, float]] = {"a1": {("silver", 1): 0.999}}
    evening.shows(lying, doubts=sure, frames=90)
    assert isinstance(evening.session.now.verdict, Illegal)
