"""Finds foreign things that are larger than any piece, such as a cup, by the print that they hide.

It needs a known print. The windows of places and between cells may show only the edge of such a thing, so a few of them
that seem covered tell little on their own. Where the picture differs from the print in an area that is larger than a
piece, away from all pieces, the network is asked once more, in the middle of this area. And around windows among cells
that show something foreign, where a thing may have the colour of the print, it is asked in many close windows. This
module never says what a cell holds.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.reader.board.conditions import Conditions
from vision.reader.board.scene import KnownPrint, Scene
from vision.reader.colours.kinds import Kinds
from vision.reader.contents.hand import THING_P
from vision.reader.evidence.changed_print import measure_changes
from vision.reader.evidence.network_input import classify_around
from vision.reader.networks import network
from vision.reader.places import atlas
from vision.reader.places.atlas import Flags, Floats, Picture, Singles

_CHANGED = 0.5  # a sample has changed if it differs from the print by more than this, from 0 to 1
_MIN_RADIUS = 1.2
"""The largest circle in which everything has changed has at least this radius, in radii of the largest piece."""
_MIN_WIDE_RADIUS = 1.4
"""The same where pieces count, too. On photographs of Mindfield, pieces and glare had at most 1.1 such radii around
what looked like a second Antipode, and a cup 1.9.
"""
_MIN_FOREIGN_RADIUS = 1.6
"""The same for a circle in which all close windows show something foreign. On 8 photographs of Color Dice that were
set up, without a hand but with such a window, it had at most 1.1 such radii, and at least 2.1 on a ball and a phone in
the colour of the print.
"""
_STEP, _LOOK_REACH = 0.75, 5.0
"""How far apart the close windows are, and how far they reach around those that show something foreign, in such radii.
"""
_MAX_SEEDS = 3  # such windows that are looked around at most, because this takes time
_MIN_GAP = 1.3  # its middle is at least this many radii of the largest piece from the axis of each piece
_MIN_THING_P = 0.8  # its middle shows something foreign with at least this probability
_REACH = 2.0  # it touches what is this many such radii beside the circle, as its edge has not changed all print
_MAX_AREAS = 4  # the network looks at this many areas, the largest first


def find_in_wide_changes(
    image: Picture, scene: Scene, known: KnownPrint, conditions: Conditions, kinds: Kinds
) -> Flags:
    """(n,) True for places in a part of the board in which all print has changed and which is wider than any piece."""
    room = _measure_room(image, scene, known, conditions)
    points, most = scene.coarse_raster.points, _MIN_WIDE_RADIUS * float(kinds.size_radii[-1])
    middles, place = points[room >= most], scene.atlas.place
    gaps = np.linalg.norm(place[:, None] - middles, axis=-1)
    return np.asarray((gaps < most).any(axis=1))


def find_in_large_things(
    image: Picture,
    scene: Scene,
    known: KnownPrint,
    conditions: Conditions,
    kinds: Kinds,
    holds_piece: Flags,
    between: Floats,
) -> Flags:
    """(n + m,) True for places, and for windows between cells, that a large thing covers or touches. holds_piece: (n,)
    True for places that seem to hold a piece. between: (m,) how likely something foreign is in each window.
    """
    largest = float(kinds.size_radii[-1])
    place = np.concatenate([scene.atlas.place, scene.between.place])
    room = _measure_room(image, scene, known, conditions)
    low, high = scene.atlas.place.min(axis=0) - 2 * largest, scene.atlas.place.max(axis=0) + 2 * largest
    points = scene.coarse_raster.points
    room[((points < low) | (points > high)).any(axis=-1)] = 0.0  # beside all cells
    room[_are_near_pieces(points, scene, kinds, holds_piece)] = 0.0
    middles, radii = _find_circles(room, points, _MIN_RADIUS * largest)
    is_thing = classify_around(image, scene, known, conditions, middles, largest)[:, network.THING] > _MIN_THING_P
    seeds = scene.between.place[scene.between.among_cells & (between > THING_P)][:_MAX_SEEDS]
    others, their_radii = _find_foreign(image, scene, known, conditions, seeds, largest)
    middles, radii = np.vstack([middles[is_thing], others]), np.append(radii[is_thing], their_radii)
    gaps = np.linalg.norm(place[:, None] - middles, axis=-1)
    return np.asarray((gaps < radii + _REACH * largest).any(axis=1))


def _find_foreign(
    image: Picture, scene: Scene, known: KnownPrint, conditions: Conditions, seeds: Floats, largest: float
) -> tuple[Floats, Floats]:
    """The middles (k, 2) and radii (k,) in mm of large circles in which every window shows something foreign. They are
    looked for around `seeds` (s, 2).
    """
    step = _STEP * largest
    x, y = (np.arange(step / 2, side, step) for side in scene.layout.size_mm)
    grid = np.stack(np.meshgrid(x, y), axis=-1)
    near = (np.linalg.norm(grid[..., None, :] - seeds, axis=-1) < _LOOK_REACH * largest).any(axis=-1)
    is_foreign = near.copy()
    answers = classify_around(image, scene, known, conditions, grid[near], largest)
    is_foreign[near] = answers[:, network.THING] > THING_P
    room = cv2.distanceTransform(np.pad(is_foreign, 1).astype(np.uint8), cv2.DIST_L2, 5)[1:-1, 1:-1] * step
    return _find_circles(np.asarray(room, np.float32), grid, _MIN_FOREIGN_RADIUS * largest)


def _find_circles(room: Singles, points: Floats, least: float) -> tuple[Floats, Floats]:
    """The middles (k, 2) and radii (k,) in mm of the largest circles with a radius of at least `least`. room: (h, w)
    mm, the radius that a circle around each of the points (h, w, 2) has. It is used up.
    """
    middles, radii = np.empty((0, 2)), np.empty(0)
    while len(radii) < _MAX_AREAS and (radius := float(room.max())) >= least:
        middle = points.reshape(-1, 2)[room.argmax()]
        middles, radii = np.vstack([middles, middle]), np.append(radii, radius)
        room[np.linalg.norm(points - middle, axis=-1) < radius] = 0.0
    return middles, radii


def _measure_room(image: Picture, scene: Scene, known: KnownPrint, conditions: Conditions) -> Singles:
    """(h, w) mm, the radius of the largest circle around each point of the coarse raster in which all print has
    changed.
    """
    changed = np.pad(measure_changes(image, scene, known, conditions) > _CHANGED, 1).astype(np.uint8)
    room = cv2.distanceTransform(changed, cv2.DIST_L2, 5)[1:-1, 1:-1] / scene.coarse_raster.px_per_mm
    return np.asarray(room, np.float32)


def _are_near_pieces(points: Floats, scene: Scene, kinds: Kinds, holds_piece: Flags) -> Flags:
    """(...) True for points (..., 2) in mm where the camera may see a part of a piece, or its shadow."""
    foot = scene.atlas.place[holds_piece]
    height = kinds.height * float(kinds.relative_heights.max())
    along = atlas.compute_lean(scene.registration, foot, height) * (1 + scene.levels[holds_piece])[:, None]
    gaps = atlas.measure_axis_gaps(points, foot, along)
    return np.asarray((gaps < _MIN_GAP * float(kinds.size_radii[-1])).any(axis=-1))
