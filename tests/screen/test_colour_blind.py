"""People who see fewer colours tell all pieces, badges and marks apart: their pictures differ, not only their hues.

Colours are changed as Machado, Oliveira and Fernandes describe it (2009, table 1, severity 1.0).
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import get_args

import numpy as np
import pygame
import pytest
from numpy.typing import NDArray

from companion.boards import BOARDS
from companion.screen import shapes
from companion.screen.theme import DARK

SIGHT: Mapping[str, NDArray[np.float64]] = {
    "protan": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deutan": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritan": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
"""What is left of linear red, green and blue, by the kind of sight."""

SIDE = 40
"""The diameter of a piece on a seven-inch panel, in pixels."""
STEP = 36
"""Two pixels differ if one of their colours differs by this much of 255."""
LEAST_PART = 0.06
"""Two pictures differ if this part of their pixels does."""


def see(picture: pygame.Surface, sight: str) -> NDArray[np.float64]:
    """A picture on a grey board as people see it, (width, height, 3), 0 to 255."""
    ground = pygame.Surface(picture.get_size())
    ground.fill((90, 90, 90))
    ground.blit(picture, (0, 0))
    encoded = pygame.surfarray.array3d(ground) / 255
    linear = np.where(encoded <= 0.04045, encoded / 12.92, ((encoded + 0.055) / 1.055) ** 2.4)
    seen = np.clip(linear @ SIGHT[sight].T, 0, 1)
    return np.asarray(255 * np.where(seen <= 0.0031308, seen * 12.92, 1.055 * seen ** (1 / 2.4) - 0.055))


def part_that_differs(one: pygame.Surface, other: pygame.Surface, sight: str) -> float:
    off = np.abs(see(one, sight) - see(other, sight)).max(axis=2)
    return float((off > STEP).mean())


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("game", BOARDS)
def test_all_pieces_of_a_game_are_told_apart(game: str, sight: str) -> None:
    pieces = BOARDS[game].layout().pieces
    drawn = {kind: shapes.piece(kind, SIDE, its.shape == "token") for kind, its in pieces.items()}
    alike = [
        (a, b) for a, b in itertools.combinations(drawn, 2) if part_that_differs(drawn[a], drawn[b], sight) < LEAST_PART
    ]
    assert not alike


@pytest.mark.parametrize("sight", SIGHT)
def test_all_badges_are_told_apart(sight: str) -> None:
    drawn = {name: shapes.badge(name, 22) for name in get_args(shapes.Badge)}
    alike = [
        (a, b) for a, b in itertools.combinations(drawn, 2) if part_that_differs(drawn[a], drawn[b], sight) < LEAST_PART
    ]
    assert not alike


@pytest.mark.parametrize("sight", SIGHT)
def test_what_comes_and_what_goes_have_different_rings(sight: str) -> None:
    leaves = shapes.ring(DARK.ERROR, SIDE, 3.0, dashed=False)
    comes = shapes.ring(DARK.ACCENT, SIDE, 3.0, dashed=True)
    assert part_that_differs(leaves, comes, sight) >= LEAST_PART


def test_the_same_colour_with_the_same_symbol_would_be_noticed() -> None:
    white = shapes.piece("white", SIDE)
    assert part_that_differs(white, white.copy(), "deutan") == 0
