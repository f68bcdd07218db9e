"""The rules for people: each rule that a game can name has one article, and the rules judge all examples."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules import GAMES
from companion.rules.core import Game
from companion.rules.rulebook import TOPICS, Article, Example, Rulebook
from tests.rules.titles import list_titles

LONGEST_AIM, LONGEST_STEP, LONGEST_TITLE, LONGEST_TEXT, LONGEST_CAPTION = 160, 120, 52, 380, 120
"""Characters: what fits on the smallest screen."""


def _book(game: Game[Any]) -> Rulebook:
    book = game.rulebook()
    assert book is not None, f"{game.info.id} has no rulebook"
    return book


EXAMPLES = [
    pytest.param(game, article, example, id=f"{article.rule}-{number}")
    for game in GAMES.values()
    if (book := game.rulebook())
    for article in book.articles
    for number, example in enumerate(article.examples)
]


def _refused(game: Game[Any], example: Example) -> list[str]:
    """The rules that an example breaks, by the rules of the game; none if it is allowed."""
    position = game.parse(example.position)
    table = example.change(game.table(position))
    if example.dice is not None:
        game.roll(position, example.dice)
        return []
    if not example.move:
        match = game.match(position, table)
        return [] if match.moves else [violation.rule for violation in match.violations]
    verdict = game.judge(position, example.move)
    if verdict.outcome is not None and game.arranged(verdict.outcome.position, table) != table:
        raise AssertionError(f"{example.move} does not lead to the drawn table")
    return [violation.rule for violation in verdict.violations]


@pytest.mark.parametrize("game", [pytest.param(game, id=name) for name, game in GAMES.items()])
def test_each_rule_that_can_be_named_has_one_article(game: Game[Any]) -> None:
    titles = list_titles(game.info.id)
    assert titles
    articles = _book(game).articles
    rules = [article.rule for article in articles]
    assert len(rules) == len(set(rules))
    for rule, title in titles.items():
        article = _book(game).find(rule)
        assert article is not None, f"no article about {rule}"
        assert article.title_in_words == title, f"{rule} has another name in its article"


@pytest.mark.parametrize(("game", "article", "example"), EXAMPLES)
def test_the_rules_agree_with_each_example(game: Game[Any], article: Article, example: Example) -> None:
    refused = _refused(game, example)
    if example.allowed:
        assert not refused
        assert example.text, "an allowed example says what it shows"
    else:
        assert refused[:1] == [article.rule]


@pytest.mark.parametrize("game", [pytest.param(game, id=name) for name, game in GAMES.items()])
def test_the_texts_are_short(game: Game[Any]) -> None:
    book = _book(game)
    assert len(book.aim) <= LONGEST_AIM
    assert 3 <= len(book.turn) <= 6
    assert all(len(step) <= LONGEST_STEP for step in book.turn)
    for article in book.articles:
        assert article.topic in TOPICS
        assert 1 <= len(article.examples) <= 2, article.rule
        assert len(article.title) <= LONGEST_TITLE, article.rule
        assert len(article.text_in_words) <= LONGEST_TEXT, (article.rule, len(article.text_in_words))
        for example in article.examples:
            assert len(example.text) <= LONGEST_CAPTION, (article.rule, example.text)
