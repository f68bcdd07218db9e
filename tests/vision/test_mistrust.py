"""Where cells are wrong more often than they say, readings are less sure."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.boards import BOARDS
from vision.observation import CellReading, Reading
from vision.reader.colours.appearance import make_prior_look
from vision.reader.contents.posterior import Posterior
from vision.reader.mistrust.colours import (
    doubt_empty_in_colours_of_pieces,
    doubt_kinds_in_doubt,
    doubt_kinds_of_two_shades,
    doubt_lone_colour,
    doubt_mixed_hues,
    doubt_one_colour_of_two_shades,
    doubt_undecided_names,
    find_mixed_up,
)
from vision.reader.mistrust.doubt import doubt_barely_sure
from vision.reader.mistrust.rows import doubt_piles_beside_hand, doubt_rows, find_like_points
from vision.reader.mistrust.tall import doubt_small_pieces, find_small_cells
from vision.reader.mistrust.unknown_print import (
    doubt_empty_around_hand,
    doubt_middle,
    doubt_things,
    doubt_unclear_picture,
    doubt_unseen_pieces,
)


def read(doubtful: int, clear_p: float, covered: int = 0) -> Reading:
    """A reading of 40 cells: covered ones, doubtful ones, and others that are clearly empty."""
    cells = {f"hidden{n}": CellReading({(None, 0): 0.1}, covered=True) for n in range(covered)}
    cells |= {f"doubtful{n}": CellReading({(None, 0): 0.6, ("gold", 1): 0.4}) for n in range(doubtful)}
    cells |= {f"clear{n}": CellReading({(None, 0): clear_p}) for n in range(40 - doubtful - covered)}
    return Reading(cells, covered > 0)


@pytest.mark.parametrize("covered", [0, 6])
def test_a_clear_picture_is_believed(covered: int) -> None:
    reading = read(1, 0.998, covered)
    assert doubt_unclear_picture(reading, set()) == reading


def test_nearly_clear_cells_of_an_unclear_picture_are_in_doubt_and_very_clear_ones_are_not() -> None:
    near, very = (doubt_unclear_picture(read(4, p), set()) for p in (0.98, 0.999))
    assert near.cells["clear0"].unsure
    assert not very.cells["clear0"].unsure
    assert near.cells["doubtful0"].best == (None, 0)


@pytest.mark.parametrize("doubtful", [6, 9])
def test_no_cell_of_a_very_unclear_picture_is_surely_empty(doubtful: int) -> None:
    reading = doubt_unclear_picture(read(doubtful, 0.9999), set())
    assert all(cell.unsure for cell in reading.cells.values())
    assert reading.cells["clear0"].best == (None, 0)


def test_a_piece_of_a_strong_colour_is_sure_in_a_very_unclear_picture() -> None:
    """The Antipode on Mindfield 10,943 seemed to be a gold stone, printed discs on Spry 10,546 white ones."""
    before = read(9, 0.9999)
    cells = {**before.cells, "gold": CellReading({("gold", 1): 0.999}), "red": CellReading({("red", 1): 0.999})}
    told = doubt_unclear_picture(replace(before, cells=cells), {"red"}).cells
    assert told["gold"].unsure
    assert told["red"] == cells["red"]


def test_cells_in_doubt_stay_as_they_are() -> None:
    before = read(30, 0.94)
    assert doubt_unclear_picture(before, set()) == before


def test_a_surer_cell_stays_surer() -> None:
    p = [doubt_unclear_picture(read(10, p), set()).cells["clear0"].p for p in (0.93, 0.95, 0.97, 0.99, 0.997, 0.9995)]
    assert p == sorted(p)


def test_what_covers_no_cell_is_hardly_foreign_but_the_cell_stays_unsure() -> None:
    odd = CellReading({(None, 0): 0.02, ("gold", 1): 0.01})
    found = doubt_things(Reading({"odd": odd}, False)).cells["odd"]
    assert found.best == (None, 0)
    assert found.unsure
    assert found.likely[None, 0] == pytest.approx(2 * found.likely["gold", 1])
    assert sum(found.likely.values()) > 0.94


@pytest.mark.parametrize(
    "cell", [CellReading({(None, 0): 0.02}, covered=True), CellReading({(None, 0): 0.96}), CellReading({})]
)
def test_covered_cells_and_cells_with_hardly_anything_foreign_stay_as_they_are(cell: CellReading) -> None:
    assert doubt_things(Reading({"one": cell}, cell.covered)).cells["one"] == cell


def test_what_is_only_just_sure_is_not_sure() -> None:
    cells = {
        "barely": CellReading({(None, 0): 0.955, ("gold", 1): 0.045}),
        "clear": CellReading({("gold", 1): 0.98}),
        "unsure": CellReading({("gold", 1): 0.6}),
        "hidden": CellReading({}),
    }
    found = doubt_barely_sure(Reading(cells, False), 0.03).cells
    assert found["barely"].unsure
    assert found["barely"].best == (None, 0)
    assert {name for name, cell in found.items() if cell == cells[name]} == {"clear", "unsure", "hidden"}
    assert doubt_barely_sure(Reading(cells, False), 0.03, spared={"barely"}).cells == cells


@pytest.mark.parametrize(("hand", "over_rim"), [(True, False), (False, True), (False, False)])
def test_on_unknown_print_no_cell_is_surely_empty_while_a_hand_is_over_the_board(hand: bool, over_rim: bool) -> None:
    """The cells below the sleeves over Spry 10,514 and 10,782."""
    cells = {"F4": CellReading({(None, 0): 0.998}), "A1": CellReading({("white", 1): 0.998})}
    reading = doubt_empty_around_hand(Reading(cells, hand=hand), over_rim, set())
    assert reading.cells["F4"].best == (None, 0)
    assert reading.cells["F4"].unsure == (hand or over_rim)
    assert reading.cells["A1"] == cells["A1"]


@pytest.mark.parametrize("hand", [True, False])
def test_a_cell_that_no_arm_hides_is_surely_empty(hand: bool) -> None:
    cells = {name: CellReading({(None, 0): 0.998}) for name in ("F4", "A1")}
    reading = doubt_empty_around_hand(Reading(cells, hand=hand), over_rim=True, uncovered={"A1"})
    assert reading.cells["F4"].unsure
    assert not reading.cells["A1"].unsure


def test_on_unknown_print_no_piece_is_sure_that_only_its_colour_speaks_for() -> None:
    cells = {name: CellReading({("white", 1): 0.999, (None, 0): 0.001}) for name in ("stone", "disc")}
    cells |= {
        "bare": CellReading({(None, 0): 0.999}),
        "hidden": CellReading({}),
        "pawn": CellReading({("red", 1): 1.0}),
    }
    seen = {"stone": 0.9985, "disc": 0.985, "bare": 0.0, "hidden": 0.5, "pawn": 0.985}
    told = doubt_unseen_pieces(Reading(cells, False), seen, {"red"})
    assert told.cells["disc"].unsure
    assert told.cells["disc"].best == ("white", 1)
    assert {name for name, cell in told.cells.items() if cell == cells[name]} == {"stone", "bare", "hidden", "pawn"}


COLOURS = {"gold": 0, "silver": 1, "antipode-gold": 0}


@pytest.mark.parametrize(
    ("kinds", "is_doubted"),
    [
        (["gold"] * 7 + ["antipode-gold"], True),
        (["gold"] * 7, False),
        (["gold"] * 8 + ["silver"], False),
    ],
)
def test_many_pieces_of_one_colour_only_are_in_doubt(kinds: list[str], is_doubted: bool) -> None:
    cells = {str(n): CellReading({(kind, 1): 0.999, (None, 0): 0.001}) for n, kind in enumerate(kinds)}
    cells["empty"] = CellReading({(None, 0): 0.999})
    told = doubt_lone_colour(Reading(cells, False), COLOURS)
    assert [told.cells[str(n)].unsure for n in range(len(kinds))] == [is_doubted] * len(kinds)
    assert told.cells["0"].best == (kinds[0], 1)
    assert not told.cells["empty"].unsure


def test_a_game_whose_pieces_have_one_colour_is_believed() -> None:
    reading = Reading({str(n): CellReading({("gold", 1): 0.999}) for n in range(12)}, False)
    assert doubt_lone_colour(reading, {"gold": 0, "antipode-gold": 0}) == reading


WHITE, SHADED, PURPLE = np.log([0.6, 0.62, 0.64]), np.log([0.2, 0.21, 0.23]), np.log([0.25, 0.07, 0.4])


@pytest.mark.parametrize(
    ("strange", "is_doubted"),
    [([], False), ([PURPLE], False), ([SHADED, SHADED], False), ([PURPLE, PURPLE], True), ([PURPLE] * 9, True)],
)
def test_pieces_of_one_kind_have_one_hue_except_one_that_mirrors_something(
    strange: list[np.ndarray], is_doubted: bool
) -> None:
    shown = [WHITE] * 8 + strange + [PURPLE] * 3
    kinds = ["white"] * (len(shown) - 3) + ["black"] * 3
    reading = Reading({f"c{n}": CellReading({(kind, 1): 0.999}) for n, kind in enumerate(kinds)}, False)
    found = doubt_mixed_hues(reading, {f"c{n}": colour for n, colour in enumerate(shown)}, frozenset())
    doubted = {cell.best[0] for cell in found.cells.values() if cell.unsure}
    assert doubted == ({"white"} if is_doubted else set())
    assert sum(cell.unsure for cell in found.cells.values()) == is_doubted * (len(shown) - 3)


DARK_GREEN, DISC = np.array([-3.0, -2.6, -2.9]), np.array([-2.2, -1.1, -2.1])  # stones and printed discs of Spry 10,323


@pytest.mark.parametrize(
    ("stones", "discs", "noise", "vivid", "is_doubted"),
    [
        (12, 15, 0.03, False, True),
        (26, 4, 0.03, False, True),
        (12, 1, 0.03, False, False),  # one piece may mirror something
        (12, 15, 0.15, False, False),  # no gap
        (12, 0, 0.03, False, False),
        (12, 15, 0.03, True, False),  # strong colours are pale in a shade
    ],
)
def test_pieces_of_one_kind_are_not_in_two_groups_of_hues(
    stones: int, discs: int, noise: float, vivid: bool, is_doubted: bool
) -> None:
    shown = np.array([DARK_GREEN] * stones + [DISC] * discs)
    shown = shown + np.random.default_rng(2).normal(0, noise, shown.shape)
    reading = Reading({str(n): CellReading({("black", 1): 0.999}) for n in range(len(shown))}, False)
    colours = {str(n): colour for n, colour in enumerate(shown)}
    found = doubt_mixed_hues(reading, colours, {"black"} if vivid else frozenset())
    assert {cell.unsure for cell in found.cells.values()} == {is_doubted}


@pytest.mark.parametrize(
    ("levels", "is_doubted"),
    [
        ([-0.07, -0.07, -0.65, -0.66], True),  # black stones in stray light (Spry 10,321)
        ([-0.07, -0.07, -0.65], False),
        ([-0.07, -0.09, -0.2, -0.3], False),
        ([-0.07, -0.07, -0.36, -0.65], False),
    ],
)
def test_few_pieces_that_seem_to_have_one_colour_may_be_of_two(levels: list[float], is_doubted: bool) -> None:
    reading = Reading({str(n): CellReading({("white", 1): 0.99}) for n in range(len(levels))}, False)
    shown = {str(n): np.full(3, level) for n, level in enumerate(levels)}
    found = doubt_one_colour_of_two_shades(reading, shown, {"white": 0, "black": 1})
    assert {cell.unsure for cell in found.cells.values()} == {is_doubted}
    both = replace(reading, cells={**reading.cells, "other": CellReading({("black", 1): 0.99})})
    dark = {**shown, "other": np.full(3, -2.5)}
    assert doubt_one_colour_of_two_shades(both, dark, {"white": 0, "black": 1}) == both


@pytest.mark.parametrize(
    ("brightest", "vivid", "is_doubted"), [(-0.2, "", True), (-0.8, "", False), (-0.2, "white", False)]
)
def test_a_kind_of_two_shades_is_in_doubt_unless_it_has_a_strong_colour(
    brightest: float, vivid: str, is_doubted: bool
) -> None:
    """Two black stones that are grey in too much light were surely white, beside white ones (Spaces 10,351)."""
    levels = {"a": -1.2, "b": -1.1, "c": brightest}
    cells = {name: CellReading({("white", 1): 0.999}) for name in levels} | {"d": CellReading({("black", 1): 0.999})}
    shown = {name: np.full(3, level) for name, level in {**levels, "d": -2.6}.items()}
    found = doubt_kinds_of_two_shades(Reading(cells, False), shown, {vivid})
    assert {found.cells[name].unsure for name in levels} == {is_doubted}
    assert found.cells["d"] == cells["d"]


@pytest.mark.parametrize(("black", "vivid", "found"), [(-1.45, "", True), (-1.0, "", False), (-1.45, "white", False)])
def test_if_some_pieces_of_a_kind_are_much_darker_than_others_all_pieces_may_be_mixed_up(
    black: float, vivid: str, found: bool
) -> None:
    """Red discs that were printed seemed to be black stones, and all stones white ones (Spry 11,185)."""
    levels = {"a": black, "b": -0.08, "disc": -2.2}
    kinds = {"a": "white", "b": "white", "disc": "black"}
    cells = {name: CellReading({(kind, 1): 0.999}) for name, kind in kinds.items()}
    cells |= {"c": CellReading({(None, 0): 0.999}), "hidden": CellReading({}, covered=True)}
    shown = {name: np.full(3, level) for name, level in levels.items()}
    assert find_mixed_up(Reading(cells, False), shown, {vivid}) == (set(levels) if found else set())


@pytest.mark.parametrize("content", [(None, 0), ("gold", 1)])
def test_nothing_tells_how_the_middle_of_an_unknown_board_is_printed(content: tuple[str | None, int]) -> None:
    clear = CellReading({content: 0.999})
    found = doubt_middle(Reading({"d4": clear, "a1": clear, "hidden": CellReading({})}, False), {"d4", "hidden"})
    assert found.cells["d4"].unsure
    assert found.cells["d4"].best == content
    assert found.cells["a1"] == clear


@pytest.mark.parametrize(
    ("pieces", "discs", "gap", "is_doubted"),
    [
        (2, 8, 0.1, True),
        (1, 8, 0.1, False),  # one piece alone may mirror something
        (2, 8, 0.5, False),
        (2, 12, 0.1, False),  # print in the colour of the pieces
    ],
)
def test_a_few_empty_cells_in_the_colour_of_pieces_may_hold_some(
    pieces: int, discs: int, gap: float, is_doubted: bool
) -> None:
    """There are 24 empty cells. gap: how far the colour of those in question is from that of the pieces."""
    held, like = [f"piece{n}" for n in range(pieces)], [f"disc{n}" for n in range(discs)]
    bare = [f"bare{n}" for n in range(24 - discs)]
    cells = {name: CellReading({("gold", 1): 0.99}) for name in held}
    cells |= {name: CellReading({(None, 0): 0.999}) for name in (*like, *bare)}
    gold = np.array([-1.9, -0.3, -0.1])
    shown = (
        dict.fromkeys(held, gold) | dict.fromkeys(like, gold + np.array([gap, 0, 0])) | dict.fromkeys(bare, gold - 1.5)
    )
    after = doubt_empty_in_colours_of_pieces(Reading(cells, False), shown)
    assert {name for name, cell in after.cells.items() if cell.unsure} == (set(like) if is_doubted else set())


def test_of_a_kind_that_is_mostly_in_doubt_no_piece_is_sure() -> None:
    """Printed cells looked white in too much light: most of them were in doubt, and the others surely wrong."""

    def with_doubted(many: int) -> Reading:
        cells = {f"white{n}": CellReading({("white", 1): 0.94 if n < many else 0.998}) for n in range(10)}
        cells |= {f"black{n}": CellReading({("black", 1): 0.998}) for n in range(10)}
        cells |= {f"empty{n}": CellReading({(None, 0): 0.94}) for n in range(10)}
        return Reading(cells | {"e10": CellReading({(None, 0): 0.998}), "hidden": CellReading({}, covered=True)}, False)

    assert doubt_kinds_in_doubt(with_doubted(5)) == with_doubted(5)
    found = doubt_kinds_in_doubt(with_doubted(6))
    assert all(found.cells[f"white{n}"].unsure and found.cells[f"white{n}"].best == ("white", 1) for n in range(10))
    assert not found.cells["black0"].unsure
    assert not found.cells["e10"].unsure


@pytest.mark.parametrize(("gap", "seen", "is_doubted"), [(0.3, 0.97, True), (0.3, 0.99, False), (0.4, 0.97, False)])
def test_a_round_end_in_the_colour_of_its_point_may_be_no_piece(gap: float, seen: float, is_doubted: bool) -> None:
    """Two points of four places each, and a place in no row. The second point begins with what is asked about."""
    core = np.zeros((9, 3))
    core[0], core[4, 0] = 4.0, gap
    piece = np.full(9, 0.001)
    piece[[0, 4, 8]] = seen
    in_row = np.arange(9) < 8
    found = find_like_points(core, np.log(piece), np.array([0, 0, 0, 0, 1, 1, 1, 1, 2]), in_row)
    assert np.flatnonzero(found).tolist() == ([4] if is_doubted else [])


def test_where_known_print_has_changed_little_no_tall_piece_is_sure() -> None:
    pawn, empty = CellReading({("blue", 1): 0.985, (None, 0): 0.01}), CellReading({(None, 0): 0.99})
    seen = Reading({"shadow": pawn, "bare": empty, "pawn": pawn}, False)
    told = doubt_small_pieces(seen, {"shadow", "bare"}, {"bare"}).cells
    assert [told[name].unsure for name in ("shadow", "bare", "pawn")] == [True, False, False]
    assert told["shadow"].best == ("blue", 1)


def test_a_cell_is_bare_if_all_its_places_are_and_the_network_sees_no_clear_piece() -> None:
    cell = np.array([0, 0, 1, 2, 3, 4])
    area = np.array([0.1, 0.9, 0.3, 0.3, 0.45, np.inf])
    piece = np.log([0.01, 0.99, 0.4, 0.99, 0.4, 0.4])
    small, bare = find_small_cells(cell, area, piece)
    assert small.tolist() == [1, 2, 3]
    assert bare.tolist() == [1]


def test_where_known_print_is_rather_bare_there_is_rather_no_tall_piece() -> None:
    """The head of a pawn was seen in front of an empty place (Color Dice 10,748)."""
    head = CellReading({(None, 0): 0.15, ("red", 1): 0.75, ("blue", 1): 0.01})
    (told,) = doubt_small_pieces(Reading({"red6": head}, False), {"red6"}, {"red6"}).cells.values()
    assert told.best == (None, 0)
    assert told.unsure
    assert told.likely["red", 1] == pytest.approx(0.0375)
    assert sum(told.likely.values()) == pytest.approx(0.91)


@pytest.mark.parametrize(("first", "second"), [(0.92, 0.94), (0.9, 0.6), (0.8, 0.8)])
def test_pieces_that_mirror_the_same_window_are_no_surer_together_than_the_clearest(
    first: float, second: float
) -> None:
    """Two dark balls were 0.92 and 0.94 likely white, and surely white together (Backgammon 10,705)."""
    held = [[0.0, white, 1 - white, 0.0] for white in (first, second)]
    final = Posterior(np.array([*held, [0.6, 0.4, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]]), (), np.zeros(3))
    seen = {"1": CellReading({("white", 2): 0.98, ("black", 2): 0.01}), "2": CellReading({("black", 1): 0.99})}
    told = doubt_rows(Reading(seen, False), final, np.array([0, 0, 0, 1]), ("white", "black")).cells
    assert told["1"].likely["white", 2] == pytest.approx(0.99 * max(first, second))
    assert told["1"].likely["black", 2] == pytest.approx(0.99 * (1 - max(first, second)))
    assert told["2"] == seen["2"]


def test_a_row_with_one_clear_piece_stays_as_sure_as_it_was() -> None:
    final = Posterior(np.array([[0.0, 0.9, 0.1, 0.0], [0.0, 0.9999, 0.0001, 0.0]]), (), np.zeros(3))
    seen = Reading({"1": CellReading({("white", 2): 0.99, ("black", 2): 0.001})}, False)
    assert doubt_rows(seen, final, np.zeros(2, np.int64), ("white", "black")) == seen


@pytest.mark.parametrize("hand", [True, False])
def test_beside_a_hand_no_row_that_may_have_a_pile_is_sure(hand: bool) -> None:
    layout = BOARDS["backgammon"].layout()
    cells = {name: CellReading({("white", 3): 0.996}) for name in layout.cells}
    cells["14"] = CellReading({("white", 6): 0.996})
    told = doubt_piles_beside_hand(Reading(cells, hand), layout).cells
    assert {name for name, cell in told.items() if cell.unsure} == ({"14"} if hand else set())


@pytest.mark.parametrize(
    ("green", "is_undecided"), [((-1.3, -0.9, -1.4), True), ((-0.9, -0.3, -0.9), False), ((-2.4, -1.8, -2.5), False)]
)
def test_red_and_green_checkers_are_not_surely_white_and_black_if_they_are_equally_bright(
    green: tuple[float, float, float], is_undecided: bool
) -> None:
    red = (-1.9, -1.6, -0.3)
    core = np.array([red] * 5 + [green] * 5)
    looks = [make_prior_look(kind, 0.0) for kind in ("white", "black")]
    p = np.array([[0.001, 0.998, 0.0005, 0.0005]] * 5 + [[0.001, 0.0005, 0.998, 0.0005]] * 5)
    final = Posterior(p, tuple(looks), np.zeros(3))
    cells = {"1": CellReading({("white", 5): 0.999}), "2": CellReading({("black", 5): 0.999})}
    reading = Reading({**cells, "3": CellReading({(None, 0): 0.999})}, False)
    told = doubt_undecided_names(reading, final, core, looks)
    assert set(told.unsure) == ({"1", "2"} if is_undecided else set())
