"""Is a game's start table recognised in any light and look, and refused where a piece is missing or wrong?

Asks what fits a start table (`fit_of`), which is not written yet: until then only the photographs are made.
"""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from companion.boards import art
from tests.evaluate.unlike.reading import Picture, load, place
from tests.evaluate.unlike.scenes import Folder
from vision import layout as layouts
from vision.layout import Layout
from vision.register import Registration

Table = Mapping[str, tuple[str, ...]]
Fit = Callable[[Layout, Picture | None, Picture, Registration, Table], bool]
"""True if a picture of a board shows this table: (layout, its drawn print, picture, where the board lies, table)."""


def fit_of() -> Fit | None:
    """What says whether a table fits, None as long as there is nothing that does."""
    # TODO: call the reader's own fit of start tables here once there is one.
    try:
        found = importlib.import_module("vision.start_fit")
    except ModuleNotFoundError:
        return None
    fits: Fit = found.fits
    return fits


def ask(folders: Iterable[Folder], fits: Fit) -> dict[str, Counter[str]]:
    """For each game how many starts there are, were recognised, and other tables refused."""
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
            said = registration is not None and fits(layout, drawn, image, registration, start)
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
