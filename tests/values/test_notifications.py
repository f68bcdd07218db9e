"""What is written on standard error for people who follow a game there."""

from __future__ import annotations

import pytest

from companion.values.notifications import Notification, in_words


@pytest.mark.parametrize(
    ("moves", "said"),
    [([], "from its start."), (["b2"], "after 1 move: b2."), (["b2", "d2"], "after 2 moves: b2, d2.")],
)
def test_a_saved_game_that_goes_on_counts_its_moves(moves: list[str], said: str) -> None:
    assert in_words(Notification(0, 0.0, "resumed", {"moves": moves})).endswith(said)
