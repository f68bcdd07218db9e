"""What a mirrored lamp or a shade may hide of the colour of a piece, and what it may not."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.places import GREEN, RED, UNKNOWN_RIMS, contents, expect, make_evidence, read_kinds
from vision.reader.colours.appearance import Look, compute_log_density, make_covariance, make_prior_look
from vision.reader.colours.shade import UNKNOWN_LOG_DENSITY
from vision.reader.contents import posterior
from vision.reader.evidence import likelihood


def test_a_colour_that_may_be_a_mirrored_lamp_leaves_the_kind_in_doubt() -> None:
    plain = contents(GREEN, print_log_density=-12.0, piece=0.99)
    shining = contents(GREEN, print_log_density=-12.0, piece=0.99, glare=True)
    assert plain[1] > 0.98
    assert 0.65 < shining[1] < 0.85
    assert shining[2] > 0.15
    assert shining[0] == pytest.approx(plain[0], abs=0.005)


def test_a_mirrored_lamp_hides_no_kind_that_is_brighter_than_what_is_seen() -> None:
    dark = 0.8 * RED
    shining = contents(dark, print_log_density=-12.0, piece=0.99, glare=True)
    assert shining[2] > 0.98
    assert shining == pytest.approx(contents(dark, print_log_density=-12.0, piece=0.99))


@pytest.mark.parametrize(
    ("rim", "is_clear"),
    [
        (0.6 * GREEN, True),
        (0.6 * RED, False),
        (0.12 * GREEN, False),  # nearly black
        (np.array([0.3, 0.3, 0.3]), False),
    ],
)
def test_a_mirrored_lamp_hides_no_kind_of_another_hue_than_the_rim(rim: np.ndarray, is_clear: bool) -> None:
    told = contents(GREEN, print_log_density=-12.0, piece=0.99, glare=True, rim=rim)
    assert (told[1] > 0.98) == is_clear
    assert (told[2] > 0.15) != is_clear


def test_one_lamp_mirrored_in_all_pieces_of_a_cell_leaves_all_of_them_in_one_doubt() -> None:
    white, black, row = [-0.3, -0.2, -0.2], [-2.6, -2.5, -2.5], 4
    colours = np.array([white] * 10 + [black] * 10 + [white] * row)
    n = len(colours)
    explained, cell = np.full(n, -12.0), np.minimum(np.arange(n), n - row)
    glare = np.arange(n) > n - row  # not in the first piece of the row, but in most
    drop = np.where(np.arange(n) >= n - row, 2.0, 1.0)  # their darkest parts might be those of black pieces
    told = read_kinds(colours, ("white", "black"), explained, cell, glare, drop=drop)
    as_black, as_white = told[-row:, 2].prod(), told[-row:, 1].prod()
    assert 0.15 < as_black / (as_black + as_white) < 0.35
    alone = read_kinds(colours, ("white", "black"), explained, np.arange(n), np.arange(n) == n - 1, drop=drop)
    assert 0.15 < alone[-1, 2] < 0.35
    one_of_four = read_kinds(colours, ("white", "black"), explained, cell, np.arange(n) == n - 1, drop=drop)
    assert one_of_four[n - row, 1] > 0.99


@pytest.mark.parametrize(
    ("whites", "drop", "black", "rims", "is_clear"),
    [
        (10, 1.0, -2.6, None, True),
        (10, 1.3, -2.6, None, True),
        (10, 1.7, -2.6, None, False),  # nearer to the darkest part of black pieces
        (2, 1.0, -2.6, None, True),
        (1, 1.0, -2.6, None, False),  # a single other piece may mirror a lamp, too
        (10, 1.0, -0.9, None, False),  # the two kinds differ too little
        (1, 1.0, -2.6, (-1.2, -3.6), True),  # known from earlier tables
        (1, 1.0, -2.6, (-0.4, -3.6), False),
        (10, 1.0, -2.6, (-0.4, -3.6), True),  # what is seen now is better known
    ],
)
def test_a_mirrored_lamp_hides_no_darker_kind_if_the_rim_is_as_bright_as_that_of_others(
    whites: int, drop: float, black: float, rims: tuple[float, float] | None, is_clear: bool
) -> None:
    colours = np.array([[-0.3, -0.2, -0.2]] * whites + [[black, black, black]] * 10 + [[-0.3, -0.2, -0.2]])
    n = len(colours)
    drops = np.append(np.full(n - 1, 1.0), drop)
    glare = np.arange(n) == n - 1
    told = read_kinds(colours, ("white", "black"), np.full(n, -12.0), glare=glare, drop=drops, rims=rims)
    assert (told[-1, 1] > 0.98) == is_clear
    assert (told[-1, 2] > 0.15) != is_clear


@pytest.mark.parametrize(
    ("rim", "is_silver"),
    [
        ((-1.92, -1.17, -0.93), False),  # the hue of gold
        ((-1.40, -1.25, -1.15), True),
        ((-1.00, -0.45, -0.25), True),  # too bright for a middle that mirrors something
        ((-3.20, -2.45, -2.20), True),  # too dark for a hue
    ],
)
def test_the_first_gold_stone_on_the_board_is_not_surely_silver_if_it_mirrors_a_lamp(
    rim: tuple[float, float, float], is_silver: bool
) -> None:
    """The stone on b5 in the clumsy game of Mindfield 10,113."""
    stone = make_evidence(np.array([[-0.46, -0.25, -0.14]]), darkest=np.array([rim]))
    looks = [make_prior_look(name, 0.0) for name in ("gold", "silver")]
    told = posterior.estimate_posterior(stone, expect(looks, UNKNOWN_RIMS)).probabilities[0]
    assert (told[2] > 0.95) == is_silver
    assert (told[1] > 0.15) != is_silver


def test_a_stone_as_bright_everywhere_mirrors_no_lamp_whatever_its_rim() -> None:
    stone, looks = np.array([[-0.46, -0.25, -0.14]]), [make_prior_look(name, 0.0) for name in ("gold", "silver")]
    even = make_evidence(stone, darkest=np.array([[-1.92, -1.17, -0.93]]), is_shiny=np.zeros(1, np.bool_))
    assert posterior.estimate_posterior(even, expect(looks, UNKNOWN_RIMS)).probabilities[0, 2] > 0.95


@pytest.mark.parametrize(
    ("rim", "rims", "is_white"),
    [
        (-1.87, (-0.81, -2.44), False),
        (-1.40, (-0.81, -2.44), True),
        (-1.87, (-0.81, np.nan), True),
        (-1.87, (-1.70, -2.44), True),
    ],
)
def test_a_black_piece_that_mirrors_a_lamp_is_not_surely_white_if_its_rim_is_dark(
    rim: float, rims: tuple[float, float], is_white: bool
) -> None:
    """The first piece of Black in the clumsy game of Spaces 10,104."""
    piece = make_evidence(np.array([[-0.97, -1.02, -0.68]]), darkest=np.full((1, 3), rim))
    means = {"white": (-0.81, -0.57, -0.23), "black": (-2.72, -2.70, -1.84)}
    known, single = np.diag([0.02] * 3), np.diag([0.06, 0.06, 0.06])
    looks = [Look(name, np.array(mean), known, single) for name, mean in means.items()]
    told = posterior.estimate_posterior(piece, expect(looks, np.array(rims), is_learned=True)).probabilities[0]
    assert (told[1] > 0.95) == is_white
    assert (told[2] > 0.15) != is_white


@pytest.mark.parametrize(
    ("hue", "rim", "is_white"),
    [
        ((0.16, -0.02, -0.14), (-0.88, -1.20, -1.28), True),
        ((0.40, -0.1, -0.30), (-0.72, -1.22, -1.42), False),
    ],
)
def test_a_white_piece_whose_rim_mirrors_a_blue_table_is_white_if_no_kind_is_blue(
    hue: tuple[float, float, float], rim: tuple[float, float, float], is_white: bool
) -> None:
    """A glossy ball on Spaces in a film (9408)."""
    piece = make_evidence(np.array([[-0.42, -0.46, -0.33]]), darkest=np.array([rim]))
    means = {"white": np.array((-0.49, -0.49, -0.43)), "black": np.array(hue) - 2.0}
    looks = [Look(name, mean, np.diag([0.04] * 3), np.diag([0.1] * 3)) for name, mean in means.items()]
    told = posterior.estimate_posterior(piece, expect(looks, UNKNOWN_RIMS, is_learned=True)).probabilities[0]
    assert (told[1] > 0.95) == is_white
    assert (told[2] > 0.15) != is_white


def test_yellow_pawns_in_the_shade_are_not_taken_for_red_ones() -> None:
    bright, shaded, red, dark_red = [-2.4, -0.6, -0.3], [-2.95, -2.1, -1.95], [-2.44, -2.31, -0.56], [-2.9, -2.8, -1.65]
    green, blue = [-2.45, -2.0, -2.8], [-1.5, -2.5, -2.8]
    colours = np.array([bright] * 3 + [shaded] * 5 + [red, dark_red] + [green] * 4 + [blue] * 4)
    told = read_kinds(colours, ("red", "yellow", "green", "blue"), np.full(len(colours), UNKNOWN_LOG_DENSITY))
    assert told.argmax(axis=1).tolist() == [2] * 8 + [1] * 2 + [3] * 4 + [4] * 4


def test_green_pawns_in_the_shade_are_not_taken_for_red_ones_whose_looks_are_unclear() -> None:
    """Near the darkest that a camera shows, hues are pale. These are colours and looks of a photograph."""
    names = ("red", "yellow", "green", "blue")
    mean = [-2.89, -2.81, -1.69], [-3.09, -2.14, -1.87], [-2.12, -0.89, -2.07], [-0.46, -1.68, -2.46]
    doubt = [0.17, 0.17, 0.3], [0.13, 0.22, 0.22], [0.11, 0.14, 0.1], [0.13, 0.1, 0.08]
    spread = [0.28, 0.28, 0.48], [0.24, 0.41, 0.42], [0.35, 0.44, 0.3], [0.38, 0.32, 0.23]
    learned = [
        Look(name, np.array(m), np.diag(np.square(d)), np.diag(np.square(s)))
        for name, m, d, s in zip(names, mean, doubt, spread, strict=True)
    ]
    shaded = [[-3.08, -2.34, -3.08], [-3.08, -2.64, -3.2], [-3.19, -2.69, -3.2], [-3.17, -2.8, -3.11]]
    colours = np.array([[-2.1, -0.9, -2.1]] * 2 + shaded + [[-3.14, -3.1, -2.18], [-2.6, -2.48, -1.12]])
    told = read_kinds(colours, names, np.full(len(colours), -8.0), learned=learned)
    assert told.argmax(axis=1).tolist() == [3] * 6 + [1] * 2


def test_two_kinds_in_coloured_light_are_not_expected_in_a_shade() -> None:
    """Both have the light's hue: white in the shade would look like black."""
    mean = np.array([[-2.9, -0.6, -0.4], [-3.3, -2.2, -2.0]])[:, None]
    covariance = np.broadcast_to(make_covariance(0.3, 0.1), (2, 1, 3, 3))
    shaded = np.array([[-3.3, -1.9, -1.7]])
    plain = compute_log_density(shaded, mean, covariance)
    assert likelihood.compute_kinds_log_density(shaded, mean, covariance) == pytest.approx(plain)
    third = np.array([[[-0.5, -1.7, -2.5]]])
    of_three = likelihood.compute_kinds_log_density(
        shaded, np.concatenate([mean, third]), np.broadcast_to(covariance[:1], (3, 1, 3, 3))
    )
    assert of_three[0, 0] > plain[0, 0] + 1
