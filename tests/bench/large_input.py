"""How long the program works at input that somebody made large or twisted on purpose, before it answers or refuses it.

    python -m tests.bench.large_input

Prints one line for each kind of input: the processor time of its slowest case, that time as a multiple of the kind's
baseline in the same run, and the bound on that multiple. The exit status is 1 if a bound is missed. The baseline of
texts is that Python reads a million zeros as JSON, the baseline of pictures that OpenCV looks for markers in a grey
picture of 1280x720.
"""

from __future__ import annotations

import contextlib
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.config import ConfigError, load
from companion.rules.core import MoveTextError
from tests.rules.mindfield.positions import MINDFIELD
from tests.rules.spaces.by_hand import START, position
from tests.rules.spaces.positions import SPACES
from tests.rules.spaces.test_texts import LONG_WALK, LONG_WALKS
from tests.rules.test_protocol import FRIENDS, LARGE_REQUESTS, ask, list_moves, make_table_after, most_jumps
from tests.test_config import ATTACKS
from tests.vision.test_hostile_files import BOMBS, LAYOUT, make_full_of_one_marker
from vision import register
from vision.errors import BoardNotFound, SourceError
from vision.sources import decode_image

RUNS = 3
"""The time of a case is the median of this many runs."""

Case = Callable[[], object]


def measure_ms(case: Case) -> float:
    """The median processor time of a case in ms. Whatever the program refuses is part of the case."""
    taken = []
    for _ in range(RUNS):
        began = time.thread_time()
        with contextlib.suppress(BoardNotFound, SourceError, ConfigError, MoveTextError):
            case()
        taken.append(1_000 * (time.thread_time() - began))
    return statistics.median(taken)


def list_texts(folder: Path) -> Iterator[tuple[str, float, list[Case]]]:
    """Each kind of text with its bound and its cases. folder: where files of settings are put."""
    requests = [json.dumps(request) for request in LARGE_REQUESTS]
    yield "requests", 15, [partial(ask, line) for line in requests]
    jumps = [most_jumps(friends) for friends in FRIENDS]
    yield "most jumps, listed", 5, [partial(list_moves, data) for data in jumps]
    yield "most jumps, matched", 3, [match_longest(data) for data in jumps]
    yield "long moves", 8, [partial(SPACES.judge, position(START, 5), walk) for walk in (*LONG_WALKS, LONG_WALK + "-")]
    files = []
    for number, (text, _) in enumerate(ATTACKS.values()):
        files.append(folder / f"{number}.toml")
        files[-1].write_text(text)
    yield "settings", 8, [partial(load, path) for path in files]


def list_pictures() -> Iterator[tuple[str, float, list[Case]]]:
    """Each kind of picture with its bound and its cases."""
    full = make_full_of_one_marker()
    yield "pictures of no board", 1, [partial(decode_image, data) for data in BOMBS.values()]
    yield "one marker everywhere, at the start", 120, [partial(register.find, full, LAYOUT)]
    yield "one marker everywhere, in play", 10, [partial(register.find, full, LAYOUT, thorough=False)]


def match_longest(data: dict[str, Any]) -> Case:
    """A case: which move made the table that the longest move leaves?"""
    longest = max(list_moves(data)["moves"], key=len)
    return partial(MINDFIELD.match, MINDFIELD.parse(data), make_table_after(data, longest))


def report(kinds: Iterator[tuple[str, float, list[Case]]], baseline_ms: float) -> bool:
    """Prints a line for each kind; True if all hold their bounds."""
    good = True
    for name, bound, cases in kinds:
        slowest = max(map(measure_ms, cases))
        slow = slowest / baseline_ms > bound
        good = good and not slow
        sys.stdout.write(
            f"{name:36} {slowest:8.1f} ms   baseline {baseline_ms:6.1f} ms   slowest/baseline "
            f"{slowest / baseline_ms:5.1f}   ({bound:.0f} is allowed)   {'TOO SLOW' if slow else 'ok'}\n"
        )
        sys.stdout.flush()
    return good


def main() -> int:
    """Prints the table; 1 if a bound is missed."""
    cv2.setNumThreads(1)
    zeros = json.dumps([0] * 1_000_000)
    with tempfile.TemporaryDirectory() as folder:
        texts = report(list_texts(Path(folder)), measure_ms(partial(json.loads, zeros)))
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    grey = np.random.default_rng(1).integers(100, 140, (720, 1280), np.uint8)
    pictures = report(list_pictures(), measure_ms(partial(detector.detectMarkers, grey)))
    return 0 if texts and pictures else 1


if __name__ == "__main__":
    sys.exit(main())
