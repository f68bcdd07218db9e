"""The certain tables, for vision to learn from: each one is given to vision once."""

from __future__ import annotations

from companion.rules.core import Table


class ConfirmedTables:
    """The newest certain table, and the last one that vision got."""

    def __init__(self) -> None:
        self._newest: Table | None = None
        self._last: Table | None = None

    @property
    def has_any(self) -> bool:
        """True if there was a certain table."""
        return self._last is not None

    def confirm(self, table: Table) -> None:
        """Notes a certain table. The same table again is nothing new (after a roll, or a move beside the board)."""
        if table != self._last:
            self._newest = self._last = table

    def withhold(self) -> None:
        """Withholds the newest table: its picture is too bad to learn from."""
        self._newest = None

    def take(self) -> Table | None:
        """The newest table if it was not taken yet, else None."""
        table, self._newest = self._newest, None
        return table
