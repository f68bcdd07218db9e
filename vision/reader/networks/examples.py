"""Remembers how places looked when people had said what was on them.

This is the best evidence for places that have not changed since: a place that looks the same still holds the same. A
place that looks different gives no evidence here, because only the light may have changed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.reader.networks.network import EMPTY, PIECE
from vision.reader.networks.windows import SAMPLE_RADII
from vision.reader.places.atlas import Flags, Floats, Ints, Singles

_SAME_DIFFERENCE, _OTHER_DIFFERENCE = 0.03, 0.07
"""Mean differences of two windows, in which white is 1. Up to the first value a place looks the same, from the second
value on it looks different. On photographs of 60 boards, places whose contents had changed differed by at least 0.04,
and at 0.07 as many places had changed as not.
"""
_SAME_UNSEEN_DIFFERENCE, _OTHER_UNSEEN_DIFFERENCE = 0.02, 0.04
"""The same for pieces that the network did not see: they look much like the print that they hide. When these were
gone, the places differed by at least 0.035, and most by less than 0.08.
"""

_LOG_WEIGHT, _CORRECTED_LOG_WEIGHT = 5.0, 16.0
"""Logarithms: how much it counts for a content that the place looked the same with this content. The second value is
used if the network was wrong about this place.
"""

_MAX_GAIN = 1.15  # a whole window may have become brighter or darker by at most this factor
_DARK_OFFSET = 0.05  # added to brightness, so that dark windows differ by more than their noise


_IN_PIECE = SAMPLE_RADII < 1.15  # the samples that a piece in the middle covers


@dataclass(frozen=True, eq=False)
class Examples:
    """The windows of n places when their contents were known."""

    shown: Singles
    """(n, SIDE, SIDE, 3) how the places looked, from `windows.balance_windows`."""
    occupied: Flags
    """(n,) True if a piece was there."""
    tells: Floats
    """(n,) how much it counts for the former content if a place still looks the same, as a logarithm."""

    @classmethod
    def of(cls, shown: Singles, occupied: Flags, log_p: Floats, before: Examples | None) -> Examples:
        """The examples that a known table gives.

        shown: (n, SIDE, SIDE, 3) how its places look. occupied: (n,) True where it has a piece. log_p: (n, 3) how it
        was read with the examples so far (`before`). Where this reading was wrong, the new example counts more, because
        people know what is on the table.
        """
        right = np.where(occupied, log_p[:, PIECE], log_p[:, EMPTY]) > np.log(0.5)
        usual = np.full(len(occupied), _LOG_WEIGHT)
        if before is not None and before.occupied.shape == occupied.shape:
            usual = np.where(before.occupied == occupied, before.tells, _LOG_WEIGHT)
        return cls(shown, occupied, np.where(right, usual, _CORRECTED_LOG_WEIGHT))

    def select(self, numbers: Ints) -> Examples:
        """The examples of the places with these numbers."""
        return Examples(self.shown[numbers], self.occupied[numbers], self.tells[numbers])


def apply_examples(log_p: Floats, now: Singles, known: Examples | None) -> Floats:
    """The network's answers, corrected where a place looks the same as in its example.

    log_p: (n, 3) the answers. now: (n, SIDE, SIDE, 3) the windows that they are about.
    """
    if known is None:
        return log_p
    a, b = now[:, _IN_PIECE], known.shown[:, _IN_PIECE]
    gain = np.clip((a.mean(axis=1) + _DARK_OFFSET) / (b.mean(axis=1) + _DARK_OFFSET), 1 / _MAX_GAIN, _MAX_GAIN)
    off = np.abs(a - b * gain[:, None]).mean(axis=(1, 2))
    # Windows with a small mean difference may still differ clearly in a few samples, so large differences count too.
    worst = np.quantile(np.abs(a - b * gain[:, None]).max(axis=2), 0.9, axis=1) / 3
    unseen = known.occupied & (known.tells > _LOG_WEIGHT)
    least = np.where(unseen, _SAME_UNSEEN_DIFFERENCE, _SAME_DIFFERENCE)
    most = np.where(unseen, _OTHER_UNSEEN_DIFFERENCE, _OTHER_DIFFERENCE)
    same = known.tells * np.clip((most - np.maximum(off, worst)) / (most - least), 0.0, 1.0)
    out = log_p.copy()
    out[known.occupied, PIECE] += same[known.occupied]
    out[~known.occupied, EMPTY] += same[~known.occupied]
    return np.asarray(out - np.logaddexp.reduce(out, axis=1)[:, None])
