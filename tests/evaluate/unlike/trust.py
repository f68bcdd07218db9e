"""Collects what the trees of `vision.reader.mistrust.trust` learn from: how repainted boards are read with the layout
alone, and with a set-up photograph.

    python -m tests.evaluate.unlike.trust OUT --first SEED --count N [--photo-tool FILE] [--python FILE] [--cache DIR]

The seeds of the next reports are never learned from. Each folder (a game and a seed) makes one file in OUT, unless it
is there.
"""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Mapping
from pathlib import Path
from unittest.mock import patch

import cv2
import numpy as np

from tests.evaluate.boards_photos import TABLES
from tests.evaluate.renders import ROOT, Studio, add_arguments
from tests.evaluate.unlike import reading, scenes, seeds
from tests.evaluate.unlike.scenes import Folder
from tests.evaluate.unlike.scores import content
from vision.observation import Reading
from vision.reader.contents.posterior import Posterior
from vision.reader.mistrust import reading as mistrust
from vision.reader.mistrust import trust
from vision.reader.survey import Survey

WAYS = reading.ALONE, reading.WITH
"""The ways to read a folder that the trees learn from."""


def main() -> None:
    """Renders what is missing and writes what the trees learn from."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_arguments(parser)
    parser.set_defaults(cache=ROOT / "build" / "unlike")
    parser.add_argument("out", type=Path)
    parser.add_argument("--first", type=int, required=True)
    parser.add_argument("--count", type=int, default=1)
    parser.add_argument("--games", default=",".join(TABLES), help="some of them, with commas")
    parser.add_argument("--part", choices=list(seeds.PARTS), default="design", help="which seeds (seeds.py)")
    args = parser.parse_args()
    wanted = range(args.first, args.first + args.count)
    if kept := sorted({*wanted} & {*itertools.chain(*seeds.SETS["report"].values())}):
        parser.error(f"{kept[0]} is a seed of the next report")
    if strange := sorted({*wanted} - {*seeds.PARTS[args.part]}):
        parser.error(f"{strange[0]} is no seed of the {args.part} part")
    cv2.setNumThreads(1)
    args.out.mkdir(parents=True, exist_ok=True)
    studio = Studio(args.photo_tool, args.python, args.cache.absolute())
    for seed in wanted:
        for game in args.games.split(","):
            file = args.out / f"{game}-{seed}.npz"
            if file.exists():
                continue
            folder = scenes.render(studio, [scenes.wanted_one(args.part, "painted", game, seed, studio.cache)])[0]
            cells, right = map(np.concatenate, zip(*(measure_folder(folder, way) for way in WAYS), strict=True))
            np.savez_compressed(file, cells=cells, right=right)
            print(f"{file.name}: {len(right)} cells, {np.count_nonzero(~right)} read wrong", flush=True)  # noqa: T201


def measure_folder(folder: Folder, way: str) -> tuple[np.ndarray, np.ndarray]:
    """(m, features) what the trees look at, for all m cells of a folder's photographs that nothing covers, read in one
    way; and (m,) True for those that were read right.
    """
    reader, layout, earlier = reading.reader_for(way, folder)
    seen: list[tuple[list[str], np.ndarray, Reading]] = []

    def record(before: Reading, survey: Survey, final: Posterior) -> Mapping[str, float]:
        seen.append((*trust.measure_cells(before, survey, final), before))
        return {}

    cells, right = [np.empty((0, len(trust.FEATURES)))], list[bool]()
    for photo in folder.photos:
        image = reading.load(photo.file)
        registration = reading.place(image, layout, None, earlier)
        if reader is None or registration is None:
            continue
        with patch.object(mistrust, "find_chances", record):
            reader.read(image, registration)
        if not seen:  # the print was taken for the drawn one, so nothing had to be trusted
            continue
        names, values, before = seen.pop()
        cells.append(values)
        right += [before.cells[name].best == content(photo.cells.get(name, ())) for name in names]
    return np.concatenate(cells), np.array(right, np.bool_)


if __name__ == "__main__":
    main()
