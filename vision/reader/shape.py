"""How well the form of what is seen fits an empty place, and a piece of each size.

Three observations that do not depend on a piece's colour: how much of a disc stands out from the print,
where its rim is, and whether the print's own pattern (lines, rings, dots) still shows in the middle. It
answers in logarithms of likelihood, each held within bounds: no single observation decides alone.
"""

from __future__ import annotations

import numpy as np

from vision.layout import Layout
from vision.median import median
from vision.reader.atlas import Atlas, Flags, Floats, Patches, Singles, Whole
from vision.reader.discs import Discs, Probes

_WORST = -5.0
_UNEVEN = 0.35  # how much less it says of a steep piece than of a flat one that parts of it look unlike
_EVEN = 0.75  # in noise and doubt: empty places are as even as this
_FLAT = 1.5  # how much speaks against a piece that is as even as print
_SHADOW_EDGE = -4.0  # how rarely one falls across an empty place
_KNOWN = 0.2  # doubt of print that is clear enough to tell whether something lies over it
_SAME_COVER = 0.2  # how much the colour of one shadow or one sleeve varies over a place
_FAMILY = 3.0  # empty places that must agree before they tell how another of their sort looks


def standing_out(q: Singles, ground: Singles, doubt: Singles, noise: float) -> Singles:
    """(n, p*p) from 0 to 1, how clearly samples (n, p*p, 3) differ from the print (same shape or (n, 1, 3))."""
    d = q - ground
    level = (d[..., 0] + d[..., 1] + d[..., 2]) / 3
    hue = np.maximum(np.einsum("nsc,nsc->ns", d, d) - 3 * level * level, 0)
    z = np.sqrt((level * level) / (0.22**2 + noise**2 + doubt**2) + hue / (0.15**2 + 2 * noise**2 + doubt**2))
    return np.asarray(np.clip((z - 1.5) / 2.5, 0.0, 1.0), np.float32)


def noise_of(off: Singles, atlas: Atlas) -> float:
    """The camera's noise as a standard deviation of one channel, from samples less the print (n, p*p, 3).

    Neighbouring samples of bare print differ by it. Their smaller differences count: the larger may be drawn.
    """
    n, p = atlas.count, atlas.side
    square = off.reshape(n, p, p, 3)[..., 1]
    free = atlas.bare[:, :, 1:] & atlas.bare[:, :, :-1]
    steps = np.abs(square[:, :, 1:] - square[:, :, :-1])[free]
    # A quarter of a normal distribution's differences is below 0.45 of its standard deviation.
    return float(np.percentile(steps, 25) / 0.45) if steps.size else 0.1


def resembling(q: Singles, core: Floats) -> Singles:
    """(n, p*p) from 0 to 1, how much samples (n, p*p, 3) look like the middle of a piece (n, 3), shaded or not."""
    d = q - core[:, None].astype(np.float32)
    level = (d[..., 0] + d[..., 1] + d[..., 2]) / 3
    hue = np.maximum(np.einsum("nsc,nsc->ns", d, d) - 3 * level * level, 0)
    z = np.sqrt(level * level / 0.35**2 + hue / 0.2**2)
    return np.asarray(np.clip((4.0 - z) / 2.0, 0.0, 1.0), np.float32)


def fits(patches: Patches, probes: Probes, found: Discs, alike: Singles, sizes: Whole) -> Floats:
    """(n, 1 + kinds) logarithms of how well the form fits an empty place and each kind.

    alike: (n, p*p) from `resembling`. sizes: (kinds,) which of the probes' radii each kind has.
    """
    out = np.zeros((patches.count, 1 + len(sizes)))
    largest = found.inside.max(axis=0)
    out[:, 0] = np.maximum(-0.5 * (np.maximum(largest - 0.08, 0) / 0.22) ** 2, _WORST)
    of_size = []
    for g in range(len(probes.radii)):
        # All of a piece looks like its middle; where a part does not, it is no disc, or lies elsewhere. But a steep
        # piece may shine in one part and lie in the shade in another.
        whole = np.einsum("ns,ns->n", alike, probes.inside_at[g][found.offset[g]])
        least = 2 * _WORST * (1 - _UNEVEN * probes.steep[g])
        uniform = np.maximum(-0.5 * (np.maximum(0.82 - whole, 0) / 0.07) ** 2, least)
        of_size.append(np.maximum(-0.5 * ((1 - found.inside[g]) / 0.4) ** 2 + uniform, 2 * _WORST))
    for g in range(1, len(probes.radii)):
        # A larger piece covers what lies beyond the next smaller one's rim; a smaller one cannot, however it lies.
        covered = np.einsum("ns,ns->n", alike, probes.rim_at[g][found.offset[g]])
        of_size[g] = of_size[g] - 0.5 * (np.maximum(0.9 - covered, 0) / 0.15) ** 2
        of_size[g - 1] = of_size[g - 1] - 0.5 * (np.maximum(covered - 0.4, 0) / 0.12) ** 2
    for k, g in enumerate(sizes):
        drift = np.minimum(found.shift_mm[g] / np.maximum(0.10 * patches.pitch, 1.0), 3.0)
        out[:, 1 + k] = np.maximum(of_size[g], 2 * _WORST) - 0.4 * drift**2
    return out


def evenness(off: Singles, doubt: Singles, least: float, noise: float) -> Floats:
    """(n,) logarithm of how much better an empty place than a piece explains the middle of a place.

    A piece as dark as the print below it still has a rim, a lit side and a highlight, if it is not cut from
    paper; a soft shadow is even. off: (n, k, 3) samples there less the known print; doubt: (n, k) of that print,
    `least` where it is plain.
    """
    level = (off[..., 0] + off[..., 1] + off[..., 2]) / 3
    # Where the print changes fast, lens and registration make more of it than anything else.
    usual = np.sqrt(1.5 * noise**2 + 3 * doubt**2 - 2 * least**2 + 0.03**2)
    z = (level - median(level, axis=1)[:, None]) / usual
    uneven = np.sqrt(np.minimum(z * z, 16.0).mean(axis=1))
    # A shadow's edge can make an empty place uneven, but no sample brighter than the print.
    brighter = (level > 3.5 * usual).mean(axis=1)
    worst = _SHADOW_EDGE - 3.0 * np.minimum(brighter / 0.03, 1.0)
    flat = _FLAT * np.clip((_EVEN - uneven) / 0.25, 0.0, 1.0)
    return np.asarray(flat + np.maximum(-0.5 * (np.maximum(uneven - _EVEN, 0) / 0.2) ** 2, worst), np.float64)


def surrounded(
    colours: Singles,
    ground: Singles,
    doubt: Singles,
    stands: Singles,
    core: Floats,
    below: Floats,
    probes: Probes,
    found: Discs,
) -> Floats:
    """(n,) from 0 to 1, how likely what hides or shades a place goes on all around it, so that it is no piece.

    A piece ends at its rim, whatever the light: beyond it the print, or a shadow on it, looks other than the piece.
    stands: (n, p*p) from `standing_out`. core, below: (n, 3) the colour in the middle, and of the known print there.
    """
    g = len(probes.radii) - 1  # the narrowest ring that is clear of every size
    weight = probes.ring_at[g][found.offset[g]] * probes.own * (doubt < _KNOWN)
    total = weight.sum(axis=1)
    seen = total > 1.0
    weight = weight / np.maximum(total, 1e-3)[:, None]
    around = np.einsum("ns,nsc->nc", weight, colours - ground).astype(np.float64)
    changed = np.einsum("ns,ns->n", weight, stands).astype(np.float64)
    shaded = np.sqrt((((core - below) - around) ** 2).mean(axis=1))
    hidden = np.sqrt(((core - np.einsum("ns,nsc->nc", weight, colours)) ** 2).mean(axis=1))
    alike = np.minimum(shaded, hidden) / _SAME_COVER
    reach = np.clip((changed - 0.5) / 0.35, 0.0, 1.0)
    return np.where(seen, reach * np.exp(-0.5 * alike * alike), 0.0)


def families(atlas: Atlas, layout: Layout) -> Whole:
    """(n,) numbers of sorts of places: those whose outline, or whose neighbours, lie alike around them."""
    known: dict[tuple[object, ...], int] = {}
    cells = tuple(layout.cells.values())
    out = []
    for i, (place, number) in enumerate(zip(atlas.place, atlas.cell, strict=True)):
        polygon = cells[number].polygon
        if polygon is not None:
            around = np.array(polygon) - place
        else:
            around = (atlas.place - place)[(atlas.gaps[i] < 1.6 * atlas.pitch[i]) & (atlas.gaps[i] > 0)]
        key = (polygon is None, *sorted((round(float(x)), round(float(y))) for x, y in around))
        out.append(known.setdefault(key, len(known)))
    return np.array(out)


def patterns(q: Singles, flat: Floats, empty: Floats, family: Whole) -> tuple[Singles, Flags]:
    """What empty places of each sort have in common, beyond their plain colour.

    empty: (n,) probabilities. Returns (n, p*p, 3) differences from `flat` (n, 3), and (n,) where they are known.
    """
    out = np.zeros_like(q)
    known = np.zeros(len(q), bool)
    sure = np.where(empty > 0.9, empty, 0.0)
    for number in np.unique(family):
        members = np.flatnonzero(family == number)
        weight = sure[members]
        if weight.sum() < _FAMILY:
            continue
        chosen = members[weight > 0][:40]
        shape = np.median(q[chosen] - flat[chosen, None].astype(np.float32), axis=0)
        out[members] = shape
        known[members] = True
    return out, known


def showing(patches: Patches, q: Singles, pattern: Singles, radius: float, noise: float) -> tuple[Floats, Floats]:
    """(n,) how much of the print's pattern shows within a radius (mm): 1 all, 0 none; and that number's noise.

    The pattern may be a sample off. Where there is none to be seen the noise is large.
    """
    n, p = patches.count, patches.side
    gap = np.hypot(patches.grid[..., 0], patches.grid[..., 1])
    disc = gap < radius
    level = ((q[..., 0] + q[..., 1] + q[..., 2]) / 3).reshape(n, p, p)
    drawn = ((pattern[..., 0] + pattern[..., 1] + pattern[..., 2]) / 3).reshape(n, p, p)
    best = np.full(n, -np.inf)
    ys, xs = np.nonzero(disc)
    seen = level[:, ys, xs]
    seen = seen - median(seen, axis=1)[:, None]
    seen = np.clip(seen, -1.0, 0.5)
    power = np.zeros(n)
    for dy, dx in ((0, 0), (0, 1), (0, -1), (1, 0), (-1, 0)):
        want = drawn[:, np.clip(ys + dy, 0, p - 1), np.clip(xs + dx, 0, p - 1)]
        want = want - want.mean(axis=1, keepdims=True)
        strength = np.maximum((want * want).sum(axis=1), 1e-6)
        power = np.maximum(power, strength)
        best = np.maximum(best, ((seen - seen.mean(axis=1, keepdims=True)) * want).sum(axis=1) / strength)
    # Neighbouring samples share their noise, and pieces have highlights: hence the factor.
    return best, np.sqrt(0.25**2 + (3 * max(noise, 0.05)) ** 2 / power)


def by_pattern(seen: Floats, noise: Floats) -> Floats:
    """(n,) logarithm of how much likelier an empty place is to show as much of its pattern than a covered one."""
    scale = noise * noise
    # More than all of a pattern is not more of it: faint prints make such numbers out of noise.
    seen = np.minimum(seen, 1.0)
    ratio = (0.5 * seen**2 - 0.5 * (seen - 0.9) ** 2) / scale
    return np.clip(ratio, -4.0, 4.0)
