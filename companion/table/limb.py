"""A hand and its arm over the table, drawn with rounded limbs: quick, and enough to hide what hands hide."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.table.look import Colour, Light
from companion.table.optics import Optics
from companion.table.pieces import Pixels, Window, key_direction
from companion.table.scene import HandPose
from companion.table.surface import encode

Ends = NDArray[np.float64]
"""Where a limb begins and ends: (2, 3), x, y and height in mm."""

Place = tuple[float, float, float]

NEAR_MM = 60.0
"""What comes nearer to the camera than this is not drawn: it would fill the picture."""

SHADES = 8
"""A limb is drawn as this many lines one inside the other, from its dark edge to its bright middle."""

COARSE = 4
"""Shadows are soft, so they are drawn at a quarter of the picture's size."""


def limbs(hand: HandPose) -> tuple[tuple[Ends, float, bool], ...]:
    """Ends (x, y, height), radius in mm and whether it is sleeve, from the arm to the finger tips."""
    side = -1.0 if hand.far_side else 1.0
    ahead = np.array([0.22 * side, side])  # from the finger tips towards the owner
    ahead /= np.linalg.norm(ahead)
    across = np.array([-ahead[1], ahead[0]])

    def point(along: float, aside: float, height: float) -> Place:
        x, y = np.array([hand.x, hand.y]) + ahead * (along + 13) + across * aside
        return float(x), float(y), hand.z + height

    wrist, palm = point(122, 0, 48), point(80, 0, 42)
    parts: list[tuple[tuple[Place, Place], float, bool]] = [
        ((point(165, 0, 55), point(620, 0, 110)), 31, True),
        ((wrist, point(210, 0, 58)), 22, False),
        ((palm, wrist), 29, False),
    ]
    # Ring and little finger are bent away, index and middle finger and thumb hold the piece.
    tips = ((-25, point(44, -19, 30)), (-10, point(28, -9, 26)), (5, point(4, -6, 12)), (20, point(0, 2, 12)))
    for aside, tip in tips:
        knuckle = point(54, aside, 50)
        parts += [((knuckle, point(80, aside * 0.9, 44)), 9.5, False), ((tip, knuckle), 7, False)]
    parts += [((point(40, 29, 34), point(84, 25, 40)), 10.5, False), ((point(0, 11, 10), point(40, 29, 34)), 8, False)]
    return tuple((np.array(ends), radius, sleeve) for ends, radius, sleeve in parts)


def shade(optics: Optics, light: Light, hand: HandPose) -> tuple[Window, Pixels] | None:
    """The hand's shadow on the board: what part of the light is left, (h, w, 3) of a window; None out of sight."""
    towards = key_direction(light)
    lean = -towards[:2] / towards[2]
    width, height = optics.size[0] // COARSE, optics.size[1] // COARSE
    mask = np.zeros((height, width), np.float32)
    for ends, radius, _ in limbs(hand):
        ground = np.column_stack([ends[:, :2] + lean * ends[:, 2:], (0.0, 0.0)])
        before = _before(optics, ground)
        if before is not None:
            seen = optics.project(before[:, :2], before[:, 2])
            _line(mask, seen / COARSE, 2 * radius * _scale(optics, before[0]) / COARSE, 1.0)
    if not mask.any():
        return None
    blur = max(0.8, light.softness * (hand.z + 45) * optics.lens.focal / float(optics.position[2]) / COARSE / 2)
    mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), blur), np.float32)
    rows, columns = np.flatnonzero(mask.max(axis=1) > 0.004), np.flatnonzero(mask.max(axis=0) > 0.004)
    if not rows.size or not columns.size:
        return None
    top, bottom, left, right = rows[0], rows[-1] + 1, columns[0], columns[-1] + 1
    window = Window(int(left) * COARSE, int(top) * COARSE, int(right) * COARSE, int(bottom) * COARSE)
    size = (window.right - window.left, window.bottom - window.top)
    depth = np.asarray(cv2.resize(mask[top:bottom, left:right], size, interpolation=cv2.INTER_LINEAR), np.float32)
    key, sky = (np.array(c[::-1], np.float32) for c in (light.key, light.sky))
    # So near above the board a hand hides some of the sky too.
    lost = (key + 0.3 * sky) / (key + sky)
    return window, np.asarray(1 - depth[..., None] * lost, np.float32)


def draw(
    optics: Optics, light: Light, brightness: Pixels, hand: HandPose, skin: Colour, sleeve: Colour
) -> tuple[Window, NDArray[np.uint8], NDArray[np.uint8]] | None:
    """The hand as seen: sRGB picture (h, w, 3) and coverage (h, w) of a window; None out of sight.

    brightness: (3,) BGR, how bright light is there.
    """
    parts = []
    for whole, radius, cloth in limbs(hand):
        before = _before(optics, whole)
        if before is not None:
            parts.append((before, radius, cloth))
    window = _extent(optics, parts)
    if window is None:
        return None
    size = (window.bottom - window.top, window.right - window.left)
    picture, cover = np.zeros((*size, 3), np.uint8), np.zeros(size, np.uint8)
    corner = np.array([window.left, window.top], np.float64)
    # The bright side of a limb lies towards the main light.
    origin = np.array([[hand.x, hand.y]])
    lit = optics.project(origin + key_direction(light)[:2] * 10) - optics.project(origin)
    lit = lit[0] / (np.linalg.norm(lit[0]) + 1e-9)
    key, sky = (np.array(c[::-1], np.float32) for c in (light.key, light.sky))
    for ends, radius, cloth in parts:
        seen = optics.project(ends[:, :2], ends[:, 2]) - corner
        colour = np.array((sleeve if cloth else skin)[::-1], np.float32)
        thick = 2 * radius * _scale(optics, ends[0])
        for step in range(SHADES):
            share = 1 - step / SHADES  # of the radius: 1 at the edge
            facing = (1 - share**2) ** 0.5
            tone = colour * (sky * (0.7 + 0.3 * facing) + key * (0.4 + 0.6 * facing)) * brightness
            at = seen + lit * (0.22 * thick / 2 * (1 - share))
            _line(picture, at, thick * share, tuple(int(v) for v in encode(tone.astype(np.float32))))
        _line(cover, seen, thick, 255)
    if not cover.any():
        return None
    picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.6), np.uint8)
    cover = np.asarray(cv2.GaussianBlur(cover, (0, 0), 1.3), np.uint8)
    return window, picture, cover


def _before(optics: Optics, ends: Ends) -> Ends | None:
    """The part of a limb that lies well before the camera; None where all of it is beside or behind."""
    depth = (ends - optics.position) @ optics.axes[2]
    if depth.max() <= NEAR_MM:
        return None
    if depth.min() >= NEAR_MM:
        return ends
    far, near = np.argmax(depth), np.argmin(depth)
    share = (depth[far] - NEAR_MM) / (depth[far] - depth[near])
    cut = ends.copy()
    cut[near] = ends[far] + share * (ends[near] - ends[far])
    return cut


def _extent(optics: Optics, parts: list[tuple[Ends, float, bool]]) -> Window | None:
    if not parts:
        return None
    ends = np.vstack([pair for pair, _, _ in parts])
    seen = optics.project(ends[:, :2], ends[:, 2])
    reach = np.array([_scale(optics, end) * radius + 6 for pair, radius, _ in parts for end in pair])[:, None]
    low, high = (seen - reach).min(axis=0), (seen + reach).max(axis=0)
    left, top = np.maximum(low, 0).astype(int)
    right, bottom = np.minimum(high, optics.size).astype(int)
    if right - left < 2 or bottom - top < 2:
        return None
    return Window(int(left), int(top), int(right), int(bottom))


def _scale(optics: Optics, point: Ends) -> float:
    """Pixels per mm at a point (3,) before the camera."""
    return optics.lens.focal / float((point - optics.position) @ optics.axes[2])


def _line(
    image: NDArray[np.uint8] | Pixels, ends: NDArray[np.float64], thick: float, value: float | tuple[int, ...]
) -> None:
    """A line with round ends. Ends far outside are drawn in, as OpenCV counts pixels in 16 bits there."""
    limit = 6000.0
    (ax, ay), (bx, by) = np.clip(ends, -limit, limit)
    colour = value if isinstance(value, tuple) else (value,)
    cv2.line(image, (round(ax), round(ay)), (round(bx), round(by)), colour, max(1, round(thick)), cv2.LINE_8)
