"""Measures the board where it is expected, by comparing how each marker looks there (`faint`).

Markers need not be read for this: small, blurred and bleached ones are measured too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from vision.errors import BoardNotFound
from vision.layout import Layout
from vision.register import faint
from vision.register.camera import CameraFit, LensPrior
from vision.register.lens import Points
from vision.register.marker_fit import fit_markers, locate
from vision.register.markers import DetectedMarker, Picture
from vision.register.registration import Registration

MIN_FAINT_MARKERS = 3  # markers that cannot be read but must be where a guess predicts them
MOST_MARKERS = 0.75
"""The place of a board whose markers cannot be read is right if this part of them is seen there. On photographs with
too much light, at least seven of eight were seen.
"""
_PAPER_NOISE = 6.0  # the place of a marker's paper is this many times less exact than that of a marker
_MIN_SURE_MARKERS = 4  # if this many markers were read, all others must be close to their predicted places
_MAX_DEVIATIONS, _MAX_FITS = 5.0, 25
"""Missing markers are searched for where a fit predicts them, and around, up to the first number of standard
deviations. At most the second number of fits is tried.
"""


def measure(
    image: Picture,
    layout: Layout,
    prior: LensPrior,
    place: Callable[[Points], Points],
    margins: Sequence[float] = faint.MARGINS,
) -> Registration | None:
    """The board, measured by all markers that are near where they are expected; None if they are too few. place:
    predicts where points in mm appear in the picture.
    """
    size, by_id = (image.shape[1], image.shape[0]), {m.id: m for m in layout.markers}
    there: list[DetectedMarker] = []
    for margin in margins:
        there = faint.align_markers(image, layout.markers, place, margin)
        while True:  # each marker that is found predicts the places of the others better
            if len(there) < 2:
                return None
            try:
                fit, _ = fit_markers(there, by_id, prior)
            except ValueError:  # the markers are seen at such a low angle that they span no plane
                return None
            place = Registration(fit.homography, fit.lens, size).project
            more = [] if len(there) == len(by_id) else _seek_missing(image, layout, fit, margin)
            if len(more) <= len(there):
                break
            there = more
    found = _measure_papers(image, layout, prior, place, there)
    if found is not None:
        return found
    try:
        return locate(there, layout, size, prior)
    except BoardNotFound:
        return None


def improve(image: Picture, layout: Layout, prior: LensPrior, first: Registration) -> Registration:
    """The board, measured again by comparing how its markers look. It stays the first registration if that way fewer
    markers are seen.
    """
    margins = faint.MARGINS if len(first.markers) < _MIN_SURE_MARKERS else faint.MARGINS[-2:]
    found = measure(image, layout, prior, first.project, margins)
    return found if found is not None and len(found.markers) >= len(first.markers) else first


def _measure_papers(
    image: Picture,
    layout: Layout,
    prior: LensPrior,
    place: Callable[[Points], Points],
    there: list[DetectedMarker],
) -> Registration | None:
    """The board, measured by some markers (`there`) and by the white paper of others that white has run over. None if
    there are hardly any such markers, or too few of both.
    """
    if not MIN_FAINT_MARKERS <= len(there) < MOST_MARKERS * len(layout.markers):
        return None
    told = {seen.id for seen in there}
    others = [marker for marker in layout.markers if marker.id not in told]
    papers = faint.align_papers(image, others, place, faint.MARGINS[0])
    try:
        found = locate([*there, *papers], layout, (image.shape[1], image.shape[0]), prior.weigh(_PAPER_NOISE))
    except BoardNotFound:
        return None
    if len(found.markers) < MOST_MARKERS * len(layout.markers):
        return None
    return replace(found, markers=tuple(number for number in found.markers if number in told))


def _seek_missing(image: Picture, layout: Layout, fit: CameraFit, margin: float) -> list[DetectedMarker]:
    """The markers that are found where a fit predicts them, or near there, where they would be if the fit is a little
    wrong.
    """
    size = image.shape[1], image.shape[0]
    corners = np.array([m.corners() for m in layout.markers], np.float64).reshape(-1, 2)
    seen = Registration(fit.homography, fit.lens, size).project(corners).reshape(-1, 4, 2)
    reach = margin / faint.MODULES * min(DetectedMarker(0, marker).side() for marker in seen)
    doubt = float(fit.uncertainty(corners).max())
    steps = np.arange(0.0, _MAX_DEVIATIONS * doubt, reach) / max(doubt, 1e-9)
    best: list[DetectedMarker] = []
    for deviations in sorted({*steps.tolist(), *(-steps).tolist()}, key=abs)[:_MAX_FITS]:
        homography, lens = fit.find_worst_case(corners, deviations)
        there = faint.align_markers(image, layout.markers, Registration(homography, lens, size).project, margin)
        if len(there) > len(best):
            best = there
    return best
