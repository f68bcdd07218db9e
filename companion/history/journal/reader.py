"""Reading a journal without touching it: also one that a running companion holds, and one that is damaged.

The file is opened for reading only, so that nothing is repaired, folded in or removed on the way; what
stands before some damage is still read.
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
from companion.history.journal.format import KNOWN, Entry, JournalError, chain, explained, log_of
from companion.history.journal.log import lost_commits


@dataclass(frozen=True, slots=True)
class Reading:
    """What a journal holds: its entries, the digest of the last one, and what is wrong with what follows them.

    problem: None where nothing is wrong.
    """

    entries: tuple[Entry, ...] = ()
    digest: str = ""
    problem: str | None = None


def read(path: Path) -> Reading:
    """All entries of a journal, up to the first that is not as it was written.

    Raises JournalError where there is none, where it may not be read, or another version wrote it.
    """
    with explained(path, "read"):
        if not path.exists():
            if has_log(path):
                return Reading(problem=f"the file is missing, but {log_of(path).name} is there")
            raise JournalError(f"There is no journal {path}: nothing was saved there. Name the folder with --data")
        if path.stat().st_size == 0:
            return Reading(problem="the file is empty")
        try:
            with _opened(path) as db:
                found = _rows(path, db)
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError as error:
            return Reading(problem=str(error))
        return replace(found, problem=found.problem or _torn(path))


def copy(path: Path, target: Path, entries: int | None = None) -> None:
    """Writes a journal's entries, or the first so many of them, into a new file.

    Raises JournalError where it cannot be read, or the new file not be written.
    """
    with explained(path, "copied"), _opened(path) as db, closing(sqlite3.connect(target)) as new:
        db.backup(new)
        if entries is not None:
            new.execute("DELETE FROM events WHERE seq > ?", (entries,))
            new.commit()
        new.execute("PRAGMA journal_mode=DELETE")
        new.execute("VACUUM")


def _rows(path: Path, db: sqlite3.Connection) -> Reading:
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if version not in KNOWN:
        raise JournalError(
            f"The journal {path} was written by another version of the companion (format {version}, this one knows"
            f" {' and '.join(map(str, KNOWN))}): start that version, or choose another folder with --data"
        )
    entries: list[Entry] = []
    last, problem = "", None
    try:
        for seq, at, kind, data, digest in db.execute("SELECT seq, time, kind, data, digest FROM events ORDER BY seq"):
            number = len(entries) + 1
            if seq != number or digest != chain(last, kind, data):
                problem = f"entry {number} is not what was written"
                break
            entries.append(Entry(seq, at, from_json(kind, json.loads(data))))
            last = digest
    except (RecordError, json.JSONDecodeError) as error:
        problem = f"entry {number}: {error}"
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError as error:
        problem = f"after entry {len(entries)}: {error}"
    return Reading(tuple(entries), last, problem)


def has_log(path: Path) -> bool:
    """Whether something stands in a journal's write-ahead log."""
    log = log_of(path)
    return log.exists() and log.stat().st_size > 0


def _torn(path: Path) -> str | None:
    """What is wrong with the write-ahead log, which SQLite itself reads up to a damage without a word."""
    if not has_log(path):
        return None
    with path.open("rb") as file:
        (size,) = struct.unpack(">H", file.read(18)[16:])
    lost = lost_commits(log_of(path).read_bytes(), 65536 if size == 1 else size)
    return f"{lost} entries in {log_of(path).name} cannot be read" if lost else None


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that only reads. Without a log the file is all there is, and no lock or index is needed.

    With one, SQLite wants an index beside it; where that may not be made, a copy is read instead.
    """
    try:
        db = _connected(path, "mode=ro" if has_log(path) else "mode=ro&immutable=1")
    except sqlite3.OperationalError as error:
        if "unable to open" not in str(error) and "readonly" not in str(error):
            raise
        with tempfile.TemporaryDirectory(prefix="companion-") as folder:
            copy = Path(folder) / path.name
            for file in (path, log_of(path)):
                shutil.copyfile(file, copy.with_name(file.name))
            db = _connected(copy, "mode=ro")
            try:
                yield db
            finally:
                db.close()
        return
    try:
        yield db
    finally:
        db.close()


def _connected(path: Path, how: str) -> sqlite3.Connection:
    db = sqlite3.connect(f"file:{quote(str(path.absolute()))}?{how}", uri=True, timeout=2.0, isolation_level=None)
    try:
        # Not before the first look at the file does SQLite say that it cannot be read.
        db.execute("PRAGMA schema_version").fetchone()
    except sqlite3.Error:
        db.close()
        raise
    return db
