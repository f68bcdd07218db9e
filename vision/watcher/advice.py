"""Decides when to judge how good the picture is, and keeps the advice that follows.

`quality` measures a picture and says what to do better, and `reflections` finds reflections.
"""

from __future__ import annotations

from dataclasses import replace
from math import inf

import cv2
import numpy as np

from vision.layout import Layout
from vision.message import Message
from vision.observation import Reading
from vision.register import Registration
from vision.register.markers import Picture
from vision.watcher import quality
from vision.watcher.motion import Grid
from vision.watcher.reflections import Reflection

ASSESS_EVERY_S = 5.0
"""How long it takes from one look at the picture's quality to the next. Lenses fog slowly."""


RESTLESS_S = 2.0
"""If the table does not come to rest for this long, the picture's quality is looked at, too. A bad picture may be the
reason.
"""

_MAX_HAND_PART = 0.25  # a hand may cover up to this part of all cells, and be overexposed where the board is not


class Advisor:
    """Keeps the advice about the picture while a board is in sight."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._assessed_at = -inf
        self._rested_at = -inf
        self._is_due = False
        self._quality: str | None = None
        self.is_blurred = False
        """True if the board was out of focus when the picture's quality was last looked at."""
        self._reflection: str | None = None

    @property
    def advice(self) -> str | None:
        """What makes the picture worse than it could be, and what to do about it; None if it is good enough."""
        return self._reflection or self._quality

    def look(self, image: Picture, registration: Registration, t: float, *, just_read: bool, hand: bool) -> None:
        """Looks at the quality of a picture of a table at rest: every few seconds, and in the frame after a reading.
        hand: True if a hand or another thing is over the board.
        """
        self._rested_at = t
        if t - self._assessed_at >= ASSESS_EVERY_S or (self._is_due and not just_read):
            self._assess(image, registration, t, hand)
        self._is_due = self._is_due or just_read

    def look_at_motion(self, image: Picture, registration: Registration, t: float, *, hand: bool) -> None:
        """Looks at the quality of a picture in which something moves, if something has been moving for long. hand: as
        for `look`.
        """
        if t - max(self._rested_at, self._assessed_at) >= RESTLESS_S:
            self._assess(image, registration, t, hand)

    def note_reflection(self, reflection: Reflection | None, grid: Grid, reading: Reading) -> None:
        """Gives advice about a reflection that makes a cell unsure.

        With a hand over the board it gives none, because the hand may be why the cell is unsure.
        """
        self._reflection = None
        if reflection is None or reading.hand:
            return
        rows, columns = reflection.where.shape
        near = cv2.dilate(reflection.where.astype(np.uint8), np.ones((grid.window, grid.window), np.uint8))
        doubtful: list[tuple[float, str]] = []
        for name, cell in self._layout.cells.items():
            column, row = int(cell.x / grid.step_mm), int(cell.y / grid.step_mm)
            if 0 <= row < rows and 0 <= column < columns and near[row, column] and reading.cells[name].unsure:
                doubtful.append((float(reflection.light[row, column].sum()), name))
        if doubtful:
            _, name = max(doubtful)
            self._reflection = Message(
                "Something shiny reflects on {name}: move the lamp, or shade the board from the window.", name=name
            )

    def forget(self) -> None:
        """Forgets the advice, because the board is not in sight any more."""
        self._quality, self._reflection, self._assessed_at, self._is_due = None, None, -inf, False
        self.is_blurred = False

    def _assess(self, image: Picture, registration: Registration, t: float, hand: bool) -> None:
        assessed = quality.assess(image, registration, self._layout)
        if hand:  # on a single marker, the soft edge of its shadow looks like a dirty lens, and its skin like a lamp
            assessed = replace(assessed, worst=None, glaring=(), burnt=max(assessed.burnt - _MAX_HAND_PART, 0.0))
        self._quality, self.is_blurred = assessed.advice, assessed.is_blurred
        self._assessed_at, self._is_due = t, False
