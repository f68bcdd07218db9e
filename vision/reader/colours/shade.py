"""How well print in the shade explains a colour, and which samples no print in any shade explains.

In the shade, print becomes darker, and takes on the colour of the light that is left. If a yellow lamp and a blue
window light a table, the lamp's shadows are blue. The colour of a shadow fits the print below it better than any piece,
and the colour of a piece fits a piece better. This module does not know where shadows may fall.
"""

from __future__ import annotations

import numpy as np

from vision.reader.colours.light import REFLECTANCE_FLOOR
from vision.reader.places.atlas import Flags, Floats, Singles

_LIGHT_PARTS = np.exp(np.linspace(np.log(0.06), np.log(1.1), 16))
"""The parts of the light that are tried, from a deep shadow to a little more than all light."""

UNKNOWN_LOG_DENSITY = -1e3
"""The log density for print that is not known: it explains nothing."""

_COLOUR_ERROR, _TINT_PER_DEPTH = 0.08, 0.2
"""Logarithms. The first value is how far off the print's colour may be. The second is how much its hue may change in a
shadow, as a part of the shadow's depth, because a shadow is filled by light of another colour.
"""

_MAX_PRINT_DEVIATIONS = 3.6  # a sample that deviates by more standard deviations is no print, not even in a shadow
_LEVEL_ERROR, _HUE_ERROR = 0.13, 0.10  # the standard deviations, as logarithms, of print from its known colour
_MIN_LIGHT_PART, _MAX_LIGHT_PART = 0.08, 1.08  # the least and the largest part of its usual light that print may get


NO_TINT = np.ones(3)
"""The tint of a shadow that takes the same part of every channel."""

_SHADE_DEPTH_RANGE = 0.2, 0.9
"""How much of the light a shadow must take, at least and at most, to show its tint. With less, the print may only be
dirty; with more, its hue is unclear.
"""

_MIN_REFLECTANCE = 0.08  # print with less reflectance does not show how much light is missing
_PRIOR_SAMPLES = 60  # the prior that shadows are grey counts as much as this many samples in the shade
_MAX_TINT = 0.5  # by how much the tint of a channel may differ from 1


def estimate_shadow_tint(seen: Floats, printed: Floats) -> Floats:
    """(3,) how much shadows take of each channel, with a mean of 1. Estimated from print that is in the shade.

    seen, printed: (m, 3) the colours of bare print, in the picture and as known.
    """
    paper = np.exp(printed) - REFLECTANCE_FLOOR
    lost = 1.0 - (np.exp(seen) - REFLECTANCE_FLOOR) / np.maximum(paper, _MIN_REFLECTANCE)
    deep = lost.mean(axis=1)
    telling = (paper.min(axis=1) > _MIN_REFLECTANCE) & (deep > _SHADE_DEPTH_RANGE[0]) & (deep < _SHADE_DEPTH_RANGE[1])
    if not telling.any():
        return NO_TINT
    hue = np.median(lost[telling] / deep[telling, None], axis=0)
    count = float(telling.sum())
    hue = (count * hue + _PRIOR_SAMPLES) / (count + _PRIOR_SAMPLES)
    hue = np.clip(hue, 1.0 - _MAX_TINT, 1.0 + _MAX_TINT)
    return np.asarray(hue / hue.mean())


def compute_print_log_density(core: Floats, printed: Floats, doubt: Floats, missing: Floats = NO_TINT) -> Floats:
    """(n,) log densities: how well print in some shade explains each colour.

    core: (n, 3) the colours, printed: (n, 3) the print, both in the form of `appearance`. doubt: (n,) of the print.
    missing: (3,) the tint of shadows, from `estimate_shadow_tint`.
    """
    paper = np.maximum(np.exp(printed) - REFLECTANCE_FLOOR, 1e-3)
    left = np.maximum(1.0 - (1.0 - _LIGHT_PARTS[:, None]) * missing, _LIGHT_PARTS[0])
    expected = np.log(paper[None] * left[:, None] + REFLECTANCE_FLOOR)
    spread = np.sqrt(
        _COLOUR_ERROR**2 + doubt[None] ** 2 + (_TINT_PER_DEPTH * np.maximum(1 - _LIGHT_PARTS, 0))[:, None] ** 2
    )
    off = core[None] - expected
    logs = -0.5 * (off * off).sum(axis=2) / spread**2 - 3 * np.log(spread) - 1.5 * np.log(2 * np.pi)
    return np.asarray(np.logaddexp.reduce(logs, axis=0) - np.log(len(_LIGHT_PARTS)))


def find_strange(q: Singles, ground: Singles, noise: float, doubt: Singles) -> Flags:
    """(n, p*p) True for samples that look neither like the print nor like the print in a shadow.

    q: (n, p*p, 3) the samples. ground: (n, p*p, 3) or (n, 1, 3) the print, which must be known from a drawing or a
    picture. noise: the standard deviation of the camera's noise. doubt: of the print, (n, p*p) or a shape that fits.
    """
    plain = q - ground
    # A sample is not strange if every channel differs by less than half of the limit: only the other samples are
    # computed.
    least = 0.5 * _MAX_PRINT_DEVIATIONS * _HUE_ERROR
    off: Flags = (np.abs(plain[..., 0]) > least) | (np.abs(plain[..., 1]) > least) | (np.abs(plain[..., 2]) > least)
    q, ground, doubt = (v[off] for v in (q, np.broadcast_to(ground, q.shape), np.broadcast_to(doubt, off.shape)))
    shone = np.exp(q) - np.float32(REFLECTANCE_FLOOR)
    paper = np.maximum(np.exp(ground) - np.float32(REFLECTANCE_FLOOR), np.float32(0.004))
    shade = np.clip(_sum_channels(shone) / _sum_channels(paper), _MIN_LIGHT_PART, _MAX_LIGHT_PART)
    d = q - np.log(paper * shade[..., None] + np.float32(REFLECTANCE_FLOOR))
    level = _sum_channels(d) / 3
    hue = np.einsum("sc,sc->s", d, d) - 3 * level * level
    # The light that still reaches a shadow has another colour than the light that is missing.
    dark = np.maximum(1.0 - shade, 0.0)
    loose = _HUE_ERROR**2 + 2 * noise**2 + doubt**2 + (_TINT_PER_DEPTH * dark) ** 2
    off[off] = hue / loose + level * level / (_LEVEL_ERROR**2 + noise**2 + doubt**2) > _MAX_PRINT_DEVIATIONS**2
    return off


def _sum_channels(colours: Singles) -> Singles:
    """The sums over the channels of colours (..., 3). numpy would be slow at such short sums."""
    return colours[..., 0] + colours[..., 1] + colours[..., 2]
