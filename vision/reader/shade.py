"""Print in the shade: it keeps its hue, and is darker.

What a shadow shows fits no piece on the table as well as it fits the print below it; of a piece it is the other way
round. It says only how well print explains a colour, and nothing of where shadows may fall.
"""

from __future__ import annotations

import numpy as np

from vision.reader.atlas import Floats
from vision.reader.light import FLOOR

_SHADES = np.exp(np.linspace(np.log(0.06), np.log(1.1), 16))
"""How much of the light may be left in a shadow, and a little more than all of it."""

UNKNOWN = -1e3
"""Where the print is not known: it explains nothing."""

_OFF, _TINTED = 0.08, 0.2
"""How far the print's colour may be off, and how much of a shadow's depth its hue may differ: the light that fills it
has another colour than the one that is missing there."""


def explains(core: Floats, printed: Floats, doubt: Floats) -> Floats:
    """(n,) logarithms of the densities of colours (n, 3), were they print (n, 3) in some shade; see `appearance`.

    doubt: (n,) of the print.
    """
    paper = np.maximum(np.exp(printed) - FLOOR, 1e-3)
    expected = np.log(paper[None] * _SHADES[:, None, None] + FLOOR)
    spread = np.sqrt(_OFF**2 + doubt[None] ** 2 + (_TINTED * np.maximum(1 - _SHADES, 0))[:, None] ** 2)
    off = core[None] - expected
    logs = -0.5 * (off * off).sum(axis=2) / spread**2 - 3 * np.log(spread) - 1.5 * np.log(2 * np.pi)
    return np.asarray(np.logaddexp.reduce(logs, axis=0) - np.log(len(_SHADES)))
