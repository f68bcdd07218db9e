"""Pictures of the main screens as they should look, and how far a screen may differ from its picture.

    python -m tests.screen.reference --renew

draws all of them again, for a change that is meant: look at them before you commit them. Versions of SDL and FreeType
draw edges a little differently. So two pictures are compared in small squares: the mean difference of a square must
stay small. A word, a sign or a piece that is missing or in another place is far above it.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pygame
from numpy.typing import NDArray

from companion.boards import BOARDS
from companion.screen import theme
from companion.screen.touchscreen import Touchscreen
from companion.values.views import View
from tests.screen.moments import moments
from tests.screen.views import views

Image = NDArray[np.uint8]

FOLDER = Path(__file__).parent / "references"
FAILED = Path(__file__).parents[2] / "build" / "screens"
"""Where a test writes the pictures of screens that look different."""

SMALL = (480, 320)
"""The smallest panel."""

SQUARE = 12
"""The side of the squares, in pixels: as large as a letter."""
MOST_DIFFERENT = 16.0
"""The largest mean difference of a square, of 255."""


@dataclass(frozen=True, slots=True)
class Shot:
    """A screen of which there is a picture."""

    view: View
    size: tuple[int, int] = (800, 480)
    theme: str = "dark"

    def draw(self) -> Image:
        """The screen as it is drawn now."""
        theme.use_theme(self.theme)
        try:
            surface = Touchscreen(BOARDS[self.view.game], self.size, menu=True).draw(self.view)
        finally:
            theme.use_theme("dark")
        pixels = pygame.surfarray.array3d(surface).transpose(1, 0, 2)
        return np.ascontiguousarray(pixels[..., ::-1])


def list_shots() -> Mapping[str, Shot]:
    """All screens of which there are pictures, by the names of their files."""
    return dict(_list_shots())


def _list_shots() -> Iterator[tuple[str, Shot]]:
    by_hand, games = views(), moments()
    for name in ("play-under-way", "hint-piece", "wrong", "doubt", "roll-typed", "setup"):
        yield name, Shot(by_hand[name])
    for name in ("backgammon", "spaces-hint", "spry", "color-dice-2-attack"):
        yield name, Shot(games[name], SMALL)
    for name in ("wrong", "doubt", "roll-typed", "over", "history"):
        yield f"{name}-small", Shot(by_hand[name], SMALL)
    for name in ("wrong", "doubt", "roll-typed"):
        yield f"{name}-upright", Shot(by_hand[name], (480, 800))
    for name in ("light", "contrast"):
        yield f"wrong-{name}", Shot(by_hand["wrong"], SMALL, name)


def read_reference(name: str) -> Image | None:
    """How a screen should look; None if there is no picture of it."""
    file = FOLDER / f"{name}.png"
    return cv2.imread(str(file)) if file.exists() else None


def measure_difference(one: Image, other: Image) -> float:
    """How much two pictures of a size differ: the largest mean difference of a square, of 255."""
    apart = cv2.absdiff(one, other).astype(np.float32).max(axis=2)
    return float(cv2.blur(apart, (SQUARE, SQUARE)).max())


def write_side_by_side(name: str, drawn: Image, wanted: Image | None) -> Path:
    """Writes a picture of how a screen looks, how it should look, and where they differ. Returns the file."""
    parts = [drawn]
    if wanted is not None:
        parts.append(wanted)
        if wanted.shape == drawn.shape:
            parts.append(cv2.absdiff(drawn, wanted))
    tall = max(part.shape[0] for part in parts)
    row = [cv2.copyMakeBorder(part, 0, tall - part.shape[0], 0, 8, cv2.BORDER_CONSTANT) for part in parts]
    FAILED.mkdir(parents=True, exist_ok=True)
    file = FAILED / f"{name}.png"
    cv2.imwrite(str(file), np.hstack(row))
    return file


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="reference")
    parser.add_argument("--renew", action="store_true", required=True, help="draw all pictures again")
    parser.parse_args(arguments)
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    FOLDER.mkdir(exist_ok=True)
    shots = list_shots()
    for name, shot in shots.items():
        drawn, wanted = shot.draw(), read_reference(name)
        if wanted is None or drawn.shape != wanted.shape or measure_difference(drawn, wanted) > 0:
            cv2.imwrite(str(FOLDER / f"{name}.png"), drawn, [cv2.IMWRITE_PNG_COMPRESSION, 9])
            sys.stdout.write(f"{name} is new: look at it\n")
    for file in sorted(FOLDER.glob("*.png")):
        if file.stem not in shots:
            file.unlink()
            sys.stdout.write(f"{file.stem} is gone\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
