"""What the machine's camera sees: a board of Mindfield, before and after a move; and the screens that belong to it."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from companion.app.script import Press
from companion.app.side_pages.take_along import TakeAlongSide
from companion.history.journal import FILE, Journal
from companion.host.places import Place
from companion.presentation.game_view import make_view
from companion.presentation.pages import list_side_choices
from companion.presentation.take_along import describe_failure, describe_written
from companion.rules import GAMES
from companion.values.commands import OpenGameMenu
from companion.values.side_commands import OpenTakeAlong
from companion.values.side_pages import SidePage
from companion.values.views import View
from tests.evaluate.virtual_machine.panel import Shown, draw_view
from tests.evening.evening import Evening
from vision.sources import Frame

GAME = "mindfield"
STONE = {"b2": ("gold",)}
"""The first move: a gold stone on b2."""

STICK = "KINGSTON"
"""The name of the USB stick."""


@dataclass(frozen=True)
class Table:
    """The names of the pictures in the folder, and the screens of the game: `setup`, `start`, `moved`, with a stone
    whose move does not count yet, `menu`, and those of Save a copy, `folder`, `stick`, `written`, `pulled` and
    `again` (plugged in again)."""

    start: str
    moved: str
    screens: Mapping[str, Shown]


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
        views: dict[str, View] = {}

        def acts() -> Iterator[None]:
            yield from evening.hands[0].rest(1)
            views["setup"] = last[0][0]
            yield from evening.hands[0].rest(19)
            saved.append(save("start.bgr"))
            views["start"] = last[0][0]
            yield from evening.hands[0].make({**GAMES[GAME].table(evening.state.position), **STONE})
            yield from evening.hands[0].rest(20)
            saved.append(save("moved.bgr"))
            views["moved"] = last[0][0]
            evening.press(Press("done"))
            yield from evening.hands[0].rest(5)

        evening.play(acts())
        session = evening.session
        session.perform(OpenGameMenu(), "screen", 0, 0.0)
        views["menu"] = make_view(session.state, session.now, None, list_side_choices(can_switch_off=True))
        with Journal(Path(data) / FILE) as journal:
            views |= _make_copy_pages(journal, views["menu"])
    return Table(saved[0], saved[1], {name: draw_view(view) for name, view in views.items()})


def _make_copy_pages(journal: Journal, view: View) -> Iterator[tuple[str, View]]:
    """The screens of Save a copy, without a stick and with one."""

    def make(stick: Place | None) -> SidePage:
        sticks = () if stick is None else (stick,)
        side = TakeAlongSide(journal, Path("/var/lib/companion/exports"), lambda: b"", lambda: sticks)
        side.perform(OpenTakeAlong())
        return side.page()

    folder, stick = make(None), make(Place(Path("/run/media/system") / STICK, 1))
    done = describe_written(f"{GAME}-1-2026-01-01.txt", is_stick=True)
    trouble = describe_failure(OSError(errno.EIO, ""), is_stick=True, is_reachable=False)
    pages = {
        "folder": folder,
        "stick": stick,
        "written": replace(stick, done=done),
        "pulled": replace(folder, trouble=trouble),
        "again": replace(stick, trouble=trouble),
    }
    for name, page in pages.items():
        yield name, replace(view, screen="side", side=page)
