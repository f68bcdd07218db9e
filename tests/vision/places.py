"""Made-up evidence of places, and what the posterior says about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from vision.reader.colours.appearance import Look, encode, make_covariance, make_prior_look
from vision.reader.contents import posterior
from vision.reader.evidence.place_evidence import Evidence

GREEN, RED = (np.array(c) for c in ((0.09, 0.36, 0.05), (0.05, 0.05, 0.60)))
LIGHT = make_covariance(0.1, 0.05)
OTHERS = 8
"""How many clear green pieces there are, and how many clear red ones, besides the place in question."""
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
        "is_shiny": np.ones(n, np.bool_),
        "cell": np.arange(n),
        "log_p": np.log(np.tile([0.004, 0.995, 0.001], (n, 1))),
        "is_print_guessed": np.zeros(n, np.bool_),
        "is_print_seen": np.ones(n, np.bool_),
    }
    fields = usual | known
    return Evidence(core=core, any_print_log_density=fields["print_log_density"], **fields)


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
        is_print_seen=np.append(np.ones(n - 1, np.bool_), not guessed),
    )
    told = posterior.estimate_posterior(
        seen, expect([make_prior_look("green", 0.0), make_prior_look("red", 0.0)], UNKNOWN_RIMS)
    )
    return np.asarray(told.probabilities[-1])


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
    print_seen: np.ndarray | bool = True,
) -> np.ndarray:
    """(n, 1 + k + 1) how likely places of these colours (n, 3) are empty, each kind, something else, if the network
    takes all of them for pieces.

    explained: (n,) how well print explains each, as a logarithm. cell: (n,) the number of each place's cell; by default
    each has its own. glare: (n,) True where a lamp may be mirrored; by default nowhere. learned: the kinds' looks, if
    they were learned from pieces. drop: (n,) how much darker the darkest part of each is, as a logarithm. rims:
    how bright the darkest part of each kind was in tables that are known. heads: (n, 3) the colours of the heads, if
    the pieces are tall. chances: (n, 3) the network's answers instead. brightest: the brightest colour that the camera
    can show, a logarithm. looks: the kinds' looks, if the names tell more than usual. print_seen: (n,) True where the
    print was seen when it was learned.
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
        is_print_seen=np.broadcast_to(print_seen, n),
    )
    looks = learned or looks or [make_prior_look(name, 0.9 if len(names) > 2 else 0.0) for name in names]
    known = np.full(len(names), np.nan) if rims is None else np.array(rims)
    return posterior.estimate_posterior(seen, expect(looks, known, names, is_learned=bool(learned))).probabilities
