"""Tapping a board's four corners on the live picture: what has been tapped, whether it can be a board, what to do next.

A value and the functions that change it, for a screen to draw. It knows no picture: places are pixels (x to the right,
y down), and they may be outside of the picture. It says nothing of how well corners fit what the camera sees.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.boards.drawing import Point
from companion.boards.own import CORNER_NAMES

MIN_SIDE_PX = 40.0
"""Corners nearer to each other than this show a board too small to read."""
MIN_BEND = 0.1
"""Sine of the smallest turn at a corner: below it three corners are as good as on one line."""


@dataclass(frozen=True, slots=True)
class CornerTaps:
    """The corners tapped so far, and how it came to them."""

    taps: tuple[Point, ...] = ()
    """Zero to four places in px, in the order of tapping."""
    before: tuple[tuple[Point, ...], ...] = ()
    """What `taps` was before each change, oldest first."""

    @property
    def is_complete(self) -> bool:
        """True if four corners are there that can be a board's."""
        return len(self.taps) == 4 and self.problem is None

    @property
    def problem(self) -> str | None:
        """Why these taps cannot be a board's corners and what to do, None where they can so far."""
        return _problem(self.taps)

    @property
    def corners(self) -> tuple[Point, Point, Point, Point] | None:
        """Top left, top right, bottom right, bottom left in px; None before `is_complete`."""
        return clockwise(self.taps) if self.is_complete else None

    @property
    def next_step(self) -> str:
        """What the player does now, in one or two sentences."""
        if self.problem is not None:
            return self.problem
        if not self.taps:
            return "Tap the four corners of the board, one after the other."
        if len(self.taps) < 4:
            left = 4 - len(self.taps)
            return f"Tap {left} more {'corner' if left == 1 else 'corners'} of the board."
        return "Check that the lines follow the board's edges. Tap near a corner to move it."


def tap(state: CornerTaps, at: Point) -> CornerTaps:
    """The state after a tap: a new corner, or, where there are four, the nearest one moved there.

    Raises ValueError for a place that is no place.
    """
    if len(state.taps) == 4:
        return move_nearest(state, at)
    return _changed(state, (*state.taps, _checked(at)))


def move_nearest(state: CornerTaps, at: Point, start: Point | None = None) -> CornerTaps:
    """The state with the corner nearest to `start` (to `at`, where None) moved to `at`; the same where there is none.

    Raises ValueError for a place that is no place.
    """
    if not state.taps:
        return state
    here, place = _checked(at if start is None else start), _checked(at)
    nearest = min(range(len(state.taps)), key=lambda i: math.dist(state.taps[i], here))
    return _changed(state, (*state.taps[:nearest], place, *state.taps[nearest + 1 :]))


def undo(state: CornerTaps) -> CornerTaps:
    """The state before the last change; the same where nothing has been tapped."""
    return replace(state, taps=state.before[-1], before=state.before[:-1]) if state.before else state


def clockwise(taps: Sequence[Point]) -> tuple[Point, Point, Point, Point]:
    """Four places in any order as top left, top right, bottom right, bottom left: the names of CORNER_NAMES.

    The first is the one whose x and y together are smallest, so a board that is turned by up to 45 degrees keeps its
    corners. Raises ValueError where there are not four.
    """
    if len(taps) != 4:
        raise ValueError(f"{len(CORNER_NAMES)} corners are needed, not {len(taps)}")
    middle = sum(x for x, _ in taps) / 4, sum(y for _, y in taps) / 4
    # y runs down, so growing angles run clockwise on the screen.
    ring = sorted(taps, key=lambda p: math.atan2(p[1] - middle[1], p[0] - middle[0]))
    first = min(range(4), key=lambda i: ring[i][0] + ring[i][1])
    one, two, three, four = ring[first:] + ring[:first]
    return one, two, three, four


def _changed(state: CornerTaps, taps: tuple[Point, ...]) -> CornerTaps:
    return CornerTaps(taps, (*state.before, state.taps))


def _checked(at: Point) -> Point:
    x, y = at
    if not (math.isfinite(x) and math.isfinite(y)):
        raise ValueError(f"a place in the picture is needed, not {at}")
    return float(x), float(y)


def _problem(taps: tuple[Point, ...]) -> str | None:
    near = [math.dist(a, b) for i, a in enumerate(taps) for b in taps[:i]]
    if near and min(near) < MIN_SIDE_PX:
        return "Two corners are almost in the same place. Move one of them, or bring the camera closer."
    if len(taps) < 4:
        return None
    ring = clockwise(taps)
    for i, corner in enumerate(ring):
        before, after = ring[i - 1], ring[(i + 1) % 4]
        ahead, away = (corner[0] - before[0], corner[1] - before[1]), (after[0] - corner[0], after[1] - corner[1])
        bend = (ahead[0] * away[1] - ahead[1] * away[0]) / (math.hypot(*ahead) * math.hypot(*away))
        if bend < MIN_BEND:
            return "These are not the four corners of a board: three are on one line, or one is between the others."
    return None
