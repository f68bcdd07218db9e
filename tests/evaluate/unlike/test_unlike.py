"""Seeds stay apart, conditions keep their limits, the lens's distortion is undone exactly, readings are scored, and
memory is measured.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.boards import BOARDS
from tests.evaluate.unlike import alike, changes, conditions, scenes, seeds, views
from tests.evaluate.unlike.__main__ import main
from tests.evaluate.unlike.reading import memory
from tests.evaluate.unlike.scenes import Folder, Photo
from tests.evaluate.unlike.scores import judge
from tests.vision.photos import PHOTOS, photograph, truth
from vision import register
from vision.observation import CellReading, Content, Reading


def test_report_seeds_are_no_design_seeds() -> None:
    design, report = (set(seeds.PARTS[part]) for part in ("design", "report"))
    assert not design & report
    for part, sets in seeds.SETS.items():
        used = [seed for which in sets for seed in seeds.of(part, which)]
        assert len(used) == len(set(used))
        assert set(used) <= set(seeds.PARTS[part])


def test_more_seeds_than_there_are() -> None:
    with pytest.raises(ValueError, match="20 seeds"):
        seeds.of("design", "own", 21)


@pytest.mark.parametrize(("seed", "game"), [*enumerate([*BOARDS, *BOARDS], start=9000)])
def test_the_whole_board_is_seen_and_each_pixel_leads_back(seed: int, game: str) -> None:
    board_mm = BOARDS[game].layout().size_mm
    told = conditions.draw(seed, game, board_mm, 16.0).dump()
    view = views.place(told, board_mm)
    w, h = view.size
    edge = np.array([[x, y, 0.0] for x in (-0.5, 0.5) for y in (-0.5, 0.5)]) * [*board_mm, 0]
    seen = view.project(edge)
    assert (seen > 0).all()
    assert (seen < [w, h]).all()
    around = view.straight[::40, ::40].reshape(-1, 2)
    y, x = np.mgrid[0:h:40, 0:w:40]
    pixels = np.stack([x, y], axis=-1).reshape(-1, 2)
    assert np.abs(view.bent(around) - pixels).max() < 0.05
    film_w, film_h, _ = views.film(view)
    assert (np.ptp(around * view.focal, axis=0) <= [film_w, film_h]).all()


def test_the_most_bent_picture_needs_no_film_twice_as_wide() -> None:
    board_mm = BOARDS["mindfield"].layout().size_mm
    drawn = [conditions.draw(seed, "mindfield", board_mm, 16.0) for seed in range(9000, 9400)]
    told = min(drawn, key=lambda each: each.barrel * each.view_deg**2)
    assert told.barrel < -0.1
    view = views.place(told.dump(), board_mm)
    corner = np.array([[view.size[0] - 1.0, view.size[1] - 1.0]])
    assert np.abs(view.bent(view.straight[-1:, -1]) - corner).max() < 0.05
    assert (np.array(views.film(view)[:2]) < 2 * np.array(view.size)).all()


@pytest.mark.parametrize("game", BOARDS)
def test_set_up_shows_every_kind_or_is_the_start(game: str) -> None:
    layout = BOARDS[game].layout()
    setup, *others = scenes.tables(game, layout, 9000)
    assert {kind for kinds in setup["cells"].values() for kind in kinds} == set(layout.pieces)
    assert [other["hand"] for other in others] == [False, False, True]
    start, missing, wrong = (table["cells"] for table in scenes.starts(game, layout, 9000))
    assert missing != start != wrong


def _reading(cells: dict[str, tuple[Content, float]], hand: bool = False) -> Reading:
    return Reading({name: CellReading({content: p}) for name, (content, p) in cells.items()}, hand)


def test_sure_and_wrong_and_tall_stacks() -> None:
    reading = _reading({"a": ((None, 0), 0.99), "b": (("white", 9), 0.99), "c": (("white", 1), 0.6)})
    score, errors = judge(reading, {"a": ["white"], "b": ["white"] * 10, "c": ["white"]}, False)
    assert (score.count["cells"], score.count["right"], score.count["exact"]) == (2, 1, 0)
    assert (score.count["sure"], score.count["sure wrong"], score.count["tall"]) == (1, 1, 1)
    assert errors == ["a: sure and wrong: empty with p 0.990 where white is"]


def test_false_and_missed_hands() -> None:
    seen, _ = judge(_reading({}, hand=True), {}, False)
    missed, _ = judge(_reading({}), {}, True)
    assert (seen.count["false hands"], seen.count["hands"]) == (1, 0)
    assert (missed.count["hands seen"], missed.count["hands"]) == (0, 1)


def test_calibration_error() -> None:
    reading = _reading(dict.fromkeys("abcdefghij", (("white", 1), 0.9)))
    score, _ = judge(reading, {name: ["white"] for name in "abcdefghi"}, False)
    assert score.calibration_error() == pytest.approx(0.0)
    score.rights = [False] * 10
    assert score.calibration_error() == pytest.approx(0.9)


def _find_alike(painted: Mapping[str, tuple[int, int, int]], glare: int = 0) -> list[tuple[str, str]]:
    """The kinds that look alike in a picture of Mindfield pieces in these BGR colours; the first `glare` are white."""
    places = {f"c{n}": {"x": 20.0 + 32 * (n % 6), "y": 40.0 + 60 * (n // 6)} for n in range(12)}
    pieces = {kind: {"diameter_mm": 20.0, "height_mm": 6.0} for kind in painted}
    layout = {"size_mm": [200.0, 200.0], "cells": places, "pieces": pieces}
    kinds = list(painted)
    table = {cell: [kinds[n % len(kinds)]] for n, cell in enumerate(places)}
    told = conditions.draw(9000, "mindfield", (200.0, 200.0), 20.0).dump()
    view = views.place(told, (200.0, 200.0))
    picture = np.full((view.size[1], view.size[0], 3), 60, np.uint8)
    for n, (cell, (kind,)) in enumerate(table.items()):
        x, y = places[cell]["x"] - 100, 100 - places[cell]["y"]
        turn = np.linspace(0, 2 * np.pi, 32)
        rim = np.stack([x + 10 * np.cos(turn), y + 10 * np.sin(turn), np.full(32, 4.5)], axis=1)
        colour = (255, 255, 255) if n < glare else painted[kind]
        cv2.fillPoly(picture, [view.project(rim).round().astype(np.int32)], colour)
    colours = {kind: tuple(float(v) for v in bgr) for kind, bgr in painted.items()}
    return alike.find_alike([(picture, table)], layout, view, colours)


def test_kinds_look_alike_if_their_pieces_do() -> None:
    assert _find_alike({"gold": (20, 115, 184), "silver": (173, 161, 158)}) == []
    assert _find_alike({"gold": (240, 250, 255), "silver": (255, 253, 250)}) == [("gold", "silver")]


def test_kinds_look_alike_if_some_pieces_of_one_glare_like_the_other() -> None:
    seen = {"gold": (20, 115, 184), "silver": (250, 250, 250)}
    assert _find_alike(seen) == []
    assert _find_alike(seen, glare=3) == [("gold", "silver")]


def test_kinds_of_one_colour_may_look_alike() -> None:
    assert _find_alike({"gold": (20, 115, 184), "antipode-gold": (20, 115, 184)}) == []


@pytest.mark.parametrize("game", sorted(BOARDS))
def test_every_position_says_all_that_is_needed_to_render_it(game: str) -> None:
    layout = BOARDS[game].layout()
    for positions in (scenes.tables(game, layout, 1), scenes.starts(game, layout, 1)):
        assert [set(position) for position in positions] == [{"name", "cells", "loose", "hand"}] * len(positions)


@pytest.mark.parametrize("name", list(changes.CHANGES))
def test_a_change_makes_another_picture_that_still_shows_the_board(name: str) -> None:
    picture, _ = photograph("daylight", "game")
    changed = changes.CHANGES[name](picture)
    assert (changed.shape, changed.dtype) == (picture.shape, picture.dtype)
    off = np.abs(changed.astype(np.float64) - picture).mean()
    assert off > 3
    assert register.find(changed, BOARDS["mindfield"].layout()).markers == tuple(range(8))


def test_the_memory_of_the_evaluation_is_not_counted(tmp_path: Path) -> None:
    held = np.ones(400 * 1024**2, np.uint8)  # 400 MB
    file = PHOTOS / "mindfield-daylight-game.jpg"
    photo = Photo(file, {cell: list(kinds) for cell, kinds in truth("daylight", "game").items()}, hand=False)
    folder = Folder("mindfield", 9000, tmp_path, tmp_path / "layout.json", False, photo, (photo,))
    assert 30 < memory([folder])["mindfield"] < held.nbytes / 1024**2


def test_an_unknown_change_is_refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["unlike", "--changes", "fog"])
    with pytest.raises(SystemExit):
        main()
    assert "'fog' is no change; there are stray light" in capsys.readouterr().err
