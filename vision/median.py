"""A median that is faster than numpy's for many small arrays, because it does not check them first."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

T = TypeVar("T", np.float32, np.float64)


def median(values: NDArray[T], axis: int = 0) -> NDArray[T]:
    """The median of values along an axis. No value may be nan.

    Raises ValueError if there are no values.
    """
    low, high = (values.shape[axis] - 1) // 2, values.shape[axis] // 2
    ordered = np.partition(values, high if low == high else (low, high), axis=axis)
    if ordered.ndim > 1:
        ordered = np.moveaxis(ordered, axis, 0)
    return np.asarray(ordered[high] if low == high else (ordered[low] + ordered[high]) / 2, values.dtype)
