"""Draws pieces as a camera sees them: rays hit simple bodies, and light falls on these.

A piece is drawn once for its place and kept: as a sprite, which is its colour and its cover in a few hundred pixels,
and as its shadow on the board. Methods: intersection of rays with quadrics, and Blinn-Phong shading.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.virtual_table.look import Light, Material
from companion.virtual_table.optics import Optics, Rays

Pixels = NDArray[np.float32]
"""Values for the pixels of a picture: (h, w), or (h, w, channels)."""

HOLLOW = (
    (0.0, 0.60, 0.65, 0.73, 0.78, 0.88, 0.95, 1.0),
    (0.0, -0.16, -0.70, -0.70, 0.0, 0.0, 0.5, 1.4),
)
"""The top of a checker, which is hollow and has a raised ring. First distances from the middle as parts of the radius,
then how steeply the top falls outwards there.
"""

FINE = 3
"""Each pixel of a piece is the mean of FINE x FINE rays, so that edges are smooth."""


@dataclass(frozen=True, slots=True)
class Body:
    """A round body with an upright axis: an ellipsoid or a cylinder. Lengths are in mm."""

    round: bool
    """True for an ellipsoid, False for a cylinder."""

    radius: float
    """Its radius."""

    low: float
    """The height of its lowest point."""

    high: float
    """The height of its highest point."""

    hollow: bool = False
    """True if the top of a cylinder has the shape `HOLLOW`; else it is flat."""


def make_bodies(shape: str | None, diameter: float, height: float) -> tuple[Body, ...]:
    """The bodies of which a piece consists. diameter, height: in mm."""
    r = diameter / 2
    match shape:
        case "stone":
            return (Body(True, r, 0, height),)
        case "pawn":
            return (
                Body(False, r, 0, 0.12 * height),
                Body(True, 0.62 * r, -0.25 * height, 0.72 * height),
                Body(True, 0.55 * r, height - 1.1 * r, height),
            )
        case "disc":
            return (Body(False, r, 0, height, hollow=True),)
        case _:
            return (Body(False, r, 0, height),)


@dataclass(frozen=True, eq=False)
class Window:
    """A rectangle of pixels in the picture."""

    left: int
    """The first column."""

    top: int
    """The first row."""

    right: int
    """The column after the last one."""

    bottom: int
    """The row after the last one."""

    @property
    def slices(self) -> tuple[slice, slice]:
        """The rectangle as an index of a picture."""
        return slice(self.top, self.bottom), slice(self.left, self.right)


@dataclass(frozen=True, eq=False)
class Sprite:
    """A drawn piece."""

    window: Window
    """Where it is in the picture."""

    colour: Pixels
    """(h, w, 3) its light, as linear BGR multiplied by `cover`."""

    cover: Pixels
    """(h, w, 1) how much of each pixel it covers, from 0 to 1."""


@dataclass(frozen=True, eq=False)
class Shadow:
    """A shadow on the board."""

    window: Window
    """Where it is in the picture."""

    left: Pixels
    """(h, w, 3) the part of the light that is left at each pixel, from 0 to 1."""


def find_key_direction(light: Light) -> NDArray[np.float64]:
    """The direction (x, y, height) towards the main light, as a vector of length 1."""
    azimuth, elevation = math.radians(light.azimuth_deg), math.radians(light.elevation_deg)
    return np.array(
        [
            math.cos(elevation) * math.sin(azimuth),
            -math.cos(elevation) * math.cos(azimuth),
            math.sin(elevation),
        ]
    )


def find_window(optics: Optics, low: tuple[float, float, float], high: tuple[float, float, float]) -> Window | None:
    """The pixels that a box in space can cover; None if it is out of sight. low, high: two opposite corners (x, y,
    height).
    """
    corners = np.array([(x, y) for x in (low[0], high[0]) for y in (low[1], high[1])])
    seen = np.vstack([optics.project(corners, low[2]), optics.project(corners, high[2])])
    left, top = np.maximum(np.floor(seen.min(axis=0)).astype(int) - 2, 0)
    right, bottom = np.minimum(np.ceil(seen.max(axis=0)).astype(int) + 3, optics.size)
    if right - left < 2 or bottom - top < 2:
        return None
    return Window(int(left), int(top), int(right), int(bottom))


def draw_piece(
    optics: Optics,
    rays: Rays,
    light: Light,
    brightness: Pixels,
    material: Material,
    parts: tuple[Body, ...],
    place: tuple[float, float, float],
) -> Sprite | None:
    """A picture of a piece; None if it is out of sight.

    rays: (h, w, 3) of the whole picture. brightness: (3,) in BGR, how bright the light is there. place: x, y and the
    height of its underside, in mm.
    """
    reach = max(part.radius for part in parts)
    tall = max(part.high for part in parts)
    x, y, z = place
    window = find_window(optics, (x - reach, y - reach, z), (x + reach, y + reach, z + tall))
    if window is None:
        return None
    near = rays[window.slices]
    size = (near.shape[1] * FINE, near.shape[0] * FINE)
    ahead = np.asarray(cv2.resize(near, size, interpolation=cv2.INTER_LINEAR), np.float32)
    origin = (optics.position - np.array(place)).astype(np.float32)
    depth = np.full(ahead.shape[:2], np.inf, np.float32)
    normal = np.zeros_like(ahead)
    for part in parts:
        hit, outward = (_hit_ellipsoid if part.round else _hit_cylinder)(part, origin, ahead)
        nearer = hit < depth
        np.copyto(depth, hit, where=nearer)
        np.copyto(normal, outward, where=nearer[..., None])
    cover = np.isfinite(depth)
    colour = np.zeros_like(ahead)
    colour[cover] = shade(normal[cover], ahead[cover], light, material) * brightness
    small = (near.shape[1], near.shape[0])
    colour = np.asarray(cv2.resize(colour, small, interpolation=cv2.INTER_AREA), np.float32)
    covered = np.asarray(cv2.resize(cover.astype(np.float32), small, interpolation=cv2.INTER_AREA), np.float32)
    return Sprite(window, colour, covered[..., None])


def _hit_ellipsoid(part: Body, origin: Pixels, ahead: Pixels) -> tuple[Pixels, Pixels]:
    """How far away rays hit an ellipsoid (inf for a miss), and the direction of its surface there (unit normals)."""
    half = (part.high - part.low) / 2
    axes = np.array([part.radius, part.radius, half], np.float32)
    o = (origin - np.array([0, 0, part.low + half], np.float32)) / axes
    d = ahead / axes
    a, b, c = _dot(d, d), d @ o, float(o @ o) - 1
    root = b * b - a * c
    hits = root > 0
    with np.errstate(invalid="ignore"):
        reach = np.where(hits, (-b - np.sqrt(root)) / a, np.inf).astype(np.float32)
    at = o + np.where(hits, reach, 0)[..., None] * d
    outward = at / axes
    outward /= _length(outward) + np.float32(1e-9)
    return reach, outward.astype(np.float32)


def _hit_cylinder(part: Body, origin: Pixels, ahead: Pixels) -> tuple[Pixels, Pixels]:
    """How far away rays hit the top or the side of a cylinder (inf for a miss), and the direction of its surface there
    (unit normals). The camera never sees its bottom.
    """
    to_top = (part.high - origin[2]) / ahead[..., 2]
    at = origin[:2] + to_top[..., None] * ahead[..., :2]
    on_top = _dot(at, at) <= part.radius**2
    a = _dot(ahead[..., :2], ahead[..., :2]) + np.float32(1e-12)
    b = ahead[..., :2] @ origin[:2]
    c = float(origin[:2] @ origin[:2]) - part.radius**2
    root = b * b - a * c
    with np.errstate(invalid="ignore"):
        to_side = (-b - np.sqrt(root)) / a
    height = origin[2] + to_side * ahead[..., 2]
    on_side = (root > 0) & (height >= part.low) & (height < part.high)
    reach = np.where(on_top, to_top, np.where(on_side, to_side, np.inf)).astype(np.float32)
    side = origin[:2] + np.where(on_side, to_side, 0)[..., None] * ahead[..., :2]
    outward = np.zeros_like(ahead)
    outward[..., :2] = np.where(on_top[..., None], 0, side / part.radius)
    outward[..., 2] = on_top
    if part.hollow:
        outward[on_top] = _find_normals(at[on_top] / part.radius)
    return reach, outward


def _find_normals(at: Pixels) -> Pixels:
    """The direction of a checker's top (unit normals (n, 3)) at points (n, 2), which are parts of the radius from its
    middle.
    """
    away = _length(at)[..., 0]
    fall = np.interp(away, *HOLLOW)
    normal = np.column_stack([at * (fall / np.maximum(away, 1e-6))[:, None], np.ones(len(at))])
    return np.asarray(normal / _length(normal), np.float32)


def shade(normal: Pixels, ahead: Pixels, light: Light, material: Material) -> Pixels:
    """The light that a surface sends to the camera, as linear BGR. How the light varies over the picture is not
    included.

    normal: (..., 3) unit normals of the surface. ahead: (..., 3) directions in which the camera sees it.
    """
    towards = find_key_direction(light).astype(np.float32)
    key, sky = (np.array(c[::-1], np.float32) for c in (light.key, light.sky))
    colour = np.array(material.colour[::-1], np.float32)
    facing = np.clip(normal @ towards, 0, None)[..., None]
    upward = (0.5 + 0.5 * normal[..., 2])[..., None]
    view = -ahead / _length(ahead)
    half = view + towards
    half /= _length(half)
    highlight = np.clip(_dot(normal, half), 0, 1)[..., None] ** material.polish
    grazing = (1 - np.clip(_dot(normal, view), 0, 1)[..., None]) ** 4
    # The key light is measured on flat paper, so it is divided by the angle at which it falls there.
    diffuse = colour * (sky * upward + key / towards[2] * facing)
    mirrored = material.gloss * (3.0 * highlight * key + (0.04 + 0.35 * grazing) * sky * upward)
    return np.asarray(diffuse * (1 - 0.05 * material.gloss) + mirrored, np.float32)


def shade_board(
    optics: Optics,
    board_mm: Pixels,
    light: Light,
    radius: float,
    height: float,
    place: tuple[float, float, float],
) -> Shadow | None:
    """The soft shadow of a piece on the board; None if it is out of sight.

    board_mm: (h, w, 2) the point of the board that each pixel shows. radius, height: of the piece, in mm. place: x, y
    and the height of its underside, in mm.
    """
    towards = find_key_direction(light)
    lean = -towards[:2] / towards[2]  # how far a shadow moves per mm of height
    x, y, z = place
    low, high = np.array([x, y]) + lean * z, np.array([x, y]) + lean * (z + 0.8 * height)
    soft = 0.6 + light.softness * (z + height / 2)
    reach = radius + 2 * soft
    corner_low, corner_high = np.minimum(low, high) - reach, np.maximum(low, high) + reach
    window = find_window(
        optics, (float(corner_low[0]), float(corner_low[1]), 0), (float(corner_high[0]), float(corner_high[1]), 0)
    )
    if window is None:
        return None
    points = board_mm[window.slices] - low.astype(np.float32)
    along = (high - low).astype(np.float32)
    share = np.clip((points @ along) / (float(along @ along) + 1e-9), 0, 1)[..., None]
    away = _length(points - share * along)[..., 0]
    depth = _smooth((radius + soft - away) / (2 * soft))
    # Close to a piece, some light from the sky is hidden too.
    from_piece = _length(points - (np.array([x, y]) - low).astype(np.float32))[..., 0]
    contact = np.exp(-np.clip(from_piece - radius, 0, None) / 2) * math.exp(-z / 4)
    key, sky = (np.array(c[::-1], np.float32) for c in (light.key, light.sky))
    left = (key * (1 - depth[..., None]) + sky * (1 - 0.35 * contact[..., None])) / (key + sky)
    return Shadow(window, np.asarray(left, np.float32))


def _dot(a: Pixels, b: Pixels) -> Pixels:
    """The dot products of vectors (..., n). For two or three numbers this is much faster than `sum` or `einsum`."""
    products = a * b
    total = products[..., 0] + products[..., 1]
    for i in range(2, products.shape[-1]):
        total += products[..., i]
    return np.asarray(total)


def _length(a: Pixels) -> Pixels:
    """Returns the lengths (..., 1) of vectors (..., n)."""
    return np.sqrt(_dot(a, a))[..., None]


def _smooth(t: Pixels) -> Pixels:
    """Smoothstep: a curve from 0 to 1 that begins and ends flat."""
    t = np.clip(t, 0, 1)
    return np.asarray(t * t * (3 - 2 * t))
