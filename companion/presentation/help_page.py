"""Makes the pages of help: what buttons and keys do, how to report a problem, what this program is, and where the games
are.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from companion.language import _
from companion.values.side_commands import CloseSide, OpenHelp, WriteReport
from companion.values.side_pages import SideEntry, SideFact, SidePage
from companion.words import join_words

LICENCE = "MIT"


def make_page(*, can_report: bool) -> SidePage:
    """The first page of help. can_report: True if people can write a bug report here."""
    return SidePage(
        "help",
        _("Help"),
        _("Set up the pieces as the screen shows, make your moves, and press Done. The rules are in each game's menu."),
        facts=tuple(_list_buttons()),
        buttons=(
            *((SideEntry(_("Report a problem"), WriteReport()),) if can_report else ()),
            SideEntry(_("Keyboard, program"), OpenHelp(more=True)),
            SideEntry(_("Back"), CloseSide()),
        ),
    )


def make_second_page(version: str, games: Path) -> SidePage:
    """The second page of help. games: the folder of the saved games."""
    return SidePage(
        "help",
        _("Keyboard, program"),
        "",
        facts=(
            *_list_keys(),
            SideFact(
                _("Seal of the dice"),
                _(
                    "It fixes every roll before it is made. The end of a game opens it. `companion journal verify` "
                    "checks it."
                ),
            ),
            SideFact(_("Saved games"), str(games)),
            SideFact(_("Version"), version),
            SideFact(_("Licence"), _("{licence}: you may use, change and share this program.").format(licence=LICENCE)),
        ),
        buttons=(SideEntry(_("Back"), OpenHelp()),),
    )


def _list_buttons() -> Iterator[SideFact]:
    """The buttons of every game, what a tap on the board does, and the words of the strip."""
    yield SideFact(_("Done"), _("Your move is finished. If something is wrong, it says what."))
    yield SideFact(join_words([_("Undo"), _("Redo")]), _("Take the last move back, and play it again after all."))
    yield SideFact(_("Hint"), _("Shows which pieces can move. For one piece, tap it on the picture."))
    # Translators: "pips" and "to come in" are words of the strip above every game.
    yield SideFact(
        _("At the top"),
        _("pips: how far a player's checkers still have to go; to come in: pieces that wait beside the board."),
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
