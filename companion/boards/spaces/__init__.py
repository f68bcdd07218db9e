"""Spaces' board: a hexagon of 150 triangles in three colours and black, its edge stripes and crossings, in mm.

Rows run A (top) to J (bottom), triangles are numbered from the left. The colours are matt and of one
middling darkness, so that white and black pieces stand out from all of them; tones of the tips, letters
and marks tell them apart for people who see no colours. Where a piece lies the print is one plain colour.
It never says which move is right.
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
    Disc,
    Drawing,
    Line,
    Point,
    Shape,
    Text,
    arc,
    rectangle,
    rounded,
    turned,
)
from companion.boards.own import Corners
from companion.boards.scaled import Scaled
from vision.layout import Cell, Layout, Marker, PieceKind

Hue = Literal["red", "green", "blue", "black"]

# Sizes for pieces of PIECE_MM; another piece scales everything.
PIECE_MM = 16.0
PIECE_HEIGHT_MM = 6.0
SIDE_MM = 38.0
"""Of one triangle."""
HALF = 5
"""Triangles along a side of the hexagon."""
SIZE_MM = (414.0, 370.0)
MIDDLE: Point = (SIZE_MM[0] / 2, SIZE_MM[1] / 2)
STEP_MM = SIDE_MM * math.sqrt(3) / 2
"""Height of a triangle and of a row."""
APOTHEM_MM = HALF * STEP_MM
"""From the middle to a side of the hexagon."""
CENTRE_MM = 9.0
"""From the middle to a corner of the black centre."""

INK: Colour = "#26272b"
LINES: Colour = "#e4e0d4"
SHADES: dict[Hue, Colour] = {"red": "#b4473f", "green": "#3f7f51", "blue": "#416fae", "black": "#47484c"}
TIPS: dict[Hue, Colour] = {"red": "#eab4a8", "green": "#a9d6b0", "blue": "#b3cdf2", "black": "#1b1c1f"}
LETTERS: dict[Hue, str] = {"red": "R", "green": "G", "blue": "B"}

STRIPES: dict[int, Hue] = {-90: "red", -30: "blue", 30: "green", 90: "red", 150: "blue", 210: "green"}
"""The stripe of each side, by where the side lies from the middle: degrees clockwise from the right."""

STARTS: dict[str, Colour] = {"J6": WHITE, "A6": INK}
"""Where White and Black start, and the colour of the tips there."""
CENTRE = "CENTRE"


@dataclass(frozen=True, slots=True)
class Triangle:
    """One space: its name, colour, corners and middle in mm; the first corner is its apex."""

    name: str
    hue: Hue
    corners: tuple[Point, Point, Point]
    middle: Point

    @property
    def upright(self) -> bool:
        return self.corners[0][1] < self.middle[1]


def triangles() -> tuple[Triangle, ...]:
    """All 150 spaces, row A first, each row from the left."""
    return tuple(triangle for row in range(2 * HALF) for triangle in _row(row))


def _row(row: int) -> tuple[Triangle, ...]:
    """Corner (i, j) of the lattice lies i + j/2 to the right of the middle and j rows above it."""
    j = HALF - 1 - row
    found: list[tuple[Hue, tuple[Point, Point, Point]]] = []
    for i in range(-2 * HALF, 2 * HALF):
        # Colours repeat every second corner; a triangle on its tip has that of the upright one to its right above.
        for hue, corners in (
            (_hue(i, j), ((i, j + 1), (i, j), (i + 1, j))),
            (_hue(i + 1, j + 1), ((i + 1, j), (i + 1, j + 1), (i, j + 1))),
        ):
            if all(max(abs(a), abs(b), abs(a + b)) <= HALF for a, b in corners):
                first, second, third = (_place(a, b) for a, b in corners)
                found.append((hue, (first, second, third)))
    found.sort(key=lambda entry: sum(x for x, _ in entry[1]))
    return tuple(
        Triangle(f"{'ABCDEFGHIJ'[row]}{number}", hue, corners, _mean(corners))
        for number, (hue, corners) in enumerate(found, start=1)
    )


def _hue(i: int, j: int) -> Hue:
    hues: dict[tuple[int, int], Hue] = {(0, 1): "red", (1, 0): "green", (0, 0): "blue", (1, 1): "black"}
    return hues[i % 2, j % 2]


def _place(i: int, j: int) -> Point:
    return MIDDLE[0] + (i + j / 2) * SIDE_MM, MIDDLE[1] - j * STEP_MM


def _mean(points: tuple[Point, ...]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def crossings() -> dict[int, tuple[tuple[Triangle, Triangle], ...]]:
    """For each side (as in STRIPES) the spaces that cross there, each with the space that it comes out on."""
    spaces = triangles()
    found: dict[int, tuple[tuple[Triangle, Triangle], ...]] = {}
    for side, hue in STRIPES.items():
        out = _direction(side)
        pairs = []
        for space in spaces:
            if space.hue == hue and sum(_beyond(c, out) > APOTHEM_MM - 1 for c in space.corners) == 2:
                over = _beyond(space.middle, out)
                opposite = (space.middle[0] - 2 * over * out[0], space.middle[1] - 2 * over * out[1])
                partner = min(spaces, key=lambda s: math.dist(s.middle, opposite))
                pairs.append((space, partner))
        found[side] = tuple(pairs)
    return found


def _direction(degrees: float) -> Point:
    return math.cos(math.radians(degrees)), math.sin(math.radians(degrees))


def _beyond(point: Point, direction: Point) -> float:
    """How far a point lies from the middle in a direction."""
    return (point[0] - MIDDLE[0]) * direction[0] + (point[1] - MIDDLE[1]) * direction[1]


def layout(piece_mm: float) -> Layout:
    """Cells A1..J11 and CENTRE, eight markers and the pieces, for pieces of a diameter in mm."""
    cells = {t.name: Cell(t.name, *t.middle, polygon=_outline(t)) for t in triangles()}
    cells[CENTRE] = Cell(CENTRE, *MIDDLE, polygon=_hexagon(CENTRE_MM))
    pieces = {kind: PieceKind(kind, PIECE_MM, PIECE_HEIGHT_MM, "disc") for kind in ("white", "black")}
    made = Layout("spaces", SIZE_MM, MappingProxyType(cells), _markers(), MappingProxyType(pieces))
    return scale.layout(made, piece_mm / PIECE_MM)


def _outline(space: Triangle) -> tuple[Point, ...]:
    """The triangle; the six around the centre without the tip that the centre takes."""
    ring: list[Point] = []
    for corner, before, after in zip(
        space.corners, space.corners[2:] + space.corners[:2], space.corners[1:] + space.corners[:1], strict=True
    ):
        if math.dist(corner, MIDDLE) < 1:
            ring += [_towards(corner, before, CENTRE_MM), _towards(corner, after, CENTRE_MM)]
        else:
            ring.append(corner)
    return tuple(ring)


def _towards(start: Point, end: Point, length: float) -> Point:
    share = length / math.dist(start, end)
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


def _hexagon(radius: float) -> tuple[Point, ...]:
    """A hexagon about the middle with corners to the left and right."""
    return arc(*MIDDLE, radius, 0, 300, 5)


def _markers() -> tuple[Marker, ...]:
    """In the paper's four free corners, a large and a smaller one in each."""
    (width, height), near, (inset, down) = SIZE_MM, 22.0, (17.0, 106.0)
    corners = ((near, near), (width - near, near), (width - near, height - near), (near, height - near))
    sides = ((inset, down), (width - inset, down), (width - inset, height - down), (inset, height - down))
    return tuple(
        Marker(8 + i, x, y, size)
        for i, ((x, y), size) in enumerate([*((c, 26.0) for c in corners), *((s, 18.0) for s in sides)])
    )


def drawing(piece_mm: float) -> Drawing:
    """The whole print with its markers, for pieces of a diameter in mm."""
    k = piece_mm / PIECE_MM
    width, height = SIZE_MM
    shapes: list[Shape] = [
        rectangle(0, 0, width, height, WHITE),
        Area((rounded(0.9, 0.9, width - 1.8, height - 1.8, 2),), stroke=INK, width_mm=0.4),
        *_field(),
        *_sides(),
        *_margin(WHITE),
        # For Black, across the table.
        *turned(_margin(INK), 2, MIDDLE),
    ]
    for marker in _markers():
        shapes += markers.draw(marker)
    return Drawing("Spaces", layout(piece_mm).size_mm, scale.shapes(shapes, k))


def _field() -> list[Shape]:
    """The triangles with their tips, names and lines, the hexagon in the middle."""
    spaces = triangles()
    shapes: list[Shape] = []
    for hue, shade in SHADES.items():
        shapes.append(Area(tuple(t.corners for t in spaces if t.hue == hue), fill=shade))
    for space in spaces:
        shapes += _tips(space)
    shapes += _lines()
    for space in spaces:
        if space.hue != "black":
            shapes.append(_name(space))
    shapes.append(Area((_hexagon(SIDE_MM),), stroke=WHITE, width_mm=1.1))
    shapes.append(Area((_hexagon(SIDE_MM),), stroke=INK, width_mm=0.5))
    shapes.append(Area((_hexagon(CENTRE_MM),), fill=INK, stroke=LINES, width_mm=0.5))
    star = (_direction(30 * i) for i in range(12))
    points = tuple((MIDDLE[0] + r * x, MIDDLE[1] + r * y) for (x, y), r in zip(star, (6.6, 2.3) * 6, strict=True))
    shapes.append(Area((points,), fill=LINES))
    shapes.append(Area((_hexagon(HALF * SIDE_MM + 0.5),), stroke=INK, width_mm=1.4))
    return shapes


def _tips(space: Triangle) -> list[Shape]:
    """What is drawn in a triangle's three tips: a step leads from tip to tip of one mark.

    Red has discs, green bars, blue rings, black dark tips and no way out; the starts' tips are white and black.
    """
    shapes: list[Shape] = []
    for corner in space.corners:
        if math.dist(corner, MIDDLE) < 1:
            continue
        x, y = _towards(corner, space.middle, 4.9)
        out = math.degrees(math.atan2(corner[1] - space.middle[1], corner[0] - space.middle[0]))
        across = _direction(out + 90)
        start = STARTS.get(space.name)
        left, right = (_towards(corner, c, 8.5 if start else 11.0) for c in space.corners if c != corner)
        match space.hue:
            case "red":
                if start:
                    shapes.append(Area(((corner, left, right),), fill=start))
                shapes.append(Disc(x, y, 1.25, fill=SHADES["red"] if start else TIPS["red"]))
            case "green":
                ends = tuple((x + s * 1.5 * across[0], y + s * 1.5 * across[1]) for s in (-1, 1))
                shapes.append(Line(ends, TIPS["green"], 1.1))
            case "blue":
                shapes.append(Disc(x, y, 1.1, stroke=TIPS["blue"], width_mm=0.65))
            case "black":
                shapes.append(Area(((corner, left, right),), fill=TIPS["black"]))
    return shapes


def _lines() -> list[Shape]:
    """The lines between triangles: in each of three directions those of the lattice."""
    shapes: list[Shape] = []
    for side in (-90, -30, 30):
        out, along = _direction(side), _direction(side + 90)
        for row in range(1 - HALF, HALF):
            reach = (2 * HALF - abs(row)) * SIDE_MM / 2
            x, y = MIDDLE[0] + row * STEP_MM * out[0], MIDDLE[1] + row * STEP_MM * out[1]
            ends = tuple((x + s * reach * along[0], y + s * reach * along[1]) for s in (-1, 1))
            shapes.append(Line(ends, LINES, 0.4))
    return shapes


def _name(space: Triangle) -> Shape:
    """The space's name in its apex: upright triangles speak to White, the others to Black."""
    x, y = _towards(space.corners[0], space.middle, 9.3)
    if math.dist(space.corners[0], MIDDLE) < 1:
        # The centre takes the apex, so the name stands in the next tip.
        x, y = _towards(space.corners[1], space.middle, 9.0)
    turn, down = (0.0, 0.9) if space.upright else (180.0, -0.9)
    return Text(x, y + down, space.name, 2.5, TIPS[space.hue], "middle", turn_deg=turn)


def _sides() -> list[Shape]:
    """Along each side its stripe with its colour's name, and an arrow wherever a space crosses."""
    shapes: list[Shape] = []
    for side, pairs in crossings().items():
        hue = STRIPES[side]
        out, along = _direction(side), _direction(side + 90)

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
            sideways = (space.middle[0] - MIDDLE[0]) * along[0] + (space.middle[1] - MIDDLE[1]) * along[1]
            bridge = (at(0.5, sideways - 9), at(0.5, sideways + 9), at(4, sideways + 9), at(4, sideways - 9))
            shapes.append(Area((bridge,), fill=SHADES[hue]))
            arrow = (at(4, sideways - 3.6), at(9, sideways), at(4, sideways + 3.6))
            shapes.append(Area((arrow,), fill=WHITE))
            x, y = at(14.6, sideways)
            shapes.append(Text(x, y, partner.name, 4.0, INK, "middle", bold=True, turn_deg=side - 90))
    return shapes


def _margin(own: Colour) -> list[Shape]:
    """What one player reads: the name, the rules in a few lines, and where their piece starts."""
    width, height = SIZE_MM
    shapes: list[Shape] = lettering.name("SPACES", 46, height - 16, 8.0, INK)
    rules = (
        "Exact count, one piece, tip to tip.",
        "Arrows lead to the space they name.",
        "Through the centre: one becomes two.",
        "Captures end on a rival. First to 6.",
    )
    shapes.append(Disc(MIDDLE[0] - 27.5, height - 4.7, 2.1, fill=own, stroke=INK, width_mm=0.4))
    shapes.append(Text(MIDDLE[0] - 24, height - 3.7, "STARTS", 2.9, INK, tracking_mm=0.3))
    for i, line in enumerate(rules):
        shapes.append(Text(width - 46, height - 19 + 3.9 * i, line, 2.7, INK, "end"))
    return shapes


def cards(piece_mm: float) -> tuple[Drawing, ...]:
    """Three white and three black discs to cut out."""
    sorts = [cutouts.Sort("white", cutouts.WHITE_PAPER, 3), cutouts.Sort("black", cutouts.BLACK_PAPER, 3)]
    return cutouts.sheets("Spaces", sorts, piece_mm, cutouts.PLAIN_FACES)


def _corners_of_hexagon(layout: Layout) -> Corners:
    """The two upper and the two lower corners of the hexagon of triangles."""
    points = [p for cell in layout.cells.values() for p in cell.polygon or ()]
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    upper, lower = ([x for x, y in points if abs(y - edge) < 0.1] for edge in (top, bottom))
    return (min(upper), top), (max(upper), top), (max(lower), bottom), (min(lower), bottom)


BOARD = Board(
    game="spaces",
    title="Spaces",
    piece_diameter_mm=PIECE_MM,
    diameter_range_mm=(10.0, 40.0),
    stock=MappingProxyType({"white": 3, "black": 3}),
    turns=MappingProxyType({}),
    make_layout=layout,
    make_drawing=drawing,
    make_cutouts=cards,
    bought=Scaled(
        "--side",
        "side of one triangle in mm",
        SIDE_MM,
        1 / math.sqrt(3),
        _corners_of_hexagon,
        "the two upper and the two lower corners of the large hexagon",
    ),
)
