"""The network is asked only about windows that show more than their print."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.drawn_print import survey_spaces
from vision.reader.evidence.network_input import classify_places, make_inputs
from vision.reader.networks import network
from vision.reader.networks.network import EMPTY, PIECE
from vision.reader.places.atlas import Flags, Singles

TABLE = {"CENTRE": ("black",), "A5": ("black",), "G15": ("white",)}


def note_what_is_asked(monkeypatch: pytest.MonkeyPatch) -> list[Singles]:
    """The windows about which the network will be asked."""
    asked: list[Singles] = []
    classify = network.classify

    def spy(windows: Singles, turned: Flags | None = None) -> network.NetworkAnswer:
        asked.append(windows)
        return classify(windows, turned)

    monkeypatch.setattr(network, "classify", spy)
    return asked


def test_places_that_show_only_their_print_are_empty_without_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    survey, now, names = survey_spaces(TABLE, seed=3)
    full = [names.index(name) for name in TABLE]
    asked_about_all = network.classify(make_inputs(now, survey.conditions))
    asked = note_what_is_asked(monkeypatch)
    answer = classify_places(now, survey.conditions)

    assert len(TABLE) <= sum(map(len, asked)) < len(now) / 2
    assert answer.log_p[full] == pytest.approx(asked_about_all.log_p[full], abs=1e-4)
    assert (np.exp(answer.log_p[full, PIECE]) > 0.9).all()
    difference: NDArray[np.float64] = np.abs(np.exp(answer.log_p) - np.exp(asked_about_all.log_p))
    assert (difference < 1e-3).all()
    assert (np.delete(answer.log_p, full, axis=0).argmax(axis=1) == EMPTY).all()


def test_the_network_is_asked_about_every_place_whose_print_was_only_guessed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A guess may come from places that hold pieces of one kind, so a place may look like it and not be empty."""
    survey, now, _ = survey_spaces(TABLE, seed=3)
    assert survey.conditions.window_background is not None
    survey.conditions.window_background[..., 3] = 0.25
    asked = note_what_is_asked(monkeypatch)
    classify_places(now, replace(survey.conditions, has_drawing=False))
    assert sum(map(len, asked)) == len(now)
