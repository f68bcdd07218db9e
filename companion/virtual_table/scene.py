"""What lies where on the virtual table: pieces on the board, in the boxes, in a hand.

Lengths are millimetres in the board's plane, x right and y down from the print's top left corner, heights
above it. The scene knows a board and no rules: anything may be put anywhere, as on a real table, and
pieces that are put down lie up to 2 mm off, as they do with people. One seed, one behaviour.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from companion.boards import Board
from companion.virtual_table.boxes import Box, boxes
from companion.virtual_table.obstacles import Obstacle
from vision.layout import Layout, PieceKind, Point

Table = Mapping[str, tuple[str, ...]]
"""What lies on the board: cell -> piece kinds from bottom to top. Empty cells are left out."""

CARELESS_MM = 2.0
"""How far off its spot a piece is put down at most by somebody who means that spot."""

MEANT = 0.42
"""Within this part of the distance between neighbouring spots, a piece put down is meant for the nearest."""

LIFTED_MM = 14.0
"""How high a piece is carried by a mouse: low, so that it lies where it is let go of."""


class SceneError(ValueError):
    """A table that cannot be laid, or a piece that is not there; the message says which."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece: its number (for life), its kind, its middle and the height of its underside, in mm."""

    number: int
    kind: str
    x: float
    y: float
    z: float = 0.0


@dataclass(frozen=True, slots=True)
class HandPose:
    """A hand over the table: where its finger tips are, in mm, and on which side of the table its owner sits."""

    x: float
    y: float
    z: float
    far_side: bool = False


class Scene:
    """The table and all that lies on it.

    `version` grows with every change of what lies at rest, `pieces` stand from bottom to top. `held` is the
    piece in the hand, `hand` the hand itself; neither is part of `pieces`. `obstacles` are things that are no pieces.
    """

    def __init__(self, board: Board, *, stock: Mapping[str, int] | None = None, seed: int = 0) -> None:
        """stock: how many pieces of each kind there are, where the game's usual number will not do."""
        self.board = board
        self.layout: Layout = board.layout()
        self.stock: Mapping[str, int] = MappingProxyType(dict(board.stock if stock is None else stock))
        self.boxes: tuple[Box, ...] = boxes(self.layout, self.stock, board.turns)
        self.version = 0
        self.held: Piece | None = None
        self.hand: HandPose | None = None
        self.obstacles: tuple[Obstacle, ...] = ()
        self._random = np.random.default_rng(seed)
        self._spots = {name: cell.places() for name, cell in self.layout.cells.items()}
        self._names = [(name, i) for name, spots in self._spots.items() for i in range(len(spots))]
        self._places = np.array([spot for spots in self._spots.values() for spot in spots])
        self._reach = MEANT * _spacing(self._places)
        self._pieces: dict[int, Piece] = {}
        for kind, count in self.stock.items():
            for _ in range(count):
                number = len(self._pieces)
                self._pieces[number] = Piece(number, kind, math.inf, math.inf)
                self._pieces[number] = self._boxed(self._pieces[number])

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """Everything that lies at rest, lower pieces first."""
        return tuple(sorted(self._pieces.values(), key=lambda piece: piece.z))

    def table(self) -> Table:
        """What lies on the cells. A piece between two cells lies on none, one in a hand neither."""
        found: dict[str, list[tuple[float, int, str]]] = {}
        for piece in self.pieces:
            spot = self._nearest(piece.x, piece.y)
            if spot is not None:
                cell, index = spot
                found.setdefault(cell, []).append((piece.z, index, piece.kind))
        return MappingProxyType({cell: tuple(kind for *_, kind in sorted(found[cell])) for cell in found})

    def lay(self, table: Table) -> None:
        """Puts a table on the board, everything else into the boxes. Raises SceneError; then nothing has changed."""
        for cell in table:
            if cell not in self.layout.cells:
                raise SceneError(f"this board has no cell {cell!r}")
        wanted = Counter(kind for kinds in table.values() for kind in kinds)
        for kind in wanted:
            if kind not in self.layout.pieces:
                raise SceneError(f"this board has no piece {kind!r}; it has {', '.join(self.layout.pieces)}")
            family = {kind, self.board.turns.get(kind, kind)}
            have = sum(self.stock.get(k, 0) for k in family)
            if sum(wanted[k] for k in family) > have:
                raise SceneError(f"{sum(wanted[k] for k in family)} of {kind!r} are wanted, the box holds {have}")
        self.held = None
        free = self._all_boxed()
        for cell, kinds in table.items():
            for i, kind in enumerate(kinds):
                match = next((p for p in free if p.kind == kind), None) or next(
                    p for p in free if self.board.turns.get(p.kind) == kind
                )
                free.remove(match)
                del self._pieces[match.number]
                spots = self._spots[cell]
                self._put(replace(match, kind=kind), spots[min(i, len(spots) - 1)])
        self.version += 1

    def at(self, x: float, y: float) -> Piece | None:
        """The topmost piece that lies at a point; where none does, the one within a finger's breadth of it."""
        near = [(self._lies_at(p, x, y), p.z, -_distance(p, x, y), p) for p in self._pieces.values()]
        near = [entry for entry in near if self._touched(entry[-1], x, y)]
        return max(near, key=lambda entry: entry[:3])[3] if near else None

    def pick(self, x: float, y: float) -> Piece | None:
        """Takes the topmost piece at a point into the hand. None where nothing lies there, or the hand is full."""
        piece = self.at(x, y)
        if piece is None or self.held is not None:
            return None
        del self._pieces[piece.number]
        self.held = replace(piece, z=LIFTED_MM)
        self.hand = HandPose(piece.x, piece.y, LIFTED_MM)
        self.version += 1
        return self.held

    def drag(self, x: float, y: float, z: float = LIFTED_MM) -> None:
        """Moves the hand, and the piece in it, to a point and height. Without a piece only the hand moves."""
        far_side = self.hand.far_side if self.hand is not None else False
        self.hand = HandPose(x, y, z, far_side)
        if self.held is not None:
            self.held = replace(self.held, x=x, y=y, z=z)

    def drop(self) -> str | None:
        """Puts the held piece down where the hand is, and takes the hand away.

        Near a spot it comes to lie near its middle, off the print in its own box, elsewhere where it is.
        Returns the cell, "box", or None where it lies on no cell (or nothing was held).
        """
        piece, self.held, self.hand = self.held, None, None
        if piece is None:
            return None
        self.version += 1
        width, height = self.layout.size_mm
        if not (0 <= piece.x <= width and 0 <= piece.y <= height):
            self._pieces[piece.number] = self._boxed(piece)
            return "box"
        spot = self._nearest(piece.x, piece.y)
        if spot is None:
            self._pieces[piece.number] = replace(piece, z=self._top(piece, (piece.x, piece.y)))
            return None
        cell, index = spot
        self._put(piece, self._spots[cell][index])
        return cell

    def nudge(self, x: float, y: float, dx: float, dy: float) -> Piece | None:
        """Pushes the topmost piece at a point; it lies where it comes to, on a cell or not. None where none is."""
        piece = self.at(x, y)
        if piece is None:
            return None
        to = (piece.x + dx, piece.y + dy)
        pushed = replace(piece, x=to[0], y=to[1], z=self._top(piece, to))
        self._pieces[piece.number] = pushed
        self.version += 1
        return pushed

    def turn(self, x: float, y: float) -> Piece | None:
        """Turns over the piece at a point, or the held one there. None where it has no other side."""
        held = self.held is not None and self._touched(self.held, x, y)
        piece = self.held if held else self.at(x, y)
        if piece is None or piece.kind not in self.board.turns:
            return None
        turned = replace(piece, kind=self.board.turns[piece.kind])
        if held:
            self.held = turned
        else:
            self._pieces[piece.number] = turned
        self.version += 1
        return turned

    def stand(self, name: str, x: float, y: float, turn_deg: float = 0.0) -> Obstacle:
        """Puts a prop (a name in SHAPES) on the table, on the pieces that lie where it comes to."""
        obstacle = Obstacle(name, x, y, turn_deg=turn_deg)
        under = [p.z + self.kind(p).height_mm for p in self._pieces.values() if obstacle.covers(p.x, p.y)]
        obstacle = replace(obstacle, z=max(under, default=0.0))
        self.obstacles += (obstacle,)
        self.version += 1
        return obstacle

    def clear(self, name: str) -> None:
        """Takes all props of a name away. Raises SceneError where none is there."""
        left = tuple(obstacle for obstacle in self.obstacles if obstacle.name != name)
        if left == self.obstacles:
            raise SceneError(f"there is no {name} on the table")
        self.obstacles = left
        self.version += 1

    def free_spot(self, cell: str) -> Point:
        """Where the next piece of a cell is put: its first spot without a piece, else its last."""
        spots = self._spots[cell]
        taken = {spot for p in self._pieces.values() if (spot := self._nearest(p.x, p.y)) is not None}
        return next((at for i, at in enumerate(spots) if (cell, i) not in taken), spots[-1])

    def in_box(self, kind: str) -> Piece | None:
        """The last piece of a kind that lies in its box, None where the box has none."""
        here = [p for p in self._pieces.values() if p.kind == kind and any(b.holds(p.x, p.y) for b in self.boxes)]
        return max(here, key=lambda p: (p.y, p.x)) if here else None

    def astray(self, kind: str) -> Piece | None:
        """The topmost piece of a kind that lies on the print but on no cell, None where none does."""
        width, height = self.layout.size_mm
        here = [
            p
            for p in self._pieces.values()
            if p.kind == kind and 0 <= p.x <= width and 0 <= p.y <= height and self._nearest(p.x, p.y) is None
        ]
        return max(here, key=lambda p: p.z) if here else None

    def in_cell(self, cell: str, kind: str | None = None) -> Piece | None:
        """The topmost piece of a cell (of a kind, where one is named)."""
        here = [
            (p.z, spot[1], p)
            for p in self._pieces.values()
            if (spot := self._nearest(p.x, p.y)) is not None and spot[0] == cell and kind in (None, p.kind)
        ]
        return max(here, key=lambda entry: entry[:2])[2] if here else None

    def kind(self, piece: Piece) -> PieceKind:
        """What a piece measures."""
        return self.layout.pieces[piece.kind]

    def _put(self, piece: Piece, spot: Point) -> None:
        """Lays a piece near a spot, on top of what lies there."""
        length = min(CARELESS_MM, abs(float(self._random.normal(0, CARELESS_MM / 2))))
        angle = float(self._random.uniform(0, 2 * math.pi))
        x, y = spot[0] + length * math.cos(angle), spot[1] + length * math.sin(angle)
        self._pieces[piece.number] = replace(piece, x=x, y=y, z=self._top(piece, (x, y)))

    def _top(self, piece: Piece, place: Point) -> float:
        """How high a piece comes to lie at a place: on the highest piece that holds its middle."""
        below = (p for p in self._pieces.values() if p.number != piece.number)
        under = (p.z + self.kind(p).height_mm for p in below if self._lies_at(p, *place))
        return max(under, default=0.0)

    def _boxed(self, piece: Piece) -> Piece:
        """The piece on the first free place of its box."""
        box = next(box for box in self.boxes if piece.kind in box.kinds)
        others = [p for p in self._pieces.values() if p.number != piece.number]
        x, y = next(at for at in box.places if not any(_distance(p, *at) < 1.0 for p in others))
        return replace(piece, x=x, y=y, z=0.0)

    def _all_boxed(self) -> list[Piece]:
        """Sweeps everything into the boxes."""
        numbers = range(sum(self.stock.values()))
        kinds = [kind for kind, count in self.stock.items() for _ in range(count)]
        self._pieces = {}
        for number in numbers:
            self._pieces[number] = self._boxed(Piece(number, kinds[number], math.inf, math.inf))
        return list(self._pieces.values())

    def _nearest(self, x: float, y: float) -> tuple[str, int] | None:
        """The spot (cell and number) that a piece at a point is meant for, None where it is none."""
        away = np.hypot(*(self._places - (x, y)).T)
        nearest = int(away.argmin())
        return self._names[nearest] if away[nearest] < self._reach else None

    def _lies_at(self, piece: Piece, x: float, y: float) -> bool:
        return _distance(piece, x, y) < self.kind(piece).diameter_mm / 2

    def _touched(self, piece: Piece, x: float, y: float) -> bool:
        return _distance(piece, x, y) <= self.kind(piece).diameter_mm / 2 + 1.5


def _distance(piece: Piece, x: float, y: float) -> float:
    return math.hypot(piece.x - x, piece.y - y)


def _spacing(places: NDArray[np.float64]) -> float:
    """The least distance between two spots (n, 2), in mm."""
    apart = np.hypot(*(places[:, None] - places[None]).transpose(2, 0, 1))
    np.fill_diagonal(apart, np.inf)
    return float(apart.min())
