"""The virtual camera: a frame source that sees the virtual table as a real camera above it would.

It has perspective, a lens that bends lines, uneven and coloured light, shadows, highlights, blur and noise, because
vision must cope with all of them. Nothing here tells vision what is on the table.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from types import TracebackType
from typing import Self

import cv2
import numpy as np

from companion.language import _
from companion.virtual_table import arm
from companion.virtual_table.kept import Kept
from companion.virtual_table.look import LIGHTS, SKINS, SLEEVES, Light, Material
from companion.virtual_table.optics import Optics, Pose, find_overview, place_camera
from companion.virtual_table.scene import Scene
from companion.virtual_table.surface import decode, dim, encode, paint
from companion.virtual_table.table_view import (
    EmptyTable,
    Image,
    RestingTable,
    View,
    draw_empty_table,
    lay_over,
    look_at,
)
from vision.errors import SourceStalled
from vision.sources import Activity, Frame

NOISE_MARGIN_PX = 96
"""By how many pixels, at most, the noise of a frame is shifted against that of another frame."""


class VirtualCamera:
    """Sees a scene. It is a frame source, and its frames are numbered from 0.

    A live camera keeps the pace of the clock. Another one delivers frames as fast as somebody reads them.
    """

    def __init__(
        self,
        scene: Scene,
        *,
        size: tuple[int, int] = (1280, 720),
        pose: Pose | None = None,
        light: str | Light = "daylight",
        materials: Mapping[str, Material] | None = None,
        focal: float | None = None,
        k1: float = -0.03,
        seed: int = 0,
        noise: bool = True,
        skin: int = 0,
        fps: float = 30.0,
        live: bool = False,
    ) -> None:
        """pose: None to show the board and the boxes as large as possible. light: a name in LIGHTS, or a Light.
        materials: of each kind of piece by its name; None for the usual ones. focal: in px; None for 0.9 of the
        picture's width. k1: the distortion, as in `vision.register.lens`. skin: the number of the hand's colour in
        SKINS.
        """
        self.scene = scene
        self.plugged_in = True
        """False while the camera gives no pictures, as if its cable were loose."""
        focal = 0.9 * size[0] if focal is None else focal
        pose = pose or find_overview(scene.layout, scene.boxes, size, focal, k1)
        self._setup = _Setup(size, focal, k1, pose, LIGHTS[light] if isinstance(light, str) else light)
        self._hand_colours = SKINS[skin % len(SKINS)], SLEEVES[skin % len(SLEEVES)]
        self._seed = seed
        self._materials = materials
        self._random = np.random.default_rng(seed)
        self._noisy = noise
        self._clock = _FrameClock(fps, live)

    @property
    def live(self) -> bool:
        return self._clock.live

    @property
    def optics(self) -> Optics:
        """Where the camera is and how it maps points to pixels. Vision has to find this out by itself."""
        return self._sight.empty.optics

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture in px."""
        return self._setup.size

    @property
    def pose(self) -> Pose:
        """How the camera looks at the table."""
        return self._setup.pose

    def place(self, pose: Pose) -> None:
        """Moves the camera to another place."""
        self._change(replace(self._setup, pose=pose))

    def bump(self, dx_mm: float = 9.0, dy_mm: float = -6.0, turn_deg: float = 2.0) -> None:
        """Moves the camera a little, as a bump would: the board moves in the picture."""
        pose = self.pose
        self.place(replace(pose, x=pose.x + dx_mm, y=pose.y + dy_mm, roll_deg=pose.roll_deg + turn_deg))

    def set_light(self, light: str | Light) -> None:
        """Changes the light. light: a name in LIGHTS, or a Light."""
        self._change(replace(self._setup, light=LIGHTS[light] if isinstance(light, str) else light))

    def darken(self, share: float) -> None:
        """Takes away light. share: the part of the present light that is left, from 0 to 1."""
        light = self._setup.light
        self.set_light(replace(light, exposure=light.exposure * share))

    def to_board(self, pixel: tuple[float, float], height_mm: float = 0.0) -> tuple[float, float]:
        """The point in mm that a pixel shows, on the board or at this height above it."""
        x, y = self.optics.to_board(np.array([pixel]), height_mm)[0]
        return float(x), float(y)

    def to_pixel(self, point_mm: tuple[float, float], height_mm: float = 0.0) -> tuple[float, float]:
        """The pixel that shows a point of the board, or a point at this height above it."""
        x, y = self.optics.project(np.array([point_mm]), height_mm)[0]
        return float(x), float(y)

    def render(self) -> Image:
        """(h, w, 3) what the camera sees now, in BGR. Every call has other noise."""
        image = self._sight.resting.draw().copy()
        if self.scene.hand is not None:
            self._add_hand(image)
        if self._noisy:
            self._sight.noise.add(image, self._random)
        return image

    def attend(self, activity: Activity) -> None:
        return

    def read(self, timeout_s: float = 1.0) -> Frame:
        """The next frame. A live camera waits until it is due; if it is late, it still delivers every frame. Raises
        SourceStalled while the camera is not plugged in.
        """
        if not self.plugged_in:
            raise SourceStalled(_("the virtual camera gives no pictures: check its cable"))
        index, t = self._clock.wait(timeout_s)
        return Frame(index, t, self.render())

    def __enter__(self) -> Self:
        self._clock.restart()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return

    @cached_property
    def _sight(self) -> _Sight:
        """The table in the present pose and light. It is drawn only when it is needed, because that takes long."""
        setup = self._setup
        sensor = setup.size, setup.light.noise
        empty = EMPTY_TABLES.find_or_make((self.scene.board, self.scene.boxes, setup), self._draw_empty_table)
        resting = RestingTable(empty, self.scene, self._seed, self._materials)
        return _Sight(empty, resting, NOISES.find_or_make(sensor, lambda: _SensorNoise(*sensor)))

    def _draw_empty_table(self) -> EmptyTable:
        setup = self._setup
        place = self.scene.board, self.scene.boxes, setup.pose, setup.size, setup.focal, setup.k1
        return draw_empty_table(VIEWS.find_or_make(place, self._look_at_table), self.scene.layout.size_mm, setup.light)

    def _look_at_table(self) -> View:
        setup = self._setup
        optics = place_camera(setup.pose, setup.size, setup.focal, setup.k1)
        return look_at(paint(self.scene.board, self.scene.boxes), optics)

    def _change(self, setup: _Setup) -> None:
        self._setup = setup
        self.__dict__.pop("_sight", None)  # draws it again

    def _add_hand(self, image: Image) -> None:
        """Draws the hand, its shadow, and the piece that it holds into a picture of the table."""
        hand, held, empty = self.scene.hand, self.scene.held, self._sight.empty
        if hand is None:
            return
        sprite, shadow = self._sight.resting.draw_piece(held) if held is not None else (None, None)
        for dark in (arm.shade_board(empty.optics, empty.light, hand), shadow):
            if dark is not None:
                image[dark.window.slices] = dim(image[dark.window.slices], dark.left)
        if sprite is not None:
            light = decode(image[sprite.window.slices])
            lay_over(light, sprite)
            image[sprite.window.slices] = encode(light)
        drawn = arm.draw_arm(empty.optics, empty.light, empty.brightness_at(hand.x, hand.y), hand, *self._hand_colours)
        if drawn is not None:
            window, picture, cover = drawn
            share = cover.astype(np.float32) / 255
            image[window.slices] = cv2.blendLinear(picture, image[window.slices].copy(), share, 1 - share)


@dataclass(frozen=True, slots=True)
class _Setup:
    """A camera and the light on its table."""

    size: tuple[int, int]
    """Width and height of the picture in px."""

    focal: float
    """The focal length in px."""

    k1: float
    """The distortion of the lens, as in `vision.register.lens`."""

    pose: Pose
    """How the camera looks at the table."""

    light: Light
    """The light on the table."""


@dataclass(frozen=True)
class _Sight:
    """What a camera sees of its table in one pose and light."""

    empty: EmptyTable
    resting: RestingTable
    noise: _SensorNoise


class _FrameClock:
    """Numbers the frames of a camera, and knows when each of them is due."""

    def __init__(self, fps: float, live: bool) -> None:
        self.live = live
        self._fps = fps
        self.restart()

    def restart(self) -> None:
        """Begins again with frame 0, now."""
        self._frames = 0
        self._opened = self._due = time.monotonic()

    def wait(self, timeout_s: float) -> tuple[int, float]:
        """If the camera is live, waits until the next frame is due. Returns the frame's number and its time in
        seconds.
        """
        index = self._frames
        self._frames += 1
        if not self.live:
            return index, index / self._fps
        now = time.monotonic()
        if now < self._due:
            time.sleep(min(self._due - now, timeout_s))
        self._due = max(now, self._due) + 1 / self._fps
        return index, time.monotonic() - self._opened


class _SensorNoise:
    """The noise of the sensor. It is made once, and each frame uses another part of it."""

    def __init__(self, size: tuple[int, int], deviation: float) -> None:
        """deviation: how strong the noise is, as a standard deviation in steps of the picture (0 to 255)."""
        self._size = size
        shape = (size[1] + NOISE_MARGIN_PX, size[0] + NOISE_MARGIN_PX, 3)
        noise = np.round(np.random.default_rng(11).normal(0, 1, shape).astype(np.float32) * deviation)
        self._more = np.clip(noise, 0, 255).astype(np.uint8)
        self._less = np.clip(-noise, 0, 255).astype(np.uint8)

    def add(self, image: Image, random: np.random.Generator) -> None:
        """Adds noise to a picture."""
        down, right = random.integers(0, NOISE_MARGIN_PX, 2)
        part = (slice(down, down + self._size[1]), slice(right, right + self._size[0]))
        cv2.add(image, self._more[part], dst=image)
        cv2.subtract(image, self._less[part], dst=image)


# The companion has one camera and keeps its table anyway. Who has many cameras, as tests do, may keep more.

VIEWS: Kept[View] = Kept(0)
"""The way in which a camera sees a table. Cameras at the same place share it, in any light."""

EMPTY_TABLES: Kept[EmptyTable] = Kept(0)
"""Empty tables. Cameras with the same picture of one share it."""

NOISES: Kept[_SensorNoise] = Kept(1)
"""Noise. Cameras with the same size and light share it, because making it takes long."""
