"""Pictures of every room on every panel: `python -m tests.screen.gallery OUTDIR [SIZE ...]`, a size as 800x480."""

from __future__ import annotations

import sys
from pathlib import Path

import pygame

from companion.boards import BOARDS
from companion.screen.touchscreen import Touchscreen
from tests.screen.views import views

PANELS = ((800, 480), (1280, 720), (720, 1280))


def paint(out: Path, panels: tuple[tuple[int, int], ...] = PANELS) -> list[Path]:
    """Writes one PNG a room and panel and returns the files."""
    out.mkdir(parents=True, exist_ok=True)
    files: list[Path] = []
    for size in panels:
        touchscreen = Touchscreen(BOARDS["mindfield"], size)
        for name, view in views().items():
            files.append(out / f"{name}-{size[0]}x{size[1]}.png")
            pygame.image.save(touchscreen.draw(view), files[-1])
    return files


def main(arguments: list[str]) -> int:
    if not arguments:
        sys.stderr.write("usage: python -m tests.screen.gallery OUTDIR [WIDTHxHEIGHT ...]\n")
        return 2
    panels = tuple((int(w), int(h)) for w, _, h in (size.partition("x") for size in arguments[1:])) or PANELS
    for file in paint(Path(arguments[0]), panels):
        sys.stdout.write(f"{file}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
