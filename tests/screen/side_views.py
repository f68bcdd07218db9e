"""Every page beside a game, with the longest texts that it can have, for the tests and the gallery."""

from __future__ import annotations

import errno
from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.app.chosen_settings import ChosenSettings
from companion.app.side_pages.live_picture import shrink
from companion.boards import BOARDS
from companion.boards.corner_taps import CornerTaps
from companion.config import Config
from companion.history.events import Started
from companion.history.journal import Entry
from companion.history.saved_games import SavedGame
from companion.language import translate
from companion.presentation import camera_page, devices_page, help_page, naming, settings_page, take_along
from companion.rules import GAMES
from companion.values.side_commands import OpenNames
from companion.values.side_pages import LivePicture, SideFinding, SidePage
from companion.virtual_table.camera import VirtualCamera
from tests.tables import make_scene
from vision import register
from vision.watcher import quality

FOLDER = "/var/lib/companion/exports"


def side_pages() -> dict[str, SidePage]:
    """Pages by name."""
    rules = GAMES["backgammon"]
    started = Started("backgammon", rules.dump(rules.new()))
    game = SavedGame(12, started, (Entry(1, 1.7e9, started),))
    file = take_along.name_file(game, "jsonl")
    pulled = take_along.describe_failure(OSError(errno.EIO, "I/O error"), is_stick=True, is_reachable=False)
    wrong = take_along.describe_failure(OSError(errno.EACCES, "no"), is_stick=True, is_reachable=True)

    def take(place: str, *, stick: bool, done: str = "", trouble: str = "", works: bool = False) -> SidePage:
        return take_along.make_page(
            game,
            ("text", "mat", "jsonl"),
            place,
            is_stick=stick,
            has_other=stick,
            can_report=True,
            works=works,
            done=done,
            trouble=trouble,
        )

    return {
        "settings": settings_page.make_settings_page(ChosenSettings(Config()).values),
        "languages": settings_page.make_language_page(),
        "take-along": take("KINGSTON", stick=True),
        "take-along-folder": take(FOLDER, stick=False),
        "take-along-works": take("KINGSTON", stick=True, works=True),
        "take-along-done": take("KINGSTON", stick=True, done=take_along.describe_written(file, is_stick=True)),
        "take-along-pulled": take(FOLDER, stick=False, trouble=pulled),
        "take-along-refused": take("KINGSTON", stick=True, trouble=wrong),
        **_camera_pages(),
        "devices": devices_page.make_page(
            (
                SideFinding("Camera", "good", "/dev/video0 (USB camera): gives pictures of 1280x720"),
                SideFinding("Die box", "absent", "no die box is plugged in"),
                SideFinding("Screen", "good", "DSI-1: 800x480"),
                SideFinding("Sound", "fix", "there is no sound card: plug one in"),
            ),
            ("Done", "Undo"),
            (3, 5),
            can_roll=True,
        ),
        "devices-in-game": devices_page.make_page(
            (SideFinding("Camera", "good", "/dev/video0 (USB camera): gives pictures of 1280x720"),),
            (),
            (),
            can_roll=False,
            in_game=True,
        ),
        "names": naming.make_names_page(
            GAMES["color-dice"], ("red", "yellow", "green", "blue"), {"red": "Wilhelmina M", "blue": "Maximilian-J"}
        ),
        "names-keyboard": naming.make_keyboard(
            GAMES["color-dice"], naming.Naming("yellow", "Wilhelmina M"), OpenNames()
        ),
        "names-empty": naming.make_keyboard(GAMES["color-dice"], naming.Naming("yellow"), OpenNames()),
        "help": help_page.make_page(can_report=True),
        "help-program": help_page.make_second_page("0.1.0", Path("/var/lib/companion")),
    }


@cache
def _see_board() -> tuple[NDArray[np.uint8], LivePicture]:
    """A picture of a board, and what the page of the camera shows of it."""
    frame = VirtualCamera(make_scene(BOARDS["mindfield"], seed=3), seed=3).read(1.0)
    layout = BOARDS["mindfield"].layout()
    height, width = frame.image.shape[:2]
    found = register.find(frame.image, layout)
    (w, h), cells = layout.size_mm, layout.cells.values()
    outline, spots = (
        tuple((float(x) / width, float(y) / height) for x, y in found.project(np.array(points, np.float64)))
        for points in ([(0, 0), (w, 0), (w, h), (0, h)], [(cell.x, cell.y) for cell in cells])
    )
    size, pixels = shrink(frame.image)
    return frame.image, LivePicture(size, pixels, 0.8, outline, spots=spots)


@cache
def take_photo() -> bytes:
    """The camera's picture of a board as JPEG, as it is kept of a move."""
    image, _seen = _see_board()
    found = register.find(image, BOARDS["mindfield"].layout())
    done, jpeg = cv2.imencode(".jpg", found.rectify(image, (20.0, 20.0, 340.0, 340.0), 1.5))
    assert done
    return jpeg.tobytes()


def _camera_pages() -> dict[str, SidePage]:
    """The page of the camera, with a picture of a board: found, with corners tapped, and without a picture."""
    image, seen = _see_board()
    live = replace(seen, spots=())
    height, width = image.shape[:2]
    tapped = replace(seen, taps=seen.outline, can_tap=True)
    two = replace(live, outline=(), taps=seen.outline[:2], can_tap=True)
    taps = tuple((x * width, y * height) for x, y in seen.outline)
    dark = translate(quality.explain_no_board(np.zeros_like(image)) or "")
    return {
        "camera": camera_page.make_page(live, camera_page.describe_good(), None),
        "camera-framing": camera_page.make_page(live, camera_page.describe_framing((0,)), None),
        "camera-dark": camera_page.make_page(replace(live, outline=()), dark, None),
        "camera-corners": camera_page.make_page(two, "", CornerTaps(taps[:2])),
        "camera-tapped": camera_page.make_page(tapped, "", CornerTaps(taps)),
        "camera-known": camera_page.make_page(tapped, camera_page.describe_good(), CornerTaps(), is_known=True),
        "camera-waits": camera_page.make_page(None, camera_page.describe_waiting(), None),
    }
