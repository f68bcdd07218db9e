"""A hand that plays on the virtual table: it reaches over the board, lifts, carries and puts down pieces, and leaves.

Every act is a generator. In each step, it changes the scene a little and yields once, for one frame. So a camera sees
the whole movement. The hand knows no rules.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

from companion.language import _
from companion.referee.repair import repair
from companion.values.views import Step
from companion.virtual_table.camera import VirtualCamera
from companion.virtual_table.scene import HandPose, Piece, Scene, SceneError, Table
from vision.errors import SourceEnded
from vision.layout import Point
from vision.sources import Activity, Frame

BOX = "box"
"""The name of the place of a piece that is on no cell."""

CARRIED_MM = 30.0
"""How high a hand carries a piece."""

REACH_MM = 420.0
"""How far outside the board a hand begins."""


class Hand:
    """The hand of one player."""

    def __init__(self, scene: Scene, *, far_side: bool = False, speed_mm: float = 32.0, hasty: bool = False) -> None:
        """far_side: True if the player sits at the upper side of the print. speed_mm: how far the hand moves in a
        frame. hasty: True if movements shorter than speed_mm get no frame of their own, so that only a few frames show
        a fast hand.
        """
        self.scene = scene
        self.far_side = far_side
        self.speed_mm = speed_mm
        self.hasty = hasty
        self._unseen_mm = 0.0

    def carry(self, kind: str, start: str, end: str) -> Iterator[None]:
        """Carries a piece from one place to another, and stays there. start, end: a cell, or BOX.

        From BOX, it first takes a piece that is beside the cells, then one in the box. Raises SceneError if there is no
        such piece or cell.
        """
        piece = self._find(kind, start)
        goal = self._find_goal(kind, end)
        yield from self._go(piece.x, piece.y, CARRIED_MM)
        yield from self._go(piece.x, piece.y, piece.z)
        if self.scene.pick(piece.x, piece.y) is None:
            raise SceneError(f"the hand cannot take the {kind} on {start}: it is full")
        self._hold(piece.x, piece.y, piece.z)
        yield from self._go(piece.x, piece.y, CARRIED_MM)
        yield from self._go(*goal, CARRIED_MM)
        yield from self._go(*goal, 2.0)
        pose = self.scene.hand
        self.scene.drop()
        self.scene.hand = pose
        yield
        yield from self._go(*goal, CARRIED_MM)

    def turn(self, kind: str, cell: str) -> Iterator[None]:
        """Turns a piece over. Raises SceneError if there is no such piece, or if it has no other side."""
        piece = self._find(kind, cell)
        yield from self._go(piece.x, piece.y, CARRIED_MM)
        yield from self._go(piece.x, piece.y, piece.z)
        if self.scene.turn(piece.x, piece.y) is None:
            raise SceneError(f"a {kind} has no other side")
        yield
        yield from self._go(piece.x, piece.y, CARRIED_MM)

    def leave(self) -> Iterator[None]:
        """Takes the hand away from the table."""
        hand = self.scene.hand
        if hand is not None:
            yield from self._go(*self._find_start(hand.x), CARRIED_MM)
            self.scene.hand = None
            yield

    def do(self, step: Step) -> Iterator[None]:
        """Does one step of a repair. If a piece from the box must show its other side, it is turned over first."""
        if step.do == "flip" and step.start is not None:
            yield from self.turn(self.scene.board.turns[step.kind], step.start)
            return
        start, end = step.start or BOX, step.end or BOX
        other = self.scene.board.turns.get(step.kind)
        if start == BOX and other is not None and self.scene.find_in_box(step.kind) is None:
            yield from self.turn(other, BOX)
        yield from self.carry(step.kind, start, end)

    def hover(self, x: float, y: float, frames: int) -> Iterator[None]:
        """Reaches over a point (mm) and stays there for this many frames."""
        yield from self._go(x, y, CARRIED_MM)
        yield from self.rest(frames)

    def rest(self, frames: int) -> Iterator[None]:
        """Does nothing for this many frames."""
        for _frame in range(frames):
            yield

    def make(self, table: Table) -> Iterator[None]:
        """Changes what is on the board into `table`, piece by piece, and leaves. Raises SceneError if a piece is
        missing in the boxes.
        """
        for step in repair(self.scene.table(), table, _Kinds(self.scene.board.turns), self.scene.layout.middles):
            yield from self.do(step)
        yield from self.leave()

    def _find(self, kind: str, place: str) -> Piece:
        if place == BOX:
            piece = self.scene.find_stray(kind) or self.scene.find_in_box(kind)
        else:
            self._check_cell(place)
            piece = self.scene.find_in_cell(place, kind)
        if piece is None:
            raise SceneError(f"there is no {kind} {'in the box' if place == BOX else f'on {place}'}")
        return piece

    def _find_goal(self, kind: str, place: str) -> Point:
        if place != BOX:
            self._check_cell(place)
            return self.scene.find_free_spot(place)
        return next(box.middle for box in self.scene.boxes if kind in box.kinds)

    def _check_cell(self, cell: str) -> None:
        if cell not in self.scene.layout.cells:
            raise SceneError(f"this board has no cell {cell!r}")

    def _find_start(self, x: float) -> Point:
        height = self.scene.layout.size_mm[1]
        return x, (-REACH_MM if self.far_side else height + REACH_MM)

    def _go(self, x: float, y: float, z: float) -> Iterator[None]:
        """Moves the hand and the piece in it to a point, a bit in each frame, slower at both ends."""
        if self.scene.hand is None:
            self._hold(*self._find_start(x), CARRIED_MM)
        hand = self.scene.hand
        if hand is None:
            return
        distance = math.dist((hand.x, hand.y, hand.z), (x, y, z))
        if self.hasty and self._unseen_mm + distance < self.speed_mm:
            self._unseen_mm += distance
            self._hold(x, y, z)
            return
        self._unseen_mm = 0.0
        steps = max(1, math.ceil(distance / self.speed_mm))
        for step in range(1, steps + 1):
            share = (1 - math.cos(math.pi * step / steps)) / 2
            self._hold(*(a + share * (b - a) for a, b in ((hand.x, x), (hand.y, y), (hand.z, z))))
            yield

    def _hold(self, x: float, y: float, z: float) -> None:
        self.scene.drag(x, y, z)
        self.scene.hand = HandPose(x, y, z, self.far_side)


class Performance:
    """A virtual camera with hands that act in front of it. Before each frame, the acts go on by one step.

    It is a frame source that ends (SourceEnded) after the last act.
    """

    def __init__(self, camera: VirtualCamera, acts: Iterable[None]) -> None:
        self.camera = camera
        self._acts = iter(acts)

    @property
    def live(self) -> bool:
        return False

    def attend(self, activity: Activity) -> None:
        return

    def read(self, timeout_s: float = 1.0) -> Frame:
        try:
            next(self._acts)
        except StopIteration:
            raise SourceEnded(_("the performance is over")) from None
        return self.camera.read(timeout_s)

    def __enter__(self) -> Self:
        self.camera.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.camera.__exit__(kind, error, trace)


@dataclass(frozen=True)
class _Kinds:
    """The kinds of pieces, in the form that `repair` needs. It also needs names, but nobody reads them here."""

    sides: Mapping[str, str]
    """For each kind with another side, the kind of that side."""

    kind_names: Mapping[str, str] = field(default_factory=dict)
    """Names of the kinds. Nobody reads them."""

    def cell_name(self, cell: str, kind: str = "") -> str:
        return cell
