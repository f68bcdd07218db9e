"""Backgammon by example: single positions, texts, throws, the cube, matches and XGIDs."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.backgammon import Position
from companion.rules.core import MoveTextError, PositionError, RollError, TableError
from tests.rules import playthrough
from tests.rules.backgammon_positions import GAME, at, board

START = {"24": ["W", 2], "13": ["W", 5], "8": ["W", 3], "6": ["W", 5]} | {
    "1": ["B", 2], "12": ["B", 5], "17": ["B", 3], "19": ["B", 5],
}  # fmt: skip
MATCH = {"cube": True, "gammons": True, "match_length": 5}


def pos(data: dict[str, Any]) -> Position:
    return GAME.parse(data)


def play(position: Position, move: str) -> Position:
    outcome = GAME.judge(position, move).outcome
    assert outcome is not None, GAME.judge(position, move).violations
    return outcome.position


def rules(position: Position, move: str) -> list[str]:
    verdict = GAME.judge(position, move)
    assert not verdict.legal
    return [v.rule for v in verdict.violations]


def words(position: Position, move: str) -> str:
    return " ".join(v.text for v in GAME.judge(position, move).violations)


# --- positions --------------------------------------------------------------------------------------


def test_the_start() -> None:
    start = GAME.new()
    dumped = GAME.dump(start)
    assert dumped["points"] == START
    assert (dumped["phase"], dumped["dice"]) == ("roll-off", None)
    assert start.pips("W") == start.pips("B") == 167
    assert GAME.legal(start).moves == ()


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"points": START | {"24": ["W", 1]}}, "points"),
        ({"points": START | {"24": ["W", True]}}, "points.24"),
        ({"points": START | {"24": [["W", 1], ["B", 1]]}}, "points.24"),
        ({"points": START | {"24": ["W", 2, "B", 1]}}, "points.24"),
        ({"points": START | {"24": ["X", 2]}}, "points.24"),
        ({"points": START | {"06": ["W", 1]}}, "points.06"),
        ({"points": START | {"25": ["W", 1]}}, "points.25"),
        ({"points": START | {"2": ["W", 0]}}, "points.2"),
        ({"bar": {"W": -1, "B": 0}}, "bar.W"),
        ({"bar": {"W": 1, "B": 0}}, "points"),
        ({"bar": {"W": 0}}, "bar.B"),
        ({"off": {"W": 0, "B": 0, "X": 0}}, "off.X"),
        ({"to_move": "w"}, "to_move"),
        ({"phase": "setup"}, "phase"),
        ({"dice": None}, "dice"),
        ({"dice": [7, 1]}, "dice"),
        ({"dice": [True, 1]}, "dice"),
        ({"dice": [3]}, "dice"),
        ({"phase": "roll"}, "dice"),
        ({"cube": {"value": 3, "owner": None}, "options": MATCH}, "cube.value"),
        ({"cube": {"value": 2, "owner": None}, "options": MATCH}, "cube.owner"),
        ({"cube": {"value": 1, "owner": "W"}, "options": MATCH}, "cube.owner"),
        ({"cube": {"value": 2, "owner": "W"}}, "cube"),
        ({"cube": {"value": 1}}, "cube.owner"),
        ({"cube": {"value": 1, "owner": None, "crawford": True}, "options": MATCH}, "cube.crawford"),
        ({"score": {"W": 5, "B": 0}, "options": MATCH}, "score.W"),
        ({"score": {"W": 1, "B": 0}}, "score.W"),
        ({"phase": "double", "dice": None}, "phase"),
        ({"phase": "over", "dice": None}, "result"),
        ({"phase": "between", "dice": None}, "phase"),
        ({"result": {"winner": "W", "points": 1, "how": "single"}}, "result"),
        ({"options": {"cube": 1}}, "options.cube"),
        ({"options": {"match_length": 0}}, "options.match_length"),
        ({"options": {"beavers": True}}, "options.beavers"),
        ({"game": "chess"}, "game"),
        ({"turn": "W"}, "turn"),
    ],
)
def test_contradictions_are_refused_with_the_name_of_the_field(change: dict[str, Any], field: str) -> None:
    with pytest.raises(PositionError) as caught:
        pos(at(START) | change)
    assert caught.value.field == field


def test_who_has_borne_off_all_has_won() -> None:
    done = board({}, {24: 1})
    with pytest.raises(PositionError) as caught:
        pos(done)
    assert caught.value.field == "phase"
    over = done | {"phase": "over", "dice": None, "score": {"W": 1, "B": 0}}
    result = {"winner": "W", "points": 1, "how": "single"}
    assert pos(over | {"result": result}).result is not None
    with pytest.raises(PositionError, match=r"result\.winner"):
        pos(over | {"result": result | {"winner": "B"}})


# --- moves and why not ------------------------------------------------------------------------------


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
    # 10/4 and 10/9 are open, but not both: behind either the other is shut.
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


# --- throws, cube, matches --------------------------------------------------------------------------


def test_the_roll_off() -> None:
    start = GAME.new()
    assert GAME.roll(start, [4, 4]).position == start
    begun = GAME.dump(GAME.roll(start, [2, 5]).position)
    assert (begun["to_move"], begun["phase"], begun["dice"]) == ("B", "move", [2, 5])
    assert rules(start, "8/5 6/5") == ["BG-R2"]
    for bad in ([3], [0, 3], [3, True], "31", None, {"W": 3}, [3, 1, 1]):
        with pytest.raises(RollError):
            GAME.roll(start, bad)
    with pytest.raises(RollError):
        GAME.roll(pos(at(START)), [3, 1])


def test_double_take_and_drop() -> None:
    before = pos(at(START, phase="roll", dice=None, options=MATCH))
    assert GAME.legal(before).moves == ("double",)
    assert GAME.match(before, GAME.table(before)).moves == ("double",)
    offered = play(before, "Double")
    assert (offered.phase, offered.to_move, offered.cube.value) == ("double", "B", 1)
    assert GAME.legal(offered).moves == ("take", "drop")
    taken = play(offered, "take")
    assert (taken.phase, taken.to_move, taken.cube.value, taken.cube.owner) == ("roll", "W", 2, "B")
    assert rules(taken, "double") == ["BG-R11"]
    dropped = play(offered, "drop")
    assert (dropped.phase, dropped.to_move, dropped.score) == ("between", "W", (1, 0))
    assert pos(GAME.dump(dropped)) == dropped
    following = GAME.next(dropped).position
    assert (following.phase, following.score, following.points) == ("roll-off", (1, 0), GAME.new().points)
    with pytest.raises(PositionError):
        GAME.next(following)


def test_the_crawford_game_comes_once() -> None:
    score = {"W": 3, "B": 2}
    dropped = play(play(pos(at(START, phase="roll", dice=None, score=score, options=MATCH)), "double"), "drop")
    crawford = GAME.next(dropped).position
    assert GAME.dump(crawford)["cube"] == {"value": 1, "owner": None, "crawford": True}
    throw = GAME.dump(crawford) | {"phase": "roll"}
    assert GAME.legal(pos(throw)).moves == ()
    assert "Crawford" in words(pos(throw), "double")
    # Black wins the Crawford game; the one after it is played with the cube again.
    ending = board({20: 1}, {24: 1}, to_move="B", dice=[6, 1], score={"W": 4, "B": 2}, options=MATCH)
    won = play(pos(ending | {"cube": throw["cube"]}), "1/off")
    assert (won.phase, won.score) == ("between", (4, 3))
    assert "crawford" not in GAME.dump(GAME.next(won).position)["cube"]


def test_no_crawford_game_comes_when_the_second_player_is_a_point_away_too() -> None:
    score = {"W": 3, "B": 4}
    dropped = play(play(pos(at(START, phase="roll", dice=None, score=score, options=MATCH)), "double"), "drop")
    assert dropped.score == (4, 4)
    assert not GAME.next(dropped).position.cube.crawford


@pytest.mark.parametrize(
    ("loser", "off", "options", "cube", "points", "how"),
    [
        ({24: 14}, 1, {"gammons": True}, 1, 1, "single"),
        ({10: 15}, 0, {"gammons": True}, 1, 2, "gammon"),
        ({3: 15}, 0, {"gammons": True}, 1, 3, "backgammon"),
        ({0: 1, 10: 14}, 0, {"gammons": True}, 1, 3, "backgammon"),
        ({3: 15}, 0, {}, 1, 1, "single"),
        ({3: 15}, 0, {"gammons": True, "cube": True, "jacoby": True}, 1, 1, "single"),
        ({3: 15}, 0, {"gammons": True, "cube": True, "jacoby": True}, 4, 12, "backgammon"),
    ],
)
def test_what_a_win_counts(
    loser: dict[int, int], off: int, options: dict[str, Any], cube: int, points: int, how: str
) -> None:
    owner = "W" if cube > 1 else None
    data = board({2: 1}, loser, dice=[6, 5], options=options, cube={"value": cube, "owner": owner})
    assert data["off"]["B"] == off
    ended = play(pos(data), "2/off")
    assert ended.result is not None
    assert (ended.result.winner, ended.result.points, ended.result.how) == ("W", points, how)
    assert (ended.phase, ended.score.W) == ("over", points)
    assert pos(GAME.dump(ended)) == ended
    assert GAME.legal(ended).moves == ()
    assert rules(ended, "2/off") == ["BG-M"]


# --- tables -----------------------------------------------------------------------------------------


def table(position: Position, **cells: int) -> dict[str, tuple[str, ...]]:
    """The position's table with other numbers of white checkers: p13=4 is four on point 13."""
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


def test_what_happened_is_told() -> None:
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


# --- XGID -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10",
        "XGID=-b----E-C---eE---c-e----B-:0:0:-1:00:0:0:0:0:10",
        "XGID=--A-bBBBB--BbB-----dbbc-B-:0:0:1:31:6:4:1:7:10",
        "XGID=aC----B-------------b---dB:0:0:1:31:0:0:1:0:10",
        "XGID=-b----E-C---eE---c-e----B-:1:-1:-1:D:2:3:0:7:10",
        "XGID=-b----E-C---eE---c-e----B-:2:1:1:64:2:3:0:7:10",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:1:10",
    ],
)
def test_xgids_that_other_programs_write(text: str) -> None:
    assert GAME.xgid(GAME.from_xgid(text)) == text
    assert GAME.from_xgid(text.removeprefix("XGID=")) == GAME.from_xgid(text)


def test_an_xgid_that_asks_for_an_answer_names_the_doubler() -> None:
    position = GAME.from_xgid("XGID=-b----E-C---eE---c-e----B-:1:-1:-1:D:2:3:0:7:10")
    assert (position.phase, position.to_move, position.cube.value, position.cube.owner) == ("double", "W", 2, "B")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "4HPwATDgc/ABMA:cAkAAAAAAAAA",
        "XGID=-b----E-C---eE---c-e----B:0:0:1:31:0:0:0:7:10",
        "XGID=-b----E-C---eE---c-e----C-:0:0:1:31:0:0:0:7:10",
        "XGID=Ab----E-C---eE---c-e----A-:0:0:1:31:0:0:0:7:10",
        "XGID=-b----E-C---eE---c-e----B-:0:2:1:31:0:0:0:7:10",
        "XGID=-b----E-C---eE---c-e----B-:0:0:0:31:0:0:0:7:10",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:71:0:0:0:7:10",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:B:0:0:3:0:10",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:7:0:0:7:10",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:3:3:1:7:10",
        "XGID=-b----E-C---eE---c-e----B-:x:0:1:31:0:0:0:7:10",
        "XGID=-b----E-C---eE---c-e----B-:99:0:1:31:0:0:0:7:10",
    ],
)
def test_what_is_no_xgid_is_refused(text: str) -> None:
    with pytest.raises(PositionError):
        GAME.from_xgid(text)


def test_some_phases_have_no_xgid() -> None:
    with pytest.raises(PositionError):
        GAME.xgid(GAME.new())


def test_the_playthrough_still_holds() -> None:
    text = playthrough.path("backgammon").read_text(encoding="utf-8")
    assert playthrough.replay(GAME, text) == text
    assert '"phase": "over"' in text
    assert "\n> try " in text
