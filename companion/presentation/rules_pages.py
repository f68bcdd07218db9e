"""Makes the pages of the rules for people: how the game goes, the list of its rules, and one page for each rule.

The program's own rules judge and explain every example, so no diagram can show something wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from companion.language import _, translate_marked
from companion.presentation.naming import list_letters
from companion.rules.core import Game, Status, Table, Violation
from companion.rules.rulebook import TOPICS, Article, Example, Rulebook
from companion.values.commands import CloseRules, ListRules, OpenRules
from companion.values.views import Diagram, Mark, RulesEntry, RulesPage

MOST_MARKED = 8
"""If a broken rule is about more cells than this, only the cells of the move are marked."""


def find_rules(game: Game[Any], rule: str | None = None) -> OpenRules | None:
    """The command that opens the rules of a game, or its page about one rule; None if the game has no such page."""
    book = game.rulebook()
    if book is None or (rule is not None and book.find(rule) is None):
        return None
    return OpenRules(rule)


def make_page(game: Game[Any], command: OpenRules | ListRules) -> RulesPage | None:
    """The page that a command opens; None if the game has no such page."""
    book = game.rulebook()
    if book is None:
        return None
    match command:
        case OpenRules(None):
            return _overview(game, book)
        case OpenRules(rule):
            article = None if rule is None else book.find(rule)
            return None if article is None else _article_page(game, book, article)
        case ListRules(topic, typed):
            return _list_page(game, book, topic) if typed is None else _search_page(game, book, typed)


def _overview(game: Game[Any], book: Rulebook) -> RulesPage:
    return RulesPage(
        game.info.title,
        book.aim_in_words,
        steps=book.turn_in_words,
        table=game.table(game.new()),
        buttons=(RulesEntry(_("All rules"), ListRules()), _close()),
    )


def _list_page(game: Game[Any], book: Rulebook, topic: str | None) -> RulesPage:
    used = [one for one in TOPICS if any(article.topic == one for article in book.articles)]
    topics = [RulesEntry(_("All"), ListRules(), chosen=topic not in used)]
    topics += [RulesEntry(translate_marked(TOPICS[one]), ListRules(one), chosen=one == topic) for one in used]
    found = [article for article in book.articles if topic not in used or article.topic == topic]
    return RulesPage(
        game.info.title,
        _("All rules"),
        topics=tuple(topics),
        entries=tuple(RulesEntry(_name(article), OpenRules(article.rule)) for article in found),
        buttons=(RulesEntry(_("How to play"), OpenRules()), RulesEntry(_("Search"), ListRules(typed="")), _close()),
    )


def _search_page(game: Game[Any], book: Rulebook, typed: str) -> RulesPage:
    """The page of a search: all rules with a word that begins with the typed letters. Those with such a word in their
    title come first.
    """
    in_title = [article for article in book.articles if _has_word(article.title_in_words, typed)]
    in_text = [one for one in book.articles if one not in in_title and _has_word(one.text_in_words, typed)]
    return RulesPage(
        game.info.title,
        _("Search the rules"),
        "" if in_title or in_text else _("No rule has a word that begins like this."),
        entries=tuple(RulesEntry(_name(one), OpenRules(one.rule)) for one in (*in_title, *in_text)),
        typed=typed,
        keys=tuple(
            tuple(RulesEntry(letter, ListRules(typed=typed + letter)) for letter in row if letter.isalpha())
            for row in list_letters()
        ),
        buttons=(
            RulesEntry(_("All rules"), ListRules()),
            RulesEntry(_("Erase"), ListRules(typed=typed[:-1])),
            _close(),
        ),
    )


def _name(article: Article) -> str:
    """The rule's name; if the game counts its rules, with its number: rule SP-4 is number 4."""
    number = article.rule.rpartition("-")[2]
    return f"{number}. {article.title_in_words}" if number.isdigit() else article.title_in_words


def _has_word(text: str, typed: str) -> bool:
    """True if a word of the text begins with the typed letters."""
    return any(word.startswith(typed.lower()) for word in re.findall(r"\w+", text.lower()))


def _article_page(game: Game[Any], book: Rulebook, article: Article) -> RulesPage:
    place, count = book.articles.index(article), len(book.articles)
    return RulesPage(
        game.info.title,
        _name(article),
        article.text_in_words,
        diagrams=tuple(_draw_example(game, article, example) for example in article.examples),
        buttons=(
            RulesEntry("‹", OpenRules(book.articles[place - 1].rule)),
            RulesEntry(_("All rules"), ListRules()),
            RulesEntry("›", OpenRules(book.articles[(place + 1) % count].rule)),
            _close(),
        ),
    )


def _close() -> RulesEntry:
    return RulesEntry(_("Close"), CloseRules())


# --- examples ---------------------------------------------------------------------------------------


def _draw_example(game: Game[Any], article: Article, example: Example) -> Diagram:
    position = game.parse(example.position)
    status = game.status(position)
    caption, broken = example.text_in_words, None
    if not example.allowed:
        broken = find_violation(game, article, example)
        caption = caption or broken.text
    ends = tuple(dict.fromkeys((*(way[-1] for way in example.ways), *(way[-1] for _kind, way in example.placed))))
    table, ghosts = _show_change(example, game.table(position))
    return Diagram(
        caption,
        example.allowed,
        table,
        ghosts,
        tuple(_mark(game, example, ends, broken)),
        (*example.ways, *(way for _kind, way in example.placed if len(way) > 1)),
        ends if example.allowed else (),
        _find_dice(game, example, status),
        game.info.rim_names.get(status.player, {}),
    )


def find_violation(game: Game[Any], article: Article, example: Example) -> Violation:
    """Why an example is not allowed, in the words of the program's rules: the reason that names this page's rule."""
    position = game.parse(example.position)
    if example.move:
        found = game.judge(position, example.move).violations
    else:
        found = game.match(position, example.change(game.table(position))).violations
    return next(violation for violation in found if violation.rule == article.rule)


def _show_change(example: Example, before: Table) -> tuple[Table, Table]:
    """Two tables for a diagram: the pieces where they go to, and as ghosts the pieces that leave their cells.

    A piece that would hide another one is not drawn where it goes to: its arrow shows that.
    """
    table = {cell: list(kinds) for cell, kinds in before.items()}
    ghosts: dict[str, list[str]] = {}
    come = [(way[-1], kind) for kind, way in example.placed]
    for way in example.ways:
        kind = table[way[0]].pop()
        ghosts.setdefault(way[0], []).append(kind)
        come.append((way[-1], kind))
    for cell, kind in come:
        lying = table.setdefault(cell, [])
        if lying and _is_other_side(lying[-1], kind):
            lying[-1] = kind
        elif cell not in example.taken and (not lying or lying[-1] == kind):
            lying.append(kind)
    return _freeze(table), _freeze(
        {cell: kinds for cell, kinds in ghosts.items() if table[cell] == [] or len(table[cell]) < len(before[cell])}
    )


def _is_other_side(one: str, other: str) -> bool:
    """True if two kinds are the two sides of the same piece, such as "antipode-gold" and "antipode-silver"."""
    return one != other and "-" in one and one.split("-")[0] == other.split("-")[0]


def _freeze(table: Mapping[str, list[str]]) -> Table:
    return MappingProxyType({cell: tuple(kinds) for cell, kinds in table.items() if kinds})


def _mark(game: Game[Any], example: Example, ends: tuple[str, ...], broken: Violation | None) -> Iterator[Mark]:
    """Marks on the cells where pieces go to or are taken. If a rule is broken, also on the cells that it is about."""
    if broken is None:
        yield from (Mark(cell, "gain") for cell in dict.fromkeys(example.taken))
        yield from (Mark(cell, "to") for cell in ends if cell not in example.taken)
        return
    about = () if game.info.areas or len(broken.cells) > MOST_MARKED else broken.cells
    starts = {way[0] for way in example.ways}.difference(ends)
    yield from (Mark(cell, "wrong") for cell in dict.fromkeys((*ends, *example.taken, *about)) if cell not in starts)


def _find_dice(game: Game[Any], example: Example, status: Status) -> tuple[tuple[str, int], ...]:
    """The dice in the diagram of an example: those that it rolls or, if it rolls none, those of its position."""
    rolled = example.dice
    if rolled is None:
        return status.shown_dice
    named = rolled.items() if isinstance(rolled, Mapping) else zip(status.dice, rolled, strict=False)
    return tuple((name if name in game.info.kinds else "", value) for name, value in named)
