"""Places that look like pieces elsewhere, although most places of their sort look the same."""

from __future__ import annotations

import numpy as np

from vision.reader.networks.repetition import find_like_pieces
from vision.reader.networks.windows import SAMPLE_RADII, SIDE

COUNT, PIECES = 12, 2
WOOD, ORANGE, WHITE = (np.array(c, np.float32) for c in ((0.3, 0.5, 0.55), (0.2, 0.4, 0.9), (0.9, 0.9, 0.9)))
SURE_PIECE, SURE_EMPTY = np.log([0.001, 0.998, 0.001]), np.log([0.998, 0.001, 0.001])


def make_windows(disc: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Windows with white discs on an orange ground, which are surely pieces, and others with discs of a colour (3,) on
    wood, which seem to be empty; and what the network says of all of them.
    """
    inside = (SAMPLE_RADII < 0.95)[..., None]
    shown = np.stack([np.where(inside, WHITE, ORANGE)] * PIECES + [np.where(inside, disc, WOOD)] * (COUNT - PIECES))
    shown += np.random.default_rng(3).normal(0, 0.02, (COUNT, SIDE, SIDE, 3))
    return shown.astype(np.float32), np.stack([SURE_PIECE] * PIECES + [SURE_EMPTY] * (COUNT - PIECES))


def test_what_looks_like_pieces_elsewhere_may_be_a_piece_however_often_it_repeats() -> None:
    assert find_like_pieces(*make_windows(WHITE))[PIECES:].all()


def test_print_in_another_colour_than_the_pieces_and_plain_print_are_no_pieces() -> None:
    assert not find_like_pieces(*make_windows(0.5 * WHITE))[PIECES:].any()
    assert not find_like_pieces(*make_windows(WOOD))[PIECES:].any()
    shown, log_p = make_windows(WHITE)
    shown[PIECES:] = WHITE  # white print all over the place
    assert not find_like_pieces(shown, log_p)[PIECES:].any()


def test_one_piece_alone_shows_nothing() -> None:
    shown, log_p = make_windows(WHITE)
    log_p[0] = SURE_EMPTY
    assert not find_like_pieces(shown, log_p)[PIECES:].any()
