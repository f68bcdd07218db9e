"""Rows of checkers that are closer together than the layout says."""

from __future__ import annotations

import json
from dataclasses import replace
from types import MappingProxyType

import numpy as np
import pytest

from tests.vision.row_board import make_row_board
from vision.layout import Layout
from vision.reader.networks import rows


def test_smaller_checkers_are_closer_together_from_the_rim_on() -> None:
    layout = rows.scale_rows(make_row_board(), 0.8)
    spots = layout.cells["1"].spots
    assert spots[0][1] == pytest.approx(0.5 * 0.8 * 37)
    assert np.diff([y for _, y in spots]) == pytest.approx(0.8 * 37)
    assert layout.cells["13"].spots[0][1] == pytest.approx(400 - 0.5 * 0.8 * 37)
    assert layout.pieces["white"].diameter_mm == pytest.approx(0.8 * 37)


def test_six_are_in_a_row_where_six_have_room() -> None:
    assert len(rows.scale_rows(make_row_board(), 1.0).cells["1"].spots) == 5
    assert len(rows.scale_rows(make_row_board(), 0.88).cells["1"].spots) == 6


def test_an_area_for_borne_off_checkers_is_no_row_and_keeps_its_spots() -> None:
    one = make_row_board()
    spots = tuple((20.0 + 40 * column, 430.0 + 40 * row) for column in range(5) for row in range(3))
    area = replace(one.cells["1"], name="off", polygon=None, spots=spots)
    scaled = rows.scale_rows(replace(one, cells=MappingProxyType({**one.cells, "off": area})), 0.8)
    assert scaled.cells["off"].spots == spots
    assert scaled.cells["1"].spots != one.cells["1"].spots


def test_rows_are_rows_only_where_there_are_many() -> None:
    assert rows.has_rows(make_row_board())
    one = make_row_board()
    few = {name: cell for name, cell in one.cells.items() if int(name) < 5}
    assert not rows.has_rows(Layout("x", one.size_mm, MappingProxyType(few)))


def test_a_row_is_filled_from_the_rim_on() -> None:
    sure, never = np.log(0.999), np.log(0.0005)
    filled = np.array([[never, sure, never]] * 2 + [[sure, never, never]] * 3)
    gap = filled[[0, 2, 1, 3, 4]]
    cell = np.zeros(5, int)
    assert rows.score_filling(filled, cell) > -0.02
    assert rows.score_filling(gap, cell) < -5
    # Dice on one row count less than a better fit in all other rows.
    twenty, of = np.tile(filled, (20, 1)), np.repeat(np.arange(20), 5)
    blurred = np.tile(np.log([[0.15, 0.85, 0.001]] * 2 + [[0.85, 0.15, 0.001]] * 3), (20, 1))
    assert rows.score_filling(np.concatenate([gap, twenty[5:]]), of) > rows.score_filling(blurred, of)


def test_pieces_of_a_row_look_alike_where_windows_show_the_same_part_of_them() -> None:
    across = np.linspace(0, 12 * np.pi, 600)
    strip = (0.5 + 0.4 * np.sin(across)).astype(np.float32)  # the pieces are a hundred samples apart
    lies = np.log([[0.001, 0.998, 0.001]] * 5)

    def windows(apart: int) -> np.ndarray:
        cut = [strip[k * apart : k * apart + 80] for k in range(5)]
        return np.stack([np.broadcast_to(c[None, :, None], (80, 80, 3)) for c in cut])

    cell = np.zeros(5, int)
    close = [rows.score_likeness(windows(apart), lies, cell) for apart in (84, 92, 100, 108)]
    assert np.argmax(rows.combine_scores([0.0] * 4, close)) == 2
    assert rows.score_likeness(windows(84)[:3], lies[:3], cell[:3]) is None


def test_a_size_that_pairs_no_pieces_is_no_better_than_the_worst() -> None:
    assert rows.combine_scores([-0.1, -0.2, -0.3], [None, -2.0, -1.0]) == pytest.approx([-2.1, -2.2, -1.3])
    assert rows.combine_scores([-0.1, -0.2], [None, None]) == [-0.1, -0.2]


def test_the_best_size_is_between_those_that_were_tried() -> None:
    scores = [-4 * abs(size - 0.9) ** 2 * 100 for size in rows.SCALES]
    assert rows.choose_scale(rows.SCALES, scores) == pytest.approx(0.9)


def test_the_layouts_own_size_stays_unless_another_is_clearly_better() -> None:
    scores = [-1.0] * len(rows.SCALES)
    assert rows.choose_scale(rows.SCALES, scores) == 1.0
    scores[2] = -0.98
    assert rows.choose_scale(rows.SCALES, scores) == 1.0
    scores[2] = -0.5
    assert rows.choose_scale(rows.SCALES, scores) == pytest.approx(rows.SCALES[2])


def test_layouts_stay_what_files_can_hold() -> None:
    from vision.layout import dump, parse

    layout = rows.scale_rows(make_row_board(), 0.84)
    assert parse(json.loads(json.dumps(dump(layout)))).cells == dict(layout.cells)


def seen(rows_of: list[str]) -> tuple[np.ndarray, np.ndarray]:
    """The network's log probabilities for rows ("P" a piece, "." nothing), and the row of each place."""
    says = {"P": (0.05, 0.94, 0.01), ".": (0.98, 0.01, 0.01)}
    log_p = np.log([says[place] for row in rows_of for place in row])
    return log_p, np.repeat(np.arange(len(rows_of)), [len(row) for row in rows_of])


def test_round_points_of_one_colour_that_all_look_like_a_piece_are_print() -> None:
    log_p, cell = seen(["P....", "....."] * 4 + ["PPP..", "PP..."] * 2)
    print_there = rows.find_printed_ends(log_p, cell, np.ones(len(cell), bool))
    assert np.flatnonzero(print_there).tolist() == [0, 10, 20, 30]
    assert not rows.find_printed_ends(log_p, cell, np.zeros(len(cell), bool)).any()


@pytest.mark.parametrize(
    "as_seen",
    [
        ["P....", "....."] * 3 + [".....", "PP..."] * 3,  # single pieces, and as many points without pieces
        ["P....", "P...."] * 3 + [".....", "....."] * 3,
        ["PP...", "....."] * 6,
    ],
)
def test_single_pieces_are_pieces_where_other_points_of_the_colour_are_empty(as_seen: list[str]) -> None:
    log_p, cell = seen(as_seen)
    assert not rows.find_printed_ends(log_p, cell, np.ones(len(cell), bool)).any()
