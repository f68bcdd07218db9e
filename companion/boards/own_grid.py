"""Bought boards of squares, of lines and of hexagons, for games that are none of ours."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from companion.boards.drawing import Point, arc, box
from companion.boards.errors import BoardError
from companion.boards.own import Plan, check_not_negative, check_piece, check_positive, rim_of
from vision.layout import SHAPES, Cell, PieceKind

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
        rim_of(cells, frame),
    )


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
