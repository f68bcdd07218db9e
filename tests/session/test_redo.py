"""Undo across the start of a part, undo of corrections, and redo."""

from __future__ import annotations

import pytest

from companion.history.journal import Journal
from companion.rules import GAMES
from companion.values.commands import EnterRoll, Redo
from companion.values.results import Refused
from tests.session.evening import START, Evening, bout_of_spaces
from vision.observation import EMPTY

START_OF_SPACES = {"J6": ("white",), "A6": ("black",)}


def second_bout(journal: Journal) -> Evening:
    """White has won the first bout with its second move, and the second one is set up."""
    evening = bout_of_spaces(journal)
    evening.press("done")
    evening.shows(START_OF_SPACES)
    assert evening.told() == ["setup-ok"]
    return evening


def score(evening: Evening) -> dict[str, int]:
    return dict(evening.session.state.game.dump(evening.session.state.position)["score"])


def can_undo(evening: Evening) -> bool:
    return next(button.enabled for button in evening.view.buttons if button.name == "undo")


def test_everything_undone_by_button_can_be_redone_move_by_move(evening: Evening) -> None:
    moves = ["g4", "e7", "g7", "g1", "e1", "c6", "a7"]
    evening.plays(*moves)
    table = evening.table
    evening.told()
    for _ in moves:
        evening.press("undo")
    assert evening.session.state.moves == []
    evening.shows(table, frames=60)
    for count in range(1, len(moves) + 1):
        evening.press("redo")
        evening.shows(table, frames=30)
        assert evening.session.state.moves == moves[:count]
    assert evening.told() == ["takeback"] * 7 + ["redo"] * 7
    assert isinstance(evening.perform(Redo()), Refused)
    evening.shows(table, frames=60)
    assert evening.told() == []
    assert evening.view.screen == "play"


def test_players_who_also_undo_a_correction_are_not_blamed_for_pieces_that_they_still_have_to_put_back(
    journal: Journal,
) -> None:
    evening = Evening(journal, GAMES["backgammon"].dump(GAMES["backgammon"].new({"match_length": 5})), "backgammon")
    evening.shows(evening.table)
    evening.perform(EnterRoll([3, 1]), "die")
    evening.tap("otherwise")
    evening.tap("score.B=1")
    evening.tap("agree")
    evening.plays("8/5 6/5")
    table = evening.table
    for _ in range(2):
        evening.press("undo")
        evening.shows(table, frames=60)
    assert score(evening) == {"W": 0, "B": 0}
    assert "illegal" not in evening.told()
    assert evening.view.headline == "Undone"


def test_a_correction_while_setting_up_the_next_bout_can_be_undone(journal: Journal) -> None:
    evening = bout_of_spaces(journal)
    before = evening.table
    evening.shows(before, frames=30)
    evening.press("done")
    evening.shows(before)
    right = score(evening)
    evening.tap("otherwise")
    evening.tap("score.B=1")
    evening.tap("agree")
    evening.shows(before, frames=60)
    assert (score(evening)["B"], evening.view.screen) == (1, "setup"), "the pieces are still to be set up"
    evening.press("undo")
    assert (score(evening), evening.view.screen) == (right, "setup")
    evening.press("redo")
    evening.shows(before, frames=60)
    assert (score(evening)["B"], evening.view.screen) == (1, "setup"), "a redo leaves the set-up as it is"
    evening.press("undo")
    evening.shows(START_OF_SPACES)
    assert (score(evening), evening.view.screen != "setup") == (right, True)


def test_after_a_bout_one_press_undoes_a_correction_even_if_the_pieces_lie_anywhere(journal: Journal) -> None:
    evening = bout_of_spaces(journal)
    won, right = len(evening.session.state.moves), score(evening)
    knocked_over = {"C1": ("white",), "H9": ("black",)}
    evening.shows(knocked_over, frames=60)
    evening.tap("otherwise")
    evening.tap("score.B=1")
    evening.tap("agree")
    evening.shows(knocked_over, frames=60)
    assert score(evening)["B"] == 1
    evening.press("undo")
    assert (score(evening), len(evening.session.state.moves)) == (right, won)
    evening.shows(knocked_over, frames=60)
    evening.press("redo")
    assert score(evening)["B"] == 1


def test_after_a_power_cut_a_correction_while_setting_up_leaves_the_set_up_and_can_be_undone(journal: Journal) -> None:
    evening = bout_of_spaces(journal)
    before, right = evening.table, score(evening)
    evening.shows(before, frames=30)
    evening.press("done")
    evening.shows(before)
    evening.tap("otherwise")
    evening.tap("score.B=1")
    evening.tap("agree")
    again = Evening(journal, game="spaces")
    again.shows(before, frames=90)
    assert (again.view.screen, score(again)["B"]) == ("setup", 1)
    assert "illegal" not in again.told()
    again.press("undo")
    again.shows(before, frames=60)
    assert (again.view.screen, score(again)) == ("setup", right)


def test_undo_is_lit_after_a_correction_in_the_first_set_up(journal: Journal) -> None:
    evening = Evening(journal, game="spaces")
    evening.shows({}, frames=30)
    right = score(evening)
    assert (evening.view.screen, can_undo(evening)) == ("setup", False)
    evening.tap("otherwise")
    evening.tap("score.B=1")
    evening.tap("agree")
    evening.shows({}, frames=30)
    assert (evening.view.screen, can_undo(evening)) == ("setup", True)
    evening.press("undo")
    evening.shows({}, frames=30)
    assert (evening.view.screen, can_undo(evening), score(evening)) == ("setup", False, right)


def test_after_a_redo_the_screen_shows_how_to_move_the_pieces(evening: Evening) -> None:
    evening.plays("a1", "g7")
    evening.press("undo")
    evening.shows({**START, "a1": ("gold",)}, frames=60)
    evening.told()
    evening.press("redo")
    evening.shows({**START, "a1": ("gold",)}, frames=90)
    assert evening.told() == ["redo"]
    assert (evening.view.headline, evening.steps) == ("Redone", [("put", "silver", None, "g7")])
    evening.shows({**START, "a1": ("gold",), "g7": ("silver",)})
    assert (evening.told(), evening.view.screen) == ([], "play")


def test_a_takeback_by_hand_can_be_redone_too(evening: Evening) -> None:
    evening.plays("a1", "g7")
    evening.shows(START, frames=90)
    evening.press("redo")
    evening.shows({**START, "a1": ("gold",), "g7": ("silver",)}, frames=60)
    assert evening.told() == ["move a1", "move g7", "takeback", "redo"]
    assert evening.session.state.moves == ["a1", "g7"]


@pytest.mark.parametrize("after", ["move", "roll"])
def test_a_new_move_or_roll_ends_what_can_be_redone(after: str, journal: Journal) -> None:
    evening = Evening(journal, game="spaces")
    evening.shows(evening.table)
    for dice in ([5, 2], [2]):
        evening.perform(EnterRoll(dice), "die")
    evening.plays("J6-I7-H6")
    evening.press("undo")
    evening.shows(evening.table)
    assert evening.session.state.undone
    if after == "move":
        evening.plays("J6-I7-H10")
    else:
        evening.tap("throw again")
        evening.tap("agree")
        evening.perform(EnterRoll([3]), "die")
    assert not evening.session.state.undone
    assert [button.name for button in evening.view.buttons] == ["done", "undo", "hint"]


def test_a_redo_survives_a_power_cut(journal: Journal) -> None:
    evening = Evening(journal)
    evening.shows(START)
    evening.plays("a1", "g7")
    evening.press("undo")
    evening.press("undo")
    evening.press("redo")
    kept = evening.session.state
    assert kept.moves == ["a1"]
    journal.close()
    with Journal(journal.path) as again:
        later = Evening(again)
        assert later.session.state == kept
        later.shows({**START, "a1": ("gold",)})
        later.press("redo")
        assert later.session.state.moves == ["a1", "g7"]


def test_undo_at_the_start_of_a_bout_asks_before_it_undoes_the_move_that_won_the_last_one(journal: Journal) -> None:
    evening = second_bout(journal)
    moves, won = evening.session.state.moves, score(evening)
    evening.press("undo")
    evening.shows(START_OF_SPACES, frames=60)
    (asked,) = evening.news
    assert asked.event == "unsure"
    assert [c["label"] for c in asked.data["candidates"]] == ["takeback", "unchanged"]
    assert evening.view.screen == "doubt"
    assert (evening.session.state.moves, score(evening)) == (moves, won)
    evening.press("undo")
    evening.shows(START_OF_SPACES, frames=60)
    assert score(evening) == won, "only a tap confirms"
    evening.tap("takeback")
    assert evening.session.state.moves == moves[:-1]
    assert score(evening) != won
    evening.press("redo")
    evening.shows(START_OF_SPACES)
    assert (evening.session.state.moves, score(evening)) == (moves, won)
    assert [n.event for n in evening.news] == ["unsure", "takeback", "redo"]


@pytest.mark.parametrize("never_mind", ["done", "unchanged"])
def test_who_pressed_undo_by_mistake_at_the_start_of_a_bout_loses_nothing(never_mind: str, journal: Journal) -> None:
    evening = second_bout(journal)
    moves, won = evening.session.state.moves, score(evening)
    evening.press("undo")
    evening.press("done") if never_mind == "done" else evening.tap(never_mind)
    evening.shows(START_OF_SPACES, frames=120)
    evening.press("done")
    evening.shows(START_OF_SPACES, frames=120)
    assert evening.told() == ["unsure"]
    assert (evening.session.state.moves, score(evening)) == (moves, won)
    assert evening.view.screen == "play"


def test_undo_while_the_next_bout_is_set_up_asks_too(journal: Journal) -> None:
    evening = bout_of_spaces(journal)
    evening.press("done")
    evening.shows({}, frames=30)
    evening.told()
    won = score(evening)
    evening.press("undo")
    evening.shows({}, frames=60)
    assert (evening.told(), score(evening)) == (["unsure"], won)
    evening.tap("takeback")
    assert score(evening) != won
    assert evening.session.state.game.status(evening.session.state.position).due == "move"


def test_a_table_of_the_last_bout_undoes_nothing_unasked(journal: Journal) -> None:
    evening = second_bout(journal)
    moves, won = evening.session.state.moves, score(evening)
    evening.perform(EnterRoll([2]), "die")
    earlier = {"J6": ("white",), "J2": ("black",)}  # Black's first move of the first bout
    evening.shows(earlier, frames=90)
    evening.press("done")
    evening.shows(earlier, frames=30)
    assert set(evening.told()) == {"roll", "unsure"}
    assert (evening.session.state.moves, score(evening)) == (moves, won)
    evening.tap("unchanged")
    evening.shows(earlier, frames=90)
    assert evening.told() == ["illegal"], "nobody wants to undo moves, so it is a wrong move"
    assert (evening.session.state.moves, score(evening)) == (moves, won)


def test_a_table_undoes_at_most_the_last_turn_and_the_reply(evening: Evening) -> None:
    evening.plays("a1", "g7", "a7")
    evening.shows(START, frames=90)
    assert evening.told()[-1] == "unsure"
    assert evening.session.state.moves == ["a1", "g7", "a7"]
    assert "3 moves ago" in evening.view.detail
    evening.shows({**START, "a1": ("gold",)}, frames=90)
    assert evening.told() == ["takeback"]
    assert evening.session.state.moves == ["a1"]


def test_undo_of_a_correction_leaves_the_move_before_it(journal: Journal) -> None:
    evening = Evening(journal, game="spaces")
    evening.shows(evening.table)
    for dice in ([5, 2], [2]):
        evening.perform(EnterRoll(dice), "die")
    evening.plays("J6-I7-H6")
    evening.tap("otherwise")
    evening.tap("score.W=1")
    evening.tap("agree")
    assert score(evening) == {"W": 1, "B": 0}
    evening.press("undo")
    assert (score(evening), evening.session.state.moves) == ({"W": 0, "B": 0}, ["J6-I7-H6"])
    evening.press("redo")
    assert (score(evening), evening.session.state.moves) == ({"W": 1, "B": 0}, ["J6-I7-H6"])


def test_undo_past_a_correction_asks(journal: Journal) -> None:
    evening = Evening(journal, game="spaces")
    evening.shows(evening.table)
    for dice in ([5, 2], [2]):
        evening.perform(EnterRoll(dice), "die")
    evening.plays("J6-I7-H6")
    evening.tap("otherwise")
    evening.tap("score.W=1")
    evening.tap("agree")
    evening.perform(EnterRoll([3]), "die")
    evening.shows(evening.table)
    evening.told()
    evening.press("undo")
    evening.shows(evening.table, frames=60)
    assert (evening.told(), score(evening)) == (["unsure"], {"W": 1, "B": 0})


def test_a_first_roll_that_wins_a_bout_by_mistake_can_be_corrected(journal: Journal) -> None:
    evening = Evening(journal, game="spaces")
    evening.shows(evening.table)
    for dice in ([5, 2], [1]):
        evening.perform(EnterRoll(dice), "typed")
    assert score(evening) == {"W": 1, "B": 0}
    evening.tap("throw again")
    evening.tap("disagree")
    assert score(evening) == {"W": 1, "B": 0}
    evening.tap("throw again")
    evening.tap("agree")
    assert score(evening) == {"W": 0, "B": 0}


@pytest.mark.parametrize("source", ["typed", "die"])
def test_every_roll_can_be_voided_until_the_next_move(source: str, journal: Journal) -> None:
    evening = Evening(journal, game="backgammon")
    evening.shows(evening.table)
    for dice in ([3, 3], [3, 1]):
        evening.perform(EnterRoll(dice), source)
        label = "throw again"
        offered = {choice.label for choice in (*evening.view.choices, *evening.view.undrawn)}
        assert label in offered
        evening.tap(label)
        evening.tap("agree")
        assert GAMES["backgammon"].dump(evening.session.state.position)["dice"] is None
        evening.perform(EnterRoll(dice), source)
    evening.plays("8/5 6/5")
    assert "throw again" not in {c.label for c in (*evening.view.choices, *evening.view.undrawn)}


def test_stones_that_are_put_away_after_the_end_undo_nothing_unasked(journal: Journal) -> None:
    rules = GAMES["spry"]
    stones = {f"E{number}": "B" for number in range(2, 10)}
    evening = Evening(journal, rules.dump(rules.new()) | {"stones": stones}, game="spry")
    before = evening.table
    evening.shows(before)
    evening.plays("E1")
    evening.told()
    # The stone that was placed last is the first to be put away. That is the table before the last move, too.
    evening.shows(before, frames=90)
    assert evening.told() == ["unsure"]
    evening.shows({}, frames=90)
    assert (evening.told(), evening.view.screen) == ([], "over")
    assert evening.session.state.moves == ["E1"]


@pytest.mark.parametrize("answer", ["undo", "tap"])
def test_undo_asks_before_it_gives_the_answer_that_many_moves_were_undone(answer: str, evening: Evening) -> None:
    evening.plays("g4", "e7", "g7", "g1")
    empty_e7 = {"e7": {EMPTY: 0.5, ("silver", 1): 0.49}}
    evening.shows({**START, "g4": ("gold",)}, doubts=empty_e7, frames=60)
    evening.told()
    evening.press("undo") if answer == "undo" else evening.tap("takeback")
    if answer == "undo":
        evening.shows({**START, "g4": ("gold",)}, doubts=empty_e7, frames=60)
        assert evening.told() == ["unsure"]
        assert evening.session.state.moves == ["g4", "e7", "g7", "g1"]
        evening.tap("takeback")
    assert evening.session.state.moves == ["g4"]


def test_done_on_the_undone_table_says_that_the_move_counts_after_all(evening: Evening) -> None:
    evening.plays("g4")
    table = evening.table
    evening.press("undo")
    evening.shows(table, frames=30)
    assert evening.view.headline == "Undone"
    assert evening.session.state.moves == []
    evening.press("done")
    evening.shows(table, frames=5)
    assert evening.session.state.moves == ["g4"]
    assert "The undone move counts after all." in evening.view.notices
