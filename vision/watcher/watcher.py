"""Watches a table frame by frame: finds the board once, then reads it whenever it has changed and is at rest.

If nothing has changed in a frame, it costs a look at the anchors and a comparison of samples, but no reading. Nothing
is read while it moves or while a hand is there. A board that was bumped is found again. This module decides nothing
about games.

Each task has its module: `tracker` finds the board, `rest` decides if the table is at rest, `occlusion` if a hand or
another thing is over it, and `memory` if the last reading is still right. `reflections` finds reflected light, and
`advice` says how to get a better picture.
"""

from __future__ import annotations

import copy
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from math import inf
from types import MappingProxyType
from typing import Protocol

import numpy as np

from vision.calibration import CALIBRATE_AGAIN, explain_misreading
from vision.differences import Changed
from vision.errors import CalibrationRefused
from vision.layout import Layout, Point
from vision.message import join_sentences
from vision.observation import Observation, Reading
from vision.reader import Fit, Reader
from vision.reader.colours import stray_light
from vision.register import Registration
from vision.register.markers import Picture
from vision.sources import Frame
from vision.watcher import quality
from vision.watcher.advice import Advisor
from vision.watcher.compression import Compression
from vision.watcher.memory import Memory
from vision.watcher.motion import Singles
from vision.watcher.occlusion import Occlusion
from vision.watcher.reflections import ReflectionFinder
from vision.watcher.rest import RestDetector
from vision.watcher.tracker import Place, Tracker

MAX_SAME_VIEW = 0.1
"""The camera may move by this part of its distance from the board, and the board still looks the same."""


MIN_FIT_P = 0.5
"""When a table is learned that people are laying out: each cell must hold what that table says with at least this
probability.
"""


STRAY_LIGHT_EVERY_S = 0.25
"""How long it takes from one measurement of stray light to the next while nothing changes."""


class TableReader(Protocol):
    """What a reader must be able to do for the watcher, as `vision.reader.Reader` can."""

    def learn(
        self,
        image: Picture,
        registration: Registration,
        table: Mapping[str, tuple[str, ...]],
        *,
        changed: Changed | None = None,
    ) -> None: ...

    def read(self, image: Picture, registration: Registration, *, changed: Changed | None = None) -> Reading: ...

    def fit(self, image: Picture, registration: Registration, table: Mapping[str, tuple[str, ...]]) -> Fit: ...


class Watcher:
    """Watches one table with one camera. `see` must be called with every frame, in order.

    corners: for a board without markers, the corners of the layout in px (from the top left clockwise); then the
    board's print is followed. Raises BoardNotFound or BoardMirrored if these cannot be a board's corners.
    """

    def __init__(
        self, layout: Layout, reader: TableReader | None = None, *, corners: Sequence[Point] | None = None
    ) -> None:
        self._layout = layout
        self._reader: TableReader = Reader(layout) if reader is None else reader
        self._tracker = Tracker(layout, corners)
        self._rest = RestDetector()
        self._compression = Compression()
        self._jump = 0.0  # how far blocks of the newest frame may jump, see `compression`
        self._occlusion = Occlusion()
        self._memory = Memory()
        self._reflections = ReflectionFinder()
        self._stray_light = stray_light.NO_STRAY_LIGHT
        self._stray_light_at = -inf  # the time of the frame in which it was measured last
        self._advisor = Advisor(layout)
        self._place: Place | None = None  # where the board was in the frame before
        self._t = 0.0
        self._expected: Mapping[str, tuple[str, ...]] | None = None

    @property
    def registration(self) -> Registration | None:
        """Where the board is in the newest frames; None until it was found."""
        return self._tracker.place.registration if self._tracker.place else None

    def learn(self, image: Picture, table: Mapping[str, tuple[str, ...]]) -> None:
        """Learns print, light and the look of the pieces from a picture of a table that people describe, then reads the
        picture as a proof.

        table: for each cell the kinds of its pieces. Raises CalibrationRefused with the reason if this reading is wrong
        or too unsure; then nothing has been learned. Raises BoardNotFound or BoardMirrored if the board is not in this
        picture and was not in sight before.
        """
        self._measure_stray_light(image)
        self._learn(stray_light.remove(image, self._stray_light), table)

    def _learn(self, image: Picture, table: Mapping[str, tuple[str, ...]]) -> None:
        """Does what `learn` does, with a picture without stray light."""
        place = self._tracker.place
        if place is None or not place.fits(image):
            place = self._go_to(self._tracker.settle(image, firm=False))
        too_small = quality.explain_size(place.registration, self._layout)
        if too_small is not None:
            raise CalibrationRefused(too_small)
        samples = place.grid.sample(image)
        picture, seen = self._without_reflection(image, samples, place)
        changed = self._memory.find_changes(seen, place.grid, self._rest.noise)
        trial = copy.copy(self._reader)
        trial.learn(picture, place.registration, table, changed=changed)
        reading = trial.read(picture, place.registration, changed=changed.make_unchanged())
        wrong = explain_misreading(reading, table, self._layout)
        if wrong is not None:
            advice = quality.assess(image, place.registration, self._layout).advice
            raise CalibrationRefused(join_sentences(wrong, advice or CALIBRATE_AGAIN))
        self._reader = trial
        self._memory.keep(seen, changed)
        self._reflections.keep(seen)
        self._occlusion.clear()
        self._take(reading, samples)

    def expect(self, table: Mapping[str, tuple[str, ...]] | None) -> None:
        """Sets the table that people are laying out; None if they lay out none.

        When a board at rest fits this table, the reader learns from it at once, whatever its pieces look like, because
        then it is known what each cell holds.
        """
        self._expected = table

    def see(self, frame: Frame) -> Observation:
        """What a frame shows, also by comparison with the frames before it."""
        clock = _Clock()
        self._t = frame.t
        with clock.stage("compare"):
            unchanged = self._rest.was_at_rest and not self._rest.unmoved
            if not unchanged or frame.t - self._stray_light_at >= STRAY_LIGHT_EVERY_S:
                self._measure_stray_light(frame.image)
            image = stray_light.remove(frame.image, self._stray_light)
        with clock.stage("register"):
            place = self._find(image)
        if place is None:
            return self._out_of_sight(frame, clock)
        with clock.stage("compare"):
            self._jump = self._compression.measure_jump(image, self._t)
            samples = place.grid.sample(image)
            known = self._is_known(samples, place)
            if not known and self._stray_light_at != frame.t:  # stray light may be all that has changed
                self._measure_stray_light(frame.image)
                image = stray_light.remove(frame.image, self._stray_light)
                samples = place.grid.sample(image)
                known = self._is_known(samples, place)
            resting = known or self._is_at_rest(samples, place)
        if resting and not place.firm:
            with clock.stage("register"):
                place = self._go_to(self._tracker.settle(image, firm=True))
                samples = place.grid.sample(image)
                self._memory.look = None
        read = resting and not known and self._must_read(samples, place)
        if read:
            place, samples = self._read(image, place, samples, clock)
        if resting:
            self._occlusion.end_motion()
            self._advisor.look(image, place.registration, self._t, just_read=read, hand=self._occlusion.is_hand)
        else:
            self._memory.note_motion()
            self._advisor.look_at_motion(image, place.registration, self._t, hand=self._occlusion.is_hand)
            self._look_at_motion(image, place, samples, clock)
        self._rest.remember(samples, self._t)
        hand = self._occlusion.is_hand
        settled = resting and not hand
        return Observation(
            frame.index,
            self._memory.reading,
            settled,
            hand,
            None,
            clock.ms(),
            self._advisor.advice,
            resting,
            self._advisor.is_blurred,
        )

    def _measure_stray_light(self, image: Picture) -> None:
        """Measures the light that the lens scatters over a picture."""
        self._stray_light = stray_light.follow(self._stray_light, stray_light.measure(image))
        self._stray_light_at = self._t

    def _find(self, image: Picture) -> Place | None:
        """Where the board is in this frame; None if it is out of sight. After a bump, it makes sure that this frame is
        not compared with earlier ones.
        """
        place = self._tracker.find(image, self._t)
        if place is None:
            self._rest.restart()
        elif place is not self._place:
            if not self._tracker.is_followed:
                self._rest.restart()
                self._memory.look = None
            self._go_to(place)
        return place

    def _go_to(self, place: Place) -> Place:
        """Makes a place the current one, and drops what the reader keeps from other places, because it cannot be used
        here.
        """
        if self._place is not None and _is_other_view(self._place.registration, place.registration):
            self._occlusion.forget()
            self._reflections.forget()
        self._memory.forget_kept()
        self._place = place
        return place

    def _is_known(self, samples: Singles, place: Place) -> bool:
        """True if a table that was at rest looks the same as when it was read. Then it is still at rest: one comparison
        answers both questions.
        """
        return self._rest.was_at_rest and self._memory.look is not None and not self._is_outdated(samples, place)

    def _is_at_rest(self, samples: Singles, place: Place) -> bool:
        """True if nothing moves on the board."""
        return self._rest.is_at_rest(samples, place.grid, self._t, with_hand=self._occlusion.is_coming, jump=self._jump)

    def _must_read(self, samples: Singles, place: Place) -> bool:
        """True if a table at rest must be read now."""
        if self._memory.look is None:
            return True
        return self._is_outdated(samples, place) and not self._memory.may_wait(self._t)

    def _is_outdated(self, samples: Singles, place: Place) -> bool:
        """True if a table at rest looks different from when it was read, or had a hand over it then."""
        if self._memory.is_outdated(samples, place.grid, self._rest.noise, self._t, self._jump):
            return True
        if self._occlusion.is_due(self._memory.read_at, self._t):
            return True
        assert self._memory.look is not None
        self._occlusion.follow(self._memory.look)
        return False

    def _read(self, image: Picture, place: Place, samples: Singles, clock: _Clock) -> tuple[Place, Singles]:
        """Reads the board at rest. Returns its place and its samples: both may be more exact after the reading."""
        with clock.stage("register"):
            changed = self._memory.find_changes(samples, place.grid, self._rest.noise)
            found = self._tracker.complete(image, place, changed)
        if found.registration is not place.registration:
            samples = self._go_to(found).grid.sample(image)
        self._place = found
        with clock.stage("compare"):
            picture, seen = self._without_reflection(image, samples, found)
            changed = self._memory.find_changes(seen, found.grid, self._rest.noise)
        with clock.stage("read"):
            reading = self._reader.read(picture, found.registration, changed=changed)
        with clock.stage("compare"):
            self._occlusion.judge(seen, found.footprints, reading, self._t)
        if not self._occlusion.is_over:
            self._advisor.note_reflection(self._reflections.reflection, found.grid, reading)
            self._memory.keep(seen, changed)
            if not self._reflections.knows(seen):
                self._reflections.keep(seen)
        elif not reading.hand:
            self._memory.forget_kept()  # these samples may show a thing that the reader did not see
        self._take(reading, samples)
        if not reading.hand and not self._occlusion.is_over:
            self._learn_expected(picture, found)
        return found, samples

    def _learn_expected(self, picture: Picture, place: Place) -> None:
        """Learns from a picture if it fits the table that people are laying out."""
        if self._expected is None or self._reader.fit(picture, place.registration, self._expected).p <= MIN_FIT_P:
            return
        with suppress(CalibrationRefused):  # the last reading stays, and later pictures may be better
            self._learn(picture, self._expected)
            self._expected = None

    def _without_reflection(self, image: Picture, samples: Singles, place: Place) -> tuple[Picture, Singles]:
        """A picture and its samples without reflections, as far as the reflections are known."""
        reflection = self._reflections.find(samples, place.grid.window)
        if reflection is not None and self._occlusion.is_covered(samples, place.footprints):
            reflection = self._reflections.reflection = None  # the brightness may come from a hand
        if reflection is None:
            return image, samples
        picture = reflection.remove_from(image, place.registration, place.grid)
        return picture, place.grid.sample(picture)

    def _take(self, reading: Reading, samples: Singles) -> None:
        """Stores a reading, and how the board looked when it was read."""
        self._memory.take(reading, samples, self._t)
        if not self._occlusion.is_over:
            self._occlusion.take_bare(samples, reading)

    def _look_at_motion(self, image: Picture, place: Place, samples: Singles, clock: _Clock) -> None:
        """Decides from time to time if the thing that moves is a hand. It reads the board for this only if nobody knows
        how the bare board looks.
        """
        if not self._occlusion.must_look(self._t):
            return
        if self._occlusion.knows_bare_board:
            with clock.stage("compare"):
                self._occlusion.look_at_motion(samples, place.footprints)
            return
        with clock.stage("read"):
            reading = self._reader.read(image, place.registration)
        self._memory.reading, self._memory.look = reading, None
        self._memory.forget_kept()
        self._occlusion.is_over = reading.hand

    def _out_of_sight(self, frame: Frame, clock: _Clock) -> Observation:
        """What to say about a frame without the board: at first, that something is over the board; later, that the
        board is lost.
        """
        self._occlusion.is_coming = False
        if self._memory.reading is not None and not self._tracker.is_lost(self._t):
            return Observation(frame.index, self._memory.reading, False, True, None, clock.ms())
        self._memory.forget()
        self._occlusion.forget()
        self._occlusion.is_over = False
        self._reflections.forget()
        self._advisor.forget()
        return Observation(frame.index, None, False, False, self._tracker.problem, clock.ms())


def _is_other_view(before: Registration, now: Registration) -> bool:
    """True if the camera has moved so far that the board looks different."""
    was_mm, is_mm = before.camera_mm(), now.camera_mm()
    return float(np.linalg.norm(is_mm - was_mm)) > MAX_SAME_VIEW * float(np.linalg.norm(was_mm))


class _Clock:
    """Measures how long each stage of one frame takes."""

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
