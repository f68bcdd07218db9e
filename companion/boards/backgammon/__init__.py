"""Backgammon's board: 24 points, the bar and the trays, in millimetres.

Points bear White's numbers, White's home 1 to 6 lies at the bottom right; Black's own numbers stand upside
down beside them. Felt and points are matt colours of middling darkness, far from white and from black
checkers; points alternate between darker and lighter than the felt. It never says which move is right.
"""

from __future__ import annotations

from types import MappingProxyType

from companion.boards import cutouts, markers, scale
from companion.boards import drawn_letters as lettering
from companion.boards.backgammon.bought import BoughtTable, printed_lines
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
    box,
    rectangle,
    rounded,
    turned,
)
from vision.layout import Cell, Layout, Marker, PieceKind

# Sizes for checkers of CHECKER_MM; another checker scales everything.
CHECKER_MM = 26.0
CHECKER_HEIGHT_MM = 8.0
POINT_MM = 30.0
"""Width of a point."""
ALONG_MM = 27.0
"""Between checkers on a point."""
VISIBLE = 6
"""Checkers that lie side by side on a point; further ones lie on top of the last."""
ON_BAR = 5
ALL = 15
TIP_MM = 156.0
"""Length of a point."""
HALF_MM = 167.0
"""From the rim to the middle of the board."""
BAR_MM = 34.0
GAP_MM = 6.0
TRAY_MM = 84.0
ROW_MM = 29.0
"""Between checkers in a tray, up and down."""
ASIDE_MM, ABOVE_MM = 26.0, 28.0
"""The white margin left and right, above and below."""

LEFT = ASIDE_MM
BAR_LEFT = LEFT + 6 * POINT_MM
RIGHT_HALF = BAR_LEFT + BAR_MM
TRAY_LEFT = RIGHT_HALF + 6 * POINT_MM + GAP_MM
SIZE_MM = (TRAY_LEFT + TRAY_MM + ASIDE_MM, 2 * (ABOVE_MM + HALF_MM))
MIDDLE: Point = (SIZE_MM[0] / 2, SIZE_MM[1] / 2)
TOP, BOTTOM = ABOVE_MM, SIZE_MM[1] - ABOVE_MM

INK: Colour = "#2c2622"
FELT: Colour = "#54766a"
BAR: Colour = "#6a5a4c"
TRAY: Colour = "#5d6f75"
BAR_PLACE: Colour = "#7d6d5e"
TRAY_PLACE: Colour = "#708389"
DARK_POINT: Colour = "#85432f"
LIGHT_POINT: Colour = "#b3905a"
HAIRLINE: Colour = "#3c4a44"
LABEL: Colour = "#d9d5c8"


def left_of(point: int) -> float:
    """Where the left edge of a point (1 to 24, White's numbers) lies, in mm."""
    column = 12 - point if point <= 12 else point - 13  # from the left
    return LEFT + column * POINT_MM + (BAR_MM if column >= 6 else 0.0)


def layout(checker_mm: float) -> Layout:
    """Cells 1..24, bar and off of both, eight markers and the checkers, for checkers of a diameter in mm."""
    cells: dict[str, Cell] = {}
    for point in range(1, 25):
        left = left_of(point)
        spots = tuple((left + POINT_MM / 2, _from_rim(point <= 12, (i + 0.5) * ALONG_MM)) for i in range(VISIBLE))
        cells[str(point)] = _cell(str(point), left, POINT_MM, spots, low=point <= 12)
    for colour, low in (("white", True), ("black", False)):
        bar = tuple((BAR_LEFT + BAR_MM / 2, _from_rim(low, HALF_MM - 5 - (i + 0.5) * ALONG_MM)) for i in range(ON_BAR))
        cells[f"bar-{colour}"] = _cell(f"bar-{colour}", BAR_LEFT, BAR_MM, bar, low=low)
        column, row = TRAY_MM / 3, 29.0
        off = tuple((TRAY_LEFT + (i % 3 + 0.5) * column, _from_rim(low, (i // 3 + 0.5) * row + 1)) for i in range(ALL))
        cells[f"off-{colour}"] = _cell(f"off-{colour}", TRAY_LEFT, TRAY_MM, off, low=low)
    pieces = {kind: PieceKind(kind, CHECKER_MM, CHECKER_HEIGHT_MM, "disc") for kind in ("white", "black")}
    made = Layout("backgammon", SIZE_MM, MappingProxyType(cells), _markers(), MappingProxyType(pieces))
    return scale.layout(made, checker_mm / CHECKER_MM)


def _cell(name: str, left: float, width: float, spots: tuple[Point, ...], *, low: bool) -> Cell:
    """A cell from the rim to the middle of the board, in the lower or upper half."""
    top = MIDDLE[1] if low else TOP
    outline = box(left, top, width, HALF_MM)
    return Cell(name, left + width / 2, top + HALF_MM / 2, polygon=outline, capacity=ALL, spots=spots)


def _on_bar(low: bool) -> tuple[Point, ...]:
    """Where checkers lie on the bar, from its middle outwards."""
    x = BAR_LEFT + BAR_MM / 2
    return tuple((x, _from_rim(low, HALF_MM - 5 - (i + 0.5) * ALONG_MM)) for i in range(ON_BAR))


def _in_tray(low: bool) -> tuple[Point, ...]:
    """Where checkers lie that are borne off: five rows of three, from the rim."""
    return tuple(
        (TRAY_LEFT + (i % 3 + 0.5) * TRAY_MM / 3, _from_rim(low, 1 + (i // 3 + 0.5) * ROW_MM)) for i in range(ALL)
    )


def _from_rim(low: bool, length: float) -> float:
    """y at a distance from the lower or upper rim."""
    return BOTTOM - length if low else TOP + length


def _markers() -> tuple[Marker, ...]:
    """Large ones in the corners, smaller ones above and below the bar and beside the board."""
    (width, height), near = SIZE_MM, 14.2
    corners = ((near, near), (width - near, near), (width - near, height - near), (near, height - near))
    bar = BAR_LEFT + BAR_MM / 2
    # Those beside the board keep clear of its middle, where sheets of paper are joined.
    sides = ((bar, 14.0), (width - 13.2, height / 2 + 45), (bar, height - 14.0), (13.2, height / 2 - 45))
    return tuple(
        Marker(32 + i, x, y, size)
        for i, ((x, y), size) in enumerate([*((c, 18.2) for c in corners), *((s, 17.0) for s in sides)])
    )


def drawing(checker_mm: float) -> Drawing:
    """The whole print with its markers, for checkers of a diameter in mm."""
    width, height = SIZE_MM
    shapes: list[Shape] = [
        rectangle(0, 0, width, height, WHITE),
        Area((rounded(0.9, 0.9, width - 1.8, height - 1.8, 2),), stroke=INK, width_mm=0.5),
        *_field(),
        *_labels(),
        *_numbers(),
        *_margin(),
        # For Black, across the table.
        *turned(_margin(), 2, MIDDLE),
        *_homes(),
    ]
    for marker in _markers():
        shapes += markers.draw(marker)
    return Drawing("Backgammon", layout(checker_mm).size_mm, scale.shapes(shapes, checker_mm / CHECKER_MM))


def _field() -> list[Shape]:
    """Felt, points, bar and trays."""
    length = 2 * HALF_MM
    shapes: list[Shape] = []
    for left, width, shade in (
        (LEFT, 12 * POINT_MM + BAR_MM, FELT),
        (BAR_LEFT, BAR_MM, BAR),
        (TRAY_LEFT, TRAY_MM, TRAY),
    ):
        shapes.append(rectangle(left, TOP, width, length, shade))
    for odd, shade in ((1, DARK_POINT), (0, LIGHT_POINT)):
        shapes += [Area((_point(p),), fill=shade, stroke=HAIRLINE, width_mm=0.3) for p in range(1, 25) if p % 2 == odd]
    for low in (True, False):
        shapes += [Disc(x, y, CHECKER_MM / 2, stroke=BAR_PLACE, width_mm=0.4) for x, y in _on_bar(low)]
        shapes += [Disc(x, y, CHECKER_MM / 2, stroke=TRAY_PLACE, width_mm=0.4) for x, y in _in_tray(low)]
    shapes.append(Line(((TRAY_LEFT, MIDDLE[1]), (TRAY_LEFT + TRAY_MM, MIDDLE[1])), INK, 1.0))
    shapes.append(Line(((BAR_LEFT, MIDDLE[1]), (BAR_LEFT + BAR_MM, MIDDLE[1])), INK, 1.0))
    for left, width in ((LEFT, 12 * POINT_MM + BAR_MM), (BAR_LEFT, BAR_MM), (TRAY_LEFT, TRAY_MM)):
        shapes.append(Area((box(left, TOP, width, length),), stroke=INK, width_mm=1.0))
    return shapes


def _point(point: int) -> tuple[Point, ...]:
    """The long triangle of a point."""
    left, low = left_of(point), point <= 12
    rim, tip = _from_rim(low, 0.5), _from_rim(low, TIP_MM)
    return (left + 0.5, rim), (left + POINT_MM - 0.5, rim), (left + POINT_MM / 2, tip)


def _labels() -> list[Shape]:
    """What bar and trays are for: words and a disc of the owner's colour, as the owner reads them."""
    bar, tray = BAR_LEFT + BAR_MM / 2, TRAY_LEFT + TRAY_MM / 2
    shapes: list[Shape] = []
    for low, face in ((True, WHITE), (False, INK)):
        turn, side = (0.0, 1) if low else (180.0, -1)
        rim, middle = _from_rim(low, 10), _from_rim(low, HALF_MM - 10.5)
        shapes.append(Text(bar, rim + 2 * side, "BAR", 5.0, LABEL, "middle", turn_deg=turn, tracking_mm=1))
        shapes.append(Disc(bar, rim - 7.5 * side, 2.6, fill=face, stroke=LABEL, width_mm=0.4))
        shapes.append(Text(tray, middle + 1.8 * side, "OFF", 5.0, LABEL, "middle", turn_deg=turn, tracking_mm=1))
        shapes += [Disc(tray + 15 * end, middle, 2.6, fill=face, stroke=LABEL, width_mm=0.4) for end in (-1, 1)]
    return shapes


def _numbers() -> list[Shape]:
    """Each point's number twice: White's on a white disc, Black's upside down on a black one."""
    shapes: list[Shape] = []
    for point in range(1, 25):
        x, y = left_of(point) + POINT_MM / 2, _from_rim(point <= 12, -6.6)
        shapes.append(Disc(x - 5.4, y, 4.5, fill=WHITE, stroke=INK, width_mm=0.5))
        shapes.append(Text(x - 5.4, y + 1.75, str(point), 5.0, INK, "middle", bold=True))
        shapes.append(Disc(x + 5.4, y, 4.5, fill=INK, stroke=INK, width_mm=0.5))
        shapes.append(Text(x + 5.4, y - 1.75, str(25 - point), 5.0, WHITE, "middle", bold=True, turn_deg=180))
    return shapes


def _margin() -> list[Shape]:
    """What one player reads below the points: the name, and which way to go."""
    y = SIZE_MM[1] - 12.0
    shapes: list[Shape] = lettering.name("BACKGAMMON", 32, y, 6.4, INK)
    lines = ("White runs from 24 to 1 by the white numbers,", "Black from 24 to 1 by the black ones.")
    for i, line in enumerate(lines):
        shapes.append(Text(126, y + 2.0 + 4.0 * i, line, 2.9, INK))
    return shapes


def _homes() -> list[Shape]:
    """Each player's home, for its owner to read."""
    x = RIGHT_HALF + 50
    return [
        Text(x, _from_rim(True, -20.5), "WHITE'S HOME", 4.2, INK, "middle", bold=True, tracking_mm=1.0),
        Text(x, _from_rim(False, -20.5), "BLACK'S HOME", 4.2, INK, "middle", bold=True, turn_deg=180, tracking_mm=1.0),
    ]


def cards(checker_mm: float) -> tuple[Drawing, ...]:
    """Fifteen white and fifteen black discs to cut out."""
    advice = (
        "Glue them on checkers or counters of the same size, a few mm thick.",
        "Keep the faces plain: the camera reads them.",
    )
    sorts = [cutouts.Sort("white", cutouts.WHITE_PAPER, ALL), cutouts.Sort("black", cutouts.BLACK_PAPER, ALL)]
    return cutouts.sheets("Backgammon", sorts, checker_mm, advice)


BOARD = Board(
    game="backgammon",
    title="Backgammon",
    piece_diameter_mm=CHECKER_MM,
    diameter_range_mm=(12.0, 50.0),
    stock=MappingProxyType({"white": ALL, "black": ALL}),
    turns=MappingProxyType({}),
    make_layout=layout,
    make_drawing=drawing,
    make_cutouts=cards,
    bought=BoughtTable(),
    printed_lines=printed_lines,
)
