"""What people can do on the pages beside a game (`companion.values.side_pages`), as values: one frozen dataclass each.

The same pages can be opened before a game and in a running game. Nothing here changes a game's position.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CloseSide:
    """Go back to where the page was opened."""


# Settings


@dataclass(frozen=True, slots=True)
class OpenSettings:
    """Show the settings that people may change on the screen."""


@dataclass(frozen=True, slots=True)
class ChangeSetting:
    """Change a setting to the next value that it can have."""

    name: str
    """The name of its field, as the settings have it."""


@dataclass(frozen=True, slots=True)
class AskLanguage:
    """Ask which language people read."""


@dataclass(frozen=True, slots=True)
class ChooseLanguage:
    """Use a language from now on."""

    code: str


# Taking a game along


@dataclass(frozen=True, slots=True)
class OpenTakeAlong:
    """Show how a game can be written to a stick or to a folder."""

    number: int | None = None
    """The number of a saved game; None for the one that was played last."""


@dataclass(frozen=True, slots=True)
class NextPlace:
    """Write to the next stick, or to the folder."""


@dataclass(frozen=True, slots=True)
class ExportGame:
    """Write the game in a format."""

    format: str
    """The format's name, as `companion journal export` has it."""


@dataclass(frozen=True, slots=True)
class WriteReport:
    """Write a bug report, with everything that is needed to see the problem again."""


# The camera


@dataclass(frozen=True, slots=True)
class OpenCamera:
    """Show what the camera sees, and how to see the board better."""

    game: str | None = None
    """The id of the game whose board it looks for, before a game; None for the board of the running game."""


@dataclass(frozen=True, slots=True)
class TapPicture:
    """A corner of the board is at this place of the camera's picture."""

    x: float
    """From the left, in parts of the picture's width."""
    y: float
    """From the top, in parts of its height."""


@dataclass(frozen=True, slots=True)
class UndoTap:
    """The last tap on the picture does not count."""


@dataclass(frozen=True, slots=True)
class KeepCorners:
    """Find the board by the corners that were tapped, from now on."""


# The devices


@dataclass(frozen=True, slots=True)
class OpenDevices:
    """Show which devices work, and try them out."""

    in_game: bool = False
    """True in a running game, which uses die, buttons and loudspeaker itself: then nothing is tried out."""


@dataclass(frozen=True, slots=True)
class TryDie:
    """Roll the die, for nothing."""


@dataclass(frozen=True, slots=True)
class TrySound:
    """Play a sound."""


# Players' names, before a game and in one


@dataclass(frozen=True, slots=True)
class OpenNames:
    """Show the names of the players of the running game."""


@dataclass(frozen=True, slots=True)
class NamePlayer:
    """Enter the name of a player."""

    player: str
    """The player, as positions name them."""


@dataclass(frozen=True, slots=True)
class TypeLetters:
    """Add letters to what is typed."""

    letters: str


@dataclass(frozen=True, slots=True)
class EraseLetter:
    """Take the last letter away."""


@dataclass(frozen=True, slots=True)
class KeepName:
    """Use the name that was typed."""


# Help


@dataclass(frozen=True, slots=True)
class OpenHelp:
    """Show what this program is, and what the keys of a keyboard do."""


SettingsCommand = OpenSettings | ChangeSetting | AskLanguage | ChooseLanguage
TakeAlongCommand = OpenTakeAlong | NextPlace | ExportGame | WriteReport
CameraCommand = OpenCamera | TapPicture | UndoTap | KeepCorners
DevicesCommand = OpenDevices | TryDie | TrySound
NamesCommand = OpenNames | NamePlayer | TypeLetters | EraseLetter | KeepName

SideCommand = CloseSide | SettingsCommand | TakeAlongCommand | CameraCommand | DevicesCommand | NamesCommand | OpenHelp
"""Commands on the pages beside a game."""
