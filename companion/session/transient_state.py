"""What is true only for a moment in a running game: what is on the table, open questions, notices.

The journal keeps none of this, and a power cut may delete it. What the journal keeps is the game's state.
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
"""The page that is open: the menu of the running game, what can be given up, or a look back."""

Proposal = CorrectPosition | VoidRoll | GiveUp
"""A proposal of one player. It is carried out only if everybody agrees."""


@dataclass(frozen=True, slots=True)
class Unread:
    """A message that stays on the screen until people have read it."""

    text: str
    of_roll: bool = False
    """True if the message is about a roll. Then the next roll replaces it."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A message that stays on the screen for a while."""

    text: str
    until: float
    """When the message is taken away (s)."""
    is_answer: bool = False
    """True if the message says why a press or a roll had no effect. It is taken away when something counts."""


@dataclass(frozen=True, slots=True)
class TransientState:
    """What is true only for a moment, beside the game's state."""

    laying_out: bool
    """True while people set up the pieces, until the start table has been seen."""
    verdict: Verdict | None = None
    """What the table means while it is at rest; None while it changes."""
    rest: Verdict | None = None
    """What the table meant when it was last at rest."""
    since: float = 0.0
    """When `verdict` got its value, in the time of the frames (s)."""
    unsaved: bool = False
    """True if the journal could not be written. Then nothing counts until it can be written again."""
    hand: bool = False
    """True if a hand is over the board."""
    strays: tuple[str, ...] = ()
    """For each piece that was put on the print but on no cell since the table last changed: the nearest cell."""
    problem: str | None = None
    """Why the board is not in sight; None if it is."""
    wrong: Illegal | UnderWay | None = None
    """The illegal or unfinished table of which the players were told, until it is right again."""
    insisted: Table | None = None
    """The table for which players pressed Done although they knew that it is not right, or that it is the same as
    before. If they press it once more, they are asked what the camera may misread.
    """
    restoring: Table | None = None
    """The table at the moment when Undo or Redo was pressed; None once the players have put the pieces where they
    belong.
    """
    doubt: Uncertain | Ambiguous | AskedTakeback | None = None
    """The question that the players have not answered yet; None if there is none."""
    hint: bool = False
    """True if a hint is shown."""
    hint_focus: HintFocus | None = None
    """What the hint is about; None for everything that can be done. It only matters while `hint` is True."""
    done_waits: bool = False
    """True if somebody pressed Done, and it waits until the table is at rest."""
    correcting: bool = False
    """True if the players are looking at what can be corrected beside the board."""
    page: GamePage | None = None
    """The page that people have opened beside the game; None while they play."""
    step: int = 0
    """While players look back: after how many steps of the game the board is shown."""
    turned: bool = False
    """True if the board is shown as the player opposite sees it."""
    proposed: Proposal | None = None
    """What the players must agree to; None if nothing is proposed."""
    done_at: float | None = None
    """When Done last had an effect (s). None if the players have rolled or tapped something since."""
    unread: tuple[Unread, ...] = ()
    """The messages that stay until the players have read them, the oldest first."""
    notices: tuple[Notice, ...] = ()
    """The notices on the screen, the oldest first."""
