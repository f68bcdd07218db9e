"""Learns the print from a picture of a table whose pieces are known, and guesses the print that the pieces hide.

It never looks at the pieces themselves: the caller says where they are.
"""

from __future__ import annotations

import warnings

import cv2
import numpy as np

from vision.differences import Changed
from vision.reader.board import cast_shadows
from vision.reader.board.hidden_print import HiddenPrint
from vision.reader.board.print_sheet import HIDDEN_DOUBT, INK_DOUBT, Print, Raster, make_sheet
from vision.reader.colours import light
from vision.reader.colours.appearance import encode
from vision.reader.colours.light import Light
from vision.reader.places import texture
from vision.reader.places.atlas import Atlas, Flags, Floats, Ints, Picture, Singles

_MIN_INK_SAMPLES = 40  # this many samples of an ink are needed to estimate how it differs from its drawing
_MIN_DRAWN_DOUBT = 0.10  # the least doubt of print that is known from its drawing alone
_MIN_SHADE = 0.15  # print is in a shadow if the logarithm of its light has sunk by more than this
# the least and the largest number of similar places that are used to guess hidden print
_MIN_OTHERS, _MAX_OTHERS = 2, 9
_MAX_COMPARED = 60  # how many of the nearest places of a sort are compared
_MAX_HIDDEN_PART = 0.25  # a place is not used if pieces hide a larger part of it

_MAX_OTHER_DIFFERENCE, _OTHER_MARGIN = (
    0.5,
    0.1,
)
"""Two logarithms, for guessing hidden print from other places. Their surroundings may differ by at most the first
value, and by at most the second value more than those of the most similar places.
"""

_NOISE = 0.08  # colours of the same print differ by less (a logarithm)
_NEIGHBOUR_REACH = 1.6  # places up to this many times the distance between places apart are neighbours
_SAME_WAY = 0.25  # directions that differ by less, as a part of the distance between places, are the same
_MIDDLE_PART = 0.2  # half the width of the middle of a place, as a part of the distance between places
_MIN_NEIGHBOURS = 2  # this many neighbours of two places have to be seen to compare the two
_NEIGHBOUR_MARGIN = 0.25  # a logarithm: neighbours may differ by this much more than those of the best place

_SHADE_WEIGHT = 0.1  # how much of a darker level counts as a difference

_MARGIN_SAMPLES = 3  # the margin around a part that is learned again, for its edges


def learn_print(
    image: Picture,
    raster: Raster,
    atlas: Atlas,
    family: Ints,
    lit: Light,
    flat: Floats,
    hidden: HiddenPrint,
    before: Print | None,
    changed: Changed | None,
) -> Print:
    """The print that a picture shows.

    Where pieces hide the print, it stays the same. When the print is learned for the first time, the hidden
    parts come from the drawing, if there is one. Otherwise they come from places of the same sort, from other places,
    or from the print around the piece.

    family: (n,) the sort of each place, from `shape.number_families`. flat: (n, 3) one colour of the background for
    each place. before: the print so far. changed: where to learn again; None for everywhere.
    """
    mask = np.ones(raster.points.shape[:2], np.bool_)
    if before is not None and changed is not None:
        mask = changed.where.ravel()[changed.find_squares(raster.points)]
        if not mask.any():
            return before
    window = _find_box(mask)
    mask = mask[window]
    points = raster.points[window]
    shone = light.to_linear(raster.view.select(window).sample(image))
    sheet = make_sheet(encode(shone / lit.compute_from_terms(raster.terms[window])), 0.0)
    clipped = shone >= light.CLIPPED_LIGHT
    below = hidden.find_below(points)
    if before is None:
        shaded = np.zeros_like(below)
        if raster.drawn is not None and raster.inks is not None:
            _complete_from_drawing(sheet, raster.drawn[window], raster.inks[window], below)
        elif below.any():
            shaded = cast_shadows.find_shaded(sheet[..., :3], points, hidden, below, atlas, family)
            sheet[shaded, 3] = np.maximum(sheet[shaded, 3], HIDDEN_DOUBT)
            _guess_hidden(sheet, points, hidden, below, atlas, family, flat)
        return Print(sheet, clipped & ~below[..., None], shaded, raster.px_per_mm, raster.origin)
    alike = before.origin == raster.origin and before.sheet.shape[:2] == raster.points.shape[:2]
    out = before.sheet.copy() if alike else np.dstack(before.sample(raster.points))
    was_clipped = before.clipped.copy() if alike else before.sample_clipped(raster.points)
    was_shaded = before.shaded.copy() if alike else before.sample_shaded(raster.points)
    old, in_shadow = out[window], was_shaded[window]
    # Print itself does not get darker. Where it does, it is in the shadow of a piece or of a hand.
    brighter = sheet[..., :3].sum(axis=-1) - old[..., :3].sum(axis=-1)
    shaded = (old[..., 3] < _MIN_DRAWN_DOUBT) & (brighter < -3 * _MIN_SHADE)
    # Where it was in a shadow and has not become brighter, it still is.
    shaded |= in_shadow & (brighter < 3 * _MIN_SHADE)
    # Print that was in a shadow before and is not now is seen better now, although its steeper edges give it more
    # doubt.
    known_better = (sheet[..., 3] > old[..., 3]) & (sheet[..., 3] >= _MIN_DRAWN_DOUBT) & (brighter < 3 * _MIN_SHADE)
    # The colour of print that is clipped now and was not clipped before is seen worse.
    known_better |= (old[..., 3] < _MIN_DRAWN_DOUBT) & (clipped & ~was_clipped[window]).any(axis=-1)
    new = (mask & ~below & ~known_better & ~shaded)[..., None]
    np.copyto(old, sheet, where=new)
    np.copyto(was_clipped[window], clipped, where=new)
    in_shadow &= ~new[..., 0]
    return Print(out, was_clipped, was_shaded, raster.px_per_mm, raster.origin)


def _find_box(mask: Flags) -> tuple[slice, slice]:
    """The rows and columns of the smallest box around all True samples, with a margin."""
    ends = (np.flatnonzero(mask.any(axis=axis)) for axis in (1, 0))
    rows, columns = (slice(max(int(e[0]) - _MARGIN_SAMPLES, 0), int(e[-1]) + _MARGIN_SAMPLES + 1) for e in ends)
    return rows, columns


def _complete_from_drawing(sheet: Singles, drawn: Singles, inks: Ints, below: Flags) -> None:
    """Fills the print below the pieces in `sheet` from the drawing. Each ink is corrected by how it looks where no
    piece hides it.
    """
    if not below.any():
        return
    off = sheet[..., :3] - drawn[..., :3]
    calm = ~below & (drawn[..., 3] < 1.5 * INK_DOUBT)
    if not calm.any():
        calm = ~below
    overall = np.median(off[calm], axis=0) if calm.any() else np.zeros(3, np.float32)
    guess = drawn[below] + np.append(overall, np.float32(0))
    hidden = inks[below]
    for ink in np.unique(hidden):
        alike = off[calm & (inks == ink)]
        if len(alike) >= _MIN_INK_SAMPLES:
            guess[hidden == ink, :3] += np.median(alike, axis=0) - overall
    guess[:, 3] = np.maximum(guess[:, 3], _MIN_DRAWN_DOUBT)
    sheet[below] = guess


def _guess_hidden(
    sheet: Singles, points: Floats, hidden: HiddenPrint, below: Flags, atlas: Atlas, family: Ints, flat: Floats
) -> None:
    """Fills the print below each piece in `sheet` from other places whose surroundings look alike, first from places of
    the same sort. If there are too few of them, the print becomes plain, in the colour of the nearest place.
    """
    step = points[1, 1] - points[0, 0]
    seen, covered = sheet.copy(), below.astype(np.float32)
    free = np.ones(atlas.count, np.bool_)
    free[hidden.places] = False
    middles, neighbours = _measure_middles(seen, below, points, atlas), _find_neighbours(atlas)
    for number, (place, radius) in enumerate(zip(hidden.places, hidden.radius, strict=True)):
        part = hidden.find_part(number, points, 0.5 * radius)
        corner = np.array([part[1].start, part[0].start])
        around, there = sheet[part], points[part]
        gap = hidden.measure_gaps(number, there)
        inside, rim = gap < radius, (gap >= radius) & (gap < 1.5 * radius) & ~below[part]
        shifts = (atlas.place - atlas.place[place]) / step
        sort = family == family[place]
        alike = _have_alike_neighbours(place, middles, neighbours)
        told = _copy_from_others(seen, covered, corner, inside, rim, shifts[sort & alike & free])
        for others in (~sort & alike, ~alike):
            if told is None:
                told = _copy_from_others(seen, covered, corner, inside, rim, shifts[others & free])
                if told is not None:
                    told[:, 3] = np.hypot(told[:, 3], HIDDEN_DOUBT)
        if told is not None:
            around[inside] = told
            continue
        middle = (hidden.foot[number] + hidden.top[number]) / 2
        near = np.linalg.norm(atlas.place + atlas.lean - middle, axis=1) < 3 * radius
        nearest = np.linalg.norm(there[inside][:, None] - (atlas.place + atlas.lean)[near], axis=-1).argmin(axis=1)
        around[inside, :3] = flat[near][nearest]
        # The less the print around varies, the surer is the guess.
        around[inside, 3] = np.hypot(HIDDEN_DOUBT, float(seen[part][rim, :3].std(axis=0).max()) if rim.any() else 0.0)


def _measure_middles(seen: Singles, below: Flags, points: Floats, atlas: Atlas) -> Singles:
    """(n, 3) the colour of the print in the middle of each place; NaN where a piece hides it. seen: (h, w, 4) the print
    at points (h, w, 2) in mm. below: (h, w) True where pieces hide it.
    """
    origin, step = points[0, 0], points[1, 1] - points[0, 0]
    out = np.full((atlas.count, 3), np.nan, np.float32)
    for number, (place, pitch) in enumerate(zip(atlas.place, atlas.pitch, strict=True)):
        reach = _MIDDLE_PART * pitch
        low, high = (np.floor((place + off - origin) / step).astype(int).clip(0) for off in (-reach, reach))
        part = np.s_[low[1] : high[1] + 1, low[0] : high[0] + 1]
        free = ~below[part]
        if free.size and free.mean() > 1 - _MAX_HIDDEN_PART:
            out[number] = np.median(seen[part][free, :3], axis=0)
    return out


def _find_neighbours(atlas: Atlas) -> Ints:
    """(d, n) for each of d directions with a distance, the number of each place's neighbour there; -1 for none."""
    there = (atlas.place - atlas.place[:, None]) / atlas.pitch[:, None, None]
    gaps = np.linalg.norm(there, axis=-1)
    one, other = np.nonzero((gaps > 0) & (gaps < _NEIGHBOUR_REACH))
    ways, way = np.unique(np.rint(there[one, other] / _SAME_WAY), axis=0, return_inverse=True)
    out = np.full((len(ways), atlas.count), -1, np.int64)
    out[way.ravel(), one] = other
    return out


def _have_alike_neighbours(place: int, middles: Singles, neighbours: Ints) -> Flags:
    """(n,) True for places whose neighbours look about as much like those of one place as any others do. So a cell of a
    chequered board is like those of its own colour, although a piece hides all of it. Places whose neighbours cannot be
    compared are True, too.

    middles: (n, 3) from `_measure_middles`. neighbours: (d, n) from `_find_neighbours`.
    """
    seen = np.isfinite(middles[:, 0])
    around = neighbours[(neighbours[:, place] >= 0) & seen[neighbours[:, place]]]
    differ = np.abs(middles[around] - middles[around[:, place]][:, None]).max(axis=-1)
    differ[(around < 0) | ~seen[around]] = np.nan
    count = np.isfinite(differ).sum(axis=0)
    off = np.where(count >= _MIN_NEIGHBOURS, np.nansum(differ, axis=0) / np.maximum(count, 1), np.nan)
    off[place] = np.nan
    compared = off[np.isfinite(off)]
    if len(compared) < _MIN_OTHERS:
        return np.ones(len(middles), np.bool_)
    return np.asarray(~(off > np.partition(compared, _MIN_OTHERS - 1)[_MIN_OTHERS - 1] + _NEIGHBOUR_MARGIN))


def _copy_from_others(
    seen: Singles, covered: Singles, corner: Ints, inside: Flags, rim: Flags, shifts: Floats
) -> Singles | None:
    """(m, 4) a guess for the hidden samples in one part of a sheet, copied from other parts that look alike around
    them; None if there are too few.

    seen: (h, w, 4) the whole sheet. covered: (h, w) 1 where pieces hide it. corner: (2,) the first sample of the part.
    inside: (a, b) True for the part's hidden samples. rim: (a, b) True for the visible samples around them. shifts: (n,
    2) how many samples it is from this part to each other one.
    """
    if len(shifts) < _MIN_OTHERS or not rim.any():
        return None
    h, w = inside.shape
    own = seen[corner[1] : corner[1] + h, corner[0] : corner[0] + w][rim, :3]
    grid = np.stack(np.meshgrid(np.arange(w), np.arange(h)), axis=-1) + corner
    shown, off = [], []
    for shift in shifts[np.argsort(np.hypot(*shifts.T), kind="stable")[:_MAX_COMPARED]]:
        at = (grid + shift).astype(np.float32)
        hides = cv2.remap(covered, at[..., 0], at[..., 1], cv2.INTER_NEAREST, borderValue=(1.0,))
        if (hides[inside] > 0).mean() > _MAX_HIDDEN_PART:
            continue
        other = cv2.remap(seen, at[..., 0], at[..., 1], cv2.INTER_LINEAR)
        both = hides[rim] == 0
        if not both.any():
            continue
        shown.append(np.where(hides[inside, None] > 0, np.float32(np.nan), other[inside]))
        off.append(float(np.median(_compare_print(own[both], other[rim, :3][both]))))
    if len(shown) < _MIN_OTHERS:
        return None
    order = np.argsort(off, kind="stable")
    if off[order[_MIN_OTHERS - 1]] > _MAX_OTHER_DIFFERENCE:
        return None
    chosen = [i for i in order if off[i] <= off[order[_MIN_OTHERS - 1]] + _OTHER_MARGIN][:_MAX_OTHERS]
    those = np.stack([shown[i] for i in chosen])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # for samples that are hidden in all other parts
        out = np.nanmedian(those, axis=0)
        differ = 1.4826 * np.nanmedian(np.abs(those - out)[..., :3], axis=0).max(axis=1)
        if texture.loses_pattern(out[:, :3], those[..., :3], _NOISE):  # the most similar place shows how it varies
            out = np.where(np.isfinite(those[0]), those[0], out)
    hidden = ~np.isfinite(out).all(axis=1)
    out[hidden] = np.median(out[~hidden], axis=0)
    out[:, 3] = np.hypot(np.maximum(out[:, 3], _MIN_DRAWN_DOUBT), np.where(hidden, HIDDEN_DOUBT, differ))
    return np.asarray(out, np.float32)


def _compare_print(own: Singles, other: Singles) -> Singles:
    """(n,) how much colours (n, 3) differ from other ones. A darker colour differs little, because it may be the same
    print in a shadow.
    """
    differ = own - other
    level = differ.mean(axis=1)
    hue = np.abs(differ - level[:, None]).max(axis=1)
    return np.asarray(hue + np.where(level < 0, -_SHADE_WEIGHT * level, level), np.float32)
