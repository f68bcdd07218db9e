"""Measures how much a picture looks like a line, at every pixel and in every direction."""

from __future__ import annotations

from typing import Literal

import cv2
import numpy as np

from vision.register.board_lines import Floats, project_lines
from vision.register.lens import Points
from vision.register.markers import Picture

Kind = Literal["border", "dark", "bright"]
"""What a line looks like: the border of two colours, or a thin line that is darker or brighter than its
surroundings."""

_EDGE_FLOOR = 60.0  # in squared grey levels per px, so that edges fainter than about 8 grey levels count little
_LINE_FLOOR = 6.0  # in second differences of grey levels, so that fainter lines count little


class LineFilter:
    """Measures in one picture how much the surroundings of a pixel look like a line of some direction."""

    def __init__(self, image: Picture, kind: Kind, blur_px: float) -> None:
        self._kind = kind
        soft = cv2.GaussianBlur(image, (0, 0), blur_px).astype(np.float32)
        if kind == "border":
            dx, dy = (np.asarray(cv2.Scharr(soft, cv2.CV_32F, *way)) / np.float32(32) for way in ((1, 0), (0, 1)))
            if soft.ndim == 3:  # uses the channel with the strongest edge
                strength = dx * dx + dy * dy
                best = strength.argmax(axis=2)
                dx, dy = (np.choose(best, [d[..., c] for c in range(d.shape[2])]) for d in (dx, dy))
            dx, dy = dx * np.float32(blur_px), dy * np.float32(blur_px)
            tensor = np.stack([dx * dx, dx * dy, dy * dy], axis=-1)
            self._terms = np.asarray(cv2.GaussianBlur(tensor, (0, 0), max(1.0, blur_px)), np.float32)
        else:
            flat = soft if soft.ndim == 2 else np.asarray(cv2.cvtColor(soft, cv2.COLOR_BGR2GRAY), np.float32)
            sign = np.float32(blur_px**2 * (1 if kind == "dark" else -1) / 4)
            xx, xy, yy = (cv2.Sobel(flat, cv2.CV_32F, *way, ksize=3) for way in ((2, 0), (1, 1), (0, 2)))
            self._terms = np.asarray(np.stack([xx, xy, yy], axis=-1) * sign, np.float32)

    def across(self, pixels: Floats, normals: Floats) -> Floats:
        """(...,) from 0 to 1, how clearly the picture shows a line at each of the pixels (..., 2). normals: (..., 2) at
        right angles to the lines.
        """
        flat = pixels.reshape(-1, 2).astype(np.float32)
        rows = -(-len(flat) // 2048)  # cv2.remap takes maps of less than 32768 px a side
        padded = np.full((rows * 2048, 2), -10, np.float32)
        padded[: len(flat)] = flat
        maps = padded.reshape(rows, 2048, 2)
        taken = cv2.remap(self._terms, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR, borderValue=(0, 0, 0))
        xx, xy, yy = np.moveaxis(np.asarray(taken).reshape(-1, 3)[: len(flat)].astype(np.float64), 1, 0)
        n = np.broadcast_to(normals, pixels.shape).reshape(-1, 2)
        across = n[:, 0] ** 2 * xx + 2 * n[:, 0] * n[:, 1] * xy + n[:, 1] ** 2 * yy
        along = xx + yy - across
        if self._kind == "border":
            # Across minus along, so that edges in other directions do not count.
            found = np.maximum(across - along, 0.0) / (across + along + _EDGE_FLOOR)
        else:
            found = np.maximum(across - 2 * np.abs(along), 0.0) / (np.abs(across) + np.abs(along) + _LINE_FLOOR)
        return np.asarray(found.reshape(pixels.shape[:-1]))


def measure_seen(edges: LineFilter, homography: Floats, points: Points, along: Points, reach: float) -> float:
    """From 0 to 1: how much clearer edges are on the lines than beside them. reach: how far to both sides "beside"
    goes, in px.
    """
    if not len(points):
        return 0.0
    pixels, normals = project_lines(homography, points, along)
    near, far = np.array([-1.0, 0.0, 1.0]), np.linspace(0.5 * reach, reach, 6)
    beside = np.concatenate([-far, far])
    on = edges.across(pixels[:, None] + near[:, None] * normals[:, None], normals[:, None]).max(axis=1)
    off = edges.across(pixels[:, None] + beside[:, None] * normals[:, None], normals[:, None]).mean(axis=1)
    return float(np.clip((on - off).mean(), 0.0, 1.0))
