"""Players' names: who has a name, what people type, and the page with a keyboard. Used before a game and during one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.history.events import LONGEST_NAME
from companion.language import _
from companion.rules.core import Game
from companion.values.side_commands import CloseSide, EraseLetter, KeepName, NamePlayer, SideCommand, TypeLetters
from companion.values.side_pages import SideEntry, SidePage


@dataclass(frozen=True, slots=True)
class Naming:
    """The name of a player while people type it."""

    player: str
    """The player, as positions name them."""
    typed: str = ""
    """What was typed so far."""

    def perform(self, command: object) -> Naming:
        """The name after one more key."""
        match command:
            case TypeLetters(letters):
                printable = "".join(letter for letter in letters if letter.isprintable())
                return replace(self, typed=(self.typed + printable).lstrip()[:LONGEST_NAME])
            case EraseLetter():
                return replace(self, typed=self.typed[:-1])
        return self

    def add_to(self, names: Mapping[str, str]) -> Mapping[str, str]:
        """The names of all players, together with this one. If nothing was typed, the player has no name any more."""
        others = {player: name for player, name in names.items() if player != self.player}
        typed = self.typed.strip()
        return others | ({self.player: typed} if typed else {})


def list_players(rules: Game[Any], players: Sequence[str], names: Mapping[str, str]) -> Iterator[SideEntry]:
    """For each player an entry with their name. A tap on the entry changes the name."""
    for player in players:
        # Translators: A player's colour and name: "White: Anna".
        text = _("{player}: {name}") if player in names else _("{player}: enter a name")
        yield SideEntry(text.format(player=rules.info.names[player], name=names.get(player)), NamePlayer(player))


def make_names_page(rules: Game[Any], players: Sequence[str], names: Mapping[str, str]) -> SidePage:
    """The page of the names in a running game."""
    return SidePage(
        "names",
        _("Names"),
        _("Tap a name to change it. The game goes on."),
        entries=tuple(list_players(rules, players, names)),
        buttons=(SideEntry(_("Back"), CloseSide()),),
    )


def make_keyboard(rules: Game[Any], naming: Naming, back: SideCommand) -> SidePage:
    """The page with a keyboard on which a name is typed. back: the command that leaves the page and changes nothing."""
    return SidePage(
        "names",
        _("Who plays {player}?").format(player=rules.info.names[naming.player]),
        "" if naming.typed else _("Without a name, the player is called by the colour."),
        typed=naming.typed,
        keys=tuple(_list_rows(naming)),
        buttons=(SideEntry(_("Back"), back), SideEntry(_("Use this name"), KeepName(), is_main=True)),
        back=back,
    )


def list_letters() -> list[str]:
    """The letters of a keyboard in the current language, row by row."""
    # Translators: The letters of a keyboard in your language, in rows with a space between them.
    return _("qwertyuiop asdfghjkl zxcvbnm'-").split()


def _list_rows(naming: Naming) -> Iterator[tuple[SideEntry, ...]]:
    # A name and each part of it begins with a capital letter.
    is_first = naming.typed[-1:] in ("", " ", "-")
    for row in list_letters():
        letters = row.upper() if is_first else row
        yield tuple(SideEntry(letter, TypeLetters(letter)) for letter in letters)
    yield SideEntry(_("Space"), TypeLetters(" ")), SideEntry(_("Erase"), EraseLetter())
