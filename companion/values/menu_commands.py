"""What people can do in the menu before a game, as values: one frozen dataclass each.

`companion.presentation.game_menu` carries them out.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.values.commands import AskSwitchOff, RulesCommand
from companion.values.side_commands import SideCommand


@dataclass(frozen=True, slots=True)
class ResumeGame:
    """Continue a saved game."""

    number: int
    """Its number in the journal."""


@dataclass(frozen=True, slots=True)
class AskDelete:
    """Ask whether to delete a saved game."""

    number: int
    """Its number in the journal."""


@dataclass(frozen=True, slots=True)
class DeleteGame:
    """Delete a saved game."""

    number: int
    """Its number in the journal."""


@dataclass(frozen=True, slots=True)
class AskStartAfresh:
    """Ask whether to start without the saved games, because they cannot be used."""


@dataclass(frozen=True, slots=True)
class StartAfresh:
    """Put the saved games aside, and start without them."""


@dataclass(frozen=True, slots=True)
class ChooseGame:
    """Ask about a new game: how it will be played."""

    game: str
    """The game's id."""


@dataclass(frozen=True, slots=True)
class ChangeOption:
    """Give an option of the new game its next value."""

    name: str
    """The option's name in JSON."""


@dataclass(frozen=True, slots=True)
class LeaveOptions:
    """Go back to the choice of games."""


@dataclass(frozen=True, slots=True)
class BeginGame:
    """Begin the new game with these options."""


@dataclass(frozen=True, slots=True)
class LearnGame:
    """Begin the lesson of the game instead."""


@dataclass(frozen=True, slots=True)
class SwitchOff:
    """Switch the computer off."""


MenuCommand = (
    ResumeGame
    | AskDelete
    | DeleteGame
    | AskStartAfresh
    | StartAfresh
    | ChooseGame
    | ChangeOption
    | LeaveOptions
    | BeginGame
    | LearnGame
    | AskSwitchOff
    | SwitchOff
    | RulesCommand
    | SideCommand
)
"""Commands in the menu before a game."""
