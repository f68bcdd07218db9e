"""The service when the system stops it, and when nobody takes what it says: real programs, pipes and signals."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.history.journal import FILE, read

LIVE = ("--game", "mindfield", "--camera", "virtual", "--display", "none")
"""A game that nobody ends."""

PIPE_BYTES = 64 * 1024


def command(folder: Path, *options: str) -> list[str]:
    return [sys.executable, "-m", "companion.cli", "play", *LIVE, "--data", str(folder / "data"), *options]


@contextmanager
def started(words: Sequence[str], **given: Any) -> Iterator[subprocess.Popen[bytes]]:
    program = subprocess.Popen(words, **given)
    try:
        yield program
    finally:
        program.kill()
        program.wait()


def wait_for_table(log: Path) -> None:
    """Waits until the game has begun and the start table was seen."""
    until = time.monotonic() + 30
    while not (log.exists() and b"setup-ok" in log.read_bytes()):
        assert time.monotonic() < until, "the game does not begin"
        time.sleep(0.05)


def stop(program: subprocess.Popen[bytes]) -> int:
    program.send_signal(signal.SIGTERM)
    return program.wait(timeout=10)


def test_a_stopped_game_ends_cleanly(tmp_path: Path) -> None:
    with started(command(tmp_path, "--events", str(tmp_path / "events")), stderr=subprocess.PIPE) as program:
        wait_for_table(tmp_path / "events")
        assert stop(program) == 0
        assert program.stderr is not None
        assert b"Traceback" not in program.stderr.read()
    # A journal that was closed has no log beside it.
    assert not (tmp_path / "data" / f"{FILE}-wal").exists()
    assert read(tmp_path / "data" / FILE).problem is None


@pytest.mark.parametrize("where", ["2>/dev/full", "<&- >&- 2>&-"])
def test_a_game_goes_on_though_nobody_can_hear_it(where: str, tmp_path: Path) -> None:
    log = tmp_path / "events"
    words = ["sh", "-c", f'exec "$@" {where}', "sh", *command(tmp_path, "--events", str(log))]
    with started(words) as program:
        wait_for_table(log)
        assert stop(program) == 0
    # Nothing that was meant for people got into a file that was opened in their place.
    assert [json.loads(line)["event"] for line in log.read_text().splitlines()] == ["setup-ok"]
    assert read(tmp_path / "data" / FILE).problem is None


def test_readers_who_do_not_read_hold_up_neither_the_game_nor_its_end(tmp_path: Path) -> None:
    reader, full = os.pipe()
    os.write(full, b"x" * PIPE_BYTES)
    (tmp_path / "data").mkdir()
    request = tmp_path / "data" / "report-wanted"
    with started(command(tmp_path, "--events", "-"), stdout=full, stderr=full) as program:
        until = time.monotonic() + 30
        request.touch()
        while request.exists():  # only a loop that runs answers the request, by deleting it
            assert time.monotonic() < until, "the game stands still"
            time.sleep(0.05)
        assert stop(program) == 0
    os.close(full)
    os.close(reader)


def test_a_closed_standard_output_is_reported_before_the_game(tmp_path: Path) -> None:
    words = ["sh", "-c", 'exec "$@" >&-', "sh", *command(tmp_path, "--events", "-")]
    ended = subprocess.run(words, capture_output=True, text=True, timeout=30, check=False)
    assert ended.returncode == 1
    assert ended.stderr == "companion play: the events cannot be written to -: standard output is closed\n"


def test_events_for_which_there_is_no_room_end_the_game_only_at_its_end(tmp_path: Path) -> None:
    with started(command(tmp_path, "--events", "/dev/full"), stderr=subprocess.PIPE) as program:
        assert program.stderr is not None
        said = program.stderr.readline() + program.stderr.readline()
        assert b"The events wait until they can be written to /dev/full: No space left on device" in said
        assert stop(program) == 1
        assert b"1 event could not be written to /dev/full. The game is saved" in program.stderr.read()
