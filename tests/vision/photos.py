"""Path-traced photographs of the Mindfield board, and what is on them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import cv2

from companion.boards import BOARDS
from vision import register
from vision.observation import EMPTY, Reading
from vision.reader.places.atlas import Picture
from vision.register import Registration

PHOTOS = Path(__file__).parents[1] / "data" / "photos"
Table = Mapping[str, Sequence[str]]


@cache
def photographs() -> dict[str, dict[str, object]]:
    return {image["file"]: image for image in json.loads((PHOTOS / "truth.json").read_text(encoding="utf-8"))}


@cache
def photograph(light: str, name: str) -> tuple[Picture, Registration]:
    image = cv2.imread(str(PHOTOS / f"mindfield-{light}-{name}.jpg"))
    assert image is not None
    return image, register.find(image, BOARDS["mindfield"].layout())


def truth(light: str, name: str) -> Table:
    cells = photographs()[f"mindfield-{light}-{name}.jpg"]["cells"]
    assert isinstance(cells, dict)
    return cells


def wrong(reading: Reading, table: Table) -> dict[str, object]:
    """The cells whose likeliest content is not what is on them."""
    out: dict[str, object] = {}
    for name, cell in reading.cells.items():
        kinds = table.get(name, ())
        if cell.best != ((kinds[-1], len(kinds)) if kinds else EMPTY):
            out[name] = (cell.best, cell.p)
    return out
