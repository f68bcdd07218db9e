"""What counts as a hand: large things on or between cells. Not dice, not cups beside the cells, not piles."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.boards import BOARDS
from tests.vision import scene
from tests.vision.row_board import make_row_board
from vision import register
from vision.layout import Layout, PieceKind
from vision.reader.contents import hand
from vision.reader.contents.hand import Occlusion
from vision.reader.networks import between
from vision.reader.networks.between import Between
from vision.reader.networks.network import EMPTY, PIECE
from vision.reader.places import atlas
from vision.reader.places.atlas import Atlas, Flags, Floats
from vision.register import Registration, find

LAYOUT = scene.layout()


@pytest.fixture(scope="module")
def board() -> tuple[Atlas, Between]:
    """The places of a board's cells, and the places between the cells."""
    found = find(scene.Camera(LAYOUT).photograph(scene.draw_print(LAYOUT)), LAYOUT)
    here = atlas.build(LAYOUT, found)
    return here, between.build(LAYOUT, found, here, 6.0)


def things(
    board: tuple[Atlas, Between],
    cells: dict[str, float],
    beside: Floats | None = None,
    guessed: tuple[str, ...] = (),
    *,
    guessed_between: Flags | None = None,
    over_rim: bool = False,
    shows_print: tuple[str, ...] = (),
) -> Occlusion:
    """The occlusion from the probabilities that something else is seen at cells, and at places between them (m,).
    guessed: the cells whose print was only guessed. guessed_between: (m,) the same for the places between them; none if
    it is left out. over_rim: True if something lies across the rim. shows_print: the cells that mostly show their
    print.
    """
    here, around = board
    seen = np.array([cells.get(here.names[c], 0.0) for c in here.cell])
    other = np.zeros(len(around.place)) if beside is None else beside
    between_too = np.zeros(len(around.place), np.bool_) if guessed_between is None else guessed_between
    is_guessed = np.append([here.names[c] in guessed for c in here.cell], between_too)
    in_large = over_rim & np.append(np.ones(len(seen), np.bool_), around.among_cells)
    bare = np.array([here.names[c] in shows_print for c in here.cell])
    return hand.find_occlusion(seen, other, around, around.find_neighbours(here), 1, is_guessed, bare, in_large)


def test_cells_that_mostly_show_their_print_tell_of_no_hand(board: tuple[Atlas, Between]) -> None:
    """Print in a bright spot of light seemed foreign."""
    foreign = {"c3": 0.9, "c4": 0.99, "d4": 0.3}
    assert things(board, foreign).is_seen
    assert not things(board, foreign, shows_print=("c4",)).is_seen
    found = things(board, {**foreign, "d3": 0.9}, shows_print=("c4",))
    assert found.is_seen
    assert found.hidden[[board[0].names[c] for c in board[0].cell].index("c4")] == 0.99, "but a hand may cover them"


def test_if_something_lies_over_the_rim_one_covered_cell_is_enough(board: tuple[Atlas, Between]) -> None:
    assert not things(board, {"c3": 0.9}).is_seen
    found = things(board, {"c3": 0.9, "f6": 0.3}, over_rim=True)
    assert found.is_seen
    assert {board[0].names[c] for c in board[0].cell[found.hidden > 0.1]} == {"c3"}
    assert not things(board, {"c3": 0.4}, over_rim=True).is_seen, "a thing on the rim alone does not matter"


def test_a_thing_over_several_cells_is_a_hand_and_one_over_a_single_cell_none(board: tuple[Atlas, Between]) -> None:
    assert not things(board, {"c3": 0.9}).is_seen
    found = things(board, {"c3": 0.9, "c4": 0.8, "d4": 0.3})
    assert found.is_seen
    hidden = {board[0].names[c] for c in board[0].cell[found.hidden > 0.1]}
    assert hidden == {"c3", "c4", "d4"}


def test_what_only_guessed_print_speaks_for_is_no_hand_where_nothing_is_seen_beside_it() -> None:
    layout = BOARDS["color-dice"].layout()
    found = register.from_corners((1000, 1000), layout, [(0, 0), (999, 0), (999, 999), (0, 999)])
    here = atlas.build(layout, found)
    around = between.build(layout, found, here, 9.0)
    cells = {"green4": 0.95, "green7": 0.9, "green8": 0.9}
    assert things((here, around), cells).is_seen
    assert things((here, around), cells, guessed=("green4", "green8")).is_seen
    wrong = things((here, around), cells, guessed=("green4", "green7", "green8"))
    assert not wrong.is_seen
    assert not wrong.hidden.any()
    place = here.place[here.cell.tolist().index(here.names.index("green4"))]
    near = np.linalg.norm(around.place - place, axis=1)
    beside = np.where(near == near.min(), 0.9, 0.0)
    assert things((here, around), cells, beside, guessed=("green4", "green7", "green8")).is_seen
    nearest = near == near.min()
    beside_guess = things(
        (here, around), cells, beside, guessed=("green4", "green7", "green8"), guessed_between=nearest
    )
    assert not beside_guess.is_seen, "the print of what is seen beside it was only guessed, too"


def test_what_only_guessed_print_speaks_for_is_no_hand_beside_cells_that_show_their_print() -> None:
    """On Spry there are no windows between the cells. E3 to E5 seemed covered, and nothing beside them did."""
    layout = BOARDS["spry"].layout()
    found = register.from_corners((1000, 1000), layout, [(0, 0), (999, 0), (999, 999), (0, 999)])
    here = atlas.build(layout, found)
    around = between.build(layout, found, here, 9.0)
    row = ("E3", "E4", "E5")
    cells = dict.fromkeys(row, 0.9)
    assert things((here, around), cells).is_seen
    assert not things((here, around), cells, guessed=row).is_seen
    assert things((here, around), cells, guessed=tuple(layout.cells)).is_seen, "nothing beside them is known either"
    covered = {**cells, "F4": 0.6}
    assert things((here, around), covered, guessed=row).is_seen, "known print beside them is covered, too"


@pytest.mark.parametrize(
    ("game", "allowed", "repainted"),
    [("backgammon", 2, 4), ("spaces", 1, 2), ("spry", 1, 2), ("mindfield", 1, 2), ("color-dice", 1, 1)],
)
def test_a_small_pattern_on_print_that_nobody_knows_is_no_hand(game: str, allowed: int, repainted: int) -> None:
    """A hand covers more places on a board that is full of cells. On the few of Color Dice it may cover two."""
    layout = BOARDS[game].layout()
    w, h = layout.size_mm
    here = atlas.build(layout, register.from_corners((1000, 1000), layout, [(0, 0), (w, 0), (w, h), (0, h)]))
    in_row = np.full(here.count, game == "backgammon")
    assert hand.count_allowed_trifles(layout, here, in_row, True) == allowed
    assert hand.count_allowed_trifles(layout, here, in_row, False) == repainted
    crowded = replace(layout, pieces={"stone": PieceKind("stone", float(np.median(here.pitch)), 6.0)})
    assert hand.count_allowed_trifles(crowded, here, np.zeros_like(in_row), False) == 3


def test_things_far_apart_are_not_one(board: tuple[Atlas, Between]) -> None:
    assert not things(board, {"a1": 0.9, "g7": 0.9}).is_seen


def test_no_place_between_is_near_a_cell_or_on_a_marker(board: tuple[Atlas, Between]) -> None:
    here, around = board
    assert len(around.place) > 10
    assert np.linalg.norm(around.place[:, None] - here.place[None], axis=-1).min() > 12
    for marker in LAYOUT.markers:
        assert np.abs(around.place - (marker.x, marker.y)).max(axis=1).min() > marker.size_mm / 2


def test_what_comes_in_among_the_cells_is_a_hand_and_what_is_beside_them_is_none() -> None:
    layout = BOARDS["color-dice"].layout()
    w, h = layout.size_mm
    found = register.from_corners((1000, 1000), layout, [(0, 0), (999, 0), (999, 999), (0, 999)])
    here = atlas.build(layout, found)
    around = between.build(layout, found, here, 9.0)
    middle = np.abs(around.place[:, 0] - w / 2) < around.step
    arm = middle & (around.place[:, 1] > h / 2)
    assert things((here, around), {}, np.where(arm, 0.9, 0.0)).is_seen
    cup = ~around.among_cells & (around.place[:, 1] < h / 2)
    assert cup.sum() > 3
    assert not things((here, around), {}, np.where(cup, 0.9, 0.0)).is_seen


def test_what_covers_much_between_the_cells_is_a_hand_though_no_cell_seems_covered() -> None:
    """A dark cup over a dark cell looks like the cell, but it covers the print around it too."""
    layout = BOARDS["color-dice"].layout()
    found = register.from_corners((1000, 1000), layout, [(0, 0), (999, 0), (999, 999), (0, 999)])
    here = atlas.build(layout, found)
    around = between.build(layout, found, here, 9.0)
    corner = here.place[[name == "blue7" for name in here.names]][0]
    gap = np.linalg.norm(around.place - corner, axis=1)
    cup = gap < np.sort(gap)[5]
    assert things((here, around), {}, np.where(cup, 0.9, 0.0)).is_seen
    beside = cup & (around.place[:, 0] < corner[0])
    assert 2 < beside.sum() < 5
    assert not things((here, around), {}, np.where(beside, 0.9, 0.0)).is_seen


@pytest.mark.parametrize(("among", "outside", "is_hand"), [(4, 0, True), (3, 4, True), (3, 3, False), (2, 6, False)])
def test_what_covers_much_around_the_cells_and_some_among_them_is_a_hand(
    among: int, outside: int, is_hand: bool
) -> None:
    """A cup between two areas of Color Dice and the rim."""
    layout = BOARDS["color-dice"].layout()
    found = register.from_corners((1000, 1000), layout, [(0, 0), (999, 0), (999, 999), (0, 999)])
    here = atlas.build(layout, found)
    around = between.build(layout, found, here, 9.0)
    gap = np.linalg.norm(around.place - np.array(layout.size_mm) / 2, axis=1)
    nearest = np.argsort(gap)[: among + outside]
    flags = np.zeros((2, len(gap)), np.bool_)
    flags[0, nearest[:among]], flags[1, nearest] = True, True
    around = replace(around, near_edge=np.zeros(len(gap), np.bool_), among_cells=flags[0])
    assert things((here, around), {}, np.where(flags[1], 0.9, 0.0)).is_seen == is_hand


def test_places_that_a_pile_may_lean_over_say_nothing(board: tuple[Atlas, Between]) -> None:
    here, _ = board
    radius = np.where(np.arange(here.count) == 24, 9.0, 0.0)
    none = np.zeros((here.count, 2))
    rise = np.tile([4.0, 0.0], (here.count, 1))
    under = hand.find_under_piles(here, none, rise, np.full(here.count, 9), radius)
    assert {here.names[c] for c in here.cell[under]} == {here.names[here.cell[25]]}
    assert not hand.find_under_piles(here, none, rise, np.ones(here.count, int), radius).any()


def test_a_die_in_a_row_hides_a_piece_now_and_then_and_a_hand_stays_a_thing() -> None:
    here = atlas.build(*rows_board())
    log_p = np.log(np.full((here.count, 3), [0.998, 0.001, 0.001]))
    first = np.flatnonzero(here.cell == 0)
    log_p[first[2]] = np.log([0.001, 0.001, 0.998])
    beside = np.flatnonzero(np.isin(here.cell, (4, 5)))
    log_p[beside] = np.log([0.001, 0.001, 0.998])
    out = np.exp(hand.ignore_trifles(log_p, here, np.ones(here.count, bool)))
    assert out[first[2]] == pytest.approx([0.94, 0.06, 0.0], abs=0.01)
    assert (out[beside, 2] > 0.9).all()
    assert np.exp(hand.ignore_trifles(log_p, here, np.zeros(here.count, bool)))[first[2], 2] > 0.9


@pytest.mark.parametrize(("row", "is_die"), [("....P", True), ("...P.", True), ("..P..", False), ("P...P", False)])
def test_what_is_alone_far_from_the_rim_is_rather_a_die(row: str, is_die: bool) -> None:
    log_p = np.log([(0.01, 0.98, 0.01) if place == "P" else (0.98, 0.01, 0.01) for place in row])
    cell, far = np.zeros(len(row), int), row.rindex("P")
    out = np.exp(hand.ignore_lone_dice(log_p, cell, np.ones(len(row), bool)))
    assert out.sum(axis=1) == pytest.approx(1.0)
    assert out[far].argmax() == (EMPTY if is_die else PIECE)
    assert out[far].max() < 0.95 or not is_die, "it may still be a piece"
    assert np.exp(hand.ignore_lone_dice(log_p, cell, np.zeros(len(row), bool)))[far, PIECE] > 0.9


def rows_board() -> tuple[Layout, Registration]:
    """A board of rows, seen straight from above."""
    layout = make_row_board()
    w, h = layout.size_mm
    corners = [(-0.5, -0.5), (2 * w - 0.5, -0.5), (2 * w - 0.5, 2 * h - 0.5), (-0.5, 2 * h - 0.5)]
    return layout, register.from_corners((round(2 * w), round(2 * h)), layout, corners)
