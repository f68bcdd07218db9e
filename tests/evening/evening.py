"""An evening on the virtual table: a whole companion, seen through the real vision code, and people who play.

What people do is a generator that takes one step in each frame. What the companion says is in `happenings`. A power cut
ends the companion and starts another one with the same journal, while the table stays as it is.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.app.buttons import COMMANDS
from companion.app.game_loop import Stage, run
from companion.app.script import Action, Press, Tap, find_command
from companion.app.side_pages import NamesSide, SidePages
from companion.boards import BOARDS, art
from companion.history.events import Started
from companion.history.journal import Journal
from companion.history.saved_games import choose_game, list_events
from companion.history.state import State
from companion.rules import GAMES
from companion.rules.core import JSON
from companion.session import Session
from companion.values.commands import Command, Quit
from companion.values.notifications import Notification
from companion.values.views import View
from companion.virtual_table.camera import VirtualCamera
from companion.virtual_table.hand import Hand, Performance
from companion.virtual_table.look import Light, Material
from companion.virtual_table.scene import Scene
from vision.reader import Reader
from vision.sources import Frame
from vision.watcher import Watcher

HASTE_MM = 1000.0
"""How far a hand moves in a frame: as fast as a camera could still see, so that an evening takes minutes only."""

USUAL = (1280, 720)
SMALL = (960, 540)
"""The size in px of a picture that is good enough for every game and is drawn in half the time of a USUAL one."""

BESIDE_MM = 100.0
"""A hand is away from the table if its finger tips are farther than this from the print."""


@dataclass(frozen=True)
class TransientState:
    """What the companion made of one frame: is a hand over the table, and what is the verdict?

    ms: the processor time from the frame to the view that is shown.
    """

    frame: int
    hand: bool
    verdict: Any
    ms: float


def to_verdict(moments: Sequence[TransientState]) -> tuple[int, float] | None:
    """Frames and ms from the first frame after the last hand to the verdict; None if there is no hand or verdict."""
    over = max((i for i, moment in enumerate(moments) if moment.hand), default=None)
    if over is None:
        return None
    free = moments[over + 1 :]
    told = next((i for i, moment in enumerate(free, start=1) if moment.verdict is not None), None)
    return None if told is None else (told, sum(moment.ms for moment in free[:told]))


class _Clocked(VirtualCamera):
    """A camera that notes when it gave its last frame, in seconds of processor time."""

    read_at = 0.0

    def read(self, timeout_s: float = 1.0) -> Frame:
        frame = super().read(timeout_s)
        self.read_at = time.process_time()
        return frame


class Evening:
    """One game on one table. The game begins with `position` (JSON) or, without one, as a new game with `options`."""

    watched = False
    problem = None

    def __init__(
        self,
        folder: Path,
        game: str,
        *,
        options: dict[str, JSON] | None = None,
        position: JSON = None,
        light: str | Light = "daylight",
        materials: Mapping[str, Material] | None = None,
        seed: int = 0,
        brisk: bool = False,
    ) -> None:
        """light, materials: as the camera takes them. brisk: uses small pictures, and few frames of a moving hand, for
        an evening that must be short.
        """
        rules = GAMES[game]
        begin = position if position is not None else rules.dump(rules.new(options or {}))
        self.board = BOARDS[game]
        self.layout = self.board.layout()
        self.scene = Scene(self.board, rules.stock(rules.parse(begin)), seed=seed)
        self.camera = _Clocked(self.scene, size=SMALL if brisk else USUAL, seed=seed, light=light, materials=materials)
        self.hands = tuple(Hand(self.scene, far_side=far, speed_mm=HASTE_MM, hasty=brisk) for far in (False, True))
        self.happenings: list[Notification] = []
        self.views: View | None = None
        self.moments: list[TransientState] = []
        self.on_show: Callable[[View, Frame | None], None] | None = None
        self._file = folder / "journal.db"
        self._pressed: list[Action] = []
        self._session: Session | None = None
        self._cut = False
        with Journal(self._file) as journal:
            state, begins = choose_game(journal, game, begin)
            assert begins is not None
            journal.append(begins)
        self.scene.lay(rules.table(state.position))

    @property
    def state(self) -> State:
        assert self._session is not None
        return self._session.state

    @property
    def session(self) -> Session:
        assert self._session is not None
        return self._session

    @property
    def view(self) -> View:
        assert self.views is not None
        return self.views

    def press(self, action: Action) -> None:
        """Does an action (a button, a tap, a roll) just before the next frame."""
        self._pressed.append(action)

    def cut_power(self) -> Iterator[None]:
        """Ends the companion and starts another one with what is saved; the table stays as it is."""
        self._cut = True
        yield

    def play(self, acts: Iterable[None]) -> None:
        """Plays until the acts are over."""
        steps = iter(acts)
        resumed = False
        while True:
            self._cut = False
            with Journal(self._file) as journal, Performance(self.camera, steps) as performance:
                for happening in run(self._stage(journal, performance, resumed)):
                    self.happenings.append(happening)
            if not self._cut:
                return
            resumed = True

    def commands(self) -> Iterator[Command]:
        if self._cut:
            yield Quit()
            return
        pressed, self._pressed = self._pressed, []
        for action in pressed:
            match action:
                case Press(name):
                    yield COMMANDS[name]
                case Tap(label):
                    command = find_command(label, self.view)
                    assert command is not None, f"the screen has no {label!r}: {self.view.choices}"
                    yield command
                case command:
                    yield command

    def show(self, view: View, frame: Frame | None) -> None:
        self.views = view
        ms = 1000 * (time.process_time() - self.camera.read_at)
        number = frame.index if frame is not None else -1
        self.moments.append(TransientState(number, self._hand_in_sight(), self.session.now.verdict, ms))
        if self.on_show is not None:
            self.on_show(view, frame)

    def _hand_in_sight(self) -> bool:
        hand, height = self.scene.hand, self.layout.size_mm[1]
        return hand is not None and -BESIDE_MM < hand.y < height + BESIDE_MM

    def _stage(self, journal: Journal, camera: Performance, resumed: bool) -> Stage:
        state, begins = choose_game(journal, None, None)
        assert not isinstance(begins, Started)
        places = self.layout.middles
        earlier = list_events(journal, begins)
        self._session = Session(journal, state, places, resumed=resumed, stock=self.scene.stock, earlier=earlier)
        watcher = Watcher(self.layout, Reader(self.layout, art(self.layout)))
        side = SidePages([NamesSide(self._session)])
        return Stage(self._session, camera, watcher, self, side=side, stall_s=0.0)
