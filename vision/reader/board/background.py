"""The colours of the bare board in a picture, and how they differ from the print that was expected.

Bare print is print that no piece can hide. Colours are those of `appearance`. If a board was never seen before, only
its bare print is known, and the inside of a cell is expected to look like its corners. This module does not know how
pieces look.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from vision import channels
from vision.layout import Layout
from vision.reader.colours.appearance import find_hue
from vision.reader.places.atlas import Atlas, Flags, Floats, Patches, Singles

MAX_SAME_INK = 0.25
"""Colours whose logarithms differ by less are the same ink."""
_HUE_TOLERANCE = 0.24  # a place counts half if its hue differs from the print's by this much, as a logarithm
_MIN_OTHER_COLOUR = 0.25
"""The least colour of a print that shows other hues than its drawing, as a part of the drawing's (squares of
logarithms).
"""
_MIN_COLOUR = 0.5  # the total colour of a print; with less, it does not show how much colour a picture has


def find_bare(colours: Singles, patches: Patches) -> Floats:
    """(n, 3) the median colour of the bare print in each patch; nan for patches without bare print. colours: (n, p*p,
    3) of the patches, in any units.
    """
    order, free = patches.bare_first, patches.bare_there
    count = free.sum(axis=1)
    out = np.full((patches.count, 3), np.nan)
    some = count >= 3
    if some.any():
        # Only the few bare samples matter for the median; the samples that fill up a row become huge values.
        bare_first = colours[np.flatnonzero(some)[:, None], order[some]]
        bare_first[~free[some]] = np.inf
        bare_first.sort(axis=1)
        rows = np.arange(len(bare_first))
        out[some] = (bare_first[rows, (count[some] - 1) // 2] + bare_first[rows, count[some] // 2]) / 2
    return out


def collect_bare(colours: Singles, patches: Patches) -> Floats:
    """(m, 3) the colours of all samples of bare print in all patches. colours: (n, p*p, 3) of the patches."""
    rows, number = np.nonzero(patches.bare_there)
    return colours[rows, patches.bare_first[rows, number]].astype(np.float64)


def fill_gaps(colours: Floats, atlas: Atlas, layout: Layout) -> Floats:
    """(n, 3) the colours of bare print, with missing ones taken from neighbours.

    A cell with an outline keeps its own colour. Cells that are only points share the print between them. There the
    median of the neighbours' colours is taken, so that a piece that leans over this print does not matter.
    """
    outlined = np.array([c.polygon is not None for c in layout.cells.values()])[atlas.cell]
    alone = outlined & np.isfinite(colours).all(axis=1)
    shared = np.nan_to_num(np.median(_fill_unknown(colours)[atlas.nearest], axis=1), nan=0.0)
    return np.where(alone[:, None], colours, shared)


def _fill_unknown(colours: Floats) -> Floats:
    """(n, 3) the colours, in which places without a colour get the median of all."""
    known = np.asarray(np.isfinite(colours).all(axis=1))
    if known.any():
        # So every neighbourhood has at least one colour.
        return np.where(known[:, None], colours, np.median(colours[known], axis=0))
    return np.zeros_like(colours)


def estimate_saturation(bare: Floats, plain: Floats) -> float:
    """How much of the print's colour a picture shows: 1 all, 0 none.

    bare, plain: (n, 3) colours of bare print, as seen and as known. Dim light, light of one colour and night cameras
    leave little of the colour. What is known may be wrong: colours learned between crowded pieces may be those of the
    pieces. So the colour of the board as a whole counts too. Places below a hand count little, because they show
    nothing of the print's hue.
    """
    seen, hue = _find_hues(bare, plain)
    if not len(seen):
        return 1.0
    along, whole = np.einsum("ni,ni->n", seen, hue), np.einsum("ni,ni->n", hue, hue)
    part = np.clip(along / np.maximum(whole, 1e-9), 0.0, 1.0)
    off = np.linalg.norm(seen - part[:, None] * hue, axis=1)
    weight = 1.0 / (1.0 + (off / _HUE_TOLERANCE) ** 2)
    return float(np.clip((weight @ along + _MIN_COLOUR) / (weight @ whole + _MIN_COLOUR), 0.0, 1.0))


def has_other_hues(bare: Floats, plain: Floats, least_correlation: float) -> bool:
    """True if a picture shows strong colours, but others than those that are drawn. bare, plain: (n, 3) colours of bare
    print, as seen and as drawn. least_correlation: of the hues if they are those of the drawing, from -1 to 1.
    """
    seen, drawn = _find_hues(bare, plain)
    is_strong = (seen**2).sum() > _MIN_OTHER_COLOUR * (drawn**2).sum()
    return bool(is_strong) and correlate(seen, drawn) < least_correlation


def has_other_contrast(bare: Floats, plain: Floats, least_correlation: float) -> bool:
    """True if the hues of a picture differ from their mean otherwise than those that are drawn. The hue of the light
    does not matter. The arguments are those of `has_other_hues`.
    """
    seen, drawn = _find_hues(bare, plain)
    return correlate(seen - seen.mean(axis=0), drawn - drawn.mean(axis=0)) < least_correlation


def correlate(some: Floats | Singles, others: Floats | Singles) -> float:
    """The correlation of values with others of the same shape, from -1 to 1; 0 if either are all 0. Their means are not
    taken away.
    """
    strength = float(np.sqrt((some**2).sum() * (others**2).sum()))
    return float((some * others).sum()) / strength if strength else 0.0


def _find_hues(bare: Floats, plain: Floats) -> tuple[Floats, Floats]:
    """(m, 3) the hues of bare print where both are known, as seen (`bare`) and as known (`plain`)."""
    known = np.isfinite(bare).all(axis=1) & np.isfinite(plain).all(axis=1)
    return find_hue(bare[known]), find_hue(plain[known])


def estimate_ink_offsets(bare: Floats, plain: Floats) -> Floats:
    """(n, 3) how the inks of the real print differ from the drawing.

    bare, plain: (n, 3) colours of bare print, as seen and as drawn. Places that are drawn in the same colour get the
    same difference. If a colour is rare, its difference is kept close to the difference of all colours.
    """
    off = bare - plain
    known = np.isfinite(off).all(axis=1)
    if not known.any():
        return np.zeros_like(plain)
    overall, _ = find_commonest(off[known])
    out = np.tile(overall, (len(plain), 1))
    alike = find_same_inks(plain) & known
    for members, company in group_equal_rows(alike):
        if company.any():
            common, count = find_commonest(off[company])
            out[members] = (count * common + 3 * overall) / (count + 3)
    return out


def find_same_inks(drawn: Floats) -> Flags:
    """(n, n) True for pairs of places that are drawn in the same ink. drawn: (n, 3) their colours."""
    return np.asarray(channels.find_largest(np.abs(drawn[:, None] - drawn[None])) < MAX_SAME_INK)


def group_equal_rows(flags: Flags) -> Iterator[tuple[list[int], Flags]]:
    """The different rows (m,) of flags (n, m), each after the numbers of the rows that are equal to it. Most places
    belong to a large group, so there are few different ones.
    """
    numbers: dict[bytes, list[int]] = {}
    for i, row in enumerate(flags):
        numbers.setdefault(row.tobytes(), []).append(i)
    for members in numbers.values():
        yield members, flags[members[0]]


def find_commonest(values: Floats) -> tuple[Floats, int]:
    """The mean of the densest group of the values (m, 3), and how many values are in this group. A hand may cover more
    than half of the values, so the mean of all would be wrong.
    """
    company = channels.find_largest(np.abs(values[:, None] - values[None])) < MAX_SAME_INK / 2
    best = company[int(company.sum(axis=1).argmax())]
    return values[best].mean(axis=0), int(best.sum())
