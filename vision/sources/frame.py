"""What every camera and recording delivers, and their common interface."""

from __future__ import annotations

from dataclasses import dataclass
from types import TracebackType
from typing import Protocol, Self

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture of a source."""

    index: int
    """Counts delivered frames from 0."""
    t: float
    """Seconds since the recording's start, or since the camera was opened."""
    image: Picture
    """BGR (h, w, 3)."""


class FrameSource(Protocol):
    """Delivers frames inside `with source: ...`.

    `live` is True for a camera, False for a recording.
    """

    @property
    def live(self) -> bool: ...

    def read(self, timeout_s: float) -> Frame:
        """The next frame; for a live source, the newest one.

        timeout_s: how long to wait. Raises SourceEnded after a recording's last frame, SourceStalled if a live source
        gave nothing for timeout_s, and SourceError if the source is gone or broken. After the last two, the next call
        may succeed.
        """
        ...

    def __enter__(self) -> Self:
        """Opens the source. Raises SourceError if it cannot be opened."""
        ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Closes the source, also after an error."""
        ...
