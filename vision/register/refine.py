"""Moves corners that people tapped, so that the board's lines agree with the edges in the picture.

Around each line of the layout (`board_lines`), edges of the same direction are searched for, at right angles to the
line (`line_filter`). One homography is fitted to all of them together. Most edges count little, because pieces hide
lines and have edges of their own. The search starts wide and ends narrow (annealing; the weights are those of mean
shift, Comaniciu and Meer 2002).

This module never says that corners are right. It says how much of the lines is seen, and if the lines would fit better
one place further. The caller decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import get_args

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.layout import Layout, Point
from vision.register.board_lines import (
    Floats,
    Segment,
    find_visible,
    get_corners_mm,
    keep_visible,
    list_lines,
    measure_pitch,
    measure_pitch_px,
    project_lines,
    sample_lines,
    solve_homography,
)
from vision.register.camera import apply_homography
from vision.register.lens import Points
from vision.register.line_filter import Kind, LineFilter, measure_seen
from vision.register.markers import Picture
from vision.register.registration import from_corners

__all__ = ["GOOD_FIT", "Refined", "Segment", "refine_corners"]

GOOD_FIT = 0.35
"""The part of the lines that must be seen so that a fit counts as reliable. Clean grids have 0.6 and more. A crowded Go
board with 0.2 was found several px off, so below this value people decide.
"""

_STEP = 0.25  # the step along a line between two searched places, in widths of the search
_REACH = 0.4  # an edge further away than this part of the distance between places may be the next line
_WIDEST_PX = 14.0  # px: nobody taps further from a corner than this
_NARROW_PX = 0.8  # px: the width of the last search, about the width of blur and of the lines
_BLURS_PX = (2.2, 1.4, 0.9)  # px: the blurs of the picture, from the wide search to the narrow one
_AROUND_PX = 40  # px: the strip around the board that is kept, enough for its frame and a little more
_FINEST_PITCH_PX = 30.0  # if places are further apart, a smaller picture is used
_SMALLEST_PX = 480.0  # the longer side of that picture, at least
_LEAST_REACH_PX = 8.0  # px: corners may always move this far, because nobody taps more exactly on a touchscreen
_FAR = 0.8  # corners that moved by more than this part of the distance between places were attracted by other lines
# the picture is kept this many distances of places beside the board, for a line one place further
_BEYOND = 2.0
# the weight that keeps corners in place, as a part of a step's weight; with few lines only this holds them
_HELD = 0.004


@dataclass(frozen=True, slots=True)
class Refined:
    """Corners after the fit, and how well they fit."""

    corners: tuple[Point, Point, Point, Point]
    """The corners of the layout in px, from the top left clockwise."""
    seen: float
    """From 0 to 1: how much clearer edges of the right direction are on the lines than beside them."""
    margin: float | None
    """How much better the grid fits here than one place further to any side, by `seen` of the outermost lines. Below 0
    the grid is shifted. None if the layout's lines cannot show it.
    """
    moved_px: float
    """px by which the corner moved that moved most."""
    reach_px: float
    """px by which corners may move. With a larger move, the next line may have been taken for the right one."""

    @property
    def is_reliable(self) -> bool:
        """True if enough of the lines is seen, no corner moved too far, and the grid would not fit better one place
        further.
        """
        near = self.moved_px <= self.reach_px
        return near and self.seen >= GOOD_FIT and (self.margin is None or self.margin > 0)


def refine_corners(
    image: Picture, layout: Layout, corners: Sequence[Point], lines: Sequence[Segment] | None = None
) -> Refined:
    """Corners of a board in a BGR or grey picture, moved to where the board's lines are.

    corners: of the layout, in px, from the top left clockwise, at most 0.4 of a place off. lines: what is printed, in
    mm; if None, the set of `list_lines` that is seen best. Raises BoardNotFound or BoardMirrored if these cannot be a
    board's corners, or if hardly any line is in the picture.
    """
    from_corners((image.shape[1], image.shape[0]), layout, corners)
    choices = list_lines(layout) if lines is None else (tuple(lines),)
    given = np.asarray(corners, np.float64)
    work = _BoardPart.of(image, given, [line for choice in choices for line in choice], layout)
    ideas = [_Search.start(work, layout, given, choice, kind) for choice in choices for kind in get_args(Kind)]
    best = max(ideas, key=lambda idea: idea.seen)
    best = best.narrow(_BLURS_PX[1], (3.0, 2.0)).narrow(_BLURS_PX[2], (1.5, 1.0, _NARROW_PX))
    return best.finish(given)


@dataclass(frozen=True, eq=False)
class _BoardPart:
    """The part of a picture that shows the board, made as coarse as the search allows."""

    picture: Picture
    left_top: Floats
    """(2,) where the part begins in the whole picture, in px."""
    scale: float
    """How many px of the part one px of the whole picture becomes."""

    @classmethod
    def of(cls, image: Picture, corners: Points, lines: Sequence[Segment], layout: Layout) -> _BoardPart:
        board = get_corners_mm(layout)
        homography = solve_homography(board, corners)
        seen = apply_homography(homography, np.array(lines, np.float64).reshape(-1, 2))
        h, w = image.shape[:2]
        around = max(_AROUND_PX, _BEYOND * measure_pitch_px(layout, homography))
        low = np.clip(np.floor(seen.min(axis=0)) - around, 0, (w - 2, h - 2)).astype(int)
        high = np.clip(np.ceil(seen.max(axis=0)) + around, low + 2, (w, h)).astype(int)
        part = image[low[1] : high[1], low[0] : high[0]]
        scale = min(
            1.0, max(_FINEST_PITCH_PX / measure_pitch_px(layout, homography), _SMALLEST_PX / max(part.shape[:2]))
        )
        if scale < 0.9:
            part = np.asarray(cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
        else:
            scale = 1.0
        return cls(part, low.astype(np.float64), scale)

    @property
    def size(self) -> tuple[int, int]:
        return self.picture.shape[1], self.picture.shape[0]

    def to_part(self, pixels: Points) -> Points:
        """Where pixels of the whole picture are in the part."""
        return np.asarray((pixels - self.left_top + 0.5) * self.scale - 0.5)

    def to_whole(self, pixels: Points) -> Points:
        """Where pixels of the part are in the whole picture."""
        return np.asarray((pixels + 0.5) / self.scale - 0.5 + self.left_top)


@dataclass(frozen=True, eq=False)
class _Search:
    """A search that assumes certain lines, and that they look in a certain way; and where the corners are if this is
    true.
    """

    work: _BoardPart
    layout: Layout
    lines: tuple[Segment, ...]
    kind: Kind
    points: Points
    """(n, 2) mm, points on the lines."""
    along: Points
    """(n, 2) directions of the lines at the points."""
    first: Points
    """(4, 2) the corners that were given, in px of the part."""
    now: Points
    """(4, 2) the corners that were found, in px of the part."""
    seen: float
    """From 0 to 1, how clearly the lines are seen; see `Refined.seen`."""

    @classmethod
    def start(
        cls, work: _BoardPart, layout: Layout, corners: Points, lines: tuple[Segment, ...], kind: Kind
    ) -> _Search:
        """Makes a wide search around corners in px of the whole picture. Raises BoardNotFound if hardly any line is in
        the picture.
        """
        first = work.to_part(corners)
        points, along = keep_visible(*sample_lines(lines), solve_homography(get_corners_mm(layout), first), work.size)
        search = cls(work, layout, lines, kind, points, along, first, first, 0.0)
        widest = float(np.clip(_REACH * search.pitch / 1.5, 2.0, _WIDEST_PX * work.scale))
        return search.narrow(_BLURS_PX[0], (widest, 0.75 * widest, 0.5 * widest))

    @property
    def pitch(self) -> float:
        return measure_pitch_px(self.layout, solve_homography(get_corners_mm(self.layout), self.first))

    def narrow(self, blur_px: float, widths: Sequence[float]) -> _Search:
        """Searches again within these widths (px), one after the other, in the picture blurred by blur_px."""
        evidence = LineFilter(self.work.picture, self.kind, blur_px)
        board, now = get_corners_mm(self.layout), self.now
        for width in widths:
            now = _fit_step(evidence, board, now, self.points, self.along, width)
        seen = measure_seen(evidence, solve_homography(board, now), self.points, self.along, 0.45 * self.pitch)
        # the corners were attracted by other lines
        if np.linalg.norm(now - self.first, axis=1).max() > _FAR * self.pitch:
            seen = 0.0
        return replace(self, now=now, seen=seen)

    def finish(self, corners: Points) -> Refined:
        """The result of the search. corners: those that were given, in px of the whole picture."""
        evidence = LineFilter(self.work.picture, self.kind, _BLURS_PX[-1])
        homography = solve_homography(get_corners_mm(self.layout), self.now)
        margin = _measure_margin(evidence, homography, self.layout, self.lines, 0.45 * self.pitch, self.work.size)
        found = self.work.to_whole(self.now)
        one, two, three, four = ((float(x), float(y)) for x, y in found)
        moved = float(np.linalg.norm(found - corners, axis=1).max())
        reach = max(_REACH * self.pitch / self.work.scale, _LEAST_REACH_PX)
        return Refined((one, two, three, four), self.seen, margin, moved, reach)


def _fit_step(edges: LineFilter, board: Points, now: Points, points: Points, along: Points, width: float) -> Points:
    """The corners (4, 2) after one more search around the expected lines. width: how far to search, a standard
    deviation in px.
    """
    homography = solve_homography(board, now)
    pixels, normals = project_lines(homography, points, along)
    offsets = np.arange(-2.5, 2.5 + 1e-9, _STEP) * width
    profile = edges.across(pixels[:, None] + offsets[:, None] * normals[:, None], normals[:, None])
    slopes = _compute_slopes(board, now, points, normals)
    moved = np.zeros(8)
    held = _HELD * len(points) / 8 * np.eye(8)
    for _ in range(5):
        shift = slopes @ moved
        near = profile * np.exp(-0.5 * ((offsets - shift[:, None]) / width) ** 2)
        weight = near.sum(axis=1)
        meant = (near @ offsets) / np.maximum(weight, 1e-9)
        scale = weight / max(float(weight.mean()), 1e-9)
        normal = slopes.T @ (scale[:, None] * slopes) + held
        moved = np.linalg.solve(normal, slopes.T @ (scale * meant) + held @ moved)
    return np.asarray(now + moved.reshape(4, 2))


def _compute_slopes(board: Points, corners: Points, points: Points, normals: Points) -> Floats:
    """(n, 8) by how many px each point moves along its normal if the x or y of a corner changes by one."""
    columns = []
    for i in range(8):
        by = np.zeros(8)
        by[i] = 0.5
        there = apply_homography(solve_homography(board, corners + by.reshape(4, 2)), points)
        back = apply_homography(solve_homography(board, corners - by.reshape(4, 2)), points)
        columns.append(((there - back) * normals).sum(axis=1))
    return np.stack(columns, axis=1)


def _measure_margin(
    edges: LineFilter,
    homography: Floats,
    layout: Layout,
    lines: Sequence[Segment],
    reach: float,
    shape: tuple[int, int],
) -> float | None:
    """How much better the outermost lines are seen than lines one place further, on the side where this is least; see
    `Refined.margin`.
    """
    ends = np.array(lines, np.float64)
    worst: float | None = None
    for axis in (0, 1):
        step = measure_pitch(layout, axis)
        upright = np.abs(ends[:, 0, axis] - ends[:, 1, axis]) < 1e-6
        if step is None or not upright.any():
            continue
        at = ends[upright, 0, axis]
        low, high = float(at.min()), float(at.max())
        if high - low < 2 * step:
            continue

        def support(
            place: float, source: float, axis: int = axis, upright: NDArray[np.bool_] = upright
        ) -> float | None:
            chosen = ends[upright & (np.abs(ends[:, 0, axis] - source) < 1e-6)].copy()
            chosen[..., axis] = place
            points, along = sample_lines([(tuple(a), tuple(b)) for a, b in chosen])
            inside, kept = find_visible(points, along, homography, shape)
            return None if len(inside) < 0.5 * len(points) else measure_seen(edges, homography, inside, kept, reach)

        for inner, outer, way in ((low, high, -1.0), (high, low, 1.0)):
            # If the grid is moved by one place, it gains the line beyond `inner` and loses the one at `outer`.
            gained, lost = support(inner + way * step, inner), support(outer, outer)
            if gained is None:  # the picture ends before it: the board cannot be there
                continue
            better = (0.0 if lost is None else lost) - gained
            worst = better if worst is None else min(worst, better)
    return worst
