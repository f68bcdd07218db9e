"""Moves a journal that cannot be used to another folder, so that people can start afresh and nothing is lost."""

from __future__ import annotations

import shutil
import time
from collections.abc import Sequence
from pathlib import Path

from companion.files import sync_folder
from companion.history.journal.end_mark import mark_path
from companion.history.journal.format import find_file, journal_errors, log_path
from companion.history.journal.writer import create, hold_folder


def put_aside(path: Path, others: Sequence[Path] = ()) -> Path:
    """Moves a journal with its log and its end mark to a new folder beside it, and makes an empty journal in its place.
    Returns the new folder. Raises JournalError.

    others: files that belong to its games, such as pictures; they are moved, too. A power cut in the middle loses
    nothing: the rest of the journal is then damaged, and can be put aside as well.
    """
    with journal_errors(path, "opened"):
        file = find_file(path)
    with hold_folder(file):
        with journal_errors(path, "written"):
            folder = _make_folder(file.parent)
            for one in (*others, file, log_path(file), mark_path(file)):
                if one.exists():
                    shutil.move(one, folder / one.name)
            # The index of the log; SQLite makes it again.
            file.with_name(file.name + "-shm").unlink(missing_ok=True)
            sync_folder(folder)
            sync_folder(file.parent)
        create(file)
    return folder


def _make_folder(parent: Path) -> Path:
    """A new folder whose name has today's date."""
    day = time.strftime("put-aside-%Y-%m-%d")
    names = (day, *(f"{day}-{number}" for number in range(2, 1000)))
    folder = next(parent / name for name in names if not (parent / name).exists())
    folder.mkdir(mode=0o700)
    return folder
