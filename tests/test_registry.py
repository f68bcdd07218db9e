"""What a folder or a file must define to be found, and the error if it does not."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import boards, rules
from companion.boards import BOARDS
from companion.registry import RegistryError
from companion.rules import GAMES


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A further folder in which games and boards are looked for, with `nim` in it."""
    (tmp_path / "nim").mkdir()
    for package in (rules, boards):
        monkeypatch.setattr(package, "__path__", [*package.__path__, str(tmp_path)])
    yield tmp_path
    for package in (rules, boards):
        sys.modules.pop(f"{package.__name__}.nim", None)
        vars(package).pop("nim", None)


@pytest.mark.parametrize("offered", ["", "GAME = BOARD = 'nim'", "game = board = 5"])
def test_a_folder_that_offers_no_game_or_board_is_named(folder: Path, offered: str) -> None:
    file = folder / "nim" / "__init__.py"
    file.write_text(offered)
    with pytest.raises(RegistryError, match=rf"^{re.escape(str(file))} must offer GAME, a Game$"):
        GAMES["nim"]
    with pytest.raises(RegistryError, match=rf"^{re.escape(str(file))} must offer BOARD, a Board$"):
        BOARDS["nim"]


def test_only_folders_with_python_in_them_are_games(folder: Path) -> None:
    (folder / "nim" / "readme").write_text("no module")
    (folder / "go.py").write_text("GAME = BOARD = None")
    (folder / "one-two").mkdir()
    (folder / "one-two" / "__init__.py").write_text("")
    for name in ("nim", "go", "one-two", "core"):
        assert name not in GAMES
        with pytest.raises(KeyError, match=name):
            GAMES[name]
