"""Spaces' board in mm: a hexagon of 150 triangles in three colours and black, with stripes and crossings along its
edges.

Rows run from A (top) to J (bottom), and triangles are numbered from the left. The colours are matt and about equally
dark, so that white and black pieces can be seen on all of them. Marks in the tips, shades and letters tell the colours
apart for people who see no colours. Below a piece, the print has one plain colour.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from companion.boards import cutouts, hexagons
from companion.boards.board import Board
from companion.boards.drawing import WHITE, Area, Colour, Disc, Drawing, Line, Shape, Text, turn_shapes, write_lines
from companion.boards.drawn_letters import draw_word
from companion.boards.outlines import Point, Quad, go_towards, point_along, trace_star
from companion.boards.print_frame import make_markers, make_print, mirror
from companion.boards.scaled import ScaledBoard
from companion.boards.scaled_layout import make_layout, scale_layout
from companion.language import N_
from vision.layout import Cell, Layout, Marker, PieceKind

Hue = Literal["red", "green", "blue", "black"]

# Sizes for pieces of PIECE_MM. Pieces of another size scale everything.
PIECE_MM = 16.0
PIECE_HEIGHT_MM = 6.0
SIDE_MM = 38.0
"""Length of a triangle's side."""
HALF = 5
"""How many triangles are along a side of the hexagon."""
SIZE_MM = (414.0, 370.0)
MIDDLE: Point = (SIZE_MM[0] / 2, SIZE_MM[1] / 2)
STEP_MM = SIDE_MM * math.sqrt(3) / 2
"""Height of a triangle and of a row."""
APOTHEM_MM = HALF * STEP_MM
"""Distance from the middle to a side of the hexagon."""
CENTRE_MM = 9.0
"""Distance from the middle to a corner of the black centre."""

INK: Colour = "#26272b"
LINES: Colour = "#e4e0d4"
SHADES: dict[Hue, Colour] = {"red": "#b4473f", "green": "#3f7f51", "blue": "#416fae", "black": "#47484c"}
TIPS: dict[Hue, Colour] = {"red": "#eab4a8", "green": "#a9d6b0", "blue": "#b3cdf2", "black": "#1b1c1f"}

STRIPES: dict[int, Hue] = {-90: "red", -30: "blue", 30: "green", 90: "red", 150: "blue", 210: "green"}
"""The colour of the stripe at each side. The key is the side's direction from the middle, in degrees clockwise from the
right.
"""

STARTS: dict[str, Colour] = {"J6": WHITE, "A6": INK}
"""The spaces where White and Black start, and the colour of the tips there."""
CENTRE = "CENTRE"


@dataclass(frozen=True, slots=True)
class Triangle:
    """One space of the board."""

    name: str
    hue: Hue
    corners: tuple[Point, Point, Point]
    """The corners in mm. The first one is the apex: the tip that points up or down."""
    middle: Point

    @property
    def is_upright(self) -> bool:
        """True if the apex points up."""
        return self.corners[0][1] < self.middle[1]


def list_triangles() -> tuple[Triangle, ...]:
    """All 150 spaces, row A first, each row from the left."""
    return tuple(triangle for row in range(2 * HALF) for triangle in _list_row(row))


def _list_row(row: int) -> tuple[Triangle, ...]:
    """The spaces of one row. Their corners are on a grid whose rows count upwards from the middle of the board."""
    j = HALF - 1 - row
    found: list[tuple[Hue, tuple[Point, Point, Point]]] = []
    for i in range(-2 * HALF, 2 * HALF):
        # Colours repeat every second corner. A triangle that points down has the colour of the upright one above its
        # right corner.
        for hue, corners in (
            (_find_hue(i, j), ((i, j + 1), (i, j), (i + 1, j))),
            (_find_hue(i + 1, j + 1), ((i + 1, j), (i + 1, j + 1), (i, j + 1))),
        ):
            if all(hexagons.count_steps(a, b) <= HALF for a, b in corners):
                first, second, third = (hexagons.locate(a, b, SIDE_MM, -STEP_MM, MIDDLE) for a, b in corners)
                found.append((hue, (first, second, third)))
    found.sort(key=lambda entry: sum(x for x, _ in entry[1]))
    return tuple(
        Triangle(f"{hexagons.ROW_LETTERS[row]}{number}", hue, corners, _average(corners))
        for number, (hue, corners) in enumerate(found, start=1)
    )


def _find_hue(i: int, j: int) -> Hue:
    hues: dict[tuple[int, int], Hue] = {(0, 1): "red", (1, 0): "green", (0, 0): "blue", (1, 1): "black"}
    return hues[i % 2, j % 2]


def _average(points: tuple[Point, ...]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def find_crossings() -> dict[int, tuple[tuple[Triangle, Triangle], ...]]:
    """For each side of the hexagon (see STRIPES), pairs of spaces: where a piece can cross the edge, and where it comes
    out.
    """
    spaces = list_triangles()
    found: dict[int, tuple[tuple[Triangle, Triangle], ...]] = {}
    for side, hue in STRIPES.items():
        out = point_along(side)
        pairs = []
        for space in spaces:
            if space.hue == hue and sum(_measure_along(c, out) > APOTHEM_MM - 1 for c in space.corners) == 2:
                away = _measure_along(space.middle, out)
                opposite = (space.middle[0] - 2 * away * out[0], space.middle[1] - 2 * away * out[1])
                partner = min(spaces, key=lambda s: math.dist(s.middle, opposite))
                pairs.append((space, partner))
        found[side] = tuple(pairs)
    return found


def _measure_along(point: Point, direction: Point) -> float:
    """How far a point is from the middle of the board, measured in a direction."""
    return (point[0] - MIDDLE[0]) * direction[0] + (point[1] - MIDDLE[1]) * direction[1]


def make_board_layout(piece_mm: float) -> Layout:
    """The layout for pieces of this diameter in mm: cells A1 to J11 and CENTRE, eight markers and the pieces."""
    cells = [Cell(t.name, *t.middle, polygon=_trace_space(t)) for t in list_triangles()]
    cells.append(Cell(CENTRE, *MIDDLE, polygon=hexagons.trace_flat(MIDDLE, CENTRE_MM)))
    pieces = [PieceKind(kind, PIECE_MM, PIECE_HEIGHT_MM, "disc") for kind in ("white", "black")]
    return scale_layout(make_layout("spaces", SIZE_MM, cells, _make_markers(), pieces), piece_mm / PIECE_MM)


def _trace_space(space: Triangle) -> tuple[Point, ...]:
    """The outline of a space: a triangle. The six around the centre lack the tip that belongs to the centre."""
    ring: list[Point] = []
    for corner, before, after in zip(
        space.corners, space.corners[2:] + space.corners[:2], space.corners[1:] + space.corners[:1], strict=True
    ):
        if _is_middle(corner):
            ring += [go_towards(corner, before, CENTRE_MM), go_towards(corner, after, CENTRE_MM)]
        else:
            ring.append(corner)
    return tuple(ring)


def _is_middle(point: Point) -> bool:
    return math.dist(point, MIDDLE) < 1


def _make_markers() -> tuple[Marker, ...]:
    """The markers in the four free corners of the paper: a large one and a smaller one in each."""
    return make_markers(8, mirror(SIZE_MM, 22.0, 22.0), 26.0, mirror(SIZE_MM, 17.0, 106.0), 18.0)


def draw_board(piece_mm: float) -> Drawing:
    """The whole print with its markers, for pieces of this diameter in mm."""
    margin: list[Shape] = [
        *_draw_margin(WHITE),
        # The same text for Black, who sits opposite.
        *turn_shapes(_draw_margin(INK), 2, MIDDLE),
    ]
    return make_print(
        "Spaces",
        SIZE_MM,
        [*_draw_field(), *_draw_sides()],
        margin,
        _make_markers(),
        piece_mm / PIECE_MM,
        INK,
        outline_mm=0.4,
    )


def _draw_field() -> list[Shape]:
    """The triangles with their tips, names and lines, the hexagon in the middle."""
    spaces = list_triangles()
    shapes: list[Shape] = []
    for hue, shade in SHADES.items():
        shapes.append(Area(tuple(t.corners for t in spaces if t.hue == hue), fill=shade))
    for space in spaces:
        shapes += _draw_tips(space)
    shapes += _draw_lines()
    shapes += [_write_name(space) for space in spaces if space.hue != "black"]
    inner, centre = hexagons.trace_flat(MIDDLE, SIDE_MM), hexagons.trace_flat(MIDDLE, CENTRE_MM)
    return [
        *shapes,
        Area((inner,), stroke=WHITE, width_mm=1.1),
        Area((inner,), stroke=INK, width_mm=0.5),
        Area((centre,), fill=INK, stroke=LINES, width_mm=0.5),
        Area((trace_star(MIDDLE, 6, 6.6, 2.3),), fill=LINES),
        Area((hexagons.trace_flat(MIDDLE, HALF * SIDE_MM + 0.5),), stroke=INK, width_mm=1.4),
    ]


def _draw_tips(space: Triangle) -> list[Shape]:
    """The marks in a triangle's tips. A step leads from a tip to another tip with the same mark.

    Red has discs, green bars, blue rings, and black dark tips, which nobody may enter. The tips of the starts are white
    and black.
    """
    shapes: list[Shape] = []
    for corner in space.corners:
        if _is_middle(corner):
            continue
        x, y = go_towards(corner, space.middle, 4.9)
        start = STARTS.get(space.name)
        left, right = (go_towards(corner, c, 8.5 if start else 11.0) for c in space.corners if c != corner)
        match space.hue:
            case "red":
                if start:
                    shapes.append(Area(((corner, left, right),), fill=start))
                shapes.append(Disc(x, y, 1.25, fill=SHADES["red"] if start else TIPS["red"]))
            case "green":
                out = math.degrees(math.atan2(corner[1] - space.middle[1], corner[0] - space.middle[0]))
                across = point_along(out + 90)
                ends = tuple((x + s * 1.5 * across[0], y + s * 1.5 * across[1]) for s in (-1, 1))
                shapes.append(Line(ends, TIPS["green"], 1.1))
            case "blue":
                shapes.append(Disc(x, y, 1.1, stroke=TIPS["blue"], width_mm=0.65))
            case "black":
                shapes.append(Area(((corner, left, right),), fill=TIPS["black"]))
    return shapes


def _draw_lines() -> list[Shape]:
    """The lines between triangles, in three directions."""
    shapes: list[Shape] = []
    for side in (-90, -30, 30):
        out, along = point_along(side), point_along(side + 90)
        for row in range(1 - HALF, HALF):
            reach = (2 * HALF - abs(row)) * SIDE_MM / 2
            x, y = MIDDLE[0] + row * STEP_MM * out[0], MIDDLE[1] + row * STEP_MM * out[1]
            ends = tuple((x + s * reach * along[0], y + s * reach * along[1]) for s in (-1, 1))
            shapes.append(Line(ends, LINES, 0.4))
    return shapes


def _write_name(space: Triangle) -> Shape:
    """The space's name in its apex. It is upright for White if the triangle is upright, else for Black."""
    if _is_middle(space.corners[0]):
        # The centre covers the apex, so the name is in the next tip.
        x, y = go_towards(space.corners[1], space.middle, 9.0)
    else:
        x, y = go_towards(space.corners[0], space.middle, 9.3)
    turn, down = (0.0, 0.9) if space.is_upright else (180.0, -0.9)
    return Text(x, y + down, space.name, 2.5, TIPS[space.hue], "middle", turn_deg=turn)


def _draw_sides() -> list[Shape]:
    """The stripe along each side with its colour's name, and an arrow where a piece can cross the edge."""
    shapes: list[Shape] = []
    for side, pairs in find_crossings().items():
        hue = STRIPES[side]
        out, along = point_along(side), point_along(side + 90)

        def at(away: float, sideways: float, out: Point = out, along: Point = along) -> Point:
            away += APOTHEM_MM
            return (
                MIDDLE[0] + away * out[0] + sideways * along[0],
                MIDDLE[1] + away * out[1] + sideways * along[1],
            )

        inner, outer = ((APOTHEM_MM + away) / math.sqrt(3) - 1.2 for away in (3.0, 10.0))
        shapes.append(Area(((at(3, -inner), at(3, inner), at(10, outer), at(10, -outer)),), fill=SHADES[hue]))
        for word_at in (-SIDE_MM, SIDE_MM):
            x, y = at(8.0, word_at)
            shapes.append(Text(x, y, hue.upper(), 4.2, WHITE, "middle", bold=True, turn_deg=side - 90, tracking_mm=0.8))
        for space, partner in pairs:
            sideways = _measure_along(space.middle, along)
            bridge = (at(0.5, sideways - 9), at(0.5, sideways + 9), at(4, sideways + 9), at(4, sideways - 9))
            shapes.append(Area((bridge,), fill=SHADES[hue]))
            arrow = (at(4, sideways - 3.6), at(9, sideways), at(4, sideways + 3.6))
            shapes.append(Area((arrow,), fill=WHITE))
            x, y = at(14.6, sideways)
            shapes.append(Text(x, y, partner.name, 4.0, INK, "middle", bold=True, turn_deg=side - 90))
    return shapes


def _draw_margin(piece: Colour) -> list[Shape]:
    """What one player reads on the margin: the name, the rules in a few lines, and where their piece starts."""
    width, height = SIZE_MM
    rules = (
        "Exact count, one piece, tip to tip.",
        "Arrows lead to the space they name.",
        "Through the centre: one becomes two.",
        "Captures end on a rival. First to 6.",
    )
    return [
        *draw_word("SPACES", 46, height - 16, 8.0, INK),
        Disc(MIDDLE[0] - 27.5, height - 4.7, 2.1, fill=piece, stroke=INK, width_mm=0.4),
        Text(MIDDLE[0] - 24, height - 3.7, "STARTS", 2.9, INK, tracking_mm=0.3),
        *write_lines(rules, (width - 46, height - 19), 3.9, 2.7, INK, "end"),
    ]


def make_cutouts(piece_mm: float) -> tuple[Drawing, ...]:
    """Three white and three black discs to cut out."""
    discs = [cutouts.DiscSet("white", cutouts.WHITE_PAPER, 3), cutouts.DiscSet("black", cutouts.BLACK_PAPER, 3)]
    return cutouts.draw_pages("Spaces", discs, piece_mm, cutouts.PLAIN_FACES)


def _find_hexagon(layout: Layout) -> Quad:
    """Four corners of the hexagon: the two upper ones and the two lower ones."""
    points = [p for cell in layout.cells.values() for p in cell.polygon or ()]
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    upper, lower = ([x for x, y in points if abs(y - edge) < 0.1] for edge in (top, bottom))
    return (min(upper), top), (max(upper), top), (max(lower), bottom), (min(lower), bottom)


BOARD = Board(
    game="spaces",
    title="Spaces",
    piece_diameter_mm=PIECE_MM,
    diameter_range_mm=(10.0, 40.0),
    turns=MappingProxyType({}),
    make_layout=make_board_layout,
    make_drawing=draw_board,
    make_cutouts=make_cutouts,
    bought=ScaledBoard(
        "--side",
        N_("side of one triangle in mm"),
        SIDE_MM,
        1 / math.sqrt(3),
        _find_hexagon,
        N_("the two upper and the two lower corners of the large hexagon"),
    ),
)
