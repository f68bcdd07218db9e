"""Color Dice attack by attack: who may attack whom, counterattacks, and the texts of attacks."""

from __future__ import annotations

import pytest

from companion.rules.color_dice.actions import Attack
from companion.rules.color_dice.board import Colour
from companion.rules.color_dice.judge import describe
from companion.rules.core import MoveTextError
from tests.rules.color_dice.positions import FOUR, GAME, HOME, at, rules_of


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_start(players: int) -> None:
    dumped = GAME.dump(GAME.new({"players": players}))
    home = [2, 3, 4, 5][:players] + [9] * (4 - players)
    assert dumped["areas"] == {colour: {colour: n} for colour, n in zip(FOUR, home, strict=True)}
    assert dumped["outside"] == {colour: 9 - n for colour, n in zip(FOUR, home, strict=True)}
    assert (dumped["players"], dumped["dummies"]) == (FOUR[:players], FOUR[players:])
    assert (dumped["phase"], dumped["to_move"], dumped["dice"], dumped["order"]) == ("throw", "red", {}, None)
    assert dumped["options"] == {"move_scope": "attacked", "throwing": "active"}


@pytest.mark.parametrize(
    ("areas", "move", "rules"),
    [
        (HOME, "yellow:2@outside>yellow", []),
        (HOME, "yellow:2@red>yellow", []),
        (HOME, "yellow:2@red>yellow*1", []),
        (HOME, "yellow:2@red>yellow*2", []),
        (HOME, "green:3@red>green*3", []),
        (HOME, "yellow:2@outside>yellow*1", ["CD-S"]),
        (HOME, "yellow:3@outside>yellow", ["CD-A"]),
        (HOME, "yellow:1@outside>yellow", ["CD-A"]),
        (HOME, "blue:1@red>blue*1", ["CD-A"]),
        (HOME, "red:2@outside>yellow", ["CD-A", "CD-R7"]),
        (HOME, "yellow:2@outside>red", ["CD-H"]),
        (HOME, "yellow:2@yellow>yellow", ["CD-M", "CD-M"]),
        (HOME, "green:3@outside>yellow", ["CD-R7"]),
        (HOME, "green:3@red>green", ["CD-M"]),
        (HOME, "green:3@red>green*2", ["CD-M"]),
        (HOME, "yellow:2@green>yellow", ["CD-M"]),
        (HOME, "yellow:2@red>yellow*3", ["CD-S"]),
        (HOME, "yellow:2@red>green*2", ["CD-S"]),
        (HOME, "yellow:2@red>green*1", ["CD-S", "CD-R11"]),
        (HOME, "done", ["CD-A"]),
        (HOME, "keep", ["CD-T"]),
        (HOME, "before", ["CD-C"]),
        (HOME, "decline", ["CD-C"]),
        # Locked: seven pawns of one colour in another's area cannot move or be struck; the two other pawns can.
        ({"green": {"red": 7}, "yellow": {"yellow": 3}}, "yellow:2@green>yellow", ["CD-L"]),
        ({"green": {"yellow": 7, "red": 2}, "red": {"red": 2}}, "yellow:2@red>green*2", ["CD-L"]),
        ({"green": {"yellow": 7, "red": 2}}, "yellow:2@green>yellow", []),
        ({"blue": {"yellow": 2, "green": 7}, "red": {"red": 2}}, "yellow:2@red>blue*2", []),
        ({"red": {"red": 7}}, "yellow:2@red>yellow", []),
        ({"red": {"red": 2}, "yellow": {"yellow": 9}}, "yellow:2@red>yellow*2", []),
        # To strike in a home with pawns of several colours, the attacked colour must have pawns there, and there must
        # be space for the pawns that move.
        ({"red": {"red": 3}, "green": {"green": 1, "blue": 8}}, "green:3@red>green*1", ["CD-M"]),
        ({"red": {"red": 3}, "green": {"green": 1, "blue": 6}}, "green:3@red>green*1", []),
        ({"red": {"red": 3}, "green": {"blue": 6}}, "green:3@red>green*1", ["CD-S"]),
    ],
)  # fmt: skip
def test_attacks(areas: dict[str, dict[str, int]], move: str, rules: list[str]) -> None:
    assert rules_of(at(areas), move) == rules


def test_moves_may_go_anywhere_as_an_option() -> None:
    data = at(HOME | {"green": {"green": 4}}, options={"move_scope": "any"})
    assert rules_of(data, "yellow:2@outside>green") == []
    assert rules_of(data, "yellow:2@outside>red") == ["CD-H"]
    assert rules_of(data, "yellow:2@red>green*1") == ["CD-S", "CD-R11"]
    # Attacks on either of two opponents lead to the same table; both moves are named.
    data["dice"]["green"] = 3
    position = GAME.parse(data)
    outcome = GAME.judge(position, "yellow:2@outside>green").outcome
    assert outcome is not None
    match = GAME.match(position, GAME.table(outcome.position))
    assert set(match.moves) == {"yellow:2@outside>green", "green:2@outside>green"}


def test_each_opponent_once_and_one_at_least() -> None:
    position = GAME.parse(at(HOME))
    first = GAME.judge(position, "yellow:2@outside>yellow").outcome
    assert first is not None
    dumped = GAME.dump(first.position)
    assert (dumped["phase"], dumped["attacked"]) == ("attack", ["yellow"])
    assert [v.rule for v in GAME.judge(first.position, "yellow:2@outside>yellow").violations] == ["CD-A"]
    done = GAME.judge(first.position, "done").outcome
    assert done is not None
    dumped = GAME.dump(done.position)
    assert (dumped["to_move"], dumped["phase"], dumped["dice"], dumped["attacked"]) == ("yellow", "throw", {}, [])
    stuck = GAME.parse(at({"red": {}, "yellow": {"yellow": 9}, "green": {"green": 9}, "blue": {"blue": 9}}))
    assert GAME.legal(stuck).moves == ("done",)


def test_counterattacks_go_round_from_the_left_dummies_too() -> None:
    dice = {"red": 3, "yellow": 5, "green": 4, "blue": 1}
    position = GAME.parse(at(HOME, phase="order", dice=dice, to_move="yellow", acting="yellow") | {
        "dice": {"red": 5, "yellow": 3, "green": 4, "blue": 6}})  # fmt: skip
    assert GAME.legal(position).moves == ("before", "after")
    asked = []
    outcome = GAME.judge(position, "before").outcome
    while outcome and GAME.dump(outcome.position)["phase"] == "counter":
        asked.append(GAME.status(outcome.position).player)
        outcome = GAME.judge(outcome.position, "decline").outcome
    assert outcome is not None
    assert asked == ["green", "blue", "red"]
    dumped = GAME.dump(outcome.position)
    assert (dumped["phase"], dumped["acting"], dumped["countered"]) == ("attack", "yellow", asked)

    dummy = GAME.parse(at(HOME, phase="counter", order="after", dice=dice, acting="green"))
    assert "Green (a dummy; Yellow decides)" in GAME.hints(dummy).text
    assert GAME.legal(dummy).moves == ("red:1@green>red", "red:1@green>red*1", "decline")
    struck = GAME.judge(dummy, "red:1@green>red*1").outcome
    assert struck is not None
    dumped = GAME.dump(struck.position)
    assert [event.event for event in struck.events] == ["struck"]
    assert (dumped["outside"]["red"], dumped["phase"], dumped["acting"]) == (7, "counter", "yellow")


def test_the_ninth_pawn_wins_in_a_counterattack_too() -> None:
    areas = {"red": {"yellow": 8}, "yellow": {"yellow": 1}, "green": {"green": 9}, "blue": {"blue": 9}}
    dice = {"red": 3, "yellow": 4, "green": 2, "blue": 2}
    position = GAME.parse(at(areas, phase="counter", order="before", acting="yellow", dice=dice))
    outcome = GAME.judge(position, "red:1@yellow>red").outcome
    assert outcome is not None
    dumped = GAME.dump(outcome.position)
    assert (dumped["phase"], dumped["to_move"], dumped["result"]["winner"]) == ("over", "yellow", "yellow")
    assert [event.event for event in outcome.events] == ["won"]
    assert GAME.parse(dumped) == outcome.position


def test_a_dummy_does_not_win() -> None:
    areas = {"red": {"green": 8}, "green": {"green": 1}}
    dice = {"red": 3, "yellow": 2, "green": 4, "blue": 2}
    position = GAME.parse(at(areas, phase="counter", order="after", acting="green", dice=dice))
    outcome = GAME.judge(position, "red:1@green>red").outcome
    assert outcome is not None
    assert GAME.dump(outcome.position)["phase"] == "throw"
    assert GAME.parse(GAME.dump(outcome.position)) == outcome.position


def test_texts_are_read_with_tolerance_and_written_in_one_form() -> None:
    position = GAME.parse(at(HOME))
    assert GAME.judge(position, "  YELLOW:2@Red>yellow*0 ").move == "yellow:2@red>yellow"
    assert GAME.judge(position, " Done  ").move == "done"
    for text in (
        "", "pass", "yellow", "yellow:2@red", "yellow:2@red>outside", "yellow:2@red>purple", "pink:2@red>yellow",
        "yellow:2@nowhere>yellow", "yellow:-2@red>yellow", "yellow:2@red>yellow*", "yellow:2@red>yellow**1",
        "yellow:x@red>yellow", "yellow:2 @red>yellow", "done done", "yellow:" + "9" * 5000 + "@red>yellow", "\u212aeep",
        "yellow:2@red1>yellow",
    ):  # fmt: skip
        with pytest.raises(MoveTextError):
            GAME.judge(position, text)


def test_an_attack_is_written_in_words() -> None:
    assert describe(Attack(Colour.YELLOW, 5, None, Colour.YELLOW), Colour.RED) == (
        "5 red pawns from outside to the yellow area"
    )
    assert describe(Attack(Colour.YELLOW, 1, Colour.RED, Colour.BLUE), Colour.RED) == (
        "1 red pawn from the red area to the blue area, against Yellow"
    )
    assert describe(Attack(Colour.YELLOW, 3, Colour.GREEN, Colour.YELLOW, 1), Colour.RED) == (
        "3 red pawns from the green area to the yellow area, striking 1 yellow pawn"
    )
