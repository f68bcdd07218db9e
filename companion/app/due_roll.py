"""The roll that is due in a game: which dice, and who rolls them."""

from __future__ import annotations

from companion.language import call_players
from companion.presentation.strip import rolls_for_everybody
from companion.rules.core import Status
from companion.session import Session


class DueRoll:
    """Follows a game, and knows from its status which dice are due."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._position: object = None
        self._status: Status | None = None
        self._at_rest: frozenset[str] = frozenset()
        self.named = session.state.game.info.named_dice
        """True if it matters which die is which, as with the colours of Color Dice."""
        self.alone: str | None = None
        """The single die that the players chose to roll; None if they chose none."""

    def follow(self) -> bool:
        """Finds out which roll is due. True if the game has changed since the last call."""
        state = self._session.state
        if state.position is self._position:
            return False
        self._position = state.position
        status = state.game.status(state.position)
        self._status = status if status.due == "roll" else None
        self._at_rest = frozenset(name for name, _ in status.shown_dice if name)
        self.alone = None
        return True

    @property
    def is_due(self) -> bool:
        """True if a roll is due."""
        return self._status is not None

    @property
    def dice(self) -> tuple[str, ...]:
        """The dice that may be rolled now. Empty if no roll is due."""
        return () if self._status is None else self._status.dice

    @property
    def wanted(self) -> tuple[str, ...]:
        """The dice to roll next: the one that the players chose. If they chose none, the dice that do not rest yet, or
        else all.
        """
        if self.alone is not None and self.is_due:
            return (self.alone,)
        return tuple(die for die in self.dice if die not in self._at_rest) or self.dice

    @property
    def player(self) -> str:
        """The name of the player who rolls. "" if no roll is due, or if every player rolls a die for the first move."""
        if self._status is None:
            return ""
        info = self._session.state.game.info
        if rolls_for_everybody(info, self._status):
            return ""
        with call_players(self._session.state.names):
            return info.names.get(self._status.player, self._status.player)

    def is_choice(self, dice: tuple[str, ...]) -> bool:
        """True if these dice are at rest already, so that the players can keep them or roll them again."""
        return self.named and self.alone is None and self._at_rest.issuperset(dice)
