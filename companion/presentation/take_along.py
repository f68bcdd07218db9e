"""Makes the page on which people copy a game to a stick or a folder, and the words if that fails."""

from __future__ import annotations

import errno
from collections.abc import Mapping, Sequence

from companion.history.dates import to_date
from companion.history.saved_games import SavedGame
from companion.language import N_, _, translate_marked
from companion.rules import GAMES
from companion.values.side_commands import CloseSide, ExportGame, NextPlace, WriteReport
from companion.values.side_pages import SideEntry, SideFact, SidePage

FORMAT_TITLES: Mapping[str, str] = {"text": N_("A text to read"), "jsonl": N_("JSON lines, for programs")}
"""The name for people of each format that every game has, marked for the catalogue."""

ENDINGS: Mapping[str, str] = {"text": "txt"}
"""The ending of a file's name for formats that are not named by it."""

_GONE = (errno.ENOENT, errno.ENODEV, errno.ENXIO, errno.EIO, errno.ENOTDIR)
"""The numbers of system errors that come if the stick was unplugged."""


def make_page(
    game: SavedGame | None,
    formats: Sequence[str],
    place: str,
    *,
    is_stick: bool,
    has_other: bool,
    can_report: bool,
    works: bool = False,
    done: str = "",
    trouble: str = "",
) -> SidePage:
    """The page for copying a game; without a game, only for a bug report.

    place: the name of the stick, or the folder. has_other: True if people can choose another place. works: True while
    something is being written.
    """
    back = SideEntry(_("Back"), CloseSide())
    where = SideFact(_("USB stick") if is_stick else _("Folder"), place)
    if works:
        text = _("Writing … Leave the stick plugged in.") if is_stick else _("Writing …")
        return SidePage("take-along", _("Save a copy"), text, facts=(where,), buttons=(back,))
    entries = [SideEntry(name_format(name), ExportGame(name)) for name in formats]
    if can_report:
        entries.append(SideEntry(_("Report a problem"), WriteReport()))
    buttons = [SideEntry(_("Another place"), NextPlace())] if has_other else []
    return SidePage(
        "take-along",
        _("Save a copy") if game is None else _("Save a copy of {game}").format(game=_name_game(game)),
        _explain(is_stick=is_stick, can_report=can_report),
        done,
        trouble,
        (where,),
        tuple(entries),
        (*buttons, back),
    )


def _explain(*, is_stick: bool, can_report: bool) -> str:
    plug = "" if is_stick else _("To write to a USB stick, plug one in.")
    report = _("A report holds the last pictures of your table, all games and the settings.") if can_report else ""
    return " ".join(filter(None, (plug, report)))


def _name_game(game: SavedGame) -> str:
    return GAMES[game.started.game].info.title if game.started.game in GAMES else game.started.game


def name_format(name: str) -> str:
    """The name of a format for people."""
    if name in FORMAT_TITLES:
        return translate_marked(FORMAT_TITLES[name])
    return _("A .{format} file, for other programs").format(format=name)


def name_file(game: SavedGame, format_name: str) -> str:
    """The name of the file for a game. For the same game it is the same all day."""
    day = to_date(game.entries[0].time).astimezone().strftime("%Y-%m-%d")
    return f"{game.started.game}-{game.number}-{day}.{ENDINGS.get(format_name, format_name)}"


def describe_written(file: str, *, is_stick: bool) -> str:
    """A text that says that a file was written."""
    if is_stick:
        return _("{file} is written. You can unplug the stick now.").format(file=file)
    return _("{file} is written.").format(file=file)


def describe_failure(error: OSError, *, is_stick: bool, is_reachable: bool) -> str:
    """A text that says why nothing was written, and what to do. is_reachable: False if the stick was unplugged."""
    if is_stick and (not is_reachable or error.errno in _GONE):
        return _("The stick was unplugged before all was written. Plug it in and try again.")
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT if is_stick:
            return _("The stick is full. Delete something on it, or take another one.")
        case errno.ENOSPC | errno.EDQUOT:
            return _("The disk is full. Delete something, or plug in a USB stick.")
        case errno.EROFS if is_stick:
            return _("The stick can only be read. Move its small lock, if it has one, or take another stick.")
        case errno.EACCES | errno.EPERM | errno.EROFS if is_stick:
            return _("The companion may not write to this stick. Take another one, formatted as FAT32 or exFAT.")
        case errno.EACCES | errno.EPERM | errno.EROFS:
            return _("The companion may not write to this folder. Plug in a USB stick.")
        case _:
            return _("Nothing was written: {reason}.").format(reason=error.strerror or str(error))
