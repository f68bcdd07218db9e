"""Pictures of what the reader went through, so that a bad reading can be understood by eye. It decides nothing."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.layout import Layout
from vision.observation import SURE, Reading
from vision.reader import light
from vision.reader.atlas import Atlas, Flags, Floats, Picture, Singles
from vision.reader.beliefs import Beliefs
from vision.reader.hand import Foreign
from vision.reader.light import Light
from vision.register import Registration

_SCALE = 3  # screen pixels for each sample


@dataclass(frozen=True, eq=False)
class Stages:
    """What the reader saw: the picture, the board in it, patches as colours, the light, the expected print."""

    image: Picture
    registration: Registration
    layout: Layout
    atlas: Atlas
    colours: Singles
    light: Light
    ground: Singles


class DebugPictures:
    """Writes the stages of each reading as PNG files `NAME-1-board.png`, ... into a folder."""

    def __init__(self, folder: Path, name: str) -> None:
        self._folder = folder
        self._name = name

    def write(
        self,
        stages: Stages,
        strange: Flags,
        beliefs: Beliefs,
        foreign: Foreign,
        middles: Floats,
        radius: Floats,
        reading: Reading,
    ) -> None:
        """One picture a stage. Raises OSError where the folder cannot be written."""
        self._save("1-found", found(stages))
        self._save("2-patches", sheet(stages, colours(stages.colours, stages.atlas)))
        full = np.broadcast_to(stages.ground, stages.colours.shape)
        self._save("3-print", sheet(stages, colours(full, stages.atlas)))
        self._save("4-difference", sheet(stages, difference(stages, strange)))
        self._save("5-light", lit(stages))
        self._save("6-verdict", verdict(stages, beliefs, foreign, middles, radius, reading))

    def _save(self, stage: str, picture: Picture) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        path = self._folder / f"{self._name}-{stage}.png"
        done, data = cv2.imencode(".png", picture)
        if not done:
            raise OSError(f"{path} cannot be written as PNG")
        path.write_bytes(data.tobytes())


def found(stages: Stages) -> Picture:
    """The photograph with the board's outline, its markers and every cell's places."""
    out = stages.image.copy()
    w, h = stages.layout.size_mm
    r = stages.registration
    outline = [(x * w / 20, y * h) for y in (0, 1) for x in range(21)]
    outline = outline[:21] + outline[:20:-1]
    _line(out, r.project(np.array(outline)), (0, 255, 255))
    for marker in stages.layout.markers:
        _line(out, r.project(np.array(marker.corners())), (0, 255, 0) if marker.id in r.markers else (0, 0, 255))
    for cell in stages.layout.cells.values():
        if cell.polygon is not None:
            _line(out, r.project(np.array(cell.polygon)), (255, 200, 0))
        for place in cell.places():
            x, y = r.project(np.array(place))
            cv2.circle(out, (round(float(x)), round(float(y))), 2, (255, 0, 255), -1)
    return out


def colours(q: Singles, atlas: Atlas) -> Picture:
    """(n, p, p, 3) patches in the colours of the things themselves, as white light would show them."""
    p = atlas.side
    shown = np.clip(np.exp(q) - light.FLOOR, 0, 1) ** (1 / 2.2) * 255
    return shown.astype(np.uint8).reshape(atlas.count, p, p, 3)


def difference(stages: Stages, strange: Flags) -> Picture:
    """(n, p, p, 3) how far each sample is from the print: red brighter, blue darker, green strange."""
    atlas = stages.atlas
    d = (stages.colours - stages.ground).mean(axis=2)
    out = np.zeros((*d.shape, 3))
    out[..., 2] = np.clip(d, 0, 1.5) / 1.5 * 255
    out[..., 0] = np.clip(-d, 0, 1.5) / 1.5 * 255
    out[..., 1] = np.where(strange, 200, 0)
    return out.astype(np.uint8).reshape(atlas.count, atlas.side, atlas.side, 3)


def sheet(stages: Stages, patches: Picture) -> Picture:
    """All patches side by side, as near to their order on the board as rows of equal length allow."""
    atlas = stages.atlas
    columns = int(np.ceil(np.sqrt(atlas.count)))
    rows = -(-atlas.count // columns)
    side = atlas.side * _SCALE if atlas.count <= 100 else atlas.side * 2
    out = np.zeros((rows * (side + 14), columns * (side + 2), 3), np.uint8)
    order = np.lexsort((atlas.place[:, 0], np.round(atlas.place[:, 1])))
    for i, patch in enumerate(order):
        top, left = (i // columns) * (side + 14), (i % columns) * (side + 2)
        large = cv2.resize(patches[patch], (side, side), interpolation=cv2.INTER_NEAREST)
        out[top + 12 : top + 12 + side, left : left + side] = large
        name = atlas.names[int(atlas.cell[patch])]
        cv2.putText(out, name, (left + 1, top + 10), cv2.FONT_HERSHEY_SIMPLEX, 0.35, (255, 255, 255), 1, cv2.LINE_AA)
    return out


def lit(stages: Stages) -> Picture:
    """The light over the board, as a sheet of white paper would show it."""
    w, h = stages.layout.size_mm
    scale = 400 / max(w, h)
    x, y = np.meshgrid(np.arange(round(w * scale)) / scale, np.arange(round(h * scale)) / scale)
    shown = np.clip(stages.light.at(np.stack([x, y], axis=-1)) * light.PAPER, 0, 1) ** (1 / 2.2) * 255
    return shown.astype(np.uint8)


def verdict(
    stages: Stages, beliefs: Beliefs, foreign: Foreign, middles: Floats, radius: Floats, reading: Reading
) -> Picture:
    """The photograph with what was read: pieces found, the likeliest content and its probability, what is unsure."""
    out = (stages.image // 3 * 2).astype(np.uint8)
    r, atlas = stages.registration, stages.atlas
    for i in range(atlas.count):
        if radius[i] > 0:
            around = np.linspace(0, 2 * np.pi, 25)
            ring = np.column_stack([np.cos(around), np.sin(around)]) * radius[i]
            _line(out, r.project(atlas.place[i] + atlas.lean[i] + middles[i] + ring), (255, 255, 0))
        if foreign.hidden[i] > 0 or foreign.stray[i] > 0.05:
            x, y = r.project(atlas.place[i])
            cv2.circle(out, (round(float(x)), round(float(y))), 4, (0, 0, 255), -1)
    for name, cell in stages.layout.cells.items():
        read = reading.cells[name]
        kind, count = read.best
        text = f"{kind[:3] if kind else '.'}{count if count > 1 else ''} {read.p:.3f}"
        colour = (0, 0, 255) if read.covered else (0, 160, 255) if read.p < SURE else (160, 255, 160)
        if kind is None and not read.unsure:
            colour = (150, 150, 150)
        x, y = r.project(np.array([cell.x, cell.y]))
        size = 0.3 if atlas.count > 100 else 0.38
        if atlas.count > 100 and kind is None and not read.unsure:
            continue
        at = (round(float(x)) - round(60 * size), round(float(y)) + 4)
        cv2.putText(out, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, (0, 0, 0), 2, cv2.LINE_AA)
        cv2.putText(out, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, colour, 1, cv2.LINE_AA)
    if reading.hand:
        cv2.putText(out, "HAND", (10, 40), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (0, 0, 255), 3, cv2.LINE_AA)
    return out


def _line(out: Picture, points: Floats, colour: tuple[int, int, int]) -> None:
    cv2.polylines(out, [np.rint(points).astype(np.int32).reshape(-1, 1, 2)], True, colour, 1, cv2.LINE_AA)
