"""Bought boards of squares, of lines and of hexagons, for games other than ours."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from companion.boards import hexagons
from companion.boards.errors import BoardError
from companion.boards.outlines import Point, trace_box
from companion.boards.own import Plan, check_not_negative, check_piece, check_positive, find_rim
from companion.language import _
from vision.layout import SHAPES, Cell, PieceKind

LETTERS = "abcdefghijklmnopqrstuvwxyz"
LINE_LETTERS = LETTERS.replace("i", "")
"""The letters for the columns of boards with lines. Go players leave out the i."""
MAX_ROWS = 50
MAX_SIDE = 13
"""The longest side of a hexagon, in spaces. Its rows are then named A to Y."""

Fold = Literal["columns", "rows"]
"""Where a folding board has its hinge: between columns, so that it has a left and a right half, or between rows."""


@dataclass(frozen=True)
class Pieces:
    """The pieces of a board for a game other than ours."""

    diameter_mm: float
    height_mm: float | None = None
    """How high the pieces are; None for a quarter of the diameter."""
    kinds: tuple[str, ...] = ("white", "black")
    shape: str = "disc"

    def make_kinds(self) -> tuple[PieceKind, ...]:
        """The kinds of pieces. Raises BoardError for names that are empty or used twice, and for an unknown shape."""
        if not self.kinds or not all(self.kinds) or len(set(self.kinds)) < len(self.kinds):
            raise BoardError(_("--kinds: name each kind of piece once, as in --kinds white,black"))
        if self.shape not in SHAPES:
            raise BoardError(
                _("--shape {shape!r} is none of {shapes}").format(shape=self.shape, shapes=", ".join(SHAPES))
            )
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
    """A board of squares, or of lines with pieces on the crossings; a1 is at the bottom left. Lengths are in mm.

    columns, rows: how many squares or lines. square: width and height of one square, or the distances between
    neighbouring lines. frame: width of the frame. hinge: width of the gap in the middle of the columns or rows. Raises
    BoardError for measures that make no board.
    """
    letters, word = (LINE_LETTERS, _("lines")) if lines else (LETTERS, _("squares"))
    kinds = pieces.make_kinds()
    check_positive({"--square": min(square)})
    check_not_negative({"--frame": frame, "--hinge": hinge})
    if not 2 <= columns <= len(letters) or not 2 <= rows <= MAX_ROWS:
        raise BoardError(
            _("{columns} x {rows} {places}: there can be 2 to {most_columns} columns and 2 to {most_rows} rows").format(
                columns=columns, rows=rows, places=word, most_columns=len(letters), most_rows=MAX_ROWS
            )
        )
    check_piece("--piece", pieces.diameter_mm, min(square), _("a square"), _("--square and --piece"))
    folded = columns if fold == "columns" else rows
    if hinge and folded % 2:
        raise BoardError(
            _("a board with {count} {fold} has no hinge in their middle: give the other --fold, or no --hinge").format(
                count=folded, fold=_("columns") if fold == "columns" else _("rows")
            )
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
    # People can tap the crossings of the outermost lines; the squares around these crossings are not printed.
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
    are = _("the four outermost crossings of lines") if lines else _("the outer corners of the four corner squares")
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
    """A board of hexagons in rows from left to right. space: mm from one middle to the next.

    Give either side, or columns and rows. side: makes a hexagon with this many spaces along each side; its rows are A,
    B, ... from the top, numbered from the left. columns, rows: make a rhombus with a1 at the top left; each row is half
    a space further right than the one above. frame: width of the frame in mm. Raises BoardError for measures that make
    no board.
    """
    kinds = pieces.make_kinds()
    check_positive({"--space": space})
    check_not_negative({"--frame": frame})
    check_piece("--piece", pieces.diameter_mm, space, _("a space"), _("--space (from middle to middle) and --piece"))
    if (side is None) == (columns is None or rows is None):
        raise BoardError(
            _("say how the spaces are arranged: --side N for a hexagon, or --columns N --rows N for a rhombus")
        )
    if side is not None:
        if not 2 <= side <= MAX_SIDE:
            raise BoardError(
                _("--side {side}: a hexagon can have 2 to {most} spaces along a side").format(side=side, most=MAX_SIDE)
            )
        named = hexagons.name_places(side)
        last = hexagons.ROW_LETTERS[2 * side - 2]
        ends = ("A1", f"A{side}", f"{last}{side}", f"{last}1")
    else:
        assert columns is not None
        assert rows is not None
        if not 2 <= columns <= len(LETTERS) or not 2 <= rows <= MAX_ROWS:
            raise BoardError(
                _(
                    "{columns} x {rows} spaces: there can be 2 to {most_columns} columns and 2 to {most_rows} rows"
                ).format(columns=columns, rows=rows, most_columns=len(LETTERS), most_rows=MAX_ROWS)
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
        _("the middles of the spaces {spaces}").format(spaces=", ".join(ends)),
        find_rim(cells, frame),
    )


def _list_middles(count: int, pitch: float, gap: float) -> list[float]:
    """The middles of `count` places in a row, in mm, with a gap between the two halves of the row."""
    return [(i + 0.5) * pitch + (gap if i >= count / 2 else 0.0) for i in range(count)]
