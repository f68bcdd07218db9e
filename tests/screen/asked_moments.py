"""Moments in which people have to do something before the game goes on, and the pages beside the game, for the tests of
the screen: set-up, wrong tables, questions, undone moves, an end, a hidden board; looking back, menu, rules.

A real session makes them: it is shown tables, and told what people press.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.app.rules_reader import RulesReader
from companion.boards import BOARDS
from companion.history.journal import Journal
from companion.rules import GAMES
from companion.rules.core import JSON, Table
from companion.values.commands import EnterRoll, ListRules, OpenRules, RulesCommand
from companion.values.views import View
from tests.session.evening import LAST_MOVE_DUE, Evening
from vision.observation import EMPTY

ROLLS: Mapping[str, list[JSON]] = {"backgammon": [[3, 1]], "spaces": [[5, 2], [4]]}
"""The rolls before the first move of a game."""


def asked_moments() -> Iterator[tuple[str, View]]:
    """The view of each of these moments, with a name."""
    with TemporaryDirectory() as folder:
        for number, game in enumerate(BOARDS):
            with Journal(Path(folder) / f"{number}.db") as journal:
                yield from _in_game(journal, game)
        with Journal(Path(folder) / "over.db") as journal:
            yield from _at_the_end(journal)
        with Journal(Path(folder) / "backgammon.db") as journal:
            yield from _beside_the_board(journal)


def _in_game(journal: Journal, game: str) -> Iterator[tuple[str, View]]:
    evening = Evening(journal, game=game)
    start = evening.table
    cells = [cell for cell in evening.session.state.game.info.cells if cell not in start]
    if start:
        evening.shows({cell: pieces for cell, pieces in start.items() if cell != next(iter(start))})
        yield f"{game}-setup", evening.view
    evening.shows(start)
    for roll in ROLLS.get(game, ()):
        evening.perform(EnterRoll(roll), "die")
    kind = evening.session.state.game.info.kinds[0]
    wrong: Table = {**start, **dict.fromkeys(cells[:3], (kind,))}
    if game != "color-dice":  # before its first roll there is nothing to move
        evening.shows(wrong)
        evening.press("done")
        evening.shows(wrong)
        yield f"{game}-wrong", evening.view
        one_wrong: Table = {**start, cells[0]: (kind, kind)}
        evening.shows(one_wrong, frames=40)
        evening.press("done")
        evening.shows(one_wrong)
        yield f"{game}-wrong-again", evening.view
        evening.press("done")
        evening.shows(one_wrong)
        yield f"{game}-insisted", evening.view
    doubts = {cells[0]: {(kind, 1): 0.5, EMPTY: 0.5}}
    evening.shows(start)
    evening.shows(start, frames=60, doubts=doubts)
    evening.press("done")
    evening.shows(start, doubts=doubts)
    yield f"{game}-doubt", evening.view
    evening.blind(90)
    yield f"{game}-blind", evening.view
    evening.shows(start)
    yield from _in_the_rules(evening.view)
    evening.tap("game-menu")
    yield f"{game}-menu", evening.view


def _at_the_end(journal: Journal) -> Iterator[tuple[str, View]]:
    evening = Evening(journal, LAST_MOVE_DUE)
    evening.shows(evening.table)
    after = {cell: pieces for cell, pieces in evening.table.items() if cell not in ("e3", "f3")} | {"g3": ("gold",)}
    evening.shows(after)
    yield "mindfield-made", evening.view
    evening.press("done")
    evening.shows(after)
    yield "mindfield-over", evening.view
    evening.press("undo")
    evening.shows(after)
    yield "mindfield-undone-over", evening.view


def _beside_the_board(journal: Journal) -> Iterator[tuple[str, View]]:
    evening = Evening(journal, game="backgammon")
    evening.shows(evening.table)
    evening.perform(EnterRoll([3, 1]), "die")
    evening.plays("8/5 6/5")
    played = evening.table
    evening.press("undo")
    evening.shows(played)
    yield "backgammon-undone-move", evening.view
    evening.press("redo")
    evening.shows(played)
    yield "backgammon-last", evening.view
    evening.tap("history")
    yield "backgammon-history", evening.view
    evening.tap("give-up")
    yield "backgammon-give-up", evening.view
    evening.tap(evening.view.choices[1].label)
    yield "backgammon-agree", evening.view


def _in_the_rules(view: View) -> Iterator[tuple[str, View]]:
    """The first page of a game's rules, the list, and the rule with the most words."""
    game = GAMES[view.game]
    book = game.rulebook()
    assert book is not None
    longest = max(book.articles, key=lambda article: len(article.text_in_words))
    pages: tuple[tuple[str, RulesCommand], ...] = (
        ("rules", OpenRules()),
        ("rules-list", ListRules()),
        ("rules-longest", OpenRules(longest.rule)),
    )
    for name, command in pages:
        reader = RulesReader(game)
        reader.perform(command)
        yield f"{view.game}-{name}", reader.add_page(view)
