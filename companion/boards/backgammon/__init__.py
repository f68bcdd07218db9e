"""Backgammon's board: 24 points, the bar and the trays, in millimetres.

Points are numbered as White counts them: White's home is 1 to 6 at the bottom right. Black's numbers are beside them,
upside down. Felt and points have matt colours, neither as light as white checkers nor as dark as black ones. The points
are darker and lighter than the felt in turn.
"""

from __future__ import annotations

from types import MappingProxyType

from companion.boards import cutouts
from companion.boards.backgammon.bought import BoughtTable, list_printed_lines
from companion.boards.backgammon.points import CHECKERS, find_column, is_low
from companion.boards.board import Board
from companion.boards.drawing import (
    WHITE,
    Area,
    Colour,
    Disc,
    Drawing,
    Line,
    Shape,
    Text,
    draw_rectangle,
    turn_shapes,
    write_lines,
)
from companion.boards.drawn_letters import draw_word
from companion.boards.outlines import Point, trace_box
from companion.boards.print_frame import make_markers, make_print, mirror
from companion.boards.scaled_layout import make_layout, scale_layout
from vision.layout import Cell, Layout, Marker, PieceKind

# Sizes for checkers of CHECKER_MM. Checkers of another size scale everything.
CHECKER_MM = 26.0
CHECKER_HEIGHT_MM = 8.0
POINT_MM = 30.0
"""Width of a point."""
ALONG_MM = 27.0
"""Distance between the middles of neighbouring checkers on a point."""
SIDE_BY_SIDE = 6
"""How many checkers are side by side on a point. Further ones are on top of the last."""
ON_BAR = 5
"""How many checkers of one colour are side by side on the bar."""
TIP_MM = 156.0
"""Length of a point."""
HALF_MM = 167.0
"""Distance from the rim to the middle line of the board."""
BAR_MM = 34.0
GAP_MM = 6.0
"""Gap between the field and the trays."""
TRAY_MM = 84.0
ROW_MM = 29.0
"""Distance between the rows of checkers in a tray."""
ASIDE_MM, ABOVE_MM = 26.0, 28.0
"""Width of the white margin: at the left and right, and above and below."""

LEFT = ASIDE_MM
BAR_LEFT = LEFT + 6 * POINT_MM
RIGHT_HALF = BAR_LEFT + BAR_MM
TRAY_LEFT = RIGHT_HALF + 6 * POINT_MM + GAP_MM
FIELD_MM = 12 * POINT_MM + BAR_MM
SIZE_MM = (TRAY_LEFT + TRAY_MM + ASIDE_MM, 2 * (ABOVE_MM + HALF_MM))
MIDDLE: Point = (SIZE_MM[0] / 2, SIZE_MM[1] / 2)
BAR_MIDDLE, TRAY_MIDDLE = BAR_LEFT + BAR_MM / 2, TRAY_LEFT + TRAY_MM / 2
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


def make_board_layout(checker_mm: float) -> Layout:
    """The layout for checkers of this diameter in mm: cells 1 to 24, the bar and the tray of both players, eight
    markers and the checkers.
    """
    cells: list[Cell] = []
    for point in range(1, 25):
        left, low = _find_left(point), is_low(point)
        spots = tuple((left + POINT_MM / 2, _find_y(low, (i + 0.5) * ALONG_MM)) for i in range(SIDE_BY_SIDE))
        cells.append(_make_cell(str(point), left, POINT_MM, spots, low=low))
    for colour, low in (("white", True), ("black", False)):
        cells.append(_make_cell(f"bar-{colour}", BAR_LEFT, BAR_MM, _list_bar_spots(low), low=low))
        cells.append(_make_cell(f"off-{colour}", TRAY_LEFT, TRAY_MM, _list_tray_spots(low), low=low))
    pieces = [PieceKind(kind, CHECKER_MM, CHECKER_HEIGHT_MM, "disc") for kind in ("white", "black")]
    return scale_layout(make_layout("backgammon", SIZE_MM, cells, _make_markers(), pieces), checker_mm / CHECKER_MM)


def _find_left(point: int) -> float:
    """The left edge of a point in mm. point: by White's numbers."""
    column = find_column(point)
    return LEFT + column * POINT_MM + (BAR_MM if column >= 6 else 0.0)


def _make_cell(name: str, left: float, width: float, spots: tuple[Point, ...], *, low: bool) -> Cell:
    """A cell that reaches from the rim to the middle of the board. low: True in the lower half."""
    top = MIDDLE[1] if low else TOP
    outline = trace_box(left, top, width, HALF_MM)
    return Cell(name, left + width / 2, top + HALF_MM / 2, polygon=outline, capacity=CHECKERS, spots=spots)


def _list_bar_spots(low: bool) -> tuple[Point, ...]:
    """Where checkers are on the bar, from its middle outwards."""
    return tuple((BAR_MIDDLE, _find_y(low, HALF_MM - 5 - (i + 0.5) * ALONG_MM)) for i in range(ON_BAR))


def _list_tray_spots(low: bool) -> tuple[Point, ...]:
    """The places of borne-off checkers: five rows of three, from the rim."""
    return tuple(
        (TRAY_LEFT + (i % 3 + 0.5) * TRAY_MM / 3, _find_y(low, 1 + (i // 3 + 0.5) * ROW_MM)) for i in range(CHECKERS)
    )


def _find_y(low: bool, from_rim: float) -> float:
    """y in mm at this distance from a rim: from the lower one if `low`, else from the upper one."""
    return BOTTOM - from_rim if low else TOP + from_rim


def _make_markers() -> tuple[Marker, ...]:
    """The markers: large ones in the corners, smaller ones above and below the bar and beside the board."""
    width, height = SIZE_MM
    # The markers beside the board are away from its middle, where sheets of paper are joined.
    sides = (
        (BAR_MIDDLE, 14.0),
        (width - 13.2, height / 2 + 45),
        (BAR_MIDDLE, height - 14.0),
        (13.2, height / 2 - 45),
    )
    return make_markers(32, mirror(SIZE_MM, 14.2, 14.2), 18.2, sides, 17.0)


def draw_board(checker_mm: float) -> Drawing:
    """The whole print with its markers, for checkers of this diameter in mm."""
    field: list[Shape] = [*_draw_field(), *_draw_labels()]
    margin: list[Shape] = [
        *_draw_numbers(),
        *_draw_margin(),
        # The same text for Black, who sits opposite.
        *turn_shapes(_draw_margin(), 2, MIDDLE),
        *_write_homes(),
    ]
    return make_print("Backgammon", SIZE_MM, field, margin, _make_markers(), checker_mm / CHECKER_MM, INK)


def _draw_field() -> list[Shape]:
    """Felt, points, bar and trays."""
    length = 2 * HALF_MM
    parts = ((LEFT, FIELD_MM, FELT), (BAR_LEFT, BAR_MM, BAR), (TRAY_LEFT, TRAY_MM, TRAY))
    shapes: list[Shape] = [draw_rectangle(left, TOP, width, length, shade) for left, width, shade in parts]
    for odd, shade in ((1, DARK_POINT), (0, LIGHT_POINT)):
        points = [point for point in range(1, 25) if point % 2 == odd]
        shapes += [Area((_trace_point(point),), fill=shade, stroke=HAIRLINE, width_mm=0.3) for point in points]
    for low in (True, False):
        shapes += [Disc(x, y, CHECKER_MM / 2, stroke=BAR_PLACE, width_mm=0.4) for x, y in _list_bar_spots(low)]
        shapes += [Disc(x, y, CHECKER_MM / 2, stroke=TRAY_PLACE, width_mm=0.4) for x, y in _list_tray_spots(low)]
    for left, width in ((TRAY_LEFT, TRAY_MM), (BAR_LEFT, BAR_MM)):
        shapes.append(Line(((left, MIDDLE[1]), (left + width, MIDDLE[1])), INK, 1.0))
    shapes += [Area((trace_box(left, TOP, width, length),), stroke=INK, width_mm=1.0) for left, width, _ in parts]
    return shapes


def _trace_point(point: int) -> tuple[Point, ...]:
    """The long triangle of a point."""
    left, low = _find_left(point), is_low(point)
    rim, tip = _find_y(low, 0.5), _find_y(low, TIP_MM)
    return (left + 0.5, rim), (left + POINT_MM - 0.5, rim), (left + POINT_MM / 2, tip)


def _draw_labels() -> list[Shape]:
    """Labels on bar and trays: words and a disc of the owner's colour, upright for the owner."""
    shapes: list[Shape] = []
    for low, face in ((True, WHITE), (False, INK)):
        turn, side = (0.0, 1) if low else (180.0, -1)
        rim, middle = _find_y(low, 10), _find_y(low, HALF_MM - 10.5)
        shapes.append(Text(BAR_MIDDLE, rim + 2 * side, "BAR", 5.0, LABEL, "middle", turn_deg=turn, tracking_mm=1))
        shapes.append(Disc(BAR_MIDDLE, rim - 7.5 * side, 2.6, fill=face, stroke=LABEL, width_mm=0.4))
        shapes.append(Text(TRAY_MIDDLE, middle + 1.8 * side, "OFF", 5.0, LABEL, "middle", turn_deg=turn, tracking_mm=1))
        shapes += [Disc(TRAY_MIDDLE + 15 * end, middle, 2.6, fill=face, stroke=LABEL, width_mm=0.4) for end in (-1, 1)]
    return shapes


def _draw_numbers() -> list[Shape]:
    """Each point's number twice: White's on a white disc, Black's upside down on a black one."""
    shapes: list[Shape] = []
    for point in range(1, 25):
        x, y = _find_left(point) + POINT_MM / 2, _find_y(is_low(point), -6.6)
        shapes.append(Disc(x - 5.4, y, 4.5, fill=WHITE, stroke=INK, width_mm=0.5))
        shapes.append(Text(x - 5.4, y + 1.75, str(point), 5.0, INK, "middle", bold=True))
        shapes.append(Disc(x + 5.4, y, 4.5, fill=INK, stroke=INK, width_mm=0.5))
        shapes.append(Text(x + 5.4, y - 1.75, str(25 - point), 5.0, WHITE, "middle", bold=True, turn_deg=180))
    return shapes


def _draw_margin() -> list[Shape]:
    """What one player reads on the margin below the points: the game's name, and in which direction each player
    moves.
    """
    y = SIZE_MM[1] - 12.0
    lines = ("White runs from 24 to 1 by the white numbers,", "Black from 24 to 1 by the black ones.")
    return [*draw_word("BACKGAMMON", 32, y, 6.4, INK), *write_lines(lines, (126, y + 2.0), 4.0, 2.9, INK)]


def _write_homes() -> list[Shape]:
    """The names of the players' homes, each upright for its owner."""
    x = RIGHT_HALF + 50
    return [
        Text(x, _find_y(low, -20.5), f"{owner}'S HOME", 4.2, INK, "middle", bold=True, turn_deg=turn, tracking_mm=1.0)
        for owner, low, turn in (("WHITE", True, 0.0), ("BLACK", False, 180.0))
    ]


def make_cutouts(checker_mm: float) -> tuple[Drawing, ...]:
    """Fifteen white and fifteen black discs to cut out."""
    advice = ("Cut out the discs and glue them on checkers or counters of the same size.", cutouts.PLAIN_FACES[-1])
    discs = [
        cutouts.DiscSet("white", cutouts.WHITE_PAPER, CHECKERS),
        cutouts.DiscSet("black", cutouts.BLACK_PAPER, CHECKERS),
    ]
    return cutouts.draw_pages("Backgammon", discs, checker_mm, advice)


BOARD = Board(
    game="backgammon",
    title="Backgammon",
    piece_diameter_mm=CHECKER_MM,
    diameter_range_mm=(12.0, 50.0),
    turns=MappingProxyType({}),
    make_layout=make_board_layout,
    make_drawing=draw_board,
    make_cutouts=make_cutouts,
    bought=BoughtTable(),
    printed_lines=list_printed_lines,
)
