"""Watches the board between the cells and beside them. No piece belongs there, so anything on it is foreign.

Cells may be far apart, and an arm may reach in between them. So the network also looks at windows there, of the same
size as those around places. This needs a known print, because no two of these windows look alike. This module never
says what a cell holds.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.differences import Changed
from vision.layout import Layout
from vision.reader.networks import windows
from vision.reader.networks.windows import SIDE, Windows
from vision.reader.places.atlas import Atlas, Flags, Floats, Ints
from vision.register import Registration

_STEP_DIAMETERS = 2.0  # the distance between windows, in diameters of the largest piece: about the width of an arm
_MAX_WINDOWS = 160  # if more were needed, the distance between windows is increased
_STEPS_PER_PLACE = 4  # positions that are tried for each window, as gaps between cells may be anywhere
_MIN_CLEARANCE = 1.1
"""How far the middle of a window between cells must be from the nearest place and marker, in diameters of a piece.
Closer to them, the window would show a piece or the marker.
"""

_NEIGHBOUR_REACH = 1.5  # foreign things up to this many times the distance between windows apart count as one thing


@dataclass(frozen=True, eq=False)
class Between:
    """The m windows between the cells and beside them. There may be none."""

    place: Floats
    """(m, 2) mm, the middles of the windows on the board."""
    windows: Windows | None
    step: float
    """mm between neighbouring middles."""
    near_edge: Flags
    """(m,) True for windows at the end of the print or of the picture."""
    among_cells: Flags
    """(m,) True for windows inside the rectangle around all cells."""

    @property
    def points(self) -> Floats:
        """(m, SIDE, SIDE, 2) mm, the points of the board that the windows show."""
        return np.empty((0, SIDE, SIDE, 2)) if self.windows is None else self.windows.points

    def find_touched(self, changed: Changed) -> Ints:
        """The numbers of the windows in which the picture has changed."""
        if self.windows is None or not changed.where.any():
            return np.empty(0, np.int64)
        return np.flatnonzero(changed.find_changed(self.points.reshape(len(self.place), -1, 2)))

    def find_neighbours(self, atlas: Atlas) -> Flags:
        """(n + m, n + m) True for neighbours. The first n rows and columns are the places of cells, the other m are
        these windows.
        """
        pitch = float(np.median(atlas.pitch))
        place = np.concatenate([atlas.place, self.place])
        reach = np.repeat([pitch, self.step], [atlas.count, len(self.place)])
        gaps = np.linalg.norm(place[:, None] - place[None], axis=-1)
        return np.asarray(gaps < _NEIGHBOUR_REACH * (reach[:, None] + reach[None]) / 2)


def build(layout: Layout, registration: Registration, atlas: Atlas, radius: float) -> Between:
    """The windows between and beside the cells of a layout, as one registration sees them. radius: of the largest
    piece, in mm.
    """
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
    """Some of the points (n, 2): each is kept if it is at least `least` away from all that were kept before it."""
    out: list[Floats] = []
    while len(place):
        out.append(place[0])
        place = place[np.linalg.norm(place - place[0], axis=1) > 0.99 * least]
    return np.array(out).reshape(-1, 2)


def _is_in_picture(registration: Registration, place: Floats, corners: Floats) -> Flags:
    """(m,) True for places (m, 2) in mm if the square around the place is in the picture. corners: (4, 2) mm, the
    square's corners seen from its middle.
    """
    pixels = registration.project((place[:, None] + corners).reshape(-1, 2)).reshape(-1, 4, 2)
    return np.asarray(registration.shows(pixels).all(axis=1))
