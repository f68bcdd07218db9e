"""The virtual camera: a frame source that sees the virtual table as a real camera above it would.

Perspective, a lens that bends, uneven and coloured light, shadows, highlights, blur and noise are there
because vision must cope with them; nothing here tells vision anything. The empty board is drawn once for
each pose and light, resting pieces once for each change, so that a frame costs little more than its noise.
"""

from __future__ import annotations

import time
from dataclasses import replace
from types import TracebackType
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.virtual_table import arm, obstacles
from companion.virtual_table.look import LIGHTS, SKINS, SLEEVES, Light, Material, material
from companion.virtual_table.obstacles import Obstacle
from companion.virtual_table.optics import Optics, Pose, overlooking, stand
from companion.virtual_table.pieces import Pixels, Shadow, Sprite, bodies, cast, draw
from companion.virtual_table.scene import Piece, Scene
from companion.virtual_table.surface import PX_PER_MM, SURROUND_MM, decode, dimmed, encode, paint
from vision.errors import SourceStalled
from vision.sources import Frame

Image = NDArray[np.uint8]

BLUR_PX = 0.6
VIGNETTE = 0.25
SHADES_OF_A_KIND = 0.05
"""How much pieces of one kind differ from each other."""


class VirtualCamera:
    """Sees a scene. A frame source: frames are numbered from 0, `fps` a second.

    `live` cameras keep the pace of the clock, others deliver as fast as they are read.
    """

    def __init__(
        self,
        scene: Scene,
        *,
        size: tuple[int, int] = (1280, 720),
        pose: Pose | None = None,
        light: str | Light = "daylight",
        focal: float | None = None,
        k1: float = -0.03,
        seed: int = 0,
        noise: bool = True,
        skin: int = 0,
        fps: float = 30.0,
        live: bool = False,
    ) -> None:
        """pose: where board and boxes fill the picture, if left out. light: a name in LIGHTS, or a Light.

        focal: in px, 0.9 of the picture's width if left out. k1: as in `vision.register.lens`.
        skin: of the hand, in SKINS.
        """
        self.scene = scene
        self.fps = fps
        self._live = live
        self._size = size
        self._focal = 0.9 * size[0] if focal is None else focal
        self._k1 = k1
        self._pose = pose or overlooking(scene.layout, scene.boxes, size, self._focal, k1)
        self._light = LIGHTS[light] if isinstance(light, str) else light
        self._skin, self._sleeve = SKINS[skin % len(SKINS)], SLEEVES[skin % len(SLEEVES)]
        self._random = np.random.default_rng(seed)
        self._tint_seed = seed
        self._noisy = noise
        self._paint = paint(scene.board, scene.boxes)
        self._frames = 0
        self._opened = self._due = time.monotonic()
        self.plugged_in = True
        self._set_up()

    @property
    def live(self) -> bool:
        return self._live

    @property
    def optics(self) -> Optics:
        """Where the camera stands and how it maps points to pixels: the truth that vision has to find."""
        return self._optics

    @property
    def size(self) -> tuple[int, int]:
        """The picture's width and height in px."""
        return self._size

    @property
    def pose(self) -> Pose:
        return self._pose

    def place(self, pose: Pose) -> None:
        """Puts the camera elsewhere."""
        self._pose = pose
        self._set_up()

    def bump(self, dx_mm: float = 9.0, dy_mm: float = -6.0, turn_deg: float = 2.0) -> None:
        """Knocks against the camera: the board moves in the picture."""
        pose = self._pose
        self.place(replace(pose, x=pose.x + dx_mm, y=pose.y + dy_mm, roll_deg=pose.roll_deg + turn_deg))

    def light_up(self, light: str | Light) -> None:
        """Changes the light."""
        self._light = LIGHTS[light] if isinstance(light, str) else light
        self._set_up()

    def darken(self, share: float) -> None:
        """Leaves only a share (0 to 1) of the present light."""
        self.light_up(replace(self._light, exposure=self._light.exposure * share))

    def to_board(self, pixel: tuple[float, float], height_mm: float = 0.0) -> tuple[float, float]:
        """The point of the board's plane (or of a height above it), in mm, that a pixel shows."""
        x, y = self._optics.to_board(np.array([pixel]), height_mm)[0]
        return float(x), float(y)

    def to_pixel(self, point_mm: tuple[float, float], height_mm: float = 0.0) -> tuple[float, float]:
        """Where a point of the board's plane (or of a height above it) appears, in px."""
        x, y = self._optics.project(np.array([point_mm]), height_mm)[0]
        return float(x), float(y)

    def render(self) -> Image:
        """What the camera sees now: BGR, (h, w, 3). Every call has its own noise."""
        self._settle()
        image = self._resting.copy()
        if self.scene.hand is not None:
            self._add_moving(image)
        return self._add_noise(image) if self._noisy else image

    def read(self, timeout_s: float = 1.0) -> Frame:
        """The next frame; a live camera waits until it is due, one that is late drops no frame but its haste.

        Raises SourceStalled while the camera is not plugged in.
        """
        if not self.plugged_in:
            raise SourceStalled("the virtual camera gives no pictures. Is its cable firm?")
        index = self._frames
        t = index / self.fps
        if self._live:
            now = time.monotonic()
            if now < self._due:
                time.sleep(min(self._due - now, timeout_s))
            self._due = max(now, self._due) + 1 / self.fps
            t = time.monotonic() - self._opened
        image = self.render()
        self._frames += 1
        return Frame(index, t, image)

    def __enter__(self) -> Self:
        self._opened = self._due = time.monotonic()
        self._frames = 0
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return

    def _set_up(self) -> None:
        """The empty table in the present pose and light, and everything that depends on them alone."""
        self._optics = stand(self._pose, self._size, self._focal, self._k1)
        self._rays = self._optics.rays()
        reach = -np.float32(self._optics.position[2]) / self._rays[..., 2:]
        self._board_mm = np.asarray(self._optics.position[:2].astype(np.float32) + reach * self._rays[..., :2])
        self._brightness = self._brightness_map()
        flat = np.array(self._light.key[::-1], np.float32) + np.array(self._light.sky[::-1], np.float32)
        base = self._sample_paint() * flat * self._brightness
        self._empty = np.asarray(cv2.GaussianBlur(base, (0, 0), BLUR_PX), np.float32)
        self._empty_encoded = encode(self._empty)
        self._sprites: dict[Piece | Obstacle, tuple[Sprite | None, Shadow | None]] = {}
        self._settled_version = -1
        self._noise = self._noise_fields()

    def _sample_paint(self) -> Pixels:
        """The table's paint as the pixels see it, each the mean of four samples, so that edges are smooth."""
        width, height = self._size
        fine = cv2.resize(self._board_mm, (2 * width, 2 * height), interpolation=cv2.INTER_LINEAR)
        at = (np.asarray(fine, np.float32) + SURROUND_MM) * PX_PER_MM - 0.5
        seen = cv2.remap(self._paint, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
        return np.asarray(cv2.resize(seen, self._size, interpolation=cv2.INTER_AREA), np.float32)

    def _brightness_map(self) -> Pixels:
        """How bright the light is at every pixel, (h, w, 1): less far from the lamp, less in the picture's corners."""
        width, height = self._size
        size = np.array(self.scene.layout.size_mm)
        azimuth = np.radians(self._light.azimuth_deg)
        towards = np.array([np.sin(azimuth), -np.cos(azimuth)])
        along = (self._board_mm - size / 2) @ (towards / size.max()).astype(np.float32)
        fall = 1 + self._light.fall * np.clip(along, -1.2, 1.2)
        yy, xx = np.mgrid[0:height, 0:width].astype(np.float32)
        away = ((xx - width / 2) ** 2 + (yy - height / 2) ** 2) / (width**2 / 4 + height**2 / 4)
        return np.asarray((self._light.exposure * fall * (1 - VIGNETTE * away))[..., None], np.float32)

    def _settle(self) -> None:
        """Draws what lies at rest, where that has changed."""
        if self._settled_version == self.scene.version:
            return
        things: tuple[Piece | Obstacle, ...] = (*self.scene.pieces, *self.scene.obstacles)
        drawn = {thing: self._sprites.get(thing) or self._drawn(thing) for thing in things}
        self._sprites = drawn
        light, touched = self._empty.copy(), []
        for _, shadow in drawn.values():
            if shadow is not None:
                light[shadow.window.slices] *= shadow.left
                touched.append(shadow.window)
        # Far pieces first, and lower ones before those that lie on them.
        for thing in sorted(drawn, key=lambda p: (p.z, p.y)):
            sprite = drawn[thing][0]
            if sprite is not None:
                _lay_over(light[sprite.window.slices], sprite)
                touched.append(sprite.window)
        self._resting = self._empty_encoded.copy()
        for window in touched:
            self._resting[window.slices] = encode(light[window.slices])
        self._settled_version = self.scene.version

    def _drawn(self, thing: Piece | Obstacle) -> tuple[Sprite | None, Shadow | None]:
        if isinstance(thing, Piece):
            return self._sprite(thing)
        sprite = obstacles.draw(self._optics, self._light, self._brightness_at(thing.x, thing.y), thing)
        return _softened(sprite), obstacles.cast(self._optics, self._light, thing)

    def _sprite(self, piece: Piece) -> tuple[Sprite | None, Shadow | None]:
        kind = self.scene.kind(piece)
        parts = bodies(kind.shape, kind.diameter_mm, kind.height_mm)
        place = (piece.x, piece.y, piece.z)
        sprite = draw(
            self._optics,
            self._rays,
            self._light,
            self._brightness_at(piece.x, piece.y),
            self._material(piece),
            parts,
            place,
        )
        # A round stone's shadow is that of its widest part, halfway up.
        broad = kind.diameter_mm / 2 * (0.93 if kind.shape == "stone" else 1.0)
        return _softened(sprite), cast(self._optics, self._board_mm, self._light, broad, kind.height_mm, place)

    def _material(self, piece: Piece) -> Material:
        made_of = material(piece.kind)
        own = np.random.default_rng([self._tint_seed, piece.number]).uniform(-1, 1, 3) * SHADES_OF_A_KIND
        red, green, blue = (float(c * (1 + d)) for c, d in zip(made_of.colour, own, strict=True))
        return replace(made_of, colour=(red, green, blue))

    def _brightness_at(self, x: float, y: float) -> Pixels:
        column, row = np.round(self._optics.project(np.array([[x, y]]))[0]).astype(int)
        column, row = np.clip((column, row), 0, np.array(self._size) - 1)
        return np.repeat(self._brightness[row, column], 3)

    def _add_moving(self, image: Image) -> None:
        """The hand, its shadow, and the piece that it holds, drawn into a picture of what rests."""
        hand, held = self.scene.hand, self.scene.held
        if hand is None:
            return
        sprite, shadow = self._sprite(held) if held is not None else (None, None)
        for dark in (arm.shade(self._optics, self._light, hand), shadow):
            if dark is not None:
                image[dark.window.slices] = dimmed(image[dark.window.slices], dark.left)
        if sprite is not None:
            light = decode(image[sprite.window.slices])
            _lay_over(light, sprite)
            image[sprite.window.slices] = encode(light)
        drawn = arm.draw(self._optics, self._light, self._brightness_at(hand.x, hand.y), hand, self._skin, self._sleeve)
        if drawn is not None:
            window, picture, cover = drawn
            share = cover.astype(np.float32) / 255
            image[window.slices] = cv2.blendLinear(picture, image[window.slices].copy(), share, 1 - share)

    def _noise_fields(self) -> tuple[Image, Image]:
        """What the sensor adds and what it takes away; every frame uses another cut of them."""
        width, height = self._size
        shape = (height + _ROAM, width + _ROAM, 3)
        noise = np.random.default_rng(11).normal(0, 1, shape).astype(np.float32)
        noise = np.round(noise * self._light.noise)
        return np.clip(noise, 0, 255).astype(np.uint8), np.clip(-noise, 0, 255).astype(np.uint8)

    def _add_noise(self, image: Image) -> Image:
        width, height = self._size
        down, right = self._random.integers(0, _ROAM, 2)
        cut = (slice(down, down + height), slice(right, right + width))
        more, less = self._noise
        cv2.add(image, more[cut], dst=image)
        cv2.subtract(image, less[cut], dst=image)
        return image


_ROAM = 96


def _softened(sprite: Sprite | None) -> Sprite | None:
    """The sprite as the lens shows it."""
    if sprite is None:
        return None
    soft = [np.asarray(cv2.GaussianBlur(a, (0, 0), BLUR_PX), np.float32) for a in (sprite.colour, sprite.cover)]
    return Sprite(sprite.window, soft[0], soft[1].reshape(sprite.cover.shape))


def _lay_over(place: Pixels, sprite: Sprite) -> None:
    """Draws a sprite into what the pixels of its window show."""
    place *= 1 - sprite.cover
    place += sprite.colour
