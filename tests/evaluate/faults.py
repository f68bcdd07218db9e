"""Films of games with faults of light and camera in them: does play go on?

    python -m tests.evaluate.faults [--only backgammon,spaces] [--faults drift,zoom] [--seeds 1] [--seed 1000]
        [--moves 4] [--fps 10] [--strength 1] [--jobs 2] [--each]

People play on the virtual table, and the whole companion watches through the real vision code. From the second move on,
the fault is in every frame. After each move they press Done and wait; if the move does not count within eight seconds,
the fault ends until it does. Prints for each fault how many moves counted while it lasted and after how many seconds,
how many seconds the others took after its end, what the companion said of these others, and how many moves were
wrong. The exit status is 1 if any move was wrong. Seeds below 1000 are for design, and so is 1002: it showed black
stones that were taken for white ones, because a lamp was mirrored in them.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median
from typing import Any

import cv2
import numpy as np

from companion.app.script import Press
from companion.boards import BOARDS
from companion.virtual_table.camera import VirtualCamera
from companion.virtual_table.scene import SceneError
from tests.evaluate.evenings import LIGHTS
from tests.evening.clumsy import Players, Stuck
from tests.evening.evening import Evening
from tests.vision.faults import FAULTS, Disturb
from vision.sources import Frame

PATIENCE_S = 8.0
"""How long people wait for their move to count before the fault ends."""

GOES_ON_S = 5.0
"""Play has to go on within this time."""


@dataclass
class Film:
    """The result of one film."""

    game: str
    fault: str
    seed: int
    moves: int = 0
    followed: int = 0
    """Moves that counted while the fault lasted."""
    seconds: list[float] = field(default_factory=list)
    """Seconds from the first frame without a hand until a move counted, for moves that counted during the fault."""
    seconds_after: list[float] = field(default_factory=list)
    """Seconds from the end of the fault until a move counted, for the other moves."""
    asked: int = 0
    said: Counter[str] = field(default_factory=Counter)
    """What the companion said about moves that did not count in time."""
    events: Counter[str] = field(default_factory=Counter)
    """How many events of each kind there were that an undisturbed game does not have."""
    wrong: list[str] = field(default_factory=list)
    took_s: float = 0.0


class FaultyPlayers(Players):
    """People who play without mishaps while a fault comes and goes."""

    def __init__(self, evening: Evening, seed: int, film: Film, disturb: Disturb, fps: float) -> None:
        super().__init__(evening, seed, clumsiness=0.0)
        self._film = film
        self._disturb = disturb
        self._fps = fps
        self._disturbed: int | None = None  # frames since the fault began, None before that
        self._heard_events = 0

    def see(self, frame: Frame) -> Frame:
        """A frame with the fault in it."""
        if self._disturbed is None:
            return frame
        self._disturbed += 1
        n = self._disturbed
        return replace(frame, image=self._disturb(frame.image, n / self._fps, n)) if self._lasts else frame

    _lasts = True

    def play(self, turns: int = 4) -> Iterator[None]:
        """Plays until this many moves were made with the fault, a hundred in all, or the game is over."""
        steps = super().play(100)
        for _ in steps:
            yield
            if self._film.moves >= turns:
                return

    def _lay_out_next(self) -> Iterator[None]:
        self._lasts = False
        yield from super()._lay_out_next()

    def _done(self, wanted: Any, move: str) -> Iterator[None]:
        if self._disturbed is None:  # the first move is played without the fault
            yield from super()._done(wanted, move)
            self._disturbed = 0
            return
        evening, film = self.evening, self._film
        turns = len(evening.state.turns)
        self.notes.meant.append(move)
        self._lasts = True
        begun = self._without_hand()
        first = len(evening.happenings)
        evening.press(Press("done"))
        pressed = 0
        patience = round(PATIENCE_S * self._fps)
        waited = 0
        while len(evening.state.turns) == turns and waited < 2 * patience:
            if waited == patience:
                self._lasts = False
                told = {str(h.data.get("text", h.data.get("problem"))) for h in evening.happenings[first:]}
                film.said.update(told - {"None"})
            moment = evening.session.now
            if moment.doubt is not None:
                yield from self._answer(wanted)
                pressed = waited
            elif not moment.hand and not moment.done_waits and waited - pressed >= self._fps:
                evening.press(Press("done"))
                pressed = waited
            yield from self._rest(1)
            waited += 1
        if len(evening.state.turns) == turns:
            film.moves += 1
            raise self._stuck(f"{move} is taken")
        film.moves += 1
        seconds = (evening.moments[-1].frame - begun) / self._fps
        if self._lasts:
            film.followed += 1
            film.seconds.append(seconds)
        else:
            film.seconds_after.append((waited - patience) / self._fps)
        self._lasts = True
        turn = evening.state.turns[turns]
        got = evening.state.game.judge(turn.before, turn.move).outcome
        if got is None or got.position != wanted:
            film.wrong.append(f"{move} was played and {turn.move} was committed")
        self.notes.meant[-1] = turn.move

    def _without_hand(self) -> int:
        """The first frame after the last one with a hand."""
        last = next((m.frame for m in reversed(self.evening.moments) if m.hand), 0)
        return last + 1


def play(game: str, name: str, seed: int, moves: int = 4, fps: float = 10.0, strength: float = 1.0) -> Film:
    """Plays one film of a game with a fault in it. The seed decides light and moves."""
    begun = time.process_time()
    film = Film(game, name, seed)
    rng = np.random.default_rng([seed, *name.encode()])
    disturb = FAULTS[name].make(rng, strength)
    with tempfile.TemporaryDirectory() as folder:
        light = LIGHTS[int(rng.integers(len(LIGHTS)))]
        evening = Evening(Path(folder), game, light=light, seed=seed, brisk=True)
        players = FaultyPlayers(evening, seed, film, disturb, fps)
        evening.camera = _camera(evening, players, light, seed, fps)
        try:
            evening.play(players.play(moves))
        except (Stuck, SceneError) as stuck:  # the other films are still played
            film.events["stuck"] += 1
            film.said[str(stuck)[:200]] += 1
        if evening.state.moves != players.notes.meant[: len(evening.state.moves)]:
            film.wrong.append(f"committed {evening.state.moves}, meant {players.notes.meant}")
        film.asked = players.notes.asked
        usual = ("roll", "hand", "move", "setup-ok", "unsure", "device")
        film.events.update(h.event for h in evening.happenings if h.event not in usual)
    film.took_s = time.process_time() - begun
    return film


def _camera(evening: Evening, players: FaultyPlayers, light: str, seed: int, fps: float) -> Any:
    """A camera for the evening whose frames have the fault in them."""

    class Disturbed(VirtualCamera):
        read_at = 0.0

        def read(self, timeout_s: float = 1.0) -> Frame:
            frame = players.see(super().read(timeout_s))
            self.read_at = time.process_time()
            return frame

    return Disturbed(evening.scene, size=(1280, 720), seed=seed, light=light, fps=fps)


def _job(task: tuple[str, str, int, int, float, float]) -> Film:
    cv2.setNumThreads(1)
    return play(*task)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default=",".join(BOARDS), help="which games, with commas between")
    parser.add_argument("--faults", default=",".join(FAULTS), help="which faults, with commas between")
    parser.add_argument("--seeds", type=int, default=1, help="films of each game with each fault")
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument("--moves", type=int, default=4)
    parser.add_argument("--fps", type=float, default=10.0)
    parser.add_argument("--strength", type=float, default=1.0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--each", action="store_true", help="a line for each film")
    args = parser.parse_args(arguments)
    wrong = 0
    with ProcessPoolExecutor(args.jobs) as pool:
        for fault in args.faults.split(","):
            tasks = [
                (game, fault, args.seed + i, args.moves, args.fps, args.strength)
                for game in args.only.split(",")
                for i in range(args.seeds)
            ]
            films = []
            for film in pool.map(_job, tasks):
                films.append(film)
                if args.each:
                    sys.stdout.write("    " + _line(f"{film.game} {film.seed}", [film]))
                    sys.stdout.flush()
            wrong += sum(len(film.wrong) for film in films)
            sys.stdout.write(_line(fault, films))
            sys.stdout.flush()
    return 1 if wrong else 0


def _line(name: str, films: Sequence[Film]) -> str:
    seconds = sorted(s for f in films for s in f.seconds)
    after = sorted(s for f in films for s in f.seconds_after)
    said: Counter[str] = sum((f.said for f in films), Counter())
    events: Counter[str] = sum((f.events for f in films), Counter())
    wrong = [w for f in films for w in f.wrong]
    took = f"{median(seconds):.1f} s, most {seconds[-1]:.1f}" if seconds else "-"
    late = f", after its end {median(after):.1f} s, most {after[-1]:.1f}" if after else ""
    followed, moves, soon = len(seconds), sum(f.moves for f in films), sum(s <= GOES_ON_S for s in seconds)
    return (
        f"{name:16} {followed:3} of {moves:3} moves followed in {took}{late}; within {GOES_ON_S:.0f} s {soon}; "
        f"asked {sum(f.asked for f in films)}; wrong {len(wrong)}; {dict(events)}; "
        f"{sum(f.took_s for f in films):.0f} s of processor time\n"
        + "".join(f"                 said {n} times: {text}\n" for text, n in said.most_common())
        + "".join(f"                 WRONG: {one}\n" for one in wrong)
    )


if __name__ == "__main__":
    sys.exit(main())
