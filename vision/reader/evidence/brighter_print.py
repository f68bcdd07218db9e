"""Tries if the print between the cells is brighter than its drawing where something foreign seems to lie on it.

The ink may be another one. And where the camera clips the white paper, there seems to be less light than there is, so
print that reflects less than paper looks brighter than the drawing in this light. Windows that are drawn in one colour
are brighter alike then, and little that is foreign is left. Most of a hand stays foreign, however bright the print.

This is tried for all windows of a picture together. Later pictures keep the result while only a part of them is looked
at again.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.reader.board.background import find_commonest, find_same_inks, group_equal_rows
from vision.reader.board.conditions import Conditions
from vision.reader.colours import appearance, light
from vision.reader.evidence.network_input import find_things_between
from vision.reader.networks.between import Between
from vision.reader.places.atlas import Floats, Picture

_MIN_FOREIGN_P = 0.5  # a window with at least this probability of something foreign seems to show it
_MIN_ALIKE, _MIN_ALIKE_PART = 6, 0.35
"""At least this number of the windows drawn in one colour, and more than this part of them, must be brighter alike.
Others are in shadows or show pieces.
"""
_MAX_LEFT = 0.5
"""The print is brighter if less than this part of what seems foreign is left then. On 20 boards of Color Dice, at least
0.78 of each hand, phone or cup was left, and at most 0.33 of what was none on five photographs.
"""


def explain(image: Picture, around: Between, conditions: Conditions, things: Floats) -> tuple[Conditions, Floats]:
    """The conditions, and how likely something foreign is in each window between cells (m,), with brighter print if
    that explains the windows better.

    conditions: of a BGR picture whose print is only drawn. things: (m,) the result of `find_things_between` in these
    conditions.
    """
    if conditions.between_background is None or around.windows is None or things.max() < _MIN_FOREIGN_P:
        return conditions, things
    drawn = conditions.between_background
    levels = np.median(around.windows.cut(image), axis=(1, 2))
    shone = light.to_linear(levels.round().astype(np.uint8)).astype(np.float64)
    seen = appearance.encode(shone / conditions.light.compute_at(around.place))
    excess = find_excess(seen, np.median(drawn[..., :3], axis=(1, 2)))
    brighter = drawn + np.append(excess, np.zeros((len(excess), 1)), axis=1).astype(np.float32)[:, None, None]
    tried = replace(conditions, between_background=brighter)
    left = find_things_between(image, around, tried, np.arange(len(things)))
    is_explained = left.sum() < _MAX_LEFT * things.sum()
    return (tried, left) if is_explained else (conditions, things)


def find_excess(seen: Floats, drawn: Floats) -> Floats:
    """(m, 3) how much brighter (logarithms) than drawn the print in each window is; at least 0.

    seen, drawn: (m, 3) the colour of each window in the picture and in the drawing.
    """
    out = np.zeros_like(seen)
    for members, company in group_equal_rows(find_same_inks(drawn)):
        common, count = find_commonest((seen - drawn)[company])
        if count >= _MIN_ALIKE and count > _MIN_ALIKE_PART * company.sum():
            out[members] = np.maximum(common, 0.0)
    return out
