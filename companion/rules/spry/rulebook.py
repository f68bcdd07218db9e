"""The rules of Spry as people read them, with examples."""

from __future__ import annotations

from collections.abc import Mapping

from companion.language import N_
from companion.rules.core import JSON
from companion.rules.rulebook import Article, Example, Rulebook, Way


def _position(black: str = "", white: str = "", to_move: str = "B", **fields: JSON) -> Mapping[str, JSON]:
    stones = dict.fromkeys(black.split(), "B") | dict.fromkeys(white.split(), "W")
    rest = {"to_move": to_move, "phase": "move", "options": {"swap": False}}
    return {"game": "spry", "stones": stones} | rest | fields


def _placed(cells: str, kind: str = "black") -> tuple[tuple[str, Way], ...]:
    return tuple((kind, (cell,)) for cell in cells.split())


_BEGUN = _position("C3 F6", "D5 G3")
_ARMS = "A3 B3 C4 D4 E6 E7 E8 E9 G3 H3 I3"
"""Black stones in three arms, from yellow, blue and red towards the centre. Stones on F4 and E5 would make them one
group.
"""
_OTHERS = "B5 C2 D2 F6 G5 H5 C6"
_WON: dict[str, JSON] = {"to_move": "B", "phase": "over", "result": {"winner": "B", "points": 1, "how": "connected"}}

RULEBOOK = Rulebook(
    aim=N_("Join the yellow, the blue and the red border with one connected group of your stones."),
    turn=(
        N_("Choose an empty green cell, and place a stone of your colour there."),
        N_("Place more stones if you like, up to the limit of the innermost ring that you use."),
        N_("Press Done. Then it is the other player's turn."),
    ),
    articles=(
        Article(
            "SY-1",
            N_("Players take turns to place stones"),
            "placing",
            (
                N_(
                    "In your turn you place only stones of your own colour. Stones that are on the board stay where "
                    "they are: nobody moves them or takes them away."
                ),
            ),
            (
                Example(_BEGUN, True, N_("Black places one stone."), placed=_placed("F4")),
                Example(_BEGUN, False, ways=(("C3", "D4"),)),
            ),
        ),
        Article(
            "SY-G",
            N_("Empty green cells"),
            "placing",
            (N_("Place stones only on the green cells. Each cell holds one stone, so the cell must be empty."),),
            (
                Example(_BEGUN, True, N_("An empty green cell: the stone may go there."), placed=_placed("E6")),
                Example(_BEGUN, False, placed=_placed("D5"), move="D5"),
            ),
        ),
        Article(
            "SY-2",
            N_("The innermost ring limits the stones of a turn"),
            "placing",
            (
                N_(
                    "The cells form rings. Count the cells along one side of a ring: 5 on the outermost ring, then "
                    "4, 3, 2, and 1 in the centre."
                ),
                N_(
                    "The innermost ring that you use in a turn says how many stones you may place in this turn, on "
                    "this ring and further out. You must place at least one."
                ),
            ),
            (
                Example(
                    _BEGUN,
                    True,
                    N_("The innermost stone is on the ring with 3 cells a side, so three stones are fine."),
                    placed=_placed("C4 B1 G7"),
                ),
                Example(_BEGUN, False, placed=_placed("D4 B1 G7")),
            ),
        ),
        Article(
            "SY-3",
            N_("Stones of a turn may be far apart"),
            "placing",
            (
                N_(
                    "The stones of one turn need not touch each other, and they may be on several rings. Only the "
                    "number of stones is limited."
                ),
                N_("Their order does not matter."),
            ),
            (
                Example(
                    _BEGUN,
                    True,
                    N_("Four stones far apart. None of them is further in than the ring with 4 cells a side."),
                    placed=_placed("A1 B5 H2 I5"),
                ),
                Example(_BEGUN, True, N_("In the centre, one stone is the whole turn."), placed=_placed("E5")),
            ),
        ),
        Article(
            "SY-R5",
            N_("Swapping colours"),
            "special",
            (
                N_(
                    "You can agree on this before the game. The second player may then swap colours instead of "
                    "placing stones, but only as their very first turn."
                ),
                N_(
                    "The stones stay, and the players change sides. So the first player does not choose too strong a"
                    " start."
                ),
            ),
            (
                Example(
                    _position("E5", to_move="W", options={"swap": True}),
                    True,
                    N_("Black has placed the first stone. The second player may swap now."),
                    move="swap",
                ),
                Example(_BEGUN, False, move="swap"),
            ),
        ),
        Article(
            "SY-4",
            N_("The game is won"),
            "winning",
            (
                N_(
                    "Stones of one colour that touch each other, cell by cell, are a group. The first player with "
                    "one group that touches a yellow, a blue and a red border cell wins at once."
                ),
                N_("A green corner cell between two colours touches both of them."),
            ),
            (
                Example(
                    _position(_ARMS + " F4", _OTHERS),
                    True,
                    N_("This stone joins the arms to yellow, blue and red: Black wins."),
                    placed=_placed("E5"),
                ),
                Example(_position(_ARMS + " F4 E5", _OTHERS, **_WON), False, placed=_placed("I5", "white")),
            ),
        ),
    ),
)
