"""Pieces that lie between two places: at neither of them the network takes them for its own.

Where two empty places that lie next to each other both look unlike their print, the network looks at a window between
them. It needs print that is known, and never says what kind such a piece is.
"""

from __future__ import annotations

import numpy as np

from vision.reader import evidence, network, windows
from vision.reader.atlas import Floats, Picture
from vision.reader.evidence import Seen, Setting
from vision.reader.scene import Known, Scene

_UNLIKE = 0.06  # of a piece's area: where so much of an empty place is unlike its print, a piece may lie beside it


def between(image: Picture, scene: Scene, known: Known | None, setting: Setting, seen: Seen, radius: float) -> Floats:
    """(n,) how likely a piece lies between each place and another one. radius: of the largest piece, in mm."""
    here = scene.atlas
    out = np.zeros(here.count)
    odd = (seen.unlike > _UNLIKE) & (seen.verdict[:, network.EMPTY] > np.log(0.5))
    if known is None or odd.sum() < 2:
        return out
    near = (here.adjacent | here.adjacent.T) & odd[:, None] & odd[None]
    one, other = np.nonzero(np.triu(near, 1))
    if not len(one):
        return out
    leaning = here.place + here.lean
    middle = (leaning[one] + leaning[other]) / 2
    around = windows.build(scene.registration, middle, radius)
    printed = known.in_windows(around.points) + setting.ink
    likely = evidence.look_at(image, around, middle, printed, setting)[:, network.PIECE]
    for places in (one, other):
        np.maximum.at(out, places, likely)
    return out
