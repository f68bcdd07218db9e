"""Bought boards of squares, of lines and of hexagons, and bought boards for our games that are laid out like ours."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from companion.boards import mindfield, scale, spaces, spry
from companion.boards.board import Board, BoardError
from companion.boards.drawing import Point, arc, box
from companion.boards.own import Corners, Plan, check_not_negative, check_piece, check_positive
from vision.layout import SHAPES, Cell, Layout, PieceKind

LETTERS = "abcdefghijklmnopqrstuvwxyz"
LINE_LETTERS = LETTERS.replace("i", "")
"""Go players leave the i out."""

Fold = Literal["columns", "rows"]
"""Where a folding board has its hinge: between columns (a left and a right half) or between rows."""


@dataclass(frozen=True)
class Pieces:
    """The pieces of a board that is none of ours."""

    diameter_mm: float
    height_mm: float | None = None
    """None: a quarter of the diameter."""
    kinds: tuple[str, ...] = ("white", "black")
    shape: str = "disc"

    def made(self) -> tuple[PieceKind, ...]:
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
    """A board of columns x rows squares, or of as many crossings of lines; a1 is at the bottom left.

    square: width and height of one square (mm), or between neighbouring lines. hinge: mm by which the two halves lie
    apart, in the middle of the columns or rows. Raises BoardError for measures that make no board.
    """
    letters, word = (LINE_LETTERS, "lines") if lines else (LETTERS, "squares")
    made = pieces.made()
    check_positive({"--square": min(square)})
    check_not_negative({"--frame": frame, "--hinge": hinge})
    if not 2 <= columns <= len(letters) or not 2 <= rows <= 50:
        raise BoardError(f"{columns} x {rows} {word}: there can be 2 to {len(letters)} columns and 2 to 50 rows")
    check_piece("--piece", pieces.diameter_mm, min(square), "a square", "--square and --piece")
    folded = columns if fold == "columns" else rows
    if hinge and folded % 2:
        raise BoardError(
            f"a board with {folded} {fold} has no hinge in their middle: give the other --fold, or no --hinge"
        )
    across = _middles(columns, square[0], hinge if fold == "columns" else 0.0)
    down = _middles(rows, square[1], hinge if fold == "rows" else 0.0)
    cells = []
    for row, y in enumerate(down):
        for column, x in enumerate(across):
            name = f"{letters[column]}{rows - row}"
            if lines:
                cells.append(Cell(name, x, y, diameter_mm=min(square)))
            else:
                cells.append(Cell(name, x, y, polygon=box(x - square[0] / 2, y - square[1] / 2, *square)))
    # The outermost lines are seen, the ends of the squares around their crossings are not.
    grow = (0.0, 0.0) if lines else (square[0] / 2, square[1] / 2)
    corners = box(
        across[0] - grow[0], down[0] - grow[1], across[-1] - across[0] + 2 * grow[0], down[-1] - down[0] + 2 * grow[1]
    )
    rim = (
        across[0] - square[0] / 2 - frame,
        down[0] - square[1] / 2 - frame,
        across[-1] + square[0] / 2 + frame,
        down[-1] + square[1] / 2 + frame,
    )
    are = "the four outermost crossings of lines" if lines else "the outer corners of the four corner squares"
    return Plan(game, game, tuple(cells), made, (corners[0], corners[1], corners[2], corners[3]), are, rim)


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

    side: a hexagon with so many spaces along each side, rows A, B, ... from the top, each numbered from the left.
    columns, rows: a rhombus, each row half a space further right than the one above; a1 is at the top left, rows are
    numbered from the top. Give one of the two. Raises BoardError for measures that make no board.
    """
    made = pieces.made()
    check_positive({"--space": space})
    check_not_negative({"--frame": frame})
    check_piece("--piece", pieces.diameter_mm, space, "a space", "--space (from middle to middle) and --piece")
    if (side is None) == (columns is None or rows is None):
        raise BoardError("say how the spaces lie: --side N for a hexagon, or --columns N --rows N for a rhombus")
    if side is not None:
        if not 2 <= side <= 13:
            raise BoardError(f"--side {side}: a hexagon can have 2 to 13 spaces along a side")
        named, ends = _hexagon(side)
    else:
        assert columns is not None
        assert rows is not None
        if not 2 <= columns <= len(LETTERS) or not 2 <= rows <= 50:
            raise BoardError(f"{columns} x {rows} spaces: there can be 2 to {len(LETTERS)} columns and 2 to 50 rows")
        named = {f"{LETTERS[q]}{r + 1}": (q, r) for r in range(rows) for q in range(columns)}
        last = f"{LETTERS[columns - 1]}"
        ends = ("a1", f"{last}1", f"{last}{rows}", f"a{rows}")
    corner = space / math.sqrt(3)
    middles = {name: (space * (q + r / 2), 1.5 * corner * r) for name, (q, r) in named.items()}
    cells = tuple(Cell(name, *at, polygon=arc(*at, corner, -90, 210, 5)) for name, at in middles.items())
    one, two, three, four = (middles[name] for name in ends)
    return Plan(
        game,
        game,
        cells,
        made,
        (one, two, three, four),
        f"the middles of the spaces {', '.join(ends)}",
        _rim(cells, frame),
    )


@dataclass(frozen=True)
class Scaled:
    """A board of ours that can be bought in other sizes: which one measure tells its size."""

    board: Board
    option: str
    """The measure's option."""
    words: str
    """What to measure."""
    own_mm: float
    """The measure on our own print."""
    room: float
    """Diameter of the largest round piece that fits a space, in parts of the measure."""
    corners: Callable[[Layout], Corners]
    """The four points to tap, on an unscaled layout."""
    corners_are: str


def _middles_of(*names: str) -> Callable[[Layout], Corners]:
    def found(layout: Layout) -> Corners:
        one, two, three, four = ((layout.cells[name].x, layout.cells[name].y) for name in names)
        return one, two, three, four

    return found


def _box_of(layout: Layout) -> Corners:
    left, top, right, bottom = _rim(tuple(layout.cells.values()), 0.0)
    one, two, three, four = box(left, top, right - left, bottom - top)
    return one, two, three, four


def _hexagon_of(layout: Layout) -> Corners:
    """The two upper and the two lower corners of the hexagon of triangles."""
    points = [p for cell in layout.cells.values() for p in cell.polygon or ()]
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    upper, lower = ([x for x, y in points if abs(y - edge) < 0.1] for edge in (top, bottom))
    return (min(upper), top), (max(upper), top), (max(lower), bottom), (min(lower), bottom)


SCALED: Mapping[str, Scaled] = MappingProxyType(
    {
        "mindfield": Scaled(
            mindfield.MINDFIELD,
            "--square",
            "side of a square in mm",
            mindfield.CELL_MM,
            1.0,
            _box_of,
            "the outer corners of the squares a7, g7, g1 and a1",
        ),
        "spry": Scaled(
            spry.SPRY,
            "--space",
            "from the middle of a space to the middle of the next in mm",
            math.sqrt(3) * spry.HEX_MM,
            1.0,
            _middles_of("A1", "A5", "I5", "I1"),
            "the middles of the spaces A1, A5, I5 and I1",
        ),
        "spaces": Scaled(
            spaces.SPACES,
            "--side",
            "side of one triangle in mm",
            spaces.SIDE_MM,
            1 / math.sqrt(3),
            _hexagon_of,
            "the two upper and the two lower corners of the large hexagon",
        ),
    }
)
"""Our games whose boards differ in size only, by game id."""


def plan_scaled(
    game: str, measure: float, piece: float, *, piece_height: float | None = None, frame: float = 0.0
) -> Plan:
    """A board laid out like ours, with one measure and the diameter of the pieces (mm).

    Other sizes of pieces (Mindfield's Antipode) keep their share of the piece, as far as they fit. Raises BoardError
    for measures that make no board and KeyError for a game that is not in SCALED.
    """
    of = SCALED[game]
    check_positive({of.option: measure, "--piece": piece})
    check_not_negative({"--frame": frame})
    if piece_height is not None:
        check_positive({"--piece-height": piece_height})
    room = of.room * measure
    check_piece("--piece", piece, room, "a space", f"{of.option} ({of.words}) and --piece")
    usual = of.board.layout()
    k, grown = measure / of.own_mm, piece / of.board.piece_diameter_mm
    made = scale.layout(usual, k)
    corners = of.corners(usual)
    one, two, three, four = ((x * k, y * k) for x, y in corners)
    pieces = []
    for kind in usual.pieces.values():
        diameter = round(min(kind.diameter_mm * grown, max(room, piece)), 3)
        height = kind.height_mm * grown
        if piece_height is not None:
            height = kind.height_mm * piece_height / max(one_of.height_mm for one_of in usual.pieces.values())
        pieces.append(PieceKind(kind.name, diameter, round(height, 3), kind.shape))
    cells = tuple(made.cells.values())
    return Plan(game, of.board.title, cells, tuple(pieces), (one, two, three, four), of.corners_are, _rim(cells, frame))


def _hexagon(side: int) -> tuple[dict[str, tuple[int, int]], Sequence[str]]:
    """Axial places (q, r) by name, and the four corner spaces to tap, clockwise from the top left."""
    reach = side - 1
    found = {}
    for r in range(-reach, reach + 1):
        row = [q for q in range(-reach, reach + 1) if abs(q + r) <= reach]
        letter = LETTERS[r + reach].upper()
        found.update({f"{letter}{number}": (q, r) for number, q in enumerate(row, start=1)})
    last = LETTERS[2 * reach].upper()
    return found, ("A1", f"A{side}", f"{last}{side}", f"{last}1")


def _middles(count: int, pitch: float, gap: float) -> list[float]:
    """Middles of `count` places in a row, a gap between the two halves."""
    return [(i + 0.5) * pitch + (gap if i >= count / 2 else 0.0) for i in range(count)]


def _rim(cells: Sequence[Cell], frame: float) -> tuple[float, float, float, float]:
    points = [p for cell in cells for p in cell.polygon or ((cell.x, cell.y),)]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs) - frame, min(ys) - frame, max(xs) + frame, max(ys) + frame
