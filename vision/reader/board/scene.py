"""Where to look in a picture: everything that a layout and a registration say about it, computed once and used until
the board moves.

It also holds what is known about the print before any picture. This module never looks at a picture.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from vision.differences import Changed
from vision.layout import Layout
from vision.reader.board import background, print_sheet
from vision.reader.board.print_sheet import Print, Raster
from vision.reader.colours import appearance, light
from vision.reader.colours.light import BorderPoints
from vision.reader.networks import between, piles, rows, windows
from vision.reader.networks.between import Between
from vision.reader.networks.piles import Piles
from vision.reader.networks.windows import Windows
from vision.reader.places import atlas, discs, shape
from vision.reader.places.atlas import Atlas, Flags, Floats, Ints, Picture, Singles
from vision.reader.places.discs import Probes
from vision.register import Registration

_MIN_HIDING_HEIGHT = 0.15  # a piece hides what is behind it from this part of its height on
_MAX_HIDING_GAP = 0.8  # and what is less than this far from its axis, in radii
_MIN_STEEP = 0.5  # steeper pieces have a head, see `atlas.measure_steepness`
_HEAD_PART, _HEAD_REACH = 0.8, 0.9
"""A head's part of the height, and the radius for its window as a part of the piece's. The window also shows where the
head of a piece that is off its place would be.
"""
COARSE_STRIDE = 2  # the coarse raster has every second sample of the fine one, in both directions
_CLIPPED_LOG_GAIN = float(np.log(2.0))
"""Between cells, print that the camera clipped when it was learned counts as twice as bright as it looked. So if it is
clipped in a later picture, too, it is as bright as expected there, although the light is estimated again. Print at
places stays as it looked, because it is compared with pieces.
"""
_SAMPLE_STRIDE = 2  # only every second sample of a window is compared, which is finer than any change that matters


@dataclass(frozen=True, eq=False)
class Scene:
    """The places of a layout in one registration, with everything that is computed once for them."""

    layout: Layout
    registration: Registration
    atlas: Atlas
    probes: Probes
    family: Ints
    """(n,) the sort of each place by its shape, from `shape.number_families`."""
    borders: BorderPoints
    """Where the markers' white borders are."""
    drawn: Print | None
    """The print as it is drawn; None without a drawing, or if the board has another print."""
    between: Between
    """The windows between the cells and beside them."""
    windows: Windows
    piles: Piles
    squares: dict[tuple[tuple[int, ...], float], tuple[Ints, Ints]] = field(default_factory=dict)
    """For each grid of changes, the squares that hold the samples of patches and windows. Computed when first
    needed.
    """

    @classmethod
    def of(
        cls,
        layout: Layout,
        registration: Registration,
        radii: Floats,
        height: float,
        art: Picture | None,
    ) -> Scene:
        """The scene of a layout in a registration.

        radii: (g,) of the pieces in mm, from small to large. height: of an average piece, in mm. art: a drawing of the
        print, if there is one.
        """
        here = atlas.build(layout, registration)
        bare = cls(
            layout,
            registration,
            here,
            discs.build_probes(here, radii),
            shape.number_families(here, layout),
            light.find_borders(layout, registration),
            None,
            between.build(layout, registration, here, float(radii.max())),
            windows.build(registration, here.place + here.lean, float(radii.max())),
            piles.build(layout, registration, here, float(radii.max()), height),
        )
        return bare if art is None else bare.draw(art)

    def draw(self, art: Picture) -> Scene:
        """The same scene with a drawing of the print."""
        return replace(self, drawn=print_sheet.from_drawing(art, self.layout, self.atlas))

    @cached_property
    def drawn_bare(self) -> Floats | None:
        """(n, 3) the drawn colour of the bare print at each place; None without a drawing."""
        return (
            None
            if self.drawn is None
            else background.find_bare(self.drawn.sample_patches(self.atlas.plane)[0], self.atlas)
        )

    @cached_property
    def neighbours(self) -> Flags:
        """(n + m, n + m) True for neighbours. The first n rows and columns are places of cells, the other m are windows
        between cells.
        """
        return self.between.find_neighbours(self.atlas)

    @cached_property
    def in_row(self) -> Flags:
        """(n,) True for places that belong to a row of pieces."""
        return rows.find_row_places(self.layout)

    @cached_property
    def raster(self) -> Raster:
        """Sample points on the whole print, for learning it."""
        return print_sheet.build_raster(self.registration, self.atlas, self.layout.size_mm, self.drawn)

    @cached_property
    def coarse_raster(self) -> Raster:
        """Sample points on the whole print, fewer than for learning it: for finding what is beside the cells."""
        few = np.s_[::COARSE_STRIDE, ::COARSE_STRIDE]
        fine = self.raster
        return Raster(
            fine.points[few],
            fine.terms[few],
            fine.view.select(few),
            fine.px_per_mm / COARSE_STRIDE,
            fine.origin,
            None,
            None,
        )

    @cached_property
    def shown(self) -> Flags:
        """(h, w) True for points of the coarse raster that are on the board and in the picture."""
        points = self.coarse_raster.points
        on_board = ((points >= 0) & (points <= self.layout.size_mm)).all(axis=-1)
        return np.asarray(on_board & self.registration.inside(points))

    @cached_property
    def has_tall_pieces(self) -> bool:
        """True if the camera sees the flanks of most pieces, as it does with pawns."""
        steep = atlas.measure_steepness(*atlas.find_sizes(self.layout, self.atlas.place))
        return bool(np.median(steep) >= _MIN_STEEP)

    @cached_property
    def heads(self) -> Windows | None:
        """Windows around the heads of tall pieces, which fill the middle third; None if the pieces are flat."""
        here = self.atlas
        if not self.has_tall_pieces:
            return None
        radii, heights = atlas.find_sizes(self.layout, here.place)
        lean = atlas.compute_lean(self.registration, here.place, _HEAD_PART * float(np.median(heights)))
        return windows.build(self.registration, here.place + lean, _HEAD_REACH * float(radii.min()))

    @cached_property
    def hides_foot(self) -> Flags:
        """(n, n) True where a tall piece at the second place hides the foot of a piece at the first one. The camera
        then sees the wrong piece's colour there.
        """
        here = self.atlas
        if not self.has_tall_pieces:
            return np.zeros((here.count, here.count), np.bool_)
        radii, heights = atlas.find_sizes(self.layout, here.place)
        rise = atlas.compute_lean(self.registration, here.place, float(np.median(heights)))
        foot = (here.place + here.lean)[:, None] - here.place
        length = np.maximum((rise**2).sum(axis=1), 1e-9)
        along = np.clip((foot * rise).sum(axis=2) / length, 0.0, 1.0)
        gap = np.linalg.norm(foot - along[..., None] * rise, axis=2)
        hides = (along > _MIN_HIDING_HEIGHT) & (gap < _MAX_HIDING_GAP * float(radii.min()))
        return np.asarray(hides & ~np.eye(here.count, dtype=np.bool_))

    @cached_property
    def levels(self) -> Ints:
        """(n,) how many more pieces may be on top of the one at each place. It is 0 except at the last place of
        a cell.
        """
        here, all_cells = self.atlas, self.layout.cells.values()
        more = np.array([max(c.capacity - len(c.places()), 0) for c in all_cells], np.int64)[here.cell]
        return np.where(np.append(here.cell[1:] != here.cell[:-1], True), more, 0)

    @cached_property
    def telling(self) -> Flags:
        """(n, p*p) True for samples that matter for a place: those in its cell, and those that a piece there hides or
        touches.
        """
        gap = np.hypot(self.atlas.grid[..., 0], self.atlas.grid[..., 1])
        reach = float(self.probes.drift.max()) + float(self.probes.radii[-1])
        return (self.atlas.own | (gap < reach)).reshape(self.atlas.count, -1)

    def find_touched(self, changed: Changed) -> Flags:
        """(n,) True for places where something that matters for them has changed in the picture."""
        if not changed.where.any():
            return np.zeros(self.atlas.count, np.bool_)
        where = changed.where.ravel()
        in_patch, in_window = self._squares(changed)
        return np.asarray((where[in_patch] & self.telling).any(axis=1) | where[in_window].any(axis=1))

    def _squares(self, changed: Changed) -> tuple[Ints, Ints]:
        """For the samples of all patches (n, p*p) and windows (n, few), the squares of the grid of changes that hold
        them. Kept for the next call.
        """
        key = changed.where.shape, changed.step_mm
        if key not in self.squares:
            count = self.atlas.count
            every = self.windows.points[:, ::_SAMPLE_STRIDE, ::_SAMPLE_STRIDE].reshape(count, -1, 2)
            self.squares[key] = (
                changed.find_squares(self.atlas.plane.reshape(count, -1, 2)),
                changed.find_squares(every),
            )
        return self.squares[key]


@dataclass(frozen=True, eq=False)
class KnownPrint:
    """A known print, sampled where a scene looks."""

    print: Print
    scene: Scene
    colours: Singles
    """(n, p*p, 3) its colours in the patches."""
    doubt: Singles
    """(n, p*p) the doubt of these colours."""
    bare: Floats
    """(n, 3) its colour at each place, where no piece can hide it."""
    borders: Floats
    """(m, 3) the reflectance of the markers' white borders, one row for each side."""
    windows: Singles
    """(n, SIDE, SIDE, 4) the print in the network's windows: its colours and their doubt."""
    between: Singles
    """(m, SIDE, SIDE, 4) the same in the windows between cells. Print that the camera clipped is brighter here, see
    `_CLIPPED_LOG_GAIN`.
    """

    @classmethod
    def of(cls, known: Print, scene: Scene) -> KnownPrint:
        """Samples a print where this scene looks."""
        colours, doubt = known.sample_patches(scene.atlas.plane)
        return cls(
            known,
            scene,
            colours,
            doubt,
            background.find_bare(colours, scene.atlas),
            _sample_borders(known, scene),
            _sample_windows(known, scene.windows.points),
            _sample_between(known, scene.between.points),
        )

    @cached_property
    def everywhere(self) -> Singles:
        """(h, w, 4) the print at the points of the coarse raster: its colours and their doubt."""
        return np.dstack(self.print.sample(self.scene.coarse_raster.points))

    @cached_property
    def reflectance_everywhere(self) -> Singles:
        """(h, w, 3) the reflectance of the print at the points of the coarse raster."""
        return np.asarray(appearance.decode(self.everywhere[..., :3].astype(np.float64)), np.float32)

    def sample_windows(self, points: Floats) -> Singles:
        """(n, SIDE, SIDE, 4) the print in windows: its colours and their doubt. points: (n, SIDE, SIDE, 2) mm, the
        windows' points.
        """
        return _sample_windows(self.print, points)

    def renew(self, known: Print, numbers: Ints, beside: Ints) -> KnownPrint:
        """The samples of a new print that differs from this one in some places only. numbers: of these places. beside:
        of the windows between cells where it differs.
        """
        colours, doubt, bare = self.colours.copy(), self.doubt.copy(), self.bare.copy()
        seen, around = self.windows.copy(), self.between.copy()
        around[beside] = _sample_between(known, self.scene.between.points[beside])
        if len(numbers):
            seen[numbers] = _sample_windows(known, self.scene.windows.points[numbers])
            colours[numbers], doubt[numbers] = known.sample_patches(self.scene.atlas.plane[numbers])
            bare[numbers] = background.find_bare(colours[numbers], self.scene.atlas.select(numbers))
        return replace(
            self,
            print=known,
            colours=colours,
            doubt=doubt,
            bare=bare,
            borders=_sample_borders(known, self.scene),
            windows=seen,
            between=around,
        )


def _sample_borders(known: Print, scene: Scene) -> Floats:
    """(m, 3) the reflectance of the markers' white borders, as a print has learned it."""
    seen = np.median(known.sample(scene.borders.points)[0], axis=1).astype(np.float64)
    return np.clip(appearance.decode(seen), *light.PAPER_REFLECTANCE_RANGE)


def _sample_windows(known: Print, points: Floats) -> Singles:
    """(n, SIDE, SIDE, 4) the print in windows: its colours and their doubt. points: (n, SIDE, SIDE, 2) mm, the windows'
    points.
    """
    n, side = points.shape[:2]
    colours, doubt = known.sample(points.reshape(n * side, side, 2))
    return np.dstack([colours, doubt]).reshape(n, side, side, 4)


def _sample_between(known: Print, points: Floats) -> Singles:
    """The same for windows between cells, with clipped print made brighter."""
    out = _sample_windows(known, points)
    n, side = points.shape[:2]
    if n:
        clipped = known.sample_clipped(points.reshape(n * side, side, 2)).reshape(n, side, side, 3)
        out[..., :3] += np.where(clipped, np.float32(_CLIPPED_LOG_GAIN), np.float32(0))
    return out
