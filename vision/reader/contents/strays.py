"""Finds pieces that are on no cell: beside the cells, or far from each of them.

It needs a known print. Where the picture differs from the print in an area about as large as a piece, away from all
cells, the network looks for a piece. Pieces near cells are not found here: they belong to a cell, or are between two
cells (`askew`). A die looks like a piece. This module never says what kind a piece is.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.layout import Point
from vision.reader.board.conditions import Conditions
from vision.reader.board.scene import KnownPrint, Scene
from vision.reader.colours.kinds import Kinds
from vision.reader.evidence.changed_print import measure_changes
from vision.reader.evidence.network_input import classify_around
from vision.reader.evidence.place_evidence import PlaceEvidence
from vision.reader.networks import network, windows
from vision.reader.places import atlas
from vision.reader.places.atlas import Flags, Floats, Picture, Singles

_MIN_CLEARANCE = 0.85
"""How far the middle of a piece must be from the nearest place of a cell, in diameters of the largest piece. Closer to
a place, the piece counts as on the cell, or as between two cells.
"""

_MIN_FILLED = 0.2  # a piece changes at least this part of its area: white stones on white paper change little
_MAX_CHANGED_AROUND = 0.5  # if more than this part of the ring around an area has changed, a larger thing is there
_RING_RADII = (1.3, 1.7)  # the radii of this ring, in radii of the smallest piece
_PEAK_REACH = 0.5  # in the middle of an area, more has changed than anywhere within this many radii
_MAX_AREAS = 8  # the network looks at this many areas: those that have changed most
_MIN_TRACE_P = 0.05  # a cell that holds a piece with this probability may hide the print beside it
_PIECE_REACH = 1.3  # how far from its axis a piece on a cell may hide the print, in radii

_SEARCH_STEPS = (0.6, 0.4)
"""How far apart the windows are in which the network looks for the middle of a piece, in radii of the largest piece. A
shadow shifts the middle of what has changed, so each search begins at the likeliest window of the one before.
"""

_PROOF_STEP = 0.2  # the same distance for the windows that must all show the piece
_MIN_LIKELY_P = 0.2  # how likely one window of a search must show a piece
_MIN_STRAY_P = 0.95  # how likely all windows of the proof must show it, on average
_MIN_APART = 1.5  # strays closer than this to each other are one, in radii of the largest piece

_AROUND = np.array([(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)])
"""(9, 2) the windows of a search or proof, in steps from the one in the middle."""


def find_strays(
    image: Picture, scene: Scene, known: KnownPrint | None, conditions: Conditions, places: PlaceEvidence, kinds: Kinds
) -> tuple[Point, ...]:
    """Where pieces are on no cell, in mm, the surest first. Empty if the print is not known. places: what the places of
    cells show.
    """
    if known is None:
        return ()
    board = _Board(image, scene, known, conditions, places, kinds)
    at = board.find_changed_areas()
    at = at[board.is_alone(at)][:_MAX_AREAS]
    for step in _SEARCH_STEPS:
        middles, chances = board.look_around(at, step)
        likely = np.flatnonzero(chances.max(axis=1) > _MIN_LIKELY_P)
        at = middles[likely, chances[likely].argmax(axis=1)]
    _, chances = board.look_around(at, _PROOF_STEP)
    sure = chances.mean(axis=1)
    found: list[Point] = []
    for x, y in board.find_feet(at)[np.argsort(-sure, kind="stable")][: int((sure > _MIN_STRAY_P).sum())].tolist():
        if all(np.hypot(x - u, y - v) > _MIN_APART * board.largest for u, v in found):
            found.append((x, y))
    return tuple(found)


@dataclass(frozen=True)
class _Board:
    """A picture of a board, and what is known about it."""

    image: Picture
    scene: Scene
    known: KnownPrint
    conditions: Conditions
    places: PlaceEvidence
    kinds: Kinds

    @property
    def largest(self) -> float:
        """The radius of the largest piece in mm."""
        return float(self.kinds.size_radii[-1])

    def find_changed_areas(self) -> Floats:
        """(m, 2) mm, the middles of areas of a piece's size that differ from the print, those that differ most
        first.
        """
        raster = self.scene.coarse_raster
        changed = measure_changes(self.image, self.scene, self.known, self.conditions)
        samples = float(self.kinds.size_radii[0]) * raster.px_per_mm  # in the radius of the smallest piece
        arm = int(np.ceil(_RING_RADII[1] * samples))
        axis = np.arange(-arm, arm + 1) / samples
        gap = np.hypot(axis[:, None], axis)
        filled = _average(changed, gap < 1)
        around = _average(changed, (gap > _RING_RADII[0]) & (gap < _RING_RADII[1]))
        side = 2 * max(1, int(_PEAK_REACH * samples)) + 1
        middle = filled >= cv2.dilate(filled, np.ones((side, side), np.uint8))
        middle &= (filled > _MIN_FILLED) & (around < _MAX_CHANGED_AROUND)
        return np.asarray(raster.points[middle][np.argsort(-filled[middle], kind="stable")])

    def look_around(self, at: Floats, step: float) -> tuple[Floats, Floats]:
        """The middles (m, 9, 2) in mm of windows around points (m, 2), and how likely each shows a piece that is on no
        cell (m, 9). step: how far apart the windows are, in radii of the largest piece.
        """
        middles = at[:, None] + step * self.largest * _AROUND
        if not len(at):
            return middles, np.empty((0, len(_AROUND)))
        flat = middles.reshape(-1, 2)
        answers = classify_around(self.image, self.scene, self.known, self.conditions, flat, self.largest)
        chances = answers[:, network.PIECE]
        return middles, np.where(self.is_alone(flat), chances, 0.0).reshape(len(at), -1)

    def find_feet(self, seen: Floats) -> Floats:
        """(m, 2) mm, where pieces are that are seen at these points (m, 2)."""
        height = atlas.find_look_height(self.kinds.radius, self.kinds.height * self.kinds.relative_heights)
        return seen - atlas.compute_lean(self.scene.registration, seen, height)

    def is_alone(self, seen: Floats) -> Flags:
        """(m,) True if a piece that is seen at a point (m, 2) in mm is on the print and at no cell, and is not a part
        of a piece at a cell.
        """
        feet = self.find_feet(seen)
        gap = np.linalg.norm(feet[:, None] - self.scene.atlas.place[None], axis=-1)
        is_away = (gap > _MIN_CLEARANCE * 2 * self.largest).all(axis=1)
        return np.asarray(is_away & self._is_on_print(feet) & ~self._is_behind_piece(seen))

    def _is_on_print(self, place: Floats) -> Flags:
        """(m,) True if a piece at a place (m, 2) in mm is wholly on the print and in the picture, and on no marker."""
        layout, registration = self.scene.layout, self.scene.registration
        corners = place[:, None] + windows.REACH * self.largest * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
        out = registration.shows(registration.project(corners.reshape(-1, 2)).reshape(-1, 4, 2)).all(axis=1)
        out &= (np.minimum(place, np.array(layout.size_mm) - place) > self.largest).all(axis=1)
        for marker in layout.markers:
            out &= np.abs(place - (marker.x, marker.y)).max(axis=1) > marker.size_mm / 2 + self.largest
        return np.asarray(out)

    def _is_behind_piece(self, seen: Floats) -> Flags:
        """(m,) True for points (m, 2) in mm where the camera may see a part of a piece that is at a cell."""
        here, kinds = self.scene.atlas, self.kinds
        some = np.exp(self.places.log_p[:, network.EMPTY]) < 1 - _MIN_TRACE_P
        foot, levels = here.place[some], 1 + self.scene.levels[some]
        height = kinds.height * float(kinds.relative_heights.max())
        along = atlas.compute_lean(self.scene.registration, foot, height) * levels[:, None]
        gaps = atlas.measure_axis_gaps(seen, foot, along)
        return np.asarray((gaps < _PIECE_REACH * self.largest).any(axis=1))


def _average(values: Singles, where: Flags) -> Singles:
    """(h, w) for each sample the average of the values (h, w) in the area `where` around it. The area is blurred a
    little, so that the middle of what has changed has the largest average.
    """
    weights = cv2.GaussianBlur(where.astype(np.float32), (0, 0), 0.8)
    return np.asarray(cv2.filter2D(values, -1, weights / weights.sum(), borderType=cv2.BORDER_CONSTANT), np.float32)
