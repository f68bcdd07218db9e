"""Finds print on an unknown board that the network takes for pieces, by its colours.

All pieces of a kind look alike, and so do all printed discs of an ink. If they have more colours than the kinds have,
one of these is print. The network is wrong about all discs of an ink or about none, so that many discs are no better
evidence for pieces than a few.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.reader.colours.appearance import Look, compute_anything_log_density, find_hue, find_vivid_looks
from vision.reader.colours.clusters import STRANGERS, list_clusterings, list_orders, score_clusters, score_orders
from vision.reader.colours.kind_assignment import list_colour_looks
from vision.reader.networks.network import EMPTY, PIECE
from vision.reader.places.atlas import Flags, Floats, Ints

_MIN_PIECE_P = 0.5  # places that hold a piece with at least this probability are compared
_MOST_INKS = 2  # how many inks may look like pieces, at most
_LEAST_GROUP = 3  # how many places at least show that an ink is print; fewer may be anything
_LOG_INK_PRIOR = -4.0  # how often an ink looks like pieces (a logarithm)
_TOLD_GAIN = 1.5  # how much the network's answer about an ink counts
_MIN_TOLD = -8.5  # an ink is no print if the network gives the middle one of its places smaller log odds to be empty

_MIN_LOG_ODDS, _MIN_HUE_GAP = 4.0, 0.4
"""How much likelier it must be that an ink is print (a logarithm), and how far its hue must be from those of all kinds:
in a shade, pieces look darker, but keep their hue. On 240 photographs of 120 repainted boards without a hand, read with
the layout alone, 187 places on 13 of them seemed to be such print. Four gold stones were among them; the others were
print.
"""

_PRINT_P = 0.92  # how likely such a place is empty; it is not sure


def correct(core: Floats, log_p: Floats, looks: Sequence[Look], light_doubt: Floats) -> Floats:
    """The network's answers (n, 3), in which places that only show print are probably empty.

    core: (n, 3) the colours. looks: of the kinds, as their names make us expect. light_doubt: (3, 3) the covariance of
    how far off the light may be. Nothing is changed for kinds of strong colours: their hues tell them from print.
    """
    is_print = _find_print(core, log_p, looks, light_doubt)
    if not is_print.any():
        return log_p
    out = log_p.copy()
    known = np.logaddexp(log_p[:, EMPTY], log_p[:, PIECE])
    out[is_print, EMPTY] = known[is_print] + np.log(_PRINT_P)
    out[is_print, PIECE] = known[is_print] + np.log(1.0 - _PRINT_P)
    return out


def _find_print(core: Floats, log_p: Floats, looks: Sequence[Look], light_doubt: Floats) -> Flags:
    """(n,) True for places whose colour is that of an ink that looks like pieces. The arguments are those of
    `correct`.
    """
    there, is_print = np.flatnonzero(log_p[:, PIECE] > np.log(_MIN_PIECE_P)), np.zeros(len(core), np.bool_)
    if len(there) < _LEAST_GROUP or find_vivid_looks(looks):
        return is_print
    expected = list_colour_looks(looks)
    seen, odds = core[there], (log_p[:, EMPTY] - log_p[:, PIECE])[there]
    without, best, inks = -np.inf, -np.inf, np.zeros(len(seen), np.bool_)
    for middle, own in list_clusterings(seen, len(expected) + _MOST_INKS):
        orders = np.array(list(list_orders(range(len(expected)), len(middle), _MOST_INKS)))
        if not len(orders):
            continue
        told, may_be_ink = _weigh_inks(odds, own, len(middle))
        of_ink = told + compute_anything_log_density(middle)
        scores = score_clusters(seen, middle, own) + score_orders(middle, of_ink, orders, expected, light_doubt)
        is_ink = (orders == STRANGERS) & may_be_ink
        has_ink = is_ink.any(axis=1)
        without = max(without, float(scores[~has_ink].max(initial=-np.inf)))
        first = int(np.where(has_ink, scores, -np.inf).argmax())
        if has_ink[first] and scores[first] > best:
            best, inks = float(scores[first]), _find_other_hues(middle, orders[first], is_ink[first])[own]
    if best - without > _MIN_LOG_ODDS:
        is_print[there[inks]] = True
    return is_print


def _weigh_inks(odds: Floats, own: Ints, count: int) -> tuple[Floats, Flags]:
    """(count,) how likely each cluster is print (a logarithm), and (count,) True for those that are large enough to be
    an ink and about which the network is not too sure. In a large cluster the middle place counts once, in a small one
    they all count.

    odds: (m,) log odds that each place is empty, says the network. own: (m,) the cluster of each.
    """
    middle = np.array([np.median(odds[own == heap]) for heap in range(count)])
    is_large = np.bincount(own, minlength=count) >= _LEAST_GROUP
    told = np.where(is_large, np.minimum(middle, 0.0), np.bincount(own, odds, count))
    return _TOLD_GAIN * told + _LOG_INK_PRIOR, np.asarray(is_large & (middle > _MIN_TOLD))


def _find_other_hues(middle: Floats, order: Ints, is_ink: Flags) -> Flags:
    """(h,) True for inks whose hue no kind has. middle: (h, 3) the middles of the clusters. order: (h,) the number of
    the look of each, or `STRANGERS`. is_ink: (h,) True for those that may be such an ink.
    """
    hue = find_hue(middle)
    away = np.linalg.norm(hue[:, None] - hue[order != STRANGERS], axis=2).min(axis=1)
    return np.asarray(is_ink & (away > _MIN_HUE_GAP))
