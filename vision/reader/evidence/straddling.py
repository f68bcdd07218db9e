"""Finds single pieces that lie across two places of a row or an area, where the network sees a piece at each of them.

People lay checkers that were hit anywhere on the bar. One that is halfway between two places covers a half of each. The
network sees it much more clearly in the window between them than in either of theirs. Two checkers side by side are
seen more clearly in their own windows. This module never says what kind a piece is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vision.reader.board.conditions import Conditions
from vision.reader.board.scene import KnownPrint, Scene
from vision.reader.colours.telling_part import Part
from vision.reader.evidence.askew import build_halfway, encode_windows
from vision.reader.evidence.network_input import classify_windows, make_inputs
from vision.reader.evidence.place_evidence import PlaceEvidence, find_darkest, find_tones
from vision.reader.networks import network, windows
from vision.reader.places.atlas import Flags, Floats, Ints, Picture

_MIN_PIECE_P = 0.2  # a place of which a piece covers a half holds one with at least this probability, says the network
_MAX_LOG_ODDS, _MIN_GAIN = 5.5, 3.0
"""The log odds of a piece are at most the first value at both places, and between them larger by at least the second.
On photographs of 9 strangers' boards and of 20 repainted ones with the layout alone, 946 pairs of places seemed to hold
two pieces. Four were like this: three with a checker between them, and one that held no piece.
"""

_EMPTY_P, _UNCLEAR_EMPTY_P, _CLEAR_P = 0.999, 0.6, 0.95
"""How likely the second of the two places is empty then: the first value, or the second one if a place beside them is
less clear than the third. Another piece may lie across that one.
"""

_IN_CORE = (windows.SAMPLE_RADII < 0.7).ravel()  # the samples that show the piece even if it is a little aside


@dataclass(frozen=True, eq=False)
class Straddling:
    """The m pieces that lie across two places."""

    at: Ints
    """(m,) the number of the place that each piece counts for."""
    beside: Ints
    """(m,) the number of the other place."""
    log_p: Floats
    """(m, 3) what the network answers about the windows between them, see `network`."""
    empty: Floats
    """(m,) how likely the other place is empty."""
    middle: Floats
    """(m, 3) the colours of the pieces' middles, see `appearance`."""
    darkest: Floats
    """(m, 3) the colours of their darkest parts."""

    def move_to_places(self, places: PlaceEvidence, part: Part) -> PlaceEvidence:
        """The evidence as if each piece lay at its place. part: the part of the pieces that tells their kinds."""
        if not len(self.at):
            return places
        log_p = places.log_p.copy()
        log_p[self.at] = self.log_p
        log_p[self.beside] = np.log((1 - self.empty) / 2)[:, None]
        log_p[self.beside, network.EMPTY] = np.log(self.empty)
        core, middle, darkest = places.core.copy(), places.middle.copy(), places.darkest.copy()
        middle[self.at], darkest[self.at] = self.middle, self.darkest
        core[self.at] = self.middle if part is Part.MIDDLE else self.darkest
        may_be_glare, moved = places.may_be_glare.copy(), np.zeros(len(log_p), np.bool_)
        may_be_glare[self.at] = False
        moved[self.at] = moved[self.beside] = True
        out = replace(places, log_p=log_p, core=core, middle=middle, darkest=darkest, may_be_glare=may_be_glare)
        return out.ignore_print(moved)


_NO_PLACES: Ints = np.empty(0, np.int64)
_NOTHING = Straddling(_NO_PLACES, _NO_PLACES, np.empty((0, 3)), np.empty(0), np.empty((0, 3)), np.empty((0, 3)))


def find_straddling(
    image: Picture,
    scene: Scene,
    known: KnownPrint | None,
    conditions: Conditions,
    places: PlaceEvidence,
    radius: float,
) -> Straddling:
    """The pieces that lie across two neighbouring places of a cell. radius: of the largest piece, in mm."""
    here = scene.atlas
    odds = _measure_odds(places.log_p)
    may_be = (places.log_p[:, network.PIECE] > np.log(_MIN_PIECE_P)) & (odds < _MAX_LOG_ODDS) & scene.in_row
    if not may_be.any():
        return _NOTHING
    near = here.adjacent | here.adjacent.T
    pairs = near & may_be[:, None] & may_be & (here.cell[:, None] == here.cell)
    one, other = np.nonzero(np.triu(pairs, 1))
    if not len(one):
        return _NOTHING
    middle, around = build_halfway(scene, one, other, radius)
    if known is None:
        now = windows.balance_windows(around.cut(image), conditions.window_white)
        log_p = network.classify(make_inputs(now, conditions)).log_p
    else:
        printed = known.sample_windows(around.points) + conditions.ink_offset
        log_p = np.log(np.maximum(classify_windows(image, around, middle, printed, conditions), 1e-12))
    some = np.flatnonzero(_choose(one, other, _measure_odds(log_p) - np.maximum(odds[one], odds[other])))
    if not len(some):
        return _NOTHING
    seen = encode_windows(image, around.select(some), middle[some], conditions)[:, _IN_CORE]
    at, beside = one[some], other[some]
    around_pair = (near[at] | near[beside]) & ~_mark(at, here.count) & ~_mark(beside, here.count)
    is_clear = places.log_p[:, [network.EMPTY, network.PIECE]].max(axis=1) > np.log(_CLEAR_P)
    empty = np.where((~around_pair | is_clear).all(axis=1), _EMPTY_P, _UNCLEAR_EMPTY_P)
    return Straddling(at, beside, log_p[some], empty, find_tones(seen)[0], find_darkest(seen))


def _mark(numbers: Ints, count: int) -> Flags:
    """(m, count) True for the place with each of m numbers."""
    return np.asarray(np.arange(count) == numbers[:, None])


def _measure_odds(log_p: Floats) -> Floats:
    """(n,) the log odds of a piece. log_p: (n, 3) the network's answers."""
    return np.asarray(log_p[:, network.PIECE] - np.logaddexp(log_p[:, network.EMPTY], log_p[:, network.THING]))


def _choose(one: Ints, other: Ints, gain: Floats) -> Flags:
    """(m,) True for pairs of places that show one piece; each place is in one of them at most, the clearest ones count.

    one, other: (m,) the numbers of the places of each pair. gain: (m,) how much clearer the piece is between the two.
    """
    out, taken = np.zeros(len(one), np.bool_), set[int]()
    for i in np.argsort(-gain, kind="stable").tolist():
        pair = {int(one[i]), int(other[i])}
        if gain[i] > _MIN_GAIN and not pair & taken:
            out[i] = True
            taken |= pair
    return out
