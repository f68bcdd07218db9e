"""What the rules of a game for people are made of: the aim of the game, how a turn goes, and an article with examples
for each rule.

The texts are for people who do not know the game, in words that a ten-year-old understands. An example is data: a
position, and what people try in it. So the program's rules can judge it, and the screen can draw it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from companion.language import N_, join, translate_marked
from companion.rules.answers import JSON, Table

Topic = Literal["turn", "dice", "placing", "moving", "capturing", "special", "winning", "match"]

TOPICS: Mapping[Topic, str] = {
    "turn": N_("The turn"),
    "dice": N_("Dice"),
    "placing": N_("Placing"),
    "moving": N_("Moving"),
    "capturing": N_("Capturing"),
    "special": N_("Special rules"),
    "winning": N_("Winning"),
    "match": N_("Match play"),
}
"""The topics of articles, in the order in which the screen lists them."""

Way = tuple[str, ...]
"""The cells that one piece passes: first the cell that it leaves, last the cell where it stays."""


def change_table(
    before: Table, ways: Iterable[Way], taken: Iterable[str], placed: Iterable[tuple[str, Way]]
) -> dict[str, tuple[str, ...]]:
    """The table after some pieces were moved, taken off or placed.

    ways: of the moved pieces. taken: cells from which a piece is taken off. placed: the kind and the way of each piece
    that comes from beside the board.
    """
    table = {cell: list(kinds) for cell, kinds in before.items()}
    for cell in taken:
        table[cell].pop()
    lifted = [(way[-1], table[way[0]].pop()) for way in ways]
    for cell, kind in (*lifted, *((way[-1], kind) for kind, way in placed)):
        table.setdefault(cell, []).append(kind)
    return {cell: tuple(kinds) for cell, kinds in table.items() if kinds}


@dataclass(frozen=True, slots=True)
class Example:
    """A position, and what people try in it. It is allowed, or it breaks the article's rule."""

    position: Mapping[str, JSON]
    """The position as JSON."""
    allowed: bool
    """True if the rules allow what people try."""
    text: str = ""
    """What the example shows, marked with `N_`. If it is not allowed, this may be "": then the rules give the
    reason.
    """
    ways: tuple[Way, ...] = ()
    """The way of each piece that is moved."""
    taken: tuple[str, ...] = ()
    """The cells from which a piece is taken off the board. A cell is listed once for each of its pieces."""
    placed: tuple[tuple[str, Way], ...] = ()
    """The pieces that come from beside the board: the kind and the way of each. Usually the way is only the cell where
    the piece stays.
    """
    move: str = ""
    """The text of the move, if the table alone does not show what people try."""
    dice: JSON = None
    """The dice that are rolled, if the example is about a roll."""

    @property
    def text_in_words(self) -> str:
        """The text in the current language."""
        return translate_marked(self.text) if self.text else ""

    def change(self, before: Table) -> Table:
        """The table after what people try. before: the table of the position."""
        return change_table(before, self.ways, self.taken, self.placed)


@dataclass(frozen=True, slots=True)
class Article:
    """The page about one rule."""

    rule: str
    """The rule's id in the rulings, such as "MF-R3". The program's rules name the same id when they refuse
    something.
    """
    title: str
    """The rule's name, marked with `N_`."""
    topic: Topic
    text: tuple[str, ...]
    """The rule in one to four short texts, each marked with `N_`, of one or two sentences."""
    examples: tuple[Example, ...]
    """One or two examples. The screen draws them from left to right."""

    @property
    def title_in_words(self) -> str:
        """The rule's name in the current language."""
        return translate_marked(self.title)

    @property
    def text_in_words(self) -> str:
        """The rule in the current language."""
        return join(" ", map(translate_marked, self.text))


@dataclass(frozen=True, slots=True)
class Rulebook:
    """All rules of a game. Its texts are marked with `N_`."""

    aim: str
    """How the game is won, in one sentence."""
    turn: tuple[str, ...]
    """How a turn goes, in three to six short steps."""
    articles: tuple[Article, ...]
    """The rules in the order in which people learn them."""

    @property
    def aim_in_words(self) -> str:
        """The aim in the current language."""
        return translate_marked(self.aim)

    @property
    def turn_in_words(self) -> tuple[str, ...]:
        """The steps of a turn in the current language."""
        return tuple(translate_marked(step) for step in self.turn)

    def find(self, rule: str) -> Article | None:
        """The article about a rule; None if there is none."""
        return next((article for article in self.articles if article.rule == rule), None)
