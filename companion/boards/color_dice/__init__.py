"""Color Dice's board: four colour areas of nine positions each, and the neutral space around them, in millimetres.

Positions are discs in a grey that is unlike the colour of any pawn. Each area has a pale background, a strong frame
with its colour's name, and a figure of its own between the positions, so that nobody needs to see colours. Pawns that
are in no area may be anywhere on the neutral grey.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Literal

from companion.boards import cutouts, drawn_letters
from companion.boards.board import Board
from companion.boards.drawing import (
    WHITE,
    Area,
    Colour,
    Disc,
    Drawing,
    Shape,
    Text,
    turn_shapes,
    write_lines,
)
from companion.boards.outlines import Point, trace_box, trace_rounded_box
from companion.boards.print_frame import make_markers, make_print, mirror
from companion.boards.scaled_layout import make_layout, scale_layout
from companion.boards.symbol_outlines import trace_symbol
from companion.values.symbols import SYMBOLS
from vision.layout import Cell, Layout, Marker, PieceKind

Hue = Literal["red", "yellow", "green", "blue"]

# Sizes for pawns of PAWN_MM. Pawns of another size scale everything.
PAWN_MM = 16.0
PAWN_HEIGHT_MM = 24.0
PITCH_MM = 31.0
"""Distance between positions. If they were closer, a pawn could hide the one behind it from a camera that looks from
the side.
"""
POSITION_MM = 25.0
PADDING_MM = 4.0
FRAME_MM = 9.0
AREA_MM = 3 * PITCH_MM + 2 * PADDING_MM + 2 * FRAME_MM
LANE_MM = 64.0
"""Width of the neutral grey between two areas."""
RIM_MM = 8.0
"""Width of the neutral grey around the areas."""
MARGIN_MM = 29.0
ASIDE_MM = 30.0
"""How far the marker on a side is from the middle of this side."""
SIDE_MM = 2 * (AREA_MM + RIM_MM + MARGIN_MM) + LANE_MM
SIZE_MM = (SIDE_MM, SIDE_MM)
MIDDLE: Point = (SIDE_MM / 2, SIDE_MM / 2)

HUES: tuple[Hue, ...] = ("red", "yellow", "green", "blue")
"""The areas' colours, clockwise from the top left."""
INK: Colour = "#2b2b30"
OUTSIDE: Colour = "#b3b0a6"
OUTSIDE_LINE: Colour = "#918e84"
POSITION: Colour = "#8e9093"
RIMS: Colour = "#6d6f72"
BACKGROUNDS: dict[Hue, Colour] = {"red": "#e9d3cd", "yellow": "#ece2c4", "green": "#d2e2d2", "blue": "#d1dbe9"}
FRAMES: dict[Hue, Colour] = {"red": "#b23a32", "yellow": "#e0ac1d", "green": "#2f7d46", "blue": "#2f5ca3"}
WORDS: dict[Hue, Colour] = {"red": WHITE, "yellow": INK, "green": WHITE, "blue": WHITE}


def find_corner(hue: Hue) -> Point:
    """The top left corner of an area, in mm."""
    near = MARGIN_MM + RIM_MM
    far = near + AREA_MM + LANE_MM
    return {"red": (near, near), "yellow": (far, near), "green": (far, far), "blue": (near, far)}[hue]


def list_positions(hue: Hue) -> tuple[Point, ...]:
    """The middles of an area's nine positions, from the top left, row by row."""
    left, top = find_corner(hue)
    start = FRAME_MM + PADDING_MM + PITCH_MM / 2
    return tuple((left + start + PITCH_MM * (i % 3), top + start + PITCH_MM * (i // 3)) for i in range(9))


def make_board_layout(pawn_mm: float) -> Layout:
    """The layout for pawns of this diameter at the foot in mm: cells red1 to blue9, eight markers and the pawns."""
    half = PITCH_MM / 2
    cells = [
        Cell(f"{hue}{i}", x, y, polygon=trace_box(x - half, y - half, PITCH_MM, PITCH_MM))
        for hue in HUES
        for i, (x, y) in enumerate(list_positions(hue), start=1)
    ]
    pieces = [PieceKind(hue, PAWN_MM, PAWN_HEIGHT_MM, "pawn") for hue in HUES]
    return scale_layout(make_layout("color-dice", SIZE_MM, cells, _make_markers(), pieces), pawn_mm / PAWN_MM)


def _make_markers() -> tuple[Marker, ...]:
    """The markers on the white margin, where there are no pawns: large ones in the corners, smaller ones at the
    sides.
    """
    inset = 14.5
    # Not at the middles of the sides, because sheets of paper are joined there.
    before, behind = MIDDLE[0] - ASIDE_MM, MIDDLE[0] + ASIDE_MM
    sides = ((behind, inset), (SIDE_MM - inset, behind), (before, SIDE_MM - inset), (inset, before))
    return make_markers(24, mirror(SIZE_MM, 16.0, 16.0), 20.0, sides, 17.0)


def draw_board(pawn_mm: float) -> Drawing:
    """The whole print with its markers, for pawns of this diameter at the foot in mm."""
    field = _draw_outside()
    for hue in HUES:
        field += _draw_area(hue)
    margin: list[Shape] = []
    # The name can be read from every side of the table, the rules from two.
    for quarters in range(4):
        margin += turn_shapes(_draw_name(), quarters, MIDDLE)
    for quarters in (0, 2):
        margin += turn_shapes(_write_rules(), quarters, MIDDLE)
    return make_print("Color Dice", SIZE_MM, field, margin, _make_markers(), pawn_mm / PAWN_MM, INK)


def _draw_outside() -> list[Shape]:
    """The neutral grey between the areas, with the four figures in large size in its middle."""
    side = SIDE_MM - 2 * MARGIN_MM
    outline = trace_rounded_box(MARGIN_MM, MARGIN_MM, side, side, 10)
    shapes: list[Shape] = [Area((outline,), fill=OUTSIDE, stroke=INK, width_mm=0.8)]
    for hue, (dx, dy) in zip(HUES, ((-1, -1), (1, -1), (1, 1), (-1, 1)), strict=True):
        at = (MIDDLE[0] + 13 * dx, MIDDLE[1] + 13 * dy)
        shapes.append(Area((_trace_figure(hue, at, 9.0),), fill=FRAMES[hue], stroke=WHITE, width_mm=0.8))
    shapes.append(Disc(*MIDDLE, 29.0, stroke=OUTSIDE_LINE, width_mm=0.6))
    return shapes


def _draw_area(hue: Hue) -> list[Shape]:
    """One area: a frame with its colour's name on all four sides, its background, its figures and positions."""
    left, top = find_corner(hue)
    inside = AREA_MM - 2 * FRAME_MM
    middle = (left + AREA_MM / 2, top + AREA_MM / 2)
    inner = trace_rounded_box(left + FRAME_MM, top + FRAME_MM, inside, inside, 2)
    shapes: list[Shape] = [
        Area((trace_rounded_box(left, top, AREA_MM, AREA_MM, 5),), fill=FRAMES[hue], stroke=INK, width_mm=0.5),
        Area((inner,), fill=BACKGROUNDS[hue]),
    ]
    baseline, ink = top + AREA_MM - 2.7, WORDS[hue]
    badge = FRAME_MM / 2
    side = (
        Text(middle[0], baseline, hue.upper(), 5.4, ink, "middle", bold=True, tracking_mm=1.2),
        Area((_trace_figure(hue, (left + badge + 0.6, top + AREA_MM - badge - 0.6), 2.9),), fill=ink),
        Text(middle[0] + 36, baseline, hue[0].upper(), 5.4, ink, "middle", bold=True),
        Text(middle[0] - 36, baseline, hue[0].upper(), 5.4, ink, "middle", bold=True),
    )
    for quarters in range(4):
        shapes += turn_shapes(side, quarters, middle)
    for column in (-0.5, 0.5):
        for row in (-0.5, 0.5):
            at = (middle[0] + column * PITCH_MM, middle[1] + row * PITCH_MM)
            shapes.append(Area((_trace_figure(hue, at, 5.2),), fill=FRAMES[hue]))
    for x, y in list_positions(hue):
        shapes.append(Disc(x, y, POSITION_MM / 2, fill=POSITION, stroke=RIMS, width_mm=0.5))
    return shapes


def _trace_figure(hue: Hue, at: Point, radius: float) -> tuple[Point, ...]:
    """The outline of a colour's figure around a point."""
    return trace_symbol(SYMBOLS[hue], at, radius)


def _draw_name() -> list[Shape]:
    """The game's name on the lower margin, left of the marker."""
    word, height = "COLOR DICE", 7.0
    left = MIDDLE[0] - ASIDE_MM - 16 - drawn_letters.measure_word(word, height)
    return drawn_letters.draw_word(word, left, SIDE_MM - 18.5, height, INK)


def _write_rules() -> list[Shape]:
    """The rules in a few lines on the lower margin, right of the marker."""
    rules = (
        "A die higher than another's: attack that colour with as many pawns",
        "as the difference. Move to empty positions, or strike from inside.",
        "7 or 8 of yours in an area are locked, the 9th wins.",
    )
    return write_lines(rules, (MIDDLE[0] - ASIDE_MM + 16, SIDE_MM - 17.6), 3.9, 2.9, INK)


def make_cutouts(pawn_mm: float) -> tuple[Drawing, ...]:
    """Nine discs of each colour to cut out, for players who have no pawns."""
    advice = (
        "Cut out the discs and glue them on counters or bottle caps. If you have pawns, use them instead.",
        "Draw nothing on the faces: the camera must see them.",
    )
    discs = [cutouts.DiscSet(hue, FRAMES[hue], 9, hue[0].upper(), WORDS[hue]) for hue in HUES]
    return cutouts.draw_pages("Color Dice", discs, pawn_mm, advice)


BOARD = Board(
    game="color-dice",
    title="Color Dice",
    piece_diameter_mm=PAWN_MM,
    diameter_range_mm=(10.0, 40.0),
    turns=MappingProxyType({}),
    make_layout=make_board_layout,
    make_drawing=draw_board,
    make_cutouts=make_cutouts,
)
