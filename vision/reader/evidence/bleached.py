"""Corrects the network where the camera clips most of a place, so that a white piece on white print is hardly seen.

There only fine details tell: an empty place shows the details of its print, and a piece hides them. Where the print is
not known so well, nobody can be sure. This module never says which kind a piece is.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision import channels
from vision.reader.board.conditions import Conditions
from vision.reader.evidence.network_input import expect_empty
from vision.reader.networks import network, windows
from vision.reader.places.atlas import Flags, Floats, Picture, Singles

_BRIGHT_LEVEL = 240  # from this value of 255 on, a channel is nearly clipped
_MIN_BRIGHT_PART = 0.6  # a place is bleached if more than this part of a piece's area is nearly clipped
_MAX_KNOWN_DOUBT = 0.075
"""The print of a place is known if the median doubt (a logarithm) of its samples is less. A drawing alone leaves more.
"""
_DETAIL_DOUBT, _MAX_SEEN_DOUBT = 0.05, 0.15
"""The first value is how doubtful the details of print are that was seen. Its colours are more doubtful where it has
many details. Print with more doubt than the second value was hidden when it was learned.
"""
_DETAIL_QUANTILE, _MAX_DETAIL = 0.9, 2.9
"""The second value is how many doubts the picture may differ from the print at the first value, a quantile of the
samples. More shows that something hides the print. On 39 empty places that no hand or its shadow touched it was at most
1.9, with white pieces on 383 others at least 3.8.
"""
_MAX_LOG_ODDS, _HIDDEN_LOG_ODDS = 2.0, 3.0
"""The first value is the most that the log odds of a place may be whose print is not known, also of something foreign
there: print that is bright beyond what its light seems to be looks foreign. The second is the least log
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
        if not (self.unknown | self.hidden).any():
            return log_p
        empty, piece = log_p[:, network.EMPTY], log_p[:, network.PIECE]
        empty = np.where(self.unknown, np.minimum(empty, piece + _MAX_LOG_ODDS), empty)
        piece = np.where(self.white, np.minimum(piece, empty + _MAX_LOG_ODDS), piece)
        empty = np.where(self.hidden, np.minimum(empty, piece - _HIDDEN_LOG_ODDS), empty)
        thing = log_p[:, network.THING]
        thing = np.where(self.unknown, np.minimum(thing, empty + _MAX_LOG_ODDS), thing)
        out = np.column_stack([empty, piece, thing])
        return np.asarray(out - np.logaddexp.reduce(out, axis=1)[:, None])


def find_bleached(cut: Picture, now: Singles, conditions: Conditions) -> Bleached:
    """Which places are bleached. cut: (n, SIDE, SIDE, 3) the windows, as cut from the picture. now: (n, SIDE, SIDE, 3)
    the same from `windows.balance_windows`.
    """
    none = np.zeros(len(cut), np.bool_)
    middle = windows.IN_PIECE
    bleached = np.flatnonzero(_are_mostly(cut[:, middle] >= _BRIGHT_LEVEL))
    if not len(bleached):
        return Bleached(none, none, none)
    unknown, white, hidden = none.copy(), none.copy(), none.copy()
    there = conditions.select(bleached)
    if there.window_background is None:
        unknown[bleached] = True
        return Bleached(unknown, white, hidden)
    expected = expect_empty(there.window_background, there.light_at, there.window_white)
    doubt = there.window_background[..., 3]
    known = np.median(doubt[:, middle], axis=1) < _MAX_KNOWN_DOUBT
    allowed = np.where(doubt > _MAX_SEEN_DOUBT, doubt, _DETAIL_DOUBT) * channels.find_largest(expected) * windows.GAMMA
    off = (_measure_details(now[bleached], expected) / allowed)[:, middle]
    brightest = windows.balance(np.full(3, (_BRIGHT_LEVEL / 255) ** 2.2, np.float32), there.window_white)
    unknown[bleached] = ~known
    white[bleached] = ~known & _are_mostly(expected[:, middle] >= brightest)
    hidden[bleached] = known & (np.quantile(off, _DETAIL_QUANTILE, axis=1) > _MAX_DETAIL)
    return Bleached(unknown, white, hidden)


def _are_mostly(bright: Flags) -> Flags:
    """(n,) True for places of whose samples most are bright in all channels. bright: (n, m, 3) True for bright ones."""
    return np.asarray(bright.all(axis=2).mean(axis=1) > _MIN_BRIGHT_PART)


def _measure_details(now: Singles, expected: Singles) -> Singles:
    """(n, SIDE, SIDE) how much the details of windows differ from what is expected; the print may be one sample away
    from where it is expected. now, expected: (n, SIDE, SIDE, 3).
    """
    now = now - np.median(now - expected, axis=(1, 2), keepdims=True)  # the light may have changed a little
    return np.maximum(_measure_beyond(now, expected), _measure_beyond(expected, now))


def _measure_beyond(one: Singles, other: Singles) -> Singles:
    """(n, SIDE, SIDE) how far samples of one picture are from all samples near them in another one. one, other: (n,
    SIDE, SIDE, 3).
    """
    wide = np.pad(other, ((0, 0), (1, 1), (1, 1), (0, 0)), mode="edge")
    side = other.shape[1]
    around = np.stack([wide[:, y : y + side, x : x + side] for y in range(3) for x in range(3)])
    off = np.maximum(one - around.max(axis=0), around.min(axis=0) - one)
    return np.asarray(channels.find_largest(off).clip(0))
