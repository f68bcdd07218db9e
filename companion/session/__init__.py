"""A running game as the players see it: from what the camera sees and people do, it decides what counts and what to
say.

- `session` takes sights and commands, and joins the parts below;
- `turn_tracker` decides what a table at rest does; `questions` asks the referee about it;
- `committer` writes what counts to the journal; `announcements` tells each thing once;
- `surroundings` watches board, hand and picture; `confirmed_tables` keeps the tables that vision may learn from;
- `hints` moves the focus of a hint;
- `decisions` and `corrections` are pure functions of a state;
- `running_game` and `transient_state` are shared by the parts.

It opens no device, reads no picture and draws nothing.
"""

from companion.session.session import Session
from companion.session.turn_tracker import DOUBLE_PRESS_S, QUIET_S, Options

__all__ = ["DOUBLE_PRESS_S", "QUIET_S", "Options", "Session"]
