"""A journal that cannot be written: the game is paused and says why, nobody is blamed, and then it continues."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.boards import BOARDS
from companion.history.events import GameResumed, Named
from companion.history.journal import Journal, read
from companion.history.saved_games import choose_game
from companion.presentation.game_view import make_view
from companion.presentation.pages import list_side_choices
from companion.rules.core import Table
from companion.session import Session
from companion.session.session import SAVE_AGAIN_S
from companion.values.commands import AskSwitchOff, EnterRoll, OpenMenu
from companion.values.results import NotWritten
from tests.disks import small_disk
from tests.session.evening import START, Evening


class FullDisk:
    """A disk of its own with a journal on it, and what takes the rest of the space."""

    def __init__(self, folder: Path) -> None:
        self._ballast = folder / "ballast"
        self.journal = Journal(folder / "journal.db")

    def fill(self) -> None:
        with self._ballast.open("ab", buffering=0) as file:
            try:
                while file.write(b"0" * 4096):
                    pass
            except OSError:
                return

    def make_room(self) -> None:
        self._ballast.unlink()


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[FullDisk]:
    with small_disk(tmp_path / "disk", 512) as folder:
        disk = FullDisk(folder)
        yield disk
        disk.journal.close()


def laid_out(journal: Journal) -> Evening:
    evening = Evening(journal)
    evening.shows(START)
    assert evening.told() == ["setup-ok"]
    return evening


FIRST: Table = {**START, "b2": ("gold",)}
SECOND: Table = {**FIRST, "d2": ("silver",)}
FAR: Table = {**FIRST, "f6": ("silver",), "g7": ("silver",), "a7": ("silver",)}


def test_a_full_disk_pauses_the_game_and_blames_nobody(disk: FullDisk) -> None:
    evening = laid_out(disk.journal)
    evening.plays("b2")
    evening.told()
    disk.fill()
    evening.plays("d2")
    assert evening.told() == ["device"]
    saved = evening.session.state
    for table in (FAR, START, {}, SECOND):  # for a minute, whatever they do
        evening.shows(table, frames=450)
        evening.press("done")
        evening.press("undo")
        evening.session.save_again(evening.frame / 30)
        assert evening.view.screen == "paused"
    assert evening.view.headline == "The game cannot be saved"
    assert not any(button.enabled for button in evening.view.buttons)
    assert evening.told() == []
    assert evening.session.state is saved
    disk.make_room()
    evening.session.save_again(evening.frame / 30 + SAVE_AGAIN_S)
    evening.shows(SECOND)
    assert evening.told() == ["device", "move d2"]
    assert evening.view.screen == "play"
    evening.plays("f2")
    assert evening.told() == ["move f2"]
    assert read(disk.journal.path).problem is None


Act = Callable[[Evening], object]


@pytest.mark.parametrize(
    ("act", "told"),
    [
        (lambda evening: evening.press("undo"), "takeback"),
        (lambda evening: evening.plays("f2"), "move f2"),
    ],
)
def test_what_could_not_be_saved_is_done_later(act: Act, told: str, disk: FullDisk) -> None:
    evening = laid_out(disk.journal)
    evening.plays("b2", "d2")
    evening.told()
    disk.fill()
    act(evening)
    evening.shows(evening.table)
    assert evening.told() == ["device"]
    disk.make_room()
    evening.session.save_again(100.0)
    evening.shows(evening.table)
    assert evening.told() == ["device", told]


def test_a_roll_that_could_not_be_saved_counts_once(disk: FullDisk) -> None:
    evening = Evening(disk.journal, game="spaces")
    evening.shows(evening.table)
    evening.perform(EnterRoll([4, 2]))
    evening.shows(evening.table)
    assert evening.told() == ["setup-ok", "roll"]
    disk.fill()
    assert isinstance(evening.perform(EnterRoll([5])), NotWritten)
    assert isinstance(evening.perform(EnterRoll([4])), NotWritten)
    disk.make_room()
    evening.session.save_again(100.0)
    evening.shows(evening.table)
    assert evening.told() == ["device", "device", "roll"]
    assert [roll.dice for roll in evening.session.state.rolls][-1] == [5]


def test_a_game_that_begins_on_a_full_disk_is_saved_with_its_names_once_there_is_room(disk: FullDisk) -> None:
    state, started = choose_game(disk.journal, "spry", None)
    assert started is not None
    session = Session(disk.journal, state, BOARDS["spry"].layout().middles, resumed=False)
    disk.fill()
    named = Named({"W": "Anna"})
    assert not session.record(started, named)
    assert make_view(session.state, session.now).screen == "paused"
    assert disk.journal.entries == ()
    disk.make_room()
    session.save_again(100.0)
    assert make_view(session.state, session.now).screen == "setup"
    assert [entry.event for entry in disk.journal.entries] == [started, named]
    assert session.state.names == {"W": "Anna"}
    assert [one.data["text"] for one in session.take_news() if one.event == "device"][-1] == (
        "The game is saved again, and continues"
    )


def test_a_game_that_goes_on_after_another_one_is_resumed_once_there_is_room(disk: FullDisk) -> None:
    for game in ("spry", "mindfield"):
        started = choose_game(disk.journal, game, None)[1]
        assert started is not None
        disk.journal.append(started)
    state, resumes = choose_game(disk.journal, None, None, 1)
    session = Session(disk.journal, state, BOARDS["spry"].layout().middles, resumed=True)
    disk.fill()
    assert resumes == GameResumed(1)
    assert not session.record(resumes)
    disk.make_room()
    session.save_again(100.0)
    assert disk.journal.entries[-1].event == resumes
    assert not session.now.unsaved


def test_a_paused_game_can_be_left_by_a_tap(disk: FullDisk) -> None:
    evening = laid_out(disk.journal)
    disk.fill()
    evening.plays("b2")
    now, state = evening.session.now, evening.session.state
    assert [choice.command for choice in make_view(state, now).choices] == [OpenMenu()]
    beside = list_side_choices(can_switch_off=True)
    assert [choice.command for choice in make_view(state, now, None, beside).choices] == [OpenMenu(), AskSwitchOff()]
