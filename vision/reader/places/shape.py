"""Measures that do not depend on a piece's colour: differences from the print, the camera's noise, the sizes of pieces,
and which places have the same shape.
"""

from __future__ import annotations

import numpy as np

from vision.layout import Layout
from vision.reader.places.atlas import Atlas, Floats, Ints, Singles

_LARGE_LOG_ODDS_OFFSET, _LOG_ODDS_GAIN = (
    0.5,
    1.3,
)
"""Corrections of the log odds that a piece is large: an offset, because large pieces are rarer than in the scenes that
the network was trained on, and a factor, because photographs are clearer.
"""

_MIN_SIZE_FIT = -7.0  # the limit of the evidence against a size, as a logarithm


def measure_difference(q: Singles, ground: Singles, doubt: Singles, noise: float) -> Singles:
    """(n, p*p) from 0 to 1: how clearly each sample differs from the print.

    q: (n, p*p, 3) the samples. ground: the print, in the same shape or (n, 1, 3). doubt: of the print. noise: of the
    camera.
    """
    d = q - ground
    level = (d[..., 0] + d[..., 1] + d[..., 2]) / 3
    hue = np.maximum(np.einsum("nsc,nsc->ns", d, d) - 3 * level * level, 0)
    z = np.sqrt((level * level) / (0.22**2 + noise**2 + doubt**2) + hue / (0.15**2 + 2 * noise**2 + doubt**2))
    return np.asarray(np.clip((z - 1.5) / 2.5, 0.0, 1.0), np.float32)


def estimate_noise(off: Singles, atlas: Atlas) -> float:
    """The standard deviation of the camera's noise in one channel.

    off: (n, p*p, 3) the samples minus the print. Neighbouring samples of bare print differ by the noise. Only the
    smaller differences count, because large ones may be edges of the print.
    """
    n, p = atlas.count, atlas.side
    square = off.reshape(n, p, p, 3)[..., 1]
    free = atlas.bare[:, :, 1:] & atlas.bare[:, :, :-1]
    steps = np.abs(square[:, :, 1:] - square[:, :, :-1])[free]
    # A quarter of a normal distribution's differences is below 0.45 of its standard deviation.
    return float(np.percentile(steps, 25) / 0.45) if steps.size else 0.1


def compute_size_fit(large: Floats, sizes: Ints) -> Floats:
    """(n, k) logarithms of how well each piece's size fits each of the k kinds; 0 if all kinds have one size.

    large: (n,) the log odds that a piece is of the largest size. sizes: (k,) the number of each kind's size, from small
    to large. All sizes but the largest count as one.
    """
    if sizes.max() == 0:
        return np.zeros((len(large), len(sizes)))
    odds = np.clip(_LOG_ODDS_GAIN * (large - _LARGE_LOG_ODDS_OFFSET), _MIN_SIZE_FIT, -_MIN_SIZE_FIT)[
        :, None
    ] * np.where(sizes == sizes.max(), 1.0, -1.0)
    return np.asarray(-np.logaddexp(0.0, -odds))


def number_families(atlas: Atlas, layout: Layout) -> Ints:
    """(n,) a number for the shape of each place. Places have the same number if their cells have the same outline or,
    without outlines, if their neighbours are at the same distances.
    """
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
