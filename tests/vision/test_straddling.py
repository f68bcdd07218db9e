"""A checker that lies across two places of a row, as people lay them on the bar, is one checker."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from companion.boards import BOARDS, art
from companion.rules import GAMES
from companion.virtual_table.camera import VirtualCamera
from tests.tables import make_scene
from vision import register
from vision.differences import Changed
from vision.observation import Reading
from vision.reader import Reader
from vision.reader.colours.telling_part import Part
from vision.reader.evidence.straddling import Straddling, find_straddling
from vision.reader.networks import network
from vision.reader.places.atlas import Picture
from vision.reader.survey import Survey

LAYOUT = BOARDS["backgammon"].layout()
GAME = GAMES["backgammon"]
START = dict(GAME.table(GAME.new()))
RADIUS = LAYOUT.pieces["white"].diameter_mm / 2
BAR = LAYOUT.cells["bar-white"].places()


@cache
def photograph(*at: float) -> Picture:
    """The start table with White's checkers from point 6 on the bar. at: where they are, in places from the first."""
    scene = make_scene(BOARDS["backgammon"], seed=1)
    scene.lay(START)
    (x0, y0), (x1, y1) = BAR[:2]
    for part in at:
        checker = scene.find_in_cell("6", "white")
        assert checker is not None
        scene.pick(checker.x, checker.y)
        scene.drag(x0 + part * (x1 - x0), y0 + part * (y1 - y0))
        scene.drop()
    return VirtualCamera(scene, size=(1280, 720), seed=1).render()


def read(image: Picture, *, is_learned: bool, has_art: bool) -> tuple[Reading, Survey]:
    """What a picture shows, and its survey."""
    reader = Reader(LAYOUT, art(LAYOUT) if has_art else None, {"white": 15, "black": 15})
    registration = register.find(photograph(), LAYOUT)
    if is_learned:
        reader.learn(photograph(), registration, START)
    kept: list[Survey] = []
    with pytest.MonkeyPatch.context() as patch:
        estimate = Reader._estimate_posterior
        patch.setattr(
            Reader, "_estimate_posterior", lambda self, survey: (kept.append(survey), estimate(self, survey))[1]
        )
        reading = reader.read(image, registration)
    return reading, kept[-1]


@pytest.mark.parametrize(("is_learned", "has_art"), [(True, True), (True, False), (False, False)])
def test_a_checker_halfway_between_two_places_of_the_bar_is_one(is_learned: bool, has_art: bool) -> None:
    reading, survey = read(photograph(0.5), is_learned=is_learned, has_art=has_art)
    assert len(survey.straddling.at) == 1
    assert reading.cells["bar-white"].best == ("white", 1)
    assert reading.cells["6"].best == ("white", 4)
    assert not is_learned or not reading.unsure


def test_checkers_side_by_side_are_two() -> None:
    reading, survey = read(photograph(0.0, 1.0), is_learned=True, has_art=True)
    assert not len(survey.straddling.at)
    assert reading.cells["bar-white"].best == ("white", 2)
    assert not reading.unsure


def test_a_gap_may_be_between_the_checkers_on_the_bar() -> None:
    reading, _ = read(photograph(0.5, 2.0), is_learned=True, has_art=True)
    assert reading.cells["bar-white"].best == ("white", 2)
    assert reading.cells["6"].best == ("white", 3)


@pytest.mark.parametrize(("beside", "empty"), [(0.999, 0.999), (0.6, 0.6)])
def test_next_to_a_doubtful_place_the_second_place_may_hold_another_piece(beside: float, empty: float) -> None:
    image = photograph(0.5)
    _, survey = read(image, is_learned=True, has_art=True)
    places, near = survey.places, survey.scene.atlas.adjacent
    (at,) = survey.straddling.at.tolist()
    other = int(np.flatnonzero((near | near.T)[at + 1] & (np.arange(len(near)) != at))[0])
    log_p = places.log_p.copy()
    log_p[other] = np.log([beside, (1 - beside) / 2, (1 - beside) / 2])
    found = find_straddling(image, survey.scene, survey.known, survey.conditions, replace(places, log_p=log_p), RADIUS)
    assert found.at.tolist() == [at]
    assert found.empty.tolist() == pytest.approx([empty])


def test_the_evidence_moves_to_one_place_and_the_other_becomes_empty() -> None:
    _, survey = read(photograph(), is_learned=True, has_art=True)
    middle, darkest, sure = np.array([[-0.2, -0.3, -0.4]]), np.array([[-0.9, -1.0, -1.1]]), np.log([[0.01, 0.98, 0.01]])
    across = Straddling(np.array([3]), np.array([4]), sure, np.array([0.9]), middle, darkest)
    moved = across.move_to_places(survey.places, Part.MIDDLE)
    assert moved.log_p[3] == pytest.approx(sure[0])
    assert moved.core[3] == pytest.approx(middle[0])
    assert across.move_to_places(survey.places, Part.DARKEST).core[3] == pytest.approx(darkest[0])
    assert np.exp(moved.log_p[4]) == pytest.approx([0.9, 0.05, 0.05])
    assert moved.log_p[4].argmax() == network.EMPTY
    assert moved.log_p[5:] == pytest.approx(survey.places.log_p[5:])
    nothing, no_colours = np.empty(0, int), np.empty((0, 3))
    none = Straddling(nothing, nothing, no_colours, np.empty(0), no_colours, no_colours)
    assert none.move_to_places(survey.places, Part.MIDDLE) is survey.places


def test_only_neighbours_are_compared() -> None:
    image = photograph(0.5)
    _, survey = read(image, is_learned=True, has_art=True)
    (at,) = survey.straddling.at.tolist()
    apart = replace(survey.scene.atlas, place=survey.scene.atlas.place.copy())
    apart.place[at + 1] += 300.0
    scene = replace(survey.scene, atlas=apart)
    assert not len(find_straddling(image, scene, survey.known, survey.conditions, survey.places, RADIUS).at)


def test_a_checker_that_comes_to_lie_across_two_places_is_one() -> None:
    """Only what has changed is looked at."""
    before, after = photograph(), photograph(0.5)
    reader = Reader(LAYOUT, art(LAYOUT), {"white": 15, "black": 15})
    registration = register.find(before, LAYOUT)
    reader.learn(before, registration, START)
    reader.read(before, registration)
    w, h = LAYOUT.size_mm
    y, x = np.mgrid[5 : int(h) : 10, 5 : int(w) : 10]
    touched = [*BAR[:2], *LAYOUT.cells["6"].places()]
    where = np.min([np.hypot(x - at, y - up) for at, up in touched], axis=0) < 35.0
    reading = reader.read(after, registration, changed=Changed(where, 10.0))
    assert reading.cells["bar-white"].best == ("white", 1)
    assert reading.cells["6"].best == ("white", 4)
    assert not reading.unsure
