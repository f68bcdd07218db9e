"""Doubts what boards with markers show while their print is not known."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import replace

import numpy as np

from vision.observation import EMPTY, ENOUGH_DOUBT, CellReading, Reading
from vision.reader.mistrust.doubt import doubt_cell, doubt_cells

_USUAL_DOUBT = (
    0.015  # the mean doubt of the cells in a picture that is clear; in one with twice as much, all is doubted
)

_DOUBT_GAIN = 9.0  # a clear cell of an unclear picture is wrong this many times as often as it says

_MAX_USEFUL_DOUBT = 0.05  # if the mean doubt of the cells is larger, no cell is sure, but see `doubt_unclear_picture`

_MIN_SEEN_P, _MIN_VIVID_SEEN_P = 0.998, 0.98
"""On unknown print, a piece is not sure if the network is less sure than this that it is one. The second value is for
kinds of strong colours, which print rarely has. On photographs of 29 repainted boards, 23 of 163 such pieces that
seemed sure were printed discs; of the others, 1 of 589, and none of 276 of strong colours.
"""


def doubt_things(reading: Reading) -> Reading:
    """The reading of a picture with an unknown print: what covers no cell is hardly ever something foreign. A cell that
    seems to hold such a thing stays just unsure.
    """
    return replace(reading, cells={name: _doubt_thing(cell) for name, cell in reading.cells.items()})


def _doubt_thing(cell: CellReading) -> CellReading:
    known = sum(cell.likely.values())
    if cell.covered or not known or 1 - known <= ENOUGH_DOUBT:
        return cell
    return replace(cell, likely={content: p * (1 - ENOUGH_DOUBT) / known for content, p in cell.likely.items()})


def doubt_empty_around_hand(reading: Reading, over_rim: bool, uncovered: Set[str]) -> Reading:
    """The reading of a picture with an unknown print: if a hand is over the board, few cells are surely empty. Cells
    below a plain sleeve look alike, as print does, so nobody can tell where it ends. On 150 photographs of repainted
    boards, 6 of 7 sure cells that were wrong were below a sleeve.

    over_rim: True if something lies across the rim. It may be a sleeve that was not seen otherwise: ten cells below one
    were surely empty. On 200 photographs without a hand, something seemed to lie there on two. uncovered: the names
    of cells that surely no arm hides.
    """
    return doubt_cells(reading, find_empty(reading) - uncovered) if reading.hand or over_rim else reading


def doubt_unclear_picture(reading: Reading, vivid: Set[str]) -> Reading:
    """The reading of a picture with an unknown print: clear cells become less sure if many others are in doubt.

    vivid: the kinds of strong colours, whose pieces stay as sure as they are: on 600 photographs of repainted boards,
    431 such pieces in unclear pictures that were sure else were all right.
    """
    own = np.array([1 - cell.p for cell in reading.cells.values() if not cell.covered])
    excess = float(own.mean()) / _USUAL_DOUBT - 1 if len(own) else 0.0
    if excess <= 0:
        return reading
    gain = 1 + (_DOUBT_GAIN - 1) * min(excess, 1.0)
    least = ENOUGH_DOUBT if float(own.mean()) > _MAX_USEFUL_DOUBT else 0.0
    doubted = {
        name: doubt_cell(cell, gain, least)
        for name, cell in reading.cells.items()
        if not cell.likely or cell.best[0] not in vivid
    }
    return replace(reading, cells={**reading.cells, **doubted})


def doubt_empty_cells(reading: Reading, unlike: Set[str]) -> Reading:
    """The reading of a picture with an unknown print: a cell is not surely empty if it looks unlike other empty cells.
    unlike: the names of cells that do.
    """
    return doubt_cells(reading, find_empty(reading) & unlike)


def find_empty(reading: Reading) -> set[str]:
    """The names of the cells that seem to be empty."""
    return {name for name, cell in reading.cells.items() if cell.likely and cell.best == EMPTY}


def doubt_middle(reading: Reading, names: Set[str]) -> Reading:
    """The reading of a picture with an unknown print: the cell in the middle of the board is not sure, because its
    print may be on no other cell. names: the names of such cells. On photographs of repainted boards of Spaces and
    Mindfield, 4 of 220 that seemed sure were wrong, and one in some thousands of other cells.
    """
    return doubt_cells(reading, {name for name in names if reading.cells[name].likely})


def doubt_unseen_pieces(reading: Reading, seen: Mapping[str, float], vivid: Set[str]) -> Reading:
    """The reading of a picture with an unknown print: a colour alone makes no piece sure, because printed discs may
    have it. seen: for each cell the network's probability of a piece. vivid: the kinds of strong colours.
    """
    held = {name: cell.best[0] for name, cell in reading.cells.items() if cell.likely and cell.best != EMPTY}
    least = {name: _MIN_VIVID_SEEN_P if kind in vivid else _MIN_SEEN_P for name, kind in held.items()}
    return doubt_cells(reading, {name for name in held if seen[name] < least[name]})
