"""`companion boards fit` moves corners to the lines of a photograph, or says that it could not."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.boards import BOARDS, own
from companion.boards.backgammon import bought
from companion.boards.picture import raster
from companion.cli import main
from vision import layout as layouts
from vision.register.corners import to_layout_corners

FIELD_AT = (26.0, 28.0)
"""Top left corner of the field on our own print of backgammon, mm."""
CORNERS = np.array([(112.0, 70.0), (520.0, 60.0), (560.0, 420.0), (80.0, 400.0)])
"""Corners of the field in the photograph, px."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A photograph of our print of backgammon, taken for a bought board, and its layout."""
    where = tmp_path_factory.mktemp("fit")
    board = own.finish(bought.plan((394.0, 334.0), 34.0, 26.0, frame=6.0, trays=84.0))
    (where / "layout.json").write_text(json.dumps(layouts.dump(board.layout)))
    (where / "at").write_text(" ".join(f"{x:g},{y:g}" for x, y in board.corners))
    print_px = raster(BOARDS["backgammon"].drawing(), 2.0)
    left, top = FIELD_AT
    field = np.array([(0, 0), (394, 0), (394, 334), (0, 334)]) + np.array((left, top))
    to = cv2.getPerspectiveTransform((field * 2 - 0.5).astype(np.float32), CORNERS.astype(np.float32))
    picture = cv2.warpPerspective(print_px, to, (700, 480), flags=cv2.INTER_AREA, borderValue=(90, 110, 130))
    cv2.imwrite(str(where / "photo.png"), cv2.GaussianBlur(picture, (0, 0), 0.8))
    cv2.imwrite(str(where / "bare.png"), np.full((480, 700, 3), 120, np.uint8))
    return where


def fit(folder: Path, photo: str, corners: np.ndarray, *options: str) -> int:
    text = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
    layout, at = str(folder / "layout.json"), (folder / "at").read_text()
    return main(
        ["boards", "fit", str(folder / photo), "--layout", layout, "--corners", text, "--corners-at", at, *options]
    )


def test_corners_come_back_and_the_layout_is_drawn(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    off = CORNERS + np.array([(4, 0), (0, -4), (-3, 3), (3, 3)])
    assert fit(folder, "photo.png", off, "--out", str(tmp_path / "fit.png")) == 0
    words, option = capsys.readouterr().out.splitlines()
    assert "of the lines are seen" in words
    assert option.startswith('--corners "')
    found = np.array([[float(n) for n in pair.split(",")] for pair in option.split('"')[1].split()])
    by = float(words.split()[-2])
    assert by == pytest.approx(np.linalg.norm(found - off, axis=1).max(), abs=0.1), "of the points that were given"
    assert np.linalg.norm(found - CORNERS, axis=1).max() < 1.5
    drawn = cv2.imread(str(tmp_path / "fit.png"))
    photo = cv2.imread(str(folder / "photo.png"))
    assert drawn is not None
    assert photo is not None
    assert (drawn != photo).any(axis=2).mean() > 0.01


def test_a_picture_without_lines_gives_no_corners(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert fit(folder, "bare.png", CORNERS) == 1
    said = capsys.readouterr()
    assert "--corners" not in said.out
    assert "not reliable" in said.err


@pytest.mark.parametrize(
    ("photo", "corners", "words"),
    [
        ("nothing.png", CORNERS, "cannot be read: No such file"),
        ("photo.png", CORNERS[::-1], "anticlockwise"),
        ("photo.png", CORNERS[:3], "four points are needed"),
    ],
)
def test_what_cannot_be_fitted_is_reported(
    folder: Path, capsys: pytest.CaptureFixture[str], photo: str, corners: np.ndarray, words: str
) -> None:
    assert fit(folder, photo, corners) == 1
    assert words in capsys.readouterr().err


def test_backgammon_s_lines_are_its_points_and_its_halves() -> None:
    layout = BOARDS["backgammon"].layout()
    lines = bought.list_lines_with_tips(layout, 0.9)
    assert len(lines) == 24 * 3 + 2 * 4
    assert bought.list_lines_with_tips(BOARDS["mindfield"].layout(), 0.9) == ()
    assert to_layout_corners(layout, [(0, 0), (9, 0), (9, 9), (0, 9)], [(0, 0), (9, 0), (9, 9), (0, 9)])[2] == (
        pytest.approx(layout.size_mm, rel=1e-4)
    )
