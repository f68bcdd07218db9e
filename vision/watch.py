"""Watches a table frame by frame: finds the board once, then reads it whenever it has changed and is at rest.

A steady frame costs a look at the anchors and a comparison of samples, no reading. What moves is not
believed, and a hand is not either. A board that was bumped is found anew. It decides nothing about games.
"""

from __future__ import annotations

import copy
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Protocol

import cv2
import numpy as np

from vision import cover, motion, quality, register
from vision.calibration import CALIBRATE_AGAIN, misread
from vision.changed import Changed
from vision.cover import Bare, Footprints
from vision.errors import BoardNotFound, CalibrationRefused
from vision.layout import Layout, Point
from vision.motion import Grid, Singles
from vision.observation import Observation, Reading
from vision.reader import Reader
from vision.register import Registration
from vision.register.anchors import Anchors, Stand, anchor, seek
from vision.register.lens import Lens
from vision.register.markers import Picture, grey
from vision.sources import Frame

_AT_REST = 1  # equal pairs of frames, one after the other, until the table counts as at rest: two equal frames
_FOLLOW = 0.1  # how fast the remembered look follows the light's slow drift
_HAND_AGAIN = 10  # frames at rest after which a hand is looked at again
_BRIEFLY = 2  # frames for which something may hide the whole board before it counts as lost
_THOROUGH = 4  # every so many frames a lost board is searched thoroughly, otherwise at a glance
_MOVING = 3  # every so many frames what moves is looked at: enough to tell a hand while it is still coming in
_ALONE = 30  # times that the reader sees nothing over a board before what differs is taken for a part of it
_REMEMBERED = 3  # former looks of the bare board
_OTHER_VIEW = 0.1  # of its distance: by as much a camera may move and the board still looks as it did
_ASSESSED = 150  # frames at rest after which the picture's quality is looked at again: lenses fog slowly
_KEEN = 2.0  # what differs by half of what makes a table be read again is looked at when it is
_SAME_LIGHT = 0.03  # of the light: where it has changed by more, everything is looked at
_BESIDE = np.ones((3, 3), np.uint8)  # samples around a change that may have changed as well
_TRUSTED = 6  # markers that determine a lens well enough to help when there are fewer

AWAY = (
    "The board or the camera has been moved too far to follow. Put it back where it was, "
    "or point at the board's corners again."
)


class Reads(Protocol):
    """What the watcher needs of a reader; `vision.reader.Reader` is the one."""

    def learn(
        self,
        image: Picture,
        registration: Registration,
        table: Mapping[str, tuple[str, ...]],
        *,
        changed: Changed | None = None,
    ) -> None: ...

    def read(self, image: Picture, registration: Registration, *, changed: Changed | None = None) -> Reading: ...


@dataclass(frozen=True, eq=False)
class _Place:
    """A board in its place: how it lies, what shows that it still does, where to sample it and see pieces there.

    image: the grey picture it was found in. firm: it was at rest then, so the place is as good as it gets.
    """

    registration: Registration
    anchors: Anchors
    grid: Grid
    footprints: Footprints
    image: Picture
    firm: bool


class Watcher:
    """One table under one camera; `see` is called with every frame, in order.

    corners: the corners of the layout's size_mm in px, for a board without markers (top left, clockwise); it is
    then followed by its print. Raises BoardNotFound or BoardMirrored where they are no corners of a board.
    """

    def __init__(self, layout: Layout, reader: Reads | None = None, *, corners: Sequence[Point] | None = None) -> None:
        if corners is not None:
            register.from_corners((1280, 720), layout, corners)
        self._layout = layout
        self._reader: Reads = Reader(layout) if reader is None else reader
        self._corners = corners
        self._place: _Place | None = None
        self._lens: Lens | None = None
        self._missing = 0  # frames since the board was last in sight
        self._problem: str | None = None
        self._before: Singles | None = None  # the samples of the frame before
        self._quiet = 0  # frames that equalled the one before, in a row
        self._noise: float | None = None
        self._reading: Reading | None = None  # the last one
        self._look: Singles | None = None  # the samples that it was read from
        self._kept: Singles | None = None  # how what the reader keeps looked: all that it saw since the last hand
        self._light = 1.0  # how the light has changed since then
        self._since_read = 0
        self._bare: tuple[Bare, ...] = ()  # the board when nothing seemed to be over it, the last times, newest first
        self._over = False  # whether something was over it when it was last read
        self._alone = 0  # readings in a row that saw nothing over a board that seemed covered by its former look
        self._coming = False  # whether what moves now is a hand
        self._moving = 0  # frames in motion
        self._advice: str | None = None
        self._since_assessed = _ASSESSED

    @property
    def registration(self) -> Registration | None:
        """How the board lies in the newest frames; None until it was found."""
        return self._place.registration if self._place else None

    def learn(self, image: Picture, table: Mapping[str, tuple[str, ...]]) -> None:
        """Learns print, light and the pieces' look from a frame that showed this table; reading it back proves it.

        Raises CalibrationRefused with the reason where it does not read back or cannot be relied on; then nothing has
        been learned. Raises BoardNotFound or BoardMirrored where the board has not been in sight and is not in this
        picture.
        """
        place = self._place
        if place is None or place.image.shape != image.shape[:2]:
            place = self._settle_on(image, firm=False)
        too_small = quality.too_small(place.registration, self._layout)
        if too_small is not None:
            raise CalibrationRefused(too_small)
        samples = place.grid.sample(image)
        changed = self._changed_since_kept(samples, place.grid)
        trial = copy.copy(self._reader)
        trial.learn(image, place.registration, table, changed=changed)
        reading = trial.read(image, place.registration, changed=changed.nowhere())
        wrong = misread(reading, table, self._layout)
        if wrong is not None:
            advice = quality.assess(image, place.registration, self._layout).advice
            raise CalibrationRefused(f"{wrong} {advice or CALIBRATE_AGAIN}")
        self._reader = trial
        self._keep(samples, changed)
        self._over, self._alone = False, 0
        self._take(reading, samples)

    def see(self, frame: Frame) -> Observation:
        """What a frame shows, in the light of those before it."""
        clock = _Clock()
        image = frame.image
        with clock.stage("register"):
            place = self._find(image)
        if place is None:
            return self._out_of_sight(frame, clock)
        with clock.stage("compare"):
            samples = place.grid.sample(image)
            # A table that rested and looks as it was read rests still: one comparison answers both questions.
            known = self._quiet >= _AT_REST and self._look is not None and not self._changed(samples, place.grid)
            resting = known or self._rests(samples, place.grid)
        if resting and not place.firm:
            with clock.stage("register"):
                place = self._settle_on(image, firm=True)
                samples = place.grid.sample(image)
                self._look = None
        if resting and not known and (self._look is None or self._changed(samples, place.grid)):
            with clock.stage("register"):
                changed = self._changed_since_kept(samples, place.grid)
                found = self._completed(image, place, changed)
            if found is not place:
                place, samples = found, found.grid.sample(image)
                changed = self._changed_since_kept(samples, place.grid)
            self._read(image, place, samples, changed, clock)
        if resting:
            self._moving, self._coming = 0, False
            self._assess(image, place)
        else:
            self._look_at_motion(image, place, samples, clock)
        self._before = samples
        hand = self._over or self._coming
        settled = resting and not hand
        return Observation(frame.index, self._reading, settled, hand, None, clock.ms(), self._advice, resting)

    def _assess(self, image: Picture, place: _Place) -> None:
        """Looks at the quality of pictures at rest: now and then, and in the frame after one that was read."""
        self._since_assessed += 1
        if self._since_read == 1 or self._since_assessed >= _ASSESSED:
            self._advice = quality.assess(image, place.registration, self._layout).advice
            self._since_assessed = 0

    def _find(self, image: Picture) -> _Place | None:
        """The board in this frame: where it was, or anew. None where it is not in sight; `_problem` says why."""
        place = self._place
        if place is not None and place.image.shape == image.shape[:2]:
            stand, _ = place.anchors.compare(image)
            if stand is Stand.STILL:
                self._missing = 0
                return place
        elif place is not None:
            self._lens = None  # it was measured in pixels of the other size
        try:
            place = self._settle_on(image, firm=False)
        except BoardNotFound as problem:
            self._missing += 1
            why = quality.unseen(image)
            self._problem = str(problem) if why is None else f"{problem} {why}"
            self._before, self._quiet = None, 0
            return None
        self._missing = 0
        self._before, self._quiet, self._look = None, 0, None
        return place

    def _settle_on(self, image: Picture, firm: bool) -> _Place:
        """Finds the board anew, and remembers what it needs to follow it. Raises BoardNotFound."""
        registration = self._register(image)
        if len(registration.markers) >= _TRUSTED:
            self._lens = registration.lens
        if self._place is not None and _other_view(self._place.registration, registration):
            self._bare = ()
        self._kept = None
        grid = motion.grid_over(registration, self._layout)
        self._place = _Place(
            registration,
            anchor(image, registration, self._layout),
            grid,
            cover.footprints(registration, self._layout, grid),
            grey(image).copy(),
            firm or (self._corners is not None and self._place is None),  # given corners are as good as they get
        )
        return self._place

    def _register(self, image: Picture) -> Registration:
        if self._corners is None:
            last = self._place
            if last is not None and last.image.shape == image.shape[:2]:
                nudged = self._near(image, last.registration)
                if nudged is not None:
                    return nudged
            thorough = self._missing <= _BRIEFLY or self._missing % _THOROUGH == 0
            return register.find(image, self._layout, self._lens, thorough=thorough)
        place = self._place
        if place is None:
            return register.from_corners((image.shape[1], image.shape[0]), self._layout, self._corners)
        if place.image.shape != image.shape[:2]:
            raise BoardNotFound(
                "The camera's picture has another size than when the corners were given. Give them again."
            )
        found = seek(image, place.image, place.anchors, place.registration)
        if found is None:
            raise BoardNotFound(AWAY)
        return found

    def _near(self, image: Picture, last: Registration) -> Registration | None:
        """The board where its markers were, none of those it was found by missing; None where that does not hold."""
        try:
            found = register.find_near(image, self._layout, last, self._lens)
        except BoardNotFound:
            return None
        return found if len(found.markers) >= min(len(last.markers), _TRUSTED) else None

    def _completed(self, image: Picture, place: _Place, changed: Changed) -> _Place:
        """The place from more markers, where some were hidden when it was found and may have come to light.

        Without markers: the anchors that a piece now covers are learnt anew, as it may stay there.
        """
        here = place.registration
        if self._corners is not None:
            _, visible = place.anchors.compare(image)
            renewed = place.anchors.renewed(image, visible)
            self._place = replace(place, anchors=renewed)
            return self._place
        hidden = [m.corners() for m in self._layout.markers if m.id not in here.markers]
        if not hidden or not changed.within(np.array(hidden)).any():
            return place
        try:
            found = register.find_near(image, self._layout, here, self._lens)
        except BoardNotFound:  # the anchors say where it is all the same
            return place
        return self._settle_on(image, firm=True) if len(found.markers) > len(here.markers) else place

    def _rests(self, samples: Singles, grid: Grid) -> bool:
        """Whether nothing moves, by the frame before."""
        if self._before is None or self._before.shape != samples.shape:
            self._quiet = 0
            return False
        change = motion.compare(samples, self._before, grid.window, self._noise)
        self._quiet = 0 if change.something else self._quiet + 1
        if change.noise == 0:  # the same picture twice, as cameras show it in the dark: it tells nothing of their noise
            pass
        elif not change.something:
            self._noise = change.noise
        else:  # a noisier picture (a lamp went out) would look like motion for ever
            self._noise = min(change.noise, 1.15 * max(self._noise or 0.0, 0.1))
        return self._quiet >= _AT_REST

    def _changed(self, samples: Singles, grid: Grid) -> bool:
        """Whether a table at rest looks different from when it was read; if not, its look is brought up to date."""
        assert self._look is not None
        self._since_read += 1
        if self._look.shape != samples.shape:
            return True
        change = motion.compare(samples, self._look, grid.window, self._noise)
        if change.something or abs(self._light * change.light - 1) > motion.RELIT:
            return True
        if self._over and self._since_read >= _HAND_AGAIN:
            return True
        self._light *= 1 + _FOLLOW * (change.light - 1)
        self._look = motion.blend(self._look, samples, _FOLLOW)
        if not self._over and self._bare:
            self._bare = (replace(self._bare[0], samples=self._look), *self._bare[1:])
        return False

    def _read(self, image: Picture, place: _Place, samples: Singles, changed: Changed, clock: _Clock) -> None:
        """Reads the board at rest. samples: how it looks; changed: where that differs from what the reader keeps."""
        with clock.stage("read"):
            reading = self._reader.read(image, place.registration, changed=changed)
        self._over = reading.hand
        if reading.hand:
            self._alone = 0
        else:
            with clock.stage("compare"):
                differs = self._covered(samples, place, reading)
            self._alone = self._alone + 1 if differs else 0
            self._over = 0 < self._alone < _ALONE
            if self._over:
                self._kept = None  # what the reader has not seen, but may lie there, is nothing to begin with
            else:
                self._keep(samples, changed)
        self._take(reading, samples)

    def _take(self, reading: Reading, samples: Singles) -> None:
        """What the board is now known to hold, and how it looked when it was read."""
        self._reading, self._look, self._light, self._since_read = reading, samples, 1.0, 0
        if not self._over:
            self._bare = (Bare(samples, reading), *self._bare[: _REMEMBERED - 1])

    def _changed_since_kept(self, samples: Singles, grid: Grid) -> Changed:
        """Where the board looks different from what the reader keeps; everywhere if it keeps nothing of this light."""
        if self._kept is not None and self._kept.shape == samples.shape:
            change = motion.compare(samples, self._kept, grid.window, self._noise, _KEEN)
            if abs(change.light - 1) < _SAME_LIGHT:
                return Changed(cv2.dilate(change.where.astype(np.uint8), _BESIDE) > 0, grid.step_mm, change.light)
        return Changed(np.ones(grid.shape, np.bool_), grid.step_mm)

    def _keep(self, samples: Singles, changed: Changed) -> None:
        """The reader keeps what it has just read, and what it did not look at as that looked when it did."""
        if self._kept is not None and self._kept.shape == samples.shape:
            # In the light of then: what changes too slowly to be noticed from one reading to the next adds up.
            samples = np.where(changed.where[..., None], samples / np.float32(changed.light), self._kept)
        self._kept = samples

    def _covered(self, samples: Singles, place: _Place, reading: Reading | None = None) -> bool:
        """Whether the board seems covered by each of its former looks: one of them may have held an unseen hand."""
        looks = [bare for bare in self._bare if bare.samples.shape == samples.shape]
        return bool(looks) and all(cover.covered(samples, bare, place.footprints, reading) for bare in looks)

    def _look_at_motion(self, image: Picture, place: _Place, samples: Singles, clock: _Clock) -> None:
        """Whether what moves is a hand, now and then. Only where the bare board is not known is it read for that."""
        if not (self._over or self._coming) and self._moving % _MOVING == 0:
            if self._bare:
                with clock.stage("compare"):
                    self._coming = self._covered(samples, place)
            else:
                with clock.stage("read"):
                    self._reading = self._reader.read(image, place.registration)
                self._over, self._look, self._kept = self._reading.hand, None, None
        self._moving += 1

    def _out_of_sight(self, frame: Frame, clock: _Clock) -> Observation:
        """A board that was there a moment ago has something over it; after that it is lost."""
        self._coming = False
        if self._reading is not None and self._missing <= _BRIEFLY:
            return Observation(frame.index, self._reading, False, True, None, clock.ms())
        self._reading, self._look, self._bare, self._over = None, None, (), False
        self._advice, self._since_assessed = None, _ASSESSED
        return Observation(frame.index, None, False, False, self._problem, clock.ms())


def _other_view(before: Registration, now: Registration) -> bool:
    """Whether the camera stands so much elsewhere that the board looks different."""
    stood, stands = before.camera_mm(), now.camera_mm()
    return float(np.linalg.norm(stands - stood)) > _OTHER_VIEW * float(np.linalg.norm(stood))


class _Clock:
    """What the stages of one frame take."""

    def __init__(self) -> None:
        self._ms: dict[str, float] = {}

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        begun = time.perf_counter()
        try:
            yield
        finally:
            self._ms[name] = self._ms.get(name, 0.0) + 1000 * (time.perf_counter() - begun)

    def ms(self) -> Mapping[str, float]:
        return MappingProxyType(self._ms)
