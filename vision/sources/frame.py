"""What every camera and recording delivers, and the interface that all of them have."""

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
    """The number of the frame among those that were delivered, from 0."""
    t: float
    """When the picture was taken: seconds since the recording's start, or since the camera was opened."""
    image: Picture
    """(h, w, 3) the picture, in blue, green and red."""


@dataclass(frozen=True, slots=True)
class Activity:
    """What happens at the table, as far as a camera needs to know it."""

    calm: bool = False
    """True if nothing moves and no hand is near: the camera may change exposure, white balance and focus."""
    blurred: bool = False
    """True if the board is out of focus, or cannot be found."""
    idle: bool = False
    """True if nobody has touched anything for minutes: few frames are enough."""


class FrameSource(Protocol):
    """Delivers frames inside `with source: ...`.

    `live` is True for a camera, False for a recording.
    """

    @property
    def live(self) -> bool: ...

    def read(self, timeout_s: float) -> Frame:
        """The next frame of a recording, or the newest frame of a camera. timeout_s: how long to wait for it.

        Raises SourceEnded after a recording's last frame. Raises SourceStalled if a camera gave nothing for timeout_s,
        and SourceError if the source is gone or broken. After these two, the next call may succeed.
        """
        ...

    def attend(self, activity: Activity) -> None:
        """Tells a camera what happens at the table. A recording ignores it."""
        ...

    def __enter__(self) -> Self:
        """Opens the source.

        Raises SourceError if a recording cannot be opened. A camera that cannot be opened raises nothing here: it is
        tried again and again, and `read` says what is wrong.
        """
        ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Closes the source, also after an error."""
        ...
