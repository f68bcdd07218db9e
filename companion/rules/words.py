"""Words that several games share."""

from __future__ import annotations

from collections.abc import Mapping

from companion.language import N_, Translated, ngettext

OFFER_NAMES: Mapping[str, str] = Translated(
    {
        "pass": N_("Pass"),
        "double": N_("Double"),
        "take": N_("Take"),
        "drop": N_("Drop"),
        "swap": N_("Swap"),
        "keep": N_("Keep"),
        "before": N_("Before"),
        "after": N_("After"),
        "decline": N_("Decline"),
    }
)
"""The words on the button of a move that leaves the table unchanged, if the game has no other words."""

MOVE_WORDS: Mapping[str, str] = Translated(
    {
        "pass": N_("pass"),
        "double": N_("double"),
        "take": N_("take"),
        "drop": N_("drop"),
        "swap": N_("swap"),
        "keep": N_("keep the dice"),
        "before": N_("counterattacks first"),
        "after": N_("counterattacks afterwards"),
        "decline": N_("no counterattack"),
        "done": N_("no more attacks"),
    }
)
"""The words for the same moves inside a sentence."""


def in_points(count: int) -> str:
    """A number of points in words: "1 point", "2 points"."""
    return ngettext("{count} point", "{count} points", count).format(count=count)
