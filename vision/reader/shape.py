"""What does not depend on a piece's colour: how much stands out from the print, how noisy the camera is, how large
a piece is, and which places of a board are of one sort."""

from __future__ import annotations

import numpy as np

from vision.layout import Layout
from vision.reader.atlas import Atlas, Floats, Singles, Whole
from vision.reader.discs import Probes

_WORST = -10.0


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


def by_size(probes: Probes, offset: Whole, alike: Singles, sizes: Whole) -> Floats:
    """(n, kinds) logarithms of how well the size of what is seen fits each kind; 0 where all are of one size.

    A larger piece covers what lies beyond the next smaller one's rim; a smaller one cannot, however it lies. offset:
    (g, n) from `discs.fit`. alike: (n, p*p) from `resembling`. sizes: (kinds,) which of the probes' radii each kind
    has.
    """
    of_size = np.zeros((len(alike), len(probes.radii)))
    for g in range(1, len(probes.radii)):
        covered = np.einsum("ns,ns->n", alike, probes.rim_at[g][offset[g]])
        of_size[:, g] -= 0.5 * (np.maximum(0.9 - covered, 0) / 0.15) ** 2
        of_size[:, g - 1] -= 0.5 * (np.maximum(covered - 0.4, 0) / 0.12) ** 2
    return np.maximum(of_size, _WORST)[:, sizes]


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
