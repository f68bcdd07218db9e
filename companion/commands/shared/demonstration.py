"""The demonstration of `companion demo`: two players play a short game on the virtual table.

The virtual camera sees it, and the same vision as always reads it.
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterable, Iterator
from pathlib import Path

import pygame

from companion.app.buttons import COMMANDS, ButtonName
from companion.app.game_loop import Stage
from companion.app.game_loop import run as perform
from companion.boards import BOARDS, Board, art
from companion.boards.demonstration import Act, Carry, Demonstration, PressButton, Push, TakePicture, Tell
from companion.commands.shared.output import say
from companion.history.events import Started
from companion.history.journal import Journal
from companion.history.saved_games import choose_game
from companion.language import translate_marked
from companion.referee import start_table
from companion.rules import GAMES
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

WINDOW = (1640, 560)
SETTLE = 8
"""How many frames a player waits after pressing a button."""


def _demonstrated() -> tuple[Board, Demonstration]:
    """The first board that has a demonstration, and this demonstration."""
    return next((board, board.demonstration) for board in BOARDS.values() if board.demonstration is not None)


class Onlooker:
    """Gives the commands of the buttons that the players press, and takes pictures of the table and the touchscreen."""

    watched = False
    problem = None

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
    """The two players: their hands over the board, and their fingers on the buttons."""

    def __init__(self, scene: Scene, onlooker: Onlooker, shown: Demonstration) -> None:
        self.scene = scene
        self._picture = onlooker.picture
        self._press = onlooker.press
        self._hands = {shown.near: Hand(scene), shown.far: Hand(scene, far_side=True)}

    def act(self, act: Act) -> Iterator[None]:
        """Plays one act of the demonstration. Each step takes one frame."""
        match act:
            case Carry():
                hand = self._hands[act.hand]
                yield from hand.carry(act.kind or act.hand, act.start or BOX, act.end or BOX)
                yield from hand.leave()
                yield from self._press_button("done") if act.presses_done else hand.rest(SETTLE)
            case Push():
                border = self._border(act.start, act.end)
                if act.onto_border:
                    yield from self._pushes(act.hand, self._middle(act.start), border)
                else:
                    yield from self._pushes(act.hand, border, self._middle(act.end))
                yield from self._press_button("done")
            case PressButton():
                yield from self._press_button(act.button)
            case Tell():
                say(translate_marked(act.text) + "\n")
            case TakePicture():
                self._picture(act.name)

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

    def _press_button(self, name: ButtonName) -> Iterator[None]:
        self._press(name)
        yield from next(iter(self._hands.values())).rest(SETTLE)


def _acts(players: Players, acts: Iterable[Act]) -> Iterator[None]:
    for act in acts:
        yield from players.act(act)


def perform_chapter(chapter: str, data: Path, pictures: Path) -> int:
    """Plays one chapter. The first ends with a power cut. The second begins with the table that the first has left.
    Returns the exit status.
    """
    pictures.mkdir(parents=True, exist_ok=True)
    board, shown = _demonstrated()
    layout = board.layout()
    rules = GAMES[board.game]
    scene = Scene(board, rules.stock(rules.new()), seed=1)
    left = data / "table.json"
    scene.lay(_table(left) if left.exists() else start_table(board.game) or {})
    camera = VirtualCamera(scene, seed=1)
    window = TableWindow(scene, camera, Touchscreen(board), size=WINDOW)
    onlooker = Onlooker(window, pictures)
    acts = _acts(Players(scene, onlooker, shown), shown.before if chapter == "1" else shown.after)
    with Journal(data / "journal.db") as journal, window, Performance(camera, acts) as performance:
        state, begins = choose_game(journal, board.game, None)
        if begins is not None:
            journal.append(begins)
        session = Session(journal, state, layout.middles, resumed=not isinstance(begins, Started))
        for notification in perform(
            Stage(session, performance, Watcher(layout, Reader(layout, art(layout))), onlooker)
        ):
            say(in_words(notification) + "\n")
        left.write_text(json.dumps({cell: list(kinds) for cell, kinds in scene.table().items()}))
        if chapter == "1":
            os.kill(os.getpid(), signal.SIGKILL)
    return 0


def _table(file: Path) -> Table:
    return {cell: tuple(kinds) for cell, kinds in json.loads(file.read_text()).items()}
