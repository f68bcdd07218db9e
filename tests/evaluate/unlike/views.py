"""Where a camera is, how its lens bends the picture, and the faults of the picture. Needs only numpy and OpenCV.

Runs in the environment of photo.py. A picture is rendered without distortion, a little wider than needed, and bent
into shape here; the same formulas say where the board's corners are in it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import numpy as np

Array = np.ndarray


@dataclass(frozen=True)
class View:
    """A camera over a board. The board's middle is the origin, x right, y up the print, z up from the table; in mm."""

    origin: Array
    target: Array
    focal: float
    """Focal length in pixels."""
    size: tuple[int, int]
    roll: float
    """How far the picture is turned, in radians."""
    barrel: float

    def project(self, points: Array) -> Array:
        """The pixels (n, 2) where points (n, 3) appear."""
        forward = self.target - self.origin
        forward = forward / np.linalg.norm(forward)
        right = np.cross(forward, [0.0, 1.0, 0.0])
        right /= np.linalg.norm(right)
        down = np.cross(forward, right)
        seen = (points - self.origin) @ np.stack([right, down, forward]).T
        return self.bent(seen[:, :2] / seen[:, 2:])

    def bent(self, flat: Array) -> Array:
        """The pixels (n, 2) of undistorted directions (n, 2)."""
        square = (flat**2).sum(axis=1, keepdims=True)
        turned = flat * (1 + self.barrel * square) @ self._turn().T
        return turned * self.focal + (np.array(self.size) - 1) / 2

    @cached_property
    def straight(self) -> Array:
        """For each pixel, the undistorted direction in which it looks: (h, w, 2)."""
        w, h = self.size
        x, y = np.meshgrid(np.arange(w) - (w - 1) / 2, np.arange(h) - (h - 1) / 2)
        bent = np.stack([x, y], axis=-1) / self.focal @ self._turn()
        flat = bent.copy()
        for _ in range(15):
            flat = bent / (1 + self.barrel * np.einsum("...i,...i->...", flat, flat)[..., None])
        return flat

    def _turn(self) -> Array:
        c, s = math.cos(self.roll), math.sin(self.roll)
        return np.array([[c, -s], [s, c]])


def place(told: Mapping[str, Any], board_mm: tuple[float, float]) -> View:
    """The view of these conditions: so near that the whole print fills the wanted part of the picture."""
    size = (int(told["size"][0]), int(told["size"][1]))
    tilt, side = math.radians(told["tilt_deg"]), math.radians(told["side_deg"])
    # A camera straight above looks from no side; a very small tilt keeps the print's top at the picture's top.
    out = np.array([math.sin(tilt) * math.cos(side), math.sin(tilt) * math.sin(side), math.cos(tilt)])
    focal = size[0] / 2 / math.tan(math.radians(told["view_deg"]) / 2)
    w, h = board_mm
    edge = np.array([[x * w, y * h, 0.0] for t in np.linspace(-0.5, 0.5, 9) for x, y in _sides(t)])

    def view(distance: float, target: Array) -> View:
        return View(target + out * distance, target, focal, size, math.radians(told["roll_deg"]), told["barrel"])

    distance, target = 6.0 * max(board_mm), np.zeros(3)
    for _ in range(6):
        near, far = 0.1 * distance, 4 * distance
        for _ in range(30):
            distance = (near + far) / 2
            if _fill(view(distance, target), edge) > told["fill"]:
                near = distance
            else:
                far = distance
        seen = view(distance, target).project(edge)
        off = (seen.min(axis=0) + seen.max(axis=0)) / 2 - np.array(size) / 2
        target = target + _on_table(view(distance, target), off)
    return view(distance, target)


def _sides(t: float) -> tuple[tuple[float, float], ...]:
    """A point of each side of a square about the origin."""
    return (t, -0.5), (t, 0.5), (-0.5, t), (0.5, t)


def _fill(view: View, edge: Array) -> float:
    """How much of the picture's width or height the board takes; more than all of it if part is behind the camera."""
    ahead = (edge - view.origin) @ (view.target - view.origin)
    if (ahead <= 0).any():
        return 9.0
    seen = view.project(edge)
    return float(((seen.max(axis=0) - seen.min(axis=0)) / np.array(view.size)).max())


def _on_table(view: View, off: Array) -> Array:
    """The step on the table, in mm, from the target to the place that appears `off` pixels away from it."""
    axes = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]) + view.target
    middle, x, y = view.project(axes)
    moved = np.linalg.solve(np.stack([x - middle, y - middle], axis=1), off)
    return np.array([moved[0], moved[1], 0.0])


def film(view: View) -> tuple[int, int, float]:
    """Width and height in pixels, and horizontal field of view in degrees, of the picture to render for a view."""
    reach = np.abs(view.straight).reshape(-1, 2).max(axis=0)
    w, h = (2 * math.ceil(view.focal * r + 2) for r in reach)
    return w, h, 2 * math.degrees(math.atan(w / 2 / view.focal))


def develop(
    light: Array, view: View, told: Mapping[str, Any], blur_px: float, noise: float, gain: float, wb: Array, rng: Any
) -> Array:
    """An 8-bit BGR picture from linear RGB light on the film: lens, blur, exposure, white balance, noise, JPEG.

    blur_px: a piece's diameter in pixels, the unit of the blurs.
    """
    at = view.straight * view.focal + (np.array(light.shape[1::-1]) - 1) / 2
    image = cv2.remap(
        light.astype(np.float32), at.astype(np.float32), None, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
    )
    image = np.maximum(image.astype(np.float64), 0)
    if told["focus_blur"]:
        image = cv2.GaussianBlur(image, (0, 0), max(0.3, told["focus_blur"] * blur_px))
    if told["motion_blur"]:
        image = cv2.filter2D(image, -1, smear(told["motion_blur"] * blur_px, told["motion_deg"]))
    w, h = view.size
    y, x = np.mgrid[0:h, 0:w]
    image *= (1 - 0.28 * ((x - w / 2) ** 2 + (y - h / 2) ** 2) / (w * w / 4 + h * h / 4))[..., None]
    bright = max(float(np.percentile(image.mean(axis=2), 90)), 1e-6)
    error = np.array([told["red_gain"], 1.0, 1 / told["red_gain"]])
    image = image / bright * gain * told["exposure"] * wb * error
    image = np.clip(image + rng.normal(0, 1, image.shape) * np.sqrt(np.clip(image, 0, 1)) * noise, 0, 1)
    shown = np.where(image <= 0.0031308, 12.92 * image, 1.055 * image ** (1 / 2.4) - 0.055)
    out = cv2.cvtColor((shown * 255).astype(np.uint8), cv2.COLOR_RGB2BGR)
    if told["jpeg"] < 100:
        _, data = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, int(told["jpeg"])])
        out = cv2.imdecode(data, cv2.IMREAD_COLOR)
    return out


def smear(length: float, direction_deg: float) -> Array:
    """A kernel that smears a picture over this many pixels in a straight line."""
    side = 2 * math.ceil(length / 2) + 3
    big = np.zeros((side * 8, side * 8), np.uint8)
    half = np.array([math.cos(math.radians(direction_deg)), math.sin(math.radians(direction_deg))]) * length * 4
    a, b = side * 4 - half, side * 4 + half
    cv2.line(big, tuple(int(v) for v in a.round()), tuple(int(v) for v in b.round()), 255, 8)
    kernel = cv2.resize(big.astype(np.float64), (side, side), interpolation=cv2.INTER_AREA)
    return kernel / kernel.sum()
