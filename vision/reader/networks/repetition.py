"""Tells print from pieces by what repeats on a board.

On a chessboard, the print of the dark cells is on dark cells only, while people put pieces on dark and light ones. So
what most cells of one colour show, and no cell of the other colour shows, is print, even if it looks like a piece. And
a place that looks like a piece elsewhere, where the print is different, is not empty. This module needs no known print
and no known pieces.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.reader.networks import network, windows
from vision.reader.places.atlas import Flags, Floats, Ints, Singles

_MIN_SORT_SIZE = 12
"""A group of similar places with fewer members is not looked at: by chance, all its pieces may be on cells of one
colour.
"""

_MAX_GAP = 1.2  # places are neighbours if they are at most this many times as far apart as most nearest places
_MAX_GAIN = 1.3 ** (1 / 2.2)  # the light may make balanced shades this many times as bright elsewhere
# windows look alike up to this mean difference, if white is 1: the whole windows, their middles, what is around pieces
_MAX_WHOLE, _MAX_MIDDLE, _MAX_AROUND = 0.08, 0.07, 0.10
_MIN_PART = 0.4  # print is on at least this part of the cells of one colour; the others hold pieces
_MIN_EXTENT_PART = 0.6  # and it covers at least this part of their extent
_MAX_STRANGE_PART = 0.12  # print of one colour is on at most this part of the cells of the other colour
_MIN_TURNED_PART = 0.3  # the turned board brings at least this part of such print onto itself
_MIN_EMPTY_P = 0.1  # the network takes such print for empty with at least this probability, on average
_MIN_COMMON_PART = 0.5  # the same on cells of both colours is print if it is on at least this part of all cells
_MIN_LIKELY, _MAX_UNLIKELY = 0.5, 0.1
"""Probabilities of being empty, by the network. If a group of alike places has at least the first value on average,
then those members that have less than the second value hold pieces that look like the print.
"""

_MIN_COVERED_P = 0.5  # something covers a place if the network says so with this probability
_MIN_PIECE_P, _MIN_PIECES = 0.9, 2  # this many places must surely hold a piece to show how pieces look
_LEAST_GROUP = 4
_MIN_WIDE_PART = 0.5
"""No hand, phone or cup is wider than this part of the board. What looks the same over a wider part is print. On 814
photographs of 408 repainted boards without a hand, 46 showed a false one. 23 of these consist only of places that look
the same over a wider part, and none of the 378 hands that were seen on 408 others.
"""
_MIN_CONTRAST = 0.1  # a middle looks unlike what is around it if a channel differs by more, if white is 1


@dataclass(frozen=True, eq=False)
class Repeated:
    """What repetition says about each of n places."""

    sort: Ints
    """(n,) the sort of each place. It is the sort that was given, split in two where its cells have two colours."""
    printed: Flags
    """(n,) True for places that show print."""
    strange: Flags
    """(n,) True for places that show something else than print, even if the network calls them empty."""


def find_repeated(now: Singles, sort: Ints, place: Floats, log_p: Floats, empty: Flags) -> Repeated:
    """What repetition says about the places.

    now: (n, SIDE, SIDE, 3) their windows, from `windows.balance_windows`. sort: (n,) from `windows.number_sorts`.
    place: (n, 2) mm. log_p: (n, 3) the network's answers without a known print. empty: (n,) True for places that are
    empty by these answers.
    """
    fields = windows.average_fields(now)
    whole, middle, around = (
        fields[:, some].reshape(len(now), -1) for some in (windows.IN_DISC, windows.IN_MIDDLE, windows.IN_RIM)
    )
    alike_middle = _find_alike(middle, _MAX_MIDDLE)
    printed, strange = (np.zeros(len(now), np.bool_) for _ in range(2))
    split = 2 * sort
    uncovered = log_p[:, network.THING] < np.log(_MIN_COVERED_P)
    opposite = windows.find_opposites(place)
    for number in np.unique(sort):
        members = np.flatnonzero((sort == number) & uncovered)
        colour = _colour_alternately(place[members]) if len(members) >= _MIN_SORT_SIZE else None
        if colour is None:
            continue
        near = alike_middle[np.ix_(members, members)]
        both = _find_alike(whole[members], _MAX_WHOLE) & near
        for own in (colour, ~colour):
            for one, group in _group(both, own):
                those = members[group]
                if not _is_print(those, members[own], near[one], own, place, opposite, log_p):
                    continue
                chance = np.exp(log_p[those, network.EMPTY])
                printed[those[(chance.mean() < _MIN_LIKELY) | (chance >= _MAX_UNLIKELY)]] = True
                strange[members[own & ~near[group].any(axis=0)]] = True
                split[members] = 2 * number + colour
    piece = log_p[:, network.PIECE] > np.log(_MIN_PIECE_P)
    elsewhere = alike_middle & ~_find_alike(around, _MAX_AROUND)
    pieces, empties = (elsewhere & piece).sum(axis=1), (elsewhere & empty).sum(axis=1)
    strange |= (pieces >= _MIN_PIECES) & (pieces > empties)
    return Repeated(split, printed, strange & ~printed)


def find_like_pieces(now: Singles, log_p: Floats) -> Flags:
    """(n,) True for places whose middles look like pieces elsewhere, and unlike what is around them: they may hold
    pieces, even if most places of their sort look the same.

    now: (n, SIDE, SIDE, 3) from `windows.balance_windows`. log_p: (n, 3) the network's answers.
    """
    fields = windows.average_fields(now)
    middle, around = fields[:, windows.IN_MIDDLE], fields[:, windows.IN_RIM]
    distinct = np.abs(middle.mean(axis=1) - around.mean(axis=1)).max(axis=1) > _MIN_CONTRAST
    piece = log_p[:, network.PIECE] > np.log(_MIN_PIECE_P)
    alike = _find_alike(middle.reshape(len(now), -1), _MAX_MIDDLE)
    return np.asarray(distinct & ((alike & piece).sum(axis=1) >= _MIN_PIECES))


def find_widespread(now: Singles, place: Floats, log_p: Floats) -> Flags:
    """(n,) True for places that look like others all over the board, other than pieces: what covers a part of the board
    does not look so. The arguments are those of `find_repeated`.
    """
    whole = windows.average_fields(now)[:, windows.IN_DISC].reshape(len(now), -1)
    alike = _find_alike(whole, _MAX_WHOLE) & (log_p.argmax(axis=1) != network.PIECE)
    np.fill_diagonal(alike, True)
    least = _MIN_WIDE_PART * windows.measure_width(place)
    return np.array([windows.measure_width(place[those]) > least for those in alike])


def _is_print(
    those: Ints, members: Ints, near: Flags, own: Flags, place: Floats, opposite: Ints, log_p: Floats
) -> bool:
    """True if some places that look alike show print.

    those: the numbers of these places. members: the numbers of all places of the same colour. near: (m,) True for
    places of the whole sort that have the same middle. own: (m,) True for those of the same colour. opposite: for each
    place the one opposite to it, see `windows.find_opposites`.
    """
    extent = windows.measure_extent(place[those])
    if len(those) < _MIN_PART * len(members) or extent < _MIN_EXTENT_PART * windows.measure_extent(place[members]):
        return False
    elsewhere = near & ~own
    strange = elsewhere.sum() / max(int((~own).sum()), 1)
    if strange <= _MAX_STRANGE_PART:
        turned = np.isin(opposite[those], those).mean()
        return bool(turned >= _MIN_TURNED_PART and np.exp(log_p[those, network.EMPTY]).mean() > _MIN_EMPTY_P)
    return bool(strange >= _MIN_PART and len(those) + elsewhere.sum() >= _MIN_COMMON_PART * len(own))


def _colour_alternately(place: Floats) -> Flags | None:
    """(m,) True for every second place, so that neighbours always differ, as the colours of a chessboard do; None if
    this is impossible. place: (m, 2) mm.
    """
    gap = np.linalg.norm(place[:, None] - place[None], axis=-1)
    np.fill_diagonal(gap, np.inf)
    near = gap < _MAX_GAP * np.median(gap.min(axis=1))
    colour = np.zeros(len(place), np.bool_)
    reached = np.zeros(len(place), np.bool_)
    for first in range(len(place)):
        waiting = [] if reached[first] else [first]
        reached[first] = True
        while waiting:
            here = waiting.pop()
            beside = near[here]
            if (colour[beside & reached] == colour[here]).any():
                return None
            new = np.flatnonzero(beside & ~reached)
            colour[new], reached[new] = not colour[here], True
            waiting += new.tolist()
    return colour


def _group(alike: Flags, among: Flags) -> list[tuple[int, Flags]]:
    """Groups of places that look alike, the largest first. For each: the number of the place that all others resemble,
    and True for each place in the group. alike: (m, m) True for two places that look alike. among: (m,) the places to
    group.
    """
    left = among.copy()
    out: list[tuple[int, Flags]] = []
    while True:
        size = (alike & left).sum(axis=1) * left
        one = int(size.argmax())
        if size[one] < _LEAST_GROUP:
            return out
        out.append((one, alike[one] & left))
        left &= ~alike[one]


def _find_alike(shades: Singles, most: float) -> Flags:
    """(n, n) True for two windows that look alike in whatever light they are: they differ by less than `most`. shades:
    (n, values) the windows.
    """
    return np.asarray(measure_gaps(shades) < most)


def measure_gaps(shades: Singles) -> Singles:
    """(n, n) how much any two windows differ on average, in whatever light they are, if white is 1. shades: (n, values)
    the windows, or parts of them.
    """
    strength = np.maximum((shades * shades).sum(axis=1), 1e-6)
    gain = np.clip(shades @ shades.T / strength, 1 / _MAX_GAIN, _MAX_GAIN)
    off = np.stack([np.abs(one - by[:, None] * shades).mean(axis=1) for one, by in zip(shades, gain, strict=True)])
    return np.asarray(np.minimum(off, off.T))
