"""Print in the shade: it is darker, and keeps its hue but for the colour of the light that is missing there.

Where a yellow lamp and a blue window light a table, the lamp's shadows are blue. What a shadow shows fits no piece on
the table as well as it fits the print below it; of a piece it is the other way round. It says only how well print
explains a colour, and nothing of where shadows may fall.
"""

from __future__ import annotations

import numpy as np

from vision.reader.atlas import Flags, Floats, Singles
from vision.reader.light import REFLECTANCE_FLOOR

_LIGHT_PARTS = np.exp(np.linspace(np.log(0.06), np.log(1.1), 16))
"""How much of the light may be left in a shadow, and a little more than all of it."""

UNKNOWN_LOG_DENSITY = -1e3
"""Where the print is not known: it explains nothing."""

_COLOUR_ERROR, _TINT_PER_DEPTH = 0.08, 0.2
"""How far the print's colour may be off, and how much of a shadow's depth its hue may differ: the light that fills it
has another colour than the one that is missing there."""

_MAX_PRINT_DEVIATIONS = 3.6  # deviations from which a sample is no print, not even in a shadow
_LEVEL_ERROR, _HUE_ERROR = 0.13, 0.10  # how far print may be off what is known of it
_MIN_LIGHT_PART, _MAX_LIGHT_PART = 0.08, 1.08  # how much of its usual light print may get


NO_TINT = np.ones(3)
"""What a shadow takes of each channel, to all of it, where all channels lose alike."""

_SHADE_DEPTH_RANGE = 0.2, 0.9  # print that has lost less may be dirty, and what has lost more tells little of hues
_MIN_REFLECTANCE = 0.08  # the least reflectance that shows what it has lost
_PRIOR_SAMPLES = 60  # as many samples in the shade count as much as that shadows usually are grey
_MAX_TINT = 0.5  # how much one channel may lose more than all together


def estimate_shadow_tint(seen: Floats, printed: Floats) -> Floats:
    """(3,) how much of each channel shadows take, its mean 1: by what print seen in the shade has lost.

    seen, printed: (m, 3) colours of bare print, as in a picture and as known.
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
    """(n,) logarithms of the densities of colours (n, 3), were they print (n, 3) in some shade; see `appearance`.

    doubt: (n,) of the print. missing: (3,) see `missing_light`.
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
    """(n, p*p) samples (n, p*p, 3) that look neither like the print (same shape or (n, 1, 3)) nor like its shadow.

    The print has to be known, from a drawing or a picture.
    """
    plain = q - ground
    # No sample is strange of which no channel differs by half of what is too much: only the others are weighed.
    least = 0.5 * _MAX_PRINT_DEVIATIONS * _HUE_ERROR
    off: Flags = (np.abs(plain[..., 0]) > least) | (np.abs(plain[..., 1]) > least) | (np.abs(plain[..., 2]) > least)
    q, ground, doubt = (v[off] for v in (q, np.broadcast_to(ground, q.shape), np.broadcast_to(doubt, off.shape)))
    shone = np.exp(q) - np.float32(REFLECTANCE_FLOOR)
    paper = np.maximum(np.exp(ground) - np.float32(REFLECTANCE_FLOOR), np.float32(0.004))
    shade = np.clip(_sum_channels(shone) / _sum_channels(paper), _MIN_LIGHT_PART, _MAX_LIGHT_PART)
    d = q - np.log(paper * shade[..., None] + np.float32(REFLECTANCE_FLOOR))
    level = _sum_channels(d) / 3
    hue = np.einsum("sc,sc->s", d, d) - 3 * level * level
    # The light that fills a shadow has another colour than the one that is missing there.
    dark = np.maximum(1.0 - shade, 0.0)
    loose = _HUE_ERROR**2 + 2 * noise**2 + doubt**2 + (_TINT_PER_DEPTH * dark) ** 2
    off[off] = hue / loose + level * level / (_LEVEL_ERROR**2 + noise**2 + doubt**2) > _MAX_PRINT_DEVIATIONS**2
    return off


def _sum_channels(colours: Singles) -> Singles:
    """The sum over channels (..., 3); sums over a last axis of three are slow otherwise."""
    return colours[..., 0] + colours[..., 1] + colours[..., 2]
