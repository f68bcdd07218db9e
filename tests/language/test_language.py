"""The language of the texts: it can change at run time, also in lists, and everything people read is translated."""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from pathlib import Path

import pygame
import pytest

from companion.boards import BOARDS
from companion.cli import main
from companion.language import (
    LanguageError,
    Translated,
    _,
    join,
    list_languages,
    ngettext,
    start_sentence,
    to_english,
    translate,
    use_language,
)
from companion.referee.repair import repair
from companion.rules import GAMES, game
from companion.rules.core import Hints
from companion.screen.menu import MenuScreen
from companion.screen.touchscreen import Touchscreen
from companion.values.menu_commands import ChooseGame, ResumeGame
from companion.values.notifications import Notification, in_words
from companion.values.views import Menu, MenuEntry
from companion.words import join_words
from tests.headless import headless
from tests.language import pseudo
from tests.rules import playthrough
from tests.screen.views import views
from vision.message import Message, name_markers

__all__ = ["headless"]

MOVES = re.compile(r"\b(pass|bar|off|claim|swap|antipode-\w+)\b|\b[a-z]+:\d@\S+|\S*[*/x-]\S*")
"""The parts of a text that are notation, and so are the same in every language."""


@pytest.fixture
def pseudo_language(tmp_path: Path) -> Iterator[None]:
    with pseudo.speaking(tmp_path):
        yield


def test_english_needs_no_catalogue() -> None:
    use_language("en")
    assert _("{player} has won.") == "{player} has won."
    assert ngettext("{count} point", "{count} points", 2) == "{count} points"


def test_an_unknown_language_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(LanguageError, match=r"'xx'.*en"):
        use_language("xx")
    assert list_languages()[0] == "en"


def test_the_language_changes_at_once(tmp_path: Path) -> None:
    spry = game("spry")
    position = spry.new({})
    names: Mapping[str, str] = Translated({"B": "Black"})
    english = spry.hints(position).text
    with pseudo.speaking(tmp_path):
        assert names["B"] == "Bláck"
        assert spry.hints(position).text == pseudo.accent(english)
    assert names["B"] == "Black"
    assert spry.hints(position).text == english


def test_translated_texts_are_a_mapping() -> None:
    names = Translated({"W": "White", "B": "Black"})
    assert dict(names) == {"W": "White", "B": "Black"}
    assert len(names) == 2
    assert names.get("X") is None
    assert eval(repr(names)).items() == names.items()


@pytest.mark.parametrize(
    ("items", "everything", "choice"),
    [
        ([], "", ""),
        (["A1"], "A1", "A1"),
        (["A1", "B2"], "A1 and B2", "A1 or B2"),
        (["A1", "B2", "C3"], "A1, B2 and C3", "A1, B2 or C3"),
    ],
)
def test_lists(items: list[str], everything: str, choice: str) -> None:
    assert join_words(items) == everything
    assert join_words(items, "or") == choice


# --- everything is translated -----------------------------------------------------------------------


def spoken(lines: Iterator[str]) -> Iterator[str]:
    """The texts for people in the answers of a playthrough: hints, events and broken rules."""
    for line in lines:
        if line.startswith(("#", ">", "    ")):
            continue
        if found := re.fullmatch(r"  [A-Z]{2}-\S+ (.*?) \[[^\]]*\]", line):
            yield found[1]
        elif (found := re.fullmatch(r"  ([a-z-]+): (.*)", line)) and found[1] not in ("legal", "moves", "towards"):
            yield found[2]


@pytest.mark.usefixtures("pseudo_language")
@pytest.mark.parametrize("file", playthrough.every(), ids=lambda file: file.stem)
def test_every_text_of_a_playthrough_is_translated(file: Path) -> None:
    rules = game(playthrough.game_of(file) or "")
    answers = playthrough.replay(rules, file.read_text(encoding="utf-8"))
    texts = list(spoken(iter(answers.splitlines())))
    assert len(texts) > 5
    plain = {text: words for text in texts if (words := pseudo.untranslated(MOVES.sub("", text), *rules.info.cells))}
    assert not plain


@pytest.mark.usefixtures("pseudo_language")
@pytest.mark.parametrize("file", playthrough.every(), ids=lambda file: file.stem)
def test_every_hint_of_a_cell_is_translated(file: Path) -> None:
    rules = game(playthrough.game_of(file) or "")
    answers = playthrough.replay(rules, file.read_text(encoding="utf-8"))
    hints: list[Hints] = []
    for line in answers.splitlines():
        if line.startswith("  {"):
            saved = json.loads(line)
            if rules.info.id != "mindfield":  # the rows of Mindfield's board are written with spaces
                hints.append(rules.hints(rules.parse(saved)))
    texts = {hint.why for found in hints for cell in found.cells.values() for hint in cell}
    assert texts or rules.info.id == "mindfield"
    plain = {t: words for t in texts if (words := pseudo.untranslated(MOVES.sub("", t), *rules.info.cells))}
    assert not plain


@pytest.mark.usefixtures("pseudo_language")
@pytest.mark.parametrize("id", GAMES)
def test_counters_are_translated(id: str) -> None:  # noqa: A002 - a game's id
    rules = game(id)
    counters = rules.status(rules.new({})).counters
    labels = [counter.label for held in counters.values() for counter in held]
    assert labels
    assert not [label for label in labels if pseudo.untranslated(label)]


@pytest.mark.usefixtures("pseudo_language")
def test_steps_of_a_repair_are_translated() -> None:
    info = game("mindfield").info
    seen = {"a1": ("gold",), "c3": ("antipode-gold",), "e5": ("silver",)}
    wanted = {"b1": ("gold",), "c3": ("antipode-silver",), "g7": ("gold",)}
    steps = repair(seen, wanted, info, {"a1": (0.0, 0.0), "b1": (50.0, 0.0), "g7": (300.0, 300.0)})
    assert {step.do for step in steps} == {"flip", "take", "move", "put"}
    assert not [step.text for step in steps if pseudo.untranslated(step.text, *info.kind_names.values())]


NOTIFICATIONS: tuple[tuple[str, dict[str, object]], ...] = (
    ("setup-ok", {}),
    ("setup-wrong", {"fix": []}),
    ("roll", {"dice": [3, 1]}),
    ("hand", {}),
    ("move", {"move": "8/5", "events": []}),
    ("partial", {}),
    ("illegal", {"violations": [], "fix": []}),
    ("unsure", {"cells": ["a1", "b2"], "candidates": [{"text": "1"}, {"text": "2"}]}),
    ("unsure", {"cells": [], "candidates": [{"text": "8/5"}]}),
    ("takeback", {"moves": ["8/5"]}),
    ("takeback", {"moves": []}),
    ("corrected", {}),
    ("lost-board", {"problem": "1"}),
    ("found-board", {}),
    ("resumed", {"moves": []}),
    ("resumed", {"moves": ["8/5", "6/5"]}),
    ("over", {"result": None}),
    ("over", {"result": {"winner": "W", "how": "single"}, "position": {"game": "backgammon"}}),
)


@pytest.mark.usefixtures("pseudo_language")
@pytest.mark.parametrize(("event", "data"), NOTIFICATIONS)
def test_notifications_are_translated(event: str, data: dict[str, object]) -> None:
    line = in_words(Notification(0, 0.0, event, data)).partition(" s  ")[2]
    assert line
    assert not pseudo.untranslated(line)


OWN_WORDS = [n for n, v in views().items() if v.hand or v.screen == "setup" or (v.screen == "play" and v.last_move)]
"""Views to whose texts the screen adds its own words: about a hand, the progress or the last move."""


@pytest.mark.parametrize("name", OWN_WORDS)
def test_the_screen_has_no_english_of_its_own(name: str, tmp_path: Path, headless: None) -> None:
    view = views()[name]
    english = pygame.image.tobytes(Touchscreen(BOARDS["mindfield"]).draw(view), "RGB")
    with pseudo.speaking(tmp_path):
        assert pygame.image.tobytes(Touchscreen(BOARDS["mindfield"]).draw(view), "RGB") != english


def test_the_menu_has_no_english_of_its_own(tmp_path: Path, headless: None) -> None:
    menu = Menu("", saved=(MenuEntry("1", ResumeGame(1)),), games=(MenuEntry("1", ChooseGame("spry"), "spry"),))
    english = pygame.image.tobytes(MenuScreen(BOARDS).draw(menu), "RGB")
    with pseudo.speaking(tmp_path):
        assert pygame.image.tobytes(MenuScreen(BOARDS).draw(menu), "RGB") != english


# --- the language is chosen -------------------------------------------------------------------------


def test_an_unknown_language_of_play_is_an_error_that_names_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--language", "xx", "--display", "none"]) == 2
    assert "There is no language 'xx'. Choose one of: en" in capsys.readouterr().err


def test_the_settings_name_the_language(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = tmp_path / "companion.toml"
    settings.write_text('[display]\nlanguage = "yy"\n')
    assert main(["play", "--config", str(settings), "--display", "none"]) == 2
    assert 'display.language: "yy" is not allowed: use "en"' in capsys.readouterr().err


def test_the_environment_names_the_language_of_every_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COMPANION_LANGUAGE", "zz")
    assert main(["boards", "--help"]) == 2
    assert "There is no language 'zz'" in capsys.readouterr().err


@pytest.mark.usefixtures("pseudo_language")
def test_what_the_camera_says_is_translated_and_keeps_its_english() -> None:
    said = Message("The camera is not there. {markers}", markers=name_markers((1, 2, 3)))
    assert translate("as it is") == "as it is"
    told = translate(name_markers((1, 2, 3)))
    assert told == "márkérs 1, 2 ánd 3"
    assert to_english(told) == "markers 1, 2 and 3"
    assert translate(str(ValueError(said))).endswith("márkérs 1, 2 ánd 3")


@pytest.mark.usefixtures("pseudo_language")
def test_a_text_keeps_its_english_in_every_form() -> None:
    text = _("{player} has won").format(player=Translated({"B": "Black"})["B"])
    assert (text, to_english(text)) == ("Bláck hás wón", "Black has won")
    for form in (text + " 1", "1 " + text, join(" ", [text, text]), deepcopy(text), pickle.loads(pickle.dumps(text))):
        assert "has won" in to_english(form)
        assert "hás wón" in form
    assert to_english(start_sentence(_("marker {number}"))) == "Marker {number}"
    assert to_english({"texts": [text], "number": 1}) == {"texts": ["Black has won"], "number": 1}
