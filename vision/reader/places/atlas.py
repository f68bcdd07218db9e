"""Cuts patches: for each place that can hold a piece, a small square part of the picture, all of the same size.

The geometry is computed once for a registration and kept: which pixels to sample, which samples belong to a cell, and
which samples no piece can hide while it is near its place. This module knows no colours.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vision.layout import Cell, Layout
from vision.reader.places.view import View
from vision.register import Registration

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]
Flags = NDArray[np.bool_]
Ints = NDArray[np.int64]
Picture = NDArray[np.uint8]

_SAMPLES_PER_RADIUS = 8.0
"""How many samples are along the radius of the smallest piece. More would take time and show nothing new."""

_MAX_NEIGHBOURS = 8  # how many neighbours are considered for each place
_MAX_ADJACENT_GAP = 1.25  # a place is adjacent up to this many times the distance to the nearest neighbour
_MAX_NEARBY_GAP = 1.5  # a place is nearby up to this many times the usual distance between places
_MAX_SLACK = 0.10
"""How far a piece may be from its place and still count as being there, as a part of the distance between places."""


@dataclass(frozen=True, eq=False)
class Patches:
    """The patches around n places: around all places of a board, or around some. Each has p x p samples."""

    place: Floats
    """(n, 2) mm, where the places are on the board."""
    pitch: Floats
    """(n,) mm, how far it is from each place to the nearest other one."""
    step: float
    """mm between neighbouring samples."""
    grid: Floats
    """(p, p, 2) mm, where the samples are, seen from the middle of the patch."""
    visible: Flags
    """(n, p, p) True for samples that are inside the picture."""
    own: Flags
    """(n, p, p) True for samples in the place's own cell, and there nearer to this place than to any other."""
    bare_first: Ints
    """(n, k) numbers of samples of each patch: first those of bare print, then others to fill the row."""
    bare_there: Flags
    """(n, k) True where `bare_first` has a sample of bare print."""
    view: View
    """Where the samples are in the picture. It puts all patches below each other: (n * p, p) samples."""

    @property
    def count(self) -> int:
        """The number of places, n."""
        return len(self.place)

    @property
    def side(self) -> int:
        """How many samples are along a patch's side: p."""
        return len(self.grid)

    def select(self, numbers: Ints) -> Patches:
        """The patches around some of the places. numbers: (m,) which ones."""
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
        """(n, p*p, 3) what a BGR picture shows in the patches."""
        return self.view.sample(image).reshape(self.count, -1, 3)


@dataclass(frozen=True, eq=False)
class Atlas(Patches):
    """The patches around all places of a board, and the distances between the places."""

    names: tuple[str, ...]
    """The names of the cells."""
    cell: Ints
    """(n,) the number of the cell that each place belongs to."""
    lean: Floats
    """(n, 2) mm on the board's plane, from each place to the point where the camera sees a piece that is there. The
    camera looks from the side, so a raised point is seen further away. See `find_look_height`.
    """
    plane: Floats
    """(n, p, p, 2) mm, the points of the board's plane that the samples show."""
    bare: Flags
    """(n, p, p) True for samples of bare print: in the picture, in the place's cell, on the print, and where no piece
    can hide them while it is near its place.
    """

    @cached_property
    def gaps(self) -> Floats:
        """(n, n) mm, how far any two places are apart."""
        return np.asarray(np.linalg.norm(self.place[:, None] - self.place[None], axis=-1))

    @cached_property
    def adjacent(self) -> Flags:
        """(n, n) True where the place of the column is a direct neighbour of the place of the row: hardly further away
        than its nearest neighbour.
        """
        return np.asarray((self.gaps < _MAX_ADJACENT_GAP * self.pitch[:, None]) & ~np.eye(self.count, dtype=np.bool_))

    @cached_property
    def nearby(self) -> Flags:
        """(n, n) True where two places are at most about one usual distance apart. Diagonal neighbours count, and each
        place counts as near itself.
        """
        return np.asarray(self.gaps < _MAX_NEARBY_GAP * float(np.median(self.pitch)))

    @cached_property
    def nearest(self) -> Ints:
        """(n, up to 9) for each place, the numbers of the places nearest to it, nearest first. The first is the place
        itself.
        """
        return np.argsort(self.gaps, axis=1, kind="stable")[:, :9]


def build(layout: Layout, registration: Registration) -> Atlas:
    """The atlas for a layout, as the camera sees the board in this registration."""
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
    """Radii and heights of the layout's pieces, in mm. If the layout names no pieces, those of one flat piece that fits
    the places (n, 2).
    """
    if layout.pieces:
        kinds = layout.pieces.values()
        return np.array([k.diameter_mm / 2 for k in kinds]), np.array([k.height_mm for k in kinds])
    gaps, _ = _find_neighbours(place, min(layout.size_mm))
    return np.array([float(np.median(gaps[:, 0])) * 0.4]), np.array([0.0])


def find_look_height(radii: Floats, heights: Floats) -> float:
    """How high above the board the reader looks for pieces with these radii and heights, in mm.

    Flat pieces are looked at in the middle of their height, steep ones at their foot. The foot of a pawn is wider than
    its neck, and behind the neck the camera sees another place.
    """
    return float(np.median(heights / 2 * (1 - measure_steepness(radii, heights))))


def measure_steepness(radii: Floats, heights: Floats) -> Floats:
    """For each piece a number from 0 to 1: 0 if the camera sees its top, 1 if it sees its flanks."""
    return np.asarray(np.clip(heights / (2 * radii) - 0.5, 0.0, 1.0))


def compute_lean(registration: Registration, place: Floats, height_mm: float) -> Floats:
    """(n, 2) mm on the board's plane, from each place to where the camera sees a point height_mm above this place."""
    if height_mm == 0:
        return np.zeros_like(place)
    return registration.unproject(registration.lift(place, height_mm)) - place


def measure_axis_gaps(points: Floats, foot: Floats, along: Floats) -> Floats:
    """(..., k) mm, how far points (..., 2) in mm are from the axes of pieces or piles, as the camera sees them.

    foot: (k, 2) mm, where they are. along: (k, 2) mm, from each foot to where the camera sees the top.
    """
    off = points[..., None, :] - foot
    part = ((off * along).sum(axis=-1) / np.maximum((along**2).sum(axis=-1), 1e-9)).clip(0, 1)
    return np.asarray(np.linalg.norm(off - part[..., None] * along, axis=-1))


def _find_neighbours(place: Floats, alone: float) -> tuple[Floats, Ints]:
    """For each place the distances (n, k) to the nearest other places, nearest first, and the numbers (n, k) of these
    places. alone: the distance if there is only one place.
    """
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
    """`Patches.own` and `Atlas.bare`: the samples that belong to each place, and the samples of bare print, whether the
    camera sees them or not.

    spots: for each place x, y, its cell's number and its number in the cell. near: (n, k) the numbers of each place's
    neighbours. radius: of the largest piece, in mm. typical: the usual distance of two places, in mm.
    """
    x, y = np.ascontiguousarray(np.moveaxis(plane, -1, 0))
    own_distance = _square_distances(x, y, place)
    reach = _square_distances(x, y, place + lean)
    nearest = own_distance.copy()
    for column in near.T:
        np.minimum(nearest, _square_distances(x, y, place[column]), out=nearest)
        np.minimum(reach, _square_distances(x, y, (place + lean)[column]), out=reach)
    own_distance, nearest, reach = np.sqrt(own_distance), np.sqrt(nearest), np.sqrt(reach)
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


def _square_distances(x: Floats, y: Floats, places: Floats) -> Floats:
    """(n, h, w) how far the samples of each patch are from the patch's place, in square mm. x, y: (n, h, w) mm, the
    samples. places: (n, 2) mm.
    """
    across, down = x - places[:, 0, None, None], y - places[:, 1, None, None]
    across *= across
    down *= down
    across += down
    return across


def _find_inside(points: Floats, polygon: tuple[tuple[float, float], ...]) -> Flags:
    """(h, w) True for points (h, w, 2) inside a polygon. A ray from each point crosses the polygon's sides an odd
    number of times if the point is inside.
    """
    x, y = points[..., 0], points[..., 1]
    inside = np.zeros(x.shape, bool)
    for (x1, y1), (x2, y2) in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
        if y1 == y2:
            continue
        crosses = ((y1 > y) != (y2 > y)) & (x < (x2 - x1) * (y - y1) / (y2 - y1) + x1)
        inside ^= crosses
    return inside
