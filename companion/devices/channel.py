"""The numbered messages of one session with a die box: each is repeated until it is acknowledged, and counts once.

The rules are those of firmware/PROTOCOL.md, "Sessions". `link` decides which messages to send.
"""

from __future__ import annotations

from collections import deque

from companion.devices.messages import Acknowledgement, Message
from companion.devices.wire import Frame, encode

REPEAT_S = 0.06
"""How long to wait for an acknowledgement before a message is sent again."""


class Channel:
    """Sends numbered messages one at a time, and accepts the box's numbered messages in order."""

    def __init__(self) -> None:
        self._queue: deque[Message] = deque()
        self._sent_s: float | None = None
        self._number = 0
        self._expected = 0
        self._acknowledgements: list[int] = []

    def reset(self) -> None:
        """Forgets everything: a new session begins at number 0."""
        self._queue.clear()
        self._acknowledgements.clear()
        self._sent_s = None
        self._number = self._expected = 0

    def queue(self, message: Message) -> None:
        """Adds a message to those that are to be sent."""
        self._queue.append(message)

    def confirm(self, number: int) -> None:
        """Takes an acknowledgement from the box: the next message can be sent."""
        if self._queue and self._sent_s is not None and number == self._number:
            self._queue.popleft()
            self._number = (self._number + 1) % 256
            self._sent_s = None

    def accept(self, number: int) -> bool:
        """True if a message with this number is the next one from the box. Also acknowledges it.

        A message that was accepted just before is acknowledged again, because our acknowledgement was lost.
        """
        if number == self._expected:
            self._expected = (self._expected + 1) % 256
            self._acknowledgements.append(number)
            return True
        if number == (self._expected - 1) % 256:
            self._acknowledgements.append(number)
        return False

    def send(self, session: int, now_s: float) -> bytes:
        """Returns the bytes to send now: acknowledgements, and the first message in the queue when it is due."""
        out = b"".join(encode(Frame(session, number, Acknowledgement())) for number in self._acknowledgements)
        self._acknowledgements.clear()
        if self._queue and (self._sent_s is None or now_s - self._sent_s >= REPEAT_S):
            out += encode(Frame(session, self._number, self._queue[0]))
            self._sent_s = now_s
        return out
