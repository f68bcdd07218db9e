"""How soon `companion play` shows its first screen, how long a screen takes to draw, and how much memory a game takes.

    python -m tests.bench.screen

The first picture, and the first screen that people can use, are timed in processor time from the start of the program
on a display without a window (SDL's dummy driver), beside a program that only loads pygame, numpy and OpenCV. The
program starts as it does after pip has installed it: compiled. A screen is drawn again for each moment of the tests,
beside the same number of pixels copied; a picture of a motion is one of those that are drawn while a piece glides.
Memory is the most that the program had after some seconds of play, on the virtual table and with a recorded camera. The
exit status is 1 if a bound is missed.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import cv2
import pygame

from companion.boards import BOARDS
from companion.screen.touchscreen import Touchscreen
from companion.virtual_table.camera import VirtualCamera
from tests.screen.moments import moments
from tests.tables import make_scene

COMPILED = Path("build/compiled").absolute()
"""Where the program is kept compiled."""
FIRST_SCREEN_S = 1.5
DRAW_MS = {(800, 480): 8.0, (1280, 720): 16.0}
"""The median time to draw a screen, by its size."""
VIRTUAL_MB, CAMERA_MB = 400.0, 250.0

LOADING = "import pygame, numpy, cv2, resource; u = resource.getrusage(0); print(u.ru_utime + u.ru_stime)"

PLAYING = """
import json, os, resource, sys
import pygame
from companion import cli
from tests.memory import most_mb
shown, most = 0, int(sys.argv[1])
def note(show):
    def noted(*given):
        global shown
        show(*given)
        shown += 1
        if shown in (1, 2, most):
            used = resource.getrusage(resource.RUSAGE_SELF)
            print(json.dumps([used.ru_utime + used.ru_stime, most_mb()]), flush=True)
        if shown == most:
            os._exit(0)
    return noted
pygame.display.update, pygame.display.flip = note(pygame.display.update), note(pygame.display.flip)
cli.main(sys.argv[2:])
"""
"""Plays, prints processor time and memory at the first, second and last picture that is shown, and ends."""


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def play(pictures: int, *arguments: str) -> tuple[float, float, float]:
    """Plays until this number of pictures is shown, which must be 2 or more. Returns the processor time to the first
    picture and to the second one, in s, and the most memory, in MB.
    """
    environment = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "COMPANION_LANGUAGE": "en"}
    environment |= {"PYTHONPYCACHEPREFIX": str(COMPILED), "PYTHONDONTWRITEBYTECODE": ""}
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", PLAYING, str(pictures), "play", "--data", folder, *arguments]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=True)
    lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("[")]
    return lines[0][0], lines[1][0], lines[-1][1]


def record(folder: Path, game: str) -> None:
    """Pictures of a game's start table, as a camera would give them."""
    board = BOARDS[game]
    scene = make_scene(board)
    camera = VirtualCamera(scene)
    for number in range(40):
        cv2.imwrite(str(folder / f"{number:03}.png"), camera.render())


def draw_ms(size: tuple[int, int]) -> tuple[float, float]:
    """The median time to draw a screen, and to copy one, in ms."""
    drawn, copied = [], []
    for view in moments().values():
        screen = Touchscreen(BOARDS[view.game], size, menu=True)
        screen.draw(view)
        for headline in ("once more", "and again"):
            changed = replace(view, detail=headline)
            before = time.perf_counter()
            surface = screen.draw(changed)
            drawn.append(time.perf_counter() - before)
            before = time.perf_counter()
            surface.copy()
            copied.append(time.perf_counter() - before)
    return 1000 * statistics.median(drawn), 1000 * statistics.median(copied)


def draw_motion_ms(size: tuple[int, int]) -> tuple[float, float]:
    """The median time to draw a picture of a piece that glides, and to ask again when it is over, in ms."""
    drawn, asked = [], []
    for view in moments().values():
        board = BOARDS[view.game]
        start = next(iter(view.table), None)
        end = next(cell for cell in board.layout().cells if cell not in view.table)
        if start is None or view.screen != "play":
            continue
        screen = Touchscreen(board, size, menu=True)
        screen.draw(replace(view, seen=None), 0.0)
        table = {end if cell == start else cell: pieces for cell, pieces in view.table.items()}
        moved = replace(view, table=table, seen=None)
        rest = None
        for now, times in ((1.0, None), (1.1, drawn), (1.2, drawn), (1.3, drawn), (9.0, None), (9.1, asked)):
            before = time.perf_counter()
            picture = screen.draw(moved, now)
            if times is not None:
                times.append(time.perf_counter() - before)
            if times is asked and picture is not rest:
                raise AssertionError("a screen on which nothing moves was drawn again")
            rest = picture
    return 1000 * statistics.median(drawn), 1000 * statistics.median(asked)


def main() -> int:
    missed = 0
    pygame.display.init()
    loaded = statistics.median(
        float(
            subprocess.run([sys.executable, "-c", LOADING], capture_output=True, text=True, check=True).stdout.split()[
                -1
            ]
        )
        for _ in range(3)
    )
    for name, arguments in (
        ("a game on the virtual table", ("--game", "backgammon", "--camera", "virtual", "--display", "window")),
        ("the choice of games", ("--choose", "--camera", "virtual", "--display", "window")),
    ):
        play(2, *arguments)  # compiles
        times = [play(2, *arguments) for _ in range(5)]
        for what, which in (("picture", 0), ("screen", 1)):
            first = statistics.median(taken[which] for taken in times)
            missed += first > FIRST_SCREEN_S
            say(
                f"first {what} of {name}: {first:.2f} s, {first / loaded:.1f} of loading the libraries "
                f"({FIRST_SCREEN_S} s allowed)"
            )
    for size, most in DRAW_MS.items():
        drawn, copied = draw_ms(size)
        missed += drawn > most
        say(f"a screen of {size[0]}x{size[1]}: {drawn:.1f} ms, {drawn / copied:.0f} of copying it ({most} ms allowed)")
        moving, still = draw_motion_ms(size)
        missed += moving > most
        say(f"a picture of a motion on it: {moving:.1f} ms ({most} ms allowed); when it is over {still:.3f} ms")
    for game in BOARDS:
        _, _, virtual = play(60, "--game", game, "--camera", "virtual", "--display", "window")
        missed += virtual > VIRTUAL_MB
        say(f"{game} on the virtual table: {virtual:.0f} MB ({VIRTUAL_MB:.0f} allowed)")
    with tempfile.TemporaryDirectory() as folder:
        record(Path(folder), "backgammon")
        _, _, recorded = play(3, "--game", "backgammon", "--camera", f"images:{folder}", "--display", "window")
    missed += recorded > CAMERA_MB
    say(f"backgammon with a camera: {recorded:.0f} MB ({CAMERA_MB:.0f} allowed)")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
