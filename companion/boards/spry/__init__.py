"""Spry's board in millimetres: 61 green hexagons in five rings, inside a border of red, yellow and blue.

Rows run from A (top) to I (bottom), and cells are numbered from the left. Each ring has a number and a shade of green
of its own, and each cell of the border has its colour's letter, so that nobody needs to see the colours. Below a stone,
the print has one plain colour.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from companion.boards import cutouts, hexagons
from companion.boards.board import Board
from companion.boards.drawing import WHITE, Area, Colour, Drawing, Shape, Text, turn_shapes, write_lines
from companion.boards.drawn_letters import draw_word
from companion.boards.hexagons import trace_pointed
from companion.boards.outlines import Point
from companion.boards.print_frame import make_markers, make_print, mirror
from companion.boards.scaled import ScaledBoard, find_middles_of
from companion.boards.scaled_layout import make_layout, scale_layout
from companion.language import N_
from vision.layout import Cell, Layout, Marker, PieceKind

Side = Literal["red", "yellow", "blue"]

# Sizes for stones of STONE_MM. Stones of another size scale everything.
STONE_MM = 17.0
STONE_HEIGHT_MM = 6.0
HEX_MM = 14.6
"""Distance from a hexagon's middle to its corners. Two of the corners point up and down."""
STEP_MM = math.sqrt(3) * HEX_MM
"""Distance between the middles of neighbouring hexagons in a row."""
RINGS = 5
SIZE_MM = (304.0, 268.0)
MIDDLE: Point = (SIZE_MM[0] / 2, SIZE_MM[1] / 2)

INK: Colour = "#20302a"
LINES: Colour = "#dfe6d6"
GREENS: dict[int, Colour] = {1: "#23605a", 2: "#2b6f58", 3: "#3a7c52", 4: "#53894d", 5: "#739546"}
"""Each ring's shade, which gets lighter and yellower from the middle outwards."""
NUMBERS: Colour = "#e3ecd2"
BORDER: dict[Side, Colour] = {"red": "#a83a34", "yellow": "#dcb13c", "blue": "#35609f"}
BORDER_LETTERS: dict[Side, tuple[str, Colour]] = {"red": ("R", WHITE), "yellow": ("Y", INK), "blue": ("B", WHITE)}
SIDES: tuple[Side, ...] = ("yellow", "blue", "red")
"""The colours of the border, clockwise from the left corner. Each is on ten cells."""

AROUND = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
"""The six directions (q, r) in which the border runs, clockwise from the left corner."""


@dataclass(frozen=True, slots=True)
class Hexagon:
    """One green cell."""

    name: str
    ring: int
    """The number of its ring, from 1 in the middle."""
    middle: Point
    """The middle of the cell, in mm."""


def list_green_cells() -> tuple[Hexagon, ...]:
    """The 61 green cells, from row A on, each row from the left."""
    return tuple(
        Hexagon(name, 1 + hexagons.count_steps(q, r), _locate(q, r))
        for name, (q, r) in hexagons.name_places(RINGS).items()
    )


def list_border_cells() -> tuple[tuple[Side, Point], ...]:
    """The 30 cells of the border, clockwise from the left corner: the colour of each, and its middle in mm."""
    q, r = -RINGS, 0
    found: list[tuple[Side, Point]] = []
    for dq, dr in AROUND:
        for _ in range(RINGS):
            found.append((SIDES[len(found) // (2 * RINGS)], _locate(q, r)))
            q, r = q + dq, r + dr
    return tuple(found)


def _locate(q: int, r: int) -> Point:
    return hexagons.locate(q, r, STEP_MM, 1.5 * HEX_MM, MIDDLE)


def make_board_layout(stone_mm: float) -> Layout:
    """The layout for stones of this diameter in mm: cells A1 to I5, eight markers and the stones."""
    cells = [Cell(h.name, *h.middle, polygon=trace_pointed(h.middle, HEX_MM)) for h in list_green_cells()]
    pieces = [PieceKind(kind, STONE_MM, STONE_HEIGHT_MM, "stone") for kind in ("white", "black")]
    return scale_layout(make_layout("spry", SIZE_MM, cells, _make_markers(), pieces), stone_mm / STONE_MM)


def _make_markers() -> tuple[Marker, ...]:
    """The markers in the four free corners of the paper: a large one and a smaller one in each."""
    return make_markers(16, mirror(SIZE_MM, 19.0, 19.0), 22.0, mirror(SIZE_MM, 14.5, 70.0), 15.0)


def draw_board(stone_mm: float) -> Drawing:
    """The whole print with its markers, for stones of this diameter in mm."""
    margin: list[Shape] = [
        *_draw_margin(),
        # The same text for the player opposite.
        *turn_shapes(_draw_margin(), 2, MIDDLE),
    ]
    return make_print(
        "Spry", SIZE_MM, [*_draw_border(), *_draw_field()], margin, _make_markers(), stone_mm / STONE_MM, INK
    )


def _draw_border() -> list[Shape]:
    """The border: the cells that a group must touch, as one coloured band with a letter on each cell."""
    cells = list_border_cells()
    shapes: list[Shape] = [Area((trace_pointed(at, HEX_MM + 1.2),), fill=INK) for _, at in cells]
    for side, shade in BORDER.items():
        shapes.append(Area(tuple(trace_pointed(at, HEX_MM - 0.25) for own, at in cells if own == side), fill=shade))
    for side, (x, y) in cells:
        letter, ink = BORDER_LETTERS[side]
        # Letters are upright for the player who sits nearer.
        turn, down = (0.0, 2.9) if y > MIDDLE[1] - 1 else (180.0, -2.9)
        shapes.append(Text(x, y + down, letter, 8.0, ink, "middle", bold=True, turn_deg=turn))
    return shapes


def _draw_field() -> list[Shape]:
    """The green cells, ring by ring, with lines between them. Each has its name and the number of its ring."""
    cells = list_green_cells()
    shapes: list[Shape] = [Area((trace_pointed(h.middle, HEX_MM + 0.7),), fill=INK) for h in cells]
    for ring, shade in GREENS.items():
        shapes.append(Area(tuple(trace_pointed(h.middle, HEX_MM) for h in cells if h.ring == ring), fill=shade))
    shapes += [Area((trace_pointed(h.middle, HEX_MM),), stroke=LINES, width_mm=0.35) for h in cells]
    for cell in cells:
        x, y = cell.middle
        shapes.append(Text(x, y - 10.9, str(cell.ring), 3.1, NUMBERS, "middle", bold=True))
        shapes.append(Text(x, y + 12.8, cell.name, 2.3, NUMBERS, "middle"))
    return shapes


def _draw_margin() -> list[Shape]:
    """What one player reads on the margin: the name, and the rules in a few lines."""
    width, height = SIZE_MM
    rules = (
        "Place 1 to 5 stones a turn:",
        "no more than the number",
        "of the innermost ring you use.",
        "Touch R, Y and B in one group.",
    )
    return [
        *draw_word("SPRY", 37, height - 20, 9.0, INK),
        *write_lines(rules, (width - 37, height - 19), 3.7, 2.6, INK, "end"),
    ]


def make_cutouts(stone_mm: float) -> tuple[Drawing, ...]:
    """Forty white and forty black discs to cut out."""
    discs = [cutouts.DiscSet("white", cutouts.WHITE_PAPER, 40), cutouts.DiscSet("black", cutouts.BLACK_PAPER, 40)]
    return cutouts.draw_pages("Spry", discs, stone_mm, cutouts.PLAIN_FACES)


BOARD = Board(
    game="spry",
    title="Spry",
    piece_diameter_mm=STONE_MM,
    diameter_range_mm=(10.0, 40.0),
    turns=MappingProxyType({}),
    make_layout=make_board_layout,
    make_drawing=draw_board,
    make_cutouts=make_cutouts,
    bought=ScaledBoard(
        "--space",
        N_("from the middle of a space to the middle of the next in mm"),
        math.sqrt(3) * HEX_MM,
        1.0,
        find_middles_of("A1", "A5", "I5", "I1"),
        N_("the middles of the spaces A1, A5, I5 and I1"),
    ),
)
