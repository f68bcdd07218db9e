"""Adding to the journal: one program at a time, each event on the disk before the next thing happens.

SQLite's write-ahead log with synchronous=FULL is synced at every event, so that a power cut takes nothing that
was told; a new journal appears under its name only when it is whole.
"""

from __future__ import annotations

import fcntl
import json
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType

from companion.history.events import Event, to_json
from companion.history.journal.format import SCHEMA, VERSION, Entry, JournalError, chain, damaged, explained
from companion.history.journal.reader import has_log, read

FILE = "journal.db"
"""The journal's name in the data folder."""

PATIENCE_S = 1.0
"""How long to wait for a companion that is just ending."""


class Journal:
    """The journal in one file. A context manager; one program at a time has it open.

    Raises JournalError from every method for a damaged file, a full or read-only disk, or a file that
    another program holds.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        with ExitStack() as opened:
            _make_folder(path.parent)
            opened.enter_context(_alone(path))
            if not path.exists() and not has_log(path):
                _create(path)
            found = read(path)
            if found.problem is not None:
                raise damaged(path, found.problem)
            self._entries, self._last = list(found.entries), found.digest
            with explained(path, "opened"):
                self._db = _connected(path)
                opened.callback(self._db.close)
                # Takes the lock of a writer, so that a disk that may not be written is told now.
                self._db.execute("BEGIN IMMEDIATE")
                if self._db.execute("PRAGMA user_version").fetchone()[0] != VERSION:
                    self._db.execute(f"PRAGMA user_version={VERSION}")
                self._db.execute("COMMIT")
            self._opened = opened.pop_all()

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._opened.close()

    @property
    def count(self) -> int:
        """How many entries there are."""
        return len(self._entries)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All entries, those appended since it was opened included."""
        return tuple(self._entries)

    def append(self, event: Event) -> None:
        """Writes one event; it is on the disk when this returns."""
        kind, data, now = event.kind, json.dumps(to_json(event), sort_keys=True), time.time()
        digest = chain(self._last, kind, data)
        with explained(self.path, "written"):
            self._db.execute(
                "INSERT INTO events (time, kind, data, digest) VALUES (?, ?, ?, ?)", (now, kind, data, digest)
            )
        self._last = digest
        self._entries.append(Entry(len(self._entries) + 1, now, event))


def in_use(folder: Path) -> bool:
    """Whether a running companion has the journal in a folder open."""
    try:
        with _alone(folder / FILE, patience_s=0.0):
            return False
    except JournalError:
        return True


@contextmanager
def _alone(path: Path, patience_s: float = PATIENCE_S) -> Iterator[None]:
    """Holds the journal's folder: a second companion on the same data would fold half of each other's games.

    The folder itself is locked, not the file: SQLite's own locks let others read meanwhile.
    """
    with explained(path, "opened"):
        folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        with explained(path, "opened"):
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
                raise JournalError(
                    f"The journal {path} cannot be opened. Another companion uses this folder: end it, or choose"
                    " another folder with --data"
                ) from error
        time.sleep(PATIENCE_S / 20)


def _create(path: Path) -> None:
    """A new, empty journal: under another name first, so that a power cut leaves none or a whole one."""
    new = path.with_name(f".{path.name}.new")
    with explained(path, "made"):
        new.unlink(missing_ok=True)
        db = sqlite3.connect(new, isolation_level=None)
        try:
            db.execute("PRAGMA journal_mode=WAL")
            db.execute("BEGIN IMMEDIATE")
            db.execute(SCHEMA)
            db.execute(f"PRAGMA user_version={VERSION}")
            db.execute("COMMIT")
        finally:
            db.close()
        new.replace(path)
        _sync(path.parent)


def _connected(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, timeout=2.0, isolation_level=None)
    db.execute("PRAGMA synchronous=FULL")
    return db


def _make_folder(folder: Path) -> None:
    """Makes the data folder where it is missing; its name is on the disk when this returns."""
    try:
        missing = [f for f in (folder, *folder.parents) if not f.exists()]
        folder.mkdir(parents=True, exist_ok=True)
        for made in missing:
            _sync(made.parent)
    except OSError as error:
        raise JournalError(
            f"The folder {folder} for the journal cannot be made: {error.strerror}. Choose another with --data"
        ) from error


def _sync(folder: Path) -> None:
    """What is in a folder, by name, survives a power cut from here on."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
