"""People who do something else than the lesson asks for are led back, kindly; all of it through the real loop."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app.script import Press, Tap
from companion.rules.core import Table
from companion.rules.lesson import Mistake, Play, Read
from companion.values.commands import GoOn
from companion.values.views import LessonNote
from tests.lesson.pupil import A_MOMENT, DOUBLE_PRESS, LessonEvening, Pupil


@pytest.fixture
def evening(tmp_path: Path) -> LessonEvening:
    return LessonEvening(tmp_path, "spry")


def note(evening: LessonEvening) -> LessonNote:
    """What the lesson says now."""
    found = evening.view.lesson
    assert found is not None
    return found


def find_step(evening: LessonEvening, kind: type, after: int = 0) -> int:
    """The number of the first step of a kind."""
    return next(i for i, s in enumerate(evening.progress.path) if i >= after and isinstance(s.step, kind))


def press(evening: LessonEvening, name: str) -> Iterator[None]:
    """Presses a button, and waits until it was heard. Two presses of Done at once would count as one."""
    for _ in range(DOUBLE_PRESS):
        yield
    evening.press(Press("done") if name == "done" else Press("undo") if name == "undo" else Press("redo"))
    for _ in range(A_MOMENT):
        yield


def placed(evening: LessonEvening, **stones: str) -> Table:
    """The table of the game with more stones."""
    return {**evening.state.game.table(evening.state.position), **{cell: (kind,) for cell, kind in stones.items()}}


def test_another_legal_move_does_not_count_and_is_put_right_at_once(evening: LessonEvening) -> None:
    pupil = Pupil(evening)

    def acts() -> Iterator[None]:
        yield
        at = find_step(evening, Play)
        yield from pupil.learn(until=at)
        asked = note(evening).text
        yield from pupil.make(placed(evening, E4="black"))  # one of the two stones
        assert (note(evening).text, evening.view.headline, evening.view.detail) == (asked, "", "")
        yield from pupil.make(placed(evening, A1="black"))
        assert note(evening).text == asked
        assert "the lesson asks for something else" in evening.view.detail
        assert "put the pieces back" in evening.view.strip.text
        assert not any(button.enabled for button in evening.view.buttons if button.name == "done")
        yield from press(evening, "done")
        assert evening.state.moves == []
        assert (note(evening).text, note(evening).warns, evening.progress.at) == (asked, False, at)
        assert "the lesson asks for something else" in evening.view.detail
        assert not any("the lesson asks" in notice for notice in evening.view.notices), "it is said once"
        yield from pupil.learn(until=at + 1)  # the pieces are put where the lesson wants them, without Undo

    evening.play(acts())


def test_another_mistake_is_named_too_and_the_asked_one_is_still_due(evening: LessonEvening) -> None:
    pupil = Pupil(evening)

    def acts() -> Iterator[None]:
        yield
        at = find_step(evening, Mistake)
        yield from pupil.learn(until=at)
        yield from pupil.make(placed(evening, A1="white"))
        yield from press(evening, "done")
        assert evening.view.screen == "wrong"
        assert [reason.rule for reason in evening.view.reasons] == ["SY-1"]
        assert note(evening).warns
        yield from pupil.follow(evening.view.steps)
        assert (evening.progress.at, note(evening).warns) == (at, False)
        yield from pupil.learn(until=at + 1)

    evening.play(acts())


def test_what_was_undone_too_far_is_redone(evening: LessonEvening) -> None:
    pupil = Pupil(evening)

    def acts() -> Iterator[None]:
        yield
        at = find_step(evening, Play) + 1
        yield from pupil.learn(until=at)
        yield from press(evening, "undo")
        yield from pupil.follow(evening.view.steps)
        assert "Press Redo" in note(evening).text
        yield from press(evening, "redo")
        yield from pupil.follow(evening.view.steps)
        assert (evening.progress.at, note(evening).warns) == (at, False)

    evening.play(acts())


def test_done_goes_on_after_reading_and_who_acts_at_once_has_read_enough(evening: LessonEvening) -> None:
    pupil = Pupil(evening)

    def acts() -> Iterator[None]:
        yield
        yield from press(evening, "done")
        assert evening.progress.at == 1
        at = find_step(evening, Read, after=8)  # the one before the last turns
        yield from pupil.learn(until=at)
        stop = evening.progress.path[at + 1]
        assert isinstance(stop.step, Play)
        yield from pupil.make(evening.state.game.table(stop.after))
        yield from press(evening, "done")
        assert evening.state.moves[-1] == stop.step.move
        assert evening.progress.at == at + 2

    evening.play(acts())


def test_the_menu_of_a_lesson_offers_only_what_it_needs(evening: LessonEvening) -> None:
    def acts() -> Iterator[None]:
        yield
        evening.press(Tap("game-menu"))
        yield
        yield
        labels = [choice.label for choice in evening.view.choices]
        assert labels[0] == "close"
        assert labels[-1] == "menu"
        assert evening.view.choices[-1].text == "Leave the lesson"
        assert not {"give-up", "otherwise"} & set(labels)
        evening.press(Tap("close"))
        yield
        yield
        assert evening.view.choices[0].command == GoOn()

    evening.play(acts())
