"""Draws a hand and its arm over the table, made of lines with round ends. This is quick, and it hides what a real hand
hides.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.virtual_table.look import Colour, Light
from companion.virtual_table.optics import Optics
from companion.virtual_table.pieces import Pixels, Shadow, Window, find_key_direction
from companion.virtual_table.scene import HandPose
from companion.virtual_table.surface import encode

Ends = NDArray[np.float64]
"""The two ends of a part of the arm: (2, 3) with x, y and height in mm."""

Place = tuple[float, float, float]
"""x, y and height in mm."""

NEAR_MM = 60.0
"""Parts that are closer to the camera are not drawn, because they would fill the picture."""

SHADES = 8
"""How many lines inside each other draw a part, from its dark edge to its bright middle."""

FAR_PX = 6000.0
"""Ends that are further outside the picture are moved to this distance, because OpenCV counts pixels in 16 bits."""

COARSE = 4
"""How many times as coarse as the picture shadows are drawn, because they are soft."""


def make_parts(hand: HandPose) -> tuple[tuple[Ends, float, bool], ...]:
    """The parts of a hand, from the arm to the finger tips: the ends of each, its radius in mm, and True for the
    sleeve.
    """
    side = -1.0 if hand.far_side else 1.0
    ahead = np.array([0.22 * side, side])  # from the finger tips towards the player
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
    # The ring finger and the little finger are bent; the thumb and the other fingers hold the piece.
    tips = ((-25, point(44, -19, 30)), (-10, point(28, -9, 26)), (5, point(4, -6, 12)), (20, point(0, 2, 12)))
    for aside, tip in tips:
        knuckle = point(54, aside, 50)
        parts += [((knuckle, point(80, aside * 0.9, 44)), 9.5, False), ((tip, knuckle), 7, False)]
    parts += [((point(40, 29, 34), point(84, 25, 40)), 10.5, False), ((point(0, 11, 10), point(40, 29, 34)), 8, False)]
    return tuple((np.array(ends), radius, sleeve) for ends, radius, sleeve in parts)


def shade_board(optics: Optics, light: Light, hand: HandPose) -> Shadow | None:
    """The hand's shadow on the board, with one value for COARSE by COARSE pixels; None if it is out of sight."""
    towards = find_key_direction(light)
    lean = -towards[:2] / towards[2]
    width, height = optics.size[0] // COARSE, optics.size[1] // COARSE
    mask = np.zeros((height, width), np.float32)
    for ends, radius, _ in make_parts(hand):
        on_board = np.column_stack([ends[:, :2] + lean * ends[:, 2:], (0.0, 0.0)])
        visible = _cut_off_near(optics, on_board)
        if visible is not None:
            seen = optics.project(visible[:, :2], visible[:, 2])
            _draw_line(mask, seen / COARSE, 2 * radius * _px_per_mm(optics, visible[0]) / COARSE, 1.0)
    if not mask.any():
        return None
    blur = max(0.8, light.softness * (hand.z + 45) * optics.lens.focal / float(optics.position[2]) / COARSE / 2)
    mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), blur), np.float32)
    rows, columns = np.flatnonzero(mask.max(axis=1) > 0.004), np.flatnonzero(mask.max(axis=0) > 0.004)
    if not rows.size or not columns.size:
        return None
    top, bottom, left, right = rows[0], rows[-1] + 1, columns[0], columns[-1] + 1
    window = Window(int(left) * COARSE, int(top) * COARSE, int(right) * COARSE, int(bottom) * COARSE)
    depth = mask[top:bottom, left:right, None]
    key, sky = (np.array(c[::-1], np.float32) for c in (light.key, light.sky))
    # Near the board, a hand hides some light from the sky too.
    lost = (key + 0.3 * sky) / (key + sky)
    return Shadow(window, np.asarray(1 - depth * lost, np.float32))


def draw_arm(
    optics: Optics, light: Light, brightness: Pixels, hand: HandPose, skin: Colour, sleeve: Colour
) -> tuple[Window, NDArray[np.uint8], NDArray[np.uint8]] | None:
    """A picture of the hand: where it is, its sRGB colours (h, w, 3), and how much it covers (h, w); None if it is out
    of sight. brightness: (3,) in BGR, how bright the light is there.
    """
    parts = []
    for whole, radius, cloth in make_parts(hand):
        visible = _cut_off_near(optics, whole)
        if visible is not None:
            parts.append((visible, radius, cloth))
    if not parts:
        return None
    ends = np.array([pair for pair, _, _ in parts])
    seen = optics.project(ends[..., :2].reshape(-1, 2), ends[..., 2].ravel()).reshape(-1, 2, 2)
    thick = [2 * radius * _px_per_mm(optics, pair[0]) for pair, radius, _ in parts]
    window = _find_window(optics, seen, max(thick))
    if window is None:
        return None
    size = (window.bottom - window.top, window.right - window.left)
    picture, cover = np.zeros((*size, 3), np.uint8), np.zeros(size, np.uint8)
    seen -= (window.left, window.top)
    # The bright side of a part is the one towards the main light.
    origin = np.array([[hand.x, hand.y]])
    lit = optics.project(origin + find_key_direction(light)[:2] * 10) - optics.project(origin)
    lit = lit[0] / (np.linalg.norm(lit[0]) + 1e-9)
    shares = 1 - np.arange(SHADES) / SHADES  # as parts of the radius, 1 at the edge
    tones = {
        cloth: _find_tones(light, colour, shares) * brightness for cloth, colour in ((False, skin), (True, sleeve))
    }
    colours = {cloth: encode(tone.astype(np.float32)).tolist() for cloth, tone in tones.items()}
    for pair, wide, (_, _, cloth) in zip(seen, thick, parts, strict=True):
        for share, colour in zip(shares, colours[cloth], strict=True):
            _draw_line(picture, pair + lit * (0.11 * wide * (1 - share)), wide * share, tuple(colour))
        _draw_line(cover, pair, wide, 255)
    if not cover.any():
        return None
    picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.6), np.uint8)
    cover = np.asarray(cv2.GaussianBlur(cover, (0, 0), 1.3), np.uint8)
    return window, picture, cover


def _cut_off_near(optics: Optics, ends: Ends) -> Ends | None:
    """The section of a part of the arm that is far enough from the camera; None if all of it is too near."""
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


def _find_tones(light: Light, colour: Colour, shares: Ends) -> Ends:
    """The light (n, 3) in BGR of a round part, at n distances from its middle, which is brightest. shares: the
    distances, as parts of the radius.
    """
    key, sky = (np.array(c[::-1]) for c in (light.key, light.sky))
    facing = np.sqrt(1 - shares**2)[:, None]
    return np.asarray(np.array(colour[::-1]) * (sky * (0.7 + 0.3 * facing) + key * (0.4 + 0.6 * facing)))


def _find_window(optics: Optics, seen: Ends, thick: float) -> Window | None:
    """The pixels that parts between these points (n, 2, 2) can cover; None if they are out of sight."""
    reach = thick / 2 + 6
    low, high = seen.min(axis=(0, 1)) - reach, seen.max(axis=(0, 1)) + reach
    left, top = np.maximum(low, 0).astype(int)
    right, bottom = np.minimum(high, optics.size).astype(int)
    if right - left < 2 or bottom - top < 2:
        return None
    return Window(int(left), int(top), int(right), int(bottom))


def _px_per_mm(optics: Optics, point: Ends) -> float:
    """How many pixels a mm has at a point (3,) in front of the camera."""
    return optics.lens.focal / float((point - optics.position) @ optics.axes[2])


def _draw_line(
    image: NDArray[np.uint8] | Pixels, ends: NDArray[np.float64], thick: float, value: float | tuple[int, ...]
) -> None:
    """Draws a line with round ends."""
    start, end = ([round(min(max(v, -FAR_PX), FAR_PX)) for v in point] for point in ends.tolist())
    colour = value if isinstance(value, tuple) else (value,)
    cv2.line(image, start, end, colour, max(1, round(thick)), cv2.LINE_8)
