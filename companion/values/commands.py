"""What people can do, as values: one frozen dataclass for each thing.

The touchscreen, the buttons, the die and a script all make these commands, so nobody behind them can tell who did it.
Nothing here asks whether a command is allowed: the part that carries it out does (`companion.app.dispatcher` names it).
What people do before a game is in `companion.values.menu_commands`, and on the pages beside it in
`companion.values.side_commands`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules.core import JSON
from companion.values.side_commands import SideCommand

Dice = list[int] | dict[str, int]
"""A roll as docs/contract.md section 4 writes it: `[3,1]`, or `{"red":4}` if dice have names."""

# The turn


@dataclass(frozen=True, slots=True)
class FinishTurn:
    """The turn is done: what is on the table now counts, when it is at rest."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Undo what was changed on the table, or else the last move."""


@dataclass(frozen=True, slots=True)
class Redo:
    """What was undone last counts again."""


@dataclass(frozen=True, slots=True)
class NextHint:
    """Show what can be done now; then what each piece can do, one after the other; after the last one, hide it."""


@dataclass(frozen=True, slots=True)
class AskAbout:
    """Show in the hint what is possible with this cell."""

    cell: str
    """A cell of the board, or an area if the game's hints name areas."""


@dataclass(frozen=True, slots=True)
class HideHint:
    """Hide the hint."""


@dataclass(frozen=True, slots=True)
class MarkRead:
    """The players have read the messages that stay until then."""


@dataclass(frozen=True, slots=True)
class PlayMove:
    """Make a move that leaves the table unchanged: pass, take, keep and the like."""

    move: str


@dataclass(frozen=True, slots=True)
class StartNextPart:
    """Go on to the next bout, game or round."""


# Answers to a question about the table


@dataclass(frozen=True, slots=True)
class AnswerMove:
    """This move was made."""

    move: str


@dataclass(frozen=True, slots=True)
class AnswerCell:
    """This is in the cell."""

    cell: str
    kind: str | None
    """The kind of piece; None for an empty cell."""
    count: int


@dataclass(frozen=True, slots=True)
class AnswerUndone:
    """The last moves were undone."""

    moves: int = 1
    """How many."""


@dataclass(frozen=True, slots=True)
class AnswerUnchanged:
    """Nothing was changed: the table is as the game has it."""


# Corrections


@dataclass(frozen=True, slots=True)
class OpenCorrections:
    """Show what can be corrected beside the board."""


@dataclass(frozen=True, slots=True)
class KeepAsItIs:
    """Close the corrections: nothing was wrong."""


@dataclass(frozen=True, slots=True)
class CorrectPosition:
    """Ask everybody if the game continues from this position instead."""

    position: Mapping[str, JSON]
    """The whole position as JSON."""


@dataclass(frozen=True, slots=True)
class Agree:
    """Everybody agrees to what was asked."""


@dataclass(frozen=True, slots=True)
class Disagree:
    """Somebody does not agree: nothing changes."""


# The pages beside the game


@dataclass(frozen=True, slots=True)
class OpenGameMenu:
    """Show what people can do beside the moves."""


@dataclass(frozen=True, slots=True)
class OpenResignations:
    """Show what can be given up."""


@dataclass(frozen=True, slots=True)
class GiveUp:
    """Ask everybody if a player gives up, or if all agree on the end."""

    what: str
    """What is given up, as `Game.resignations` names it."""


@dataclass(frozen=True, slots=True)
class ShowStep:
    """Show the game after a number of steps (moves, corrections, starts of parts), without changing it."""

    number: int
    """0 for the start."""


@dataclass(frozen=True, slots=True)
class TurnBoard:
    """Show the board as the player opposite sees it, or as before."""


@dataclass(frozen=True, slots=True)
class ClosePage:
    """Go back to the game."""


# Rolls


@dataclass(frozen=True, slots=True)
class EnterRoll:
    """The dice show these values."""

    dice: Dice
    proof: Mapping[str, JSON] | None = None
    """Where the roll comes from, as the journal keeps it. A script has no proof."""


@dataclass(frozen=True, slots=True)
class VoidRoll:
    """Ask everybody if the last roll does not count."""


@dataclass(frozen=True, slots=True)
class RollDice:
    """Roll the dice that are due."""

    die: str | None = None
    """The name of the one die to roll, None for all that are due."""


@dataclass(frozen=True, slots=True)
class BeginTyping:
    """Enter the roll of ordinary dice on the screen."""


@dataclass(frozen=True, slots=True)
class TypeValue:
    """The next ordinary die shows this value."""

    value: int


@dataclass(frozen=True, slots=True)
class RemoveValue:
    """The value of the ordinary die that was entered last was wrong: enter it again."""


@dataclass(frozen=True, slots=True)
class EndTyping:
    """Roll here after all."""


# A lesson


@dataclass(frozen=True, slots=True)
class GoOn:
    """Go on: this step of the lesson is read. After the last step, leave the lesson."""


# The program itself


@dataclass(frozen=True, slots=True)
class AskSwitchOff:
    """Ask whether to switch the computer off."""


@dataclass(frozen=True, slots=True)
class ConfirmShutdown:
    """Yes, shut down."""


@dataclass(frozen=True, slots=True)
class KeepPlaying:
    """No, do not shut down."""


@dataclass(frozen=True, slots=True)
class OpenMenu:
    """Leave this game, saved, and choose what to play."""


@dataclass(frozen=True, slots=True)
class ReopenGame:
    """Open the camera and the board of this game again, as the settings are now, and go on."""


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
    """Show the list of all rules, or of some of them."""

    topic: str | None = None
    """Only rules about this topic."""
    typed: str | None = None
    """Only rules with a word that begins like this; None if nothing is searched for."""


@dataclass(frozen=True, slots=True)
class CloseRules:
    """Go back to where the rules were opened."""


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
"""Commands for the session: they are about the game itself."""

DiceCommand = RollDice | BeginTyping | TypeValue | RemoveValue | EndTyping
"""Commands for the dice: they make a roll, which then reaches the session as `EnterRoll`."""

ShutdownCommand = ConfirmShutdown | KeepPlaying
"""Answers to the question whether to shut down."""

Exit = OpenMenu | ReopenGame | Quit
"""Commands that end the running game."""

RulesCommand = OpenRules | ListRules | CloseRules
"""Commands for reading the rules. They change nothing in the game."""

Command = GameCommand | DiceCommand | ShutdownCommand | AskSwitchOff | Exit | RulesCommand | SideCommand | GoOn
"""Commands in a running game."""
