"""Finds ArUco markers in a picture: their ids, and their corners to a fraction of a pixel.

It does not decide whether the markers belong together. A picture may show a marker twice, markers of another board, or
something that only looks like a marker.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]

# px: a wider picture is searched at a smaller scale; corners are refined at the picture's own scale
_MAX_WIDTH_PX = 2200
# the least perimeter of a marker, in parts of the picture's longer side: a side of 6 px at 1280
_MIN_PERIMETER_PICTURE = 0.02
_MIN_PERIMETER_WINDOW = 0.6  # the same perimeter for a window of which a marker fills a third
_SMALL_SIDE_PX = 45.0  # a marker with a shorter side is searched for in an enlarged picture
_MIN_WINDOW_PX = 12  # a smaller window at the picture's edge holds no marker
_LESS_WHITE = np.ones((3, 3), np.uint8)  # px: the darkest value of this window takes the place of its middle
_MIN_TOGETHER = 3  # from this many markers on it shows if they do not agree on where the board is
_MAX_SAME_DISTANCE = 0.5  # two detections of an id are one marker if they are less than this part of its side apart


@dataclass(frozen=True, slots=True, eq=False)
class DetectedMarker:
    """A marker in a picture."""

    id: int
    """The marker's number in its dictionary."""
    corners: NDArray[np.float64]
    """(4, 2) px, clockwise from the marker's own top left."""

    def side(self) -> float:
        """The mean length of the marker's sides in px."""
        return float(np.linalg.norm(self.corners - np.roll(self.corners, 1, axis=0), axis=1).mean())


def to_grey(image: Picture) -> Picture:
    """A picture in grey (h, w). It may be BGR (h, w, 3), or grey already."""
    return image if image.ndim == 2 else np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)


def detect(image: Picture, dictionary: str, wanted: Collection[int]) -> list[DetectedMarker]:
    """All markers of a dictionary in a BGR or grey picture.

    wanted: ids that should be there; others are found, too. While a wanted id is missing, it looks again in other ways:
    smoothed against noise, enlarged for small markers, then with less white against too much light. If no id is wanted,
    it looks once. A marker that was found in two ways is listed once.
    """
    picture = to_grey(image)
    found: list[DetectedMarker] = []
    for searched, scale, least in _vary_picture(picture):
        here = _detect_once(searched, scale, dictionary)
        for seen in here if len(here) >= least else ():
            near = _MAX_SAME_DISTANCE * seen.side()
            centre = seen.corners.mean(axis=0)
            if all(s.id != seen.id or np.linalg.norm(s.corners.mean(axis=0) - centre) > near for s in found):
                found.append(DetectedMarker(seen.id, refine(picture, seen.corners)))
        if {s.id for s in found} >= set(wanted):
            break
    return found


def detect_near(image: Picture, dictionary: str, expected: Mapping[int, NDArray[np.float64]]) -> list[DetectedMarker]:
    """The markers near the places where they are expected. It looks nowhere else.

    expected: for each id the corners (4, 2) in px. Each marker is searched for in its own window, which is larger than
    the marker by one side on every side.
    """
    h, w = image.shape[:2]
    found: list[DetectedMarker] = []
    for number, corners in expected.items():
        reach = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).max()
        left, top = np.maximum(np.floor(corners.min(axis=0) - reach), 0).astype(int).tolist()
        right, bottom = np.minimum(np.ceil(corners.max(axis=0) + reach), (w, h)).astype(int).tolist()
        if right - left < _MIN_WINDOW_PX or bottom - top < _MIN_WINDOW_PX:
            continue
        window = to_grey(np.ascontiguousarray(image[top:bottom, left:right]))
        scale = 2.0 if reach < _SMALL_SIDE_PX else 1.0
        large = cv2.resize(window, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC) if scale > 1 else window
        for blur in (0.5, 1.2):  # px: without blur, noise makes many outlines, and each of them costs time
            searched = np.asarray(cv2.GaussianBlur(large, (0, 0), blur * scale), np.uint8)
            ours = [s for s in _detect_once(searched, scale, dictionary, _MIN_PERIMETER_WINDOW) if s.id == number]
            if len(ours) == 1:
                found.append(DetectedMarker(number, refine(window, ours[0].corners) + np.array([left, top])))
                break
    return found


def refine(picture: Picture, corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """The corners (4, 2) of a marker, moved to where edges cross in the grey picture, to a fraction of a pixel.

    The window around a corner is smaller than one module of the marker, so no edge of the pattern is inside. A corner
    that would leave its window stays where it was, because something else attracts it.
    """
    side = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).min()
    window = int(np.clip(round(side / 6 * 0.6), 1, 9))  # 4x4 markers are six modules wide with their border
    start = corners.astype(np.float32).reshape(-1, 1, 2)
    stop = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_MAX_ITER, 40, 0.005)
    better = cv2.cornerSubPix(picture, start.copy(), (window, window), (-1, -1), stop).reshape(-1, 2)
    strayed = np.linalg.norm(better - corners, axis=1) > window + 0.5
    return np.where(strayed[:, None], corners, better.astype(np.float64))


def _vary_picture(picture: Picture) -> Iterator[tuple[Picture, float, int]]:
    """The picture unchanged, smoothed, enlarged, and with less white. For each, how many times it is enlarged, and how
    many markers it must show to be believed.

    In a picture with too much light, white runs over the black border of a marker until the border is too thin to see.
    Where it has run over all of a border, something else may look like a corner; so single markers do not count there.
    """
    width = max(picture.shape)
    scale = min(1.0, _MAX_WIDTH_PX / width)
    if scale < 1:
        picture_now = np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    else:
        picture_now = picture
    yield picture_now, scale, 1
    smooth = np.asarray(cv2.GaussianBlur(picture_now, (0, 0), 1.2), np.uint8)
    yield smooth, scale, 1
    if scale < 1:
        yield picture, 1.0, 1
    elif width <= _MAX_WIDTH_PX:
        yield np.asarray(cv2.resize(smooth, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC), np.uint8), 2.0, 1
    yield np.asarray(cv2.erode(picture_now, _LESS_WHITE), np.uint8), scale, _MIN_TOGETHER


@cache
def _make_detector(dictionary: str, least: float) -> cv2.aruco.ArucoDetector:
    settings = cv2.aruco.DetectorParameters()
    settings.minMarkerPerimeterRate = least
    # `refine` finds the corners at the picture's own scale
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_NONE
    return cv2.aruco.ArucoDetector(
        cv2.aruco.getPredefinedDictionary(int(getattr(cv2.aruco, dictionary))),
        settings,
    )


def _detect_once(
    picture: Picture, scale: float, dictionary: str, least: float = _MIN_PERIMETER_PICTURE
) -> list[DetectedMarker]:
    corners, ids, _ = _make_detector(dictionary, least).detectMarkers(picture)
    if not len(corners):
        return []  # ids is None if there are no markers
    # A pixel's middle is its coordinate, so scaling turns about the corner (-0.5, -0.5).
    return [
        DetectedMarker(int(number), (np.asarray(quad, np.float64).reshape(4, 2) + 0.5) / scale - 0.5)
        for quad, number in zip(corners, np.asarray(ids).ravel(), strict=True)
    ]
