"""Playing and reading on a bought board: layout, corners, a picture of the empty board; errors say what is missing."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

import cv2
import pytest

from companion import config as settings
from companion.app.board_setup import learn_empty
from companion.app.errors import ServiceError
from companion.boards import BOARDS, own
from companion.boards.own import OwnBoard
from companion.boards.scaled import ScaledBoard
from companion.cli import main
from companion.virtual_table.camera import VirtualCamera
from tests.tables import make_scene
from vision import layout as layouts
from vision import register
from vision.errors import BoardNotFound
from vision.observation import Reading
from vision.reader import Reader
from vision.register.corners import to_layout_corners

FRAMES = 4
START = {"d4": ("antipode-silver",)}


def scaled(game: str, measure: float, piece: float, **options: float) -> own.Plan:
    """A bought board for a game, with the same pattern as ours."""
    board = BOARDS[game]
    assert isinstance(board.bought, ScaledBoard)
    return board.bought.scale(board, measure, piece, **options)


@dataclass(frozen=True)
class Table:
    """Pictures of a table whose board is treated as a bought one: the layout does not have its markers."""

    folder: Path
    board: OwnBoard
    corners: str
    """The corners of the field in the picture, as the option `--corners` takes them."""

    def option(self, name: str) -> list[str]:
        at = " ".join(f"{x:g},{y:g}" for x, y in self.board.corners)
        values = {
            "--layout": str(self.folder / "layout.json"),
            "--corners": self.corners,
            "--corners-at": at,
            "--empty": str(self.folder / "empty.png"),
        }
        return [name, values[name]]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    folder = tmp_path_factory.mktemp("table")
    board = own.finish(scaled("mindfield", 30.0, 18.0))
    scene = make_scene(BOARDS["mindfield"], seed=3)
    camera = VirtualCamera(scene, seed=3)
    field = BOARDS["mindfield"].layout().cells["a7"].polygon
    assert field is not None
    left, top = min(field)
    at = [camera.to_pixel((x + left, y + top)) for x, y in board.corners]
    (folder / "layout.json").write_text(json.dumps(layouts.dump(board.layout)))
    cv2.imwrite(str(folder / "empty.png"), camera.read(1.0).image)
    scene.lay(START)
    (folder / "film").mkdir()
    for number in range(FRAMES):
        cv2.imwrite(str(folder / "film" / f"{number}.png"), camera.read(1.0).image)
    return Table(folder, board, " ".join(f"{x:.2f},{y:.2f}" for x, y in at))


def play(table: Table, data: Path, *options: str, game: str = "mindfield") -> int:
    camera = ["--camera", f"images:{table.folder / 'film'}", "--display", "none", "--data", str(data)]
    return main(["play", "--game", game, *camera, "--events", str(data / "events"), *options])


@pytest.mark.parametrize("names", [["--corners", "--empty"], ["--corners", "--corners-at", "--empty"]], ids="/".join)
def test_a_game_is_played_on_a_bought_board(table: Table, tmp_path: Path, names: list[str]) -> None:
    options = [word for name in ("--layout", *names) for word in table.option(name)]
    assert play(table, tmp_path, *options) == 0
    events = [json.loads(line) for line in (tmp_path / "events").read_text().splitlines()]
    assert [event["event"] for event in events] == ["setup-ok"]


def test_the_settings_file_says_the_same(table: Table, tmp_path: Path) -> None:
    (tmp_path / "companion.toml").write_text(
        f'[board]\nlayout = "{table.folder}/layout.json"\nempty = "{table.folder}/empty.png"\n'
        f'[camera]\ncorners = "{table.corners}"\ncorners_at = "{table.option("--corners-at")[1]}"\n'
    )
    assert play(table, tmp_path, "--config", str(tmp_path / "companion.toml")) == 0
    assert json.loads((tmp_path / "events").read_text())["event"] == "setup-ok"


def _without(table: Table, part: str, name: str) -> Callable[[Path], list[str]]:
    def write(folder: Path) -> list[str]:
        data = json.loads((table.folder / "layout.json").read_text())
        del data[part][name]
        (folder / "less.json").write_text(json.dumps(data))
        return ["--layout", str(folder / "less.json"), *table.option("--corners")]

    return write


def test_cells_that_are_missing_are_named(table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert play(table, tmp_path, *_without(table, "cells", "c3")(tmp_path)) == 1
    words = "it lacks the cells c3. Make one that has them with companion boards own mindfield"
    assert words in capsys.readouterr().err


def test_a_board_of_another_game_is_refused(table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert play(table, tmp_path, *table.option("--layout"), *table.option("--corners"), game="spry") == 1
    assert "it lacks the cells A1, A2, A3, A4, A5, B1, B2, B3 and 53 more" in capsys.readouterr().err


def test_pieces_that_are_missing_are_named(table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert play(table, tmp_path, *_without(table, "pieces", "antipode-gold")(tmp_path)) == 1
    assert "it lacks the pieces antipode-gold" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("names", "extra", "status", "words"),
    [
        (["--layout"], [], 1, "has no markers, so the camera cannot find the board: give its four corners"),
        (["--layout", "--corners-at"], [], 2, "--corners-at needs --corners"),
        (["--layout"], ["--corners", "1,2 3,4"], 2, "--corners: four points are needed"),
        (["--layout"], ["--corners", "9,9 300,9 600,9 300,400"], 1, "These are not the four corners of a board"),
        (["--layout", "--corners-at"], ["--corners", "9,9 300,9 600,9 300,400"], 1, "on one line"),
        (
            ["--layout", "--corners"],
            ["--empty", "nowhere.png"],
            1,
            "the empty board cannot be read: the picture nowhere.png",
        ),
    ],
)
def test_what_cannot_be_done_is_reported(
    table: Table,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    names: list[str],
    extra: list[str],
    status: int,
    words: str,
) -> None:
    options = [word for name in names for word in table.option(name)]
    assert play(table, tmp_path, *options, *extra) == status
    assert words in capsys.readouterr().err


class HandSeen(Reader):
    """A reader that sees a hand in every picture."""

    def read(self, *args: object, **kwargs: object) -> Reading:
        return Reading(MappingProxyType({}), True)


def test_a_picture_with_a_hand_is_no_empty_board(table: Table) -> None:
    layout, corners = table.board.layout, settings.parse_corners(table.corners)
    with pytest.raises(ServiceError, match=r"does not show an empty board: Something .* Clear the board"):
        learn_empty(HandSeen(layout), layout, corners, table.folder / "empty.png")


def test_a_picture_with_pieces_is_no_empty_board(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    scene = make_scene(BOARDS["mindfield"], seed=3)
    scene.lay(
        {cell: ("gold" if number % 2 else "silver",) for number, cell in enumerate(("b2", "f2", "b6", "f6", "d5"))}
    )
    full = table.folder / "full.png"
    cv2.imwrite(str(full), VirtualCamera(scene, seed=3).read(1.0).image)
    layout, corners = table.board.layout, settings.parse_corners(table.corners)
    corners_mm = to_layout_corners(layout, table.board.corners, corners)
    words = r"does not show an empty board: Pieces seem to be on .*b2.*, for example; .* Clear the board"
    with pytest.raises(ServiceError, match=words):
        learn_empty(Reader(layout), layout, corners_mm, full)
    options = [word for name in ("--layout", "--corners", "--corners-at") for word in table.option(name)]
    assert main(["read", *options, "--empty", str(full), str(table.folder / "film" / "0.png")]) == 1
    assert "does not show an empty board: Pieces seem to be on" in capsys.readouterr().err


def test_corners_that_are_not_in_the_picture_are_refused(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    options = [word for name in ("--layout", "--corners-at") for word in table.option(name)]
    corners = ["--corners", "3000,3000 4000,3000 4000,4000 3000,4000"]
    assert main(["read", *options, *corners, "--json", str(table.folder / "film" / "0.png")]) == 1
    line = json.loads(capsys.readouterr().out)
    assert line["registered"] is False
    assert line["error"] == "The corners are not in this picture. Give them in pixels of this picture."


def test_a_bought_board_is_read(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    names = ("--layout", "--corners", "--corners-at", "--empty")
    options = [word for name in names for word in table.option(name)]
    assert main(["read", *options, "--json", str(table.folder / "film" / "0.png")]) == 0
    cells = json.loads(capsys.readouterr().out)["cells"]
    assert [name for name, cell in cells.items() if cell["count"]] == ["d4"]
    assert main(["read", *table.option("--layout"), *table.option("--corners-at"), "x.png"]) == 2


def test_any_four_points_give_the_layout_s_corners() -> None:
    layout = own.finish(scaled("spry", 34.0, 25.0)).layout
    w, h = layout.size_mm
    whole = [(100.0, 80.0), (500.0, 95.0), (560.0, 420.0), (60.0, 400.0)]
    found = register.from_corners((640, 480), layout, whole)
    inner = [(0.2 * w, 0.1 * h), (0.9 * w, 0.2 * h), (0.8 * w, 0.9 * h), (0.1 * w, 0.7 * h)]
    pixels = [(float(x), float(y)) for x, y in found.project(inner)]  # type: ignore[arg-type]
    for (x, y), corner in zip(to_layout_corners(layout, inner, pixels), whole, strict=True):
        assert (x, y) == pytest.approx(corner, abs=0.01)
    with pytest.raises(BoardNotFound, match="Four points"):
        to_layout_corners(layout, inner[:3], pixels[:3])
    with pytest.raises(BoardNotFound, match="on one line"):
        to_layout_corners(layout, inner, [(0, 0), (100, 0), (200, 1), (50, 90)])
