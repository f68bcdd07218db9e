"""What the colour of a place adds to what the network says about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from tests.vision import scene
from vision.layout import Layout, PieceKind
from vision.observation import SURE
from vision.reader import Reader, likelihood, posterior, survey
from vision.reader.appearance import (
    Look,
    allow_tinge,
    compute_log_density,
    encode,
    make_covariance,
    make_prior_look,
)
from vision.reader.evidence import Evidence
from vision.reader.kinds import Kinds
from vision.reader.scene import Scene
from vision.reader.shade import UNKNOWN_LOG_DENSITY
from vision.register import find

GREEN, RED = (np.array(c) for c in ((0.09, 0.36, 0.05), (0.05, 0.05, 0.60)))
LIGHT = make_covariance(0.1, 0.05)
OTHERS = 8
"""How many clear green pieces there are, and how many clear red ones, besides the place in question."""


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


UNKNOWN_RIMS = np.full(2, np.nan)


def expect(
    looks: Sequence[Look], rims: np.ndarray, names: Sequence[str] = (), *, is_learned: bool = False
) -> posterior.Expected:
    """What is known before a picture. looks, rims: of the kinds. names: of the kinds; of their heads nothing else is
    known.
    """
    heads = tuple(make_prior_look(name, 0.0) for name in names)
    return posterior.Expected(looks=tuple(looks), head_looks=heads, light_doubt=LIGHT, is_learned=is_learned, rims=rims)


def make_evidence(core: np.ndarray, **known: Any) -> Evidence:
    """Places of these colours (n, 3), each its own cell, which the network takes for pieces, and which print explains
    badly. known: the fields of the evidence that differ from this.
    """
    n = len(core)
    usual = {
        "darkest": core - 1.0,
        "terms": np.column_stack([np.ones(n), np.zeros((n, 5))]),
        "brightest": np.ones((n, 3)),
        "size_fit": np.zeros((n, 2)),
        "print_log_density": np.full(n, -12.0),
        "may_be_glare": np.zeros(n, np.bool_),
        "cell": np.arange(n),
        "log_p": np.log(np.tile([0.004, 0.995, 0.001], (n, 1))),
        "is_print_guessed": np.zeros(n, np.bool_),
    }
    fields = usual | known
    return Evidence(core=core, any_print_log_density=fields["print_log_density"], **fields)


def how_empty(colour: np.ndarray, print_log_density: float, piece: float) -> float:
    """The probability that a place of this colour is empty; see `contents`."""
    return float(contents(colour, print_log_density, piece)[0])


def contents(
    colour: np.ndarray,
    print_log_density: float,
    piece: float,
    *,
    glare: bool = False,
    guessed: bool = False,
    rim: np.ndarray | None = None,
) -> np.ndarray:
    """How likely a place of this colour (3,), blue first, is empty, green, red, something else.

    print_log_density: how well print explains the colour, as a logarithm. piece: the network's probability for a piece.
    glare: True if a lamp may be mirrored there. guessed: True if the print there was only guessed. rim: (3,) the colour
    of the darkest part; by default black, which says nothing.
    """
    core = encode(np.array([GREEN] * OTHERS + [RED] * OTHERS + [colour]))
    core += np.random.default_rng(5).normal(0, 0.05, core.shape)
    n, foreign = len(core), 1e-4
    there = np.append(np.full(n - 1, 0.999), piece)
    log_p = np.log(np.column_stack([1 - there, there, np.full(n, foreign)]))
    seen = make_evidence(
        core,
        darkest=encode(np.array([[0.01] * 3] * (n - 1) + [[0.01] * 3 if rim is None else rim])),
        print_log_density=np.append(np.full(n - 1, -12.0), print_log_density),
        may_be_glare=np.append(np.zeros(n - 1, np.bool_), glare),
        log_p=log_p,
        is_print_guessed=np.append(np.zeros(n - 1, np.bool_), guessed),
    )
    told = posterior.estimate_posterior(
        seen, expect([make_prior_look("green", 0.0), make_prior_look("red", 0.0)], UNKNOWN_RIMS)
    )
    return np.asarray(told.probabilities[-1])


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


def test_where_print_was_guessed_only_a_known_colour_is_surely_a_piece() -> None:
    pale_green = np.array([0.16, 0.42, 0.12])
    assert contents(pale_green, print_log_density=-12.0, piece=0.999)[1] > 0.97
    assert contents(pale_green, print_log_density=-12.0, piece=0.999, guessed=True)[1] < 0.7
    assert contents(pale_green, print_log_density=-12.0, piece=0.9995, guessed=True)[1] > 0.97
    assert contents(GREEN, print_log_density=-12.0, piece=0.999, guessed=True)[1] > 0.97
    empty = contents(GREEN, print_log_density=1.0, piece=0.001)
    assert contents(GREEN, print_log_density=1.0, piece=0.001, guessed=True) == pytest.approx(empty)


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


def read_kinds(
    colours: np.ndarray,
    names: tuple[str, ...],
    explained: np.ndarray,
    cell: np.ndarray | None = None,
    glare: np.ndarray | None = None,
    learned: Sequence[Look] = (),
    drop: np.ndarray | float = 1.0,
    rims: Sequence[float] | None = None,
    heads: np.ndarray | None = None,
    chances: np.ndarray | None = None,
    brightest: float = 1.0,
    looks: Sequence[Look] = (),
) -> np.ndarray:
    """(n, 1 + k + 1) how likely places of these colours (n, 3) are empty, each kind, something else, if the network
    takes all of them for pieces.

    explained: (n,) how well print explains each, as a logarithm. cell: (n,) the number of each place's cell; by default
    each has its own. glare: (n,) True where a lamp may be mirrored; by default nowhere. learned: the kinds' looks, if
    they were learned from pieces. drop: (n,) how much darker the darkest part of each is, as a logarithm. rims:
    how bright the darkest part of each kind was in tables that are known. heads: (n, 3) the colours of the heads, if
    the pieces are tall. chances: (n, 3) the network's answers instead. brightest: the brightest colour that the camera
    can show, a logarithm. looks: the kinds' looks, if the names tell more than usual.
    """
    n = len(colours)
    core = colours + np.random.default_rng(5).normal(0, 0.05, colours.shape)
    seen = make_evidence(
        core,
        darkest=core - np.broadcast_to(drop, n)[:, None],
        head=heads,
        brightest=np.full((n, 3), brightest),
        size_fit=np.zeros((n, len(names))),
        print_log_density=explained,
        may_be_glare=np.zeros(n, np.bool_) if glare is None else glare,
        cell=np.arange(n) if cell is None else cell,
        log_p=np.log(np.tile([0.004, 0.995, 0.001], (n, 1)) if chances is None else chances),
    )
    looks = learned or looks or [make_prior_look(name, 0.9 if len(names) > 2 else 0.0) for name in names]
    known = np.full(len(names), np.nan) if rims is None else np.array(rims)
    return posterior.estimate_posterior(seen, expect(looks, known, names, is_learned=bool(learned))).probabilities


def test_print_that_is_taken_for_pieces_does_not_teach_how_pieces_look() -> None:
    white, black, cork = [-1.0, -0.7, -0.5], [-2.3, -2.1, -2.6], [-2.75, -1.55, -0.95]
    colours = np.array([white] * 12 + [black] * 11 + [cork] * 30)
    told = read_kinds(colours, ("white", "black"), np.array([-30.0] * 12 + [-12.0] * 11 + [-0.3] * 30))
    assert told.argmax(axis=1).tolist() == [1] * 12 + [2] * 11 + [0] * 30


def test_white_stones_with_shaded_hollows_are_told_from_black_ones_by_the_gap_between_them() -> None:
    """They are far darker than the name tells, but no stone is between the kinds. The colours are of a photograph."""
    white = [[-1.8, -2.1, -1.8], [-2.0, -2.2, -1.9], [-1.7, -1.9, -1.7], [-1.3, -1.5, -1.0], [-1.7, -1.9, -1.8]]
    black = [[-3.0, -3.0, -3.0], [-3.1, -3.1, -3.0], [-3.0, -3.0, -2.9], [-2.8, -3.0, -2.9], [-2.9, -3.0, -3.0]]
    colours = np.array(white + white[:2] + black + black[:2])
    told = read_kinds(colours, ("white", "black"), np.full(len(colours), -14.0))
    assert told.argmax(axis=1).tolist() == [1] * 7 + [2] * 7


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
