"""An evening at the menu of `companion play`, with a finger that taps and a camera that sees no board."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pygame
import pytest

from companion.app import assembly, displays, journal_opening
from companion.cli import main
from companion.devices.display import Closed, Touch
from companion.screen.menu import MenuScreen
from companion.values.menu_commands import MenuCommand
from companion.values.views import Menu

SIZE = (800, 480)

Tap = MenuCommand | Callable[[], object]


class Telling(MenuScreen):
    """A menu screen that notes every sentence that it showed."""

    def __init__(self, told: list[str], *given: Any) -> None:
        super().__init__(*given)
        self._told = told

    def draw(self, menu: Menu) -> pygame.Surface:
        self._told.append(menu.detail)
        return super().draw(menu)


class Finger:
    """A display on which somebody performs commands by taps, one at each look, and then closes the window.

    `taps` may also hold functions, which are called in their turn. Screens after the menu are only shown, never tapped.
    told: the sentences that the menus showed beside the choices.
    """

    def __init__(self, taps: Iterable[Tap]) -> None:
        self.taps = list(taps)
        self.size = SIZE
        self.fills = False
        self.menu: MenuScreen | None = None
        self.shown = 0
        self.told: list[str] = []

    def __enter__(self) -> Finger:
        return self

    def __exit__(self, *error: object) -> None:
        self.menu = None

    def menu_screen(self, *given: Any) -> MenuScreen:
        self.menu = Telling(self.told, *given)
        return self.menu

    def events(self) -> Iterable[Touch | Closed]:
        if self.menu is None:
            return
        if not self.taps:
            yield Closed()
            return
        tap = self.taps.pop(0)
        if not isinstance(tap, MenuCommand):
            tap()
            return
        for _page in range(4):  # the key for more, which is the last one of the list, turns to the next page
            for area in self.menu.targets():
                if self.menu.tap(*area.center) == tap:
                    yield Touch(*area.center)
                    return
        raise AssertionError(f"nothing on the menu performs {tap}")

    def show(self, picture: pygame.Surface) -> None:
        assert picture.get_size() == SIZE
        self.shown += 1


@pytest.fixture
def film(tmp_path: Path) -> str:
    """A camera that looks at the wall for a few frames; dice can be rolled without seeing the board."""
    folder = tmp_path / "film"
    folder.mkdir()
    for frame in range(4):
        cv2.imwrite(str(folder / f"{frame}.png"), np.full((240, 320, 3), 120, np.uint8))
    return f"images:{folder}"


def evening(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, film: str, taps: Sequence[Tap], script: str, *options: str
) -> tuple[int, Finger, list[dict[str, Any]]]:
    finger = Finger(taps)
    monkeypatch.setattr(displays, "open_display", lambda *_, **__: finger)
    for module in (assembly, journal_opening):
        monkeypatch.setattr(module, "MenuScreen", finger.menu_screen)
    (tmp_path / "script").write_text(script)
    events = tmp_path / "events"
    given = ["--camera", film, "--display", "window", "--script", str(tmp_path / "script"), "--events", str(events)]
    status = main(["play", *given, "--data", str(tmp_path / "data"), *options])
    return status, finger, [json.loads(line) for line in events.read_text().splitlines()]
