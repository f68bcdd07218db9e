"""Tapping a board's four corners on the live picture: which were tapped, whether they can be a board, and what to do
next.

The taps are a value, and functions return a changed one; a screen draws it. This module sees no picture. Places are
pixels (x right, y down), and they may be outside the picture. Whether the corners fit what the camera sees is not
checked here.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.boards.outlines import Point, Quad, start_top_left
from companion.language import _, ngettext

MIN_SIDE_PX = 40.0
"""The smallest distance between two corners. A smaller board cannot be read."""

MIN_TURN_SINE = 0.1
"""How much the outline must turn at each corner: the sine of the angle. If it turns less, three corners are almost on
one line.
"""


@dataclass(frozen=True, slots=True)
class CornerTaps:
    """The corners that were tapped so far, and what they were before each change, for Undo."""

    taps: tuple[Point, ...] = ()
    """Zero to four places in px, in the order of tapping."""
    before: tuple[tuple[Point, ...], ...] = ()
    """What `taps` was before each change, oldest first."""

    @property
    def is_complete(self) -> bool:
        """True if there are four corners and they can be those of a board."""
        return len(self.taps) == 4 and self.problem is None

    @property
    def problem(self) -> str | None:
        """Why these taps cannot be a board's corners and what to do; None if they can."""
        return _find_problem(self.taps)

    @property
    def corners(self) -> Quad | None:
        """Top left, top right, bottom right, bottom left in px; None until four corners can be those of a board."""
        return order_clockwise(self.taps) if self.is_complete else None

    @property
    def next_step(self) -> str:
        """What people must do now, in one or two sentences."""
        if self.problem is not None:
            return self.problem
        if not self.taps:
            return _("Tap the four corners of the board, one after the other.")
        if len(self.taps) < 4:
            left = 4 - len(self.taps)
            text = ngettext("Tap {count} more corner of the board.", "Tap {count} more corners of the board.", left)
            return text.format(count=left)
        return _("Check that the lines follow the board's edges. Tap near a corner to move it.")


def tap(state: CornerTaps, at: Point) -> CornerTaps:
    """The taps with one more corner. If there are four already, the nearest one moves there. Raises ValueError if the
    place is not two numbers.
    """
    if len(state.taps) == 4:
        return move_nearest(state, at)
    return _change(state, (*state.taps, _check_place(at)))


def move_nearest(state: CornerTaps, at: Point, start: Point | None = None) -> CornerTaps:
    """The taps with one corner moved to `at`; unchanged if there is no corner. start: the corner nearest to this place
    moves; if None, the corner nearest to `at`. Raises ValueError if the place is not two numbers.
    """
    if not state.taps:
        return state
    here, place = _check_place(at if start is None else start), _check_place(at)
    nearest = min(range(len(state.taps)), key=lambda i: math.dist(state.taps[i], here))
    return _change(state, (*state.taps[:nearest], place, *state.taps[nearest + 1 :]))


def undo(state: CornerTaps) -> CornerTaps:
    """The taps before the last change; unchanged if nothing was tapped."""
    return replace(state, taps=state.before[-1], before=state.before[:-1]) if state.before else state


def order_clockwise(taps: Sequence[Point]) -> Quad:
    """Four places, sorted as top left, top right, bottom right, bottom left. On a board that is turned by up to 45
    degrees the names still fit. Raises ValueError if there are not four.
    """
    if len(taps) != 4:
        raise ValueError(f"4 corners are needed, not {len(taps)}")
    middle = sum(x for x, _ in taps) / 4, sum(y for _, y in taps) / 4
    # y runs down, so growing angles run clockwise on the screen.
    return start_top_left(sorted(taps, key=lambda p: math.atan2(p[1] - middle[1], p[0] - middle[0])))


def _change(state: CornerTaps, taps: tuple[Point, ...]) -> CornerTaps:
    return CornerTaps(taps, (*state.before, state.taps))


def _check_place(at: Point) -> Point:
    x, y = at
    if not (math.isfinite(x) and math.isfinite(y)):
        raise ValueError(f"a place in the picture is needed, not {at}")
    return float(x), float(y)


def _find_problem(taps: tuple[Point, ...]) -> str | None:
    near = [math.dist(a, b) for i, a in enumerate(taps) for b in taps[:i]]
    if near and min(near) < MIN_SIDE_PX:
        return _("Two corners are almost in the same place. Move one of them, or bring the camera closer.")
    if len(taps) < 4:
        return None
    ring = order_clockwise(taps)
    for i, corner in enumerate(ring):
        before, after = ring[i - 1], ring[(i + 1) % 4]
        ahead, away = (corner[0] - before[0], corner[1] - before[1]), (after[0] - corner[0], after[1] - corner[1])
        turn_sine = (ahead[0] * away[1] - ahead[1] * away[0]) / (math.hypot(*ahead) * math.hypot(*away))
        if turn_sine < MIN_TURN_SINE:
            return _("These are not the four corners of a board: three are on one line, or one is between the others.")
    return None
