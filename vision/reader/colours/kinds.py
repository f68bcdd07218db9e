"""The kinds of pieces of a layout: their names, sizes and heights, and the looks that the names make us expect."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np

from vision.layout import Layout, PieceKind
from vision.reader.colours import appearance
from vision.reader.colours.appearance import Look
from vision.reader.places import atlas
from vision.reader.places.atlas import Floats, Ints


@dataclass(frozen=True, eq=False)
class Kinds:
    """The k kinds of pieces of a layout. If the layout names none, there is one kind that fits its cells."""

    names: tuple[str, ...]
    radius: Floats
    """(k,) mm, the kinds' radii."""
    size_radii: Floats
    """(g,) mm, from small to large: the radii, with those that cannot be told apart as one."""
    size_of: Ints
    """(k,) the number of each kind's size in `size_radii`."""
    height: float
    """mm, the height of an average piece."""
    relative_heights: Floats
    """(k,) the kinds' heights as multiples of `height`."""
    prior_looks: tuple[Look, ...]
    """The looks that the kinds' names make us expect."""
    prior_head_looks: tuple[Look, ...]
    """The same for the heads of tall pieces, which get as much light as the tops of flat ones."""

    @classmethod
    def of(cls, layout: Layout) -> Self:
        """The kinds of a layout."""
        kinds = tuple(layout.pieces.values()) or (_guess_piece(layout),)
        radius = np.array([k.diameter_mm / 2 for k in kinds])
        sizes = _group_radii(radius.tolist())
        heights = np.array([k.height_mm for k in kinds])
        height = float(np.median(heights))
        steep = atlas.measure_steepness(radius, heights)
        return cls(
            tuple(k.name for k in kinds),
            radius,
            sizes,
            np.abs(radius[:, None] - sizes).argmin(axis=1),
            height,
            heights / max(height, 1e-9),
            tuple(appearance.make_prior_look(k.name, float(s)) for k, s in zip(kinds, steep, strict=True)),
            tuple(appearance.make_prior_look(k.name, 0.0) for k in kinds),
        )

    def __len__(self) -> int:
        return len(self.names)

    def compute_weights(self, kind_at: Ints) -> Floats:
        """(k, n) 1 where place n shows kind k, else 0. kind_at: (n,) the number of each place's kind, -1 for none."""
        return np.asarray(kind_at == np.arange(len(self))[:, None], np.float64)


def _group_radii(radii: list[float]) -> Floats:
    """The radii, with those that cannot be told apart as one size: those that differ by less than an eighth."""
    out: list[list[float]] = []
    for r in sorted(radii):
        if out and r < 1.125 * out[-1][0]:
            out[-1].append(r)
        else:
            out.append([r])
    return np.array([float(np.mean(group)) for group in out])


def _guess_piece(layout: Layout) -> PieceKind:
    """A kind for a board whose layout names no pieces: as large as its cells."""
    place = np.array([p for cell in layout.cells.values() for p in cell.places()], np.float64)
    radii, heights = atlas.find_sizes(layout, place)
    return PieceKind("piece", 2 * float(radii[0]), float(heights[0]))
