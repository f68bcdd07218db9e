"""Every game in the registry has all that a game needs: rules, a board and a playthrough."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.boards import BOARDS
from companion.rules import GAMES, UnknownGame, game
from companion.rules.core import Game
from tests.rules import playthrough


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_rules_of_its_name(name: str) -> None:
    rules = game(name)
    assert isinstance(rules, Game)
    assert rules.info.id == name
    assert rules.info.title
    assert set(rules.info.kind_names) == set(rules.info.kinds)
    start = rules.new()
    assert rules.dump(start)["game"] == name
    assert rules.parse(rules.dump(start)) == start
    assert set(rules.status(start).counters) <= set(rules.info.names)
    assert rules.status(start).player in rules.info.names


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_a_board_with_its_cells_and_pieces(name: str) -> None:
    layout = BOARDS[name].layout(None)
    assert set(layout.cells) >= set(game(name).info.cells)
    assert set(layout.pieces) == set(game(name).info.kinds)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_a_playthrough(name: str) -> None:
    assert playthrough.path(name) in playthrough.every()


def test_no_playthrough_is_left_without_a_game() -> None:
    assert {playthrough.game_of(file) for file in playthrough.every()} == set(GAMES)


@pytest.mark.parametrize("file", playthrough.every(), ids=lambda file: file.stem)
def test_a_playthrough_goes_to_the_end_and_still_holds(file: Path) -> None:
    name = playthrough.game_of(file)
    assert name is not None
    text = file.read_text(encoding="utf-8")
    assert playthrough.replay(game(name), text) == text
    assert '"phase": "over"' in text
    assert "\n> try " in text


def test_an_unknown_game_is_named_with_those_there_are() -> None:
    with pytest.raises(UnknownGame, match=r'"chess".*mindfield'):
        game("chess")
