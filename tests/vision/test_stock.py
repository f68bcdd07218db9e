"""Counting piles by how many pieces the game has, and what tall piles hide."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.boards import BOARDS
from companion.commands.read import known_stock as stock_of
from tests.vision.scene import Camera
from vision.layout import Cell
from vision.observation import EMPTY, SURE, Content
from vision.reader.contents import place_doubt, stock
from vision.reader.networks import piles
from vision.reader.places import atlas
from vision.register import Registration

POINTS = [Cell(str(i), 30.0 * i, 0.0, diameter_mm=28, capacity=15) for i in range(4)]
STOCK = {"white": 6}


def holds(kind: str, *chances: float) -> dict[Content, float]:
    """A cell that has 1, 2, ... pieces of a kind with these probabilities, and else is empty."""
    return {EMPTY: 1 - sum(chances), **{(kind, i + 1): p for i, p in enumerate(chances)}}


def best(cell: dict[Content, float]) -> Content:
    return max(cell, key=lambda content: cell[content])


def test_what_is_elsewhere_is_not_on_a_pile() -> None:
    doubtful = holds("white", 0.0, 0.15, 0.5, 0.35)
    told = stock.refine_heights(
        [doubtful, holds("white", 0.0, 1.0), holds("white"), holds("black", 1.0)], POINTS, STOCK
    )
    assert best(told[0]) == ("white", 4)
    assert told[0]["white", 4] > 0.95
    assert told[1:] == [holds("white", 0.0, 1.0), holds("white"), holds("black", 1.0)]


def test_without_a_number_that_fits_a_pile_is_what_the_picture_shows() -> None:
    doubtful = holds("white", 0.0, 0.15, 0.5, 0.35)
    told = stock.refine_heights([doubtful, *[holds("white", 0.0, 1.0)] * 3], POINTS, STOCK)
    assert told[0] == pytest.approx(doubtful)


def test_a_missing_piece_stays_missing() -> None:
    there = holds("white", 0.1)  # most likely empty
    told = stock.refine_heights([there, holds("white", 0, 0, 0, 0, 1.0), holds("white"), holds("white")], POINTS, STOCK)
    assert told[0] == pytest.approx(there)


def test_where_a_row_seems_to_end_in_a_pile_missing_pieces_tell_that_it_is_one() -> None:
    """Five checkers were surely on a point, and three nowhere: a pile of three was at its end."""
    row = Cell("11", 0.0, 0.0, capacity=15, spots=tuple((0.0, 30.0 * i) for i in range(6)))
    doubtful = holds("white", 0, 0, 0, 0, 0.965, 0.0003, 0.0003, 0.0254)
    before = [doubtful, holds("white", 0, 0, 1.0), holds("white", 0, 0, 0, 1.0)]
    cells = [row, *POINTS[:2]]
    assert stock.refine_heights(before, cells, {"white": 15})[0]["white", 5] == pytest.approx(0.965)
    told = stock.refine_heights(before, cells, {"white": 15}, {0})
    assert best(told[0]) == ("white", 8)
    assert told[0]["white", 8] < SURE
    assert told[1:] == before[1:]
    assert best(stock.refine_heights(before, cells, {"white": 12}, {0})[0]) == ("white", 5)


@given(st.lists(st.lists(st.floats(0.0, 1.0), min_size=6, max_size=6), min_size=4, max_size=4))
def test_a_cell_is_as_likely_full_as_before(chances: list[list[float]]) -> None:
    before = [holds("white", *(p / max(1.0, sum(row)) for p in row)) for row in chances]
    after = stock.refine_heights(before, POINTS, STOCK)
    for one, other in zip(before, after, strict=True):
        assert other[EMPTY] == one[EMPTY]
        assert sum(other.values()) == pytest.approx(sum(one.values()))


def test_the_stock_of_our_boards_is_known_and_of_no_other() -> None:
    layout = BOARDS["backgammon"].layout()
    assert stock_of(layout) == {"white": 15, "black": 15}
    few = dict(list(layout.cells.items())[:-2])
    assert stock_of(replace(layout, cells=few)) == stock_of(replace(layout, game="chess")) == {}


def test_where_there_are_few_pieces_one_must_be_seen_clearly() -> None:
    seen = np.log([[0.3, 0.6, 0.1], [0.0001, 0.9998, 0.0001], *[[0.998, 0.001, 0.001]] * 60])
    told = np.exp(stock.apply_stock_prior(seen, {"white": 3, "black": 3}))
    assert told[0, 0] > told[0, 1]
    assert told[1, 1] > 0.99
    assert told.sum(axis=1) == pytest.approx(1.0)
    assert stock.apply_stock_prior(seen, {"white": 40, "black": 40}) is seen
    assert stock.apply_stock_prior(seen, {}) is seen


def test_what_looks_like_the_only_piece_of_a_kind_elsewhere_is_foreign() -> None:
    pieces = np.array([[0.9, 0.0, 0.1], [0.1, 0.2, 0.7], [0.0, 0.9, 0.08], [0.3, 0.0, 0.0]])
    kinds, counts = ("stone", "token-a", "token-b"), {"stone": 9, "token-a": 1, "token-b": 1}
    assert stock.find_surplus(pieces, kinds, counts) == pytest.approx([0.1, 0.9, 0.0, 0.0])
    assert stock.find_surplus(pieces, kinds, {"stone": 9}) == pytest.approx([0.0] * 4)


def test_few_pieces_alone_make_no_place_surely_empty() -> None:
    seen = np.log([[0.79, 0.20, 0.01], [0.96, 0.03, 0.01], *[[0.998, 0.001, 0.001]] * 60])
    told = np.exp(stock.apply_stock_prior(seen, {"white": 3, "black": 3}))
    assert 0.94 < told[0, 0] < SURE
    assert told[0, 1] > told[0, 2]
    assert told[1, 0] > 0.98
    assert told.sum(axis=1) == pytest.approx(1.0)


def test_what_a_tall_pile_hides_is_in_doubt() -> None:
    layout = BOARDS["backgammon"].layout()
    camera = Camera(layout, (1280, 960), tilt=0.6, azimuth=-1.4)
    registration = Registration(camera.homography / camera.homography[2, 2], camera.lens, camera.size)
    here = atlas.build(layout, registration)
    there = piles.build(layout, registration, here, 13.0, 8.0)
    names = [name for name, cell in layout.cells.items() for _ in cell.places()]
    seven = next(i for i, place in enumerate(there.places) if names[place] == "7")
    heights = np.zeros((len(there.places), there.levels))
    heights[:, 0], heights[seven] = 1.0, np.eye(there.levels)[9]
    behind = there.find_hidden(heights, np.ones(len(there.places)))
    assert {names[i] for i in np.flatnonzero(behind > 0)} <= set(layout.cells) - {"7"}
    assert behind.max() == 1.0
    heights[seven] = heights[0]
    assert not there.find_hidden(heights, np.ones(len(there.places))).any()
    numbers = {name: number for number, name in enumerate(layout.cells)}
    over = there.find_overlooked(here)[numbers["7"]]
    assert over >= {here.cell[i] for i in np.flatnonzero(behind > 0)}
    assert numbers["7"] not in over
    share = np.array([[0.01, 0.98, 0.01]] * here.count)
    doubted = place_doubt.apply_piles(share, behind)
    assert (doubted[behind == 1.0, 0] < 0.95).all()
    assert doubted[behind == 0.0] == pytest.approx(share[behind == 0.0])


def test_where_the_top_of_a_pile_may_be_seen_no_piece_is_sure_while_others_are_missing() -> None:
    """A pile of six leaned over the bar, and five were seen on the point and one on the bar."""
    cells = [replace(cell, capacity=15, spots=((0.0, 0.0), (0.0, 9.0), (0.0, 18.0))) for cell in POINTS]
    point, bar, other = holds("black", 0.0, 0.98), holds("black", 0.998), holds("black", 0.998)
    seen, stocks, over = [point, bar, other, holds("white")], {"white": 0, "black": 15}, {0: {1}, 2: {0}}
    told = stock.doubt_tops(seen, cells, stocks, over)
    assert best(told[1]) == ("black", 1)
    assert told[1]["black", 1] < SURE
    assert [told[0], *told[2:]] == [point, other, holds("white")]  # on one piece nothing is piled
    for few in ({**stocks, "black": 5}, {"white": 15, "black": 4}):
        assert stock.doubt_tops(seen, cells, few, over) == seen
    assert stock.doubt_tops([holds("black", 1.0), bar, other], cells[:3], stocks, over)[1] == bar


def test_a_piece_that_there_is_once_is_where_it_is_seen_best() -> None:
    only = {"gold": 13, "token": 1, "other side": 1}
    seen = [holds("token", 0.7), {**holds("gold", 0.55), ("other side", 1): 0.4}, holds("gold", 1.0), holds("token")]
    told = stock.place_single(seen, only)
    assert told[0]["token", 1] > 0.75
    assert told[1]["other side", 1] < 0.25
    assert told[1]["gold", 1] / told[1][EMPTY] == pytest.approx(0.55 / 0.45)
    assert told[2:] == [pytest.approx(cell) for cell in seen[2:]]


def test_where_none_is_seen_no_piece_is_made_up() -> None:
    seen = [holds("gold", 1.0), holds("gold", 0.4)]
    assert stock.place_single(seen, {"gold": 13, "token": 1}) == seen


def test_of_print_that_looks_like_pieces_only_what_is_seen_best_is_one() -> None:
    cells = [Cell(str(i), 30.0 * i, 0.0, diameter_mm=28) for i in range(40)]
    seen = [holds("white", 0.9)] * 37 + [holds("white", 0.9999)] * 3
    told = stock.limit_to_stock(seen, cells, {"white": 3})
    assert max(cell["white", 1] for cell in told[:37]) < 0.3
    assert min(cell["white", 1] for cell in told[37:]) > 0.9
    assert all(sum(cell.values()) == pytest.approx(1) for cell in told)


def test_one_piece_too_many_stays_where_it_is_seen_clearly() -> None:
    cells = [Cell(str(i), 30.0 * i, 0.0, diameter_mm=28) for i in range(5)]
    seen = [*[holds("white", 0.9999)] * 4, holds("white")]
    assert min(cell["white", 1] for cell in stock.limit_to_stock(seen, cells, {"white": 3})[:4]) > 0.95


def test_the_two_sides_of_one_piece_are_counted_together() -> None:
    cells = [Cell(str(i), 30.0 * i, 0.0, diameter_mm=28) for i in range(9)]
    print_like_it = {EMPTY: 0.02, ("token", 1): 0.13, ("other side", 1): 0.85}
    seen = [print_like_it] * 8 + [{EMPTY: 0.0001, ("token", 1): 0.9999, ("other side", 1): 0.0}]
    told = stock.limit_to_stock(seen, cells, {"token": 1, "other side": 1})
    assert [best(cell) for cell in told] == [EMPTY] * 8 + [("token", 1)]


def test_that_all_pieces_seem_to_be_elsewhere_makes_no_cell_surely_empty() -> None:
    """White pieces on white print in too much light: of 50 such cells one is not empty (Spaces 10,352)."""
    cells = [Cell(str(i), 30.0 * i, 0.0, diameter_mm=28) for i in range(60)]
    shown = [*[holds("white", 0.0625)] * 50, *[holds("white", 0.0001)] * 8, *[holds("white", 0.9999)] * 2]
    limited = stock.limit_to_stock(shown, cells, {"white": 3})
    assert limited[0][EMPTY] > SURE
    told = stock.doubt_unseen(limited, shown, cells, {"white": 3})
    assert all(best(cell) == EMPTY and cell[EMPTY] < SURE for cell in told[:50])
    assert told[50:] == limited[50:]


def test_print_that_looks_like_the_only_large_piece_makes_the_large_piece_no_surely_small_one() -> None:
    """The middle was hidden by the silver Antipode at set-up, and has its colour (Mindfield 10,362)."""
    cells = [Cell(str(i), 30.0 * i, 0.0, diameter_mm=28) for i in range(3)]
    only = {"silver": 13, "antipode-silver": 1, "antipode-gold": 1}
    shown = [
        {EMPTY: 0.001, ("silver", 1): 0.0, ("antipode-silver", 1): 0.794, ("antipode-gold", 1): 0.205},
        {EMPTY: 0.0, ("silver", 1): 0.046, ("antipode-silver", 1): 0.953, ("antipode-gold", 1): 0.001},
        {EMPTY: 1.0, ("silver", 1): 0.0, ("antipode-silver", 1): 0.0, ("antipode-gold", 1): 0.0},
    ]
    counted = stock.apply_stock(shown, cells, only)
    assert counted[1]["silver", 1] > SURE
    told = stock.doubt_unseen(counted, shown, cells, only)
    assert told[1]["silver", 1] < SURE
    assert told[2] == counted[2]
