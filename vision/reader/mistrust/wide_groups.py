"""Finds cells that look like others with the same content over a wide part of the board, and trusts them.

Where the print is not known, a single cell may be many things: an empty one, a printed disc, a piece below a sleeve in
the colour of the print. But what many cells show alike, clearly unlike all cells with another content, is what it seems
to be. Only a sleeve makes cells alike that hold different things, and these are in a strip that is no wider than an
arm. Likeness tells what is there, not which colour its name means.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace

import cv2
import numpy as np

from vision.observation import EMPTY, CellReading, Reading
from vision.reader.networks import repetition, windows
from vision.reader.networks.network import EMPTY as EMPTY_ANSWER
from vision.reader.networks.network import PIECE
from vision.reader.places.atlas import Flags, Floats, Ints, Singles

_MAX_GAP_PART = 0.6
"""Cells are alike if they differ at most this many times as much as one of them differs from the nearest cell with
another content, or with something over it.
"""
_MIN_WIDTH_MM = 100.0
"""How wide the narrowest rectangle around the cells of a group is at least. On 450 photographs of repainted boards,
cells in groups of pieces that were really below a sleeve were in rectangles of at most 80 mm.
"""
_MIN_SEEN_P = 0.993  # how sure the network must be of an empty place, or of a piece, at the cell
_LEAST_P = 0.93  # cells that have more doubt than the other rules add are not trusted
_DOUBT = 0.0005
"""How much doubt is left. On 450 photographs of repainted boards, none of 16,000 such cells was wrong."""

NOTHING_TOLD = -1  # the content of a cell that is covered, or that seems to hold something else


def number_contents(reading: Reading) -> Ints:
    """(n,) a number for the content of each cell, 0 for empty ones, or `NOTHING_TOLD`."""
    numbers = {EMPTY: 0}
    told = [cell.best if cell.likely and not cell.covered else None for cell in reading.cells.values()]
    return np.array([NOTHING_TOLD if best is None else numbers.setdefault(best, len(numbers)) for best in told])


def find_in_wide_groups(now: Singles, content: Ints, place: Floats, log_p: Floats) -> Flags:
    """(n,) True for places that look like others with the same content over a wide part of the board.

    now: (n, SIDE, SIDE, 3) from `windows.balance_windows`. content: (n,) from `number_contents`. place: (n, 2) mm.
    log_p: (n, 3) the network's answers.
    """
    fields = windows.average_fields(now)
    off_empty, off_pieces = (
        repetition.measure_gaps(fields[:, some].reshape(len(now), -1)) for some in (windows.IN_DISC, windows.IN_MIDDLE)
    )
    off = np.where((content == 0)[:, None], off_empty, off_pieces)
    same = content[:, None] == content[None]
    nearest = np.where(same, np.inf, off).min(axis=1)
    alike = same & (off < _MAX_GAP_PART * nearest[:, None])
    seen_p = np.exp(np.where(content == 0, log_p[:, EMPTY_ANSWER], log_p[:, PIECE]))
    is_wide = np.array([_measure_width(place[some]) > _MIN_WIDTH_MM for some in alike], np.bool_)
    return np.asarray(is_wide & (seen_p > _MIN_SEEN_P) & (content != NOTHING_TOLD))


def _measure_width(points: Floats) -> float:
    """The shorter side in mm of the narrowest rectangle around points (m, 2)."""
    return float(min(cv2.minAreaRect(points.astype(np.float32))[1])) if len(points) else 0.0


def trust_cells(reading: Reading, names: Set[str]) -> Reading:
    """The reading with hardly any doubt about these cells."""
    return replace(
        reading,
        cells={name: _trust(cell) if name in names else cell for name, cell in reading.cells.items()},
    )


def _trust(cell: CellReading) -> CellReading:
    if cell.p < _LEAST_P or 1 - cell.p <= _DOUBT:
        return cell
    others = sum(cell.likely.values()) - cell.p
    rest = _DOUBT / others if others > _DOUBT else 1.0
    return replace(
        cell, likely={content: 1 - _DOUBT if content == cell.best else rest * p for content, p in cell.likely.items()}
    )
