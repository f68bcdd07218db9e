"""The sounds of the companion, by their names: the presentation chooses one, the speaker plays it."""

from __future__ import annotations

from typing import Literal, get_args

Sound = Literal["over", "refused", "question", "accepted", "roll", "press"]
"""The game is over; something is not allowed; the companion asks or reports something; a move or another change counts;
a roll counts; a press was heard."""

SOUNDS: tuple[Sound, ...] = get_args(Sound)
