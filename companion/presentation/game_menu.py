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
from companion.rules.core import JSON, Game, PositionError
from companion.values.views import Menu, MenuEntry

BEGIN, BACK = "begin", "back"

_VALUES: tuple[JSON, ...] = (
    False,
    True,
    *range(10),
    11,
    13,
    15,
    17,
    21,
    25,
    "B",
    "W",
    "attacked",
    "any",
    "active",
    "each",
)
"""Values that options may have; the rules say which."""

_NAMES: Mapping[str, str] = {
    "cube": "Doubling cube",
    "gammons": "Gammons count",
    "match_length": "Match to (points)",
    "crawford": "Crawford rule",
    "jacoby": "Jacoby rule",
    "target": "Points to win",
    "first": "Who begins",
    "swap": "Colours may be exchanged",
    "rounds": "Tournament rounds",
    "players": "Players",
    "move_scope": "Groups move into areas",
    "throwing": "Who throws",
}
_WORDS: Mapping[JSON, str] = {
    "attacked": "of the attacked colour",
    "any": "of any colour",
    "active": "the player to move",
    "each": "each player his own die",
}


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
                "What shall be played?",
                self.trouble,
                saved=tuple(MenuEntry(f"saved {s.number}", _left_standing(s)) for s in _offered(self.saved)),
                games=tuple(MenuEntry(name, rules.info.title) for name, rules in GAMES.items()),
            )
        rules = GAMES[self.game]
        settings = tuple(
            MenuEntry(name, f"{_NAMES.get(name, name)}: {_said(rules, name, value)}")
            for name, value in self.options.items()
        )
        return Menu(
            rules.info.title,
            "A tap changes it." if settings else "",
            game=self.game,
            settings=settings,
            buttons=(MenuEntry(BACK, "Back"), MenuEntry(BEGIN, "Lay out and begin")),
        )

    def tap(self, label: str) -> GameMenu | GameChoice:
        """What a tap leads to; one that means nothing leaves all as it is."""
        if self.game is None:
            numbers = {f"saved {s.number}": s.number for s in self.saved}
            if label in numbers:
                return GameChoice(number=numbers[label])
            return replace(self, game=label, options=dict(GAMES[label].info.options)) if label in GAMES else self
        if label == BACK:
            return GameMenu(self.saved)
        rules = GAMES[self.game]
        if label == BEGIN:
            return GameChoice(position=rules.dump(rules.new(self.options)))
        if label in self.options:
            return replace(self, options={**self.options, label: _following(rules, self.options, label)})
        return self


def _following(rules: Game[Any], options: Mapping[str, JSON], name: str) -> JSON:
    """The next value that an option may have beside the others, the first one after the last."""
    values = [v for v in _VALUES if type(v) is type(options[name]) and _accepted(rules, {**options, name: v})]
    place = values.index(options[name]) + 1 if options[name] in values else 0
    return values[place % len(values)] if values else options[name]


def _accepted(rules: Game[Any], options: Mapping[str, JSON]) -> bool:
    try:
        rules.new(options)
    except PositionError:  # so the rules say which values there are
        return False
    return True


def _said(rules: Game[Any], name: str, value: JSON) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if name == "rounds" and value == 0:
        return "none, a single game"
    return rules.info.names.get(value, _WORDS.get(value, str(value)))


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
