"""Reads a journal without changing it, even if a companion uses it, and even if it is damaged.

The file is opened for reading only, so that SQLite repairs, merges and removes nothing. Entries before the damage are
still read.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal
from urllib.parse import quote

from companion.history.events import RecordError, from_json
from companion.history.journal.end_mark import EndMark, EndMarkDamaged, mark_path, read_mark
from companion.history.journal.format import (
    KNOWN,
    Entry,
    JournalError,
    VersionError,
    chain_digest,
    describe_damage,
    find_file,
    is_damage,
    journal_errors,
    log_path,
    old_chain_digest,
)
from companion.language import _, ngettext
from companion.words import join_words

MarkState = Literal["read", "missing", "damaged"]
"""Whether a journal's end mark could be read. Without the mark, nobody can tell if entries are missing at the end."""


@dataclass(frozen=True, slots=True)
class JournalContent:
    """What was read from a journal."""

    entries: tuple[Entry, ...] = ()
    """All entries, or those before the damage."""

    digest: str = ""
    """The digest of the last of these entries; "" if there is none."""

    problem: str | None = None
    """In words, what is damaged; None if nothing is."""

    mark: MarkState = "missing"
    """Whether the end mark could be read."""


def read(path: Path) -> JournalContent:
    """The entries of a journal, up to the first one that was changed after it was written.

    Raises JournalError if there is no journal, if it may not be read, or if another version wrote it.
    """
    with journal_errors(path, "read"):
        file = find_file(path)
        if not file.exists():
            if has_log(file):
                return JournalContent(
                    problem=_("the file is missing, but {name} is there").format(name=log_path(file).name)
                )
            raise JournalError(
                _("There is no journal {path}. Name the folder of the saved games with --data").format(path=path)
            )
        # A companion that is playing writes an entry first and then its mark.
        mark, state = _read_mark(file)
        if file.stat().st_size == 0:
            return JournalContent(problem=_("the file is empty"), mark=state)
        try:
            with _open_read_only(file) as db:
                found = _read_rows(path, db, mark)
        except (sqlite3.Error, UnicodeDecodeError) as error:
            if not is_damage(error):
                raise
            found = JournalContent(problem=describe_damage(error))
        return replace(found, mark=state)


def copy(path: Path, target: Path, entries: int | None = None) -> None:
    """Copies the entries of a journal into a new file. entries: how many of them to copy, from the first on; None for
    all. Raises JournalError if one file cannot be read or the other written.
    """
    with (
        journal_errors(path, "copied"),
        _open_read_only(find_file(path)) as db,
        closing(sqlite3.connect(target)) as new,
    ):
        db.backup(new)
        if entries is not None:
            new.execute("DELETE FROM events WHERE seq > ?", (entries,))
            new.commit()
        new.execute("PRAGMA journal_mode=DELETE")
        new.execute("VACUUM")


def _read_mark(path: Path) -> tuple[EndMark, MarkState]:
    try:
        mark = read_mark(path)
    except EndMarkDamaged:
        return EndMark(), "damaged"
    return (EndMark(), "missing") if mark is None else (mark, "read")


def _read_rows(path: Path, db: sqlite3.Connection, mark: EndMark) -> JournalContent:
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if version not in KNOWN:
        raise VersionError(
            _(
                "The journal {path} was written by another version of the companion (format {version}; this version "
                "reads {known}). Start that version, or choose another folder with --data"
            ).format(path=path, version=version, known=join_words(KNOWN))
        )
    entries: list[Entry] = []
    last, marked = "", ""
    problem: str | None = None
    try:
        for row in db.execute("SELECT seq, time, kind, data, digest FROM events ORDER BY seq"):
            if not _is_next(row, len(entries), last):
                problem = _("entry {number} was changed after it was written").format(number=len(entries) + 1)
                break
            seq, at, kind, data, digest = row
            entries.append(Entry(seq, at, from_json(kind, json.loads(data))))
            last = digest
            if seq == mark.entries:
                marked = digest
    except (RecordError, ValueError, RecursionError) as error:
        if isinstance(error, UnicodeDecodeError):
            raise
        problem = _("entry {number}: {reason}").format(number=len(entries) + 1, reason=str(error))
    except sqlite3.Error as error:
        if not is_damage(error):
            raise
        problem = _("after entry {number}: {reason}").format(number=len(entries), reason=str(error))
    if problem is None and marked != mark.digest:
        problem = _describe_lost_end(path, len(entries), mark)
    return JournalContent(tuple(entries), last, problem)


def _is_next(row: tuple[object, ...], before: int, last: str) -> bool:
    """True if a row is unchanged since it was written, and is the next one. before: how many rows come before it. last:
    the digest of the last of these.
    """
    match row:
        case int(seq), float(at), str(kind), str(data), str(digest) if seq == before + 1:
            # Rows of older formats come before all others.
            if len(last) <= len(OLD) and len(digest) == len(OLD):
                return digest == old_chain_digest(last, kind, data)
            return digest == chain_digest(last, at, kind, data)
    return False


OLD = old_chain_digest("", "", "")
"""A digest as in the formats before 4, to see how long these are."""


def _describe_lost_end(path: Path, entries: int, mark: EndMark) -> str:
    """In words, how the end of a journal differs from what its end mark says."""
    missing = mark.entries - entries
    if missing <= 0:
        return _("{name} belongs to another journal").format(name=mark_path(path).name)
    text = ngettext("the last entry is missing", "the last {count} entries are missing", missing)
    return text.format(count=missing)


def has_log(path: Path) -> bool:
    """True if a journal's write-ahead log contains anything."""
    log = log_path(path)
    return log.exists() and log.stat().st_size > 0


@contextmanager
def _open_read_only(path: Path) -> Iterator[sqlite3.Connection]:
    """Opens a connection to a journal that only reads.

    Without a log, the file is complete and needs no lock and no index. With a log, SQLite needs an index file beside
    it. If SQLite may not make that file, this opens a copy of the journal.
    """
    try:
        db = _connect(path, "mode=ro" if has_log(path) else "mode=ro&immutable=1")
    except sqlite3.OperationalError as error:
        if "unable to open" not in str(error) and "readonly" not in str(error):
            raise
        with tempfile.TemporaryDirectory(prefix="companion-") as folder:
            copy = Path(folder) / path.name
            for file in filter(Path.exists, (path, log_path(path))):
                shutil.copyfile(file, copy.with_name(file.name))
            db = _connect(copy, "mode=ro")
            try:
                yield db
            finally:
                db.close()
        return
    try:
        yield db
    finally:
        db.close()


def _connect(path: Path, how: str) -> sqlite3.Connection:
    db = sqlite3.connect(
        f"file:{quote(os.fsencode(path.absolute()))}?{how}", uri=True, timeout=2.0, isolation_level=None
    )
    try:
        # SQLite opens the file at the first query, so only now does it say whether the file can be read.
        db.execute("PRAGMA schema_version").fetchone()
    except sqlite3.Error:
        db.close()
        raise
    return db
