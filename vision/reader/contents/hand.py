"""Finds what covers the board, such as a hand, a sleeve or a cup: what the network takes neither for print nor for a
piece.

It looks at the places and at the windows between cells (`between`). Covered neighbours are one thing, and only large
things count. This module never says what a cell holds.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.layout import Layout
from vision.reader.networks.between import Between
from vision.reader.networks.network import EMPTY, PIECE, THING
from vision.reader.places.atlas import Atlas, Flags, Floats, Ints, measure_axis_gaps
from vision.reader.places.groups import group_neighbours

_PILE_REACH = 1.3  # a pile may hide places that are less than this many radii of a piece from its axis
_MAX_TRIFLES = 2  # how many neighbouring places dice may cover
_MAX_TRIFLES_CROWDED = 3  # the same number if pieces touch each other
_MAX_TRIFLES_UNKNOWN = 2
"""The same number on a board whose print is not known, if the cells fill it: the network may take a pattern for
something foreign. On photographs of 55 boards, such patterns seemed to cover two places and three times more, and each
hand, phone or cup at least three.
"""
_MAX_TRIFLES_UNKNOWN_ROWS = 4
"""The same number on such a board with rows. On 90 photographs of 30 boards, patterns seemed to cover three or four
places seven times and five or six twice, and each hand, phone or cup at least six. Inlays in the middle of a bought
board seemed to cover three.
"""
_MIN_FULL_PART = 0.4  # cells fill a board if their area is this part of it or more
_MAX_TRIFLES_BETWEEN = 2  # the same number for places between cells, where there may be dice too
# pieces touch each other if the distance of places is less than this many diameters of a piece
_MAX_CROWDED_PITCH = 1.15

_MIN_COVERED_BETWEEN = 4
"""In windows between cells: a thing that covers at least this many of them is larger than the gaps between cells."""

_MIN_COVERED_WIDE, _MIN_AMONG_WIDE = 7, 3
"""In windows between cells: so is a thing that covers at least as many of them as the first value says, if the second
value or more are among cells and the others around these. A cup between two areas and the rim is such a thing.
"""

_MIN_BARE_NEIGHBOURS = 2
"""If at least this many neighbours of a place are known to show nothing foreign, and its own print was only guessed,
the guess is wrong rather than that something covers it.
"""

_MIN_HIDDEN_P = 0.06
"""A cell counts as covered if something foreign covers one of its places with at least this probability."""

_DIE_ON_PIECE_P = 0.06  # how often a die in a row is on top of a piece: too often to ignore
_IMPOSSIBLE_LOG_P = float(np.log(1e-5))  # instead of minus infinity
_MIN_EMPTY_BEFORE_DIE = 3  # empty places from the rim to a thing that make it more likely a die than a piece
_MIN_EMPTY_P = 0.9  # each of these must be empty with at least this probability
_FAR_OUT_P = {EMPTY: 0.6, PIECE: 0.1, THING: 0.3}
"""If the network sees a piece far from the rim and alone in its row, it is mostly a die. These are the probabilities of
the three classes then.
"""

THING_P, MAYBE_THING_P = (
    0.5,
    0.08,
)
"""Probabilities of something foreign: from the first on a place counts as covered, from the second on it may be part of
a thing that covers its neighbours.
"""


@dataclass(frozen=True, eq=False)
class Occlusion:
    """What covers the board."""

    is_seen: bool
    """True if something large and foreign covers part of the board."""
    hidden: Floats
    """(n,) how likely this thing covers each place; 0 if there is none."""

    @property
    def covered(self) -> Flags:
        """(n,) True for places that count as covered."""
        return np.asarray(self.hidden > _MIN_HIDDEN_P)


def find_occlusion(
    thing: Floats,
    between: Floats,
    around: Between,
    near: Flags,
    most: int,
    guessed: Flags,
    shows_print: Flags,
    in_large: Flags,
) -> Occlusion:
    """What covers the board.

    thing: (n,) how likely each place shows something foreign. between: (m,) the same for the windows between cells.
    near: (n + m, n + m) True for neighbours among all of these. most: how many neighbouring places may seem covered
    without a hand, see `count_allowed_trifles`. A larger group is a large thing. If a large thing covers no cell, it
    must also reach in from beyond the board's edge, or cover much between the cells. A cup beside the cells does not
    matter. guessed: (n + m,) True for places and windows whose print was only guessed: if only such ones seem
    covered, and windows or enough places with known print are near, the guess is wrong. shows_print: (n,) True for
    places that mostly show their print: they may be covered in part, but tell of no hand. in_large: (n + m,) True
    for places and windows where anything foreign is a part of something that is known to be large.
    """
    n, every = len(thing), np.concatenate([thing, between])
    group = group_neighbours(every > MAYBE_THING_P, near)
    seen = every > THING_P
    seen[:n] &= ~shows_print

    def many(some: Flags, numbers: Ints) -> Ints:
        return np.bincount(numbers[some], minlength=len(every))

    on_cells = many(every[:n] > MAYBE_THING_P, group[:n]) > 0
    comes_in = (many(seen[n:] & around.near_edge, group[n:]) > 0) & (many(seen[n:] & around.among_cells, group[n:]) > 0)
    large = (many(seen, group) > most) & (many(seen[:n], group[:n]) > 0)
    large |= (many(seen, group) > max(most, _MAX_TRIFLES_BETWEEN)) & (on_cells | comes_in)
    among, windows = (many(some, group[n:]) for some in (seen[n:] & around.among_cells, seen[n:]))
    large |= (among >= _MIN_COVERED_BETWEEN) | ((windows >= _MIN_COVERED_WIDE) & (among >= _MIN_AMONG_WIDE))
    alone = guessed.copy()
    is_bare = ~guessed[:n] & (thing < MAYBE_THING_P)
    alone[:n] &= near[:n, n:].any(axis=1) | ((near[:n, :n] & is_bare).sum(axis=1) >= _MIN_BARE_NEIGHBOURS)
    large &= many(seen & ~alone, group) > 0
    large |= many(seen & in_large, group) > 0
    hidden = np.where(large[group[:n]] & (thing > MAYBE_THING_P), thing, 0.0)
    return Occlusion(bool((large[group] & seen).any()), hidden)


def ignore_trifles(log_p: Floats, atlas: Atlas, in_row: Flags) -> Floats:
    """The network's answers without small foreign things in rows of pieces. These are dice, and dice are rarely on top
    of a piece, so the places mostly become empty.

    log_p: (n, 3) the answers. in_row: (n,) True for places in rows.
    """
    thing = np.exp(log_p[:, THING])
    seen = thing > THING_P
    group = group_neighbours(thing > MAYBE_THING_P, atlas.nearby)
    small = seen & (np.bincount(group[seen], minlength=len(group))[group] <= _MAX_TRIFLES) & in_row
    out = log_p.copy()
    for what, share in ((EMPTY, 1 - _DIE_ON_PIECE_P), (PIECE, _DIE_ON_PIECE_P)):
        out[small, what] = np.logaddexp(out[small, what], out[small, THING] + np.log(share))
    out[small, THING] = _IMPOSSIBLE_LOG_P
    return out


def ignore_lone_dice(log_p: Floats, cell: Ints, in_row: Flags) -> Floats:
    """The network's answers without single dice that it takes for pieces: a piece that is alone in its row and far from
    the rim is mostly a die.

    log_p: (n, 3) the answers. cell: (n,) the number of each place's cell, in order. in_row: (n,) True for places in
    rows.
    """
    out = log_p.copy()
    far = _find_far_out(np.exp(out), cell) & in_row
    piece = out[far, PIECE]
    out[far, PIECE] = -np.inf
    for what, share in _FAR_OUT_P.items():
        out[far, what] = np.logaddexp(out[far, what], piece + np.log(share))
    return out


def _find_far_out(likely: Floats, cell: Ints) -> Flags:
    """(n,) True for a place whose piece seems to be alone in its row and far from the rim.

    likely: (n, 3) how likely each place is empty, holds a piece, holds something else. cell: (n,) the number of each
    place's cell. The places of a row come in order from the rim.
    """
    empty = likely[:, EMPTY]
    out = np.zeros(len(cell), np.bool_)
    for row in np.split(np.arange(len(cell)), np.flatnonzero(np.diff(cell)) + 1):
        if len(row) <= _MIN_EMPTY_BEFORE_DIE:
            continue
        alone = int(row[_MIN_EMPTY_BEFORE_DIE:][likely[row[_MIN_EMPTY_BEFORE_DIE:], PIECE].argmax()])
        others = row[row != alone]
        out[alone] = likely[alone, PIECE] > THING_P and empty[others[others < alone]].min() > _MIN_EMPTY_P
        out[alone] &= likely[others, PIECE].max() < THING_P
    return out


def count_allowed_trifles(layout: Layout, atlas: Atlas, in_row: Flags, is_print_known: bool) -> int:
    """How many neighbouring places may seem covered although there is no hand.

    In rows there may be dice. And where pieces touch each other, a displaced piece can look like something foreign, as
    print can that nobody knows. is_print_known: True if this board's print is known.
    """
    if in_row.any():
        return _MAX_TRIFLES if is_print_known else _MAX_TRIFLES_UNKNOWN_ROWS
    pitch, (w, h) = float(np.median(atlas.pitch)), layout.size_mm
    widest = max((kind.diameter_mm for kind in layout.pieces.values()), default=0.0)
    if pitch < _MAX_CROWDED_PITCH * widest:
        return _MAX_TRIFLES_CROWDED
    is_full = atlas.count * pitch**2 >= _MIN_FULL_PART * w * h
    return _MAX_TRIFLES_UNKNOWN if layout.markers and not is_print_known and is_full else 1


def find_under_piles(atlas: Atlas, middles: Floats, rise: Floats, high: Ints, radius: Floats) -> Flags:
    """(n,) True for places that a pile of another cell may hide. The heights of the piles are not known yet, so the
    highest that is possible counts.

    middles: (n, 2) mm, from each patch's middle to the middle of its piece. rise: (n, 2) mm, from there to where the
    camera sees the top of one piece. high: (n,) how many pieces the pile may have: its top is seen this many times as
    far away. radius: (n,) mm, of the piece; 0 if there is none.
    """
    spot = atlas.place + atlas.lean
    some = np.flatnonzero((radius > 0) & (high > 1))
    gaps = measure_axis_gaps(spot, (spot + middles)[some], rise[some] * high[some, None])
    hides = (gaps < _PILE_REACH * radius[some]) & (atlas.cell[:, None] != atlas.cell[some])
    return np.asarray(hides.any(axis=1))
