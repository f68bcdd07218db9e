"""Signs of life over a real socket, as systemd reads them."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.host.service_manager import ServiceManager


@pytest.fixture(params=["file", "abstract"])
def listener(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, socket.socket]]:
    """A socket as systemd opens one, and its address as systemd writes it."""
    address = str(tmp_path / "notify") if request.param == "file" else f"@companion-test-{os.getpid()}"
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as opened:
        opened.bind(f"\0{address[1:]}" if address.startswith("@") else address)
        opened.setblocking(False)
        yield address, opened


def test_lines_arrive_in_one_message(listener: tuple[str, socket.socket]) -> None:
    address, opened = listener
    manager = ServiceManager({"NOTIFY_SOCKET": address})
    assert manager.listens
    assert manager.notify(READY=1, STATUS="plays – Spaces")
    assert opened.recv(4096).decode() == "READY=1\nSTATUS=plays – Spaces"


def test_without_systemd_nothing_is_sent() -> None:
    manager = ServiceManager({})
    assert not manager.listens
    assert not manager.notify(READY=1)


def test_a_socket_that_is_gone_or_full_is_no_reason_to_wait(listener: tuple[str, socket.socket]) -> None:
    address, opened = listener
    manager = ServiceManager({"NOTIFY_SOCKET": address})
    sent = 0
    while manager.notify(WATCHDOG=1):
        sent += 1
        assert sent < 100_000
    opened.recv(4096)
    assert manager.notify(WATCHDOG=1)
    opened.close()
    assert not manager.notify(WATCHDOG=1)


@pytest.mark.parametrize(
    ("environment", "seconds"),
    [
        ({}, None),
        ({"WATCHDOG_USEC": "30000000"}, 30),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "17"}, 30),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "18"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
    ],
)
def test_the_time_limit_is_that_of_this_process(environment: dict[str, str], seconds: float | None) -> None:
    assert ServiceManager(environment, pid=17).watchdog_s == seconds
