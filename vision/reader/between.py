"""The board between its cells and beside them, where no piece belongs: anything on it is foreign.

Cells may be far apart, and an arm may reach in between them. So the network looks all over the print at windows like
those around cells. The print must be known for that, as no two such windows are alike. This module never says what a
cell holds.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.differences import Changed
from vision.layout import Layout
from vision.reader import windows
from vision.reader.atlas import Atlas, Flags, Floats, Ints
from vision.reader.windows import SIDE, Windows
from vision.register import Registration

_STEP_DIAMETERS = 2.0  # the distance between windows, in diameters of the largest piece: about the width of an arm
_MAX_WINDOWS = 160  # if more were needed, the distance between windows is increased
_STEPS_PER_PLACE = 4  # positions that are tried for each window, as gaps between cells may be anywhere
_MIN_CLEARANCE = 1.1
"""Diameters to the nearest cell or marker, at least: closer to it, a window would show a piece or the marker."""

_NEIGHBOUR_REACH = 1.5  # foreign things up to this many times the distance between windows apart count as one thing


@dataclass(frozen=True, eq=False)
class Between:
    """Places between and beside the cells, and the windows around them, if there are any."""

    place: Floats
    """(m, 2) mm."""
    windows: Windows | None
    step: float
    """mm between places."""
    near_edge: Flags
    """(m,) True for places near the end of the print or of the picture."""
    among_cells: Flags
    """(m,) True for places within the rectangle around all cells."""

    @property
    def points(self) -> Floats:
        """(m, SIDE, SIDE, 2) mm, the points of the windows."""
        return np.empty((0, SIDE, SIDE, 2)) if self.windows is None else self.windows.points

    def find_touched(self, changed: Changed) -> Ints:
        """The numbers of the windows that show a change."""
        if self.windows is None or not changed.where.any():
            return np.empty(0, np.int64)
        return np.flatnonzero(changed.find_changed(self.points.reshape(len(self.place), -1, 2)))

    def find_neighbours(self, atlas: Atlas) -> Flags:
        """(n + m, n + m) True where two places are neighbours: n places of cells, m places between them."""
        pitch = float(np.median(atlas.pitch))
        place = np.concatenate([atlas.place, self.place])
        reach = np.repeat([pitch, self.step], [atlas.count, len(self.place)])
        gaps = np.linalg.norm(place[:, None] - place[None], axis=-1)
        return np.asarray(gaps < _NEIGHBOUR_REACH * (reach[:, None] + reach[None]) / 2)


def build(layout: Layout, registration: Registration, atlas: Atlas, radius: float) -> Between:
    """The places of a layout as one registration sees it. radius: of the largest piece, in mm."""
    width, height = layout.size_mm
    step = max(2 * radius * _STEP_DIAMETERS, float(np.sqrt(width * height / _MAX_WINDOWS)))
    x, y = (np.arange(step / 2, max(side - step / 4, step), step / _STEPS_PER_PLACE) for side in (width, height))
    place = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    clear = np.linalg.norm(place[:, None] - atlas.place[None], axis=-1).min(axis=1) > 2 * radius * _MIN_CLEARANCE
    for marker in layout.markers:
        clear &= np.abs(place - (marker.x, marker.y)).max(axis=1) > marker.size_mm / 2 + 2 * radius * _MIN_CLEARANCE
    place = _thin_out(place[clear], step)
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    shown = _is_in_picture(registration, place, windows.REACH * radius * corners)
    place = place[shown]
    edge = np.minimum(place, np.array([width, height]) - place).min(axis=1)
    near_edge = (edge < _NEIGHBOUR_REACH * step) | ~_is_in_picture(
        registration, place, _NEIGHBOUR_REACH * step * corners
    )
    among_cells = ((place >= atlas.place.min(axis=0)) & (place <= atlas.place.max(axis=0))).all(axis=1)
    around = windows.build(registration, place, radius) if len(place) else None
    return Between(place, around, step, near_edge, among_cells)


def _thin_out(place: Floats, least: float) -> Floats:
    """Points out of (n, 2), each taken if it is at least `least` from all that were taken before."""
    out: list[Floats] = []
    while len(place):
        out.append(place[0])
        place = place[np.linalg.norm(place - place[0], axis=1) > 0.99 * least]
    return np.array(out).reshape(-1, 2)


def _is_in_picture(registration: Registration, place: Floats, corners: Floats) -> Flags:
    """(m,) True if the corners (4, 2) around places (m, 2), all in mm, are in the picture."""
    pixels = registration.project((place[:, None] + corners).reshape(-1, 2)).reshape(-1, 4, 2)
    return np.asarray(registration.shows(pixels).all(axis=1))
