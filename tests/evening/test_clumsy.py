"""Clumsy people play some moves of every game on the virtual table: the moves that they meant must count."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.boards import BOARDS
from companion.values.commands import EnterRoll
from companion.values.views import View
from tests.evaluate.evenings import play
from tests.evening.evening import Evening


@pytest.mark.parametrize("game", BOARDS)
def test_every_committed_move_is_the_one_that_was_meant(game: str) -> None:
    played = play(game, seed=0, turns=2, clumsiness=0.25)
    assert played.wrong is None
    assert played.notes.meant
    assert not played.notes.accused


def test_a_quiet_table_is_shown_by_the_same_view_until_something_is_done(tmp_path: Path) -> None:
    evening = Evening(tmp_path, "spaces", brisk=True)
    views: list[View] = []
    evening.on_show = lambda view, _: views.append(view)

    def acts() -> Iterator[None]:
        yield from (None for _ in range(6))
        evening.press(EnterRoll([4, 3]))
        yield from (None for _ in range(2))

    evening.play(acts())
    assert views[4] is views[5]
    assert views[6] is views[7]
    assert views[5].strip.text != views[6].strip.text
