"""Things that are neither board nor piece: hands and sleeves, cups, phones, dice, cards and coins.

Each is a mask over the board's plane, as the camera sees it, with its colours and its height above the board.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.layout import Point
from vision.training.textures import Random, Singles, make_material, make_random_hue

SKINS = ((0.24, 0.33, 0.55), (0.12, 0.13, 0.23), (0.38, 0.48, 0.7), (0.16, 0.22, 0.38), (0.3, 0.4, 0.62))


@dataclass(frozen=True, eq=False)
class Thing:
    """A thing that is neither board nor piece, drawn into a picture of the board's plane."""

    mask: Singles
    """(h, w) from 0 to 1: where the thing is in the picture."""
    colour: Singles
    """(h, w, 3) linear reflectance. Its own shading is part of it."""
    height: float
    """How high the thing is above the board, in mm. Its shadow needs this."""
    is_small: bool = False
    """True for a thing such as a die, which counts as being at a place although it covers only a little of it."""


def make_random_thing(
    rng: Random, shape: tuple[int, int], scale: float, inside: tuple[float, float, float, float], with_dice: bool
) -> Thing:
    """A random thing in a picture (h, w) with `scale` px per mm.

    inside: the playing field's left, top, right and bottom, in px. with_dice: True if people roll dice on such a board.
    """
    left, top, right, bottom = inside
    at = (float(rng.uniform(left, right)), float(rng.uniform(top, bottom)))
    if with_dice and rng.random() < 0.5:
        return _make_dice(rng, shape, scale, at)
    kind = rng.random()
    if kind < 0.55:
        return _make_arm(rng, shape, scale, at)
    if kind < 0.68:
        return _make_cup(rng, shape, scale, at)
    if kind < 0.78:
        return _make_flat_thing(rng, shape, scale, at)
    return _make_dice(rng, shape, scale, at)


def _make_arm(rng: Random, shape: tuple[int, int], scale: float, tip: Point) -> Thing:
    """A hand and its arm, coming in over the edge; fingers spread or closed, with or without a sleeve."""
    turn = rng.uniform(0, 2 * np.pi)
    d = np.array([np.cos(turn), np.sin(turn)])
    side = np.array([-d[1], d[0]])
    size = scale * rng.uniform(0.75, 1.3)
    skin, cloth = np.zeros(shape, np.uint8), np.zeros(shape, np.uint8)

    def draw_part(mask: NDArray[np.uint8], a: NDArray[np.float64], b: NDArray[np.float64], wide: float) -> None:
        ends = [tuple(np.rint(p * 8).astype(int).tolist()) for p in (a, b)]
        cv2.line(mask, ends[0], ends[1], (255,), max(1, round(wide)), cv2.LINE_AA, shift=3)

    start = np.array(tip)
    palm = start + d * size * rng.uniform(55, 85)
    spread = rng.uniform(0.35, 1.1)
    for k, off in enumerate((-26, -9, 9, 26)):
        if rng.random() < 0.85:
            reach = start + side * off * size * spread * rng.uniform(0.6, 1.3) + d * abs(off) * size * 0.5
            bend = (reach + palm + side * off * size) / 2 + side * rng.normal(0, 4) * size
            draw_part(skin, reach, bend, 16 * size)
            draw_part(skin, bend, palm + side * off * size * 0.8, 18 * size)
        if k == 0 and rng.random() < 0.7:
            draw_part(skin, start + side * -40 * size + d * 25 * size, palm + side * -25 * size, 19 * size)
    draw_part(skin, palm - d * 8 * size, palm + d * 50 * size, 70 * size)
    wrist = palm + d * 60 * size
    draw_part(skin, wrist, wrist + d * 900 * size, rng.uniform(48, 62) * size)
    if rng.random() < 0.6:
        draw_part(cloth, wrist + d * rng.uniform(0, 120) * size, wrist + d * 900 * size, rng.uniform(65, 110) * size)
    if rng.random() < 0.1:  # only a sleeve or an elbow
        skin[:] = 0
        draw_part(cloth, start, start + d * 900 * size, rng.uniform(60, 120) * size)
    colour = make_material(
        rng, shape, np.array(SKINS[int(rng.integers(len(SKINS)))], np.float32) * np.float32(rng.uniform(0.8, 1.2))
    )
    sleeve = make_material(
        rng, shape, make_random_hue(rng, float(np.exp(rng.uniform(np.log(0.02), np.log(0.8)))), rng.choice([0.05, 0.5]))
    )
    if rng.random() < 0.3:
        stripes = np.sin(
            np.arange(shape[1])[None] * rng.uniform(0.1, 0.8) + np.arange(shape[0])[:, None] * rng.uniform(0, 0.5)
        )
        sleeve = sleeve * np.where(stripes[..., None] > 0, 1.0, rng.uniform(0.2, 0.8)).astype(np.float32)
    colour = (
        np.where(cloth[..., None] > 0, sleeve, colour) * _shade_round(np.maximum(skin, cloth), 22 * size)[..., None]
    )
    return Thing(_to_fractions(np.maximum(skin, cloth)), np.asarray(colour, np.float32), rng.uniform(8, 45))


def _to_fractions(mask: NDArray[np.uint8]) -> Singles:
    """A mask as values from 0 to 1 instead of bytes."""
    return np.asarray(mask, np.float32) / np.float32(255)


def _shade_round(mask: NDArray[np.uint8], deep: float) -> Singles:
    """(h, w) the brightness of a round thing with this mask: darker towards its edges."""
    inner = cv2.distanceTransform((mask > 0).astype(np.uint8), cv2.DIST_L2, 3)
    return np.asarray(0.55 + 0.5 * np.minimum(inner / max(deep, 1), 1) ** 0.7, np.float32)


def _make_cup(rng: Random, shape: tuple[int, int], scale: float, at: Point) -> Thing:
    """A cup or a glass: a side that leans outwards, a rim, a drink."""
    r = rng.uniform(28, 48) * scale
    lean = np.array([rng.normal(0, 0.4), rng.normal(0, 0.4)]) * r
    mask = np.zeros(shape, np.uint8)
    colour = np.zeros((*shape, 3), np.float32)
    base = make_random_hue(rng, float(rng.uniform(0.05, 0.85)), rng.choice([0.03, 0.5]))
    foot, top = np.array(at), np.array(at) + lean
    for k in range(12):
        p = foot + (top - foot) * k / 11
        wide = round(float(r * (0.85 + 0.15 * k / 11)))
        centre = tuple(np.rint(p).astype(int).tolist())
        cv2.circle(mask, centre, wide, (255,), -1, cv2.LINE_AA)
        cv2.circle(colour, centre, wide, (base * (0.6 + 0.4 * k / 11)).tolist(), -1, cv2.LINE_AA)
    drink = make_random_hue(rng, float(rng.uniform(0.01, 0.5)), 0.5)
    centre = tuple(np.rint(top).astype(int).tolist())
    cv2.circle(colour, centre, round(float(r * 0.9)), (base * 0.5).tolist(), -1, cv2.LINE_AA)
    cv2.circle(colour, centre, round(float(r * rng.uniform(0.7, 0.88))), drink.tolist(), -1, cv2.LINE_AA)
    return Thing(_to_fractions(mask), colour, rng.uniform(40, 100))


def _make_flat_thing(rng: Random, shape: tuple[int, int], scale: float, at: Point) -> Thing:
    """A phone, a card, a sheet of paper, a pencil or a ruler: something flat with straight edges."""
    kind = rng.integers(4)
    size = ((72, 150), (60, 90), (150, 210), (8, 170))[kind]
    box = cv2.boxPoints((at, (size[0] * scale, size[1] * scale), float(rng.uniform(0, 180))))
    mask = np.zeros(shape, np.uint8)
    cv2.fillPoly(mask, [np.rint(box * 16).astype(np.int32)], (255,), cv2.LINE_AA, shift=4)
    level = float(rng.choice([0.02, 0.05, 0.8])) if kind < 3 else float(rng.uniform(0.05, 0.7))
    colour = make_material(rng, shape, make_random_hue(rng, level, rng.choice([0.02, 0.4])))
    if kind < 3 and rng.random() < 0.6:  # a screen, a picture or writing on it
        inner = (box - box.mean(axis=0)) * 0.88 + box.mean(axis=0)
        shown = np.zeros(shape, np.uint8)
        cv2.fillPoly(shown, [np.rint(inner * 16).astype(np.int32)], (255,), cv2.LINE_AA, shift=4)
        colour = np.where(
            shown[..., None] > 0,
            make_material(rng, shape, make_random_hue(rng, float(rng.uniform(0.02, 0.9)), 0.5)),
            colour,
        )
    return Thing(_to_fractions(mask), np.asarray(colour, np.float32), rng.uniform(0.5, 9))


def _make_dice(rng: Random, shape: tuple[int, int], scale: float, at: Point) -> Thing:
    """One or two dice with their pips."""
    mask = np.zeros(shape, np.uint8)
    colour = np.zeros((*shape, 3), np.float32)
    side = rng.uniform(11, 19) * scale
    base = make_random_hue(rng, float(rng.choice([0.02, 0.3, 0.8])), rng.choice([0.03, 0.8]))
    pips = make_random_hue(rng, 0.02 if base.mean() > 0.2 else 0.85, 0.05)
    apart = float(rng.choice([0.8, 4.0]))
    for _ in range(int(rng.integers(1, 3))):
        turn = float(rng.uniform(0, 90))
        middle = np.array(at) + rng.normal(0, apart, 2) * side
        lean = rng.normal(0, 0.3, 2) * side
        foot, top = (cv2.boxPoints((tuple(m.tolist()), (side, side), turn)) for m in (middle, middle + lean))
        hull = cv2.convexHull(np.concatenate([foot, top]))
        for outline, level in ((hull, 0.6), (top, 1.0)):
            points = [np.rint(outline * 16).astype(np.int32)]
            cv2.fillPoly(mask, points, (255,), cv2.LINE_AA, shift=4)
            cv2.fillPoly(colour, points, (base * level).tolist(), cv2.LINE_AA, shift=4)
        u, v = (top[1] - top[0]) / 4, (top[3] - top[0]) / 4
        eyes = {1: [(2, 2)], 2: [(1, 1), (3, 3)], 3: [(1, 1), (2, 2), (3, 3)], 4: [(1, 1), (1, 3), (3, 1), (3, 3)]}
        for a, b in eyes.get(int(rng.integers(1, 7)), [(1, 1), (1, 2), (1, 3), (3, 1), (3, 2), (3, 3)]):
            p = top[0] + u * a + v * b
            eye = (round(float(p[0]) * 16), round(float(p[1]) * 16))
            cv2.circle(colour, eye, max(1, round(side * 0.09 * 16)), pips.tolist(), -1, cv2.LINE_AA, shift=4)
    return Thing(_to_fractions(mask), colour, float(side / scale), is_small=True)
