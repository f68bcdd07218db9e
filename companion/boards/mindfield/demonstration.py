"""A demonstration of Mindfield: placing, a move, a jump, and what can go wrong on a real board."""

from __future__ import annotations

from companion.boards.demonstration import Carry, Demonstration, PressButton, Push, TakePicture, Tell
from companion.language import N_

GOLD, SILVER = "gold", "silver"

DEMONSTRATION = Demonstration(
    near=GOLD,
    far=SILVER,
    before=(
        PressButton("hint"),
        TakePicture("1-start"),
        Carry(GOLD, None, "b2"),
        Carry(SILVER, None, "d2"),
        Tell(N_("Gold puts a stone where none may be put.")),
        Carry(GOLD, None, "c4"),
        TakePicture("2-illegal"),
        Tell(N_("Gold puts it right.")),
        Carry(GOLD, "c4", "f2"),
        Carry(SILVER, None, "a4"),
        Tell(N_("Silver takes the move back by hand, and makes another.")),
        Carry(SILVER, "a4", None, presses_done=False),
        Carry(SILVER, None, "b4"),
        Carry(GOLD, None, "f4"),
        TakePicture("3-before-the-power-cut"),
    ),
    after=(
        PressButton("hint"),
        TakePicture("4-resumed"),
        Carry(SILVER, None, "b6"),
        Carry(GOLD, None, "d6"),
        Carry(SILVER, None, "f6"),
        Carry(GOLD, "b2", "b3"),
        TakePicture("5-play"),
        Tell(N_("Silver jumps, and leaves the captured stone on the board.")),
        Carry(SILVER, "b4", "b2"),
        TakePicture("6-not-finished"),
        Carry(SILVER, "b3", None, kind=GOLD),
        Tell(N_("Gold leaves a stone across the border of two squares.")),
        Push(GOLD, "f4", "f3", onto_border=True),
        TakePicture("7-doubt"),
        Tell(N_("Gold straightens it.")),
        Push(GOLD, "f4", "f3", onto_border=False),
        Tell(N_("Gold presses undo and puts the stone back.")),
        PressButton("undo"),
        TakePicture("8-taken-back"),
        Carry(GOLD, "f3", "f4", presses_done=False),
        TakePicture("9-end"),
    ),
)
