"""Cuts windows, which are what the network looks at: a square around each place, as large as the largest piece with its
neighbours' edges, and freed from the colour of the light.

Beside the picture, a window shows what the place should look like when empty, as far as that is known. This module
never says what a place holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision import channels
from vision.median import median
from vision.reader.colours.light import to_linear
from vision.reader.places.atlas import Flags, Floats, Ints, Picture, Singles
from vision.reader.places.view import View
from vision.register import Registration

SIDE = 24
"""Samples along a window's side."""

REACH = 1.6
"""How far it is from a window's middle to its side, in radii of the largest piece. This shows enough of the
neighbours.
"""

CHANNELS = 7
"""Channels of a window: three of the picture, three of the place when it is empty, and one for how uncertain the empty
place is.
"""

_WHITE_PERCENTILE = 90  # the light at this percentile of all samples counts as 1
_MAX_RELATIVE_LIGHT = 1.5  # samples with more than this many times that light are cut off
_MIN_CHANNEL_PART = 0.05  # a channel with less than this part of the brightest channel shows only noise
GAMMA = 1 / 2.2
"""The exponent that makes linear light the values that the network takes."""
_CLIPPED_LEVEL = 248  # from this value of 255 on, a channel counts as clipped
_MIN_BLINDED_PART = 0.85  # more than this part of a piece's area is clipped where a white piece cannot be seen
_MIN_LIT_LEVEL = 4  # below this grey level a camera shows only noise
_MIN_SIMILAR = 3  # how many empty places must look alike to show how another place of their sort looks
_MAX_SIMILAR = 25  # the most empty places that are used: enough for a median
# places have one colour if the mean difference of their windows, in which white is 1, is at most this
_SIMILAR_MARGIN = 0.05

_MAX_SIMILAR_DIFFERENCE = 0.15
"""A mean difference. If the surroundings of a place differ by more from those of every empty place, no empty place is
similar to it.
"""

_MIN_EXTENT_PART = 0.6  # similar places must cover at least this part of the extent of all empty places
PREDICTED_DOUBT = 0.7  # the doubt, from 0 to 1, of print taken from similar places

_MIN_SORT_SIZE, _MAJORITY = (
    12,
    0.55,
)
"""If many places of a sort look alike, they show print. They must be at least this many (the first value), and more
than this part of the sort (the second value).
"""

# places that look alike show print if the turned board brings this part of them onto places of the same set
_MIN_TURNED_PART = 0.65
_MAX_SAME_DIFFERENCE = 0.08  # places look alike up to this mean difference of their windows, in which white is 1
_MAX_PLAIN_RANGE = 0.16  # the largest difference between fields of a window that shows only one colour
_MIN_SHOWN_PART, _MIN_SHOWING_PART, _MIN_WIDE_PART = 0.1, 0.4, 0.8
"""When a colour counts as being everywhere. The first value is the part of a window that must show it, the second the
part of all windows that must do so. The third is how widely these windows must be spread, as a part of the extent of
all places.
"""

_MAX_UNEVEN_LEVEL = 1.3  # the light may make one colour this many times as bright elsewhere
_DIFFERENT_QUANTILE = 0.9  # this part of a window differs less from the empty board than `measure_differences` says
_FIELDS_PER_SIDE = 8  # a window is averaged over fields, so that noise does not matter


@dataclass(frozen=True, eq=False)
class Windows:
    """The windows around n places."""

    points: Floats
    """(n, SIDE, SIDE, 2) mm, the points of the board's plane that the windows show."""
    view: View
    """Where the samples are in the picture. It puts all windows below each other: (n * SIDE, SIDE) samples."""

    def cut(self, image: Picture) -> Picture:
        """(n, SIDE, SIDE, 3) what a BGR picture shows in the windows."""
        return self.view.sample(image).reshape(-1, SIDE, SIDE, 3)

    def select(self, numbers: Ints) -> Windows:
        """The windows around some of the places. numbers: (m,) which ones."""
        lines = (numbers[:, None] * SIDE + np.arange(SIDE)).ravel()
        return Windows(self.points[numbers], self.view.select(lines))


def build(registration: Registration, middle: Floats, radius: float) -> Windows:
    """The windows around points (n, 2) in mm. radius: of the largest piece, in mm."""
    axis = ((np.arange(SIDE) + 0.5) * 2 / SIDE - 1) * REACH * radius
    points = middle[:, None, None] + np.stack(np.meshgrid(axis, axis), axis=-1)
    pixels = registration.project(points).reshape(-1, SIDE, 2)
    scale = float(np.median(registration.scale_at(middle))) if len(middle) else 1.0
    return Windows(points, View.of(pixels, registration.size, 2 * REACH * radius / SIDE * scale))


def find_white(cut: Picture) -> Floats:
    """(3,) the linear light that counts as white (1) in a picture. cut: (n, SIDE, SIDE, 3) its windows."""
    bright = np.percentile(to_linear(cut).reshape(-1, 3), _WHITE_PERCENTILE, axis=0)
    return np.asarray(np.maximum(bright, max(_MIN_CHANNEL_PART * float(bright.max()), 1e-3)))


def find_unlit(cut: Picture) -> Flags:
    """(n,) True for windows that are too dark to show anything. cut: (n, SIDE, SIDE, 3) the windows, as cut from a
    picture.
    """
    brightest = channels.find_largest(cut).reshape(len(cut), SIDE * SIDE)
    return np.asarray(np.percentile(brightest, _WHITE_PERCENTILE, axis=1) < _MIN_LIT_LEVEL)


def find_blinded(cut: Picture) -> Flags:
    """(n,) True for windows in which the camera clips nearly everything where a piece would be. White pieces on white
    print cannot be seen there. cut: (n, SIDE, SIDE, 3) the windows, as cut from a picture.
    """
    is_clipped = channels.find_smallest(cut[:, IN_PIECE]) >= _CLIPPED_LEVEL
    return np.asarray(is_clipped.mean(axis=1) > _MIN_BLINDED_PART)


def balance(light: Singles, whites: Floats) -> Singles:
    """Linear light (..., 3) in the form that the network takes: relative to white, and with dark shades further apart.
    whites: the light that counts as white.
    """
    relative = np.minimum(np.maximum(light / whites.astype(np.float32), 0), np.float32(_MAX_RELATIVE_LIGHT))
    return np.asarray(cv2.pow(relative.reshape(-1, 3), GAMMA).reshape(light.shape), np.float32)


def unbalance(shades: Singles, whites: Floats) -> Singles:
    """The linear light (..., 3) of values from `balance`, which this function reverses."""
    relative = cv2.pow(shades.reshape(-1, 3), 1 / GAMMA).reshape(shades.shape)
    return np.asarray(relative * whites.astype(np.float32), np.float32)


def balance_windows(cut: Picture, whites: Floats) -> Singles:
    """(n, side, side, 3) windows in the form that the network takes, see `balance`. cut: the windows, as cut from a
    picture. A table of all 256 bytes makes this fast.
    """
    table = balance(to_linear(np.arange(256, dtype=np.uint8)[:, None, None].repeat(3, axis=2)), whites)
    rows = cut.reshape(-1, cut.shape[-2], 3)
    return np.asarray(cv2.LUT(rows, table.reshape(1, 256, 3)), np.float32).reshape(cut.shape)


def join_channels(now: Singles, empty: Singles | None, doubt: Singles | None) -> Singles:
    """(n, CHANNELS, SIDE, SIDE) the network's input.

    now: (n, SIDE, SIDE, 3) windows of the picture, from `balance_windows`. empty: the same windows with the places
    empty; None if not known. doubt: (n, SIDE, SIDE) how uncertain `empty` is, from 0 to 1.
    """
    out = np.zeros((len(now), CHANNELS, SIDE, SIDE), np.float32)
    out[:, :3] = now.transpose(0, 3, 1, 2)
    if empty is None or doubt is None:
        out[:, 6] = 1
        return out
    out[:, 3:6] = empty.transpose(0, 3, 1, 2)
    out[:, 6] = doubt
    return out


def find_similar(now: Singles, sort: Ints, place: Floats, empty: Flags) -> list[Ints | None]:
    """For each place, the numbers of empty places that show what it looks like when empty; None if too few are known.

    now: (n, SIDE, SIDE, 3) from `balance_windows`. sort: (n,) from `number_sorts`. place: (n, 2) mm. empty: (n,) True
    for places that count as empty. Places of one sort may have two colours, as on a chessboard. So only places with
    similar surroundings count. The exception is when all of these are in one corner of the board, because a hand may be
    there: then all empty places of the sort count.
    """
    out: list[Ints | None] = [None] * len(now)
    around = now[:, _IN_RING].reshape(len(now), -1)
    for number in np.unique(sort):
        members = np.flatnonzero(sort == number)
        some = members[empty[members]]
        if len(some) < _MIN_SIMILAR:
            continue
        there = around[some]
        off = np.stack([np.abs(there - around[i]).mean(axis=1) for i in members])
        wide = measure_extent(place[some])
        nearest = np.argsort(off, axis=1, kind="stable")
        for i, order, gaps in zip(members, nearest, off, strict=True):
            near = gaps[order[_MIN_SIMILAR - 1]]
            those = order[gaps[order] <= near + _SIMILAR_MARGIN]
            if near > _MAX_SIMILAR_DIFFERENCE or measure_extent(place[some[those]]) < _MIN_EXTENT_PART * wide:
                those = order
            chosen = (
                those if len(those) <= _MAX_SIMILAR else those[np.linspace(0, len(those) - 1, _MAX_SIMILAR).astype(int)]
            )
            out[i] = some[chosen]
    return out


def number_sorts(now: Singles, families: Ints) -> Ints:
    """(n,) the sort of each place: its family, or one common sort for all places that show a single colour.

    now: (n, SIDE, SIDE, 3) from `balance_windows`. families: (n,) from `shape.number_families`.
    """
    plain = np.ptp(average_fields(now).reshape(len(now), -1, 3), axis=1).max(axis=1) < _MAX_PLAIN_RANGE
    return np.where(plain, families.max() + 1, families)


def find_usual(now: Singles, sort: Ints, place: Floats) -> Flags:
    """(n,) True for places that look like most others of their sort, or that look the same when the board is turned.

    now: (n, SIDE, SIDE, 3) from `balance_windows`. sort: (n,) from `number_sorts`. place: (n, 2) mm.

    No game has pieces of one kind on most of its cells. And on a board turned by 180 degrees the print is the same,
    while the two players' pieces change places. So print that looks like a piece, such as a disc in every cell or in
    every second row, is recognised as print. Bare cloth is recognised, too, unless all of it is in one corner, where it
    may be a sleeve.
    """
    out = np.zeros(len(now), np.bool_)
    fields = average_fields(now)
    whole = fields[:, IN_DISC].reshape(len(now), -1)
    opposite, wide = find_opposites(place), measure_extent(place)
    for number in np.unique(sort):
        left = np.flatnonzero(sort == number)
        if len(left) < _MIN_SORT_SIZE:
            continue
        part = _MAJORITY * len(left)
        there = whole[left]
        near = np.stack([np.abs(there - one).mean(axis=1) < _MAX_SAME_DIFFERENCE for one in there])
        while near.sum(axis=1).max(initial=0) >= _MIN_SORT_SIZE:
            alike = near[near.sum(axis=1).argmax()]
            those = left[alike]
            turned = np.isin(opposite[those], those).mean() > _MIN_TURNED_PART
            is_spread = measure_extent(place[those]) > _MIN_EXTENT_PART * wide
            if ((len(those) > part or turned) and is_spread) or _is_everywhere(fields, whole[those], place):
                out[those] = True
            left, near = left[~alike], near[~alike][:, ~alike]
    return out


def _is_everywhere(fields: Singles, some: Singles, place: Floats) -> bool:
    """True if windows that look alike show a single colour, and parts of windows all over the board show this colour
    too.

    So the bare wood of a tray is print if the same wood is between the points. fields: (n, fields, fields, 3) of all
    windows. some: (m, k * 3) the fields of the windows that look alike. place: (n, 2) mm.
    """
    shades = some.reshape(len(some), -1, 3)
    if np.ptp(np.median(shades, axis=0), axis=0).max() > _MAX_PLAIN_RANGE / 2:
        return False
    colour = np.median(shades, axis=(0, 1))
    level = np.clip(fields.mean(axis=-1, keepdims=True) / colour.mean(), 1 / _MAX_UNEVEN_LEVEL, _MAX_UNEVEN_LEVEL)
    same = np.abs(fields - level * colour).mean(axis=-1) < _MAX_SAME_DIFFERENCE / 2
    shown = same.mean(axis=(1, 2)) > _MIN_SHOWN_PART
    there = place[shown]
    return bool(shown.mean() > _MIN_SHOWING_PART and measure_extent(there) > _MIN_WIDE_PART * measure_extent(place))


def find_opposites(place: Floats) -> Ints:
    """(n,) for each place the number of the place that comes to it when the board is turned by 180 degrees. place: (n,
    2) mm.
    """
    middle = (place.min(axis=0) + place.max(axis=0)) / 2
    return np.asarray(np.linalg.norm(2 * middle - place[:, None] - place[None], axis=-1).argmin(axis=1))


def average_fields(now: Singles) -> Singles:
    """(n, fields, fields, 3) windows, averaged over a few square fields so that noise does not matter. now: (n, SIDE,
    SIDE, 3).
    """
    lines = np.ascontiguousarray(now, np.float32).reshape(len(now) * SIDE, SIDE, 3)
    fields = cv2.resize(lines, (_FIELDS_PER_SIDE, len(now) * _FIELDS_PER_SIDE), interpolation=cv2.INTER_AREA)
    return np.asarray(fields.reshape(-1, _FIELDS_PER_SIDE, _FIELDS_PER_SIDE, 3), np.float32)


def measure_differences(now: Singles, empty: Singles) -> Singles:
    """(n,) how much windows differ from how they look when empty, where they differ most: a tenth of a window differs
    by more. White is 1. now, empty: (n, SIDE, SIDE, 3) from `balance_windows`.
    """
    off = channels.find_largest(np.abs(average_fields(now - empty))).reshape(len(now), -1)
    number = int(_DIFFERENT_QUANTILE * off.shape[1])
    return np.asarray(np.partition(off, number, axis=1)[:, number])


def predict_empty(now: Singles, tell: Sequence[Ints | None]) -> tuple[Singles, Singles]:
    """How places look when empty, taken from similar places: (n, SIDE, SIDE, 3), and how uncertain this is: (n, SIDE,
    SIDE).

    now: from `balance_windows`. tell: from `find_similar`. A place without similar ones has a doubt of 1.
    """
    out = np.zeros_like(now)
    doubt = np.ones(now.shape[:3], np.float32)
    for i, those in enumerate(tell):
        if those is not None:
            out[i] = median(now[those])
            doubt[i] = PREDICTED_DOUBT
    return out, doubt


def measure_extent(points: Floats) -> float:
    """How widely points (m, 2) are spread: the mean distance from their middle."""
    return float(np.hypot(*(points - points.mean(axis=0)).T).mean())


def measure_width(points: Floats) -> float:
    """The width of the narrowest rectangle around points (m, 2)."""
    return float(min(cv2.minAreaRect(points.astype(np.float32))[1]))


def _measure_radii() -> Floats:
    axis = ((np.arange(SIDE) + 0.5) * 2 / SIDE - 1) * REACH
    return np.asarray(np.hypot(*np.meshgrid(axis, axis)))


SAMPLE_RADII = _measure_radii()
"""(SIDE, SIDE) how far each sample of a window is from the middle, in radii of the largest piece."""

IN_PIECE = SAMPLE_RADII < 1
"""(SIDE, SIDE) True for the samples of a window where a piece in its middle would be."""

_FIELD_RADII = SAMPLE_RADII.reshape(
    _FIELDS_PER_SIDE, SIDE // _FIELDS_PER_SIDE, _FIELDS_PER_SIDE, SIDE // _FIELDS_PER_SIDE
).mean(axis=(1, 3))
IN_DISC, IN_MIDDLE, IN_RIM = _FIELD_RADII < 1.5, _FIELD_RADII < 0.75, (_FIELD_RADII > 1.1) & (_FIELD_RADII < 1.6)
"""(fields, fields) each. True for the fields of a window that show the piece and its rim, the middle of a small piece,
and what is around a piece.
"""

_IN_RING = (SAMPLE_RADII > 1.15) & (SAMPLE_RADII < 1.5)  # the samples around a piece in the middle
