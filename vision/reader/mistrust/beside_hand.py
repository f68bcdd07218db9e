"""Doubts what is seen beside a hand on a known print. A sleeve reflects its colour on pieces and print, and its shadow
hides where a dark piece ends.
"""

from __future__ import annotations

from collections.abc import Sequence, Set

import numpy as np

from vision.observation import Reading
from vision.reader.colours.appearance import Look, find_hue
from vision.reader.evidence.place_evidence import PlaceEvidence
from vision.reader.mistrust.doubt import doubt_cells
from vision.reader.mistrust.unknown_print import find_empty
from vision.reader.networks.network import EMPTY
from vision.reader.places.atlas import Flags

_MAX_HUE_GAP, _MIN_HUE_LEAD = 0.5, 0.25
"""A kind of a strong colour is not sure if the hue of the piece is further from that of the kind than the first value,
and not by the second one nearer to it than to that of another kind (logarithms of the channels, less their mean). On
photographs of Color Dice there were 7 such cells beside hands among 7,931; two were wrong, in the light of a red
sleeve.
"""

_MAX_LOOK_GAP, _MIN_CHANGED_AREA, _MAX_EMPTY_P = 1.0, 0.08, 0.9995
"""An empty cell is not sure if its colour is nearer to that of a kind than the first value (logarithms), more of its
area than the second value differs from its print, and the network is less sure than the third. On photographs of Spaces
there were 60 such cells among 37,014; two were wrong: black pieces on black print.
"""


def doubt_tinted(reading: Reading, places: PlaceEvidence, names: Sequence[str], looks: Sequence[Look]) -> Reading:
    """The reading of a picture with a hand, without sure pieces between the hues of two kinds of strong colours.

    places: the n places. names: (n,) of their cells. looks: of the kinds; all must be of a strong colour.
    """
    hues = find_hue(np.stack([look.mean for look in looks]))
    away = np.linalg.norm(find_hue(places.core)[:, None] - hues, axis=2)
    held = [reading.cells[name].best[0] if reading.cells[name].likely else None for name in names]
    doubted = set()
    for number, look in enumerate(looks):
        own, others = away[:, number], np.delete(away, number, axis=1).min(axis=1)
        is_between = (own > _MAX_HUE_GAP) & (own > others - _MIN_HUE_LEAD)
        doubted |= {names[i] for i in np.flatnonzero(is_between).tolist() if held[i] == look.kind}
    return doubt_cells(reading, doubted)


def doubt_like_pieces(
    reading: Reading, places: PlaceEvidence, names: Sequence[str], looks: Sequence[Look], among: Flags
) -> Reading:
    """The reading of a picture with a hand, without sure empty cells that may hold a piece in the colour of the print.

    places, names, looks: as for `doubt_tinted`; the kinds may have any colour. among: (n,) True for the places to look
    at.
    """
    gap = np.linalg.norm(places.core[:, None] - np.stack([look.mean for look in looks]), axis=2).min(axis=1)
    some = among & (gap < _MAX_LOOK_GAP) & (places.changed_area > _MIN_CHANGED_AREA)
    some &= places.log_p[:, EMPTY] < np.log(_MAX_EMPTY_P)
    return doubt_cells(reading, {names[i] for i in np.flatnonzero(some).tolist()} & find_empty(reading))


def doubt_beside_hand(
    reading: Reading, places: PlaceEvidence, names: Sequence[str], looks: Sequence[Look], vivid: Set[int], among: Flags
) -> Reading:
    """Both. vivid: the numbers of the kinds of strong colours."""
    if len(vivid) == len(looks):
        reading = doubt_tinted(reading, places, names, looks)
    return doubt_like_pieces(reading, places, names, looks, among)
