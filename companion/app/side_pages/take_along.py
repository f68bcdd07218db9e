"""Writes a game or a bug report to a USB stick or to a folder. A file is written wholly or not at all."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import UnionType
from typing import ClassVar

from companion.app.side_pages.task import Task
from companion.files import replace_file, sync_folder
from companion.history.export import FORMATS, FORMATS_OF_GAMES, ExportError
from companion.history.journal import Journal
from companion.history.saved_games import SavedGame, SavedGameError, list_saved_games
from companion.host.places import Place, list_sticks
from companion.language import _
from companion.presentation.take_along import describe_failure, describe_written, make_page, name_file
from companion.values.side_commands import (
    ExportGame,
    NextPlace,
    OpenTakeAlong,
    SideCommand,
    TakeAlongCommand,
    WriteReport,
)
from companion.values.side_pages import SidePage

_ORDER = sorted(FORMATS, key=lambda name: (name != "text", name == "jsonl"))
"""The formats in which a game can be written, those that people can read first."""


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What came of writing a file: a message of success or of failure. One of the two is empty."""

    done: str = ""
    trouble: str = ""


class TakeAlongSide:
    """The page on which people copy games and bug reports to a stick or a folder."""

    handles: ClassVar[type | UnionType] = TakeAlongCommand

    def __init__(
        self,
        journal: Journal,
        folder: Path,
        make_report: Callable[[], bytes] | None,
        sticks: Callable[[], Iterable[Place]] = list_sticks,
    ) -> None:
        """folder: for files if there is no stick; it is made when the first file is written. make_report: makes a bug
        report, or raises OSError; None if that is not possible.
        """
        self._journal = journal
        self._folder = folder
        self._make_report = make_report
        self._sticks = sticks
        self._game: SavedGame | None = None
        self._formats: Sequence[str] = ()
        self._chosen = 0
        self._task: Task[_Outcome] | None = None
        self._outcome = _Outcome()

    def page(self) -> SidePage:
        if self._task is not None and (outcome := self._task.poll()) is not None:
            self._task, self._outcome = None, outcome
        places = self._list_places()
        place = places[self._chosen % len(places)]
        return make_page(
            self._game,
            self._formats,
            place.folder.name if place.is_stick else str(place.folder),
            is_stick=place.is_stick,
            has_other=len(places) > 1,
            can_report=self._make_report is not None,
            works=self._task is not None,
            done=self._outcome.done,
            trouble=self._outcome.trouble,
        )

    def perform(self, command: SideCommand) -> None:
        if self._task is not None:
            return
        self._outcome = _Outcome()
        match command:
            case OpenTakeAlong(number):
                self._chosen = 0
                self._choose(number)
            case NextPlace():
                self._chosen += 1
            case ExportGame(format=name) if self._game is not None and name in self._formats:
                game = self._game
                self._write(name_file(game, name), lambda: FORMATS[name](game).encode())
            case WriteReport() if self._make_report is not None:
                self._write(time.strftime("companion-report-%Y-%m-%d-%H%M.zip"), self._make_report)
            case _:
                pass

    def close(self) -> None:
        """Does nothing: this page opens no device."""

    def _list_places(self) -> tuple[Place, ...]:
        return (*self._sticks(), Place(self._folder))

    def _choose(self, number: int | None) -> None:
        """Chooses a game by its number, and finds the formats in which it can be written."""
        self._game, self._formats = None, ()
        try:
            games = list_saved_games(self._journal.entries)
        except SavedGameError as error:
            self._outcome = _Outcome(trouble=str(error))
            return
        if games:
            last = max(games, key=lambda one: one.latest)
            self._game = last if number is None else games[number - 1]
            self._formats = [name for name in _ORDER if _can_write(name, self._game)]

    def _write(self, name: str, make: Callable[[], bytes]) -> None:
        places = self._list_places()
        place = places[self._chosen % len(places)]
        self._task = Task(lambda: _write_file(place, name, make))


def _can_write(name: str, game: SavedGame) -> bool:
    """True if this game can be written in this format. Formats that belong to no game can write every game."""
    if name not in FORMATS_OF_GAMES:
        return True
    try:
        FORMATS[name](game)
    except ExportError:
        return False
    return True


def _write_file(place: Place, name: str, make: Callable[[], bytes]) -> _Outcome:
    """Writes a file, and says if it worked. If it fails, nothing remains of the file. On a stick that was unplugged a
    part may remain, and the next try deletes it.
    """
    try:
        content = make()
        if not place.is_stick:
            place.folder.mkdir(parents=True, exist_ok=True)
        if not place.is_reachable():
            return _Outcome(trouble=describe_failure(OSError(), is_stick=True, is_reachable=False))
        for part in place.folder.glob(f".{name}.*"):
            part.unlink()
        replace_file(place.folder / name, content)
        sync_folder(place.folder)
        if not place.is_reachable():
            return _Outcome(trouble=describe_failure(OSError(), is_stick=True, is_reachable=False))
    except OSError as error:
        text = describe_failure(error, is_stick=place.is_stick, is_reachable=place.is_reachable())
        return _Outcome(trouble=text)
    except Exception as error:  # noqa: BLE001 - a report on a broken computer must not hang: it says what is broken
        return _Outcome(trouble=_("Nothing was written: {reason}.").format(reason=f"{type(error).__name__}: {error}"))
    return _Outcome(describe_written(name, is_stick=place.is_stick))
