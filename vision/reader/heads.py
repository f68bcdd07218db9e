"""Compares the two ends of each tall piece: its head, and its foot, where the reader takes its colour.

If they differ, another piece may be on top of it. And a tall piece may hide the foot of the one behind it. This module
never says what kind a piece is.
"""

from __future__ import annotations

import numpy as np

from vision.reader import light, network
from vision.reader.atlas import Flags, Floats, Picture
from vision.reader.conditions import Conditions, encode_colours
from vision.reader.evidence import PlaceEvidence
from vision.reader.scene import KnownPrint, Scene

_MIN_OTHER_HUE = 0.8  # a logarithm: head and foot of one piece differ by less, in whatever light
_MIN_PRINT_HUE = 0.5  # a logarithm: where the head should be, print that differs by less can be seen
_MIN_HIDDEN_PRINT_HUE = 0.3  # the same, if the foot is hidden, so that only the head can show the colour

OTHER_P = 0.6
"""How likely it is that a piece with two colours is something else."""

HIDDEN_P = 0.1
"""How likely it is that a place holds something else than it seems, if a tall piece at another place hides its foot."""


def find_hidden_feet(scene: Scene, log_p: Floats) -> Flags:
    """(n,) True for places whose foot is hidden by a tall piece at another place. log_p: (n, 3) the network's answers,
    see `network.classify`.
    """
    is_piece = log_p[:, network.PIECE] > np.log(0.5)
    return np.asarray((scene.hides_foot & is_piece).any(axis=1))


def find_other_heads(
    image: Picture, scene: Scene, known: KnownPrint | None, conditions: Conditions, places: PlaceEvidence
) -> Floats:
    """(n, 3) the colours of heads that differ from their feet, and of heads whose feet are hidden; nan for all other
    places. This is known only for tall pieces on a known print.
    """
    out = np.full((scene.atlas.count, 3), np.nan)
    heads = scene.heads
    if heads is None or known is None:
        return out
    shone = light.to_linear(heads.cut(image)).reshape(len(out), -1, 3)
    head = np.median(encode_colours(shone, conditions.light_at), axis=1).astype(np.float64)
    around = known.sample_windows(heads.points).reshape(len(out), -1, 4) + conditions.ink_offset
    printed = np.median(around[..., :3], axis=1).astype(np.float64)
    from_print = _compare_hues(head, printed)
    other = (_compare_hues(head, places.core) > _MIN_OTHER_HUE) & (from_print > _MIN_PRINT_HUE)
    other |= find_hidden_feet(scene, places.log_p) & (from_print > _MIN_HIDDEN_PRINT_HUE)
    other &= places.log_p[:, network.PIECE] > np.log(0.5)
    out[other] = head[other]
    return out


def _compare_hues(some: Floats, others: Floats) -> Floats:
    """(n,) how much two colours differ, apart from their brightness. some, others: (n, 3) the two."""
    differ = some - others
    return np.asarray(np.abs(differ - differ.mean(axis=1, keepdims=True)).max(axis=1), np.float64)
