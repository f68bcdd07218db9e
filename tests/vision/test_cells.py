"""Combining what is seen at the places of a cell into the cell's content."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace

import numpy as np
import pytest

from companion.boards import BOARDS
from vision import register
from vision.layout import Cell
from vision.observation import SURE, CellReading
from vision.reader.appearance import Look
from vision.reader.atlas import Atlas
from vision.reader.cells import combine_contents, conclude, find_clear_in_shadow, is_count_known, soften
from vision.reader.hand import Occlusion
from vision.reader.kinds import Kinds
from vision.reader.posterior import Posterior
from vision.reader.scene import Scene

KINDS = ("white", "black")
ROW = Cell("6", 10.0, 10.0, capacity=5, spots=tuple((10.0, 10.0 + 30 * n) for n in range(5)))
CLEAR_BLACK, EMPTY_PLACE = (0.0005, 0.0005, 0.9985, 0.0005), (0.9985, 0.0005, 0.0005, 0.0005)


def likely(*third: float) -> dict[tuple[str | None, int], float]:
    """The content of a row with two clear black pieces and then a place with these probabilities."""
    places = np.array([CLEAR_BLACK, CLEAR_BLACK, third, EMPTY_PLACE, EMPTY_PLACE])
    return dict(combine_contents(places, np.zeros(5, np.int64), KINDS, [ROW], {})[0])


@pytest.mark.parametrize("black", [0.05, 0.3, 0.9])
def test_a_place_that_is_less_clear_holds_what_the_others_do(black: float) -> None:
    content = likely(0.001, 0.998 - black, black, 0.001)
    assert max(content, key=lambda each: content[each]) == ("black", 3)
    assert content["black", 3] > 0.9


@pytest.mark.parametrize("black", [1e-3, 1e-4, 1e-6])
def test_two_kinds_that_are_both_clear_leave_the_cell_in_doubt(black: float) -> None:
    assert max(likely(0.0005, 0.999 - black, black, 0.0005).values()) < SURE


def test_a_gap_that_is_clearly_seen_is_believed() -> None:
    """The first checker of a row has left, or people have put a checker in the middle of the bar."""
    for order in ((EMPTY_PLACE, CLEAR_BLACK, EMPTY_PLACE), (EMPTY_PLACE, CLEAR_BLACK, CLEAR_BLACK)):
        places = np.array([*order, EMPTY_PLACE, EMPTY_PLACE])
        content = combine_contents(places, np.zeros(5, np.int64), KINDS, [ROW], {})[0]
        assert content["black", order.count(CLEAR_BLACK)] > 0.98


def test_no_gap_is_before_a_pile() -> None:
    row = np.array([CLEAR_BLACK] * 3 + [(0.995, 0.001, 0.003, 0.001)] + [CLEAR_BLACK])
    piled, single, unknown = (
        combine_contents(row, np.zeros(5, np.int64), KINDS, [replace(ROW, capacity=8)], {0: np.array(heights)})[0]
        for heights in ([0.001, 0.1, 0.898, 0.001], [0.997, 0.001, 0.001, 0.001], [0.25, 0.25, 0.25, 0.25])
    )
    assert max(piled, key=lambda content: piled[content]) == ("black", 7)
    assert single["black", 4] > SURE
    assert unknown["black", 4] == pytest.approx(single["black", 4], abs=0.01)


def test_on_unknown_print_a_gap_is_doubted() -> None:
    places = np.array([EMPTY_PLACE, (0.03, 0.0, 0.97, 0.0), *[EMPTY_PLACE] * 3])
    on_known, on_unknown = (
        combine_contents(places, np.zeros(5, np.int64), KINDS, [ROW], {}, part)[0]["black", 1] for part in (0.15, 0.02)
    )
    assert on_unknown < 0.5 < 0.8 < on_known


def test_a_gap_that_is_not_clearly_seen_is_rather_filled() -> None:
    places = np.array([(0.6, 0.0, 0.4, 0.0), CLEAR_BLACK, *[EMPTY_PLACE] * 3])
    content = combine_contents(places, np.zeros(5, np.int64), KINDS, [ROW], {})[0]
    assert content["black", 2] > content["black", 1] > 0.05


@pytest.mark.parametrize("white", [0.05, 0.3, 0.5])
def test_the_shadow_of_a_row_is_no_piece_of_the_other_kind(white: float) -> None:
    """Beside a checker the network may take the print in its shadow for a darker one."""
    assert likely(0.999 - white, white, 0.0, 0.001)["black", 2] > 0.99


@pytest.mark.parametrize("thing", [0.1, 0.5, 0.9])
def test_something_that_is_no_piece_stays_as_likely_as_it_was(thing: float) -> None:
    assert 1 - sum(likely(0.98 - thing, 0.0, 0.02, thing).values()) == pytest.approx(thing, abs=0.01)


@pytest.mark.parametrize(("likeliest", "known"), [(0.961, False), (0.995, True)])
def test_a_count_that_may_be_wrong_is_left_to_the_rules(likeliest: float, known: bool) -> None:
    assert is_count_known(np.array([1 - likeliest, likeliest, 0.0])) == known


def find_mindfield() -> tuple[Atlas, list[str], Kinds]:
    """The places of Mindfield in a picture, the names of their cells, and the kinds of pieces."""
    layout = BOARDS["mindfield"].layout()
    corners = ((100.0, 50.0), (600.0, 50.0), (600.0, 550.0), (100.0, 550.0))
    kinds = Kinds.of(layout)
    registration = register.from_corners((700, 600), layout, corners)
    atlas = Scene.of(layout, registration, kinds.size_radii, kinds.height, None).atlas
    return atlas, [atlas.names[cell] for cell in atlas.cell], kinds


def alike(names: Sequence[str]) -> np.ndarray:
    """(n, 3) places of one colour, which is grey."""
    return np.full((len(names), 3), -1.0)


def find_doubted(covered: set[str], unclear: Set[str] = frozenset()) -> set[str]:
    """The cells of Mindfield that are not surely empty, though they look so, if a hand covers some cells. unclear:
    the cells of which a hand anywhere makes doubtful what is seen.
    """
    atlas, names, kinds = find_mindfield()
    hidden = np.array([0.9 if name in covered else 0.0 for name in names])
    clear = np.tile([0.999, *[0.001 / (len(kinds) + 1)] * (len(kinds) + 1)], (len(names), 1))
    nothing = np.zeros(len(names))
    doubtful, told = np.array([name in unclear for name in names]), np.ones(len(kinds), np.bool_)
    softened = soften(
        clear, atlas, Occlusion(bool(covered), hidden), alike(names), nothing, nothing, doubtful, nothing > 0, told
    )
    return {name for name, p in zip(names, softened[:, 0], strict=True) if p < SURE} - covered


def test_cells_beside_a_hand_and_within_what_it_covers_are_in_doubt() -> None:
    assert not find_doubted(set())
    assert "d4" not in find_doubted({"b2", "b6"})
    doubted = find_doubted({"b2", "b6", "f2", "f6"})
    assert {"d4", "c4", "d2"} <= doubted
    assert not {"d1", "d7", "a4", "g4"} & doubted


def test_cells_that_a_hand_makes_unclear_are_in_doubt_only_while_it_is_there() -> None:
    assert find_doubted({"a1"}, {"g7"}) == find_doubted({"a1"}) | {"g7"}
    assert not find_doubted(set(), {"g7"})


@pytest.mark.parametrize(
    ("cell", "shade", "p", "doubted"),
    [("g7", -0.5, 0.998, True), ("g7", -0.5, 0.9995, False), ("g7", 0.0, 0.998, False), ("a2", -0.5, 0.9995, True)],
)
def test_a_cell_in_a_hands_shadow_is_in_doubt_unless_it_is_very_clear_and_not_beside_the_hand(
    cell: str, shade: float, p: float, doubted: bool
) -> None:
    atlas, names, kinds = find_mindfield()
    hidden = np.array([0.9 if name == "a1" else 0.0 for name in names])
    places = np.tile([p, *[(1 - p) / (len(kinds) + 1)] * (len(kinds) + 1)], (len(names), 1))
    nothing = np.zeros(len(names))
    shades = np.full(len(names), shade)
    told = np.ones(len(kinds), np.bool_)
    softened = soften(
        places, atlas, Occlusion(True, hidden), alike(names), shades, nothing, nothing > 0, nothing > 0, told
    )
    assert (softened[names.index(cell), 0] < SURE) == doubted


@pytest.mark.parametrize(
    ("covered", "p", "content", "gap", "doubted"),
    [
        ("d1", 1.0, "empty", 0.1, True),  # a sleeve may have the colour of the print
        ("d1", 0.9995, "empty", 0.5, False),
        ("d1", 0.998, "empty", 0.5, True),
        ("d1 g7", 0.9995, "empty", 0.5, True),  # the sleeve may be far away
        ("d1", 0.99995, "a light piece", 0.1, False),
        ("d1", 0.9995, "a light piece", 0.5, True),
        ("d1", 0.99995, "a dark piece", 0.5, True),  # or a light one in the hand's shadow
        ("b2 b6 f2 f6", 0.99995, "a light piece", 0.5, True),  # within what the hand covers
    ],
)
def test_only_what_is_very_clear_is_sure_beside_a_hand(
    covered: str, p: float, content: str, gap: float, doubted: bool
) -> None:
    """gap: how much brighter d1 is than all other cells, a logarithm of each channel."""
    atlas, names, kinds = find_mindfield()
    hand = Occlusion(True, np.where(np.isin(names, covered.split()), 0.9, 0.0))
    places = np.tile([p, *[(1 - p) / (len(kinds) + 1)] * (len(kinds) + 1)], (len(names), 1))
    number, told = names.index("d2"), np.array([True, *[False] * (len(kinds) - 1)])
    column = ("empty", "a light piece", "a dark piece").index(content)
    places[number, [0, column]] = places[number, [column, 0]]
    nothing, colours = np.zeros(len(names)), alike(names)
    colours[names.index("d1")] += gap
    softened = soften(places, atlas, hand, colours, nothing, nothing, nothing > 0, nothing > 0, told)
    assert (softened[number, column] < SURE) == doubted


@pytest.mark.parametrize(
    ("told", "shade", "p", "doubted"),
    [
        (True, -0.5, 0.9995, False),
        (True, -0.15, 0.998, False),
        (False, -0.5, 1.0, True),
        (False, -0.15, 1.0, True),
        (False, -0.05, 0.998, False),
    ],
)
def test_a_piece_in_a_hands_shadow_may_be_a_lighter_one(told: bool, shade: float, p: float, doubted: bool) -> None:
    atlas, names, kinds = find_mindfield()
    hand = Occlusion(True, np.where(np.array(names) == "a1", 0.9, 0.0))
    places = np.tile([1.0, *[0.0] * (len(kinds) + 1)], (len(names), 1))
    number = names.index("g7")
    places[number, [0, 1, 2]] = 0.0, p, 1 - p
    nothing, shades = np.zeros(len(names)), np.full(len(names), shade)
    softened = soften(
        places, atlas, hand, alike(names), shades, nothing, nothing > 0, nothing > 0, np.full(len(kinds), told)
    )
    assert (softened[number, 1] < SURE) == doubted


def make_looks(**colours: float) -> list[Look]:
    """Grey looks by their brightness, a logarithm."""
    return [Look(name, np.full(3, level), np.eye(3), np.eye(3)) for name, level in colours.items()]


def test_a_kind_is_told_in_a_shadow_if_it_is_the_lightest_or_has_a_strong_colour() -> None:
    assert find_clear_in_shadow(make_looks(white=-0.6, black=-2.2), 2).tolist() == [True, False]
    assert find_clear_in_shadow(make_looks(gold=-1.1, silver=-0.9), 2).tolist() == [False, False]
    assert find_clear_in_shadow((), 2).tolist() == [False, False]
    vivid = Kinds.of(BOARDS["color-dice"].layout()).prior_looks
    assert find_clear_in_shadow(vivid, len(vivid)).all()


@pytest.mark.parametrize(
    ("thing", "is_print_known", "hand", "unsure"),
    [
        (0.2, True, False, False),
        (0.2, True, True, True),
        (0.2, False, False, True),
        (0.9, True, False, True),
        (0.99, True, False, True),
    ],
)
def test_where_nothing_covers_a_board_that_is_known_only_what_is_clearly_foreign_is_doubted(
    thing: float, is_print_known: bool, hand: bool, unsure: bool
) -> None:
    found = conclude_nearly_empty(thing=thing, is_print_known=is_print_known, hand=hand)
    assert found.unsure == unsure
    assert found.best == (None, 0)


@pytest.mark.parametrize(
    ("shade", "empty", "hand", "unsure"),
    [
        (-0.8, 0.83, True, True),  # a silver stone in the shadow, on blue print (Mindfield 10,328)
        (-0.8, 0.95, True, False),
        (-0.1, 0.83, True, False),
        (-0.8, 0.83, False, False),
    ],
)
def test_in_a_hands_shadow_a_colour_alone_makes_no_cell_surely_empty(
    shade: float, empty: float, hand: bool, unsure: bool
) -> None:
    assert conclude_nearly_empty(shade=shade, empty=empty, hand=hand).unsure == unsure


def conclude_nearly_empty(
    *, thing: float = 0.0, is_print_known: bool = True, hand: bool = False, shade: float = 0.0, empty: float = 1.0
) -> CellReading:
    """The reading of d4 of Mindfield, on which hardly anything is. thing: how likely it holds something else. hand:
    True if a hand covers a1. shade: the logarithm of the light that d4 gets. empty: how likely it is empty by the
    network.
    """
    atlas, names, kinds = find_mindfield()
    here, nothing = np.array(names) == "d4", np.zeros(len(names))
    places = np.tile([1.0, *[0.0] * (len(kinds) + 1)], (len(names), 1))
    places[here, 0], places[here, -1] = 1 - thing, thing
    return conclude(
        BOARDS["mindfield"].layout(),
        atlas,
        kinds.names,
        Posterior(places, (), np.zeros(3)),
        Occlusion(hand, np.array([0.9 if hand and name == "a1" else 0.0 for name in names])),
        alike(names),
        np.where(here, shade, 0.0),
        nothing,
        {},
        nothing,
        nothing > 0,
        np.where(here, empty, 1.0),
        {},
        is_print_known,
    ).cells["d4"]


@pytest.mark.parametrize(
    ("beside", "guessed", "doubted"),
    [
        ("a part of a piece", False, True),
        ("a part of a piece", True, True),
        ("a whole piece", False, True),
        ("a whole piece", True, False),
        ("something else", False, True),
        ("something else", True, False),
    ],
)
def test_what_may_be_a_piece_between_two_places(beside: str, guessed: bool, doubted: bool) -> None:
    """On guessed print, doubt about one place says nothing about whole pieces beside it."""
    atlas, names, kinds = find_mindfield()
    places = np.zeros((len(names), 2 + len(kinds)))
    places[:, 0] = 1.0
    here, there = names.index("c3"), names.index("c4")
    places[here, :2] = 0.3, 0.7
    places[there, :2] = (0.0, 1.0) if beside == "a whole piece" else (0.99, 0.01)
    if beside == "something else":
        places[here] = [0.3, *[0.0] * len(kinds), 0.7]
    nothing = np.zeros(len(names))
    no_hand, flags = Occlusion(False, nothing), np.full(len(names), guessed)
    softened = soften(
        places, atlas, no_hand, alike(names), nothing, nothing, nothing > 0, flags, np.zeros(len(kinds), np.bool_)
    )
    assert (softened[there].max() < min(SURE, places[there].max())) == doubted
