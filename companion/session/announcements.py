"""What a session says, and when: happenings for whoever listens, notices for the screen, each as often as it should.

It knows the game's state and the moment, and decides nothing about the game.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.history.state import State
from companion.referee import Sight
from companion.rules.core import JSON
from companion.session.transient_state import TransientState
from companion.values.notifications import Notification

NOTICE_S = 6.0
"""How long a notice stays on the screen."""

LINGERS_S = 5.0
"""How long a hand is over the board before it is said that it may be something else."""

LINGERS = "Something has been over the board for a while. Take it away, or press Done if nothing is there."

ADVISE_AGAIN_S = 120.0
"""How long the camera's advice is not repeated while it stands."""


class Announcer:
    """Keeps the state, the moment and the news. `_frame` and `_t` say when it is."""

    def __init__(self, state: State, moment: TransientState) -> None:
        self.state = state
        self.moment = moment
        self._frame, self._t = 0, 0.0
        self._said: set[object] = set()
        self._news: list[Notification] = []
        self._hand_since: float | None = None
        self._lingers = False
        self._advised: tuple[str | None, float] = (None, 0.0)

    def take_news(self) -> tuple[Notification, ...]:
        """What has happened since the last call."""
        news, self._news = tuple(self._news), []
        return news

    def notice(self, text: str, device: str) -> None:
        """A device has something to say: it is told, and shown for a while as a sentence of its own."""
        sentence = text[:1].upper() + text[1:]
        if sentence not in [shown for shown, _ in self.moment.notices]:
            self._tell("device", device=device, text=text)
        self._show_notice(sentence)

    def _look_around(self, sight: Sight) -> None:
        """Tells what a sight says of board, hand and picture, whatever lies on the table."""
        self._see_board(sight)
        self._see_hand(sight)
        self._see_picture(sight)

    def _see_board(self, sight: Sight) -> None:
        if sight.problem is not None and self.moment.problem is None:
            self._tell("lost-board", problem=sight.problem)
        if sight.problem is None and self.moment.problem is not None:
            self._tell("found-board")
        self._now(problem=sight.problem)

    def _see_hand(self, sight: Sight) -> None:
        if sight.hand and not self.moment.hand:
            self._hand_since = self._t
            self._tell("hand")
        if self.moment.hand and not sight.hand:
            self._lingers = False
            self._now(notices=tuple(n for n in self.moment.notices if n[0] != LINGERS))
        self._now(hand=sight.hand)
        since = self._hand_since
        if sight.hand and since is not None and self._t - since >= LINGERS_S and not self.moment.laying_out:
            self._hand_since, self._lingers = None, True
            # A picture that is hardly readable looks as if something was over the board: then that is said.
            self.notice(sight.advice or LINGERS, "camera")

    def _see_picture(self, sight: Sight) -> None:
        """Hands on advice about the picture; the same advice again only after a while."""
        if sight.advice is None:
            return
        said, when = self._advised
        if sight.advice != said or self._t - when >= ADVISE_AGAIN_S:
            self._advised = sight.advice, self._t
            self.notice(sight.advice, "camera")

    def _tell(self, event: str, **data: JSON) -> None:
        self._news.append(Notification(self._frame, self._t, event, data))

    def _show_notice(self, text: str) -> None:
        others = (n for n in self.moment.notices if n[0] != text)
        self._now(notices=(*others, (text, self._t + NOTICE_S)))

    def _first(self, what: object) -> bool:
        """Whether this is said for the first time since the last commit."""
        if what in self._said:
            return False
        self._said.add(what)
        return True

    def _now(self, **changes: Any) -> None:
        self.moment = replace(self.moment, **changes)

    def _position(self) -> dict[str, JSON]:
        return self.state.game.dump(self.state.position)
