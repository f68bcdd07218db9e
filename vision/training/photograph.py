"""Photographs a scene: paints the board's plane as the camera sees it, then the pieces and things on it."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from vision.layout import Layout
from vision.reader.networks.rows import find_row_places
from vision.register import Registration
from vision.training import develop, objects, pieces
from vision.training import lamps as lighting
from vision.training.board import Board
from vision.training.develop import Picture
from vision.training.pieces import Illumination, PieceStyle, PlacedPiece
from vision.training.sheet import SCALE, make_random_colour
from vision.training.textures import Random, Singles, make_material

_DIE_WEIGHT = 3.0  # a part of a place that a die covers counts this many times as much as one that a hand covers
_MAX_PX_PER_MM = 4.0  # px per mm: no camera sees a whole board in finer detail
SIDE = 760
"""The longer side of the painted picture, in px."""


def photograph(
    rng: Random,
    board: Board,
    layout: Layout,
    styles: list[PieceStyle],
    placed: list[PlacedPiece],
    true: Registration,
    side: int = SIDE,
) -> tuple[Picture, Picture, Singles]:
    """A picture of the scene, a picture of the bare board, and how much of each place (n,) a thing covers.

    true: where the board is in the picture. side: the longer side in px of what is painted before the camera sees it.
    """
    size = np.array(layout.size_mm)
    margin = 0.14 * float(size.max())
    scale = min(
        1.2 * float(np.median(true.scale_at(np.array([size / 2])))),
        _MAX_PX_PER_MM,
        side / (float(size.max()) + 2 * margin),
    )
    columns, rows = (round(float(v + 2 * margin) * scale) for v in size)
    x = (np.arange(columns, dtype=np.float32) + 0.5) / scale - margin
    y = (np.arange(rows, dtype=np.float32) + 0.5) / scale - margin
    plane = np.stack(np.meshgrid(x, y), axis=-1)
    camera = true.camera_mm().astype(np.float32)
    illumination = lighting.make_random_illumination(rng, float(size.max()))
    illumination = Illumination(
        tuple(replace(p, place=p.place + np.append(size / 2, 0).astype(np.float32)) for p in illumination.lamps),
        illumination.ambient,
    )
    # The print, the table around it, the light on both.
    table = make_material(rng, (rows, columns), make_random_colour(rng))
    at = ((plane - board.origin) * SCALE - 0.5).astype(np.float32)
    albedo = cv2.remap(
        board.print,
        at[..., 0],
        at[..., 1],
        cv2.INTER_AREA if scale < SCALE else cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=(-1, -1, -1),
    )
    albedo = np.where(albedo[..., :1] < 0, table, np.maximum(albedo, 0))
    falls = [lighting.measure_falloff(lamp, plane) for lamp in illumination.lamps]
    uneven = (
        1
        + rng.uniform(0, 0.35)
        * ((x[None, :] - size[0] / 2) * rng.normal() + (y[:, None] - size[1] / 2) * rng.normal())[..., None]
        / size.max()
    )
    ambient = illumination.ambient * np.clip(uneven, 0.3, 2)
    shadows = [
        lighting.measure_shadow(rng, lamp, styles, placed, plane.shape[:2], scale, margin)
        for lamp in illumination.lamps
    ]
    thing = None
    with_dice = bool(find_row_places(layout).any())
    if rng.random() < (0.6 if with_dice else 0.4):
        inside = (margin * scale, margin * scale, columns - margin * scale, rows - margin * scale)
        thing = objects.make_random_thing(rng, (rows, columns), scale, inside, with_dice)
    mirror = lighting.draw_reflections(rng, illumination, plane, camera)
    lit_bare = albedo * (
        ambient + sum(lamp.light * fall[..., None] for lamp, fall in zip(illumination.lamps, falls, strict=True))
    )
    lit_bare = lit_bare + mirror
    close = lighting.measure_ambient(styles, placed, plane.shape[:2], scale, margin)
    thing_shade = [np.ones((rows, columns), np.float32) for _ in illumination.lamps]
    if thing is not None:
        thing_shade = [lighting.measure_thing_shade(thing, lamp, scale, size) for lamp in illumination.lamps]
        close = close * (1 - 0.5 * cv2.GaussianBlur(thing.mask, (0, 0), 12 * scale))
    picture = albedo * ambient * close[..., None]
    for lamp, fall, shadow, shade in zip(illumination.lamps, falls, shadows, thing_shade, strict=True):
        picture = picture + albedo * lamp.light * (fall * (1 - shadow) * shade)[..., None]
    picture = picture + mirror
    # Far pieces first, so that near ones hide them.
    order = sorted(placed, key=lambda p: (p.level, -np.hypot(p.at[0] - camera[0], p.at[1] - camera[1])))
    for piece in order:
        _paint_piece(
            rng, picture, piece, styles[piece.kind], plane, scale, margin, camera, illumination, falls, thing_shade
        )
    covered = np.zeros(sum(len(c.places()) for c in layout.cells.values()), np.float32)
    if thing is not None:
        light = ambient + sum(
            lamp.light * fall[..., None] for lamp, fall in zip(illumination.lamps, falls, strict=True)
        )
        mask = thing.mask[..., None]
        picture = picture * (1 - mask) + mask * thing.colour * light
        covered = _measure_cover(thing, layout, styles, camera, scale, margin) * (
            _DIE_WEIGHT if thing.is_small else 1.0
        )
    return (*develop.develop_picture(rng, picture, lit_bare, true, scale, margin), covered)


def _paint_piece(
    rng: Random,
    picture: Singles,
    piece: PlacedPiece,
    style: PieceStyle,
    plane: Singles,
    scale: float,
    margin: float,
    camera: Singles,
    illumination: Illumination,
    falls: list[Singles],
    thing_shade: list[Singles],
) -> None:
    """Paints a piece into the picture of the plane."""
    top = piece.level + style.height
    at = np.array(piece.at, np.float32)
    away = (at - camera[:2]) * top / (camera[2] - top)
    r = 1.15 * style.diameter / 2
    low = np.minimum(at, at + away) - r
    high = np.maximum(at, at + away) + r
    h, w = picture.shape[:2]
    x0, y0 = (int(v) for v in np.clip(np.floor((low + margin) * scale), 0, (w, h)))
    x1, y1 = (int(v) for v in np.clip(np.ceil((high + margin) * scale), 0, (w, h)))
    if x1 <= x0 or y1 <= y0:
        return
    part = np.s_[y0:y1, x0:x1]
    cy, cx = (int(np.clip((v + margin) * scale, 0, n - 1)) for v, n in ((at[1], h), (at[0], w)))
    shade = np.array([fall[cy, cx] * free[cy, cx] for fall, free in zip(falls, thing_shade, strict=True)], np.float32)
    shown, seen = pieces.render(rng, style, piece.at, piece.level, plane[part], camera, illumination, shade)
    picture[part][seen] = shown[seen]


def _measure_cover(
    thing: objects.Thing, layout: Layout, styles: list[PieceStyle], camera: Singles, scale: float, margin: float
) -> Singles:
    """(n,) how much of each place a thing covers: 0 nothing, 1 all."""
    places = np.array([p for c in layout.cells.values() for p in c.places()], np.float32)
    high = float(np.median([m.height for m in styles])) / 2
    seen = places + (places - camera[:2]) * high / (camera[2] - high)
    r = 0.9 * max(m.diameter for m in styles) / 2
    spread = np.stack(np.meshgrid(np.linspace(-1, 1, 9), np.linspace(-1, 1, 9)), axis=-1).reshape(-1, 2)
    spread = spread[np.hypot(*spread.T) <= 1] * r
    at = (seen[:, None] + spread + margin) * scale
    h, w = thing.mask.shape
    column, row = (np.clip(at[..., i], 0, n - 1).astype(int) for i, n in ((0, w), (1, h)))
    return np.asarray((thing.mask[row, column] > 0.5).mean(axis=1), np.float32)
