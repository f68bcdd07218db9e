"""Adds events to the journal. Only one program at a time can do so, and each event is on the disk before anything else
happens.

SQLite syncs its write-ahead log at every event (synchronous=FULL), so a power cut loses nothing that the companion has
shown. A new journal gets its name only when it is complete. After each event the end mark is written (`end_mark`).
"""

from __future__ import annotations

import fcntl
import json
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import TracebackType

from companion.files import sync_folder
from companion.history.events import Event, to_json
from companion.history.journal.end_mark import EndMark, EndMarkFile
from companion.history.journal.format import (
    SCHEMA,
    VERSION,
    DiskError,
    Entry,
    InUseError,
    JournalError,
    chain_digest,
    find_file,
    is_disk_at_fault,
    journal_errors,
    log_path,
    make_damage_error,
)
from companion.history.journal.reader import has_log, read
from companion.language import _

FILE = "journal.db"
"""The journal's name in the data folder."""

PATIENCE_S = 1.0
"""How long to wait for another companion that is about to end."""


class Journal:
    """A journal that is open for writing. It is a context manager, and only one program can have it open.

    Every method raises JournalError if the file is damaged or another program uses it, and DiskError if the disk is
    full or read-only.
    """

    def __init__(self, path: Path, patience_s: float = PATIENCE_S) -> None:
        """patience_s: how long to wait if another companion uses the journal."""
        self.path = path
        with journal_errors(path, "opened"):
            file = find_file(path)
        with ExitStack() as opened:
            _make_folder(file.parent)
            opened.enter_context(hold_folder(file, patience_s))
            if not file.exists() and not has_log(file):
                create(file)
            found = read(path)
            if found.problem is not None:
                raise make_damage_error(path, found.problem)
            self._entries, self._last = list(found.entries), found.digest
            with journal_errors(path, "opened"):
                self._db = _connect(file)
                opened.callback(self._db.close)
                self._mark = EndMarkFile(file)
                opened.callback(self._mark.close)
                self._mark.write(EndMark(self.count, self._last))
                self._is_marked = True
                sync_folder(file.parent)
            self._opened = opened.pop_all()

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file, so that another program can open it."""
        self._opened.close()

    @property
    def count(self) -> int:
        """How many entries the journal has."""
        return len(self._entries)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All entries. Those that were added since it was opened are among them."""
        return tuple(self._entries)

    def append(self, event: Event) -> None:
        """Writes one event. When this returns, the event is on the disk."""
        kind, data, now = event.kind, json.dumps(to_json(event), sort_keys=True), time.time()
        digest = chain_digest(self._last, now, kind, data)
        with journal_errors(self.path, "written"):
            if not self._is_marked:
                self._write_mark()
            self._db.execute(
                "INSERT INTO events (time, kind, data, digest) VALUES (?, ?, ?, ?)", (now, kind, data, digest)
            )
        self._last = digest
        self._entries.append(Entry(len(self._entries) + 1, now, event))
        self._is_marked = False
        # The event is written and counts. If its mark cannot be written now, the next event tries again and raises the
        # error.
        with suppress(OSError):
            self._write_mark()

    def _write_mark(self) -> None:
        self._mark.write(EndMark(self.count, self._last))
        self._is_marked = True


def is_in_use(folder: Path) -> bool:
    """True if a running companion has the journal in this folder open."""
    try:
        with hold_folder(find_file(folder / FILE), patience_s=0.0):
            return False
    except JournalError:
        return True


@contextmanager
def hold_folder(path: Path, patience_s: float = PATIENCE_S) -> Iterator[None]:
    """Locks the journal's folder, because two companions with the same data would mix up their games. Raises
    JournalError.

    It locks the folder and not the file, so that other programs can still read the file through SQLite's own locks.
    """
    with journal_errors(path, "opened"):
        folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        with journal_errors(path, "opened"):
            _lock(folder, path, time.monotonic() + patience_s)
        yield
    finally:
        os.close(folder)


def _lock(folder: int, path: Path, until: float) -> None:
    while True:
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError as error:
            if time.monotonic() >= until:
                raise InUseError(
                    _(
                        "The journal {path} cannot be opened. Another companion uses this folder: close it, or "
                        "choose another folder with --data"
                    ).format(path=path)
                ) from error
        time.sleep(PATIENCE_S / 20)


def create(path: Path) -> None:
    """Makes an empty journal. It first has another name, so that after a power cut or on a full disk there is a
    complete journal or none. Raises JournalError.
    """
    new = path.with_name(f".{path.name}.new")
    with journal_errors(path, "made"):
        try:
            _remove(new)
            db = sqlite3.connect(new, isolation_level=None)
            try:
                # Before there is a log, a commit is in the file itself or an error.
                db.execute("BEGIN IMMEDIATE")
                db.execute(SCHEMA)
                db.execute(f"PRAGMA user_version={VERSION}")
                db.execute("COMMIT")
                db.execute("PRAGMA journal_mode=WAL")
            finally:
                db.close()
            new.replace(path)
        finally:
            _remove(new)
        sync_folder(path.parent)


def _remove(new: Path) -> None:
    """Removes the rest of a journal that was not completed."""
    for file in (new, log_path(new), new.with_name(new.name + "-shm"), new.with_name(new.name + "-journal")):
        file.unlink(missing_ok=True)


def _connect(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, timeout=2.0, isolation_level=None)
    try:
        db.execute("PRAGMA synchronous=FULL")
        # Takes the lock of a writer, so that a read-only disk is an error now and not at the first event.
        db.execute("BEGIN IMMEDIATE")
        if db.execute("PRAGMA user_version").fetchone()[0] != VERSION:
            db.execute(f"PRAGMA user_version={VERSION}")
        db.execute("COMMIT")
    except sqlite3.Error:
        db.close()
        raise
    return db


def _make_folder(folder: Path) -> None:
    """Makes the data folder if it is missing. When this returns, the folder's name is on the disk."""
    try:
        missing = [f for f in (folder, *folder.parents) if not f.exists()]
        folder.mkdir(parents=True, exist_ok=True)
        for made in missing:
            sync_folder(made.parent)
    except OSError as error:
        kind = DiskError if is_disk_at_fault(error, folder) else JournalError
        raise kind(
            _("The folder {folder} for the journal cannot be made: {reason}. Choose another folder with --data").format(
                folder=folder, reason=error.strerror
            )
        ) from error
