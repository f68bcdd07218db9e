"""A sixth game is two folders. It is found, chosen, played, corrected, saved and resumed with no other change."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion import boards, rules
from companion.boards import BOARDS
from companion.boards.board import Board
from companion.history.journal import Journal
from companion.history.saved_games import list_unfinished
from companion.presentation.game_menu import GameChoice, GameMenu
from companion.rules import GAMES
from companion.rules.core import Game
from companion.rules.protocol import answer
from companion.values.menu_commands import BeginGame, ChangeOption, ChooseGame, ResumeGame
from tests.commands.menu_evening import evening, film
from tests.evaluate.boards_photos import scattered
from tests.evening.story import Teller
from tests.evening.tale import tales
from tests.headless import headless
from tests.rules.titles import list_titles

__all__ = ["film", "headless"]

GAME = "noughts-and-crosses"
FOLDERS = Path(__file__).parent

STORY = """
A game of Noughts and crosses.
expect setup-ok
Crosses plays b2.
Crosses puts a red cross on a1.
Crosses presses done.
expect illegal NC-1, fix take a1
Crosses takes the red cross off a1.
expect corrected
Noughts presses hint.
Noughts taps cell b2.
the screen says b2: no
Noughts taps cell a1.
the screen says a1: yes
Noughts plays a1.
Crosses taps otherwise.
Crosses taps to_move=O.
Crosses taps agree.
expect corrected
Noughts plays c3.
Noughts presses undo.
expect takeback, moves 2
Noughts takes the blue nought off c3.
The power is cut.
expect resumed
Noughts plays c1.
Crosses plays a2.
Noughts plays b1.
expect over
"""


@pytest.fixture(autouse=True)
def sixth_game(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Adds the two folders to those of the five games."""
    monkeypatch.setattr(rules, "__path__", [*rules.__path__, str(FOLDERS / "rules")])
    monkeypatch.setattr(boards, "__path__", [*boards.__path__, str(FOLDERS / "boards")])
    yield
    for package in (rules, boards):
        sys.modules.pop(f"{package.__name__}.noughts_and_crosses", None)
        vars(package).pop("noughts_and_crosses", None)


def test_its_folders_are_all_that_it_takes_to_be_found() -> None:
    assert list(GAMES)[-1] == GAME
    assert isinstance(GAMES[GAME], Game)
    assert isinstance(BOARDS[GAME], Board)
    assert GAME in [game["id"] for game in answer({"do": "games"})["games"]]


def test_a_game_is_loaded_when_it_is_asked_for_and_no_other() -> None:
    code = (
        "import sys; from companion.rules import GAMES; assert 'mindfield' in GAMES; GAMES['spry'];"
        "print([name for name in sys.modules if name.startswith('companion.rules.') and name.endswith('.guide')])"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert loaded.strip() == "['companion.rules.spry.guide']"


def test_it_is_chosen_from_the_menu_with_its_options() -> None:
    menu: Any = GameMenu((), unknown=frozenset({GAME})).perform(ChooseGame(GAME))  # it has no lesson to ask about
    assert "Who begins: Crosses" in [setting.text for setting in menu.menu().settings]
    changed: Any = menu.perform(ChangeOption("first"))
    assert "Who begins: Noughts" in [setting.text for setting in changed.menu().settings]
    chosen = changed.perform(BeginGame())
    assert isinstance(chosen, GameChoice)
    assert chosen.position["to_move"] == "O"


def test_the_tests_of_all_games_find_its_rules_and_can_scatter_its_pieces() -> None:
    assert set(list_titles(GAME)) == {"NC-1", "NC-2"}
    table, loose = scattered(BOARDS[GAME].layout(), random.Random(1))
    assert {kind for kinds in table.values() for kind in kinds} == set(GAMES[GAME].info.kinds)
    assert loose == []


def test_it_is_played_on_the_virtual_table_through_an_illegal_move_a_correction_and_a_power_cut(tmp_path: Path) -> None:
    Teller(tales(STORY)[0], tmp_path).tell()


def test_the_command_begins_it_corrects_it_and_resumes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, film: str
) -> None:
    taps = [ChooseGame(GAME), BeginGame(), ResumeGame(1)]
    script = "1 tap otherwise\n1 tap to_move=O\n1 tap agree\n2 tap menu"
    status, finger, events = evening(tmp_path, monkeypatch, film, taps, script)
    assert (status, finger.taps) == (0, [])
    (corrected,) = [event for event in events if event["event"] == "corrected"]
    assert corrected["position"]["to_move"] == "O"
    (resumed,) = [event for event in events if event["event"] == "resumed"]
    assert resumed["position"] == corrected["position"]
    with Journal(tmp_path / "data" / "journal.db") as journal:
        (saved,) = list_unfinished(journal.entries)
    assert saved.title == "Noughts and crosses"
    assert json.dumps(saved.position) == json.dumps(resumed["position"])


def test_without_its_folders_it_does_not_exist(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    assert GAME not in GAMES
    assert GAME not in BOARDS
    with pytest.raises(KeyError, match=GAME):
        GAMES[GAME]
