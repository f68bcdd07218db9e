"""Finds pieces that are between two places, where the network sees a piece at neither place or at both.

If the print is known, the network looks at a window halfway between two neighbours. It does so if both places may be
empty and both differ from the print. It also does so if only one differs and the print between them is hidden: a piece
seen from the side may hide the print of one place only. If neighbours are so far apart that a piece between them
reaches neither place, it looks where the print between them is hidden.

If the print is not known and a piece leans towards its neighbour, the network looks at the window on the far side, too:
a piece that is really there can also be seen in that window. This module never says what kind a piece is, but a piece
must look like one of the kinds, and more so than print in a shadow does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.reader.board.background import correlate
from vision.reader.board.conditions import Conditions, encode_colours
from vision.reader.board.scene import KnownPrint, Scene
from vision.reader.colours import light
from vision.reader.colours.appearance import Look, compute_anything_log_density, find_hue
from vision.reader.colours.kind_assignment import weigh_print
from vision.reader.evidence.likelihood import compute_kinds_log_density
from vision.reader.evidence.network_input import classify_windows, make_inputs
from vision.reader.evidence.place_evidence import PlaceEvidence, explain_by_print, find_tones
from vision.reader.networks import network, windows
from vision.reader.places import shape
from vision.reader.places.atlas import Flags, Floats, Ints, Picture, Singles

# there may be a piece beside a place if this part of a piece's area differs from the print there
_MIN_CHANGED_AREA = 0.06
_FILLED_AREA = 0.75  # a place holds a piece of its own if this part of a piece's area differs from the print there
_MIN_EMPTY_P = 0.2  # a place with a lower probability of being empty holds a piece of its own
_MIN_BETWEEN_P = 0.65
"""A piece between two places must be at least this likely in the window there. Where photographs showed one, it was
0.755 or more (30 pieces on 7 boards in random light), on the virtual table mostly 1. In hard shadows in which the hues
of the print tell nothing, it was up to 0.61 where none was.
"""
_MIN_HIDDEN_AREA = 0.5  # a piece between two places hides more than this part of its area of the print there
_MIN_FAR_GAP = 1.75  # a piece halfway between two places reaches neither if they are this many diameters apart
_MIN_HUE_DEVIATION, _MIN_HUE_CORRELATION = 0.15, 0.52
"""Print shows in a window if its hues vary by more than the first value (a logarithm), and if their correlation with
those that are seen is above the second one. In windows that showed a piece it was at most 0.44 (30 pieces on
photographs of 7 boards, 42 on the virtual table), in shadows of pieces that looked like one at least 0.58 (four films).
"""

_MIN_LEAN = 0.05  # a piece displaced towards another one by less than this part of its diameter is not doubted
_MAX_GAP = 1.4  # a piece cannot reach both of two places that are more than this many diameters apart
_WINDOW_SHIFT = 0.25  # the windows are this part of a diameter away from the place, to either side
_MAX_ASIDE_P, _MIN_TOWARDS_P = 0.05, 0.9
"""Two probabilities of a piece at a place. It is really the neighbour's piece if the window on the far side of the
place shows a piece with at most the first probability, and the window on the neighbour's side with at least the second.
"""

_IN_PIECE = windows.IN_PIECE.ravel()
_IN_CORE = (windows.SAMPLE_RADII < 0.7).ravel()  # those that it covers even if it is a little further to one side


@dataclass(frozen=True, eq=False, kw_only=True)
class Halfway:
    """What m windows halfway between two places show."""

    one: Ints
    other: Ints
    """(m,) the numbers of the places on both sides."""
    chances: Floats
    """(m,) how likely the network sees a piece in each window."""
    core: Floats
    """(m, 3) the colour of what is in the middle, a logarithm of reflectance; see `appearance`."""
    print_log_density: Floats
    """(m,) logarithms of how well print in some shade explains what is in the middle."""

    def find_doubt(self, count: int, looks: Sequence[Look]) -> Floats:
        """(n,) how likely a piece is between each of `count` places and one of its neighbours. looks: of the kinds."""
        out = np.zeros(count)
        if not len(self.chances):
            return out
        size = len(looks), len(self.core)
        mean = np.broadcast_to(np.stack([look.mean for look in looks])[:, None], (*size, 3))
        covariance = np.broadcast_to(np.stack([k.doubt + k.spread for k in looks])[:, None], (*size, 3, 3))
        of = compute_kinds_log_density(self.core, mean, covariance) - np.log(len(looks))
        other = np.maximum(self.print_log_density, compute_anything_log_density(self.core))
        weight = weigh_print(other, np.logaddexp.reduce(of, axis=0))
        shown = self.chances * np.exp(-weight)
        chances = shown / (shown + 1 - self.chances)
        for numbers in (self.one, self.other):
            np.maximum.at(out, numbers, chances)
        return out


_NOTHING = Halfway(
    one=np.empty(0, np.int64),
    other=np.empty(0, np.int64),
    chances=np.empty(0),
    core=np.empty((0, 3)),
    print_log_density=np.empty(0),
)


def find_between(
    image: Picture,
    scene: Scene,
    known: KnownPrint | None,
    conditions: Conditions,
    places: PlaceEvidence,
    radius: float,
) -> Halfway:
    """What the windows show in which a piece may be between two places. radius: of the largest piece, in mm."""
    here = scene.atlas
    empty = places.log_p[:, network.EMPTY] > np.log(_MIN_EMPTY_P)
    odd = empty & (places.changed_area > _MIN_CHANGED_AREA)
    if known is None:
        return _NOTHING
    # If a place has changed in most of its area, something is in its middle and not at its edge.
    at_edge = odd & (places.changed_area < _FILLED_AREA)
    both_odd, both_empty = odd[:, None] & odd[None], empty[:, None] & empty[None]
    one_at_edge, far = at_edge[:, None] | at_edge[None], here.gaps > _MIN_FAR_GAP * 2 * radius
    near = here.adjacent | here.adjacent.T
    one, other = np.nonzero(np.triu(near & (both_odd | both_empty & (far | one_at_edge)), 1))
    if not len(one):
        return _NOTHING
    middle, around = build_halfway(scene, one, other, radius)
    printed = known.sample_windows(around.points) + conditions.ink_offset
    colours = encode_windows(image, around, middle, conditions)
    sheet = printed.reshape(len(middle), -1, 4)
    sure = both_odd[one, other]
    hidden = shape.measure_difference(
        colours[:, _IN_PIECE], sheet[:, _IN_PIECE, :3], sheet[:, _IN_PIECE, 3], conditions.noise
    )
    asked = np.flatnonzero(sure | (hidden.mean(axis=1) > _MIN_HIDDEN_AREA))
    if not len(asked):
        return _NOTHING
    chances = classify_windows(image, around.select(asked), middle[asked], printed[asked], conditions)[:, network.PIECE]
    chances[chances < _MIN_BETWEEN_P] = 0
    chances[find_shown_print(colours[asked][:, _IN_CORE], sheet[asked][:, _IN_CORE, :3])] = 0
    tones, papers = (find_tones(some[asked][:, _IN_CORE, :3]) for some in (colours, sheet))
    doubt = sheet[asked][:, _IN_CORE, 3].mean(axis=1).astype(np.float64)
    return Halfway(
        one=one[asked],
        other=other[asked],
        chances=chances,
        core=tones[0],
        print_log_density=explain_by_print(tones, papers, doubt, conditions.shadow_tint),
    )


def build_halfway(scene: Scene, one: Ints, other: Ints, radius: float) -> tuple[Floats, windows.Windows]:
    """The points (m, 2) in mm halfway between pairs of places, as the camera sees pieces there, and the windows around
    them. one, other: (m,) the numbers of the places. radius: of the largest piece, in mm.
    """
    leaning = scene.atlas.place + scene.atlas.lean
    middle = (leaning[one] + leaning[other]) / 2
    return middle, windows.build(scene.registration, middle, radius)


def find_shown_print(colours: Singles, sheet: Singles) -> Flags:
    """(m,) True for windows in which the print shows, perhaps in a shadow: their hues vary as those of the print do.

    colours: (m, s, 3) what is seen. sheet: (m, s, 3) the print there. Both are logarithms.
    """
    hues, printed = (find_hue(some - some.mean(axis=1, keepdims=True)) for some in (colours, sheet))
    varies = np.sqrt((printed**2).sum(axis=2).mean(axis=1)) > _MIN_HUE_DEVIATION
    alike = np.array([correlate(some, other) > _MIN_HUE_CORRELATION for some, other in zip(hues, printed, strict=True)])
    return np.asarray(varies & alike)


def encode_windows(image: Picture, around: windows.Windows, middle: Floats, conditions: Conditions) -> Singles:
    """(m, SIDE * SIDE, 3) the colours of windows, see `appearance`. middle: (m, 2) mm, their middles."""
    shone = light.to_linear(around.cut(image)).reshape(len(middle), windows.SIDE**2, 3)
    return encode_colours(shone, conditions.light.compute_at(middle))


def separate_shared(
    image: Picture, scene: Scene, conditions: Conditions, places: PlaceEvidence, radius: float
) -> PlaceEvidence:
    """The evidence in which each piece is at one place only. A place that showed its neighbour's piece becomes empty.

    This is done only if the print is not known. A piece that has slid from its place reaches the next place, and its
    shadow falls there too, so the network may see a piece at both. radius: of the largest piece, in mm.
    """
    here = scene.atlas
    if conditions.is_print_known:
        return places
    holds_piece = places.log_p[:, network.PIECE] > np.log(0.5)
    near = (here.adjacent | here.adjacent.T) & holds_piece[:, None] & holds_piece[None]
    one, other = np.nonzero(near & (places.changed_area < _FILLED_AREA)[:, None])
    way = here.place[other] - here.place[one]
    gap = np.linalg.norm(way, axis=1)
    way *= 2 * radius / gap[:, None]
    off = scene.probes.offsets[places.disc_offset[one, -1]] * here.step
    leans = (gap < _MAX_GAP * 2 * radius) & ((off * way).sum(axis=1) > _MIN_LEAN * (2 * radius) ** 2)
    one, other, way = one[leans], other[leans], way[leans]
    if not len(one):
        return places
    aside, towards = (
        _classify_at(image, scene, conditions, one, part * way, radius) for part in (-_WINDOW_SHIFT, _WINDOW_SHIFT)
    )
    shared = (aside < _MAX_ASIDE_P) & (towards > _MIN_TOWARDS_P)
    of_other = np.zeros_like(near)
    of_other[one[shared], other[shared]] = True
    # if each of two pieces seems to belong to the other's place, there is one piece halfway between them
    shared &= ~of_other[other, one]
    log_p = places.log_p.copy()
    for i, left in zip(one[shared], aside[shared], strict=True):
        piece = log_p[i, network.PIECE]
        log_p[i, network.EMPTY] = np.logaddexp(log_p[i, network.EMPTY], piece + np.log(1 - left))
        log_p[i, network.PIECE] = piece + np.log(left)
    return replace(places, log_p=log_p)


def _classify_at(
    image: Picture, scene: Scene, conditions: Conditions, numbers: Ints, off: Floats, radius: float
) -> Floats:
    """(k,) how likely windows show a piece. The windows are around the places with these numbers, moved by `off` (k, 2)
    in mm.
    """
    here = scene.atlas
    around = windows.build(scene.registration, (here.place + here.lean)[numbers] + off, radius)
    now = windows.balance_windows(around.cut(image), conditions.window_white)
    return np.asarray(np.exp(network.classify(make_inputs(now, conditions)).log_p[:, network.PIECE]))
