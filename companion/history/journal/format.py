"""The journal's format: one table of rows in SQLite. Each row has a digest that depends on all rows before it.

In format 1, games only follow each other. Format 2 can also resume an earlier game (`events.GameResumed`). Format 3 can
also void a roll (`events.RollVoided`). Since format 4, the digests of new rows also cover their times, and an end mark
(`end_mark`) shows if rows are missing at the end. Nothing here opens a file.
"""

from __future__ import annotations

import errno
import hashlib
import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from companion.history.events import Event
from companion.language import N_, Translated, _

VERSION = 4
"""The number of the format that this program writes."""

KNOWN = (1, 2, 3, 4)
"""The formats that this program reads. Each can contain everything that the formats before it can."""

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
    """The journal cannot be read or written. Nothing in it was changed.

    The message says what to do, in whole sentences, because players read it on the screen.
    """


class DiskError(JournalError):
    """The disk does not work now: it is full, read-only, broken or not connected. Trying again may help."""


class InUseError(JournalError):
    """Another program has the journal open. Trying again helps when that program has ended."""


class DamageError(JournalError):
    """The journal is damaged. Trying again does not help. It can be put aside (`aside`)."""


class VersionError(JournalError):
    """Another version of the companion wrote the journal and can read it. It can be put aside, too (`aside`)."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of the journal."""

    seq: int
    """Its number, from 1."""

    time: float
    """When it was written, in seconds since 1970."""

    event: Event
    """What happened."""


def chain_digest(before: str, time: float, kind: str, data: str) -> str:
    """The digest of a row. before: the digest of the row before it; "" for the first row."""
    return hashlib.sha256(f"{before}\n{time!r}\n{kind}\n{data}".encode()).hexdigest()[:40]


def old_chain_digest(before: str, kind: str, data: str) -> str:
    """The shorter digest that rows have in the formats before 4. It does not cover the time."""
    return hashlib.sha256(f"{before}\n{kind}\n{data}".encode()).hexdigest()[:32]


def find_file(path: Path) -> Path:
    """Where a journal really is, if its path is a link. SQLite keeps its log beside the real file. Raises DiskError for
    a link that leads to no file.
    """
    file = Path(os.path.realpath(path))
    if path.is_symlink() and not file.exists():
        raise DiskError(
            _(
                "The journal {path} is a link to {file}, and there is no such file. Connect the disk that it is on, or "
                "remove the link"
            ).format(path=path, file=file)
        )
    return file


def log_path(path: Path) -> Path:
    """The path of SQLite's write-ahead log. It contains what is not yet in the journal's own file."""
    return path.with_name(path.name + "-wal")


def make_damage_error(path: Path, what: str) -> DamageError:
    """The error for a damaged journal. what: what is wrong with it, in words."""
    return DamageError(
        _(
            "The journal {path} is damaged ({what}). Nothing in it was changed. To start with an empty journal, "
            "move it to a safe place together with {log}, or choose another folder with --data"
        ).format(path=path, what=what, log=log_path(path).name)
    )


Done = Literal["copied", "made", "opened", "read", "written"]
"""What the program was doing with a journal when it failed."""

FAILURES: Mapping[str, str] = Translated(
    {
        "copied": N_("The journal {path} cannot be copied: {reason}. {advice}"),
        "made": N_("The journal {path} cannot be made: {reason}. {advice}"),
        "opened": N_("The journal {path} cannot be opened: {reason}. {advice}"),
        "read": N_("The journal {path} cannot be read: {reason}. {advice}"),
        "written": N_("The journal {path} cannot be written: {reason}. {advice}"),
    }
)
"""The message for each thing that the program may fail to do with a journal."""


@contextmanager
def journal_errors(path: Path, done: Done) -> Iterator[None]:
    """Turns errors of SQLite and the system into a JournalError. done: what the program does with the journal, for the
    message.
    """
    try:
        yield
    except (sqlite3.Error, UnicodeDecodeError) as error:
        if is_damage(error):
            raise make_damage_error(path, describe_damage(error)) from error
        raise _make_error(path, done, error, str(error)) from error
    except OSError as error:
        raise _make_error(path, done, error, error.strerror or str(error)) from error


def _make_error(path: Path, done: Done, error: Exception, reason: str) -> JournalError:
    """The error for something that could not be done with a journal. reason: in words."""
    kind = _find_kind(error, path)
    return kind(FAILURES[done].format(path=path, reason=reason, advice=_advise(reason)))


def _find_kind(error: Exception, path: Path) -> type[JournalError]:
    if is_disk_at_fault(error, path):
        return DiskError
    is_locked = getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
    return InUseError if is_locked else JournalError


_DISK_FAULTS = (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS, errno.ENODEV, errno.ENXIO, errno.ESTALE)
"""The numbers of system errors for a disk that is full, broken, read-only or not connected."""


def is_disk_at_fault(error: Exception, path: Path) -> bool:
    """True if an error about a file comes from its disk.

    SQLite gives the same error for a read-only disk and for a file that this user may not change. So this asks the
    system.
    """
    if isinstance(error, OSError):
        return error.errno in _DISK_FAULTS
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN):
        folder = next(folder for folder in path.absolute().parents if folder.exists())
        return bool(os.statvfs(folder).f_flag & os.ST_RDONLY)
    return code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)


_DAMAGE = (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_SCHEMA)
"""The errors of SQLite for a file that is damaged. The program's queries always work on a good file."""


def is_damage(error: sqlite3.Error | UnicodeDecodeError) -> bool:
    """True if an error comes from what is in the file. False if it comes from the disk, the system or another
    program.
    """
    if not isinstance(error, sqlite3.OperationalError):
        return True
    code = getattr(error, "sqlite_errorcode", None)
    return code is None or code & 0xFF in _DAMAGE  # no code: Python could not decode what SQLite has read


def describe_damage(error: sqlite3.Error | UnicodeDecodeError) -> str:
    """In words, what is damaged. Damaged text is not repeated."""
    return _("its text is damaged") if isinstance(error, UnicodeDecodeError) else str(error)


def _advise(message: str) -> str:
    said = message.lower()
    if "locked" in said:
        return _("Another program uses it: close that program, or choose another folder with --data")
    if "full" in said or "no space" in said:
        return _("Free some space on the disk. What was saved before is safe")
    if any(words in said for words in ("readonly", "read-only", "unable to open", "permission denied")):
        return _("Allow writing to the folder, or choose another one with --data")
    if "i/o error" in said:
        return _("Check that the disk has space and works. What was saved before is safe")
    return _("What was saved before is safe. If this happens again, choose another folder with --data")
