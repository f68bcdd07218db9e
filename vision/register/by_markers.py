"""Finds the board in a picture by its markers.

Markers that can be read show roughly where the board is. Then `faint` compares how each marker looks there and measures
its place exactly. This module never reads a cell and never guesses. If it cannot place the board to a fraction of a
cell, the board counts as not found. A mirrored board is refused. The error says what to do.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

import cv2
import numpy as np

from vision.errors import BoardMirrored, BoardNotFound
from vision.layout import Layout, Marker
from vision.message import Message, join_sentences, name_markers
from vision.register import faint, outline
from vision.register.camera import CameraFit, LensPrior, Matrix, apply_homography, fit_camera, fit_homography
from vision.register.lens import Lens, Points
from vision.register.markers import DetectedMarker, Picture, detect, detect_near, to_grey
from vision.register.registration import TRUSTED_MARKERS, Registration

_MAX_DISAGREEMENT = 0.03
"""How far a marker may be from the place that two others predict for it, as a part of the picture's longer side. Used
while the lens is unknown.
"""

_MAX_CORNER_ERROR = 0.08
"""A corner is not a marker's corner if it is further from the fit than this part of the marker's side (and than
2 px).
"""

_MIN_FAINT_MARKERS = 3  # markers that cannot be read but must be where a guess predicts them
_MOST_MARKERS, _HALF_OF_MARKERS = 0.75, 0.5
"""The place of a board whose markers cannot be read is right if the first part of them is seen there. If no more than
the second part is seen there, only a lens that is expected makes it right: dark spots may look like some of the
markers. On photographs with too much light, at least seven of eight were seen.
"""
_PAPER_NOISE = 6.0  # the place of a marker's paper is this many times less exact than that of a marker
_MIN_READ = 2  # a picture in which this many markers can be read is not bleached
_CLIPPED_LEVEL, _MIN_CLIPPED_PART = 250, 0.02  # a picture is bleached if this part of it is this bright
_MIN_CLIPPED_MARKERS_PART = 0.003  # the markers of a dark board may be bleached if this part is
_MUCH_LESS_WHITE = np.ones((5, 5), np.uint8)  # px: the darkest value of this window takes the place of its middle
_MIN_SURE_MARKERS = 4  # if this many markers were read, all others must be close to their predicted places
_MAX_DEVIATIONS, _MAX_FITS = 5.0, 25
"""Missing markers are searched for where a fit predicts them, and around, up to the first number of standard
deviations. At most the second number of fits is tried.
"""

_BLEED_STEPS = 2  # two steps, because the first fit takes a part of the bleeding for distortion
# a cell's place counts as known up to this standard deviation, as a part of the cells' distance
_MAX_PLACE_DEVIATION = 0.08


def find(image: Picture, layout: Layout, lens: Lens | None = None, *, thorough: bool = True) -> Registration:
    """The board in a BGR (h, w, 3) or grey (h, w) picture, found by its markers.

    lens: the lens from an earlier picture of the same camera that showed enough markers (`Registration.lens`). If it is
    known, fewer markers are enough. thorough: True to look also for small and noisy markers, and for a mirrored board,
    if the first search misses markers. Raises BoardNotFound or BoardMirrored.
    """
    if not layout.markers:
        raise BoardNotFound(Message("This board has no markers. Show its four corners in the picture."))
    size = (image.shape[1], image.shape[0])
    belief = LensPrior.of(lens) if lens else LensPrior.unknown(size)
    seen = _detect(image, layout, thorough)
    try:
        first = _register(seen, layout, size, belief)
    except BoardNotFound:
        if not thorough:
            raise
        flipped = np.ascontiguousarray(image[:, ::-1])
        if _shows_board(flipped, layout, belief):
            raise BoardMirrored(
                Message(
                    "The picture is mirrored: left and right are exchanged. Turn mirroring off in the camera's "
                    "settings."
                )
            ) from None
        found = _find_by_guesses(image, layout, belief, seen)
        if found is None:
            raise
        return found
    found = _improve(image, layout, belief, first)
    if not thorough or _shows_enough(found, layout, belief):
        return found
    return _choose(found, _find_by_guesses(image, layout, belief, seen)) or found


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
    belief = LensPrior.of(lens) if lens else LensPrior.unknown(size)
    try:
        first = _register(seen, layout, size, belief)
    except BoardNotFound:
        found = _measure(image, layout, belief, last.project)
        if found is None or len(found.markers) < _MIN_FAINT_MARKERS:
            raise
        return found
    return _improve(image, layout, belief, first)


def find_still(image: Picture, layout: Layout, last: Registration, lens: Lens | None) -> Registration | None:
    """The board, if all markers by which it was found in the `last` registration, or enough of them, are still near
    their places; else None. The other arguments are those of `find_near`.
    """
    try:
        found = find_near(image, layout, last, lens)
    except BoardNotFound:
        return None
    return found if _keeps_markers(found, last) else None


def _keeps_markers(found: Registration, last: Registration) -> bool:
    return len(found.markers) >= min(len(last.markers), TRUSTED_MARKERS)


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


def _detect(image: Picture, layout: Layout, thorough: bool) -> list[DetectedMarker]:
    by_dictionary: dict[str, set[int]] = {}
    for marker in layout.markers:
        by_dictionary.setdefault(marker.dictionary, set()).add(marker.id)
    return [seen for name, ids in by_dictionary.items() for seen in detect(image, name, ids if thorough else ())]


def _find_by_guesses(
    image: Picture, layout: Layout, belief: LensPrior, seen: list[DetectedMarker]
) -> Registration | None:
    """The board, found by at least three markers that cannot be read but look like the board's markers; None if it is
    not found. Of several places, the one counts where most markers are seen. In too much light, the outline of the
    board also tells where they may be.
    """
    best: Registration | None = None
    for proposed in _propose(image, layout, seen):
        for homography in proposed:
            best = _choose(best, _measure(image, layout, belief, partial(apply_homography, homography)))
            if best is not None and _shows_most(best, layout):
                return best
    best = None if best is None else _doubt_some(image, layout, belief, best)
    return best if best is not None and _shows_enough(best, layout, belief) else None


def _propose(image: Picture, layout: Layout, seen: list[DetectedMarker]) -> Iterator[list[Matrix]]:
    """Proposals of where the board may be, the likelier ones first: homographies (3, 3) from mm to px.

    If the picture is bleached, the outline tells most, and then the picture with less white: black becomes wider by two
    px on each side, so that thin rests of the markers' black borders can be found. On a dark board, perhaps nothing but
    the markers is bleached. Markers that can be read (`seen`), of whichever board, show that nothing is.
    """
    yield faint.propose_homographies(image, layout.markers, seen)
    clipped = float((to_grey(image) >= _CLIPPED_LEVEL).mean()) if len(seen) < _MIN_READ else 0.0
    if clipped > _MIN_CLIPPED_PART:
        yield outline.propose_homographies(image, layout.size_mm, dark=False)
        darker = np.asarray(cv2.erode(image, _MUCH_LESS_WHITE), np.uint8)
        yield faint.propose_homographies(darker, layout.markers, seen, bleached=True)
    if clipped > _MIN_CLIPPED_MARKERS_PART:
        yield outline.propose_homographies(image, layout.size_mm, dark=True)


def _shows_most(found: Registration, layout: Layout) -> bool:
    return len(found.markers) >= _MOST_MARKERS * len(layout.markers)


def _shows_enough(found: Registration, layout: Layout, belief: LensPrior) -> bool:
    """True if enough markers are seen, or if few are, with a lens as expected."""
    return len(found.markers) > _HALF_OF_MARKERS * len(layout.markers) or belief.fits(found.lens)


def _choose(best: Registration | None, found: Registration | None) -> Registration | None:
    """The place where more markers are seen, of these two; None if neither shows enough of them."""
    if found is None or len(found.markers) < _MIN_FAINT_MARKERS:
        return best
    return found if best is None or len(found.markers) > len(best.markers) else best


def _doubt_some(image: Picture, layout: Layout, belief: LensPrior, found: Registration) -> Registration:
    """The board, if many markers are not where they should be: another place, if three of those that are lead to one
    where more markers are seen. By chance, dark spots of the print may look like markers and spoil the place.
    """
    size, by_id = (image.shape[1], image.shape[0]), {m.id: m for m in layout.markers}
    there = faint.align_markers(image, layout.markers, found.project, faint.MARGINS[-1])
    best: Registration | None = found
    for three in itertools.combinations(there, _MIN_FAINT_MARKERS):
        try:
            fit, kept = _fit(list(three), by_id, belief)
        except ValueError:  # the markers are seen at such a low angle that they span no plane
            continue
        if kept:
            place = Registration(fit.homography, fit.lens, size).project
            best = _choose(best, _measure(image, layout, belief, place))
        if best is not None and _shows_most(best, layout):
            break
    return best or found


def _improve(image: Picture, layout: Layout, belief: LensPrior, first: Registration) -> Registration:
    """The board, measured again by comparing how its markers look. It stays the first registration if that way fewer
    markers are seen.
    """
    margins = faint.MARGINS if len(first.markers) < _MIN_SURE_MARKERS else faint.MARGINS[-2:]
    found = _measure(image, layout, belief, first.project, margins)
    return found if found is not None and len(found.markers) >= len(first.markers) else first


def _measure(
    image: Picture,
    layout: Layout,
    belief: LensPrior,
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
                fit, _ = _fit(there, by_id, belief)
            except ValueError:  # the markers are seen at such a low angle that they span no plane
                return None
            place = Registration(fit.homography, fit.lens, size).project
            more = [] if len(there) == len(by_id) else _seek_missing(image, layout, fit, margin)
            if len(more) <= len(there):
                break
            there = more
    found = _measure_papers(image, layout, belief, place, there)
    if found is not None:
        return found
    try:
        return _register(there, layout, size, belief)
    except BoardNotFound:
        return None


def _measure_papers(
    image: Picture,
    layout: Layout,
    belief: LensPrior,
    place: Callable[[Points], Points],
    there: list[DetectedMarker],
) -> Registration | None:
    """The board, measured by some markers (`there`) and by the white paper of others that white has run over. None if
    there are hardly any such markers, or too few of both.
    """
    if not _MIN_FAINT_MARKERS <= len(there) < _MOST_MARKERS * len(layout.markers):
        return None
    told = {seen.id for seen in there}
    others = [marker for marker in layout.markers if marker.id not in told]
    papers = faint.align_papers(image, others, place, faint.MARGINS[0])
    try:
        found = _register([*there, *papers], layout, (image.shape[1], image.shape[0]), belief.weigh(_PAPER_NOISE))
    except BoardNotFound:
        return None
    if len(found.markers) < _MOST_MARKERS * len(layout.markers):
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


def _shows_board(image: Picture, layout: Layout, belief: LensPrior) -> bool:
    try:
        _register(_detect(image, layout, True), layout, (image.shape[1], image.shape[0]), belief)
    except BoardNotFound:
        return False
    return True


def _register(seen: list[DetectedMarker], layout: Layout, size: tuple[int, int], belief: LensPrior) -> Registration:
    by_id = {m.id: m for m in layout.markers}
    ours = [s for s in seen if s.id in by_id]
    agreeing = _find_agreeing(ours, by_id, max(size))
    if len(agreeing) < 2:
        raise BoardNotFound(_explain_missing(layout, ours, seen))
    try:
        fit, kept = _fit(agreeing, by_id, belief)
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


def _fit(
    seen: list[DetectedMarker], by_id: dict[int, Marker], belief: LensPrior
) -> tuple[CameraFit, list[DetectedMarker]]:
    """The camera, fitted to the markers, and the markers that fit it. The worst marker is dropped until all fit or only
    two are left.
    """
    kept = list(seen)
    while True:
        points = np.array([c for s in kept for c in by_id[s.id].corners()], np.float64)
        corners = np.vstack([s.corners for s in kept])
        fit = fit_camera(points, corners, belief)
        for _ in range(_BLEED_STEPS):
            fit = fit_camera(points, corners + _estimate_bleed(points, corners, fit), belief, start=fit)
        worst = fit.residuals.reshape(-1, 4).max(axis=1)
        excess = worst / np.array([max(2.0, _MAX_CORNER_ERROR * s.side()) for s in kept])
        if excess.max() <= 1:
            return fit, kept
        if len(kept) <= 2:
            return fit, []
        del kept[int(excess.argmax())]


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
