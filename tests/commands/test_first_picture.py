"""`companion play` shows a picture before it has loaded the game."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PLAYING = """
import json, os, sys
import pygame
from companion import cli
def note(show):
    def noted(*given):
        show(*given)
        loaded = "companion.app.assembly" in sys.modules
        print(json.dumps([loaded, pygame.display.get_window_size()]), flush=True)
        if loaded:
            os._exit(0)
    return noted
pygame.display.update, pygame.display.flip = note(pygame.display.update), note(pygame.display.flip)
cli.main(sys.argv[1:])
"""
"""Plays, says for each picture whether the game is loaded, and how large the window is, and ends with the first picture
of the game.
"""


@pytest.mark.parametrize(
    "arguments",
    [
        ("--game", "spry", "--camera", "virtual", "--display", "window"),
        ("--choose", "--camera", "virtual", "--display", "window"),
        ("--choose", "--camera", "images:nowhere", "--display", "auto"),
    ],
)
def test_a_picture_comes_first_in_the_same_window(arguments: tuple[str, ...], tmp_path: Path) -> None:
    environment = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "COMPANION_LANGUAGE": "en"}
    command = [sys.executable, "-c", PLAYING, "play", "--data", str(tmp_path), *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=True)
    (first_loaded, first_size), *others = (json.loads(line) for line in done.stdout.splitlines() if line[0] == "[")
    assert not first_loaded
    assert others
    assert all(size == first_size for _, size in others)


def test_without_a_display_the_message_comes_at_once(tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    environment |= {"SDL_VIDEODRIVER": "", "COMPANION_LANGUAGE": "en"}
    command = [sys.executable, "-m", "companion.cli", "play", "--data", str(tmp_path), "--display", "window"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert "there is no desktop for a window" in done.stderr
