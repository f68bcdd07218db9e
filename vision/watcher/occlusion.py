"""Decides if something covers the board, by comparing the board with how it looked when nothing covered it.

It quickly notices a hand that is held still, and a hand that is coming in. The reader sees a single picture, where
fingers may look like pieces. This comparison counts everything that differs from the bare board, is no shadow, and
cannot be a piece. An arm comes in over the board's edge. This module never says what a cell holds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import inf

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.layout import Layout
from vision.observation import EMPTY, Reading
from vision.register import Registration
from vision.watcher.light_change import compare_shaded, find_added_light, find_box
from vision.watcher.motion import Grid, Singles
from vision.watcher.rest import CHECK_EVERY_S, CLOCK_SLACK_S

HAND_AGAIN_S = 0.33
"""If a reading showed a hand, the table is read again after this time."""

PART_OF_BOARD_S = 10.0
"""If only this comparison sees a hand, and the reader sees none, the thing counts as part of the board after
this time.
"""

_MAX_BARE_LOOKS = 3  # how many looks of the bare board are kept
# a thing that comes in over the edge is a hand from this many areas of the largest piece on ...
_MIN_AREA_FROM_EDGE = 1.5
_MIN_AREA = 3.0  # ... and a thing inside the board from this many on
# this many areas of the largest piece must remain after pieces have explained as much as they can
_MIN_AREA_LEFT = 0.5
_MAX_CHANGED_PART = 0.7  # if a larger part of the board looks different, the light or the whole picture has changed
_EXPLAINED_RADII = 1.25  # a piece may make the board look different up to this many radii from its middle
_MIN_EXPLAINING_P = 0.5  # a content with a lower probability explains nothing
_MAX_SHADED_LIGHT = 0.85  # samples with a smaller part of the light are in the shade, or covered by something dark
_EDGE_SAMPLES = 3  # this many samples from the grid's edge count as the edge
Mask = NDArray[np.uint8]

_SPECK = np.ones((3, 3), np.uint8)


@dataclass(frozen=True, eq=False)
class BareLook:
    """How the board looked when nothing was over it."""

    samples: Singles
    """The board's samples, as `motion.Grid` takes them."""
    reading: Reading


class Occlusion:
    """Remembers how the bare board looked, and decides if a hand or another thing is over it now."""

    def __init__(self) -> None:
        self._bare: tuple[BareLook, ...] = ()  # newest first
        # since when the board has seemed covered although the reader saw nothing
        self._covers_since: float | None = None
        self._looked_at = -inf
        self.is_over = False
        """True if something was over the board at its last reading."""
        self.is_coming = False
        """True if the thing that moves now is a hand."""

    @property
    def is_hand(self) -> bool:
        """True if a hand or another thing is over the board."""
        return self.is_over or self.is_coming

    @property
    def knows_bare_board(self) -> bool:
        """True if it is known how the bare board looks."""
        return bool(self._bare)

    def judge(self, samples: Singles, footprints: Footprints, reading: Reading, t: float) -> None:
        """Decides if something is over the board, for a table at rest that was read at time t."""
        self._covers_since = self._find_cover_start(samples, footprints, reading, t)
        since = self._covers_since
        self.is_over = reading.hand or (since is not None and t - since < PART_OF_BOARD_S)

    def _find_cover_start(self, samples: Singles, footprints: Footprints, reading: Reading, t: float) -> float | None:
        if reading.hand or not self.is_covered(samples, footprints, reading):
            return None
        return t if self._covers_since is None else self._covers_since

    def is_due(self, read_at: float, t: float) -> bool:
        """True if it is time to read the table again because its last reading showed a hand. read_at: the time of that
        reading.
        """
        return self.is_over and t - read_at >= HAND_AGAIN_S

    def take_bare(self, samples: Singles, reading: Reading) -> None:
        """Remembers how the board looks now, while nothing is over it."""
        self._bare = (BareLook(samples, reading), *self._bare[: _MAX_BARE_LOOKS - 1])

    def follow(self, samples: Singles) -> None:
        """Brings the newest look of the bare board up to date if nothing is over the board."""
        if not self.is_over and self._bare:
            self._bare = (replace(self._bare[0], samples=samples), *self._bare[1:])

    def must_look(self, t: float) -> bool:
        """True if it is time to check again if the thing that moves is a hand. If so, it notes the time of this
        check.
        """
        pause = HAND_AGAIN_S if self.is_hand else CHECK_EVERY_S
        if self.is_over or t - self._looked_at < pause - CLOCK_SLACK_S:
            return False
        self._looked_at = t
        return True

    def look_at_motion(self, samples: Singles, footprints: Footprints) -> None:
        """Decides if the thing that moves is a hand."""
        self.is_coming = self.is_covered(samples, footprints)

    def end_motion(self) -> None:
        """Notes that nothing moves any more."""
        self.is_coming, self._looked_at = False, -inf

    def clear(self) -> None:
        """Notes that nothing is over the board, because somebody has confirmed what is on it."""
        self.is_over, self._covers_since = False, None

    def forget(self) -> None:
        """Forgets how the bare board looked, because the camera moved or the board is not in sight any more."""
        self._bare = ()

    def is_covered(self, samples: Singles, footprints: Footprints, reading: Reading | None = None) -> bool:
        """True if the board seems covered, compared with each of the looks that are remembered. All of them must agree,
        because one may show a hand that nobody noticed.
        """
        looks = [bare for bare in self._bare if bare.samples.shape == samples.shape]
        return bool(looks) and all(is_covered_by_thing(samples, bare, footprints, reading) for bare in looks)


@dataclass(frozen=True, eq=False)
class Footprints:
    """Where pieces would appear in the grid of samples over the board."""

    seen: Mapping[str, NDArray[np.float64]]
    """For each cell (capacity, 2, 2): where the foot and the head of the 1st, 2nd, ... piece appear."""
    radius: float
    """The radius of the largest kind of piece, in samples."""
    area: float
    """The area of the largest kind of piece, in samples."""
    cells: NDArray[np.bool_]
    """(rows, columns) True for samples in a cell."""
    window: int
    """How many samples are across a small piece."""


def find_footprints(registration: Registration, layout: Layout, grid: Grid) -> Footprints:
    """Where pieces would appear in a grid over the board, for any number of pieces in each cell."""
    sizes = [k.diameter_mm for k in layout.pieces.values()] or [
        c.diameter_mm for c in layout.cells.values() if c.diameter_mm is not None
    ]
    radius = max(sizes, default=max(layout.size_mm) / 12) / 2
    height = max((k.height_mm for k in layout.pieces.values()), default=0.0)
    names, spots, layers = [], [], []
    for name, cell in layout.cells.items():
        places = cell.places()
        for number in range(cell.capacity):
            names.append(name)
            spots.append(places[min(number, len(places) - 1)])
            layers.append(1 + max(0, number + 1 - len(places)))
    foot, layer = np.array(spots, np.float64), np.array(layers)
    head = foot.copy()
    for tall in np.unique(layer):
        head[layer == tall] = registration.unproject(registration.lift(foot[layer == tall], height * int(tall)))
    ends = np.stack([foot, head], axis=1) / grid.step_mm - 0.5
    cells = np.zeros(grid.shape, np.uint8)
    for middle in np.round(ends[:, 0]).astype(int).tolist():
        cv2.circle(cells, middle, round(radius / grid.step_mm), 1, -1)
    seen = {name: ends[[own == name for own in names]] for name in layout.cells}
    radius /= grid.step_mm
    return Footprints(seen, radius, np.pi * radius**2, cells > 0, grid.window)


def is_covered_by_thing(now: Singles, bare: BareLook, footprints: Footprints, reading: Reading | None = None) -> bool:
    """True if something that is neither board nor piece is over the cells of the board. reading: of the same picture,
    if it was read. Without it, pieces are recognised only by their size.
    """
    odd, shaded = _find_differences(now, bare.samples, footprints.window)
    if odd.mean() > _MAX_CHANGED_PART:
        return False
    # Skin and sleeves may look like shaded print in places, but not everywhere along the edges of the print.
    _, labels = cv2.connectedComponents(odd | shaded, connectivity=8)
    blobs = int(labels.max()) + 1
    area = np.bincount(labels[odd > 0], minlength=blobs)
    comes_in = np.zeros(blobs, np.bool_)
    for edge in (
        labels[:_EDGE_SAMPLES],
        labels[-_EDGE_SAMPLES:],
        labels[:, :_EDGE_SAMPLES],
        labels[:, -_EDGE_SAMPLES:],
    ):
        comes_in[edge] = True
    large = area >= np.where(comes_in, _MIN_AREA_FROM_EDGE, _MIN_AREA) * footprints.area
    if not large.any():
        return False
    for known in (bare.reading, reading) if reading is not None else ():
        for name, cell in known.cells.items():
            if cell.best != EMPTY and cell.p > _MIN_EXPLAINING_P:
                _remove_explained(odd, footprints, name, cell.best[1])
    left = np.bincount(labels[odd > 0], minlength=blobs) >= _MIN_AREA_LEFT * footprints.area
    on_cells = np.bincount(labels[(odd > 0) & footprints.cells], minlength=blobs) > 0
    return bool((large & left & on_cells).any())


def _find_differences(now: Singles, before: Singles, window: int) -> tuple[Mask, Mask]:
    """Two masks (rows, columns): 1 where the board looks different, without specks and thin lines, and 1 where it is in
    the shade.
    """
    now, before = (np.asarray(cv2.blur(samples, (3, 3)), np.float32) for samples in (now, before))
    odd, shaded = np.zeros((2, *now.shape[:2]), np.uint8)
    box = find_box(np.abs(now - before))
    if box is None:
        return odd, shaded
    unlike, darker = compare_shaded(now, before, box)
    if unlike.any():
        unlike &= ~find_added_light(now[box], before[box], window).find_reflected()
    odd[box], shaded[box] = unlike, darker < np.log(_MAX_SHADED_LIGHT)
    return _remove_specks(odd), _remove_specks(shaded)


def _remove_specks(mask: Mask) -> Mask:
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, _SPECK), np.uint8)


def _remove_explained(other: Mask, footprints: Footprints, name: str, count: int) -> None:
    """Clears in the mask `other` what a number of pieces in a cell explains. name: of the cell. count: of the
    pieces.
    """
    thick = max(1, round(2 * _EXPLAINED_RADII * footprints.radius))
    for foot, head in footprints.seen[name][:count]:
        a, b = (tuple(np.round(end).astype(int).tolist()) for end in (foot, head))
        cv2.line(other, a, b, 0, thick)
