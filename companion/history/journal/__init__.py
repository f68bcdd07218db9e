"""The journal: every event of every game, on the disk before anybody sees it on the screen.

`format` describes the file, `reader` reads it without changing it, `writer` adds entries, and `end_mark` notices if
entries are missing at the end. `aside` moves a journal that cannot be used to another folder. Nothing here changes or
deletes an entry, and nothing repairs a damaged file.
"""

from companion.history.journal.aside import put_aside
from companion.history.journal.format import DamageError, DiskError, Entry, InUseError, JournalError, VersionError
from companion.history.journal.reader import JournalContent, copy, read
from companion.history.journal.writer import FILE, Journal, is_in_use

__all__ = [
    "FILE",
    "DamageError",
    "DiskError",
    "Entry",
    "InUseError",
    "Journal",
    "JournalContent",
    "JournalError",
    "VersionError",
    "copy",
    "is_in_use",
    "put_aside",
    "read",
]
