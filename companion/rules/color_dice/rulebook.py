"""The rules of Color Dice as people read them, with examples."""

from __future__ import annotations

from collections.abc import Mapping

from companion.language import N_
from companion.rules.color_dice.board import PAWNS, WORDS
from companion.rules.core import JSON
from companion.rules.rulebook import Article, Example, Rulebook, Way


def _position(
    dice: tuple[int, int, int, int] | None,
    red: str = "red:2",
    yellow: str = "yellow:3",
    green: str = "green:9",
    blue: str = "blue:9",
    **fields: JSON,
) -> Mapping[str, JSON]:
    """A position in which Red attacks. Red and Yellow are players, the other two colours are dummies.

    dice: of Red, Yellow, Green and Blue. red, yellow, green, blue: the pawns in these areas, as "colour:pawns". All
    pawns in no area are outside.
    """
    areas: dict[str, dict[str, int]] = {}
    outside = dict.fromkeys(WORDS, PAWNS)
    for area, lying in zip(WORDS, (red, yellow, green, blue), strict=True):
        areas[area] = {colour: int(count) for colour, count in (one.split(":") for one in lying.split())}
        for colour, count in areas[area].items():
            outside[colour] -= count
    return {
        "game": "color-dice",
        "areas": areas,
        "outside": outside,
        "players": ["red", "yellow"],
        "dummies": ["green", "blue"],
        "to_move": "red",
        "acting": "red",
        "phase": "attack" if dice else "throw",
        "dice": dict(zip(WORDS, dice, strict=True)) if dice else {},
        "throws": dict.fromkeys(WORDS, 1) if dice else {},
        "attacked": [],
        "countered": [],
        "order": None,
        "options": {"move_scope": "attacked", "throwing": "active"},
    } | fields


def _red(*cells: str) -> tuple[tuple[str, Way], ...]:
    """The ways of red pawns that come from outside to these cells."""
    return tuple(("red", (cell,)) for cell in cells)


_DICE = (5, 3, 5, 4)
_LEAD = _position(_DICE)
_INSIDE = _position(_DICE, green="green:5 red:2")
_COUNTER: dict[str, JSON] = {"phase": "counter", "order": "before"}
_LOCKED = _position(_DICE, green="green:2 red:7")
_WON: dict[str, JSON] = {"phase": "over", "result": {"winner": "red", "points": 1, "how": "nine"}}

RULEBOOK = Rulebook(
    aim=N_("Bring all your 9 pawns into the area of one other colour before somebody else does it."),
    turn=(
        N_("Roll the dice, each of them up to three times, and keep them."),
        N_("Compare your die with the others. Where yours is higher, you may attack that colour once."),
        N_("The difference of the two dice says how many pawns attack: they move into an area, or strike pawns there."),
        N_("Players whose die is higher than yours may attack you, before or after your own attacks. You choose when."),
        N_("Press Done when you have made your attacks."),
    ),
    articles=(
        Article(
            "CD-T",
            N_("Rolling the dice"),
            "dice",
            (
                N_(
                    "Roll all four dice at least once. You may roll each die up to three times, and see the result "
                    "before you go on."
                ),
                N_("The last roll of a die counts. When you are content, keep the dice."),
            ),
            (
                Example(
                    _position(None),
                    True,
                    N_("Red rolls all four dice."),
                    dice={"red": 5, "yellow": 3, "green": 5, "blue": 4},
                ),
                Example(_position(None), False, move="keep"),
            ),
        ),
        Article(
            "CD-A",
            N_("Attacking"),
            "moving",
            (
                N_(
                    "You may attack each colour whose die is lower than yours, once in a turn. The group has exactly"
                    " as many pawns as the difference of the dice."
                ),
                N_("Equal dice: no attack. If you can attack, you must do it at least once."),
            ),
            (
                Example(
                    _LEAD,
                    True,
                    N_("Red has 5, Yellow has 3. So a group of 2 red pawns attacks Yellow."),
                    placed=_red("yellow4", "yellow5"),
                ),
                Example(_LEAD, False, placed=_red("yellow4", "yellow5", "yellow6")),
            ),
        ),
        Article(
            "CD-M",
            N_("Moving a group"),
            "moving",
            (
                N_(
                    "A move takes the whole group to empty positions of an area. The pawns come from one area, or "
                    "all from outside, and go together to one other area."
                ),
                N_("Each area has 9 positions, and each pawn needs an empty one."),
            ),
            (
                Example(
                    _LEAD,
                    True,
                    N_("Both pawns go from the red area to the yellow area."),
                    ways=(("red1", "yellow4"), ("red2", "yellow5")),
                ),
                Example(_LEAD, False, placed=_red("blue9"), move="blue:1@outside>blue"),
            ),
        ),
        Article(
            "CD-R7",
            N_("Where a group moves to"),
            "moving",
            (
                N_(
                    "A group that attacks a colour moves into the area of this colour. You can agree before the game"
                    " that it may move into any area except your own home."
                ),
            ),
            (
                Example(
                    _LEAD,
                    True,
                    N_("Red attacks Yellow, so the group moves into the yellow area."),
                    placed=_red("yellow4", "yellow5"),
                ),
                Example(
                    _position(_DICE, blue="blue:6"),
                    False,
                    placed=_red("blue7", "blue8"),
                    move="yellow:2@outside>blue",
                ),
            ),
        ),
        Article(
            "CD-S",
            N_("Striking"),
            "capturing",
            (
                N_(
                    "A strike takes the places of pawns of the attacked colour. They go outside, one for each pawn "
                    "of the group."
                ),
                N_("The group must come from another area: pawns outside first have to move in."),
            ),
            (
                Example(
                    _INSIDE,
                    True,
                    N_("Two red pawns from the green area strike two yellow pawns."),
                    taken=("yellow1", "yellow2"),
                    ways=(("green6", "yellow1"), ("green7", "yellow2")),
                ),
                Example(
                    _LEAD,
                    False,
                    taken=("yellow1", "yellow2"),
                    placed=_red("yellow1", "yellow2"),
                    move="yellow:2@outside>yellow*2",
                ),
            ),
        ),
        Article(
            "CD-R11",
            N_("Moving and striking at once"),
            "capturing",
            (
                N_(
                    "Usually the whole group moves or the whole group strikes. Only in the home area of the attacked"
                    " player, while own pawns of that player are still there, may some pawns of the group move and "
                    "the others strike."
                ),
            ),
            (
                Example(
                    _INSIDE,
                    True,
                    N_("In Yellow's home: one red pawn strikes, the other moves to an empty position."),
                    taken=("yellow1",),
                    ways=(("green6", "yellow1"), ("green7", "yellow4")),
                ),
                Example(
                    _position(_DICE, blue="blue:5 yellow:2"),
                    False,
                    taken=("blue6",),
                    ways=(("red1", "blue6"), ("red2", "blue8")),
                    move="yellow:2@red>blue*1",
                ),
            ),
        ),
        Article(
            "CD-H",
            N_("The home area"),
            "moving",
            (
                N_(
                    "The area of your own colour is your home. Your pawns may leave it, but never come back, and you"
                    " strike nobody there."
                ),
            ),
            (
                Example(_LEAD, True, N_("Leaving home is allowed."), ways=(("red1", "yellow4"), ("red2", "yellow5"))),
                Example(_LEAD, False, placed=_red("red3", "red4"), move="yellow:2@outside>red"),
            ),
        ),
        Article(
            "CD-C",
            N_("Counterattacking"),
            "turn",
            (
                N_(
                    "Everybody whose die is higher than yours may attack you once. You choose if all of them do so "
                    "before or after your own attacks."
                ),
                N_("The same rules apply: the difference of the dice is the group. They need not attack."),
            ),
            (
                Example(
                    _position((2, 4, 1, 1), phase="order"),
                    True,
                    N_("Yellow's 4 is higher than Red's 2, so Yellow may attack. Red chooses: afterwards."),
                    move="after",
                ),
                Example(
                    _position((2, 4, 1, 1), green="green:7", acting="yellow", **_COUNTER),
                    False,
                    placed=(("yellow", ("green8",)), ("yellow", ("green9",))),
                    move="green:2@outside>green",
                ),
            ),
        ),
        Article(
            "CD-R13",
            N_("Dummies"),
            "turn",
            (
                N_(
                    "Colours without a player are dummies. They take no turns, but they may counterattack: the next "
                    "player decides for them."
                ),
                N_("Struck pawns of a dummy stay outside for good. A dummy cannot win."),
            ),
            (
                Example(
                    _position((2, 1, 4, 1), acting="green", **_COUNTER),
                    True,
                    N_("The green die is higher than Red's. Two green pawns attack Red."),
                    ways=(("green8", "red3"), ("green9", "red4")),
                ),
                Example(
                    _position((2, 1, 4, 1), green="green:7", acting="green", **_COUNTER),
                    False,
                    placed=(("green", ("red3",)), ("green", ("red4",))),
                    move="red:2@outside>red",
                ),
            ),
        ),
        Article(
            "CD-L",
            N_("Locked pawns"),
            "special",
            (
                N_(
                    "If you have 7 or 8 pawns in an area of another colour, they are locked. They do not leave the "
                    "area, and nobody can strike them."
                ),
            ),
            (
                Example(
                    _position(_DICE, green="green:3 red:6"),
                    True,
                    N_("6 pawns are not locked. Two of them move on."),
                    ways=(("green4", "yellow4"), ("green5", "yellow5")),
                ),
                Example(
                    _LOCKED, False, ways=(("green3", "yellow4"), ("green4", "yellow5")), move="yellow:2@green>yellow"
                ),
            ),
        ),
        Article(
            "CD-W",
            N_("The game is won"),
            "winning",
            (
                N_(
                    "The player whose 9th pawn comes into the same area of another colour wins at once. This can "
                    "also happen in a counterattack."
                ),
                N_("Then the game is over."),
            ),
            (
                Example(
                    _position(_DICE, red="", yellow="red:7", green="green:9"),
                    True,
                    N_("The last two red pawns come into the yellow area: Red wins."),
                    placed=_red("yellow8", "yellow9"),
                ),
                Example(
                    _position(_DICE, red="", yellow="red:9", green="green:9", **_WON),
                    False,
                    ways=(("yellow1", "red1"),),
                    move="yellow:1@yellow>red",
                ),
            ),
        ),
    ),
)
