"""Computes the layout's corners from any four points of the board that people tapped."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.errors import BoardNotFound
from vision.layout import Layout, Point
from vision.message import Message
from vision.register.camera import apply_homography


def to_layout_corners(layout: Layout, points_mm: Sequence[Point], pixels: Sequence[Point]) -> tuple[Point, ...]:
    """The pixels of the four corners of the layout (of its size_mm), from the top left clockwise.

    points_mm: four points on the board, no three on a line. pixels: where they appear, in the same order. Raises
    BoardNotFound if the points are not like that, or if a computed corner is behind the camera.
    """
    board, px = np.asarray(points_mm, np.float64), np.asarray(pixels, np.float64)
    if board.shape != (4, 2) or px.shape != (4, 2):
        raise BoardNotFound(
            Message("Four points are needed, each with its place on the board; {count} were given.", count=len(px))
        )
    if are_nearly_collinear(board) or are_nearly_collinear(px):
        raise BoardNotFound(Message("Three of the four points are on one line. Point at four corners of the board."))
    homography = np.asarray(cv2.getPerspectiveTransform(board.astype(np.float32), px.astype(np.float32)), np.float64)
    w, h = layout.size_mm
    whole = np.array([(0, 0), (w, 0), (w, h), (0, h)], np.float64)
    depth = np.vstack([whole, board]) @ homography[2, :2] + homography[2, 2]
    if not (np.isfinite(depth).all() and (np.sign(depth) == np.sign(depth[0])).all()):
        raise BoardNotFound(Message("These points cannot be the corners of a board. Point at the corners again."))
    return tuple((float(x), float(y)) for x, y in apply_homography(homography, whole))


def are_nearly_collinear(points: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> bool:
    """True if three of four points (4, 2) are almost on a line, or two are the same."""
    ahead = np.roll(points, -1, axis=0) - points
    after = np.roll(ahead, -1, axis=0)
    lengths = np.linalg.norm(ahead, axis=1) * np.linalg.norm(after, axis=1)
    cross = np.abs(ahead[:, 0] * after[:, 1] - ahead[:, 1] * after[:, 0])
    return bool((cross <= 0.02 * np.maximum(lengths, 1e-9)).any())
