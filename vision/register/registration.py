"""Where a board is in a picture, as a mapping between mm on its plane and px; and how to get this from corners that
people tapped.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import BoardMirrored, BoardNotFound
from vision.layout import Layout, Point
from vision.message import Message
from vision.register.camera import LensPrior, Matrix, apply_homography, estimate_focal
from vision.register.lens import Lens, Points
from vision.register.markers import Picture

Maps = tuple[NDArray[np.int16], NDArray[np.uint16]]
"""Which pixels to take, in the form that cv2.remap needs: whole pixels (h, w, 2), and their fractions (h, w)."""

TRUSTED_MARKERS = 6
"""With this many markers in sight, the lens is known well enough to be used later, when fewer are in sight."""

_CLICK_NOISE_PX = 2.0  # px: the standard deviation of where people tap a corner


@dataclass(frozen=True, eq=False)
class Registration:
    """Where a board is in a picture.

    Points of the board are in mm, x to the right and y down. Pixels are counted so that the middle of a pixel is its
    coordinate.
    """

    homography: Matrix
    """(3, 3) from mm on the board to the straight pixels of `lens`."""
    lens: Lens
    size: tuple[int, int]
    """(w, h) of the picture in px."""
    markers: tuple[int, ...] = ()
    """The ids of the markers by which the board was found; () if it was found by corners."""
    residual: float = 0.0
    """px: how far the markers' corners are from the fit (root mean square)."""

    @property
    def trusted_lens(self) -> Lens | None:
        """The lens, if it is known well enough to be used for other pictures of the same camera."""
        return self.lens if len(self.markers) >= TRUSTED_MARKERS else None

    def project(self, points_mm: Points) -> Points:
        """Where points of the board appear in the picture, in px (..., 2). points_mm: (..., 2)."""
        return self.lens.bend(apply_homography(self.homography, points_mm))

    def lift(self, points_mm: Points, height_mm: float) -> Points:
        """Where points above the board appear in the picture, in px (..., 2). points_mm: (..., 2) the points of the
        board below them.
        """
        p = np.asarray(points_mm, np.float64)
        q = p @ self.homography[:, :2].T + self.homography[:, 2] + height_mm * self._upwards()
        return self.lens.bend(q[..., :2] / np.maximum(q[..., 2:], 1e-9))

    def unproject(self, pixels: Points) -> Points:
        """The points of the board that appear at these pixels (..., 2), in mm (..., 2)."""
        return apply_homography(self._inverse(), self.lens.straighten(pixels))

    def scale_at(self, points_mm: Points) -> NDArray[np.float64]:
        """(...,) px per mm around points (..., 2) of the board: the square root of the scale of areas."""
        p = np.asarray(points_mm, np.float64)
        dx, dy = np.array([0.5, 0.0]), np.array([0.0, 0.5])
        right = self.project(p + dx) - self.project(p - dx)
        down = self.project(p + dy) - self.project(p - dy)
        return np.sqrt(np.abs(right[..., 0] * down[..., 1] - right[..., 1] * down[..., 0]))

    def maps(self, points_mm: Points, height_mm: float = 0.0) -> Maps:
        """Maps for cv2.remap that cut points of the board, or points above it, out of a picture. points_mm: (h,
        w, 2).
        """
        pixels = (self.lift(points_mm, height_mm) if height_mm else self.project(points_mm)).astype(np.float32)
        whole, fraction = cv2.convertMaps(pixels[..., 0], pixels[..., 1], cv2.CV_16SC2)
        return np.asarray(whole, np.int16), np.asarray(fraction, np.uint16)

    def board_maps(self, region: tuple[float, float, float, float], px_per_mm: float) -> Maps:
        """Maps for cv2.remap that show a region of the board from straight above. region: left, top, right, bottom in
        mm. They are kept for later calls.
        """
        return _board_maps(self, region, px_per_mm)

    def rectify(self, image: Picture, region: tuple[float, float, float, float], px_per_mm: float) -> Picture:
        """A region of the board from straight above. region: left, top, right, bottom in mm."""
        whole, fraction = self.board_maps(region, px_per_mm)
        return np.asarray(cv2.remap(image, whole, fraction, cv2.INTER_LINEAR), np.uint8)

    def inside(self, points_mm: Points) -> NDArray[np.bool_]:
        """(...,) True for points (..., 2) of the board that the picture shows."""
        return self.shows(self.project(points_mm))

    def shows(self, pixels: Points) -> NDArray[np.bool_]:
        """(...,) True for pixels (..., 2) that are inside the picture."""
        return np.asarray(((pixels >= 0) & (pixels <= np.array(self.size) - 1.0)).all(axis=-1))

    def camera_mm(self) -> NDArray[np.float64]:
        """(3,) where the camera is, in mm: x and y on the board, and the height above it."""
        full = np.column_stack([self.homography[:, 0], self.homography[:, 1], self._upwards()])
        return np.asarray(-np.linalg.solve(full, self.homography[:, 2]), np.float64)

    def _upwards(self) -> NDArray[np.float64]:
        """The column of the projection matrix that says how the height above the board changes the picture."""
        k = self.lens.matrix()
        ideal = np.linalg.solve(k, self.homography)
        right, down = ideal[:, 0], ideal[:, 1]
        length = np.sqrt(np.linalg.norm(right) * np.linalg.norm(down))
        up = np.cross(down, right)  # x right, y down: up, towards the camera, is y x x
        return np.asarray(k @ (up / np.linalg.norm(up) * length), np.float64)

    def _inverse(self) -> Matrix:
        inverse = np.linalg.inv(self.homography)
        # Scaled so that the third coordinate is positive in front of the camera.
        middle = np.array([self.lens.centre[0], self.lens.centre[1], 1.0])
        return np.asarray(inverse * np.sign(inverse[2] @ middle), np.float64)


@lru_cache(maxsize=32)
def _board_maps(registration: Registration, region: tuple[float, float, float, float], px_per_mm: float) -> Maps:
    left, top, right, bottom = region
    columns = max(1, round((right - left) * px_per_mm))
    rows = max(1, round((bottom - top) * px_per_mm))
    x = left + (np.arange(columns) + 0.5) / px_per_mm
    y = top + (np.arange(rows) + 0.5) / px_per_mm
    return registration.maps(np.stack(np.meshgrid(x, y), axis=-1))


def from_corners(size: tuple[int, int], layout: Layout, corners: Sequence[Point]) -> Registration:
    """The registration of a board in a picture, from the four corners of the layout. size: (w, h) of the picture.

    corners: in px, from the top left clockwise; they may be outside the picture. Raises BoardMirrored if they run
    anticlockwise, BoardNotFound if they cannot be the corners of a board.
    """
    px = np.asarray(corners, np.float64)
    if px.shape != (4, 2) or not np.isfinite(px).all():
        raise BoardNotFound(
            Message("Four corners are needed, each as x,y in pixels; {count} were given.", count=len(corners))
        )
    turns = _measure_turns(px)
    if (turns < 0).all():
        raise BoardMirrored(
            Message(
                "The corners run anticlockwise, so left and right would be exchanged. Give them clockwise: top "
                "left, top right, bottom right, bottom left."
            )
        )
    sides = np.linalg.norm(px - np.roll(px, -1, axis=0), axis=1)
    if (turns <= 0.02 * sides * np.roll(sides, -1)).any() or sides.min() < 8:
        raise BoardNotFound(
            Message(
                "These are not the four corners of a board: two are in the same place, three are on a line, or "
                "their order is crossed. Give them clockwise: top left, top right, bottom right, bottom left."
            )
        )
    w, h = layout.size_mm
    board = np.array([(0, 0), (w, 0), (w, h), (0, h)], np.float64)
    homography = np.asarray(cv2.getPerspectiveTransform(board.astype(np.float32), px.astype(np.float32)), np.float64)
    belief = LensPrior.unknown(size)
    try:
        focal = estimate_focal(homography, belief, board, _CLICK_NOISE_PX)
    except ValueError as error:
        raise BoardNotFound(
            Message("These points cannot be the corners of a board. Point at the corners again.")
        ) from error
    return Registration(homography, Lens(focal, belief.lens.centre), size)


def _measure_turns(px: Points) -> NDArray[np.float64]:
    """(4,) for each corner, above 0 if the outline turns clockwise there (a cross product)."""
    ahead = np.roll(px, -1, axis=0) - px
    after = np.roll(ahead, -1, axis=0)
    return np.asarray(ahead[:, 0] * after[:, 1] - ahead[:, 1] * after[:, 0])
