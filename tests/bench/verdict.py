"""How many frames and how much computing each game takes from the first frame without a hand to the verdict.

    python -m tests.bench.verdict [MOVES] [GAME...]

People play some random moves on the virtual table without mishaps. The time is processor time on one
thread, from each of these frames to the view that is shown for it; the time to draw the frames does not count. It is
compared with the full-frame baseline of the same run (`tests.bench.vision.full_frame`). Prints frames and
milliseconds for each game. The exit status is 1 if the largest number of frames, or the median time as a multiple of
the baseline, misses its bound.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path

import cv2

from companion.boards import BOARDS
from tests.bench.vision import FRAMES, ROUNDS, SIZES, full_frame, median_ms, shoot
from tests.evening.clumsy import Notes, Players
from tests.evening.evening import Evening

MOVES = 8
MOST_FRAMES = 4
MOST_PART = 4.0
"""The bound on the median time to a verdict, as a multiple of the full-frame baseline."""


def play(game: str, moves: int) -> Notes:
    """What was noted while this many moves were played."""
    with tempfile.TemporaryDirectory() as folder:
        evening = Evening(Path(folder), game, seed=1)
        players = Players(evening, seed=1, clumsiness=0.0)
        evening.play(players.play(moves))
    return players.notes


def measure_full_frame(game: str) -> float:
    """The median time in ms of the baseline on pictures of a game's table."""
    film = shoot(game, SIZES[0])
    baseline = full_frame(film, SIZES[0])
    return median_ms(lambda i: baseline(film.rest[i % FRAMES]), ROUNDS)


def main(arguments: list[str]) -> int:
    cv2.setNumThreads(1)
    moves = int(arguments.pop(0)) if arguments and arguments[0].isdigit() else MOVES
    missed = False
    for game in arguments or BOARDS:
        notes = play(game, moves)
        frames, ms = sorted(notes.frames_to_verdict), sorted(notes.ms_to_verdict)
        full_ms = measure_full_frame(game)
        part = statistics.median(ms) / full_ms
        missed |= frames[-1] > MOST_FRAMES or part > MOST_PART
        sys.stdout.write(
            f"{game:10} {len(frames)} verdicts   frames: median {statistics.median(frames):.0f}, most {frames[-1]}"
            f" ({MOST_FRAMES} are allowed)   ms: least {ms[0]:.1f}, median {statistics.median(ms):.1f},"
            f" most {ms[-1]:.1f}, full frame {full_ms:.1f}, median/full {part:.2f} ({MOST_PART:.1f} is allowed)\n"
        )
        sys.stdout.flush()
    return int(missed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
