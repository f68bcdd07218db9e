"""The colours of the bare board around the pieces in a picture, and what they tell of a known print.

Colours are those of `appearance`. Of a board that was never seen before, only the print that no piece can hide is
known, so a cell is expected to look inside as it does in its corners. It knows no pieces' looks.
"""

from __future__ import annotations

import numpy as np

from vision.layout import Layout
from vision.reader.atlas import Atlas, Floats, Patches, Singles

_MAX_SAME_INK = 0.25  # a logarithm: colours that differ by less are the same ink
_HUE_TOLERANCE = 0.24  # a logarithm: a place that is off the print's hue by this counts half
_MIN_COLOUR = 0.5  # a print with less colour than this in all tells little of how much a picture shows


def find_bare(colours: Singles, patches: Patches) -> Floats:
    """(n, 3) the median colour of each place's bare print, of patches (n, p*p, 3) in any units; nan where there is
    none."""
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
    """(n, 3) bare colours with the gaps filled from neighbours.

    Cells with outlines each keep their own colour. Where cells are mere points of one board, neighbours share the print
    between them, and the median of their colours is not disturbed by pieces that lean over it.
    """
    outlined = np.array([c.polygon is not None for c in layout.cells.values()])[atlas.cell]
    alone = outlined & np.isfinite(colours).all(axis=1)
    shared = np.nan_to_num(np.median(_fill_unknown(colours)[atlas.nearest], axis=1), nan=0.0)
    return np.where(alone[:, None], colours, shared)


def _fill_unknown(colours: Floats) -> Floats:
    """(n, 3) the colours, with the median of all in place of unknown ones."""
    known = np.asarray(np.isfinite(colours).all(axis=1))
    if known.any():
        # So that no neighbourhood is without any colour at all.
        return np.where(known[:, None], colours, np.median(colours[known], axis=0))
    return np.zeros_like(colours)


def estimate_saturation(bare: Floats, plain: Floats) -> float:
    """How much of the print's colour a picture shows: 1 all, 0 none.

    bare, plain: (n, 3) colours of bare print, as seen and as known. Dim light, light of one colour and night cameras
    leave little of it. What was learned between crowded pieces may be the pieces' colours; the colour of the board as a
    whole counts too. Places that show neither the print's hue nor a part of it, as below a hand, count little.
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
    """(n, 3) how the inks of a real print differ from the drawing.

    bare, plain: (n, 3) colours of bare print, as seen and as drawn. Places that are drawn alike count as printed alike,
    and those in a rare colour much like all others.
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
    """The mean of the densest group among values (m, 3), and its size: a hand may cover more than half of them."""
    company = np.abs(values[:, None] - values[None]).max(axis=2) < _MAX_SAME_INK / 2
    best = company[int(company.sum(axis=1).argmax())]
    return values[best].mean(axis=0), int(best.sum())
