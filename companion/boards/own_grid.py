"""Bought boards of squares, of lines and of hexagons, and bought boards that differ from ours in size only."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from companion.boards import hexagons, mindfield, spaces, spry
from companion.boards.board import Board, BoardError
from companion.boards.outlines import Point, Quad, find_bounds, trace_box
from companion.boards.own import Plan, check_not_negative, check_piece, check_positive
from companion.boards.scaled_layout import scale_layout
from vision.layout import SHAPES, Cell, Layout, PieceKind

LETTERS = "abcdefghijklmnopqrstuvwxyz"
LINE_LETTERS = LETTERS.replace("i", "")
"""Go players leave the i out."""
MAX_ROWS = 50
MAX_SIDE = 13
"""Of a hexagon: its rows are named A to Y."""

Fold = Literal["columns", "rows"]
"""Where a folding board has its hinge: between columns (a left and a right half) or between rows."""


@dataclass(frozen=True)
class Pieces:
    """The pieces of a board that is none of ours."""

    diameter_mm: float
    height_mm: float | None = None
    """None for a quarter of the diameter."""
    kinds: tuple[str, ...] = ("white", "black")
    shape: str = "disc"

    def make_kinds(self) -> tuple[PieceKind, ...]:
        """The kinds of pieces. Raises BoardError for names that are empty or used twice, and for an unknown shape."""
        if not self.kinds or not all(self.kinds) or len(set(self.kinds)) < len(self.kinds):
            raise BoardError("--kinds: name each kind of piece once, as in --kinds white,black")
        if self.shape not in SHAPES:
            raise BoardError(f"--shape {self.shape!r} is none of {', '.join(SHAPES)}")
        height = round(0.25 * self.diameter_mm, 3) if self.height_mm is None else self.height_mm
        check_positive({"--piece": self.diameter_mm, "--piece-height": height})
        return tuple(PieceKind(kind, self.diameter_mm, height, self.shape) for kind in self.kinds)


def plan_grid(
    columns: int,
    rows: int,
    square: Point,
    pieces: Pieces,
    *,
    lines: bool = False,
    frame: float = 0.0,
    hinge: float = 0.0,
    fold: Fold = "columns",
    game: str = "grid",
) -> Plan:
    """A board of columns x rows squares, or of that many lines with pieces on the crossings; a1 is bottom left.

    square: width and height of one square, or the distances between neighbouring lines. frame: its width. hinge:
    width of the gap in the middle of the columns or rows. All in mm. Raises BoardError for measures that make no
    board.
    """
    letters, word = (LINE_LETTERS, "lines") if lines else (LETTERS, "squares")
    kinds = pieces.make_kinds()
    check_positive({"--square": min(square)})
    check_not_negative({"--frame": frame, "--hinge": hinge})
    if not 2 <= columns <= len(letters) or not 2 <= rows <= MAX_ROWS:
        raise BoardError(
            f"{columns} x {rows} {word}: there can be 2 to {len(letters)} columns and 2 to {MAX_ROWS} rows"
        )
    check_piece("--piece", pieces.diameter_mm, min(square), "a square", "--square and --piece")
    folded = columns if fold == "columns" else rows
    if hinge and folded % 2:
        raise BoardError(
            f"a board with {folded} {fold} has no hinge in their middle: give the other --fold, or no --hinge"
        )
    across = _list_middles(columns, square[0], hinge if fold == "columns" else 0.0)
    down = _list_middles(rows, square[1], hinge if fold == "rows" else 0.0)
    cells = []
    for row, y in enumerate(down):
        for column, x in enumerate(across):
            name = f"{letters[column]}{rows - row}"
            if lines:
                cells.append(Cell(name, x, y, diameter_mm=min(square)))
            else:
                cells.append(Cell(name, x, y, polygon=trace_box(x - square[0] / 2, y - square[1] / 2, *square)))
    # The outermost lines are seen, the ends of the squares around their crossings are not.
    grow = (0.0, 0.0) if lines else (square[0] / 2, square[1] / 2)
    corners = trace_box(
        across[0] - grow[0],
        down[0] - grow[1],
        across[-1] - across[0] + 2 * grow[0],
        down[-1] - down[0] + 2 * grow[1],
    )
    rim = (
        across[0] - square[0] / 2 - frame,
        down[0] - square[1] / 2 - frame,
        across[-1] + square[0] / 2 + frame,
        down[-1] + square[1] / 2 + frame,
    )
    are = "the four outermost crossings of lines" if lines else "the outer corners of the four corner squares"
    return Plan(game, game, tuple(cells), kinds, corners, are, rim)


def plan_hexagons(
    space: float,
    pieces: Pieces,
    *,
    side: int | None = None,
    columns: int | None = None,
    rows: int | None = None,
    frame: float = 0.0,
    game: str = "hex",
) -> Plan:
    """A board of hexagons whose rows run left to right, `space` mm from middle to middle.

    side: a hexagon with this many spaces along each side, rows A, B, ... from the top, each numbered from the left.
    columns, rows: a rhombus, each row half a space further right than the one above; a1 is at the top left, rows are
    numbered from the top. Give either side, or columns and rows. frame: width of the frame in mm. Raises BoardError
    for measures that make no board.
    """
    kinds = pieces.make_kinds()
    check_positive({"--space": space})
    check_not_negative({"--frame": frame})
    check_piece("--piece", pieces.diameter_mm, space, "a space", "--space (from middle to middle) and --piece")
    if (side is None) == (columns is None or rows is None):
        raise BoardError(
            "say how the spaces are arranged: --side N for a hexagon, or --columns N --rows N for a rhombus"
        )
    if side is not None:
        if not 2 <= side <= MAX_SIDE:
            raise BoardError(f"--side {side}: a hexagon can have 2 to {MAX_SIDE} spaces along a side")
        named = hexagons.name_places(side)
        last = hexagons.ROW_LETTERS[2 * side - 2]
        ends = ("A1", f"A{side}", f"{last}{side}", f"{last}1")
    else:
        assert columns is not None
        assert rows is not None
        if not 2 <= columns <= len(LETTERS) or not 2 <= rows <= MAX_ROWS:
            raise BoardError(
                f"{columns} x {rows} spaces: there can be 2 to {len(LETTERS)} columns and 2 to {MAX_ROWS} rows"
            )
        named = {f"{LETTERS[q]}{r + 1}": (q, r) for r in range(rows) for q in range(columns)}
        last = LETTERS[columns - 1]
        ends = ("a1", f"{last}1", f"{last}{rows}", f"a{rows}")
    corner = space / math.sqrt(3)
    middles = {name: hexagons.locate(q, r, space, 1.5 * corner) for name, (q, r) in named.items()}
    cells = tuple(Cell(name, *at, polygon=hexagons.trace_pointed(at, corner)) for name, at in middles.items())
    one, two, three, four = (middles[name] for name in ends)
    return Plan(
        game,
        game,
        cells,
        kinds,
        (one, two, three, four),
        f"the middles of the spaces {', '.join(ends)}",
        _find_rim(cells, frame),
    )


@dataclass(frozen=True)
class ScaledBoard:
    """A board of ours that can be bought in other sizes: one measure gives its size."""

    board: Board
    option: str
    """The option that gives the measure."""
    words: str
    """What to measure, for people."""
    own_mm: float
    """The measure on our own print."""
    piece_part: float
    """Diameter of the largest round piece that fits a space, as a part of the measure."""
    find_corners: Callable[[Layout], Quad]
    """The four points to tap, on our own layout, in mm."""
    corners_are: str
    """What these points are, for people."""


def _find_middles_of(*names: str) -> Callable[[Layout], Quad]:
    """A function that finds the middles of four cells."""

    def find(layout: Layout) -> Quad:
        one, two, three, four = ((layout.cells[name].x, layout.cells[name].y) for name in names)
        return one, two, three, four

    return find


def _find_box(layout: Layout) -> Quad:
    """The corners of the box around all cells."""
    left, top, right, bottom = _find_rim(tuple(layout.cells.values()), 0.0)
    return trace_box(left, top, right - left, bottom - top)


def _find_hexagon(layout: Layout) -> Quad:
    """The two upper and the two lower corners of the hexagon of triangles."""
    points = [p for cell in layout.cells.values() for p in cell.polygon or ()]
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    upper, lower = ([x for x, y in points if abs(y - edge) < 0.1] for edge in (top, bottom))
    return (min(upper), top), (max(upper), top), (max(lower), bottom), (min(lower), bottom)


SCALED: Mapping[str, ScaledBoard] = MappingProxyType(
    {
        "mindfield": ScaledBoard(
            mindfield.MINDFIELD,
            "--square",
            "side of a square in mm",
            mindfield.CELL_MM,
            1.0,
            _find_box,
            "the outer corners of the squares a7, g7, g1 and a1",
        ),
        "spry": ScaledBoard(
            spry.SPRY,
            "--space",
            "from the middle of a space to the middle of the next in mm",
            math.sqrt(3) * spry.HEX_MM,
            1.0,
            _find_middles_of("A1", "A5", "I5", "I1"),
            "the middles of the spaces A1, A5, I5 and I1",
        ),
        "spaces": ScaledBoard(
            spaces.SPACES,
            "--side",
            "side of one triangle in mm",
            spaces.SIDE_MM,
            1 / math.sqrt(3),
            _find_hexagon,
            "the two upper and the two lower corners of the large hexagon",
        ),
    }
)
"""Our games whose boards differ in size only, by game id."""


def plan_scaled(
    game: str, measure: float, piece: float, *, piece_height: float | None = None, frame: float = 0.0
) -> Plan:
    """A board with the same cells as ours, by one measure and the diameter of the pieces in mm.

    piece_height: of the tallest piece. Larger and smaller pieces (Mindfield's Antipode) are scaled alike, as far as
    they fit a space. Raises BoardError for measures that make no board and KeyError for a game that is not in SCALED.
    """
    of = SCALED[game]
    check_positive({of.option: measure, "--piece": piece})
    check_not_negative({"--frame": frame})
    if piece_height is not None:
        check_positive({"--piece-height": piece_height})
    fits = of.piece_part * measure
    check_piece("--piece", piece, fits, "a space", f"{of.option} ({of.words}) and --piece")
    usual = of.board.layout()
    factor, piece_factor = measure / of.own_mm, piece / of.board.piece_diameter_mm
    scaled = scale_layout(usual, factor)
    one, two, three, four = ((x * factor, y * factor) for x, y in of.find_corners(usual))
    pieces = []
    for kind in usual.pieces.values():
        diameter = round(min(kind.diameter_mm * piece_factor, max(fits, piece)), 3)
        height = kind.height_mm * piece_factor
        if piece_height is not None:
            height = kind.height_mm * piece_height / max(one_of.height_mm for one_of in usual.pieces.values())
        pieces.append(PieceKind(kind.name, diameter, round(height, 3), kind.shape))
    cells = tuple(scaled.cells.values())
    return Plan(
        game, of.board.title, cells, tuple(pieces), (one, two, three, four), of.corners_are, _find_rim(cells, frame)
    )


def _list_middles(count: int, pitch: float, gap: float) -> list[float]:
    """Middles of `count` places in a row with a gap between the two halves, in mm."""
    return [(i + 0.5) * pitch + (gap if i >= count / 2 else 0.0) for i in range(count)]


def _find_rim(cells: Sequence[Cell], frame: float) -> tuple[float, float, float, float]:
    points = [p for cell in cells for p in cell.polygon or ((cell.x, cell.y),)]
    left, top, right, bottom = find_bounds(points)
    return left - frame, top - frame, right + frame, bottom + frame
