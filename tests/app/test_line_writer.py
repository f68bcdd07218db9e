"""Lines for other programs: whole and in order, and never a reason for the game to wait."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from companion.app import line_writer
from companion.app.line_writer import LineWriter
from tests.disks import small_disk

LINE = "x" * 999


def test_a_line_is_written_when_write_returns(tmp_path: Path) -> None:
    lines = LineWriter(os.open(tmp_path / "file", os.O_WRONLY | os.O_CREAT))
    for number in range(50):
        lines.write(str(number))
        assert (tmp_path / "file").read_text().splitlines()[-1] == str(number)
    assert lines.close() == 0


def test_a_reader_who_does_not_read_keeps_nobody_waiting_and_loses_nothing_when_they_read_again() -> None:
    reader, fd = os.pipe()
    lines = LineWriter(fd)
    begun = time.monotonic()
    for number in range(300):  # more than a pipe holds
        lines.write(f"{number} {LINE}")
    assert time.monotonic() - begun < 2 * line_writer.PATIENCE_S
    assert lines.waiting > 100
    assert (lines.failed, lines.is_cut) == (None, False)
    read = b""
    while read.count(b"\n") < 300:
        read += os.read(reader, 1 << 16)
    assert lines.close() == 0
    os.close(reader)
    assert read.decode().splitlines() == [f"{number} {LINE}" for number in range(300)]


def test_the_end_does_not_wait_long_for_a_reader_who_does_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_writer, "CLOSE_PATIENCE_S", 0.2)
    reader, fd = os.pipe()
    lines = LineWriter(fd)
    for _ in range(100):
        lines.write(LINE)
    begun = time.monotonic()
    assert lines.close() > 30
    assert time.monotonic() - begun < 1.0
    os.close(reader)


def test_a_reader_who_has_gone_is_reported() -> None:
    reader, fd = os.pipe()
    lines = LineWriter(fd)
    lines.write("first")
    os.close(reader)
    lines.write("second")
    assert isinstance(lines.failed, BrokenPipeError)
    lines.write("third")
    assert lines.waiting == lines.close() == 1


def test_a_full_disk_makes_lines_wait_until_there_is_room(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 64) as disk:
        ballast = disk / "ballast"
        ballast.write_bytes(b"0" * 40 * 1024)
        lines = LineWriter(os.open(disk / "file", os.O_WRONLY | os.O_CREAT))
        for number in range(50):
            lines.write(f"{number} {LINE}")
        assert "No space left" in str(lines.problem)
        assert lines.waiting > 10
        ballast.unlink()
        assert lines.close() == 0
        assert (disk / "file").read_text().splitlines() == [f"{number} {LINE}" for number in range(50)]


def test_a_disk_that_stays_full_is_reported_at_the_end() -> None:
    lines = LineWriter(os.open("/dev/full", os.O_WRONLY))
    lines.write(LINE)
    assert lines.failed is None
    assert lines.close() == 1
    assert "No space left" in str(lines.failed)


def test_no_more_lines_wait_than_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_writer, "MOST_WAITING", 5)
    monkeypatch.setattr(line_writer, "CLOSE_PATIENCE_S", 0.1)
    reader, fd = os.pipe()
    lines = LineWriter(fd)
    for _ in range(200):
        lines.write(LINE)
    assert lines.is_cut
    assert lines.waiting == 5
    lines.close()
    os.close(reader)
