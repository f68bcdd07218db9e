"""Corrects the network where the camera clips most of a place, so that a white piece on white print is hardly seen.

There only fine details tell: an empty place shows the details of its print, and a piece hides them. Where the print is
not known so well, nobody can be sure. This module never says which kind a piece is.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.reader import network, windows
from vision.reader.atlas import Flags, Floats, Picture, Singles
from vision.reader.conditions import Conditions
from vision.reader.network_input import expect_empty

_BRIGHT_LEVEL = 240  # from this value of 255 on, a channel is nearly clipped
_MIN_BRIGHT_PART = 0.6  # a place is bleached if more than this part of a piece's area is nearly clipped
_MAX_KNOWN_DOUBT = 0.06  # a logarithm: the print of a place is known if the median doubt of its samples is less
_LEAST_DOUBT = 0.05  # the doubt of a sample that a camera's noise leaves
_DETAIL_QUANTILE, _MAX_DETAIL = 0.9, 2.5
"""The second value is how many doubts the picture may differ from the print at the first value, a quantile of the
samples. More shows that something hides the print. On bleached empty places it is at most 1.0, and below white pieces
at least 3.2.
"""
_MAX_LOG_ODDS, _HIDDEN_LOG_ODDS = 2.0, 3.0
"""The first value is the most that the log odds of a place may be whose print is not known. The second is the least log
odds of a piece where something hides the print.
"""


@dataclass(frozen=True, eq=False)
class Bleached:
    """Which of n places are bleached, and what their details tell."""

    unknown: Flags
    """(n,) True for bleached places whose print is not known well: nobody can tell if they are empty."""
    white: Flags
    """(n,) True for those of them whose print is white, too."""
    hidden: Flags
    """(n,) True for bleached places on which something hides the details of the print."""

    def correct(self, log_p: Floats) -> Floats:
        """The network's answers (n, 3), corrected."""
        empty, piece = log_p[:, network.EMPTY], log_p[:, network.PIECE]
        empty = np.where(self.unknown, np.minimum(empty, piece + _MAX_LOG_ODDS), empty)
        piece = np.where(self.white, np.minimum(piece, empty + _MAX_LOG_ODDS), piece)
        empty = np.where(self.hidden, np.minimum(empty, piece - _HIDDEN_LOG_ODDS), empty)
        out = np.column_stack([empty, piece, log_p[:, network.THING]])
        return np.asarray(out - np.logaddexp.reduce(out, axis=1)[:, None])


def find_bleached(cut: Picture, now: Singles, conditions: Conditions) -> Bleached:
    """Which places are bleached. cut: (n, SIDE, SIDE, 3) the windows, as cut from the picture. now: (n, SIDE, SIDE, 3)
    the same from `windows.balance_windows`.
    """
    middle = windows.find_middle()
    bleached = _are_bright(cut[:, middle])
    if not bleached.any():
        return Bleached(bleached, bleached, bleached)
    known, hidden, print_is_bleached = _compare_with_print(now, conditions, middle)
    unknown = bleached & ~known
    return Bleached(unknown, unknown & print_is_bleached, bleached & known & hidden)


def _are_bright(samples: Picture) -> Flags:
    """(n,) True for places of whose samples (n, m, 3) most are nearly clipped."""
    return np.asarray((samples.min(axis=2) >= _BRIGHT_LEVEL).mean(axis=1) > _MIN_BRIGHT_PART)


def _compare_with_print(now: Singles, conditions: Conditions, middle: Flags) -> tuple[Flags, Flags, Flags]:
    """(n,) True where the print is known well; (n,) True where the picture differs from the print; (n,) True where the
    print is bleached, too. middle: (SIDE, SIDE) True for the samples that count.
    """
    none = np.zeros(len(now), np.bool_)
    printed = conditions.window_background
    if printed is None:
        return none, none, none
    expected = expect_empty(printed, conditions.light_at, conditions.window_white)[:, middle]
    doubt = printed[:, middle, 3]
    known = np.median(doubt, axis=1) < _MAX_KNOWN_DOUBT
    off = now[:, middle] - expected
    off = np.abs(off - np.median(off, axis=1, keepdims=True)).max(axis=2)  # the light may have changed a little
    allowed = np.maximum(doubt, _LEAST_DOUBT) * expected.max(axis=2) * windows.GAMMA
    hidden = np.quantile(off / allowed, _DETAIL_QUANTILE, axis=1) > _MAX_DETAIL
    brightest = windows.balance(np.full(3, (_BRIGHT_LEVEL / 255) ** 2.2, np.float32), conditions.window_white)
    bright = (expected >= brightest).all(axis=2).mean(axis=1) > _MIN_BRIGHT_PART
    return known, hidden, bright
