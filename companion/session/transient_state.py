"""What is true for a moment in a running game, beside its state: what is on the table, open questions and notices.

None of it is in the journal, and a power cut may delete it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.referee import Ambiguous, Illegal, Uncertain, UnderWay, Verdict
from companion.rules.core import Table
from companion.session.hints import HintFocus
from companion.session.takebacks import AskedTakeback
from companion.values.commands import CorrectPosition, GiveUp, VoidRoll

GamePage = Literal["menu", "resign", "history"]
"""The menu of the running game, what can be given up, or the steps of the game."""

Proposal = CorrectPosition | VoidRoll | GiveUp
"""What needs everybody's agreement."""


@dataclass(frozen=True, slots=True)
class Unread:
    """A message that stays until it is read."""

    text: str
    of_roll: bool = False
    """True if it is about a roll: the next roll replaces it."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A message that stays on the screen for a while."""

    text: str
    until: float
    """Until when it stays (s)."""
    is_answer: bool = False
    """True if it says why a press or a roll had no effect. The next commit takes it away."""


@dataclass(frozen=True, slots=True)
class TransientState:
    """What is true for a moment, beside the game's state."""

    laying_out: bool
    """True if the start table has not been seen yet."""
    verdict: Verdict | None = None
    """The verdict on the table at rest; None while it changes."""
    rest: Verdict | None = None
    """The verdict on the table when it was last at rest."""
    since: float = 0.0
    """When `verdict` got its value, in the time of the frames (s)."""
    unsaved: bool = False
    """True if the journal could not be written: nothing counts until it can."""
    hand: bool = False
    """True if a hand is over the board."""
    problem: str | None = None
    """Why the board is not in sight; None if it is."""
    wrong: Illegal | UnderWay | None = None
    """The illegal or unfinished table that the players were told about, until it is right again."""
    restoring: Table | None = None
    """The table when Undo or Redo was pressed, until the players have moved the pieces to where they belong."""
    doubt: Uncertain | Ambiguous | AskedTakeback | None = None
    """The question that the players were asked and have not answered."""
    hint: bool = False
    """True if the players asked for a hint."""
    hint_focus: HintFocus | None = None
    """What the hint is about; None if it is about everything that can be done. It counts only while `hint` is True."""
    done_waits: bool = False
    """True if Done was pressed and waits until the table is at rest."""
    correcting: bool = False
    """True if the players are looking at what can be corrected beside the board."""
    page: GamePage | None = None
    """The page that people opened beside the game; None while they play."""
    step: int = 0
    """After how many steps of the game the board is shown, while players look back."""
    turned: bool = False
    """True if the board is shown as the player opposite sees it."""
    proposed: Proposal | None = None
    """What the players were asked to agree to."""
    done_at: float | None = None
    """When Done last had an effect (s). None if the players rolled or tapped something since."""
    unread: tuple[Unread, ...] = ()
    """What stays on the screen until the players have read it, the oldest first."""
    notices: tuple[Notice, ...] = ()
    """The notices on the screen, the oldest first."""
