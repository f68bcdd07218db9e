"""Chooses what the companion says aloud: the most important sentences of the screen, each once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.language import join
from companion.presentation.sounds import ASKING
from companion.values.notifications import Notification, describe
from companion.values.views import View

SETTLE_S = 0.6
"""How long a screen must stay before it is spoken, so that people who move several pieces do not hear a sentence for
each.
"""

IN_DETAIL = (*ASKING, "over")
"""The screens on which the sentences below the headline are spoken, too."""

WITH_STRIP = ("play", "roll", "over")
"""The screens on which the strip says more than the headline: who must press Done, or who has won."""


class SpokenPrompts:
    """Finds out what is new on the screen, and returns it once the screen has stayed the same for a moment."""

    def __init__(self) -> None:
        self._shown: tuple[str, ...] = ()
        self._said: tuple[str, ...] = ()
        self._rolls: list[str] = []
        self._since = 0.0

    def follow(self, view: View, news: Iterable[Notification], now: float) -> str:
        """The text to say now; "" for nothing. news: what has happened. now: the time by a clock (s)."""
        self._rolls += [describe(one) for one in news if one.event == "roll"]
        sentences = tuple(list_sentences(view))
        if sentences != self._shown:
            self._shown, self._since = sentences, now
        if now - self._since < SETTLE_S:
            return ""
        rolls, self._rolls = self._rolls, []
        fresh = [sentence for sentence in sentences if sentence not in self._said]
        self._said = sentences
        return join(" ", (*rolls, *fresh))


def list_sentences(view: View) -> Iterator[str]:
    """The sentences to speak: the lesson's words, the headline, whose turn it is, reasons, how to repair the table, and
    notices.
    """
    if view.lesson is not None:
        yield view.lesson.text
    if view.headline:
        yield _end(view.headline)
    if not view.headline or view.screen in WITH_STRIP:
        yield _end(view.strip.text)
    yield from (_end(reason.text) for reason in view.reasons)
    if view.screen == "wrong":
        yield from (_end(step.text) for step in view.steps)
    if view.screen in IN_DETAIL and view.detail:
        yield _end(view.detail)
    yield from map(_end, (*view.unread, *view.notices))


def _end(text: str) -> str:
    """The text with a mark at its end, so that the voice pauses there."""
    return text if text.endswith((".", "?", "!", ":")) else join("", (text, "."))
