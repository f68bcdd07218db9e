"""How long vision takes for each game and picture size, beside OpenCV on the whole frame and beside copying the frame.

    python -m tests.bench.vision [GAME...]

The baseline is `detectMarkers` and `warpPerspective` over the whole picture, on one thread. It is measured in turns
with what it is compared with, a few frames each, because the speed of a machine changes within seconds. A steady frame
shows a table at rest. In a changed frame a hand moves over the board and back. There are few of these and they differ,
so the bound is on their mean; the median is printed beside it. A changed table that has come to rest is read once. This
time is neither of the two and is printed apart, beside the time of reading a whole picture. Learning from that table
once more is timed too, and has a bound, because the screen does not change while it lasts. Prints milliseconds, and the
memory that watcher and reader need. The exit status is 1 if a bound is missed.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards import BOARDS, art
from companion.referee import start_table
from companion.virtual_table.camera import VirtualCamera
from companion.virtual_table.scene import HandPose, Table
from tests.memory import most_mb
from tests.tables import make_scene
from vision import register
from vision.layout import Layout
from vision.observation import Observation
from vision.reader import Reader
from vision.sources import Frame
from vision.watcher import Watcher

SIZES = ((1280, 720), (1920, 1080))
STEADY_PART = 0.07
CHANGED_PART = 0.15
READER_MB = 120.0
LEARN_PART = 4.0
ROUNDS = 20
FRAMES = 4
LEARN_ROUNDS = 5
# Two games begin with almost no piece on the board. These tables are used for them instead.
STONES = {
    "mindfield": {"a1": ("gold",), "c4": ("silver",), "d4": ("antipode-silver",), "f2": ("gold",), "g7": ("silver",)},
    "spry": {"A1": ("white",), "E3": ("black",), "E5": ("white",), "I2": ("black",)},
}

Picture = np.ndarray
Floats = NDArray[np.float64]
Given = TypeVar("Given")


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def spent_ms(what: Callable[[Given], object], given: Given) -> float:
    """The processor time in ms that `what(given)` takes; other programs on the machine do not count."""
    begun = time.process_time()
    what(given)
    return 1000 * (time.process_time() - begun)


def median_ms(what: Callable[[int], object], rounds: int) -> float:
    """The median time in ms of `what(0)`, `what(1)`, ..."""
    return statistics.median(spent_ms(what, i) for i in range(rounds))


@dataclass
class Film:
    """Frames of one game's table: at rest, with a hand on its way in and out, and at rest with one piece fewer.

    table, table_after: what is on the cells before and after the hand.
    """

    layout: Layout
    rest: list[Picture]
    hand: list[Picture]
    after: list[Picture]
    table: Table
    table_after: Table


def shoot(game: str, size: tuple[int, int]) -> Film:
    scene = make_scene(BOARDS[game])
    scene.lay(STONES.get(game) or start_table(game) or {})
    camera = VirtualCamera(scene, size=size)
    rest = [camera.render() for _ in range(FRAMES)]
    w, h = scene.layout.size_mm
    hand = []
    for step in range(ROUNDS):
        inwards = 1 - abs(2 * step / ROUNDS - 1)
        scene.hand = HandPose(0.55 * w, h * (1.1 - 0.7 * inwards), 25)
        hand.append(camera.render())
    scene.hand = None
    table = scene.table()
    piece = scene.find_in_cell(next(iter(table)))
    assert piece is not None
    scene.pick(piece.x, piece.y)
    scene.drag(-1.0, -1.0)
    scene.drop()
    return Film(scene.layout, rest, hand, [camera.render() for _ in range(FRAMES)], table, scene.table())


def homography(film: Film) -> np.ndarray:
    return np.asarray(np.linalg.inv(register.find(film.rest[0], film.layout).homography))


def watching(film: Film) -> tuple[Watcher, Callable[[Picture], Observation]]:
    """A watcher that has learned the film's table at rest, and a function that shows it the next picture."""
    watcher = Watcher(film.layout, Reader(film.layout, art(film.layout)))
    number = 0

    def see(image: Picture) -> Observation:
        nonlocal number
        number += 1
        return watcher.see(Frame(number, number / 30, image))

    for i in range(6):
        seen = see(film.rest[i % FRAMES])
    if not seen.settled:
        raise SystemExit(f"The table does not come to rest: {seen.problem}")
    watcher.learn(film.rest[0], film.table)
    see(film.rest[0])
    return watcher, see


def full_frame(film: Film, size: tuple[int, int]) -> Callable[[Picture], object]:
    """The baseline: `detectMarkers` and `warpPerspective` over a whole picture of a film."""
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    flat = homography(film)

    def treat(picture: Picture) -> object:
        return detector.detectMarkers(picture), cv2.warpPerspective(picture, flat, size)

    return treat


def in_turns_ms(
    what: Callable[[Picture], object], baseline: Callable[[Picture], object], film: list[Picture]
) -> Floats:
    """The times in ms (n, 2) of `what` and of the baseline, for each picture."""
    rows = [film[i : i + FRAMES] for i in range(0, len(film), FRAMES)]
    return np.concatenate(
        [[[spent_ms(do, picture) for picture in row] for do in (what, baseline)] for row in rows], 1
    ).T


def learning_ms(film: Film) -> float:
    """The time in ms to learn from the table as the hand has left it."""
    watcher, see = watching(film)
    for picture in film.hand + film.after:
        see(picture)
    return spent_ms(lambda picture: watcher.learn(picture, film.table_after), film.after[-1])


def measure(game: str, size: tuple[int, int]) -> tuple[float, float, float]:
    """Prints a line; returns the times of a steady frame, a changed frame and learning as multiples of the baseline."""
    film = shoot(game, size)
    _, see = watching(film)
    baseline = full_frame(film, size)
    steady = in_turns_ms(see, baseline, [film.rest[i % FRAMES] for i in range(ROUNDS)])
    changed = in_turns_ms(see, baseline, film.hand)
    read_ms = max(spent_ms(see, picture) for picture in film.after)
    copy_ms = median_ms(lambda i: film.rest[i % FRAMES].copy(), ROUNDS)
    found = register.find(film.rest[0], film.layout)
    find_ms = median_ms(lambda i: register.find(film.rest[i % FRAMES], film.layout), 7)
    near_ms = median_ms(lambda i: register.find_near(film.rest[i % FRAMES], film.layout, found, found.lens), 7)
    reader = Reader(film.layout, art(film.layout))
    reader.read(film.rest[0], found)
    whole_ms = median_ms(lambda i: reader.read(film.rest[i % FRAMES], found), 7)
    learning = np.array([(learning_ms(film), spent_ms(baseline, film.after[-1])) for _ in range(LEARN_ROUNDS)])
    (steady_ms, full_ms), learn_ms = np.median(steady, axis=0), np.median(learning[:, 0])
    mean_ms, changed_ms = changed[:, 0].mean(), np.median(changed[:, 0])
    steady_part, learn_part = (np.median(times[:, 0] / times[:, 1]) for times in (steady, learning))
    changed_part = mean_ms / changed[:, 1].mean()
    say(
        f"{game:10} {size[0]}x{size[1]}   steady {steady_ms:5.2f}   changed {mean_ms:5.2f} (median {changed_ms:5.2f})"
        f"   read at rest {read_ms:5.1f}   read all {whole_ms:5.1f}   learn again {learn_ms:5.1f}"
        f"   find {find_ms:5.1f}   find again {near_ms:4.1f}   full frame {full_ms:5.1f}"
        f"   copy {copy_ms:4.2f}   steady/full {steady_part:.3f}   changed/full {changed_part:.3f}   "
        f"learn again/full {learn_part:.1f}   steady/copy {steady_ms / copy_ms:.1f}   "
        f"changed/copy {mean_ms / copy_ms:.1f}"
    )
    return float(steady_part), float(changed_part), float(learn_part)


def memory(game: str, picture: Path) -> tuple[float, float]:
    """The most MB that watching and reading a picture (.npy) add to this process, and the most that it held in all.

    To be run in a process of its own: the system reports the most memory that a process ever held, which never shrinks.
    """
    layout = BOARDS[game].layout()
    image, drawn = np.load(picture), art(layout)
    before = most_mb()
    watcher = Watcher(layout, Reader(layout, drawn))
    for i in range(6):
        watcher.see(Frame(i, i / 30, image))
    return most_mb() - before, most_mb()


def measure_memory(game: str, size: tuple[int, int]) -> float:
    """Prints a line and returns what `memory` measures for a picture of the game's table."""
    with tempfile.TemporaryDirectory() as folder:
        picture = Path(folder) / "picture.npy"
        np.save(picture, shoot(game, size).rest[0])
        command = [sys.executable, "-m", "tests.bench.vision", "--memory", game, str(picture)]
        answer = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    held, whole = float(answer[0]), float(answer[1])
    say(f"{game:10} {size[0]}x{size[1]}   memory of watcher and reader {held:5.1f} MB, of the process {whole:5.1f} MB")
    return held


def main(arguments: list[str]) -> int:
    cv2.setNumThreads(1)
    if arguments[:1] == ["--memory"]:
        say("{} {}".format(*memory(arguments[1], Path(arguments[2]))))
        return 0
    games = arguments or list(BOARDS)
    parts = [measure(game, size) for game in games for size in SIZES]
    most = max(measure_memory(game, SIZES[-1]) for game in games)
    steady, changed, learn = (max(column) for column in zip(*parts, strict=True))
    say(
        f"At most {steady:.3f} of the full-frame way for a steady frame ({STEADY_PART} is allowed), {changed:.3f} for "
        f"a changed one ({CHANGED_PART} is allowed), {learn:.1f} to learn again ({LEARN_PART} is allowed), "
        f"{most:.0f} MB ({READER_MB:.0f} are allowed)."
    )
    return int(steady > STEADY_PART or changed > CHANGED_PART or learn > LEARN_PART or most > READER_MB)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
