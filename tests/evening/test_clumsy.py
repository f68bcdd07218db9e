"""Some moves of every game by clumsy people on the virtual table: what counts is what they meant."""

from __future__ import annotations

import pytest

from companion.boards import BOARDS
from tests.evaluate.evenings import play


@pytest.mark.parametrize("game", BOARDS)
def test_every_committed_move_is_the_one_that_was_meant(game: str) -> None:
    played = play(game, seed=0, turns=2, clumsiness=0.25)
    assert played.wrong is None
    assert played.notes.meant
    assert not played.notes.accused
