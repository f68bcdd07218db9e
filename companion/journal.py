"""The journal: every event of every game, on disk before anyone sees it.

An append-only log in SQLite (write-ahead log, synchronous=FULL), so that a power cut loses nothing that
was shown. Each row carries a digest chained over all rows before it: damage is noticed, not played on.
It never changes or deletes a row, and never repairs a damaged file by itself.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from companion.record import Event, RecordError, from_json, to_json

_SCHEMA = """
CREATE TABLE IF NOT EXISTS events (
    seq    INTEGER PRIMARY KEY,
    time   REAL NOT NULL,
    kind   TEXT NOT NULL,
    data   TEXT NOT NULL,
    digest TEXT NOT NULL
) STRICT
"""
_VERSION = 1


class JournalError(Exception):
    """The journal cannot be read or written; the message says what to do. Nothing in it was changed."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One row: its number from 1 on, when it was written (seconds since 1970), what happened."""

    seq: int
    time: float
    event: Event


class Journal:
    """The journal in one file. A context manager; one program at a time has it open.

    Raises JournalError from every method for a damaged file, a full or read-only disk, or a file that
    another program holds.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        with self._explained("opened"):
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(path, timeout=2.0, isolation_level=None)
        try:
            with self._explained("opened"):
                # Exclusive: a second companion on the same data would fold half of each other's games.
                self._db.execute("PRAGMA locking_mode=EXCLUSIVE")
                self._db.execute("PRAGMA journal_mode=WAL")
                self._db.execute("PRAGMA synchronous=FULL")
                self._prepare()
            self._last = ""
            self.entries = tuple(self._read())
        except BaseException:
            self._db.close()
            raise

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._db.close()

    def append(self, event: Event) -> None:
        """Writes one event; it is on the disk when this returns."""
        kind, data, now = event.kind, json.dumps(to_json(event), sort_keys=True), time.time()
        digest = _chain(self._last, kind, data)
        with self._explained("written"):
            self._db.execute(
                "INSERT INTO events (time, kind, data, digest) VALUES (?, ?, ?, ?)", (now, kind, data, digest)
            )
        self._last = digest

    def _prepare(self) -> None:
        version = self._db.execute("PRAGMA user_version").fetchone()[0]
        if version not in (0, _VERSION):
            raise JournalError(
                f"the journal {self.path} was written by another version of the companion (format {version},"
                f" this one knows {_VERSION}): start that version, or choose another folder with --data"
            )
        if version == 0:
            self._db.execute("BEGIN IMMEDIATE")
            self._db.execute(_SCHEMA)
            self._db.execute(f"PRAGMA user_version={_VERSION}")
            self._db.execute("COMMIT")

    def _read(self) -> Iterator[Entry]:
        with self._explained("read"):
            rows = self._db.execute("SELECT seq, time, kind, data, digest FROM events ORDER BY seq").fetchall()
        for number, (seq, at, kind, data, digest) in enumerate(rows, start=1):
            self._last = _chain(self._last, kind, data)
            if seq != number or digest != self._last:
                raise self._damaged(f"entry {number} is not what was written")
            try:
                yield Entry(seq, at, from_json(kind, json.loads(data)))
            except (RecordError, json.JSONDecodeError) as error:
                raise self._damaged(f"entry {number}: {error}") from error

    def _damaged(self, what: str) -> JournalError:
        return JournalError(
            f"the journal {self.path} is damaged ({what}). It was left as it is. Move it to a safe place to start"
            " with an empty one, or choose another folder with --data"
        )

    @contextmanager
    def _explained(self, done: str) -> Iterator[None]:
        try:
            yield
        except sqlite3.OperationalError as error:
            raise JournalError(f"the journal {self.path} cannot be {done}: {error}. {_advice(str(error))}") from error
        except sqlite3.DatabaseError as error:
            raise self._damaged(str(error)) from error
        except OSError as error:
            raise JournalError(
                f"the folder {self.path.parent} for the journal cannot be made: {error.strerror}."
                " Choose another with --data"
            ) from error


def _chain(before: str, kind: str, data: str) -> str:
    return hashlib.sha256(f"{before}\n{kind}\n{data}".encode()).hexdigest()[:32]


def _advice(message: str) -> str:
    if "locked" in message:
        return "Another companion uses this folder: end it, or choose another folder with --data"
    if "full" in message:
        return "Free some space on the disk; what was saved before is safe"
    if "readonly" in message or "unable to open" in message:
        return "Make the folder writable, or choose another one with --data"
    return "What was saved before is untouched; choose another folder with --data if this goes on"
