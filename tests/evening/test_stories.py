"""Scripted evenings: whole games on the virtual table through the real vision code, told as stories."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.boards import BOARDS
from tests.evening.story import StoryError, Teller

STORIES = sorted((Path(__file__).parent / "stories").glob("*.txt"))


@pytest.mark.parametrize("path", STORIES, ids=lambda path: path.stem)
def test_an_evening_goes_as_it_is_told(path: Path, tmp_path: Path) -> None:
    Teller(path.read_text(encoding="utf-8"), tmp_path, path.name).tell()


def test_every_game_has_its_evening() -> None:
    assert {path.stem for path in STORIES} >= set(BOARDS)


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ("A game of Mindfield.\nexpect setup-ok\nGold plays b2.\nexpect illegal MF-P\n", "nothing happened"),
        ("A game of Mindfield.\nGold plays b2.\n", "heard:"),
        ("A game of Mindfield.\nexpect setup-ok\nGold moves c4.\n", "line 3: c4 is no legal move"),
        ("A game of Mindfield.\nexpect setup-ok\nGold sings.\n", "not understood"),
        ("A game of Tiddlywinks.\n", "there is no game"),
        ("A game of Mindfield.\n", "unexpected:"),
    ],
)
def test_a_story_that_is_not_true_is_not_believed(told: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(StoryError, match=words):
        Teller(told, tmp_path).tell()
