"""Scripted evenings: games on the virtual table through the real vision code, told as stories."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.evening.story import Teller
from tests.evening.tale import STORIES, StoryError, Tale, tales, tales_in

PLAYED = ("evening.txt", "lost-points.txt", "names.txt")
"""The files that are played here; `tests.evaluate.stories` plays all."""

EVENINGS = [tale for name in PLAYED for file in sorted(STORIES.glob(f"*/{name}")) for tale in tales_in(file)]


@pytest.mark.parametrize("tale", EVENINGS, ids=lambda tale: f"{tale.game}-{tale.line}")
def test_an_evening_goes_as_the_story_tells(tale: Tale, tmp_path: Path) -> None:
    Teller(tale, tmp_path).tell()


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ("A game of Mindfield.\nexpect setup-ok\nGold plays b2.\nexpect illegal MF-P\n", "line 4.*nothing happened"),
        ("A game of Mindfield.\nGold plays b2.\n", "heard:"),
        ("A game of Mindfield.\nexpect setup-ok\nGold moves c4.\n", "line 3, 'Gold moves c4': c4 is no legal move"),
        ("A game of Mindfield.\nexpect setup-ok\nthe screen says Checkmate\n", "line 3.*the screen says: Gold to move"),
        ("A game of Mindfield.\nexpect setup-ok\nGold sings.\n", "not understood"),
        ("A game of Tiddlywinks.\n", "line 1: there is no game"),
        ("\nOnce upon a time.\n", "line 2: a story begins with"),
        ('A game of Mindfield from {"to_move": "X"}.\n', "no position to begin from: to_move"),
        ("A game of Mindfield.\n", "unexpected:"),
    ],
)
def test_a_story_that_is_not_true_is_not_believed(told: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(StoryError, match=words):
        Teller(tales(told)[0], tmp_path).tell()


def test_a_file_tells_of_several_games_and_a_sentence_of_several_lines() -> None:
    one, other = tales(
        'A game of Spaces with target 1 from {"phase": "move",\n    "roll": 3, "opening": false}.\n'
        "\n# Words.\nexpect setup-ok\n"
        "A game of Spry.\nBlack plays A1.\nexpect illegal SY-1, SY-G, fix take A1.\n"
    )
    assert (one.game, one.line, one.options, one.sentences) == ("spaces", 1, {"target": 1}, ((5, "expect setup-ok"),))
    assert one.position["roll"] == 3
    assert (other.game, other.line, other.position) == ("spry", 6, None)
    assert other.rules_broken == {"SY-1", "SY-G"}
