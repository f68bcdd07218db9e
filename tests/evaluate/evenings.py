"""Whole games on the virtual table, seen through the real vision code, by people who play at random and clumsily.

    python -m tests.evaluate.evenings [--games 100] [--only backgammon,spaces] [--turns N] [--seed 0] [--jobs 2]
        [--any-look]

With --any-look, light and the make of the pieces are drawn at random for each game.

Every committed move has to be the move that was meant. No move, point or bout may be lost unless players confirm it.
Prints for each game how many games and moves there were, what was lost, how often a question about the table was asked
and how often none of its answers was right, how often players were asked if moves are undone, how often a table that
was meant was called illegal, the mishaps, and the frames from the first one without a hand to the verdict. Exit status
1 if anything was wrong.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

import cv2

from companion.boards import BOARDS
from companion.rules.core import JSON
from companion.virtual_table.scene import SceneError
from tests.evaluate.looks import Look, draw_look
from tests.evening.clumsy import Notes, Players, Stuck
from tests.evening.evening import Evening

LIGHTS = ("daylight", "lamp", "dim")

OPTIONS: Mapping[str, Sequence[Mapping[str, JSON]]] = MappingProxyType(
    {
        "backgammon": (
            {},
            {"gammons": True},
            {"cube": True, "jacoby": True},
            {"cube": True, "gammons": True},
            {"cube": True, "gammons": True, "match_length": 3},
        ),
        "spaces": ({"target": 1}, {"target": 2}, {"target": 3}, {"target": 6}),
        "spry": ({}, {"first": "W"}, {"swap": True}, {"first": "W", "swap": True}),
        "color-dice": tuple(
            {"players": players, "move_scope": scope, "throwing": throwing}
            for players in (2, 3, 4)
            for scope in ("attacked", "any")
            for throwing in ("active", "each")
        ),
        "mindfield": ({}, {}, {}, {"rounds": 2}),
    }
)
"""The options of each game, which its evenings take in turn. Options that make a game last many hours come rarely.
A game that is not named here is played with its usual options."""


@dataclass
class Played:
    """The result of one game. wrong: where the companion did not do what was meant, None if it always did."""

    game: str
    seed: int
    notes: Notes = field(default_factory=Notes)
    over: bool = False
    wrong: str | None = None
    seconds: float = 0.0


def play(game: str, seed: int, turns: int = 1000, any_look: bool = False, clumsiness: float = 0.15) -> Played:
    """Plays one game. The seed decides light, options and moves.

    any_look: draws light and the make of the pieces at random.
    """
    begun = time.process_time()
    played = Played(game, seed)
    with tempfile.TemporaryDirectory() as folder:
        look = draw_look(seed) if any_look else Look(LIGHTS[seed % len(LIGHTS)])
        variants = OPTIONS.get(game, ({},))
        options = variants[seed // len(LIGHTS) % len(variants)]
        evening = Evening(
            Path(folder), game, options=dict(options), light=look.light, materials=look.materials, seed=seed, brisk=True
        )
        players = Players(evening, seed, clumsiness)
        played.notes = players.notes
        try:
            evening.play(players.play(turns))
        except (Stuck, SceneError) as stuck:  # the other games are still played
            played.wrong = str(stuck)
        played.over = evening.state.over
        counted, meant = evening.state.moves, players.notes.meant
        if played.wrong is None and counted != meant:
            first = next(
                (i for i, (a, b) in enumerate(zip(counted, meant, strict=False)) if a != b),
                len(counted),
            )
            played.wrong = f"move {first + 1}: committed {counted[first : first + 2]}, meant {meant[first : first + 2]}"
    played.seconds = time.process_time() - begun
    return played


def _job(task: tuple[str, int, int, bool]) -> Played:
    cv2.setNumThreads(1)
    return play(*task)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100, help="how many of each game")
    parser.add_argument("--only", default=",".join(BOARDS), help="which games, with commas between")
    parser.add_argument("--turns", type=int, default=1000, help="moves after which a game is broken off")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--any-look", action="store_true", help="draw light and the make of the pieces at random")
    args = parser.parse_args(arguments)
    wrong = 0
    with ProcessPoolExecutor(args.jobs) as pool:
        for game in args.only.split(","):
            tasks = [(game, args.seed + i, args.turns, args.any_look) for i in range(args.games)]
            results = []
            for played in pool.map(_job, tasks):
                results.append(played)
                for fault in _faults(played):
                    sys.stdout.write(f"{game} seed {played.seed}: {fault}\n")
                sys.stdout.flush()
            wrong += sum(any(_faults_that_count(played)) for played in results)
            sys.stdout.write(_summary(game, results))
    return 1 if wrong else 0


def _faults_that_count(played: Played) -> Iterator[str]:
    notes = played.notes
    if played.wrong is not None:
        yield played.wrong
    yield from (f"lost: {lost}" for lost in notes.lost)
    yield from (f"called illegal: {accused}" for accused in notes.accused)


def _faults(played: Played) -> Iterator[str]:
    notes = played.notes
    yield from _faults_that_count(played)
    yield from (f"asked without the right answer: {doubt}" for doubt in notes.answers_missing)


def _summary(game: str, results: Sequence[Played]) -> str:
    notes = [played.notes for played in results]
    moves = sum(len(n.meant) for n in notes)
    asked = sum(n.asked for n in notes)
    frames = sorted(f for n in notes for f in n.frames_to_verdict)
    mishaps: Counter[str] = sum((n.clumsy for n in notes), Counter())
    told = ", ".join(f"{what} {count}" for what, count in mishaps.most_common())
    late = frames[int(0.99 * (len(frames) - 1))] if frames else 0
    return (
        f"{game:<11} {len(results)} games, {sum(p.over for p in results)} to the end, {moves} moves, "
        f"{sum(p.wrong is not None for p in results)} games wrong, lost unconfirmed {sum(len(n.lost) for n in notes)}; "
        f"asked {asked} times "
        f"({100 * asked / max(1, moves):.1f} in 100 moves, "
        f"{sum(len(n.answers_missing) for n in notes)} without the right answer), "
        f"{sum(n.asked_takebacks for n in notes)} times if moves are undone, "
        f"{sum(len(n.accused) for n in notes)} legal tables called illegal; frames to the verdict: "
        f"median {frames[len(frames) // 2] if frames else 0}, 99 of 100 within {late}, most {max(frames, default=0)}; "
        f"{sum(p.seconds for p in results):.0f} s\n            mishaps: {told or 'none'}\n"
    )


if __name__ == "__main__":
    sys.exit(main())
