"""How large a panel says it is, read from the data that real screens give (EDID), and from damaged data."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from companion.devices.panel_size import find_diagonal_mm


def connect(drm: Path, name: str, edid: bytes | None, status: str = "connected") -> None:
    folder = drm / name
    folder.mkdir()
    (folder / "status").write_text(status + "\n")
    if edid is not None:
        (folder / "edid").write_bytes(edid)


def make_edid(width_mm: int, height_mm: int) -> bytes:
    """An EDID with a first detailed timing of this size (VESA E-EDID 1.4, 3.10.2)."""
    edid = bytearray(128)
    edid[:8] = bytes([0, 255, 255, 255, 255, 255, 255, 0])
    edid[66:69] = bytes([width_mm & 255, height_mm & 255, (width_mm >> 8) << 4 | height_mm >> 8])
    return bytes(edid)


@pytest.mark.parametrize("size", [(154, 86), (527, 296), (73, 49)])
def test_a_screen_says_its_size(tmp_path: Path, size: tuple[int, int]) -> None:
    connect(tmp_path, "card1-HDMI-A-1", make_edid(*size))
    connect(tmp_path, "card1-HDMI-A-2", make_edid(900, 500), "disconnected")
    assert find_diagonal_mm(tmp_path) == pytest.approx(math.hypot(*size))


@pytest.mark.parametrize("edid", [None, b"", b"\0" * 128, make_edid(0, 0), make_edid(150, 90)[:100]])
def test_a_screen_that_does_not_say_it_has_none(tmp_path: Path, edid: bytes | None) -> None:
    connect(tmp_path, "card0-DSI-1", edid)
    assert find_diagonal_mm(tmp_path) is None


def test_of_two_screens_nobody_knows_which_one_is_touched(tmp_path: Path) -> None:
    connect(tmp_path, "card1-HDMI-A-1", make_edid(154, 86))
    connect(tmp_path, "card1-HDMI-A-2", make_edid(527, 296))
    assert find_diagonal_mm(tmp_path) is None
    assert find_diagonal_mm(tmp_path / "nowhere") is None
