"""Finds empty places on print that is not known, over which a lamp or a window is mirrored.

A mirrored lamp looks foreign to the network. But it only adds light: the colour and the pattern of the print are still
in the picture. A hand, a sleeve or a piece hides them. Print without a colour or a pattern tells nothing.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision import channels
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
lamp among its neighbours, a place that the network rather takes for a piece may be one.
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
_MIN_PATTERN = 0.33
"""The least mean correlation of the details of places with those of empty ones. Under lamps that are mirrored on two
glossy Othello boards it is 0.45 and 0.49, in a glossy sleeve of the print's colour with a lamp in it 0.13. On 168
photographs, 56 of them with a hand, three places beside hands had more, and all three were empty.
"""

_EMPTY_P = 0.9  # how likely a place is empty if its print is seen through mirrored light


def find_seen_through(cut: Picture, log_p: Floats, place: Floats, family: Ints, nearby: Flags) -> Flags:
    """(n,) True for empty places whose print is seen through mirrored light.

    cut: (n, SIDE, SIDE, 3) the windows, as cut from a picture. log_p: (n, 3) the network's answers. place: (n, 2) mm.
    family: (n,) the sort of each place by its shape. nearby: (n, n) True for neighbours.
    """
    none = np.zeros(len(cut), np.bool_)
    sure = log_p[:, : network.THING].max(axis=1) > _MIN_SURE_LOG_P
    doubtful = np.flatnonzero(~sure)
    if not len(doubtful) or not sure.any():
        return none
    has_lamp = (channels.find_smallest(cut) >= _BRIGHT_LEVEL).mean(axis=(1, 2)) > _MAX_BRIGHT_PART
    if has_lamp.mean() > _MAX_LAMP_PART:
        has_lamp = none
    lit, bright = to_linear(cut), channels.find_largest(cut) >= _BRIGHT_LEVEL
    shows_print = (log_p[:, network.EMPTY] > _MIN_SURE_LOG_P) & (bright.mean(axis=(1, 2)) < _MAX_BRIGHT_PART)
    seen, pattern = none.copy(), np.zeros(len(cut))
    for i in doubtful:
        others = np.flatnonzero(shows_print & (family == family[i]))
        others = others[np.argsort(np.linalg.norm(place[others] - place[i], axis=1), kind="stable")[:_MAX_OTHERS]]
        seen[i] = any(_shows_colour(lit[i], bright[i], lit[other]) for other in others)
        if seen[i]:
            pattern[i] = _correlate_details(lit[i], bright[i], np.median(lit[others], axis=0))
    group = group_neighbours(seen, nearby)
    size, shown, lamps = (np.bincount(group, some, len(group)) for some in (seen, pattern * seen, has_lamp & seen))
    is_clear = shown >= _MIN_PATTERN * np.maximum(size, 1)
    is_no_piece = log_p[:, network.PIECE] < log_p[:, network.THING]
    return np.asarray(seen & is_clear[group] & (is_no_piece | (lamps > 0)[group]))


def correct(log_p: Floats, seen_through: Flags) -> Floats:
    """The network's answers (n, 3), corrected where print is seen through mirrored light. seen_through: (n,) from
    `find_seen_through`.
    """
    out = log_p.copy()
    left = np.logaddexp(log_p[:, network.PIECE], log_p[:, network.THING])[seen_through, None]
    out[seen_through] += np.log(1 - _EMPTY_P) - left
    out[seen_through, network.EMPTY] = np.log(_EMPTY_P)
    return out


def _shows_colour(lit: Singles, bright: Flags, printed: Singles) -> bool:
    """True if the colour of print is seen through the light that is added to it.

    lit: (SIDE, SIDE, 3) linear light of a place. bright: (SIDE, SIDE) True where it is too bright to say anything.
    printed: (SIDE, SIDE, 3) linear light of a similar empty place.
    """
    grey = printed.mean(axis=-1)
    chroma = printed - grey[..., None]
    strength = np.linalg.norm(chroma, axis=-1)
    coloured = (strength > np.maximum(_MIN_CHROMA, _MIN_RELATIVE_CHROMA * grey)) & windows.IN_PIECE
    coloured &= chroma @ _SKIN < _MAX_SKIN * strength
    if coloured.sum() < _MIN_COLOURED_PART * windows.IN_PIECE.sum():
        return False
    now, mean = lit[coloured], lit[coloured].mean(axis=-1)
    seen = ((now - mean[:, None]) * chroma[coloured]).sum(axis=-1) / strength[coloured] ** 2
    added = (mean - seen * grey[coloured]) / strength[coloured]
    judged = ~bright[coloured] & (added < _MAX_ADDED)
    middling = ~bright[coloured] & ~judged
    if judged.mean() < _MIN_JUDGED_PART or middling.mean() > _MAX_MIDDLING_PART:
        return False
    seen, added = seen[judged], added[judged]
    shown = (seen > _SEEN_LIMITS[0]) & (seen < _SEEN_LIMITS[1]) & (added > _MIN_ADDED)
    return bool(shown.mean() > _MIN_SEEN_PART and (added > _MIN_SHINE).mean() > _MIN_SHINE_PART)


def _correlate_details(lit: Singles, bright: Flags, printed: Singles) -> float:
    """How well the details of a place correlate with those of print that may be a sample aside; 0 if too little is
    seen. lit, bright, printed: see `_shows_colour`.
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
    return max(_correlate(details, np.roll(expected, shift, (0, 1))[judged]) for shift in shifts)


def _find_details(grey: Singles, counts: Flags) -> Singles:
    """(SIDE, SIDE) grey values less their means around each sample. counts: (SIDE, SIDE) True for those that count."""
    field, weight = (_PATTERN_FIELD, _PATTERN_FIELD), counts.astype(np.float32)
    return np.asarray(grey - cv2.blur(grey * weight, field) / np.maximum(cv2.blur(weight, field), 1e-3))


def _correlate(one: Singles, other: Singles) -> float:
    """The correlation of two lists of values; 0 if one of them does not vary."""
    one, other = one - one.mean(), other - other.mean()
    scale = float(np.linalg.norm(one) * np.linalg.norm(other))
    return float((one * other).sum()) / scale if scale > 0 else 0.0
