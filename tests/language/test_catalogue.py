"""The catalogue of messages: it is current, it has every message of the code, and no text for people is left out."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from companion import language
from companion.rules import GAMES
from tests.language import catalogue
from tests.language.pseudo import CODE

FUNCTIONS = ("_", "N_", "ngettext", "pgettext", "Message")

FILES = catalogue.list_files()


@cache
def parse(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def title(path: Path) -> str:
    return path.relative_to(catalogue.ROOT).as_posix()


def calls(tree: ast.AST) -> Iterator[tuple[str, ast.Call]]:
    """The calls that mark or translate messages."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FUNCTIONS:
            yield node.func.id, node


def messages(name: str, call: ast.Call) -> list[ast.expr]:
    """The arguments that are messages."""
    return {"ngettext": call.args[:2], "pgettext": call.args[:2]}.get(name, call.args[:1])


def context(name: str, texts: list[str]) -> str | None:
    """The context that tells a message apart from others with the same text, if it has one."""
    return texts[0] if name == "pgettext" else None


def fields(message: str) -> set[str]:
    """The names of the fields of a message."""
    return {name for _text, name, _format, _convert in string.Formatter().parse(message) if name is not None}


def test_the_template_is_current() -> None:
    written = catalogue.write_template(catalogue.read_messages())
    assert catalogue.TEMPLATE.read_text(encoding="utf-8") == written, "run `make catalogue` and commit the template"


def test_every_message_is_a_plain_literal() -> None:
    wrong = [
        f"{title(path)}:{call.lineno}"
        for path in FILES
        if path.name not in ("language.py", "message.py")
        for name, call in calls(parse(path))
        for argument in messages(name, call)
        if not (isinstance(argument, ast.Constant) and isinstance(argument.value, str) and argument.value)
    ]
    assert not wrong


def test_every_message_of_the_code_is_in_the_template() -> None:
    """Babel does not find calls inside f-strings, so this looks for them."""
    with catalogue.TEMPLATE.open("rb") as file:
        template = read_po(file)
    missing = [
        f"{title(path)}:{call.lineno}"
        for path in FILES
        for name, call in calls(parse(path))
        for texts in [[a.value for a in messages(name, call) if isinstance(a, ast.Constant)]]
        if texts and template.get(texts[-1] if name == "pgettext" else texts[0], context(name, texts)) is None
    ]
    assert not missing


def test_fields_have_names_and_plurals_have_those_of_the_singular() -> None:
    for message in catalogue.read_messages():
        texts = message.id if isinstance(message.id, tuple | list) else (message.id,)
        named = [fields(text) for text in texts]
        assert all(name.isidentifier() for found in named for name in found), texts
        assert named[0] <= named[-1], texts


# --- no text is left out ----------------------------------------------------------------------------

EXEMPT = {
    "companion/appliance/boot_config.py": "comments in config.txt, by which the lines are found again",
    "companion/appliance/environment.py": "a program that is run",
    "companion/appliance/packages.py": "what docs/install.md shows",
    "companion/boards/*/__init__.py": "printed on the boards: the camera compares a board with this drawing of it",
    "companion/boards/cutouts.py": "printed on sheets, in lines that are broken by hand",
    "companion/boards/sheet.py": "printed on sheets, in lines that are broken by hand",
    "companion/boards/svg.py": "SVG",
    "companion/boards/tiles.py": "printed on sheets, in lines that are broken by hand",
    "companion/commands/report.py": "the report is for those who repair the program; its messages are translated",
    "companion/devices/wire.py": "bytes that are no frame: nobody is told, they are counted",
    "companion/rules/*/notation.py": "reads what programs send",
    "companion/rules/*/xgid.py": "reads what programs send",
    "companion/rules/__init__.py": "answers programs",
    "companion/rules/backgammon/mat.py": "writes a file for programs; its errors are translated",
    "companion/rules/fields.py": "reads what programs send",
    "companion/rules/mindfield/position_json.py": "reads what programs send",
    "companion/rules/protocol.py": "answers programs",
    "vision/layout.py": "names the fields of a layout.json; that it cannot be read is translated",
    "vision/reader/debug.py": "pictures of the steps, for those who repair the program",
    "vision/training/*.py": "trains the networks: a tool of those who make the program",
}
"""Modules with texts that are not translated, and why."""

DONE = [path for path in FILES if not any(path.match(name) for name in EXEMPT)]
"""The modules whose texts are all translated."""

PROSE = re.compile(r"[A-Za-z]{2,}[,.:;!?']* [A-Za-z{]|[A-Za-z]{3,}[.:!?]$")
"""Two words, or one word that ends a sentence: then a literal is a text for people."""

FOR_PROGRAMS = (
    *("PositionError", "MoveTextError", "TableError", "ValueError", "KeyError", "AssertionError"),
    *("RecordError", "RegistryError", "SceneError", "HandError", "LessonError"),
)
"""Errors for programs, or for the people who write programs."""

COMMANDS = "shell"
"""The function that marks a command of the shell, which is the same in every language."""

SQL = re.compile(r"\s*(PRAGMA|BEGIN|CREATE|DELETE|INSERT|SELECT) ")

NOT_SHOWN = {
    "nine pawns",  # how a game ended, as positions say it
    *("saved {}", "throw again", "as it is", "throw {}", "threw {}", "throw here", "die again"),  # labels of scripts
    *("cell {}", "hide hint"),
    *("shut down", "go on", "press {}", "tap {}", "roll {}", 'roll {"red":4}'),  # lines of scripts
    *("--layout {}", "companion {}: {}\n", "companion play --game {} {}", "companion read {}"),  # command lines
    *("serial:", "images:DIR, video:FILE, v4l2:/dev/video0, picamera"),  # addresses of devices
    # what error messages of other programs contain
    *("no space", "unable to open", "permission denied", "configure port", "numpy.dtype size changed"),
    *("Color Dice", "Board companion", "Raspberry Pi"),  # names
    *("die box", "die {}"),  # the name of a thread; the name of a die for programs
    "{} has borne off all checkers and so has won this game",  # parts of errors for programs
    "; none only for the loser when a bout or the game has ended",
    *('"""`companion {}`: ', "{} must begin with {}what it is for"),  # for those who add a command
    *(
        "tuple[int, int]",
        "tuple[Counts, Counts, Counts, Counts]",
        "Mapping[str, JSON]",
        "Mapping[str, JSON] | None",
    ),  # types
}
"""Texts that are not for players, and so are not translated."""


def prose(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The texts for people that no call translates, with their lines: literals and f-strings of several words."""
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}

    def is_exempt(node: ast.AST) -> bool:
        while (above := parents.get(node)) is not None:
            match above:
                case ast.Expr(value=ast.Constant()):
                    return True  # a docstring
                case ast.JoinedStr() if isinstance(node, ast.Constant):
                    return True  # a part of an f-string, which is checked as a whole
                case ast.Call(func=ast.Name(id=name)) if name in FUNCTIONS:
                    return True
                case ast.Call(func=ast.Name(id=name)) if name in FOR_PROGRAMS or name == COMMANDS:
                    return True
            node = above
        return False

    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
        elif isinstance(node, ast.JoinedStr):
            text = "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)
        else:
            continue
        if PROSE.search(text) and text not in NOT_SHOWN and not SQL.match(text) and not is_exempt(node):
            yield node.lineno, text


@pytest.mark.parametrize("path", DONE, ids=title)
def test_no_text_for_people_is_left_untranslated(path: Path) -> None:
    assert list(prose(parse(path))) == []


SHOWN = {"Event": 1, "Hint": 1, "Hints": 0, "violation": 1, "Violation": 2, "Counter": 0, "draw_text": 2}
"""For these calls, the index of the argument that is a text for people."""

KEYWORDS = ("text", "title", "headline", "detail", "why", "reason", "says")


@pytest.mark.parametrize("path", DONE, ids=title)
def test_no_text_argument_is_a_bare_literal(path: Path) -> None:
    bare = []
    for node in ast.walk(parse(path)):
        if isinstance(node, ast.Call):
            at = SHOWN.get(node.func.id) if isinstance(node.func, ast.Name) else None
            shown = [] if at is None else node.args[at : at + 1]
            shown += [keyword.value for keyword in node.keywords if keyword.arg in KEYWORDS]
            bare += [(a.lineno, a.value) for a in shown if isinstance(a, ast.Constant) and isinstance(a.value, str)]
    titles = [rules.info.title for rules in GAMES.values()]  # names are the same in every language
    assert not [found for found in bare if re.search("[A-Za-z]", found[1]) and found[1] not in titles]


def test_the_search_finds_what_nobody_translates() -> None:
    tree = ast.parse(
        '"""A docstring of words."""\nshow(f"The piece on {cell} stays.")\nb = _("Two words")\n'
        'raise ValueError("not so")\n'
    )
    assert [text for _line, text in prose(tree)] == ["The piece on {} stays."]


# --- translations -----------------------------------------------------------------------------------


def test_a_translation_is_brought_up_to_date(tmp_path: Path) -> None:
    kept, gone = "Two words", "No longer said"
    old = Catalog(locale=CODE)
    old.add(kept, "Dú vórtój")
    old.add(gone, "Né plú")
    path = tmp_path / CODE / "LC_MESSAGES" / f"{language.DOMAIN}.po"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_po(file, old)
    current = Catalog()
    current.add(kept)
    current.add("A new sentence.")
    assert catalogue.update(tmp_path, current) == [path]
    with path.open("rb") as file:
        new = read_po(file)
    assert {message.id: message.string for message in new if message.id} == {kept: "Dú vórtój", "A new sentence.": ""}
    assert CODE in language.list_languages(tmp_path)
    try:
        language.use_language(CODE, tmp_path)
        assert language._(kept) == "Dú vórtój"
        assert language._("A new sentence.") == "A new sentence."
    finally:
        language.use_language("en")
