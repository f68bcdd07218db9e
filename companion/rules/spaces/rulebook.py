"""The rules of Spaces as people read them, with examples."""

from __future__ import annotations

from collections.abc import Mapping

from companion.language import N_
from companion.rules.core import JSON
from companion.rules.rulebook import Article, Example, Rulebook, Way

_EVEN = {"W": 0, "B": 0}


def _position(white: str, black: str, roll: int | None = None, **fields: JSON) -> Mapping[str, JSON]:
    """A position in which White must move this roll; without a roll, White rolls. white, black: the spaces with their
    pieces.
    """
    return {
        "game": "spaces",
        "pieces": dict.fromkeys(white.split(), "W") | dict.fromkeys(black.split(), "B"),
        "to_move": "W",
        "phase": "roll" if roll is None else "move",
        "roll": roll,
        "opening": False,
        "extra_roll": False,
        "score": _EVEN,
        "options": {"target": 6},
    } | fields


def _way(*cells: str) -> tuple[Way]:
    return (cells,)


def _white(*cells: str) -> tuple[tuple[str, Way]]:
    """A white piece that comes onto the board, by its way."""
    return (("white", cells),)


_START = _position("J6", "A6", opening=True)
_PASS = _way("H6", "G7", "F10", "CENTRE", "E9", "D8")
_SECOND = _white("CENTRE", "E11", "D10")
_AT_THE_CENTRE = _position("H6", "A2 D3", 5)

RULEBOOK = Rulebook(
    aim=N_(
        "Capture all pieces of the other player to win a bout and 1 point; the first player with 6 points wins the "
        "game, or with as many as you agreed on."
    ),
    turn=(
        N_("Roll the die. A 1 as the first roll of a bout wins the bout at once."),
        N_("Choose one of your pieces, and move it exactly that many spaces. It may turn at every step."),
        N_("Each step goes across a corner, to the next space of the same colour. Black spaces do not count."),
        N_("At an arrow, a piece on the colour of the edge may step straight across the whole board."),
        N_("In the centre your piece changes its colour, and another one comes in: two wait beside the board."),
        N_("If you land on a piece of the other player, take it off the board. Then press Done."),
    ),
    articles=(
        Article(
            "SP-R1",
            N_("The roll-off"),
            "dice",
            (
                N_(
                    "At the start of the game both players roll one die. The higher roll begins and rolls again for "
                    "the first move."
                ),
                N_("If both rolls are the same, roll again. Later the winner of a bout begins the next one."),
            ),
            (
                Example(
                    _position("J6", "A6", opening=True, phase="roll-off"),
                    True,
                    N_("White rolled 5 and Black rolled 2, so White begins."),
                    dice=[5, 2],
                ),
                Example(_position("J6", "A6", opening=True, phase="roll-off"), False, ways=_way("J6", "I7", "H6")),
            ),
        ),
        Article(
            "SP-M",
            N_("Moving a piece"),
            "moving",
            (
                N_("Roll first. Then move one of your own pieces exactly as many spaces as the die shows."),
                N_(
                    "A step goes across a corner, to the next space of the same colour. Black spaces do not count, "
                    "except the one in the middle."
                ),
            ),
            (
                Example(
                    _position("J6", "A6", 3), True, N_("White moves 3 red spaces."), ways=_way("J6", "I7", "H6", "G7")
                ),
                Example(_position("J6", "A6", 1), False, ways=_way("J6", "I6")),
            ),
        ),
        Article(
            "SP-E",
            N_("Edge moves"),
            "moving",
            (
                N_(
                    "On each side of the board, three spaces have a flat edge on a stripe of their own colour. From "
                    "there a piece may step straight across the whole board, to the space with the same colour on the "
                    "opposite side."
                ),
                N_("This counts as one space, and it can be any step of a move."),
            ),
            (
                Example(
                    _position("B3", "D3", 2),
                    True,
                    N_("White steps to the edge, then across the board: 2 spaces."),
                    ways=_way("B3", "A2", "J2"),
                ),
                Example(_position("A5", "D3", 1), False, ways=_way("A5", "J7"), move="A5-J7"),
            ),
        ),
        Article(
            "SP-R3",
            N_("A player who can move must move"),
            "turn",
            (
                N_(
                    "If any of your pieces can move what you rolled, you must move one. If none of them can, you "
                    "pass, and the other player rolls."
                ),
            ),
            (
                Example(
                    _position("A6 J6", "B7 I7", 2),
                    True,
                    N_("Black's pieces and White's own piece block every way. White passes."),
                    move="pass",
                ),
                Example(_position("J6", "A6", 3), False, move="pass"),
            ),
        ),
        Article(
            "SP-O",
            N_("Capturing"),
            "capturing",
            (
                N_(
                    "End your move on a piece of the other player to capture it: take it off the board, and leave "
                    "your own piece there. A player without a piece on the board has lost the bout, and the other "
                    "one gets 1 point."
                ),
            ),
            (
                Example(
                    _position("J6", "H6 A2", 2),
                    True,
                    N_("White lands on the black piece and captures it."),
                    ways=_way("J6", "I7", "H6"),
                    taken=("H6",),
                ),
                Example(_position("J6", "G7 A2", 2), False, ways=_way("J6", "I7", "H6"), taken=("G7",)),
            ),
        ),
        Article(
            "SP-C",
            N_("The centre hexagon"),
            "special",
            (
                N_(
                    "In the centre a piece changes its colour. It enters the hexagon, counts the black space in the "
                    "middle as a space, and goes on with the rest of the roll on one of the two other colours."
                ),
                N_(
                    "A second piece of yours comes in at the middle and goes on along the third colour. Even from "
                    "beside the centre this needs a roll of 4 or more."
                ),
            ),
            (
                Example(
                    _AT_THE_CENTRE,
                    True,
                    N_("White goes in on red with a 5. One piece comes out on green, a new one on blue."),
                    ways=_PASS,
                    placed=_SECOND,
                ),
                Example(_AT_THE_CENTRE, False, placed=_white("I10")),
            ),
        ),
        Article(
            "SP-R11",
            N_("The second piece comes in"),
            "special",
            (
                N_(
                    "With one or two pieces on the board, a pass through the centre always brings in another one. "
                    "With three pieces on the board only the moving piece comes out, on a colour that you choose."
                ),
            ),
            (
                Example(
                    _position("H6 J10 C2", "A2 D3", 5),
                    True,
                    N_("White already has three pieces, so only the moving piece comes out."),
                    ways=_PASS,
                ),
                Example(_AT_THE_CENTRE, False, ways=_PASS),
            ),
        ),
        Article(
            "SP-R10",
            N_("The same count for both pieces"),
            "special",
            (
                N_(
                    "From the black space in the middle, both pieces go the same number of spaces: what is left of "
                    "the roll. If one of them cannot go that far, this pass is not possible."
                ),
            ),
            (
                Example(
                    _AT_THE_CENTRE,
                    True,
                    N_("The black space is number 3 of 5, so both pieces go 2 more spaces."),
                    ways=_PASS,
                    placed=_SECOND,
                ),
            ),
        ),
        Article(
            "SP-1",
            N_("A 1 as the first roll wins"),
            "special",
            (
                N_(
                    "Special rule 1: if the very first roll of a bout is a 1, the player who rolled it wins the bout"
                    " at once. One step across the board would capture the other piece."
                ),
            ),
            (Example(_START, True, N_("The first roll of the bout is a 1: White wins it."), dice=[1]),),
        ),
        Article(
            "SP-2",
            N_("Not back to the start"),
            "special",
            (N_("Special rule 2: a move may not end on the space where it began."),),
            (
                Example(
                    _position("H6", "A2", 6),
                    False,
                    ways=_way("H6", "G7", "F6", "G3", "H2", "I3", "H6"),
                    move="H6-G7-F6-G3-H2-I3-H6",
                ),
            ),
        ),
        Article(
            "SP-3",
            N_("No space twice"),
            "special",
            (
                N_(
                    "Special rule 3: in one move a piece may not land on the same space twice. The space where it "
                    "began counts too."
                ),
            ),
            (Example(_position("J6", "A2", 3), False, ways=_way("J6", "I7", "H6", "I7"), move="J6-I7-H6-I7"),),
        ),
        Article(
            "SP-4",
            N_("No passing through pieces"),
            "special",
            (
                N_(
                    "Special rule 4: a piece may not pass through a space with a piece on it, your own or the other "
                    "player's. So you can block the way."
                ),
            ),
            (
                Example(
                    _position("J6", "I7 A2", 3),
                    True,
                    N_("The way up is blocked, but White can step across the board."),
                    ways=_way("J6", "A6", "B7", "C6"),
                ),
                Example(_position("J6", "I7 A2", 2), False, ways=_way("J6", "I7", "H6")),
            ),
        ),
        Article(
            "SP-R9",
            N_("Not onto your own piece"),
            "moving",
            (N_("A move may not end on one of your own pieces. A space holds one piece."),),
            (Example(_position("J6 H6", "A2", 2), False, ways=_way("J6", "I7", "H6"), move="J6-I7-H6"),),
        ),
        Article(
            "SP-5",
            N_("No stop in the centre"),
            "special",
            (N_("Special rule 5: a move may not end in the centre hexagon."),),
            (Example(_position("H6", "A2", 2), False, ways=_way("H6", "G7", "F10")),),
        ),
        Article(
            "SP-6",
            N_("All the way through the centre"),
            "special",
            (
                N_(
                    "Special rule 6: a piece that goes into the centre hexagon must go all the way through and "
                    "change its colour. It may not come out again on the colour on which it went in."
                ),
            ),
            (Example(_position("H6", "A2", 3), False, ways=_way("H6", "G7", "F10", "G11"), move="H6-G7-F10-G11"),),
        ),
        Article(
            "SP-7",
            N_("The extra roll"),
            "dice",
            (
                N_(
                    "Special rule 7: a player who has gained a piece in the centre rolls the die once more, and "
                    "moves any of their pieces. If a piece is gained again, there is another roll."
                ),
            ),
            (
                Example(
                    _position("D8 D10", "A2", extra_roll=True),
                    True,
                    N_("White has gained a piece and rolls again: a 3."),
                    dice=[3],
                ),
                Example(_position("D8 D10", "A2", extra_roll=True), False, ways=_way("D8", "C9")),
            ),
        ),
        Article(
            "SP-8",
            N_("Captured pieces come back"),
            "capturing",
            (
                N_(
                    "Special rule 8: a captured piece goes back to its owner. It can come in again when another "
                    "piece of the owner passes through the centre, as often as you like."
                ),
            ),
            (
                Example(
                    _position("G7 J2", "A2", 4),
                    True,
                    N_("White was captured once. Now the third piece comes in again."),
                    ways=_way("G7", "F10", "CENTRE", "E9", "D8"),
                    placed=_SECOND,
                ),
            ),
        ),
        Article(
            "SP-R16",
            N_("Three pieces at most"),
            "special",
            (N_("Each player has three pieces. More than three of one colour are never on the board."),),
            (Example(_position("H6 J10 C2", "A2 D3", 5), False, ways=_PASS, placed=_SECOND),),
        ),
        Article(
            "SP-9",
            N_("A trapped piece loses the bout"),
            "special",
            (
                N_(
                    "Special rule 9: if your only piece has pieces of the other player on every space next to it, "
                    "you must roll a 1 and capture one of them. With any other roll you lose the bout."
                ),
            ),
            (
                Example(
                    _position("J6", "I7 A6"), True, N_("White is trapped and rolls a 4: Black wins the bout."), dice=[4]
                ),
                Example(
                    _position("J6", "I7 A6", 1),
                    True,
                    N_("With a 1, White captures a piece and is free."),
                    ways=_way("J6", "I7"),
                    taken=("I7",),
                ),
            ),
        ),
        Article(
            "SP-R15",
            N_("The end of the game"),
            "winning",
            (
                N_(
                    "A won bout gives 1 point, and the next bout starts with one piece of each player. The first "
                    "player with 6 points wins the game, or with as many as you agreed on before."
                ),
            ),
            (
                Example(
                    _position("J6", "H6", 2, score={"W": 5, "B": 3}),
                    True,
                    N_("White has 5 points and captures the last black piece: White wins the game."),
                    ways=_way("J6", "I7", "H6"),
                    taken=("H6",),
                ),
                Example(
                    _position(
                        "H6",
                        "",
                        phase="over",
                        score={"W": 6, "B": 3},
                        result={"winner": "W", "points": 1, "how": "capture"},
                    ),
                    False,
                    ways=_way("H6", "G7"),
                ),
            ),
        ),
    ),
)
