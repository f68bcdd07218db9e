"""A place that looks the same as when its content was known has the same content."""

from __future__ import annotations

import numpy as np
import pytest

from vision.reader.networks.examples import Examples, apply_examples
from vision.reader.networks.network import EMPTY, PIECE
from vision.reader.networks.windows import SIDE
from vision.reader.places.atlas import Floats, Singles

N = 6
OCCUPIED = np.array([True, True, True, False, False, False])


def shown(seed: int = 1) -> Singles:
    return np.random.default_rng(seed).uniform(0.2, 0.9, (N, SIDE, SIDE, 3)).astype(np.float32)


def told(empty: float) -> Floats:
    """The network's log probabilities (N, 3) if it takes each place for empty with this probability."""
    return np.log(np.tile([empty, 0.999 - empty, 0.001], (N, 1)))


def test_what_looks_the_same_holds_the_same() -> None:
    known = Examples.of(shown(), OCCUPIED, told(0.5), None)
    noise = np.random.default_rng(2).normal(0, 0.01, shown().shape).astype(np.float32)
    after = np.exp(apply_examples(told(0.5), shown() * 1.05 + noise, known))
    assert (after[:3, PIECE] > 0.98).all()
    assert (after[3:, EMPTY] > 0.98).all()


def test_what_looks_different_is_recognised_by_the_network_alone() -> None:
    known = Examples.of(shown(), OCCUPIED, told(0.5), None)
    assert apply_examples(told(0.3), shown(9), known) == pytest.approx(told(0.3), abs=1e-6)
    assert apply_examples(told(0.3), shown(9), None) is not None


def test_people_know_better_where_the_network_was_wrong() -> None:
    wrong = np.log(np.tile([0.9998, 0.0001, 0.0001], (N, 1)))
    known = Examples.of(shown(), OCCUPIED, wrong, None)
    after = np.exp(apply_examples(wrong, shown(), known))
    assert (after[:3, PIECE] > 0.95).all()
    again = Examples.of(shown(), OCCUPIED, np.log(np.maximum(after, 1e-9)), known)
    assert (again.tells == known.tells).all(), "what was learned is not forgotten by being right"


def test_a_piece_that_looks_like_its_print_is_known_again_only_if_it_looks_the_same() -> None:
    wrong = np.log(np.tile([0.99, 0.009, 0.001], (N, 1)))
    noise = np.random.default_rng(2).normal(0, 0.01, shown().shape).astype(np.float32)
    pattern = np.random.default_rng(3).choice([-0.05, 0.05], shown().shape[:3])[..., None].astype(np.float32)
    unseen = Examples.of(shown(), OCCUPIED, wrong, None)
    assert (np.exp(apply_examples(wrong, shown() + noise, unseen))[:3, PIECE] > 0.9).all()
    assert (np.exp(apply_examples(wrong, shown() + pattern, unseen))[:3, EMPTY] > 0.9).all()
    seen = Examples.of(shown(), OCCUPIED, told(0.1), None)
    assert (np.exp(apply_examples(told(0.5), shown() + pattern, seen))[:3, PIECE] > 0.7).all()
