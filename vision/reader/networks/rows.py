"""Finds out how far apart the pieces of a row really are, and how many fit before they are piled.

People who measure a bought board rarely measure its checkers, and they push the checkers together from the rim on. So
if a layout has rows, checkers of several sizes are tried, and the picture tells which size fits best. With the right
size, rows are filled from the rim on, and neighbours of one kind look alike in their windows. This module never says
what a cell holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from vision.layout import Cell, Layout, Point
from vision.reader.colours.kinds import Kinds
from vision.reader.networks import network, windows
from vision.reader.places import atlas
from vision.reader.places.atlas import Flags, Floats, Ints, Picture, Singles
from vision.register import Registration

SCALES = (0.76, 0.8, 0.84, 0.88, 0.92, 0.96, 1.0, 1.04, 1.08)
"""The sizes that are tried: the distance between two pieces of a row, as a multiple of the layout's distance."""

_MIN_ROW_SPOTS = 4  # a cell with this many spots is a row, or an area with several rows
_MAX_BEND = 0.1  # the spots of a single row are off a straight line by at most this part of their distance
_MAX_ROW_PIECES = 6  # pieces in a row: more are piled even if there is space
_MISSING_PART = 0.12  # the part of a piece that may extend beyond the end of a row
_MIN_ROWS = 8  # a board needs this many rows
# this part of the cells, the worst explained ones, is ignored: dice may be on some rows, a cup over others
_IGNORED_PART = 0.25
_MIN_PAIRS = 4  # how many pairs of neighbouring pieces are needed to estimate their distance
_MIN_EMPTY_P = 0.9  # a row's first piece is alone if its second place is empty with at least this probability

_MIN_ALONE, _MIN_ALONE_PART = (
    4,
    0.8,
)
"""When print at the first place of a row is taken for a piece. Only every second row is compared, because these have
one colour. At least this many of them (the first value) must seem to hold a single piece, and at least this part of
them (the second value) any piece.
"""

_DIFFERENCE_GAIN = 25.0  # the logarithm for a mean difference of 1 between windows in which white is 1
_MIN_SCORE_GAIN = 0.05  # another size replaces the layout's own only if its score (a logarithm) is better by this much


def fit_rows(layout: Layout, image: Picture, registration: Registration) -> Layout | None:
    """The layout with the distance between pieces of a row that a BGR picture shows; None if it shows too few
    pieces.
    """
    radius = float(Kinds.of(layout).size_radii[-1])

    def explained(one: Layout) -> tuple[float, float | None]:
        here = atlas.build(one, registration)
        middle = here.place + here.lean
        cut = windows.build(registration, middle, float(Kinds.of(one).size_radii[-1])).cut(image)
        white = windows.find_white(cut)
        told = network.classify(windows.join_channels(windows.balance_windows(cut, white), None, None)).log_p
        # Windows of the same size for all layouts, so that their scores can be compared.
        now = windows.balance_windows(windows.build(registration, middle, radius).cut(image), white)
        return score_filling(told, here.cell), score_likeness(now, told, here.cell)

    as_told = explained(scale_rows(layout, 1.0))
    if as_told[1] is None:
        return None
    told = [as_told if size == 1.0 else explained(scale_rows(layout, size)) for size in SCALES]
    fill, likeness = zip(*told, strict=True)
    return scale_rows(layout, choose_scale(SCALES, combine_scores(fill, likeness)))


def has_rows(layout: Layout) -> bool:
    """True if many of a layout's cells hold rows of pieces."""
    return sum(len(cell.spots) >= _MIN_ROW_SPOTS for cell in layout.cells.values()) >= _MIN_ROWS


def find_row_places(layout: Layout) -> Flags:
    """(n,) True for the places of a layout that belong to a row."""
    return np.array([len(c.places()) >= _MIN_ROW_SPOTS for c in layout.cells.values() for _ in c.places()])


def find_first_places(cell: Ints, in_row: Flags) -> Ints:
    """(m,) the numbers of the places at the start of rows. cell: (n,) the number of each place's cell, in order.
    in_row: (n,) True for places in rows.
    """
    return np.flatnonzero(in_row & np.append(True, cell[1:] != cell[:-1]))


def find_printed_ends(log_p: Floats, cell: Ints, in_row: Flags) -> Flags:
    """(n,) True for places at the start of rows that show print which the network takes for a piece.

    The points of a Backgammon board alternate in colour, and some have a round end as large as a piece. So if nearly
    all rows of one colour seem to hold a piece, those that seem to hold just one are empty. log_p: (n, 3) the network's
    answers. cell: (n,) the number of each place's cell, in order.
    """
    first = find_first_places(cell, in_row)
    piece = log_p[first, network.PIECE] > np.log(0.5)
    alone = piece & (log_p[first + 1, network.EMPTY] > np.log(_MIN_EMPTY_P))
    out = np.zeros(len(cell), np.bool_)
    for turn in (slice(0, None, 2), slice(1, None, 2)):
        if alone[turn].sum() >= _MIN_ALONE and piece[turn].mean() >= _MIN_ALONE_PART:
            out[first[turn][alone[turn]]] = True
    return out


def scale_rows(layout: Layout, size: float) -> Layout:
    """The layout with larger or smaller pieces, and with rows to match. size: the factor."""
    cells = {name: _scale_row(cell, size) for name, cell in layout.cells.items()}
    pieces = {name: replace(kind, diameter_mm=kind.diameter_mm * size) for name, kind in layout.pieces.items()}
    return replace(layout, cells=MappingProxyType(cells), pieces=MappingProxyType(pieces))


def _scale_row(cell: Cell, size: float) -> Cell:
    """The cell with another distance between its spots, if they are a straight row; else as it is."""
    n = len(cell.spots)
    if n < _MIN_ROW_SPOTS:
        return cell
    spots = np.array(cell.spots)
    first, step = spots[0], (spots[-1] - spots[0]) / (n - 1)
    if np.abs(spots - first - np.outer(np.arange(n), step)).max() > _MAX_BEND * np.linalg.norm(step):
        return cell
    rim = first - step / 2
    if cell.polygon is not None:
        along = step / np.linalg.norm(step)
        room = float(((np.array(cell.polygon) - rim) @ along).max())
        n = max(n, min(_MAX_ROW_PIECES, cell.capacity, int(room / (np.linalg.norm(step) * size) + _MISSING_PART)))
    scaled: list[Point] = [(float(x), float(y)) for x, y in (rim + step * size * (k + 0.5) for k in range(n))]
    return replace(cell, spots=tuple(scaled))


def score_filling(log_p: Floats, cell: Ints) -> float:
    """How well the network's answers agree with rows that are filled from the rim on: a log likelihood.

    log_p: (n, 3) the answers. cell: (n,) the number of each place's cell. The result is a mean over the cells, so that
    layouts with different numbers of places can be compared. The worst quarter of the cells is left out, because dice
    may be there.
    """
    explained: list[float] = []
    for number in np.unique(cell):
        empty, piece = log_p[cell == number, network.EMPTY], log_p[cell == number, network.PIECE]
        filled = np.concatenate([[0.0], np.cumsum(piece)]) + np.concatenate([np.cumsum(empty[::-1])[::-1], [0.0]])
        explained.append(float(np.logaddexp.reduce(filled)))
    kept = sorted(explained)[int(_IGNORED_PART * len(explained)) :]
    return sum(kept) / max(len(kept), 1)


def score_likeness(now: Singles, log_p: Floats, cell: Ints) -> float | None:
    """How alike neighbouring pieces of rows look: a logarithm, at most 0; None if there are too few pairs.

    They look alike if the windows (n, side, side, 3) around them show the same part of them. log_p, cell: as for
    `score_filling`.
    """
    holds_piece = log_p[:, network.PIECE] > np.log(0.5)
    pairs = np.flatnonzero(holds_piece[1:] & holds_piece[:-1] & (cell[1:] == cell[:-1]))
    if len(pairs) < _MIN_PAIRS:
        return None
    return -_DIFFERENCE_GAIN * float(np.abs(now[pairs + 1] - now[pairs]).mean())


def combine_scores(plausible: Sequence[float], unlike: Sequence[float | None]) -> list[float]:
    """How well each size fits, by both scores together. plausible: from `score_filling`. unlike: from `score_likeness`;
    sizes without neighbouring pieces count as the worst.
    """
    worst = min((log for log in unlike if log is not None), default=0.0)
    return [one + (worst if log is None else log) for one, log in zip(plausible, unlike, strict=True)]


def choose_scale(sizes: Sequence[float], scores: Sequence[float]) -> float:
    """The size that fits best, which may be between two of these evenly spaced sizes. It is the layout's own size
    unless another one is clearly better.
    """
    own = scores[sizes.index(1.0)]
    top = int(np.argmax(scores))
    if scores[top] <= own + _MIN_SCORE_GAIN:
        return 1.0
    if not 0 < top < len(sizes) - 1:
        return sizes[top]
    # The top of a parabola through the best size and those beside it.
    low, high = scores[top] - scores[top - 1], scores[top] - scores[top + 1]
    return sizes[top] + (sizes[top] - sizes[top - 1]) * (low - high) / (2 * max(low + high, 1e-9))
