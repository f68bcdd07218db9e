"""The names of the companion's sounds. The presentation chooses a sound, and the speaker plays it."""

from __future__ import annotations

from typing import Literal, get_args

Sound = Literal["over", "refused", "question", "accepted", "roll", "press"]
"""`over`: the game is over. `refused`: something is not allowed. `question`: the companion asks or reports something.
`accepted`: a move or another change counts. `roll`: a roll counts. `press`: a press was noticed.
"""

SOUNDS: tuple[Sound, ...] = get_args(Sound)
