"""Views of every screen, written by hand, for the tests and the gallery."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from companion.presentation.rules_pages import make_page
from companion.rules import GAMES
from companion.values.commands import (
    AnswerCell,
    AnswerMove,
    AskAbout,
    AskSwitchOff,
    BeginTyping,
    ClosePage,
    EndTyping,
    FinishTurn,
    GoOn,
    HideHint,
    ListRules,
    NextHint,
    OpenCorrections,
    OpenMenu,
    OpenResignations,
    OpenRules,
    PlayAgain,
    PlayMove,
    RollDice,
    ShowStep,
    TypeValue,
    Undo,
)
from companion.values.views import (
    Arrow,
    Button,
    Choice,
    LessonNote,
    Mark,
    Reason,
    Region,
    RulesPage,
    Step,
    Strip,
    StripFact,
    StripValue,
    View,
)
from tests.once_a_language import once_a_language
from tests.screen.side_views import side_pages, take_photo

Table = Mapping[str, tuple[str, ...]]

KIND_NAMES = {
    "gold": "gold stone",
    "silver": "silver stone",
    "antipode-gold": "Antipode, Gold side up",
    "antipode-silver": "Antipode, Silver side up",
}

START: Table = {"d4": ("antipode-silver",)}

MIDDLE: Table = {
    "d4": ("antipode-gold",),
    "a1": ("gold",),
    "c2": ("gold",),
    "e2": ("silver",),
    "g1": ("silver",),
    "b5": ("gold",),
    "d6": ("silver",),
    "f6": ("gold",),
    "a7": ("silver",),
    "g4": ("gold",),
    "b3": ("silver",),
}


STRIP = Strip(
    "gold",
    "Gold: press Done",
    (
        StripFact("round", (StripValue("1/2"),)),
        StripFact("score", (StripValue("12", "gold"), StripValue("9", "silver"))),
        StripFact("captured", (StripValue("2", "gold"), StripValue("1", "silver"))),
        StripFact("on Prime", (StripValue("3", "gold"), StripValue("3", "silver"))),
    ),
)


def buttons(*, done: bool = True, undo: bool = True, hint: bool = True) -> tuple[Button, ...]:
    return (
        Button("done", "Done", FinishTurn(), done),
        Button("undo", "Undo", Undo(), undo),
        Button("hint", "Hint", NextHint(), hint),
    )


def moved(table: Table, start: str, end: str) -> Table:
    left = {cell: kinds for cell, kinds in table.items() if cell != start}
    return {**left, end: table[start]}


def without(table: Table, *cells: str) -> Table:
    return {cell: kinds for cell, kinds in table.items() if cell not in cells}


def _base() -> View:
    return View(
        screen="play",
        game="mindfield",
        strip=STRIP,
        headline="Gold to move",
        detail="Move a stone one square, jump over a neighbour, or place a stone where it touches no piece.",
        table=MIDDLE,
        last_move="Silver: a3-b3",
        marks=(Mark("a3", "last"), Mark("b3", "last")),
        buttons=buttons(),
        kind_names=KIND_NAMES,
    )


def _hint(play: View) -> View:
    """A hint; every square answers taps."""
    return replace(
        play,
        screen="hint",
        last_move="",
        marks=(),
        board_taps={f"{file}{row}": AskAbout(f"{file}{row}") for row in range(1, 8) for file in "abcdefg"},
        choices=(Choice("hide hint", "Hide the hint", HideHint()),),
    )


def _history(play: View) -> View:
    """A look back at a step."""
    return replace(
        play,
        screen="history",
        headline="Step 12 of 34",
        detail="The pieces have moved meanwhile. Keep playing to go on with them.",
        lines=tuple(Choice(f"step-{n}", f"{n}. Silver: c3xc5xe5", ShowStep(n)) for n in range(8, 17)),
        line=4,
        choices=(
            Choice("back", "Earlier", ShowStep(11)),
            Choice("forward", "Later", ShowStep(13)),
            Choice("close", "Keep playing", ClosePage()),
        ),
        buttons=(),
    )


@once_a_language
def views() -> Mapping[str, View]:
    """Views by name; every screen is here at least once."""
    return MappingProxyType(_views())


def _views() -> dict[str, View]:
    play = _base()
    history = _history(play)
    jumped = moved(without(MIDDLE, "b3"), "c2", "a3")
    broken = moved(MIDDLE, "c2", "c4")
    wrong_steps = (
        Step("Move the gold stone from c4 to c2", "move", "gold", "c4", "c2"),
        Step("Put a silver stone on b3", "put", "silver", None, "b3"),
        Step("Turn the Antipode over: Silver side up", "flip", "antipode-silver", "d4", "d4"),
    )
    return {
        "setup": replace(
            play,
            screen="setup",
            headline="Set up Mindfield",
            detail="2 to go. The game starts by itself when all pieces are in place.",
            table=START,
            seen={"d4": ("antipode-gold",), "f2": ("gold",)},
            last_move="",
            marks=(Mark("d4", "wrong"), Mark("f2", "wrong")),
            steps=(
                Step("Turn the Antipode on d4 over, so that it shows Silver", "flip", "antipode-silver", "d4", "d4"),
                Step("Take the gold stone off f2", "take", "gold", "f2", None),
            ),
            buttons=buttons(done=False, undo=False, hint=False),
        ),
        "setup-mid-game": replace(
            play,
            screen="setup",
            headline="Lay the table out again",
            detail="The game goes on where it stopped. Put the pieces as the picture shows.",
            seen=without(MIDDLE, "g4", "e2", "a7"),
            last_move="",
            marks=(Mark("g4", "missing"), Mark("e2", "missing"), Mark("a7", "missing")),
            steps=(
                Step("Put a gold stone on g4", "put", "gold", None, "g4"),
                Step("Put a silver stone on e2", "put", "silver", None, "e2"),
                Step("Put a silver stone on a7", "put", "silver", None, "a7"),
            ),
            buttons=buttons(done=False, undo=False, hint=False),
        ),
        "play": play,
        "lesson": replace(
            play,
            headline="",
            detail="",
            lesson=LessonNote(
                "Gold begins. A stone may be placed only where all squares around are empty, also at the corners.",
                3,
                20,
            ),
            choices=(Choice("go-on", "Go on", GoOn()),),
        ),
        "lesson-left": replace(
            play,
            lesson=LessonNote("That move is allowed, too. Press Undo, then put the pieces back.", 4, 20, warns=True),
        ),
        "play-under-way": replace(
            play,
            headline="Gold: continue",
            detail="This may become c2xa2, c2-c3 or c2-d2.",
            seen=without(MIDDLE, "c2"),
            hand=True,
        ),
        "hint": replace(
            _hint(play),
            detail="Gold: the Antipode shows your side, so you may slide it too. a1 may go to a2 and b1.",
            marks=tuple(Mark(cell, "movable") for cell in ("a1", "c2", "d4", "b5", "f6", "g4")),
            regions=(Region(("c4", "c5"), "2"), Region(("g6",))),
            notices=("No roll is due: Mindfield has no dice.",),
        ),
        "hint-piece": replace(
            _hint(play),
            headline="Gold stone on c2",
            detail="It may go to c3, d2 or a4.",
            notes=("Not to c1. This would take back your last move.", "Not to b2. You moved from there."),
            marks=(
                Mark("c2", "chosen"),
                Mark("c3", "target"),
                Mark("a1", "target"),
                Mark("a4", "gain"),
                Mark("b3", "gain"),
                Mark("c1", "refused"),
                Mark("g1", "refused"),
            ),
            arrows=(Arrow("c2", "c3", "hint"),),
        ),
        "play-pass": replace(
            play,
            headline="Silver cannot move",
            detail="No stone can be placed, moved or jump. Press Done to pass.",
            choices=(Choice("pass", "Pass", PlayMove("pass")),),
        ),
        "wrong": replace(
            play,
            screen="wrong",
            headline="That is not allowed",
            detail="Put it right like this:",
            seen={**without(broken, "b3"), "d4": ("antipode-gold",)},
            marks=(Mark("c2", "missing"), Mark("c4", "wrong"), Mark("b3", "missing"), Mark("d4", "wrong")),
            arrows=(Arrow("c4", "c2", "missing"),),
            reasons=(
                Reason(
                    "MF-M",
                    "Moving",
                    "c2 to c4 is two squares; a stone moves one square up, down, left or right.",
                ),
                Reason("MF-J", "Jumping", "b3 was lifted, but no stone jumped over it."),
            ),
            steps=wrong_steps,
        ),
        "wrong-one-step": replace(
            play,
            screen="wrong",
            headline="That is not allowed",
            detail="Put it right like this:",
            table=MIDDLE,
            seen={**MIDDLE, "b2": ("gold",)},
            marks=(Mark("b2", "wrong"), Mark("a1", "wrong")),
            reasons=(Reason("MF-P", "Placing", "b2 touches a1, where a gold stone lies.", OpenRules("MF-P")),),
            steps=(Step("Take the gold stone off b2", "take", "gold", "b2", None),),
        ),
        "wrong-half-back": replace(
            play,
            screen="wrong",
            headline="Half taken back",
            detail="To take back c2xb3-a3:",
            seen=moved(without(MIDDLE, "b3"), "c2", "b1"),
            marks=(Mark("b1", "wrong"), Mark("c2", "missing"), Mark("b3", "missing")),
            steps=wrong_steps[:2],
            other_way="Or, to make this move again:",
            other_steps=(Step("Move the gold stone from b1 to a3", "move", "gold", "b1", "a3"), *wrong_steps[1:]),
        ),
        "wrong-unfinished": replace(
            play,
            screen="wrong",
            headline="Not finished yet",
            detail="Still to do:",
            seen=moved(MIDDLE, "c2", "a3"),
            marks=(Mark("b3", "wrong"),),
            steps=(Step("Take the captured silver stone off b3", "take", "silver", "b3", None),),
        ),
        "doubt": replace(
            play,
            screen="doubt",
            headline="What is it?",
            detail="I cannot tell what is on f6. "
            "Tap the right answer, straighten the piece, or take away what is not a piece.",
            marks=(Mark("f6", "doubt"),),
            choices=(
                Choice("gold", "A gold stone on f6", AnswerCell("f6", "gold", 1), MIDDLE),
                Choice("silver", "A silver stone on f6", AnswerCell("f6", "silver", 1), {**MIDDLE, "f6": ("silver",)}),
                Choice("empty", "Nothing on f6", AnswerCell("f6", None, 0), without(MIDDLE, "f6")),
            ),
        ),
        "doubt-six": replace(
            play,
            screen="doubt",
            headline="Which move was it?",
            detail="Several moves lead to this table. Tap the one that was made.",
            marks=(),
            choices=tuple(
                Choice(
                    f"c2x{end}",
                    f"c2 jumps to {end}",
                    AnswerMove(f"c2x{end}"),
                    moved(MIDDLE, "c2", end),
                    (Arrow("c2", end, "to"),),
                )
                for end in ("c4", "e4", "g2", "a2", "c6", "e5")
            ),
        ),
        "doubt-words": replace(
            play,
            screen="doubt",
            headline="Which move was it?",
            detail="Both ways end on the same table. Tap the one that was made.",
            table=jumped,
            marks=(Mark("a3", "doubt"),),
            choices=(
                Choice("c2xa2xa4", "c2 jumps to a2, then a4", AnswerMove("c2xa2xa4")),
                Choice("c2xc4xa4", "c2 jumps to c4, then a4", AnswerMove("c2xc4xa4")),
            ),
        ),
        "roll": replace(
            play,
            screen="roll",
            headline="Red: roll again",
            detail="Red: keep the dice, or roll again. Tap a die to roll it alone.",
            footnote="Fair dice: seal 0e6c 5efa fc1a 62f6",
            dice=(("gold", 4), ("silver", 2)),
            choices=(
                Choice("throw", "Roll both dice", RollDice()),
                Choice("keep", "Keep", PlayMove("keep")),
                Choice("type", "Enter a roll", BeginTyping()),
                Choice("throw gold", "Roll gold alone", RollDice("gold"), die="gold"),
                Choice("throw silver", "Roll silver alone", RollDice("silver"), die="silver"),
            ),
        ),
        "roll-typed": replace(
            play,
            screen="roll",
            headline="Second die: which value?",
            detail="Roll ordinary dice, then tap the value of the second die.",
            dice=(("", 3),),
            choices=(
                *(Choice(f"threw {value}", str(value), TypeValue(value), face=value) for value in range(1, 7)),
                Choice("throw here", "Roll here instead", EndTyping()),
            ),
        ),
        "rolled": replace(play, dice=(("", 6), ("", 5))),
        "blind": replace(
            play,
            screen="blind",
            headline="I cannot see the board",
            detail="Only one of the eight markers is in sight. Take away what covers the corners, or turn the camera so"
            " that the whole print is in its picture. The game is safe.",
            buttons=buttons(done=False, undo=True, hint=False),
        ),
        "paused": replace(
            play,
            screen="paused",
            headline="The game cannot be saved",
            detail="Free some space on the disk, or check that it works. Then the game continues by itself.",
            choices=(Choice("menu", "Leave this game", OpenMenu()), Choice("off", "Switch off", AskSwitchOff())),
            buttons=buttons(done=False, undo=False, hint=False),
        ),
        "over": replace(
            play,
            screen="over",
            headline="Gold has won",
            detail="Gold wins: 7 stones captured.",
            marks=(Mark("c2", "last"),),
            choices=(Choice("play-again", "Play again", PlayAgain()),),
            buttons=buttons(done=False, hint=False),
        ),
        "history": history,
        "history-photo": replace(history, photo=take_photo()),
        "menu": replace(
            play,
            screen="menu",
            headline="Menu",
            detail="The game is saved.",
            choices=(
                Choice("rules", "Rules", OpenRules()),
                Choice("give-up", "Give up", OpenResignations()),
                Choice("otherwise", "Correct something", OpenCorrections()),
                Choice("menu", "Leave this game", OpenMenu()),
                Choice("close", "Keep playing", ClosePage()),
            ),
            buttons=(),
        ),
        **{
            f"rules-{name}": replace(play, screen="rules", buttons=(), rules=page)
            for name, page in _rules_pages().items()
        },
        **{name: replace(play, screen="side", buttons=(), side=page) for name, page in side_pages().items()},
    }


def _rules_pages() -> dict[str, RulesPage]:
    """All kinds of pages of the rules."""
    commands: dict[str, OpenRules | ListRules] = {
        "aim": OpenRules(),
        "list": ListRules(),
        "topic": ListRules("moving"),
        "rule": OpenRules("MF-J"),
    }
    commands |= {"search": ListRules(typed="ju"), "found nothing": ListRules(typed="jx")}
    return {name: page for name, command in commands.items() if (page := make_page(GAMES["mindfield"], command))}
