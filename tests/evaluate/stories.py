"""All stories of evenings: whole games, and everything that can go wrong, seen through the real vision code.

    python -m tests.evaluate.stories [--only backgammon,spry] [--part mishaps] [--jobs 2] [--pictures DIR]

Prints for each tale whether it went as told and how much processor time it took. With --pictures, a folder gets
pictures of table and touchscreen at every expected event. Exit status 1 if a tale did not go as told.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import cv2
import pygame

from companion.boards import BOARDS
from companion.screen.touchscreen import Touchscreen
from companion.values.views import View
from companion.virtual_table.window import TableWindow
from tests.evening.story import Teller
from tests.evening.tale import STORIES, StoryError, Tale, tales_in
from vision.sources import Frame

WINDOW = (1640, 560)


@dataclass(frozen=True)
class Told:
    """The result of a tale. wrong: what did not go as told. seconds: processor time."""

    tale: Tale
    wrong: str | None
    moves: int
    seconds: float


def tell(tale: Tale, pictures: Path | None = None) -> Told:
    """Plays one tale. pictures: the folder for pictures, None for no pictures."""
    cv2.setNumThreads(1)
    begun = time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        teller = Teller(tale, Path(folder))
        wrong = None
        try:
            if pictures is None:
                teller.tell()
            else:
                _tell_with_pictures(teller, tale, pictures)
        except StoryError as error:
            wrong = str(error)
        return Told(tale, wrong, len(teller.evening.state.moves), time.process_time() - begun)


def _tell_with_pictures(teller: Teller, tale: Tale, folder: Path) -> None:
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    evening = teller.evening
    shown: list[tuple[View, Frame | None]] = []
    window = TableWindow(evening.scene, evening.camera, Touchscreen(evening.board), size=WINDOW)

    def show(view: View, frame: Frame | None) -> None:
        shown[:] = [(view, frame)]

    def picture(line: int, event: str) -> None:
        if event not in ("move", "roll") and shown:
            window.show(*shown[0])
            name = f"{Path(tale.file).stem}-{line:03}-{event}.png"
            (folder / tale.game).mkdir(parents=True, exist_ok=True)
            pygame.image.save(pygame.display.get_surface(), str(folder / tale.game / name))

    evening.on_show, teller.on_heard = show, picture
    with window:
        teller.tell()


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default=",".join(BOARDS), help="which games, with commas between")
    parser.add_argument("--part", default="", help="only files whose name holds this")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--pictures", type=Path, metavar="DIR")
    args = parser.parse_args(arguments)
    files = [file for game in args.only.split(",") for file in sorted((STORIES / game).glob("*.txt"))]
    found = [tale for file in files if args.part in file.stem for tale in tales_in(file)]
    wrong = 0
    with ProcessPoolExecutor(args.jobs) as pool:
        for told in pool.map(partial(tell, pictures=args.pictures), found):
            wrong += told.wrong is not None
            what = told.wrong or f"{told.tale.file}, line {told.tale.line}: {told.moves} moves, as told"
            sys.stdout.write(f"{what} ({told.seconds:.0f} s)\n")
            sys.stdout.flush()
    sys.stdout.write(f"{len(found)} tales, {wrong} of them not as told\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
