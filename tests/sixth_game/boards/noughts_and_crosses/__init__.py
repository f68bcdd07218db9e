"""A board for noughts and crosses: three by three squares, four markers, and nothing else."""

from __future__ import annotations

from types import MappingProxyType

from companion.boards import cutouts, markers, scale
from companion.boards.board import Board
from companion.boards.drawing import WHITE, Area, Colour, Drawing, Shape, box, rectangle
from vision.layout import Cell, Layout, Marker, PieceKind

PIECE_MM = 24.0
SQUARE_MM = 44.0
MARGIN_MM = 40.0
SIDE_MM = 3 * SQUARE_MM + 2 * MARGIN_MM
KINDS = ("red-cross", "blue-nought")

PAPER: Colour = "#c9cdbf"
LINE: Colour = "#59604f"


def layout(piece_mm: float) -> Layout:
    """Cells a1 (top left) to c3, for pieces of a diameter in mm."""
    cells = {}
    for row in range(3):
        for column in range(3):
            left, top = MARGIN_MM + column * SQUARE_MM, MARGIN_MM + row * SQUARE_MM
            name = f"{'abc'[column]}{row + 1}"
            middle = left + SQUARE_MM / 2, top + SQUARE_MM / 2
            cells[name] = Cell(name, *middle, polygon=box(left, top, SQUARE_MM, SQUARE_MM))
    pieces = {kind: PieceKind(kind, PIECE_MM, 5.0, "disc") for kind in KINDS}
    made = Layout(
        "noughts-and-crosses", (SIDE_MM, SIDE_MM), MappingProxyType(cells), _markers(), MappingProxyType(pieces)
    )
    return scale.layout(made, piece_mm / PIECE_MM)


def _markers() -> tuple[Marker, ...]:
    near, far = 20.0, SIDE_MM - 20.0
    corners = ((near, near), (far, near), (far, far), (near, far))
    return tuple(Marker(44 + i, x, y, 22.0) for i, (x, y) in enumerate(corners))


def drawing(piece_mm: float) -> Drawing:
    """The whole print with its markers, for pieces of a diameter in mm."""
    shapes: list[Shape] = [rectangle(0, 0, SIDE_MM, SIDE_MM, WHITE)]
    for cell in layout(PIECE_MM).cells.values():
        assert cell.polygon is not None
        shapes.append(Area((cell.polygon,), fill=PAPER, stroke=LINE, width_mm=1.0))
    for marker in _markers():
        shapes += markers.draw(marker)
    k = piece_mm / PIECE_MM
    return Drawing("Noughts and crosses", (SIDE_MM * k, SIDE_MM * k), scale.shapes(shapes, k))


def cutouts_for(piece_mm: float) -> tuple[Drawing, ...]:
    """Five red and five blue discs to cut out."""
    sorts = [cutouts.Sort("red", "#b03030", 5), cutouts.Sort("blue", "#2f4fa0", 5)]
    return cutouts.sheets("Noughts and crosses", sorts, piece_mm, cutouts.PLAIN_FACES)


BOARD = Board(
    game="noughts-and-crosses",
    title="Noughts and crosses",
    piece_diameter_mm=PIECE_MM,
    diameter_range_mm=(12.0, 40.0),
    stock=MappingProxyType(dict.fromkeys(KINDS, 5)),
    turns=MappingProxyType({}),
    make_layout=layout,
    make_drawing=drawing,
    make_cutouts=cutouts_for,
)
