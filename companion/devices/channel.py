"""The numbered messages of one session with a die box. Each is repeated until the box acknowledges it, and counts once.

firmware/PROTOCOL.md, "Sessions", has the rules. `link` decides which messages to send.
"""

from __future__ import annotations

from collections import deque

from companion.devices.messages import Acknowledgement, Message
from companion.devices.wire import Frame, encode

REPEAT_S = 0.06
"""How long to wait for an acknowledgement before a message is sent again."""


class Channel:
    """Sends numbered messages one at a time, and accepts the numbered messages of the box in order."""

    def __init__(self) -> None:
        self._queue: deque[Message] = deque()
        self._sent_s: float | None = None
        self._number = 0
        self._expected = 0
        self._acknowledgements: list[int] = []

    def reset(self) -> None:
        """Forgets all messages. A new session begins with number 0."""
        self._queue.clear()
        self._acknowledgements.clear()
        self._sent_s = None
        self._number = self._expected = 0

    def queue(self, message: Message) -> None:
        """Adds a message to those that wait to be sent."""
        self._queue.append(message)

    def confirm(self, number: int) -> None:
        """Notes that the box has acknowledged the message with this number, so that the next one can be sent."""
        if self._queue and self._sent_s is not None and number == self._number:
            self._queue.popleft()
            self._number = (self._number + 1) % 256
            self._sent_s = None

    def accept(self, number: int) -> bool:
        """True if the message with this number is the next one from the box. It is also acknowledged.

        If the box sends the message before once more, our acknowledgement was lost, and it is acknowledged again.
        """
        if number == self._expected:
            self._expected = (self._expected + 1) % 256
            self._acknowledgements.append(number)
            return True
        if number == (self._expected - 1) % 256:
            self._acknowledgements.append(number)
        return False

    def send(self, session: int, now_s: float) -> bytes:
        """The bytes to send now: acknowledgements, and the first message that waits, if it is due."""
        out = b"".join(encode(Frame(session, number, Acknowledgement())) for number in self._acknowledgements)
        self._acknowledgements.clear()
        if self._queue and (self._sent_s is None or now_s - self._sent_s >= REPEAT_S):
            out += encode(Frame(session, self._number, self._queue[0]))
            self._sent_s = now_s
        return out
