"""How much memory the die box's firmware takes, and how fast a press of a button reaches the companion.

    python -m tests.bench.firmware

Prints the bytes that avr-size counts beside the limits of the ATmega328P, and the deepest stack in the simulator. The
latency is the time from the contact's first touch to the event at our end of the link. It is measured in the
simulator, in the box's own time, with the wire simulated and our end polled every millisecond. The exit status is 1
if a bound is missed.
"""

from __future__ import annotations

import re
import statistics
import subprocess
import sys

from companion.devices.messages import Button, RollStarted
from tests.firmware.meeting import Meeting
from tests.firmware.simulator import ELF, THROW, library

FLASH_BYTES = 32 * 1024
RAM_BYTES = 2 * 1024
FLASH_PART = 0.75
STACK_SPARE_BYTES = 256
PRESSES = 60
LATENCY_MS = 20.0


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def sizes() -> tuple[int, int]:
    """Bytes of flash and of RAM that the program takes, the stack left out."""
    library()
    table = subprocess.run(["avr-size", str(ELF)], check=True, capture_output=True, text=True).stdout
    text, data, bss = (int(field) for field in re.findall(r"\d+", table.splitlines()[1])[:3])
    return text + data, data + bss


def latencies() -> list[float]:
    """Milliseconds from contact to event, for presses at many different moments between two ticks of the box."""
    taken = []
    with Meeting(1) as meeting:
        meeting.greet()
        for press in range(PRESSES):
            meeting.link.ask(1, 0)
            meeting.run(300)
            meeting.box.run(0.017 * press)
            before = meeting.box.now_s
            meeting.box.button(THROW, True)
            while not any(isinstance(event, Button) and event.pressed for event in meeting.step(1)):
                pass
            taken.append(1000 * (meeting.box.now_s - before))
            meeting.box.button(THROW, False)
            meeting.run(300)
        assert sum(isinstance(event, RollStarted) for event in meeting.events) == PRESSES
    return taken


def main() -> int:
    flash, ram = sizes()
    say(f"firmware   flash {flash} of {FLASH_BYTES} bytes ({flash / FLASH_BYTES:.0%})")
    say(f"firmware   RAM {ram} of {RAM_BYTES} bytes ({ram / RAM_BYTES:.0%}), {RAM_BYTES - ram} left for the stack")
    with Meeting(2) as meeting:
        meeting.greet()
        for _ in range(20):
            meeting.throw()
        stack = meeting.box.deepest_stack()
    say(f"firmware   stack {stack} bytes at most in 20 throws")
    taken = latencies()
    median_ms = statistics.median(taken)
    say(f"firmware   press to event {median_ms:.1f} ms (median), {max(taken):.1f} ms (longest of {PRESSES})")
    fits = flash <= FLASH_PART * FLASH_BYTES and ram + stack + STACK_SPARE_BYTES <= RAM_BYTES
    return 0 if fits and median_ms <= LATENCY_MS else 1


if __name__ == "__main__":
    sys.exit(main())
