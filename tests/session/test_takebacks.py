"""Moves undone by hand and by button, and tables that only look like a takeback."""

from __future__ import annotations

from collections.abc import Mapping

from companion.history.journal import Journal
from companion.rules import GAMES
from companion.values.commands import EnterRoll
from tests.session.evening import LAST_MOVE_DUE, RULES, START, Evening, played_to_the_end
from vision.observation import EMPTY, Content


def test_an_illegal_table_is_explained_at_done_and_corrected_without_a_takeback(evening: Evening) -> None:
    evening.shows({**START, "c4": ("gold",)})
    evening.press("done")
    evening.shows({**START, "c4": ("gold",)})
    (illegal,) = evening.news
    assert illegal.event == "illegal"
    assert illegal.data["violations"][0]["rule"] == "MF-P"
    assert [(s["do"], s["kind"], s["from"], s["to"]) for s in illegal.data["fix"]] == [("take", "gold", "c4", None)]
    assert evening.view.screen == "wrong"
    evening.told()
    evening.hand()
    evening.shows(START, frames=40)
    assert evening.told() == ["hand", "corrected"]
    assert evening.view.screen == "play"


def test_an_earlier_table_shown_again_is_one_takeback(evening: Evening) -> None:
    before = dict(START)
    evening.shows({**before, "a1": ("gold",)})
    evening.press("done")
    evening.shows({**before, "a1": ("gold",)})
    evening.told()
    evening.hand()
    evening.shows(before, frames=90)
    assert evening.told() == ["hand", "takeback"]
    assert evening.session.state.moves == []


def test_undo_is_one_takeback_and_putting_the_table_back_is_none(evening: Evening) -> None:
    evening.shows({**START, "a1": ("gold",)})
    evening.press("done")
    evening.shows({**START, "a1": ("gold",)})
    evening.told()
    evening.press("undo")
    evening.shows({**START, "a1": ("gold",)}, frames=90)
    assert evening.told() == ["takeback"]
    assert evening.view.screen == "wrong"
    assert evening.steps == [("take", "gold", "a1", None)]
    evening.hand()
    evening.shows(START, frames=90)
    assert evening.told() == ["hand"]
    assert evening.view.screen == "play"


def test_two_moves_can_be_taken_back_by_button(evening: Evening) -> None:
    table = dict(START)
    for cell, kind in (("a1", "gold"), ("g7", "silver")):
        table[cell] = (kind,)
        evening.shows(table)
        evening.press("done")
        evening.shows(table)
    evening.told()
    evening.press("undo")
    evening.press("undo")
    evening.shows(table, frames=60)
    assert evening.told() == ["takeback", "takeback"]
    evening.shows(START)
    assert evening.session.state.moves == []
    assert evening.told() == []


def test_an_earlier_table_on_the_way_to_repair_an_illegal_one_is_no_takeback(evening: Evening) -> None:
    evening.shows({**START, "a1": ("gold",)})
    evening.press("done")
    evening.shows({**START, "a1": ("gold",)})
    evening.shows({**START, "a1": ("silver",)}, frames=40)
    assert evening.told() == ["move a1", "illegal"]
    # The first of two steps: take the silver stone off, put the gold one back.
    evening.shows(START, frames=90)
    assert evening.told() == []
    assert evening.steps == [("put", "gold", None, "a1")]
    evening.press("done")
    evening.shows(START)
    (again,) = evening.news
    assert [(s["do"], s["kind"], s["from"], s["to"]) for s in again.data["fix"]] == evening.steps
    evening.told()
    evening.shows({**START, "a1": ("gold",)})
    assert evening.told() == ["corrected"]
    assert evening.session.state.moves == ["a1"]


def test_who_stops_to_think_in_the_middle_of_a_turn_takes_nothing_back(journal: Journal) -> None:
    points = {"13": ["W", 14], "8": ["W", 1], "19": ["B", 14]}
    fields = {"points": points, "bar": {"W": 0, "B": 1}, "to_move": "B", "phase": "move", "dice": [6, 1]}
    evening = Evening(journal, GAMES["backgammon"].dump(GAMES["backgammon"].new()) | fields, game="backgammon")
    before = evening.table
    evening.shows(before)
    evening.plays("bar/18")
    evening.perform(EnterRoll([1, 4]), "die")
    # White first puts the checker that 8/7* will hit on the bar. That is the table before Black's move.
    evening.shows(before, frames=45)
    assert evening.told() == ["setup-ok", "move bar/18", "roll"]
    evening.shows(before, frames=30)
    assert evening.told() == ["takeback"]


def test_a_wrong_stone_elsewhere_hinders_no_takeback(evening: Evening) -> None:
    evening.shows({**START, "a1": ("gold",)})
    evening.press("done")
    evening.shows({**START, "a1": ("gold",)})
    evening.shows({**START, "a1": ("gold",), "b1": ("silver",)}, frames=40)
    evening.shows(START, frames=3)
    assert evening.told() == ["move a1", "illegal", "takeback"]


def test_after_undo_another_move_may_be_made_at_once(evening: Evening) -> None:
    evening.shows({**START, "a1": ("gold",)})
    evening.press("done")
    evening.shows({**START, "a1": ("gold",)})
    evening.press("undo")
    evening.shows({**START, "a1": ("gold",)})
    assert (evening.view.screen, evening.steps) == ("wrong", [("take", "gold", "a1", None)])
    assert "g1" not in evening.view.detail
    evening.shows({**START, "g1": ("gold",)})
    assert evening.view.screen == "wrong"
    assert "g1" in evening.view.detail, "Done would play it"
    evening.told()
    evening.press("done")
    evening.shows({**START, "g1": ("gold",)})
    assert evening.told() == ["move g1"]
    assert evening.view.screen == "play"


def test_undo_takes_back_a_press_that_still_waits(evening: Evening) -> None:
    evening.hand()
    evening.press("done")
    evening.press("undo")
    evening.shows({**START, "a1": ("gold",)}, frames=40)
    assert evening.told() == ["hand"]
    assert evening.session.state.moves == []


def test_undo_on_a_table_in_doubt_takes_back_what_is_reachable_and_no_move_that_counts(evening: Evening) -> None:
    evening.plays("a1")
    after = evening.table
    evening.told()
    evening.shows({**after, "b2": ("silver",)}, doubts={"b2": {("silver", 1): 0.6, ("gold", 1): 0.4}})
    evening.press("undo")
    evening.shows({**after, "b2": ("silver",)})
    assert (evening.told(), evening.session.state.moves) == (["takeback"], ["a1"])
    assert evening.steps == [("take", "silver", "b2", None)]
    # If only a doubtful cell differs, no piece has been put down that Undo could take back.
    evening.shows(after, frames=3)
    evening.shows(after, doubts={"b2": {EMPTY: 0.6, ("silver", 1): 0.4}})
    evening.press("undo")
    assert evening.session.state.moves == []


def test_undo_in_answer_to_a_question_takes_back_no_move_that_counts(evening: Evening) -> None:
    evening.plays("a1", "g1")
    after = evening.table
    evening.told()
    # A stone is between two cells, and each cell looks more likely empty.
    across: dict[str, Mapping[Content, float]] = {cell: {EMPTY: 0.6, ("gold", 1): 0.4} for cell in ("b4", "b5")}
    evening.shows(after, frames=40, doubts=across)
    assert evening.view.screen == "doubt"
    for _ in range(2):
        evening.told()
        evening.press("undo")
        evening.shows(after, frames=40, doubts=across)
        assert evening.told() == ["takeback"]
        assert evening.session.state.moves == ["a1", "g1"]
        assert evening.view.screen == "wrong"
        assert {mark.cell for mark in evening.view.marks if mark.style == "doubt"} == {"b4", "b5"}
        assert all(cell in evening.view.detail for cell in across)
        evening.press("done")
        evening.shows(after, doubts=across)
        assert evening.told() == ["unsure"]
    evening.shows(after)
    assert evening.view.screen == "play"


def test_undo_in_answer_to_a_question_whether_the_last_move_is_taken_back_says_yes(evening: Evening) -> None:
    evening.plays("a1", "g1")
    earlier = {cell: kinds for cell, kinds in evening.table.items() if cell != "g1"}
    half: dict[str, Mapping[Content, float]] = {"g1": {EMPTY: 0.6, ("silver", 1): 0.4}}
    evening.shows(earlier, frames=60, doubts=half)
    evening.told()
    evening.press("undo")
    evening.shows(earlier, frames=60, doubts=half)
    assert (evening.told(), evening.session.state.moves) == (["takeback"], ["a1"])
    assert evening.view.screen == "play"


def test_a_capture_taken_back_by_hand_with_a_pause_is_a_takeback(journal: Journal) -> None:
    fields = {"phase": "move", "to_move": "W", "roll": 4, "opening": False, "extra_roll": False}
    pieces = {"J6": "W", "J2": "B", "A6": "B"}
    evening = Evening(journal, GAMES["spaces"].dump(GAMES["spaces"].new()) | fields | {"pieces": pieces}, game="spaces")
    before = evening.table
    evening.shows(before)
    evening.plays("J6-I7-H6-I3-J2")
    # The capturing piece is put back first, while somebody looks for the captured one in the box.
    evening.shows({"J6": ("white",), "A6": ("black",)}, frames=40)
    evening.shows(before)
    assert evening.told() == ["setup-ok", "move J6-I7-H6-I3-J2", "illegal", "takeback"]
    assert evening.session.state.moves == []


def test_a_move_half_put_back_after_undo_is_led_back_and_not_on(journal: Journal) -> None:
    evening = Evening(journal, LAST_MOVE_DUE)
    before = evening.table
    evening.shows(before)
    evening.plays("e3-e2")
    evening.press("undo")
    lifted = {cell: pieces for cell, pieces in before.items() if cell != "e3"}
    evening.shows(lifted)
    assert (evening.view.screen, evening.view.reasons) == ("wrong", ()), "no rule is broken"
    assert evening.steps == [("put", "gold", None, "e3")]


def test_the_last_move_can_be_taken_back_after_the_end(journal: Journal) -> None:
    evening = played_to_the_end(journal)
    evening.told()
    table = RULES.table(RULES.parse(LAST_MOVE_DUE))
    evening.shows(table, frames=90)
    assert evening.told() == ["takeback"]
    assert evening.view.screen == "play"
