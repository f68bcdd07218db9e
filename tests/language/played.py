"""A whole game in the real app, played by people who also make mistakes: what the screen showed and what was written.

The camera's pictures are blank, and a watcher that knows the table replaces vision, so that a game takes seconds.
Everything behind it is the companion: loop, dispatcher, dice, buttons, session, presentation and touchscreen.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from companion.app.game_loop import Stage, run
from companion.app.script import Cue, Tap
from companion.boards import BOARDS
from companion.devices.buttons import Buttons, Freed, ShutdownAsked, Stuck
from companion.devices.script_die import ScriptDie
from companion.history.events import to_json
from companion.history.export import FORMATS
from companion.history.journal import Journal
from companion.history.saved_games import choose_game, list_saved_games
from companion.presentation.game_menu import GameMenu
from companion.rules import GAMES
from companion.rules.core import Table
from companion.screen.touchscreen import Touchscreen
from companion.session import Session
from companion.session.hints import list_askable
from companion.values.commands import (
    AnswerMove,
    AskAbout,
    BeginTyping,
    Command,
    EndTyping,
    EnterRoll,
    FinishTurn,
    HideHint,
    KeepAsItIs,
    KeepPlaying,
    NextHint,
    OpenCorrections,
    PlayMove,
    StartNextPart,
    Undo,
)
from companion.values.menu_commands import ChooseGame
from companion.values.notifications import Notification, in_words
from companion.values.views import View
from tests.readings import reading
from tests.rules import at_random
from vision import register
from vision.errors import BoardNotFound, SourceEnded
from vision.observation import EMPTY, Content, Observation
from vision.sources import Frame
from vision.watcher import quality

FRAME_S = 0.5
"""The time from frame to frame: half a second, so that waiting takes few frames."""

BLANK = np.zeros((90, 160, 3), np.uint8)

STARTS: Mapping[str, Any] = MappingProxyType(
    {
        "backgammon": {
            "game": "backgammon", "points": {"6": ["W", 1], "3": ["W", 2], "19": ["B", 1], "22": ["B", 2]},
            "bar": {"W": 0, "B": 0}, "off": {"W": 12, "B": 12}, "to_move": "W", "phase": "roll-off", "dice": None,
            "cube": {"value": 1, "owner": None}, "score": {"W": 0, "B": 0},
            "options": {"cube": True, "match_length": 3},
        },
    }
)  # fmt: skip
"""Positions to begin from, for games that would take long from their usual start."""

OPTIONS: Mapping[str, Any] = MappingProxyType({"spaces": {"target": 3}, "spry": {"swap": True}})


@dataclass
class Played:
    """The result of a game."""

    shown: set[str] = field(default_factory=set)
    """Every text of every view, of the menu and of the touchscreen."""
    printed: set[str] = field(default_factory=set)
    """Every line that `companion play` prints, without the time."""
    events: list[str] = field(default_factory=list)
    """The lines of `--events`."""
    journal: list[Any] = field(default_factory=list)
    """The entries of the journal, without their times."""
    exported: dict[str, str] = field(default_factory=dict)
    """The game in the formats that programs read, without the times."""
    screens: set[str] = field(default_factory=set)
    """The names of the screens that were shown."""


class Watch:
    """Replaces the watcher: reports the pieces that are on the table, a hand, or nothing, without any picture."""

    def __init__(self, game: str) -> None:
        self.layout = BOARDS[game].layout()
        self.cells = GAMES[game].info.cells
        self.table: Table = {}
        self.doubts: dict[str, Mapping[Content, float]] = {}
        self.hand = False
        self.problem: str | None = None
        self.advice: str | None = None

    def expect(self, table: Table | None) -> None:
        return

    def learn(self, image: object, table: Table) -> None:
        return

    def see(self, frame: Frame) -> Observation:
        if self.problem is not None:
            return Observation(frame.index, None, False, False, self.problem)
        seen = reading(self.table, self.doubts, self.hand, self.cells)
        return Observation(frame.index, seen, not self.hand, self.hand, None, {}, self.advice, True)


class Panel(Buttons):
    """Buttons that report what the test sets."""

    def __init__(self) -> None:
        self.news: list[Any] = []

    def events(self, now: float) -> Iterable[Any]:
        news, self.news = self.news, []
        return news


class People:
    """People who play, one act in each frame. Camera and frontend at once: they act when the loop asks for a frame."""

    watched = True
    problem = None
    live = False

    def __init__(self, game: str, session: Session, watch: Watch, panel: Panel, played: Played, seed: int) -> None:
        self._session = session
        self._watch = watch
        self._panel = panel
        self._played = played
        self._rules = GAMES[game]
        self._random = random.Random(seed)
        self._commands: list[Command] = []
        self._frames = 0
        self._acts = self._play()
        self._screen = Touchscreen(BOARDS[game], menu=True)
        self._last: View | None = None

    def read(self, timeout_s: float) -> Frame:
        if next(self._acts, "over") == "over":
            raise SourceEnded
        self._frames += 1
        return Frame(self._frames - 1, FRAME_S * (self._frames - 1), BLANK)

    def commands(self) -> Iterable[Command]:
        done, self._commands = self._commands, []
        return done

    def show(self, view: View, frame: Frame | None) -> None:
        if view != self._last:
            self._last = view
            self._screen.draw(view)
            self._played.shown |= {*texts(view), *self._screen.said()}
            self._played.screens.add(view.screen)

    def _play(self) -> Iterator[None]:
        """Plays a game to its end; before many moves people also do something that is no move."""
        rules, session = self._rules, self._session
        yield from self._put({})
        yield from self._put(rules.table(session.state.position), 3)
        others = [
            *(self._err, self._look_at_hints, self._hide, self._doubt, self._correct, self._take_back),
            *(self._type, self._press_buttons, self._lift, self._cover),
        ]
        for number in range(1000):
            position = session.state.position
            step = at_random.step(rules, position, self._random)
            if step is None:
                yield from self._wait(2)
                return
            if "hint" not in self._played.screens and rules.hints(position).cells:
                yield from self._look_at_hints()
            if number < 3 * len(others):
                yield from others[number % len(others)]()
                assert session.state.position == position, f"{others[number % len(others)].__name__} made a move"
            if step.did is None:
                yield from self._do(StartNextPart())
                yield from self._put(rules.table(step.outcome.position))
            elif not isinstance(step.did, str):
                yield from self._do(EnterRoll(step.did))
            else:
                yield from self._move(step)
            assert session.state.position == step.outcome.position, (number, step.did, session.now)
        raise AssertionError("the game did not end")

    def _move(self, step: at_random.Step) -> Iterator[None]:
        after = self._rules.table(step.outcome.position)
        if after == self._rules.table(step.position):
            yield from self._do(PlayMove(step.did))
            return
        yield from self._put(after, 3)
        yield from self._do(FinishTurn())
        if self._session.state.position != step.outcome.position:  # several moves lead to this table
            yield from self._do(AnswerMove(step.did))

    # What people do besides moves.

    def _err(self) -> Iterator[None]:
        """Moves a piece to a place where it must not be, and puts it back."""
        before = self._watch.table
        if before:
            start = self._random.choice(sorted(before))
            end = self._random.choice([cell for cell in self._watch.cells if cell not in before])
            moved = {**{c: p for c, p in before.items() if c != start}, end: before[start]}
            for wrong in (moved, {**before, end: before[start]}):
                if not self._is_move(wrong):
                    yield from self._put(wrong, 3)
                    yield from self._do(FinishTurn())
                    yield from self._wait(4)
                    yield from self._put(before, 3)

    def _is_move(self, table: Table) -> bool:
        return bool(self._rules.match(self._session.state.position, table).moves)

    def _lift(self) -> Iterator[None]:
        """Takes a piece up and puts it back."""
        before = self._watch.table
        if before:
            start = self._random.choice(sorted(before))
            yield from self._put({c: p for c, p in before.items() if c != start}, 2)
            yield from self._put(before, 3)

    def _look_at_hints(self) -> Iterator[None]:
        yield from self._do(NextHint())
        if self._session.now.hint:
            yield from self._do(NextHint())
            askable = list_askable(self._rules.info)
            for cell in (*askable[::20], *sorted(set(self._watch.table) & set(askable))[:2]):
                yield from self._do(AskAbout(cell))
            yield from self._do(HideHint())

    def _hide(self) -> Iterator[None]:
        """Hides the board from the camera, and then makes the light poor."""
        try:
            register.find(BLANK, self._watch.layout)
        except BoardNotFound as error:
            self._watch.problem = str(error)
        yield from self._wait(2)
        self._watch.problem = None
        self._watch.advice = quality.explain_no_board(BLANK)
        yield from self._wait(2)
        self._watch.advice = None

    def _cover(self) -> Iterator[None]:
        self._watch.hand = True
        yield from self._wait(12)
        self._watch.hand = False
        yield from self._wait(2)

    def _doubt(self) -> Iterator[None]:
        """Makes one cell unreadable for a while."""
        cell = self._random.choice(self._watch.cells)
        kind = self._random.choice(self._rules.info.kinds)
        self._watch.doubts = {cell: {EMPTY: 0.5, (kind, 1): 0.5}}
        yield from self._wait(2)
        yield from self._do(FinishTurn())
        yield from self._wait(4)
        self._watch.doubts = {}
        yield from self._wait(3)

    def _correct(self) -> Iterator[None]:
        yield from self._do(OpenCorrections())
        yield from self._do(KeepAsItIs())

    def _type(self) -> Iterator[None]:
        yield from self._do(BeginTyping())
        yield from self._do(EndTyping())

    def _press_buttons(self) -> Iterator[None]:
        self._panel.news += [Stuck("hint"), Freed("hint"), ShutdownAsked()]
        yield from self._wait(2)
        yield from self._do(KeepPlaying())

    def _take_back(self) -> Iterator[None]:
        """Takes a piece up, presses Undo, and puts the piece back."""
        before = self._watch.table
        if before and self._rules.status(self._session.state.position).due == "move":
            start = self._random.choice(sorted(before))
            yield from self._put({c: p for c, p in before.items() if c != start}, 2)
            yield from self._do(Undo())
            yield from self._put(before, 3)

    def _put(self, table: Table, frames: int = 2) -> Iterator[None]:
        self._watch.table = table
        yield from self._wait(frames)

    def _do(self, command: Command) -> Iterator[None]:
        self._commands.append(command)
        yield from self._wait(2)

    def _wait(self, frames: int) -> Iterator[None]:
        for _frame in range(frames):
            yield


def play(game: str, folder: Path, seed: int = 1) -> Played:
    """Plays a game and returns what came of it. The same seed gives the same game in every language."""
    played, rules = Played(), GAMES[game]
    menu = GameMenu(()).perform(ChooseGame(game))
    assert isinstance(menu, GameMenu)
    played.shown |= {*texts(GameMenu(()).menu()), *texts(menu.menu())}
    with Journal(folder / "journal.db") as journal:
        begin = STARTS.get(game) or rules.dump(rules.new(OPTIONS.get(game)))
        state, begins = choose_game(journal, game, begin)
        assert begins is not None
        journal.append(begins)
        watch, panel = Watch(game), Panel()
        session = Session(journal, state, watch.layout.middles, resumed=False, stock=rules.stock(state.position))
        people = People(game, session, watch, panel, played, seed)
        cues = (Cue(5, Tap("nonsense")),)
        stage = Stage(session, people, watch, people, ScriptDie(), buttons=(panel,), cues=cues)  # type: ignore[arg-type]
        for notification in run(stage):
            _note(notification, played)
        played.shown |= {*texts(GameMenu(()).menu())}
        saved = list_saved_games(journal.entries)[0]
        played.journal = [(entry.event.kind, to_json(entry.event)) for entry in journal.entries]
        for name in ("jsonl",):
            lines = FORMATS[name](saved).splitlines()
            played.exported[name] = "\n".join(_without_time(line) for line in lines if not line.startswith("; [Event"))
        played.printed |= set(FORMATS["text"](saved).splitlines()[4:])
    return played


def _note(notification: Notification, played: Played) -> None:
    played.events.append(json.dumps(notification.to_json()))
    played.printed.add(in_words(notification).partition(" s  ")[2])


def _without_time(line: str) -> str:
    if not line.startswith("{"):
        return line
    return json.dumps({name: value for name, value in json.loads(line).items() if name != "time"})


NAMES = frozenset(
    (
        *(
            "View.game",
            "View.screen",
            "View.table",
            "View.seen",
            "View.dice",
            "Menu.game",
            "Menu.table",
            "MenuEntry.game",
        ),
        *("MenuEntry.command", "Strip.kind", "Strip.command", "StripValue.kind", "Reason.rule"),
        *("Button.name", "Button.command", "Choice.label", "Choice.command", "Choice.table", "Choice.die"),
        *("Step.do", "Step.kind", "Step.start", "Step.end", "Mark.cell", "Mark.style"),
        *("Arrow.start", "Arrow.end", "Arrow.style", "Mark.kind"),
        *("Region.cells", "View.areas", "View.board_taps"),
    )
)
"""Fields of views and menus that hold names, not texts."""


def texts(value: Any) -> Iterator[str]:
    """All texts of a view or a menu, and of everything in it."""
    if isinstance(value, str):
        yield value
    elif is_dataclass(value):
        for one in fields(value):
            if f"{type(value).__name__}.{one.name}" not in NAMES:
                yield from texts(getattr(value, one.name))
    elif isinstance(value, Mapping):
        yield from (text for inner in value.values() for text in texts(inner))
    elif isinstance(value, list | tuple):
        yield from (text for inner in value for text in texts(inner))
