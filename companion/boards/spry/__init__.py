"""Spry's board: 61 green hexagons in five rings within a border of red, yellow and blue, in millimetres.

Rows run A (top) to I (bottom), cells are numbered from the left. Each ring has its own shade of green and
bears its number, each border cell its colour's letter, so that nobody needs to see the colours. Where a
stone lies the print is one plain colour. It never says which move is right.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from companion.boards import cutouts, markers, scale
from companion.boards import drawn_letters as lettering
from companion.boards.board import Board
from companion.boards.drawing import (
    WHITE,
    Area,
    Colour,
    Drawing,
    Point,
    Shape,
    Text,
    arc,
    rectangle,
    rounded,
    turned,
)
from companion.boards.scaled import Scaled, middles_of
from vision.layout import Cell, Layout, Marker, PieceKind

Side = Literal["red", "yellow", "blue"]

# Sizes for stones of STONE_MM; another stone scales everything.
STONE_MM = 17.0
STONE_HEIGHT_MM = 6.0
HEX_MM = 14.6
"""From a hexagon's middle to its corners, which point up and down."""
RINGS = 5
SIZE_MM = (304.0, 268.0)
MIDDLE: Point = (SIZE_MM[0] / 2, SIZE_MM[1] / 2)

INK: Colour = "#20302a"
LINES: Colour = "#dfe6d6"
GREENS: dict[int, Colour] = {1: "#23605a", 2: "#2b6f58", 3: "#3a7c52", 4: "#53894d", 5: "#739546"}
"""Each ring's shade, from the middle outwards lighter and yellower."""
NUMBERS: Colour = "#e3ecd2"
BORDER: dict[Side, Colour] = {"red": "#a83a34", "yellow": "#dcb13c", "blue": "#35609f"}
BORDER_LETTERS: dict[Side, tuple[str, Colour]] = {"red": ("R", WHITE), "yellow": ("Y", INK), "blue": ("B", WHITE)}
FIRST_SIDE: tuple[Side, ...] = ("yellow", "blue", "red")
"""The border's colours clockwise, each on ten cells; the first begins on the left corner."""

AROUND = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
"""The six steps (q, r) along the border, clockwise from the left corner."""


@dataclass(frozen=True, slots=True)
class Hexagon:
    """One green cell: its name, its ring (1 in the middle) and its middle in mm."""

    name: str
    ring: int
    middle: Point


def greens() -> tuple[Hexagon, ...]:
    """The 61 cells, row A first, each row from the left."""
    reach = RINGS - 1
    found = []
    for r in range(-reach, reach + 1):
        row = [q for q in range(-reach, reach + 1) if abs(q + r) <= reach]
        for number, q in enumerate(row, start=1):
            ring = 1 + max(abs(q), abs(r), abs(q + r))
            found.append(Hexagon(f"{'ABCDEFGHI'[r + reach]}{number}", ring, _place(q, r)))
    return tuple(found)


def border() -> tuple[tuple[Side, Point], ...]:
    """The 30 border cells clockwise from the left corner: colour and middle in mm."""
    q, r = -RINGS, 0
    found: list[tuple[Side, Point]] = []
    for dq, dr in AROUND:
        for _ in range(RINGS):
            found.append((FIRST_SIDE[len(found) // (2 * RINGS)], _place(q, r)))
            q, r = q + dq, r + dr
    return tuple(found)


def _place(q: int, r: int) -> Point:
    return MIDDLE[0] + math.sqrt(3) * HEX_MM * (q + r / 2), MIDDLE[1] + 1.5 * HEX_MM * r


def _outline(middle: Point, radius: float = HEX_MM) -> tuple[Point, ...]:
    return arc(*middle, radius, -90, 210, 5)


def layout(stone_mm: float) -> Layout:
    """Cells A1..I5, eight markers and the stones, for stones of a diameter in mm."""
    cells = {h.name: Cell(h.name, *h.middle, polygon=_outline(h.middle)) for h in greens()}
    pieces = {kind: PieceKind(kind, STONE_MM, STONE_HEIGHT_MM, "stone") for kind in ("white", "black")}
    made = Layout("spry", SIZE_MM, MappingProxyType(cells), _markers(), MappingProxyType(pieces))
    return scale.layout(made, stone_mm / STONE_MM)


def _markers() -> tuple[Marker, ...]:
    """In the paper's four free corners, a large and a smaller one in each."""
    (width, height), near, (inset, down) = SIZE_MM, 19.0, (14.5, 70.0)
    corners = ((near, near), (width - near, near), (width - near, height - near), (near, height - near))
    sides = ((inset, down), (width - inset, down), (width - inset, height - down), (inset, height - down))
    return tuple(
        Marker(16 + i, x, y, size)
        for i, ((x, y), size) in enumerate([*((c, 22.0) for c in corners), *((s, 15.0) for s in sides)])
    )


def drawing(stone_mm: float) -> Drawing:
    """The whole print with its markers, for stones of a diameter in mm."""
    width, height = SIZE_MM
    shapes: list[Shape] = [
        rectangle(0, 0, width, height, WHITE),
        Area((rounded(0.9, 0.9, width - 1.8, height - 1.8, 2),), stroke=INK, width_mm=0.5),
        *_border(),
        *_field(),
        *_margin(),
        # For the player across the table.
        *turned(_margin(), 2, MIDDLE),
    ]
    for marker in _markers():
        shapes += markers.draw(marker)
    k = stone_mm / STONE_MM
    return Drawing("Spry", layout(stone_mm).size_mm, scale.shapes(shapes, k))


def _border() -> list[Shape]:
    """The cells that a group must touch, as one coloured band with a letter on each."""
    cells = border()
    shapes: list[Shape] = [Area((_outline(at, HEX_MM + 1.2),), fill=INK) for _, at in cells]
    for side, shade in BORDER.items():
        shapes.append(Area(tuple(_outline(at, HEX_MM - 0.25) for own, at in cells if own == side), fill=shade))
    for side, (x, y) in cells:
        letter, ink = BORDER_LETTERS[side]
        # Letters stand upright for whoever sits nearer.
        if y > MIDDLE[1] - 1:
            shapes.append(Text(x, y + 2.9, letter, 8.0, ink, "middle", bold=True))
        else:
            shapes.append(Text(x, y - 2.9, letter, 8.0, ink, "middle", bold=True, turn_deg=180))
    return shapes


def _field() -> list[Shape]:
    """The green cells, ring by ring, with the lines between them; each with its ring's number and its name."""
    cells = greens()
    shapes: list[Shape] = [Area((_outline(h.middle, HEX_MM + 0.7),), fill=INK) for h in cells]
    for ring, shade in GREENS.items():
        shapes.append(Area(tuple(_outline(h.middle) for h in cells if h.ring == ring), fill=shade))
    shapes += [Area((_outline(h.middle),), stroke=LINES, width_mm=0.35) for h in cells]
    for cell in cells:
        x, y = cell.middle
        shapes.append(Text(x, y - 10.9, str(cell.ring), 3.1, NUMBERS, "middle", bold=True))
        shapes.append(Text(x, y + 12.8, cell.name, 2.3, NUMBERS, "middle"))
    return shapes


def _margin() -> list[Shape]:
    """What one player reads: the name, and the rules in a few lines."""
    width, height = SIZE_MM
    shapes: list[Shape] = lettering.name("SPRY", 37, height - 20, 9.0, INK)
    rules = (
        "Place 1 to 5 stones a turn:",
        "no more than the number",
        "of the innermost ring you use.",
        "Touch R, Y and B in one group.",
    )
    for i, line in enumerate(rules):
        shapes.append(Text(width - 37, height - 19 + 3.7 * i, line, 2.6, INK, "end"))
    return shapes


def cards(stone_mm: float) -> tuple[Drawing, ...]:
    """Forty white and forty black discs to cut out."""
    sorts = [cutouts.Sort("white", cutouts.WHITE_PAPER, 40), cutouts.Sort("black", cutouts.BLACK_PAPER, 40)]
    return cutouts.sheets("Spry", sorts, stone_mm, cutouts.PLAIN_FACES)


BOARD = Board(
    game="spry",
    title="Spry",
    piece_diameter_mm=STONE_MM,
    diameter_range_mm=(10.0, 40.0),
    stock=MappingProxyType({"white": 40, "black": 40}),
    turns=MappingProxyType({}),
    make_layout=layout,
    make_drawing=drawing,
    make_cutouts=cards,
    bought=Scaled(
        "--space",
        "from the middle of a space to the middle of the next in mm",
        math.sqrt(3) * HEX_MM,
        1.0,
        middles_of("A1", "A5", "I5", "I1"),
        "the middles of the spaces A1, A5, I5 and I1",
    ),
)
