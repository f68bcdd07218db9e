"""Players' names in the menu before a game: which player is named, and a keyboard on the screen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.history.events import LONGEST_NAME
from companion.language import _
from companion.rules.core import Game
from companion.values.commands import EraseLetter, KeepName, LeaveOptions, MenuCommand, NamePlayer, TypeLetter
from companion.values.views import Menu, MenuEntry


@dataclass(frozen=True, slots=True)
class Naming:
    """A name that people type."""

    player: str
    """The player, as positions name them."""
    typed: str = ""
    """The name so far."""

    def perform(self, command: MenuCommand) -> Naming:
        """The name after a key."""
        match command:
            case TypeLetter(letter) if len(self.typed) < LONGEST_NAME:
                return replace(self, typed=(self.typed + letter).lstrip())
            case EraseLetter():
                return replace(self, typed=self.typed[:-1])
        return self


def list_players(rules: Game[Any], options: Mapping[str, Any], names: Mapping[str, str]) -> Iterator[MenuEntry]:
    """For each player of a new game an entry with their name; a tap on it changes the name."""
    for player in rules.players(rules.new(options)):
        # Translators: A player's colour and name: "White: Anna".
        text = _("{player}: {name}") if player in names else _("{player}: enter a name")
        yield MenuEntry(text.format(player=rules.info.names[player], name=names.get(player)), NamePlayer(player))


def make_keyboard(rules: Game[Any], naming: Naming) -> Menu:
    """The page on which a name is typed."""
    return Menu(
        _("Who plays {player}?").format(player=rules.info.names[naming.player]),
        _("Without a name, the player is called by the colour."),
        game=rules.info.id,
        typed=naming.typed,
        keys=tuple(_list_rows(naming)),
        buttons=(MenuEntry(_("Back"), LeaveOptions()), MenuEntry(_("Use this name"), KeepName())),
    )


def list_letters() -> list[str]:
    """The rows of letters of a keyboard in the current language."""
    # Translators: The letters of a keyboard in your language, in rows with a space between them.
    return _("qwertyuiop asdfghjkl zxcvbnm'-").split()


def _list_rows(naming: Naming) -> Iterator[tuple[MenuEntry, ...]]:
    # A name and each part of it begins with a capital letter.
    is_first = naming.typed[-1:] in ("", " ", "-")
    for row in list_letters():
        letters = row.upper() if is_first else row
        yield tuple(MenuEntry(letter, TypeLetter(letter)) for letter in letters)
    yield MenuEntry(_("Space"), TypeLetter(" ")), MenuEntry(_("Erase"), EraseLetter())
