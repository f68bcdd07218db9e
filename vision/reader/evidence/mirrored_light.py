"""Finds empty places on print that is not known, over which a lamp or a window is mirrored.

A mirrored lamp looks foreign to the network. But it only adds light: the colour and the pattern of the print are still
in the picture. A hand or a sleeve hides the pattern, and a piece the colour, unless it has the hue of the print. Print
without a colour or a pattern tells nothing. Something narrow and white exactly below a mirrored lamp looks like a part
of it.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision import channels
from vision.reader.board.background import correlate
from vision.reader.colours.light import to_linear
from vision.reader.networks import network, windows
from vision.reader.places.atlas import Flags, Floats, Ints, Picture, Singles
from vision.reader.places.groups import group_neighbours

_MIN_SURE_LOG_P = float(np.log(0.9))  # the network is sure of a place with at least this probability
_MAX_OTHERS = 8  # the nearest empty places that a place is compared with, at most
_BRIGHT_LEVEL = 240  # from this value of 255 on, a channel says little
_MAX_BRIGHT_PART = 0.02  # a larger part of a window is bright in all channels where a lamp is mirrored
_MAX_LAMP_PART = 0.2
"""If lamps seem to be mirrored in more than this part of the places, the picture is too bright to tell lamps. Without a
lamp there or beside it, a place that the network rather takes for a piece may be one.
"""

_MIN_CHROMA, _MIN_RELATIVE_CHROMA = 0.03, 0.25
"""How far the channels of coloured print are from grey: in linear light, where 1 is the most, and as a part of the
grey.
"""
_SKIN = np.array([-0.62, -0.15, 0.77], np.float32)
"""The direction in which the channels (BGR) of skin are from grey. Skin on brown wood looks like wood in more light."""
_MAX_SKIN = 0.9  # the cosine of the angle to it: print in a colour of skin tells nothing
_MIN_COLOURED_PART = 0.7  # at least this part of a piece's area has coloured print

_MAX_ADDED = 2.5  # where more light is added than this many times the print's chroma, the print is hardly seen
_MIN_JUDGED_PART = 0.06  # the print can be seen in at least this part of the coloured area
_MAX_MIDDLING_PART = 0.5  # at most this part is neither so dark that the print can be seen nor as bright as a lamp
_SEEN_LIMITS = 0.45, 1.8  # how strong the print's colour is, as a part of what is expected
_MIN_ADDED = -0.3  # mirrored light makes nothing darker, noise a little
_MIN_SEEN_PART = 0.85  # at least this part of what can be judged shows the print
_MIN_SHINE, _MIN_SHINE_PART = 0.1, 0.3  # at least this much light is added in at least this part

_PATTERN_FIELD = 7  # samples: details of a pattern are smaller
_PATTERN_NOISE = 0.02  # linear light, added to brightness so that noise in the dark counts less
_MIN_PATTERN_SAMPLES = 60
_MIN_PATTERN, _MIN_GROUP_PATTERN = 0.2, 0.33
"""The least correlation of a place's details with those of empty ones, and the least mean of a group of neighbours.
Below lamps that are mirrored on two glossy Othello boards, groups have 0.45 and 0.49, a glossy sleeve of the print's
colour with a lamp in it has 0.13.
"""

_EMPTY_P = 0.9
"""How likely a place is empty if its print is seen through mirrored light. It is not sure, and beside a hand it may
still be a part of what the hand covers.
"""


@dataclass(frozen=True, eq=False)
class _Coloured:
    """The print of an empty place, if it has a colour."""

    lit: Singles
    """(SIDE, SIDE, 3) its linear light."""
    where: Flags
    """(SIDE, SIDE) True where a piece would be and the print has a colour."""
    grey: Singles
    """(m,) the mean of the channels there."""
    chroma: Singles
    """(m, 3) how far the channels are from it."""
    strength: Singles
    """(m,) the length of `chroma`."""

    @classmethod
    def of(cls, lit: Singles) -> _Coloured | None:
        """The print of an empty place, None if too little of it has a colour. lit: (SIDE, SIDE, 3) linear light."""
        grey = lit.mean(axis=-1)
        chroma = lit - grey[..., None]
        strength = np.sqrt((chroma * chroma).sum(axis=-1))
        where = (strength > np.maximum(_MIN_CHROMA, _MIN_RELATIVE_CHROMA * grey)) & windows.IN_PIECE
        where &= chroma @ _SKIN < _MAX_SKIN * strength
        if where.sum() < _MIN_COLOURED_PART * windows.IN_PIECE.sum():
            return None
        return cls(lit, where, grey[where], chroma[where], strength[where])

    def is_seen(self, lit: Singles, bright: Flags) -> bool:
        """True if the colour of this print is seen at another place, through the light that is added to it.

        lit: (SIDE, SIDE, 3) linear light of that place. bright: (SIDE, SIDE) True where it is too bright to say
        anything.
        """
        now, is_bright = lit[self.where], bright[self.where]
        mean = now.mean(axis=-1)
        seen = ((now - mean[:, None]) * self.chroma).sum(axis=-1) / self.strength**2
        added = (mean - seen * self.grey) / self.strength
        judged = ~is_bright & (added < _MAX_ADDED)
        middling = ~is_bright & ~judged
        if judged.mean() < _MIN_JUDGED_PART or middling.mean() > _MAX_MIDDLING_PART:
            return False
        seen, added = seen[judged], added[judged]
        shown = (seen > _SEEN_LIMITS[0]) & (seen < _SEEN_LIMITS[1]) & (added > _MIN_ADDED)
        return bool(shown.mean() > _MIN_SEEN_PART and (added > _MIN_SHINE).mean() > _MIN_SHINE_PART)


def find_seen_through(cut: Picture, log_p: Floats, place: Floats, family: Ints, nearby: Flags) -> Flags:
    """(n,) True for empty places whose print is seen through mirrored light.

    cut: (n, SIDE, SIDE, 3) the windows, as cut from a picture. log_p: (n, 3) the network's answers. place: (n, 2) mm.
    family: (n,) the sort of each place by its shape. nearby: (n, n) True for neighbours.
    """
    doubtful = np.flatnonzero(log_p[:, : network.THING].max(axis=1) < _MIN_SURE_LOG_P)
    seen, alike = np.zeros(len(cut), np.bool_), np.zeros(len(cut))
    if not len(doubtful):
        return seen
    lit, bright = to_linear(cut), channels.find_largest(cut) >= _BRIGHT_LEVEL
    shows_print = (log_p[:, network.EMPTY] > _MIN_SURE_LOG_P) & (bright.mean(axis=(1, 2)) < _MAX_BRIGHT_PART)
    prints = {int(i): one for i in np.flatnonzero(shows_print) if (one := _Coloured.of(lit[i])) is not None}
    coloured = np.fromiter(prints, np.int64)
    for i in doubtful:
        others = coloured[family[coloured] == family[i]]
        others = others[np.argsort(np.linalg.norm(place[others] - place[i], axis=1), kind="stable")[:_MAX_OTHERS]]
        if any(prints[int(k)].is_seen(lit[i], bright[i]) for k in others):
            alike[i] = _correlate_details(lit[i], bright[i], np.median(lit[others], axis=0))
            seen[i] = alike[i] > _MIN_PATTERN
    has_lamp = (channels.find_smallest(cut) >= _BRIGHT_LEVEL).mean(axis=(1, 2)) > _MAX_BRIGHT_PART
    has_lamp &= has_lamp.mean() < _MAX_LAMP_PART
    group = group_neighbours(seen, nearby)
    size, total = (np.bincount(group, some, len(group))[group] for some in (seen, alike * seen))
    is_no_piece = log_p[:, network.PIECE] < log_p[:, network.THING]
    is_beside_lamp = has_lamp | nearby[:, has_lamp].any(axis=1)
    return np.asarray(seen & (total > _MIN_GROUP_PATTERN * size) & (is_no_piece | is_beside_lamp))


def correct(log_p: Floats, seen_through: Flags) -> Floats:
    """The network's answers (n, 3), corrected where print is seen through mirrored light. seen_through: (n,) from
    `find_seen_through`.
    """
    out = log_p.copy()
    left = np.logaddexp(log_p[:, network.PIECE], log_p[:, network.THING])[seen_through, None]
    out[seen_through] += np.log(1 - _EMPTY_P) - left
    out[seen_through, network.EMPTY] = np.log(_EMPTY_P)
    return out


def _correlate_details(lit: Singles, bright: Flags, printed: Singles) -> float:
    """How well the details of a place correlate with those of print that may be a sample aside; 0 if too little is
    seen.

    lit: (SIDE, SIDE, 3) linear light of the place. bright: (SIDE, SIDE) True where it is too bright to say anything.
    printed: (SIDE, SIDE, 3) linear light of the print.
    """
    near = cv2.dilate(bright.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
    judged = ~near
    judged[[0, 1, -2, -1]] = judged[:, [0, 1, -2, -1]] = False
    if judged.sum() < _MIN_PATTERN_SAMPLES:
        return 0.0
    grey = lit.mean(axis=-1)
    details = _find_details(grey, ~bright)[judged] / (grey[judged] + _PATTERN_NOISE)
    expected = _find_details(printed.mean(axis=-1), np.ones_like(bright))
    shifts = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
    shifted = (np.roll(expected, shift, (0, 1))[judged] for shift in shifts)
    return max(correlate(details - details.mean(), values - values.mean()) for values in shifted)


def _find_details(grey: Singles, counts: Flags) -> Singles:
    """(SIDE, SIDE) grey values less their means around each sample. counts: (SIDE, SIDE) True for those that count."""
    field, weight = (_PATTERN_FIELD, _PATTERN_FIELD), counts.astype(np.float32)
    return np.asarray(grey - cv2.blur(grey * weight, field) / np.maximum(cv2.blur(weight, field), 1e-3))
