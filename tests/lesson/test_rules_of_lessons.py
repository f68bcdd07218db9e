"""Every game has a lesson that its rules accept: moves and rolls are legal, and mistakes break the named rule."""

from __future__ import annotations

from itertools import pairwise

import pytest

from companion.history.events import Started
from companion.history.state import State, fold
from companion.rules import GAMES
from companion.rules.core import Game
from companion.rules.lesson import Lesson, Mistake, Play, Press, PutRight, Read, Roll, SetUp
from companion.session.lesson import LessonError, lay_path
from tests.lesson.moments import find_refusal

LONGEST = 230
"""Characters: what fits on the smallest screen."""

MOST_STEPS = 32
"""More takes longer than ten minutes."""

ALL = [pytest.param(game, id=name) for name, game in GAMES.items()]


def _lesson(game: Game[object]) -> Lesson:
    lesson = game.lesson()
    assert lesson is not None, f"{game.info.id} has no lesson"
    return lesson


@pytest.mark.parametrize("game", ALL)
def test_the_rules_accept_each_step_and_refuse_each_mistake_for_the_named_reason(game: Game[object]) -> None:
    state: State | None = None
    mistakes = 0
    for stop in lay_path(game, _lesson(game)):
        if stop.before is not None:
            state = fold(None, Started(game.info.id, game.dump(stop.before)))
        if isinstance(stop.step, Roll):
            # A die rolls what is not at rest yet, or all again; the values of a lesson are for exactly these.
            status = game.status(stop.before)
            wanted = [name for name in status.dice if name not in dict(status.shown_dice)] or list(status.dice)
            assert list(stop.step.dice) == wanted if game.info.named_dice else len(stop.step.dice) == len(wanted)
        if isinstance(stop.step, Mistake):
            assert state is not None
            found = [violation.rule for violation in find_refusal(state, stop.step).violations]
            assert found[:1] == [stop.step.rule]
            mistakes += 1
    assert mistakes >= 2


@pytest.mark.parametrize("game", ALL)
def test_a_lesson_begins_with_words_and_ends_with_them(game: Game[object]) -> None:
    steps = _lesson(game).steps
    assert isinstance(steps[0], Read)
    assert isinstance(steps[-1], Read)
    assert len(steps) <= MOST_STEPS
    for step, following in pairwise(steps):
        assert isinstance(step, Mistake) == isinstance(following, PutRight), "what is wrong is put right at once"
    assert any(isinstance(step, Press) for step in steps), "people learn a button"
    has_start_table = bool(game.table(game.new()))
    assert has_start_table == any(isinstance(step, SetUp) for step in steps)


@pytest.mark.parametrize("game", ALL)
def test_the_texts_are_short_and_a_lesson_takes_five_to_ten_minutes(game: Game[object]) -> None:
    lesson = _lesson(game)
    assert 5 <= lesson.minutes <= 10
    for step in lesson.steps:
        assert 0 < len(step.text_in_words) <= LONGEST, step


def test_what_the_rules_refuse_is_no_lesson() -> None:
    game = GAMES["spry"]
    with pytest.raises(LessonError, match="step 2"):
        lay_path(game, Lesson(5, (Play(("Place.",), "A1"), Play(("Place.",), "A1"))))
    with pytest.raises(LessonError, match="step 1"):
        lay_path(game, Lesson(5, (Roll(("Roll.",), [3]),)))
