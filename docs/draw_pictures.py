"""Draws pictures of the documents: `python docs/draw_pictures.py [NAME...]`; without a name, all.

boards: each board with its start table, into docs/rulings. window: the virtual table's window, from the demonstration.
menu: the choice of games. hint: a hint about one piece. lesson: a mistake in a lesson. themes: a screen in each
theme. These five go into docs/pictures.

The picture of the architecture is drawn by draw_architecture.py.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

import cv2
import numpy as np
import pygame
from numpy.typing import NDArray

from companion.boards import BOARDS, Board, raster
from companion.history.events import Started
from companion.history.state import fold
from companion.presentation.game_menu import GameMenu
from companion.presentation.game_view import make_view
from companion.presentation.lesson import add_step
from companion.referee import Illegal, judge_table, start_table
from companion.referee.advice import put_right
from companion.rules import GAMES
from companion.rules.lesson import Mistake
from companion.screen.menu import MenuScreen
from companion.screen.theme import THEMES, use_theme
from companion.screen.touchscreen import Touchscreen
from companion.session.hints import HintFocus
from companion.session.lesson import LessonProgress, lay_path
from companion.session.transient_state import TransientState

DOCS = Path(__file__).parent
BOARD_PX = 800
WINDOW_QUALITY = 85
"""Of the JPEG pictures of the window, in percent."""
NAMED = ("spaces", "spry")
"""Boards whose cells get their names in the picture: their print shows no coordinates, or few."""
COLOURS: Mapping[str, tuple[int, int, int]] = {
    "white": (245, 245, 245),
    "black": (25, 25, 25),
    "red": (50, 50, 190),
    "yellow": (60, 200, 245),
    "green": (70, 140, 50),
    "blue": (180, 90, 40),
    "antipode-silver": (200, 200, 200),
}
"""Of each kind of piece that a start table has: blue, green, red."""
WINDOW = {"5-play": "window-play", "2-illegal": "window-illegal", "7-doubt": "window-doubt"}
"""Pictures of the demonstration, and their names in docs/pictures."""


def draw_boards() -> list[Path]:
    """Writes a picture of each board with its start table and returns the files."""
    files = []
    for game, board in BOARDS.items():
        files.append(DOCS / "rulings" / f"{game}.png")
        cv2.imwrite(str(files[-1]), draw_board(game, board), [cv2.IMWRITE_PNG_COMPRESSION, 9])
    return files


def draw_board(game: str, board: Board) -> NDArray[np.uint8]:
    """The board's print with the pieces of its start table on it."""
    layout = board.layout()
    scale = BOARD_PX / max(layout.size_mm)
    picture = raster(board, scale)
    table = start_table(game) or {}
    for name, kinds in table.items():
        spots = layout.cells[name].places()
        for kind, (x, y) in zip(kinds, spots, strict=False):
            middle, radius = (round(x * scale), round(y * scale)), round(layout.pieces[kind].diameter_mm * scale / 2)
            cv2.circle(picture, middle, radius, COLOURS[kind], -1, cv2.LINE_AA)
            cv2.circle(picture, middle, radius, (90, 90, 90), 2, cv2.LINE_AA)
    for name, cell in layout.cells.items() if game in NAMED else ():
        if name != "CENTRE":
            write_name(picture, name, round(cell.x * scale), round(cell.y * scale), dark=table.get(name) == ("white",))
    return picture


def write_name(picture: NDArray[np.uint8], name: str, x: int, y: int, *, dark: bool) -> None:
    """Writes a cell's name around a point."""
    (width, height), _ = cv2.getTextSize(name, cv2.FONT_HERSHEY_SIMPLEX, 0.38, 1)
    colour = (20, 20, 20) if dark else (255, 255, 255)
    cv2.putText(
        picture, name, (x - width // 2, y + height // 2), cv2.FONT_HERSHEY_SIMPLEX, 0.38, colour, 1, cv2.LINE_AA
    )


def draw_window() -> list[Path]:
    """Plays the demonstration without a display and keeps some of its pictures; returns the files."""
    environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    files = []
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "companion.cli", "demo", "--pictures", folder]
        subprocess.run(command, env=environment, check=True)
        for picture, name in WINDOW.items():
            files.append(DOCS / "pictures" / f"{name}.jpg")
            shown = cv2.imread(str(Path(folder) / f"{picture}.png"))
            cv2.imwrite(str(files[-1]), shown, [cv2.IMWRITE_JPEG_QUALITY, WINDOW_QUALITY])
    return files


def draw_menu() -> list[Path]:
    """Writes a picture of the choice of games and returns the file."""
    file = DOCS / "pictures" / "menu.png"
    pygame.image.save(MenuScreen(BOARDS, (800, 480)).draw(GameMenu(()).menu()), str(file))
    return [file]


def draw_hint() -> list[Path]:
    """Writes a picture of a hint about one piece and returns the file."""
    file, rules = DOCS / "pictures" / "hint.png", GAMES["spaces"]
    pieces = {"J6": "W", "G14": "W", "F6": "B", "E7": "B"}
    begun = rules.dump(rules.new()) | {"phase": "move", "roll": 4, "opening": False, "to_move": "W", "pieces": pieces}
    state = fold(None, Started("spaces", begun))
    now = TransientState(laying_out=False, hint=True, hint_focus=HintFocus("J6"))
    screen = Touchscreen(BOARDS["spaces"], (800, 480), menu=True)
    pygame.image.save(screen.draw(make_view(state, now)), str(file))
    return [file]


def draw_lesson() -> list[Path]:
    """Writes a picture of the first mistake in the lesson of Spry, refused, and returns the file."""
    file, rules = DOCS / "pictures" / "lesson.png", GAMES["spry"]
    lesson = rules.lesson()
    assert lesson is not None
    path = lay_path(rules, lesson)
    at, mistake = next((i, s.step) for i, s in enumerate(path) if isinstance(s.step, Mistake))
    state, places = fold(None, Started("spry", rules.dump(path[at].before))), BOARDS["spry"].layout().middles
    verdict = judge_table(state, mistake.change(rules.table(path[at].before)), places)
    assert isinstance(verdict, Illegal)
    wrong = put_right(state, verdict, places, None)
    now = TransientState(laying_out=False, rest=wrong, wrong=wrong)
    view = add_step(make_view(state, now), LessonProgress(path, at + 1), state, now)
    pygame.image.save(Touchscreen(BOARDS["spry"], (800, 480), menu=True).draw(view), str(file))
    return [file]


def draw_themes() -> list[Path]:
    """Writes a picture of a game's screen in each theme, side by side, and returns the file."""
    file, rules = DOCS / "pictures" / "themes.png", GAMES["mindfield"]
    view = make_view(fold(None, Started("mindfield", rules.dump(rules.new()))), TransientState(laying_out=False))
    sheet = pygame.Surface((3 * 480, 288))
    for place, theme in enumerate(THEMES):
        use_theme(theme)
        sheet.blit(Touchscreen(BOARDS["mindfield"], (480, 288), menu=True).draw(view), (480 * place, 0))
    use_theme("dark")
    pygame.image.save(sheet, str(file))
    return [file]


PICTURES: Mapping[str, Callable[[], list[Path]]] = {
    "boards": draw_boards,
    "window": draw_window,
    "menu": draw_menu,
    "hint": draw_hint,
    "lesson": draw_lesson,
    "themes": draw_themes,
}


def main(asked: list[str]) -> int:
    """Draws what is asked for. Returns the exit status: 0 done, 2 wrong use."""
    unknown = [name for name in asked if name not in PICTURES]
    if unknown:
        sys.stderr.write(f"unknown: {', '.join(unknown)}; known are {', '.join(PICTURES)}\n")
        return 2
    for name in asked or PICTURES:
        for file in PICTURES[name]():
            sys.stdout.write(f"{file}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
