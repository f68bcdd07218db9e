"""Print in the shade: it is darker, and keeps its hue but for the colour of the light that is missing there.

Where a yellow lamp and a blue window light a table, the lamp's shadows are blue. What a shadow shows fits no piece on
the table as well as it fits the print below it; of a piece it is the other way round. It says only how well print
explains a colour, and nothing of where shadows may fall.
"""

from __future__ import annotations

import numpy as np

from vision.reader.atlas import Flags, Floats, Singles
from vision.reader.light import FLOOR

_SHADES = np.exp(np.linspace(np.log(0.06), np.log(1.1), 16))
"""How much of the light may be left in a shadow, and a little more than all of it."""

UNKNOWN = -1e3
"""Where the print is not known: it explains nothing."""

_OFF, _TINTED = 0.08, 0.2
"""How far the print's colour may be off, and how much of a shadow's depth its hue may differ: the light that fills it
has another colour than the one that is missing there."""

_STRANGE = 3.6  # deviations from which a sample is no print, not even in a shadow
_LOOSE_LEVEL, _LOOSE_HUE = 0.13, 0.10  # how far print may be off what is known of it
_DEEPEST, _BRIGHTEST = 0.08, 1.08  # how much of its usual light print may get


WHITE = np.ones(3)
"""What a shadow takes of each channel, to all of it, where all channels lose alike."""

_IN_SHADE = 0.2, 0.9  # print that has lost less may be dirty, and what has lost more tells little of hues
_PALE = 0.08  # the least reflectance that shows what it has lost
_USUAL_SAMPLES = 60  # as many samples in the shade count as much as that shadows usually are grey
_HUES_APART = 0.5  # how much one channel may lose more than all together


def missing_light(seen: Floats, printed: Floats) -> Floats:
    """(3,) how much of each channel shadows take, its mean 1: by what print seen in the shade has lost.

    seen, printed: (m, 3) colours of bare print, as in a picture and as known.
    """
    paper = np.exp(printed) - FLOOR
    lost = 1.0 - (np.exp(seen) - FLOOR) / np.maximum(paper, _PALE)
    deep = lost.mean(axis=1)
    telling = (paper.min(axis=1) > _PALE) & (deep > _IN_SHADE[0]) & (deep < _IN_SHADE[1])
    if not telling.any():
        return WHITE
    hue = np.median(lost[telling] / deep[telling, None], axis=0)
    count = float(telling.sum())
    hue = (count * hue + _USUAL_SAMPLES) / (count + _USUAL_SAMPLES)
    hue = np.clip(hue, 1.0 - _HUES_APART, 1.0 + _HUES_APART)
    return np.asarray(hue / hue.mean())


def explains(core: Floats, printed: Floats, doubt: Floats, missing: Floats = WHITE) -> Floats:
    """(n,) logarithms of the densities of colours (n, 3), were they print (n, 3) in some shade; see `appearance`.

    doubt: (n,) of the print. missing: (3,) see `missing_light`.
    """
    paper = np.maximum(np.exp(printed) - FLOOR, 1e-3)
    left = np.maximum(1.0 - (1.0 - _SHADES[:, None]) * missing, _SHADES[0])
    expected = np.log(paper[None] * left[:, None] + FLOOR)
    spread = np.sqrt(_OFF**2 + doubt[None] ** 2 + (_TINTED * np.maximum(1 - _SHADES, 0))[:, None] ** 2)
    off = core[None] - expected
    logs = -0.5 * (off * off).sum(axis=2) / spread**2 - 3 * np.log(spread) - 1.5 * np.log(2 * np.pi)
    return np.asarray(np.logaddexp.reduce(logs, axis=0) - np.log(len(_SHADES)))


def strange(q: Singles, ground: Singles, noise: float, doubt: Singles) -> Flags:
    """(n, p*p) samples (n, p*p, 3) that look neither like the print (same shape or (n, 1, 3)) nor like its shadow.

    The print has to be known, from a drawing or a picture.
    """
    plain = q - ground
    # No sample is strange of which no channel differs by half of what is too much: only the others are weighed.
    least = 0.5 * _STRANGE * _LOOSE_HUE
    off: Flags = (np.abs(plain[..., 0]) > least) | (np.abs(plain[..., 1]) > least) | (np.abs(plain[..., 2]) > least)
    q, ground, doubt = (v[off] for v in (q, np.broadcast_to(ground, q.shape), np.broadcast_to(doubt, off.shape)))
    shone = np.exp(q) - np.float32(FLOOR)
    paper = np.maximum(np.exp(ground) - np.float32(FLOOR), np.float32(0.004))
    shade = np.clip(_total(shone) / _total(paper), _DEEPEST, _BRIGHTEST)
    d = q - np.log(paper * shade[..., None] + np.float32(FLOOR))
    level = _total(d) / 3
    hue = np.einsum("sc,sc->s", d, d) - 3 * level * level
    # The light that fills a shadow has another colour than the one that is missing there.
    dark = np.maximum(1.0 - shade, 0.0)
    loose = _LOOSE_HUE**2 + 2 * noise**2 + doubt**2 + (_TINTED * dark) ** 2
    off[off] = hue / loose + level * level / (_LOOSE_LEVEL**2 + noise**2 + doubt**2) > _STRANGE**2
    return off


def _total(colours: Singles) -> Singles:
    """The sum over channels (..., 3); sums over a last axis of three are slow otherwise."""
    return colours[..., 0] + colours[..., 1] + colours[..., 2]
