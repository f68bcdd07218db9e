"""The rules of Backgammon as people read them, with examples."""

from __future__ import annotations

from collections.abc import Mapping

from companion.language import N_
from companion.rules.backgammon.position import CHECKERS
from companion.rules.core import JSON
from companion.rules.rulebook import Article, Example, Rulebook

_WHITE = "24:2 13:5 8:3 6:5"
_BLACK = "1:2 12:5 17:3 19:5"


def _position(
    white: str = _WHITE,
    black: str = _BLACK,
    dice: tuple[int, int] | None = (3, 1),
    bar: int = 0,
    cube: bool = False,
    **fields: JSON,
) -> Mapping[str, JSON]:
    """A position in which White has rolled and must move.

    white, black: checkers as "point:count", by White's numbers; all others are off. bar: how many of White's checkers
    are on the bar.
    """
    points: dict[str, JSON] = {}
    off = {"W": CHECKERS - bar, "B": CHECKERS}
    for player, lying in (("W", white), ("B", black)):
        for point, count in (one.split(":") for one in lying.split()):
            points[point] = [player, int(count)]
            off[player] -= int(count)
    return {
        "game": "backgammon",
        "points": points,
        "bar": {"W": bar, "B": 0},
        "off": off,
        "to_move": "W",
        "phase": "move" if dice else "roll",
        "dice": list(dice) if dice else None,
        "cube": {"value": 1, "owner": None},
        "score": {"W": 0, "B": 0},
        "options": {"cube": cube, "gammons": False, "match_length": 1, "crawford": True, "jacoby": False},
    } | fields


_HOME = "6:4 5:4 4:3 3:2 2:2"
_FAR = "19:5 20:5 21:5"
"""Black checkers in places where nobody needs them for the example."""
_BLOT = "1:2 5:1 12:4 17:3 19:5"

RULEBOOK = Rulebook(
    aim=N_("Bring all your 15 checkers home and off the board before the other player does."),
    turn=(
        N_("Roll both dice. With a double you play the number four times."),
        N_("Move one checker by each number, or one checker by both, from your point 24 down towards point 1."),
        N_("A point with two or more checkers of the other player is blocked: you may not land there."),
        N_("If you land on a single checker of the other player, put it on the bar."),
        N_("When all your checkers are at home, take them off the board with your rolls."),
        N_("Press Done. Then the other player rolls."),
    ),
    articles=(
        Article(
            "BG-R2",
            N_("The roll-off"),
            "dice",
            (
                N_("At the start each player rolls one die. The higher one begins and plays the numbers of both dice."),
                N_("If both rolls are the same, roll again."),
            ),
            (
                Example(
                    _position(dice=None, phase="roll-off"),
                    True,
                    N_("White rolled 4 and Black rolled 2: White begins with a 4 and a 2."),
                    dice=[4, 2],
                ),
                Example(_position(dice=None, phase="roll-off"), False, ways=(("8", "5"),)),
            ),
        ),
        Article(
            "BG-M",
            N_("Movement and direction"),
            "moving",
            (
                N_("Roll first. Then move your own checkers, by exactly the numbers on the dice."),
                N_(
                    "Your checkers go from your 24 point down to your 1 point, never back. The two players go in "
                    "opposite directions."
                ),
                N_("Each player counts the points from their own side. The numbers at the rim turn with the turn."),
            ),
            (
                Example(
                    _position(),
                    True,
                    N_("White rolled 3 and 1: one checker goes 3 points, another one 1 point."),
                    ways=(("8", "5"), ("6", "5")),
                ),
                Example(_position(), False, ways=(("6", "9"), ("6", "5"))),
            ),
        ),
        Article(
            "BG-R4",
            N_("A move with several dice needs open stops"),
            "moving",
            (
                N_(
                    "One checker may use both dice, one after the other. It stops in between, and this point must be"
                    " open: not blocked by the other player."
                ),
                N_("You choose which die comes first."),
            ),
            (
                Example(
                    _position(dice=(6, 5)),
                    True,
                    N_("6 points to an open point, then 5 more."),
                    ways=(("24", "18", "13"),),
                ),
                Example(_position(black="1:2 12:5 17:3 18:2 19:3", dice=(6, 5)), False, ways=(("24", "13"),)),
            ),
        ),
        Article(
            "BG-B",
            N_("A blocked point"),
            "moving",
            (
                N_(
                    "Two or more checkers of one player block a point. No checker of the other player may land "
                    "there, but it may pass over it."
                ),
            ),
            (
                Example(
                    _position(dice=(6, 1)),
                    True,
                    N_("White passes over the blocked point and lands on an open one."),
                    ways=(("24", "18"), ("8", "7")),
                ),
                Example(_position(dice=(5, 3)), False, ways=(("24", "19"),)),
            ),
        ),
        Article(
            "BG-H",
            N_("Hitting"),
            "capturing",
            (
                N_(
                    "A checker alone on a point can be hit. If you land on it, put it on the bar in the middle of "
                    "the board."
                ),
                N_("Two or more checkers on a point cannot be hit."),
            ),
            (
                Example(
                    _position(black=_BLOT),
                    True,
                    N_("White lands on a single black checker. It goes to the bar."),
                    ways=(("5", "bar-black"), ("8", "5"), ("6", "5")),
                ),
                Example(
                    _position(black="1:2 5:2 12:3 17:3 19:5"),
                    False,
                    ways=(("5", "bar-black"), ("13", "10"), ("8", "7")),
                ),
            ),
        ),
        Article(
            "BG-BAR",
            N_("The bar comes first"),
            "capturing",
            (
                N_(
                    "A checker on the bar must come in before you move any other checker. It comes in at the other "
                    "player's home, on the point that a die names: your 24 point with a 1, your 19 point with a 6."
                ),
                N_("If these points are blocked, you lose your turn."),
            ),
            (
                Example(
                    _position("24:1 13:5 8:3 6:5", bar=1),
                    True,
                    N_("The checker comes in with the 3. Then White plays the 1."),
                    ways=(("bar-white", "22"), ("6", "5")),
                ),
                Example(_position("24:1 13:5 8:3 6:5", bar=1), False, ways=(("8", "5"), ("6", "5"))),
            ),
        ),
        Article(
            "BG-D",
            N_("Doubles"),
            "dice",
            (N_("If both dice show the same number, play it four times: with one checker or with several."),),
            (
                Example(
                    _position(dice=(2, 2)),
                    True,
                    N_("White rolled a double 2 and moves four times."),
                    ways=(("13", "11"), ("13", "11"), ("6", "4"), ("6", "4")),
                ),
                Example(
                    _position(dice=(2, 2)),
                    False,
                    ways=(("13", "11"), ("13", "11"), ("13", "11"), ("6", "4"), ("6", "4")),
                ),
            ),
        ),
        Article(
            "BG-R7",
            N_("Both dice, or else the higher one"),
            "dice",
            (
                N_(
                    "Play as many numbers of your roll as you can. If only one of the two can be played, play the "
                    "higher one if possible."
                ),
                N_("You may pass only if nothing can move."),
            ),
            (
                Example(_position(), False, ways=(("13", "10"),), move="13/10"),
                Example(_position(), False, move="pass"),
            ),
        ),
        Article(
            "BG-OFF",
            N_("Bearing off"),
            "winning",
            (
                N_(
                    "Your home is your points 1 to 6. When all your checkers are there, the dice may take them off "
                    "the board: a 4 takes one from point 4."
                ),
                N_("If a checker is hit, bring it home again first."),
            ),
            (
                Example(
                    _position(_HOME, _FAR, (6, 4)),
                    True,
                    N_("All checkers are at home. The 6 and the 4 take two off."),
                    ways=(("6", "off-white"), ("4", "off-white")),
                ),
                Example(
                    _position("9:1 6:4 5:4 4:3 3:2 2:1", _FAR, (6, 1)),
                    False,
                    ways=(("6", "off-white"), ("5", "4")),
                ),
            ),
        ),
        Article(
            "BG-R8",
            N_("The last checkers"),
            "winning",
            (
                N_(
                    "If a number is higher than all your points with checkers, it takes a checker from your highest "
                    "point. The player who takes their last checker off the board first has won."
                ),
            ),
            (
                Example(
                    _position("4:2 2:2", _FAR, (6, 5)),
                    True,
                    N_("No checker is on 6 or 5, so these numbers take checkers from 4."),
                    ways=(("4", "off-white"), ("4", "off-white")),
                ),
                Example(
                    _position("2:1 1:1", _FAR, (3, 1)),
                    True,
                    N_("The last two checkers go off: White wins."),
                    ways=(("2", "off-white"), ("1", "off-white")),
                ),
            ),
        ),
        Article(
            "BG-R11",
            N_("The doubling cube"),
            "match",
            (
                N_(
                    "If you agreed on it before the game, you may double before you roll. The other player takes, "
                    "and the game counts twice as much, or drops, and loses the game."
                ),
                N_("After that only the player who took may double again."),
                N_("Gammons: a win counts double if the loser has no checker off."),
                N_(
                    "Crawford: no doubles for a game when a player needs one point. Jacoby: gammons count only "
                    "after a double."
                ),
            ),
            (
                Example(_position(dice=None, cube=True), True, N_("White doubles before rolling."), move="double"),
                Example(_position(dice=None), False, move="double"),
            ),
        ),
    ),
)
