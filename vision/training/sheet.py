"""A sheet of some material on which a print is drawn: fields, lines, discs and signs."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.layout import Point
from vision.training.textures import Random, Singles, make_material, make_random_hue, make_wood_colour

SCALE = 1.6
"""px per mm of every print."""

Mask = NDArray[np.uint8]


class Sheet:
    """A print that is being drawn. Its methods take millimetres."""

    def __init__(self, rng: Random, size: Point, margin: float) -> None:
        self.rng = rng
        self.origin = (-margin, -margin)
        self.shape = (round((size[1] + 2 * margin) * SCALE), round((size[0] + 2 * margin) * SCALE))
        self.picture = make_material(rng, self.shape, make_random_colour(rng))

    def to_px(self, points: object) -> NDArray[np.int32]:
        """Points (..., 2) in sixteenths of pixels, as OpenCV draws them. points: in mm."""
        return np.rint((np.asarray(points, np.float64) - self.origin) * SCALE * 16).astype(np.int32)

    def fill(self, outline: object, colour: Singles) -> None:
        mask = np.zeros(self.shape, np.uint8)
        cv2.fillPoly(mask, [self.to_px(outline)], (255,), cv2.LINE_AA, shift=4)
        self.blend(mask, colour)

    def blend(self, mask: Mask, colour: Singles) -> None:
        x, y, w, h = cv2.boundingRect(mask)
        if not w:
            return
        part = np.s_[y : y + h, x : x + w]
        there = (mask[part] * np.float32(1 / 255))[..., None]
        self.picture[part] += there * (make_material(self.rng, (h, w), colour) - self.picture[part])

    def draw_disc(self, middle: Point, radius: float, colour: Singles, ring: float = 0.0) -> None:
        mask = np.zeros(self.shape, np.uint8)
        thick = max(1, round(ring * SCALE)) if ring else -1
        at = self.to_px(middle)
        cv2.circle(mask, (int(at[0]), int(at[1])), int(radius * SCALE * 16), (255,), thick, cv2.LINE_AA, shift=4)
        self.blend(mask, colour)

    def draw_lines(self, ends: list[tuple[Point, Point]], width_mm: float, colour: Singles) -> None:
        mask = np.zeros(self.shape, np.uint8)
        for a, b in ends:
            p, q = (tuple(int(v) for v in self.to_px(e)) for e in (a, b))
            cv2.line(mask, p, q, (255,), max(1, round(width_mm * SCALE)), cv2.LINE_AA, shift=4)
        self.blend(mask, colour)

    def draw_ornament(self, middle: Point, radius: float) -> None:
        """Draws a sign inside a cell: a ring, a dot, a diamond, a star, a letter or a cross."""
        rng, colour = self.rng, make_random_colour(self.rng)
        kind = rng.integers(6)
        x, y = middle
        if kind < 2:  # nobody could tell a full disc as large as a piece from a thin piece
            ring = float(kind) * rng.uniform(0.5, 2.0)
            self.draw_disc(middle, radius * rng.uniform(0.15, 0.95 if ring else 0.5), colour, ring)
        elif kind in (2, 3):
            tips = int(rng.integers(2, 9)) * 2 if kind == 3 else 4
            turn = np.arange(tips) * 2 * np.pi / tips + rng.uniform(0, 6.28)
            reach = radius * np.where(np.arange(tips) % 2 == 0, rng.uniform(0.5, 1.0), rng.uniform(0.3, 0.8))
            self.fill(np.stack([x + reach * np.cos(turn), y + reach * np.sin(turn)], axis=-1), colour)
        elif kind == 4:
            mask = np.zeros(self.shape, np.uint8)
            at = self.to_px((x - 0.4 * radius, y + 0.4 * radius)) // 16
            text = chr(int(rng.integers(65, 91))) + (str(int(rng.integers(1, 20))) if rng.random() < 0.5 else "")
            cv2.putText(mask, text, (int(at[0]), int(at[1])), 0, radius * SCALE / 28, (255,), 2, cv2.LINE_AA)
            self.blend(mask, colour)
        else:
            r = 0.7 * radius
            self.draw_lines([((x - r, y), (x + r, y)), ((x, y - r), (x, y + r))], rng.uniform(0.5, 2), colour)


def make_random_colour(rng: Random) -> Singles:
    """(3,) a random colour of the kind that boards have."""
    if rng.random() < 0.5:
        return make_wood_colour(rng)
    return make_random_hue(rng, float(np.exp(rng.uniform(np.log(0.02), np.log(0.8)))), rng.choice([0.05, 0.3, 0.7]))


def make_contrasting_colour(rng: Random, other: Singles, least: float = 0.5) -> Singles:
    """(3,) a random colour that people can tell at a glance from another one. least: how different it must be."""
    for _ in range(30):
        colour = make_random_colour(rng)
        if np.abs(np.log((colour + 0.02) / (other + 0.02))).max() > least:
            return colour
    return np.asarray(other[::-1], np.float32)
