"""Adds the words and marks of a lesson to the screens of a running game: what to do now, and how to come back to the
lesson.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from companion.history.state import State
from companion.language import _
from companion.presentation.roll_prompt import RollPrompt
from companion.referee import MovePlayed, Unchanged
from companion.referee.repair import list_differing
from companion.rules.core import Table
from companion.rules.lesson import LessonStep, Mistake, Play, PlayAny, Press, PutRight, Read, Roll
from companion.session.lesson import LessonProgress, Stop, find_deviation
from companion.session.transient_state import TransientState
from companion.values.commands import (
    ClosePage,
    Command,
    GoOn,
    OpenCorrections,
    OpenMenu,
    OpenResignations,
    PlayMove,
    RollDice,
)
from companion.values.side_commands import OpenTakeAlong
from companion.values.views import Arrow, Choice, LessonNote, Mark, View

WITH_NOTE = ("setup", "play", "hint", "roll", "wrong", "over")
"""The screens on which the lesson's step is shown. All others ask or show something that comes first."""

WITHOUT_OTHER_WORDS = ("play", "roll", "over")
"""The screens on which the step's words replace those of the game, as long as no piece has moved."""


NOT_IN_LESSONS = ClosePage | OpenCorrections | OpenMenu | OpenResignations | OpenTakeAlong
"""Commands that are not offered in a lesson: it does not need them, or offers them in its own words."""


def adapt_prompt(prompt: RollPrompt | None, has_roll: bool) -> RollPrompt | None:
    """How a roll is offered in a lesson: nobody can enter values or roll a single die. has_roll: True if the lesson
    gives a roll now.
    """
    if prompt is None or not has_roll:
        return None
    return replace(prompt, alone=(), may_type=False, typing=False, seal="")


def add_step(view: View, progress: LessonProgress, state: State, now: TransientState) -> View:
    """The view of a running game with the lesson's step on it."""
    if view.screen == "menu":
        return _show_menu(view, state, now)
    if view.screen not in WITH_NOTE:
        return view
    stop = progress.stop
    off = _describe_way_back(progress, state, now, view)
    reads = isinstance(stop.step, Read) and not off and view.screen != "wrong"
    note = LessonNote(off or stop.step.text_in_words, progress.at + 1, len(progress.path), warns=bool(off))
    view = replace(view, lesson=note)
    if view.screen == "setup" and reads:
        view = replace(view, screen="play", headline="", steps=(), arrows=())
    if view.screen == "setup":
        view = replace(view, detail="")
    if view.screen == "wrong" and view.reasons:
        view = replace(view, headline="", detail="", reasons=view.reasons[:1])
    if view.screen in WITHOUT_OTHER_WORDS and (isinstance(now.rest, Unchanged | None) or reads):
        view = replace(view, headline="", detail="")
    elif view.screen == "play" and not off:
        view = _comment_on_pieces(view, stop, state, now)
    if reads:
        text = _("Finish the lesson") if progress.is_last else _("Go on")
        view = replace(view, choices=(Choice("go-on", text, GoOn()),), screen="hint" if now.hint else "play")
        done = tuple(replace(one, enabled=True) if one.name == "done" else one for one in view.buttons)
        view = replace(view, buttons=done, undrawn=tuple(c for c in view.undrawn if c.command != GoOn()))
    if view.screen in ("play", "roll") and not off:
        view = _add_marks(view, stop, state)
        view = replace(view, choices=tuple(one for one in view.choices if _may_be_chosen(one.command, stop.step)))
    return view


def _may_be_chosen(command: Command, step: LessonStep) -> bool:
    """True if people may do this beside the board during a step."""
    match command:
        case PlayMove(move):
            return isinstance(step, PlayAny) or (isinstance(step, Play) and step.move == move)
        case RollDice():
            return isinstance(step, Roll)
        case GoOn():
            return True
        case _:
            return False


def _describe_way_back(progress: LessonProgress, state: State, now: TransientState, view: View) -> str:
    """What people must do to come back to the lesson; "" if they have not left it."""
    step = progress.stop.step
    match find_deviation(progress, state):
        case "moved":
            return _(
                "That move is allowed, too, but the lesson goes another way. Press Undo, then put the pieces back."
            )
        case "undone":
            return _("Now more is undone than the lesson asks for. Press Redo, then move the pieces as shown.")
        case "changed":
            return _("Something else has changed. Press Undo to come back to the lesson.")
    if view.screen != "wrong" or isinstance(step, PutRight) or (isinstance(step, Press) and now.restoring is not None):
        return ""
    if isinstance(step, Mistake) and now.wrong is not None:
        return _("This breaks another rule than the lesson asks for. Put the pieces right, then try again.")
    return _("First put the pieces right. Then the lesson goes on.")


def _comment_on_pieces(view: View, stop: Stop, state: State, now: TransientState) -> View:
    """The view with what the lesson says about pieces that have moved. It says nothing if they are where they should be
    so far.
    """
    seen = view.table if view.seen is None else view.seen
    wanted = _find_wanted(view.table, seen, stop, state)
    if wanted is not None and wanted != seen and _is_on_the_way(view.table, seen, wanted):
        return replace(view, headline="", detail="")
    if isinstance(now.rest, MovePlayed) and wanted != seen and not isinstance(stop.step, PlayAny):
        told = _("This move is allowed, but the lesson asks for something else. Put the pieces back.")
        strip = replace(view.strip, text=_("Everybody: put the pieces back"))
        done = tuple(replace(one, enabled=False) if one.name == "done" else one for one in view.buttons)
        notices = tuple(notice for notice in view.notices if notice != told)  # Done said the same
        return replace(view, detail=told, strip=strip, buttons=done, notices=notices)
    return view


def _find_wanted(table: Table, seen: Table, stop: Stop, state: State) -> Table | None:
    """The table that people should make in this step; None if there is no certain one."""
    match stop.step:
        case Play() if stop.after is not None:
            return state.game.arranged(stop.after, seen)
        case Mistake() as mistake:
            return mistake.change(table)
        case _:
            return None


def _is_on_the_way(before: Table, seen: Table, wanted: Table) -> bool:
    """True if people have moved only pieces that must move, and none of them too far."""
    for cell in {*before, *seen, *wanted}:
        counts = [Counter(table.get(cell, ())) for table in (before, seen, wanted)]
        for kind in set().union(*counts):
            low, high = sorted((counts[0][kind], counts[2][kind]))
            if not low <= counts[1][kind] <= high:
                return False
    return True


def _add_marks(view: View, stop: Stop, state: State) -> View:
    """The view with marks on the cells that the step is about, and with arrows that show how pieces move."""
    marks: tuple[Mark, ...] = tuple(_list_marks(stop.step))
    arrows: tuple[Arrow, ...] = ()
    if isinstance(stop.step, Play) and stop.after is not None:
        marks, arrows = _mark_move(view, state, stop)
        ways = state.game.ways(stop.step.move)
        arrows = tuple(Arrow(way[0], way[-1], "to", way[1:-1]) for way in ways) or arrows
    if isinstance(stop.step, Mistake):
        arrows = tuple(Arrow(way[0], way[-1], "wrong", way[1:-1]) for way in stop.step.ways)
    return replace(view, marks=marks or view.marks, arrows=arrows or view.arrows)


def _list_marks(step: LessonStep) -> Iterator[Mark]:
    match step:
        case Read(cells=cells):
            yield from (Mark(cell, "to") for cell in cells)
        case Mistake(taken=taken, placed=placed):
            yield from (Mark(cell, "wrong") for cell in taken)
            yield from (Mark(way[-1], "wrong") for _kind, way in placed)


def _mark_move(view: View, state: State, stop: Stop) -> tuple[tuple[Mark, ...], tuple[Arrow, ...]]:
    """Marks on the cells that pieces leave or enter in the step's move, and an arrow if only one piece moves."""
    table = view.table
    after = state.game.arranged(stop.after, table if view.seen is None else view.seen)
    changed = list_differing(table, after)
    left = [cell for cell in changed if len(after.get(cell, ())) < len(table.get(cell, ()))]
    come = [cell for cell in changed if cell not in left]
    marks = (*(Mark(cell, "from") for cell in left), *(Mark(cell, "to") for cell in come))
    return marks, (Arrow(left[0], come[0], "to"),) if len(left) == len(come) == 1 else ()


def _show_menu(view: View, state: State, now: TransientState) -> View:
    """The menu of the running game, without what is of no use in a lesson."""
    if now.page != "menu":
        return view
    others = tuple(choice for choice in view.choices if not isinstance(choice.command, NOT_IN_LESSONS))
    return replace(
        view,
        detail=_("You can do the lesson again at any time."),
        choices=(
            Choice("close", _("Go on with the lesson"), ClosePage()),
            *others,
            Choice("menu", _("Leave the lesson"), OpenMenu()),
        ),
    )
