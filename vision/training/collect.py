"""Makes scenes and saves their windows: `python -m vision.training.collect OUT --first SEED --count N [--boards DIR]`.

DIR holds what `companion boards export` writes, one folder for each board. With it, the network also learns our boards
as they are printed. One process uses one core; several with other seeds may run at the same time.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import cv2
import numpy as np

from vision.layout import load
from vision.training import samples
from vision.training.board import PrintedBoard
from vision.training.scenes import make_random_scene

_SCENES_PER_FILE = 100


def main() -> int:
    """Writes one OUT/SEED.npz for every hundred scenes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=_SCENES_PER_FILE)
    parser.add_argument("--boards", type=Path)
    parser.add_argument("--piles", action="store_true", help="what the network for piles learns from")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    printed = load_printed_boards(args.boards) if args.boards else ()
    args.out.mkdir(parents=True, exist_ok=True)
    for first in range(args.first, args.first + args.count, _SCENES_PER_FILE):
        began = time.perf_counter()
        parts, tops = [], []
        for seed in range(first, first + _SCENES_PER_FILE):
            rng = np.random.default_rng(seed)
            if args.piles:
                tops.append(samples.cut_piles(rng, make_random_scene(rng, printed, piles=True)))
            else:
                parts.append(samples.cut_windows(rng, make_random_scene(rng, printed)))
        if args.piles:
            seen, many = (np.concatenate(part) for part in zip(*tops, strict=True))
            np.savez(args.out / f"{first:07d}.npz", windows=seen, truth=many)
            sys.stdout.write(f"{first}: {len(many)} piles, {time.perf_counter() - began:.0f} s\n")
            sys.stdout.flush()
            continue
        whole, truth, sizes = (np.concatenate(part) for part in zip(*parts, strict=True))
        np.savez(args.out / f"{first:07d}.npz", windows=whole, truth=truth, sizes=sizes)
        sys.stdout.write(f"{first}: {len(truth)} windows, {time.perf_counter() - began:.0f} s\n")
        sys.stdout.flush()
    return 0


def load_printed_boards(folder: Path) -> tuple[PrintedBoard, ...]:
    """The boards that were exported into a folder. Each is in a folder of its own."""
    out = []
    for layout in sorted(folder.glob("*/layout.json")):
        picture = cv2.imread(str(layout.parent / "board.png"))
        if picture is None:
            raise FileNotFoundError(f"{layout.parent} has no board.png beside its layout.json")
        out.append(PrintedBoard(load(layout), np.asarray(picture, np.uint8)))
    return tuple(out)


if __name__ == "__main__":
    raise SystemExit(main())
