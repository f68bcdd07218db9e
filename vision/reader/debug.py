"""Draws the steps of a reading as pictures, so that people can see why it went wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.layout import Layout
from vision.observation import SURE, CellReading, Reading
from vision.reader.colours import light
from vision.reader.colours.light import Light
from vision.reader.contents.hand import Occlusion
from vision.reader.contents.posterior import Posterior
from vision.reader.places.atlas import Atlas, Floats, Picture, Singles
from vision.register import Registration

_TILE_PX = 290, 112  # width and height of a place's tile
_MAX_PLACES = 60  # the most places that are shown


@dataclass(frozen=True, eq=False, kw_only=True)
class Stages:
    """The steps of one reading, kept for its pictures."""

    image: Picture
    registration: Registration
    layout: Layout
    atlas: Atlas
    light: Light
    windows: Singles
    """(n, CHANNELS, SIDE, SIDE) the windows that the network got."""
    log_p: Floats
    """(n, 3) what the network answered: logarithms of how likely each place is empty, holds a piece, holds something
    else.
    """
    kinds: Sequence[str]


class DebugPictures:
    """Writes the steps of each reading as PNG files `NAME-1-board.png`, ... into a folder."""

    def __init__(self, folder: Path, name: str) -> None:
        self._folder = folder
        self._name = name

    def write(
        self,
        stages: Stages,
        posterior: Posterior,
        occlusion: Occlusion,
        middles: Floats,
        radius: Floats,
        reading: Reading,
    ) -> None:
        """Writes one picture a step. Raises OSError if the folder cannot be written."""
        self._save("1-found", draw_board(stages))
        self._save("2-why", draw_places(stages, posterior, reading))
        self._save("3-light", draw_light(stages))
        self._save("4-log_p", draw_reading(stages, posterior, occlusion, middles, radius, reading))

    def _save(self, stage: str, picture: Picture) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        path = self._folder / f"{self._name}-{stage}.png"
        done, data = cv2.imencode(".png", picture)
        if not done:
            raise OSError(f"{path} cannot be written as PNG")
        path.write_bytes(data.tobytes())


def draw_board(stages: Stages) -> Picture:
    """The photograph with the board's outline, its markers and every cell's places."""
    out = stages.image.copy()
    w, h = stages.layout.size_mm
    r = stages.registration
    outline = [(x * w / 20, y * h) for y in (0, 1) for x in range(21)]
    outline = outline[:21] + outline[:20:-1]
    _draw_line(out, r.project(np.array(outline)), (0, 255, 255))
    for marker in stages.layout.markers:
        _draw_line(out, r.project(np.array(marker.corners())), (0, 255, 0) if marker.id in r.markers else (0, 0, 255))
    for cell in stages.layout.cells.values():
        if cell.polygon is not None:
            _draw_line(out, r.project(np.array(cell.polygon)), (255, 200, 0))
        for place in cell.places():
            x, y = r.project(np.array(place))
            cv2.circle(out, (round(float(x)), round(float(y))), 2, (255, 0, 255), -1)
    return out


def draw_places(stages: Stages, posterior: Posterior, reading: Reading) -> Picture:
    """A sheet of all places: for each one what the network saw, how the empty place should look, and what it was taken
    for.

    The most doubtful places come first. Of large boards only these are shown.
    """
    atlas = stages.atlas
    sure = posterior.probabilities.max(axis=1)
    order = np.argsort(sure, kind="stable")[:_MAX_PLACES]
    columns = max(1, min(6, len(order)))
    out = np.full((-(-len(order) // columns) * _TILE_PX[1], columns * _TILE_PX[0], 3), 30, np.uint8)
    words = ("empty", *stages.kinds, "something else")
    for i, place in enumerate(order.tolist()):
        top, left = (i // columns) * _TILE_PX[1], (i % columns) * _TILE_PX[0]
        cell = atlas.names[int(atlas.cell[place])]
        colour = (0, 160, 255) if reading.cells[cell].unsure else (160, 255, 160)
        _write(out, (left + 4, top + 13), f"{cell}: {_describe(reading.cells[cell])}", colour)
        for k, first in enumerate((0, 3)):
            shown = stages.windows[place, first : first + 3].transpose(1, 2, 0)
            large = cv2.resize(np.clip(shown * 200, 0, 255).astype(np.uint8), (72, 72), interpolation=cv2.INTER_NEAREST)
            out[top + 20 : top + 92, left + 4 + 76 * k : left + 76 + 76 * k] = large
        _write(out, (left + 4, top + 104), "seen", (150, 150, 150))
        known = float(stages.windows[place, 6].mean())
        _write(out, (left + 80, top + 104), "not known" if known > 0.99 else "when empty", (150, 150, 150))
        chances = np.append(np.exp(stages.log_p[place]), posterior.probabilities[place])
        lines = [(name, chance) for name, chance in zip(words, chances[3:], strict=True) if chance >= 0.005]
        for k, (name, chance) in enumerate(sorted(lines, key=lambda line: -line[1])[:5]):
            _write(out, (left + 160, top + 32 + 15 * k), f"{name} {chance:.2f}", (255, 255, 255))
    return out


def _describe(cell: CellReading) -> str:
    kind, count = cell.best
    what = "empty" if kind is None else kind if count == 1 else f"{count} {kind}"
    return f"{what} ({cell.p:.3f})" + (", covered" if cell.covered else "")


def _write(out: Picture, at: tuple[int, int], text: str, colour: tuple[int, int, int]) -> None:
    cv2.putText(out, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.38, colour, 1, cv2.LINE_AA)


def draw_light(stages: Stages) -> Picture:
    """The light over the board, drawn as a sheet of white paper in this light would look."""
    w, h = stages.layout.size_mm
    scale = 400 / max(w, h)
    x, y = np.meshgrid(np.arange(round(w * scale)) / scale, np.arange(round(h * scale)) / scale)
    shown = (
        np.clip(stages.light.compute_at(np.stack([x, y], axis=-1)) * light.PAPER_REFLECTANCE, 0, 1) ** (1 / 2.2) * 255
    )
    return shown.astype(np.uint8)


def draw_reading(
    stages: Stages, posterior: Posterior, occlusion: Occlusion, middles: Floats, radius: Floats, reading: Reading
) -> Picture:
    """The photograph with the result on it: the pieces, each cell's most likely content with its probability, and what
    is unsure.
    """
    out = (stages.image // 3 * 2).astype(np.uint8)
    r, atlas = stages.registration, stages.atlas
    for i in range(atlas.count):
        if radius[i] > 0:
            around = np.linspace(0, 2 * np.pi, 25)
            ring = np.column_stack([np.cos(around), np.sin(around)]) * radius[i]
            _draw_line(out, r.project(atlas.place[i] + atlas.lean[i] + middles[i] + ring), (255, 255, 0))
        if occlusion.hidden[i] > 0:
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


def _draw_line(out: Picture, points: Floats, colour: tuple[int, int, int]) -> None:
    cv2.polylines(out, [np.rint(points).astype(np.int32).reshape(-1, 1, 2)], True, colour, 1, cv2.LINE_AA)
