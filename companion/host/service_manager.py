"""Tells systemd how the companion is: ready, alive, or stopping (the protocol of sd_notify).

systemd names a datagram socket in the environment, and reads lines `NAME=value` from it (man sd_notify). If there is no
such socket, for example in a terminal, nothing is sent.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping


class ServiceManager:
    """The socket of systemd, if there is one."""

    def __init__(self, environment: Mapping[str, str] = os.environ, pid: int | None = None) -> None:
        """environment: in which systemd leaves the address of the socket. pid: the number of this process; None for the
        real one.
        """
        name = environment.get("NOTIFY_SOCKET", "")
        # An address that begins with @ is no file: its first byte is zero (man 7 unix).
        self._address = f"\0{name[1:]}" if name.startswith("@") else name
        self._watchdog_s = _read_watchdog(environment, os.getpid() if pid is None else pid)

    @property
    def listens(self) -> bool:
        """True if systemd has started this program and wants to know how it is."""
        return bool(self._address)

    @property
    def watchdog_s(self) -> float | None:
        """How long systemd waits for a sign of life before it starts the program again; None if it does not wait for
        any.
        """
        return self._watchdog_s

    def notify(self, **lines: str | int) -> bool:
        """Sends lines such as READY=1. True if they arrived; if not, the caller must send them again later.

        This never waits, because a systemd that does not read must not stop the game.
        """
        if not self._address:
            return False
        message = "\n".join(f"{name}={value}" for name, value in lines.items())
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC | socket.SOCK_NONBLOCK) as sender:
            try:
                sender.sendto(message.encode(), self._address)
            except OSError:
                return False
        return True


def _read_watchdog(environment: Mapping[str, str], pid: int) -> float | None:
    """How long systemd waits for signs of life from this process (man sd_watchdog_enabled); None if it does not
    wait.
    """
    microseconds = environment.get("WATCHDOG_USEC", "")
    meant_for = environment.get("WATCHDOG_PID", "")
    if not microseconds.isdecimal() or (meant_for and meant_for != str(pid)):
        return None
    return int(microseconds) / 1e6 or None
