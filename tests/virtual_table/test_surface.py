"""The painted table is made once for all cameras above it."""

from __future__ import annotations

import pytest

from companion.boards import BOARDS
from companion.virtual_table.surface import paint
from tests.tables import make_scene


def test_a_table_is_painted_once_and_only_the_last_one_is_kept() -> None:
    one, other = (make_scene(BOARDS[game]) for game in ("spry", "mindfield"))
    first = paint(one.board, one.boxes)
    assert paint(one.board, one.boxes) is first
    assert paint(other.board, other.boxes) is not first
    assert paint(one.board, one.boxes) is not first


def test_nobody_writes_into_the_painted_table() -> None:
    scene = make_scene(BOARDS["spry"])
    with pytest.raises(ValueError, match="read-only"):
        paint(scene.board, scene.boxes)[0, 0] = 0
