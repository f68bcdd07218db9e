"""Compares the two ends of each tall piece: its head and its foot.

`posterior` takes the kind from the colours of both, and, where the print was never seen, whether a piece is there. If
they differ much, another piece may be on top of it. Where the print can be seen in place of the head, there is no tall
piece, whatever the foot looks like. And a tall piece may hide the foot of the one behind it; then only the head shows
what is there. This module never says what kind a piece is.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.reader.board.conditions import MIN_GUESSED_DOUBT, Conditions, encode_colours
from vision.reader.board.scene import KnownPrint, Scene
from vision.reader.colours import light
from vision.reader.colours.appearance import find_hue
from vision.reader.evidence.place_evidence import PlaceEvidence
from vision.reader.networks import network, windows
from vision.reader.places import shape
from vision.reader.places.atlas import Flags, Floats, Ints, Picture

_MIN_OTHER_HUE = 0.8  # a logarithm: head and foot of one piece differ by less, in whatever light
_MIN_PRINT_HUE = 0.5  # a logarithm: where the head should be, print that differs by less can be seen

_MIN_CLEAR_P, _MIN_CLEAR_PIECES = 0.9, 4
"""How likely places must hold pieces, and how many such places there must be, to tell how much brighter heads are than
feet.
"""

_MAX_BARE_CHANGE, _MIN_HEAD_CHANGE = 0.1, 0.5
"""Where a head would be, print is seen if less than this part of it has changed (the first value), and something else
if more than this part has (the second value). On photographs of our boards and repainted ones, no piece whose print was
known well enough had less than the first value, and nine of ten empty places had.
"""
_MAX_BARE_CHANGE_AROUND = 0.03
"""The same with all that is around the head, because a piece may be off its place. Of 1,820 pieces none had less than
0.05; of the empty places three of four have less than this value.
"""
_MAX_PRINT_DOUBT = 0.35  # print that is less sure cannot be told from a head; that of fine lines has up to 0.27
_BARE_LOG_ODDS, _COVERED_LOG_ODDS = -7.0, 2.0
"""How much likelier (logarithms) a piece is if its head would be where print is seen; and if its foot is hidden and its
head would be where something else is seen.
"""

_THIRD = slice(windows.SIDE // 3, windows.SIDE - windows.SIDE // 3)
_IN_HEAD: Ints = np.arange(windows.SIDE**2).reshape(windows.SIDE, -1)[_THIRD, _THIRD].ravel()
"""The samples of a window that show the head of a piece on its place: the middle third."""

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


@dataclass(frozen=True, eq=False)
class Heads:
    """What is seen of the heads of tall pieces, and where the feet tell less."""

    seen: Floats | None
    """(n, 3) the colours of what is seen where the head of each place would be; None if pieces are flat."""
    core: Floats
    """(n, 3) the colours of heads that differ from their feet, and of what is seen where the head of a piece with a
    hidden foot would be, as bright as its foot; nan for all other places.
    """
    piece_log_odds: Floats
    """(n,) how much likelier a piece is than its foot alone tells (a logarithm)."""

    def weigh(self, log_p: Floats) -> Floats:
        """The network's answers (n, 3) with what the heads tell; see `network.classify`."""
        if not self.piece_log_odds.any():
            return log_p
        out = log_p.copy()
        out[:, network.PIECE] += self.piece_log_odds
        return np.asarray(out - np.logaddexp.reduce(out, axis=1, keepdims=True))


def look_at_heads(
    image: Picture, scene: Scene, known: KnownPrint | None, conditions: Conditions, places: PlaceEvidence
) -> Heads:
    """The heads of tall pieces. Which of them tell more than the feet is known only on a known print."""
    count = scene.atlas.count
    core, log_odds = np.full((count, 3), np.nan), np.zeros(count)
    heads = scene.heads
    if heads is None:
        return Heads(None, core, log_odds)
    shone = light.to_linear(heads.cut(image)).reshape(count, -1, 3)
    colours = encode_colours(shone, conditions.light_at)
    head = np.median(colours[:, _IN_HEAD], axis=1).astype(np.float64)
    if known is None:
        return Heads(head, core, log_odds)
    around = known.sample_windows(heads.points).reshape(count, -1, 4) + conditions.ink_offset
    printed = np.median(around[:, _IN_HEAD, :3], axis=1).astype(np.float64)
    is_piece = places.log_p[:, network.PIECE] > np.log(0.5)
    other = (_compare_hues(head, places.core) > _MIN_OTHER_HUE) & (_compare_hues(head, printed) > _MIN_PRINT_HUE)
    other &= is_piece
    hidden = find_hidden_feet(scene, places.log_p)
    core[other] = head[other]
    core[hidden] = head[hidden] - _measure_head_level(head, places, other | hidden)
    difference = shape.measure_difference(colours, around[..., :3], around[..., 3], conditions.noise)
    doubt, changed = np.median(around[:, _IN_HEAD, 3], axis=1), difference[:, _IN_HEAD].mean(axis=1)
    is_bare = (doubt < _MAX_PRINT_DOUBT) & (changed < _MAX_BARE_CHANGE)
    log_odds[is_bare & (hidden | (difference.mean(axis=1) < _MAX_BARE_CHANGE_AROUND))] = _BARE_LOG_ODDS
    is_known = conditions.has_drawing | (doubt < MIN_GUESSED_DOUBT)
    log_odds[hidden & is_known & (changed > _MIN_HEAD_CHANGE)] = _COVERED_LOG_ODDS
    return Heads(head, core, log_odds)


def _measure_head_level(head: Floats, places: PlaceEvidence, but: Flags) -> float:
    """How much brighter heads are than feet (a logarithm), from all clear pieces. head: (n, 3) the colours of heads.
    but: (n,) True for places that do not count.
    """
    clear = (places.log_p[:, network.PIECE] > np.log(_MIN_CLEAR_P)) & ~but
    if clear.sum() < _MIN_CLEAR_PIECES:
        return 0.0
    return float(np.median((head[clear] - places.core[clear]).mean(axis=1)))


def _compare_hues(some: Floats, others: Floats) -> Floats:
    """(n,) how much two colours differ, apart from their brightness. some, others: (n, 3) the two."""
    return np.asarray(np.abs(find_hue(some - others)).max(axis=1), np.float64)
