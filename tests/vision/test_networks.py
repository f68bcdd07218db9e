"""The two networks on drawn scenes that no training used: they classify places, count piles, and say when in doubt."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.boards import BOARDS, art
from vision.reader.networks import network, piles, windows
from vision.reader.places import atlas
from vision.training import samples
from vision.training.board import PrintedBoard
from vision.training.scenes import EMPTY, PIECE, make_random_scene

UNSEEN = 900_000  # no training used scenes with seeds from this one on


@cache
def ours() -> tuple[PrintedBoard, ...]:
    drawn = ((board.layout(), art(board.layout())) for board in BOARDS.values())
    return tuple(PrintedBoard(layout, picture) for layout, picture in drawn if picture is not None)


@cache
def classified() -> tuple[tuple[NDArray[np.generic], NDArray[np.generic], network.NetworkAnswer], ...]:
    """The places of 30 scenes: what is there, the sizes of the pieces, and what the network says."""
    scenes = []
    for seed in range(UNSEEN, UNSEEN + 30):
        rng = np.random.default_rng(seed)
        cut, what, sizes = samples.cut_windows(rng, make_random_scene(rng, ours()))
        if len(what):
            scenes.append((what, sizes, network.classify(samples.to_network_input(cut))))
    return tuple(scenes)


def test_places_of_scenes_never_seen_are_recognised() -> None:
    what = np.concatenate([what for what, _, _ in classified()])
    p = np.concatenate([np.exp(said.log_p) for _, _, said in classified()])
    right = p.argmax(axis=1) == what
    sure = p.max(axis=1) > 0.95
    assert right.mean() > 0.94
    assert right[sure].mean() > 0.98
    assert sure.mean() > 0.75


def test_large_pieces_are_told_from_small_ones() -> None:
    right, told = 0, 0
    for _, sizes, said in classified():
        large, small = sizes >= samples.LARGE, (sizes != samples.NO_SIZE) & (sizes <= samples.SMALL)
        if not (large.any() and small.any()):
            continue  # all pieces are of one size, so there is nothing to tell apart
        right += int((said.large[large] > 0).sum() + (said.large[small] < 0).sum())
        told += int(large.sum() + small.sum())
    assert told > 100
    assert right > 0.7 * told, "in scenes that are harder than what people photograph"


def test_piles_are_counted_or_doubted() -> None:
    counted, right, sure_wrong = 0, 0, 0
    for seed in range(UNSEEN, UNSEEN + 10):
        rng = np.random.default_rng(seed)
        scene = make_random_scene(rng, ours(), piles=True)
        here = atlas.build(scene.layout, scene.registration)
        kind = next(iter(scene.layout.pieces.values()))
        there = piles.build(scene.layout, scene.registration, here, kind.diameter_mm / 2, kind.height_mm)
        around = windows.build(scene.registration, here.place + here.lean, kind.diameter_mm / 2)
        chances = piles.estimate_heights(scene.image, there, windows.find_white(around.cut(scene.image)))
        assert chances.sum(axis=1) == pytest.approx(1)
        many = scene.piled[there.places]
        some = (many > 0) & (scene.truth[there.places] == PIECE) & (many <= there.levels)
        guess = chances[some].argmax(axis=1) + 1
        counted += int(some.sum())
        right += int((guess == many[some]).sum())
        sure_wrong += int(((guess != many[some]) & (chances[some].max(axis=1) > 0.95)).sum())
    assert counted > 30
    assert right > 0.45 * counted, "from straight above nobody could count them all"
    assert sure_wrong <= 0.05 * counted


def test_the_top_of_a_pile_is_sought_where_its_height_puts_it() -> None:
    rng = np.random.default_rng(UNSEEN)
    scene = make_random_scene(rng, ours(), piles=True)
    here = atlas.build(scene.layout, scene.registration)
    there = piles.build(scene.layout, scene.registration, here, 15.0, 8.0)
    foot = here.place[there.places]
    assert there.levels >= 2
    for level in (0, there.levels - 1):
        seen = scene.registration.lift(foot, 8.0 * (level + 1))
        assert scene.registration.project(there.tops[:, level]) == pytest.approx(seen, abs=0.01)


def test_a_board_without_piles_has_none() -> None:
    layout = BOARDS["mindfield"].layout()
    rng = np.random.default_rng(UNSEEN)
    camera = make_random_scene(rng, ours()).registration
    here = atlas.build(layout, camera)
    none = piles.build(layout, camera, here, 10.0, 6.0)
    assert len(none.places) == 0
    assert piles.estimate_heights(np.zeros((48, 64, 3), np.uint8), none, np.ones(3)).shape == (0, 1)
    assert EMPTY == network.EMPTY
    assert PIECE == network.PIECE
