"""Pictures of every screen on every panel, and of the virtual table's window with a piece in hand.

`python -m tests.screen.gallery OUTDIR [SIZE ...]`, a size as 800x480.
`python -m tests.screen.gallery --pages FILE` writes one picture of the pages beside a game, for docs/screen.md.
`docs/draw_pictures.py` draws the other pictures of the documents.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pygame

from companion.boards import BOARDS
from companion.screen.touchscreen import Touchscreen
from companion.virtual_table.camera import VirtualCamera
from companion.virtual_table.window import TableWindow
from tests.screen.views import MIDDLE, views
from tests.tables import make_scene

PANELS = ((800, 480), (1280, 720), (720, 1280))
PAGES = (
    "menu",
    "names-keyboard",
    "rules-topic",
    "settings",
    "camera-framing",
    "devices",
    "history",
    "take-along",
    "help",
)
PAGE = (480, 288)
ACROSS = 3


def paint(out: Path, panels: tuple[tuple[int, int], ...] = PANELS) -> list[Path]:
    """Writes one PNG for each screen and panel and returns the files."""
    out.mkdir(parents=True, exist_ok=True)
    files: list[Path] = []
    for size in panels:
        touchscreen = Touchscreen(BOARDS["mindfield"], size, menu=True)
        for name, view in views().items():
            files.append(out / f"{name}-{size[0]}x{size[1]}.png")
            pygame.image.save(touchscreen.draw(view), files[-1])
    return files


def paint_pages(file: Path) -> Path:
    """Writes one picture of the pages that players open before, during and after a game, and returns its file."""
    down = -(-len(PAGES) // ACROSS)
    sheet = pygame.Surface((ACROSS * PAGE[0], down * PAGE[1]))
    touchscreen = Touchscreen(BOARDS["mindfield"], PAGE, menu=True)
    for place, name in enumerate(PAGES):
        row, column = divmod(place, ACROSS)
        sheet.blit(touchscreen.draw(views()[name]), (column * PAGE[0], row * PAGE[1]))
    pygame.image.save(sheet, file)
    return file


def paint_window(out: Path) -> Path:
    """Writes a PNG of the virtual table's window while a stone is carried; needs no display."""
    board = BOARDS["mindfield"]
    scene = make_scene(board)
    scene.lay(MIDDLE)
    camera = VirtualCamera(scene)
    start, end = board.layout().cells["c2"], board.layout().cells["e4"]
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    with TableWindow(scene, camera, Touchscreen(board), size=(1325, 486)) as window:
        scene.pick(start.x, start.y)
        scene.drag(end.x, end.y)
        window.show(views()["play-under-way"], camera.read())
        file = out / "window.png"
        pygame.image.save(pygame.display.get_surface(), file)
    return file


def main(arguments: list[str]) -> int:
    if not arguments:
        sys.stderr.write("usage: python -m tests.screen.gallery OUTDIR [WIDTHxHEIGHT ...] | --pages FILE\n")
        return 2
    if arguments[0] == "--pages" and len(arguments) == 2:
        sys.stdout.write(f"{paint_pages(Path(arguments[1]))}\n")
        return 0
    panels = tuple((int(w), int(h)) for w, _, h in (size.partition("x") for size in arguments[1:])) or PANELS
    out = Path(arguments[0])
    for file in (*paint(out, panels), paint_window(out)):
        sys.stdout.write(f"{file}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
