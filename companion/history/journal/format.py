"""What a journal is on disk: one table of rows in SQLite, each with a digest chained over all rows before it.

Format 1 knew one game after the other; format 2 may resume an earlier one (`events.GameResumed`); in format 3 a roll
may be voided (`events.RollVoided`).
Nothing here opens a file.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from companion.history.events import Event

VERSION = 3
"""What this program writes."""

KNOWN = (1, 2, 3)
"""What it reads: a format holds nothing that the next one does not know."""

SCHEMA = """
CREATE TABLE events (
    seq    INTEGER PRIMARY KEY,
    time   REAL NOT NULL,
    kind   TEXT NOT NULL,
    data   TEXT NOT NULL,
    digest TEXT NOT NULL
) STRICT
"""


class JournalError(Exception):
    """The journal cannot be read or written; the message says what to do, in sentences: players read it on the screen.

    Nothing in it was changed.
    """


@dataclass(frozen=True, slots=True)
class Entry:
    """One row: its number from 1 on, when it was written (seconds since 1970), what happened."""

    seq: int
    time: float
    event: Event


def chain(before: str, kind: str, data: str) -> str:
    """The digest of a row, from the digest of the row before it ("" for the first)."""
    return hashlib.sha256(f"{before}\n{kind}\n{data}".encode()).hexdigest()[:32]


def log_of(path: Path) -> Path:
    """SQLite's write-ahead log of a journal: what is not yet in the journal's own file."""
    return path.with_name(path.name + "-wal")


def damaged(path: Path, what: str) -> JournalError:
    return JournalError(
        f"The journal {path} is damaged ({what}). It was left as it is. Move it to a safe place, together with"
        f" {log_of(path).name}, to start with an empty one, or choose another folder with --data"
    )


@contextmanager
def explained(path: Path, done: str) -> Iterator[None]:
    """Turns what SQLite and the system say into a JournalError: the journal cannot be `done`."""
    try:
        yield
    except sqlite3.OperationalError as error:
        raise JournalError(f"The journal {path} cannot be {done}: {error}. {_advice(str(error))}") from error
    except sqlite3.DatabaseError as error:
        raise damaged(path, str(error)) from error
    except OSError as error:
        said = error.strerror or str(error)
        raise JournalError(f"The journal {path} cannot be {done}: {said}. {_advice(said)}") from error


def _advice(message: str) -> str:
    said = message.lower()
    if "locked" in said:
        return "Another program holds it: end that, or choose another folder with --data"
    if "full" in said or "no space" in said:
        return "Free some space on the disk; what was saved before is safe"
    if any(words in said for words in ("readonly", "read-only", "unable to open", "permission denied")):
        return "Make the folder writable, or choose another one with --data"
    if "i/o error" in said:
        return "See whether the disk has space left and is sound; what was saved before is safe"
    return "What was saved before is untouched; choose another folder with --data if this goes on"
