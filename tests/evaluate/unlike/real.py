"""Reads photographs of real boards with their corners given and nothing learned from them.

The photographs are no part of the project. Each folder holds layouts and truth.json: [{"file", "layout", "corners",
"cells"}], or "rows" of B, W and . in place of cells.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from tests.evaluate.go_photos import table
from tests.evaluate.unlike.changes import Change
from tests.evaluate.unlike.reading import read_photo
from tests.evaluate.unlike.scenes import Photo
from tests.evaluate.unlike.scores import Score
from vision import layout as layouts
from vision.layout import Layout, Point
from vision.reader import Reader

SETS: Mapping[str, Sequence[str]] = MappingProxyType(
    {
        "Go, white light": ("go", "boards/go-glare", "boards/go-pale"),
        "Go, coloured light": ("boards/go-coloured",),
        "draughts": ("boards/draughts",),
        "mill": ("boards/mill",),
        "backgammon": ("boards/backgammon",),
    }
)


def photos(folder: Path) -> Iterator[tuple[Layout, tuple[Point, ...], Photo]]:
    """Each photograph of a folder with its layout and the board's corners in it."""
    for told in json.loads((folder / "truth.json").read_text(encoding="utf-8")):
        layout = layouts.load(folder / told.get("layout", "layout.json"))
        cells = told["cells"] if "cells" in told else table(told["rows"])
        corners = tuple((float(x), float(y)) for x, y in told["corners"])
        yield layout, corners, Photo(folder / told["file"], cells, False)


def _unknown(layout: Layout, photo: Photo) -> str:
    """What a photograph's truth has and its layout lacks, in words; if not empty, it is another board's layout."""
    cells = sorted(set(photo.cells) - set(layout.cells))
    kinds = sorted({kind for held in photo.cells.values() for kind in held} - set(layout.pieces))
    return ", ".join([*(f"cell {name}" for name in cells), *(f"pieces {kind}" for kind in kinds)])


def read_set(root: Path, name: str, errors: Path | None, change: Change | None = None) -> tuple[Score, list[str]]:
    """The score of one set, each photograph read by a reader that knows its layout alone; and all errors in words.

    change: how each photograph is changed before. One is left out, and a line says so, if its truth names cells or
    pieces that its layout does not have.
    """
    total, lines = Score(), list[str]()
    for folder in SETS[name]:
        for layout, corners, photo in photos(root / folder):
            title = f"real-{folder.replace('/', '-')}-{photo.file.stem}"
            if unknown := _unknown(layout, photo):
                lines.append(f"{title}: left out: its layout does not have {unknown}")
                continue
            score, said = read_photo(Reader(layout), layout, photo, corners, errors, title, None, change)
            total.add(score)
            lines += [f"{title}: {line}" for line in said]
    return total, lines
