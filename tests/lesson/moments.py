"""Views of all steps of all lessons, as the screen shows them, for the tests of the screen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import reduce

from companion.boards import BOARDS
from companion.history.events import Event, Moved, NextPartStarted, Rolled, Started, TakenBack
from companion.history.state import State, fold
from companion.presentation import game_view
from companion.presentation.lesson import adapt_prompt, add_step
from companion.presentation.roll_prompt import RollPrompt
from companion.referee import Illegal, Unchanged, UnderWay, judge_table
from companion.referee.advice import finish, put_right
from companion.rules import GAMES
from companion.rules.lesson import GoToNextPart, Mistake, Play, PlayAny, Press, PutRight, Roll, SetUp
from companion.session.lesson import LessonProgress, Stop, lay_path
from companion.session.transient_state import TransientState
from companion.values.views import View
from tests.once_a_language import once_a_language


@once_a_language
def list_lesson_moments(game: str) -> tuple[tuple[str, View], ...]:
    """The view of each step of a game's lesson when it begins, and of another move than it asks for."""
    return tuple(_list_moments(game))


def _list_moments(game: str) -> Iterator[tuple[str, View]]:
    rules = GAMES[game]
    lesson = rules.lesson()
    assert lesson is not None
    progress = LessonProgress(lay_path(rules, lesson))
    state = fold(None, Started(game, rules.dump(rules.new(lesson.options))))
    now = TransientState(laying_out=False, rest=Unchanged(rules.table(state.position)))
    for number, stop in enumerate(progress.path):
        progress = replace(progress, at=number)
        laying = isinstance(stop.step, SetUp)
        shown = (
            _add_mistake(now, progress, state) if isinstance(stop.step, PutRight) else replace(now, laying_out=laying)
        )
        yield f"{game}-lesson-{number + 1}", show(progress, state, shown)
        if isinstance(stop.step, Play) and (other := _find_other_move(state, stop)) is not None:
            after = fold(state, Moved(other))
            done = replace(now, rest=Unchanged(rules.table(after.position)))
            yield f"{game}-lesson-{number + 1}-other", show(progress, after, done)
        state = reduce(fold, list_events(state, stop), state)
        now = replace(
            now,
            rest=Unchanged(rules.table(state.position)),
            hint=isinstance(stop.step, Press) and stop.step.button == "hint",
        )


def _find_other_move(state: State, stop: Stop) -> str | None:
    """A legal move that the step does not ask for; None if there is none."""
    for move in state.game.legal(state.position, 5).moves:
        outcome = state.game.judge(state.position, move).outcome
        if outcome is not None and outcome.position != stop.after:
            return move
    return None


def show(progress: LessonProgress, state: State, now: TransientState) -> View:
    """What is on the screen at a step."""
    status = state.game.status(state.position)
    prompt = RollPrompt(status.dice, by_tap=True) if status.due == "roll" else None
    prompt = adapt_prompt(prompt, isinstance(progress.stop.step, Roll))
    return add_step(game_view.make_view(state, now, prompt), progress, state, now)


def list_events(state: State, stop: Stop) -> list[Event]:
    """The events that a step leads to."""
    match stop.step:
        case Roll(dice=dice):
            return [Rolled(dice, "lesson", None)]
        case Play(move=move):
            return [Moved(state.game.judge(stop.before, move).move)]
        case PlayAny():
            return [Moved(state.game.legal(state.position, 1).moves[0])]
        case Press(button="undo"):
            return [TakenBack(1)]
        case GoToNextPart():
            return [NextPartStarted()]
        case _:
            return []


def _add_mistake(now: TransientState, progress: LessonProgress, state: State) -> TransientState:
    """The transient state after the mistake before this step was refused."""
    mistake = progress.path[progress.at - 1].step
    assert isinstance(mistake, Mistake)
    verdict = find_refusal(state, mistake)
    return replace(now, wrong=verdict, rest=verdict)


def find_refusal(state: State, mistake: Mistake) -> Illegal | UnderWay:
    """What the referee says about a mistake."""
    places = BOARDS[state.game.info.id].layout().middles
    verdict = judge_table(state, mistake.change(state.game.table(state.position)), places)
    if isinstance(verdict, UnderWay):
        verdict = finish(state, verdict, places)
    assert isinstance(verdict, Illegal | UnderWay), f"{mistake!r} is no mistake: {verdict!r}"
    return put_right(state, verdict, places, None) if isinstance(verdict, Illegal) else verdict
