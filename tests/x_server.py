"""A screen of its own for one test: an X server without a monitor, and a pointer on it that somebody holds.

SDL makes fingers of this pointer (SDL_MOUSE_TOUCH_EVENTS), so that a program gets what it gets from a touch panel: each
touch as a finger and as a mouse.
"""

from __future__ import annotations

import ctypes
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import pytest


class Pointer:
    """The pointer of an X server, moved through the server's own extension for tests (XTEST)."""

    def __init__(self, display: str) -> None:
        self._x11 = ctypes.CDLL("libX11.so.6")
        self._xtst = ctypes.CDLL("libXtst.so.6")
        self._x11.XOpenDisplay.restype = ctypes.c_void_p
        self._server = ctypes.c_void_p(self._x11.XOpenDisplay(display.encode()))

    def tap(self, x: int, y: int) -> None:
        """Presses and releases at a pixel of the screen. The server has done it when this returns."""
        now = ctypes.c_ulong(0)
        self._xtst.XTestFakeMotionEvent(self._server, -1, x, y, now)
        for is_down in (1, 0):
            self._xtst.XTestFakeButtonEvent(self._server, 1, is_down, now)
        self._x11.XSync(self._server, 0)

    def close(self) -> None:
        self._x11.XCloseDisplay(self._server)


@contextmanager
def open_x_server(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> Iterator[Pointer]:
    """Starts an X server with a screen of this size, on which SDL opens its windows, and stops it at the end."""
    reading, writing = os.pipe()
    screen = ["-screen", "0", f"{size[0]}x{size[1]}x24", "-nolisten", "tcp"]
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), *screen], pass_fds=[writing], stderr=subprocess.DEVNULL
    )
    os.close(writing)
    try:
        with os.fdopen(reading) as answer:
            display = f":{answer.readline().strip()}"
        monkeypatch.setenv("DISPLAY", display)
        monkeypatch.setenv("SDL_VIDEODRIVER", "x11")
        monkeypatch.setenv("SDL_MOUSE_TOUCH_EVENTS", "1")
        pointer = Pointer(display)
        yield pointer
        pointer.close()
    finally:
        server.terminate()
        server.wait(10)
