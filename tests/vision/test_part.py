"""Reading only what has changed must give the same result as reading all: on the virtual table and in photographs."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping

import cv2
import numpy as np
import pytest

from companion.boards import BOARDS, art
from companion.referee import start_table
from companion.virtual_table.camera import VirtualCamera
from companion.virtual_table.scene import HandPose
from tests.tables import make_scene
from tests.vision.photos import photograph, truth, wrong
from tests.vision.scene import Picture
from vision.differences import Changed
from vision.observation import EMPTY, Observation, Reading
from vision.reader import Reader
from vision.reader.debug import DebugPictures
from vision.register import Registration
from vision.sources import Frame
from vision.watcher import Watcher

SMALL = (960, 540)
PARTLY = 0.3  # of the board: if less than this has changed, the reader should read only that
STONES = {
    "mindfield": {"a1": ("gold",), "c4": ("silver",), "d4": ("antipode-silver",), "f2": ("gold",), "g7": ("silver",)},
    "spry": {"A1": ("white",), "E3": ("black",), "E5": ("white",), "I2": ("black",), "C4": ("black",)},
    "color-dice": {f"{kind}{n}": (kind,) for kind in ("red", "yellow", "green", "blue") for n in (1, 2, 5)},
}


class Twice(Reader):
    """Reads each picture twice: only what has changed, and all. Keeps both readings if little has changed."""

    def __init__(self, game: str) -> None:
        super().__init__(BOARDS[game].layout(), art(BOARDS[game].layout()))
        self.both: list[tuple[Reading, Reading]] = []

    def read(
        self,
        image: Picture,
        registration: Registration,
        debug: DebugPictures | None = None,
        *,
        changed: Changed | None = None,
    ) -> Reading:
        whole = Reader.read(copy.copy(self), image, registration)
        part = Reader.read(self, image, registration, changed=changed)
        if changed is not None and changed.where.mean() < PARTLY:
            self.both.append((part, whole))
        return part


NEARLY = 0.04  # how much the two probabilities of a cell may differ if only one of them is sure


def assert_alike(part: Reading, whole: Reading) -> None:
    """Asserts that both readings have the same sure contents, except near the limit, and similar probabilities."""
    assert part.hand == whole.hand
    for name, cell in part.cells.items():
        other = whole.cells[name]
        assert cell.covered == other.covered, name
        assert cell.unsure == other.unsure or abs(cell.p - other.p) < NEARLY, (name, cell.p, other.p)
        assert cell.best == other.best or cell.unsure, name
        for content in cell.likely:
            off = abs(cell.likely[content] - other.likely[content])
            assert off < (0.15 if cell.unsure else 0.03), (name, content, off)


class Play:
    """A table on which pieces move about, watched by a reader that reads everything twice."""

    def __init__(self, game: str, light: str = "daylight") -> None:
        self.scene = make_scene(BOARDS[game], seed=3)
        self.scene.lay(STONES.get(game) or start_table(game) or self._lay_one_of_each())
        self.camera = VirtualCamera(self.scene, size=SMALL, light=light, seed=3)
        self.reader = Twice(game)
        self.watcher = Watcher(self.scene.layout, self.reader)
        self._chance = np.random.default_rng(5)

    def _lay_one_of_each(self) -> Mapping[str, tuple[str, ...]]:
        """A piece of each kind on the first cells: for games that begin with an empty board."""
        layout = self.scene.layout
        return {cell: (kind,) for cell, kind in zip(layout.cells, layout.pieces, strict=False)}

    def see(self, change: Callable[[Picture], Picture] | None = None) -> Observation:
        frame = self.camera.read()
        image = frame.image if change is None else change(frame.image)
        return self.watcher.see(Frame(frame.index, frame.t, image))

    def rest(self, change: Callable[[Picture], Picture] | None = None) -> Observation:
        return [self.see(change) for _ in range(3)][-1]

    def learn(self) -> None:
        self.watcher.learn(self.camera.render(), self.scene.table())

    def move(self) -> None:
        """Moves a random piece to a random empty cell."""
        table = self.scene.table()
        free = [name for name in self.scene.layout.cells if name not in table]
        start = list(table)[int(self._chance.integers(len(table)))]
        piece = self.scene.find_in_cell(start)
        assert piece is not None
        self.scene.pick(piece.x, piece.y)
        self.scene.drag(*self.scene.find_free_spot(free[int(self._chance.integers(len(free)))]))
        self.scene.drop()


@pytest.mark.parametrize("game", BOARDS)
def test_wandering_pieces(game: str) -> None:
    play = Play(game)
    play.rest()
    for turn in range(7):
        if turn in (3, 5):
            play.learn()
        play.move()
        assert play.rest().settled
    assert len(play.reader.both) >= 7
    for part, whole in play.reader.both:
        assert_alike(part, whole)


@pytest.mark.parametrize("deep", [0.0, 0.02])
def test_in_a_light_that_sinks_and_turns_yellow_from_move_to_move(deep: float) -> None:
    """deep: how much darker a shadow over one side gets with every move."""
    play = Play("spry", light="lamp")
    play.rest()
    play.learn()
    for turn in range(12):
        play.move()
        tint = np.array([1 - 0.02 * turn, 1 - 0.012 * turn, 1 - 0.01 * turn])
        shadow = 1 - turn * deep * np.clip(np.linspace(2.0, -1.0, SMALL[0]), 0, 1)[None, :, None]
        seen = play.rest(lambda image, light=tint * shadow: (image * light).astype(np.uint8))
        assert seen.settled
        assert seen.reading is not None
        for name, cell in seen.reading.cells.items():
            kinds = play.scene.table().get(name, ())
            assert cell.best == ((kinds[-1], len(kinds)) if kinds else EMPTY)
    assert len(play.reader.both) >= 5
    for part, whole in play.reader.both:
        assert_alike(part, whole)


@pytest.mark.parametrize("game", ["mindfield", "color-dice"])
def test_an_arm_that_creeps_in_beside_moves_is_seen_as_soon_as_in_the_whole(game: str) -> None:
    play = Play(game)
    play.rest()
    play.learn()
    w, h = play.scene.layout.size_mm
    for step in range(12):
        play.move()
        play.scene.hand = HandPose(0.25 * w, h * (1.2 - 0.06 * step), 20)
        play.see()
        play.see()
    assert any(whole.hand for _, whole in play.reader.both)
    assert all(part.hand or not whole.hand for part, whole in play.reader.both)


@pytest.mark.parametrize("light", ["daylight", "lamp", "dim"])
def test_photographs_with_some_cells_of_another_table(light: str) -> None:
    """One camera photographed three tables. Cells of the other pictures are copied into the picture of the start."""
    reader = Twice("mindfield")
    layout = BOARDS["mindfield"].layout()
    (shown, registration), (other, _), (hand, _) = (photograph(light, name) for name in ("start", "game", "hand"))
    reader.learn(shown, registration, {cell: tuple(kinds) for cell, kinds in truth(light, "start").items()})
    watcher = Watcher(layout, reader)
    table, then = dict(truth(light, "start")), truth(light, "game")
    chance = np.random.default_rng(2)
    pitch = layout.cells["b1"].x - layout.cells["a1"].x
    picture, number = shown.copy(), 0

    def rest() -> Observation:
        nonlocal number
        for _ in range(3):
            number += 1
            seen = watcher.see(Frame(number, number / 30, picture))
        return seen

    rest()
    for names in chance.permutation(sorted(n for n in layout.cells if then.get(n) != table.get(n)))[:12].reshape(6, 2):
        for name in names.tolist():
            cell = layout.cells[name]
            square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * 0.5 * pitch + (cell.x, cell.y)
            mask = np.zeros(picture.shape[:2], np.uint8)
            cv2.fillConvexPoly(mask, registration.lift(square, 3.0).round().astype(np.int32), 1)
            picture[mask > 0] = other[mask > 0]
            table[name] = list(then.get(name, ()))
        seen = rest()
        assert seen.settled
        assert seen.reading is not None
        assert not wrong(seen.reading, table)
    assert len(reader.both) >= 4
    for part, whole in reader.both:
        assert_alike(part, whole)
    picture = hand
    assert rest().hand
