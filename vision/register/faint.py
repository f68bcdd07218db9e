"""Recognises markers that are too small, blurred or noisy to read, by comparing how they look.

A marker with blurred bits still looks more like itself than like any other marker of its board. If several such markers
are also arranged as on the board, this is no coincidence. `propose_homographies` proposes where the board may be, from
every dark square of the picture. `align_markers` looks where a marker should be, and says if it is there and where
exactly. The caller decides if a proposal is right.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.layout import Marker
from vision.register.camera import Matrix, apply_homography, fit_homography
from vision.register.corners import are_nearly_collinear
from vision.register.correlation import find_peak, normalise
from vision.register.lens import Points
from vision.register.markers import DetectedMarker, Picture, to_grey

Singles = NDArray[np.float32]

MARGINS = 3.0, 3.0, 1.5, 1.0
"""In modules of a marker: how far from its proposed place it is searched for, first and then after each better fit."""

MODULES = 6
"""Modules along a marker's side. The black border counts."""

_BORDER_MODULES = 1  # how much of the white border around a marker counts as part of its look, in modules
_FINE, _COARSE = 4, 2  # samples per module, for measuring where a marker is and for recognising which one it is
_BLURS = 0.3, 0.7, 1.1  # modules: the standard deviations of blur that markers are compared with
_SMEAR = 2.0  # modules: the length of the smear that markers are compared with
_BLACK, _WHITE = 0.03, 0.9  # the reflectance of a marker's ink and paper
_BLEACHED_BLUR, _BLEACHED_LIGHT, _GAMMA = 0.5, 3.0, 2.2
"""A bleached marker, with which markers are compared, too: its blur in modules, how many times as much light as the
camera can show comes from it, and the camera's gamma. White runs over most of its black.
"""
# px: the longer side of the picture that is searched, and how many times a picture may be enlarged at most
_LARGE, _LARGEST = 1920, 2.0
_LEAST_SIDE, _MOST_SIDE = 8.0, 160.0  # px: the least and the largest side of squares that are searched for
_WINDOWS = 9, 17, 33, 61  # px: a square must be darker than the mean of a window around it, of any of these sizes
_CONTRAST = 7  # grey levels: a square must be darker than the mean around it by at least this
_ROUNDED, _BLEACHED_ROUNDED = (1.0, 1.2), (1.0, 1.1, 1.2, 1.3)
"""A square may be this many times as large as its outline, because blur rounds off its corners, and, in bleached
pictures, white runs over its edges.
"""
# tolerances, as parts of an outline's length, that are tried to simplify the outline to four corners
_SIMPLER = tuple(np.arange(0.02, 0.2, 0.02).tolist())
_BEFORE = np.array([3, 0, 1, 2])  # for each corner of a quadrangle, the number of the one before it
_MIN_RESEMBLANCE = 0.5  # a dark square may be a marker from this correlation on
_MIN_CORRELATION = 0.6  # a marker is where it was searched for from this correlation on
_AROUND_PAPER = 1.5  # modules: how much of the board around a marker's paper counts as part of the paper's look
# if a square's correlations with two markers differ by less than this, it may be either of them
_AMBIGUITY_MARGIN = 0.15
_MIN_COMMON_CORRELATION = 0.4  # a square may be a marker from this correlation with what all markers have in common
_MAX_SAME_PART = 0.2  # squares are the same if their corners are less than this part of their sides apart
_MAX_GUESSES = 3
_MAX_IN_FOURS = 14  # all groups of four among this many of the best candidates are tried
_MAX_CANDIDATES = 70  # dark squares that are compared in pairs: those that resemble markers most
# how far a marker or a corner may be from where other markers predict it, as a part of the marker's side
_MAX_MARKER_ERROR = 0.6


@dataclass(frozen=True, slots=True, eq=False)
class _Candidate:
    """A dark square that may be a marker of the board."""

    marker: int
    """The number of the marker that the square looks like."""
    corners: Points
    """(4, 2) px, clockwise from the top left of that marker."""
    alike: float
    """How much the square looks like that marker: their correlation."""


def propose_homographies(
    image: Picture, markers: Sequence[Marker], seen: Sequence[DetectedMarker], *, bleached: bool = False
) -> list[Matrix]:
    """Proposals of where the board may be in a BGR or grey picture: homographies (3, 3) from mm to px, the best first.

    seen: markers that could be read, so it is clear which ones they are. bleached: True if white runs over the markers.
    """
    rounded = _BLEACHED_ROUNDED if bleached else _ROUNDED
    numbers = {m.id: i for i, m in enumerate(markers)}
    read = [_Candidate(numbers[s.id], s.corners, 1.0) for s in seen if s.id in numbers]
    looking = read + _find_candidates(to_grey(image), markers, rounded)
    candidates = sorted(looking, key=lambda c: -c.alike)[:_MAX_CANDIDATES]
    corners = np.array([m.corners() for m in markers], np.float64)
    which = np.array([c.marker for c in candidates], np.intp)
    there = np.array([c.corners for c in candidates]).reshape(-1, 4, 2)
    side = np.array([DetectedMarker(0, c.corners).side() for c in candidates])
    alike = np.array([c.alike for c in candidates])
    found: dict[tuple[int, ...], float] = {}
    for homography in _propose(corners[which], there, which):
        if not _is_plausible(homography, corners.reshape(-1, 2)):
            continue
        off = apply_homography(homography, corners[which]) - there
        shift = off.mean(axis=1, keepdims=True)
        fits = np.hypot(*shift[:, 0].T) < _MAX_MARKER_ERROR * side
        fits &= np.hypot(*(off - shift).transpose(2, 0, 1)).max(axis=1) < _MAX_MARKER_ERROR * side
        best = np.zeros(len(markers))
        np.maximum.at(best, which, np.where(fits, alike, 0.0))
        if np.count_nonzero(best) >= min(3, len(markers)):
            found[tuple(np.flatnonzero(fits & (alike == best[which])).tolist())] = float(best.sum())
    likely = sorted(found, key=lambda agree: -found[agree])[:_MAX_GUESSES]
    fitted = (fit_homography(corners[which[list(k)]].reshape(-1, 2), there[list(k)].reshape(-1, 2)) for k in likely)
    return [homography for homography in fitted if homography is not None]


def _propose(corners_mm: Points, corners: Points, which: NDArray[np.intp]) -> Iterator[Matrix]:
    """Proposes homographies: from the middles of four candidates, the likeliest first, then from the corners of two.

    corners_mm, corners: (n, 4, 2) the candidates' corners on the board and in px. which: (n,) the number of the marker
    that each candidate looks like. Middles are better, because blur rounds the corners. But four candidates are not
    always in sight.
    """
    middles_mm, middles = (c.mean(axis=1).astype(np.float32) for c in (corners_mm, corners))
    for four in itertools.combinations(range(min(len(which), _MAX_IN_FOURS)), 4):
        if len(set(which[list(four)].tolist())) == 4 and not are_nearly_collinear(
            middles_mm[list(four)].astype(np.float64)
        ):
            yield np.asarray(cv2.getPerspectiveTransform(middles_mm[list(four)], middles[list(four)]), np.float64)
    for two in itertools.combinations(range(len(which)), 2):
        if which[two[0]] != which[two[1]]:
            found = fit_homography(corners_mm[list(two)].reshape(-1, 2), corners[list(two)].reshape(-1, 2))
            if found is not None:
                yield found


def align_markers(
    image: Picture, markers: Sequence[Marker], place: Callable[[Points], Points], margin: float
) -> list[DetectedMarker]:
    """The markers that are near where they are expected, each moved to where it matches best.

    place: predicts where points in mm appear in the picture. margin: how far from there to search, in modules. A marker
    does not count if it looks more like another one of the board.
    """
    looks = _draw_looks(_make_key(markers), _FINE)
    out = []
    for number, window in _cut_windows(image, markers, place, _BORDER_MODULES, margin):
        best: tuple[float, float, float] = (_MIN_CORRELATION, 0.0, 0.0)
        for look in looks[number, :, 0]:
            match = np.asarray(cv2.matchTemplate(window.patch, look, cv2.TM_CCOEFF_NORMED), np.float32)
            _, high, _, (x, y) = cv2.minMaxLoc(match)
            if high > best[0] and _is_itself(window.patch, looks, number, x, y):
                best = (float(high), *find_peak(match, x, y))
        if best[0] > _MIN_CORRELATION:
            out.append(window.locate(best[1:]))
    return out


def align_papers(
    image: Picture, markers: Sequence[Marker], place: Callable[[Points], Points], margin: float
) -> list[DetectedMarker]:
    """The same as `align_markers`, but white may have run over all of a marker: its white paper is searched for, on a
    darker board. Nothing tells that this paper is the right one, except that it is where it is expected.
    """
    out = []
    for _, window in _cut_windows(image, markers, place, _BORDER_MODULES + _AROUND_PAPER, margin):
        matches = [cv2.matchTemplate(window.patch, look, cv2.TM_CCOEFF_NORMED) for look in _draw_papers(_FINE)]
        match = np.asarray(max(matches, key=lambda each: float(each.max())), np.float32)
        _, high, _, (x, y) = cv2.minMaxLoc(match)
        if high > _MIN_CORRELATION:
            out.append(window.locate(find_peak(match, x, y)))
    return out


@dataclass(frozen=True, slots=True, eq=False)
class _Window:
    """The part of a picture in which a marker is searched for, as if seen from above."""

    marker: Marker
    place: Callable[[Points], Points]
    """Predicts where points in mm appear in the picture."""
    margin: float
    """How far the marker may be from where it is expected, in modules."""
    patch: Singles
    """(s, s) grey levels at _FINE samples per module. What is searched for fits in it with the margin on each side."""
    axes: Points
    """(2, 2) mm, a module to the marker's right and one down."""

    def locate(self, at: tuple[float, float]) -> DetectedMarker:
        """The marker, if what was searched for begins at this sample of the patch."""
        shift = (np.array(at) / _FINE - self.margin) @ self.axes
        return DetectedMarker(self.marker.id, self.place(np.array(self.marker.corners(), np.float64) + shift))


def _cut_windows(
    image: Picture, markers: Sequence[Marker], place: Callable[[Points], Points], border: float, margin: float
) -> Iterator[tuple[int, _Window]]:
    """The windows of those markers that should be in the picture, with their numbers. border: how much around a marker
    belongs to what is searched for, in modules. place, margin: see `_Window`.
    """
    picture = to_grey(image)
    half = MODULES / 2 + border
    count = round(2 * (half + margin) * _FINE)
    steps = (np.arange(count) + 0.5) / _FINE - half - margin
    local = np.stack(np.meshgrid(steps, steps), axis=-1)
    for number, marker in enumerate(markers):
        corners = np.array(marker.corners(), np.float64)
        axes = np.stack([corners[1] - corners[0], corners[3] - corners[0]]) / MODULES
        points = place(corners.mean(axis=0) + local @ axes).astype(np.float32)
        if _is_inside(points, picture.shape):
            patch = cv2.remap(picture, points[..., 0], points[..., 1], cv2.INTER_LINEAR).astype(np.float32)
            yield number, _Window(marker, place, margin, patch, axes)


def _is_itself(patch: Singles, looks: Singles, number: int, x: int, y: int) -> bool:
    """True if the patch that begins at (x, y) looks more like this marker, the right way up, than like any other marker
    or a turned one.
    """
    size = looks.shape[-1]
    shown = normalise(patch[y : y + size, x : x + size].reshape(1, -1))
    alike = (looks.reshape(*looks.shape[:3], -1) @ shown[0]).max(axis=1)
    return int(alike.argmax()) == number * 4


def _find_candidates(picture: Picture, markers: Sequence[Marker], rounded: Sequence[float]) -> list[_Candidate]:
    """Dark squares of a picture that look like a marker. A square that looks like several markers, or like one turned,
    gives several candidates. rounded: how many times as large as its outline a square may be.
    """
    scale = min(_LARGEST, _LARGE / max(picture.shape))
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    small = np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=how), np.uint8)
    quads = _find_squares(small, rounded)
    if not len(quads):
        return []
    half = MODULES / 2 + _BORDER_MODULES
    steps = (np.arange(2 * half * _COARSE) + 0.5) / _COARSE - half
    local = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float32) * np.float32(MODULES / 2)
    points = np.array(
        [
            apply_homography(np.asarray(cv2.getPerspectiveTransform(square, q), np.float64), local)
            for q in quads.astype(np.float32)
        ]
    )
    at = points.astype(np.float32)
    shown = cv2.remap(small, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    alike = _correlate_own(normalise(shown.astype(np.float32)), _draw_looks(_make_key(markers), _COARSE))
    whole = (quads + 0.5) / scale - 0.5
    out: list[_Candidate] = []
    first = alike.max(axis=(1, 2), keepdims=True)
    quad, number, turn = np.nonzero(alike >= np.maximum(_MIN_RESEMBLANCE, first - _AMBIGUITY_MARGIN))
    for k in np.argsort(-alike[quad, number, turn]):
        corners = np.roll(whole[quad[k]], -int(turn[k]), axis=0)
        near = _MAX_SAME_PART * float(np.ptp(corners, axis=0).min())
        known = any(c.marker == number[k] and np.abs(c.corners - corners).max() < near for c in out)
        if not known and len(out) < _MAX_CANDIDATES:
            out.append(_Candidate(int(number[k]), corners, float(alike[quad[k], number[k], turn[k]])))
    return out


def _correlate_own(shown: Singles, looks: Singles) -> Singles:
    """(n, markers, 4) how much patches (n, s * s) look like each marker in each of four turns, without what all markers
    have in common. Every dark square on white paper looks like all markers; the rest shows which one it is.
    """
    many, ways, turns = looks.shape[:3]
    out = np.full((len(shown), many, turns), -1, np.float32)
    for k in range(ways):
        those = looks[:, k].reshape(many * turns, -1)
        common = those.mean(axis=0)
        common /= np.linalg.norm(common)
        strength = shown @ common
        rest, own = shown - np.outer(strength, common), those - np.outer(those @ common, common)
        length = np.linalg.norm(own, axis=1)
        # The divisor has a minimum, taken from the usual strength beside a dark square; otherwise noise would become a
        # pattern.
        least = 0.5 * float(np.median(length)) * np.maximum(strength, 0.3)
        alike = (rest @ (own / length[:, None]).T) / np.maximum(np.linalg.norm(rest, axis=1), least)[:, None]
        out = np.maximum(out, np.where(strength[:, None] > _MIN_COMMON_CORRELATION, alike, -1).reshape(out.shape))
    return out


def _find_squares(picture: Picture, rounded: Sequence[float]) -> Points:
    """(n, 4, 2) px, clockwise: the corners of squares in a grey picture. They may be a marker's dark square or its
    white border. rounded: as for `_find_candidates`.
    """
    inner = MODULES / (MODULES + 2 * _BORDER_MODULES)
    out: list[Points] = []
    for window in _WINDOWS:
        for way, apart, part in ((cv2.THRESH_BINARY, -_CONTRAST, inner), (cv2.THRESH_BINARY_INV, _CONTRAST, 1.0)):
            spots = cv2.adaptiveThreshold(picture, 255, cv2.ADAPTIVE_THRESH_MEAN_C, way, window, apart)
            outlines, _ = cv2.findContours(spots, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
            for outline in outlines:
                # Noise has a million outlines, so those of other sizes are passed over at once.
                if not _LEAST_SIDE * 3 <= len(outline) <= _MOST_SIDE * 5:
                    continue
                quad = _fit_quadrangle(np.asarray(outline, np.int32))
                if quad is not None:
                    middle = quad.mean(axis=0)
                    out.extend(middle + (quad - middle) * part * larger for larger in rounded)
    return np.array(out).reshape(-1, 4, 2)


def _fit_quadrangle(outline: NDArray[np.int32]) -> Points | None:
    """(4, 2) px, clockwise: the four corners of an outline (n, 1, 2); None if it does not have four, or is too thin."""
    hull = np.asarray(cv2.convexHull(outline), np.int32)
    if cv2.arcLength(hull, True) < 4 * _LEAST_SIDE:  # a quadrangle in it has too short sides: most noise ends here
        return None
    corners = simplify_to_corners(hull)
    if corners is None:
        return None
    edges = corners - corners[_BEFORE]
    sides = np.sqrt((edges * edges).sum(axis=1))
    return None if sides.min() < _LEAST_SIDE or sides.max() >= 3 * sides.min() else corners


def simplify_to_corners(hull: NDArray[np.int32]) -> Points | None:
    """(4, 2) px, clockwise: the four corners of a convex outline (n, 1, 2); None if it does not have four."""
    length = cv2.arcLength(hull, True)
    for part in _SIMPLER:
        corners = np.asarray(cv2.approxPolyDP(hull, part * length, True), np.float64).reshape(-1, 2)
        if len(corners) <= 4:
            break
    return turn_clockwise(corners) if len(corners) == 4 else None


def turn_clockwise(corners: Points) -> Points:
    """The corners (4, 2) px of a convex quadrangle, in clockwise order."""
    x, y = (corners - corners[_BEFORE]).T
    return corners if x[0] * y[1] - y[0] * x[1] > 0 else corners[::-1]


def _make_key(markers: Sequence[Marker]) -> tuple[tuple[str, int], ...]:
    return tuple((m.dictionary, m.id) for m in markers)


@cache
def _draw_looks(markers: tuple[tuple[str, int], ...], fine: int) -> Singles:
    """(markers, k, 4, s, s) how markers look: blurred, smeared or bleached in k ways, turned in four. Each has mean 0
    and length 1.

    markers: the dictionary and id of each. fine: samples per module.
    """
    out: list[list[Singles]] = []
    for dictionary, number in markers:
        bits = np.full((MODULES + 2 * (_BORDER_MODULES + 2),) * 2, 255, np.uint8)
        inner = np.s_[_BORDER_MODULES + 2 : -_BORDER_MODULES - 2]
        known = cv2.aruco.getPredefinedDictionary(int(getattr(cv2.aruco, dictionary)))
        bits[inner, inner] = cv2.aruco.generateImageMarker(known, number, MODULES)
        large = np.kron(bits, np.ones((fine, fine), np.uint8)).astype(np.float32)
        cut = np.s_[2 * fine : -2 * fine, 2 * fine : -2 * fine]
        blurred = (cv2.GaussianBlur(large, (0, 0), blur * fine) for blur in _BLURS)
        seen = *blurred, *_smear(large, fine), _bleach(large, fine)
        out.extend([np.rot90(picture[cut], -turn) for turn in range(4)] for picture in seen)
    looks = np.array(out, np.float32)
    size = looks.shape[-1]
    return normalise(looks.reshape(-1, size * size)).reshape(len(markers), -1, 4, size, size)


@cache
def _draw_papers(fine: int) -> tuple[Singles, ...]:
    """(s, s) how a marker's white paper looks on a darker board, blurred in some ways. fine: samples per module."""
    half = MODULES / 2 + _BORDER_MODULES + _AROUND_PAPER
    paper = np.zeros((round(2 * half * fine),) * 2, np.float32)
    inner = np.s_[round(_AROUND_PAPER * fine) : -round(_AROUND_PAPER * fine)]
    paper[inner, inner] = 255
    return tuple(np.asarray(cv2.GaussianBlur(paper, (0, 0), blur * fine), np.float32) for blur in _BLURS)


def _smear(picture: Singles, fine: int) -> list[Singles]:
    """A picture (h, w) smeared in four directions, as if the camera or the board had moved."""
    soft = cv2.GaussianBlur(picture, (0, 0), _BLURS[0] * fine)
    half = round(_SMEAR * fine / 2)
    middle = np.zeros((2 * half + 1,) * 2, np.float32)
    middle[half] = 1 / len(middle)
    slanted = np.eye(round(half * 0.7) * 2 + 1, dtype=np.float32)
    slanted /= slanted.sum()
    kernels = (middle, middle.T, slanted, slanted[::-1])
    return [np.asarray(cv2.filter2D(soft, -1, np.ascontiguousarray(k)), np.float32) for k in kernels]


def _bleach(picture: Singles, fine: int) -> Singles:
    """A picture (h, w) of a marker with too much light: white runs over black before the camera clips it."""
    reflected = _BLACK + (_WHITE - _BLACK) / 255 * cv2.GaussianBlur(picture, (0, 0), _BLEACHED_BLUR * fine)
    return np.asarray(255 * np.minimum(reflected * _BLEACHED_LIGHT, 1.0) ** (1 / _GAMMA), np.float32)


def _is_plausible(homography: Matrix, points_mm: Points) -> bool:
    """True if a camera can see the points (n, 2) in this way: all are in front of it, and the board is not mirrored."""
    depth = points_mm @ homography[2, :2] + homography[2, 2]
    return bool((depth * np.sign(depth[0]) > 0).all()) and bool(np.linalg.det(homography) * np.sign(depth[0]) > 0)


def _is_inside(points: Singles, shape: tuple[int, ...]) -> bool:
    h, w = shape[:2]
    low, high = points.reshape(-1, 2).min(axis=0), points.reshape(-1, 2).max(axis=0)
    return bool(
        np.isfinite(points).all() and (low > -0.5 * (high - low)).all() and high[0] < w * 1.1 and high[1] < h * 1.1
    )
