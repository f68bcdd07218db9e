"""Doubts what seems clear in a picture that is unclear elsewhere.

If the print is not known, a pattern may be taken for pieces, or pieces for a pattern, in one cell as in another. So
where many cells of a picture are in doubt, those that seem clear are wrong more often than they say. This was measured
on path-traced photographs of our boards in other colours and with other patterns. Photographs of bought boards show no
such mistakes, so their readings stay as they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from vision.observation import CellReading, Reading

_USUAL_DOUBT = 0.015  # the mean doubt of the cells in a picture that is clear
_DOUBT_GAIN, _SHARED_PART = 4.0, 0.1
"""How much a cell's own doubt grows in an unclear picture, and which part of all cells' doubt is added to it."""

_MAX_ADDED = 0.06  # just enough to make a clear cell unsure by `observation.SURE`


def doubt_clear_cells(reading: Reading) -> Reading:
    """The reading of a picture with an unknown print, with more doubt of all cells if many are in doubt."""
    own = np.array([1 - cell.p for cell in reading.cells.values() if not cell.covered])
    excess = float(own.mean()) - _USUAL_DOUBT if len(own) else 0.0
    if excess <= 0:
        return reading
    gain, shared = _DOUBT_GAIN * min(1.0, excess / _USUAL_DOUBT), _SHARED_PART * excess
    cells: Mapping[str, CellReading] = {
        name: _add_doubt(cell, min(gain * (1 - cell.p) + shared, _MAX_ADDED)) for name, cell in reading.cells.items()
    }
    return replace(reading, cells=cells)


def _add_doubt(cell: CellReading, doubt: float) -> CellReading:
    """A cell's reading in which something else is likelier by this much."""
    return replace(cell, likely={content: p * (1 - doubt) for content, p in cell.likely.items()})
