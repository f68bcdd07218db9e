"""The square ArUco markers by which the camera finds a board, and the sheet of them for a bought board.

No two boards have a marker in common: each board has ids of its own (a test compares them), the sheet has 40 to 43.
"""

from __future__ import annotations

import cv2

from companion.boards.drawing import BLACK, WHITE, Area, Shape, box, rounded
from vision.layout import Marker

MODULES = 6
"""A marker of DICT_4X4_50 is 4 modules wide, and its black rim one module more on each side."""

QUIET_MODULES = 1.2
"""The white border: one module is needed to find the marker, the rest forgives a scissors' slip."""


def quiet_mm(marker: Marker) -> float:
    """How wide the white border around a marker is, in mm."""
    return QUIET_MODULES * marker.size_mm / MODULES


def zone(marker: Marker) -> tuple[float, float, float, float]:
    """The marker with its white border: x, y of the top left corner, width, height in mm."""
    side = marker.size_mm + 2 * quiet_mm(marker)
    return marker.x - side / 2, marker.y - side / 2, side, side


def draw(marker: Marker) -> tuple[Shape, ...]:
    """The marker on its white ground, upright: its top towards y = 0."""
    bits = cv2.aruco.generateImageMarker(
        cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), marker.id, MODULES, borderBits=1
    )
    module = marker.size_mm / MODULES
    left, top = marker.corners()[0]
    # Neighbouring white modules are one surface: seams between them would blur the pattern.
    white = tuple(
        box(left + column * module, top + row * module, module, module)
        for row in range(MODULES)
        for column in range(MODULES)
        if bits[row, column]
    )
    return (
        Area(rings=(rounded(*zone(marker), radius=quiet_mm(marker) / 4),), fill=WHITE),
        Area(rings=(marker.corners(),), fill=BLACK),
        Area(rings=white, fill=WHITE),
    )
