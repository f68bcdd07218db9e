"""Which sound is played for what happens, that the screen shows each of them in words, and when nothing is played."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import time
from pathlib import Path

import pytest

from companion.history.journal import Journal
from companion.presentation.sounds import choose_sound, is_quiet
from companion.values.commands import EnterRoll
from companion.values.sounds import SOUNDS, Sound
from companion.values.views import View
from tests.session.evening import LAST_MOVE_DUE, START, Evening

FIRST = START | {"b2": ("gold",)}


class Listener:
    """Hears what an evening sounds like, and compares it with what can be read."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.view: View | None = None
        self.heard: set[Sound] = set()
        self.listen()

    def listen(self, *, pressed: bool = False) -> Sound | None:
        before, self.view = self.view, self.evening.view
        news, self.evening.news = self.evening.news, []
        sound = choose_sound(before, self.view, news, pressed=pressed)
        if sound is not None:
            self.heard.add(sound)
            if before is not None and sound != "press":
                assert read(self.view) != read(before), f"only those who hear know of {sound}"
        return sound

    def press(self, name: str) -> Sound | None:
        self.evening.press(name)
        return self.listen(pressed=True)


def read(view: View) -> tuple[object, ...]:
    """Everything that can be read on a screen."""
    reasons = tuple(reason.text for reason in view.reasons)
    steps = tuple(step.text for step in view.steps)
    return view.headline, view.detail, view.last_move, view.notices, view.dice, reasons, steps


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with Journal(tmp_path / "journal.db") as journal:
        yield Evening(journal)


def test_an_evening_sounds_like_what_happens_and_every_sound_can_be_read(evening: Evening) -> None:
    listener = Listener(evening)
    evening.shows(START)
    assert listener.listen() == "accepted"
    assert listener.listen() is None, "nothing has happened"
    assert listener.press("done") == "press"
    evening.shows(START)
    assert listener.listen() == "refused", "Done did nothing"
    evening.shows(FIRST)
    assert listener.listen() is None, "a move that nobody has confirmed"
    evening.press("done")
    evening.shows(FIRST)
    assert listener.listen(pressed=True) == "accepted"
    evening.shows(FIRST | {"d4": ()})
    evening.press("done")
    evening.shows({"b2": ("gold",)})
    assert listener.listen(pressed=True) == "refused"
    evening.shows(FIRST)
    assert listener.listen() == "accepted", "the table is right again"
    evening.press("undo")
    evening.shows(FIRST, frames=1)
    assert listener.listen(pressed=True) == "accepted"
    evening.shows(START)
    assert listener.listen() is None
    evening.blind()
    assert listener.listen() == "question"
    evening.shows(START)
    assert listener.listen() == "accepted"
    evening.session.notice("The camera is back", "camera")
    evening.shows(START, frames=1)
    assert listener.listen() == "question"


def test_a_question_sounds_once(evening: Evening) -> None:
    evening.shows(START)
    listener = Listener(evening)
    evening.shows(FIRST, doubts={"b2": {("gold", 1): 0.5, ("silver", 1): 0.5}})
    evening.press("done")
    evening.shows(FIRST, doubts={"b2": {("gold", 1): 0.5, ("silver", 1): 0.5}})
    assert listener.listen(pressed=True) == "question"
    assert listener.view is not None
    assert listener.view.screen == "doubt"
    evening.shows(FIRST, doubts={"b2": {("gold", 1): 0.5, ("silver", 1): 0.5}})
    assert listener.listen() is None


def test_the_end_outweighs_the_move_that_brings_it(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.db") as journal:
        evening = Evening(journal, LAST_MOVE_DUE)
        evening.shows(evening.table)
        listener = Listener(evening)
        evening.plays("e3xg3")
        assert listener.listen() == "over"


def test_a_roll_sounds(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.db") as journal:
        evening = Evening(journal, game="spaces")
        evening.shows(evening.table)
        listener = Listener(evening)
        evening.perform(EnterRoll([4, 6]), "die")
        evening.shows(evening.table)
        assert listener.listen() == "roll"


def test_a_press_that_waits_can_be_read(evening: Evening) -> None:
    evening.shows(START)
    listener = Listener(evening)
    evening.press("done")
    evening.hand()
    assert listener.listen(pressed=True) == "press"
    assert evening.view.detail == "Done was pressed. I look when the board is still and no hand is over it."
    evening.shows(FIRST, frames=4)
    assert listener.listen() == "accepted"
    assert "Done was pressed" not in evening.view.detail


def test_the_newest_notice_is_drawn_even_if_there_is_space_for_one(evening: Evening) -> None:
    evening.shows(START)
    listener = Listener(evening)
    for text in ("The camera is back", "The die works again"):
        evening.session.notice(text, "camera")
        evening.shows(START, frames=1)
        assert listener.listen() == "question"
        assert evening.view.notices[0] == text


def test_nothing_sounds_at_the_start(evening: Evening) -> None:
    assert choose_sound(None, evening.view, (), pressed=False) is None


def test_every_sound_is_for_something(evening: Evening) -> None:
    assert len(SOUNDS) == len(set(SOUNDS)) == 6


@pytest.mark.parametrize(
    ("clock", "begin", "end", "quiet"),
    [
        ("21:29", "21:30", "07:00", False),
        ("21:30", "21:30", "07:00", True),
        ("00:00", "21:30", "07:00", True),
        ("06:59", "21:30", "07:00", True),
        ("07:00", "21:30", "07:00", False),
        ("13:30", "13:00", "15:00", True),
        ("15:00", "13:00", "15:00", False),
        ("12:00", "12:00", "12:00", False),
        ("03:00", None, "07:00", False),
    ],
)
def test_the_night_may_be_on_both_sides_of_midnight(clock: str, begin: str | None, end: str, quiet: bool) -> None:
    from_ = None if begin is None else time.fromisoformat(begin)
    assert is_quiet(time.fromisoformat(clock), from_, time.fromisoformat(end)) is quiet
