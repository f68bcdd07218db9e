"""Asks the network again about some places on a known print.

Where a place differs from its print and the answer is not clear, the window is also shown in the mirror and turned.
Some places are shown once more, as if nothing were known about their print. With a known print the network mostly finds
differences from it. Where something else covers the print, where a piece looks much like the print that it covers, or
where the print was only guessed, that misleads it, and it sees more without.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.reader.board.conditions import Conditions
from vision.reader.evidence.network_input import find_bare, make_inputs
from vision.reader.networks import network
from vision.reader.networks.network import EMPTY, THING, NetworkAnswer
from vision.reader.places.atlas import Flags, Floats, Singles

_MIN_DIFFERENT_AREA, _MIN_EMPTY_P = 0.02, 0.02
"""If at least this part of a place's area differs from its print and the place is empty with at least this probability,
it is looked at in all ways. On photographs these are three or four places of a board.
"""
_MIN_CHANGED_AREA = 0.1
"""If this part of a place's area differs from its print, a place that seems empty is looked at again. On photographs of
our boards this is one place of 300.
"""
_MIN_THING_P = 0.08
"""Guessed print that is wrong looks like something foreign: from this probability on, the place is looked at again."""


def look_again(
    answer: NetworkAnswer, now: Singles, conditions: Conditions, hidden: Flags, changed_area: Floats
) -> NetworkAnswer:
    """The network's answer, with new answers about some places if the print is known.

    now: (n, SIDE, SIDE, 3) the windows of all places, from `windows.balance_windows`. hidden: (n,) True where a tall
    piece at another place hides the foot: the print there says nothing, so the new answer counts alone. changed_area:
    (n,) how much of each place differs from its print: where a place seems empty in spite of it, both answers count
    equally. Where the print was only guessed, both must say that something is foreign.
    """
    if not conditions.is_print_known:
        return answer
    answer = _look_in_all_ways(answer, now, conditions, changed_area)
    guessed = conditions.guessed
    strange = guessed & (answer.log_p[:, THING] > np.log(_MIN_THING_P))
    seems_empty = answer.log_p[:, EMPTY] > np.log(0.5)
    odd = seems_empty & (changed_area > _MIN_CHANGED_AREA)
    rest = np.flatnonzero(seems_empty & guessed & ~odd)
    if len(rest):
        odd[rest] = ~find_bare(now[rest], conditions.select(rest))
    some = np.flatnonzero(hidden | odd | strange)
    if not len(some):
        return answer
    there = replace(conditions.select(some), window_background=None)
    again = network.classify(make_inputs(now[some], there), np.ones(len(some), np.bool_))
    log_p, large = answer.log_p.copy(), answer.large.copy()
    both = (log_p[some] + again.log_p) / 2
    both -= np.logaddexp.reduce(both, axis=1)[:, None]
    other = np.where(odd[some, None], both, _limit_thing(log_p[some], again.log_p))
    log_p[some] = np.where(hidden[some, None], again.log_p, other)
    large[some] = np.where(hidden[some], again.large, large[some])
    return NetworkAnswer(log_p, large)


def _look_in_all_ways(
    answer: NetworkAnswer, now: Singles, conditions: Conditions, changed_area: Floats
) -> NetworkAnswer:
    """The network's answer, with means over mirrored and turned windows for places that are not clear."""
    unclear = (changed_area > _MIN_DIFFERENT_AREA) & (answer.log_p[:, EMPTY] > np.log(_MIN_EMPTY_P))
    some = np.flatnonzero(unclear)
    if not len(some):
        return answer
    again = network.classify(make_inputs(now[some], conditions.select(some)), np.ones(len(some), np.bool_))
    log_p, large = answer.log_p.copy(), answer.large.copy()
    log_p[some], large[some] = again.log_p, again.large
    return NetworkAnswer(log_p, large)


def _limit_thing(first: Floats, again: Floats) -> Floats:
    """The first answers (m, 3) with something foreign at most as likely as in the new ones. The new answers say what is
    there instead.
    """
    one, other = np.exp(first), np.exp(again)
    gone = np.maximum(one[:, THING] - other[:, THING], 0.0)
    out = one + gone[:, None] * other / np.maximum(other.sum(axis=1) - other[:, THING], 1e-9)[:, None]
    out[:, THING] = np.minimum(one[:, THING], other[:, THING])
    return np.asarray(np.log(np.maximum(out, 1e-12)))
