"""A whole game of each kind in the made-up language: people read no English, and programs read only English."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from companion.history.export import FORMATS
from companion.rules import GAMES
from tests.headless import headless
from tests.history.export import matches
from tests.language import pseudo
from tests.language.played import Played, play

__all__ = ["headless"]

NOTATION = re.compile(
    r"\b(antipode-\w+|bar-\w+|off-\w+|bar|off)\b"  # places
    r"|(?<!\w)[*/\w]*[\d*/][*/\w()]*(-[*+\w/]+)*(?!\w)"  # moves and cells
    r"|\b[a-z]+:\d@[^\s.,;]*"  # attacks
    r"|\b[A-Z]{2}-[A-Z0-9]+\b"  # rules
    r"|'nonsense'"  # a label that the script taps
)
"""What is the same in every language: moves, names of cells and rules, and a label in the script."""


@cache
def played_in(language: str, game: str) -> Played:
    with TemporaryDirectory() as folder:
        if language == "en":
            return play(game, Path(folder))
        with pseudo.speaking(Path(folder)):
            return play(game, Path(folder))


def plain(texts: set[str]) -> dict[str, list[str]]:
    """The texts that have untranslated words, and these words."""
    titles = [rules.info.title for rules in GAMES.values()]
    found = {text: pseudo.untranslated(NOTATION.sub("", text), *titles) for text in texts}
    return {text: words for text, words in found.items() if words}


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    """Each game in turn: pytest runs the tests of one game one after the other, so that each game is played once."""
    return str(request.param)


@pytest.mark.usefixtures("headless")
def test_no_english_reaches_people(game: str) -> None:
    played = played_in(pseudo.CODE, game)
    assert played.screens >= {"play", "hint", "wrong", "blind", "over"}
    assert len(played.shown) > 50
    assert plain(played.shown) == {}
    assert plain(played.printed) == {}


@pytest.mark.usefixtures("headless")
def test_what_programs_read_is_the_same_in_every_language(game: str) -> None:
    english, other = played_in("en", game), played_in(pseudo.CODE, game)
    assert other.events == english.events
    assert other.journal == english.journal
    assert other.exported == english.exported


def test_a_match_file_is_the_same_in_every_language(tmp_path: Path) -> None:
    saved = matches.played(3, match_length=3)
    english = FORMATS["mat"](saved)
    assert "White : 0" in english
    with pseudo.speaking(tmp_path):
        assert FORMATS["mat"](saved) == english


@pytest.mark.usefixtures("headless")
def test_the_search_finds_what_nobody_translated() -> None:
    assert plain({"Góld tó move: 8/5(2) ór bar/22*, c3xc5xe5, H6-G7-F10*E9-D8"}) == {
        "Góld tó move: 8/5(2) ór bar/22*, c3xc5xe5, H6-G7-F10*E9-D8": ["move"]
    }
