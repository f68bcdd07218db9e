"""What is said aloud: headline and reasons, once each, and only of a screen that stays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.history.journal import Journal
from companion.presentation.spoken_prompts import SETTLE_S, SpokenPrompts
from companion.values.commands import EnterRoll
from companion.values.notifications import Notification
from companion.values.views import LessonNote, View
from tests.session.evening import START, Evening, played_to_the_end


class Ear:
    def __init__(self) -> None:
        self.prompts = SpokenPrompts()
        self.now = 0.0

    def hear(self, view: View, news: tuple[Notification, ...] = ()) -> str:
        """What is said while a screen stays."""
        heard = [self.prompts.follow(view, news, self.now)]
        for _ in range(5):
            self.now += SETTLE_S
            heard.append(self.prompts.follow(view, (), self.now))
        return " | ".join(filter(None, heard))

    def glimpse(self, view: View) -> None:
        """A screen that does not stay."""
        self.now += SETTLE_S / 4
        assert self.prompts.follow(view, (), self.now) == ""


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with Journal(tmp_path / "journal.db") as journal:
        yield Evening(journal)


def test_a_step_of_a_lesson_is_said_first_and_once(evening: Evening) -> None:
    ear = Ear()
    evening.shows(START)
    taught = replace(evening.view, headline="", lesson=LessonNote("Place a stone on b2.", 3, 20))
    assert ear.hear(taught) == "Place a stone on b2. Gold to move."
    assert ear.hear(replace(taught, lesson=LessonNote("Place a stone on b2.", 3, 20))) == ""
    assert ear.hear(replace(taught, lesson=LessonNote("Well done.", 4, 20))) == "Well done."


def test_headline_reasons_and_steps_are_said_once(evening: Evening) -> None:
    ear = Ear()
    assert ear.hear(evening.view) == "Set up Mindfield."
    evening.shows(START)
    assert ear.hear(evening.view) == "Gold to move."
    evening.shows({"b2": ("gold",)})
    evening.press("done")
    evening.shows({"b2": ("gold",)})
    wrong = evening.view
    said = ear.hear(wrong)
    assert said.startswith(f"That is not allowed. {wrong.reasons[0].text} {wrong.steps[0].text}")
    assert wrong.detail not in said
    assert ear.hear(wrong) == ""
    notice = replace(wrong, notices=("The camera is back",))
    assert ear.hear(notice) == "The camera is back.", "only what is new"
    assert ear.hear(wrong) == ""
    evening.shows(START)
    assert ear.hear(evening.view) == "Gold to move."


def test_screens_that_flash_by_are_not_said(evening: Evening) -> None:
    evening.shows(START)
    ear, play = Ear(), evening.view
    assert ear.hear(play) == "Gold to move."
    evening.blind()
    ear.glimpse(evening.view)
    ear.glimpse(play)
    assert ear.hear(play) == ""
    assert ear.hear(evening.view) == "I cannot see the board. no marker in sight."


def test_a_roll_is_said_with_what_to_do_next(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.db") as journal:
        evening = Evening(journal, game="spaces")
        evening.shows(evening.table)
        ear = Ear()
        ear.hear(evening.view)
        evening.perform(EnterRoll([6, 4]), "die")
        news = evening.session.take_news()
        assert ear.hear(evening.view, news).startswith("Roll: 6 and 4. ")


def test_at_the_end_the_winner_is_said(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.db") as journal:
        evening = played_to_the_end(journal)
        assert Ear().hear(evening.view).startswith("The game is over. Gold has won. ")


def test_a_move_that_waits_for_done_is_said_with_who_presses_it(evening: Evening) -> None:
    evening.shows(START)
    evening.shows(START | {"b2": ("gold",)})
    assert Ear().hear(evening.view).endswith("? Gold: press Done.")
