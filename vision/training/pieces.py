"""Draws pieces of many kinds: solids of revolution, seen by a camera and lit by lamps.

All pictures here are of the board's plane: each pixel shows what the camera sees in the direction of one point of the
plane. So a point above the board appears where the camera's ray through it meets the plane.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.layout import Point
from vision.training.textures import Random, Singles, make_noise, make_random_hue

SHAPES = ("stone", "disc", "token", "pawn", "dome")
_SLICES = 16


@dataclass(frozen=True, eq=False)
class PieceStyle:
    """How all pieces of a kind look."""

    shape: str
    """Which of SHAPES the pieces have."""
    colour: Singles
    """(3,) linear reflectance (blue, green, red)."""
    diameter: float
    """The diameter in mm."""
    height: float
    """The height in mm."""
    gloss: float
    """How strong its highlights are."""
    sharp: float
    """How sharp its highlights are: the exponent of Blinn and Phong (1977)."""
    rings: float
    """How strong the rings on its top are. They are carved or painted."""
    ring_count: int
    """How many rings its top has from the middle to the rim."""
    emblem: Singles | None
    """(3,) the colour of a spot in the middle of its top; None for no spot."""
    relief: float
    """How strongly a crown or another figure shows on its top."""
    vary: float
    """How much single pieces of the kind differ in brightness: a standard deviation of the logarithm."""
    worn: float
    """How much the brightness varies over one piece: a standard deviation of the logarithm."""
    marbled: Singles | None
    """(3,) a second colour inside the piece, as in pearl or in swirls of two colours; None for one colour."""


PALE = ((0.74, 0.79, 0.82), (0.5, 0.64, 0.7), (0.3, 0.5, 0.7), (0.5, 0.62, 0.55), (0.74, 0.66, 0.62), (0.55, 0.6, 0.8))
DARK = (
    (0.02, 0.02, 0.02),
    (0.03, 0.06, 0.1),
    (0.03, 0.03, 0.16),
    (0.12, 0.05, 0.02),
    (0.04, 0.08, 0.02),
    (0.1, 0.09, 0.09),
)
BRIGHT = (
    (0.05, 0.05, 0.55),
    (0.45, 0.12, 0.04),
    (0.08, 0.34, 0.06),
    (0.05, 0.55, 0.75),
    (0.04, 0.3, 0.75),
    (0.3, 0.06, 0.3),
)
METAL = ((0.08, 0.46, 0.72), (0.12, 0.34, 0.52), (0.66, 0.64, 0.62), (0.5, 0.46, 0.44))


def make_random_styles(
    rng: Random, diameter: float, count: int, tall: bool, print_colours: Singles
) -> list[PieceStyle]:
    """How `count` kinds of one set look: all of one shape, in colours that people can tell apart.

    diameter: mm. tall: True for pieces that are higher than wide. print_colours: (n, 3) colours of the board; some
    pieces get one of them.
    """
    colours: list[Singles] = []
    palette, matching = rng.random(), rng.random() < 0.2
    for k in range(count):
        for _ in range(40):
            if matching and k == 0:  # made of the same wood as the board's squares
                c = print_colours[int(rng.integers(len(print_colours)))]
            elif count == 2 and palette < 0.55:
                c = np.array((PALE, DARK)[k][int(rng.integers(6))])
            elif count == 2 and palette < 0.7:
                c = np.array(METAL[2 * k + int(rng.integers(2))])
            elif palette < 0.85:
                c = np.array((*BRIGHT, PALE[0], DARK[0])[int(rng.integers(8))])
            else:
                c = make_random_hue(
                    rng, float(np.exp(rng.uniform(np.log(0.03), np.log(0.75)))), float(rng.choice([0.1, 0.6]))
                )
            c = np.clip(c * rng.uniform(0.8, 1.2) * rng.uniform(0.9, 1.1, 3), 0.01, 0.92).astype(np.float32)
            if all(np.abs(np.log((c + 0.03) / (other + 0.03))).max() > 0.45 for other in colours):
                break
        colours.append(c)
    shape = "pawn" if tall else str(rng.choice(SHAPES, p=[0.3, 0.4, 0.13, 0.05, 0.12]))
    flat = {"stone": (0.25, 0.5), "disc": (0.15, 0.4), "token": (0.06, 0.3), "pawn": (1.0, 1.9), "dome": (0.2, 0.5)}[
        shape
    ]
    height = diameter * rng.uniform(*flat)
    gloss = float(rng.choice([0.0, 0.03, 0.08, 0.2]))
    sharp = float(np.exp(rng.uniform(np.log(10), np.log(400))))
    rings = rng.uniform(0.1, 0.6) if rng.random() < 0.5 else 0.0
    emblem = None
    if rng.random() < 0.2:
        emblem = make_random_hue(rng, float(rng.uniform(0.02, 0.7)), 0.4)
    relief = float(rng.uniform(0.05, 0.35)) if rng.random() < 0.45 and shape in ("disc", "token") else 0.0
    vary, worn = rng.uniform(0.0, 0.12), rng.uniform(0.0, 0.15)
    ring_count = int(rng.integers(1, 5))
    swirls = rng.uniform(0.3, 1.0) if rng.random() < 0.2 else 0.0
    marbled = [c + np.float32(swirls) * (_vary_colour(rng, c) - c) if swirls else None for c in colours]
    return [
        PieceStyle(shape, c, diameter, height, gloss, sharp, rings, ring_count, emblem, relief, vary, worn, through)
        for c, through in zip(colours, marbled, strict=True)
    ]


def _vary_colour(rng: Random, colour: Singles) -> Singles:
    """(3,) a second colour for pieces of a colour (3,): paler, or sometimes a little darker."""
    share = np.float32(rng.uniform(-0.3, 0.7))
    return np.asarray(np.where(share > 0, colour + share * (0.85 - colour), colour * (1 + share)), np.float32)


def make_profile(style: PieceStyle) -> tuple[Singles, Singles]:
    """The outline of a piece: heights (m,) in mm from the top down, and the radius (m,) in mm at each height."""
    r, h = style.diameter / 2, style.height
    z = np.linspace(h, 0, _SLICES).astype(np.float32)
    t = z / h
    if style.shape == "stone":
        radius = r * np.sqrt(np.maximum(1 - (2 * t - 1) ** 2, 0))
    elif style.shape == "dome":
        radius = r * np.sqrt(np.maximum(1 - t**2, 0)) * 0.999
    elif style.shape == "pawn":
        radius = np.interp(
            t,
            [0, 0.12, 0.3, 0.6, 0.66, 0.7, 0.8, 0.9, 1.0],
            r * np.array([1, 1, 0.6, 0.38, 0.5, 0.45, 0.55, 0.45, 0.05]),
        )
    else:
        bevel = np.clip((1 - t) * h / max(0.12 * h, 0.6), 0, 1) if style.shape == "disc" else np.ones_like(t)
        radius = r * (0.94 + 0.06 * bevel)
    return z, np.asarray(radius, np.float32)


@dataclass(frozen=True, eq=False)
class PlacedPiece:
    """A piece on the board."""

    kind: int
    """The number of its kind in the list of styles."""
    at: Point
    """Its middle on the board, in mm."""
    level: float
    """How high its underside is above the board, in mm."""
    place: int
    """The number of its place among all places, in the layout's order."""


@dataclass(frozen=True, eq=False)
class Lamp:
    """A lamp above the board."""

    place: Singles
    """(3,) where the lamp is, in mm; the third number is its height above the board."""
    width: float
    """The width of the lamp in mm. A wide lamp makes soft shadows."""
    light: Singles
    """(3,) linear light that reaches the board right below the lamp."""


@dataclass(frozen=True, eq=False)
class Illumination:
    """The light of a scene."""

    lamps: tuple[Lamp, ...]
    ambient: Singles
    """(3,) linear light that comes from all sides."""


def render(
    rng: Random,
    style: PieceStyle,
    at: Point,
    level: float,
    grid: Singles,
    camera: Singles,
    illumination: Illumination,
    shade: Singles,
) -> tuple[Singles, np.ndarray[tuple[int, ...], np.dtype[np.bool_]]]:
    """A piece as pixels of the plane show it: linear light (h, w, 3), and a mask (h, w) of where the piece is seen.

    grid: (h, w, 2) mm, the plane's points at the pixels. level: how high the piece is above the board, in mm. camera:
    (3,) where it is, in mm. shade: for each lamp, the part of its light that reaches the piece.
    """
    z, radius = make_profile(style)
    up = z + level
    pull = up / camera[2]
    middle = np.array(at, np.float32)
    # (m, h, w, 2) mm from the axis, where the ray of each pixel passes each height
    away = grid[None] + (camera[:2] - grid[None]) * pull[:, None, None, None] - middle
    far = np.sqrt((away * away).sum(axis=-1))
    hit = far <= radius[:, None, None]
    seen = hit.any(axis=0)
    rows, columns = np.nonzero(seen)
    if not len(rows):
        return np.zeros((*grid.shape[:2], 3), np.float32), seen
    first = hit.argmax(axis=0)[rows, columns]
    off = away[first, rows, columns]
    gap = far[first, rows, columns]
    r = style.diameter / 2
    slope = np.gradient(radius, -z)[first]  # how fast it widens downwards
    on_top = (first == 0) | (gap < radius[np.maximum(first - 1, 0)])
    if style.shape in ("stone", "dome"):
        tilt = np.minimum(gap / r, 0.995)
        flat = 1.0 if style.shape == "dome" else 0.5
        normal_r = tilt / r
        normal_z = np.sqrt(1 - tilt**2) / (flat * style.height)
    elif style.shape == "pawn":
        normal_r, normal_z = np.ones_like(gap), np.clip(slope, -0.3, 4)
    else:
        lip = style.rings * 0.5 * np.sin(gap / r * style.ring_count * 6.28) * on_top
        normal_r = np.where(on_top, lip, 1.0)
        normal_z = np.where(on_top, 1.0, 0.05)
    direction = off / np.maximum(gap, 1e-3)[:, None]
    normal = np.column_stack([direction * normal_r[:, None], normal_z]).astype(np.float32)
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    height = up[first]
    point = np.column_stack([middle + off, height]).astype(np.float32)
    view = camera - point
    view /= np.linalg.norm(view, axis=1, keepdims=True)
    albedo = np.repeat(style.colour[None] * np.float32(np.exp(rng.normal(0, style.vary))), len(gap), axis=0)
    if style.marbled is not None:
        there = np.clip(0.5 + 0.6 * make_noise(rng, seen.shape, 6, rng.uniform(1, 3))[rows, columns], 0, 1)[:, None]
        albedo = albedo + there * (style.marbled - style.colour)
    if style.relief:
        turn = np.arctan2(off[:, 1], off[:, 0]) + style.relief * 7
        crown = (np.sin(turn * (3 + style.relief * 20 % 5)) * np.cos(gap / r * 6) > 0.2) & on_top & (gap < 0.75 * r)
        albedo *= np.where(crown, 1 - style.relief, 1.0)[:, None].astype(np.float32)
        raised = 2 * style.relief * crown[:, None] * np.column_stack([np.cos(5 * turn), np.sin(5 * turn)])
        normal[:, :2] += raised.astype(np.float32)  # the figure is pressed into it: its edges catch the light
        normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    ring = 1 - style.rings * 0.6 * (np.sin(gap / r * style.ring_count * 6.28 + 1) > 0.6) * on_top
    albedo *= ring[:, None].astype(np.float32)
    if style.emblem is not None:
        albedo = np.where(((gap < 0.4 * r) & on_top)[:, None], style.emblem, albedo)
    if style.worn > 0.02:
        albedo = albedo * np.exp(style.worn * make_noise(rng, seen.shape, 9)[rows, columns])[:, None]
    sky = (0.55 + 0.45 * normal[:, 2:]) * np.minimum(0.6 + 0.4 * height[:, None] / max(style.height, 1), 1)
    out = albedo * illumination.ambient * sky
    mirror = 0.04 + 0.5 * (1 - np.clip((view * normal).sum(axis=1), 0, 1)) ** 4
    out += (style.gloss > 0) * 0.6 * mirror[:, None] * illumination.ambient
    for lamp, free in zip(illumination.lamps, shade, strict=True):
        to = lamp.place - point
        to /= np.linalg.norm(to, axis=1, keepdims=True)
        facing = np.clip((to * normal).sum(axis=1), 0, 1) / max(float(to[:, 2].mean()), 0.15)
        half = to + view
        half /= np.linalg.norm(half, axis=1, keepdims=True)
        shine = style.gloss * np.clip((half * normal).sum(axis=1), 0, 1) ** style.sharp * np.sqrt(style.sharp) * 0.6
        out += free * lamp.light * (albedo * np.minimum(facing, 3.0)[:, None] + shine[:, None])
    picture = np.zeros((*grid.shape[:2], 3), np.float32)
    picture[rows, columns] = out
    return picture, seen
