"""Makes the menu that is shown if the saved games cannot be opened: it says why and what to do. Until then, no game can
be chosen.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from companion.language import _
from companion.session.session import describe_unsaved
from companion.values.menu_commands import AskStartAfresh, LeaveOptions, StartAfresh
from companion.values.views import Menu, MenuEntry

Blocked = Literal["disk", "in-use", "damaged", "other-version", "other"]
"""Why the saved games cannot be opened: because of their disk, another program, damage, or the version that wrote them.
For `other`, only the message says why.
"""

CAN_START_AFRESH: tuple[Blocked, ...] = ("damaged", "other-version")
"""Where waiting does not help, but the saved games can be put aside."""


def make_blocked_menu(blocked: Blocked, problem: str, others: Iterable[MenuEntry], *, asks_afresh: bool) -> Menu:
    """The menu.

    problem: why the saved games cannot be opened, in words. others: what else can be tapped. asks_afresh: True while
    the menu asks if people want to start without the saved games.
    """
    if asks_afresh:
        return Menu(
            _("Start afresh?"),
            _("The list of saved games will be empty. The old games are put aside, and nothing is deleted."),
            buttons=(MenuEntry(_("Back"), LeaveOptions()), MenuEntry(_("Start afresh"), StartAfresh())),
        )
    afresh = (MenuEntry(_("Start afresh"), AskStartAfresh()),) if blocked in CAN_START_AFRESH else ()
    headline, detail = _describe(blocked, problem)
    return Menu(headline, detail, buttons=(*others, *afresh))


def _describe(blocked: Blocked, problem: str) -> tuple[str, str]:
    match blocked:
        case "disk":
            return _("The game cannot be saved"), describe_unsaved()
        case "in-use":
            return (
                _("The saved games are in use"),
                _("Close the other companion that uses the saved games. Then this one continues by itself."),
            )
        case "damaged":
            return (
                _("The saved games are damaged"),
                _("You can start afresh. The old games are put aside: somebody who knows computers can look at them."),
            )
        case "other-version":
            return (
                _("The saved games are from another version"),
                _("Update this companion, or start afresh. Then the old games are put aside."),
            )
        case "other":
            return _("The saved games cannot be opened"), problem
