"""When to look at the picture's quality, and the advice that came of it.

It knows when a look is due; what makes a picture good is judged in `quality`.
"""

from __future__ import annotations

from math import inf

from vision import quality
from vision.layout import Layout
from vision.register import Registration
from vision.register.markers import Picture

ASSESS_EVERY_S = 5.0
"""How long after a look at a picture's quality the next one is due: lenses fog slowly."""


class Advisor:
    """Keeps the advice about the picture, for as long as a board is in sight."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._assessed_at = -inf
        self._is_due = False
        self.advice: str | None = None
        """What makes the picture worse than it need be and what to do; None where it is good enough."""

    def look(self, image: Picture, registration: Registration, t: float, *, just_read: bool) -> None:
        """Looks at a picture of a table at rest: now and then, and in the frame after one that was read."""
        if t - self._assessed_at >= ASSESS_EVERY_S or (self._is_due and not just_read):
            self.advice = quality.assess(image, registration, self._layout).advice
            self._assessed_at, self._is_due = t, False
        self._is_due = self._is_due or just_read

    def forget(self) -> None:
        """Forgets the advice: the board is lost."""
        self.advice, self._assessed_at, self._is_due = None, -inf, False
