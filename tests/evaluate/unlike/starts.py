"""Is a game's start table recognised in any light and look, and refused if a piece is missing or wrong?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from companion.boards import art
from tests.evaluate.unlike.reading import load, place
from tests.evaluate.unlike.scenes import Folder
from vision import layout as layouts
from vision.reader import Reader
from vision.watcher.watcher import MIN_FIT_P


def ask(folders: Iterable[Folder]) -> dict[str, Counter[str]]:
    """For each game, how many start tables there are and were recognised, and how many wrong tables were refused."""
    out: dict[str, Counter[str]] = {}
    for folder in folders:
        layout = layouts.load(folder.layout)
        drawn = art(layout)
        start = {cell: tuple(kinds) for cell, kinds in folder.setup.cells.items()}
        count = out.setdefault(folder.game, Counter())
        count["starts"] += 1
        for photo in (folder.setup, *folder.photos):
            image = load(photo.file)
            registration = place(image, layout, None)
            reader = Reader(layout, drawn)
            said = registration is not None and reader.fit(image, registration, start).p > MIN_FIT_P
            count[photo.file.stem] += said == (photo is folder.setup)
    return out


HEAD = (
    "| game | start tables recognised | a piece missing: refused | a piece of the wrong kind: refused |\n"
    "|---|---|---|---|"
)


def row(game: str, count: Mapping[str, int]) -> str:
    """One line of the Markdown table under HEAD."""
    n = count["starts"]
    return f"| {game} | {count['start']} of {n} | {count['missing']} of {n} | {count['wrong']} of {n} |"
