"""The journal: every event of every game, on disk before anyone sees it.

`format` says what lies on the disk, `reading` reads it without touching it, `writing` adds to it, and `command`
is `companion journal`. Nothing changes or deletes a row, and nothing repairs a damaged file by itself.
"""

from companion.history.journal.format import Entry, JournalError
from companion.history.journal.reader import Reading, copy, read
from companion.history.journal.writer import FILE, Journal, in_use

__all__ = ["FILE", "Entry", "Journal", "JournalError", "Reading", "copy", "in_use", "read"]
