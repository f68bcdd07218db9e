"""Watches what a sight shows beside the pieces: is the board in sight, is a hand over it, is the picture good
enough?
"""

from __future__ import annotations

from dataclasses import replace

from companion.language import _
from companion.referee import Illegal, Sight, Uncertain
from companion.session.announcements import NOTICE_S, Announcer
from companion.session.running_game import RunningGame

COVERED_S = 5.0
"""If the board is covered for this long, a message says that it may be something else than a hand."""


STUCK_S = 1.0
"""If people are asked something for this long in a bad picture, or their table is illegal for this long, the advice
about the picture is given again.
"""

COVERED_AT_REST_S = 2.0
"""If the board looks covered for this long while nothing moves, it is certain that a thing is there. A hand would have
gone by then.
"""


def describe_covered() -> str:
    """A text that says what to do if something has been over the board for long."""
    return _("Something has covered the board for a while. Take it away, or press Done if nothing is there.")


ADVICE_AGAIN_S = 120.0
"""The same advice about the picture is given again only after this time, or when the picture may be the reason of a
question or of a move that does not count.
"""


class Surroundings:
    """Watches board, hand and picture, and tells the players when one of them changes."""

    def __init__(self, game: RunningGame, announcer: Announcer) -> None:
        self._game = game
        self._announcer = announcer
        self._hand_since: float | None = None
        self._stays_covered = False
        self._is_cover_denied = False
        self._rests_since: float | None = None
        self._advice: tuple[str | None, float] = (None, 0.0)
        self._trouble_since: float | None = None

    def hear_done(self) -> None:
        """Notes that somebody pressed Done. If the players were told that something covers the board, this is their
        answer that nothing does.
        """
        self._is_cover_denied = self._stays_covered

    def deny_cover(self) -> None:
        """Notes that the players say that nothing covers the board. It counts for the next sight that shows what is
        below.
        """
        self._is_cover_denied = True

    def take_denial(self) -> bool:
        """True if the players have said that nothing covers the board, and this has not counted yet."""
        denied, self._is_cover_denied = self._is_cover_denied, False
        return denied

    @property
    def is_covered_at_rest(self) -> bool:
        """True if something has been over the board for a while and nothing has moved."""
        return self._rests_since is not None and self._game.t - self._rests_since >= COVERED_AT_REST_S

    def look(self, sight: Sight) -> None:
        """Looks at the next sight, and tells the players what has changed."""
        if sight.under is None:
            self._rests_since = None
        elif self._rests_since is None:
            self._rests_since = sight.t
        self._look_for_board(sight)
        self._look_for_hand(sight)
        self._look_at_picture(sight)

    def _look_for_board(self, sight: Sight) -> None:
        problem = self._game.now.problem
        if sight.problem is not None and problem is None:
            self._announcer.tell("lost-board", {"problem": sight.problem})
        if sight.problem is None and problem is not None:
            self._announcer.tell("found-board", {})
        self._game.now = replace(self._game.now, problem=sight.problem)

    def _look_for_hand(self, sight: Sight) -> None:
        game = self._game
        if sight.hand and not game.now.hand:
            self._hand_since = game.t
            self._announcer.tell("hand", {})
        if game.now.hand and not sight.hand:
            self._stays_covered = False
            self._announcer.hide(describe_covered())
        game.now = replace(game.now, hand=sight.hand)
        since = self._hand_since
        if sight.hand and since is not None and game.t - since >= COVERED_S and not game.now.laying_out:
            self._hand_since, self._stays_covered = None, True
            if isinstance(game.now.doubt, Uncertain) and game.now.doubt.thing:
                return  # the players know already
            # A picture that can hardly be read looks as if something covered the board.
            self._announcer.notice(sight.advice or describe_covered(), "camera")

    def _look_at_picture(self, sight: Sight) -> None:
        """Tells the players how to get a better picture. The same advice is repeated only after a while, or as soon as
        people are asked something or their move does not count, because the bad picture may be the reason.
        """
        now, t = self._game.now, self._game.t
        if now.doubt is None and not isinstance(now.verdict, Illegal):
            self._trouble_since = None
        elif self._trouble_since is None:
            self._trouble_since = t
        if sight.advice is None:
            return
        told, when = self._advice
        since = self._trouble_since
        is_stuck = since is not None and t - since >= STUCK_S and when < since
        if sight.advice != told or t - when >= (NOTICE_S if is_stuck else ADVICE_AGAIN_S):
            self._advice = sight.advice, t
            self._announcer.notice(sight.advice, "camera")
