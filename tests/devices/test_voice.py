"""The voice, with programs in place of espeak-ng that work, fail, hang or are missing."""

from __future__ import annotations

import io
import os
import tempfile
import time
import wave
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.devices.voice import (
    LIMIT_S,
    PROGRAM,
    RETRY_S,
    Speech,
    Voice,
    VoiceBack,
    VoiceEvent,
    VoiceLost,
    fill_in_sizes,
)

Put = Callable[[str], None]


@pytest.fixture
def put(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Put:
    """Puts a script in place of espeak-ng."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.chdir(tmp_path)

    def put(script: str) -> None:
        file = folder / PROGRAM
        file.write_text(f"#!/bin/sh\n{script}\n")
        file.chmod(0o755)

    return put


def listen(voice: Voice, now: float) -> list[VoiceEvent]:
    """What comes within five seconds of the real time; the voice's clock does not go on."""
    until = time.monotonic() + 5.0
    while time.monotonic() < until:
        if told := list(voice.events(now)):
            return told
        time.sleep(0.005)
    return []


def lives(pid: int) -> bool:
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


def read_pid(file: Path) -> int:
    until = time.monotonic() + 5.0
    while time.monotonic() < until:
        if file.exists() and (text := file.read_text().strip()):
            return int(text)
        time.sleep(0.005)
    raise AssertionError("the program did not start")


def wait_for_end(pid: int) -> None:
    until = time.monotonic() + 5.0
    while lives(pid):
        assert time.monotonic() < until, "it still runs"
        time.sleep(0.005)


def test_a_text_becomes_speech_in_its_language(put: Put, tmp_path: Path) -> None:
    put("printf '%s\\n' \"$@\" > words; printf speech")
    with Voice() as voice:
        voice.say("-v: Weiß ist am Zug; $(touch oops)", "de")
        assert listen(voice, 0.0) == [Speech(b"speech")]
        assert list(voice.events(1.0)) == [], "nothing is said twice"
    words = (tmp_path / "words").read_text().splitlines()
    assert words[:2] == ["-v", "de"]
    assert words[-2:] == ["--", "-v: Weiß ist am Zug; $(touch oops)"]
    assert not (tmp_path / "oops").exists()


def test_a_newer_text_stops_the_older_one_and_replaces_the_one_that_waits(put: Put, tmp_path: Path) -> None:
    put('for text; do :; done; case "$text" in first) echo $$ > pid; sleep 60;; *) printf "%s" "$text";; esac')
    with Voice() as voice:
        voice.say("first", "en")
        assert list(voice.events(0.0)) == []
        pid = read_pid(tmp_path / "pid")
        voice.say("second", "en")
        voice.say("third", "en")
        assert listen(voice, 0.1) == [Speech(b"third")]
        wait_for_end(pid)


def test_a_program_that_hangs_is_stopped_with_all_it_started_and_told_once(put: Put, tmp_path: Path) -> None:
    put("sleep 60 & echo $! > pid; wait")
    with Voice() as voice:
        voice.say("White to move", "en")
        assert list(voice.events(0.0)) == []
        pid = read_pid(tmp_path / "pid")
        assert list(voice.events(LIMIT_S - 0.1)) == []
        (lost,) = voice.events(LIMIT_S)
        assert isinstance(lost, VoiceLost)
        assert "has not answered for 10 seconds" in lost.text
        wait_for_end(pid)
        (tmp_path / "pid").unlink()
        voice.say("too soon after that", "en")
        assert list(voice.events(LIMIT_S + RETRY_S - 0.1)) == []
        voice.say("again", "en")
        assert list(voice.events(LIMIT_S + RETRY_S)) == []
        read_pid(tmp_path / "pid")
        assert list(voice.events(2 * LIMIT_S + RETRY_S)) == [], "the same reason is not told again"
        put("printf speech")
        voice.say("the pause is longer now", "en")
        assert list(voice.events(2 * LIMIT_S + 2 * RETRY_S)) == []
        voice.say("White to move", "en")
        assert listen(voice, 2 * LIMIT_S + 3 * RETRY_S) == [VoiceBack("Speech works again"), Speech(b"speech")]


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("echo 'Error: The specified espeak-ng voice does not exist.' >&2; exit 1", "voice does not exist"),
        ("exit 1", "exit status 1"),
        ("exit 0", "exit status 0"),
        ("kill -SEGV $$", "exit status -11"),
    ],
)
def test_a_program_that_fails_is_reported_once(put: Put, script: str, reason: str) -> None:
    put(script)
    with Voice() as voice:
        voice.say("White to move", "en")
        (lost,) = listen(voice, 0.0)
        assert isinstance(lost, VoiceLost)
        assert reason in lost.text
        assert "companion doctor" in lost.text
        for number in range(1, 4):
            voice.say("White to move", "en")
            now = number * 100.0
            until = time.monotonic() + 5.0
            while not (told := list(voice.events(now))) and voice.is_busy and time.monotonic() < until:
                time.sleep(0.005)
            assert told == []


def test_a_program_that_cannot_be_started_is_reported(put: Put, tmp_path: Path) -> None:
    put("")
    (tmp_path / "bin" / PROGRAM).write_bytes(b"\x7fELF no program")
    with Voice() as voice:
        voice.say("White to move", "en")
        (lost,) = listen(voice, 0.0)
        assert isinstance(lost, VoiceLost)
        assert "Exec format error" in lost.text


def test_neither_a_full_disk_nor_a_strange_text_ends_the_game(put: Put, monkeypatch: pytest.MonkeyPatch) -> None:
    put("printf speech")
    with Voice() as voice:
        voice.say("a\0b", "en")
        (lost,) = listen(voice, 0.0)
        assert isinstance(lost, VoiceLost)
        assert "embedded null byte" in lost.text
        with monkeypatch.context() as change:
            change.setattr(tempfile, "tempdir", "/no/such/folder")
            voice.say("White to move", "en")
            (lost,) = listen(voice, 100.0)
            assert isinstance(lost, VoiceLost)
            assert "No such file or directory" in lost.text
        voice.say("White to move", "en")
        assert listen(voice, 200.0) == [VoiceBack("Speech works again"), Speech(b"speech")]


def test_without_the_program_its_package_is_named_and_it_may_come_later(
    put: Put, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = os.environ["PATH"]
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    with Voice() as voice:
        voice.say("White to move", "en")
        (lost,) = voice.events(0.0)
        assert isinstance(lost, VoiceLost)
        assert "sudo apt install espeak-ng" in lost.text
        voice.say("White to move", "en")
        assert list(voice.events(100.0)) == []
        monkeypatch.setenv("PATH", path)
        put("printf speech")
        voice.say("White to move", "en")
        assert listen(voice, 200.0) == [VoiceBack("Speech works again"), Speech(b"speech")]


def test_the_end_of_the_game_ends_the_program(put: Put, tmp_path: Path) -> None:
    put("echo $$ > pid; sleep 60")
    with Voice() as voice:
        voice.say("White to move", "en")
        list(voice.events(0.0))
        pid = read_pid(tmp_path / "pid")
    assert not lives(pid)


def test_the_sizes_that_espeak_does_not_know_are_filled_in() -> None:
    samples = bytes(range(200))
    # What espeak-ng 1.51 writes to a pipe.
    head = bytes.fromhex("5249464624f0ff7f57415645666d7420100000000100010022560000 44ac0000 02001000 64617461 00f0ff7f")
    with wave.open(io.BytesIO(fill_in_sizes(head + samples)), "rb") as file:
        assert file.getnframes() == 100
        assert file.readframes(1000) == samples
    assert fill_in_sizes(b"no sound") == b"no sound"
