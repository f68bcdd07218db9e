"""Reads a journal without changing it, also while a companion uses it, and also a damaged one.

The file is opened for reading only, so that SQLite repairs, merges and removes nothing. Entries before the damage are
still read.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import struct
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import quote

from companion.history.events import RecordError, from_json
from companion.history.journal.format import KNOWN, Entry, JournalError, chain_digest, journal_errors, log_path
from companion.history.journal.log import count_lost_commits
from companion.language import _, ngettext
from companion.words import join_words


@dataclass(frozen=True, slots=True)
class JournalContent:
    """What a journal holds."""

    entries: tuple[Entry, ...] = ()
    """The entries up to the damage, or all of them."""

    digest: str = ""
    """The digest of the last one; "" if there is none."""

    problem: str | None = None
    """What is damaged; None if nothing is."""


def read(path: Path) -> JournalContent:
    """Reads the entries of a journal, up to the first one that was changed since it was written.

    Raises JournalError if there is no journal, where it may not be read, or where another version wrote it.
    """
    with journal_errors(path, "read"):
        if not path.exists():
            if has_log(path):
                return JournalContent(
                    problem=_("the file is missing, but {name} is there").format(name=log_path(path).name)
                )
            raise JournalError(
                _("There is no journal {path}. Name the folder of the saved games with --data").format(path=path)
            )
        if path.stat().st_size == 0:
            return JournalContent(problem=_("the file is empty"))
        try:
            with _open_read_only(path) as db:
                found = _read_rows(path, db)
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError as error:
            return JournalContent(problem=str(error))
        return replace(found, problem=found.problem or _find_log_damage(path))


def copy(path: Path, target: Path, entries: int | None = None) -> None:
    """Copies a journal's entries, or the first ones only, into a new file.

    entries: how many to copy; None for all. Raises JournalError if one file cannot be read or the other written.
    """
    with journal_errors(path, "copied"), _open_read_only(path) as db, closing(sqlite3.connect(target)) as new:
        db.backup(new)
        if entries is not None:
            new.execute("DELETE FROM events WHERE seq > ?", (entries,))
            new.commit()
        new.execute("PRAGMA journal_mode=DELETE")
        new.execute("VACUUM")


def _read_rows(path: Path, db: sqlite3.Connection) -> JournalContent:
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if version not in KNOWN:
        raise JournalError(
            _(
                "The journal {path} was written by another version of the companion (format {version}; this version "
                "reads {known}). Start that version, or choose another folder with --data"
            ).format(path=path, version=version, known=join_words(KNOWN))
        )
    entries: list[Entry] = []
    last, problem = "", None
    try:
        for seq, at, kind, data, digest in db.execute("SELECT seq, time, kind, data, digest FROM events ORDER BY seq"):
            number = len(entries) + 1
            if seq != number or digest != chain_digest(last, kind, data):
                problem = _("entry {number} was changed after it was written").format(number=number)
                break
            entries.append(Entry(seq, at, from_json(kind, json.loads(data))))
            last = digest
    except (RecordError, json.JSONDecodeError) as error:
        problem = _("entry {number}: {reason}").format(number=number, reason=str(error))
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError as error:
        problem = _("after entry {number}: {reason}").format(number=len(entries), reason=str(error))
    return JournalContent(tuple(entries), last, problem)


def has_log(path: Path) -> bool:
    """True if a journal's write-ahead log holds anything."""
    log = log_path(path)
    return log.exists() and log.stat().st_size > 0


def _find_log_damage(path: Path) -> str | None:
    """Says what is damaged in the write-ahead log, because SQLite ignores everything after the damage in silence."""
    if not has_log(path):
        return None
    with path.open("rb") as file:
        (size,) = struct.unpack(">H", file.read(18)[16:])
    lost = count_lost_commits(log_path(path).read_bytes(), 65536 if size == 1 else size)
    if not lost:
        return None
    text = ngettext("{count} entry in {file} cannot be read", "{count} entries in {file} cannot be read", lost)
    return text.format(count=lost, file=log_path(path).name)


@contextmanager
def _open_read_only(path: Path) -> Iterator[sqlite3.Connection]:
    """Opens a connection that only reads. Without a log, the file is complete and needs no lock and no index.

    With a log, SQLite needs an index file beside it. Where it may not make one, a copy of the journal is read.
    """
    try:
        db = _connect(path, "mode=ro" if has_log(path) else "mode=ro&immutable=1")
    except sqlite3.OperationalError as error:
        if "unable to open" not in str(error) and "readonly" not in str(error):
            raise
        with tempfile.TemporaryDirectory(prefix="companion-") as folder:
            copy = Path(folder) / path.name
            for file in (path, log_path(path)):
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
    db = sqlite3.connect(f"file:{quote(str(path.absolute()))}?{how}", uri=True, timeout=2.0, isolation_level=None)
    try:
        # SQLite opens the file at the first query, so only now does it say whether the file can be read.
        db.execute("PRAGMA schema_version").fetchone()
    except sqlite3.Error:
        db.close()
        raise
    return db
