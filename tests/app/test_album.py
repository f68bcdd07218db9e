"""The pictures of the moves: one of each, of the board alone, for people who look back, and none against their will."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.app import album
from companion.app.album import Album
from companion.boards import BOARDS
from companion.history.journal import FILE, Journal
from companion.history.pictures import FOLDER, PictureStore
from companion.values.notifications import Notification
from tests.disks import small_disk
from tests.session.evening import Evening
from vision.observation import Observation
from vision.register import from_corners
from vision.sources import Frame

LAYOUT = BOARDS["spry"].layout()
SIZE = (320, 240)
CORNERS = ((60.0, 20.0), (260.0, 20.0), (260.0, 220.0), (60.0, 220.0))


class Filmed:
    """A game of Spry whose album sees a picture of one brightness after the other."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.journal = Journal(folder / FILE)
        self.evening = Evening(self.journal, game="spry")
        self.said: list[str] = []
        self.wanted = True
        self.album = self.open()
        self.registration = from_corners(SIZE, LAYOUT, CORNERS)
        self.evening.shows(self.evening.table)

    def open(self) -> Album:
        return Album(self.journal, self.evening.session, LAYOUT, lambda: self.wanted, self.said.append)

    def see(self, brightness: int, *, hand: bool = False, t: float = 0.0) -> None:
        """A frame of this brightness, with what has happened since the last one."""
        image = np.full((SIZE[1], SIZE[0], 3), brightness, np.uint8)
        seen = Observation(self.evening.frame, None, settled=not hand, hand=hand)
        news, self.evening.news = tuple(self.evening.news), []
        self.album.follow(Frame(self.evening.frame, t or self.evening.frame / 30, image), seen, self.registration, news)

    def play(self, move: str, brightness: int) -> None:
        self.evening.plays(move)
        self.see(brightness)

    def shown(self, label: str) -> float | None:
        """How bright the picture is that people see after a tap on the page on which they look back."""
        self.evening.tap(label)
        photo = self.album.add_picture(self.evening.view).photo
        return None if photo is None else float(cv2.imdecode(np.frombuffer(photo, np.uint8), 0).mean())

    @property
    def files(self) -> list[Path]:
        return sorted((self.folder / FOLDER).glob("*/*"))


@pytest.fixture
def filmed(tmp_path: Path) -> Iterator[Filmed]:
    filmed = Filmed(tmp_path / "data")
    yield filmed
    filmed.journal.close()


def test_people_who_look_back_see_the_picture_of_each_move(filmed: Filmed) -> None:
    filmed.see(30)
    filmed.play("A1", 60)
    filmed.play("I5", 90)
    assert filmed.album.add_picture(filmed.evening.view).photo is None, "only while people look back"
    assert filmed.shown("history") == pytest.approx(90, abs=2)
    assert filmed.shown("back") == pytest.approx(60, abs=2)
    assert filmed.shown("back") == pytest.approx(30, abs=2)


def test_a_picture_shows_the_board_alone_and_only_its_owner_can_read_it(filmed: Filmed) -> None:
    room = np.full((SIZE[1], SIZE[0], 3), 250, np.uint8)
    room[20:220, 60:260] = 100
    filmed.evening.plays("A1")
    seen = Observation(1, None, settled=True, hand=False)
    filmed.album.follow(Frame(1, 1.0, room), seen, filmed.registration, tuple(filmed.evening.news))
    (file,) = filmed.files[-1:]
    picture = cv2.imread(str(file), cv2.IMREAD_GRAYSCALE)
    assert max(picture.shape) == pytest.approx(album.LONGEST_PX, abs=2)
    assert (picture > 200).mean() < 0.2
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def test_no_hand_is_in_a_picture(filmed: Filmed) -> None:
    filmed.evening.plays("A1")
    news, filmed.evening.news = filmed.evening.news, []
    filmed.see(70)
    filmed.evening.news = news
    filmed.see(200, hand=True)
    assert filmed.shown("history") == pytest.approx(70, abs=2)


def test_after_undo_and_another_move_no_picture_of_an_undone_move_is_left(filmed: Filmed) -> None:
    for move, brightness in (("A1", 60), ("I5", 90), ("A2 A3", 120)):
        filmed.play(move, brightness)
    filmed.evening.press("undo")
    filmed.evening.press("undo")
    filmed.evening.press("redo")
    assert filmed.shown("history") == pytest.approx(90, abs=2), "what is redone has its picture again"
    filmed.evening.tap("close")
    filmed.evening.press("undo")
    filmed.evening.shows(filmed.evening.table)
    filmed.play("I4", 150)
    assert filmed.shown("history") == pytest.approx(150, abs=2)
    assert [int(file.stem) for file in filmed.files] == [1, 2]


def test_pictures_that_nobody_wants_are_neither_taken_nor_shown_nor_kept(filmed: Filmed) -> None:
    filmed.play("A1", 60)
    filmed.wanted = False
    assert filmed.shown("history") is None
    filmed.evening.tap("close")
    filmed.play("I5", 90)
    assert filmed.files == []
    filmed.wanted = True
    filmed.play("A2 A3", 120)
    filmed.wanted = False
    filmed.open()
    assert filmed.files == []


def test_few_bytes_are_written_in_an_hour(filmed: Filmed) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (SIZE[1], SIZE[0], 3), np.uint8)
    seen = Observation(0, None, settled=True, hand=False)
    filmed.evening.plays("A1")
    written, minutes = 0, 15
    for second in range(0, 60 * minutes, 4):  # nobody moves as often as that
        news = (Notification(second, second, "move", {}),)
        filmed.album.follow(Frame(second, float(second), noise), seen, filmed.registration, news)
        written += sum(file.stat().st_size for file in filmed.files)
        for file in filmed.files:
            file.unlink()
    allowed = album.MOST_BYTES_AN_HOUR * minutes / 60
    assert allowed / 2 < written <= allowed + album.MOST_BYTES_AT_ONCE


def test_the_pictures_of_games_played_long_ago_go_first(tmp_path: Path) -> None:
    store = PictureStore(tmp_path)
    for game in (1, 2, 3):
        store.keep(game, 1, bytes(1000))
    store.keep(1, 2, bytes(1000))
    store.limit(playing=3, most=3000)
    assert store.find(2, 1) is None
    assert [store.find(1, 2), store.find(3, 1)] == [bytes(1000)] * 2
    store.limit(playing=3, most=0)
    assert [store.find(1, 1), store.find(3, 1)] == [None, bytes(1000)]
    store.delete(3)
    store.delete(3)
    assert store.find(3, 1) is None


def test_a_full_disk_is_told_once_and_ends_no_game(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 4096) as disk:
        filmed = Filmed(disk)
        filmed.play("A1", 60)
        filmed.play("I5", 90)
        filmed.journal.close()
        assert filmed.evening.session.state.moves == ["A1", "I5"]
        assert len(filmed.said) == 1
        assert "almost full" in filmed.said[0]
        assert filmed.files == []
