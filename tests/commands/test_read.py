"""`companion read`: arguments, answers and errors, on the photographs under tests/data/photos."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion import boards
from companion.boards import BOARDS
from companion.commands import read
from tests.vision import scene
from vision import layout as layouts
from vision import register

PHOTOS = Path(__file__).parents[1] / "data" / "photos"
GAME = str(PHOTOS / "mindfield-daylight-game.jpg")
HAND = str(PHOTOS / "mindfield-daylight-hand.jpg")
START = str(PHOTOS / "mindfield-daylight-start.jpg")


def ask(*arguments: str) -> int:
    parser = argparse.ArgumentParser()
    read.add_arguments(parser)
    return read.run(parser.parse_args(arguments))


def truth(file: str) -> dict[str, list[str]]:
    images = json.loads((PHOTOS / "truth.json").read_text(encoding="utf-8"))
    cells = next(image["cells"] for image in images if image["file"] == Path(file).name)
    assert isinstance(cells, dict)
    return cells


def test_one_json_line_an_image_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    assert ask("--game", "mindfield", "--setup", START, "--json", GAME, HAND) == 0
    game, hand = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert (game["file"], hand["file"]) == (GAME, HAND)
    assert set(game) == {"file", "registered", "cells", "unsure", "hand", "ms"}
    assert set(game["ms"]) == {"register", "read"}
    assert list(game["cells"]) == list(BOARDS["mindfield"].layout().cells)
    shown = {name: [c["piece"]] * c["count"] for name, c in game["cells"].items() if c["count"]}
    assert shown == truth(GAME)
    assert not game["hand"]
    assert hand["hand"]
    assert all(name in hand["unsure"] for name, c in hand["cells"].items() if c["p"] < 0.95)


def test_a_board_whose_markers_are_too_faint_is_found_where_the_set_up_photograph_shows_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    image, layout = cv2.imread(GAME), BOARDS["mindfield"].layout()
    assert image is not None
    seen = register.find(np.asarray(image, np.uint8), layout)
    for marker in sorted(layout.markers, key=lambda marker: marker.x + marker.y)[:4]:
        middle = np.array([marker.x, marker.y])
        corners = seen.project((np.array(marker.corners()) - middle) * 1.5 + middle)
        cv2.fillConvexPoly(image, corners.round().astype(np.int32), (150, 160, 220))
    soft = cv2.GaussianBlur(image, (0, 0), 7.0)
    file = str(tmp_path / "faint.png")
    cv2.imwrite(file, np.clip(soft + 25.0 * scene.grain(soft.shape, 3), 0, 255).astype(np.uint8))
    assert ask("--game", "mindfield", "--json", file) == 1
    assert not json.loads(capsys.readouterr().out)["registered"]
    assert ask("--game", "mindfield", "--setup", START, "--json", file) == 0
    assert json.loads(capsys.readouterr().out)["registered"]


def test_a_layout_file_of_ours_scaled_or_not_brings_its_print_along() -> None:
    for diameter in (None, 22.0):
        layout = layouts.parse(json.loads(json.dumps(layouts.dump(BOARDS["mindfield"].layout(diameter)))))
        art = boards.art(layout)
        assert art is not None
        assert abs(art.shape[1] / art.shape[0] - layout.size_mm[0] / layout.size_mm[1]) < 0.01
    changed = layouts.dump(BOARDS["mindfield"].layout())
    changed["cells"]["a1"]["x"] += 5
    assert boards.art(layouts.parse(changed)) is None


def test_what_is_no_picture_of_the_board_is_reported_and_the_rest_still_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, plain, mirrored = tmp_path / "a.txt", tmp_path / "plain.png", tmp_path / "mirrored.png"
    text.write_text("hello", encoding="utf-8")
    cv2.imwrite(str(plain), np.full((480, 640, 3), 128, np.uint8))
    image = cv2.imread(GAME)
    assert image is not None
    cv2.imwrite(str(mirrored), image[:, ::-1])
    files = [str(text), str(plain), str(mirrored), str(tmp_path / "missing.png"), GAME]
    assert ask("--game", "mindfield", "--json", *files) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["file"] for line in lines] == files
    assert [line["registered"] for line in lines] == [False, False, False, False, True]
    for line in lines[:4]:
        assert set(line) == {"file", "registered", "error"}
    assert "mirrored" in lines[2]["error"]


def test_a_board_mostly_hidden_is_not_placed_but_the_hand_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    image = cv2.imread(START)
    assert image is not None
    image[:, :860] = (70, 95, 150)
    file = tmp_path / "hidden.png"
    image[300:] = (70, 95, 150)
    cv2.imwrite(str(file), image)
    assert ask("--game", "mindfield", "--json", str(file)) == 1
    line = json.loads(capsys.readouterr().out)
    assert (line["registered"], line["hand"]) == (False, True)


def test_text_for_people_shows_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert ask("--game", "mindfield", "--setup", START, GAME) == 0
    rows = capsys.readouterr().out.splitlines()
    assert rows[0] == f"{GAME}:"
    table = truth(GAME)
    signs = {"gold": "G", "silver": "S", "antipode-gold": "AG", "antipode-silver": "AS"}
    top = [signs[table[f"{file}7"][0]] if f"{file}7" in table else "." for file in "abcdefg"]
    assert rows[1].split() == top


def test_what_is_wrong_with_the_picture_is_reported_to_people(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    blurred = tmp_path / "blurred.png"
    cv2.imwrite(str(blurred), cv2.GaussianBlur(cv2.imread(GAME), (0, 0), 3.0))
    assert ask("--game", "mindfield", "--debug", str(tmp_path / "debug"), GAME, str(blurred)) == 0
    out = capsys.readouterr().out
    good, bad = out.split(f"{blurred}:")
    assert "out of focus" in bad
    assert "focus" not in good
    assert "out of focus" in next((tmp_path / "debug").glob("001-*quality.txt")).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--game", "chess", GAME], "no board for 'chess'"),
        (["--game", "mindfield", "--setup-table", "x.json", GAME], "--setup"),
    ],
)
def test_wrong_use_ends_with_2(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert ask(*arguments) == 2
    assert words in capsys.readouterr().err


@pytest.mark.parametrize("corners", ["1,2 3,4", "a,b c,d e,f g,h", "1,1 2,2 3,3 nan,4"])
def test_corners_that_are_none_are_wrong_use(corners: str) -> None:
    with pytest.raises(SystemExit) as ended:
        ask("--game", "mindfield", "--corners", corners, GAME)
    assert ended.value.code == 2


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({"z9": ["gold"]}, "'z9'"),
        ({"a1": ["green"]}, "'green'"),
        ({"a1": "gold"}, "a1"),
        ({"a1": ["gold", "gold"]}, "a1"),
        (["a1"], "object"),
    ],
)
def test_a_bad_setup_table_is_named(
    tmp_path: Path, table: object, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "table.json"
    file.write_text(json.dumps(table), encoding="utf-8")
    assert ask("--game", "mindfield", "--setup", START, "--setup-table", str(file), GAME) == 1
    assert words in capsys.readouterr().err


def test_a_layout_without_a_known_start_needs_a_setup_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = layouts.dump(BOARDS["mindfield"].layout())
    data["game"] = "something"
    file = tmp_path / "layout.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    assert ask("--layout", str(file), "--setup", START, GAME) == 2
    assert "--setup-table" in capsys.readouterr().err


def test_corners_win_over_markers(capsys: pytest.CaptureFixture[str]) -> None:
    from vision import register

    image = cv2.imread(GAME)
    assert image is not None
    layout = BOARDS["mindfield"].layout()
    w, h = layout.size_mm
    found = register.find(np.asarray(image, np.uint8), layout)
    corners = found.project(np.array([(0, 0), (w, 0), (w, h), (0, h)]))
    text = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
    assert ask("--game", "mindfield", "--corners", text, "--json", GAME) == 0
    line = json.loads(capsys.readouterr().out)
    shown = {n: [c["piece"]] * c["count"] for n, c in line["cells"].items() if c["count"] and n not in line["unsure"]}
    assert shown.items() <= truth(GAME).items()
    assert len(shown) >= len(truth(GAME)) - 2
