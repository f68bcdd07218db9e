"""`companion demo`: the virtual table in a window, or a demonstration where there is no display.

The demonstration plays a game of Mindfield on the virtual table, seen by the virtual camera through the same
vision as always: legal moves, an illegal one put right, a move taken back, a power cut and what follows it.
It prints what happens as it happens and leaves pictures. Its power cut is real: the program that plays is
killed, and another one goes on.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame

from companion.app.buttons import COMMANDS, ButtonName
from companion.app.game_loop import Stage
from companion.app.game_loop import run as perform
from companion.boards import BOARDS, art
from companion.commands import play
from companion.devices.display import DisplayError, choose
from companion.history.events import Started
from companion.history.journal import Journal
from companion.history.saved_games import choose_game
from companion.referee import start_table
from companion.screen.touchscreen import Touchscreen
from companion.session import Session
from companion.values.commands import Command
from companion.values.notifications import in_words
from companion.values.views import View
from companion.virtual_table.camera import VirtualCamera
from companion.virtual_table.hand import BOX, Hand, Performance
from companion.virtual_table.scene import Scene, Table
from companion.virtual_table.window import TableWindow
from vision.layout import Point
from vision.reader import Reader
from vision.sources import Frame
from vision.watcher import Watcher

GAME = "mindfield"
WINDOW = (1640, 560)
SETTLE = 8
"""Frames that a player waits after pressing a button."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Where the demonstration leaves its pictures; the rest is for the demonstration itself."""
    parser.add_argument(
        "--pictures", type=Path, default=Path("demo"), metavar="DIR", help="folder for the pictures (default: demo)"
    )
    parser.add_argument("--chapter", choices=CHAPTERS, help=argparse.SUPPRESS)
    parser.add_argument("--data", type=Path, help=argparse.SUPPRESS)


def run(args: argparse.Namespace) -> int:
    """Opens the window; without a display plays the demonstration. Returns the exit status."""
    if args.chapter:
        return _perform(args.chapter, args.data, args.pictures)
    try:
        choose("window", os.environ)
    except DisplayError:
        return _demonstrate(args.pictures)
    parser = argparse.ArgumentParser()
    play.add_arguments(parser)
    return play.run(parser.parse_args(["--game", GAME, "--camera", "virtual", "--display", "window"]))


def _demonstrate(pictures: Path) -> int:
    """Both chapters, each in a program of its own."""
    _say("No display here, so this is a demonstration: a game on the virtual table, seen by the virtual camera.")
    with tempfile.TemporaryDirectory() as data:
        for chapter in CHAPTERS:
            command = [sys.executable, "-m", "companion.cli", "demo", "--chapter", chapter]
            ended = subprocess.run(
                [*command, "--data", data, "--pictures", str(pictures)],
                # SDL draws the pictures without a screen.
                env={**os.environ, "SDL_VIDEODRIVER": "dummy"},
                check=False,
            )
            if ended.returncode not in (0, -signal.SIGKILL):
                return ended.returncode
            if ended.returncode:
                _say("The power is cut: the program was killed in the middle of the game.")
    _say(f"The demonstration is over. Its pictures are in {pictures.resolve()}")
    return 0


class Onlooker:
    """Gives the commands of the players' presses, and takes pictures of table and touchscreen."""

    watched = False

    def __init__(self, window: TableWindow, pictures: Path) -> None:
        self._window = window
        self._pictures = pictures
        self._pressed: list[Command] = []
        self._shown: tuple[View, Frame | None] | None = None

    def press(self, name: ButtonName) -> None:
        self._pressed.append(COMMANDS[name])

    def commands(self) -> list[Command]:
        pressed, self._pressed = self._pressed, []
        return pressed

    def show(self, view: View, frame: Frame | None) -> None:
        self._shown = view, frame

    def picture(self, name: str) -> None:
        if self._shown is not None:
            self._window.show(*self._shown)
            pygame.image.save(pygame.display.get_surface(), str(self._pictures / f"{name}.png"))


class Players:
    """The two players, their hands over the scene and their fingers on the buttons."""

    def __init__(self, scene: Scene, onlooker: Onlooker) -> None:
        self.scene = scene
        self.picture = onlooker.picture
        self._press = onlooker.press
        self._hands = {"gold": Hand(scene), "silver": Hand(scene, far_side=True)}

    def carries(self, kind: str, start: str, end: str, done: bool = True) -> Iterator[None]:
        hand = self._hands[kind]
        yield from hand.carry(kind, start, end)
        yield from hand.leave()
        if done:
            yield from self.press("done")
        else:
            yield from hand.rest(SETTLE)

    def takes(self, who: str, kind: str, cell: str) -> Iterator[None]:
        yield from self._hands[who].carry(kind, cell, BOX)
        yield from self._hands[who].leave()
        yield from self.press("done")

    def leaves_between(self, kind: str, start: str, end: str) -> Iterator[None]:
        """Pushes a piece from a cell onto the border of the next one."""
        yield from self._pushes(kind, self._middle(start), self._border(start, end))
        yield from self.press("done")

    def straightens(self, kind: str, start: str, end: str) -> Iterator[None]:
        """Pushes the piece on the border of two cells onto the second."""
        yield from self._pushes(kind, self._border(start, end), self._middle(end))
        yield from self.press("done")

    def _pushes(self, kind: str, start: Point, end: Point) -> Iterator[None]:
        self.scene.pick(*start)
        for step in range(1, 9):
            self.scene.drag(*(a + step / 8 * (b - a) for a, b in zip(start, end, strict=True)))
            yield
        self.scene.drop()
        yield from self._hands[kind].rest(SETTLE)

    def _middle(self, cell: str) -> Point:
        return self.scene.layout.cells[cell].x, self.scene.layout.cells[cell].y

    def _border(self, one: str, other: str) -> Point:
        (x, y), (u, v) = self._middle(one), self._middle(other)
        return (x + u) / 2, (y + v) / 2

    def press(self, name: ButtonName) -> Iterator[None]:
        self._press(name)
        yield from self._hands["gold"].rest(SETTLE)


def _before_the_cut(players: Players) -> Iterator[None]:
    yield from players.press("hint")
    players.picture("1-start")
    yield from players.carries("gold", BOX, "b2")
    yield from players.carries("silver", BOX, "d2")
    _say("Gold puts a stone where none may be put.")
    yield from players.carries("gold", BOX, "c4")
    players.picture("2-illegal")
    _say("Gold puts it right.")
    yield from players.carries("gold", "c4", "f2")
    yield from players.carries("silver", BOX, "a4")
    _say("Silver takes the move back by hand, and makes another.")
    yield from players.carries("silver", "a4", BOX, done=False)
    yield from players.carries("silver", BOX, "b4")
    yield from players.carries("gold", BOX, "f4")
    players.picture("3-before-the-power-cut")


def _after_the_cut(players: Players) -> Iterator[None]:
    yield from players.press("hint")
    players.picture("4-resumed")
    yield from players.carries("silver", BOX, "b6")
    yield from players.carries("gold", BOX, "d6")
    yield from players.carries("silver", BOX, "f6")
    yield from players.carries("gold", "b2", "b3")
    players.picture("5-play")
    _say("Silver jumps, and forgets to take the captured stone.")
    yield from players.carries("silver", "b4", "b2")
    players.picture("6-not-finished")
    yield from players.takes("silver", "gold", "b3")
    _say("Gold leaves a stone across the border of two squares.")
    yield from players.leaves_between("gold", "f4", "f3")
    players.picture("7-doubt")
    _say("Gold straightens it.")
    yield from players.straightens("gold", "f4", "f3")
    _say("Gold presses undo and puts the stone back.")
    yield from players.press("undo")
    players.picture("8-taken-back")
    yield from players.carries("gold", "f3", "f4", done=False)
    players.picture("9-end")


CHAPTERS: dict[str, Callable[[Players], Iterator[None]]] = {"1": _before_the_cut, "2": _after_the_cut}


def _perform(chapter: str, data: Path, pictures: Path) -> int:
    """One chapter on the table as the one before it left it; the first one ends with a power cut."""
    pictures.mkdir(parents=True, exist_ok=True)
    board = BOARDS[GAME]
    layout = board.layout()
    scene = Scene(board, seed=1)
    left = data / "table.json"
    scene.lay(_table(left) if left.exists() else start_table(GAME) or {})
    camera = VirtualCamera(scene, seed=1)
    window = TableWindow(scene, camera, Touchscreen(board), size=WINDOW)
    onlooker = Onlooker(window, pictures)
    acts = CHAPTERS[chapter](Players(scene, onlooker))
    with Journal(data / "journal.db") as journal, window, Performance(camera, acts) as performance:
        state, begins = choose_game(journal, GAME, None)
        if begins is not None:
            journal.append(begins)
        session = Session(journal, state, layout.middles, resumed=not isinstance(begins, Started))
        for notification in perform(
            Stage(session, performance, Watcher(layout, Reader(layout, art(layout))), onlooker)
        ):
            _say(in_words(notification))
        left.write_text(json.dumps({cell: list(kinds) for cell, kinds in scene.table().items()}))
        if chapter == "1":
            os.kill(os.getpid(), signal.SIGKILL)
    return 0


def _table(file: Path) -> Table:
    return {cell: tuple(kinds) for cell, kinds in json.loads(file.read_text()).items()}


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
