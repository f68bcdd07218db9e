"""The files that `companion boards` writes: true to scale, whole, and with messages that help."""

from __future__ import annotations

import argparse
import itertools
import json
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree import ElementTree

import cv2
import numpy as np
import pypdfium2
import pytest

from companion.boards import BOARDS, Board, picture, tiles
from companion.boards.export import PAPERS
from companion.commands import boards as command
from vision import layout as layouts

SVG = "{http://www.w3.org/2000/svg}"
PX_PER_MM = 5.0
boards = pytest.mark.parametrize("board", BOARDS.values(), ids=list(BOARDS))


def _run(*words: str) -> int:
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    return command.run(parser.parse_args(words))


@cache
def _export_pdf(game: str, paper: str) -> bytes:
    with TemporaryDirectory() as folder:
        assert _run("export", game, "--out", folder, "--paper", paper) == 0
        return (Path(folder) / "board.pdf").read_bytes()


def _longest_dark_run_mm(sheet: np.ndarray) -> float:
    """The longest straight dark line, upright or level, in mm."""
    longest = 0
    dark = sheet.max(axis=2) < 190
    for lines in (dark, dark.T):
        one_row = np.pad(lines, ((0, 0), (0, 1))).ravel()  # after each line something light ends what is dark
        edges = np.flatnonzero(np.diff(one_row.astype(np.int8), prepend=0))
        longest = max(longest, int(np.max(edges[1::2] - edges[::2], initial=0)))
    return longest / PX_PER_MM


@boards
def test_export_writes_four_files_that_agree(board: Board, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "new" / "folder"
    assert _run("export", board.game, "--out", str(out)) == 0
    names = ["board.pdf", "board.svg", "board.png", "layout.json"]
    assert capsys.readouterr().out.splitlines() == [str(out / name) for name in names]
    assert sorted(p.name for p in out.iterdir()) == sorted(names)
    layout = layouts.load(out / "layout.json")
    assert layout == board.layout()
    image = cv2.imread(str(out / "board.png"))
    assert image is not None
    width, height = layout.size_mm
    assert image.shape == (round(height / 25.4 * 200), round(width / 25.4 * 200), 3)
    root = ElementTree.parse(out / "board.svg").getroot()
    assert root.get("width") == f"{width:g}mm"
    assert root.get("viewBox") == f"0 0 {width:g} {height:g}"
    assert len(root.findall(f".//{SVG}text")) > len(layout.cells) ** 0.5


@boards
def test_the_piece_diameter_reaches_every_file(board: Board, tmp_path: Path) -> None:
    diameter = board.piece_diameter_mm * 1.2
    assert _run("export", board.game, "--out", str(tmp_path), "--paper", "full", "--piece-diameter", str(diameter)) == 0
    assert layouts.load(tmp_path / "layout.json") == board.layout(diameter)
    with pypdfium2.PdfDocument(tmp_path / "board.pdf") as document:
        size_mm = [side / 72 * 25.4 for side in document[0].get_size()]
    assert size_mm == pytest.approx(board.layout(diameter).size_mm, abs=0.05)


@boards
@pytest.mark.parametrize("paper", tiles.PAPERS)
@pytest.mark.parametrize("scale", [1.0, 1.6])
def test_the_sheets_cover_the_print_and_overlap(board: Board, paper: str, scale: float) -> None:
    diameter = board.piece_diameter_mm * scale
    drawing, layout = board.drawing(diameter), board.layout(diameter)
    spans: dict[tuple[float, ...], set[tuple[float, float]]] = {(0,): set(), (1,): set()}
    for page in tiles.split_into_pages(drawing, layout, paper):
        assert sorted(page.size_mm) == sorted(tiles.PAPERS[paper])
        tile = page.items[0]
        assert tile.window_mm is not None
        x, y, width, height = tile.window_mm
        assert min(x, y) >= tiles.MARGIN_MM - 1e-6
        assert x + width <= page.size_mm[0] - tiles.MARGIN_MM + 1e-6
        assert y + height <= page.size_mm[1] - tiles.MARGIN_MM + 1e-6
        left, top = x - tile.offset_mm[0], y - tile.offset_mm[1]
        spans[(0,)].add((round(left, 6), round(left + width, 6)))
        spans[(1,)].add((round(top, 6), round(top + height, 6)))
    for (axis,), parts in spans.items():
        ordered = sorted(parts)
        assert ordered[0][0] == pytest.approx(0)
        assert ordered[-1][1] == pytest.approx(drawing.size_mm[int(axis)])
        for (_, end), (start, _) in itertools.pairwise(ordered):
            assert end - start == pytest.approx(tiles.BAND_MM)
            join = (start + end) / 2
            for marker in layout.markers:
                at = (marker.x, marker.y)[int(axis)]
                assert abs(join - at) > marker.size_mm / 2, "a join must not cut a marker"


@boards
def test_sheets_laid_over_each_other_give_the_print_without_a_mark(board: Board) -> None:
    """Cut and glued as the marks say, the sheets are the board again."""
    document = _export_pdf(board.game, "letter")
    whole = picture.raster(board.drawing(), PX_PER_MM)
    glued = np.zeros_like(whole)
    pages = tiles.split_into_pages(board.drawing(), board.layout(), "letter")
    assert len(pages) > 1
    half = tiles.BAND_MM / 2
    size = board.drawing().size_mm
    for number, page in enumerate(pages):
        sheet = picture.raster_page(document, number, PX_PER_MM)
        tile = page.items[0]
        assert tile.window_mm is not None
        x, y, width, height = tile.window_mm
        left, top = x - tile.offset_mm[0], y - tile.offset_mm[1]
        # The part of the sheet that can still be seen: the outer halves of its overlap bands are cut off or covered.
        x0, y0 = (start + half if start > 0.01 else start for start in (left, top))
        x1, y1 = (
            end - half if end < full - 0.01 else end
            for end, full in zip((left + width, top + height), size, strict=True)
        )
        rows, columns = (
            np.arange(round(y0 * PX_PER_MM), round(y1 * PX_PER_MM)),
            np.arange(round(x0 * PX_PER_MM), round(x1 * PX_PER_MM)),
        )
        # Moves the page's pixels to their places on the print, to a fraction of a pixel.
        scale = [pixels / side for pixels, side in zip((sheet.shape[1], sheet.shape[0]), page.size_mm, strict=True)]
        shift = [(offset * k - 0.5 + 0.5 * k / PX_PER_MM) for offset, k in zip(tile.offset_mm, scale, strict=True)]
        to_page = np.array([[scale[0] / PX_PER_MM, 0, shift[0]], [0, scale[1] / PX_PER_MM, shift[1]]])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        moved = cv2.warpAffine(sheet, to_page, (whole.shape[1], whole.shape[0]), flags=flags)
        glued[np.ix_(rows, columns)] = moved[np.ix_(rows, columns)]
    # The edges of a moved page fall on the pixels differently (level edges by whole pixels, so that a corner may differ
    # in 2 of 9 lines). So averages over 2 mm are compared instead of pixels.
    glued, whole = (cv2.blur(image, (9, 9)).astype(int) for image in (glued, whole))
    assert np.abs(glued - whole).max() < 64


@boards
@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
def test_the_check_ruler_measures_100_mm(board: Board, paper: str) -> None:
    document = _export_pdf(board.game, paper)
    sheet = picture.raster_page(document, 0, PX_PER_MM)
    tile = tiles.split_into_pages(board.drawing(), board.layout(), paper)[0].items[0]
    assert tile.window_mm is not None
    x, y, width, height = (round(v * PX_PER_MM) for v in tile.window_mm)
    sheet[y - 1 : y + height + 1, x - 1 : x + width + 1] = 255
    assert _longest_dark_run_mm(sheet) == pytest.approx(100, abs=0.6)


def test_mindfield_needs_two_a4_sheets_or_one_of_a3_and_a_page_for_the_antipode() -> None:
    board = BOARDS["mindfield"]
    assert len(tiles.split_into_pages(board.drawing(), board.layout(), "a4")) == 2
    assert len(tiles.split_into_pages(board.drawing(), board.layout(), "a3")) == 1
    (card,) = board.cutouts()
    assert len(tiles.split_into_pages(card, None, "a4")) == 1


def test_the_antipode_card_shows_both_faces_at_their_true_size(tmp_path: Path) -> None:
    assert _run("export", "mindfield", "--out", str(tmp_path), "--paper", "a4") == 0
    document = (tmp_path / "board.pdf").read_bytes()
    sheet = picture.raster_page(document, 2, PX_PER_MM)
    hsv = cv2.cvtColor(sheet, cv2.COLOR_BGR2HSV)
    gold = (hsv[..., 1] > 120).astype(np.uint8)
    silver = (cv2.inRange(sheet, (205, 205, 205), (225, 225, 225)) > 0).astype(np.uint8)
    for face in (gold, silver):
        _, _, stats, _ = cv2.connectedComponentsWithStats(face)
        _, _, width, height, _ = stats[1:][stats[1:, cv2.CC_STAT_AREA].argmax()]
        assert (width / PX_PER_MM, height / PX_PER_MM) == pytest.approx((26, 26), abs=0.5)


def test_the_marker_sheet_shows_markers_40_to_43_in_their_corners(tmp_path: Path) -> None:
    assert _run("markers", "--out", str(tmp_path), "--paper", "letter") == 0
    document = (tmp_path / "markers.pdf").read_bytes()
    with pypdfium2.PdfDocument(document) as opened:
        assert len(opened) == 1
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    corners, ids, _ = detector.detectMarkers(picture.raster_page(document, 0, PX_PER_MM))
    found = {int(i): c.reshape(4, 2) for i, c in zip(np.ravel(ids), corners, strict=True)}
    assert sorted(found) == [40, 41, 42, 43]
    middle = {i: c.mean(axis=0) for i, c in found.items()}
    assert middle[40][0] == pytest.approx(middle[43][0], abs=1)
    assert middle[40][0] < middle[41][0]
    assert middle[40][1] < middle[43][1]
    for upright in found.values():
        assert upright[1] - upright[0] == pytest.approx((30 * PX_PER_MM, 0), abs=2)


@pytest.mark.parametrize(
    "words",
    [
        ("export", "chess", "--out", "x"),
        ("export", "mindfield"),
        ("export", "mindfield", "--out", "x", "--paper", "b5"),
        ("export", "mindfield", "--out", "x", "--piece-diameter", "wide"),
        (),
    ],
)
def test_wrong_use_ends_with_status_2(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        _run(*words)
    assert stopped.value.code == 2
    assert "error" in capsys.readouterr().err


def test_an_absurd_diameter_is_status_1_and_writes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _run("export", "mindfield", "--out", str(tmp_path / "x"), "--piece-diameter", "400") == 1
    assert "10 to 50 mm" in capsys.readouterr().err
    assert not (tmp_path / "x").exists()


def test_a_file_in_the_folder_s_place_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "taken").write_text("mine")
    assert _run("export", "mindfield", "--out", str(tmp_path / "taken"), "--paper", "full") == 1
    assert "--out" in capsys.readouterr().err
    assert (tmp_path / "taken").read_text() == "mine"


def test_what_cannot_be_replaced_leaves_no_part_behind(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "markers.pdf").mkdir()
    assert _run("markers", "--out", str(tmp_path)) == 1
    assert "markers.pdf cannot be written" in capsys.readouterr().err
    assert [p.name for p in tmp_path.iterdir()] == ["markers.pdf"]


def test_the_papers_are_those_promised() -> None:
    assert set(PAPERS) == {"a4", "a3", "letter", "tabloid", "full"}


def test_layout_json_holds_the_promised_fields(tmp_path: Path) -> None:
    assert _run("export", "mindfield", "--out", str(tmp_path), "--paper", "full") == 0
    data = json.loads((tmp_path / "layout.json").read_text())
    assert set(data) == {"game", "size_mm", "cells", "markers", "pieces"}
    assert set(data["cells"]["a1"]) == {"x", "y", "polygon"}
    assert set(data["markers"][0]) == {"id", "dictionary", "x", "y", "size_mm"}
    assert set(data["pieces"]) == {"gold", "silver", "antipode-gold", "antipode-silver"}
