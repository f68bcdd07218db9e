"""The light of a scene: lamps, the shadows of pieces and things, and what a shiny print reflects.

Everything is computed on the board's plane, as a picture seen from straight above.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from vision.training import objects, pieces
from vision.training.pieces import Illumination, Lamp, PieceStyle, PlacedPiece
from vision.training.textures import Random, Singles, make_lamp_colour, make_noise


def make_random_illumination(rng: Random, size: float) -> Illumination:
    """One to three lamps at any height, and light from all sides."""
    lamps = []
    led = rng.random() < 0.27
    harsh = rng.random() < 0.15  # one small lamp and little other light, so that shadows are as dark as black pieces
    for k in range(1 if harsh else int(rng.integers(1, 4))):
        rise = np.radians(rng.uniform(10, 30) if rng.random() < 0.25 else rng.uniform(25, 88))
        turn = rng.uniform(0, 2 * np.pi)
        far = rng.uniform(1.0, 4.0) * size
        place = np.array([far * np.cos(turn) * np.cos(rise), far * np.sin(turn) * np.cos(rise), far * np.sin(rise)])
        light = make_lamp_colour(rng, led) * (1.0 if k == 0 else rng.uniform(0.1, 0.6))
        lamps.append(
            Lamp(place.astype(np.float32), float(np.exp(rng.uniform(np.log(0.03), np.log(0.8))) * size), light)
        )
        if harsh:
            lamps[0] = replace(lamps[0], width=min(lamps[0].width, 0.15 * size))
    low, high = (0.02, 0.15) if harsh else (0.04 if led else 0.08, 1.2)
    ambient = make_lamp_colour(rng, led) * np.float32(np.exp(rng.uniform(np.log(low), np.log(high))))
    return Illumination(tuple(lamps), np.asarray(ambient, np.float32))


def measure_falloff(lamp: Lamp, plane: Singles) -> Singles:
    """(h, w) how much of a lamp's light falls on the plane; the median is 1."""
    to = lamp.place - np.dstack([plane, np.zeros(plane.shape[:2], np.float32)])
    square = (to * to).sum(axis=-1)
    out = to[..., 2] / square**1.5
    return np.asarray(out / np.median(out), np.float32)


def _choose_lamp_points(rng: Random, lamp: Lamp) -> Singles:
    """(4, 3) random points of a lamp in mm, for soft shadows."""
    return lamp.place + rng.normal(0, 0.4, (4, 3)).astype(np.float32) * lamp.width * np.array([1, 1, 0.3], np.float32)


def measure_shadow(
    rng: Random,
    lamp: Lamp,
    styles: list[PieceStyle],
    placed: list[PlacedPiece],
    shape: tuple[int, int],
    scale: float,
    margin: float,
) -> Singles:
    """(h, w) how much of a lamp's light the pieces keep away from the plane: 0 none, 1 all."""
    out = np.zeros(shape, np.float32)
    outlines = [pieces.make_profile(m) for m in styles]
    turn = np.arange(12) * np.pi / 6
    circle = np.column_stack([np.cos(turn), np.sin(turn)])
    directions = _choose_lamp_points(rng, lamp)
    for point in directions:
        mask = np.zeros(shape, np.uint8)
        for piece in placed:
            z, radius = outlines[piece.kind]
            at = np.array(piece.at)
            rings = []
            for i in (0, 3, 7, 11, 15):
                high = min(float(z[i]) + piece.level, 0.8 * float(point[2]))
                away = (at - point[:2]) * high / (point[2] - high)
                rings.append(at + away + circle * max(float(radius[i]), 0.1))
            hull = cv2.convexHull(np.concatenate(rings).astype(np.float32))
            cv2.fillConvexPoly(
                mask, np.rint((hull + margin) * scale * 8).astype(np.int32), (255,), cv2.LINE_AA, shift=3
            )
        out += mask
    soft = max(0.4, float(lamp.width / np.linalg.norm(lamp.place)) * 3.0 * scale)
    return np.asarray(cv2.GaussianBlur(out / (255 * len(directions)), (0, 0), soft), np.float32)


def measure_ambient(
    styles: list[PieceStyle], placed: list[PlacedPiece], shape: tuple[int, int], scale: float, margin: float
) -> Singles:
    """(h, w) how much of the light from all sides reaches the plane beside the pieces: 0 none, 1 all."""
    mask: Singles = np.zeros(shape, np.float32)
    for piece in placed:
        at = tuple(np.rint((np.array(piece.at) + margin) * scale).astype(int).tolist())
        cv2.circle(mask, at, round(styles[piece.kind].diameter / 2 * scale), (1.0,), -1)
    high = float(np.mean([m.height for m in styles]))
    return np.asarray(1 - 0.55 * cv2.GaussianBlur(mask, (0, 0), max(0.5, 0.4 * high * scale)), np.float32)


def measure_thing_shade(thing: objects.Thing, lamp: Lamp, scale: float, size: Singles) -> Singles:
    """(h, w) how much of a lamp's light passes by a thing above the plane and reaches it: 0 none, 1 all."""
    to = np.append(size / 2, 0) - lamp.place
    move = to[:2] / max(float(lamp.place[2]), 1.0) * thing.height * scale
    limit = 0.4 * max(thing.mask.shape)
    move = np.clip(move, -limit, limit)
    h, w = thing.mask.shape
    moved = cv2.warpAffine(
        thing.mask, np.array([[1, 0, move[0]], [0, 1, move[1]]], np.float32), (w, h), borderMode=cv2.BORDER_REPLICATE
    )
    soft = max(0.5, float(lamp.width / np.linalg.norm(lamp.place)) * thing.height * scale)
    return np.asarray(1 - cv2.GaussianBlur(moved, (0, 0), min(soft, 60)), np.float32)


def draw_reflections(rng: Random, illumination: Illumination, plane: Singles, camera: Singles) -> Singles:
    """(h, w, 3) the lamps and windows that a shiny print reflects, as linear light; 0 for a dull print."""
    if rng.random() < 0.6:
        return np.zeros((*plane.shape[:2], 3), np.float32)
    out = np.zeros((*plane.shape[:2], 3), np.float32)
    rough = float(np.exp(rng.uniform(np.log(0.02), np.log(0.4))))
    bumps = make_noise(rng, plane.shape[:2], 120) * rng.uniform(0, 0.02)
    for lamp in illumination.lamps:
        # Where the ray, reflected by the plane, reaches the lamp's height.
        at = plane + (plane - camera[:2]) * (lamp.place[2] / camera[2]) * (1 + bumps[..., None])
        off = np.abs(at - lamp.place[:2])
        soft = rough * float(lamp.place[2]) + 1
        edges = np.clip((lamp.width + soft - off) / (2 * soft), 0, 1)
        bright = (lamp.width / float(lamp.place[2])) ** -1.0
        out += np.prod(edges, axis=-1)[..., None] * lamp.light * min(0.08 * bright, 1.5) * rng.uniform(0.2, 1)
    window = rng.random() < 0.3
    if window:  # a bright shape other than the lamps: a window or a ceiling light
        h, w = plane.shape[:2]
        box = cv2.boxPoints(
            (
                (float(rng.uniform(0, w)), float(rng.uniform(0, h))),
                (float(rng.uniform(0.03, 0.4)) * w, float(rng.uniform(0.03, 0.4)) * h),
                float(rng.uniform(0, 180)),
            )
        )
        mask: Singles = np.zeros((h, w), np.float32)
        cv2.fillPoly(mask, [np.rint(box).astype(np.int32)], (1.0,))
        soft = float(np.exp(rng.uniform(np.log(1), np.log(40))))
        mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), soft), np.float32)
        out += mask[..., None] * make_lamp_colour(rng, False) * rng.uniform(0.05, 1.0)
    return out
