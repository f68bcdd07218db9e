"""A roll stays valid when moves are undone, unless the players agree to roll again."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.fairness.statistics import collect_rolls
from companion.history.events import (
    KEPT,
    TYPED,
    Corrected,
    Moved,
    NextPartStarted,
    RecordError,
    Rolled,
    RollVoided,
    Started,
    TakenBack,
)
from companion.history.export.played_game import collect_steps
from companion.history.journal import Journal, read
from companion.history.saved_games import list_saved_games
from companion.history.state import fold_all, next_kept_roll
from companion.rules import GAMES
from companion.values.commands import EnterRoll, VoidRoll
from companion.values.results import Refused
from tests.session.evening import Evening

RULES = GAMES["backgammon"]
BEGUN = (Started("backgammon", RULES.dump(RULES.new())), Rolled([3, 1], "virtual"), Moved("8/5 6/5"))


def begun(journal: Journal) -> Evening:
    evening = Evening(journal, game="backgammon")
    evening.shows(evening.table)
    return evening


def thrown(evening: Evening, dice: list[int]) -> None:
    evening.perform(EnterRoll(dice), "virtual")
    evening.shows(evening.table)


def dice(evening: Evening) -> list[int]:
    return list(RULES.dump(evening.session.state.position)["dice"])


def put_back(evening: Evening) -> None:
    """Presses Undo and puts the pieces back."""
    evening.press("undo")
    evening.shows(evening.table)


def test_the_others_roll_counts_when_a_move_is_taken_back_and_another_made(journal: Journal) -> None:
    evening = begun(journal)
    thrown(evening, [3, 1])
    evening.plays("8/5 6/5")
    thrown(evening, [6, 6])
    put_back(evening)
    assert dice(evening) == [3, 1]
    evening.news.clear()
    evening.plays("24/20")
    assert dice(evening) == [6, 6]
    assert [h.event for h in evening.news] == ["move", "roll"]
    assert evening.news[-1].data["source"] == KEPT
    assert collect_rolls(entry.event for entry in journal.entries)["virtual, die 1"] == (3, 6)


def test_all_may_agree_to_roll_again(journal: Journal, tmp_path: Path) -> None:
    evening = begun(journal)
    thrown(evening, [3, 1])
    evening.plays("8/5 6/5")
    assert isinstance(evening.perform(VoidRoll()), Refused)
    evening.shows(evening.table)
    assert evening.told()[-1] == "device", "no roll was kept yet"
    thrown(evening, [6, 6])
    put_back(evening)
    evening.plays("8/5 6/5")
    assert [choice.command for choice in evening.view.choices] == [VoidRoll()]
    evening.tap("throw again")
    evening.tap("agree")
    evening.shows(evening.table)
    assert evening.told()[-1] == "corrected"
    thrown(evening, [2, 1])
    assert dice(evening) == [2, 1]
    assert not evening.view.choices
    (saved,) = list_saved_games(journal.entries)
    counting = [step.event for step in collect_steps(saved).steps]
    assert counting == [Rolled([3, 1], "virtual"), Moved("8/5 6/5"), Rolled([2, 1], "virtual")]
    (on_disk,) = list_saved_games(read(tmp_path / "journal.db").entries)
    assert on_disk.state().position == evening.session.state.position


def test_rolls_of_several_turns_count_one_after_the_other() -> None:
    later = (Rolled([6, 5], "virtual"), Moved("24/13"), Rolled([4, 4], "virtual"))
    state = fold_all([*BEGUN, *later, TakenBack(2)])
    assert state is not None
    assert [throw.dice for throw in state.kept_rolls] == [[6, 5], [4, 4]]
    assert next_kept_roll(state) is None, "a move is due first"
    again = [Moved("24/20"), Rolled([6, 5], KEPT), Moved("24/18 13/8")]
    state = fold_all([*BEGUN, *later, TakenBack(2), *again])
    assert state is not None
    assert next_kept_roll(state) == Rolled([4, 4], KEPT)


def test_a_new_roll_ends_the_kept_rolls() -> None:
    thrown_anew = (Rolled([6, 5], "virtual"), TakenBack(1), Moved("24/20"), Rolled([2, 1], "virtual"))
    state = fold_all([*BEGUN, *thrown_anew])
    assert state is not None
    assert state.kept_rolls == ()


def test_a_roll_that_was_not_made_cannot_be_voided() -> None:
    with pytest.raises(RecordError, match="fewer rolls since the last move"):
        fold_all([*BEGUN, RollVoided()])


def test_a_roll_that_was_typed_wrong_is_made_again_before_the_move_and_after_it(journal: Journal) -> None:
    evening = begun(journal)
    evening.perform(EnterRoll([5, 3]), TYPED)
    evening.shows(evening.table)
    (again,) = evening.view.choices
    assert (again.label, again.command) == ("throw again", VoidRoll())
    assert "again" in again.text
    evening.tap("throw again")
    evening.tap("agree")
    evening.perform(EnterRoll([4, 3]), TYPED)
    assert dice(evening) == [4, 3]
    evening.plays("24/20 13/10")
    put_back(evening)
    assert [choice.command for choice in evening.view.choices] == [VoidRoll()]
    evening.tap("throw again")
    evening.tap("agree")
    thrown(evening, [6, 5])
    assert dice(evening) == [6, 5]


def test_a_mistyped_roll_made_again_leaves_the_roll_off_and_the_bout_before_it_as_they_are(journal: Journal) -> None:
    evening, spaces = Evening(journal, game="spaces"), GAMES["spaces"]
    evening.shows(evening.table)
    for values in ([5, 2], [1], [4]):  # the 1 wins the first bout
        evening.perform(EnterRoll(values), TYPED)
        evening.shows(evening.table)
        if values == [1]:
            evening.press("done")
            evening.shows(evening.table)
    evening.tap("throw again")
    evening.tap("agree")
    evening.shows(evening.table)
    position = spaces.dump(evening.session.state.position)
    assert (position["phase"], position["score"]) == ("roll", {"W": 1, "B": 0})
    (saved,) = list_saved_games(journal.entries)
    assert [step.event for step in collect_steps(saved).steps] == [
        Rolled([5, 2], TYPED),
        Rolled([1], TYPED),
        NextPartStarted(),
    ]


def test_a_roll_is_not_made_again_where_something_else_would_go_with_it(journal: Journal) -> None:
    evening = Evening(journal, RULES.dump(RULES.new({"match_length": 9})), game="backgammon")
    evening.shows(evening.table)
    thrown(evening, [3, 1])
    corrected = RULES.dump(evening.session.state.position) | {"score": {"W": 2, "B": 0}}
    evening.session.record(Corrected(corrected))
    evening.plays("8/5 6/5")
    put_back(evening)
    assert not evening.view.choices
