"""The square ArUco markers by which the camera finds a board.

No two boards have a marker in common: each board has ids of its own (a test compares them), and the sheet of loose
markers has 40 to 43.
"""

from __future__ import annotations

import cv2

from companion.boards.drawing import BLACK, WHITE, Area, Shape
from companion.boards.outlines import trace_box, trace_rounded_box
from vision.layout import Marker

MODULES = 6
"""The width of a marker of DICT_4X4_50 in modules: four, and one on each side for its black rim."""

BORDER_MODULES = 1.2
"""The width of the white border in modules. The camera needs one; the rest is for people who do not cut exactly."""


def measure_border(marker: Marker) -> float:
    """How wide the white border around a marker is, in mm."""
    return BORDER_MODULES * marker.size_mm / MODULES


def find_zone(marker: Marker) -> tuple[float, float, float, float]:
    """The place of a marker with its white border: x and y of the top left corner, width and height, in mm."""
    side = marker.size_mm + 2 * measure_border(marker)
    return marker.x - side / 2, marker.y - side / 2, side, side


def draw_marker(marker: Marker) -> tuple[Shape, ...]:
    """The marker with its white border, upright: its top is towards y = 0."""
    bits = cv2.aruco.generateImageMarker(
        cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), marker.id, MODULES, borderBits=1
    )
    module = marker.size_mm / MODULES
    left, top = marker.corners()[0]
    # Neighbouring white modules are one surface: seams between them would blur the pattern.
    white = tuple(
        trace_box(left + column * module, top + row * module, module, module)
        for row in range(MODULES)
        for column in range(MODULES)
        if bits[row, column]
    )
    return (
        Area(rings=(trace_rounded_box(*find_zone(marker), radius=measure_border(marker) / 4),), fill=WHITE),
        Area(rings=(marker.corners(),), fill=BLACK),
        Area(rings=white, fill=WHITE),
    )
