"""Finds the board in a picture by its markers.

Markers that can be read show roughly where the board is (`marker_fit`). Then `marker_search` compares how each marker
looks there and measures its place exactly; if too few can be read, `guesses` proposes where to look. This module never
reads a cell. If it cannot place the board to a fraction of a cell, the board counts as not found. A mirrored board is
refused. The error says what to do.
"""

from __future__ import annotations

from contextlib import suppress

import numpy as np

from vision.errors import BoardMirrored, BoardNotFound
from vision.layout import Layout
from vision.message import Message
from vision.register import guesses, marker_search
from vision.register.camera import LensPrior
from vision.register.lens import Lens, Points
from vision.register.marker_fit import locate
from vision.register.markers import DetectedMarker, Picture, detect, detect_near
from vision.register.registration import TRUSTED_MARKERS, Registration


def find(image: Picture, layout: Layout, lens: Lens | None = None, *, thorough: bool = True) -> Registration:
    """The board in a BGR (h, w, 3) or grey (h, w) picture, found by its markers.

    lens: the lens from an earlier picture of the same camera that showed enough markers (`Registration.lens`). If it is
    known, fewer markers are enough. thorough: True to look also for small and noisy markers, and for a mirrored board,
    if the first search misses markers. Raises BoardNotFound or BoardMirrored.
    """
    if not layout.markers:
        raise BoardNotFound(Message("This board has no markers. Show its four corners in the picture."))
    size = (image.shape[1], image.shape[0])
    prior = LensPrior.of(lens) if lens else LensPrior.unknown(size)
    seen = _detect(image, layout, thorough)
    try:
        first = locate(seen, layout, size, prior)
    except BoardNotFound:
        if not thorough:
            raise
        flipped = np.ascontiguousarray(image[:, ::-1])
        if _shows_board(flipped, layout, prior):
            raise BoardMirrored(
                Message(
                    "The picture is mirrored: left and right are exchanged. Turn mirroring off in the camera's "
                    "settings."
                )
            ) from None
        found = guesses.find_board(image, layout, prior, seen)
        if found is None:
            raise
        return found
    found = marker_search.improve(image, layout, prior, first)
    if not thorough or guesses.shows_enough(found, layout, prior):
        return found
    return guesses.choose(found, guesses.find_board(image, layout, prior, seen)) or found


def find_near(image: Picture, layout: Layout, last: Registration, lens: Lens | None = None) -> Registration:
    """The board in a BGR or grey picture, searched for only where its markers were in the `last` registration.

    This is for a board that rests or was nudged: it looks at a few windows instead of the whole picture. lens: as for
    `find`. Raises BoardNotFound if the board has moved further, or too few of its markers are in sight there.
    """
    size = (image.shape[1], image.shape[0])
    by_dictionary: dict[str, dict[int, Points]] = {}
    for marker in layout.markers:
        corners = last.project(np.array(marker.corners(), np.float64))
        by_dictionary.setdefault(marker.dictionary, {})[marker.id] = corners
    seen = [seen for name, expected in by_dictionary.items() for seen in detect_near(image, name, expected)]
    prior = LensPrior.of(lens) if lens else LensPrior.unknown(size)
    try:
        first = locate(seen, layout, size, prior)
    except BoardNotFound:
        found = marker_search.measure(image, layout, prior, last.project)
        if found is None or len(found.markers) < marker_search.MIN_FAINT_MARKERS:
            raise
        return found
    return marker_search.improve(image, layout, prior, first)


def find_still(image: Picture, layout: Layout, last: Registration, lens: Lens | None) -> Registration | None:
    """The board, if all markers by which it was found in the `last` registration, or enough of them, are still near
    their places; else None. The other arguments are those of `find_near`.
    """
    try:
        found = find_near(image, layout, last, lens)
    except BoardNotFound:
        return None
    return found if _keeps_markers(found, last) else None


def find_again(image: Picture, layout: Layout, earlier: Registration | None) -> Registration:
    """The board in a BGR or grey picture of a camera that has seen it before, and has mostly not moved since.

    If it has not, the board may be known by markers that are too faint to be found elsewhere. And if few markers are in
    sight, the lens is known. earlier: None, or from a picture of another size: then this is `find`. Raises
    BoardNotFound or BoardMirrored.
    """
    if earlier is None or earlier.size != (image.shape[1], image.shape[0]):
        return find(image, layout)
    lens = earlier.trusted_lens
    near: Registration | None = None
    with suppress(BoardNotFound):
        near = find_near(image, layout, earlier, lens)
    if near is not None and _keeps_markers(near, earlier):
        return near
    try:
        return find(image, layout, lens)
    except BoardMirrored:
        raise
    except BoardNotFound:
        if near is not None:
            return near
        if lens is not None:  # the camera may have been zoomed
            with suppress(BoardNotFound):
                return find(image, layout)
        raise


def _keeps_markers(found: Registration, last: Registration) -> bool:
    return len(found.markers) >= min(len(last.markers), TRUSTED_MARKERS)


def _detect(image: Picture, layout: Layout, thorough: bool) -> list[DetectedMarker]:
    by_dictionary: dict[str, set[int]] = {}
    for marker in layout.markers:
        by_dictionary.setdefault(marker.dictionary, set()).add(marker.id)
    return [seen for name, ids in by_dictionary.items() for seen in detect(image, name, ids if thorough else ())]


def _shows_board(image: Picture, layout: Layout, prior: LensPrior) -> bool:
    try:
        locate(_detect(image, layout, True), layout, (image.shape[1], image.shape[0]), prior)
    except BoardNotFound:
        return False
    return True
