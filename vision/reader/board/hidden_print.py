"""Which print the pieces on a board hide. This module never looks at pictures: the caller says where the pieces are."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.reader.colours.kinds import Kinds
from vision.reader.places.atlas import Atlas, Flags, Floats, Ints, compute_lean
from vision.register import Registration

_HIDDEN_MARGIN = 0.16  # a piece also hides print beyond its edge, by this part of the distance between places


@dataclass(frozen=True, eq=False)
class HiddenPrint:
    """The print that m pieces hide: everything near the line from a piece's foot to its top."""

    places: Ints
    """(m,) the numbers of the pieces' places."""
    foot: Floats
    """(m, 2) mm, where the pieces' feet are on the board."""
    top: Floats
    """(m, 2) mm on the board's plane, where the camera sees the pieces' tops."""
    radius: Floats
    """(m,) mm: print nearer to the line than this is hidden."""

    @classmethod
    def of(cls, atlas: Atlas, registration: Registration, kinds: Kinds, places: Ints, kind: Ints) -> HiddenPrint:
        """What pieces hide. places: (m,) the numbers of their places. kind: (m,) the numbers of their kinds."""
        foot, radius = atlas.place[places], kinds.radius[kind] + _HIDDEN_MARGIN * atlas.pitch[places]
        top = foot.copy()
        for number, relative in enumerate(kinds.relative_heights):
            these = kind == number
            top[these] += compute_lean(registration, foot[these], kinds.height * float(relative))
        return cls(places, foot, top, np.asarray(radius, np.float64))

    @classmethod
    def none(cls) -> HiddenPrint:
        """No hidden print, for a board without pieces."""
        return cls(np.empty(0, np.int64), np.empty((0, 2)), np.empty((0, 2)), np.empty(0))

    def measure_gaps(self, number: int, points: Floats) -> Floats:
        """(h, w) mm, how far points (h, w, 2) are from the line between the foot and the top of one piece. number:
        which piece.
        """
        foot, along = self.foot[number], self.top[number] - self.foot[number]
        part = ((points - foot) @ along / max(float(along @ along), 1e-9)).clip(0, 1)
        return np.asarray(np.linalg.norm(points - foot - part[..., None] * along, axis=-1))

    def find_below(self, points: Floats) -> Flags:
        """(h, w) True for points (h, w, 2) that pieces hide."""
        below = np.zeros(points.shape[:2], np.bool_)
        for number, radius in enumerate(self.radius):
            part = self.find_part(number, points, 0.0)
            below[part] |= self.measure_gaps(number, points[part]) < radius
        return below

    def find_part(self, number: int, points: Floats, margin: float) -> tuple[slice, slice]:
        """Which rows and columns of the points are near one piece.

        number: which piece. points: (h, w, 2) mm, evenly spaced. margin: mm beyond what the piece hides. The slices are
        empty if no point is near the piece.
        """
        ends = np.stack([self.foot[number], self.top[number]])
        reach = self.radius[number] + margin
        origin, step = points[0, 0], points[1, 1] - points[0, 0]
        rows, columns = points.shape[:2]
        low = np.floor((ends.min(axis=0) - reach - origin) / step).astype(int).clip(0, (columns, rows))
        high = (np.ceil((ends.max(axis=0) + reach - origin) / step).astype(int) + 1).clip(0, (columns, rows))
        return np.s_[low[1] : high[1], low[0] : high[0]]
