"""A running game as the people at the table live it: from what is seen and done to what counts and what is said.

`session` holds it together; `asking` puts what is seen to the referee, `deciding` and `correcting` are small questions
about a state, `committing` writes down what counts, `moment` is what may be lost in a power cut, and `speaking` tells
each thing once. It opens no device, reads no picture and draws nothing.
"""

from companion.session.session import QUIET_S, TWICE_S, Options, Session

__all__ = ["QUIET_S", "TWICE_S", "Options", "Session"]
