"""What people can do, as values: a frozen dataclass for each thing.

The touchscreen, the buttons, the die and scripts all make the same commands. So the parts that get a command need not
know where it comes from. Nothing here asks if a command is allowed: the part that carries it out does that
(`companion.app.dispatcher` finds this part). For what people do before a game, see `companion.values.menu_commands`; on
the pages beside it, `companion.values.side_commands`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules.core import JSON
from companion.values.side_commands import SideCommand

Dice = list[int] | dict[str, int]
"""A roll, in the form of docs/contract.md section 4: `[3,1]`, or `{"red":4}` if dice have names."""

# The turn


@dataclass(frozen=True, slots=True)
class FinishTurn:
    """Finish the turn: what is on the table counts as soon as it is at rest."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Undo what has changed on the table. If nothing has, undo the last move."""


@dataclass(frozen=True, slots=True)
class Redo:
    """Reverse the last undo: what it undid counts again."""


@dataclass(frozen=True, slots=True)
class NextHint:
    """Show what can be done now. With each further command, show what the next piece can do. After the last piece, hide
    the hint.
    """


@dataclass(frozen=True, slots=True)
class AskAbout:
    """Show in the hint what is possible with one cell."""

    cell: str
    """A cell of the board, or an area if the game's hints name areas."""


@dataclass(frozen=True, slots=True)
class HideHint:
    """Hide the hint."""


@dataclass(frozen=True, slots=True)
class MarkRead:
    """Take away the messages that stay until the players have read them."""


@dataclass(frozen=True, slots=True)
class PlayMove:
    """Make a move that leaves the table unchanged: pass, take, keep and the like."""

    move: str


@dataclass(frozen=True, slots=True)
class StartNextPart:
    """Go on to the next bout, game or round."""


@dataclass(frozen=True, slots=True)
class PlayAgain:
    """Begin another game like the one that is over."""


# Answers to a question about the table


@dataclass(frozen=True, slots=True)
class AnswerMove:
    """Answer that this move was made."""

    move: str


@dataclass(frozen=True, slots=True)
class AnswerCell:
    """Answer what is in a cell."""

    cell: str
    kind: str | None
    """The kind of piece; None for an empty cell."""
    count: int


@dataclass(frozen=True, slots=True)
class AnswerUndone:
    """Answer that the last moves were undone."""

    moves: int = 1
    """How many moves were undone."""


@dataclass(frozen=True, slots=True)
class AnswerUnchanged:
    """Answer that nothing has changed: the table is as the game has it."""


# Corrections


@dataclass(frozen=True, slots=True)
class OpenCorrections:
    """Show what can be corrected beside the board."""


@dataclass(frozen=True, slots=True)
class KeepAsItIs:
    """Close the corrections, because nothing is wrong."""


@dataclass(frozen=True, slots=True)
class CorrectPosition:
    """Ask everybody if the game should go on from another position."""

    position: Mapping[str, JSON]
    """The whole other position as JSON."""


@dataclass(frozen=True, slots=True)
class Agree:
    """Answer that everybody agrees."""


@dataclass(frozen=True, slots=True)
class Disagree:
    """Answer that somebody does not agree. Nothing changes."""


# The pages beside the game


@dataclass(frozen=True, slots=True)
class OpenGameMenu:
    """Show what people can do beside the moves."""


@dataclass(frozen=True, slots=True)
class OpenResignations:
    """Show what can be given up."""


@dataclass(frozen=True, slots=True)
class GiveUp:
    """Ask everybody if a player gives up, or if all agree on the end of the game."""

    what: str
    """What is given up, by its name in `Game.resignations`."""


@dataclass(frozen=True, slots=True)
class ShowStep:
    """Show the game after some of its steps (moves, corrections, starts of parts), without changing it."""

    number: int
    """After how many steps; 0 for the start."""


@dataclass(frozen=True, slots=True)
class TurnBoard:
    """Turn the drawn board: show it as the player opposite sees it, or back."""


@dataclass(frozen=True, slots=True)
class ClosePage:
    """Close the open page and go back to the game."""


# Rolls


@dataclass(frozen=True, slots=True)
class EnterRoll:
    """Enter what the dice show."""

    dice: Dice
    proof: Mapping[str, JSON] | None = None
    """What proves where the roll comes from, as the journal keeps it. A script has no proof."""


@dataclass(frozen=True, slots=True)
class VoidRoll:
    """Ask everybody if the last roll should not count."""


@dataclass(frozen=True, slots=True)
class RollDice:
    """Roll the dice that are due."""

    die: str | None = None
    """The name of a single die to roll; None to roll all that are due."""


@dataclass(frozen=True, slots=True)
class BeginTyping:
    """Begin to enter the values of ordinary dice on the screen."""


@dataclass(frozen=True, slots=True)
class TypeValue:
    """Enter what the next ordinary die shows."""

    value: int


@dataclass(frozen=True, slots=True)
class RemoveValue:
    """Take away the value that was entered last, to enter it again."""


@dataclass(frozen=True, slots=True)
class EndTyping:
    """Stop entering values of ordinary dice, and roll with the companion's dice."""


# A lesson


@dataclass(frozen=True, slots=True)
class GoOn:
    """Go on in the lesson, because its step was read. After the last step, leave the lesson."""


# The program itself


@dataclass(frozen=True, slots=True)
class AskSwitchOff:
    """Ask whether to switch the computer off."""


@dataclass(frozen=True, slots=True)
class ConfirmShutdown:
    """Answer the question whether to shut down: yes."""


@dataclass(frozen=True, slots=True)
class KeepPlaying:
    """Answer the question whether to shut down: no."""


@dataclass(frozen=True, slots=True)
class OpenMenu:
    """Leave this game, which is saved, and choose what to play."""


@dataclass(frozen=True, slots=True)
class ReopenGame:
    """Open the camera and the board of this game again with the settings of now, and go on."""


@dataclass(frozen=True, slots=True)
class Quit:
    """Leave the program, with the game saved."""


# The rules for people: in a running game, and in the menu


@dataclass(frozen=True, slots=True)
class OpenRules:
    """Show one rule, or how the game goes."""

    rule: str | None = None
    """The rule's id; None for the aim of the game and how a turn goes."""


@dataclass(frozen=True, slots=True)
class ListRules:
    """Show a list of rules: all of them, or some."""

    topic: str | None = None
    """List only rules about this topic; None for all topics."""
    typed: str | None = None
    """List only rules with a word that begins like this; None to search for nothing."""


@dataclass(frozen=True, slots=True)
class CloseRules:
    """Close the rules and go back to where they were opened."""


Answer = AnswerMove | AnswerCell | AnswerUndone | AnswerUnchanged
"""Answers to a question about the table."""

GameCommand = (
    FinishTurn
    | Undo
    | Redo
    | NextHint
    | AskAbout
    | HideHint
    | MarkRead
    | PlayMove
    | StartNextPart
    | PlayAgain
    | Answer
    | OpenCorrections
    | KeepAsItIs
    | CorrectPosition
    | Agree
    | Disagree
    | OpenGameMenu
    | OpenResignations
    | GiveUp
    | ShowStep
    | TurnBoard
    | ClosePage
    | EnterRoll
    | VoidRoll
)
"""The commands for the session, which are about the game itself."""

DiceCommand = RollDice | BeginTyping | TypeValue | RemoveValue | EndTyping
"""The commands for the dice. They make a roll, which then reaches the session as `EnterRoll`."""

ShutdownCommand = ConfirmShutdown | KeepPlaying
"""Answers to the question whether to shut down."""

Exit = OpenMenu | ReopenGame | Quit
"""The commands that end the running game."""

RulesCommand = OpenRules | ListRules | CloseRules
"""The commands for reading the rules. They change nothing in the game."""

Command = GameCommand | DiceCommand | ShutdownCommand | AskSwitchOff | Exit | RulesCommand | SideCommand | GoOn
"""All commands that can be given in a running game."""
