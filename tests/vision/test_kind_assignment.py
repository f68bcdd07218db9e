"""All kinds are assigned together, by their order from light to dark, in any light."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.reader.colours import kind_assignment
from vision.reader.colours.appearance import encode, make_covariance, make_prior_look
from vision.reader.colours.shade import UNKNOWN_LOG_DENSITY
from vision.reader.places.atlas import Floats

WHITE, BLACK = (0.70, 0.66, 0.52), (0.09, 0.05, 0.04)
LIGHT = make_covariance(0.6, 0.5)


def cores(colours: list[tuple[float, float, float]], counts: list[int], light: tuple[float, float, float]) -> Floats:
    """The colours (n, 3) of pieces with these colours (red, green, blue) in a light, each a little different."""
    rng = np.random.default_rng(3)
    of = [np.array(c)[::-1] * light for c, n in zip(colours, counts, strict=True) for _ in range(n)]
    return encode(np.array(of)) + rng.normal(0, 0.06, (len(of), 3))


def no_print(core: Floats) -> Floats:
    """How well print explains these colours: not at all."""
    return np.full(len(core), UNKNOWN_LOG_DENSITY)


def flat(core: Floats) -> Floats:
    """Terms of the light for pieces side by side in one row."""
    x = np.linspace(-1, 1, len(core))
    return np.column_stack([np.ones_like(x), x, 0 * x, x * x, 0 * x, 0 * x])


@settings(max_examples=40, deadline=None)
@given(light=st.tuples(*[st.floats(0.4, 1.5)] * 3), whites=st.integers(2, 15), blacks=st.integers(2, 15))
def test_the_lighter_kind_is_white_in_light_of_any_colour(
    light: tuple[float, float, float], whites: int, blacks: int
) -> None:
    core = cores([WHITE, BLACK], [whites, blacks], light)
    looks = [make_prior_look("white", 0.0), make_prior_look("black", 0.0)]
    named = kind_assignment.assign_kinds(core, np.ones(len(core)), no_print(core), looks, LIGHT, flat(core))
    assert named is not None
    assert named.weights.argmax(axis=0).tolist() == [0] * whites + [1] * blacks


@pytest.mark.parametrize("whites", [3, 15])
def test_two_shades_of_grey_are_two_kinds_where_their_pieces_look_alike(whites: int) -> None:
    pearl, shade = (0.80, 0.74, 0.68), (0.42, 0.41, 0.40)
    core = cores([pearl, shade], [whites, 15], (1, 1, 1))
    looks = [make_prior_look("white", 0.0), make_prior_look("black", 0.0)]
    named = kind_assignment.assign_kinds(core, np.ones(len(core)), no_print(core), looks, LIGHT, flat(core))
    assert named is not None
    assert named.weights.argmax(axis=0).tolist() == [0] * whites + [1] * 15


@pytest.mark.parametrize("worn", [0.1, 0.2, 0.3])
@pytest.mark.parametrize("count", [4, 8, 10, 12, 14, 18, 24])
def test_worn_pieces_of_one_kind_are_seldom_taken_for_two(count: int, worn: float) -> None:
    looks = [make_prior_look("white", 0.0), make_prior_look("black", 0.0)]
    split = 0
    for seed in range(50):
        rng = np.random.default_rng(seed)
        wear = rng.normal(0, worn, (count, 1)) + rng.normal(0, worn / 4, (count, 3))
        core = encode(np.tile(np.array(WHITE)[::-1], (count, 1))) + wear
        named = kind_assignment.assign_kinds(core, np.ones(len(core)), no_print(core), looks, LIGHT, flat(core))
        split += named is not None and bool((named.weights.argmax(axis=0) != named.weights[:, 0].argmax()).any())
    assert split <= 2


def test_few_pieces_in_two_clear_clusters_are_two_kinds_though_the_light_is_not_white() -> None:
    looks = [make_prior_look("gold", 0.0), make_prior_look("silver", 0.0)]
    few = [(-1.83, -1.22, -1.62), (-1.86, -1.24, -1.64), (-1.86, -1.27, -1.79), (-1.92, -1.33, -1.97)]
    few += [(-1.93, -1.31, -1.89), (-2.01, -1.46, -2.14), (-1.92, -1.1, -1.76)]
    core = np.array([*few, (-0.57, -0.83, -1.41), (-0.58, -0.87, -1.39), (-0.56, -0.82, -1.6), (-0.57, -0.83, -1.63)])
    named = kind_assignment.assign_kinds(
        core, np.ones(11), no_print(core), looks, make_covariance(0.1, 0.05), flat(core)
    )
    assert named is not None
    assert named.weights.argmax(axis=0).tolist() == [0] * 7 + [1] * 4


def test_kinds_of_one_colour_are_named_alike() -> None:
    looks = [make_prior_look(name, 0.0) for name in ("gold", "silver", "antipode-gold", "antipode-silver")]
    core = cores([(0.7, 0.46, 0.1), (0.6, 0.62, 0.66)], [6, 7], (1, 1, 1))
    named = kind_assignment.assign_kinds(core, np.ones(13), no_print(core), looks, LIGHT, flat(core))
    assert named is not None
    assert named.weights[:, 0] == pytest.approx([0.5, 0, 0.5, 0])
    assert named.weights[:, 12] == pytest.approx([0, 0.5, 0, 0.5])


def test_places_without_pieces_are_not_named() -> None:
    core = cores([WHITE, BLACK], [5, 5], (1, 1, 1))
    piece = np.array([0.9] * 4 + [0.1] + [0.9] * 5)
    named = kind_assignment.assign_kinds(
        core, piece, no_print(core), [make_prior_look("white", 0.0), make_prior_look("black", 0.0)], LIGHT, flat(core)
    )
    assert named is not None
    assert named.weights[:, 4].tolist() == [0, 0]


def test_print_that_is_taken_for_pieces_is_given_no_name() -> None:
    looks = [make_prior_look(name, 0.0) for name in ("gold", "silver")]
    core = cores([(0.4, 0.2, 0.08), (0.5, 0.5, 0.5), (0.03, 0.03, 0.03)], [4, 9, 5], (1, 1, 1))
    piece = np.array([0.99] * 13 + [0.9, 0.6, 0.8, 0.7, 0.9])
    named = kind_assignment.assign_kinds(core, piece, no_print(core), looks, LIGHT, flat(core))
    assert named is not None
    assert named.weights[:, :13].argmax(axis=0).tolist() == [0] * 4 + [1] * 9
    assert (named.weights[:, 13:] == 0).all()


def test_cork_that_surely_seems_to_be_pieces_is_given_no_name_where_print_explains_it() -> None:
    looks = [make_prior_look(name, 0.0) for name in ("white", "black")]
    core = cores([(0.6, 0.48, 0.4), (0.03, 0.09, 0.06), (0.4, 0.16, 0.03)], [12, 11, 30], (1, 1, 1))
    explained = np.array([-30.0] * 12 + [-12.0] * 11 + [-0.3] * 30)
    piece = np.full(53, 0.99)
    named = kind_assignment.assign_kinds(core, piece, explained, looks, make_covariance(0.3, 0.2), flat(core))
    assert named is not None
    assert named.weights[:, :23].argmax(axis=0).tolist() == [0] * 12 + [1] * 11
    assert (named.weights[:, 23:] == 0).all()


def test_nothing_tells_where_no_piece_is_or_one_kind_only() -> None:
    core = cores([WHITE], [4], (1, 1, 1))
    looks = [make_prior_look("white", 0.0), make_prior_look("black", 0.0)]
    assert kind_assignment.assign_kinds(core, np.zeros(4), no_print(core), looks, LIGHT, flat(core)) is None
    assert kind_assignment.assign_kinds(core, np.ones(4), no_print(core), looks[:1], LIGHT, flat(core)) is None


@pytest.mark.parametrize("light", [(1.0, 1.0, 1.0), (1.4, 0.8, 0.4)])
def test_a_table_is_contradicted_by_kinds_that_look_alike_or_the_other_way_round(
    light: tuple[float, float, float],
) -> None:
    looks = [make_prior_look("white", 0.0), make_prior_look("black", 0.0)]
    white, black = (cores([colour], [3], light) for colour in (WHITE, BLACK))
    assert not kind_assignment.contradicts_names(looks, [white[:1], black[:1]])
    assert not kind_assignment.contradicts_names(looks, [white, black])
    assert kind_assignment.contradicts_names(looks, [black, white])
    assert kind_assignment.contradicts_names(looks, [white[:1], white[1:2]])
    assert kind_assignment.contradicts_names(looks, [black[:1], black[1:]])


def test_the_only_two_pieces_may_be_of_one_kind_if_only_their_brightness_differs() -> None:
    """A lamp may shine on one of them. In another hue, a piece that is as dark is of another kind."""
    looks = [make_prior_look("white", 0.0), make_prior_look("black", 0.0)]
    lit, unlit = np.array([[-1.03, -0.74, -0.76]]), np.array([[-1.63, -1.26, -1.30]])  # two white pieces
    pale, blue = np.array([[-1.66, -1.26, -0.72]]), np.array([[-1.78, -1.85, -2.01]])  # a pale one and a dark blue one
    assert kind_assignment.contradicts_names(looks, [lit, unlit])
    assert not kind_assignment.contradicts_names(looks, [pale, blue])
    assert not kind_assignment.contradicts_names(looks, [lit, unlit - 1.0])
    assert not kind_assignment.contradicts_names(looks, [lit.repeat(2, axis=0), unlit])  # others show the light


def test_a_cup_may_be_another_piece_of_the_same_kind_though_it_is_darker_inside() -> None:
    """A white cup looks clearly darker than a white piece, but its darkest part does not."""
    looks = [make_prior_look("white", 0.0), make_prior_look("black", 0.0)]
    white, black, inside = np.full((1, 3), -2.1), np.full((1, 3), -2.9), np.full((1, 3), -1.8)
    assert kind_assignment.looks_like_another_kind(looks, [white, inside])
    assert not kind_assignment.looks_like_another_kind(looks, [white, black])
    vivid = [make_prior_look(name, 0.9) for name in ("red", "yellow", "green", "blue")]
    assert not kind_assignment.looks_like_another_kind(vivid, [white] * 4)  # what is dark has hardly a colour
    several = [white.repeat(2, axis=0), inside.repeat(2, axis=0)]
    assert not kind_assignment.looks_like_another_kind(looks, several)  # then other pieces show how each kind looks


def test_a_board_without_pieces_contradicts_no_names() -> None:
    assert not kind_assignment.contradicts_names([], [])
    assert not kind_assignment.looks_like_another_kind([], [])


def test_a_lamp_on_some_strong_colours_only_does_not_contradict_a_table() -> None:
    """Yellow pawns in the shade are darker than green ones under the lamp."""
    names = ("red", "yellow", "green", "blue")
    looks = [make_prior_look(name, 0.9) for name in names]
    seen = [look.mean + shade + np.zeros((3, 1)) for look, shade in zip(looks, (0.1, -1.3, 1.0, 0.5), strict=True)]
    assert not kind_assignment.contradicts_names(looks, seen)
    assert kind_assignment.contradicts_names(looks, [seen[0], seen[2], seen[1], seen[3]])
    assert kind_assignment.contradicts_names(looks[1:3], seen[1:3])  # two kinds may differ in brightness
