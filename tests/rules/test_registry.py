"""Every game has all that a game needs: rules, a board and a playthrough; and nothing else names a game."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import companion
from companion.boards import BOARDS
from companion.rules import GAMES, UnknownGame, game
from companion.rules.core import JSON, Game, PositionError
from companion.virtual_table.look import find_material
from tests.rules import playthrough

PACKAGE = Path(companion.__file__).parent


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
def test_every_option_has_words_for_values_that_the_rules_accept(name: str) -> None:
    rules = game(name)
    for option in rules.info.options:
        assert len(set(option.words)) == len(option.values) == len(option.words) > 1
        assert option.default in option.values
        for value, words in zip(option.values, option.words, strict=True):
            assert option.in_words(value) == words
            assert option.read(value, "options") == value
            kept = rules.options(rules.new({option.name: value}))
            assert kept.get(option.name, value) == value
        with pytest.raises(PositionError, match=f"options.{option.name}"):
            rules.new({option.name: "no such value"})
    assert rules.new(rules.info.defaults) == rules.new()


@pytest.mark.parametrize("name", GAMES)
def test_the_virtual_table_can_draw_and_turn_over_every_piece(name: str) -> None:
    rules, board = game(name), BOARDS[name]
    assert set(rules.info.visible_pieces) == set(rules.info.kinds)
    assert board.turns == rules.info.sides
    for kind in rules.info.kinds:
        assert find_material(kind).colour


def test_a_tournament_needs_more_pieces() -> None:
    rules = game("mindfield")
    stones = [rules.stock(rules.new({"rounds": rounds}))["gold"] for rounds in (0, 2, 4)]
    assert stones == [13, 16, 25]
    assert rules.info.visible_pieces == {"gold": 25, "silver": 25, "antipode-silver": 1, "antipode-gold": 1}


@pytest.mark.parametrize(
    ("name", "dice", "shown"),
    [
        ("backgammon", [3, 1], (("", 3), ("", 1))),
        ("spaces", [5, 2], ()),
        ("color-dice", {"green": 4, "red": 2}, (("red", 2), ("green", 4))),
    ],
)
def test_the_dice_that_still_count_are_shown(name: str, dice: JSON, shown: tuple[tuple[str, int], ...]) -> None:
    rules = game(name)
    assert rules.status(rules.new()).shown_dice == ()
    assert rules.status(rules.roll(rules.new(), dice).position).shown_dice == shown


def test_a_die_alone_is_shown() -> None:
    rules = game("spaces")
    rolled = rules.roll(rules.roll(rules.new(), [5, 2]).position, [4]).position
    assert rules.status(rolled).shown_dice == (("", 4),)


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


IDS = {name for game in GAMES for name in (game, game.replace("-", "_"))}
TITLES = re.compile("|".join(rf"\b{GAMES[name].info.title}\b" for name in GAMES))


def named_games(code: str) -> list[str]:
    """The places where code names a game: by its id, by the folder of its rules or board, or by its title in a text.

    Comments and docstrings may name a game as an example.
    """
    tree = ast.parse(code)
    texts = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    found = []
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in texts and (text in IDS or TITLES.search(text)):
                found.append(f"{node.lineno}: {text}")
            case ast.Attribute(value=ast.Name(id="boards" | "rules"), attr=name) if name in IDS:
                found.append(f"{node.lineno}: {name}")
            case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
                names = [getattr(node, "module", None) or "", *(alias.name for alias in aliases)]
                found += [f"{node.lineno}: {name}" for name in names if IDS & set(name.split("."))]
    return found


def of_a_game(path: Path) -> bool:
    """True if a file is in the folder of a game."""
    package, *inside = path.relative_to(PACKAGE).parts
    return package in ("rules", "boards") and len(inside) > 1 and inside[0] in IDS


def test_nothing_outside_its_own_folders_names_a_game() -> None:
    files = [path for path in sorted(PACKAGE.rglob("*.py")) if not of_a_game(path)]
    assert len(files) > 100
    named = {str(path.relative_to(PACKAGE)): named_games(path.read_text(encoding="utf-8")) for path in files}
    assert {file: names for file, names in named.items() if names} == {}


@pytest.mark.parametrize(
    "code",
    [
        'GAME = "mindfield"',
        'say(f"{name}: mat is for Backgammon")',
        "from companion.rules.color_dice import moves",
        "from companion.boards import spry",
        "import companion.rules.spaces.board as board",
        "boards.backgammon.BOARD",
    ],
)
def test_a_game_that_is_named_is_noticed(code: str) -> None:
    assert named_games(code)


@pytest.mark.parametrize("code", ['"""Like Backgammon."""', "x = 1  # Spaces", 'say("the spaces lie in rows")'])
def test_an_example_in_a_docstring_is_not_meant(code: str) -> None:
    assert named_games(code) == []


def fields_read(code: str) -> list[str]:
    """The places where code takes a field out of a position that it has just dumped."""
    return [
        ast.unparse(node)
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.Subscript | ast.Attribute)
        and isinstance(node.value, ast.Call)
        and isinstance(node.value.func, ast.Attribute)
        and node.value.func.attr == "dump"
        and len(node.value.args) == 1
    ]


def test_nothing_outside_the_rules_reads_a_field_of_a_position() -> None:
    files = [path for path in sorted(PACKAGE.rglob("*.py")) if "rules" not in path.relative_to(PACKAGE).parts[:-1]]
    read = {str(path.relative_to(PACKAGE)): fields_read(path.read_text(encoding="utf-8")) for path in files}
    assert {file: found for file, found in read.items() if found} == {}
    assert fields_read('game.dump(state.position)["dice"]')
    assert fields_read('game.dump(position).get("match")')


def test_an_unknown_game_is_named_with_those_there_are() -> None:
    with pytest.raises(UnknownGame, match=r'"chess".*mindfield'):
        game("chess")


def test_the_way_of_a_move_leads_over_the_cells_that_its_text_names() -> None:
    assert game("spaces").ways("J6-I7-H6") == (("J6", "I7", "H6"),)
    assert game("spaces").ways("pass") == ()
    assert game("mindfield").ways("c3xc5xe5") == (("c3", "c5", "e5"),)
    assert game("mindfield").ways("c3-c4") == (("c3", "c4"),)
    assert game("mindfield").ways("c4") == ()
