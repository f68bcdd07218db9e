"""What the board itself looks like where no piece lies: read off the picture, or learned beforehand.

Colours are those of `appearance`. Of a board never seen before only the print that no piece can
hide is known, so a cell is expected to look inside as it does in its corners. It knows no pieces' looks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.layout import Layout
from vision.reader import light
from vision.reader.appearance import encode
from vision.reader.atlas import Atlas, Flags, Floats, Picture, Singles, View
from vision.reader.light import Light
from vision.register import Registration

HIDDEN = 0.25
"""How far off the print below a piece may be, after it was taken for the print around it."""

_INK = 0.08  # how far an ink may be off the drawing, after all places have been compared
_SAME_INK = 0.25
_COLOURED = 0.5  # a print with less colour than this in all tells little of how much a picture shows
_INK_SAMPLES = 40  # as many samples of an ink tell how it differs from its drawing
_DRAWN = 0.10  # the least doubt of print that is known from its drawing alone
_BLUR = 0.5  # samples: how far print and picture may lie apart after registration


def bare(colours: Singles, atlas: Atlas) -> Floats:
    """(n, 3) the middle colour of each place's bare print, of patches (n, p*p, 3) in any units; nan where none is."""
    order, free = atlas.bare_samples
    count = free.sum(axis=1)
    out = np.full((atlas.count, 3), np.nan)
    some = count >= 3
    if some.any():
        # Only the few samples that are bare are sorted; those that fill up a row count as huge.
        bare_first = colours[np.flatnonzero(some)[:, None], order[some]]
        bare_first[~free[some]] = np.inf
        bare_first.sort(axis=1)
        rows = np.arange(len(bare_first))
        out[some] = (bare_first[rows, (count[some] - 1) // 2] + bare_first[rows, count[some] // 2]) / 2
    return out


def around(colours: Floats, atlas: Atlas, layout: Layout) -> Floats:
    """Bare colours (n, 3) with the gaps filled from neighbours.

    Where cells have outlines each keeps its own; where they are mere points of one board, neighbours share the
    print between them, and the middle one of their colours withstands pieces that lean over it.
    """
    outlined = np.array([c.polygon is not None for c in layout.cells.values()])[atlas.cell]
    alone = outlined & np.isfinite(colours).all(axis=1)
    shared = np.nan_to_num(np.median(_finite(colours)[atlas.company], axis=1), nan=0.0)
    return np.where(alone[:, None], colours, shared)


def _finite(colours: Floats) -> Floats:
    known = np.asarray(np.isfinite(colours).all(axis=1))
    if known.any():
        # So that no neighbourhood is without any colour at all.
        return np.where(known[:, None], colours, np.median(colours[known], axis=0))
    return np.zeros_like(colours)


@dataclass(frozen=True, eq=False)
class Print:
    """The print as learned from a picture of a known table: colours (h, w, 3) per 1/px_per_mm from `origin` mm on.

    doubt: (h, w) how far off a sample may be because of edges or because a piece hid it.
    """

    colours: Singles
    doubt: Singles
    px_per_mm: float
    origin: tuple[float, float]

    def at(self, atlas: Atlas) -> tuple[Singles, Singles]:
        """Colours (n, p*p, 3) and doubt (n, p*p) at the samples of an atlas."""
        n, p = atlas.count, atlas.side
        colours, doubt = self.sample(atlas.plane.reshape(-1, p, 2))
        return colours.reshape(n, p * p, 3), doubt.reshape(n, p * p)

    def sample(self, points: Floats) -> tuple[Singles, Singles]:
        """Colours (h, w, 3) and doubt (h, w) at points (h, w, 2) in mm."""
        if not points.size:
            return np.empty((*points.shape[:2], 3), np.float32), np.empty(points.shape[:2], np.float32)
        px = ((points - self.origin) * self.px_per_mm - 0.5).astype(np.float32)
        both = cv2.remap(
            np.dstack([self.colours, self.doubt]),
            px[..., 0],
            px[..., 1],
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        return np.asarray(both[..., :3], np.float32), np.asarray(both[..., 3], np.float32)


def learn(
    image: Picture,
    registration: Registration,
    atlas: Atlas,
    lit: Light,
    flat: Floats,
    hidden: Sequence[tuple[float, float, float]],
    drawing: Print | None,
    size_mm: tuple[float, float],
) -> Print:
    """The whole print of a picture, size_mm large. hidden: the discs that pieces cover (x, y, radius mm).

    Below them it is taken for its drawing, where there is one, else for the print around: flat (n, 3).
    """
    reach = float(np.abs(atlas.grid).max() + np.abs(atlas.lean).max())
    left, top = (float(v) for v in np.minimum(atlas.place.min(axis=0) - reach, 0.0))
    right, bottom = (float(v) for v in np.maximum(atlas.place.max(axis=0) + reach, size_mm))
    scale = 1.0 / atlas.step
    x = left + (np.arange(max(2, round((right - left) * scale))) + 0.5) / scale
    y = top + (np.arange(max(2, round((bottom - top) * scale))) + 0.5) / scale
    points = np.stack(np.meshgrid(x, y), axis=-1)
    spacing = atlas.step * float(np.median(registration.scale_at(atlas.place)))
    seen = light.linear(View.of(registration.project(points), registration.size, spacing).sample(image))
    colours = encode(seen / lit.at(points)).astype(np.float32)
    learned = _print(colours, scale, (left, top), 0.0)
    calm, doubt = learned.colours, learned.doubt
    nearest = np.zeros(points.shape[:2], np.int64)
    if drawing is not None:
        gaps = [np.hypot(points[..., 0] - cx, points[..., 1] - cy) < radius for cx, cy, radius in hidden]
        return _completed(learned, drawing.sample(points), np.any(gaps, axis=0)) if gaps else learned
    if hidden:
        nearest = np.argmin(np.linalg.norm(points[:, :, None] - atlas.place, axis=-1), axis=2)
    for cx, cy, radius in hidden:
        gap = np.hypot(points[..., 0] - cx, points[..., 1] - cy)
        below = gap < radius
        calm[below] = flat[nearest[below]]
        # What is printed below is the surer the calmer the print is around it.
        rim = calm[(gap >= radius) & (gap < 1.5 * radius)]
        doubt[below] = np.hypot(HIDDEN, float(rim.std(axis=0).max()) if len(rim) else 0.0)
    return learned


def _completed(seen: Print, drawn: tuple[Singles, Singles], below: Flags) -> Print:
    """The print seen, and below the pieces as drawn, each ink corrected by what it looks like elsewhere."""
    colours, doubt = drawn
    off = seen.colours - colours
    calm = ~below & (doubt < 1.5 * _INK)
    if not calm.any():
        calm = ~below
    overall = np.median(off[calm], axis=0) if calm.any() else np.zeros(3, np.float32)
    inks = np.rint(colours / _SAME_INK).astype(np.int64) @ (1, 1 << 10, 1 << 20)
    guess = colours[below] + overall
    for ink in np.unique(inks[below]):
        alike = calm & (inks == ink)
        if alike.sum() >= _INK_SAMPLES:
            mine = inks[below] == ink
            guess[mine] = colours[below][mine] + np.median(off[alike], axis=0)
    seen.colours[below] = guess
    seen.doubt[below] = np.maximum(doubt[below], _DRAWN)
    return seen


def _print(colours: Singles, px_per_mm: float, origin: tuple[float, float], doubt: float) -> Print:
    """Colours made as soft as a picture shows them, with more doubt where they change fast."""
    calm = np.asarray(cv2.GaussianBlur(colours, (3, 3), 0.6), np.float32)
    edges = np.abs(cv2.Sobel(calm, cv2.CV_32F, 1, 0)) + np.abs(cv2.Sobel(calm, cv2.CV_32F, 0, 1))
    unsure = np.asarray(np.hypot(_BLUR / 8 * edges.max(axis=2), doubt), np.float32)
    return Print(calm, unsure, px_per_mm, origin)


def drawn(art: Picture, layout: Layout, atlas: Atlas) -> Print:
    """The print as a drawing of it promises: art is a BGR picture of the whole print (size_mm), seen straight."""
    width, height = layout.size_mm
    scale = 1.0 / atlas.step
    size = (max(2, round(width * scale)), max(2, round(height * scale)))
    small = cv2.resize(light.linear(art), size, interpolation=cv2.INTER_AREA)
    return _print(encode(np.asarray(small * np.float32(light.PAPER), np.float32)), size[0] / width, (0.0, 0.0), _INK)


def vivid(bare: Floats, plain: Floats) -> float:
    """How much of the print's colour a picture shows: 1 all, 0 none. Colours of bare print seen, and known (n, 3).

    Dim light, light of one colour only, and cameras for the night leave little of it.
    """
    known = np.isfinite(bare).all(axis=1) & np.isfinite(plain).all(axis=1)
    seen, hue = (v[known] - v[known].mean(axis=1, keepdims=True) for v in (bare, plain))
    return float(np.clip(((seen * hue).sum() + _COLOURED) / ((hue * hue).sum() + _COLOURED), 0.0, 1.0))


def inked(bare: Floats, plain: Floats) -> Floats:
    """(n, 3) how the inks of a real print differ from the drawing: bare colours seen, and as drawn (n, 3).

    Places drawn alike are taken to be printed alike, and those drawn in a rare colour much as all others are.
    """
    off = bare - plain
    known = np.isfinite(off).all(axis=1)
    if not known.any():
        return np.zeros_like(plain)
    overall, _ = _commonest(off[known])
    out = np.tile(overall, (len(plain), 1))
    alike = (np.abs(plain[:, None] - plain[None]).max(axis=2) < _SAME_INK) & known
    # Most places share their company with many others.
    companies: dict[bytes, list[int]] = {}
    for i, company in enumerate(alike):
        companies.setdefault(company.tobytes(), []).append(i)
    for members in companies.values():
        company = alike[members[0]]
        if company.any():
            common, count = _commonest(off[company])
            out[members] = (count * common + 3 * overall) / (count + 3)
    return out


def _commonest(values: Floats) -> tuple[Floats, int]:
    """The middle of the closest company among values (m, 3), and its size: a hand may well cover more than half."""
    company = np.abs(values[:, None] - values[None]).max(axis=2) < _SAME_INK / 2
    best = company[int(company.sum(axis=1).argmax())]
    return values[best].mean(axis=0), int(best.sum())


def merged(old: Print, new: Print) -> Print:
    """The newer print, but what was hidden in it as the older one has it."""
    rows, columns = new.doubt.shape
    x = new.origin[0] + (np.arange(columns) + 0.5) / new.px_per_mm
    y = new.origin[1] + (np.arange(rows) + 0.5) / new.px_per_mm
    colours, doubt = old.sample(np.stack(np.meshgrid(x, y), axis=-1))
    better = (new.doubt > doubt) & (new.doubt >= _DRAWN)
    return Print(
        np.where(better[..., None], colours, new.colours).astype(np.float32),
        np.where(better, doubt, new.doubt).astype(np.float32),
        new.px_per_mm,
        new.origin,
    )
