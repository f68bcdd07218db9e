"""What people can do in the menu before a game, as values: a frozen dataclass for each thing.
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
    """The number of the game in the journal."""


@dataclass(frozen=True, slots=True)
class AskDelete:
    """Ask whether to delete a saved game."""

    number: int
    """The number of the game in the journal."""


@dataclass(frozen=True, slots=True)
class DeleteGame:
    """Delete a saved game."""

    number: int
    """The number of the game in the journal."""


@dataclass(frozen=True, slots=True)
class AskStartAfresh:
    """Ask whether to start without the saved games, because they cannot be used."""


@dataclass(frozen=True, slots=True)
class StartAfresh:
    """Put the saved games aside, and start without them."""


@dataclass(frozen=True, slots=True)
class ChooseGame:
    """Choose a new game, to see its options."""

    game: str
    """The id of the game."""


@dataclass(frozen=True, slots=True)
class ChangeOption:
    """Change an option of the new game to its next value."""

    name: str
    """The name of the option in JSON."""


@dataclass(frozen=True, slots=True)
class LeaveOptions:
    """Leave the options of a game, and choose another game."""


@dataclass(frozen=True, slots=True)
class BeginGame:
    """Begin the new game with the options as they are."""


@dataclass(frozen=True, slots=True)
class LearnGame:
    """Begin the lesson of the game instead of the game."""


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
"""All commands in the menu before a game."""
