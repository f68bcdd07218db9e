"""Draws a board's name in capitals made of lines, so that every printer and screen shows the same letters."""

from __future__ import annotations

from companion.boards.drawing import Colour, Line, Shape
from companion.boards.outlines import Point, trace_arc

Stroke = tuple[Point, ...]

GAP = 0.45
"""The gap between letters, as a part of their height."""

THICKNESS = 0.11
"""How thick the lines are, as a part of the letters' height."""

_BOWL: Stroke = ((0.0, 0.0), (0.25, 0.0), *trace_arc(0.25, 0.5, 0.5, -90, 90), (0.0, 1.0), (0.0, 0.0))
_UPPER_BOWL: Stroke = ((0.0, 0.0), (0.32, 0.0), *trace_arc(0.32, 0.26, 0.26, -90, 90), (0.0, 0.52))
_LOWER_BOWL: Stroke = ((0.32, 0.52), *trace_arc(0.34, 0.76, 0.24, -90, 90), (0.0, 1.0), (0.0, 0.0))
_OPEN_RING: Stroke = trace_arc(0.5, 0.5, 0.5, -45, -315, 40)

STROKES: dict[str, tuple[float, tuple[Stroke, ...]]] = {
    "A": (0.84, (((0, 1), (0.42, 0), (0.84, 1)), ((0.16, 0.64), (0.68, 0.64)))),
    "B": (0.58, (_UPPER_BOWL, _LOWER_BOWL)),
    "C": (0.86, (_OPEN_RING,)),
    "D": (0.75, (_BOWL,)),
    "E": (0.52, (((0.52, 0), (0, 0), (0, 1), (0.52, 1)), ((0, 0.5), (0.44, 0.5)))),
    "F": (0.52, (((0, 1), (0, 0), (0.52, 0)), ((0, 0.5), (0.44, 0.5)))),
    "G": (1.0, ((*_OPEN_RING[:36], (1.0, 0.56), (0.6, 0.56)),)),
    "I": (0.0, (((0, 0), (0, 1)),)),
    "K": (0.62, (((0, 0), (0, 1)), ((0.58, 0), (0, 0.62)), ((0.2, 0.42), (0.62, 1)))),
    "L": (0.5, (((0, 0), (0, 1), (0.5, 1)),)),
    "M": (0.95, (((0, 1), (0, 0), (0.475, 0.72), (0.95, 0), (0.95, 1)),)),
    "N": (0.75, (((0, 1), (0, 0), (0.75, 1), (0.75, 0)),)),
    "O": (1.0, (trace_arc(0.5, 0.5, 0.5, 0, 360, 40),)),
    "P": (0.58, (((0, 1), *_UPPER_BOWL),)),
    "R": (0.6, (((0, 1), *_UPPER_BOWL), ((0.3, 0.52), (0.6, 1)))),
    "S": (0.58, ((*trace_arc(0.29, 0.26, 0.26, -25, -270, 20), *trace_arc(0.29, 0.76, 0.24, -90, 155, 20)),)),
    "Y": (0.76, (((0, 0), (0.38, 0.52), (0.76, 0)), ((0.38, 0.52), (0.38, 1)))),
    " ": (0.2, ()),
}
"""For each letter its width, and its lines seen from its top left corner, in units of its height."""


def draw_word(word: str, x: float, y: float, height: float, ink: Colour) -> list[Shape]:
    """A word of the letters in STROKES, its top left corner at (x, y)."""
    shapes: list[Shape] = []
    for letter in word:
        width, lines = STROKES[letter]
        for points in lines:
            placed = tuple((x + px * height, y + py * height) for px, py in points)
            shapes.append(Line(placed, ink, THICKNESS * height))
        x += (width + GAP) * height
    return shapes


def measure_word(word: str, height: float) -> float:
    """How wide a word is, in mm."""
    return (sum(STROKES[letter][0] + GAP for letter in word) - GAP) * height
