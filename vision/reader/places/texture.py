"""Tells if a pattern is lost where the print of several places is joined."""

from __future__ import annotations

import numpy as np

from vision.reader.places.atlas import Singles

_QUANTILE = 0.75  # a pattern covers more than a quarter of a place; less may be an edge or a shadow


def loses_pattern(joined: Singles, those: Singles, noise: float) -> bool:
    """True if print that was joined from several places lacks their pattern, because it lies differently in each.

    joined: (m, 3) its colours. those: (k, m, 3) those of the places; unknown ones are nan. noise: how much colours
    differ without a pattern.
    """
    off = np.abs(those - joined - np.nanmedian(those - joined, axis=1, keepdims=True)).max(axis=2)
    return float(np.nanmedian(np.nanquantile(off, _QUANTILE, axis=1))) > noise
