"""On print that is not known, the outline of a piece says where the piece is."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from vision.reader.places import outlines

SIDE, STEP, RADIUS = 31, 1.5, 12.0


def look(off: tuple[int, int], piece: float, noise: float = 0.03) -> np.ndarray:
    """(1, SIDE * SIDE, 3) a piece on print that is dark on the left and pale on the right, with a darker rim inside.

    off: in samples to the right and down. piece: its brightness (a logarithm).
    """
    y, x = np.mgrid[:SIDE, :SIDE] - SIDE // 2
    far = np.hypot(x - off[0], y - off[1]) * STEP / RADIUS
    print_there = np.where(x < 0, -3.0, -1.2)
    grey = np.where(far < 1, np.where((far > 0.5) & (far < 0.6), piece - 0.2, piece), print_there)
    colours = grey[..., None] + noise * np.random.default_rng(1).standard_normal((SIDE, SIDE, 3))
    return colours.reshape(1, -1, 3).astype(np.float32)


def fit(colours: np.ndarray, otherwise: tuple[int, int] = (0, 0)) -> tuple[int, int]:
    patches = SimpleNamespace(side=SIDE, step=STEP)
    return tuple(outlines.fit_outlines(colours, patches, RADIUS, np.array([otherwise]))[0].tolist())  # type: ignore[arg-type]


@pytest.mark.parametrize("piece", [-0.5, -2.2])
@pytest.mark.parametrize("off", [(4, 0), (0, -4), (-3, 3), (2, 2)])
def test_a_displaced_piece_is_found(off: tuple[int, int], piece: float) -> None:
    found = fit(look(off, piece))
    assert np.abs(np.subtract(found, off)).max() <= 1


def test_a_piece_that_is_hardly_displaced_counts_as_at_its_place() -> None:
    assert fit(look((0, 0), -0.5)) == (0, 0)


def test_print_without_an_outline_says_nothing() -> None:
    assert fit(look((200, 0), -0.5)) == (0, 0)
    assert fit(look((200, 0), -0.5), (1, -1)) == (1, -1)
