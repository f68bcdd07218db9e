"""The die box in a simulator: its real program on a simulated chip, with control of wire, buttons, lamps and noise.

    make -C firmware && python -m tests.firmware.simulator

opens a pseudo-terminal for `companion play --die serial:PATH` and runs the box on it in real time: t, d, u and h press
its buttons, r resets it, p pulls its plug and puts it back, q ends. In tests `Box` is driven step by step instead, in
the chip's own time.
"""

from __future__ import annotations

import ctypes
import fcntl
import os
import random
import select
import subprocess
import sys
import termios
import threading
import time
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import TracebackType

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "build" / "firmware"
ELF = BUILD / "diebox.elf"
LIBRARY = BUILD / "simulator.so"

THROW, DONE, UNDO, HINT = range(4)

# The pins of each pip (firmware/avr/board.h): top left, top right, middle left, centre, middle right, bottom left and
# bottom right, as a bit of port B, of port C << 8, of port D << 16.
_B, _C, _D = 0, 8, 16
PIPS = (
    (_B + 0, _B + 1, _B + 2, _D + 7, _B + 2, _B + 1, _B + 0),
    (_B + 4, _C + 1, _C + 2, _B + 3, _C + 2, _C + 1, _B + 4),
)
LINKED = 1 << 5
FACES = {
    (0, 0, 0, 0, 0, 0, 0): 0,
    (0, 0, 0, 1, 0, 0, 0): 1,
    (1, 0, 0, 0, 0, 0, 1): 2,
    (1, 0, 0, 1, 0, 0, 1): 3,
    (1, 1, 0, 0, 0, 1, 1): 4,
    (1, 1, 0, 1, 0, 1, 1): 5,
    (1, 1, 1, 0, 1, 1, 1): 6,
}
NOISE_MV = 80
"""The noise covers sixteen steps of the ADC, 4.9 mV each."""


@cache
def library() -> ctypes.CDLL:
    """The simulator's library, built if needed; several test processes may ask for it at once."""
    BUILD.mkdir(parents=True, exist_ok=True)
    with (BUILD / "lock").open("w") as lock:
        fcntl.flock(lock.fileno(), fcntl.LOCK_EX)
        make = ["make", "-s", "-C", str(ROOT / "firmware"), "all", "simulator"]
        subprocess.run(make, check=True, stdout=subprocess.DEVNULL)
    simulator = ctypes.CDLL(str(LIBRARY))
    simulator.sim_new.restype = ctypes.c_void_p
    simulator.sim_us.restype = ctypes.c_uint64
    return simulator


class Box:
    """A die box with power on. Everything happens in its own time, and only in `run`."""

    def __init__(self, seed: int = 1, *, noise_mv: int = NOISE_MV) -> None:
        """seed: for its noise and for what its memory holds before power comes."""
        self._library = library()
        self._sim = ctypes.c_void_p(self._library.sim_new(str(ELF).encode()))
        if not self._sim:
            raise RuntimeError(f"the simulator cannot load {ELF}")
        self._take = ctypes.create_string_buffer(4096)
        self._seed = random.Random(seed)
        self.noise(noise_mv)
        self.power_cycle()

    def __enter__(self) -> Box:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._library.sim_free(self._sim)

    def run(self, ms: float) -> None:
        """Lets time pass."""
        if not self._library.sim_run(self._sim, round(1000 * ms)):
            raise RuntimeError("the program has crashed")

    @property
    def now_s(self) -> float:
        """Seconds since this object was made, in the box's own time."""
        return int(self._library.sim_us(self._sim)) / 1e6

    def send(self, data: bytes) -> None:
        """Puts bytes on the wire to the box; they arrive at the pace of the wire."""
        self._library.sim_send(self._sim, data, len(data))

    def take(self) -> bytes:
        """Takes the bytes that the box has put on the wire."""
        data = b""
        while length := self._library.sim_take(self._sim, self._take, len(self._take)):
            data += self._take.raw[:length]
        return data

    def button(self, which: int, closed: bool) -> None:
        """Closes or opens the contact of a button."""
        self._library.sim_button(self._sim, which, int(closed))

    def press(self, which: int, held_ms: float = 60) -> None:
        """Presses a button and lets it go, without any bounce."""
        self.button(which, True)
        self.run(held_ms)
        self.button(which, False)
        self.run(40)

    def noise(self, mv: int) -> None:
        """Sets what the ADC reads from now on: random values in a range of `mv` millivolts, one value if 0."""
        self._library.sim_noise(self._sim, self._seed.randrange(1, 1 << 32), mv)

    def reset(self) -> None:
        """Resets the chip, as the reset button does, or a program that opens the port."""
        self._library.sim_reset(self._sim, 0, 0)

    def power_cycle(self) -> None:
        """Turns power off and on again; after that the memory holds random bytes."""
        self._library.sim_reset(self._sim, 1, self._seed.randrange(1, 1 << 32))

    def hang(self) -> None:
        """Makes the program hang: it reacts to nothing."""
        self._library.sim_hang(self._sim)

    def pips(self) -> tuple[tuple[int, ...], ...]:
        """The seven lamps of each die, in the order of PIPS, 1 for a lit one."""
        ports = self._library.sim_ports(self._sim)
        return tuple(tuple(ports >> pin & 1 for pin in die) for die in PIPS)

    def shown(self) -> tuple[int | None, ...]:
        """The value on each die: 0 if it is dark, None if its lamps show no value of a die."""
        return tuple(FACES.get(pips) for pips in self.pips())

    @property
    def linked(self) -> bool:
        """True if its link lamp is on."""
        return bool(self._library.sim_ports(self._sim) & LINKED)

    def deepest_stack(self) -> int:
        """The most bytes of stack in use since the last reset, at the moments when the simulator looked."""
        return int(self._library.sim_deepest(self._sim))

    @property
    def sounds(self) -> bool:
        """True if its buzzer sounds."""
        return bool(self._library.sim_sounds(self._sim))


class Plug:
    """Connects a box to a pseudo-terminal at `path` in real time, as a USB cable connects a real one."""

    def __init__(self, box: Box, path: Path) -> None:
        self.box = box
        self.path = path
        self.lock = threading.Lock()
        """Held while the box runs: another thread must take it to use the box."""
        self._master: int | None = None
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Plug:
        self.plug_in()
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()
        self._thread.join()
        if self._master is not None:
            self.pull_out()

    def plug_in(self) -> None:
        """Plugs the box in: the port exists, and the box has power."""
        with self.lock:
            self._master, slave = os.openpty()
            tty.setraw(slave)
            self.path.unlink(missing_ok=True)
            self.path.symlink_to(os.ttyname(slave))
            self._slave = slave
            self.box.power_cycle()

    def pull_out(self) -> None:
        """Unplugs the box: the port is gone, and the box has no power."""
        with self.lock:
            assert self._master is not None
            self.path.unlink()
            os.close(self._slave)
            os.close(self._master)
            self._master = None

    def press(self, which: int) -> None:
        """Presses a button and lets it go, in real time."""
        for closed in (True, False):
            with self.lock:
                self.box.button(which, closed)
            time.sleep(0.06)

    def _run(self) -> None:
        before = time.monotonic()
        while not self._ended.is_set():
            with self.lock:
                now = time.monotonic()
                if self._master is not None:
                    if select.select([self._master], [], [], 0)[0]:
                        self.box.send(os.read(self._master, 4096))
                    self.box.run(1000 * min(now - before, 0.05))  # time that a busy machine missed is lost
                    if data := self.box.take():
                        os.write(self._master, data)
                before = now
            time.sleep(0.001)


@contextmanager
def _single_keys() -> Iterator[None]:
    """While open, the terminal gives each key at once, without Enter."""
    before = termios.tcgetattr(sys.stdin)
    tty.setcbreak(sys.stdin)
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)


def main() -> None:
    path = BUILD / "ttyDIEBOX"
    buttons = {"t": THROW, "d": DONE, "u": UNDO, "h": HINT}
    with Box(random.getrandbits(32)) as box, Plug(box, path) as plug, _single_keys():
        sys.stdout.write(f"The box is at {path}. t throw, d done, u undo, h hint, r reset, p plug, q quit\n")
        while True:
            faces = " ".join("?" if value is None else str(value) for value in box.shown())
            sys.stdout.write(f"\r{faces}  {'linked' if box.linked else '      '} ")
            sys.stdout.flush()
            if not select.select([sys.stdin], [], [], 0.1)[0]:
                continue
            match key := sys.stdin.read(1):
                case "q":
                    return
                case "r":
                    with plug.lock:
                        box.reset()
                case "p":
                    plug.pull_out()
                    time.sleep(2)
                    plug.plug_in()
                case _ if key in buttons:
                    plug.press(buttons[key])
                case _:
                    pass


if __name__ == "__main__":
    main()
