"""What people can do on the pages beside a game (`companion.values.side_pages`), as values: a frozen dataclass for each
thing.

These pages can be opened before a game and during one. Nothing here changes a game's position.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CloseSide:
    """Close the page and go back to where it was opened."""


# Settings


@dataclass(frozen=True, slots=True)
class OpenSettings:
    """Show the settings that people may change on the screen."""


@dataclass(frozen=True, slots=True)
class ChangeSetting:
    """Change a setting to the next value that it can have."""

    name: str
    """The name of the setting's field in the settings."""


@dataclass(frozen=True, slots=True)
class AskLanguage:
    """Ask people which language they read."""


@dataclass(frozen=True, slots=True)
class ChooseLanguage:
    """Use a language from now on."""

    code: str


# Taking a game along


@dataclass(frozen=True, slots=True)
class OpenTakeAlong:
    """Show how a game can be copied to a stick or a folder."""

    number: int | None = None
    """The number of a saved game; None for the one that was played last."""


@dataclass(frozen=True, slots=True)
class NextPlace:
    """Choose another place to write to: the next stick, or the folder."""


@dataclass(frozen=True, slots=True)
class ExportGame:
    """Write the game to the stick or the folder, in one format."""

    format: str
    """The name of the format, as in `companion journal export`."""


@dataclass(frozen=True, slots=True)
class WriteReport:
    """Write a bug report with everything that is needed to see the problem again."""


# The camera


@dataclass(frozen=True, slots=True)
class OpenCamera:
    """Show what the camera sees, and what helps it to see the board better."""

    game: str | None = None
    """Before a game: the id of the game whose board the camera should find. None for the board of the running game."""


@dataclass(frozen=True, slots=True)
class TapPicture:
    """Say that a corner of the board is at this place in the camera's picture."""

    x: float
    """How far from the left, as a part of the picture's width."""
    y: float
    """How far from the top, as a part of the picture's height."""


@dataclass(frozen=True, slots=True)
class UndoTap:
    """Take back the last tap on the picture."""


@dataclass(frozen=True, slots=True)
class KeepCorners:
    """From now on, find the board by the corners that were tapped."""


# The devices


@dataclass(frozen=True, slots=True)
class OpenDevices:
    """Show which devices work, and try them out."""

    in_game: bool = False
    """True during a game. The game uses die, buttons and loudspeaker itself, so nothing can be tried out."""


@dataclass(frozen=True, slots=True)
class TryDie:
    """Roll the die to try it. The roll counts for nothing."""


@dataclass(frozen=True, slots=True)
class TrySound:
    """Play a sound to try the loudspeaker."""


# Players' names, before a game and in one


@dataclass(frozen=True, slots=True)
class OpenNames:
    """Show the names of the players of the running game."""


@dataclass(frozen=True, slots=True)
class NamePlayer:
    """Enter the name of a player."""

    player: str
    """The player, by the name in positions."""


@dataclass(frozen=True, slots=True)
class TypeLetters:
    """Add letters to what was typed."""

    letters: str


@dataclass(frozen=True, slots=True)
class EraseLetter:
    """Take away the last typed letter."""


@dataclass(frozen=True, slots=True)
class KeepName:
    """Use the name that was typed."""


# Help


@dataclass(frozen=True, slots=True)
class OpenHelp:
    """Show what the buttons do."""

    more: bool = False
    """True for what the keys of a keyboard do, and what this program is."""


SettingsCommand = OpenSettings | ChangeSetting | AskLanguage | ChooseLanguage
TakeAlongCommand = OpenTakeAlong | NextPlace | ExportGame | WriteReport
CameraCommand = OpenCamera | TapPicture | UndoTap | KeepCorners
DevicesCommand = OpenDevices | TryDie | TrySound
NamesCommand = OpenNames | NamePlayer | TypeLetters | EraseLetter | KeepName

SideCommand = CloseSide | SettingsCommand | TakeAlongCommand | CameraCommand | DevicesCommand | NamesCommand | OpenHelp
"""All commands on the pages beside a game."""
