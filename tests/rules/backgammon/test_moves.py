"""Backgammon move by move: texts, legal moves, and the rules that illegal moves break."""

from __future__ import annotations

import pytest

from companion.rules.core import MoveTextError
from tests.rules.backgammon.by_hand import START, play, pos, rules, words
from tests.rules.backgammon.positions import GAME, at, board


@pytest.mark.parametrize(
    ("dice", "text", "canonical"),
    [
        ([3, 1], "6/5 8/5", "8/5 6/5"),
        ([3, 1], "24/21/20", "24/20"),
        ([3, 1], " 24/21   21/20 ", "24/20"),
        ([1, 1], "8/7 8/7 6/5 6/5", "8/7(2) 6/5(2)"),
        ([1, 1], "8/7(2) 6/5(2)", "8/7(2) 6/5(2)"),
        ([3, 3], "13/7(2)", "13/7(2)"),
        ([3, 3], "13/10/7(2)", "13/7(2)"),
        ([2, 2], "24/16", "24/16"),
    ],
)
def test_texts_of_the_first_turn(dice: list[int], text: str, canonical: str) -> None:
    assert GAME.judge(pos(at(START, dice=dice)), text).move == canonical
    assert GAME.judge(pos(at(START, dice=dice)), text).legal


def test_black_moves_in_his_own_numbering() -> None:
    after = play(pos(at(START, to_move="B")), "8/5 6/5")
    assert GAME.dump(after)["points"]["20"] == ["B", 2]


def test_a_run_hits_nothing_in_between_if_it_can() -> None:
    position = pos(board({24: 1, 6: 2}, {18: 1, 20: 1, 1: 1}, dice=[6, 4]))
    assert GAME.judge(position, "24/14").move == "24/18*/14"
    freed = pos(board({24: 1, 6: 2}, {18: 1, 1: 1}, dice=[6, 4]))
    assert GAME.judge(freed, "24/14").move == "24/14"
    assert GAME.judge(freed, "24/18/14").move == "24/18*/14"
    assert GAME.judge(freed, "24/18*/14").legal
    assert rules(freed, "24/20*/14") == ["BG-H"]
    assert {"24/14", "24/18*/14"} <= set(GAME.legal(freed).moves)


NO_MOVES = (
    "", "8", "8/", "8/5/", "off/5", "6/bar", "25/22", "0/1", "6/0", "8/5(0)", "8-5", "8/5,6/5", "8 /5", "8/5 pass",
    "bar", "8/off/3", "8/5**", "6/off*", "８/5", "8/5(16)",
)  # fmt: skip


@pytest.mark.parametrize("text", NO_MOVES)
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(MoveTextError):
        GAME.judge(pos(at(START)), text)


@pytest.mark.parametrize(
    ("white", "black", "dice", "text", "rule", "said"),
    [
        ({8: 3, 6: 2}, {24: 1}, [3, 1], "5/8", "BG-M", "backwards"),
        ({8: 3, 6: 2}, {24: 1}, [3, 1], "7/4", "BG-M", "no checker on point 7"),
        ({8: 3, 6: 2}, {7: 2}, [3, 1], "7/4", "BG-M", "black"),
        ({8: 3, 6: 2}, {24: 1}, [3, 1], "8/6", "BG-M", "3, 1 or 4"),
        ({8: 3, 6: 2}, {24: 1}, [3, 1], "8/5(2)", "BG-M", "each die"),
        ({8: 3, 6: 2}, {24: 1}, [2, 2], "8/5", "BG-D", "double 2"),
        ({8: 3, 6: 2}, {24: 1}, [1, 1], "8/7(3) 7/6(2)", "BG-D", "four"),
        ({8: 3, 6: 2}, {5: 2}, [3, 1], "8/5", "BG-B", "blocks point 5"),
        ({8: 3, 6: 2}, {5: 2, 7: 2}, [3, 1], "8/4", "BG-R4", "point 7 and point 5"),
        ({25: 1, 8: 3}, {24: 1}, [3, 1], "8/5", "BG-BAR", "on the bar"),
        ({8: 3, 6: 2}, {24: 1}, [3, 1], "bar/22", "BG-BAR", "no checker on the bar"),
        ({8: 1, 3: 2}, {24: 1}, [3, 1], "3/off", "BG-OFF", "all checkers"),
        ({6: 1, 3: 2}, {24: 1}, [5, 4], "3/off", "BG-OFF", "point 6"),
        ({6: 1, 3: 2}, {24: 1}, [2, 1], "6/off", "BG-OFF", "needs 6 to leave the board. White rolled 2 and 1"),
        ({8: 3, 6: 2}, {24: 1}, [3, 1], "8/5*", "BG-H", "Nothing is hit"),
        ({8: 3, 6: 2}, {24: 1}, [3, 1], "8/5", "BG-R7", "both dice can be played, so you must play both"),
        ({8: 3, 6: 2}, {24: 1}, [3, 1], "pass", "BG-R7", "may not pass"),
        ({8: 3, 6: 2}, {24: 1}, [3, 1], "double", "BG-R11", "without the doubling cube"),
    ],
)
def test_a_violation_names_its_rule_and_speaks_of_this_move(
    white: dict[int, int], black: dict[int, int], dice: list[int], text: str, rule: str, said: str
) -> None:
    position = pos(board(white, black, dice=dice))
    assert rules(position, text)[0] == rule
    assert said.lower() in words(position, text).lower()


def test_of_one_die_alone_the_higher_is_played() -> None:
    # 10/4 and 10/9 are both possible, but only one of them: after either, the other die has no move.
    position = pos(board({10: 1}, {3: 2, 24: 1}, dice=[6, 1]))
    assert GAME.legal(position).moves == ("10/4",)
    assert rules(position, "10/9") == ["BG-R7"]
    assert "must play the 6" in words(position, "10/9")


def test_a_two_and_a_three_bear_off_from_five() -> None:
    position = pos(board({6: 1, 5: 1, 4: 1, 1: 1}, {24: 1}, dice=[3, 2]))
    assert "5/off" in GAME.legal(position).moves


def test_nothing_to_move_is_a_pass_and_only_then() -> None:
    position = pos(board({25: 1, 6: 2}, dict.fromkeys(range(19, 25), 2), dice=[3, 1]))
    assert GAME.legal(position).moves == ("pass",)
    assert GAME.status(position).offers == ("pass",)
    assert GAME.match(position, GAME.table(position)).moves == ("pass",)
    assert GAME.dump(play(position, "pass"))["to_move"] == "B"
