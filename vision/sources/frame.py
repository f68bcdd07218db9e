"""What every camera and recording delivers, and the interface that all of them keep."""

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
    """Delivers frames while it is entered (`with source: ...`). `live`: a camera, no recording."""

    @property
    def live(self) -> bool: ...

    def read(self, timeout_s: float) -> Frame:
        """The next frame (the newest one of a live source).

        Raises SourceEnded after a recording's last frame, SourceStalled where a live source gave nothing for
        timeout_s, SourceError where it is gone or broken; reading again may succeed after the latter two.
        """
        ...

    def __enter__(self) -> Self:
        """Opens it. Raises SourceError where that cannot be done."""
        ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Closes it, whatever happened."""
        ...
