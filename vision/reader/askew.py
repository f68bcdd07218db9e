"""Pieces that lie between two places: at neither of them the network takes them for its own, or at both.

Where two empty places that lie next to each other both look unlike their print, the network looks at a window between
them; this needs print that is known. Where print is not known, a piece that leans towards another one has to be seen
in a window further away from that too. It never says what kind a piece is.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.reader import evidence, network, windows
from vision.reader.atlas import Floats, Ints, Picture
from vision.reader.evidence import Conditions, PlaceEvidence
from vision.reader.scene import KnownPrint, Scene

_MIN_CHANGED_AREA = (
    0.06  # of a piece's area: where so much of an empty place is unlike its print, a piece may lie beside it
)
_FILLED_AREA = 0.75  # of a piece's area: where as much is unlike the print, a piece lies there
_MIN_LEAN = 0.05  # of a piece's diameter: how far it lies towards another one at least to be doubted
_MAX_GAP = 1.4  # diameters: how near places are so that a piece may reach from one to the other
_WINDOW_SHIFT = 0.25  # of a diameter: how far away from the other piece, and towards it, the windows lie
_MAX_ASIDE_P, _MIN_TOWARDS_P = (
    0.05,
    0.9,
)  # how likely a piece is seen in those at most, and at least, if it is the other one's


def find_between(
    image: Picture, scene: Scene, known: KnownPrint | None, setting: Conditions, seen: PlaceEvidence, radius: float
) -> Floats:
    """(n,) how likely a piece lies between each place and another one. radius: of the largest piece, in mm."""
    here = scene.atlas
    out = np.zeros(here.count)
    odd = (seen.changed_area > _MIN_CHANGED_AREA) & (seen.log_p[:, network.EMPTY] > np.log(0.5))
    if known is None or odd.sum() < 2:
        return out
    near = (here.adjacent | here.adjacent.T) & odd[:, None] & odd[None]
    one, other = np.nonzero(np.triu(near, 1))
    if not len(one):
        return out
    leaning = here.place + here.lean
    middle = (leaning[one] + leaning[other]) / 2
    around = windows.build(scene.registration, middle, radius)
    printed = known.in_windows(around.points) + setting.ink_offset
    likely = evidence.classify_windows(image, around, middle, printed, setting)[:, network.PIECE]
    for places in (one, other):
        np.maximum.at(out, places, likely)
    return out


def separate_shared(
    image: Picture, scene: Scene, setting: Conditions, seen: PlaceEvidence, radius: float
) -> PlaceEvidence:
    """What is seen where print is not known, each piece at one place only: its other place then seems empty.

    A piece that has slid from its place reaches the next one, where its shadow falls too. One that lies halfway may be
    at either of the two. radius: of the largest piece, in mm.
    """
    here = scene.atlas
    if setting.known:
        return seen
    there = seen.log_p[:, network.PIECE] > np.log(0.5)
    near = (here.adjacent | here.adjacent.T) & there[:, None] & there[None]
    one, other = np.nonzero(near & (seen.changed_area < _FILLED_AREA)[:, None])
    way = here.place[other] - here.place[one]
    gap = np.linalg.norm(way, axis=1)
    way *= 2 * radius / gap[:, None]
    off = scene.probes.offsets[seen.disc_offset[one, -1]] * here.step
    leaning = (gap < _MAX_GAP * 2 * radius) & ((off * way).sum(axis=1) > _MIN_LEAN * (2 * radius) ** 2)
    one, other, way = one[leaning], other[leaning], way[leaning]
    if not len(one):
        return seen
    aside, towards = (
        _classify_at(image, scene, setting, one, share * way, radius) for share in (-_WINDOW_SHIFT, _WINDOW_SHIFT)
    )
    shared = (aside < _MAX_ASIDE_P) & (towards > _MIN_TOWARDS_P)
    of_other = np.zeros_like(near)
    of_other[one[shared], other[shared]] = True
    shared &= ~of_other[other, one]  # each would be the other's: it lies halfway
    log_p = seen.log_p.copy()
    for i, left in zip(one[shared], aside[shared], strict=True):
        piece = log_p[i, network.PIECE]
        log_p[i, network.EMPTY] = np.logaddexp(log_p[i, network.EMPTY], piece + np.log(1 - left))
        log_p[i, network.PIECE] = piece + np.log(left)
    return replace(seen, log_p=log_p)


def _classify_at(image: Picture, scene: Scene, setting: Conditions, places: Ints, off: Floats, radius: float) -> Floats:
    """(k,) how likely a piece is seen in windows that lie (k, 2) mm off these places."""
    here = scene.atlas
    around = windows.build(scene.registration, (here.place + here.lean)[places] + off, radius)
    now = windows.balance_windows(around.cut(image), setting.window_white)
    return np.asarray(np.exp(network.classify(evidence.make_inputs(now, setting)).log_p[:, network.PIECE]))
