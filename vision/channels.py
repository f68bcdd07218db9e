"""The largest and the smallest channel of each pixel. numpy's own `max` and `min` over so short an axis take many times
as long.
"""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

T = TypeVar("T", bound=np.generic)


def find_largest(pixels: NDArray[T]) -> NDArray[T]:
    """(...) the largest of the three channels of pixels (..., 3)."""
    return _combine(np.maximum, pixels)


def find_smallest(pixels: NDArray[T]) -> NDArray[T]:
    """(...) the smallest of the three channels of pixels (..., 3)."""
    return _combine(np.minimum, pixels)


def _combine(choose: np.ufunc, pixels: NDArray[T]) -> NDArray[T]:
    out: Any = choose(choose(pixels[..., 0], pixels[..., 1]), pixels[..., 2])
    return np.asarray(out, pixels.dtype)
