"""Random patterns and colours of boards, tables and sleeves, in linear light."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Singles = NDArray[np.float32]
Random = np.random.Generator


def make_noise(rng: Random, shape: tuple[int, int], cells: float, stretch: float = 1.0) -> Singles:
    """(h, w) smooth noise with mean 0 and a strength of about 1. cells: how many bumps it has along the longer side.
    stretch: how many times as long as wide the bumps are.
    """
    h, w = shape
    longer = max(h, w)
    rows = int(np.clip(cells * h / longer, 2, h))
    columns = int(np.clip(cells * w / longer / stretch, 2, w))
    small = rng.normal(size=(rows, columns)).astype(np.float32)
    return np.asarray(cv2.resize(small, (w, h), interpolation=cv2.INTER_CUBIC), np.float32)


def make_grain(rng: Random, shape: tuple[int, int], colour: Singles) -> Singles:
    """(h, w, 3) wood in a colour (3,): streaks along one side, in wider and darker bands."""
    fine = make_noise(rng, shape, rng.uniform(60, 250), rng.uniform(8, 40))
    bands = make_noise(rng, shape, rng.uniform(4, 20), rng.uniform(4, 20))
    strength = rng.uniform(0.02, 0.16, 2)
    level = np.exp(strength[0] * fine + strength[1] * bands).astype(np.float32)
    if rng.random() < 0.5:
        level = np.ascontiguousarray(cv2.resize(level.T, (shape[1], shape[0])))
    tint = np.array([1.15, 1.05, 0.95], np.float32)
    return np.asarray(colour * level[..., None] ** tint, np.float32)


def make_material(rng: Random, shape: tuple[int, int], colour: Singles) -> Singles:
    """(h, w, 3) a random material in a colour (3,), as linear reflectance: plain, wood, felt or leather, new or
    worn.
    """
    kind = rng.integers(6)
    if kind == 0:
        out = np.broadcast_to(colour, (*shape, 3)).astype(np.float32)
    elif kind == 1:
        out = make_grain(rng, shape, colour)
    else:
        rough = make_noise(rng, shape, (0, 0, 400, 90, 12, 160)[kind]) * rng.uniform(0.03, 0.15)
        large = make_noise(rng, shape, rng.uniform(3, 8)) * rng.uniform(0.0, 0.1)
        out = colour * np.exp(rough + large)[..., None]
    return np.asarray(np.clip(out, 0.004, 0.95), np.float32)


def make_random_hue(rng: Random, level: float, vivid: float) -> Singles:
    """(3,) a random colour. level: its mean reflectance. vivid: from 0 for grey to 1 for a strong colour."""
    bent = rng.normal(size=3) * vivid
    colour = np.exp(bent - bent.mean())
    return np.asarray(np.clip(colour / colour.mean() * level, 0.004, 0.92), np.float32)


def make_wood_colour(rng: Random) -> Singles:
    """(3,) the random colour (blue, green, red) of some wood."""
    level = float(np.exp(rng.uniform(np.log(0.04), np.log(0.6))))
    tint = np.array([rng.uniform(0.35, 0.8), 1.0, rng.uniform(1.15, 1.9)])
    return np.asarray(np.clip(level * tint, 0.004, 0.9), np.float32)


def make_lamp_colour(rng: Random, led: bool) -> Singles:
    """(3,) the random colour of a lamp, from candle light to the blue of the sky, with green as 1. led: True for any
    colour at all.
    """
    x = np.log(np.exp(rng.uniform(np.log(2000), np.log(8500))) / 6500)
    out = np.array([np.exp((1.45 if x < 0 else 0.62) * x), 1.0, np.exp(-0.62 * x)])
    if led:
        turn = rng.uniform(0, 2 * np.pi) + np.array([0, 2.09, 4.19])
        out = out * np.clip(0.08 + 0.95 * (1 + np.cos(turn)) / 2, 0.04, 1)
    return np.asarray(out, np.float32)
