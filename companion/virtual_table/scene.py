"""Where everything is on the virtual table: pieces on the board, in the boxes and in a hand.

Lengths are millimetres on the board's plane, x to the right and y down from the top left corner of the print, and
heights above it. The scene knows a board and no rules: anything can be put anywhere, as on a real table. A piece lands
up to 2 mm beside its spot, because people do not put pieces down exactly. The same seed gives the same places.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np

from companion.boards import Board
from companion.virtual_table.boxes import Box, make_boxes
from companion.virtual_table.obstacles import Obstacle
from companion.virtual_table.spots import Spots
from companion.words import join_words
from vision.layout import Layout, PieceKind, Point

Table = Mapping[str, tuple[str, ...]]
"""The pieces on the board: for each cell their kinds, from bottom to top. Empty cells are left out."""

CARELESS_MM = 2.0
"""How far beside its spot a piece may land."""

LIFTED_MM = 14.0
"""How high the mouse carries a piece. It is low, so that the piece lands where it is released."""


class SceneError(ValueError):
    """A table cannot be set up, or a piece is not there; the message says which."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece."""

    number: int
    """The number of the piece, which never changes."""

    kind: str
    """The kind of the piece, such as `white`."""

    x: float
    """mm from the left to its middle."""

    y: float
    """mm from the top to its middle."""

    z: float = 0.0
    """mm from the board to its underside."""


@dataclass(frozen=True, slots=True)
class HandPose:
    """A hand over the table."""

    x: float
    """mm from the left to its finger tips."""

    y: float
    """mm from the top to its finger tips."""

    z: float
    """mm from the board to its finger tips."""

    far_side: bool = False
    """True if the person sits at the upper side of the print."""


class Scene:
    """The table and everything on it."""

    def __init__(self, board: Board, stock: Mapping[str, int], *, seed: int = 0) -> None:
        """stock: how many pieces of each kind there are."""
        self.board = board
        self.layout: Layout = board.layout()
        self.stock: Mapping[str, int] = MappingProxyType(dict(stock))
        self.boxes: tuple[Box, ...] = make_boxes(self.layout, self.stock, board.turns)
        self.version = 0
        """A number that becomes larger with every change of things at rest."""
        self.held: Piece | None = None
        """The piece in the hand; None if the hand is empty. It is not among `pieces`."""
        self.hand: HandPose | None = None
        """The hand over the table; None if there is none."""
        self.obstacles: tuple[Obstacle, ...] = ()
        """Things on the table that are no pieces."""
        self._random = np.random.default_rng(seed)
        self._spots = Spots(self.layout)
        self._pieces: dict[int, Piece] = {}
        self._put_all_in_boxes()

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """All pieces at rest. Lower pieces come first."""
        return tuple(sorted(self._pieces.values(), key=lambda piece: piece.z))

    def table(self) -> Table:
        """The pieces on the cells. A piece between two cells, or in a hand, is on none."""
        found: dict[str, list[tuple[float, int, str]]] = {}
        for piece in self.pieces:
            spot = self._spots.find_nearest(piece.x, piece.y)
            if spot is not None:
                cell, index = spot
                found.setdefault(cell, []).append((piece.z, index, piece.kind))
        return MappingProxyType({cell: tuple(kind for *_, kind in sorted(found[cell])) for cell in found})

    def lay(self, table: Table) -> None:
        """Puts the pieces of a table on the board, and all others into the boxes. If this is impossible, raises
        SceneError and changes nothing.
        """
        for cell in table:
            if cell not in self.layout.cells:
                raise SceneError(f"this board has no cell {cell!r}")
        wanted = Counter(kind for kinds in table.values() for kind in kinds)
        for kind in wanted:
            if kind not in self.layout.pieces:
                raise SceneError(f"this board has no piece {kind!r}; it has {join_words(self.layout.pieces)}")
            family = {kind, self.board.turns.get(kind, kind)}
            have = sum(self.stock.get(k, 0) for k in family)
            if sum(wanted[k] for k in family) > have:
                raise SceneError(
                    f"the table needs {sum(wanted[k] for k in family)} of {kind!r}, but the box has {have}"
                )
        self.held = None
        free = self._put_all_in_boxes()
        for cell, kinds in table.items():
            for i, kind in enumerate(kinds):
                match = next((p for p in free if p.kind == kind), None) or next(
                    p for p in free if self.board.turns.get(p.kind) == kind
                )
                free.remove(match)
                del self._pieces[match.number]
                spots = self._spots.of_cell(cell)
                self._put(replace(match, kind=kind), spots[min(i, len(spots) - 1)])
        self.version += 1

    def find_piece(self, x: float, y: float) -> Piece | None:
        """The topmost piece at a point. If there is none, the topmost one that a finger at this point would touch; None
        if there is none either.
        """
        near = [(self._covers(p, x, y), p.z, -_distance(p, x, y), p) for p in self._pieces.values()]
        near = [entry for entry in near if self._is_touched(entry[-1], x, y)]
        return max(near, key=lambda entry: entry[:3])[3] if near else None

    def pick(self, x: float, y: float) -> Piece | None:
        """Takes the topmost piece at a point into the hand, and returns it. None if there is no piece, or if the hand
        has one already.
        """
        piece = self.find_piece(x, y)
        if piece is None or self.held is not None:
            return None
        del self._pieces[piece.number]
        self.held = replace(piece, z=LIFTED_MM)
        self.hand = HandPose(piece.x, piece.y, LIFTED_MM)
        self.version += 1
        return self.held

    def drag(self, x: float, y: float, z: float = LIFTED_MM) -> None:
        """Moves the hand, and the piece in it, to a point at this height."""
        far_side = self.hand.far_side if self.hand is not None else False
        self.hand = HandPose(x, y, z, far_side)
        if self.held is not None:
            self.held = replace(self.held, x=x, y=y, z=z)

    def drop(self) -> str | None:
        """Puts down the piece where the hand is, and takes the hand away.

        Near a spot, the piece lands on the spot; beside the print, in its box; anywhere else, where the hand is.
        Returns the cell, or "box"; None if the piece is on no cell or the hand had none.
        """
        piece, self.held, self.hand = self.held, None, None
        if piece is None:
            return None
        self.version += 1
        width, height = self.layout.size_mm
        if not (0 <= piece.x <= width and 0 <= piece.y <= height):
            self._pieces[piece.number] = self._put_in_box(piece)
            return "box"
        spot = self._spots.find_nearest(piece.x, piece.y)
        if spot is None:
            self._pieces[piece.number] = replace(piece, z=self._find_top(piece, (piece.x, piece.y)))
            return None
        cell, index = spot
        self._put(piece, self._spots.of_cell(cell)[index])
        return cell

    def nudge(self, x: float, y: float, dx: float, dy: float) -> Piece | None:
        """Pushes the topmost piece at a point, onto a cell or between cells, and returns it. None if there is no
        piece.
        """
        piece = self.find_piece(x, y)
        if piece is None:
            return None
        to = (piece.x + dx, piece.y + dy)
        pushed = replace(piece, x=to[0], y=to[1], z=self._find_top(piece, to))
        self._pieces[piece.number] = pushed
        self.version += 1
        return pushed

    def turn(self, x: float, y: float) -> Piece | None:
        """Turns over the piece at a point, or the piece in the hand if it is there, and returns it. None if there is
        none, or if it has no other side.
        """
        held = self.held is not None and self._is_touched(self.held, x, y)
        piece = self.held if held else self.find_piece(x, y)
        if piece is None or piece.kind not in self.board.turns:
            return None
        turned = replace(piece, kind=self.board.turns[piece.kind])
        if held:
            self.held = turned
        else:
            self._pieces[piece.number] = turned
        self.version += 1
        return turned

    def put_obstacle(self, name: str, x: float, y: float, turn_deg: float = 0.0) -> Obstacle:
        """Puts an obstacle on the table, on top of the pieces that are there. name: which one of SHAPES."""
        obstacle = Obstacle(name, x, y, turn_deg=turn_deg)
        under = [p.z + self.kind(p).height_mm for p in self._pieces.values() if obstacle.covers(p.x, p.y)]
        obstacle = replace(obstacle, z=max(under, default=0.0))
        self.obstacles += (obstacle,)
        self.version += 1
        return obstacle

    def remove_obstacles(self, name: str) -> None:
        """Takes away all obstacles with this name. Raises SceneError if there is none."""
        left = tuple(obstacle for obstacle in self.obstacles if obstacle.name != name)
        if left == self.obstacles:
            raise SceneError(f"there is no {name} on the table")
        self.obstacles = left
        self.version += 1

    def find_free_spot(self, cell: str) -> Point:
        """Where the next piece of a cell goes: the first spot without a piece. If all have one, the last spot."""
        spots = self._spots.of_cell(cell)
        taken = {spot for p in self._pieces.values() if (spot := self._spots.find_nearest(p.x, p.y)) is not None}
        return next((at for i, at in enumerate(spots) if (cell, i) not in taken), spots[-1])

    def find_in_box(self, kind: str) -> Piece | None:
        """The last piece of a kind in its box; None if the box has none."""
        here = [p for p in self._pieces.values() if p.kind == kind and any(b.holds(p.x, p.y) for b in self.boxes)]
        return max(here, key=lambda p: (p.y, p.x)) if here else None

    def find_stray(self, kind: str) -> Piece | None:
        """The topmost piece of a kind that is on the print but on no cell; None if there is none."""
        width, height = self.layout.size_mm
        here = [
            p
            for p in self._pieces.values()
            if p.kind == kind
            and 0 <= p.x <= width
            and 0 <= p.y <= height
            and self._spots.find_nearest(p.x, p.y) is None
        ]
        return max(here, key=lambda p: p.z) if here else None

    def find_in_cell(self, cell: str, kind: str | None = None) -> Piece | None:
        """The topmost piece on a cell, or the topmost one of a kind; None if there is none."""
        here = [
            (p.z, spot[1], p)
            for p in self._pieces.values()
            if (spot := self._spots.find_nearest(p.x, p.y)) is not None and spot[0] == cell and kind in (None, p.kind)
        ]
        return max(here, key=lambda entry: entry[:2])[2] if here else None

    def kind(self, piece: Piece) -> PieceKind:
        """The measures of the kind of a piece."""
        return self.layout.pieces[piece.kind]

    def _put(self, piece: Piece, spot: Point) -> None:
        """Puts a piece near a spot, on top of the pieces there."""
        length = min(CARELESS_MM, abs(float(self._random.normal(0, CARELESS_MM / 2))))
        angle = float(self._random.uniform(0, 2 * math.pi))
        x, y = spot[0] + length * math.cos(angle), spot[1] + length * math.sin(angle)
        self._pieces[piece.number] = replace(piece, x=x, y=y, z=self._find_top(piece, (x, y)))

    def _find_top(self, piece: Piece, place: Point) -> float:
        """How high a piece is when it is put at a place: on top of the highest piece below its middle."""
        below = (p for p in self._pieces.values() if p.number != piece.number)
        under = (p.z + self.kind(p).height_mm for p in below if self._covers(p, *place))
        return max(under, default=0.0)

    def _put_in_box(self, piece: Piece) -> Piece:
        """The piece, moved to the first free place of its box."""
        others = [p for p in self._pieces.values() if p.number != piece.number]
        places = self._find_box(piece.kind).places
        x, y = next(at for at in places if not any(_distance(p, *at) < 1.0 for p in others))
        return replace(piece, x=x, y=y, z=0.0)

    def _put_all_in_boxes(self) -> list[Piece]:
        """Puts all pieces into the boxes, and returns them."""
        free = {box.kinds: iter(box.places) for box in self.boxes}
        kinds = [kind for kind, count in self.stock.items() for _ in range(count)]
        pieces = [Piece(i, kind, *next(free[self._find_box(kind).kinds])) for i, kind in enumerate(kinds)]
        self._pieces = {piece.number: piece for piece in pieces}
        return pieces

    def _find_box(self, kind: str) -> Box:
        """The box for the pieces of a kind."""
        return next(box for box in self.boxes if kind in box.kinds)

    def _covers(self, piece: Piece, x: float, y: float) -> bool:
        """True if a piece covers a point."""
        return _distance(piece, x, y) < self.kind(piece).diameter_mm / 2

    def _is_touched(self, piece: Piece, x: float, y: float) -> bool:
        """True if a finger at a point touches a piece."""
        return _distance(piece, x, y) <= self.kind(piece).diameter_mm / 2 + 1.5


def _distance(piece: Piece, x: float, y: float) -> float:
    return math.hypot(piece.x - x, piece.y - y)
