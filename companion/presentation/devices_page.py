"""Makes the page of the devices: what works, and what people can try out."""

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
    """The page of the devices.

    findings: None while the devices are being looked at. pressed: the buttons that people have pressed to try them.
    rolled: what the die shows. can_roll: True if people can roll it here. in_game: True if a game uses the devices, so
    that nothing can be tried out.
    """
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
