"""Beside a hand, some pieces and empty cells are less sure than elsewhere."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from tests.vision.drawn_print import survey_spaces
from vision.observation import CellReading, Reading
from vision.reader.colours.appearance import Look, encode, make_covariance, make_prior_look
from vision.reader.evidence.place_evidence import PlaceEvidence
from vision.reader.mistrust.beside_hand import doubt_beside_hand
from vision.reader.networks.network import EMPTY, PIECE

RED, ORANGE, YELLOW = (0.5, 0.05, 0.04), (0.6, 0.2, 0.05), (0.75, 0.55, 0.05)
COLOURS = ("red", "yellow", "green", "blue")


@cache
def places() -> tuple[PlaceEvidence, list[str]]:
    survey, _, names = survey_spaces({}, seed=3)
    return survey.without_dice, names


def read(name: str, kind: str | None) -> Reading:
    """A reading in which all cells are surely empty but one, which surely holds a piece of a kind."""
    _, names = places()
    cells = {other: CellReading({(None, 0): 0.999}) for other in names}
    return Reading({**cells, name: CellReading({(kind, 1 if kind else 0): 0.999})}, True)


@pytest.mark.parametrize(("seen", "is_sure"), [(RED, True), (YELLOW, True), (ORANGE, False)])
def test_a_pawn_between_the_hues_of_two_kinds_is_not_sure(seen: tuple[float, float, float], is_sure: bool) -> None:
    known, names = places()
    looks = [make_prior_look(kind, 0.0) for kind in COLOURS]
    core = known.core.copy()
    core[0] = encode(np.array(seen)[::-1])
    kind = min(looks, key=lambda look: float(np.linalg.norm(look.mean - core[0]))).kind
    nowhere = np.zeros(len(core), np.bool_)
    told = doubt_beside_hand(read(names[0], kind), replace(known, core=core), names, looks, {0, 1, 2, 3}, nowhere)
    assert told.unsure == (() if is_sure else (names[0],))


def make_look(kind: str, colour: np.ndarray) -> Look:
    return Look(kind, colour, make_covariance(0.1, 0.1), make_covariance(0.1, 0.1))


@pytest.mark.parametrize(
    ("gap", "area", "empty_p", "is_sure"),
    [(0.2, 0.1, 0.999, False), (2.0, 0.1, 0.999, True), (0.2, 0.05, 0.999, True), (0.2, 0.1, 0.9999, True)],
)
def test_a_cell_that_may_hold_a_piece_in_the_colour_of_its_print_is_not_surely_empty(
    gap: float, area: float, empty_p: float, is_sure: bool
) -> None:
    known, names = places()
    changed, log_p = np.zeros(len(names)), known.log_p.copy()
    changed[0] = area
    log_p[0, [EMPTY, PIECE]] = np.log([empty_p, 1 - empty_p])
    looks = [make_look("black", known.core[0] - gap / np.sqrt(3)), make_look("white", known.core[0] + 5.0)]
    seen = replace(known, changed_area=changed, log_p=log_p)
    for among in (np.ones(len(names), np.bool_), np.zeros(len(names), np.bool_)):
        told = doubt_beside_hand(read(names[0], None), seen, names, looks, set(), among)
        assert told.unsure == (() if is_sure or not among.any() else (names[0],))
