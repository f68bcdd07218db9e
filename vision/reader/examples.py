"""What places looked like when it was known what they held: the best evidence where nothing has changed since.

A place that looks the same as then holds the same as then. One that looks different says nothing here, as light and
print may have changed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.reader.atlas import Flags, Floats, Ints, Singles
from vision.reader.network import EMPTY, PIECE
from vision.reader.windows import SAMPLE_RADII

_SAME_DIFFERENCE, _OTHER_DIFFERENCE = 0.03, 0.09
"""Mean differences, of a window's brightness 1: up to the first a place looks the same, from the second on it does
not."""

_LOG_WEIGHT, _CORRECTED_LOG_WEIGHT = 5.0, 16.0
"""How much a place that looks the same speaks for what it held then (a logarithm), and how much more if the network was
wrong about it."""

_MAX_GAIN = 1.15  # how much brighter or darker a whole window may have become
_DARK_OFFSET = 0.05  # added to brightness, so that dark windows differ by more than their noise


_IN_PIECE = SAMPLE_RADII < 1.15  # the samples that a piece in the middle covers


@dataclass(frozen=True, eq=False)
class Examples:
    """Windows of n places of which it was known what they held."""

    shown: Singles
    """(n, SIDE, SIDE, 3) from `windows.balance_windows`."""
    occupied: Flags
    """(n,) True if a piece was there."""
    tells: Floats
    """(n,) how much a place that looks the same speaks for what it held: a logarithm."""

    @classmethod
    def of(cls, shown: Singles, occupied: Flags, log_p: Floats, before: Examples | None) -> Examples:
        """The examples of a known table.

        log_p: (n, 3) what was read of it, with the examples before: where that was wrong, people know better.
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
    """The network's answers (n, 3) for windows (n, SIDE, SIDE, 3), with what is known of those that look the same."""
    if known is None:
        return log_p
    a, b = now[:, _IN_PIECE], known.shown[:, _IN_PIECE]
    gain = np.clip((a.mean(axis=1) + _DARK_OFFSET) / (b.mean(axis=1) + _DARK_OFFSET), 1 / _MAX_GAIN, _MAX_GAIN)
    off = np.abs(a - b * gain[:, None]).mean(axis=(1, 2))
    # What repeats in brightness may still differ in a few clear places: those count too.
    worst = np.quantile(np.abs(a - b * gain[:, None]).max(axis=2), 0.9, axis=1) / 3
    same = known.tells * np.clip(
        (_OTHER_DIFFERENCE - np.maximum(off, worst)) / (_OTHER_DIFFERENCE - _SAME_DIFFERENCE), 0.0, 1.0
    )
    out = log_p.copy()
    out[known.occupied, PIECE] += same[known.occupied]
    out[~known.occupied, EMPTY] += same[~known.occupied]
    return np.asarray(out - np.logaddexp.reduce(out, axis=1)[:, None])
