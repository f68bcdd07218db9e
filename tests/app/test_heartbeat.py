"""When systemd hears that the companion is ready and alive."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.app.heartbeat import ALL_PARTS, Heartbeat
from companion.host.service_manager import ServiceManager


class Systemd:
    """A socket that reads what a service tells, and a clock that a test sets."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "notify"
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(str(self.path))
        self.socket.setblocking(False)
        self.now = 100.0

    def start(self) -> Heartbeat:
        environment = {"NOTIFY_SOCKET": str(self.path), "WATCHDOG_USEC": "40000000"}
        return Heartbeat(ServiceManager(environment), lambda: self.now)

    def heard(self) -> list[str]:
        """What came since the last call, without the texts for `systemctl status`."""
        lines: list[str] = []
        while True:
            try:
                lines += self.socket.recv(4096).decode().splitlines()
            except BlockingIOError:
                return [line for line in lines if not line.startswith("STATUS=")]


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[Systemd]:
    made = Systemd(tmp_path)
    with closing(made.socket):
        yield made


def test_it_is_ready_when_all_parts_have_worked(systemd: Systemd) -> None:
    heart = systemd.start()
    heart.beat("screen")
    heart.beat("camera")
    assert systemd.heard() == []
    heart.beat("vision")
    assert systemd.heard() == ["READY=1", "WATCHDOG=1"]


@pytest.mark.parametrize("silent", sorted(ALL_PARTS))
def test_a_part_that_hangs_ends_the_signs_of_life(systemd: Systemd, silent: str) -> None:
    heart = systemd.start()
    for _ in range(3):
        for part in ALL_PARTS:
            heart.beat(part)
        systemd.now += 11
    assert systemd.heard() == ["READY=1", "WATCHDOG=1", "WATCHDOG=1", "WATCHDOG=1"]
    for _ in range(10):
        for part in ALL_PARTS - {silent}:
            heart.beat(part)
        systemd.now += 11
    assert systemd.heard() == []


def test_signs_of_life_are_four_in_each_time_limit(systemd: Systemd) -> None:
    heart = systemd.start()
    for _ in range(400):
        for part in ALL_PARTS:
            heart.beat(part)
        systemd.now += 0.1
    assert systemd.heard() == ["READY=1"] + 4 * ["WATCHDOG=1"]


def test_a_start_without_a_camera_asks_for_more_time_and_is_not_ready(systemd: Systemd) -> None:
    heart = systemd.start()
    for _ in range(20):
        heart.wait("camera", "vision", why="no camera")
        heart.beat("screen")
        systemd.now += 1
    assert systemd.heard() == 4 * ["EXTEND_TIMEOUT_USEC=30000000"]
    for _ in range(2):
        for part in ALL_PARTS:
            heart.beat(part)
    assert systemd.heard()[-2:] == ["READY=1", "WATCHDOG=1"]


def test_a_fault_that_is_known_does_not_end_the_signs_of_life(systemd: Systemd) -> None:
    heart = systemd.start()
    for part in ALL_PARTS:
        heart.beat(part)
    for _ in range(20):
        systemd.now += 1
        heart.wait("camera", "vision", why="unplugged")
        heart.beat("screen")
    assert systemd.heard() == ["READY=1"] + 3 * ["WATCHDOG=1"]
    for _ in range(60):  # the screen hangs while the camera is tried again
        systemd.now += 1
        heart.wait("camera", "vision", why="unplugged")
    assert len(systemd.heard()) <= 1, "at most the sign that was due before"


def test_in_the_menu_only_the_screen_works(systemd: Systemd) -> None:
    heart = systemd.start()
    heart.need(["screen"])
    heart.beat("screen")
    heart.need(ALL_PARTS)
    systemd.now += 60
    heart.beat("screen")
    assert systemd.heard() == ["READY=1", "WATCHDOG=1"]


def test_a_message_that_did_not_arrive_is_sent_again(systemd: Systemd) -> None:
    heart = systemd.start()
    heart.need(["screen"])
    systemd.path.rename(systemd.path.with_name("elsewhere"))
    heart.beat("screen")
    assert systemd.heard() == []
    systemd.path.with_name("elsewhere").rename(systemd.path)
    heart.beat("screen")
    assert systemd.heard() == ["READY=1", "WATCHDOG=1"]


def test_a_menu_on_a_panel_that_is_missing_is_not_ready(systemd: Systemd) -> None:
    heart = systemd.start()
    heart.need(["screen"])
    heart.report("screen", "no panel")
    assert systemd.heard() == ["EXTEND_TIMEOUT_USEC=30000000"]
    heart.report("screen", None)
    assert systemd.heard() == ["READY=1", "WATCHDOG=1"]
