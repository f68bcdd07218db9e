"""Sends garbage to our end of the die box's link for a given time.

    python -m tests.evaluate.link_garbage [SECONDS]

Whole and damaged frames come in any order, cut anywhere, while time passes. The link may answer with nothing but its
own events, no roll may count twice, and no step may take long. The exit status is 1 if not; the seed is printed.
"""

from __future__ import annotations

import random
import sys
import time

from companion.devices.link import Link
from companion.devices.messages import RollResult
from companion.devices.wire import FrameError, Splitter, decode, wrap

STEP_S = 0.5
"""No step may take more processor time, which is the same however busy the machine is."""

LIKELY = (
    *((0x81, 10), (0x81, 10), (0x03, 0), (0x02, 1), (0x90, 6), (0x91, 10), (0x92, 12), (0x92, 12)),
    *((0x93, 0), (0x94, 1), (0x95, 2), (0x96, 11), (0x97, 0), (0x98, 3), (0x99, 1)),
)
"""Codes of frames and the lengths of their bodies, as the protocol has them."""


def piece(chance: random.Random, session: int, number: int) -> bytes:
    """Bytes for the wire: noise, a random frame with a right checksum, or a likely frame that may be damaged."""
    kind = chance.randrange(6)
    if kind == 0:
        return chance.randbytes(chance.randrange(60))
    if kind == 1:
        return wrap(chance.randbytes(chance.randrange(1, 31)))
    code, length = chance.choice((*LIKELY, (chance.randrange(256), 4)))
    body = bytes(chance.choice((0, 1, 2, 3)) for _ in range(length))
    wire = bytearray(wrap(bytes((1, code)) + session.to_bytes(2, "big") + bytes((number,)) + body))
    if kind == 2:
        wire[chance.randrange(len(wire))] = chance.randrange(256)
    return bytes(wire)


def life(seed: int) -> tuple[int, int]:
    """Sends up to 400 pieces to a new link, and returns how many pieces and rolls there were."""
    chance = random.Random(seed)
    link, splitter, now_s = Link(chance.randrange(1, 0x10000)), Splitter(), 0.0
    throws: list[tuple[int, int]] = []
    session, number, pieces = 0, 0, chance.randrange(400)
    for _ in range(pieces):
        begun = time.process_time()
        now_s += chance.choice((0.0, 0.01, 0.05, 0.3, 3.0))
        for chunk in splitter.feed(link.send(now_s)):
            session = decode(chunk).session  # our own frames are never damaged
        if chance.random() < 0.1:
            chance.choice((link.check, link.cancel, link.unplugged, lambda: link.ask(2), lambda: link.show(1, 2)))()
        data = piece(chance, session, number)
        number = chance.choice((0, number, (number + 1) % 256))
        cut = chance.randrange(len(data) + 1)
        link.receive(data[:cut], now_s)
        link.receive(data[cut:], now_s)
        for event in link.take_events():
            if isinstance(event, RollResult):
                throws.append((event.boot, event.number))
                if chance.random() < 0.5:
                    link.forget(event.boot, event.number)
        if time.process_time() - begun > STEP_S:
            raise AssertionError(f"a step took {time.process_time() - begun:.1f} s")
    if len(set(throws)) != len(throws):
        raise AssertionError(f"a throw counted twice: {throws}")
    return pieces, len(throws)


def main() -> int:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    end, seed, pieces, throws = time.monotonic() + seconds, 0, 0, 0
    while time.monotonic() < end:
        seed += 1
        try:
            lived = life(seed)
        except (AssertionError, FrameError, ArithmeticError, LookupError, TypeError, ValueError) as error:
            sys.stdout.write(f"link garbage: seed {seed}: {type(error).__name__}: {error}\n")
            return 1
        pieces, throws = pieces + lived[0], throws + lived[1]
    sys.stdout.write(f"link garbage: {seed} lives, {pieces} pieces, {throws} throws in {seconds:g} s, no fault\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
