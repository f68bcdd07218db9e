"""What all parts of a session share: the game's state, its transient state, and the time."""

from __future__ import annotations

from dataclasses import dataclass

from companion.history.state import State
from companion.rules.core import JSON, Status
from companion.session.transient_state import TransientState


@dataclass(slots=True)
class RunningGame:
    """One game while it is played. Its two states are values that never change; the parts of the session replace
    them.
    """

    state: State
    """The state of the game, which the journal keeps."""
    now: TransientState
    """What is true only for a moment. A power cut may delete it."""
    frame: int = 0
    """The number of the current frame, or of the next one."""
    t: float = 0.0
    """When that frame is taken, in seconds."""

    @property
    def status(self) -> Status:
        """What the position waits for."""
        return self.state.game.status(self.state.position)

    @property
    def is_part_over(self) -> bool:
        """True if a part or the game has ended, and no new one has begun: changes on the table do not count then."""
        return self.status.due in ("nothing", "next")

    @property
    def position_json(self) -> dict[str, JSON]:
        """The position as JSON, for notifications."""
        return self.state.game.dump(self.state.position)
