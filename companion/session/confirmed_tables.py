"""Keeps the tables that are certain, so that vision can learn from them. Vision gets each of them once."""

from __future__ import annotations

from companion.rules.core import Table


class ConfirmedTables:
    """The newest certain table, and the last one that vision has got."""

    def __init__(self) -> None:
        self._newest: Table | None = None
        self._last: Table | None = None

    @property
    def has_any(self) -> bool:
        """True if there has been a certain table."""
        return self._last is not None

    def confirm(self, table: Table) -> None:
        """Notes that a table is certain. The same table a second time is nothing new, for example after a roll, or
        after a move beside the board.
        """
        if table != self._last:
            self._newest = self._last = table

    def withhold(self) -> None:
        """Keeps the newest table from vision, because its picture is too bad to learn from."""
        self._newest = None

    def take(self) -> Table | None:
        """The newest certain table; None if vision has got it already."""
        table, self._newest = self._newest, None
        return table
