"""Checks if the board is still where it was found, by a few small patches of the picture.

Anchors are patches of the board that pieces do not cover: its markers, or corners of its print. In each frame they are
compared with how they looked when the board was found. The displacement is one step of Lucas and Kanade (1981), which
is enough for one or two pixels. An anchor that is further away, or covered, does not correlate any more.

A board that has moved must be registered again. This module does that only for boards without markers, by looking for
anchors near their old places.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.layout import Layout
from vision.register import Maps, Registration
from vision.register.camera import apply_homography
from vision.register.correlation import find_peak, normalise
from vision.register.lens import Points
from vision.register.markers import Picture, to_grey

Singles = NDArray[np.float32]

SIDE = 25
"""Samples along a patch's side."""

MOVED_PX = 0.6
"""px. If a board has moved by more, it is registered again. A smaller move does not matter to the reading."""

_MIN_CORRELATION = 0.8  # an anchor with at least this correlation counts as visible
_MIN_VISIBLE = 2  # how many anchors must be visible: a single one stays in place if the board turns about it
_MAX_PRINT_ANCHORS = 24
_SEARCH_PX = 60  # px: how far around its place a nudged board is searched for


class BoardState(Enum):
    """Whether a board is still where its registration says."""

    STILL = "still"
    MOVED = "moved"
    HIDDEN = "hidden"


@dataclass(frozen=True, eq=False)
class Anchors:
    """Patches of the board, as they looked when it was found."""

    places_mm: Points
    """(n, 2) mm, the middles of the patches on the board."""
    maps: Maps
    """Which pixels to take for the patches, as maps for cv2.remap."""
    px_per_sample: float
    """How many px of the picture are between two samples."""
    weights: Singles
    """(n, 3, SIDE²) what patches with mean 0 and length 1 are multiplied by: how they looked, for the correlation, and
    what tells how many samples they have moved to the right and down.
    """
    unmoved: Singles
    """(n, 3) the products of patches that look as they did."""

    def compare(self, picture: Picture) -> tuple[BoardState, NDArray[np.bool_]]:
        """Where the board is in a BGR or grey picture of the same size, compared with its registration, and (n,) True
        for visible anchors.
        """
        now = _multiply(self.weights, normalise(_cut_patches(picture, self.maps)))
        visible = np.asarray(now[:, 0] > _MIN_CORRELATION, np.bool_)
        if visible.sum() < min(_MIN_VISIBLE, len(visible)):
            return BoardState.HIDDEN, visible
        shifts = (now - self.unmoved)[visible, 1:]
        far = np.sqrt((shifts * shifts).sum(axis=1)) * self.px_per_sample
        # If the board turns, anchors near its middle stay in place, so it is enough that a quarter has moved. A single
        # one is not enough, because it may be a finger's shadow.
        moved = int((far > MOVED_PX).sum())
        return (BoardState.MOVED if moved >= max(2, len(far) / 4) else BoardState.STILL), visible

    def relearn_hidden(self, picture: Picture, visible: NDArray[np.bool_]) -> Anchors:
        """The anchors, with those that are hidden learned again as they look now: a piece may stay on them."""
        weights, unmoved = _learn_patches(picture, self.maps)
        keep = visible[:, None]
        return replace(
            self,
            weights=np.where(keep[..., None], self.weights, weights),
            unmoved=np.where(keep, self.unmoved, unmoved),
        )


def make_anchors(image: Picture, registration: Registration, layout: Layout) -> Anchors:
    """The anchors of a board that has just been found in a BGR or grey picture."""
    if registration.markers:
        marks = [m for m in layout.markers if m.id in registration.markers]
        places = np.array([(m.x, m.y) for m in marks], np.float64)
        # a little of the white around the marker, so that all four edges are in the patch
        reach = np.array([m.size_mm * 0.65 for m in marks])
    else:
        places = _find_print_corners(image, registration, layout)
        reach = np.full(len(places), 7 / float(np.median(registration.scale_at(places))))
    grid = np.linspace(-1, 1, SIDE)
    offsets = np.stack(np.meshgrid(grid, grid), axis=-1).reshape(-1, 2)
    points = places[:, None, :] + reach[:, None, None] * offsets
    maps = registration.maps(points)
    sample_mm = float(reach.mean()) * 2 / (SIDE - 1)
    px_per_sample = sample_mm * float(registration.scale_at(places).mean())
    return Anchors(places, maps, px_per_sample, *_learn_patches(image, maps))


def seek_nearby(image: Picture, before: Picture, anchors: Anchors, registration: Registration) -> Registration | None:
    """The registration of a board without markers after it was nudged; None if too few anchors are found near their old
    places. before: the picture in which it was registered.
    """
    now, then = to_grey(image), to_grey(before)
    half = 16
    old, new = [], []
    h, w = then.shape
    for x, y in registration.project(anchors.places_mm).round().astype(int).tolist():
        if not (half <= x < w - half and half <= y < h - half):
            continue
        patch = then[y - half : y + half + 1, x - half : x + half + 1]
        left, top = max(0, x - half - _SEARCH_PX), max(0, y - half - _SEARCH_PX)
        window = now[top : y + half + 1 + _SEARCH_PX, left : x + half + 1 + _SEARCH_PX]
        match = cv2.matchTemplate(window, patch, cv2.TM_CCOEFF_NORMED)
        _, best, _, (mx, my) = cv2.minMaxLoc(match)
        if best > _MIN_CORRELATION:
            right, down = find_peak(np.asarray(match), mx, my)
            old.append((x, y))
            new.append((left + right + half, top + down + half))
    if len(new) < 6:
        return None
    lens = registration.lens
    straight_old, straight_new = lens.straighten(np.array(old, np.float64)), lens.straighten(np.array(new, np.float64))
    answer = cv2.findHomography(straight_old, straight_new, cv2.RANSAC, 1.5)
    moved: object = answer[0]
    if not isinstance(moved, np.ndarray):
        return None
    if int(np.asarray(answer[1]).sum()) < max(6, len(anchors.places_mm) / 3):
        return None
    homography = moved @ registration.homography
    found = replace(registration, homography=homography / homography[2, 2])
    corners = apply_homography(found.homography, anchors.places_mm)
    return found if np.isfinite(corners).all() else None


def _cut_patches(picture: Picture, maps: Maps) -> Singles:
    """(n, SIDE²) the patches of a picture, in grey."""
    cut = cv2.remap(picture, maps[0], maps[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(to_grey(np.asarray(cut, np.uint8)), np.float32)


def _learn_patches(picture: Picture, maps: Maps) -> tuple[Singles, Singles]:
    """The weights of the patches of a picture, and the products of these patches, see `Anchors`."""
    soft = np.stack([cv2.GaussianBlur(p.reshape(SIDE, SIDE), (0, 0), 1.0) for p in _cut_patches(picture, maps)])
    patches = normalise(np.asarray(_cut_patches(picture, maps), np.float32))
    smooth = normalise(soft.reshape(len(soft), -1).astype(np.float32))
    square = smooth.reshape(-1, SIDE, SIDE)
    down_right = np.stack(np.gradient(square, axis=(1, 2)), axis=1)
    slopes = down_right[:, ::-1].reshape(len(square), 2, -1)
    normal = np.einsum("nks,nls->nkl", slopes, slopes) + 1e-6 * np.eye(2)
    weights = np.concatenate([patches[:, None], -np.linalg.solve(normal, slopes)], axis=1).astype(np.float32)
    return weights, _multiply(weights, patches)


def _multiply(weights: Singles, patches: Singles) -> Singles:
    """(n, 3) the products of patches (n, SIDE²) and their weights (n, 3, SIDE²)."""
    return np.asarray((weights @ patches[..., None])[..., 0])


def _find_print_corners(image: Picture, registration: Registration, layout: Layout) -> Points:
    """Clear corners of the print in mm, if possible away from the places of pieces."""
    w, h = layout.size_mm
    margin = 0.06 * max(w, h)
    px_per_mm = min(2.0, 900 / (max(w, h) + 2 * margin))
    region = (-margin, -margin, w + margin, h + margin)
    flat = to_grey(registration.rectify(image, region, px_per_mm))
    free = np.full(flat.shape, 255, np.uint8)
    diameter = min((p.diameter_mm for p in layout.pieces.values()), default=10.0)
    for cell in layout.cells.values():
        for x, y in cell.places():
            at = (round((x + margin) * px_per_mm), round((y + margin) * px_per_mm))
            cv2.circle(free, at, max(1, round(0.5 * diameter * px_per_mm)), 0, -1)
    found: list[Points] = []
    for mask in (free, None):
        missing = _MAX_PRINT_ANCHORS - sum(len(f) for f in found)
        if missing > 0:
            corners: object = cv2.goodFeaturesToTrack(flat, missing, 0.02, 0.1 * max(flat.shape), mask=mask)
            if isinstance(corners, np.ndarray):
                found.append(corners.reshape(-1, 2).astype(np.float64))
    if not found:
        return np.array([(w / 2, h / 2), (0, 0), (w, 0), (w, h), (0, h)], np.float64)
    return np.asarray((np.vstack(found) + 0.5) / px_per_mm - margin)
