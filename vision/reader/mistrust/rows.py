"""Doubts rows of pieces and what is in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from vision.layout import Layout
from vision.observation import CellReading, Reading
from vision.reader.contents.posterior import Posterior
from vision.reader.mistrust.doubt import doubt_cells
from vision.reader.networks import rows
from vision.reader.networks.network import PIECE
from vision.reader.places.atlas import Flags, Floats, Ints
from vision.reader.survey import Survey

_MAX_POINT_GAP, _MIN_SEEN_ON_POINT_P = 0.35, 0.98
"""A single piece at the end of a point may be the point's own round end if it has the colour of the point: it is less
far (logarithms) from the colour of the next place than the first value. It is not sure if the network is less sure than
the second one. On ten photographs of strangers' boards, two of eight such pieces were ends of points; the
network was less than 0.98 sure of both, and of three of the others.
"""

_MIN_HELD_P = 0.5  # a place with a piece of at least this probability tells how clear its kind is


def doubt_rows(reading: Reading, final: Posterior, cell: Ints, kinds: Sequence[str]) -> Reading:
    """The reading of a picture in which no cell is surer of its kind than its clearest piece. Pieces of one row mirror
    the same window or lie in the same shadow, so they are wrong together.

    final: what the n places hold. cell: (n,) the number of each place's cell, in order. kinds: their names, in the
    order of `final`.
    """
    pieces = final.probabilities[:, 1:-1]
    held = pieces.sum(axis=1)
    part = np.where(held[:, None] > _MIN_HELD_P, pieces / np.maximum(held, _MIN_HELD_P)[:, None], 0.0)
    clearest = np.zeros((len(reading.cells), len(kinds)))
    np.maximum.at(clearest, cell, part)
    most = {
        name: dict(zip(kinds, row, strict=True)) for name, row in zip(reading.cells, clearest.tolist(), strict=True)
    }
    cells = {name: _limit_kind(each, most[name]) for name, each in reading.cells.items()}
    return replace(reading, cells=cells)


def _limit_kind(cell: CellReading, most: Mapping[str, float]) -> CellReading:
    """A cell's reading that is no surer of its kind than `most` says for each kind; 0 if no piece of the cell tells.
    What the kind loses goes to the same numbers of pieces of the other kinds.
    """
    if not cell.likely:
        return cell
    best, count = cell.best
    if best is None or count < 2 or not most[best]:
        return cell
    total = sum(p for (kind, _), p in cell.likely.items() if kind is not None)
    part = sum(p for (kind, _), p in cell.likely.items() if kind == best) / total
    if part <= most[best]:
        return cell
    keeps, likely = most[best] / part, dict(cell.likely)
    for (kind, number), p in cell.likely.items():
        if kind == best:
            likely[kind, number] = keeps * p
            for other in most.keys() - {best}:
                likely[other, number] = likely.get((other, number), 0.0) + (1 - keeps) * p / (len(most) - 1)
    return replace(cell, likely=likely)


def doubt_piles_beside_hand(reading: Reading, layout: Layout) -> Reading:
    """The reading of a picture: with a hand over the board, the number of pieces in a full row that may have a pile is
    not sure. The hand may hide pieces, so their number does not tell how many are in the pile. On 90 photographs, a
    pile of two seen from straight above was surely one piece (p = 0.996).
    """
    if not reading.hand:
        return reading
    full = {name: len(cell.places()) for name, cell in layout.cells.items() if cell.capacity > len(cell.places())}
    return doubt_cells(
        reading, {name for name in full if reading.cells[name].likely and reading.cells[name].best[1] >= full[name]}
    )


def doubt_ends_of_points(reading: Reading, survey: Survey) -> Reading:
    """The reading of a picture with an unknown print: a single piece that may be the round end of a point is not sure.
    survey: of this picture.
    """
    here, places = survey.scene.atlas, survey.without_dice
    ends = find_like_points(places.core, places.log_p[:, PIECE], here.cell, survey.scene.in_row)
    names = {here.names[cell] for cell in here.cell[ends]}
    return doubt_cells(reading, {name for name in names if reading.cells[name].best[1] == 1})


def find_like_points(core: Floats, piece: Floats, cell: Ints, in_row: Flags) -> Flags:
    """(n,) True for the first places of rows that have the colour of the next place, and where the network is not quite
    sure of a piece: points have round ends in their own colour.

    core: (n, 3) the colour of what each place holds, a logarithm. piece: (n,) the network's answers for a piece, as
    logarithms. cell: (n,) the number of each place's cell, in order. in_row: (n,) True for places in rows.
    """
    first = rows.find_first_places(cell, in_row)
    alike = np.linalg.norm(core[first] - core[first + 1], axis=1) < _MAX_POINT_GAP
    out = np.zeros(len(cell), np.bool_)
    out[first] = alike & (piece[first] < np.log(_MIN_SEEN_ON_POINT_P))
    return out
