"""Scenes for training the networks: the same seed gives the same scene, and its labels are true."""

from __future__ import annotations

import numpy as np
import pytest

from companion.boards import BOARDS, art
from vision.reader.networks import piles
from vision.reader.networks.windows import CHANNELS, SIDE
from vision.training import samples
from vision.training.board import PrintedBoard
from vision.training.patterns import make_patterned_board
from vision.training.scenes import EMPTY, HALFWAY, PIECE, THING, UNCLEAR, Scene, make_random_scene
from vision.training.sheet import SCALE


def scene(seed: int, piles: bool = False) -> Scene:
    layout = BOARDS["mindfield"].layout()
    drawn = art(layout)
    assert drawn is not None
    return make_random_scene(np.random.default_rng(seed), (PrintedBoard(layout, drawn),), piles)


def test_a_seed_is_a_scene() -> None:
    one, again, other = scene(4), scene(4), scene(5)
    assert (one.image == again.image).all()
    assert (one.truth == again.truth).all()
    assert one.image.shape != other.image.shape or (one.image != other.image).any()


def test_a_patterned_board_keeps_its_layout_and_has_a_print_of_its_own() -> None:
    layout = BOARDS["spry"].layout()
    boards = [make_patterned_board(np.random.default_rng(seed), layout) for seed in range(8)]
    assert all(board.layout is layout for board in boards)
    places = np.array([(cell.x, cell.y) for cell in layout.cells.values()])
    middles = []
    for board in boards:
        assert (board.print > 0).all()
        assert (board.print < 1).all()
        column, row = np.rint((places - board.origin) * SCALE).astype(int).T
        middles.append(board.print[row, column].mean(axis=0))
    assert np.ptp(middles, axis=0).max() > 0.2


@pytest.mark.parametrize("seed", range(6))
def test_what_is_said_of_a_scene_holds_together(seed: int) -> None:
    made = scene(seed)
    assert len(made.truth) == len(made.kinds) == sum(len(c.places()) for c in made.layout.cells.values())
    assert set(made.truth.tolist()) <= {EMPTY, PIECE, THING, UNCLEAR, HALFWAY}
    assert (made.kinds[made.truth == PIECE] >= 0).all()
    assert (made.kinds[made.truth == HALFWAY] < 0).all()
    assert made.kinds.max() < len(made.layout.pieces)
    assert made.image.shape[:2] == made.registration.size[::-1]


def test_a_piece_changes_the_picture_where_the_scene_says_that_it_is() -> None:
    changed, same = [], []
    for seed in range(8):
        made = scene(seed)
        places = np.array([p for c in made.layout.cells.values() for p in c.places()])
        w, h = made.registration.size
        at = made.registration.project(places).round().astype(int).clip(0, (w - 1, h - 1))
        off = np.abs(made.image.astype(int) - made.bare.astype(int)).max(axis=2)[at[:, 1], at[:, 0]]
        changed += off[made.truth == PIECE].tolist()
        same += off[made.truth == EMPTY].tolist()
    assert np.median(changed) > 3 * np.median(same)


def test_windows_are_cut_from_scenes() -> None:
    rng = np.random.default_rng(1)
    seen = np.zeros(3, int)
    for seed in range(10):
        made = scene(seed)
        cut, what, sizes = samples.cut_windows(rng, made)
        assert cut.shape[1:] == (CHANNELS, SIDE, SIDE)
        assert len(cut) == len(what) == len(sizes)
        there = sizes[what == PIECE]
        assert (there[there != samples.NO_SIZE] > 50).all()
        assert (there == samples.NO_SIZE).sum() <= (made.truth == HALFWAY).sum()
        assert (sizes[what == EMPTY] == samples.NO_SIZE).all()
        seen += np.bincount(what, minlength=3)
    assert (seen > 0).all(), "empty places, pieces and things are all among them"
    assert seen[THING] < seen[EMPTY]


def test_piles_are_cut_from_scenes() -> None:
    rng = np.random.default_rng(1)
    cut, many = samples.cut_piles(rng, scene(3, piles=True))
    assert cut.shape[1:] == (samples.LEVELS + 1, 3, piles.SIDE, piles.SIDE)
    assert len(cut) == len(many) > 0
    assert many.min() >= 1
    assert many.max() <= 11
