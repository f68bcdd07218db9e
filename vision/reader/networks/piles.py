"""Counts the pieces of a pile, as well as the camera sees the pile from the side.

The higher a pile is, the further from its foot the camera sees its top, and the larger the top looks. For every number
of pieces, a window is put where the top would be. It is turned so that the pile rises upwards in it. A small network
says how well a top fits there. The single piece before the pile shows the network what a top looks like in this light.
If the camera looks from straight above, all windows look alike and the network cannot choose. This module never says
what kind a piece is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from vision.layout import Layout
from vision.reader.networks import windows
from vision.reader.networks.network import run_network
from vision.reader.networks.windows import REACH
from vision.reader.places.atlas import Atlas, Flags, Floats, Ints, Picture, Singles
from vision.reader.places.view import View
from vision.register import Registration

SIDE = 32
"""Samples along a window's side. It is more than for the windows of places, because a piece is flatter than it
is wide.
"""

CHANNELS = 6
"""Channels of a window: three of the picture, and three of the piece before the pile."""

WEIGHTS = Path(__file__).with_name("piles.onnx")  # the network's weights
_LOGIT_GAIN = 0.85  # a factor on the logits, because the network is too sure on scenes that training did not use
_TALLER_PRIOR = 0.8  # the factor by which each higher pile is rarer in games than in training
_TALLER_PRIOR_UNMEASURED = 0.35  # the same factor if the pieces' height is only guessed
_HIDING_REACH = 1.2  # a pile hides places less than this many radii from where one of its pieces is seen


@dataclass(frozen=True, eq=False)
class Piles:
    """Where the camera would see the tops of m piles, for each number of pieces."""

    places: Ints
    """(m,) the number of the place that each pile is on: the last place of its cell."""
    beside: Flags
    """(m,) True if a piece is before the pile and shows what a top looks like. Other piles are not counted."""
    levels: int
    """The most pieces that any pile may have."""
    middles: Floats
    """(m, levels + 1, 2) mm on the board's plane: where the camera would see the top of 1, 2, ... pieces, and last the
    top of the piece before the pile.
    """
    away: Floats
    """(m, 2) the direction in which each pile rises in the picture, as a vector of length 1."""
    reach: Floats
    """(levels + 1,) mm from a window's middle to its side, for each number of pieces."""
    near: Flags
    """(n, m, levels) True for places near which the top of 1, 2, ... pieces on a pile of another cell would be seen."""
    registration: Registration
    scale: float
    """px of the picture per mm of the board."""

    @property
    def tops(self) -> Floats:
        """(m, levels, 2) mm on the board's plane: where the camera would see the top of 1, 2, ... pieces."""
        return self.middles[:, :-1]

    def find_hidden(self, heights: Floats, there: Floats) -> Floats:
        """(n,) how likely a pile of another cell hides each place.

        heights: (m, levels) how likely each pile has 1, 2, ... pieces if it has any. there: (m,) how likely it has any.
        """
        hidden = np.maximum.accumulate(self.near, axis=-1)
        return np.asarray(((hidden * heights).sum(axis=-1) * there).max(axis=1, initial=0.0))

    def find_overlooked(self, here: Atlas) -> dict[int, set[int]]:
        """For each pile, by the number of its cell: the other cells over which its upper pieces would be seen if it
        were high.
        """
        over = np.asarray(self.near.any(axis=-1))
        return {int(here.cell[pile]): {*here.cell[over[:, i]].tolist()} for i, pile in enumerate(self.places.tolist())}

    def select(self, numbers: Ints) -> Piles:
        """Some of the m piles. numbers: which ones."""
        return replace(
            self,
            places=self.places[numbers],
            beside=self.beside[numbers],
            middles=self.middles[numbers],
            near=self.near[:, numbers],
            away=self.away[numbers],
        )

    def build_view(self) -> View:
        """Where the samples of all windows are in the picture, as one tall picture of m * (levels + 1) windows. For
        each pile come the windows of 1, 2, ... pieces, then that of the piece before the pile.
        """
        axis = (np.arange(SIDE) + 0.5) * 2 / SIDE - 1
        u, v = np.meshgrid(axis, axis)
        side = np.column_stack([-self.away[:, 1], self.away[:, 0]])
        square = u[..., None] * side[:, None, None] - v[..., None] * self.away[:, None, None]
        points = self.middles[:, :, None, None] + self.reach[:, None, None, None] * square[:, None]
        pixels = self.registration.project(points.reshape(-1, SIDE, 2))
        return View.of(pixels, self.registration.size, 2 * float(self.reach[0]) / SIDE * self.scale)


def build(layout: Layout, registration: Registration, here: Atlas, radius: float, height: float) -> Piles:
    """Where to look for the piles of a board. radius, height: of the pieces, in mm."""
    cells = list(layout.cells.values())
    last = np.flatnonzero(np.append(here.cell[1:] != here.cell[:-1], True))
    most = np.array([c.capacity - len(c.places()) + 1 for c in cells])[here.cell[last]]
    places = last[most > 1]
    levels = int(most.max(initial=1))
    camera = registration.camera_mm()
    foot = here.place[places]
    beside = (places > 0) & (here.cell[places - 1] == here.cell[places])
    away = foot - camera[:2]
    away = away / np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1e-6)
    high = height * np.append(np.arange(levels) + 1, 1)
    feet = [*[foot] * levels, here.place[places - beside]]
    middles = [registration.unproject(registration.lift(f, float(h))) for f, h in zip(feet, high, strict=True)]
    reach = REACH * radius * float(camera[2]) / np.maximum(float(camera[2]) - high, 1.0)
    scale = float(np.median(registration.scale_at(here.place)))
    tops = np.stack(middles, axis=1)
    near = _find_near(here, places, tops[:, :-1], radius)
    return Piles(places, beside, levels, tops, away, reach, near, registration, scale)


def _find_near(here: Atlas, places: Ints, tops: Floats, radius: float) -> Flags:
    """(n, m, levels) `Piles.near`. places: (m,) the numbers of the piles' places. tops: (m, levels, 2) mm, where the
    camera would see their tops. radius: of the pieces, in mm.
    """
    gaps = np.linalg.norm((here.place + here.lean)[:, None, None] - tops, axis=-1)
    near = (gaps < _HIDING_REACH * radius) & (here.cell[:, None] != here.cell[places])[..., None]
    near[..., 0] = False  # a single piece hides no other place
    return np.asarray(near)


def cut(image: Picture, piles: Piles, whites: Floats) -> Singles:
    """(m, levels + 1, 3, SIDE, SIDE) the windows in a picture: where each top would be, and last the piece before the
    pile. whites: the light that counts as 1.
    """
    seen = piles.build_view().sample(image).reshape(-1, SIDE, SIDE, 3)
    return windows.balance_windows(seen, whites).transpose(0, 3, 1, 2).reshape(-1, piles.levels + 1, 3, SIDE, SIDE)


def make_inputs(seen: Singles) -> Singles:
    """(m * levels, CHANNELS, SIDE, SIDE) the network's input, made from the windows that `cut` returns."""
    levels, before = seen[:, :-1], np.broadcast_to(seen[:, -1:], seen[:, :-1].shape)
    return np.concatenate([levels, before], axis=2).reshape(-1, CHANNELS, SIDE, SIDE)


def guess_heights(levels: int) -> Floats:
    """(levels,) how likely a pile that cannot be counted has 1, 2, ... pieces. Each further piece is half as likely."""
    chances = 0.5 ** np.arange(levels)
    return np.asarray(chances / chances.sum())


def estimate_heights(image: Picture, piles: Piles, whites: Floats, measured: bool = True) -> Floats:
    """(m, levels) how likely each pile has 1, 2, ... pieces, if it has any. measured: True if the height of the pieces
    is known exactly. For bought boards it rarely is.
    """
    if not len(piles.places):
        return np.ones((0, piles.levels))
    logits = run_network(WEIGHTS, make_inputs(cut(image, piles, whites)))
    scores = _LOGIT_GAIN * logits.reshape(len(piles.places), piles.levels) + np.log(
        _TALLER_PRIOR if measured else _TALLER_PRIOR_UNMEASURED
    ) * np.arange(piles.levels)
    chances = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.where(piles.beside[:, None], chances / chances.sum(axis=1, keepdims=True), guess_heights(piles.levels))
