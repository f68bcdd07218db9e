"""Where the board is, by markers that were detected: the largest set of them that agree, fitted with the lens.

It never guesses. If the markers cannot place the board to a fraction of a cell, the board counts as not found, and the
error says what to do.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable

import numpy as np

from vision.errors import BoardNotFound
from vision.layout import Layout, Marker
from vision.message import Message, join_sentences, name_markers
from vision.register.camera import CameraFit, LensPrior, apply_homography, fit_camera, fit_homography
from vision.register.lens import Points
from vision.register.markers import DetectedMarker
from vision.register.registration import Registration

_MAX_DISAGREEMENT = 0.03
"""How far a marker may be from the place that two others predict for it, as a part of the picture's longer side. Used
while the lens is unknown.
"""

_MAX_CORNER_ERROR = 0.08
"""A corner is not a marker's corner if it is further from the fit than this part of the marker's side (and than
2 px).
"""

_BLEED_STEPS = 2  # two steps, because the first fit takes a part of the bleeding for distortion
# a cell's place counts as known up to this standard deviation, as a part of the cells' distance
_MAX_PLACE_DEVIATION = 0.08


def locate(seen: list[DetectedMarker], layout: Layout, size: tuple[int, int], prior: LensPrior) -> Registration:
    """The board in a picture of this size (width, height), by the markers seen in it, of whichever board.

    prior: what is known of the lens beforehand. Raises BoardNotFound if too few of the board's markers agree.
    """
    by_id = {m.id: m for m in layout.markers}
    ours = [s for s in seen if s.id in by_id]
    agreeing = _find_agreeing(ours, by_id, max(size))
    if len(agreeing) < 2:
        raise BoardNotFound(_explain_missing(layout, ours, seen))
    try:
        fit, kept = fit_markers(agreeing, by_id, prior)
    except ValueError as error:  # the markers are seen at such a low angle that they span no plane
        raise BoardNotFound(_explain_missing(layout, agreeing, seen)) from error
    places = np.array([place for cell in layout.cells.values() for place in cell.places()], np.float64)
    ids = tuple(sorted(s.id for s in kept))
    result = Registration(fit.homography, fit.lens, size, ids, float(np.sqrt((fit.residuals**2).mean())))
    doubt = fit.uncertainty(places) / result.scale_at(places)
    if (
        len(kept) < 2
        or not np.isfinite(doubt).all()
        or doubt.max() > _MAX_PLACE_DEVIATION * _measure_cell_distance(layout, places)
    ):
        raise BoardNotFound(_explain_missing(layout, kept, seen))
    return result


def fit_markers(
    seen: list[DetectedMarker], by_id: dict[int, Marker], prior: LensPrior
) -> tuple[CameraFit, list[DetectedMarker]]:
    """The camera, fitted to the markers, and the markers that fit it. The worst marker is dropped until all fit or only
    two are left; none if even these do not fit. by_id: the board's markers by their ids. Raises ValueError if the
    markers are seen at such a low angle that they span no plane.
    """
    kept = list(seen)
    while True:
        points = np.array([c for s in kept for c in by_id[s.id].corners()], np.float64)
        corners = np.vstack([s.corners for s in kept])
        fit = fit_camera(points, corners, prior)
        for _ in range(_BLEED_STEPS):
            fit = fit_camera(points, corners + _estimate_bleed(points, corners, fit), prior, start=fit)
        worst = fit.residuals.reshape(-1, 4).max(axis=1)
        excess = worst / np.array([max(2.0, _MAX_CORNER_ERROR * s.side()) for s in kept])
        if excess.max() <= 1:
            return fit, kept
        if len(kept) <= 2:
            return fit, []
        del kept[int(excess.argmax())]


def _find_agreeing(seen: list[DetectedMarker], by_id: dict[int, Marker], span: int) -> list[DetectedMarker]:
    """The largest set of markers, one of each id, that agree on where the board is.

    Every two markers propose a homography. The one that predicts most of the other markers wins. A board with eight
    markers has at most two dozen proposals, so all are tried.
    """
    best: list[DetectedMarker] = []
    best_error = np.inf
    for first, second in itertools.combinations(seen, 2):
        if first.id == second.id:
            continue
        points = np.array(by_id[first.id].corners() + by_id[second.id].corners(), np.float64)
        homography = fit_homography(points, np.vstack([first.corners, second.corners]))
        if homography is None:
            continue
        nearest: dict[int, tuple[float, DetectedMarker]] = {}
        for s in seen:
            there = apply_homography(homography, np.array(by_id[s.id].corners(), np.float64))
            error = float(np.linalg.norm(there - s.corners, axis=1).max())
            if error < _MAX_DISAGREEMENT * span and error < nearest.get(s.id, (np.inf, s))[0]:
                nearest[s.id] = (error, s)
        error = sum(e for e, _ in nearest.values())
        if len(nearest) > len(best) or (len(nearest) == len(best) and error < best_error):
            best, best_error = [s for _, s in nearest.values()], error
        if len(best) == len(seen):  # all markers agree, so no other proposal can be better
            break
    return best


def _estimate_bleed(points: Points, corners: Points, fit: CameraFit) -> Points:
    """(n, 2) px by which each corner must move outwards. White bleeds into black, which makes all markers look smaller.

    Light adds up before the camera brightens dark values. So a blurred edge seems to be on its black side, by the same
    few tenths of a pixel everywhere. Without this correction, the fit would take this for distortion of the lens.
    """
    inward = corners.reshape(-1, 4, 2).mean(axis=1, keepdims=True) - corners.reshape(-1, 4, 2)
    inward = (inward / np.linalg.norm(inward, axis=2, keepdims=True)).reshape(-1, 2)
    missed = corners - fit.lens.bend(apply_homography(fit.homography, points))
    return np.asarray(-float((missed * inward).sum(axis=1).mean()) * inward)


def _measure_cell_distance(layout: Layout, places: Points) -> float:
    """The usual distance between neighbouring places in mm (the median); the board's shorter side if there is only one
    place.
    """
    if len(places) < 2:
        return min(layout.size_mm)
    gaps = np.linalg.norm(places[:, None] - places[None], axis=-1)
    np.fill_diagonal(gaps, np.inf)
    return float(np.median(gaps.min(axis=1)))


def _explain_missing(layout: Layout, usable: Iterable[DetectedMarker], seen: Iterable[DetectedMarker]) -> str:
    ids = {m.id for m in layout.markers}
    found = sorted({s.id for s in usable})
    missing = sorted(ids - set(found))
    foreign = sorted({s.id for s in seen} - ids)
    if not found:
        text = Message(
            "No marker of this board is in sight. Let the camera see the whole board, in focus and in enough light."
        )
    elif not missing:
        text = Message(
            "The markers of this board can be seen, but they are too few or not where they should be. Lay the board "
            "flat, and use the layout that belongs to it."
        )
    else:
        text = Message(
            "Too little of the board is in sight to tell where it is: {seen} can be seen, {missing} cannot. "
            "Uncover the markers or move the camera so that it sees them.",
            seen=name_markers(found),
            missing=name_markers(missing),
        )
    if foreign:
        text = join_sentences(text, Message("This board does not have {markers}.", markers=name_markers(foreign)))
    return text
