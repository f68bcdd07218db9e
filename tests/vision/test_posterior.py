"""What the colour of a place adds to what the network says about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from tests.vision import scene
from tests.vision.places import GREEN, RED, UNKNOWN_RIMS, contents, expect, make_evidence, read_kinds
from vision.layout import Layout, PieceKind
from vision.observation import SURE
from vision.reader import Reader, survey
from vision.reader.board.scene import Scene
from vision.reader.colours.appearance import Look, allow_tinge, compute_log_density, make_covariance, make_prior_look
from vision.reader.colours.kinds import Kinds
from vision.reader.colours.shade import UNKNOWN_LOG_DENSITY
from vision.reader.contents import posterior
from vision.register import find


@pytest.mark.parametrize(
    ("seen", "kind", "other"),
    [
        ((-1.94, -1.61, -1.28), "gold", "silver"),  # start table 10,116: gold in warm light, from its dark side
        ((-0.67, -0.71, -0.86), "silver", "gold"),  # the middle of 40 photographs with random light and pieces
        ((-1.30, -1.30, -1.20), "white", "black"),  # start table 10,102: white at a low window, from its dark side
        ((-2.32, -2.49, -2.56), "black", "white"),
    ],
)
def test_names_make_us_expect_what_photographs_show(seen: tuple[float, ...], kind: str, other: str) -> None:
    looks = {name: make_prior_look(name, 0.0) for name in (kind, other)}
    chances = {n: float(compute_log_density(np.array(seen), k.mean, k.doubt + k.spread)) for n, k in looks.items()}
    assert chances[kind] > chances[other]


@pytest.mark.parametrize(("name", "changes"), [("black", True), ("white", False), ("red", False), ("silver", False)])
def test_a_black_kind_may_have_any_dark_hue_until_a_piece_has_shown_it(name: str, changes: bool) -> None:
    look = make_prior_look(name, 0.0)
    allowed = allow_tinge(look)
    assert allowed.mean == pytest.approx(look.mean)
    assert (allowed.doubt.trace() > look.doubt.trace()) == changes


def test_dark_red_stones_alone_are_black_if_the_light_is_known() -> None:
    """The first stones of a game (film Spry 9352)."""
    colours = np.array([[-3.0, -2.86, -1.71], [-2.96, -2.81, -1.67], [-3.0, -2.9, -1.76], [-2.95, -2.82, -1.61]])
    looks = [make_prior_look(name, 0.0) for name in ("white", "black")]
    explained = np.full(4, -12.0)
    known = read_kinds(colours, ("white", "black"), explained, looks=[allow_tinge(look) for look in looks])
    unknown = read_kinds(colours, ("white", "black"), explained)
    assert known[:, 2].min() > 0.98
    assert unknown[:, 2].min() < 0.95


def test_the_lightest_piece_is_not_black_because_the_others_are_blue() -> None:
    """A white stone and three blue ones, in light nobody knows, on a board with much yellow and blue print that the
    network may take for pieces (Spaces 10,862).
    """
    blue = [[-0.81, -1.67, -2.26], [-0.78, -1.64, -2.26], [-0.83, -1.62, -2.24]]
    yellow_print = [[-1.77, -0.49, -2.19], [-1.9, -0.64, -2.17], [-1.92, -0.55, -2.41], [-1.97, -0.66, -2.26]] * 4
    blue_print = [[-2.8, -3.21, -0.86], [-2.51, -2.98, -0.53], [-2.63, -3.15, -0.55]]
    core = np.array([*blue, [-0.05, -0.06, -0.06], *yellow_print, *blue_print])
    piece = np.array([0.999] * 4 + [0.6, 0.46, 0.18, 0.42] + [0.06] * 12 + [0.05, 0.05, 0.86])
    explained = np.array([-82.8, -71.8, -77.5, -146.4] + [-1.0] * 16 + [UNKNOWN_LOG_DENSITY] * 3)
    seen = make_evidence(
        core,
        print_log_density=explained,
        log_p=np.log(np.column_stack([0.9999 - piece, piece, np.full(len(core), 1e-4)])),
    )
    looks = [make_prior_look(name, 0.0) for name in ("white", "black")]
    any_light = make_covariance(0.755, 0.397)
    told = posterior.estimate_posterior(seen, replace(expect(looks, UNKNOWN_RIMS), light_doubt=any_light))
    assert told.probabilities[:4].argmax(axis=1).tolist() == [2, 2, 2, 1]


def test_once_the_empty_board_is_learned_dark_red_pieces_alone_are_black() -> None:
    bare = scene.layout()
    kinds = {name: PieceKind(name, 18.0, 8.0) for name in ("white", "black")}
    layout = Layout(bare.game, bare.size_mm, bare.cells, bare.markers, kinds)
    camera, page, reader = scene.Camera(layout), scene.draw_print(bare), Reader(layout)
    image = camera.photograph(page, noise=1.5)
    registration = find(image, layout)
    reader.learn(image, registration, {})
    dark_red = scene.place_pieces(page, bare, dict.fromkeys(("d4", "b2", "f6"), (12, 10, 120)))
    seen = reader.read(camera.photograph(dark_red, noise=1.5), registration).cells
    assert min(seen[cell].likely["black", 1] for cell in ("d4", "b2", "f6")) > SURE


def how_empty(colour: np.ndarray, print_log_density: float, piece: float) -> float:
    """The probability that a place of this colour is empty; see `contents`."""
    return float(contents(colour, print_log_density, piece)[0])


def test_where_print_was_guessed_only_a_known_colour_is_surely_a_piece() -> None:
    pale_green = np.array([0.16, 0.42, 0.12])
    assert contents(pale_green, print_log_density=-12.0, piece=0.999)[1] > 0.97
    assert contents(pale_green, print_log_density=-12.0, piece=0.999, guessed=True)[1] < 0.7
    assert contents(pale_green, print_log_density=-12.0, piece=0.9995, guessed=True)[1] > 0.97
    assert contents(GREEN, print_log_density=-12.0, piece=0.999, guessed=True)[1] > 0.97
    empty = contents(GREEN, print_log_density=1.0, piece=0.001)
    assert contents(GREEN, print_log_density=1.0, piece=0.001, guessed=True) == pytest.approx(empty)


def test_where_print_was_guessed_a_colour_of_no_kind_is_rather_print_unless_the_network_is_very_sure() -> None:
    """Green print in a shadow, which a stone hid at set-up (Spry 10,518)."""
    pale = np.array([0.16, 0.42, 0.12])
    assert 0.5 < contents(pale, print_log_density=-4.0, piece=0.99, guessed=True)[0] < SURE
    assert contents(pale, print_log_density=-4.0, piece=0.998, guessed=True)[0] < 0.5


def test_where_print_was_guessed_a_dim_piece_that_a_kind_explains_better_is_not_surely_empty() -> None:
    dim = 0.6 * GREEN
    assert contents(dim, print_log_density=-3.0, piece=0.006)[0] > 0.98
    guessed = contents(dim, print_log_density=-3.0, piece=0.006, guessed=True)
    assert guessed[0] < 0.92
    assert guessed[1] > 0.08
    fits = contents(dim, print_log_density=0.6, piece=0.006, guessed=True)
    assert fits[0] > 0.98
    strange = np.array([0.3, 0.3, 0.3])
    assert contents(strange, print_log_density=-12.0, piece=0.006, guessed=True)[0] > 0.98


def test_the_colour_of_pieces_that_no_print_has_is_a_piece() -> None:
    assert how_empty(GREEN, print_log_density=-12.0, piece=0.2) < 0.2
    assert how_empty(GREEN, print_log_density=UNKNOWN_LOG_DENSITY, piece=0.2) == pytest.approx(0.8, abs=0.02)


def test_what_print_explains_as_well_stays_empty() -> None:
    assert how_empty(GREEN, print_log_density=3.0, piece=0.2) == pytest.approx(0.8, abs=0.05)


def test_no_colour_outweighs_a_place_that_is_surely_empty_but_it_may_be_doubted() -> None:
    assert how_empty(GREEN, print_log_density=-12.0, piece=0.0001) > 0.9
    assert 0.5 < how_empty(GREEN, print_log_density=-12.0, piece=0.001) < 0.9


def test_what_print_explains_much_better_is_no_piece() -> None:
    between = np.sqrt(GREEN * RED)
    assert how_empty(between, print_log_density=1.0, piece=0.9) > 0.9


def test_a_stain_that_looks_like_neither_print_nor_a_piece_stays_empty() -> None:
    stain = 0.25 * GREEN + 0.02
    assert how_empty(stain, print_log_density=-12.0, piece=0.2) == pytest.approx(0.8, abs=0.05)


def test_print_that_is_taken_for_pieces_does_not_teach_how_pieces_look() -> None:
    white, black, cork = [-1.0, -0.7, -0.5], [-2.3, -2.1, -2.6], [-2.75, -1.55, -0.95]
    colours = np.array([white] * 12 + [black] * 11 + [cork] * 30)
    told = read_kinds(colours, ("white", "black"), np.array([-30.0] * 12 + [-12.0] * 11 + [-0.3] * 30))
    assert told.argmax(axis=1).tolist() == [1] * 12 + [2] * 11 + [0] * 30


def test_guessed_print_that_is_taken_for_pieces_does_not_teach_how_learned_pieces_look() -> None:
    """Blue printed discs that stones hid at set-up (Spry 10,797): they seemed to be white stones, and taught that white
    ones may be blue.
    """
    white, black, blue = [-0.69, -0.83, -1.01], [-2.86, -2.87, -2.85], [-1.63, -1.98, -2.6]
    colours = np.array([white] * 9 + [black] * 9 + [blue] * 22)
    core = colours + np.random.default_rng(5).normal(0, 0.05, colours.shape)
    guessed = np.arange(40) >= 18
    log_p = np.log(np.where(guessed[:, None], [0.02, 0.979, 0.001], [0.0005, 0.999, 0.0005]))
    seen = make_evidence(core, log_p=log_p, is_print_guessed=guessed, is_print_seen=~guessed)
    looks = [Look(k, np.array(c), make_covariance(0.1, 0.05), make_covariance(0.3, 0.15)) for k, c in
             (("white", white), ("black", black))]  # fmt: skip
    told = posterior.estimate_posterior(seen, expect(looks, UNKNOWN_RIMS, is_learned=True)).probabilities
    assert told[:18].argmax(axis=1).tolist() == [1] * 9 + [2] * 9
    assert told[18:, 1].max() < 0.5


def test_white_stones_with_shaded_hollows_are_told_from_black_ones_by_the_gap_between_them() -> None:
    """They are far darker than the name tells, but no stone is between the kinds. The colours are of a photograph."""
    white = [[-1.8, -2.1, -1.8], [-2.0, -2.2, -1.9], [-1.7, -1.9, -1.7], [-1.3, -1.5, -1.0], [-1.7, -1.9, -1.8]]
    black = [[-3.0, -3.0, -3.0], [-3.1, -3.1, -3.0], [-3.0, -3.0, -2.9], [-2.8, -3.0, -2.9], [-2.9, -3.0, -3.0]]
    colours = np.array(white + white[:2] + black + black[:2])
    told = read_kinds(colours, ("white", "black"), np.full(len(colours), -14.0))
    assert told.argmax(axis=1).tolist() == [1] * 7 + [2] * 7


@pytest.mark.parametrize(
    ("brightest", "explained", "is_empty"), [(0.0, 0.8, True), (1.0, 0.8, False), (0.0, -5.0, False)]
)
def test_white_print_in_too_much_light_is_not_taken_for_a_white_piece(
    brightest: float, explained: float, is_empty: bool
) -> None:
    """Both are as bright as the camera can show, so the colour tells nothing (repainted Backgammon 10,223)."""
    colours = np.array([[-0.1, -0.07, -0.07]] * 8 + [[-0.9, -1.0, -1.0]] * 7 + [[-0.09, -0.07, 0.03]])
    learned = [
        Look("white", colours[0], make_covariance(0.03, 0.02), make_covariance(0.06, 0.03)),
        Look("black", colours[8], make_covariance(0.05, 0.04), make_covariance(0.2, 0.1)),
    ]
    told = read_kinds(
        colours,
        ("white", "black"),
        np.append(np.full(len(colours) - 1, -30.0), explained),
        learned=learned,
        chances=np.array([[0.004, 0.995, 0.001]] * (len(colours) - 1) + [[0.88, 0.119, 0.001]]),
        brightest=brightest,
    )
    assert (told[-1, 0] > 0.5) == is_empty
    assert told[:-1].argmax(axis=1).tolist() == [1] * 8 + [2] * 7


@pytest.mark.parametrize(
    ("brightest", "level", "is_sure"),
    [(0.0, 0.0, False), (1.0, 0.0, True), (-2.0, -2.0, True)],  # the last one is a lamp that is mirrored in the print
)
def test_clipped_white_print_is_not_surely_empty_if_there_are_white_pieces(
    brightest: float, level: float, is_sure: bool
) -> None:
    colours = np.array([[-0.1, -0.07, -0.07]] * 8 + [[-0.9, -1.0, -1.0]] * 7 + [[-0.09, -0.07, 0.03]]) + level
    told = read_kinds(
        colours,
        ("white", "black"),
        np.append(np.full(len(colours) - 1, -30.0), 3.0),
        learned=[
            Look("white", colours[0], make_covariance(0.03, 0.02), make_covariance(0.06, 0.03)),
            Look("black", colours[8], make_covariance(0.05, 0.04), make_covariance(0.2, 0.1)),
        ],
        chances=np.array([[0.004, 0.995, 0.001]] * (len(colours) - 1) + [[0.9998, 1e-4, 1e-4]]),
        brightest=brightest,
    )
    assert told[-1, 0] > 0.9
    assert (told[-1, 0] > SURE) == is_sure


@pytest.mark.parametrize(("brightest", "is_sure"), [(-0.05, False), (1.0, True)])
def test_a_clipped_place_that_its_print_does_not_explain_is_not_surely_empty(brightest: float, is_sure: bool) -> None:
    """A white stone on cream print of which only blue is not clipped (repainted Spaces 10,864)."""
    white, black = [-0.06, -0.05, -0.07], [-1.2, -1.4, -1.9]
    told = read_kinds(
        np.array([white] * 2 + [black] * 3 + [[-0.07, -0.07, -0.08]]),
        ("white", "black"),
        np.array([-30.0] * 5 + [-1.8]),
        learned=[
            Look("white", np.array(white), make_covariance(0.03, 0.02), make_covariance(0.2, 0.12)),
            Look("black", np.array(black), make_covariance(0.05, 0.04), make_covariance(0.2, 0.1)),
        ],
        chances=np.array([[0.004, 0.995, 0.001]] * 5 + [[0.9995, 4e-4, 1e-4]]),
        brightest=brightest,
    )
    assert told[-1, 0] > 0.9
    assert (told[-1, 0] > SURE) == is_sure


@pytest.mark.parametrize(("explained", "is_sure"), [(-3.0, False), (-1.0, True)])
def test_guessed_print_in_the_clear_colour_of_a_kind_is_not_surely_empty(explained: float, is_sure: bool) -> None:
    """A red pawn on print that a green one hid at set-up; the network saw no piece (Color Dice 10,367)."""
    empty = contents(RED, explained, 0.0001, guessed=True)[0]
    assert empty > 0.5
    assert (empty > SURE) == is_sure


@pytest.mark.parametrize("is_learned", [True, False])
def test_the_head_of_a_pawn_tells_its_kind_if_its_foot_is_dark(is_learned: bool) -> None:
    """A lamp from the side, glossy pawns (film Color Dice 9340). The last pawn is green, among yellow ones."""
    names = ("red", "yellow", "green", "blue")
    feet = [-2.8, -2.8, -1.8], [-2.8, -2.09, -1.56], [-2.7, -2.16, -2.96], [-1.8, -2.72, -3.05]
    tops = [-2.3, -2.3, -0.7], [-2.4, -0.7, -0.4], [-2.0, -1.1, -2.2], [-0.8, -1.8, -2.5]
    of = [0] * 2 + [1] * 4 + [2] * 5 + [3] * 5
    colours = np.array([feet[kind] for kind in of] + [[-2.76, -2.25, -2.3]])
    heads = np.array([tops[kind] for kind in of] + [tops[2]])
    learned = [
        Look(name, np.array(foot), make_covariance(0.1, 0.05), make_covariance(0.25, 0.15))
        for name, foot in zip(names, feet, strict=True)
    ]
    explained = np.full(len(colours), -12.0)
    blind, seeing = (
        read_kinds(colours, names, explained, learned=learned if is_learned else (), heads=some)
        for some in (None, heads)
    )
    assert blind[-1, 3] < 0.5
    assert seeing[-1, 3] > 0.99
    assert seeing.argmax(axis=1).tolist() == [kind + 1 for kind in of] + [3]
    assert seeing[:, 0].max() < 0.01 > blind[:, 0].max()


_PAWNS = ("red", "yellow", "green", "blue")
_FEET = np.array([[-2.8, -2.8, -1.1], [-2.8, -1.2, -0.7], [-2.7, -1.8, -2.7], [-1.6, -2.4, -2.9]])
_HEADS = _FEET + 0.3


def read_last_pawn(
    foot: Sequence[float],
    head: Sequence[float],
    chances: Sequence[float],
    *,
    print_seen: bool,
    by_print: float = -12.0,
) -> np.ndarray:
    """(6,) how likely the last place is empty, holds each kind, holds something else, among two pawns of each kind.

    foot, head: its colours. chances: what the network says of it. print_seen: whether its print was ever seen.
    by_print: how well print explains its foot (a logarithm).
    """
    return read_kinds(
        np.vstack([_FEET, _FEET, foot]),
        _PAWNS,
        np.append(np.full(8, -12.0), by_print),
        heads=np.vstack([_HEADS, _HEADS, head]),
        chances=np.vstack([np.tile([0.004, 0.995, 0.001], (8, 1)), chances]),
        print_seen=np.append(np.ones(8, np.bool_), print_seen),
    )[-1]


def test_guessed_print_in_the_colour_of_no_pawn_is_empty_where_the_head_would_be_too() -> None:
    """A worn place that a pawn hid at set-up (Color Dice 10,513)."""
    worn = (-2.4, -2.1, -2.0)
    assert read_last_pawn(worn, worn, (0.199, 0.80, 0.001), print_seen=False)[0] > SURE


def test_foot_and_head_of_one_colour_are_a_pawn_where_the_print_was_guessed() -> None:
    """A yellow pawn on ochre print that a pawn hid at set-up; the network saw no piece (Color Dice 10,515)."""
    seems_empty = (0.97, 0.028, 0.002)
    assert read_last_pawn(_FEET[1], _HEADS[1], seems_empty, print_seen=False)[2] > SURE
    assert read_last_pawn(_FEET[1], (-2.2, -2.4, -2.6), seems_empty, print_seen=False)[0] > SURE


def test_what_has_the_colour_of_no_pawn_is_none_even_if_the_network_takes_it_for_one() -> None:
    """A worn place that was in a hard shadow at set-up (Color Dice 10,516)."""
    worn = (-1.9, -2.3, -1.8)
    assert read_last_pawn(worn, worn, (0.01, 0.98, 0.01), print_seen=True)[1:5].sum() < 0.5
    assert read_last_pawn(_FEET[3], worn, (0.01, 0.98, 0.01), print_seen=True)[4] > SURE, "the head may be elsewhere"


@pytest.mark.parametrize(
    ("head", "by_print", "is_pawn"),
    [((-0.6, -0.5, -0.5), 0.5, False), (_HEADS[3], 0.5, True), ((-0.6, -0.5, -0.5), -12.0, True)],
)
def test_a_shadow_in_the_colour_of_a_foot_is_no_pawn_if_print_explains_it_and_no_head_is_there(
    head: Sequence[float], by_print: float, is_pawn: bool
) -> None:
    """Long shadows of pawns on grey print in a clumsy game (Color Dice 10,177)."""
    foot = np.array(_FEET[3]) - 0.3
    told = read_last_pawn(foot.tolist(), head, (0.005, 0.99499, 0.00001), print_seen=True, by_print=by_print)
    assert (told[4] > SURE) == is_pawn
    assert (told[0] > SURE) != is_pawn


@pytest.mark.parametrize(("by_print", "is_empty"), [(0.2, True), (-12.0, False)])
def test_what_the_network_surely_takes_for_a_pawn_is_none_if_only_print_explains_it(
    by_print: float, is_empty: bool
) -> None:
    """The shadow of a head in a clumsy game (blue5 in Color Dice 10,177)."""
    shadow, beside = (-2.27, -2.49, -2.57), (-2.33, -2.54, -2.64)
    told = read_last_pawn(shadow, beside, (0.00002, 0.99996, 0.00002), print_seen=True, by_print=by_print)
    assert (told[1:5].sum() < 0.02) == is_empty


@pytest.mark.parametrize(("head", "is_pawn"), [((-2.41, -1.62, -2.56), True), ((-1.5, -1.3, -1.6), False)])
def test_a_head_in_the_colour_of_a_kind_makes_a_pawn_of_a_foot_that_mirrors_a_lamp(
    head: Sequence[float], is_pawn: bool
) -> None:
    """A green pawn whose foot is white with light (red1 in Color Dice 10,217)."""
    white = (-1.51, -1.29, -1.59)
    told = read_last_pawn(white, head, (0.008, 0.986, 0.006), print_seen=True, by_print=-2.7)
    assert (told[3] > SURE) == is_pawn


def test_a_head_among_all_others_of_a_table_tells_its_kind() -> None:
    names = ("red", "green")
    weights = np.array([[1.0] * 4 + [0.0] * 5, [0.0] * 4 + [1.0] * 5])
    looks, flat = [make_prior_look(name, 0.9) for name in names], [make_prior_look(name, 0.0) for name in names]
    feet = np.array([[-2.7, -2.4, -2.3]] * 4 + [[-2.7, -2.3, -2.4]] * 5)
    tops = np.array([[-2.3, -2.3, -0.7]] * 4 + [[-2.0, -1.1, -2.2]] * 4 + [[-2.3, -2.3, -0.7]])  # the last one is red
    dark, told = (
        posterior.estimate_posterior_given_table(seen, looks, flat, weights).probabilities
        for seen in (make_evidence(feet), make_evidence(feet, head=tops))
    )
    assert dark[-1, 2] > 0.5
    assert told[-1, 2] < 0.05
    assert told[:4, 1].min() > 0.95
    assert told[4:-1, 2].min() > 0.95


def test_a_white_piece_that_may_mirror_a_lamp_is_not_taken_for_the_black_one_that_a_table_says() -> None:
    """Its rim mirrors no lamp and is as bright as that of the other white pieces (Backgammon 10,921)."""
    looks = tuple(make_prior_look(kind, 0.0) for kind in ("white", "black"))
    white, black = [-0.2, -0.1, -0.2], [-2.9, -2.9, -2.9]
    middles = np.array([white] * 5 + [black] * 4 + [white])
    glare = np.arange(10) == 9
    weights = np.zeros((2, 10))
    weights[0, :5] = weights[1, 5:] = 1.0
    evidence = make_evidence(middles, may_be_glare=glare, darkest=middles - 0.4)
    told = posterior.estimate_posterior_given_table(evidence, looks, looks, weights).probabilities
    assert told[:5, 1].min() > 0.95
    assert told[5:9, 2].min() > 0.95
    assert told[9, 2] < 0.01
    dark_rim = np.where(glare[:, None], black, middles) - 0.4
    mirrored = replace(evidence, darkest=dark_rim)
    assert posterior.estimate_posterior_given_table(mirrored, looks, looks, weights).probabilities[9, 2] > 0.2


def test_print_that_was_learned_explains_empty_places_and_no_pieces() -> None:
    bare = scene.layout()
    layout = Layout(bare.game, bare.size_mm, bare.cells, bare.markers, {"black": PieceKind("black", 18.0, 8.0)})
    camera, page, kinds = scene.Camera(layout), scene.draw_print(bare), Kinds.of(layout)
    image = camera.photograph(page, noise=1.5)
    there = Scene.of(layout, find(image, layout), kinds.size_radii, kinds.height, None)
    known = scene.learned(image, there, kinds)
    on_d4 = camera.photograph(scene.place_pieces(page, bare, {"d4": (220, 225, 230)}), noise=1.5)
    explained = survey.survey_all(on_d4, there, kinds, known, True, None).places.any_print_log_density
    piece = np.array([there.atlas.names[cell] == "d4" for cell in there.atlas.cell])
    assert explained[piece] < -10
    assert explained[~piece].min() > -4


def test_where_print_was_guessed_a_piece_that_the_network_does_not_see_is_not_sure() -> None:
    assert contents(GREEN, print_log_density=-12.0, piece=0.2)[1] > 0.97
    unseen = contents(GREEN, print_log_density=-12.0, piece=0.2, guessed=True)
    assert 0.9 < unseen[1] < 0.95
    doubtful = contents(GREEN, print_log_density=-12.0, piece=0.9, guessed=True)
    assert 0.9 < doubtful[1] < 0.95  # in the shadow of a tall stone, print looks like a dark one (Spry 10,258)
    assert contents(GREEN, print_log_density=-12.0, piece=0.985, guessed=True)[1] > 0.97
