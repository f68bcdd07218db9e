"""Paints the table as it is without light: wood, the boxes and the printed board."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards import Board, raster
from companion.virtual_table.boxes import Box
from companion.virtual_table.kept import Kept

Albedo = NDArray[np.float32]
"""(h, w, 3) how much light a surface reflects, from 0 to 1: linear, in blue, green and red."""

Paint = NDArray[np.uint16]
"""The same as Albedo, but in whole steps of 1 / PAINT_STEPS. It takes half the memory, because tables are large."""

PAINT_STEPS = 65535

PX_PER_MM = 4.0
"""How fine the paint is."""

SURROUND_MM = 260.0
"""How far the table extends beyond the print on every side."""

WHITE_PAPER, BLACK_INK = 0.86, 0.025
WOOD = (0.030, 0.062, 0.125)
WOOD_DARK = (0.012, 0.026, 0.056)
RIM = (0.020, 0.040, 0.075)
FELT = (0.040, 0.034, 0.030)


_PAINTED: Kept[Paint] = Kept(1)
"""The last table that was painted. Each takes about 70 MB."""


def paint(board: Board, boxes: tuple[Box, ...]) -> Paint:
    """The painted table. Its first pixel is at (-SURROUND_MM, -SURROUND_MM), and each mm has PX_PER_MM pixels. It is
    kept until another one is painted, so nobody may write into it.
    """
    return _PAINTED.find_or_make((board, boxes), lambda: _paint(board, boxes))


def _paint(board: Board, boxes: tuple[Box, ...]) -> Paint:
    inks = _to_paint(BLACK_INK + (WHITE_PAPER - BLACK_INK) * _LINEAR)
    print_ = inks[raster(board, PX_PER_MM)]
    border = round(SURROUND_MM * PX_PER_MM)
    height, width = print_.shape[0] + 2 * border, print_.shape[1] + 2 * border
    top = _paint_wood(width, height)
    for box in boxes:
        _paint_tray(top, box)
    # The paper on the wood has a thin dark shadow around it.
    edge = (slice(border - 2, border + print_.shape[0] + 4), slice(border - 2, border + print_.shape[1] + 4))
    _darken(top[edge], 0.55)
    top[border : border + print_.shape[0], border : border + print_.shape[1]] = print_
    top.flags.writeable = False
    return top


def _to_paint(albedo: NDArray[np.floating[Any]]) -> Paint:
    return np.round(albedo * PAINT_STEPS).astype(np.uint16)


def to_albedo(part: Paint) -> Albedo:
    """How much light a part of the paint reflects."""
    return np.asarray(part, np.float32) / np.float32(PAINT_STEPS)


def decode(picture: NDArray[np.uint8]) -> Albedo:
    """Linear light from 0 to 1 for sRGB values from 0 to 255 (IEC 61966-2-1)."""
    return _LINEAR[picture]


def encode(light: Albedo) -> NDArray[np.uint8]:
    """sRGB values from 0 to 255 for linear light, which is cut off at 0 and 1."""
    steps = np.clip(light * _STEPS, 0, _STEPS).astype(np.uint16)
    return _ENCODED[steps]


def dim(picture: NDArray[np.uint8], left: Albedo) -> NDArray[np.uint8]:
    """A picture of sRGB values (h, w, 3) with less light.

    left: the part of the light that is left, from 0 to 1; it may have another size. It is fast, because it treats sRGB
    as a simple power. The error of this is a step or two of 255.
    """
    share = np.power(left, np.float32(1 / 2.2))
    if share.shape != picture.shape:
        share = np.asarray(cv2.resize(share, picture.shape[1::-1], interpolation=cv2.INTER_LINEAR), np.float32)
    return np.asarray(cv2.multiply(picture, share, dtype=cv2.CV_8U), np.uint8)


_codes = np.arange(256) / 255
_LINEAR = np.where(_codes <= 0.04045, _codes / 12.92, ((_codes + 0.055) / 1.055) ** 2.4).astype(np.float32)
"""The linear light of each sRGB value."""

_STEPS = 8191
_ramp = np.arange(_STEPS + 1) / _STEPS
_ENCODED = np.round(255 * np.where(_ramp <= 0.0031308, 12.92 * _ramp, 1.055 * _ramp ** (1 / 2.4) - 0.055)).astype(
    np.uint8
)


def _paint_wood(width: int, height: int) -> Paint:
    """Planks from left to right, with grain. They are the same every time."""
    random = np.random.default_rng(7)
    # Coarse and fine noise, stretched along the grain. It is made small and enlarged to save time.
    small = (width // 4, height // 4)
    grain = np.zeros(small[::-1], np.float32)
    for along, across, weight in ((6, 90, 0.5), (16, 400, 0.3), (40, small[1], 0.2)):
        coarse = random.normal(0, 1, (across, along)).astype(np.float32)
        grain += weight * np.asarray(cv2.resize(coarse, small, interpolation=cv2.INTER_CUBIC), np.float32)
    share = 1 / (1 + np.exp(-1.6 * grain))
    mixed = np.dstack(
        [_to_paint(dark * share + light * (1 - share)) for dark, light in zip(WOOD_DARK, WOOD, strict=True)]
    )
    wood = np.asarray(cv2.resize(mixed, (width, height), interpolation=cv2.INTER_LINEAR), np.uint16)
    plank = round(95 * PX_PER_MM)
    for i, top in enumerate(range(0, height, plank)):
        _darken(wood[top : top + plank], 0.88 + 0.24 * ((i * 7) % 5) / 4)
        _darken(wood[top : top + 2], 0.35)
    return wood


def _darken(place: Paint, share: float) -> None:
    """Multiplies a part of the paint in place, without a copy."""
    np.multiply(place, share, out=place, casting="unsafe")


def _paint_tray(top: Paint, box: Box) -> None:
    """Paints a wooden tray with felt for a box onto the table."""
    for grow, colour in ((5.0, np.array(WOOD_DARK) * 0.6), (4.2, np.array(RIM) * 1.9), (0.0, np.array(FELT))):
        x, y, width, height = box.outline
        left, upper = (round((v - grow + SURROUND_MM) * PX_PER_MM) for v in (x, y))
        right, lower = (round((v + grow + SURROUND_MM) * PX_PER_MM) for v in (x + width, y + height))
        mask = np.zeros((lower - upper, right - left), np.float32)
        radius = round((grow + 3) * PX_PER_MM)
        inner = (radius, radius), (right - left - 1 - radius, lower - upper - 1 - radius)
        cv2.rectangle(mask, *inner, 1.0, thickness=-1)
        cv2.rectangle(mask, *inner, 1.0, thickness=2 * radius - 2, lineType=cv2.LINE_8)
        place = to_albedo(top[upper:lower, left:right])
        place += mask[..., None] * (colour.astype(np.float32) - place)
        top[upper:lower, left:right] = _to_paint(place)
