"""What to play: a saved game, or a new one with its options, chosen tap by tap before a game begins.

Pure values: a choosing and a tap give the next choosing, or what was chosen. It opens no display and writes nothing.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.history.saved_games import Summary
from companion.rules import GAMES
from companion.rules.core import JSON, Game, Option, PositionError
from companion.values.views import Choice, Menu

BEGIN, BACK = "begin", "back"


@dataclass(frozen=True, slots=True)
class GameChoice:
    """What to play: the number of a saved game, or the start position (JSON) of a new one."""

    number: int | None = None
    position: JSON = None


@dataclass(frozen=True)
class GameMenu:
    """How far people have come: the saved games that they may go on with, the game asked for, its options.

    trouble: why what they chose before cannot be played, told beside the games; "" for none.
    """

    saved: tuple[Summary, ...]
    game: str | None = None
    options: Mapping[str, JSON] = field(default_factory=dict)
    trouble: str = ""

    def menu(self) -> Menu:
        """What to show now."""
        if self.game is None:
            return Menu(
                "Choose a game",
                self.trouble,
                saved=tuple(Choice(f"saved {s.number}", _left_standing(s)) for s in _offered(self.saved)),
                games=tuple(Choice(name, rules.info.title) for name, rules in GAMES.items()),
            )
        rules = GAMES[self.game]
        settings = tuple(
            Choice(option.name, f"{option.title}: {option.in_words(self.options[option.name])}")
            for option in rules.info.options
        )
        return Menu(
            rules.info.title,
            "A tap changes it." if settings else "",
            game=self.game,
            settings=settings,
            buttons=(Choice(BACK, "Back"), Choice(BEGIN, "Lay out and begin")),
        )

    def tap(self, label: str) -> GameMenu | GameChoice:
        """What a tap leads to; one that means nothing leaves all as it is."""
        if self.game is None:
            numbers = {f"saved {s.number}": s.number for s in self.saved}
            if label in numbers:
                return GameChoice(number=numbers[label])
            return replace(self, game=label, options=GAMES[label].info.defaults) if label in GAMES else self
        if label == BACK:
            return GameMenu(self.saved)
        rules = GAMES[self.game]
        if label == BEGIN:
            return GameChoice(position=rules.dump(rules.new(self.options)))
        for option in rules.info.options:
            if option.name == label:
                return replace(self, options={**self.options, label: _next_value(rules, self.options, option)})
        return self


def _next_value(rules: Game[Any], options: Mapping[str, JSON], option: Option) -> JSON:
    """The next value of an option that the rules accept together with the others, the first one after the last."""
    now = options[option.name]
    place = option.values.index(now) + 1 if now in option.values else 0
    following = (*option.values[place:], *option.values[:place])
    return next((value for value in following if _is_accepted(rules, {**options, option.name: value})), now)


def _is_accepted(rules: Game[Any], options: Mapping[str, JSON]) -> bool:
    """True if a game can begin with these options together."""
    try:
        rules.new(options)
    except PositionError:
        return False
    return True


def _offered(saved: Iterable[Summary]) -> Iterator[Summary]:
    """The saved games that can be gone on with; of tables that were laid out alike and not played on, one is enough."""
    laid_out: list[JSON] = []
    for shown in saved:
        if shown.problem is None and (shown.touched or shown.position not in laid_out):
            yield shown
        if not shown.touched:
            laid_out.append(shown.position)


def _left_standing(saved: Summary) -> str:
    day = time.strftime("%d %b, %H:%M", time.localtime(saved.played))
    if not saved.touched:
        return f"Go on with {saved.title}: laid out {day}"
    moves = "1 move" if saved.moves == 1 else f"{saved.moves} moves"
    return f"Go on with {saved.title}: {moves}, last played {day}"
