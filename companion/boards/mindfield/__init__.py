"""Mindfield's board: 7 x 7 squares, a1 bottom left, and everything that is printed on it, in millimetres.

The colours are matt blues and greens of middling darkness: gold and silver both stand out as brighter
in daylight, lamplight and dusk. Where a piece lies the print is one plain colour. Perimeter, Prime and
Center differ in shade and in shape (a ring, a star), so that nobody needs to see the colours.
It never says which move is right.
"""

from __future__ import annotations

from types import MappingProxyType

from companion.boards import drawn_letters as lettering
from companion.boards import markers
from companion.boards.board import Board
from companion.boards.drawing import (
    WHITE,
    Area,
    Colour,
    Disc,
    Drawing,
    Line,
    Point,
    Shape,
    Text,
    arc,
    box,
    rectangle,
    rounded,
    turned,
)
from companion.boards.mindfield.demonstration import DEMONSTRATION
from companion.boards.scaled import Scaled, box_of
from vision.layout import Cell, Layout, Marker, PieceKind

FILES = "abcdefg"
ROWS = 7

# Sizes for stones of STONE_MM; another stone scales everything.
STONE_MM = 18.0
STONE_HEIGHT_MM = 7.0
CELL_MM = 30.0
MARGIN_MM = 36.0
TOKEN_MM = 26.0
TOKEN_HEIGHT_MM = 3.0

PAPER: Colour = WHITE
"""The margin is bare paper: the camera sets its exposure by it, and no marker stands in a frame of its own."""
PERIMETER: Colour = "#1b4f6b"
PRIME: Colour = "#207063"
CENTER: Colour = "#4b4293"
HAIRLINE: Colour = "#7fb3ad"
INK: Colour = "#12424f"
STAR: Colour = "#9d96d8"

GOLD_PAPER: Colour = "#dfba4a"
SILVER_PAPER: Colour = "#d4d6da"


def layout(stone_mm: float) -> Layout:
    """Cells a1..g7, eight markers and the pieces, for stones of a diameter in mm."""
    k = stone_mm / STONE_MM
    side = round((2 * MARGIN_MM + ROWS * CELL_MM) * k, 3)
    cells = {name: _cell(name, column, row, k) for name, column, row in squares()}
    pieces = {
        "gold": PieceKind("gold", stone_mm, round(STONE_HEIGHT_MM * k, 3), "stone"),
        "silver": PieceKind("silver", stone_mm, round(STONE_HEIGHT_MM * k, 3), "stone"),
        "antipode-gold": PieceKind("antipode-gold", round(TOKEN_MM * k, 3), round(TOKEN_HEIGHT_MM * k, 3), "token"),
        "antipode-silver": PieceKind("antipode-silver", round(TOKEN_MM * k, 3), round(TOKEN_HEIGHT_MM * k, 3), "token"),
    }
    return Layout("mindfield", (side, side), MappingProxyType(cells), _markers(k), MappingProxyType(pieces))


def squares() -> tuple[tuple[str, int, int], ...]:
    """Name, column and row (both from 0, bottom left) of every square, row 1 first."""
    return tuple((f"{FILES[column]}{row + 1}", column, row) for row in range(ROWS) for column in range(ROWS))


def _cell(name: str, column: int, row: int, k: float) -> Cell:
    left, top = _corner(column, row)
    ring = tuple((round(x * k, 3), round(y * k, 3)) for x, y in box(left, top, CELL_MM, CELL_MM))
    return Cell(name, round((left + CELL_MM / 2) * k, 3), round((top + CELL_MM / 2) * k, 3), polygon=ring)


def _corner(column: int, row: int) -> Point:
    """The top left corner of a square, for stones of STONE_MM."""
    return MARGIN_MM + column * CELL_MM, MARGIN_MM + (ROWS - 1 - row) * CELL_MM


def _markers(k: float) -> tuple[Marker, ...]:
    """Large ones in the corners place the board, small ones between them show how the lens bends."""
    side = 2 * MARGIN_MM + ROWS * CELL_MM
    near, middle, inset = 18.0, side / 2, 14.0
    corners = ((near, near), (side - near, near), (side - near, side - near), (near, side - near))
    sides = ((middle, inset), (side - inset, middle), (middle, side - inset), (inset, middle))
    return tuple(
        Marker(number, round(x * k, 3), round(y * k, 3), round(size * k, 3))
        for number, ((x, y), size) in enumerate([*((c, 22.0) for c in corners), *((s, 16.0) for s in sides)])
    )


def drawing(stone_mm: float) -> Drawing:
    """The whole print with its markers, for stones of a diameter in mm."""
    k = stone_mm / STONE_MM
    board = layout(stone_mm)
    side = board.size_mm[0]
    shapes: list[Shape] = [
        rectangle(0, 0, side, side, PAPER),
        Area((rounded(0.9 * k, 0.9 * k, side - 1.8 * k, side - 1.8 * k, 2 * k),), stroke=INK, width_mm=0.5 * k),
        *_field(k),
        *_margin(k, side, FILES, tuple(range(1, ROWS + 1))),
        # For the player across the table, who sees the same squares the other way round.
        *turned(_margin(k, side, FILES[::-1], tuple(range(ROWS, 0, -1))), 2, (side / 2, side / 2)),
    ]
    for marker in board.markers:
        shapes += markers.draw(marker)
    return Drawing("Mindfield", board.size_mm, tuple(shapes))


def _field(k: float) -> list[Shape]:
    """The 49 squares, the lines between them, the rings on Prime and the star on the Center."""
    start, span = MARGIN_MM * k, ROWS * CELL_MM * k
    shapes: list[Shape] = [
        rectangle(start, start, span, span, PERIMETER),
        rectangle(start + CELL_MM * k, start + CELL_MM * k, span - 2 * CELL_MM * k, span - 2 * CELL_MM * k, PRIME),
    ]
    for _, column, row in squares():
        left, top = (v * k for v in _corner(column, row))
        x, y = left + CELL_MM * k / 2, top + CELL_MM * k / 2
        if (column, row) == (3, 3):
            shapes += _center(x, y, k)
        elif 0 < column < ROWS - 1 and 0 < row < ROWS - 1:
            shapes.append(Disc(x, y, 13.7 * k, stroke=HAIRLINE, width_mm=0.3 * k))
    for i in range(1, ROWS):
        at = start + i * CELL_MM * k
        shapes.append(Line(((at, start), (at, start + span)), HAIRLINE, 0.3 * k))
        shapes.append(Line(((start, at), (start + span, at)), HAIRLINE, 0.3 * k))
    inner = box(start + CELL_MM * k, start + CELL_MM * k, span - 2 * CELL_MM * k, span - 2 * CELL_MM * k)
    shapes.append(Area((inner,), stroke=HAIRLINE, width_mm=0.9 * k))
    shapes.append(Area((box(start, start, span, span),), stroke=INK, width_mm=1.4 * k))
    return shapes


def _center(x: float, y: float, k: float) -> list[Shape]:
    """The Center square: four points of a star reach into its corners, its middle is left plain."""
    half = CELL_MM * k / 2
    tip, rim = 14.2 * k, 13.4 * k
    points: list[tuple[Point, ...]] = []
    for quarter in range(4):
        angle = 45 + 90 * quarter
        corner = (x + tip * (1 if quarter in (0, 3) else -1), y + tip * (1 if quarter < 2 else -1))
        points.append((corner, *arc(x, y, rim, angle - 27, angle + 27, 8)))
    return [
        rectangle(x - half, y - half, 2 * half, 2 * half, CENTER),
        Area(tuple(points), fill=STAR),
    ]


def _margin(k: float, side: float, files: str, rows: tuple[int, ...]) -> list[Shape]:
    """What one player reads: the name, the rules in a few lines, and the coordinates as they meet them, files from
    the left below the squares, rows from below on their left."""
    shapes: list[Shape] = []
    for i, letter in enumerate(files):
        x = (MARGIN_MM + (i + 0.5) * CELL_MM) * k
        shapes.append(Text(x, side - MARGIN_MM * k + 6.6 * k, letter, 5 * k, INK, "middle", bold=True))
    for i, row in enumerate(rows):
        y = side - (MARGIN_MM + (i + 0.5) * CELL_MM) * k
        shapes.append(Text(MARGIN_MM * k - 4.6 * k, y + 1.8 * k, str(row), 5 * k, INK, "middle", bold=True))
    shapes += lettering.name("MINDFIELD", 40 * k, side - 18.8 * k, 9.6 * k, INK)
    rules = (
        ("Place", "where no piece touches, not even at a corner."),
        ("Move", "one square straight: once nothing can be placed."),
        ("Jump", "a neighbour: rivals are captured, the Antipode turns."),
        ("Antipode", "slides any way straight for the colour on top."),
        ("Win", "with 7 captures or 7 stones on ringed squares."),
    )
    for i, (word, rest) in enumerate(rules):
        y = side - (21.4 - 3.9 * i) * k
        shapes.append(Text(158 * k, y, word, 2.9 * k, INK, bold=True))
        shapes.append(Text(173 * k, y, rest, 2.9 * k, INK))
    return shapes


def cards(stone_mm: float) -> tuple[Drawing, ...]:
    """The Antipode to cut out: a gold and a silver disc, to be glued back to back."""
    k = stone_mm / STONE_MM
    radius = round(TOKEN_MM * k, 3) / 2
    width, height = max(6 * radius + 20, 130.0), 2 * radius + 34
    y = 8 + radius
    shapes: list[Shape] = [Area((rounded(0.5, 0.5, width - 1, height - 1, 3),), stroke="#9aa4aa", width_mm=0.3)]
    for x, paper in ((width / 2 - 1.6 * radius, GOLD_PAPER), (width / 2 + 1.6 * radius, SILVER_PAPER)):
        shapes.append(Disc(x, y, radius, fill=paper))
        shapes.append(Disc(x, y, radius, stroke=INK, width_mm=0.15))
    lines = (
        "The Antipode: cut out both discs and glue them on the two sides of a matt disc",
        f"of {2 * radius:g} mm, {TOKEN_HEIGHT_MM * k:.1f} mm thick (a stack of card, a wooden or plastic counter).",
        "Gold on one side, silver on the other. Keep the faces plain: the camera reads them.",
    )
    for i, line in enumerate(lines):
        shapes.append(Text(width / 2, 2 * radius + 18 + 4.2 * i, line, 2.9, INK, "middle"))
    return (Drawing("Mindfield Antipode", (width, height), tuple(shapes)),)


BOARD = Board(
    game="mindfield",
    title="Mindfield",
    piece_diameter_mm=STONE_MM,
    diameter_range_mm=(10.0, 50.0),
    stock=MappingProxyType({"gold": 13, "silver": 13, "antipode-silver": 1}),
    turns=MappingProxyType({"antipode-gold": "antipode-silver", "antipode-silver": "antipode-gold"}),
    make_layout=layout,
    make_drawing=drawing,
    make_cutouts=cards,
    demonstration=DEMONSTRATION,
    bought=Scaled(
        "--square",
        "side of a square in mm",
        CELL_MM,
        1.0,
        box_of,
        "the outer corners of the squares a7, g7, g1 and a1",
    ),
)
