"""What the board itself looks like where no piece lies: read off the picture, or learned beforehand.

Colours are those of `appearance`. Of a board never seen before only the print that no piece can
hide is known, so a cell is expected to look inside as it does in its corners. It knows no pieces' looks.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass

import cv2
import numpy as np

from vision.differences import Changed
from vision.layout import Layout
from vision.reader import light
from vision.reader.appearance import encode
from vision.reader.atlas import Atlas, Flags, Floats, Ints, Patches, Picture, Singles
from vision.reader.light import Light
from vision.reader.view import View
from vision.register import Registration

HIDDEN_DOUBT = 0.25
"""How far off the print below a piece may be, after it was taken for the print around it."""

_INK_DOUBT = 0.08  # how far an ink may be off the drawing, after all places have been compared
_MAX_SAME_INK = 0.25
_HUE_TOLERANCE = 0.24  # a logarithm: what is off the print's hue by this tells half as much of how much of it is seen
_MIN_COLOUR = 0.5  # a print with less colour than this in all tells little of how much a picture shows
_MIN_INK_SAMPLES = 40  # as many samples of an ink tell how it differs from its drawing
_MIN_DRAWN_DOUBT = 0.10  # the least doubt of print that is known from its drawing alone
_MIN_SHADE = 0.15  # a logarithm: print that is darker than it was by more than this lies in a shadow
_MIN_OTHERS, _MAX_OTHERS = 2, 9  # places of a sort that tell what is hidden at another one, at least and at most
_MAX_COMPARED = 60  # places of a sort, the nearest: more would tell the same
_MAX_HIDDEN_PART = 0.25  # of what is hidden: where pieces hide more of another place, that does not tell
_MAX_OTHER_DIFFERENCE, _OTHER_MARGIN = (
    0.5,
    0.1,
)  # logarithms: how unlike the print around may be, at all and beyond the likest
_MARGIN_SAMPLES = 3  # samples around what is learned again, for its edges
_BLUR_SAMPLES = 0.5  # samples: how far print and picture may lie apart after registration


def find_bare(colours: Singles, patches: Patches) -> Floats:
    """(n, 3) the middle colour of each place's bare print, of patches (n, p*p, 3) in any units; nan where none is."""
    order, free = patches.bare_first, patches.bare_there
    count = free.sum(axis=1)
    out = np.full((patches.count, 3), np.nan)
    some = count >= 3
    if some.any():
        # Only the few samples that are bare are sorted; those that fill up a row count as huge.
        bare_first = colours[np.flatnonzero(some)[:, None], order[some]]
        bare_first[~free[some]] = np.inf
        bare_first.sort(axis=1)
        rows = np.arange(len(bare_first))
        out[some] = (bare_first[rows, (count[some] - 1) // 2] + bare_first[rows, count[some] // 2]) / 2
    return out


def collect_bare(colours: Singles, patches: Patches) -> Floats:
    """(m, 3) the colours of all samples of bare print, of patches (n, p*p, 3)."""
    rows, number = np.nonzero(patches.bare_there)
    return colours[rows, patches.bare_first[rows, number]].astype(np.float64)


def fill_gaps(colours: Floats, atlas: Atlas, layout: Layout) -> Floats:
    """Bare colours (n, 3) with the gaps filled from neighbours.

    Where cells have outlines each keeps its own; where they are mere points of one board, neighbours share the
    print between them, and the middle one of their colours withstands pieces that lean over it.
    """
    outlined = np.array([c.polygon is not None for c in layout.cells.values()])[atlas.cell]
    alone = outlined & np.isfinite(colours).all(axis=1)
    shared = np.nan_to_num(np.median(_fill_unknown(colours)[atlas.company], axis=1), nan=0.0)
    return np.where(alone[:, None], colours, shared)


def _fill_unknown(colours: Floats) -> Floats:
    known = np.asarray(np.isfinite(colours).all(axis=1))
    if known.any():
        # So that no neighbourhood is without any colour at all.
        return np.where(known[:, None], colours, np.median(colours[known], axis=0))
    return np.zeros_like(colours)


@dataclass(frozen=True, eq=False)
class Print:
    """The print as learned from a picture of a known table, px_per_mm fine from `origin` (x, y in mm) on.

    sheet: (h, w, 4) its colours, and in the last channel the doubt: how far off a sample may be because of edges or
    because a piece hid it.
    """

    sheet: Singles
    px_per_mm: float
    origin: tuple[float, float]

    @property
    def colours(self) -> Singles:
        """(h, w, 3)"""
        return self.sheet[..., :3]

    @property
    def doubt(self) -> Singles:
        """(h, w)"""
        return self.sheet[..., 3]

    def at(self, plane: Floats) -> tuple[Singles, Singles]:
        """Colours (n, p*p, 3) and doubt (n, p*p) at the samples (n, p, p, 2) of patches, in mm."""
        n, p = plane.shape[:2]
        colours, doubt = self.sample(plane.reshape(n * p, p, 2))
        return colours.reshape(n, p * p, 3), doubt.reshape(n, p * p)

    def sample(self, points: Floats) -> tuple[Singles, Singles]:
        """Colours (h, w, 3) and doubt (h, w) at points (h, w, 2) in mm."""
        if not points.size:
            return np.empty((*points.shape[:2], 3), np.float32), np.empty(points.shape[:2], np.float32)
        px = ((points - self.origin) * self.px_per_mm - 0.5).astype(np.float32)
        both = cv2.remap(self.sheet, px[..., 0], px[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.ascontiguousarray(both[..., :3]), np.ascontiguousarray(both[..., 3])


@dataclass(frozen=True, eq=False)
class Raster:
    """Samples all over the print, px_per_mm fine from `origin` (x, y in mm) on: points (h, w, 2) in mm.

    terms: (h, w, 6) of the light. drawn: what a drawing promises there, (h, w, 4) as `Print.sheet`, where there is one;
    inks: (h, w) numbers of its colours, those that are much the same with the same number.
    """

    points: Floats
    terms: Singles
    view: View
    px_per_mm: float
    origin: tuple[float, float]
    drawn: Singles | None
    inks: Ints | None


def build_raster(
    registration: Registration, atlas: Atlas, size_mm: tuple[float, float], drawing: Print | None
) -> Raster:
    """Where to look at the whole print, size_mm large."""
    reach = float(np.abs(atlas.grid).max() + np.abs(atlas.lean).max())
    left, top = (float(v) for v in np.minimum(atlas.place.min(axis=0) - reach, 0.0))
    right, bottom = (float(v) for v in np.maximum(atlas.place.max(axis=0) + reach, size_mm))
    scale = 1.0 / atlas.step
    x = left + (np.arange(max(2, round((right - left) * scale))) + 0.5) / scale
    y = top + (np.arange(max(2, round((bottom - top) * scale))) + 0.5) / scale
    points = np.stack(np.meshgrid(x, y), axis=-1)
    spacing = atlas.step * float(np.median(registration.scale_at(atlas.place)))
    view = View.of(registration.project(points), registration.size, spacing)
    terms = light.compute_terms(points, size_mm).astype(np.float32)
    if drawing is None:
        return Raster(points, terms, view, scale, (left, top), None, None)
    drawn = np.dstack(drawing.sample(points))
    inks = np.rint(drawn[..., :3] / _MAX_SAME_INK).astype(np.int64) @ (1, 1 << 10, 1 << 20)
    return Raster(points, terms, view, scale, (left, top), drawn, inks)


@dataclass(frozen=True, eq=False)
class HiddenDiscs:
    """What pieces hide of the print: discs around some of the places.

    places: (m,) their numbers. middle: (m, 2) and radius: (m,) of the discs, in mm.
    """

    places: Ints
    middle: Floats
    radius: Floats


def learn_print(
    image: Picture,
    raster: Raster,
    atlas: Atlas,
    family: Ints,
    lit: Light,
    flat: Floats,
    hidden: HiddenDiscs,
    before: Print | None,
    changed: Changed | None,
) -> Print:
    """The print that a picture shows.

    Where pieces hide it, the print stays what it was before. At first it is taken for its drawing, where there is one;
    else for what other places look like, those of its sort first, or for the print around. family: (n,) from
    `shape.families`; flat: (n, 3) plain colours. changed: where it is looked at again; None for all of it.
    """
    mask = np.ones(raster.points.shape[:2], np.bool_)
    if before is not None and changed is not None:
        mask = changed.where.ravel()[changed.at(raster.points)]
        if not mask.any():
            return before
    window = _find_box(mask)
    mask = mask[window]
    points = raster.points[window]
    shone = light.to_linear(raster.view.part(window).sample(image))
    sheet = _make_sheet(encode(shone / lit.over(raster.terms[window])), 0.0)
    below = np.zeros(mask.shape, np.bool_)
    low, high = points[0, 0], points[-1, -1]
    for (cx, cy), radius in zip(hidden.middle, hidden.radius, strict=True):
        if low[0] - radius < cx < high[0] + radius and low[1] - radius < cy < high[1] + radius:
            below |= np.hypot(points[..., 0] - cx, points[..., 1] - cy) < radius
    if before is None:
        if raster.drawn is not None and raster.inks is not None:
            _complete_from_drawing(sheet, raster.drawn[window], raster.inks[window], below)
        elif below.any():
            _guess_hidden(sheet, points, hidden, below, atlas, family, flat)
        return Print(sheet, raster.px_per_mm, raster.origin)
    alike = before.origin == raster.origin and before.sheet.shape[:2] == raster.points.shape[:2]
    out = before.sheet.copy() if alike else np.dstack(before.sample(raster.points))
    old = out[window]
    # Print does not get darker: what does lies in a shadow, of a piece or of a hand that is near.
    brighter = sheet[..., :3].sum(axis=-1) - old[..., :3].sum(axis=-1)
    shaded = (old[..., 3] < _MIN_DRAWN_DOUBT) & (brighter < -3 * _MIN_SHADE)
    # What comes out of a shadow is seen better, though its edges are steeper.
    known_better = (sheet[..., 3] > old[..., 3]) & (sheet[..., 3] >= _MIN_DRAWN_DOUBT) & (brighter < 3 * _MIN_SHADE)
    np.copyto(old, sheet, where=(mask & ~below & ~known_better & ~shaded)[..., None])
    return Print(out, raster.px_per_mm, raster.origin)


def _find_box(mask: Flags) -> tuple[slice, slice]:
    """The rows and columns of what is set, and a few more."""
    ends = (np.flatnonzero(mask.any(axis=axis)) for axis in (1, 0))
    rows, columns = (slice(max(int(e[0]) - _MARGIN_SAMPLES, 0), int(e[-1]) + _MARGIN_SAMPLES + 1) for e in ends)
    return rows, columns


def _complete_from_drawing(sheet: Singles, drawn: Singles, inks: Ints, below: Flags) -> None:
    """Below the pieces the print becomes as drawn, each ink corrected by what it looks like elsewhere."""
    if not below.any():
        return
    off = sheet[..., :3] - drawn[..., :3]
    calm = ~below & (drawn[..., 3] < 1.5 * _INK_DOUBT)
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
    sheet: Singles, points: Floats, hidden: HiddenDiscs, below: Flags, atlas: Atlas, family: Ints, flat: Floats
) -> None:
    """Below each piece the print becomes what other places show that look alike around, those of its sort first.

    Where too few are seen it becomes plain, in the colour that the place nearest to it has around it.
    """
    origin, step = points[0, 0], points[1, 1] - points[0, 0]
    seen, covered = sheet.copy(), below.astype(np.float32)
    free = np.ones(atlas.count, np.bool_)
    free[hidden.places] = False
    rows, columns = points.shape[:2]
    for place, (cx, cy), radius in zip(hidden.places, hidden.middle, hidden.radius, strict=True):
        low = np.floor(((cx, cy) - origin - 1.5 * radius) / step).astype(int).clip(0, (columns, rows))
        high = (np.ceil(((cx, cy) - origin + 1.5 * radius) / step).astype(int) + 1).clip(0, (columns, rows))
        part = np.s_[low[1] : high[1], low[0] : high[0]]
        around, there = sheet[part], points[part]
        gap = np.hypot(there[..., 0] - cx, there[..., 1] - cy)
        inside, rim = gap < radius, (gap >= radius) & (gap < 1.5 * radius) & ~below[part]
        shifts = (atlas.place - atlas.place[place]) / step
        sort = family == family[place]
        told = _copy_from_others(seen, covered, low, inside, rim, shifts[sort & free])
        if told is None:
            told = _copy_from_others(seen, covered, low, inside, rim, shifts[~sort & free])
            if told is not None:
                told[:, 3] = np.hypot(told[:, 3], HIDDEN_DOUBT)
        if told is not None:
            around[inside] = told
            continue
        near = np.linalg.norm(atlas.place + atlas.lean - (cx, cy), axis=1) < 3 * radius
        nearest = np.linalg.norm(there[inside][:, None] - (atlas.place + atlas.lean)[near], axis=-1).argmin(axis=1)
        around[inside, :3] = flat[near][nearest]
        # What is printed below is the surer the calmer the print is around it.
        around[inside, 3] = np.hypot(HIDDEN_DOUBT, float(seen[part][rim, :3].std(axis=0).max()) if rim.any() else 0.0)


def _copy_from_others(
    seen: Singles, covered: Singles, corner: Ints, inside: Flags, rim: Flags, shifts: Floats
) -> Singles | None:
    """(m, 4) what is likely printed inside a part of a sheet, by parts that lie (n, 2) samples off; None: too few.

    seen: (h, w, 4) the sheet; covered: (h, w) 1 where pieces hide it. corner: (2,) the part's first sample. inside,
    rim: (a, b) what is hidden in the part, and what is seen around that.
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
        off.append(float(np.median(np.abs(other[rim, :3] - own)[both].max(axis=1))))
    if len(shown) < _MIN_OTHERS:
        return None
    order = np.argsort(off, kind="stable")
    if off[order[_MIN_OTHERS - 1]] > _MAX_OTHER_DIFFERENCE:
        return None
    chosen = [i for i in order if off[i] <= off[order[_MIN_OTHERS - 1]] + _OTHER_MARGIN][:_MAX_OTHERS]
    those = np.stack([shown[i] for i in chosen])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # samples that all of them hide
        out = np.nanmedian(those, axis=0)
        differ = 1.4826 * np.nanmedian(np.abs(those - out)[..., :3], axis=0).max(axis=1)
    hidden = ~np.isfinite(out).all(axis=1)
    out[hidden] = np.median(out[~hidden], axis=0)
    out[:, 3] = np.hypot(np.maximum(out[:, 3], _MIN_DRAWN_DOUBT), np.where(hidden, HIDDEN_DOUBT, differ))
    return np.asarray(out, np.float32)


def _make_sheet(colours: Singles, doubt: float) -> Singles:
    """(h, w, 4) colours (h, w, 3) made as soft as a picture shows them, and more doubt where they change fast."""
    calm = np.asarray(cv2.GaussianBlur(colours, (3, 3), 0.6), np.float32)
    edges = np.abs(cv2.Sobel(calm, cv2.CV_32F, 1, 0)) + np.abs(cv2.Sobel(calm, cv2.CV_32F, 0, 1))
    steepest = np.maximum(np.maximum(edges[..., 0], edges[..., 1]), edges[..., 2])
    return np.dstack([calm, np.hypot(np.float32(_BLUR_SAMPLES / 8) * steepest, np.float32(doubt))])


def from_drawing(art: Picture, layout: Layout, atlas: Atlas) -> Print:
    """The print as a drawing of it promises: art is a BGR picture of the whole print (size_mm), seen straight."""
    width, height = layout.size_mm
    scale = 1.0 / atlas.step
    size = (max(2, round(width * scale)), max(2, round(height * scale)))
    small = cv2.resize(light.to_linear(art), size, interpolation=cv2.INTER_AREA)
    sheet = _make_sheet(encode(np.asarray(small * np.float32(light.PAPER_REFLECTANCE), np.float32)), _INK_DOUBT)
    return Print(sheet, size[0] / width, (0.0, 0.0))


def estimate_saturation(bare: Floats, plain: Floats) -> float:
    """How much of the print's colour a picture shows: 1 all, 0 none. Colours of bare print seen, and known (n, 3).

    Dim light, light of one colour and cameras for the night leave little of it. What was learned of some places,
    between crowded pieces, may be the pieces' colours; the colour that all of a board has tells too. Places that show
    neither the print's hue nor a part of it, below a hand, tell little.
    """
    known = np.isfinite(bare).all(axis=1) & np.isfinite(plain).all(axis=1)
    if not known.any():
        return 1.0
    seen, hue = (v[known] - v[known].mean(axis=1, keepdims=True) for v in (bare, plain))
    along, whole = np.einsum("ni,ni->n", seen, hue), np.einsum("ni,ni->n", hue, hue)
    part = np.clip(along / np.maximum(whole, 1e-9), 0.0, 1.0)
    off = np.linalg.norm(seen - part[:, None] * hue, axis=1)
    weight = 1.0 / (1.0 + (off / _HUE_TOLERANCE) ** 2)
    return float(np.clip((weight @ along + _MIN_COLOUR) / (weight @ whole + _MIN_COLOUR), 0.0, 1.0))


def estimate_ink_offsets(bare: Floats, plain: Floats) -> Floats:
    """(n, 3) how the inks of a real print differ from the drawing: bare colours seen, and as drawn (n, 3).

    Places drawn alike are taken to be printed alike, and those drawn in a rare colour much as all others are.
    """
    off = bare - plain
    known = np.isfinite(off).all(axis=1)
    if not known.any():
        return np.zeros_like(plain)
    overall, _ = _find_commonest(off[known])
    out = np.tile(overall, (len(plain), 1))
    alike = (np.abs(plain[:, None] - plain[None]).max(axis=2) < _MAX_SAME_INK) & known
    # Most places share their company with many others.
    companies: dict[bytes, list[int]] = {}
    for i, company in enumerate(alike):
        companies.setdefault(company.tobytes(), []).append(i)
    for members in companies.values():
        company = alike[members[0]]
        if company.any():
            common, count = _find_commonest(off[company])
            out[members] = (count * common + 3 * overall) / (count + 3)
    return out


def _find_commonest(values: Floats) -> tuple[Floats, int]:
    """The middle of the closest company among values (m, 3), and its size: a hand may well cover more than half."""
    company = np.abs(values[:, None] - values[None]).max(axis=2) < _MAX_SAME_INK / 2
    best = company[int(company.sum(axis=1).argmax())]
    return values[best].mean(axis=0), int(best.sum())
