"""Measures that do not depend on a piece's colour: differences from the print, the camera's noise, sizes, families."""

from __future__ import annotations

import numpy as np

from vision.layout import Layout
from vision.reader.atlas import Atlas, Floats, Ints, Singles

_LARGE_LOG_ODDS_OFFSET, _LOG_ODDS_GAIN = (
    0.5,
    1.3,
)
"""Large pieces are rarer, and photographs clearer, than in the scenes that the network learned from."""

_MIN_SIZE_FIT = -7.0  # the limit of the evidence against a size, as a logarithm


def measure_difference(q: Singles, ground: Singles, doubt: Singles, noise: float) -> Singles:
    """(n, p*p) from 0 to 1, how clearly samples (n, p*p, 3) differ from the print (same shape or (n, 1, 3))."""
    d = q - ground
    level = (d[..., 0] + d[..., 1] + d[..., 2]) / 3
    hue = np.maximum(np.einsum("nsc,nsc->ns", d, d) - 3 * level * level, 0)
    z = np.sqrt((level * level) / (0.22**2 + noise**2 + doubt**2) + hue / (0.15**2 + 2 * noise**2 + doubt**2))
    return np.asarray(np.clip((z - 1.5) / 2.5, 0.0, 1.0), np.float32)


def estimate_noise(off: Singles, atlas: Atlas) -> float:
    """The standard deviation of the camera's noise in one channel, from the samples minus the print (n, p*p, 3).

    Neighbouring samples of bare print differ by the noise. Only the smaller differences count, as large ones may be
    print.
    """
    n, p = atlas.count, atlas.side
    square = off.reshape(n, p, p, 3)[..., 1]
    free = atlas.bare[:, :, 1:] & atlas.bare[:, :, :-1]
    steps = np.abs(square[:, :, 1:] - square[:, :, :-1])[free]
    # A quarter of a normal distribution's differences is below 0.45 of its standard deviation.
    return float(np.percentile(steps, 25) / 0.45) if steps.size else 0.1


def compute_size_fit(large: Floats, sizes: Ints) -> Floats:
    """(n, kinds) logarithms of how well the size fits each kind; 0 if all kinds have one size.

    large: (n,) log odds that a piece is of the largest size. sizes: (kinds,) the number of each kind's size, from small
    to large. Sizes below the largest are not distinguished.
    """
    if sizes.max() == 0:
        return np.zeros((len(large), len(sizes)))
    odds = np.clip(_LOG_ODDS_GAIN * (large - _LARGE_LOG_ODDS_OFFSET), _MIN_SIZE_FIT, -_MIN_SIZE_FIT)[
        :, None
    ] * np.where(sizes == sizes.max(), 1.0, -1.0)
    return np.asarray(-np.logaddexp(0.0, -odds))


def number_families(atlas: Atlas, layout: Layout) -> Ints:
    """(n,) numbers of families of places: those with the same outline, or with neighbours at the same distances."""
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
