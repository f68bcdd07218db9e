"""Where the virtual camera is, and which point of the table each of its pixels shows.

Points are (x, y) in mm on the board, and may have a height above it. The coordinates of a pixel are those of its
middle. The lens is `vision.register.lens`. Nothing here knows what is on the table.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.virtual_table.boxes import Box
from vision.layout import Layout
from vision.register.lens import Lens, Points

Rays = NDArray[np.float32]
"""(h, w, 3) the direction in which each pixel looks."""


@dataclass(frozen=True, slots=True)
class Pose:
    """How a camera looks at the table: at which point, from how far, and at which angles."""

    x: float
    """The point at which it looks: mm from the left."""

    y: float
    """The point at which it looks: mm from the top."""

    distance_mm: float
    """How far the camera is from that point."""

    tilt_deg: float = 17.0
    """How far it is tilted from straight down, towards the side from which people can read the print."""

    turn_deg: float = 0.0
    """How far it is turned around the vertical line."""

    roll_deg: float = 0.0
    """How far it is rolled, so that the picture is rotated."""


@dataclass(frozen=True, eq=False)
class Optics:
    """A camera at its place. Positions and directions are (x, y, height) in mm."""

    size: tuple[int, int]
    """Width and height of the picture in px."""

    lens: Lens
    """Its lens."""

    position: NDArray[np.float64]
    """(3,) where the camera is."""

    axes: NDArray[np.float64]
    """(3, 3) its axes as rows, each of length 1: right, down, ahead."""

    def project(self, points_mm: Points, height_mm: float | Points = 0.0) -> Points:
        """The pixels (n, 2) that show points (n, 2). height_mm: one height for all points, or (n,)."""
        points = np.asarray(points_mm, np.float64)
        world = np.column_stack([points, np.broadcast_to(height_mm, len(points))])
        seen = (world - self.position) @ self.axes.T
        return self.lens.bend(seen[:, :2] / seen[:, 2:] * self.lens.focal + self.lens.centre)

    def to_board(self, pixels: Points, height_mm: float = 0.0) -> Points:
        """The points (n, 2) in mm that pixels (n, 2) show, if the points are at this height."""
        ahead = self.directions(np.asarray(pixels, np.float64))
        reach = (height_mm - self.position[2]) / ahead[:, 2]
        return np.asarray(self.position[:2] + reach[:, None] * ahead[:, :2], np.float64)

    def directions(self, pixels: Points) -> Points:
        """The directions (n, 3) in which pixels (n, 2) look."""
        return np.asarray(_find_slopes(self.lens, pixels) @ self.axes[:2] + self.axes[2], np.float64)

    def rays(self) -> Rays:
        """(h, w, 3) the direction in which each pixel looks."""
        slopes = _find_all_slopes(self.lens, self.size)
        return np.asarray(slopes @ self.axes[:2].astype(np.float32) + self.axes[2].astype(np.float32))


def place_camera(pose: Pose, size: tuple[int, int], focal: float, k1: float) -> Optics:
    """A camera with this pose. size: (w, h) of its picture in px. focal: in px. k1: the distortion, as in
    `vision.register.lens`.
    """
    tilt, turn = math.radians(pose.tilt_deg), math.radians(pose.turn_deg)
    away = np.array([math.sin(tilt) * math.sin(turn), math.sin(tilt) * math.cos(turn), math.cos(tilt)])
    ahead = -away
    # The picture's right is the board's right, apart from the turn. A sideways tilt is done by the roll.
    right = np.array([math.cos(turn), -math.sin(turn), 0.0])
    down = _cross(ahead, right)
    rolled, _ = cv2.Rodrigues(np.array([0.0, 0.0, math.radians(pose.roll_deg)]))
    axes = np.asarray(rolled, np.float64).T @ np.stack([right, down, ahead])
    position = np.array([pose.x, pose.y, 0.0]) + pose.distance_mm * away
    lens = Lens(focal, ((size[0] - 1) / 2, (size[1] - 1) / 2), k1)
    return Optics(size, lens, position, axes)


def find_overview(
    layout: Layout, boxes: tuple[Box, ...], size: tuple[int, int], focal: float, k1: float, tilt_deg: float = 17.0
) -> Pose:
    """A pose from which the picture shows the print and all boxes, with a small margin."""
    width, height = layout.size_mm
    corners = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]
    for box in boxes:
        x, y, wide, tall = box.outline
        corners += [(x, y), (x + wide, y), (x + wide, y + tall), (x, y + tall)]
    points = np.array(corners)
    x, y, distance = width / 2, height / 2, 2.0 * max(size) / focal * max(width, height)
    for _ in range(12):
        seen = place_camera(Pose(x, y, distance, tilt_deg), size, focal, k1).project(points)
        low, high = seen.min(axis=0), seen.max(axis=0)
        # Moves towards the picture's middle, and nearer or farther until the larger side fills the picture.
        px_per_mm = focal / distance
        x += float((low[0] + high[0]) / 2 - (size[0] - 1) / 2) / px_per_mm
        y += float((low[1] + high[1]) / 2 - (size[1] - 1) / 2) / px_per_mm
        distance *= float(max((high - low) / np.array(size))) / 0.93
    return Pose(x, y, distance, tilt_deg)


def _find_slopes(lens: Lens, pixels: Points) -> Points:
    """(n, 2) how far right and down pixels (n, 2) look for each mm ahead."""
    return (lens.straighten(pixels) - lens.centre) / lens.focal


@lru_cache(maxsize=1)
def _find_all_slopes(lens: Lens, size: tuple[int, int]) -> NDArray[np.float32]:
    """(h, w, 2) how far right and down each pixel looks for each mm ahead. This is the same wherever the camera is."""
    width, height = size
    xx, yy = np.meshgrid(np.arange(width, dtype=np.float64), np.arange(height, dtype=np.float64))
    pixels = np.column_stack([xx.ravel(), yy.ravel()])
    return _find_slopes(lens, pixels).reshape(height, width, 2).astype(np.float32)


def _cross(a: NDArray[np.float64], b: NDArray[np.float64]) -> NDArray[np.float64]:
    """The third axis that belongs to two others. The axes are left-handed, because heights grow upwards but the
    camera's depth grows downwards.
    """
    return -np.cross(a, b)
