"""A shadow keeps the colour of the print below it. That is how it differs from a piece."""

from __future__ import annotations

import numpy as np
import pytest

from vision.reader import shade
from vision.reader.appearance import encode

GREEN, RED, WHITE = (np.array(c)[None] for c in ((0.08, 0.3, 0.06), (0.04, 0.05, 0.5), (0.75, 0.8, 0.8)))
SURE = np.full(1, 0.05)


@pytest.mark.parametrize("left", [1.0, 0.5, 0.2, 0.1])
def test_print_is_explained_however_deep_the_shade(left: float) -> None:
    as_print = shade.explains(encode(GREEN * left), encode(GREEN), SURE)[0]
    assert as_print > 0
    for piece in (RED, WHITE):
        assert shade.explains(encode(piece * left), encode(GREEN), SURE)[0] < as_print - 5


def test_brighter_print_is_none() -> None:
    assert shade.explains(encode(GREEN * 2), encode(GREEN), SURE)[0] < -10


def test_print_that_is_hardly_known_explains_little() -> None:
    exactly = shade.explains(encode(GREEN * 0.3), encode(GREEN), SURE)[0]
    assert shade.explains(encode(GREEN * 0.3), encode(GREEN), np.full(1, 0.8))[0] < exactly - 2
