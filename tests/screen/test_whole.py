"""What a person needs stands whole on every panel: nothing of it is cut off or left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest

from companion.boards import BOARDS
from companion.screen.touchscreen import Touchscreen
from companion.view import View
from tests.screen.moments import moments

MOMENTS: Mapping[str, View] = moments()
WINDOWS = ((800, 480), (467, 280), (592, 355), (633, 380), (902, 541), (480, 800))
"""The panel, upright too, and the touchscreen in the virtual table's window on desktops of usual sizes."""


def needed(view: View) -> Iterator[str]:
    """The texts without which nobody knows what to do or how the game stands."""
    yield view.headline
    yield view.detail
    yield from view.notices
    yield from (choice.text for choice in view.choices if choice.face is None and choice.die is None)
    if not any(choice.die or choice.face for choice in view.choices):  # keys to throw with take the players' place
        for player in view.players:
            yield player.name
            for label, value in player.counters:
                yield from (label, str(value))


@pytest.mark.parametrize("size", WINDOWS)
@pytest.mark.parametrize("name", MOMENTS)
def test_nothing_needed_is_cut_off(name: str, size: tuple[int, int]) -> None:
    view = MOMENTS[name]
    screen = Touchscreen(BOARDS[view.game], size, menu=True)
    screen.draw(view)
    said = screen.said()
    assert [text for text in needed(view) if text not in said] == []


def test_every_game_has_a_moment() -> None:
    assert {view.game for view in MOMENTS.values()} == set(BOARDS)
