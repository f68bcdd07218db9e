"""Where the virtual camera is, and which point of the table each of its pixels shows.

Points are (x, y) in mm on the board, with heights above it. The coordinates of a pixel are those of its middle. The
lens is `vision.register.lens`. Nothing here knows what is on the table.
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
"""The direction of every pixel, (h, w, 3)."""


@dataclass(frozen=True, slots=True)
class Pose:
    """How a camera looks at the table."""

    x: float
    """The point that it looks at, in mm from the left."""

    y: float
    """The point that it looks at, in mm from the top."""

    distance_mm: float
    """How far it is from that point."""

    tilt_deg: float = 17.0
    """How far it is tilted from straight down, towards the side from which people read the print upright."""

    turn_deg: float = 0.0
    """How far it is turned around the vertical."""

    roll_deg: float = 0.0
    """How far the picture is rotated."""


@dataclass(frozen=True, eq=False)
class Optics:
    """A camera in its place. Positions and directions are (x, y, height) in mm."""

    size: tuple[int, int]
    """The picture's width and height in px."""

    lens: Lens
    """Its lens."""

    position: NDArray[np.float64]
    """Where it is, (3,)."""

    axes: NDArray[np.float64]
    """Its unit axes (3, 3) as rows: right, down, ahead."""

    def project(self, points_mm: Points, height_mm: float | Points = 0.0) -> Points:
        """Returns the pixels (n, 2) of points (n, 2). height_mm: one for all, or (n,)."""
        points = np.asarray(points_mm, np.float64)
        world = np.column_stack([points, np.broadcast_to(height_mm, len(points))])
        seen = (world - self.position) @ self.axes.T
        return self.lens.bend(seen[:, :2] / seen[:, 2:] * self.lens.focal + self.lens.centre)

    def to_board(self, pixels: Points, height_mm: float = 0.0) -> Points:
        """Returns the points (n, 2) in mm, at a height, that the pixels (n, 2) show."""
        ahead = self.directions(np.asarray(pixels, np.float64))
        reach = (height_mm - self.position[2]) / ahead[:, 2]
        return np.asarray(self.position[:2] + reach[:, None] * ahead[:, :2], np.float64)

    def directions(self, pixels: Points) -> Points:
        """Returns the directions (n, 3) of pixels (n, 2)."""
        return np.asarray(_find_slopes(self.lens, pixels) @ self.axes[:2] + self.axes[2], np.float64)

    def rays(self) -> Rays:
        """Returns the direction of every pixel, (h, w, 3)."""
        slopes = _find_all_slopes(self.lens, self.size)
        return np.asarray(slopes @ self.axes[:2].astype(np.float32) + self.axes[2].astype(np.float32))


def place_camera(pose: Pose, size: tuple[int, int], focal: float, k1: float) -> Optics:
    """Places a camera. size: (w, h) in px. focal: in px. k1: the distortion, as in `vision.register.lens`."""
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
    """Finds a pose from which the print and all boxes are in the picture, with a small margin."""
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
    """Returns how far right and down the pixels (n, 2) look for each mm ahead, (n, 2)."""
    return (lens.straighten(pixels) - lens.centre) / lens.focal


@lru_cache(maxsize=1)
def _find_all_slopes(lens: Lens, size: tuple[int, int]) -> NDArray[np.float32]:
    """Returns the slopes of all pixels, (h, w, 2). Wherever the camera is, they are the same."""
    width, height = size
    xx, yy = np.meshgrid(np.arange(width, dtype=np.float64), np.arange(height, dtype=np.float64))
    pixels = np.column_stack([xx.ravel(), yy.ravel()])
    return _find_slopes(lens, pixels).reshape(height, width, 2).astype(np.float32)


def _cross(a: NDArray[np.float64], b: NDArray[np.float64]) -> NDArray[np.float64]:
    """Returns the third axis to two in a left-handed frame: heights grow upwards, but the camera's depth downwards."""
    return -np.cross(a, b)
