"""Shows the rules on the screen during a game: opens, changes and closes their pages, while the game goes on."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.language import _
from companion.presentation.rules_pages import make_page
from companion.rules.core import Game
from companion.values.commands import CloseRules, RulesCommand
from companion.values.results import Done, Refused
from companion.values.views import RulesPage, View


class RulesReader:
    """Remembers which page of the rules is open."""

    def __init__(self, game: Game[Any]) -> None:
        self._game = game
        self._page: RulesPage | None = None

    def perform(self, command: RulesCommand) -> Done | Refused:
        """Shows another page, or closes the rules."""
        page = None if isinstance(command, CloseRules) else make_page(self._game, command)
        if page is None and not isinstance(command, CloseRules):
            return Refused(_("There is no such page in the rules."))
        self._page = page
        return Done()

    def close(self) -> None:
        """Closes the rules."""
        self._page = None

    def add_page(self, view: View) -> View:
        """The view with the open page. It stays unchanged if no page is open, or if games cannot be saved now."""
        if self._page is None or view.screen == "paused":
            return view
        return replace(view, screen="rules", rules=self._page)
