"""The journal: every event of every game, on the disk before anybody sees it on the screen.

`format` describes the file, `reader` reads it without changing it, `writer` adds entries, and `end_mark` guards the
end. Nothing here changes or deletes an entry, and nothing repairs a damaged file.
"""

from companion.history.journal.format import DiskError, Entry, JournalError
from companion.history.journal.reader import JournalContent, copy, read
from companion.history.journal.writer import FILE, Journal, is_in_use

__all__ = ["FILE", "DiskError", "Entry", "Journal", "JournalContent", "JournalError", "copy", "is_in_use", "read"]
