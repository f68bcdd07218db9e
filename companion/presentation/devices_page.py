"""The page of the devices: what works, and what people try out."""

from __future__ import annotations

from collections.abc import Sequence

from companion.language import _
from companion.values.side_commands import CloseSide, OpenDevices, TryDie, TrySound
from companion.values.side_pages import SideEntry, SideFact, SideFinding, SidePage
from companion.words import join_words


def make_page(
    findings: Sequence[SideFinding] | None,
    pressed: Sequence[str],
    rolled: Sequence[int],
    *,
    can_roll: bool,
    in_game: bool = False,
    trouble: str = "",
) -> SidePage:
    """The page. findings: None while the devices are looked at. pressed: the buttons that were pressed. rolled: what
    the die shows. can_roll: people can roll it here. in_game: a game uses the devices, so nothing is tried out."""
    looks = _("Looking at the devices …") if findings is None else ""
    if in_game:
        return SidePage(
            "devices",
            _("Devices"),
            looks or _("Die and buttons are tried out before a game."),
            trouble=trouble,
            findings=tuple(findings or ()),
            buttons=(SideEntry(_("Look again"), OpenDevices(in_game=True)), SideEntry(_("Back"), CloseSide())),
        )
    facts = [SideFact(_("Buttons"), join_words(pressed) if pressed else _("Press one to try it."))]
    if rolled:
        facts.append(SideFact(_("Die"), ", ".join(map(str, rolled))))
    return SidePage(
        "devices",
        _("Devices"),
        looks,
        trouble=trouble,
        facts=tuple(facts),
        findings=tuple(findings or ()),
        entries=(
            *((SideEntry(_("Roll the die"), TryDie()),) if can_roll else ()),
            SideEntry(_("Play a sound"), TrySound()),
        ),
        buttons=(SideEntry(_("Look again"), OpenDevices()), SideEntry(_("Back"), CloseSide())),
    )
