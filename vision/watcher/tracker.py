"""Tracks where the board is: finds it, follows it, and says why it is out of sight.

For most frames it only looks at the anchors. It registers the board again only after a move. It never reads a cell and
does not judge if something is over the board.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf

import numpy as np

from vision import register
from vision.differences import Changed
from vision.errors import BoardNotFound
from vision.layout import Layout, Point
from vision.message import Message, join_sentences
from vision.register import Registration
from vision.register.anchors import Anchors, BoardState, make_anchors, seek_nearby
from vision.register.lens import Lens
from vision.register.markers import Picture, to_grey
from vision.watcher import motion, occlusion, quality
from vision.watcher.motion import Grid
from vision.watcher.occlusion import Footprints

HIDDEN_S = 0.08
"""Something may hide the whole board for this long before the board counts as lost. A single frame is never enough."""

MAX_STEP_S = 0.2
"""Between two frames at most this time counts."""

THOROUGH_EVERY_S = 0.12
"""A lost board is searched for thoroughly this often, and quickly in the frames between."""

FOLLOW_PX_PER_S = 60.0
"""A camera that drifts or zooms more slowly than this counts as resting. A faster move is a bump."""

MOVED_AWAY = Message(
    "The board or the camera has been moved too far to follow. Put it back where it was, or point at the board's "
    "corners again."
)


@dataclass(frozen=True, eq=False)
class Place:
    """Where the board was found in a picture, with everything that is needed to check if it is still there."""

    registration: Registration
    anchors: Anchors
    grid: Grid
    """Where to sample the board, to compare frames."""
    footprints: Footprints
    """Where pieces would appear in that grid."""
    image: Picture
    """The grey picture in which it was found."""
    firm: bool
    """True if no better place is possible: the table was at rest, or the board was followed from such a place."""

    def fits(self, image: Picture) -> bool:
        """True if a picture has the same size as the one in which the board was found."""
        return self.image.shape == image.shape[:2]


class Tracker:
    """Tracks one board in the pictures of one camera.

    corners: for a board without markers, the corners of the layout in px (from the top left clockwise); then the
    board's print is followed. Raises BoardNotFound or BoardMirrored if these cannot be a board's corners.
    """

    def __init__(self, layout: Layout, corners: Sequence[Point] | None = None) -> None:
        if corners is not None:
            register.from_corners((1280, 720), layout, corners)
        self._layout = layout
        self._corners = corners
        self._lens: Lens | None = None
        self._seen_at: float | None = None
        self._missed = 0  # how many frames have not shown the board since then
        self._searched_at = -inf
        self.is_followed = False
        """True if the board is where it was in the last frame, or was followed there. Then its look can be compared
        with that frame.
        """
        self.place: Place | None = None
        """Where the board is in the newest frame that showed it; None until it was found."""
        self.problem: str | None = None
        """Why the board is out of sight, in words for people."""

    def find(self, image: Picture, t: float) -> Place | None:
        """Where the board is in the frame of time t; None if it is out of sight. Then `problem` says why."""
        place = self.place
        if place is not None and place.fits(image):
            state, _ = place.anchors.compare(image)
            if state is BoardState.STILL:
                self._seen_at, self._missed, self.is_followed = t, 0, True
                return place
        elif place is not None:
            self._lens = None  # the lens was measured in pixels of another picture size
        self.is_followed = False
        thorough = t - self._searched_at >= THOROUGH_EVERY_S
        if thorough:
            self._searched_at = t
        try:
            found = self.settle(image, firm=False, thorough=thorough)
        except BoardNotFound as problem:
            self._missed += 1
            why = quality.explain_no_board(image)
            self.problem = str(problem) if why is None else join_sentences(str(problem), why)
            return None
        if place is not None and self._seen_at is not None:
            step = min(t - self._seen_at, MAX_STEP_S)
            self.is_followed = self._is_near(place, found, FOLLOW_PX_PER_S * step)
        self._seen_at, self._missed = t, 0
        if self.is_followed and place is not None:
            self.place = found = replace(found, firm=place.firm)
        return found

    def _is_near(self, before: Place, now: Place, far_px: float) -> bool:
        """True if two places are in pictures of the same size and at most far_px apart."""
        if before.image.shape != now.image.shape or len(now.registration.markers) < len(before.registration.markers):
            return False
        w, h = self._layout.size_mm
        corners = np.array([(0, 0), (w, 0), (w, h), (0, h)], np.float64)
        apart = now.registration.project(corners) - before.registration.project(corners)
        return bool(np.linalg.norm(apart, axis=1).max() <= far_px)

    def is_lost(self, t: float) -> bool:
        """True if the board has been out of sight for longer than a hand that passes would hide it."""
        return self._seen_at is None or (self._missed > 1 and t - self._seen_at > HIDDEN_S)

    def settle(self, image: Picture, *, firm: bool, thorough: bool = True) -> Place:
        """Registers the board again, and remembers what is needed to follow it. firm: see `Place.firm`. thorough: see
        `by_markers.find`. Raises BoardNotFound.
        """
        registration = self._register(image, thorough)
        self._lens = registration.trusted_lens or self._lens
        grid = motion.grid_over(registration, self._layout)
        self.place = Place(
            registration,
            make_anchors(image, registration, self._layout),
            grid,
            occlusion.find_footprints(registration, self._layout, grid),
            to_grey(image).copy(),
            # a board with given corners cannot be placed more exactly than by them
            firm or (self._corners is not None and self.place is None),
        )
        return self.place

    def complete(self, image: Picture, place: Place, changed: Changed) -> Place:
        """The place, improved by markers that were hidden when it was found and may be in sight now.

        Without markers: anchors that a piece now covers are learned again, because the piece may stay.
        """
        here = place.registration
        if self._corners is not None:
            _, visible = place.anchors.compare(image)
            self.place = replace(place, anchors=place.anchors.relearn_hidden(image, visible))
            return self.place
        hidden = [m.corners() for m in self._layout.markers if m.id not in here.markers]
        if not hidden or not changed.find_changed(np.array(hidden)).any():
            return place
        try:
            found = register.find_near(image, self._layout, here, self._lens)
        except BoardNotFound:  # the anchors still show where the board is
            return place
        return self.settle(image, firm=True) if len(found.markers) > len(here.markers) else place

    def _register(self, image: Picture, thorough: bool) -> Registration:
        place = self.place
        if self._corners is None:
            if place is not None and place.fits(image):
                still = register.find_still(image, self._layout, place.registration, self._lens)
                if still is not None:
                    return still
            return register.find(image, self._layout, self._lens, thorough=thorough)
        if place is None:
            return register.from_corners((image.shape[1], image.shape[0]), self._layout, self._corners)
        if not place.fits(image):
            raise BoardNotFound(
                Message("The camera's picture has another size than when the corners were given. Give them again.")
            )
        found = seek_nearby(image, place.image, place.anchors, place.registration)
        if found is None:
            raise BoardNotFound(MOVED_AWAY)
        return found
