"""Finds where exactly a piece is: tries discs of each size of pieces at small displacements from a place.

A disc fits where many samples inside it, and few around it, differ from the print. This is computed for all places at
once. This module knows no colours.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vision.reader.places.atlas import Atlas, Floats, Ints, Patches, Singles

_CORE_PART = 0.55  # every piece hides the samples within this part of the smallest radius
_FACE_PART = 0.8  # most of what the camera sees of a piece is within this part of the smallest radius
_EDGE_PART, _DIRECTIONS = 0.5, 6  # the edge of a face begins at this part of its radius; it has this many directions
_INSIDE_PART = 0.82  # samples within this part of a piece's radius count as its inside
_RING_PARTS = (1.10, 1.32)  # the ring around a piece that should show print, from and to, as multiples of its radius
_MAX_MULTIPLICATIONS = 1 << 18  # up to this many, OpenBLAS uses one thread


@dataclass(frozen=True, eq=False)
class Probes:
    """The discs that are tried: g sizes at m displacements, as weights over the p*p samples of a patch."""

    radii: Floats
    """(g,) mm, the discs' radii, from small to large."""
    offsets: Ints
    """(m, 2) the displacements, in samples to the right and down."""
    drift: Floats
    """(m,) mm, how long the displacements are."""
    inside: Singles
    """(g, p*p, m) the weight of each sample inside each disc."""
    ring: Singles
    """(g, p*p, m) the weight of each sample in the ring around each disc."""
    ring_own: Singles
    """(g, n, m) how much of each ring is in the place's own cell."""
    own: Singles
    """(n, p*p) 1 for samples in the place's own cell, else 0."""
    core: Ints
    """(k,) the samples that a piece exactly at its place hides, even the smallest one. They are counted from the middle
    sample.
    """
    face: Ints
    """(l,) more samples, counted in the same way: nearly all that the camera sees of the smallest piece."""
    edge: tuple[Ints, ...]
    """For each of at most six directions, which samples of `face` are near its edge there."""

    def select(self, numbers: Ints) -> Probes:
        """The discs for some of the places. numbers: which ones."""
        return replace(self, ring_own=self.ring_own[:, numbers], own=self.own[numbers])


def build_probes(atlas: Atlas, radii: Floats) -> Probes:
    """The discs to try for an atlas. radii: (g,) of the pieces, in mm, from small to large."""
    reach = min(0.16 * float(np.median(atlas.pitch)), 0.5 * float(radii.min()))
    most = max(1, int(reach / atlas.step))
    stride = 1 if most <= 4 else 2
    offsets = list_offsets(most, stride)
    gap = np.linalg.norm(atlas.grid[:, :, None, :] - offsets * atlas.step, axis=-1).reshape(-1, len(offsets))
    soft = atlas.step
    inside = np.stack([_weigh_ring(gap, -1.0, _INSIDE_PART * r, soft) for r in radii])
    ring = np.stack([_weigh_ring(gap, _RING_PARTS[0] * r, _RING_PARTS[1] * r, soft) for r in radii])
    inside /= inside.sum(axis=1, keepdims=True)
    face = _list_samples(atlas, max(_FACE_PART * float(radii.min()), 1.01 * soft))
    own = (atlas.own & atlas.visible).reshape(atlas.count, -1).astype(np.float32)
    return Probes(
        radii,
        offsets,
        np.linalg.norm(offsets, axis=1) * atlas.step,
        inside.astype(np.float32),
        ring.astype(np.float32),
        np.stack([own @ r for r in ring.astype(np.float32)]),
        own,
        _list_samples(atlas, max(_CORE_PART * float(radii.min()), 1.01 * soft)),
        face,
        _find_edge(atlas, face),
    )


def list_offsets(most: int, stride: int = 1) -> Ints:
    """(m, 2) displacements in samples to the right and down, by `most` at most, in steps of `stride`."""
    ticks = np.arange(-(most // stride) * stride, most + 1, stride)
    x, y = (v.ravel() for v in np.meshgrid(ticks, ticks))
    near = np.hypot(x, y) <= most + 0.5
    return np.column_stack([x[near], y[near]])


def _list_samples(atlas: Atlas, radius: float) -> Ints:
    """The samples of a patch within this radius (mm), counted from the middle sample."""
    side = atlas.side
    rows, cols = np.nonzero(np.hypot(atlas.grid[..., 0], atlas.grid[..., 1]) < radius)
    return np.asarray((rows - side // 2) * side + (cols - side // 2))


def _find_edge(atlas: Atlas, samples: Ints) -> tuple[Ints, ...]:
    """For each direction, which of these samples of a patch are far from its middle. samples: counted from there."""
    middle = (atlas.side // 2) * (atlas.side + 1)
    x, y = atlas.grid.reshape(-1, 2)[samples + middle].T
    distance = np.hypot(x, y)
    direction = np.floor((np.arctan2(y, x) / (2 * np.pi) % 1) * _DIRECTIONS)
    is_far = distance >= _EDGE_PART * distance.max()
    edge = (np.flatnonzero(is_far & (direction == number)) for number in range(_DIRECTIONS))
    return tuple(some for some in edge if some.size)  # coarse patches have no sample in some directions


def _weigh_ring(gap: Floats, least: float, most: float, soft: float) -> Floats:
    """The weights of samples for a ring between two radii. gap: how far each sample is from the ring's middle. The
    edges are as soft as one sample is wide (`soft`).
    """
    return np.clip((gap - least) / soft + 0.5, 0, 1) * np.clip((most - gap) / soft + 0.5, 0, 1)


def fit_offsets(probes: Probes, changed: Singles, loose_mm: float) -> Ints:
    """(g, n) for each size and place, the number of the displacement where the disc fits best.

    changed: (n, p*p) from 0 to 1, how much each sample differs from the print. loose_mm: how far pieces usually are
    from their places.
    """
    best = []
    penalty = 0.5 * (probes.drift / (3 * loose_mm)) ** 2
    owned = changed * probes.own
    for g in range(len(probes.radii)):
        within = _multiply(changed, probes.inside[g])
        around = _multiply(owned, probes.ring[g]) / np.maximum(probes.ring_own[g], 1e-3)
        around = np.where(probes.ring_own[g] > 1.0, around, 0.0)
        best.append(np.argmax(within - 0.5 * around - 0.3 * penalty, axis=1))
    return np.stack(best)


def _multiply(a: Singles, b: Singles) -> Singles:
    """The product a @ b, computed some rows at a time.

    For so few rows, OpenBLAS uses only this thread; otherwise several threads would compete for the cores. cv2.gemm
    would take ten times as long.
    """
    rows = max(1, _MAX_MULTIPLICATIONS // b.size)
    return np.concatenate([a[first : first + rows] @ b for first in range(0, len(a), rows)])


def move_samples(patches: Patches, moved: Ints, samples: Ints) -> Ints:
    """(n, k) the numbers of samples of each patch, after they were moved by the displacement of its piece.

    moved: (n, 2) by how many samples to the right and down. samples: (k,) `Probes.core` or `Probes.face`, counted from
    the middle sample. Samples beyond the patch count as its middle.
    """
    side = patches.side
    middle = side // 2
    rows, cols = (samples + middle * side + middle) // side - middle, (samples + middle) % side - middle
    down, right = rows + moved[:, 1, None], cols + moved[:, 0, None]
    inside = (np.abs(down) <= middle) & (np.abs(right) <= middle)
    return np.asarray((middle + np.where(inside, down, 0)) * side + middle + np.where(inside, right, 0))
