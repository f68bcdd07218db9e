"""What is neither board nor piece: a hand, a sleeve, a cup; and pieces that lie where no piece belongs.

Everything that does not look like the print, not even like the print in a shadow, and that no piece at its
place explains, is put together to blobs on the board. One as small and round as a piece is a stray piece;
anything else is foreign. It never says what a cell holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.layout import Layout
from vision.reader import rows
from vision.reader.atlas import Atlas, Flags, Floats, Singles, Whole
from vision.reader.between import Between
from vision.reader.light import FLOOR

_STRANGE = 3.6
_BRIGHTEST = 1.08  # of its usual light: what is brighter is no print
_LOOSE_LEVEL, _LOOSE_HUE = 0.13, 0.10  # how far print may be off what is known of it
_TINTED = 0.20  # how much of a shadow's depth its colour may differ from the light's
_LEANS = 1.3  # times a piece's radius: how near to a pile's axis it hides other places
_TRIFLES = 2  # neighbouring places that dice may cover
_CROWDED = 3  # the same of places whose pieces touch each other
_TOUCHING = 1.15  # times a piece's diameter: places that are nearer
_BESIDE_TRIFLES = 2  # the same between cells: dice lie there too
_BESIDE = 1.5  # of the places' distance: what is nearer is one thing
_NEVER = float(np.log(1e-5))
_THING, _PERHAPS = 0.5, 0.08  # how likely something else is seen at a place for it to be one, or to be looked for
_ROUND = 1.30  # a stray piece's extent, in diameters of the largest kind
_FLAT = 0.3  # of its radius: a piece that leans no more than this still looks as wide as high
_TRIFLE = 0.12  # below this part of the smallest kind's area a blob is dirt, noise or a print's edge
_LEAST = 0.45  # a blob's area, in areas of the smallest kind, from which on it is foreign
_TELLING = 0.12  # print known as well as this can show that something lies over it
_BURIED = 0.4  # of the telling print around a piece: if more is hidden, what seems a piece may be part of a hand
_DEEPEST = 0.08  # what is left of the light in the deepest shadow


@dataclass(frozen=True, eq=False)
class Foreign:
    """seen: something foreign covers part of the board. hidden: (n,) how much of each place's own area it covers.

    stray: (n,) how much of the disc around each place is covered by something unexplained, stray pieces included.
    blobs: the unexplained parts on the board, (h, w) uint8: 1 stray, 2 foreign.
    """

    seen: bool
    hidden: Floats
    stray: Floats
    blobs: NDArray[np.uint8]


def strange(q: Singles, ground: Singles, noise: float, doubt: Singles) -> Flags:
    """(n, p*p) samples (n, p*p, 3) that look neither like the print (same shape or (n, 1, 3)) nor like its shadow.

    The print has to be known, from a drawing or a picture.
    """
    plain = q - ground
    # No sample is strange of which no channel differs by half of what is too much: only the others are weighed.
    least = 0.5 * _STRANGE * _LOOSE_HUE
    off: Flags = (np.abs(plain[..., 0]) > least) | (np.abs(plain[..., 1]) > least) | (np.abs(plain[..., 2]) > least)
    q, ground, doubt = (v[off] for v in (q, np.broadcast_to(ground, q.shape), np.broadcast_to(doubt, off.shape)))
    shone = np.exp(q) - np.float32(FLOOR)
    paper = np.maximum(np.exp(ground) - np.float32(FLOOR), np.float32(0.004))
    shade = np.clip(_total(shone) / _total(paper), _DEEPEST, _BRIGHTEST)
    d = q - np.log(paper * shade[..., None] + np.float32(FLOOR))
    level = _total(d) / 3
    hue = np.einsum("sc,sc->s", d, d) - 3 * level * level
    # The light that fills a shadow has another colour than the one that is missing there.
    dark = np.maximum(1.0 - shade, 0.0)
    loose = _LOOSE_HUE**2 + 2 * noise**2 + doubt**2 + (_TINTED * dark) ** 2
    off[off] = hue / loose + level * level / (_LOOSE_LEVEL**2 + noise**2 + doubt**2) > _STRANGE**2
    return off


def _total(colours: Singles) -> Singles:
    """The sum over channels (..., 3); sums over a last axis of three are slow otherwise."""
    return colours[..., 0] + colours[..., 1] + colours[..., 2]


def look(
    atlas: Atlas,
    strange_samples: Flags,
    doubt: Singles,
    middles: Floats,
    rise: Floats,
    high: Whole,
    radius: Floats,
    sizes: Sequence[float],
) -> Foreign:
    """Puts what is unexplained together. doubt: of the print, as for `strange`.

    middles: (n, 2) mm from each patch's middle to that of the piece believed there; rise: (n, 2) mm from there to
    where its top is seen, as far as its foot on the other side; high: (n,) as many times as far may be the top of what
    is piled there. radius: (n,) mm of that piece, 0 where none is. sizes: the radii of all kinds.
    """
    n = atlas.count
    largest, smallest = max(sizes), min(sizes)
    tall = max(float(np.linalg.norm(atlas.lean, axis=1).max()) - _FLAT * largest, 0.0)
    odd = strange_samples & atlas.showing
    calm = _unexplained(atlas, odd, doubt, middles, rise, high, radius)
    blobs = np.zeros_like(calm)
    if not calm.any():
        return Foreign(False, np.zeros(n), np.zeros(n), blobs)
    left, top, width, height = cv2.boundingRect(calm)
    window = np.s_[top : top + height, left : left + width]
    inside = blobs[window]
    count, labels, stats, _ = cv2.connectedComponentsWithStats(np.ascontiguousarray(calm[window]), connectivity=8)
    step = atlas.step
    for b in range(1, count):
        x, y, w, h, area = (int(v) for v in stats[b])
        covered = area * step * step
        if covered < _TRIFLE * np.pi * smallest**2:
            continue
        part = labels[y : y + h, x : x + w] == b
        _, r = cv2.minEnclosingCircle(np.argwhere(part).astype(np.float32))
        wide = (r + 0.5) * step > _ROUND * largest + tall or covered > 1.25 * (np.pi * largest + 4 * tall) * largest
        inside[y : y + h, x : x + w][part] = 2 if wide and covered > _LEAST * np.pi * smallest**2 else 1
    if not blobs.any():
        return Foreign(False, np.zeros(n), np.zeros(n), blobs)
    seen = bool((blobs == 2).any())
    if seen:
        blobs = _filled(blobs, max(3, round(float(np.median(atlas.pitch)) / step) | 1))
    mine = np.append(blobs.ravel(), 0)[atlas.unmosaic].reshape(n, -1)
    own = atlas.own.reshape(n, -1)
    hidden = ((mine == 2) & own).sum(axis=1) / np.maximum(own.sum(axis=1), 1)
    disc = np.hypot(atlas.grid[..., 0], atlas.grid[..., 1]).ravel() < largest
    stray = ((mine > 0) & disc).sum(axis=1) / max(int(disc.sum()), 1)
    return Foreign(seen, hidden, stray, blobs)


@dataclass(frozen=True, eq=False)
class Things:
    """What the network takes for neither print nor piece. possible: it may be anywhere. seen: some of it is large.

    hidden: (n,) how likely a large thing covers each place.
    """

    possible: bool
    seen: bool
    hidden: Floats


def things(thing: Floats, between: Floats, around: Between, near: Flags, most: int) -> Things:
    """Large things, by how likely something foreign is seen at places (n,) and between cells (m,).

    near: (n + m, n + m) which of all these lie next to each other. most: of neighbouring places that may seem covered
    by what is no hand, see `trifles`. A thing is large that covers more. Where it covers no cell, it also has to come
    in among them from beyond the board: a cup beside the cells is in nobody's way.
    """
    n, every = len(thing), np.concatenate([thing, between])
    group = _groups(every > _PERHAPS, near)
    seen = every > _THING

    def many(some: Flags, numbers: Whole) -> Whole:
        return np.bincount(numbers[some], minlength=len(every))

    on_cells = many(every[:n] > _PERHAPS, group[:n]) > 0
    comes_in = (many(seen[n:] & around.rim, group[n:]) > 0) & (many(seen[n:] & around.amid, group[n:]) > 0)
    large = many(seen[:n], group[:n]) > most
    large |= (many(seen, group) > max(most, _BESIDE_TRIFLES)) & (on_cells | comes_in)
    hidden = np.where(large[group[:n]] & (thing > _PERHAPS), thing, 0.0)
    return Things(bool((every > _PERHAPS).any()), bool((large[group] & seen).any()), hidden)


def without_trifles(verdict: Floats, atlas: Atlas, in_row: Flags) -> Floats:
    """What the network says (n, 3), small things beside rows of pieces left out: dice lie there as a rule.

    in_row: (n,) places that belong to rows.
    """
    thing = np.exp(verdict[:, 2])
    seen = thing > _THING
    near = atlas.gaps < _BESIDE * float(np.median(atlas.pitch))
    group = _groups(thing > _PERHAPS, near)
    small = seen & (np.bincount(group[seen], minlength=len(group))[group] <= _TRIFLES) & in_row
    out = verdict.copy()
    out[small, 0] = np.logaddexp(out[small, 0], out[small, 2])
    out[small, 2] = _NEVER
    return out


def trifles(layout: Layout, atlas: Atlas) -> int:
    """As many neighbouring places may seem covered by what is none.

    Dice lie beside rows; and where pieces touch each other, single ones that lie askew look like something else.
    """
    if rows.in_rows(layout).any():
        return _TRIFLES
    widest = max((kind.diameter_mm for kind in layout.pieces.values()), default=0.0)
    return _CROWDED if float(np.median(atlas.pitch)) < _TOUCHING * widest else 1


def _groups(some: Flags, near: Flags) -> Whole:
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


def by_network(found: Things) -> Foreign:
    """What covers a board by what the network says alone."""
    return Foreign(found.seen, found.hidden, np.zeros(len(found.hidden)), np.zeros((1, 1), np.uint8))


def agreed(foreign: Foreign, found: Things) -> Foreign:
    """What covers a board by the print that is missing, and by what the network says.

    Light and reflections hide print as well, but nothing is seen there; and what looks like print hides none.
    """
    if not found.possible:
        return replace(foreign, seen=False, hidden=np.zeros_like(foreign.hidden))
    return replace(foreign, seen=foreign.seen or found.seen, hidden=np.maximum(foreign.hidden, found.hidden))


def under_piles(atlas: Atlas, middles: Floats, rise: Floats, high: Whole, radius: Floats) -> Flags:
    """(n,) places over which a pile may lean that stands at another one: nobody knows its height yet.

    middles, rise, high, radius: as for `look`.
    """
    out = np.zeros(atlas.count, np.bool_)
    spot = atlas.place + atlas.lean
    for i in np.flatnonzero((radius > 0) & (high > 1)):
        foot = spot[i] + middles[i]
        along = rise[i] * high[i]
        share = np.clip((spot - foot) @ along / max(float(along @ along), 1e-9), 0.0, 1.0)
        gap = np.linalg.norm(spot - foot - share[:, None] * along, axis=1)
        out |= (gap < _LEANS * radius[i]) & (atlas.cell != atlas.cell[i])
    return out


def _from_axes(grid: Floats, middles: Floats, rise: Floats, high: Whole) -> Singles:
    """(m, p*p) distances of a patch's samples from each pile's axis, as seen: a line from -rise to high * rise (m, 2).

    middles: (m, 2) of the piles' lowest pieces, in mm from the patch's middle.
    """
    points, middles, up = grid.astype(np.float32).reshape(-1, 2), middles.astype(np.float32), rise.astype(np.float32)
    x, y = (points[None, :, i] - middles[:, i, None] for i in (0, 1))
    up = up[:, :, None]
    along = (x * up[:, 0] + y * up[:, 1]) / np.maximum((up * up).sum(axis=1), np.float32(1e-9))
    np.clip(along, -1.0, high.astype(np.float32)[:, None], out=along)
    x -= along * up[:, 0]
    y -= along * up[:, 1]
    return np.asarray(np.sqrt(x * x + y * y))


def _filled(blobs: NDArray[np.uint8], reach: int) -> NDArray[np.uint8]:
    """Between its fingers, and where a piece's colour is its own, a hand may hide more than can be told."""
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach))
    wide = np.pad((blobs == 2).astype(np.uint8), reach)
    closed = cv2.morphologyEx(wide, cv2.MORPH_CLOSE, kernel)[reach:-reach, reach:-reach]
    return np.where(closed > 0, 2, blobs).astype(np.uint8)


def _unexplained(
    atlas: Atlas, odd: Flags, doubt: Singles, middles: Floats, rise: Floats, high: Whole, radius: Floats
) -> NDArray[np.uint8]:
    """The board from above: 1 where a sample is odd and none of the believed pieces covers it, specks left out."""
    board = np.append(odd.ravel(), False)[atlas.mosaic]
    lies = np.flatnonzero(radius > 0)
    if len(lies):
        there = atlas.unmosaic.reshape(atlas.count, -1)[lies]
        gap = _from_axes(atlas.grid, middles[lies], rise[lies], high[lies])
        wide = radius[lies, None].astype(np.float32)
        covers = gap < wide * 1.12 + 1.2 * atlas.step
        # A piece shows print around it. Where even what no piece can hide is hidden, it may be part of a hand.
        tight = gap < wide + 0.5 * atlas.step
        layers = np.bincount(there[tight], minlength=atlas.mosaic.size)
        known = doubt < _TELLING if len(doubt) == 1 else doubt[lies] < _TELLING
        telling = atlas.showing[lies] & known & ~covers & ~(layers[there] > tight)
        buried = (odd[lies] & telling).sum(axis=1) > np.maximum(_BURIED * telling.sum(axis=1), 4)
        covers[buried] = False
        board.ravel()[there[covers]] = False
    return np.asarray(cv2.morphologyEx(board.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
