"""Remembers how places looked when their content was known: the best evidence for places that have not changed since.

A place that looks the same still holds the same. A place that looks different gives no evidence here, because only the
light may have changed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.reader.atlas import Flags, Floats, Ints, Singles
from vision.reader.network import EMPTY, PIECE
from vision.reader.windows import SAMPLE_RADII

_SAME_DIFFERENCE, _OTHER_DIFFERENCE = 0.03, 0.09
"""Mean differences of windows in which white is 1: up to the first a place looks the same, from the second on it looks
different."""

_LOG_WEIGHT, _CORRECTED_LOG_WEIGHT = 5.0, 16.0
"""The evidence of a place that looks the same for its former content (a logarithm), and the same if the network was
wrong about this place."""

_MAX_GAIN = 1.15  # a whole window may have become brighter or darker by at most this factor
_DARK_OFFSET = 0.05  # added to brightness, so that dark windows differ by more than their noise


_IN_PIECE = SAMPLE_RADII < 1.15  # the samples that a piece in the middle covers


@dataclass(frozen=True, eq=False)
class Examples:
    """The windows of n places whose contents were known."""

    shown: Singles
    """(n, SIDE, SIDE, 3) from `windows.balance_windows`."""
    occupied: Flags
    """(n,) True if a piece was there."""
    tells: Floats
    """(n,) the evidence for its former content if a place looks the same: a logarithm."""

    @classmethod
    def of(cls, shown: Singles, occupied: Flags, log_p: Floats, before: Examples | None) -> Examples:
        """The examples of a known table.

        log_p: (n, 3) how this table was read with the examples so far. Where the reading was wrong, the new examples
        count more, because people know what is on the table.
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
    """The network's answers (n, 3) for windows (n, SIDE, SIDE, 3), corrected for places that look as in examples."""
    if known is None:
        return log_p
    a, b = now[:, _IN_PIECE], known.shown[:, _IN_PIECE]
    gain = np.clip((a.mean(axis=1) + _DARK_OFFSET) / (b.mean(axis=1) + _DARK_OFFSET), 1 / _MAX_GAIN, _MAX_GAIN)
    off = np.abs(a - b * gain[:, None]).mean(axis=(1, 2))
    # Windows with a small mean difference may still differ clearly in a few samples, so large differences count too.
    worst = np.quantile(np.abs(a - b * gain[:, None]).max(axis=2), 0.9, axis=1) / 3
    same = known.tells * np.clip(
        (_OTHER_DIFFERENCE - np.maximum(off, worst)) / (_OTHER_DIFFERENCE - _SAME_DIFFERENCE), 0.0, 1.0
    )
    out = log_p.copy()
    out[known.occupied, PIECE] += same[known.occupied]
    out[~known.occupied, EMPTY] += same[~known.occupied]
    return np.asarray(out - np.logaddexp.reduce(out, axis=1)[:, None])
