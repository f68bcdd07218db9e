"""Color Dice's board: four colour areas of nine positions each, and the neutral outside, in millimetres.

Positions are discs of one calm grey that every pawn's colour differs from; each area has a pale ground, a
strong frame with its colour's name, and a figure of its own between the positions, so that nobody needs to
see the colours. Pawns outside may stand anywhere on the neutral ground. It never says which move is right.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from types import MappingProxyType
from typing import Literal

from companion.boards import cutouts, markers, scale
from companion.boards import drawn_letters as lettering
from companion.boards.board import Board
from companion.boards.drawing import (
    WHITE,
    Area,
    Colour,
    Disc,
    Drawing,
    Point,
    Shape,
    Text,
    arc,
    box,
    rectangle,
    rounded,
    turned,
)
from vision.layout import Cell, Layout, Marker, PieceKind

Hue = Literal["red", "yellow", "green", "blue"]

# Sizes for pawns of PAWN_MM; another pawn scales everything.
PAWN_MM = 16.0
PAWN_HEIGHT_MM = 24.0
PITCH_MM = 31.0
"""Between positions: a pawn that stands in front must not hide the next one from a camera that looks from aside."""
POSITION_MM = 25.0
PADDING_MM = 4.0
FRAME_MM = 9.0
AREA_MM = 3 * PITCH_MM + 2 * PADDING_MM + 2 * FRAME_MM
LANE_MM = 64.0
"""Of neutral ground between areas."""
RIM_MM = 8.0
"""Of neutral ground around them."""
MARGIN_MM = 29.0
ASIDE_MM = 30.0
"""From the middle of a side to its marker."""
SIDE_MM = 2 * (AREA_MM + RIM_MM + MARGIN_MM) + LANE_MM
MIDDLE: Point = (SIDE_MM / 2, SIDE_MM / 2)

HUES: tuple[Hue, ...] = ("red", "yellow", "green", "blue")
"""Clockwise from the top left."""
INK: Colour = "#2b2b30"
OUTSIDE: Colour = "#b3b0a6"
OUTSIDE_LINE: Colour = "#918e84"
POSITION: Colour = "#8e9093"
RIMS: Colour = "#6d6f72"
GROUNDS: dict[Hue, Colour] = {"red": "#e9d3cd", "yellow": "#ece2c4", "green": "#d2e2d2", "blue": "#d1dbe9"}
FRAMES: dict[Hue, Colour] = {"red": "#b23a32", "yellow": "#e0ac1d", "green": "#2f7d46", "blue": "#2f5ca3"}
WORDS: dict[Hue, Colour] = {"red": WHITE, "yellow": INK, "green": WHITE, "blue": WHITE}


def corner(hue: Hue) -> Point:
    """The top left corner of an area, in mm."""
    near = MARGIN_MM + RIM_MM
    far = near + AREA_MM + LANE_MM
    return {"red": (near, near), "yellow": (far, near), "green": (far, far), "blue": (near, far)}[hue]


def positions(hue: Hue) -> tuple[Point, ...]:
    """The middles of an area's nine positions, from the top left, row by row."""
    left, top = corner(hue)
    start = FRAME_MM + PADDING_MM + PITCH_MM / 2
    return tuple((left + start + PITCH_MM * (i % 3), top + start + PITCH_MM * (i // 3)) for i in range(9))


def layout(pawn_mm: float) -> Layout:
    """Cells red1..blue9, eight markers and the pawns, for pawns of a diameter in mm at the foot."""
    half = PITCH_MM / 2
    cells = {
        f"{hue}{i}": Cell(f"{hue}{i}", x, y, polygon=box(x - half, y - half, PITCH_MM, PITCH_MM))
        for hue in HUES
        for i, (x, y) in enumerate(positions(hue), start=1)
    }
    pieces: dict[str, PieceKind] = {hue: PieceKind(hue, PAWN_MM, PAWN_HEIGHT_MM, "pawn") for hue in HUES}
    made = Layout("color-dice", (SIDE_MM, SIDE_MM), MappingProxyType(cells), _markers(), MappingProxyType(pieces))
    return scale.layout(made, pawn_mm / PAWN_MM)


def _markers() -> tuple[Marker, ...]:
    """On the white margin, where no pawn stands: large ones in the corners, smaller ones at the sides.

    Those stand beside the middles, where sheets of paper are joined.
    """
    near, inset = 16.0, 14.5
    far = SIDE_MM - near
    corners = ((near, near), (far, near), (far, far), (near, far))
    before, behind = MIDDLE[0] - ASIDE_MM, MIDDLE[0] + ASIDE_MM
    sides = ((behind, inset), (SIDE_MM - inset, behind), (before, SIDE_MM - inset), (inset, before))
    return tuple(
        Marker(24 + i, x, y, size)
        for i, ((x, y), size) in enumerate([*((c, 20.0) for c in corners), *((s, 17.0) for s in sides)])
    )


def drawing(pawn_mm: float) -> Drawing:
    """The whole print with its markers, for pawns of a diameter in mm at the foot."""
    shapes: list[Shape] = [
        rectangle(0, 0, SIDE_MM, SIDE_MM, WHITE),
        Area((rounded(0.9, 0.9, SIDE_MM - 1.8, SIDE_MM - 1.8, 2),), stroke=INK, width_mm=0.5),
        *_outside(),
    ]
    for hue in HUES:
        shapes += _area(hue)
    # Every side of the table reads the name, those across it the rules.
    for quarters in range(4):
        shapes += turned(_name(), quarters, MIDDLE)
    shapes += _rules()
    shapes += turned(_rules(), 2, MIDDLE)
    for marker in _markers():
        shapes += markers.draw(marker)
    return Drawing("Color Dice", layout(pawn_mm).size_mm, scale.shapes(shapes, pawn_mm / PAWN_MM))


def _outside() -> list[Shape]:
    """The neutral ground with large outlines of the four figures in its middle."""
    side = SIDE_MM - 2 * MARGIN_MM
    shapes: list[Shape] = [
        Area((rounded(MARGIN_MM, MARGIN_MM, side, side, 10),), fill=OUTSIDE, stroke=INK, width_mm=0.8)
    ]
    for hue, (dx, dy) in zip(HUES, ((-1, -1), (1, -1), (1, 1), (-1, 1)), strict=True):
        at = (MIDDLE[0] + 13 * dx, MIDDLE[1] + 13 * dy)
        shapes.append(Area((FIGURES[hue](at, 9.0),), fill=FRAMES[hue], stroke=WHITE, width_mm=0.8))
    shapes.append(Disc(*MIDDLE, 29.0, stroke=OUTSIDE_LINE, width_mm=0.6))
    return shapes


def _area(hue: Hue) -> list[Shape]:
    """One area: its frame with its name on all four sides, its ground, its figures and positions."""
    left, top = corner(hue)
    inside = AREA_MM - 2 * FRAME_MM
    middle = (left + AREA_MM / 2, top + AREA_MM / 2)
    shapes: list[Shape] = [
        Area((rounded(left, top, AREA_MM, AREA_MM, 5),), fill=FRAMES[hue], stroke=INK, width_mm=0.5),
        Area((rounded(left + FRAME_MM, top + FRAME_MM, inside, inside, 2),), fill=GROUNDS[hue]),
    ]
    word = Text(middle[0], top + AREA_MM - 2.7, hue.upper(), 5.4, WORDS[hue], "middle", bold=True, tracking_mm=1.2)
    badge = FRAME_MM / 2
    ends = (
        Area((FIGURES[hue]((left + badge + 0.6, top + AREA_MM - badge - 0.6), 2.9),), fill=WORDS[hue]),
        Text(middle[0] + 36, top + AREA_MM - 2.7, hue[0].upper(), 5.4, WORDS[hue], "middle", bold=True),
        Text(middle[0] - 36, top + AREA_MM - 2.7, hue[0].upper(), 5.4, WORDS[hue], "middle", bold=True),
    )
    for quarters in range(4):
        shapes += turned((word, *ends), quarters, middle)
    for column in (-0.5, 0.5):
        for row in (-0.5, 0.5):
            at = (middle[0] + column * PITCH_MM, middle[1] + row * PITCH_MM)
            shapes.append(Area((FIGURES[hue](at, 5.2),), fill=FRAMES[hue]))
    for x, y in positions(hue):
        shapes.append(Disc(x, y, POSITION_MM / 2, fill=POSITION, stroke=RIMS, width_mm=0.5))
    return shapes


def _cross(at: Point, radius: float) -> tuple[Point, ...]:
    near, far = 0.32 * radius, 0.95 * radius
    quarter = ((near, -far), (near, -near), (far, -near))
    turns = ((1, 0, 0, 1), (0, -1, 1, 0), (-1, 0, 0, -1), (0, 1, -1, 0))
    return tuple((at[0] + a * x + b * y, at[1] + c * x + d * y) for a, b, c, d in turns for x, y in quarter)


def _star(at: Point, radius: float) -> tuple[Point, ...]:
    ring: list[Point] = []
    for i in range(10):
        length, angle = radius * (1.1 if i % 2 == 0 else 0.5), math.radians(36 * i - 90)
        ring.append((at[0] + length * math.cos(angle), at[1] + length * math.sin(angle)))
    return tuple(ring)


def _square(at: Point, radius: float) -> tuple[Point, ...]:
    return box(at[0] - 0.8 * radius, at[1] - 0.8 * radius, 1.6 * radius, 1.6 * radius)


def _triangle(at: Point, radius: float) -> tuple[Point, ...]:
    return arc(at[0], at[1] + 0.2 * radius, 1.1 * radius, -90, 150, 2)


FIGURES: dict[Hue, Callable[[Point, float], tuple[Point, ...]]] = {
    "red": _cross,
    "yellow": _star,
    "green": _square,
    "blue": _triangle,
}
"""The outline of each colour's figure about a point, for a radius in mm."""


def _name() -> list[Shape]:
    """The game's name on the lower margin, left of the marker."""
    height = 7.0
    left = MIDDLE[0] - ASIDE_MM - 16 - lettering.width("COLOR DICE", height)
    return lettering.name("COLOR DICE", left, SIDE_MM - 18.5, height, INK)


def _rules() -> list[Shape]:
    """The rules in a few lines on the lower margin, right of the marker."""
    rules = (
        "A die higher than another's: attack that colour with as many pawns",
        "as the difference. Move to empty positions, or strike from inside.",
        "7 or 8 of yours in an area are locked, the 9th wins.",
    )
    return [Text(MIDDLE[0] - ASIDE_MM + 16, SIDE_MM - 17.6 + 3.9 * i, line, 2.9, INK) for i, line in enumerate(rules)]


def cards(pawn_mm: float) -> tuple[Drawing, ...]:
    """Nine discs of each colour to cut out, for players who have no pawns."""
    advice = (
        "Glue them on counters or bottle caps. Pawns, where you have them, are nicer.",
        "Draw nothing on the faces: the camera reads them.",
    )
    sorts = [cutouts.Sort(hue, FRAMES[hue], 9, hue[0].upper(), WORDS[hue]) for hue in HUES]
    return cutouts.sheets("Color Dice", sorts, pawn_mm, advice)


BOARD = Board(
    game="color-dice",
    title="Color Dice",
    piece_diameter_mm=PAWN_MM,
    diameter_range_mm=(10.0, 40.0),
    stock=MappingProxyType(dict.fromkeys(HUES, 9)),
    turns=MappingProxyType({}),
    make_layout=layout,
    make_drawing=drawing,
    make_cutouts=cards,
)
