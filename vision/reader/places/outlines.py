"""Finds where exactly a flat piece is by its round outline. This is for print that is not known: there nothing else
tells where a piece ends.

Across the outline the colour changes, all around; inside it hardly does. This is computed for some places at once.
"""

from __future__ import annotations

import numpy as np

from vision.reader.places.atlas import Floats, Ints, Patches, Singles
from vision.reader.places.discs import list_offsets

_MAX_OFF = 0.8  # a piece is at most this part of its radius off its place
_DIRECTIONS = 24
_INSIDE, _OUTSIDE = 0.86, 1.14  # where the colours on both sides of an outline are compared, as parts of the radius
_FACE_PART = 0.8  # inside this part of the radius the colour should not change
_MOST = 1.0  # larger differences (logarithms) count as this one: one glaring spot must not decide
_MIN_GAIN, _MIN_OUTLINE = 0.15, 0.1
"""An outline counts if it is this much clearer than one where the piece is otherwise expected, and than no outline."""
_FAR_COST = 0.1  # how much less likely a piece is off its place by its whole radius


def fit_outlines(colours: Singles, patches: Patches, radius: float, otherwise: Ints) -> Ints:
    """(n, 2) by how many samples the piece at each place is displaced to the right and down.

    colours: (n, p*p, 3) logarithms, of the patches around places that hold a piece. radius: of the pieces, in mm.
    otherwise: (n, 2) the displacements that count where no outline is clearer.
    """
    size = radius / patches.step  # in samples
    offsets = list_offsets(int(_MAX_OFF * size))
    angles = np.linspace(0, 2 * np.pi, _DIRECTIONS, endpoint=False)
    around = np.column_stack([np.cos(angles), np.sin(angles)])
    reach = np.arange(-int(size), int(size) + 1)
    face = np.array([(x, y) for y in reach for x in reach if np.hypot(x, y) < _FACE_PART * size]).reshape(-1, 2)
    scores = np.empty((len(offsets), len(colours)))
    for number, offset in enumerate(offsets):
        within, beyond = (
            colours[:, _find_samples(patches.side, offset + part * size * around)] for part in (_INSIDE, _OUTSIDE)
        )
        shown = colours[:, _find_samples(patches.side, offset + face)]
        edge = np.minimum(np.abs(within - beyond).max(axis=2), _MOST).mean(axis=1)
        uneven = np.minimum(np.abs(shown - shown.mean(axis=1, keepdims=True)).max(axis=2), _MOST).mean(axis=1)
        scores[number] = edge - uneven - _FAR_COST * float((offset**2).sum()) / size**2
    most = scores.max(axis=0)
    before = scores[_find_nearest(offsets, otherwise), np.arange(len(colours))]
    is_clear = (most > _MIN_OUTLINE) & (most - before > _MIN_GAIN)
    return np.where(is_clear[:, None], offsets[scores.argmax(axis=0)], otherwise)


def _find_nearest(offsets: Ints, wanted: Ints) -> Ints:
    """(n,) the numbers of the displacements (m, 2) that are nearest to others (n, 2)."""
    return np.asarray(((offsets[None] - wanted[:, None]) ** 2).sum(axis=2).argmin(axis=1))


def _find_samples(side: int, points: Floats) -> Ints:
    """(k,) the numbers of the samples of a patch that are nearest to points (k, 2), seen from its middle."""
    column, row = np.clip(np.rint(points).astype(np.int64) + side // 2, 0, side - 1).T
    return np.asarray(row * side + column)
