"""A story as a film: the photographs that it needs, their order, when people press what, and the events to expect.

    A game of Spaces with target 2.
    expect setup-ok
    White throws 5 2.
    White plays J6-I7-H6.
    White lays H6 empty, H7 white.
    White presses done.
    expect illegal SP-M, fix move H6
    ...

Stories have those sentences of tests/evening/story.py that photographs can show; `SENTENCES` lists them. The rules make
the table after each move, so a story shows only tables that its moves lead to. The companion must report exactly the
expected events, each at the frames of its sentence. A hand is expected whenever somebody reaches for the board, rolls
and moves are expected where the story has them, and all other events follow `expect`. This module makes no photographs
and plays nothing. If the companion asks what is there, `answer` gives the film in which people tell the truth.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.app.script import Action, Press, Tap, write
from companion.boards import BOARDS
from companion.history.events import Event, Moved, NextPartStarted, Rolled, Started, TakenBack
from companion.history.state import State, fold
from companion.rules import GAMES
from companion.rules.core import Table
from companion.values.commands import EnterRoll
from companion.values.notifications import Notification, in_words
from tests.evening.hearing import says
from tests.evening.tale import StoryError, Tale, dice_in

REACHING = 4
"""Frames of a hand over the board."""

AT_REST = 3
"""Frames without a hand after somebody has reached for the board."""

SETTLING = 12
"""Frames after the light or the camera has changed."""

Loose = tuple[float, float, str]
"""A piece outside all cells: where its middle is, in mm, and its kind."""


@dataclass(frozen=True)
class Shot:
    """A photograph to make. light: the name of a light of photo.py. loose: pieces outside all cells."""

    name: str
    light: str
    table: Table
    loose: tuple[Loose, ...]
    hand: bool

    def position(self) -> dict[str, object]:
        """The photograph as JSON for photo.py."""
        cells = {cell: list(kinds) for cell, kinds in self.table.items()}
        return {"name": self.name, "cells": cells, "loose": [list(piece) for piece in self.loose], "hand": self.hand}


@dataclass(frozen=True)
class Frame:
    """A photograph in the film. bumped: somebody has knocked against the camera before this frame."""

    shot: str
    bumped: bool


@dataclass(frozen=True)
class Expected:
    """An event of docs/contract.md section 7, and the details that it must have, as `says` checks them."""

    event: str
    details: tuple[str, ...] = ()

    def is_this(self, happening: Notification) -> bool:
        return happening.event == self.event and all(says(happening, detail) for detail in self.details)

    def __str__(self) -> str:
        return " ".join((self.event, ", ".join(self.details))).strip()


@dataclass
class Act:
    """A sentence, its first frame, and the events that must happen from there until the next sentence's first frame."""

    line: int
    sentence: str
    first: int
    expected: list[Expected] = field(default_factory=list)


@dataclass(frozen=True)
class Film:
    """A story ready to be photographed. start: its first position. script: the lines for `--script`."""

    game: str
    start: Mapping[str, Any]
    shots: tuple[Shot, ...]
    frames: tuple[Frame, ...]
    script: tuple[str, ...]
    acts: tuple[Act, ...]

    def table_at(self, frame: int) -> Table:
        """What is on the board in a frame."""
        name = self.frames[frame].shot
        return next(shot.table for shot in self.shots if shot.name == name)


def film(tale: Tale, light: str) -> Film:
    """The film of a story that begins in this light. Raises StoryError."""
    return _Filming(tale, light).film()


def answer(story: Film, question: Notification) -> Film | None:
    """The film in which people answer a question truthfully, just after its frame, and the table then rests as it is;
    None if no answer that is offered is true.
    """
    act = story.acts[_find_act(story.acts, question.frame)]
    label = _find_true_answer(question, act, story.table_at(question.frame))
    if label is None:
        return None
    asked = question.frame + 1
    frames = (*story.frames[:asked], *(story.frames[question.frame],) * AT_REST, *story.frames[asked:])
    cues = [(int(frame), action) for frame, action in (line.split(" ", 1) for line in story.script)]
    later = [(frame + AT_REST * (frame >= asked), action) for frame, action in cues]
    script = sorted([*later, (asked, write(Tap(label)))], key=lambda cue: cue[0])
    acts = (replace(act, first=act.first + AT_REST * (act.first >= asked)) for act in story.acts)
    return replace(
        story, frames=frames, script=tuple(f"{frame} {action}" for frame, action in script), acts=tuple(acts)
    )


def _find_true_answer(question: Notification, act: Act, table: Table) -> str | None:
    """The label of the answer that is true, if it is offered. act: when it is asked. table: what is on the board."""
    offered = {one["label"]: one["move"] for one in question.data["candidates"]}
    moves = [told.details[0] for told in act.expected if told.event == "move"]
    true = [label for label, move in offered.items() if move in moves]
    if not moves:  # "nothing": nothing is there that is no piece
        true += [label for label in ("unchanged", "nothing") if label in offered]
    for cell in question.data["cells"]:
        pieces = table.get(cell, ())
        label = f"{cell}={pieces[0] if pieces else 'empty'}" + (f"*{len(pieces)}" if len(pieces) > 1 else "")
        true += [label] * (label in offered)
    return next(iter(true), None)


@dataclass(frozen=True)
class Heard:
    """The events during an act, to compare with those that the act expects."""

    act: Act
    happenings: tuple[Notification, ...]

    @property
    def right(self) -> int:
        """How many of the expected events happened in their places."""
        return sum(told.is_this(h) for told, h in zip(self.act.expected, self.happenings, strict=False))

    @property
    def as_told(self) -> bool:
        return self.right == len(self.act.expected) == len(self.happenings)

    def __str__(self) -> str:
        told = ", then ".join(map(str, self.act.expected)) or "nothing"
        heard = ", then ".join(f"{in_words(h)} (frame {h.frame})" for h in self.happenings) or "nothing"
        return f"line {self.act.line}, {self.act.sentence}: expected {told}; heard {heard}"


def hear(acts: Sequence[Act], happenings: Sequence[Notification]) -> list[Heard]:
    """Sorts events by the acts during which they happened."""
    during: list[list[Notification]] = [[] for _ in acts]
    for happening in happenings:
        during[_find_act(acts, happening.frame)].append(happening)
    return [Heard(act, tuple(told)) for act, told in zip(acts, during, strict=True)]


def _find_act(acts: Sequence[Act], frame: int) -> int:
    """The number of the act that a frame belongs to."""
    return bisect_right(acts, frame, key=lambda act: act.first) - 1


class _Filming:
    """Goes through a story, sentence by sentence."""

    def __init__(self, tale: Tale, light: str) -> None:
        self._tale = tale
        self._game, self._board = GAMES[tale.game], BOARDS[tale.game].layout()
        self._start = tale.position or self._game.dump(self._game.new(tale.options))
        state = fold(None, Started(tale.game, self._start))
        assert state is not None
        self._state: State = state
        self._table: Table = self._game.table(state.position)
        self._loose: tuple[Loose, ...] = ()
        self._daylight = self._light = light
        self._bumped = False
        self._shots: list[Shot] = []
        self._frames: list[Frame] = []
        self._script: list[str] = []
        self._acts = [Act(tale.line, f"A game of {self._game.info.title}", 0)]
        self._lies(AT_REST)

    def film(self) -> Film:
        for number, sentence in self._tale.sentences:
            try:
                self._tell(number, sentence)
            except ValueError as error:
                raise StoryError(f"{self._tale.file}, line {number}: {error}") from error
        done = (tuple(self._shots), tuple(self._frames), tuple(self._script), tuple(self._acts))
        return Film(self._game.info.id, self._start, *done)

    def _tell(self, number: int, sentence: str) -> None:
        for pattern, tell in SENTENCES:
            found = re.fullmatch(pattern, sentence, re.IGNORECASE)
            if found is not None:
                if tell is not _Filming._expect:
                    self._acts.append(Act(number, sentence, len(self._frames)))
                tell(self, **{name: value for name, value in found.groupdict().items() if name != "who"})
                return
        raise ValueError(f"not understood: {sentence!r}")

    # What people do

    def _moves(self, move: str) -> None:
        verdict = self._game.judge(self._state.position, move)
        if verdict.outcome is None:
            raise ValueError(f"{move} is no legal move here: {verdict.violations[0].text}")
        self._reaches(self._game.table(verdict.outcome.position))

    def _plays(self, move: str) -> None:
        self._moves(move)
        self._presses_done()
        self._hears("move", move)

    def _throws(self, dice: str) -> None:
        thrown = dice_in(dice)
        self._fold(Rolled(thrown, "script"))
        self._does(EnterRoll(thrown))
        self._hears("roll", json.dumps(thrown))

    def _says(self, offer: str) -> None:
        """A move that leaves the table as it is, by a tap."""
        self._does(Tap(offer))
        self._hears("move", offer)

    def _presses_done(self) -> None:
        self._does(Press("done"))

    def _lays_out(self) -> None:
        """Starts the next round by a tap, and sets up its table unless the pieces are there already."""
        self._does(Tap("next"))
        self._fold(NextPartStarted())
        if self._table != self._game.table(self._state.position):
            self._hears("setup-wrong")
            self._lays_back()

    def _lays(self, cells: str) -> None:
        """Changes what is on some cells: `J6 empty, J7 white, 6 5 white`."""
        table = dict(self._table)
        for part in cells.split(", "):
            cell, *count, kind = part.split()
            table[self._cell(cell)] = () if kind == "empty" else (self._kind(kind),) * int(count[0] if count else 1)
        self._reaches(table)

    def _lays_back(self) -> None:
        self._reaches(self._game.table(self._state.position))

    def _lays_as_before(self, moves: str) -> None:
        self._fold(TakenBack(int(moves)))
        self._lays_back()

    def _pushes(self, start: str, end: str) -> None:
        """Pushes the piece on a cell halfway to another cell."""
        (x, y), (u, v) = (self._board.cells[self._cell(cell)].places()[0] for cell in (start, end))
        *left, kind = self._table[start]
        self._reaches({**self._table, start: tuple(left)}, ((x + u) / 2, (y + v) / 2, kind))

    def _lamp(self, state: str) -> None:
        self._light = "lamp" if state == "on" else self._daylight
        self._lies(SETTLING)

    def _bump(self) -> None:
        self._bumped = True
        self._show(SETTLING)

    # What is photographed and heard

    def _reaches(self, table: Table, *loose: Loose) -> None:
        """Shows the old table with a hand over it, then the new one."""
        self._lies(REACHING, hand=True)
        self._table, self._loose = {cell: kinds for cell, kinds in table.items() if kinds}, loose
        self._lies(AT_REST)
        self._hears("hand")

    def _lies(self, frames: int, *, hand: bool = False) -> None:
        """Photographs the table as it is now, and shows it for this many frames."""
        self._shots.append(Shot(f"{len(self._shots):04d}", self._light, self._table, self._loose, hand))
        self._show(frames)

    def _show(self, frames: int) -> None:
        self._frames += [Frame(self._shots[-1].name, self._bumped)] * frames

    def _does(self, action: Action) -> None:
        self._script.append(f"{len(self._frames)} {write(action)}")
        self._show(1)

    def _fold(self, event: Event) -> None:
        state = fold(self._state, event)
        assert state is not None
        self._state = state

    def _expect(self, event: str, rest: str | None = None) -> None:
        self._hears(event, *(detail.strip() for detail in (rest or "").split(", ") if detail.strip()))

    def _hears(self, event: str, *details: str) -> None:
        self._acts[-1].expected.append(Expected(event, details))
        if event == "move":
            self._fold(Moved(details[0]))

    # Words

    def _cell(self, name: str) -> str:
        if name not in self._board.cells:
            raise ValueError(f"this board has no cell {name!r}")
        return name

    def _kind(self, name: str) -> str:
        if name not in self._board.pieces:
            raise ValueError(f"which piece is {name!r}?")
        return name


WHO = r"(?P<who>\w+)"
SENTENCES: tuple[tuple[str, Callable[..., None]], ...] = (
    (r"expect (?P<event>[\w-]+?)(?:[ ,]+(?P<rest>.+))?", _Filming._expect),
    (r"They lay out the next round", _Filming._lays_out),
    (r"The lamp is switched (?P<state>on|off)", _Filming._lamp),
    (r"The camera is bumped", _Filming._bump),
    (rf"{WHO} presses done", _Filming._presses_done),
    (rf"{WHO} throws (?P<dice>[\w ,]+)", _Filming._throws),
    (rf"{WHO} pushes the piece on (?P<start>\S+) halfway to (?P<end>\S+)", _Filming._pushes),
    (rf"{WHO} lays (?P<cells>.+)", _Filming._lays),
    (rf"{WHO} puts the pieces back", _Filming._lays_back),
    (rf"{WHO} puts the pieces as they were (?P<moves>\d+) moves? ago", _Filming._lays_as_before),
    (rf"{WHO} says (?P<offer>.+)", _Filming._says),
    (rf"{WHO} plays (?P<move>.+)", _Filming._plays),
    (rf"{WHO} moves (?P<move>.+)", _Filming._moves),
)
