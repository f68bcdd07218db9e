"""Cells that look like others with the same content over a wide part of the board."""

from __future__ import annotations

import numpy as np
import pytest

from vision.observation import SURE, CellReading, Reading
from vision.reader.mistrust.wide_groups import NOTHING_TOLD, find_in_wide_groups, number_contents, trust_cells
from vision.reader.networks.windows import SAMPLE_RADII, SIDE

SIDE_CELLS, PITCH_MM = 6, 30.0
COUNT = SIDE_CELLS**2
PLACE = PITCH_MM * np.stack(np.meshgrid(np.arange(SIDE_CELLS), np.arange(SIDE_CELLS)), axis=-1).reshape(-1, 2)
PIECES = np.isin(np.arange(COUNT), [0, 5, 14, 21, 30, 35])
CONTENT = PIECES.astype(np.int64)
CLOTH = np.array([0.3, 0.5, 0.4], np.float32)  # balanced shades: blue, green, red
STONE = np.array([0.2, 0.2, 0.2], np.float32)
BLUE = np.array([0.6, 0.4, 0.2], np.float32)
IN_STRIP = np.isin(np.arange(COUNT) % SIDE_CELLS, [2, 3])


def show(sleeve: np.ndarray | None = None) -> np.ndarray:
    """The windows of cells with pieces on some. sleeve: the colour (3,) of one that lies over a strip of them."""
    random = np.random.default_rng(5)
    out = np.tile(CLOTH, (COUNT, SIDE, SIDE, 1))
    out = np.where(PIECES[:, None, None, None] & (SAMPLE_RADII < 1)[..., None], STONE, out)
    if sleeve is not None:
        out[IN_STRIP] = sleeve
    return (out * random.uniform(0.95, 1.05, (COUNT, 1, 1, 1)) + random.normal(0, 0.01, out.shape)).astype(np.float32)


def answer(p: float) -> np.ndarray:
    """(n, 3) the network's answers: it is so sure of what each cell holds."""
    other = np.full(COUNT, (1 - p) / 2)
    return np.log(np.column_stack([np.where(PIECES, other, p), np.where(PIECES, p, other), other]))


def test_empty_cells_and_pieces_that_look_alike_all_over_the_board_are_in_wide_groups() -> None:
    assert find_in_wide_groups(show(), CONTENT, PLACE, answer(0.999)).all()


def test_what_the_network_does_not_see_clearly_is_in_no_group() -> None:
    assert not find_in_wide_groups(show(), CONTENT, PLACE, answer(0.99)).any()


def test_cells_below_a_sleeve_are_alike_in_a_strip_only() -> None:
    """The cells below the blue sleeve over Spry 10,871 looked alike, too, and unlike all others."""
    told = find_in_wide_groups(show(BLUE), np.where(IN_STRIP, 0, CONTENT), PLACE, answer(0.999))
    assert not told[IN_STRIP].any()
    assert told[~IN_STRIP & ~PIECES].all()


def test_cells_below_a_sleeve_in_the_colour_of_the_print_look_like_the_part_of_it_that_is_seen() -> None:
    content = np.where(IN_STRIP, 0, CONTENT)
    content[IN_STRIP & (np.arange(COUNT) < COUNT // 2)] = NOTHING_TOLD
    assert not find_in_wide_groups(show(0.9 * CLOTH), content, PLACE, answer(0.999))[IN_STRIP].any()


def test_a_piece_that_seems_to_be_print_is_in_no_group_and_puts_cells_like_it_in_doubt() -> None:
    taken_for_print = CONTENT.copy()
    taken_for_print[14] = 0
    told = find_in_wide_groups(show(), taken_for_print, PLACE, answer(0.999))
    assert not told[14]
    assert not told[PIECES].any(), "one of the empty cells looks as they do"


def test_nothing_is_told_of_cells_that_are_covered() -> None:
    covered = CONTENT.copy()
    covered[7] = NOTHING_TOLD
    told = find_in_wide_groups(show(), covered, PLACE, answer(0.999))
    assert not told[7]
    assert not told[8], "what covers a cell looks like the print there"


def test_contents_are_numbered() -> None:
    cells = {
        "a1": CellReading({("white", 1): 0.9}),
        "a2": CellReading({(None, 0): 0.9}),
        "a3": CellReading({("white", 2): 0.9}),
        "a4": CellReading({("white", 1): 0.8}),
        "a5": CellReading({(None, 0): 0.9}, covered=True),
        "a6": CellReading({}),
    }
    numbers = number_contents(Reading(cells, hand=True)).tolist()
    assert numbers[0] == numbers[3] != numbers[2]
    assert (numbers[1], numbers[4:]) == (0, [NOTHING_TOLD] * 2)


@pytest.mark.parametrize("p", [0.9485, 0.96])
def test_a_trusted_cell_is_sure_and_its_probabilities_stay_probabilities(p: float) -> None:
    cells = {name: CellReading({(None, 0): p, ("white", 1): 0.99 - p}) for name in ("in", "out")}
    cells = {**cells, "dim": CellReading({(None, 0): 0.8, ("white", 1): 0.2})}
    told = trust_cells(Reading(cells, hand=False), {"in", "dim"}).cells
    assert told["in"].p > 0.999 > SURE
    assert sum(told["in"].likely.values()) <= 1
    assert (told["out"], told["dim"]) == (cells["out"], cells["dim"])
