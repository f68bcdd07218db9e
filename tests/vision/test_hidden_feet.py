"""Tall pieces hide the feet of those behind them, if the camera looks from the side."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from companion.boards import BOARDS
from vision import register
from vision.layout import Point
from vision.reader.kinds import Kinds
from vision.reader.scene import Scene

FROM_THE_SIDE = ((640.6, 438.4), (272.4, 559.5), (56.2, 163.9), (743.8, 40.5))
FROM_ABOVE = ((100.0, 0.0), (700.0, 0.0), (700.0, 600.0), (100.0, 600.0))


def make_scene(game: str, corners: Sequence[Point]) -> Scene:
    layout = BOARDS[game].layout()
    kinds = Kinds.of(layout)
    return Scene.of(layout, register.from_corners((800, 600), layout, corners), kinds.size_radii, kinds.height, None)


def test_a_pawn_hides_the_foot_of_the_one_behind_it() -> None:
    scene = make_scene("color-dice", FROM_THE_SIDE)
    names = [scene.atlas.names[cell] for cell in scene.atlas.cell]
    hidden = {names[i]: [names[j] for j in some.nonzero()[0]] for i, some in enumerate(scene.hides_foot) if some.any()}
    assert hidden["yellow2"] == ["yellow5"]
    assert "yellow9" not in hidden


@pytest.mark.parametrize(("game", "corners"), [("color-dice", FROM_ABOVE), ("spry", FROM_THE_SIDE)])
def test_nothing_is_hidden_from_above_or_by_flat_stones(game: str, corners: Sequence[Point]) -> None:
    assert not make_scene(game, corners).hides_foot.any()
