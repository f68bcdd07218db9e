"""The journal of lessons. It is separate, so that no lesson is in the list of saved games.

Lessons are written like every game, so that a report about a lesson says what happened. But no lesson is resumed: it is
short, and begins again from its start.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from companion.history.events import Started
from companion.history.journal import FILE, Entry, Journal, read

FOLDER = "lessons"
"""The folder of this journal, inside the data folder."""


def open_lessons(folder: Path) -> Journal:
    """The journal of lessons, open for writing. folder: the data folder. Raises JournalError."""
    return Journal(folder / FOLDER / FILE)


def list_known_games(entries: Sequence[Entry], folder: Path) -> frozenset[str]:
    """The ids of the games that people here have begun to play or to learn.

    entries: of the saved games. folder: the data folder. Raises JournalError if the journal of lessons cannot be read.
    """
    file = folder / FOLDER / FILE
    learned = read(file).entries if file.exists() else ()
    return frozenset(entry.event.game for entry in (*entries, *learned) if isinstance(entry.event, Started))
