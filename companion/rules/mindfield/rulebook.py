"""The rules of Mindfield as people read them, with examples."""

from __future__ import annotations

from collections.abc import Mapping

from companion.language import N_
from companion.rules.core import JSON
from companion.rules.mindfield.actions import CLAIM
from companion.rules.mindfield.position import STONES
from companion.rules.rulebook import Article, Example, Rulebook, Way


def _position(
    gold: str,
    silver: str,
    antipode: str = "d4",
    *,
    up: str = "S",
    phase: str = "play",
    captured: tuple[int, int] = (0, 0),
    rounds: int = 0,
    last: tuple[str, str] | None = None,
    **fields: JSON,
) -> Mapping[str, JSON]:
    """A position in which Gold is to move.

    gold, silver: the squares with their stones; all other stones are in hand. captured: how many stones Gold and Silver
    have captured. last: the last move that Gold made.
    """
    lying = dict.fromkeys(gold.split(), "G") | dict.fromkeys(silver.split(), "S") | {antipode: "A"}
    each = STONES[rounds]
    match = {"rounds": rounds, "round": 1, "score": {"G": 0, "S": 0}, "first": "G"}
    return {
        "game": "mindfield",
        "rows": ["".join(lying.get(f"{file}{row}", ".") for file in "abcdefg") for row in range(7, 0, -1)],
        "antipode_up": up,
        "to_move": "G",
        "phase": phase,
        "hand": {"G": each - len(gold.split()) - captured[1], "S": each - len(silver.split()) - captured[0]},
        "captured": {"G": captured[0], "S": captured[1]},
        "last_moves": {"G": list(last) if last else None, "S": None},
        "match": match if rounds else None,
        "options": {"rounds": rounds},
    } | fields


def _way(*cells: str) -> tuple[Way]:
    return (cells,)


def _gold(*squares: str) -> tuple[tuple[str, Way], ...]:
    """Gold stones that are placed on these squares."""
    return tuple(("gold", (square,)) for square in squares)


_SET_UP = _position("b2 f6", "b6 f1", phase="setup")
_GOLD, _SILVER = "b2 f2 b4", "b6 f6 f4 d2"
_PLAYED = _position(_GOLD, _SILVER)
_WON = {"winner": "G", "points": 1, "how": "captures"}

RULEBOOK = Rulebook(
    aim=N_("Capture 7 stones of the other player, or have 7 of your own on the inner squares, called Prime squares."),
    turn=(
        N_("At first you both only place stones, one in each turn, until nobody can place one any more."),
        N_("Then do one thing in your turn: place a stone, move a stone, jump, or slide the Antipode."),
        N_("Take the stones that you captured off the board, and turn over the Antipode if you jumped it."),
        N_("Press Done. Then it is the other player's turn."),
    ),
    articles=(
        Article(
            "MF-R2",
            N_("Setting up comes first"),
            "placing",
            (
                N_("The game begins with the Antipode alone in the middle. In turn, each player places one stone."),
                N_("Nothing moves or jumps until no more stones can be placed."),
            ),
            (
                Example(_SET_UP, True, N_("While setting up, Gold places a stone."), placed=_gold("b4")),
                Example(_SET_UP, False, ways=_way("b2", "b3")),
            ),
        ),
        Article(
            "MF-P",
            N_("Placing a stone"),
            "placing",
            (
                N_(
                    "Place a stone from your hand on an empty square. The squares around it must be empty too, also "
                    "at the corners."
                ),
                N_("This is the same while setting up and later."),
            ),
            (
                Example(_SET_UP, True, N_("All squares around this one are empty."), placed=_gold("f4")),
                Example(_SET_UP, False, placed=_gold("c5")),
            ),
        ),
        Article(
            "MF-R3",
            N_("One action a turn"),
            "turn",
            (
                N_(
                    "A turn is one action: place one stone, move one stone by one square, jump with one stone, or "
                    "slide the Antipode. A player without stones in hand cannot place one."
                ),
            ),
            (
                Example(_PLAYED, True, N_("Gold moves one stone. That is the whole turn."), ways=_way("f2", "e2")),
                Example(_PLAYED, False, ways=(("f2", "e2"), ("b4", "c4"))),
            ),
        ),
        Article(
            "MF-M",
            N_("Moving a stone"),
            "moving",
            (
                N_(
                    "Move one of your stones one square up, down, left or right, to an empty square. It may come "
                    "next to other pieces."
                ),
            ),
            (
                Example(_PLAYED, True, N_("One square to the right."), ways=_way("b4", "c4")),
                Example(_PLAYED, False, ways=_way("b4", "c5")),
            ),
        ),
        Article(
            "MF-B",
            N_("No moving back and forth"),
            "moving",
            (
                N_(
                    "A piece that you moved in your last turn may not go straight back in your next turn. It may go "
                    "anywhere else."
                ),
                N_("After another turn it may return."),
            ),
            (
                Example(
                    _position(_GOLD, _SILVER, last=("a4", "b4")),
                    True,
                    N_("Gold moved this stone from a4 to b4 last turn. It may go on."),
                    ways=_way("b4", "c4"),
                ),
                Example(_position(_GOLD, _SILVER, last=("a4", "b4")), False, ways=_way("b4", "a4")),
            ),
        ),
        Article(
            "MF-J",
            N_("Jumping"),
            "capturing",
            (
                N_(
                    "A stone jumps over a piece next to it, straight up, down, left or right, and lands on the empty"
                    " square behind that piece. If you jump a stone of the other player, you capture it: take it off"
                    " the board."
                ),
                N_("Your own stones stay. You need not jump."),
            ),
            (
                Example(
                    _position("b2 f2 c4", "b6 f6 c5 d2"),
                    True,
                    N_("Gold jumps over the silver stone and captures it."),
                    ways=_way("c4", "c6"),
                    taken=("c5",),
                ),
                Example(_position("b2 f2 c4", "b6 f6 c5 c6"), False, ways=_way("c4", "c6"), move="c4xc6"),
            ),
        ),
        Article(
            "MF-R8",
            N_("Several jumps in one turn"),
            "capturing",
            (
                N_(
                    "After a jump the same stone may jump again in the same turn, also in another direction. You may"
                    " stop after any jump."
                ),
            ),
            (
                Example(
                    _position("b2 f2 c3", "b6 c4 d5 f4"),
                    True,
                    N_("Two jumps, two captures."),
                    ways=_way("c3", "c5", "e5"),
                    taken=("c4", "d5"),
                ),
                Example(
                    _position("b2 c2 c3", "b6 f6 d5"),
                    True,
                    N_("A jump over an own stone captures nothing."),
                    ways=_way("c2", "c4"),
                ),
            ),
        ),
        Article(
            "MF-A",
            N_("The Antipode"),
            "moving",
            (
                N_(
                    "The Antipode belongs to the player whose colour is up. That player may slide it in their turn, "
                    "over any number of empty squares in a straight line."
                ),
                N_("It never jumps, is never captured, and counts for nobody."),
            ),
            (
                Example(
                    _position(_GOLD, _SILVER, up="G"),
                    True,
                    N_("Gold is up, so Gold may slide the Antipode."),
                    ways=_way("d4", "d7"),
                ),
                Example(_PLAYED, False, ways=_way("d4", "d7")),
            ),
        ),
        Article(
            "MF-R7",
            N_("Jumping over the Antipode"),
            "capturing",
            (
                N_(
                    "Any stone may jump over the Antipode. Then turn the Antipode over: now it belongs to the player"
                    " whose colour came up."
                ),
            ),
            (
                Example(
                    _position("c4 b2", "b6 f6 f1"),
                    True,
                    N_("Gold jumps over the Antipode and turns it over. Now it is Gold's."),
                    ways=_way("c4", "e4"),
                    taken=("d4",),
                    placed=(("antipode-gold", ("d4",)),),
                ),
            ),
        ),
        Article(
            "MF-R12",
            N_("A jump must change something"),
            "capturing",
            (
                N_(
                    "A stone that jumps over an own stone and back again has changed nothing. That is not a turn, "
                    "because you may not pass."
                ),
            ),
            (Example(_position("c3 c4 f2", "b6 f6"), False, ways=_way("c3", "c5", "c3"), move="c3xc5xc3"),),
        ),
        Article(
            "MF-R13",
            N_("Passing"),
            "turn",
            (
                N_(
                    "You may not pass while you can place, move, jump or slide. If you can do nothing at all, your "
                    "turn is skipped."
                ),
            ),
            (Example(_PLAYED, False, move="pass"),),
        ),
        Article(
            "MF-W",
            N_("The end of the game"),
            "winning",
            (
                N_("The player who captures their 7th stone wins at once. Captured stones never come back."),
                N_("After the end nothing moves any more."),
            ),
            (
                Example(
                    _position("b2 f2 c4", "b6 f6 c5", captured=(6, 2)),
                    True,
                    N_("Gold has captured 6 stones. This is the 7th: Gold wins."),
                    ways=_way("c4", "c6"),
                    taken=("c5",),
                ),
                Example(
                    _position("b2 f2 c6", "b6 f6", captured=(7, 2), phase="over", result=_WON),
                    False,
                    ways=_way("c6", "d6"),
                ),
            ),
        ),
        Article(
            "MF-R10",
            N_("Seven stones on Prime squares"),
            "winning",
            (
                N_(
                    "The Prime squares are the 24 squares around the middle, without the middle and without the rim."
                    " A player with 7 stones on them at the end of their own turn wins."
                ),
                N_("Placed stones count too, the Antipode does not."),
            ),
            (
                Example(
                    _position("b2 d2 f2 b4 f4 b6 c7", "f6 a1 g3"),
                    True,
                    N_("With this move, 7 gold stones are on Prime squares: Gold wins."),
                    ways=_way("c7", "c6"),
                ),
            ),
        ),
        Article(
            "MF-TP",
            N_("Jumping from the Perimeter"),
            "match",
            (
                N_(
                    "Only in tournaments: the rim squares are the Perimeter. A stone on the Perimeter may not jump "
                    "over a piece of the other player on a Prime square."
                ),
                N_("Over an own piece it may jump."),
            ),
            (
                Example(
                    _position("a3 b3 f2", "b5 f6", rounds=2),
                    True,
                    N_("From the Perimeter over an own stone: this is allowed."),
                    ways=_way("a3", "c3"),
                ),
                Example(_position("a3 f2", "b3 f6", rounds=2), False, ways=_way("a3", "c3"), taken=("b3",)),
            ),
        ),
        Article(
            "MF-TM",
            N_("The mandatory move"),
            "match",
            (
                N_(
                    "Only in tournaments: if one placing, move or jump of yours ends the round, you must make it. If"
                    " you do not, the other player may take one of your stones off the board before their own turn."
                ),
                N_("It counts as captured."),
            ),
            (
                Example(
                    _position("b2 f2", "b6 f6 d2", rounds=2, captured=(0, 6), phase="claim"),
                    True,
                    N_("Silver had to end the round but did not. Gold takes a silver stone off the board."),
                    taken=("f6",),
                ),
                Example(_position("b2 f2", "b6 f6 d2", rounds=2), False, taken=("f6",), move=CLAIM + "f6"),
            ),
        ),
        Article(
            "MF-R16",
            N_("Claiming a stone"),
            "match",
            (N_("Stones are claimed as a penalty only in tournaments. In the basic game no move is mandatory."),),
            (Example(_PLAYED, False, taken=("f6",), move=CLAIM + "f6"),),
        ),
        Article(
            "MF-TS",
            N_("The end of a round"),
            "match",
            (
                N_("A tournament has 2 or 4 rounds. After each round, who captured more scores the difference."),
                N_(
                    "A player who ends the round with 7 stones on Prime squares scores the difference on "
                    "these, too. The owner of the Antipode gets 1 point if it is on a Prime square, 2 in the "
                    "middle."
                ),
            ),
            (
                Example(
                    _position("b2 f2 c4", "b6 f6 c5", rounds=2, captured=(6, 2)),
                    True,
                    N_("The 7th capture ends the round. Gold scores 7 - 2 = 5 points."),
                    ways=_way("c4", "c6"),
                    taken=("c5",),
                ),
                Example(
                    _position("b2 f2 c6", "b6 f6", rounds=2, captured=(7, 2), phase="between"),
                    False,
                    ways=_way("c6", "d6"),
                ),
            ),
        ),
    ),
)
