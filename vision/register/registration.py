"""Finds the board in a picture: how its plane in mm lies among the pixels.

By its markers (`find`) or by corners that somebody pointed at (`from_corners`). It never reads a cell
and never guesses: a board that cannot be placed to a fraction of a cell is not found, a mirrored one is
refused, and the error says what to do.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import BoardMirrored, BoardNotFound
from vision.layout import Layout, Marker, Point
from vision.register.camera import (
    CameraFit,
    LensBelief,
    Matrix,
    apply,
    fit_camera,
    focal_from_homography,
    plane_homography,
)
from vision.register.lens import Lens, Points
from vision.register.markers import Picture, Seen, detect, detect_near

Maps = tuple[NDArray[np.int16], NDArray[np.uint16]]
"""Fixed-point maps as cv2.remap takes them: pixel (h, w, 2) and sub-pixel part (h, w)."""

_CLICK_NOISE = 2.0  # px: how well somebody points at a corner
_AGREES = 0.03  # of the picture's longer side: how far a marker may be from where two others have it, lens unknown
_OFF = 0.08  # of a marker's side: a corner further than this (and than 2 px) from the fit is another thing's
_BLEED_STEPS = 2  # the first fit takes a part of the bleeding for distortion
_PLACED = 0.08  # of the cells' distance: the standard deviation up to which a cell counts as placed


@dataclass(frozen=True, eq=False)
class Registration:
    """How the board's plane (mm, x right, y down) lies in a picture (px, a pixel's middle is its coordinate).

    homography: (3, 3), from mm to the straight pixels of `lens`. size: (w, h) of the picture in px.
    markers: the ids that it was found by, () where corners were given.
    residual: px, the root mean square distance of the markers' corners from the fit.
    """

    homography: Matrix
    lens: Lens
    size: tuple[int, int]
    markers: tuple[int, ...] = ()
    residual: float = 0.0

    def project(self, points_mm: Points) -> Points:
        """Where points (..., 2) of the board's plane appear, in px (..., 2)."""
        return self.lens.bend(apply(self.homography, points_mm))

    def lift(self, points_mm: Points, height_mm: float) -> Points:
        """Where points (..., 2) appear that lie height_mm above the board, in px (..., 2)."""
        p = np.asarray(points_mm, np.float64)
        q = p @ self.homography[:, :2].T + self.homography[:, 2] + height_mm * self._upwards()
        return self.lens.bend(q[..., :2] / np.maximum(q[..., 2:], 1e-9))

    def unproject(self, pixels: Points) -> Points:
        """The points of the board's plane in mm (..., 2) that appear at the pixels (..., 2)."""
        return apply(self._inverse(), self.lens.straighten(pixels))

    def scale_at(self, points_mm: Points) -> NDArray[np.float64]:
        """(...,) px per mm around points (..., 2) of the board: the square root of the area's scale."""
        p = np.asarray(points_mm, np.float64)
        dx, dy = np.array([0.5, 0.0]), np.array([0.0, 0.5])
        right = self.project(p + dx) - self.project(p - dx)
        down = self.project(p + dy) - self.project(p - dy)
        return np.sqrt(np.abs(right[..., 0] * down[..., 1] - right[..., 1] * down[..., 0]))

    def maps(self, points_mm: Points, height_mm: float = 0.0) -> Maps:
        """Maps for cv2.remap that bring the points (h, w, 2), height_mm above the board, into an (h, w) picture."""
        pixels = (self.lift(points_mm, height_mm) if height_mm else self.project(points_mm)).astype(np.float32)
        whole, fraction = cv2.convertMaps(pixels[..., 0], pixels[..., 1], cv2.CV_16SC2)
        return np.asarray(whole, np.int16), np.asarray(fraction, np.uint16)

    def board_maps(self, region: tuple[float, float, float, float], px_per_mm: float) -> Maps:
        """Maps that bring a region (left, top, right, bottom in mm) as seen straight from above; kept for later."""
        return _board_maps(self, region, px_per_mm)

    def rectify(self, image: Picture, region: tuple[float, float, float, float], px_per_mm: float) -> Picture:
        """A region of the board (left, top, right, bottom in mm) seen straight from above."""
        whole, fraction = self.board_maps(region, px_per_mm)
        return np.asarray(cv2.remap(image, whole, fraction, cv2.INTER_LINEAR), np.uint8)

    def inside(self, points_mm: Points) -> NDArray[np.bool_]:
        """(...,) whether points (..., 2) of the board lie in the picture."""
        px = self.project(points_mm)
        w, h = self.size
        return np.asarray((px >= 0).all(axis=-1) & (px[..., 0] <= w - 1) & (px[..., 1] <= h - 1))

    def camera_mm(self) -> NDArray[np.float64]:
        """(3,) where the camera stands: x, y on the board and its height above it, in mm."""
        full = np.column_stack([self.homography[:, 0], self.homography[:, 1], self._upwards()])
        return np.asarray(-np.linalg.solve(full, self.homography[:, 2]), np.float64)

    def _upwards(self) -> NDArray[np.float64]:
        """The column of the projection that belongs to the height above the board."""
        k = self.lens.matrix()
        ideal = np.linalg.solve(k, self.homography)
        right, down = ideal[:, 0], ideal[:, 1]
        length = np.sqrt(np.linalg.norm(right) * np.linalg.norm(down))
        up = np.cross(down, right)  # x right, y down: up, towards the camera, is y x x
        return np.asarray(k @ (up / np.linalg.norm(up) * length), np.float64)

    def _inverse(self) -> Matrix:
        inverse = np.linalg.inv(self.homography)
        # Scaled so that what lies in front of the camera keeps a positive third coordinate.
        middle = np.array([self.lens.centre[0], self.lens.centre[1], 1.0])
        return np.asarray(inverse * np.sign(inverse[2] @ middle), np.float64)


@lru_cache(maxsize=32)
def _board_maps(registration: Registration, region: tuple[float, float, float, float], px_per_mm: float) -> Maps:
    left, top, right, bottom = region
    columns = max(1, round((right - left) * px_per_mm))
    rows = max(1, round((bottom - top) * px_per_mm))
    x = left + (np.arange(columns) + 0.5) / px_per_mm
    y = top + (np.arange(rows) + 0.5) / px_per_mm
    return registration.maps(np.stack(np.meshgrid(x, y), axis=-1))


def find(image: Picture, layout: Layout, lens: Lens | None = None, *, thorough: bool = True) -> Registration:
    """The board in a BGR (h, w, 3) or grey (h, w) picture, by its markers.

    lens: where an earlier picture of the same camera showed enough markers, the lens that it gave
    (`Registration.lens`); it lets fewer markers do. thorough: whether to look for small and noisy markers, and
    for a mirrored board, where the first glance does not show all. Raises BoardNotFound or BoardMirrored.
    """
    if not layout.markers:
        raise BoardNotFound("This board has no markers. Give its four corners in the picture (--corners).")
    size = (image.shape[1], image.shape[0])
    belief = LensBelief.of(lens) if lens else LensBelief.unknown(size)
    seen = _detect(image, layout, thorough)
    try:
        return _place(seen, layout, size, belief)
    except BoardNotFound:
        if not thorough:
            raise
        flipped = np.ascontiguousarray(image[:, ::-1])
        if _stands(flipped, layout, belief):
            raise BoardMirrored(
                "The picture is mirrored: left and right are exchanged. Turn mirroring off in the camera's settings."
            ) from None
        raise


def find_near(image: Picture, layout: Layout, last: Registration, lens: Lens | None = None) -> Registration:
    """The board in a BGR or grey picture, sought only about where its markers lay in the `last` one.

    For a board that rests or was nudged: a few windows instead of the whole picture. lens: as for `find`. Raises
    BoardNotFound where it has gone further, or too few of its markers are in sight there.
    """
    size = (image.shape[1], image.shape[0])
    by_dictionary: dict[str, dict[int, Points]] = {}
    for marker in layout.markers:
        corners = last.project(np.array(marker.corners(), np.float64))
        by_dictionary.setdefault(marker.dictionary, {})[marker.id] = corners
    seen = [seen for name, expected in by_dictionary.items() for seen in detect_near(image, name, expected)]
    return _place(seen, layout, size, LensBelief.of(lens) if lens else LensBelief.unknown(size))


def from_corners(size: tuple[int, int], layout: Layout, corners: Sequence[Point]) -> Registration:
    """The board in a picture of (w, h) px by the four corners of the layout's size_mm, top left first, clockwise.

    They may lie outside the picture. Raises BoardMirrored where they run anticlockwise, BoardNotFound where they
    are no four corners of a board.
    """
    px = np.asarray(corners, np.float64)
    if px.shape != (4, 2) or not np.isfinite(px).all():
        raise BoardNotFound(f"Four corners are needed, each as x,y in pixels; {len(corners)} were given.")
    turns = _turns(px)
    if (turns < 0).all():
        raise BoardMirrored(
            "The corners run anticlockwise, so left and right would be exchanged. "
            "Give them clockwise: top left, top right, bottom right, bottom left."
        )
    sides = np.linalg.norm(px - np.roll(px, -1, axis=0), axis=1)
    if (turns <= 0.02 * sides * np.roll(sides, -1)).any() or sides.min() < 8:
        raise BoardNotFound(
            "The corners are no four corners of a board: two coincide, three lie on a line, or their order is crossed. "
            "Give them clockwise: top left, top right, bottom right, bottom left."
        )
    w, h = layout.size_mm
    board = np.array([(0, 0), (w, 0), (w, h), (0, h)], np.float64)
    homography = np.asarray(cv2.getPerspectiveTransform(board.astype(np.float32), px.astype(np.float32)), np.float64)
    belief = LensBelief.unknown(size)
    try:
        focal = focal_from_homography(homography, belief, board, _CLICK_NOISE)
    except ValueError as error:
        raise BoardNotFound("No camera sees a board with its corners there. Point at them again.") from error
    return Registration(homography, Lens(focal, belief.lens.centre), size)


def _detect(image: Picture, layout: Layout, thorough: bool) -> list[Seen]:
    by_dictionary: dict[str, set[int]] = {}
    for marker in layout.markers:
        by_dictionary.setdefault(marker.dictionary, set()).add(marker.id)
    return [seen for name, ids in by_dictionary.items() for seen in detect(image, name, ids if thorough else ())]


def _stands(image: Picture, layout: Layout, belief: LensBelief) -> bool:
    try:
        _place(_detect(image, layout, True), layout, (image.shape[1], image.shape[0]), belief)
    except BoardNotFound:
        return False
    return True


def _place(seen: list[Seen], layout: Layout, size: tuple[int, int], belief: LensBelief) -> Registration:
    by_id = {m.id: m for m in layout.markers}
    ours = [s for s in seen if s.id in by_id]
    agreeing = _agreeing(ours, by_id, max(size))
    if len(agreeing) < 2:
        raise BoardNotFound(_too_little(layout, ours, seen))
    try:
        fit, kept = _fit(agreeing, by_id, belief)
    except ValueError as error:  # markers so squeezed that they span no plane
        raise BoardNotFound(_too_little(layout, agreeing, seen)) from error
    places = np.array([place for cell in layout.cells.values() for place in cell.places()], np.float64)
    ids = tuple(sorted(s.id for s in kept))
    result = Registration(fit.homography, fit.lens, size, ids, float(np.sqrt((fit.residuals**2).mean())))
    doubt = fit.uncertainty(places) / result.scale_at(places)
    if len(kept) < 2 or not np.isfinite(doubt).all() or doubt.max() > _PLACED * _cell_distance(layout, places):
        raise BoardNotFound(_too_little(layout, kept, seen))
    return result


def _agreeing(seen: list[Seen], by_id: dict[int, Marker], span: int) -> list[Seen]:
    """The largest set of markers that lie as on the board, one of each id.

    Every two markers propose a homography; whoever finds most of the others in their places wins. Two dozen
    proposals at most for a board with eight markers, and no chance involved.
    """
    best: list[Seen] = []
    best_error = np.inf
    for first, second in itertools.combinations(seen, 2):
        if first.id == second.id:
            continue
        points = np.array(by_id[first.id].corners() + by_id[second.id].corners(), np.float64)
        homography = plane_homography(points, np.vstack([first.corners, second.corners]))
        if homography is None:
            continue
        nearest: dict[int, tuple[float, Seen]] = {}
        for s in seen:
            there = apply(homography, np.array(by_id[s.id].corners(), np.float64))
            error = float(np.linalg.norm(there - s.corners, axis=1).max())
            if error < _AGREES * span and error < nearest.get(s.id, (np.inf, s))[0]:
                nearest[s.id] = (error, s)
        error = sum(e for e, _ in nearest.values())
        if len(nearest) > len(best) or (len(nearest) == len(best) and error < best_error):
            best, best_error = [s for _, s in nearest.values()], error
        if len(best) == len(seen):  # nobody is left who could be put in his place by another proposal
            break
    return best


def _fit(seen: list[Seen], by_id: dict[int, Marker], belief: LensBelief) -> tuple[CameraFit, list[Seen]]:
    """Camera and the markers that fit it; the worst is dropped as long as it does not fit and two would be left."""
    kept = list(seen)
    while True:
        points = np.array([c for s in kept for c in by_id[s.id].corners()], np.float64)
        corners = np.vstack([s.corners for s in kept])
        fit = fit_camera(points, corners, belief)
        for _ in range(_BLEED_STEPS):
            fit = fit_camera(points, corners + _bleed(points, corners, fit), belief, start=fit)
        worst = fit.residuals.reshape(-1, 4).max(axis=1)
        excess = worst / np.array([max(2.0, _OFF * s.side()) for s in kept])
        if excess.max() <= 1:
            return fit, kept
        if len(kept) <= 2:
            return fit, []
        del kept[int(excess.argmax())]


def _bleed(points: Points, corners: Points, fit: CameraFit) -> Points:
    """By how much (n, 2) px each corner has to go outwards, as white bleeds into black and makes all markers small.

    Light adds up before the camera brightens its dark end, so a blurred edge seems to lie on its black side, by the
    same few tenths of a pixel everywhere. Uncorrected, that would pass for distortion.
    """
    inward = corners.reshape(-1, 4, 2).mean(axis=1, keepdims=True) - corners.reshape(-1, 4, 2)
    inward = (inward / np.linalg.norm(inward, axis=2, keepdims=True)).reshape(-1, 2)
    missed = corners - fit.lens.bend(apply(fit.homography, points))
    return np.asarray(-float((missed * inward).sum(axis=1).mean()) * inward)


def _turns(px: Points) -> NDArray[np.float64]:
    """(4,) the cross product at each corner: above 0 where the way turns clockwise on the screen."""
    ahead = np.roll(px, -1, axis=0) - px
    after = np.roll(ahead, -1, axis=0)
    return np.asarray(ahead[:, 0] * after[:, 1] - ahead[:, 1] * after[:, 0])


def _cell_distance(layout: Layout, places: Points) -> float:
    """mm between neighbouring places (median); the board's shorter side where there is one place only."""
    if len(places) < 2:
        return min(layout.size_mm)
    gaps = np.linalg.norm(places[:, None] - places[None], axis=-1)
    np.fill_diagonal(gaps, np.inf)
    return float(np.median(gaps.min(axis=1)))


def _too_little(layout: Layout, usable: Iterable[Seen], seen: Iterable[Seen]) -> str:
    ids = {m.id for m in layout.markers}
    found = sorted({s.id for s in usable})
    missing = sorted(ids - set(found))
    foreign = sorted({s.id for s in seen} - ids)
    if not found:
        text = "No marker of this board is in sight. Let the camera see the whole board, in focus and in enough light."
    else:
        text = (
            f"Too little of the board is in sight to place it: {_list('marker', found)} can be seen, "
            f"{_list('marker', missing)} cannot. Uncover the markers or move the camera so that it sees them."
        )
    if foreign:
        verb = "is" if len(foreign) == 1 else "are"
        text += f" {_list('marker', foreign).capitalize()} {verb} not of this board; is it the right one?"
    return text


def _list(noun: str, numbers: Sequence[int]) -> str:
    if len(numbers) == 1:
        return f"{noun} {numbers[0]}"
    return f"{noun}s {', '.join(map(str, numbers[:-1]))} and {numbers[-1]}"
