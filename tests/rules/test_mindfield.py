"""Mindfield, ruling by ruling: positions written by hand, the moves they allow and the words about others."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.core import MoveTextError, PositionError, RollError, TableError
from companion.rules.mindfield import Position, squares
from companion.rules.mindfield.actions import read, write
from tests.rules.positions import MINDFIELD, at

OPEN = """
    .......
    .......
    ..G....
    ..SA...
    .......
    .......
    G.....S"""
"""Gold a1 c5, Silver c4 g1, the Antipode on d4."""


def position(rows: str, **fields: Any) -> Position:
    parsed = MINDFIELD.parse(at(rows, **fields))
    assert isinstance(parsed, Position)
    return parsed


def rules_of(p: Position, move: str) -> list[str]:
    return [v.rule for v in MINDFIELD.judge(p, move).violations]


def after(p: Position, move: str) -> Position:
    verdict = MINDFIELD.judge(p, move)
    assert verdict.outcome is not None, verdict.violations
    result = verdict.outcome.position
    assert isinstance(result, Position)
    return result


def shown(p: Position, **changes: str) -> dict[str, tuple[str, ...]]:
    """The position's table with some cells changed; "" empties one."""
    table = dict(MINDFIELD.table(p))
    table.update({cell: (kind,) if kind else () for cell, kind in changes.items()})
    return table


# --- the board ---------------------------------------------------------------------------------------


def test_rings() -> None:
    assert (len(squares.PERIMETER), len(squares.PRIME)) == (24, 24)
    assert squares.NAMES[squares.CENTER] == "d4"
    assert squares.CENTER not in squares.PRIME | squares.PERIMETER
    assert {squares.NAMES[s] for s in squares.AROUND[squares.INDEX["a1"]]} == {"a2", "b1", "b2"}
    assert [len(squares.AROUND[squares.INDEX[c]]) for c in ("a1", "d1", "d4")] == [3, 5, 8]


# --- texts -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "canonical"),
    [("C4", "c4"), ("  c3-C4 ", "c3-c4"), ("c3Xc5xE5", "c3xc5xe5"), ("Claim   C3", "claim c3"), (" PASS\n", "pass")],
)
def test_texts_are_read_with_tolerance(text: str, canonical: str) -> None:
    assert write(read(text)) == canonical


@pytest.mark.parametrize(
    "text",
    ["", " ", "c", "c44", "h1", "a8", "a0", "c3-", "c3-h3", "c3-c4-c5", "c3xc5-c6", "c3 c4", "c3 - c4", "x", "c3x",
     "claim", "claimc3", "claim h9", "claim c3-c4", "pass pass", "c３", "ｃ3", "c3×c5", "c4\0", "-c3", "c-3", "c3xx5"],
)  # fmt: skip
def test_texts_outside_the_grammar_are_refused(text: str) -> None:
    with pytest.raises(MoveTextError):
        MINDFIELD.judge(MINDFIELD.new(), text)


def test_a_refusal_names_the_square_that_does_not_exist() -> None:
    with pytest.raises(MoveTextError, match='no square "h5"'):
        MINDFIELD.judge(MINDFIELD.new(), "c3xc5xh5")


# --- setting up (MF-R1, MF-R2) -----------------------------------------------------------------------


def test_the_start() -> None:
    start = MINDFIELD.new()
    assert MINDFIELD.table(start) == {"d4": ("antipode-silver",)}
    status = MINDFIELD.status(start)
    assert (status.due, status.player, status.dice, status.offers) == ("move", "G", (), ())
    assert [(c.label, c.value) for c in status.counters["S"]] == [("in hand", 13), ("captured", 0), ("on Prime", 0)]
    assert len(MINDFIELD.legal(start).moves) == 49 - 9


@pytest.mark.parametrize("near", ["c3", "c4", "c5", "d3", "d5", "e3", "e4", "e5"])
def test_the_first_stone_keeps_away_from_the_antipode(near: str) -> None:
    [violation] = MINDFIELD.judge(MINDFIELD.new(), near).violations
    assert violation.rule == "MF-P"
    assert violation.cells == (near, "d4")
    assert f"{near} touches the Antipode on d4" in violation.text


def test_nothing_is_moved_during_the_setting_up() -> None:
    p = position(OPEN, phase="setup", antipode_up="G")
    assert rules_of(p, "a1-a2") == ["MF-R2"]
    assert rules_of(p, "d4-d5") == ["MF-R2"]
    assert rules_of(p, "c5xc3") == ["MF-R2"]
    assert rules_of(p, "a1-b2") == ["MF-R2", "MF-M"]
    assert rules_of(p, "pass") == ["MF-R13"]


def test_the_setting_up_ends_with_the_last_free_square_and_the_other_player_begins() -> None:
    p = position(
        """
        G..S..G
        .......
        .......
        S..A..S
        .......
        .......
        G..S...""",
        phase="setup",
        to_move="S",
    )
    assert set(MINDFIELD.legal(p).moves) == {"f1", "g1", "f2", "g2"}
    verdict = MINDFIELD.judge(p, "g1")
    assert verdict.outcome is not None
    assert [event.event for event in verdict.outcome.events] == ["play-begins"]
    assert (verdict.outcome.position.phase, verdict.outcome.position.to_move) == ("play", "G")
    opened = after(verdict.outcome.position, "a1-b1")
    assert opened.phase == "play"


def test_a_prime_won_during_the_setting_up_ends_the_game() -> None:
    p = position(
        """
        .......
        .G.G.G.
        .......
        .G.A.G.
        .......
        .G.....
        .......""",
        phase="setup",
    )
    over = after(p, "d2")
    assert (over.phase, over.to_move) == ("over", "G")
    assert over.result is not None
    assert (over.result.winner, over.result.how) == ("G", "primes")
    assert after(p, "d1").phase == "setup"


# --- placing in play (MF-R1, MF-R3) ------------------------------------------------------------------


def test_placing() -> None:
    p = position(OPEN)
    placed = after(p, "e1")
    assert (placed.hand.G, placed.hand.S, placed.to_move) == (10, 11, "S")
    assert rules_of(p, "a1") == ["MF-P"]
    assert rules_of(p, "b2") == ["MF-P"]
    [violation] = MINDFIELD.judge(p, "b2").violations
    assert "b2 touches a gold stone on a1" in violation.text
    assert violation.cells == ("b2", "a1")


def test_an_empty_hand_places_nothing() -> None:
    p = position(OPEN, hand={"G": 0, "S": 11}, captured={"G": 0, "S": 11}, phase="play")
    assert rules_of(p, "e1") == ["MF-R3"]
    assert rules_of(p, "b2") == ["MF-R3", "MF-P"]
    assert not any(len(move) == 2 for move in MINDFIELD.legal(p).moves)


# --- moving (MF-R4, MF-R5) ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "rules", "words"),
    [
        ("a1-b2", ["MF-M"], "a1 to b2 is diagonal"),
        ("a1-a3", ["MF-M"], "a1 to a3 is 2 squares"),
        ("a1-c4", ["MF-M", "MF-M"], "a1 to c4 is not a straight line"),
        ("c5-c3", ["MF-M"], "A jump over c4 is c5xc3."),
        ("a1-a1", ["MF-M"], "stays on a1"),
        ("c5-c4", ["MF-M"], "c4 is taken by a silver stone"),
        ("c4-c3", ["MF-M"], "The stone on c4 is Silver's. It is Gold's turn"),
        ("e5-e6", ["MF-M"], "e5 is empty"),
        ("d4-d5", ["MF-A"], "The Antipode shows Silver, so only Silver may move it."),
    ],
)
def test_moves_that_break_rules(move: str, rules: list[str], words: str) -> None:
    verdict = MINDFIELD.judge(position(OPEN), move)
    assert [v.rule for v in verdict.violations] == rules
    assert words in verdict.violations[0].text


def test_back_and_forth() -> None:
    p = position(OPEN, last_moves={"G": ["a2", "a1"], "S": None})
    assert rules_of(p, "a1-a2") == ["MF-B"]
    assert "a1-a2" not in MINDFIELD.legal(p).moves
    [violation] = MINDFIELD.judge(p, "a1-a2").violations
    assert violation.text.startswith("Gold moved this stone from a2 to a1 last turn")
    between = after(after(p, "a1-b1"), "g1-g2")
    assert rules_of(between, "b1-a1") == ["MF-B"]
    later = after(after(between, "c5-c6"), "g2-g3")
    assert rules_of(later, "b1-a1") == []
    assert any(hint.to is None and "a2" in hint.why for hint in MINDFIELD.hints(p).cells["a1"])


def test_a_jump_back_is_no_going_back_and_forth() -> None:
    p = position(OPEN, last_moves={"G": ["c3", "c5"], "S": None})
    assert rules_of(p, "c5xc3") == []


def test_only_moves_and_slides_are_remembered() -> None:
    p = position(OPEN, last_moves={"G": ["a2", "a1"], "S": None})
    assert MINDFIELD.dump(after(p, "a1-b1"))["last_moves"] == {"G": ["a1", "b1"], "S": None}
    assert after(p, "e1").last_moves.G is None
    assert after(p, "c5xc3").last_moves.G is None


# --- the Antipode (MF-R6) ----------------------------------------------------------------------------


def test_the_antipode_slides_any_number_of_empty_squares() -> None:
    p = position(OPEN, antipode_up="G")
    slides = {move for move in MINDFIELD.legal(p).moves if move.startswith("d4-")}
    assert slides == {f"d4-{cell}" for cell in ("d5", "d6", "d7", "d3", "d2", "d1", "e4", "f4", "g4")}
    assert MINDFIELD.dump(after(p, "d4-d7"))["last_moves"] == {"G": ["d4", "d7"], "S": None}
    assert rules_of(p, "d4-b4") == ["MF-A"]
    assert "c4" in MINDFIELD.judge(p, "d4-b4").violations[0].cells
    assert rules_of(p, "d4-c4") == ["MF-A"]
    assert rules_of(p, "d4-f6") == ["MF-A"]
    assert rules_of(p, "d4-d4") == ["MF-A"]
    assert rules_of(p, "d4xb4") == ["MF-A"]


def test_the_antipode_goes_not_straight_back_but_elsewhere() -> None:
    p = position(OPEN, antipode_up="G", last_moves={"G": ["d7", "d4"], "S": None})
    assert rules_of(p, "d4-d7") == ["MF-B"]
    assert rules_of(p, "d4-d6") == []


# --- jumping (MF-R7 to MF-R9, MF-R12) ----------------------------------------------------------------

CHAIN = """
    .......
    .......
    ..G....
    ..SA...
    .......
    ...S...
    G.....S"""


def test_a_jump_captures_and_may_turn() -> None:
    p = position(CHAIN)
    verdict = MINDFIELD.judge(p, "c5xc3")
    assert verdict.outcome is not None
    assert MINDFIELD.table(verdict.outcome.position).keys() == {"a1", "c3", "d4", "d2", "g1"}
    assert verdict.outcome.position.captured == (1, 0)
    assert [(e.event, e.cells) for e in verdict.outcome.events] == [("captured", ("c4",))]


def test_the_antipode_turns_whoever_jumps_it() -> None:
    p = position("""
        .......
        .......
        ...G...
        ...A...
        .......
        .......
        G.....S""")
    assert after(p, "d5xd3").antipode_up == "G"
    p = position("""
        .......
        .......
        ...G...
        ...A...
        .......
        .......
        G.....S""", antipode_up="G")  # fmt: skip
    verdict = MINDFIELD.judge(p, "d5xd3")
    assert verdict.outcome is not None
    assert verdict.outcome.position.antipode_up == "S"
    assert [(e.event, e.cells) for e in verdict.outcome.events] == [("flipped", ("d4",))]


def test_a_jump_turning_the_antipode_twice_changes_nothing_and_is_no_turn() -> None:
    p = position("""
        .......
        .......
        ...G...
        ...A...
        .......
        .......
        G.....S""")
    assert rules_of(p, "d5xd3xd5") == ["MF-R12"]
    assert rules_of(p, "d5xd3xd5xd3") == []


def test_a_jump_round_that_captures_is_a_turn() -> None:
    p = position("""
        .......
        .......
        ..GS...
        ..G.G..
        ...G...
        .......
        A......""")
    landed = after(p, "c5xe5xe3xc3xc5")
    assert landed.captured.G == 1
    assert MINDFIELD.table(landed).keys() == MINDFIELD.table(p).keys() - {"d5"}
    assert MINDFIELD.match(p, MINDFIELD.table(landed)).moves == ("c5xe5xe3xc3xc5", "c5xc3xe3xe5xc5")
    assert rules_of(p, "c5xc3xe3xc3xc5") == ["MF-R12"]


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("c5xe5", "d5 is empty, so from c5 to e5 there is nothing to jump over."),
        ("c5xc4", "c5 to c4 is not a jump"),
        ("c5xe3", "c5 to e3 is not a jump"),
        ("c5xc5", "c5 to c5 is not a jump"),
        ("c5xc2", "c5 to c2 is not a jump"),
        ("g1xe1", "The stone on g1 is Silver's"),
        ("b1xd1", "b1 is empty"),
        ("c5xc3xc5", "already captured the stone on c4"),
        ("c5xc3xe3", "d3 is empty"),
    ],
)
def test_jumps_that_break_rules(move: str, words: str) -> None:
    verdict = MINDFIELD.judge(position(CHAIN), move)
    assert [v.rule for v in verdict.violations] == ["MF-J"]
    assert words in verdict.violations[0].text


def test_a_jump_lands_on_an_empty_square() -> None:
    p = position(CHAIN.replace("..SA...\n    .......", "..SA...\n    ..S...."))
    [violation] = MINDFIELD.judge(p, "c5xc3").violations
    assert violation.rule == "MF-J"
    assert "c3 is taken by a silver stone" in violation.text


# --- the end (MF-R10, MF-R13) ------------------------------------------------------------------------


def test_seven_captures_win() -> None:
    p = position(CHAIN, hand={"G": 11, "S": 4}, captured={"G": 6, "S": 0})
    verdict = MINDFIELD.judge(p, "c5xc3")
    assert verdict.outcome is not None
    assert [event.event for event in verdict.outcome.events] == ["captured", "won"]
    over = verdict.outcome.position
    assert MINDFIELD.status(over).result is not None
    assert MINDFIELD.dump(over)["result"] == {"winner": "G", "points": 1, "how": "captures"}
    assert MINDFIELD.dump(over)["to_move"] == "G"
    assert MINDFIELD.hints(over).text == "The game is over: Gold has won with 7 captured stones."
    with pytest.raises(PositionError):
        MINDFIELD.next(over)


def test_the_center_is_no_prime_square() -> None:
    p = position("""
        A......
        .GGG...
        ...G...
        ...G...
        .......
        .GG....
        ......S""")
    assert MINDFIELD.status(p).counters["G"][2].value == 6
    p = position("""
        A......
        .GGG...
        ...G...
        ..G....
        .......
        .......
        ......S""")
    assert after(p, "c4-d4").phase == "play"


def test_who_can_do_nothing_passes() -> None:
    p = position(
        """
        A......
        .......
        .......
        .......
        SSS....
        SSS....
        GSS....""",
        hand={"G": 0, "S": 5},
        captured={"G": 0, "S": 12},
    )
    assert MINDFIELD.legal(p).moves == ("pass",)
    assert MINDFIELD.status(p).offers == ("pass",)
    assert MINDFIELD.hints(p).text == "Gold cannot do anything: pass."
    match = MINDFIELD.match(p, MINDFIELD.table(p))
    assert (match.moves, match.partial) == (("pass",), True)
    assert after(p, "pass").to_move == "S"
    assert rules_of(p, "a1-a2") == ["MF-M"]


def test_chance_is_no_part_of_the_game() -> None:
    with pytest.raises(RollError):
        MINDFIELD.roll(MINDFIELD.new(), [3])


# --- tables ------------------------------------------------------------------------------------------


def test_the_own_table_is_under_way_and_nothing_more() -> None:
    p = position(OPEN)
    match = MINDFIELD.match(p, MINDFIELD.table(p))
    assert (match.moves, match.violations, match.partial, match.towards) == ((), (), True, ())


@pytest.mark.parametrize(
    ("changes", "rules", "partial", "words"),
    [
        ({"c5": ""}, ["MF-M"], True, "Gold's stone from c5 is off the board. Put it where it moves or jumps to."),
        ({"c5": "", "c3": "gold"}, ["MF-J"], True, "Silver's stone on c4 was jumped"),
        ({"c4": ""}, ["MF-J"], True, "Silver's stone on c4 is gone but was not jumped"),
        ({"c5": "", "c4": ""}, ["MF-M", "MF-J"], True, "Gold's stone from c5 is off the board"),
        ({"g1": ""}, ["MF-J"], False, "Silver's stone on g1 is gone but was not jumped"),
        ({"a1": "", "c3": "gold"}, ["MF-M"], False, "a1 to c3 is diagonal"),
        ({"b2": "gold"}, ["MF-P"], False, "b2 touches a gold stone on a1"),
        ({"b1": "gold"}, ["MF-P"], True, "b1 touches a gold stone on a1"),
        ({"e1": "silver"}, ["MF-P"], False, "A stone of Silver was put on e1. It is Gold's turn"),
        ({"c4": "", "b4": "silver"}, ["MF-M"], False, "Silver's stone was moved from c4 to b4"),
        ({"d4": ""}, ["MF-A"], False, "The Antipode is off the board"),
        ({"d4": "", "d5": "antipode-silver"}, ["MF-A"], False, "The Antipode shows Silver"),
        ({"d4": "", "d5": "antipode-gold"}, ["MF-A", "MF-A"], False, "The Antipode shows Silver"),
        ({"d4": "antipode-gold"}, ["MF-A"], False, "turned over but not jumped"),
        ({"d6": "antipode-silver"}, ["MF-A"], False, "there is only one"),
        ({"a1": "", "a2": "gold", "c5": "", "c6": "gold"}, ["MF-R3"], False, "More than one stone of Gold was moved"),
        ({"e1": "gold", "g5": "gold"}, ["MF-R3"], False, "2 stones of Gold were put on the board, on e1 and g5"),
        ({"a1": "", "c5": ""}, ["MF-R3"], False, "2 stones of Gold are gone, from a1 and c5"),
        ({"a1": "", "a2": "gold", "c4": ""}, ["MF-J"], False, "gone but was not jumped"),
        ({"a1": "silver"}, ["MF-M", "MF-P"], False, "Gold's stone from a1 is off the board"),
        (
            {"e1": "gold", "d4": "", "d5": "antipode-silver"},
            ["MF-R3", "MF-A"],
            False,
            "A stone and the Antipode were both moved",
        ),
    ],
)
def test_wrong_tables_are_read_as_what_was_tried(
    changes: dict[str, str], rules: list[str], partial: bool, words: str
) -> None:
    p = position(OPEN)
    match = MINDFIELD.match(p, shown(p, **changes))
    assert match.moves == ()
    assert [v.rule for v in match.violations] == rules
    assert match.partial == partial
    assert words in match.violations[0].text


def test_two_pieces_on_a_square_are_a_move_onto_a_taken_one() -> None:
    p = position(OPEN)
    match = MINDFIELD.match(p, shown(p, c5="") | {"c4": ("silver", "gold")})
    assert [v.rule for v in match.violations] == ["MF-M"]
    assert "c4 is taken" in match.violations[0].text
    assert not match.partial
    match = MINDFIELD.match(p, shown(p) | {"a1": ("gold",) * 3})
    assert not match.partial
    assert match.violations


def test_a_table_may_become_several_moves_the_nearest_first() -> None:
    p = position(OPEN)
    towards = MINDFIELD.match(p, shown(p, c5="", c4="")).towards
    assert towards[0] == "c5xc3"
    lifted = MINDFIELD.match(p, shown(p, c5="")).towards
    assert set(lifted) == {"c5-b5", "c5-d5", "c5-c6", "c5xc3"}


def test_a_jumped_antipode_must_be_turned() -> None:
    p = position("""
        .......
        .......
        ...G...
        ...A...
        .......
        .......
        G.....S""")
    match = MINDFIELD.match(p, shown(p, d5="", d3="gold"))
    assert match.partial
    assert [v.rule for v in match.violations] == ["MF-A"]
    assert match.violations[0].text == "The Antipode on d4 was jumped. Turn it over."
    assert MINDFIELD.match(p, shown(p, d5="", d3="gold", d4="antipode-gold")).moves == ("d5xd3",)
    assert MINDFIELD.match(p, shown(p, d4="antipode-gold")).towards == ("d5xd3",)
    assert MINDFIELD.match(p, shown(p, d4="")).partial
    lifted = MINDFIELD.match(p, shown(p, d5="", d3="gold", d4=""))
    assert lifted.partial
    assert "turn it over and put it back on d4" in lifted.violations[0].text


def test_a_lifted_antipode_is_to_slide_where_it_may() -> None:
    own = position(OPEN, antipode_up="G")
    match = MINDFIELD.match(own, shown(own, d4=""))
    assert match.partial
    assert [v.text for v in match.violations] == ["The Antipode from d4 is off the board. Put it where it slides to."]


def test_both_ways_round_are_named() -> None:
    p = position("""
        .......
        .......
        ..GG...
        ..G.G..
        ...G...
        .......
        A.....S""")
    match = MINDFIELD.match(p, shown(p, c5="", e3="gold"))
    assert match.moves == ("c5xe5xe3", "c5xc3xe3")


@pytest.mark.parametrize(
    "table", [{"h1": ("gold",)}, {"a1": ("green",)}, {"a1": "gold"}, {"a1": (["gold"],)}, {"": ("gold",)}]
)
def test_what_is_no_table_is_refused(table: Any) -> None:
    with pytest.raises(TableError):
        MINDFIELD.match(MINDFIELD.new(), table)


# --- options and positions ---------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{"rounds": 1}, {"rounds": True}, {"rounds": "0"}, {"rounds": 0.0}, {"round": 0}])
def test_options_out_of_range_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(PositionError, match=r"options\.round"):
        MINDFIELD.new(options)


WIN = {"winner": "G", "points": 1, "how": "captures"}


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"game": "chess"}, "game"),
        ({"rows": ["......."] * 7}, "rows"),
        ({"rows": ["A......"] * 2 + ["......."] * 5}, "rows"),
        ({"rows": ["......."] * 6}, "rows"),
        ({"rows": "......."}, "rows"),
        ({"rows": None}, "rows"),
        ({"rows": ["A.....", *["......."] * 6]}, "rows[0]"),
        ({"rows": ["A......", *["......."] * 5, "g......"]}, "rows[6]"),
        ({"rows": ["A......", 7, *["......."] * 5]}, "rows[1]"),
        ({"antipode_up": "s"}, "antipode_up"),
        ({"antipode_up": None}, "antipode_up"),
        ({"to_move": "gold"}, "to_move"),
        ({"phase": "PLAY"}, "phase"),
        ({"phase": ["play"]}, "phase"),
        ({"phase": "claim"}, "phase"),
        ({"phase": "between"}, "phase"),
        ({"hand": {"G": -1, "S": 11}}, "hand.G"),
        ({"hand": {"G": True, "S": 11}}, "hand.G"),
        ({"hand": {"G": 11.0, "S": 11}}, "hand.G"),
        ({"hand": {"G": 10, "S": 11}}, "hand.G"),
        ({"hand": {"G": 11, "S": 12}}, "hand.S"),
        ({"hand": {"G": 10**4000, "S": 11}}, "hand.G"),
        ({"hand": {"G": 11}}, "hand.S"),
        ({"hand": {"G": 11, "S": 11, "X": 0}}, "hand.X"),
        ({"hand": [11, 11]}, "hand"),
        ({"captured": {"G": 1, "S": 0}}, "hand.S"),
        ({"captured": None}, "captured"),
        ({"last_moves": {"G": ["c3", "e4"], "S": None}}, "last_moves.G"),
        ({"last_moves": {"G": ["c3", "c3"], "S": None}}, "last_moves.G"),
        ({"last_moves": {"G": ["c3"], "S": None}}, "last_moves.G"),
        ({"last_moves": {"G": None, "S": ["c3", "h3"]}}, "last_moves.S"),
        ({"last_moves": {"G": None, "S": "c3-c4"}}, "last_moves.S"),
        ({"last_moves": {"G": None, "S": [1, ["c3"]]}}, "last_moves.S"),
        ({"last_moves": {"G": None}}, "last_moves.S"),
        ({"last_moves": None}, "last_moves"),
        ({"match": {"rounds": 2, "round": 1, "score": {"G": 0, "S": 0}, "first": "G"}}, "match"),
        ({"options": None}, "options"),
        ({"options": {"speed": 1}}, "options.speed"),
        ({"result": WIN}, "result"),
        ({"phase": "over"}, "result"),
        ({"phase": "over", "result": WIN}, "phase"),
        ({"extra": 1}, "extra"),
        ({"\ud800": 1}, "\\ud800"),
    ],
)
def test_contradictory_positions_are_refused_by_field(fields: dict[str, Any], field: str) -> None:
    with pytest.raises(PositionError) as refused:
        MINDFIELD.parse(at(OPEN) | fields)
    assert refused.value.field == field
    assert str(refused.value).startswith(f"{field}: ")
    assert len(str(refused.value)) < 300


@pytest.mark.parametrize("name", list(at(OPEN)))
def test_no_field_may_be_missing(name: str) -> None:
    data = at(OPEN)
    del data[name]
    with pytest.raises(PositionError) as refused:
        MINDFIELD.parse(data)
    assert refused.value.field == name


@pytest.mark.parametrize("data", [None, [], "position", 3, True])
def test_what_is_no_object_is_no_position(data: Any) -> None:
    with pytest.raises(PositionError, match="position: an object is needed"):
        MINDFIELD.parse(data)


@pytest.mark.parametrize(
    ("result", "field"),
    [
        (None, "result"),
        ({"winner": "S", "points": 1, "how": "captures"}, "result.winner"),
        ({"winner": "G", "points": -1, "how": "captures"}, "result.points"),
        ({"winner": "G", "points": 1, "how": ""}, "result.how"),
        ({"winner": "G", "points": 1}, "result.how"),
        ({"winner": "G", "points": 1, "how": "captures", "by": 1}, "result.by"),
    ],
)
def test_a_result_fits_its_position(result: Any, field: str) -> None:
    won = at(OPEN, phase="over", hand={"G": 11, "S": 4}, captured={"G": 7, "S": 0})
    assert MINDFIELD.parse(won | {"result": WIN}).result is not None
    with pytest.raises(PositionError) as refused:
        MINDFIELD.parse(won | {"result": result})
    assert refused.value.field == field


def test_a_position_need_not_be_reachable() -> None:
    p = position(OPEN, phase="setup", antipode_up="G", last_moves={"G": ["a7", "a1"], "S": None})
    assert MINDFIELD.legal(p).moves
    crowded = position(
        """
        GSGSGSG
        SGSGSGS
        GSGSGSG
        SGSAS..
        .......
        .......
        .......""",
        phase="setup",
    )
    assert "d2" in MINDFIELD.legal(crowded).moves


def test_a_setting_up_with_empty_hands_is_passed_over() -> None:
    rows = """
        GGGGGGG
        SSSSSSS
        .......
        ...A...
        .......
        .......
        ......."""
    p = position(rows, phase="setup", hand={"G": 0, "S": 0}, captured={"G": 6, "S": 6})
    assert MINDFIELD.legal(p).moves == ("pass",)
    assert after(p, "pass").phase == "play"
    p = position(rows, phase="setup", hand={"G": 0, "S": 1}, captured={"G": 5, "S": 6})
    assert MINDFIELD.legal(p).moves == ("pass",)
    assert after(p, "pass").phase == "setup"


def test_a_setting_up_without_a_free_square_is_passed_over() -> None:
    p = position(
        """
        .......
        .G.S.G.
        .......
        .S.A.S.
        .......
        .G.S.G.
        .......""",
        phase="setup",
    )
    assert MINDFIELD.legal(p).moves == ("pass",)
    assert MINDFIELD.hints(p).text == "Gold cannot place a stone: pass."
    assert after(p, "pass").phase == "play"
