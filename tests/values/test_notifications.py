"""The lines on standard error for people who follow a game there."""

from __future__ import annotations

import pytest

from companion.rules.core import JSON
from companion.values.notifications import Notification, in_words

FIX: JSON = [{"text": "Take the gold stone off a2"}, {"text": "Put a gold stone on b2"}]


@pytest.mark.parametrize(
    ("moves", "said"),
    [([], "from its start."), (["b2"], "after 1 move: b2."), (["b2", "d2"], "after 2 moves: b2, d2.")],
)
def test_a_saved_game_that_goes_on_counts_its_moves(moves: list[str], said: str) -> None:
    assert in_words(Notification(0, 0.0, "resumed", {"moves": moves})).endswith(said)


GAME = {"game": "mindfield"}


@pytest.mark.parametrize(
    ("event", "data", "told"),
    [
        ("setup-wrong", {"fix": FIX}, ["Take the gold stone off a2", "Put a gold stone on b2"]),
        ("roll", {"dice": [3, 1]}, ["3 and 1"]),
        ("move", {"move": "c3xc5", "events": [{"text": "A stone is captured."}]}, ["c3xc5", "A stone is captured."]),
        (
            "illegal",
            {"violations": [{"rule": "MF-P", "text": "a2 is next to a1."}], "fix": FIX},
            ["MF-P", "a2 is next to a1.", "Take the gold stone off a2", "Put a gold stone on b2"],
        ),
        (
            "unsure",
            {
                "cells": ["c1", "d1"],
                "candidates": [{"label": "c1", "text": "c1"}, {"label": "d1=gold", "text": "d1=gold"}],
            },
            ["d1", "d1=gold"],
        ),
        ("takeback", {"moves": ["b2", "d2"]}, ["b2", "d2"]),
        ("lost-board", {"problem": "No marker is in sight"}, ["No marker is in sight"]),
        (
            "over",
            {"result": {"winner": "G", "how": "captures"}, "position": {"game": "mindfield"}},
            ["Gold", "captures"],
        ),
        ("device", {"device": "die", "text": "it does not answer"}, ["die", "it does not answer"]),
    ],
)
def test_what_happened_is_reported_with_its_time_and_everything_that_it_names(
    event: str, data: dict[str, JSON], told: list[str]
) -> None:
    line = in_words(Notification(90, 3.25, event, data))
    assert "3.25" in line
    assert [text for text in told if text not in line] == []


def test_an_event_without_words_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="earthquake"):
        in_words(Notification(0, 0.0, "earthquake", {}))
