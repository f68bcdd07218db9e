"""Chooses the sound for what has happened. Each sound repeats what the screen shows, so nobody needs to hear it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import time

from companion.values.notifications import Notification
from companion.values.sounds import SOUNDS, Sound
from companion.values.views import View

OF_EVENTS: Mapping[str, Sound] = {
    "over": "over",
    "illegal": "refused",
    "setup-wrong": "refused",
    "unsure": "question",
    "lost-board": "question",
    "found-board": "accepted",
    "setup-ok": "accepted",
    "move": "accepted",
    "takeback": "accepted",
    "redo": "accepted",
    "corrected": "accepted",
    "resigned": "accepted",
    "roll": "roll",
}
"""The sound for each event in docs/contract.md section 7. `device` has none, because its notice on the screen has one.
`resumed`, `hand` and `partial` have none, because they are no news for people at the table.
"""

ASKING = ("doubt", "blind", "paused")
"""The screens on which the game waits until people do something."""


def choose_sound(before: View | None, after: View, news: Collection[Notification], *, pressed: bool) -> Sound | None:
    """The most important sound for what happened between two views; None if nothing happened. before: None at the
    start. pressed: True if somebody tapped the screen or pressed a button.
    """
    due: set[Sound] = {OF_EVENTS[one.event] for one in news if one.event in OF_EVENTS}
    if before is not None:
        asks = (after.screen, after.headline)
        if after.screen in ASKING and asks != (before.screen, before.headline):
            due.add("question")
        if set(after.notices) - set(before.notices):
            due.add("refused" if pressed or not _has_report(news) else "question")
    if pressed:
        due.add("press")
    return next((sound for sound in SOUNDS if sound in due), None)


def _has_report(news: Collection[Notification]) -> bool:
    """True if a device reports something. Then a new notice on the screen does not answer a press."""
    return any(one.event == "device" for one in news)


def is_quiet(clock: time, begin: time | None, end: time) -> bool:
    """True if a time of day is in the hours of the night. begin: the start of the night, which may be before midnight;
    None for no night. end: its end.
    """
    if begin is None:
        return False
    if begin <= end:
        return begin <= clock < end
    return clock >= begin or clock < end
