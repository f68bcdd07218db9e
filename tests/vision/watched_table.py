"""A table in front of a watcher, photographed frame by frame, and a very simple reader."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np

from tests.vision import scene
from vision.differences import Changed
from vision.layout import Layout
from vision.observation import EMPTY, CellReading, Observation, Reading
from vision.register import Registration
from vision.sources import Frame
from vision.watcher import Watcher

BOARD = scene.layout()
BARE = Layout("bare", BOARD.size_mm, BOARD.cells)
PAGE = scene.draw_print(BOARD)
GOLD = (40, 150, 215)
SKIN = (120, 150, 205)
GLOVE = (200, 60, 90)  # neither a piece nor a hand for `Eye`


class Eye:
    """A very simple reader: gold is a stone, and anything skin-coloured on the board is a hand.

    It replaces the real reader in tests of the watcher alone, and counts how often it is asked.
    """

    def __init__(self, layout: Layout) -> None:
        self.asked = 0
        self.learned: list[tuple[tuple[int, ...], Mapping[str, tuple[str, ...]]]] = []
        self._layout = layout

    def learn(
        self,
        image: scene.Picture,
        registration: Registration,
        table: Mapping[str, tuple[str, ...]],
        *,
        changed: Changed | None = None,
    ) -> None:
        self.learned.append((image.shape, table))

    def read(self, image: scene.Picture, registration: Registration, *, changed: Changed | None = None) -> Reading:
        self.asked += 1
        w, h = self._layout.size_mm
        flat = registration.rectify(image, (0, 0, w, h), 1.0).astype(int)
        hand = bool((np.abs(flat - SKIN).max(axis=2) < 25).sum() > 300)
        cells = {}
        for name, cell in self._layout.cells.items():
            colour = flat[round(cell.y) - 3 : round(cell.y) + 4, round(cell.x) - 3 : round(cell.x) + 4].mean(
                axis=(0, 1)
            )
            gold = bool(np.abs(colour - GOLD).max() < 60)
            cells[name] = CellReading({("gold", 1) if gold else EMPTY: 0.99})
        return Reading(cells, hand)


class Table:
    """A table that is photographed frame by frame. The noise is new after every `times` frames."""

    def __init__(self, layout: Layout = BOARD, *, noise: float = 3.0, corners: bool = False) -> None:
        self.camera = scene.Camera(BOARD, tilt=0.3, k1=-0.04)
        self.eye = Eye(layout)
        outline = np.array([(0, 0), (290, 0), (290, 290), (0, 290)], float)
        given = [(float(x), float(y)) for x, y in scene.Camera(BOARD, tilt=0.3).project(outline)]
        if corners:
            self.camera = scene.Camera(BOARD, tilt=0.3)
        self.watcher = Watcher(layout, self.eye, corners=given if corners else None)
        self.noise = noise
        self.times = 1
        self.pieces: dict[str, tuple[int, int, int]] = {}
        self.light = 1.0
        self._frame = 0
        self._drawn: tuple[object, scene.Picture] | None = None

    def picture(self) -> scene.Picture:
        key = (tuple(self.pieces.items()), id(self.camera))
        if self._drawn is None or self._drawn[0] != key:
            page = scene.place_pieces(PAGE, BOARD, self.pieces)
            self._drawn = (key, self.camera.photograph(page))
        return self._drawn[1]

    def see(self, image: scene.Picture | None = None, light: float | None = None) -> Observation:
        clean = self.picture() if image is None else image
        grain = scene.grain(clean.shape, self._frame // self.times)
        lit = clean * np.float32(self.light if light is None else light)
        noisy = np.clip(lit + self.noise * grain, 0, 255).astype(np.uint8)
        seen = self.watcher.see(Frame(self._frame, self._frame / 30, noisy))
        assert seen.frame == self._frame
        self._frame += 1
        return seen

    def rest(self, frames: int = 4) -> Observation:
        for _ in range(frames - 1):
            self.see()
        return self.see()


def on(seen: Observation) -> set[str]:
    """The cells with a stone on them."""
    assert seen.reading is not None
    return {name for name, cell in seen.reading.cells.items() if cell.best != EMPTY}


def with_hand(image: scene.Picture, at: tuple[int, int], colour: tuple[int, int, int] = SKIN) -> scene.Picture:
    """The picture with an arm that reaches in from below, its fist at the pixel `at`."""
    out = image.copy()
    cv2.line(out, at, (at[0] + 60, 800), colour, 70, cv2.LINE_AA)
    cv2.circle(out, at, 55, colour, -1, cv2.LINE_AA)
    return out
