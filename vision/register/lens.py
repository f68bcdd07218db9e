"""A lens in four numbers, and how it bends straight lines.

It turns pixels of a picture into pixels of an ideal camera without distortion ("straight" pixels), and back. This
module never looks at a picture and never estimates anything; `vision.register.camera` does that.

The model has one radial parameter and goes from the picture to the ideal camera:

    q = p * (1 + k1 * |p|^2),   p = (pixel - centre) / focal

This direction is a formula. The other direction is a cubic equation for the radius, solved by Newton's method. Cameras
keep the board well inside the picture, where a second parameter would change less than the noise of marker corners.
Pixels are square.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
"""Points as rows (..., 2)."""

_NEWTON_STEPS = 6  # the radius converges quadratically: six steps reach float precision in and around any picture
_AT_ONCE = 4096  # as many radii as are found at once


@dataclass(frozen=True, slots=True)
class Lens:
    """A lens in four numbers: focal length, principal point (2) and distortion. The module says how they bend lines."""

    focal: float
    """The focal length in px."""
    centre: tuple[float, float]
    """The principal point in px."""
    k1: float = 0.0
    """The radial distortion; 0 for none."""

    def matrix(self) -> NDArray[np.float64]:
        """(3, 3) the camera matrix."""
        return np.array([[self.focal, 0, self.centre[0]], [0, self.focal, self.centre[1]], [0, 0, 1.0]])

    def straighten(self, pixels: Points) -> Points:
        """The straight pixels (..., 2) that belong to pixels (..., 2) of the picture."""
        p = (np.asarray(pixels, np.float64) - self.centre) / self.focal
        return np.asarray(p * (1 + self.k1 * _square(p)) * self.focal + self.centre)

    def bend(self, straight: Points) -> Points:
        """The pixels (..., 2) of the picture that belong to straight pixels (..., 2). It reverses `straighten`.

        A strong barrel lens (k1 < 0) sees nothing beyond some radius. Points from there are put on the edge of what it
        sees.
        """
        q = (np.asarray(straight, np.float64) - self.centre) / self.focal
        if self.k1 != 0.0:
            wanted = np.sqrt(_square(q))
            reached = wanted
            if self.k1 < 0:
                turning = 1 / np.sqrt(-3 * self.k1)  # here the radius of the ideal picture stops growing
                reached = np.minimum(wanted, 0.98 * turning * (1 + self.k1 * turning * turning))
            q *= _find_radii(self.k1, reached) / np.maximum(wanted, 1e-12)
        q *= self.focal
        q += self.centre
        return q


def _find_radii(k1: float, straight: Points) -> Points:
    """The radii (..., 1) in the picture that belong to straight radii (..., 1), both in focal lengths. A few thousand
    are found at a time: their numbers stay in the processor's cache.

    Newton's steps approach the solution from one side: they start above it where the function is convex (k1 > 0), and
    below it where it is concave (k1 < 0).
    """
    radii = straight.copy()
    for wanted, r in zip(_split(straight), _split(radii), strict=True):
        beyond, slope = np.empty_like(r), np.empty_like(r)
        for _ in range(_NEWTON_STEPS):
            # In place: r -= (r * (1 + k1 * r * r) - wanted) / (1 + 3 * k1 * r * r)
            np.multiply(r, k1, out=beyond)
            beyond *= r
            beyond += 1
            beyond *= r
            beyond -= wanted
            np.multiply(r, 3 * k1, out=slope)
            slope *= r
            slope += 1
            beyond /= slope
            r -= beyond
    return radii


def _split(values: Points) -> list[Points]:
    """Parts of an array, as one row each. To write into them is to write into the array, which must be in order."""
    row = values.reshape(-1)
    return [row[first : first + _AT_ONCE] for first in range(0, len(row), _AT_ONCE)]


def _square(points: Points) -> Points:
    """The squared distances (..., 1) of points (..., 2) from the origin. For whole pictures this is much faster than
    `sum` or `einsum`.
    """
    x, y = points[..., :1], points[..., 1:]
    total = x * x
    total += y * y
    return total
