"""A board for noughts and crosses: three by three squares with their names, and four markers."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

from companion.boards import cutouts
from companion.boards.board import Board
from companion.boards.drawing import Area, Colour, Drawing, Shape, Text
from companion.boards.outlines import trace_box
from companion.boards.print_frame import make_markers, make_print, mirror
from companion.boards.scaled_layout import make_layout, scale_layout
from vision.layout import Cell, Layout, Marker, PieceKind

PIECE_MM = 24.0
SQUARE_MM = 44.0
MARGIN_MM = 40.0
SIDE_MM = 3 * SQUARE_MM + 2 * MARGIN_MM
KINDS = ("red-cross", "blue-nought")

LIGHT: Colour = "#c9cdbf"
DARK: Colour = "#8fa39b"
LINE: Colour = "#59604f"


def make_board_layout(piece_mm: float) -> Layout:
    """Cells a1 (top left) to c3, for pieces of a diameter in mm."""
    cells = [_make_cell(column, row) for row in range(3) for column in range(3)]
    pieces = [PieceKind(kind, PIECE_MM, 5.0, "disc") for kind in KINDS]
    made = make_layout("noughts-and-crosses", (SIDE_MM, SIDE_MM), cells, _make_markers(), pieces)
    return scale_layout(made, piece_mm / PIECE_MM)


def _make_cell(column: int, row: int) -> Cell:
    left, top = MARGIN_MM + column * SQUARE_MM, MARGIN_MM + row * SQUARE_MM
    outline = trace_box(left, top, SQUARE_MM, SQUARE_MM)
    return Cell(f"{'abc'[column]}{row + 1}", left + SQUARE_MM / 2, top + SQUARE_MM / 2, polygon=outline)


def _make_markers() -> tuple[Marker, ...]:
    return make_markers(44, mirror((SIDE_MM, SIDE_MM), 20.0, 20.0), 22.0, (), 0.0)


def draw_board(piece_mm: float) -> Drawing:
    """The whole print with its markers, for pieces of a diameter in mm."""
    names: list[Shape] = [*_draw_names(turned=False), *_draw_names(turned=True)]
    squares: list[Shape] = []
    for i, cell in enumerate(make_board_layout(PIECE_MM).cells.values()):
        assert cell.polygon is not None
        squares.append(Area((cell.polygon,), fill=(LIGHT, DARK)[i % 2], stroke=LINE, width_mm=1.0))
    return make_print(
        "Noughts and crosses", (SIDE_MM, SIDE_MM), squares, names, _make_markers(), piece_mm / PIECE_MM, LINE
    )


def _draw_names(turned: bool) -> Iterator[Text]:
    """The letters of the columns and the numbers of the rows, for the player below, or turned for the one above."""
    for i, (letter, number) in enumerate(zip("abc", "123", strict=True)):
        along, beside = MARGIN_MM + (i + 0.5) * SQUARE_MM, MARGIN_MM - 4.0
        for x, y, name in ((along, SIDE_MM - beside + 5.0, letter), (beside - 3.0, along + 2.0, number)):
            if turned:
                yield Text(SIDE_MM - x, SIDE_MM - y, _opposite(name), 6.0, LINE, "middle", bold=True, turn_deg=180.0)
            else:
                yield Text(x, y, name, 6.0, LINE, "middle", bold=True)


def _opposite(name: str) -> str:
    """The name of the opposite column or row, which the player above sees in this place."""
    names = "abc" if name in "abc" else "123"
    return names[2 - names.index(name)]


def make_cutouts(piece_mm: float) -> tuple[Drawing, ...]:
    """Five red and five blue discs to cut out."""
    discs = [cutouts.DiscSet("red", "#b03030", 5), cutouts.DiscSet("blue", "#2f4fa0", 5)]
    return cutouts.draw_pages("Noughts and crosses", discs, piece_mm, cutouts.PLAIN_FACES)


BOARD = Board(
    game="noughts-and-crosses",
    title="Noughts and crosses",
    piece_diameter_mm=PIECE_MM,
    diameter_range_mm=(12.0, 40.0),
    turns=MappingProxyType({}),
    make_layout=make_board_layout,
    make_drawing=draw_board,
    make_cutouts=make_cutouts,
)
