"""Draws the table as the virtual camera sees it.

The empty table is drawn once for each pose and light, and a piece at rest once for each place. So a new frame costs
little more than its noise.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.virtual_table import obstacles
from companion.virtual_table.kept import Kept
from companion.virtual_table.look import Light, Material, find_material
from companion.virtual_table.obstacles import Obstacle
from companion.virtual_table.optics import Optics, Rays
from companion.virtual_table.pieces import Pixels, Shadow, Sprite, draw_piece, make_bodies, shade_board
from companion.virtual_table.scene import Piece, Scene
from companion.virtual_table.surface import PX_PER_MM, SURROUND_MM, Albedo, Paint, encode, to_albedo

Image = NDArray[np.uint8]
Drawn = tuple[Sprite | None, Shadow | None]
"""The drawing of a thing, and that of its shadow. Each is None if it is out of sight."""

BLUR_PX = 0.6
"""How much the lens blurs the picture."""

VIGNETTE = 0.25
"""The part of the light that is missing in the corners of the picture."""

TINT = 0.05
"""By which part the colours of two pieces of one kind may differ."""

KEPT_PIECES = 0
"""How many drawn pieces are kept for other tables that look the same. At 1280x720, each takes 70 to 180 kB."""


@dataclass(frozen=True, eq=False)
class View:
    """What the pixels of a camera in one pose show, in any light."""

    optics: Optics
    """Where the camera is."""

    rays: Rays
    """(h, w, 3) the direction in which each pixel looks."""

    board_mm: Pixels
    """(h, w, 2) the point of the board that each pixel shows."""

    albedo: Albedo
    """(h, w, 3) how much light the empty table reflects at each pixel."""


@dataclass(frozen=True, eq=False)
class EmptyTable:
    """The empty table in one pose and light, with everything that is needed to draw things on it."""

    optics: Optics
    """Where the camera is."""

    light: Light
    """The light on the table."""

    rays: Rays
    """(h, w, 3) the direction in which each pixel looks."""

    board_mm: Pixels
    """(h, w, 2) the point of the board that each pixel shows."""

    brightness: Pixels
    """(h, w, 1) how bright the light is at each pixel."""

    picture: Pixels
    """(h, w, 3) the picture as linear light, in BGR."""

    encoded: Image
    """(h, w, 3) the picture as sRGB, in BGR."""

    pieces: Kept[Drawn]
    """Pieces as they were drawn on this table."""

    def brightness_at(self, x: float, y: float) -> Pixels:
        """(3,) how bright the light is at a point of the board, in BGR."""
        column, row = np.round(self.optics.project(np.array([[x, y]]))[0]).astype(int)
        column, row = np.clip((column, row), 0, np.array(self.optics.size) - 1)
        return np.repeat(self.brightness[row, column], 3)


def look_at(paint: Paint, optics: Optics) -> View:
    """What a camera sees of a table. paint: as `surface.paint` returns it."""
    rays = optics.rays()
    reach = -np.float32(optics.position[2]) / rays[..., 2:]
    board_mm = np.asarray(optics.position[:2].astype(np.float32) + reach * rays[..., :2])
    return View(optics, rays, board_mm, _sample_paint(paint, board_mm, optics.size))


def draw_empty_table(view: View, board_size_mm: tuple[float, float], light: Light) -> EmptyTable:
    """Draws the empty table."""
    brightness = _find_brightness(view.board_mm, board_size_mm, view.optics.size, light)
    flat = np.array(light.key[::-1], np.float32) + np.array(light.sky[::-1], np.float32)
    base = view.albedo * flat * brightness
    picture = np.asarray(cv2.GaussianBlur(base, (0, 0), BLUR_PX), np.float32)
    pieces: Kept[Drawn] = Kept(KEPT_PIECES)
    return EmptyTable(view.optics, light, view.rays, view.board_mm, brightness, picture, encode(picture), pieces)


class RestingTable:
    """The table with everything at rest, in one view. It draws again only what has changed."""

    def __init__(
        self, empty: EmptyTable, scene: Scene, tint_seed: int, materials: Mapping[str, Material] | None = None
    ) -> None:
        """tint_seed: a number from which the small differences between pieces of one kind follow. materials: of each
        kind by its name; None for the usual ones.
        """
        self._empty = empty
        self._scene = scene
        self._tint_seed = tint_seed
        self._materials = materials
        self._drawn: dict[Piece | Obstacle, Drawn] = {}
        self._version: int | None = None
        self._picture = empty.encoded

    def draw(self) -> Image:
        """The picture as sRGB. It is kept for later calls: to change it, make a copy."""
        if self._version != self._scene.version:
            self._picture = self._draw_all()
            self._version = self._scene.version
        return self._picture

    def draw_piece(self, piece: Piece) -> Drawn:
        """Draws one piece and its shadow."""
        empty, kind = self._empty, self._scene.kind(piece)
        bodies = make_bodies(kind.shape, kind.diameter_mm, kind.height_mm)
        place = (piece.x, piece.y, piece.z)
        brightness = empty.brightness_at(piece.x, piece.y)
        material = self._choose_material(piece)
        sprite = draw_piece(empty.optics, empty.rays, empty.light, brightness, material, bodies, place)
        # The shadow of a round stone is that of its widest part, at half its height.
        broad = kind.diameter_mm / 2 * (0.93 if kind.shape == "stone" else 1.0)
        return _blur(sprite), shade_board(empty.optics, empty.board_mm, empty.light, broad, kind.height_mm, place)

    def _draw_all(self) -> Image:
        things: tuple[Piece | Obstacle, ...] = (*self._scene.pieces, *self._scene.obstacles)
        self._drawn = {thing: self._drawn.get(thing) or self._draw_thing(thing) for thing in things}
        light, touched = self._empty.picture.copy(), []
        for _, shadow in self._drawn.values():
            if shadow is not None:
                light[shadow.window.slices] *= shadow.left
                touched.append(shadow.window)
        # Far pieces come first, and lower ones before those on top of them.
        for thing in sorted(self._drawn, key=lambda p: (p.z, p.y)):
            sprite = self._drawn[thing][0]
            if sprite is not None:
                lay_over(light[sprite.window.slices], sprite)
                touched.append(sprite.window)
        picture = self._empty.encoded.copy()
        for window in touched:
            picture[window.slices] = encode(light[window.slices])
        return picture

    def _draw_thing(self, thing: Piece | Obstacle) -> Drawn:
        if isinstance(thing, Piece):
            look = self._scene.kind(thing), self._choose_material(thing), thing.x, thing.y, thing.z
            return self._empty.pieces.find_or_make(look, lambda: self.draw_piece(thing))
        empty = self._empty
        sprite = obstacles.draw_obstacle(empty.optics, empty.light, empty.brightness_at(thing.x, thing.y), thing)
        return _blur(sprite), obstacles.shade_board(empty.optics, empty.light, thing)

    def _choose_material(self, piece: Piece) -> Material:
        material = find_material(piece.kind) if self._materials is None else self._materials[piece.kind]
        own = np.random.default_rng([self._tint_seed, piece.number]).uniform(-1, 1, 3) * TINT
        red, green, blue = (float(c * (1 + d)) for c, d in zip(material.colour, own, strict=True))
        return replace(material, colour=(red, green, blue))


def lay_over(pixels: Pixels, sprite: Sprite) -> None:
    """Draws a sprite over pixels. pixels: those of the sprite's window."""
    pixels *= 1 - sprite.cover
    pixels += sprite.colour


def _sample_paint(paint: Paint, board_mm: Pixels, size: tuple[int, int]) -> Pixels:
    """The table's paint at every pixel. It is the mean of four samples, so that edges are smooth."""
    width, height = size
    fine = cv2.resize(board_mm, (2 * width, 2 * height), interpolation=cv2.INTER_LINEAR)
    at = (np.asarray(fine, np.float32) + SURROUND_MM) * PX_PER_MM - 0.5
    seen = cv2.remap(paint, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
    return to_albedo(np.asarray(cv2.resize(seen, size, interpolation=cv2.INTER_AREA), np.uint16))


def _find_brightness(
    board_mm: Pixels, board_size_mm: tuple[float, float], size: tuple[int, int], light: Light
) -> Pixels:
    """(h, w, 1) how bright the light is at every pixel. It is less far from the lamp, and in the corners of the
    picture.
    """
    width, height = size
    board = np.array(board_size_mm)
    azimuth = np.radians(light.azimuth_deg)
    towards = np.array([np.sin(azimuth), -np.cos(azimuth)])
    along = (board_mm - board / 2) @ (towards / board.max()).astype(np.float32)
    fall = 1 + light.fall * np.clip(along, -1.2, 1.2)
    yy, xx = np.mgrid[0:height, 0:width].astype(np.float32)
    away = ((xx - width / 2) ** 2 + (yy - height / 2) ** 2) / (width**2 / 4 + height**2 / 4)
    return np.asarray((light.exposure * fall * (1 - VIGNETTE * away))[..., None], np.float32)


def _blur(sprite: Sprite | None) -> Sprite | None:
    """The sprite, blurred as the lens blurs it."""
    if sprite is None:
        return None
    soft = [np.asarray(cv2.GaussianBlur(a, (0, 0), BLUR_PX), np.float32) for a in (sprite.colour, sprite.cover)]
    return Sprite(sprite.window, soft[0], soft[1].reshape(sprite.cover.shape))
