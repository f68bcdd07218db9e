"""The page of the camera, by touches on the drawn screen: what it says of the picture, and corners that are tapped."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pygame
import pytest

from companion.app.assembly import Begin, play_games
from companion.app.choices import read_choices
from companion.app.chosen_settings import ChosenSettings
from companion.app.heartbeat import Computer
from companion.app.script import Cue, Tap
from companion.app.side_pages import SidePages, Tools
from companion.app.side_pages.camera import LOOK_EVERY_S, CameraSide
from companion.boards import BOARDS, own
from companion.boards.own import OwnBoard
from companion.config import Config
from companion.history.journal import Journal
from companion.history.saved_games import choose_game
from companion.screen.touchscreen import Touchscreen
from companion.values.side_commands import CloseSide, KeepCorners, OpenCamera, TapPicture, UndoTap
from companion.values.side_pages import SidePage
from companion.virtual_table.camera import VirtualCamera
from tests.commands.test_own_board import scaled
from tests.headless import headless
from tests.screen.fingers import MenuFinger
from tests.screen.side_views import side_pages
from tests.screen.views import views
from tests.tables import make_scene
from vision import layout as layouts
from vision.errors import SourceError
from vision.sources import Frame

__all__ = ["headless"]


class Lens:
    """A camera whose picture is changed before anybody sees it."""

    live = True

    def __init__(self) -> None:
        self.camera = VirtualCamera(make_scene(BOARDS["mindfield"], seed=3), seed=3)
        self.change: Callable[[np.ndarray], np.ndarray] = lambda picture: picture
        self.is_open = False

    def read(self, timeout_s: float) -> Frame:
        frame = self.camera.read(1.0)
        return replace(frame, image=np.ascontiguousarray(self.change(frame.image)))

    def attend(self, activity: object) -> None:
        return

    def __enter__(self) -> Lens:
        self.is_open = True
        return self

    def __exit__(self, *_: object) -> None:
        self.is_open = False


class Table:
    """People before a game who look at the camera's picture."""

    def __init__(self, config: Config) -> None:
        self.lens = Lens()
        self.now = 0.0
        self.settings = ChosenSettings(config)
        self.side = SidePages([CameraSide(self.settings, lambda _config: self.lens, lambda: self.now)])  # type: ignore[arg-type,return-value]
        self.finger = MenuFinger(self.side)

    def look(self, command: OpenCamera | None = None) -> SidePage:
        if command is not None:
            self.side.perform(command)
        self.now += 1.01 * LOOK_EVERY_S
        page = self.side.page
        assert page is not None
        return page


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(Config(camera_uri="picamera", data_dir=tmp_path))


def test_a_good_picture_is_shown_with_the_board_outlined_and_the_camera_is_closed_again(table: Table) -> None:
    page = table.look(OpenCamera("mindfield"))
    assert page.text == "I see the whole board, and the picture is good."
    assert page.picture is not None
    assert len(page.picture.outline) == 4
    assert all(0 < x < 1 and 0 < y < 1 for x, y in page.picture.outline)
    assert not page.picture.can_tap, "this board has markers"
    assert table.lens.is_open
    table.finger.tap(CloseSide())
    assert not table.lens.is_open
    assert table.side.page is None


def test_a_corner_out_of_the_picture_is_named(table: Table) -> None:
    page = table.look(OpenCamera("mindfield"))
    assert page.picture is not None
    x, y = page.picture.outline[0]

    def cut(picture: np.ndarray) -> np.ndarray:
        height, width = picture.shape[:2]
        moved = np.zeros_like(picture)
        dx, dy = round(x * width) + 12, round(y * height) + 12
        moved[: height - dy, : width - dx] = picture[dy:, dx:]
        return moved

    table.lens.change = cut
    page = table.look()
    assert page.picture is not None
    assert page.text.startswith(("The top left corner of the board is out", "3 corners", "2 corners")), page.text


def test_a_dark_and_a_blurred_picture_are_told_and_the_bar_gets_shorter(table: Table) -> None:
    sharp = table.look(OpenCamera("mindfield")).picture
    assert sharp is not None
    assert sharp.sharpness == 1.0

    def blur(picture: np.ndarray) -> np.ndarray:
        rows = picture.reshape(picture.shape[0] // 4, 4, picture.shape[1] // 4, 4, 3).mean(axis=(1, 3))
        return rows.repeat(4, axis=0).repeat(4, axis=1).astype(np.uint8)

    table.lens.change = blur
    blurred = table.look().picture
    assert blurred is not None
    table.lens.change = lambda picture: picture // 64
    page = table.look()
    assert page.text.startswith("The picture is almost black: switch on a light")
    dark = page.picture
    assert dark is not None
    assert not dark.outline
    assert dark.sharpness < 0.5


def test_a_camera_that_is_gone_is_told(table: Table) -> None:
    def fail(_timeout_s: float) -> Frame:
        raise SourceError("the camera is gone")

    table.lens.read = fail  # type: ignore[method-assign]
    page = table.look(OpenCamera("mindfield"))
    assert page.trouble == "the camera is gone"


@pytest.fixture(scope="module")
def bought(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, OwnBoard]:
    """The layout of a board without markers."""
    board = own.finish(scaled("mindfield", 30.0, 18.0))
    file = tmp_path_factory.mktemp("bought") / "layout.json"
    file.write_text(json.dumps(layouts.dump(board.layout)))
    return file, board


def test_four_corners_are_tapped_checked_and_kept(bought: tuple[Path, OwnBoard], tmp_path: Path) -> None:
    file, board = bought
    config = Config(camera_uri="picamera", data_dir=tmp_path, board_layout=file, camera_corners_at=board.corners)
    table = Table(config)
    page = table.look(OpenCamera("mindfield"))
    assert page.text == "Tap the four corners of the board, one after the other."
    field = BOARDS["mindfield"].layout().cells["a7"].polygon
    assert field is not None
    left, top = min(field)
    corners = [table.lens.camera.to_pixel((x + left, y + top)) for x, y in board.corners]
    width, height = table.lens.camera.optics.size
    for number, (x, y) in enumerate(corners):
        table.finger.touch_picture((x / width, y / height))
        page = table.look()
        assert (KeepCorners() in [button.command for button in page.buttons]) == (number == 3)
    assert page.picture is not None
    assert len(page.picture.spots) == len(board.layout.cells)
    table.finger.tap(UndoTap())
    assert "1 more corner" in table.look().text
    table.finger.touch_picture((corners[3][0] / width, corners[3][1] / height))
    table.finger.tap(KeepCorners())
    assert table.side.page is None
    assert not table.lens.is_open
    kept = read_choices(tmp_path)["camera_corners"]
    assert np.abs(np.array(kept) - np.array(corners)).max() < 2.0
    assert table.settings.config.camera_corners == kept


def test_corners_that_are_on_one_line_cannot_be_kept(bought: tuple[Path, OwnBoard], tmp_path: Path) -> None:
    table = Table(Config(camera_uri="picamera", data_dir=tmp_path, board_layout=bought[0]))
    table.look(OpenCamera("mindfield"))
    for at in ((0.2, 0.2), (0.4, 0.2), (0.6, 0.2), (0.3, 0.6)):
        table.finger.touch_picture(at)
    page = table.look()
    assert page.text.startswith("These are not the four corners of a board")
    assert KeepCorners() not in [button.command for button in page.buttons]


def test_corners_that_are_tapped_in_a_game_are_used_at_once(
    headless: None, bought: tuple[Path, OwnBoard], tmp_path: Path
) -> None:
    file, board = bought
    scene = make_scene(BOARDS["mindfield"], seed=3)
    camera = VirtualCamera(scene, seed=3)
    cv2.imwrite(str(tmp_path / "empty.png"), camera.read(1.0).image)
    scene.lay({"d4": ("antipode-silver",)})
    (tmp_path / "film").mkdir()
    cv2.imwrite(str(tmp_path / "film" / "0.png"), camera.read(1.0).image)
    for number in range(1, 75):
        (tmp_path / "film" / f"{number}.png").symlink_to("0.png")
    left, top = min(BOARDS["mindfield"].layout().cells["a7"].polygon or ())
    width, height = camera.optics.size
    page = side_pages()["camera-tapped"]
    screen = Touchscreen(BOARDS["mindfield"], menu=True)
    screen.draw(replace(views()["play"], screen="side", buttons=(), side=page))
    (keep,) = (area.center for area, means in screen.targets() if means == KeepCorners())
    taps = [find_on_screen(screen, camera.to_pixel((x + left, y + top)), (width, height)) for x, y in board.corners]
    config = Config(
        game_id="mindfield",
        camera_uri=f"images:{tmp_path / 'film'}?fps=30",
        display_mode="window",
        data_dir=tmp_path / "data",
        board_layout=file,
        board_empty=tmp_path / "empty.png",
        camera_corners_at=board.corners,
        sound_effects="off",
    )
    ended = threading.Event()

    def touch() -> None:
        while not ended.is_set():
            for at in (*taps, *taps, keep):  # the first ones come before the page is open
                with suppress(pygame.error):  # the window is closed and opened again meanwhile
                    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=at))
                ended.wait(0.08)

    told = []
    finger = threading.Thread(target=touch)
    with Journal(tmp_path / "data" / "journal.db") as journal:
        state, begins = choose_game(journal, "mindfield", None)
        playing = play_games(config, journal, Begin(state, begins), (Cue(3, Tap("camera")),), Computer(), Tools())
        for notification in playing:
            if not finger.ident:
                finger.start()
            told.append(notification.event)
        ended.set()
        finger.join()
    assert told == ["lost-board", "resumed"], "the board is in sight after that"
    assert read_choices(tmp_path / "data")["camera_corners"]


def find_on_screen(screen: Touchscreen, px: tuple[float, float], size: tuple[int, int]) -> tuple[int, int]:
    """Where a pixel of the camera's picture is on the panel."""
    one, other = screen.tap(60, 60), screen.tap(160, 110)
    assert isinstance(one, TapPicture)
    assert isinstance(other, TapPicture)
    x = 60 + (px[0] / size[0] - one.x) / (other.x - one.x) * 100
    y = 60 + (px[1] / size[1] - one.y) / (other.y - one.y) * 50
    return round(x), round(y)
