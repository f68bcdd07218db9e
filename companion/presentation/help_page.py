"""Makes the page of help: what this program is, where the games are, what the keys do, and how to report a problem."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from companion.language import _
from companion.values.side_commands import CloseSide, WriteReport
from companion.values.side_pages import SideEntry, SideFact, SidePage

LICENCE = "MIT"


def make_page(version: str, games: Path, *, can_report: bool) -> SidePage:
    """The page of help. games: the folder of the saved games. can_report: True if people can write a bug report
    here.
    """
    return SidePage(
        "help",
        _("Help"),
        _("Set up the pieces as the screen shows, make your moves, and press Done. The rules are in the menu."),
        facts=(
            *_list_keys(),
            SideFact(
                _("Seal of the dice"),
                _("It fixes every roll before it is made. `companion journal verify` checks the rolls afterwards."),
            ),
            SideFact(_("Saved games"), str(games)),
            SideFact(_("Version"), version),
            SideFact(_("Licence"), _("{licence}: you may use, change and share this program.").format(licence=LICENCE)),
        ),
        buttons=(
            *((SideEntry(_("Report a problem"), WriteReport()),) if can_report else ()),
            SideEntry(_("Back"), CloseSide()),
        ),
    )


def _list_keys() -> Iterator[SideFact]:
    """The keys of a keyboard (companion.devices.keyboard), and what each does."""
    # Translators: Names of keys, as your keyboards have them.
    yield SideFact(_("Arrows, Tab"), _("go from one button to another"))
    yield SideFact(_("Enter"), _("press the button with the frame; if none has one, Done"))
    yield SideFact(_("Esc"), _("go back, or to the choice of games"))
    # Translators: These letters are the same in every language.
    yield SideFact(_("U, R, H"), _("Undo, Redo, Hint"))
    yield SideFact(_("F11, Ctrl+Q"), _("fill the screen, quit"))
