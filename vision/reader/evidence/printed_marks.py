"""Finds places where a mark that is printed on the board cannot be seen: something covers it.

The network compares a window with its print as a whole. In a blurred picture, a dark piece on a small bright mark looks
to it like the dark print around the mark.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.reader.board.conditions import Conditions
from vision.reader.colours import appearance
from vision.reader.networks import windows
from vision.reader.networks.network import EMPTY, NetworkAnswer
from vision.reader.places.atlas import Flags, Floats, Singles

_MIN_CONTRAST, _MIN_CORRELATION = 0.45, 0.6
"""A mark's brightness (a logarithm) differs from the print around it by at least the first value (a standard deviation
within the place, light that changes evenly left aside). It is seen if the picture correlates with it at least this
much. On 480 photographs of our boards and of repainted ones, 201 empty places with a mark had at least 0.67 where no
hand was over the board, and 41 with a piece at most 0.62. Fainter marks tell less.
"""

_COVERED_LOG_ODDS = float(np.log(100.0))  # how much less likely a place is empty if its mark is not seen

_PLANES = np.linalg.qr(np.column_stack([np.ones(windows.IN_PIECE.sum()), *np.nonzero(windows.IN_PIECE)]))[0]
"""(m, 3) values at the m samples of a piece, of which all planes are made."""


def find_covered_marks(now: Singles, conditions: Conditions) -> Flags:
    """(n,) True for places whose print is known and has a clear mark that the picture does not show.

    now: (n, SIDE, SIDE, 3) the windows of all places, from `windows.balance_windows`.
    """
    if conditions.window_background is None:
        return np.zeros(len(now), np.bool_)
    printed = _remove_slope(conditions.window_background[..., :3][:, windows.IN_PIECE].mean(axis=2))
    has_mark = (printed.std(axis=1) > _MIN_CONTRAST) & ~conditions.guessed
    out = np.zeros(len(now), np.bool_)
    some = np.flatnonzero(has_mark)
    if len(some):
        seen, mark = _remove_slope(appearance.encode(now[some][:, windows.IN_PIECE]).mean(axis=2)), printed[some]
        scale = np.maximum(seen.std(axis=1) * mark.std(axis=1), np.finfo(np.float64).tiny)
        out[some] = (seen * mark).mean(axis=1) / scale < _MIN_CORRELATION
    return out


def correct(answer: NetworkAnswer, now: Singles, conditions: Conditions, hidden: Flags) -> NetworkAnswer:
    """The network's answer, with places hardly empty if a mark is covered there.

    now: see `find_covered_marks`. hidden: (n,) True where a tall piece at another place covers the print.
    """
    log_p = answer.log_p.copy()
    log_p[find_covered_marks(now, conditions) & ~hidden, EMPTY] -= _COVERED_LOG_ODDS
    return replace(answer, log_p=log_p - np.logaddexp.reduce(log_p, axis=1, keepdims=True))


def _remove_slope(values: Singles) -> Floats:
    """(n, m) values at the samples of a piece, less the plane that fits them best."""
    shown = np.asarray(values, np.float64)
    return np.asarray(shown - (shown @ _PLANES) @ _PLANES.T)
