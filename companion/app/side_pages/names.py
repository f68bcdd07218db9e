"""Runs the page of the players' names in a running game. The journal keeps a new name at once."""

from __future__ import annotations

from types import UnionType
from typing import ClassVar

from companion.history.events import Named
from companion.presentation.naming import Naming, make_keyboard, make_names_page
from companion.session import Session
from companion.values.side_commands import KeepName, NamePlayer, NamesCommand, OpenNames, SideCommand
from companion.values.side_pages import SidePage


class NamesSide:
    """The page of the players' names."""

    handles: ClassVar[type | UnionType] = NamesCommand

    def __init__(self, session: Session) -> None:
        self._session = session
        self._naming: Naming | None = None

    def page(self) -> SidePage:
        state = self._session.state
        if self._naming is not None:
            return make_keyboard(state.game, self._naming, OpenNames())
        return make_names_page(state.game, state.game.players(state.position), state.names)

    def perform(self, command: SideCommand) -> None:
        state, naming = self._session.state, self._naming
        match command:
            case OpenNames():
                self._naming = None
            case NamePlayer(player) if player in state.game.players(state.position):
                self._naming = Naming(player, state.names.get(player, ""))
            case KeepName() if naming is not None:
                names = dict(naming.add_to(state.names))
                # If it cannot be saved now, people see why. What they typed stays until they try again.
                if names == state.names or self._session.record(Named(names)):
                    self._naming = None
            case _ if naming is not None:
                self._naming = naming.perform(command)

    def close(self) -> None:
        """Drops what was typed and not entered."""
        self._naming = None
