"""What the machine's camera sees: a board of Mindfield, before and after a move; and where Done is on its screen."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.rules import GAMES
from companion.screen.touchscreen import Touchscreen
from companion.values.commands import FinishTurn
from companion.values.views import View
from tests.evaluate.virtual_machine.machine import PANEL
from tests.evening.evening import Evening
from vision.sources import Frame

GAME = "mindfield"
STONE = {"b2": ("gold",)}
"""The first move: a gold stone on b2."""


@dataclass(frozen=True)
class Table:
    """Names of the pictures in the folder, and the middle of the Done button in px, once the stone is there."""

    empty: str
    moved: str
    done: tuple[int, int]


def photograph(folder: Path) -> Table:
    """Writes the pictures into the folder as test-camera takes them: 1280x720, BGR."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    last: list[tuple[View, Frame | None]] = []

    def keep(view: View, frame: Frame | None) -> None:
        last[:] = [(view, frame)]

    def save(name: str) -> str:
        frame = last[0][1]
        assert frame is not None
        frame.image.tofile(folder / name)
        return name

    with tempfile.TemporaryDirectory() as data:
        evening = Evening(Path(data), GAME, seed=3)
        evening.on_show = keep
        saved: list[str] = []

        def acts() -> Iterator[None]:
            yield from evening.hands[0].rest(20)
            saved.append(save("empty.bgr"))
            yield from evening.hands[0].make({**GAMES[GAME].table(evening.state.position), **STONE})
            yield from evening.hands[0].rest(20)
            saved.append(save("moved.bgr"))

        evening.play(acts())
    screen = Touchscreen(evening.board, PANEL)
    screen.draw(last[0][0])
    middle = next(area.center for area, command in screen.targets() if command == FinishTurn())
    return Table(saved[0], saved[1], middle)
