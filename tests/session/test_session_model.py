"""Whatever people do in whatever order: position and score are the fold of what they have confirmed."""

from __future__ import annotations

import pytest

from tests.session.session_model import STARTS, check


@pytest.mark.parametrize("game", STARTS)
def test_position_and_score_are_the_fold_of_what_was_confirmed(game: str) -> None:
    check(game, examples=12, steps=40)
