"""Decides when a camera may change its exposure, white balance and focus: at the start, and when the picture has become
bad while no hand is near. Between these times all three are held.

A camera that adjusts itself all the time reacts to every sleeve: white and black become grey, and a change of the white
balance looks like motion. A picture is bad if it is much darker, brighter or of another colour than when it was good.
This is measured on a coarse grid of tiles, so that a person at the edge of the picture makes no difference.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import channels
from vision.sources.frame import Picture

LOOK_EVERY_S = 0.2
"""How often the light is measured."""

STEADY_S = 1.0
"""How long the light must stay the same before the camera's values are held."""

MAX_SETTLING_S = 12.0
"""After this time the camera's values are held even if they still change."""

HOLD_TAKES_S = 1.0
"""After `hold`, it takes this long until the pictures show the held values."""

BAD_S = 2.0
"""How long a picture must be bad, with no hand near, before the camera may adjust itself."""

FOCUS_AGAIN_S = 15.0
"""How long a camera waits before it focuses a blurred picture again. After each try that does not help, it waits twice
as long.
"""

MAX_FOCUS_AGAIN_S = 900.0
"""The longest wait between two tries to focus."""

MAX_DARKER = 0.45
"""A picture is too dark if it has less than this part of the good picture's light."""

MAX_BRIGHTER = 2.0
"""A picture is too bright if it has more than this many times the good picture's light."""

MAX_CLIPPED = 0.08
"""A picture is also too bright if the part of it that is plain white has grown by more than this."""

MAX_CAST = 0.25
"""A picture has a colour cast if red or blue has changed by more than this against green (natural logarithm)."""

STEADY_CHANGE = 0.06
"""A smaller change of the light (natural logarithm) counts as none."""

MAX_LEAP = 0.4
"""When the camera begins to hold its values, the light should not leap. If it changes by more than this (natural
logarithm), the camera may be unable to hold them.
"""

MAX_LEAPS = 2
"""After this many leaps it is clear that the camera cannot hold its values. A single one may come from a lamp."""

_TILES = (16, 9)
_FLOOR = 0.004  # of full white, in linear light: noise in what is black
_WHITE = 0.93  # linear light from which on a tile is plain white


class Automatics(Protocol):
    """A camera's own exposure, white balance and focus."""

    def release(self, *, focus: bool) -> None:
        """Lets the camera adjust exposure and white balance by itself. With `focus`, it also focuses once."""
        ...

    def is_settled(self) -> bool:
        """True if the camera has finished adjusting, as far as it reports this."""
        ...

    def hold(self) -> None:
        """Keeps exposure, white balance and focus as they are now."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Light:
    """The light in one picture."""

    tiles: NDArray[np.float64]
    """(rows, columns, 3) linear light of blue, green and red in each tile of the picture, from 0 to 1."""

    @property
    def clipped(self) -> float:
        """The part of the picture that is plain white."""
        return float((channels.find_largest(self.tiles) >= _WHITE).mean())

    def compare(self, before: Light) -> tuple[float, float]:
        """Two natural logarithms: how much brighter this picture is than the one before, and how far red or blue has
        changed against green.
        """
        ratio = np.log((self.tiles + _FLOOR) / (before.tiles + _FLOOR)).reshape(-1, 3)
        usable = (channels.find_largest(before.tiles) < _WHITE).ravel()
        blue, green, red = np.median(ratio[usable] if usable.any() else ratio, axis=0)
        return float(green), float(max(abs(red - green), abs(blue - green)))


def measure_light(picture: Picture) -> Light:
    """The light of a BGR picture."""
    few = np.asarray(cv2.resize(picture[::4, ::4], _TILES, interpolation=cv2.INTER_AREA), np.float64)
    return Light((few / 255) ** 2.2)


def is_bad(now: Light, good: Light) -> bool:
    """True if a picture is too dark, too bright or has a cast, compared with one that was good."""
    brighter, cast = now.compare(good)
    return (
        not math.log(MAX_DARKER) <= brighter <= math.log(MAX_BRIGHTER)
        or cast > MAX_CAST
        or now.clipped > good.clipped + MAX_CLIPPED
    )


class Adjuster:
    """Decides for one open camera when its automatics run and when they are held."""

    def __init__(self, automatics: Automatics) -> None:
        """automatics: those of a camera that was just opened. They must be running."""
        self._automatics = automatics
        self._past: deque[tuple[float, Light]] = deque()
        self._settling_since: float | None = None
        self._held: tuple[float, Light] | None = None
        """While the automatics are held: since when, and the light in the picture before."""
        self._good: Light | None = None
        self._bad_since: float | None = None
        self._blurred_since: float | None = None
        self._looked_at = -math.inf
        self._focused_at = -math.inf
        self._focus_again_s = FOCUS_AGAIN_S
        self._leaps = 0
        self.cannot_hold = False
        """True if the camera cannot hold its values, so its automatics keep running."""

    @property
    def is_holding(self) -> bool:
        """True if the automatics are held now."""
        return self._held is not None

    def look(self, picture: Picture, now: float, *, calm: bool, blurred: bool) -> None:
        """Looks at a picture that was taken at the time `now` (s), and then lets the camera adjust itself, or holds its
        values, or neither.

        calm: no hand is near and nothing moves. blurred: the board is out of focus, or cannot be found.
        """
        if now - self._looked_at < LOOK_EVERY_S or self.cannot_hold:
            return
        self._looked_at = now
        light = measure_light(picture)
        if self._held is None:
            self._settle(light, now)
        elif self._good is None:
            self._check_hold(light, now, *self._held)
        elif calm:
            self._watch(light, self._good, now, blurred)
        else:
            self._bad_since = self._blurred_since = None

    def _settle(self, light: Light, now: float) -> None:
        if self._settling_since is None:
            self._settling_since = self._focused_at = now
        self._past.append((now, light))
        while now - self._past[0][0] > STEADY_S + LOOK_EVERY_S:
            self._past.popleft()
        has_settled = (
            now - self._past[0][0] >= STEADY_S
            and all(max(map(abs, light.compare(then))) <= STEADY_CHANGE for _, then in self._past)
            and self._automatics.is_settled()
        )
        if has_settled or now - self._settling_since >= MAX_SETTLING_S:
            self._automatics.hold()
            self._held, self._good = (now, light), None
            self._past.clear()

    def _check_hold(self, light: Light, now: float, since: float, before: Light) -> None:
        """Decides if the camera really holds its values: then the held picture looks like the one before, and counts as
        good from now on. light: of the held picture. since: when it was held. before: the light before.
        """
        if now - since < HOLD_TAKES_S:
            return
        brighter, cast = light.compare(before)
        if max(abs(brighter), cast) <= MAX_LEAP:
            self._good = light
            return
        self._leaps += 1
        self.cannot_hold = self._leaps >= MAX_LEAPS
        self._release(now, focus=False)

    def _watch(self, light: Light, good: Light, now: float, blurred: bool) -> None:
        if not is_bad(light, good):
            self._bad_since = None
        elif self._bad_since is None:
            self._bad_since = now
        elif now - self._bad_since >= BAD_S:
            self._release(now, focus=False)
            return
        if not blurred:
            self._blurred_since, self._focus_again_s = None, FOCUS_AGAIN_S
        elif self._blurred_since is None:
            self._blurred_since = now
        elif now - self._blurred_since >= BAD_S and now - self._focused_at >= self._focus_again_s:
            self._focus_again_s = min(2 * self._focus_again_s, MAX_FOCUS_AGAIN_S)
            self._focused_at = now
            self._release(now, focus=True)

    def _release(self, now: float, *, focus: bool) -> None:
        self._automatics.release(focus=focus)
        self._settling_since = now
        self._held = self._good = self._bad_since = self._blurred_since = None
