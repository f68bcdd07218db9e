"""Making less sure what cannot be seen well: near a hand, in its shadow, between two places."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace

import numpy as np
import pytest

from companion.boards import BOARDS
from vision import register
from vision.observation import SURE, CellReading
from vision.reader.board.scene import Scene
from vision.reader.colours.appearance import Look
from vision.reader.colours.kinds import Kinds
from vision.reader.contents.cells import conclude
from vision.reader.contents.hand import Occlusion
from vision.reader.contents.place_doubt import SeenPlaces, doubt_places, find_clear_in_shadow, soften
from vision.reader.contents.posterior import Posterior
from vision.reader.places.atlas import Atlas, Flags, Floats


def find_mindfield() -> tuple[Atlas, list[str], Kinds]:
    """The places of Mindfield in a picture, the names of their cells, and the kinds of pieces."""
    layout = BOARDS["mindfield"].layout()
    corners = ((100.0, 50.0), (600.0, 50.0), (600.0, 550.0), (100.0, 550.0))
    kinds = Kinds.of(layout)
    registration = register.from_corners((700, 600), layout, corners)
    atlas = Scene.of(layout, registration, kinds.size_radii, kinds.height, None).atlas
    return atlas, [atlas.names[cell] for cell in atlas.cell], kinds


def alike(atlas: Atlas) -> SeenPlaces:
    """Places that are all seen well and are grey."""
    nothing = np.zeros(atlas.count)
    return SeenPlaces(
        atlas=atlas,
        colours=np.full((atlas.count, 3), -1.0),
        shade=nothing,
        doubt=nothing,
        empty=np.ones(atlas.count),
        guessed=nothing > 0,
        changed_area=nothing + 0.1,
        is_print_known=True,
        uncovered=nothing > 0,
        behind=nothing,
        tops={},
        overlooked={},
    )


def tell(atlas: Atlas, kinds: Kinds, told: bool = True) -> Flags:
    """(n, k) which kinds no shadow makes of another one: all, or none."""
    return np.full((atlas.count, len(kinds)), told)


def mostly_empty(names: list[str], kinds: Kinds, p: float) -> Floats:
    """(n, 1 + k + 1) what places hold that are all empty with this probability. All else is equally likely."""
    return np.tile([p, *[(1 - p) / (len(kinds) + 1)] * (len(kinds) + 1)], (len(names), 1))


def find_doubted(covered: set[str], unclear: Set[str] = frozenset()) -> set[str]:
    """The cells of Mindfield that are not surely empty, though they look so, if a hand covers some cells. unclear:
    the cells of which a hand anywhere makes doubtful what is seen.
    """
    atlas, names, kinds = find_mindfield()
    hidden = np.array([0.9 if name in covered else 0.0 for name in names])
    clear = mostly_empty(names, kinds, 0.999)
    doubtful, told = np.array([name in unclear for name in names]), tell(atlas, kinds)
    softened = soften(clear, alike(atlas), Occlusion(bool(covered), hidden), doubtful, told)
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
    places = mostly_empty(names, kinds, p)
    seen, told = replace(alike(atlas), shade=np.full(len(names), shade)), tell(atlas, kinds)
    softened = soften(places, seen, Occlusion(True, hidden), seen.guessed, told)
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
    places = mostly_empty(names, kinds, p)
    number, told = names.index("d2"), tell(atlas, kinds, False)
    told[:, 0] = True
    column = ("empty", "a light piece", "a dark piece").index(content)
    places[number, [0, column]] = places[number, [column, 0]]
    seen = alike(atlas)
    seen.colours[names.index("d1")] += gap
    softened = soften(places, seen, hand, seen.guessed, told)
    assert (softened[number, column] < SURE) == doubted


@pytest.mark.parametrize(
    ("changed", "p", "guessed", "known", "doubted"),
    [
        (0.01, 0.99995, False, True, False),
        (0.05, 0.99995, False, True, True),  # a sleeve may have the colour of the print
        (0.01, 0.9995, False, True, True),
        (0.01, 0.99995, True, True, True),
        (0.01, 0.99995, False, False, True),  # then it is compared with its corners, which a sleeve may cover, too
    ],
)
def test_an_empty_cell_beside_a_hand_is_sure_if_it_shows_nothing_but_its_print(
    changed: float, p: float, guessed: bool, known: bool, doubted: bool
) -> None:
    atlas, names, kinds = find_mindfield()
    hand = Occlusion(True, np.where(np.array(names) == "d1", 0.9, 0.0))
    places = mostly_empty(names, kinds, p)
    seen = replace(
        alike(atlas),
        changed_area=np.full(atlas.count, changed),
        guessed=np.full(atlas.count, guessed),
        is_print_known=known,
    )
    softened = soften(places, seen, hand, np.zeros(atlas.count, np.bool_), tell(atlas, kinds))
    assert (softened[names.index("d2"), 0] < SURE) == doubted


@pytest.mark.parametrize(("gap", "hidden", "doubted"), [(0.03, 0.95, True), (0.1, 0.95, False), (0.03, 0.6, False)])
def test_such_a_cell_is_not_sure_if_what_is_beside_it_has_its_colour(gap: float, hidden: float, doubted: bool) -> None:
    """A white stone below a green sleeve on green print (Spry 10,813). gap: of each channel, a logarithm."""
    atlas, names, kinds = find_mindfield()
    hand = Occlusion(True, np.where(np.array(names) == "d1", hidden, 0.0))
    seen = replace(alike(atlas), changed_area=np.zeros(atlas.count), is_print_known=True)
    seen.colours[names.index("d1")] += gap
    places = mostly_empty(names, kinds, 0.99995)
    softened = soften(places, seen, hand, seen.guessed, tell(atlas, kinds))
    assert (softened[names.index("d2"), 0] < SURE) == doubted


@pytest.mark.parametrize(("guessed", "gap", "doubted"), [(True, 0.2, True), (True, 0.4, False), (False, 0.2, False)])
def test_far_from_a_hand_guessed_print_in_its_colour_may_be_its_sleeve(
    guessed: bool, gap: float, doubted: bool
) -> None:
    """White stones below a sleeve in the colour of the print that they hid at set-up (Spry 10,545)."""
    atlas, names, kinds = find_mindfield()
    hand = Occlusion(True, np.where(np.array(names) == "d1", 0.9, 0.0))
    seen = alike(atlas)
    colours = seen.colours + np.where(np.array(names) == "d1", gap, 0.0)[:, None]
    seen = replace(seen, colours=colours, guessed=np.full(atlas.count, guessed))
    places = mostly_empty(names, kinds, 0.9999)
    softened = soften(places, seen, hand, np.zeros(atlas.count, np.bool_), tell(atlas, kinds))
    assert (softened[names.index("g7"), 0] < SURE) == doubted


@pytest.mark.parametrize("there", ["d2", "g7"])
@pytest.mark.parametrize("uncovered", [True, False])
def test_an_empty_cell_that_no_arm_hides_is_sure_beside_a_hand_and_far_from_it(there: str, uncovered: bool) -> None:
    atlas, names, kinds = find_mindfield()
    hand = Occlusion(True, np.where(np.array(names) == "d1", 0.9, 0.0))
    everywhere = np.ones(atlas.count, np.bool_)
    seen = replace(alike(atlas), guessed=everywhere, is_print_known=False, uncovered=everywhere & uncovered)
    softened = soften(mostly_empty(names, kinds, 0.99), seen, hand, ~everywhere, tell(atlas, kinds))
    assert (softened[names.index(there), 0] >= SURE) == uncovered


@pytest.mark.parametrize("known", [True, False])
def test_on_unknown_print_a_cell_beside_a_hand_is_not_sure_because_it_is_darker(known: bool) -> None:
    atlas, names, kinds = find_mindfield()
    hand = Occlusion(True, np.where(np.array(names) == "d1", 0.9, 0.0))
    seen = replace(alike(atlas), is_print_known=known)
    seen.colours[names.index("d2")] -= 0.5
    softened = soften(mostly_empty(names, kinds, 0.9995), seen, hand, seen.guessed, tell(atlas, kinds))
    assert (softened[names.index("d2"), 0] < SURE) == (not known)


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
    places = mostly_empty(names, kinds, 1.0)
    number = names.index("g7")
    places[number, [0, 1, 2]] = 0.0, p, 1 - p
    seen = replace(alike(atlas), shade=np.full(len(names), shade))
    softened = soften(places, seen, hand, seen.guessed, tell(atlas, kinds, told))
    assert (softened[number, 1] < SURE) == doubted


@pytest.mark.parametrize(("lit", "doubted"), [(0.0, False), (0.2, True)])
def test_if_most_of_the_board_is_in_a_hands_shadow_a_dark_piece_may_be_a_lighter_one(lit: float, doubted: bool) -> None:
    """The light was estimated in the shadow: white stones there were surely black (Spry 10,304)."""
    atlas, names, kinds = find_mindfield()
    places = mostly_empty(names, kinds, 1.0)
    here = names.index("d4")
    places[here, [0, 1, 2]] = 0.0, 0.003, 0.997
    covered = np.where(np.array(names) == "a1", 0.9, 0.0)
    seen = replace(alike(atlas), shade=np.where(np.arange(len(names)) < lit * len(names), 1.2, 0.0))
    found = doubt_places(Posterior(places, (), np.zeros(3)), seen, Occlusion(True, covered))
    assert (found[here, 2] < SURE) == doubted


def make_looks(**colours: float) -> list[Look]:
    """Grey looks by their brightness, a logarithm."""
    return [Look(name, np.full(3, level), np.eye(3), np.eye(3)) for name, level in colours.items()]


def test_a_kind_is_told_in_a_shadow_if_it_is_the_lightest_or_has_a_strong_colour() -> None:
    atlas, _, _ = find_mindfield()
    seen = alike(atlas)

    def find(looks: Sequence[Look]) -> list[bool]:
        clear = find_clear_in_shadow(looks, max(len(looks), 2), seen)
        assert (clear == clear[0]).all()
        return [bool(flag) for flag in clear[0]]

    assert find(make_looks(white=-0.6, black=-2.2)) == [True, False]
    assert find(make_looks(gold=-1.1, silver=-0.9)) == [False, False]
    assert find(()) == [False, False]
    assert all(find(Kinds.of(BOARDS["color-dice"].layout()).prior_looks))


@pytest.mark.parametrize(
    ("colour", "shade", "known", "told"),
    [
        (-2.2, 0.0, True, True),
        (-2.2, 1.0, True, True),
        (-2.2, -1.0, True, False),  # as dark as a white one in this shadow
        (-3.0, -1.0, True, True),
        (-1.2, 0.0, True, False),
        (-2.2, 0.0, False, False),  # nobody knows if a shadow is there
    ],
)
def test_a_piece_that_is_darker_than_a_light_one_in_the_shadow_is_a_dark_one(
    colour: float, shade: float, known: bool, told: bool
) -> None:
    atlas, names, _ = find_mindfield()
    seen = replace(alike(atlas), shade=np.full(atlas.count, shade), is_print_known=known)
    number = names.index("d2")
    seen.colours[number] = colour
    clear = find_clear_in_shadow(make_looks(white=-0.6, black=-2.2), 2, seen)
    assert clear[:, 0].all()
    assert clear[number, 1] == told


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
    here = np.array(names) == "d4"
    places = mostly_empty(names, kinds, 1.0)
    places[here, 0], places[here, -1] = 1 - thing, thing
    seen = replace(
        alike(atlas),
        shade=np.where(here, shade, 0.0),
        empty=np.where(here, empty, 1.0),
        is_print_known=is_print_known,
    )
    covered = np.array([0.9 if hand and name == "a1" else 0.0 for name in names])
    posterior = Posterior(places, (), np.zeros(3))
    layout = BOARDS["mindfield"].layout()
    return conclude(layout, kinds.names, posterior, seen, Occlusion(hand, covered), {}).cells["d4"]


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
    seen = replace(alike(atlas), guessed=np.full(len(names), guessed))
    nothing = np.zeros(len(names))
    softened = soften(places, seen, Occlusion(False, nothing), nothing > 0, tell(atlas, kinds, False))
    assert (softened[there].max() < min(SURE, places[there].max())) == doubted
