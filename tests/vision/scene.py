"""Pictures for the tests of vision: a board with markers, seen by a camera with or without distortion."""

from __future__ import annotations

from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.layout import Cell, Layout, Marker
from vision.reader import survey
from vision.reader.board import print_learner
from vision.reader.board.hidden_print import HiddenPrint
from vision.reader.board.scene import KnownPrint, Scene
from vision.reader.colours.kinds import Kinds
from vision.register.lens import Lens

Picture = NDArray[np.uint8]
PRINT_SCALE = 6.0  # px of the drawn print per mm


def layout(first_id: int = 0, count: int = 8, side: float = 20.0) -> Layout:
    """A board of 7 x 7 cells of 30 mm with markers of `side` mm on its border: corners first, then sides' middles."""
    size = 290.0
    near, middle, far = 18.0, size / 2, size - 18.0
    places = [
        (near, near), (far, near), (far, far), (near, far),
        (middle, near), (far, middle), (middle, far), (near, middle),
    ]  # fmt: skip
    cells = {
        f"{'abcdefg'[c]}{7 - r}": Cell(f"{'abcdefg'[c]}{7 - r}", 55 + 30.0 * c, 55 + 30.0 * r, diameter_mm=28)
        for r in range(7)
        for c in range(7)
    }
    markers = tuple(
        Marker(first_id + i, x, y, side if i < 4 else side * 0.7) for i, (x, y) in enumerate(places[:count])
    )
    return Layout("test", (size, size), cells, markers)


def draw_print(board: Layout) -> Picture:
    """The print (BGR) at PRINT_SCALE px per mm."""
    w, h = (round(v * PRINT_SCALE) for v in board.size_mm)
    page = np.full((h, w, 3), (96, 80, 40), np.uint8)
    for cell in board.cells.values():
        r = round((cell.diameter_mm or 20) / 2 * PRINT_SCALE)
        cv2.circle(page, (round(cell.x * PRINT_SCALE), round(cell.y * PRINT_SCALE)), r, (130, 110, 60), -1, cv2.LINE_AA)
    names = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for marker in board.markers:
        side = round(marker.size_mm * PRINT_SCALE)
        quiet = round(side / 6)
        x, y = (round(v * PRINT_SCALE - side / 2) for v in (marker.x, marker.y))
        page[y - quiet : y + side + quiet, x - quiet : x + side + quiet] = 255
        page[y : y + side, x : x + side] = cv2.aruco.generateImageMarker(names, marker.id, side)[..., None]
    return page


def place_pieces(page: Picture, board: Layout, pieces: dict[str, tuple[int, int, int]]) -> Picture:
    """The print with a disc of 18 mm in the given BGR colour on each of the named cells."""
    out = page.copy()
    for name, colour in pieces.items():
        cell = board.cells[name]
        at = (round(cell.x * PRINT_SCALE), round(cell.y * PRINT_SCALE))
        cv2.circle(out, at, round(9 * PRINT_SCALE), colour, -1, cv2.LINE_AA)
    return out


_GRAIN = np.random.default_rng(7).normal(0, 1, (1200, 2048, 3)).astype(np.float32)


def grain(shape: tuple[int, ...], seed: int) -> NDArray[np.float32]:
    """Sensor noise of deviation 1 (h, w, 3): for each seed another part of one large sheet, which is made only once."""
    h, w = shape[:2]
    rng = np.random.default_rng(seed)
    top, left = int(rng.integers(0, 1200 - h + 1)), int(rng.integers(0, 2048 - w + 1))
    return _GRAIN[top : top + h, left : left + w]


class Camera:
    """A camera above the board's middle: turned about its axis, tilted, with focal length and distortion k1. The focal
    length is a part of the picture's width.
    """

    def __init__(
        self,
        board: Layout,
        size: tuple[int, int] = (1280, 720),
        *,
        tilt: float = 0.35,
        turn: float = 0.0,
        azimuth: float = 0.3,
        fill: float = 0.86,
        k1: float = 0.0,
        focal: float = 0.9,
        shift_mm: tuple[float, float] = (0.0, 0.0),
    ) -> None:
        self.size = size
        w, h = size
        self.lens = Lens(focal * w, (w / 2 - 0.5, h / 2 - 0.5), k1)
        rz, rt, ra = (cv2.Rodrigues(np.array(v, np.float64))[0] for v in ((0, 0, turn), (tilt, 0, 0), (0, 0, azimuth)))
        r = rz @ ra.T @ rt @ ra
        middle = np.array([board.size_mm[0] / 2 + shift_mm[0], board.size_mm[1] / 2 + shift_mm[1]])
        distance = self.lens.focal * max(board.size_mm) / (h * fill)
        t = np.array([0, 0, distance]) - r[:, :2] @ middle
        self.pose = np.column_stack([r, t])
        self.homography = self.lens.matrix() @ np.column_stack([r[:, :2], t])

    def project(self, points_mm: NDArray[np.float64], height_mm: float = 0.0) -> NDArray[np.float64]:
        """The true pixels of points (n, 2) of the board, or of points height_mm above it."""
        p = np.column_stack([points_mm, np.full(len(points_mm), -height_mm), np.ones(len(points_mm))])
        q = p @ (self.lens.matrix() @ self.pose).T
        return self.lens.bend(q[:, :2] / q[:, 2:])

    @cached_property
    def _places(self) -> NDArray[np.float32]:
        """(h, w, 2) the pixel of the print that each pixel shows."""
        w, h = self.size
        grid = np.stack(np.meshgrid(np.arange(w, dtype=np.float64), np.arange(h, dtype=np.float64)), axis=-1)
        straight = self.lens.straighten(grid)
        back = np.linalg.inv(self.homography)
        q = straight @ back[:, :2].T + back[:, 2]
        return (q[..., :2] / q[..., 2:] * PRINT_SCALE - 0.5).astype(np.float32)

    def photograph(self, page: Picture, *, noise: float = 0.0, seed: int = 0, gain: float = 1.0) -> Picture:
        """The camera's picture of a print on a brown table. noise: sensor noise in grey levels."""
        h, at = self.size[1], self._places
        # The print is blurred to the picture's scale before it is sampled, so that thin edges do not break up.
        spread = PRINT_SCALE / (h * 0.86 / (page.shape[0] / PRINT_SCALE))
        soft = cv2.GaussianBlur(page, (0, 0), max(0.3, 0.45 * spread))
        view = cv2.remap(soft, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderValue=(40, 60, 90))
        out = view.astype(np.float32) * gain
        if noise:
            out += noise * grain(out.shape, seed)
        return np.clip(out, 0, 255).astype(np.uint8)


def learned(image: Picture, there: Scene, kinds: Kinds) -> KnownPrint:
    """The print that a picture of an empty board shows."""
    look = survey.survey_all(image, there, kinds, None, False, None)
    nothing = HiddenPrint.none()
    lit, flat = look.light, look.conditions.plain_background
    shown = print_learner.learn_print(image, there.raster, there.atlas, there.family, lit, flat, nothing, None, None)
    return KnownPrint.of(shown, there)
