"""Switching off: what the companion asks of logind. A busctl of the test writes it down."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.host.power import PowerError, power_off


def put_busctl(folder: Path, script: str) -> None:
    program = folder / "busctl"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)


def test_logind_is_asked_without_a_password(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put_busctl(tmp_path, f'echo "$@" > {tmp_path}/asked')
    monkeypatch.setenv("PATH", str(tmp_path))
    power_off()
    asked = (tmp_path / "asked").read_text().split()
    assert asked[-3:] == ["PowerOff", "b", "false"]
    assert "org.freedesktop.login1" in asked


def test_a_refusal_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put_busctl(tmp_path, "echo 'Call failed: Interactive authentication required.' >&2; exit 1")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(PowerError, match="cannot be switched off: Call failed: Interactive"):
        power_off()


def test_a_system_without_logind_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(PowerError, match="busctl is missing"):
        power_off()
