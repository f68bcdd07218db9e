"""Guesses where the board is if its markers cannot be read: small, blurred or in too much light.

A guess counts only if enough markers are seen where it predicts them.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import partial

import cv2
import numpy as np

from vision.layout import Layout
from vision.register import faint, marker_search, outline
from vision.register.camera import LensPrior, Matrix, apply_homography
from vision.register.marker_fit import fit_markers
from vision.register.marker_search import MIN_FAINT_MARKERS, MOST_MARKERS
from vision.register.markers import DetectedMarker, Picture, to_grey
from vision.register.registration import Registration

_HALF_OF_MARKERS = 0.5
"""If no more than this part of the markers is seen where a guess predicts them, only a lens that is expected makes the
place right: dark spots may look like some of the markers.
"""
_MIN_READ = 2  # a picture in which this many markers can be read is not bleached
_CLIPPED_LEVEL, _MIN_CLIPPED_PART = 250, 0.02  # a picture is bleached if this part of it is this bright
_MIN_CLIPPED_MARKERS_PART = 0.003  # the markers of a dark board may be bleached if this part is
_MUCH_LESS_WHITE = np.ones((5, 5), np.uint8)  # px: the darkest value of this window takes the place of its middle


def find_board(image: Picture, layout: Layout, prior: LensPrior, seen: list[DetectedMarker]) -> Registration | None:
    """The board, found by at least three markers that cannot be read but look like the board's markers; None if it is
    not found. Of several places, the one counts where most markers are seen. In too much light, the outline of the
    board also tells where they may be.
    """
    best: Registration | None = None
    for proposed in _propose(image, layout, seen):
        for homography in proposed:
            best = choose(best, marker_search.measure(image, layout, prior, partial(apply_homography, homography)))
            if best is not None and _shows_most(best, layout):
                return best
    best = None if best is None else _doubt_some(image, layout, prior, best)
    return best if best is not None and shows_enough(best, layout, prior) else None


def shows_enough(found: Registration, layout: Layout, prior: LensPrior) -> bool:
    """True if enough markers are seen, or if few are, with a lens as expected."""
    return len(found.markers) > _HALF_OF_MARKERS * len(layout.markers) or prior.fits(found.lens)


def choose(best: Registration | None, found: Registration | None) -> Registration | None:
    """The place where more markers are seen, of these two; None if neither shows enough of them."""
    if found is None or len(found.markers) < MIN_FAINT_MARKERS:
        return best
    return found if best is None or len(found.markers) > len(best.markers) else best


def _propose(image: Picture, layout: Layout, seen: list[DetectedMarker]) -> Iterator[list[Matrix]]:
    """Proposals of where the board may be, the likelier ones first: homographies (3, 3) from mm to px.

    If the picture is bleached, the outline tells most, and then the picture with less white: black becomes wider by two
    px on each side, so that thin rests of the markers' black borders can be found. On a dark board, perhaps nothing but
    the markers is bleached. A frame in a strong colour keeps it where all is bright. Markers that can be read (`seen`),
    of whichever board, show that nothing is bleached.
    """
    yield faint.propose_homographies(image, layout.markers, seen)
    grey = to_grey(image)
    clipped = float((grey >= _CLIPPED_LEVEL).mean()) if len(seen) < _MIN_READ else 0.0
    if clipped > _MIN_CLIPPED_MARKERS_PART and image.ndim > 2:
        yield outline.propose_homographies(outline.measure_paleness(image), layout.size_mm, dark=True)
    if clipped > _MIN_CLIPPED_PART:
        yield outline.propose_homographies(grey, layout.size_mm, dark=False)
        darker = np.asarray(cv2.erode(image, _MUCH_LESS_WHITE), np.uint8)
        yield faint.propose_homographies(darker, layout.markers, seen, bleached=True)
    if clipped > _MIN_CLIPPED_MARKERS_PART:
        yield outline.propose_homographies(grey, layout.size_mm, dark=True)


def _shows_most(found: Registration, layout: Layout) -> bool:
    return len(found.markers) >= MOST_MARKERS * len(layout.markers)


def _doubt_some(image: Picture, layout: Layout, prior: LensPrior, found: Registration) -> Registration:
    """The board, if many markers are not where they should be: another place, if three of those that are lead to one
    where more markers are seen. By chance, dark spots of the print may look like markers and spoil the place.
    """
    size, by_id = (image.shape[1], image.shape[0]), {m.id: m for m in layout.markers}
    there = faint.align_markers(image, layout.markers, found.project, faint.MARGINS[-1])
    best: Registration | None = found
    for three in itertools.combinations(there, MIN_FAINT_MARKERS):
        try:
            fit, kept = fit_markers(list(three), by_id, prior)
        except ValueError:  # the markers are seen at such a low angle that they span no plane
            continue
        if kept:
            place = Registration(fit.homography, fit.lens, size).project
            best = choose(best, marker_search.measure(image, layout, prior, place))
        if best is not None and _shows_most(best, layout):
            break
    return best or found
