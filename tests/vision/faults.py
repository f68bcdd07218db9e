"""Faults that a camera or the light puts into a film: what a frame looks like when something disturbs it.

Each depends on the seconds and on the number of frames since it began, so that films of any frame rate show the same
fault. A person can still read every picture.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Singles = NDArray[np.float32]
Disturb = Callable[[Picture, float, int], Picture]
"""Makes the picture with the fault from the picture, the seconds since the fault began and the frames since then."""

GAMMA = 2.2
"""Close enough to sRGB for making pictures brighter or darker."""


@dataclass(frozen=True)
class Fault:
    """One kind of fault."""

    name: str
    make: Callable[[np.random.Generator, float], Disturb]
    """Makes the fault from a random generator and a strength; 1 is the usual strength."""


def _lit(image: Picture, share: Singles) -> Picture:
    """A picture with each pixel's light multiplied by `share` (h, w); more than 1 is brighter."""
    gain = np.power(share, np.float32(1 / GAMMA))
    return np.asarray(cv2.multiply(image, cv2.merge([gain] * 3), dtype=cv2.CV_8U), np.uint8)


def _path(rng: np.random.Generator, speed: float) -> Callable[[float, tuple[int, int]], tuple[float, float]]:
    """A path to and fro over a picture: a function of time and size (h, w). speed: in picture heights a second."""
    angle, phase = rng.uniform(0, 2 * np.pi), rng.uniform(0, 2)

    def at(t: float, size: tuple[int, int]) -> tuple[float, float]:
        h, w = size
        way = abs((phase + speed * t) % 2 - 1) * 2 - 1  # -1 to 1 and back
        return w / 2 + 0.38 * h * way * np.cos(angle), h / 2 + 0.38 * h * way * np.sin(angle)

    return at


def soft_shadow(rng: np.random.Generator, strength: float) -> Disturb:
    """A wide shadow without edges: somebody walks before a window."""
    path, wide = _path(rng, rng.uniform(0.03, 0.12)), rng.uniform(0.10, 0.25)
    deep = 0.6 * strength

    def disturb(image: Picture, t: float, n: int) -> Picture:
        h, w = image.shape[:2]
        x, y = path(t, (h, w))
        yy, xx = np.ogrid[:h, :w]
        far = ((xx - x) ** 2 + (yy - y) ** 2) / (2 * (wide * h) ** 2)
        return _lit(image, (1 - deep * np.exp(-far)).astype(np.float32))

    return disturb


def band_shadow(rng: np.random.Generator, strength: float) -> Disturb:
    """The shadow of a window bar, a cable or a branch: a band with soft edges, a centimetre wide."""
    path, wide = _path(rng, rng.uniform(0.03, 0.10)), rng.uniform(0.04, 0.12)
    deep, turn = 0.5 * strength, rng.uniform(0, np.pi)

    def disturb(image: Picture, t: float, n: int) -> Picture:
        h, w = image.shape[:2]
        x, y = path(t, (h, w))
        yy, xx = np.ogrid[:h, :w]
        across = np.abs((xx - x) * np.cos(turn) + (yy - y) * np.sin(turn)) / h
        edge = np.clip((across - wide) / 0.025 + 0.5, 0, 1)
        return _lit(image, (1 - deep * (1 - edge * edge * (3 - 2 * edge))).astype(np.float32))

    return disturb


def _shaded(image: Picture, beyond: NDArray[np.float64], deep: float) -> Picture:
    """A picture with a shadow that has an edge. beyond: (h, w) how far each pixel is beyond the edge, in picture
    heights. deep: the part of the light that the shadow takes.
    """
    return _lit(image, (1 - deep * np.clip(beyond / 0.02 + 0.5, 0, 1)).astype(np.float32))


def hard_shadow(rng: np.random.Generator, strength: float) -> Disturb:
    """The sun comes out: one side of the table is in the sun, the other in the shade of a wall. The edge stays."""
    turn, aside = rng.uniform(0, 2 * np.pi), rng.uniform(-0.2, 0.2)
    deep = 0.65 * strength

    def disturb(image: Picture, t: float, n: int) -> Picture:
        h, w = image.shape[:2]
        yy, xx = np.ogrid[:h, :w]
        beyond = ((xx - w / 2) * np.cos(turn) + (yy - h / 2) * np.sin(turn)) / h - aside
        return _shaded(image, beyond, deep * min(t, 1.0))

    return disturb


def sun_patch(rng: np.random.Generator, strength: float) -> Disturb:
    """The sun shines through a window: a patch with straight edges is in the sun, all else is much darker."""
    turn, at = rng.uniform(0, 2 * np.pi), rng.uniform(-0.15, 0.15, 2)
    half = rng.uniform(0.15, 0.3, 2)
    deep = 0.6 * strength

    def disturb(image: Picture, t: float, n: int) -> Picture:
        h, w = image.shape[:2]
        yy, xx = np.ogrid[:h, :w]
        x, y = (xx - w / 2) / h - at[0], (yy - h / 2) / h - at[1]
        along, across = x * np.cos(turn) + y * np.sin(turn), y * np.cos(turn) - x * np.sin(turn)
        outside = np.maximum(np.abs(along) - half[0], np.abs(across) - half[1])
        return _shaded(image, outside, deep * min(t, 1.0))

    return disturb


def add_light(image: Picture, added: Singles, kept: float = 1.0) -> Picture:
    """A picture with linear light added, (h, w, 1) or (3,). kept: the part of its own light that it keeps."""
    if added.ndim == 1:  # the same everywhere, so that a new value follows from an old one alone
        return np.asarray(cv2.LUT(image, _lighten(_ALL_GREYS, added, kept)), np.uint8)
    return _lighten(image, added, kept)


_ALL_GREYS = np.repeat(np.arange(256, dtype=np.uint8), 3).reshape(1, 256, 3)
_LINEAR = np.power(np.arange(256, dtype=np.float32) / 255, GAMMA)


def _lighten(image: Picture, added: Singles, kept: float) -> Picture:
    light = np.asarray(cv2.LUT(image, _LINEAR), np.float32) * kept + added
    return np.asarray(np.clip(light, 0, 1) ** (1 / GAMMA) * 255, np.uint8)


def bend(image: Picture, exponent: float) -> Picture:
    """A picture with less contrast, or with more if the exponent is above 1."""
    table = ((np.arange(256) / 255) ** exponent * 255).round().astype(np.uint8)
    return np.asarray(cv2.LUT(image, table), np.uint8)


def saturate(image: Picture, part: float) -> Picture:
    """A picture with this part of its saturation; stronger colours if it is above 1."""
    grey = image.astype(np.float32).mean(axis=2, keepdims=True)
    return np.asarray(np.clip(grey + part * (image - grey), 0, 255), np.uint8)


def add_reflection(image: Picture, at: tuple[float, float], reach: float, bright: float) -> Picture:
    """A picture in which a lamp is mirrored around a point: it adds light. at, reach: in pixels. bright: the linear
    light that it adds there.
    """
    yy, xx = np.ogrid[: image.shape[0], : image.shape[1]]
    added = bright * np.exp(-((xx - at[0]) ** 2 + (yy - at[1]) ** 2) / (2 * reach**2))
    return add_light(image, added[..., None].astype(np.float32))


def reflection(rng: np.random.Generator, strength: float) -> Disturb:
    """The reflection of a lamp or window on the board's surface, which wanders."""
    path, wide = _path(rng, rng.uniform(0.03, 0.10)), rng.uniform(0.05, 0.12)
    bright = 0.5 * strength

    def disturb(image: Picture, t: float, n: int) -> Picture:
        h, w = image.shape[:2]
        return add_reflection(image, path(t, (h, w)), wide * h, bright)

    return disturb


def add_stray_light(image: Picture, bright: float, colour: tuple[float, float, float] = (1.0, 1.0, 1.0)) -> Picture:
    """A picture whose lens scatters light: the same light is added everywhere, and a part of the picture's own is lost.

    bright: the linear light that is added. colour: of it in blue, green and red.
    """
    return add_light(image, bright * np.array(colour, np.float32), 1 - 2 * bright)


def stray_light(rng: np.random.Generator, strength: float) -> Disturb:
    """The sun comes out and shines on the lens: within seconds all that is dark turns grey."""
    colour = 1.0, float(rng.uniform(0.9, 1.0)), float(rng.uniform(0.7, 1.0))
    rises = rng.uniform(1.0, 5.0)

    def disturb(image: Picture, t: float, n: int) -> Picture:
        return add_stray_light(image, 0.12 * strength * min(1.0, t / rises), colour)

    return disturb


def drift(rng: np.random.Generator, strength: float) -> Disturb:
    """The camera's mount is loose: the picture moves by a pixel a frame, to one side and back."""
    angle = rng.uniform(0, 2 * np.pi)

    def disturb(image: Picture, t: float, n: int) -> Picture:
        far = strength * (20 - abs(n % 80 - 40))  # from -20 to 20 and back, a pixel a frame
        far += 20 * strength
        shift = np.array([[1, 0, far * np.cos(angle)], [0, 1, far * np.sin(angle)]])
        return _warped(image, shift)

    return disturb


def zoom(rng: np.random.Generator, strength: float) -> Disturb:
    """The lens zooms slowly out and in again, by one part in a hundred a second."""
    share = rng.uniform(0.008, 0.02)

    def disturb(image: Picture, t: float, n: int) -> Picture:
        h, w = image.shape[:2]
        way = (share * t * strength) % 0.2
        scale = 1 - min(way, 0.2 - way)
        return _warped(image, cv2.getRotationMatrix2D((w / 2, h / 2), 0, scale))

    return disturb


def flicker(rng: np.random.Generator, strength: float) -> Disturb:
    """The white balance changes all the time, or a coloured lamp flickers: each frame has another cast."""
    own = np.random.default_rng(int(rng.integers(1 << 30)))

    def disturb(image: Picture, t: float, n: int) -> Picture:
        gains = 1 + 0.15 * strength * own.uniform(-1, 1, 3)
        table = np.clip(np.arange(256)[:, None] * gains, 0, 255).astype(np.uint8)[None]
        return np.asarray(cv2.LUT(image, table), np.uint8)

    return disturb


def overexposure(rng: np.random.Generator, strength: float) -> Disturb:
    """Two and a half times as much light as the camera can take."""
    table = np.clip(255 * (2.5 * strength) ** (1 / GAMMA) * (np.arange(256) / 255), 0, 255).astype(np.uint8)

    def disturb(image: Picture, t: float, n: int) -> Picture:
        return np.asarray(cv2.LUT(image, table), np.uint8)

    return disturb


def bleaching(rng: np.random.Generator, strength: float) -> Disturb:
    """Every value of the picture two and a half times as high, which is worse than that much more light."""
    table = np.clip(2.5 * strength * np.arange(256), 0, 255).astype(np.uint8)

    def disturb(image: Picture, t: float, n: int) -> Picture:
        return np.asarray(cv2.LUT(image, table), np.uint8)

    return disturb


def compression(rng: np.random.Generator, strength: float) -> Disturb:
    """JPEG of quality 5."""

    def disturb(image: Picture, t: float, n: int) -> Picture:
        _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, round(5 / strength)])
        return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)

    return disturb


FAULTS: Mapping[str, Fault] = MappingProxyType(
    {
        fault.name: fault
        for fault in (
            Fault("soft shadow", soft_shadow),
            Fault("band shadow", band_shadow),
            Fault("hard shadow", hard_shadow),
            Fault("sun patch", sun_patch),
            Fault("reflection", reflection),
            Fault("stray light", stray_light),
            Fault("flickering cast", flicker),
            Fault("drift", drift),
            Fault("zoom", zoom),
            Fault("overexposed", overexposure),
            Fault("bleached", bleaching),
            Fault("JPEG quality 5", compression),
        )
    }
)


def _warped(image: Picture, matrix: NDArray[np.float64]) -> Picture:
    size = (image.shape[1], image.shape[0])
    return np.asarray(
        cv2.warpAffine(image, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT), np.uint8
    )
