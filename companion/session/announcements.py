"""Announces what happens in a session: notifications for all listeners, and notices for the screen. Nothing is
announced more often than needed. It decides nothing about the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.language import _, start_sentence
from companion.rules.core import JSON
from companion.session.running_game import RunningGame
from companion.session.transient_state import Notice
from companion.values.notifications import Notification
from companion.values.results import Refused

NOTICE_S = 6.0
"""How long a notice stays on the screen."""


class Announcer:
    """Collects the notifications of a game, and puts notices on its screen."""

    def __init__(self, game: RunningGame) -> None:
        self._game = game
        self._told: set[object] = set()
        self._news: list[Notification] = []

    def take_news(self) -> tuple[Notification, ...]:
        """The notifications since the last call."""
        news, self._news = tuple(self._news), []
        return news

    def tell(self, event: str, data: Mapping[str, JSON]) -> None:
        """Adds a notification. event: its kind, as in docs/contract.md section 7. data: its other fields."""
        self._news.append(Notification(self._game.frame, self._game.t, event, data))

    def notice(self, text: str, device: str) -> None:
        """Shows a message from a device for a while. If it is not on the screen yet, it is also reported."""
        sentence = start_sentence(text)
        if sentence not in [shown.text for shown in self._game.now.notices]:
            self.tell("device", {"device": device, "text": text})
        self._show(sentence)

    def answer(self, text: str) -> None:
        """Says why a press or a roll had no effect. The message stays for a while, or until something counts."""
        self._show(text, is_answer=True)

    def refuse(self, reason: str) -> Refused:
        """Refuses a command, and shows why."""
        self.answer(reason)
        return Refused(reason)

    def refuse_too_late(self) -> Refused:
        """Refuses a command that is not possible any more, and tells the players, because the screen had offered it."""
        refused = Refused(_("This is no longer possible. Look at the screen again."))
        self.notice(refused.reason, "screen")
        return refused

    def mark_read(self) -> None:
        """Takes away the messages that stay until they are read."""
        self._game.now = replace(self._game.now, unread=())

    def hide(self, text: str) -> None:
        """Takes a notice off the screen, if it is there."""
        self._keep(lambda notice: notice.text != text)

    def hide_old(self) -> None:
        """Takes away the notices that have been on the screen for long enough."""
        self._keep(lambda notice: notice.until > self._game.t)

    def begin_anew(self) -> None:
        """Begins again after something has counted, or after the setup: everything may be announced again, and answers
        to earlier presses are taken away.
        """
        self._told.clear()
        self.hide_answers()

    def hide_answers(self) -> None:
        """Takes the answers to what was pressed before off the screen."""
        self._keep(lambda notice: not notice.is_answer)

    def is_first(self, what: object) -> bool:
        """True if this has not been announced since something last counted. From now on it counts as announced."""
        if what in self._told:
            return False
        self._told.add(what)
        return True

    def _show(self, text: str, *, is_answer: bool = False) -> None:
        self.hide(text)
        now = self._game.now
        notice = Notice(text, self._game.t + NOTICE_S, is_answer)
        self._game.now = replace(now, notices=(*now.notices, notice))

    def _keep(self, stays: Callable[[Notice], bool]) -> None:
        self._game.now = replace(self._game.now, notices=tuple(filter(stays, self._game.now.notices)))
