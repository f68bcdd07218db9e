"""Pictures, layouts and other files that somebody made to hurt: each is refused in words, and the others are read."""

from __future__ import annotations

import json
import os
import struct
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.boards import BOARDS
from companion.cli import main
from vision import layout as layouts
from vision import register
from vision.errors import BoardNotFound, SourceError
from vision.layout import LayoutError
from vision.sources import decode_image, read_image
from vision.sources.picture_size import MOST_SIDE_PX, read_size

LAYOUT = BOARDS["mindfield"].layout()
GOOD = Path(__file__).parents[1] / "data" / "photos" / "mindfield-daylight-game.jpg"


def make_png(width: int, height: int, rows: int) -> bytes:
    """A black PNG that claims a size (px), but holds only as many rows as given."""
    row = b"\0" + bytes((width + 7) // 8)
    packer = zlib.compressobj(9)
    data = b"".join(packer.compress(row) for _ in range(rows)) + packer.flush()
    parts = ((b"IHDR", struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)), (b"IDAT", data), (b"IEND", b""))
    framed = (struct.pack(">I", len(p)) + name + p + struct.pack(">I", zlib.crc32(name + p)) for name, p in parts)
    return b"\x89PNG\r\n\x1a\n" + b"".join(framed)


def make_jpeg(width: int, height: int) -> bytes:
    """A JPEG that says that it has this size."""
    data = bytearray(cv2.imencode(".jpg", np.zeros((64, 64, 3), np.uint8))[1].tobytes())
    at = data.index(b"\xff\xc0") + 5
    data[at : at + 4] = struct.pack(">HH", height, width)
    return bytes(data)


BOMBS = {
    "wide": make_png(1_000_000, 8, 8),
    "tall": make_png(8, 1_000_000, 20),
    "bomb": make_png(30_000, 30_000, 100),
    "larger than OpenCV unpacks": make_png(60_000, 60_000, 10),
    "jpeg": make_jpeg(65_000, 65_000),
    "narrow": cv2.imencode(".bmp", np.zeros((4, 700, 3), np.uint8))[1].tobytes(),
    "cut": make_png(640, 480, 480)[:60],
    "jpeg without end": b"\xff\xd8" + b"\xff\xe0\x00\x00" * 50_000,
    "empty": b"",
}

NO_PICTURES = ("cut", "jpeg without end", "empty")


@pytest.mark.parametrize("name", BOMBS)
def test_a_picture_that_is_none_of_a_board_is_refused_before_it_fills_the_memory(name: str) -> None:
    if name in NO_PICTURES:
        assert decode_image(BOMBS[name]) is None
    else:
        with pytest.raises(SourceError, match="is not one of a board"):
            decode_image(BOMBS[name])


def test_the_others_are_read_all_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name in ("wide", "bomb", "cut"):
        (tmp_path / name).write_bytes(BOMBS[name])
    files = [str(tmp_path / name) for name in ("wide", "bomb", "cut", "pipe", "missing")]
    assert main(["read", "--game", "mindfield", "--json", *files, str(GOOD)]) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["registered"] for line in lines] == [False] * 5 + [True]
    assert "1000000x8" in lines[0]["error"]
    assert "not a file" in lines[3]["error"]


def test_the_size_in_the_file_is_that_of_the_picture(tmp_path: Path) -> None:
    picture = np.zeros((48, 640, 3), np.uint8)
    for ending in ("png", "jpg"):
        assert read_size(cv2.imencode(f".{ending}", picture)[1].tobytes()) == (640, 48)
    assert read_size(cv2.imencode(".bmp", picture)[1].tobytes()) is None
    cv2.imwrite(str(tmp_path / "wide.png"), np.zeros((16, MOST_SIDE_PX + 1), np.uint8))
    with pytest.raises(SourceError, match="32769x16"):
        read_image(tmp_path / "wide.png")


def whole() -> dict[str, Any]:
    made: dict[str, Any] = json.loads(json.dumps(layouts.dump(LAYOUT)))
    return made


HUGE = int("9" * 400)


def with_huge_size(data: dict[str, Any]) -> None:
    data["size_mm"] = [HUGE, HUGE]


def with_huge_place(data: dict[str, Any]) -> None:
    data["cells"]["a1"]["x"] = HUGE


@pytest.mark.parametrize("spoil", [with_huge_size, with_huge_place])
def test_numbers_of_hundreds_of_digits_are_refused(spoil: Callable[[dict[str, Any]], None]) -> None:
    data = whole()
    spoil(data)
    with pytest.raises(LayoutError, match="a number is needed"):
        layouts.parse(data)


def test_a_layout_that_is_no_json_or_a_pipe_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "digits").write_text('{"size_mm": [' + "9" * 5000 + ', 1], "cells": {}}')
    (tmp_path / "deep").write_text("[" * 100_000)
    (tmp_path / "latin").write_bytes(b'{"game": "\xe9"}')
    for name, words in (("pipe", "not a file"), ("digits", "JSON"), ("deep", "JSON"), ("latin", "JSON")):
        with pytest.raises(LayoutError, match=words):
            layouts.load(tmp_path / name)


@pytest.mark.parametrize("count", [1, 2])
def test_a_layout_with_few_markers_says_what_is_missing(count: int) -> None:
    data = whole()
    data["markers"] = data["markers"][:count]
    layout = layouts.parse(data)
    picture = np.full((720, 960, 3), 255, np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for number, marker in enumerate(layout.markers):  # all of them, but none where it should be
        drawn = cv2.aruco.generateImageMarker(dictionary, marker.id, 120)
        picture[300:420, 100 + 150 * number : 220 + 150 * number] = drawn[:, :, None]
    with pytest.raises(BoardNotFound, match="they are too few or not where they should be"):
        register.find(picture, layout)


def test_pieces_of_a_million_kilometres_are_no_traceback(tmp_path: Path) -> None:
    data = whole()
    for piece in data["pieces"].values():
        piece["diameter_mm"] = 1e9
    (tmp_path / "layout.json").write_text(json.dumps(data))
    words = [sys.executable, "-m", "companion.cli", "read", "--layout", str(tmp_path / "layout.json"), str(GOOD)]
    ended = subprocess.run(words, capture_output=True, text=True, check=False, timeout=120)
    assert "Traceback" not in ended.stderr
    assert ended.returncode in (0, 1)


def make_full_of_one_marker() -> NDArray[np.uint8]:
    """A picture in which the same marker stands 256 times."""
    side, many = 37, 16
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    drawn = cv2.aruco.generateImageMarker(dictionary, LAYOUT.markers[0].id, side)
    tile = np.full((side + 8, side + 8), 255, np.uint8)
    tile[4:-4, 4:-4] = drawn
    return np.tile(tile, (many, many))


@pytest.mark.parametrize("thorough", [True, False])  # False: what a running game does in each picture
def test_a_picture_full_of_the_same_marker_is_no_board(thorough: bool) -> None:
    with pytest.raises(BoardNotFound):
        register.find(make_full_of_one_marker(), LAYOUT, thorough=thorough)
