"""What may change after a set-up photograph was taken: the light, the lens and how the camera shows colours.

Each change makes another picture of a photograph. A person can still read all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from tests.vision.faults import GAMMA, add_stray_light, bend, saturate
from vision.reader.places.atlas import Picture

Change = Callable[[Picture], Picture]
Singles = NDArray[np.float32]


def _light(factor: Callable[[Singles, Singles], Singles]) -> Change:
    """A change of the light. factor: how many times as much light falls on each pixel, (h, w, 1) or (h, w, 3), from its
    place: x (1, w) and y (h, 1), from 0 to 1.
    """

    def change(picture: Picture) -> Picture:
        h, w = picture.shape[:2]
        x, y = np.linspace(0, 1, w, dtype=np.float32)[None], np.linspace(0, 1, h, dtype=np.float32)[:, None]
        lit = (picture.astype(np.float32) / 255) ** GAMMA * factor(x, y)
        return np.asarray((np.clip(lit, 0, 1) ** (1 / GAMMA) * 255).round(), np.uint8)

    return change


def _plain(blue: float, green: float, red: float) -> Change:
    return _light(lambda x, y: np.array([blue, green, red], np.float32))


def _lamp(x: Singles, y: Singles) -> Singles:
    near = np.exp(-(((x - 0.2) / 0.35) ** 2) - ((y - 0.3) / 0.45) ** 2)
    return np.asarray(0.5 + 1.2 * near[..., None] * np.array([0.5, 0.8, 1.1], np.float32))


def _half_shadow(x: Singles, y: Singles) -> Singles:
    return np.asarray(1 - 0.65 * np.clip(((x - 0.5) + 0.34 * (y - 0.5)) / 0.02 + 0.5, 0, 1)[..., None])


CHANGES: Mapping[str, Change] = MappingProxyType(
    {
        "stray light": lambda picture: add_stray_light(picture, 0.1),
        "a lamp on one side": _light(_lamp),
        "a shadow over one half": _light(_half_shadow),
        "less light on one side": _light(lambda x, y: np.asarray((0.3 + x)[..., None])),
        "a quarter of the light": _plain(0.25, 0.25, 0.25),
        "warm light": _plain(0.45, 0.8, 1.15),
        "cool light": _plain(1.3, 0.95, 0.55),
        "paler": lambda picture: saturate(picture, 0.45),
        "stronger colours": lambda picture: saturate(picture, 1.5),
        "less contrast": lambda picture: bend(picture, 0.6),
        "more contrast": lambda picture: bend(picture, 1.6),
    }
)
"""The changes by name."""
