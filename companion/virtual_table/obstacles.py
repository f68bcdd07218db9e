"""Obstacles: things on a board that are no pieces, such as a cup or a phone.

Each is an upright prism with an inlay in its top, such as coffee or a screen. They are drawn in the same light as the
pieces, with shadows.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.virtual_table.look import Light, Material
from companion.virtual_table.optics import Optics
from companion.virtual_table.pieces import Pixels, Shadow, Sprite, Window, find_key_direction, find_window, shade

Outline = NDArray[np.float64]
"""Corners (n, 2) in mm, in order around the middle."""

FINE = 3
"""Each pixel of an obstacle is the mean of FINE x FINE smaller ones."""


@dataclass(frozen=True, eq=False, slots=True)
class Shape:
    """The shape of an obstacle: a prism with an inlay in its top."""

    outline: Outline
    """The outline of the prism, with (0, 0) in its middle."""

    inlay: Outline
    """The outline of the inlay, with (0, 0) in the prism's middle."""

    height_mm: float
    """How high the prism is."""

    body: Material
    """The material of the prism."""

    inside: Material
    """The material of the inlay."""

    @property
    def radius_mm(self) -> float:
        """How far the corner that is farthest from the middle is away from it."""
        return float(np.linalg.norm(self.outline, axis=1).max())


@dataclass(frozen=True, slots=True)
class Obstacle:
    """One obstacle on the table."""

    name: str
    """Its name in SHAPES."""

    x: float
    """mm from the left to its middle."""

    y: float
    """mm from the top to its middle."""

    z: float = 0.0
    """mm from the table to its underside."""

    turn_deg: float = 0.0
    """How far it is turned, in degrees."""

    @property
    def shape(self) -> Shape:
        """Its shape."""
        return SHAPES[self.name]

    def corners(self, outline: Outline) -> Outline:
        """An outline of its shape, turned and moved to the place of the obstacle."""
        angle = math.radians(self.turn_deg)
        turned = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
        return np.asarray(outline @ turned + (self.x, self.y), np.float64)

    def covers(self, x: float, y: float) -> bool:
        """True if a point of the table is below it."""
        outline = self.corners(self.shape.outline).astype(np.float32)
        return cv2.pointPolygonTest(outline, (x, y), measureDist=False) >= 0


def draw_obstacle(optics: Optics, light: Light, brightness: Pixels, obstacle: Obstacle) -> Sprite | None:
    """A picture of an obstacle; None if it is out of sight. brightness: (3,) in BGR, how bright the light is there."""
    shape = obstacle.shape
    window = _find_window(optics, obstacle, shape.radius_mm)
    if window is None:
        return None
    size = (window.right - window.left, window.bottom - window.top)
    colour = np.zeros((FINE * size[1], FINE * size[0], 3), np.float32)
    cover = np.zeros(colour.shape[:2], np.float32)

    def seen(corners: Outline, heights: NDArray[np.float64] | float) -> NDArray[np.int32]:
        at = (optics.project(corners, heights) - (window.left, window.top) + 0.5) * FINE - 0.5
        return np.asarray(np.round(at * _SUBPIXELS), np.int32)

    def face(corners: NDArray[np.int32], normal: tuple[float, float, float], material: Material) -> None:
        ahead = np.array([obstacle.x, obstacle.y, obstacle.z]) - optics.position
        lit = shade(np.array([normal], np.float32), ahead[None].astype(np.float32), light, material)[0] * brightness
        cv2.fillConvexPoly(colour, corners, [float(c) for c in lit], shift=_SHIFT)
        cv2.fillConvexPoly(cover, corners, 1.0, shift=_SHIFT)

    low, high = obstacle.z, obstacle.z + shape.height_mm
    outline = obstacle.corners(shape.outline)
    for one, other in zip(outline, np.roll(outline, -1, axis=0), strict=True):
        outward = np.array([other[1] - one[1], one[0] - other[0]]) / np.linalg.norm(other - one)
        if (optics.position[:2] - one) @ outward > 0:
            sides = np.array([one, other, other, one])
            corners = seen(sides, np.array([low, low, high, high], np.float64))
            face(corners, (float(outward[0]), float(outward[1]), 0.0), shape.body)
    face(seen(outline, high), (0.0, 0.0, 1.0), shape.body)
    face(seen(obstacle.corners(shape.inlay), high), (0.0, 0.0, 1.0), shape.inside)
    small = np.asarray(cv2.resize(colour, size, interpolation=cv2.INTER_AREA), np.float32)
    covered = np.asarray(cv2.resize(cover, size, interpolation=cv2.INTER_AREA), np.float32)
    return Sprite(window, small, covered[..., None])


def shade_board(optics: Optics, light: Light, obstacle: Obstacle) -> Shadow | None:
    """The soft shadow of an obstacle on the board; None if it is out of sight."""
    shape = obstacle.shape
    towards = find_key_direction(light)
    lean = -towards[:2] / towards[2]
    outline = obstacle.corners(shape.outline)
    ground = np.vstack([outline + lean * height for height in (obstacle.z, obstacle.z + shape.height_mm)])
    soft = 0.6 + light.softness * (obstacle.z + shape.height_mm / 2)
    window = find_window(optics, (*(ground.min(axis=0) - 2 * soft), 0.0), (*(ground.max(axis=0) + 2 * soft), 0.0))
    if window is None:
        return None
    at = (optics.project(ground) - (window.left, window.top)) * _SUBPIXELS
    depth = np.zeros((window.bottom - window.top, window.right - window.left), np.float32)
    cv2.fillConvexPoly(depth, cv2.convexHull(np.round(at).astype(np.int32)), 1.0, shift=_SHIFT)
    px_per_mm = optics.lens.focal / float(optics.position[2])
    depth = np.asarray(cv2.GaussianBlur(depth, (0, 0), max(0.6, soft * px_per_mm / 2)), np.float32)
    key, sky = (np.array(c[::-1], np.float32) for c in (light.key, light.sky))
    return Shadow(window, np.asarray(1 - depth[..., None] * key / (key + sky), np.float32))


def _find_window(optics: Optics, obstacle: Obstacle, reach: float) -> Window | None:
    low = (obstacle.x - reach, obstacle.y - reach, obstacle.z)
    return find_window(optics, low, (obstacle.x + reach, obstacle.y + reach, obstacle.z + obstacle.shape.height_mm))


_SHIFT = 4
_SUBPIXELS = 1 << _SHIFT


def _make_circle(radius: float, corners: int = 48) -> Outline:
    """A circle as a polygon."""
    angles = np.linspace(0, 2 * math.pi, corners, endpoint=False)
    return np.column_stack([radius * np.cos(angles), radius * np.sin(angles)])


def _make_slab(width: float, length: float, rounding: float) -> Outline:
    """A rectangle with rounded corners."""
    arc = _make_circle(rounding, 32)
    inner = np.array([width / 2 - rounding, length / 2 - rounding])
    return np.asarray(arc + np.where(arc >= 0, 1.0, -1.0) * inner, np.float64)


SHAPES: Mapping[str, Shape] = MappingProxyType(
    {
        "cup": Shape(
            _make_circle(39.0),
            _make_circle(34.5),
            82.0,
            Material((0.74, 0.75, 0.76), 0.5, 120),
            Material((0.05, 0.02, 0.01), 0.4, 200),
        ),
        "phone": Shape(
            _make_slab(72.0, 150.0, 9.0),
            _make_slab(67.0, 145.0, 7.0),
            8.5,
            Material((0.09, 0.09, 0.10), 0.4, 80),
            Material((0.006, 0.006, 0.008), 1.0, 400),
        ),
    }
)
"""The obstacles by their names."""
