"""What covers the board: a hand, a sleeve, a cup, by what the network takes for neither print nor piece.

It looks at places and at windows between them (`between`); here neighbours that are covered are one thing, and only
large things count. It never says what a cell holds.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.layout import Layout
from vision.reader.atlas import Atlas, Flags, Floats, Ints
from vision.reader.between import Between
from vision.reader.network import EMPTY, PIECE, THING

_PILE_REACH = 1.3  # times a piece's radius: how near to a pile's axis it hides other places
_MAX_TRIFLES = 2  # neighbouring places that dice may cover
_MAX_TRIFLES_CROWDED = 3  # the same of places whose pieces touch each other
_MAX_TRIFLES_BETWEEN = 2  # the same between cells: dice lie there too
_MAX_CROWDED_PITCH = 1.15  # times a piece's diameter: places that are nearer
_MIN_COVERED_BETWEEN = 5  # covered windows between cells: what covers as many is larger than the gaps between the cells
_DIE_ON_PIECE_P = 0.06  # how often dice in a row lie on a piece: not seldom enough to be sure
_IMPOSSIBLE_LOG_P = float(np.log(1e-5))
_MIN_EMPTY_BEFORE_DIE = 3  # empty places between the rim and a thing: so far out it is rather a die than a piece
_MIN_EMPTY_P = 0.9  # how likely each of them must be empty
_FAR_OUT_P = {EMPTY: 0.6, PIECE: 0.1, THING: 0.3}
"""How likely each is where the network takes something so far out for a piece: mostly it is a die on an empty row."""
_THING_P, _MAYBE_THING_P = (
    0.5,
    0.08,
)  # how likely something else is seen at a place for it to be one, or to be looked for


@dataclass(frozen=True, eq=False)
class Occlusion:
    """seen: something foreign covers part of the board. hidden: (n,) how likely it covers each place."""

    is_seen: bool
    hidden: Floats


def find_occlusion(thing: Floats, between: Floats, around: Between, near: Flags, most: int) -> Occlusion:
    """What covers the board, by how likely something foreign is seen at places (n,) and between cells (m,).

    near: (n + m, n + m) which of all these lie next to each other. most: of neighbouring places that may seem covered
    by what is no hand, see `trifles`. A thing is large that covers more. Where none of the cells seems covered, it also
    has to come in among them from beyond the board, or to cover much between them: a cup beside the cells is in
    nobody's way.
    """
    n, every = len(thing), np.concatenate([thing, between])
    group = _group_neighbours(every > _MAYBE_THING_P, near)
    seen = every > _THING_P

    def many(some: Flags, numbers: Ints) -> Ints:
        return np.bincount(numbers[some], minlength=len(every))

    on_cells = many(every[:n] > _MAYBE_THING_P, group[:n]) > 0
    comes_in = (many(seen[n:] & around.near_edge, group[n:]) > 0) & (many(seen[n:] & around.among_cells, group[n:]) > 0)
    large = (many(seen, group) > most) & (many(seen[:n], group[:n]) > 0)
    large |= (many(seen, group) > max(most, _MAX_TRIFLES_BETWEEN)) & (on_cells | comes_in)
    large |= many(seen[n:] & around.among_cells, group[n:]) >= _MIN_COVERED_BETWEEN
    hidden = np.where(large[group[:n]] & (thing > _MAYBE_THING_P), thing, 0.0)
    return Occlusion(bool((large[group] & seen).any()), hidden)


def ignore_trifles(log_p: Floats, atlas: Atlas, in_row: Flags) -> Floats:
    """What the network says (n, 3), small things in rows of pieces left out: dice lie there, seldom on a piece.

    in_row: (n,) places that belong to rows.
    """
    thing = np.exp(log_p[:, THING])
    seen = thing > _THING_P
    group = _group_neighbours(thing > _MAYBE_THING_P, atlas.nearby)
    small = seen & (np.bincount(group[seen], minlength=len(group))[group] <= _MAX_TRIFLES) & in_row
    out = log_p.copy()
    for what, share in ((EMPTY, 1 - _DIE_ON_PIECE_P), (PIECE, _DIE_ON_PIECE_P)):
        out[small, what] = np.logaddexp(out[small, what], out[small, THING] + np.log(share))
    out[small, THING] = _IMPOSSIBLE_LOG_P
    return out


def ignore_lone_dice(log_p: Floats, cell: Ints, in_row: Flags) -> Floats:
    """What the network says (n, 3), single dice far from the rim left out: it takes them for pieces.

    cell: (n,) the cells that places belong to, in order. in_row: (n,) places that belong to rows.
    """
    out = log_p.copy()
    far = _find_far_out(np.exp(out), cell) & in_row
    piece = out[far, PIECE]
    out[far, PIECE] = -np.inf
    for what, share in _FAR_OUT_P.items():
        out[far, what] = np.logaddexp(out[far, what], piece + np.log(share))
    return out


def _find_far_out(likely: Floats, cell: Ints) -> Flags:
    """(n,) places where a piece seems to lie alone in its row, far from the rim.

    likely: (n, 3) how likely each place shows nothing, a piece, something else. cell: (n,) the cell of each place; the
    places of a row are given from the rim on.
    """
    empty = likely[:, EMPTY]
    out = np.zeros(len(cell), np.bool_)
    for row in np.split(np.arange(len(cell)), np.flatnonzero(np.diff(cell)) + 1):
        if len(row) <= _MIN_EMPTY_BEFORE_DIE:
            continue
        alone = int(row[_MIN_EMPTY_BEFORE_DIE:][likely[row[_MIN_EMPTY_BEFORE_DIE:], PIECE].argmax()])
        others = row[row != alone]
        out[alone] = likely[alone, PIECE] > _THING_P and empty[others[others < alone]].min() > _MIN_EMPTY_P
        out[alone] &= likely[others, PIECE].max() < _THING_P
    return out


def count_allowed_trifles(layout: Layout, atlas: Atlas, in_row: Flags) -> int:
    """As many neighbouring places may seem covered by what is none.

    Dice lie beside rows; and where pieces touch each other, single ones that lie askew look like something else.
    """
    if in_row.any():
        return _MAX_TRIFLES
    widest = max((kind.diameter_mm for kind in layout.pieces.values()), default=0.0)
    return _MAX_TRIFLES_CROWDED if float(np.median(atlas.pitch)) < _MAX_CROWDED_PITCH * widest else 1


def _group_neighbours(some: Flags, near: Flags) -> Ints:
    """(n,) numbers of groups of places: those of `some` that lie next to each other have one number."""
    group = np.arange(len(some))
    joins = near & some[:, None] & some[None]
    for _ in range(len(some)):
        joined = np.where(joins, group[None], len(group)).min(axis=1, initial=len(group))
        after = np.minimum(group, joined)
        if (after == group).all():
            break
        group = after
    return group


def find_under_piles(atlas: Atlas, middles: Floats, rise: Floats, high: Ints, radius: Floats) -> Flags:
    """(n,) places over which a pile may lean that stands at another one: nobody knows its height yet.

    middles: (n, 2) mm from each patch's middle to that of the piece believed there; rise: (n, 2) mm from there to where
    its top is seen; high: (n,) as many times as far may be the top of what is piled there. radius: (n,) mm of that
    piece, 0 where none is.
    """
    out = np.zeros(atlas.count, np.bool_)
    spot = atlas.place + atlas.lean
    for i in np.flatnonzero((radius > 0) & (high > 1)):
        foot = spot[i] + middles[i]
        along = rise[i] * high[i]
        share = np.clip((spot - foot) @ along / max(float(along @ along), 1e-9), 0.0, 1.0)
        gap = np.linalg.norm(spot - foot - share[:, None] * along, axis=1)
        out |= (gap < _PILE_REACH * radius[i]) & (atlas.cell != atlas.cell[i])
    return out
