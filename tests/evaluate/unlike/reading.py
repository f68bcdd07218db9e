"""Reads photographs in the ways of `companion read`, and scores the readings.

A photograph that was read wrong is read once more, and the pictures of `--debug` go into a folder of its own.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from companion.boards import art
from companion.commands.read import known_stock as stock_of
from tests.evaluate.renders import ROOT
from tests.evaluate.unlike.changes import Change
from tests.evaluate.unlike.scenes import Folder, Photo
from tests.evaluate.unlike.scores import Score, judge, unplaced
from vision import layout as layouts
from vision import register
from vision.errors import VisionError
from vision.layout import Layout, Point
from vision.reader import Reader
from vision.reader.debug import DebugPictures
from vision.register import Registration
from vision.register.markers import detect

READING = """
import sys
from companion.cli import main
from tests.memory import most_mb
code = main()
print(most_mb(), file=sys.stderr)
sys.exit(code)
"""
"""Runs a command of the companion; the last word on standard error is the most memory that it held, in MB."""

WITH, WITHOUT, ALONE = "with set-up", "without set-up", "layout alone"
Picture = np.ndarray


def load(file: Path) -> Picture:
    """A BGR picture. Raises OSError if there is none."""
    image = cv2.imdecode(np.fromfile(file, np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        raise OSError(f"{file} is no picture")
    return np.asarray(image, np.uint8)


def place(
    image: Picture, layout: Layout, corners: Sequence[Point] | None, earlier: Registration | None = None
) -> Registration | None:
    """Where the board is in a picture, None if it is not found. earlier: where the same camera saw it at set-up."""
    try:
        if corners is not None:
            return register.from_corners((image.shape[1], image.shape[0]), layout, corners)
        return register.find_again(image, layout, earlier)
    except VisionError:
        return None


def ways(folder: Folder) -> tuple[str, ...]:
    """The ways to read a folder. A repainted board cannot be read with our drawing of it, so it has one way fewer."""
    return (WITH, ALONE) if folder.painted else (WITH, WITHOUT, ALONE)


def reader_for(way: str, folder: Folder) -> tuple[Reader | None, Layout, Registration | None]:
    """A reader for one way to read a folder, None if its set-up photograph cannot be used; the layout; and where the
    board is at set-up, None without one. Raises ValueError for a way that a folder cannot be read.
    """
    if way not in ways(folder):
        raise ValueError(f"a folder is read {', '.join(ways(folder))}, not {way}")
    layout = layouts.load(folder.layout)
    stock = stock_of(layout)
    # the drawing of a repainted board stays given: the reader has to notice that it is wrong
    if way == ALONE and not folder.painted:
        layout = replace(layout, game="foreign")
    reader = Reader(layout, art(layout), stock)
    registration: Registration | None = None
    if way == WITH:
        image = load(folder.setup.file)
        registration = place(image, layout, None)
        if registration is None:
            return None, layout, None
        reader.learn(image, registration, {cell: tuple(kinds) for cell, kinds in folder.setup.cells.items()})
    return reader, layout, registration


def read_folder(folder: Folder, way: str, errors: Path | None, change: Change | None = None) -> tuple[Score, list[str]]:
    """What one way of reading makes of a folder: its score, and all errors in words. change: what has changed in the
    photographs since the set-up.
    """
    reader, layout, earlier = reader_for(way, folder)
    total, lines = Score(), list[str]()
    for photo in folder.photos:
        title = f"{way.replace(' ', '-')}-{folder.path.parent.name}-{folder.path.name}-{photo.file.stem}"
        score, said = read_photo(reader, layout, photo, None, errors, title, earlier, change)
        total.add(score)
        lines += [f"{title}: {line}" for line in said]
    return total, lines


def read_photo(
    reader: Reader | None,
    layout: Layout,
    photo: Photo,
    corners: Sequence[Point] | None,
    errors: Path | None,
    title: str,
    earlier: Registration | None = None,
    change: Change | None = None,
) -> tuple[Score, list[str]]:
    """Reads one photograph. If it is read wrong, the debug pictures go into `errors`/`title`. earlier: where the same
    camera saw the board at set-up. change: what has changed since.
    """
    image = load(photo.file) if change is None else change(load(photo.file))
    registration = place(image, layout, corners, earlier)
    if reader is None or registration is None:
        hand_seen = reader is not None and _partly_hidden(image, layout)
        score = unplaced(list(layout.cells), photo.cells, photo.hand, hand_seen)
        said = [] if photo.hand and hand_seen else ["the board was not found"]
    else:
        began = time.thread_time()
        reading = reader.read(image, registration)
        score, said = judge(reading, photo.cells, photo.hand, 1000 * (time.thread_time() - began))
    if said and errors is not None:
        page = errors / title
        page.mkdir(parents=True, exist_ok=True)
        (page / "errors.txt").write_text("\n".join(said) + "\n", encoding="utf-8")
        if reader is not None and registration is not None:
            reader.read(image, registration, DebugPictures(page, photo.file.stem))
        else:
            cv2.imwrite(str(page / photo.file.name), image)
    return score, said


def _partly_hidden(image: Picture, layout: Layout) -> bool:
    """True if some of the board's markers are seen though the board is not found: something covers the others."""
    ids = {marker.id for marker in layout.markers}
    names = {marker.dictionary for marker in layout.markers}
    return any(seen.id in ids for name in names for seen in detect(image, name, ids))


def memory(folders: Iterable[Folder]) -> Mapping[str, float]:
    """For each game, the most memory in MB that `companion read` takes for a photograph with a set-up photograph. It is
    measured with the first of the folders whose photograph it can read.
    """
    out: dict[str, float] = {}
    for folder in folders:
        if folder.game in out or folder.painted:
            continue
        table = folder.path / "setup-table.json"
        table.write_text(json.dumps(folder.setup.cells), encoding="utf-8")
        command = [sys.executable, "-c", READING, "read", "--game", folder.game, "--setup", str(folder.setup.file)]
        command += ["--setup-table", str(table), "--json", str(folder.photos[0].file)]
        run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if run.returncode == 0:
            out[folder.game] = float(run.stderr.split()[-1])
    return out
