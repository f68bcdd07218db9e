"""Where to look: for each place that can hold a piece, one small square patch of the picture, all of the same size.

The geometry is computed once for a registration and kept: which pixels to sample, which of them belong to a cell, and
which of them no piece near its place can hide. This module knows no colours.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vision.layout import Cell, Layout
from vision.reader.view import View
from vision.register import Registration

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]
Flags = NDArray[np.bool_]
Ints = NDArray[np.int64]
Picture = NDArray[np.uint8]

_SAMPLES_PER_RADIUS = 8.0
"""Samples along the radius of the smallest piece: more tell nothing new and take time."""

_MAX_NEIGHBOURS = 8  # how many neighbours are considered for each place
_MAX_ADJACENT_GAP = 1.25  # a place is adjacent up to this many times the distance to the nearest neighbour
_MAX_NEARBY_GAP = 1.5  # a place is nearby up to this many times the usual distance between places
_MAX_SLACK = 0.10
"""Part of the distance between places: a piece that is displaced by more counts as not being at its place."""


@dataclass(frozen=True, eq=False)
class Patches:
    """Square patches around n places, p x p samples each: around all places, or around some."""

    place: Floats
    """(n, 2) mm, the places."""
    pitch: Floats
    """(n,) mm to the nearest other place."""
    step: float
    """mm between samples."""
    grid: Floats
    """(p, p, 2) mm from a patch's middle."""
    visible: Flags
    """(n, p, p) True for samples in the picture."""
    own: Flags
    """(n, p, p) True for samples in the place's cell that are nearer to this place than to others."""
    bare_first: Ints
    """(n, k) numbers of each place's samples: those of bare print first, then some others."""
    bare_there: Flags
    """(n, k) True for those samples of `bare_first` that are bare print."""
    view: View
    """Where the samples are in the picture, as one tall picture (n * p, p)."""

    @property
    def count(self) -> int:
        """The number of places, n."""
        return len(self.place)

    @property
    def side(self) -> int:
        """Samples along a patch's side, p."""
        return len(self.grid)

    def select(self, numbers: Ints) -> Patches:
        """The patches of the places with these numbers (m,)."""
        lines = (numbers[:, None] * self.side + np.arange(self.side)).ravel()
        return Patches(
            self.place[numbers],
            self.pitch[numbers],
            self.step,
            self.grid,
            self.visible[numbers],
            self.own[numbers],
            self.bare_first[numbers],
            self.bare_there[numbers],
            self.view.select(lines),
        )

    def cut(self, image: Picture) -> Picture:
        """(n, p*p, 3) the patches of a BGR picture."""
        return self.view.sample(image).reshape(self.count, -1, 3)


@dataclass(frozen=True, eq=False)
class Atlas(Patches):
    """The patches around all places of a board, and the distances between the places."""

    names: tuple[str, ...]
    """The names of the cells."""
    cell: Ints
    """(n,) the number of each place's cell."""
    lean: Floats
    """(n, 2) mm on the board's plane from each place to where a piece of average height is looked at, because the
    camera looks from the side. See `find_look_height`."""
    plane: Floats
    """(n, p, p, 2) mm, the points of the board's plane that the samples see."""
    bare: Flags
    """(n, p, p) True for those of a place's own samples that are in the picture, on the print, and outside every piece
    that is near its place."""

    @cached_property
    def gaps(self) -> Floats:
        """(n, n) mm between places."""
        return np.asarray(np.linalg.norm(self.place[:, None] - self.place[None], axis=-1))

    @cached_property
    def adjacent(self) -> Flags:
        """(n, n) True where the column's place is about as close to the row's place as that one's nearest neighbour."""
        return np.asarray((self.gaps < _MAX_ADJACENT_GAP * self.pitch[:, None]) & ~np.eye(self.count, dtype=np.bool_))

    @cached_property
    def nearby(self) -> Flags:
        """(n, n) True where two places are at most about the usual distance apart. This includes diagonal neighbours
        and the place itself."""
        return np.asarray(self.gaps < _MAX_NEARBY_GAP * float(np.median(self.pitch)))

    @cached_property
    def nearest(self) -> Ints:
        """(n, up to 9) numbers of each place and of those nearest to it, nearest first."""
        return np.argsort(self.gaps, axis=1, kind="stable")[:, :9]


def build(layout: Layout, registration: Registration) -> Atlas:
    """The atlas of a layout as one registration sees it."""
    cells = tuple(layout.cells.values())
    spots = [(x, y, c, i) for c, cell in enumerate(cells) for i, (x, y) in enumerate(cell.places())]
    place = np.array([s[:2] for s in spots], np.float64)
    radii, heights = find_sizes(layout, place)
    gaps, near = _find_neighbours(place, min(layout.size_mm))
    pitch = gaps[:, 0]
    typical = float(np.median(pitch))
    scale = float(np.median(registration.scale_at(place)))
    step = max(radii.min() / _SAMPLES_PER_RADIUS, 1.0 / scale)
    half = min(max(1.15 * radii.max(), 0.55 * typical), 2.2 * radii.max())
    arm = int(np.ceil(half / step))
    axis = np.arange(-arm, arm + 1) * step
    grid = np.stack(np.meshgrid(axis, axis), axis=-1)
    lean = compute_lean(registration, place, find_look_height(radii, heights))
    plane = (place + lean)[:, None, None, :] + grid
    pixels = registration.project(plane)
    visible = registration.shows(pixels)
    own, bare = _find_areas(layout, cells, spots, place, plane, lean, near, radii.max(), typical)
    bare &= visible
    free = bare.reshape(len(place), -1)
    order = np.argsort(~free, axis=1, kind="stable")[:, : max(int(free.sum(axis=1).max()), 1)]
    return Atlas(
        place=place,
        pitch=pitch,
        step=step,
        grid=grid,
        visible=visible,
        own=own,
        bare_first=order,
        bare_there=np.take_along_axis(free, order, axis=1),
        view=View.of(pixels.reshape(-1, pixels.shape[2], 2), registration.size, step * scale),
        names=tuple(layout.cells),
        cell=np.array([s[2] for s in spots]),
        lean=lean,
        plane=plane,
        bare=bare,
    )


def find_sizes(layout: Layout, place: Floats) -> tuple[Floats, Floats]:
    """Radii and heights (mm) of the layout's pieces; if it names none, those of pieces that fit the places."""
    if layout.pieces:
        kinds = layout.pieces.values()
        return np.array([k.diameter_mm / 2 for k in kinds]), np.array([k.height_mm for k in kinds])
    gaps, _ = _find_neighbours(place, min(layout.size_mm))
    return np.array([float(np.median(gaps[:, 0])) * 0.4]), np.array([0.0])


def find_look_height(radii: Floats, heights: Floats) -> float:
    """mm above the board: where pieces with these radii and heights are looked at.

    Flat pieces are looked at in the middle of their height, steep ones at their foot: the foot of a pawn is wider than
    its neck, and what is seen behind a neck is another place.
    """
    return float(np.median(heights / 2 * (1 - measure_steepness(radii, heights))))


def measure_steepness(radii: Floats, heights: Floats) -> Floats:
    """From 0 for pieces that show their tops to 1 for pieces that show their flanks."""
    return np.asarray(np.clip(heights / (2 * radii) - 0.5, 0.0, 1.0))


def compute_lean(registration: Registration, place: Floats, height_mm: float) -> Floats:
    """(n, 2) mm on the board's plane from each place to where a point height_mm above it is seen."""
    if height_mm == 0:
        return np.zeros_like(place)
    return registration.unproject(registration.lift(place, height_mm)) - place


def _find_neighbours(place: Floats, alone: float) -> tuple[Floats, Ints]:
    """Distances (n, k) to the nearest other places, nearest first, and their numbers (n, k)."""
    if len(place) == 1:
        return np.array([[alone]]), np.array([[0]])
    gaps = np.linalg.norm(place[:, None] - place[None], axis=-1)
    np.fill_diagonal(gaps, np.inf)
    near = np.argsort(gaps, axis=1)[:, : min(_MAX_NEIGHBOURS, len(place) - 1)]
    return np.take_along_axis(gaps, near, axis=1), near


def _find_areas(
    layout: Layout,
    cells: tuple[Cell, ...],
    spots: list[tuple[float, float, int, int]],
    place: Floats,
    plane: Floats,
    lean: Floats,
    near: Ints,
    radius: float,
    typical: float,
) -> tuple[Flags, Flags]:
    """`own` and `bare` of the atlas."""
    own_distance = _find_distances(plane, place)
    reach = _find_distances(plane, place + lean)
    nearest = own_distance.copy()
    for column in near.T:
        np.minimum(nearest, _find_distances(plane, place[column]), out=nearest)
        np.minimum(reach, _find_distances(plane, (place + lean)[column]), out=reach)
    own = own_distance <= nearest + 1e-6
    width, height = layout.size_mm
    printed = (plane >= 0).all(axis=-1) & (plane <= (width, height)).all(axis=-1)
    inside = np.ones_like(own)
    for i, (_, _, number, _) in enumerate(spots):
        polygon = cells[number].polygon
        if polygon is not None:
            inside[i] = _find_inside(plane[i], polygon)
    free = reach > radius + _MAX_SLACK * typical
    return own & inside, inside & printed & free


def _find_distances(plane: Floats, places: Floats) -> Floats:
    """The distances (n, h, w) of samples (n, h, w, 2) from the place (n, 2) that is given for each n."""
    apart = plane - places[:, None, None, :]
    return np.asarray(np.sqrt(np.einsum("...i,...i->...", apart, apart)))


def _find_inside(points: Floats, polygon: tuple[tuple[float, float], ...]) -> Flags:
    """(h, w) True for points (h, w, 2) in a polygon: the crossings of a ray are counted."""
    x, y = points[..., 0], points[..., 1]
    inside = np.zeros(x.shape, bool)
    for (x1, y1), (x2, y2) in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
        if y1 == y2:
            continue
        crosses = ((y1 > y) != (y2 > y)) & (x < (x2 - x1) * (y - y1) / (y2 - y1) + x1)
        inside ^= crosses
    return inside
