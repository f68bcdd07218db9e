"""Mindfield's board in millimetres: 7 x 7 squares with a1 at the bottom left, and everything that is printed on it.

The colours are matt blues and greens. By day, by lamplight and at dusk they are darker than gold and silver stones.
Below a piece, the print has one plain colour. Perimeter, Prime and Center differ in shade and in shape (a ring, a
star), so that nobody needs to see the colours.
"""

from __future__ import annotations

from types import MappingProxyType

from companion.boards import cutouts
from companion.boards.board import Board
from companion.boards.drawing import (
    Area,
    Colour,
    Disc,
    Drawing,
    Line,
    Shape,
    Text,
    draw_rectangle,
    turn_shapes,
)
from companion.boards.drawn_letters import draw_word
from companion.boards.mindfield.demonstration import DEMONSTRATION
from companion.boards.outlines import Point, trace_arc, trace_box
from companion.boards.print_frame import make_markers, make_print, mirror
from companion.boards.scaled import ScaledBoard, find_box
from companion.boards.scaled_layout import make_layout, scale_layout
from companion.language import N_
from vision.layout import Cell, Layout, Marker, PieceKind

FILES = "abcdefg"
ROWS = 7

# Sizes for stones of STONE_MM. Stones of another size scale everything.
STONE_MM = 18.0
STONE_HEIGHT_MM = 7.0
CELL_MM = 30.0
MARGIN_MM = 36.0
TOKEN_MM = 26.0
"""Diameter of the Antipode."""
TOKEN_HEIGHT_MM = 3.0
SPAN_MM = ROWS * CELL_MM
SIDE_MM = 2 * MARGIN_MM + SPAN_MM
SIZE_MM = (SIDE_MM, SIDE_MM)
MIDDLE: Point = (SIDE_MM / 2, SIDE_MM / 2)

PERIMETER: Colour = "#1b4f6b"
PRIME: Colour = "#207063"
CENTER: Colour = "#4b4293"
HAIRLINE: Colour = "#7fb3ad"
INK: Colour = "#12424f"
STAR: Colour = "#9d96d8"

GOLD_PAPER: Colour = "#dfba4a"
SILVER_PAPER: Colour = "#d4d6da"


def list_squares() -> tuple[tuple[str, int, int], ...]:
    """Of each square the name, the column and the row, counted from 0 at the bottom left. Row 1 comes first."""
    return tuple((f"{FILES[column]}{row + 1}", column, row) for row in range(ROWS) for column in range(ROWS))


def make_board_layout(stone_mm: float) -> Layout:
    """The layout for stones of this diameter in mm: cells a1 to g7, eight markers and the pieces."""
    cells = []
    for name, column, row in list_squares():
        left, top = _find_corner(column, row)
        outline = trace_box(left, top, CELL_MM, CELL_MM)
        cells.append(Cell(name, left + CELL_MM / 2, top + CELL_MM / 2, polygon=outline))
    stones = [PieceKind(kind, STONE_MM, STONE_HEIGHT_MM, "stone") for kind in ("gold", "silver")]
    tokens = [PieceKind(f"antipode-{kind.name}", TOKEN_MM, TOKEN_HEIGHT_MM, "token") for kind in stones]
    made = make_layout("mindfield", SIZE_MM, cells, _make_markers(), [*stones, *tokens])
    return scale_layout(made, stone_mm / STONE_MM)


def _find_corner(column: int, row: int) -> Point:
    """The top left corner of a square, in mm."""
    return MARGIN_MM + column * CELL_MM, MARGIN_MM + (ROWS - 1 - row) * CELL_MM


def _make_markers() -> tuple[Marker, ...]:
    """The markers: large ones in the corners, small ones in the middles of the sides."""
    (x, y), inset = MIDDLE, 14.0
    sides = ((x, inset), (SIDE_MM - inset, y), (x, SIDE_MM - inset), (inset, y))
    return make_markers(0, mirror(SIZE_MM, 18.0, 18.0), 22.0, sides, 16.0)


def draw_board(stone_mm: float) -> Drawing:
    """The whole print with its markers, for stones of this diameter in mm."""
    rows = tuple(range(1, ROWS + 1))
    margin: list[Shape] = [
        *_draw_margin(FILES, rows),
        # The same text for the player opposite, who sees the squares from the other side.
        *turn_shapes(_draw_margin(FILES[::-1], rows[::-1]), 2, MIDDLE),
    ]
    return make_print("Mindfield", SIZE_MM, _draw_field(), margin, _make_markers(), stone_mm / STONE_MM, INK)


def _draw_field() -> list[Shape]:
    """The 49 squares, the lines between them, the rings on Prime and the star on the Center."""
    start, inner = MARGIN_MM, MARGIN_MM + CELL_MM
    inner_span = SPAN_MM - 2 * CELL_MM
    shapes: list[Shape] = [
        draw_rectangle(start, start, SPAN_MM, SPAN_MM, PERIMETER),
        draw_rectangle(inner, inner, inner_span, inner_span, PRIME),
    ]
    for _, column, row in list_squares():
        left, top = _find_corner(column, row)
        x, y = left + CELL_MM / 2, top + CELL_MM / 2
        if (column, row) == (3, 3):
            shapes += _draw_center(x, y)
        elif 0 < column < ROWS - 1 and 0 < row < ROWS - 1:
            shapes.append(Disc(x, y, 13.7, stroke=HAIRLINE, width_mm=0.3))
    for i in range(1, ROWS):
        at = start + i * CELL_MM
        shapes.append(Line(((at, start), (at, start + SPAN_MM)), HAIRLINE, 0.3))
        shapes.append(Line(((start, at), (start + SPAN_MM, at)), HAIRLINE, 0.3))
    shapes.append(Area((trace_box(inner, inner, inner_span, inner_span),), stroke=HAIRLINE, width_mm=0.9))
    shapes.append(Area((trace_box(start, start, SPAN_MM, SPAN_MM),), stroke=INK, width_mm=1.4))
    return shapes


def _draw_center(x: float, y: float) -> list[Shape]:
    """The Center square: a star with four points that reach into the corners, and a plain middle."""
    tip, rim = 14.2, 13.4
    points: list[tuple[Point, ...]] = []
    for quarter in range(4):
        angle = 45 + 90 * quarter
        corner = (x + tip * (1 if quarter in (0, 3) else -1), y + tip * (1 if quarter < 2 else -1))
        points.append((corner, *trace_arc(x, y, rim, angle - 27, angle + 27, 8)))
    return [
        draw_rectangle(x - CELL_MM / 2, y - CELL_MM / 2, CELL_MM, CELL_MM, CENTER),
        Area(tuple(points), fill=STAR),
    ]


def _draw_margin(files: str, rows: tuple[int, ...]) -> list[Shape]:
    """What one player reads on the margin: the name, the rules in a few lines, and the coordinates.

    files: the letters below the squares, from the left as this player sees them. rows: the numbers on the left, from
    below.
    """
    shapes: list[Shape] = []
    for i, letter in enumerate(files):
        x = MARGIN_MM + (i + 0.5) * CELL_MM
        shapes.append(Text(x, SIDE_MM - MARGIN_MM + 6.6, letter, 5, INK, "middle", bold=True))
    for i, row in enumerate(rows):
        y = SIDE_MM - (MARGIN_MM + (i + 0.5) * CELL_MM)
        shapes.append(Text(MARGIN_MM - 4.6, y + 1.8, str(row), 5, INK, "middle", bold=True))
    shapes += draw_word("MINDFIELD", 40, SIDE_MM - 18.8, 9.6, INK)
    rules = (
        ("Place", "where no piece touches, not even at a corner."),
        ("Move", "one square straight: once nothing can be placed."),
        ("Jump", "a neighbour: rivals are captured, the Antipode turns."),
        ("Antipode", "slides any way straight for the colour on top."),
        ("Win", "with 7 captures or 7 stones on ringed squares."),
    )
    for i, (word, rest) in enumerate(rules):
        y = SIDE_MM - (21.4 - 3.9 * i)
        shapes.append(Text(158, y, word, 2.9, INK, bold=True))
        shapes.append(Text(173, y, rest, 2.9, INK))
    return shapes


def make_cutouts(stone_mm: float) -> tuple[Drawing, ...]:
    """The Antipode to cut out: a gold and a silver disc, to be glued back to back."""
    factor = stone_mm / STONE_MM
    radius, height_mm = round(TOKEN_MM * factor, 3) / 2, TOKEN_HEIGHT_MM * factor
    width, height = max(6 * radius + 20, cutouts.MIN_WIDTH_MM), 2 * radius + 34
    y = 8 + radius
    shapes: list[Shape] = []
    for x, paper in ((width / 2 - 1.6 * radius, GOLD_PAPER), (width / 2 + 1.6 * radius, SILVER_PAPER)):
        shapes.append(Disc(x, y, radius, fill=paper))
        shapes.append(Disc(x, y, radius, stroke=INK, width_mm=0.15))
    words = (
        "The Antipode: cut out both discs. Glue one on each side of a matt disc",
        f"of {2 * radius:g} mm, {height_mm:.1f} mm thick: a stack of card, a wooden or plastic counter.",
        cutouts.PLAIN_FACES[-1],
    )
    return (cutouts.draw_card("Mindfield Antipode", (width, height), shapes, words, 2 * radius + 18),)


BOARD = Board(
    game="mindfield",
    title="Mindfield",
    piece_diameter_mm=STONE_MM,
    diameter_range_mm=(10.0, 50.0),
    turns=MappingProxyType({"antipode-gold": "antipode-silver", "antipode-silver": "antipode-gold"}),
    make_layout=make_board_layout,
    make_drawing=draw_board,
    make_cutouts=make_cutouts,
    demonstration=DEMONSTRATION,
    bought=ScaledBoard(
        "--square",
        N_("side of a square in mm"),
        CELL_MM,
        1.0,
        find_box,
        N_("the outer corners of the squares a7, g7, g1 and a1"),
    ),
)
