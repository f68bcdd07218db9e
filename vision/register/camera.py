"""Estimates the camera's pose and its lens from points of the board that a picture shows.

Ten numbers are fitted by least squares (Levenberg-Marquardt): rotation (3), position (3), focal length, principal point
(2) and distortion. The fit also knows what cameras are usually like (a prior). Because of this, few points determine at
least the pose; many points determine all ten numbers. This module never looks at a picture.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.register.lens import Lens, Points

Matrix = NDArray[np.float64]

CORNER_NOISE_PX = 0.25
"""px: how far a marker's corner usually is from where it should be. The reasons are blur, noise, and paper that is not
quite flat.
"""

_MAX_STEPS = 40
_EXPECTED_DEVIATIONS = 2.0  # a lens that is off by more standard deviations is not the one that was expected
_MIN_GAIN = 1e-4  # the fit ends when the squared deviations sink by less than this, which is far below the noise


@dataclass(frozen=True, slots=True)
class LensPrior:
    """What is known about a lens before a fit: its values, and how sure each one is, as standard deviations."""

    lens: Lens
    focal_log: float
    """Standard deviation of the logarithm of the focal length."""
    centre_px: float
    """Standard deviation of the principal point, in px."""
    k1: float
    """Standard deviation of the distortion."""

    @classmethod
    def unknown(cls, size: tuple[int, int]) -> Self:
        """The prior for a camera that nobody has measured: 45 to 80 degrees wide. size: (w, h) of its pictures in px,
        which must not be cropped much.
        """
        w, h = size
        span = max(w, h)
        return cls(Lens(0.9 * span, ((w - 1) / 2, (h - 1) / 2)), 0.25, 0.02 * span, 0.08)

    @classmethod
    def of(cls, lens: Lens) -> Self:
        """The prior for a lens that was fitted before, by enough points to be reliable."""
        return cls(lens, 0.01, 0.003 * lens.focal, 0.005)

    def weigh(self, noise: float) -> LensPrior:
        """The prior for a fit to points that are this many times less exact than a marker's corners (`noise`)."""
        return replace(self, focal_log=self.focal_log / noise, centre_px=self.centre_px / noise, k1=self.k1 / noise)

    def fits(self, lens: Lens) -> bool:
        """True if a lens is as expected: its focal length and its principal point are within two standard deviations
        of what is known.
        """
        focal_off = np.log(lens.focal / self.lens.focal) / self.focal_log
        centre_off = np.subtract(lens.centre, self.lens.centre) / self.centre_px
        return bool(max(abs(focal_off), *np.abs(centre_off)) <= _EXPECTED_DEVIATIONS)


@dataclass(frozen=True, slots=True, eq=False)
class CameraFit:
    """A fitted camera, and how good the fit is."""

    homography: Matrix
    """(3, 3) from mm on the board to straight px."""
    lens: Lens
    residuals: NDArray[np.float64]
    """(n,) px from where each point was seen to where the fit predicts it."""
    _parameters: NDArray[np.float64]
    _covariance: Matrix

    def uncertainty(self, points_mm: Points) -> NDArray[np.float64]:
        """(n,) px: how uncertain the fit is about where each of the board's points (n, 2) appears (a standard
        deviation).
        """
        jacobian = _compute_jacobian(self._parameters, points_mm).reshape(len(points_mm), 2, -1)
        spread = np.einsum("nij,jk,nlk->nil", jacobian, self._covariance, jacobian)
        return np.sqrt(np.linalg.eigvalsh(spread)[:, -1])

    def find_worst_case(self, points_mm: Points, deviations: float) -> tuple[Matrix, Lens]:
        """Homography and lens if the fit is wrong by this many standard deviations, in the direction that moves the
        points most.

        points_mm: (n, 2) points of the board. A fit to markers along one side leaves the other side of the board
        uncertain.
        """
        jacobian = _compute_jacobian(self._parameters, points_mm).reshape(2 * len(points_mm), -1)
        root = np.linalg.cholesky(self._covariance)
        _, strength, ways = np.linalg.svd(jacobian @ root, full_matrices=False)
        moved = self._parameters + deviations * root @ ways[int(strength.argmax())]
        return _make_homography(moved), _make_lens(moved)


def fit_camera(
    points_mm: Points,
    pixels: Points,
    belief: LensPrior,
    noise: float = CORNER_NOISE_PX,
    start: CameraFit | None = None,
) -> CameraFit:
    """The camera that sees the board's points (n, 2) at the pixels (n, 2). There must be at least four, not all on one
    line.

    noise: how far off the pixels may be, in px. start: a fit to nearly the same points, which saves time. Raises
    ValueError if the points determine no plane.
    """
    first = _estimate_start(points_mm, pixels, belief.lens) if start is None else start._parameters
    prior = np.array([np.log(belief.lens.focal), *belief.lens.centre, belief.lens.k1])
    spread = np.array([belief.focal_log, belief.centre_px, belief.centre_px, belief.k1])

    def errors(parameters: NDArray[np.float64]) -> NDArray[np.float64]:
        seen = (_project(parameters, points_mm) - pixels).ravel() / noise
        return np.concatenate([seen, (parameters[6:] - prior) / spread])

    def slopes(parameters: NDArray[np.float64]) -> Matrix:
        beliefs = np.zeros((4, 10))
        beliefs[:, 6:] = np.diag(1 / spread)
        return np.vstack([_compute_jacobian(parameters, points_mm) / noise, beliefs])

    best = _minimise(first, errors, slopes)
    jacobian = slopes(best)
    covariance = np.asarray(np.linalg.inv(jacobian.T @ jacobian), np.float64)
    miss = _project(best, points_mm) - pixels
    residuals: NDArray[np.float64] = np.sqrt((miss * miss).sum(axis=1))
    return CameraFit(_make_homography(best), _make_lens(best), residuals, best, covariance)


def estimate_focal(homography: Matrix, belief: LensPrior, points_mm: Points, noise: float) -> float:
    """The focal length in px that agrees best with the prior and with a homography from mm to straight px."""
    straight = apply_homography(homography, points_mm)
    return fit_camera(points_mm, straight, belief, noise).lens.focal


def fit_homography(points: Points, seen: Points) -> Matrix | None:
    """The homography (3, 3) that maps the points as near as possible to where they are seen; None if there is none.
    There must be at least four points.
    """
    found: object = cv2.findHomography(points, seen, 0)[0]
    return found if isinstance(found, np.ndarray) and bool(np.isfinite(found).all()) else None


def apply_homography(homography: Matrix, points: Points) -> Points:
    """Maps points (..., 2) by a homography (3, 3). Points on or behind the horizon go very far away."""
    p = np.asarray(points, np.float64)
    q = p @ homography[:, :2].T + homography[:, 2]
    return q[..., :2] / np.maximum(q[..., 2:], 1e-9)


def _make_lens(parameters: NDArray[np.float64]) -> Lens:
    _, _, _, _, _, _, log_focal, cx, cy, k1 = (float(v) for v in parameters)
    return Lens(float(np.exp(log_focal)), (cx, cy), k1)


def _make_homography(parameters: NDArray[np.float64]) -> Matrix:
    turn = np.asarray(cv2.Rodrigues(parameters[:3])[0], np.float64)
    h = _make_lens(parameters).matrix() @ np.column_stack([turn[:, 0], turn[:, 1], parameters[3:6]])
    return np.asarray(h / h[2, 2], np.float64)


def _project(parameters: NDArray[np.float64], points_mm: Points) -> Points:
    return _make_lens(parameters).bend(apply_homography(_make_homography(parameters), points_mm))


def _compute_jacobian(parameters: NDArray[np.float64], points_mm: Points) -> Matrix:
    """(2n, 10) how the pixels of n points change if one of the ten numbers changes. Computed by the chain rule, from
    the rotation to the distorted pixel.
    """
    matrix, by_turn = cv2.Rodrigues(parameters[:3])
    turn = np.asarray(matrix, np.float64)
    # (3, 3, 3): the number of the rotation, then row and column of the matrix. A plane needs only the columns x and y.
    slope = np.asarray(by_turn, np.float64).reshape(3, 3, 3)
    lens = _make_lens(parameters)
    seen = points_mm @ turn[:, :2].T + parameters[3:6]
    z = np.maximum(seen[:, 2], 1e-9)
    flat = seen[:, :2] / z[:, None]
    wide = np.maximum(np.sqrt((flat * flat).sum(axis=1)), 1e-12)
    ray = flat / wide[:, None]
    bent = (lens.bend(flat * lens.focal + lens.centre) - lens.centre) / lens.focal
    r = np.sqrt((bent * bent).sum(axis=1))
    stretch = 1 / (1 + 3 * lens.k1 * r * r)  # change of the distorted radius with the straight one
    across = r / wide
    by_flat = lens.focal * (
        across[:, None, None] * np.eye(2) + (stretch - across)[:, None, None] * ray[:, :, None] * ray[:, None, :]
    )
    by_place = np.zeros((len(flat), 2, 3))
    by_place[:, 0, 0] = by_place[:, 1, 1] = 1 / z
    by_place[:, :, 2] = -flat / z[:, None]
    by_place = by_flat @ by_place
    out = np.empty((len(flat), 2, 10))
    out[:, :, :3] = by_place @ np.einsum("tij,nj->nit", slope[:, :, :2], points_mm)
    out[:, :, 3:6] = by_place
    out[:, :, 6] = bent * lens.focal
    out[:, :, 7:9] = np.eye(2)
    out[:, :, 9] = lens.focal * ray * (-(r**3) * stretch)[:, None]
    return out.reshape(-1, 10)


def _estimate_start(points_mm: Points, pixels: Points, lens: Lens) -> NDArray[np.float64]:
    """The ten numbers from which a fit starts: the pose comes from a plain homography, the lens from the prior."""
    homography = fit_homography(points_mm, lens.straighten(pixels))
    if homography is None:
        raise ValueError("the points determine no plane")
    ideal = np.linalg.inv(lens.matrix()) @ homography
    size = (np.linalg.norm(ideal[:, 0]) + np.linalg.norm(ideal[:, 1])) / 2
    middle = np.append(points_mm.mean(axis=0), 1.0)
    if (ideal @ middle)[2] < 0:  # the board is in front of the camera
        size = -size
    ideal = ideal / size
    u, _, vt = np.linalg.svd(np.column_stack([ideal[:, 0], ideal[:, 1], np.cross(ideal[:, 0], ideal[:, 1])]))
    turn = u @ np.diag([1, 1, np.linalg.det(u @ vt)]) @ vt
    # Making the axes orthogonal moves the board's middle; this correction keeps it in place.
    place = ideal @ middle - turn[:, :2] @ middle[:2]
    rotation = np.asarray(cv2.Rodrigues(turn)[0], np.float64).ravel()
    return np.array([*rotation, *place, np.log(lens.focal), *lens.centre, lens.k1])


def _minimise(
    start: NDArray[np.float64],
    errors: Callable[[NDArray[np.float64]], NDArray[np.float64]],
    slopes: Callable[[NDArray[np.float64]], Matrix],
) -> NDArray[np.float64]:
    best, error = start, errors(start)
    cost, damping = float(error @ error), 1e-6
    for _ in range(_MAX_STEPS):
        jacobian = slopes(best)
        normal = jacobian.T @ jacobian
        downhill = jacobian.T @ error
        while True:
            step = np.linalg.solve(normal + damping * np.diag(np.diag(normal)), downhill)
            tried = best - step
            tried_error = errors(tried)
            tried_cost = float(tried_error @ tried_error)
            if np.isfinite(tried_cost) and tried_cost < cost:
                break
            damping *= 8
            if damping > 1e8:
                return best
        gain = cost - tried_cost
        best, error, cost = tried, tried_error, tried_cost
        damping = max(damping / 8, 1e-9)
        if gain < _MIN_GAIN:
            break
    return best
