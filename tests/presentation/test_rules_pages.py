"""The pages of the rules: each leads to others, and each diagram shows what the rules say about its example."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.history.journal import Journal
from companion.presentation.rules_pages import find_rules, make_page
from companion.rules import GAMES
from companion.rules.core import Game
from companion.rules.rulebook import Article
from companion.values.commands import CloseRules, ListRules, OpenGameMenu, OpenRules
from companion.values.views import RulesPage
from tests.session.evening import Evening
from tests.sixth_game.rules.noughts_and_crosses import GAME as WITHOUT_RULEBOOK

ARTICLES = [
    pytest.param(game, article, id=article.rule)
    for game in GAMES.values()
    if (book := game.rulebook())
    for article in book.articles
]

every_game = pytest.mark.parametrize("game", [pytest.param(game, id=name) for name, game in GAMES.items()])


def page_of(game: Game[Any], command: OpenRules | ListRules) -> RulesPage:
    page = make_page(game, command)
    assert page is not None
    return page


@every_game
def test_all_rules_can_be_reached_from_the_first_page(game: Game[Any]) -> None:
    book = game.rulebook()
    assert book is not None
    command = find_rules(game)
    assert command is not None
    first = page_of(game, command)
    assert first.headline == book.aim
    assert first.steps == book.turn
    assert [entry.command for entry in first.buttons] == [ListRules(), CloseRules()]
    everything = page_of(game, ListRules())
    assert everything.entries is not None
    assert [entry.command for entry in everything.entries] == [OpenRules(article.rule) for article in book.articles]


@every_game
def test_a_topic_limits_the_list_and_every_rule_has_a_topic(game: Game[Any]) -> None:
    everything = page_of(game, ListRules())
    found = []
    assert everything.entries is not None
    assert [topic.chosen for topic in everything.topics] == [True] + [False] * (len(everything.topics) - 1)
    for topic in everything.topics[1:]:
        assert isinstance(topic.command, ListRules)
        page = page_of(game, topic.command)
        assert page.entries
        assert [one.text for one in page.topics if one.chosen] == [topic.text]
        found += page.entries
    assert len(found) == len(everything.entries)
    assert {entry.text for entry in found} == {entry.text for entry in everything.entries}


@every_game
def test_the_pages_of_the_rules_follow_each_other_in_a_circle(game: Game[Any]) -> None:
    book = game.rulebook()
    assert book is not None
    first = rule = book.articles[0].rule
    seen = []
    while rule not in seen:
        seen.append(rule)
        back, _list, on, _close = (entry.command for entry in page_of(game, OpenRules(rule)).buttons)
        assert isinstance(on, OpenRules)
        assert isinstance(back, OpenRules)
        assert on.rule is not None
        rule = on.rule
        assert page_of(game, on).buttons[0].command == OpenRules(seen[-1])
    assert rule == first
    assert len(seen) == len(book.articles)


@pytest.mark.parametrize(("game", "article"), ARTICLES)
def test_each_diagram_says_what_the_rules_say(game: Game[Any], article: Article) -> None:
    page = page_of(game, OpenRules(article.rule))
    number = article.rule.rpartition("-")[2]  # texts speak of "special rule 4", which is SP-4
    assert page.headline == (f"{number}. {article.title}" if number.isdigit() else article.title)
    for diagram, example in zip(page.diagrams, article.examples, strict=True):
        assert diagram.caption
        assert diagram.allowed == example.allowed
        if not example.text:
            position = game.parse(example.position)
            if example.move:
                told = game.judge(position, example.move).violations
            else:
                told = game.match(position, example.change(game.table(position))).violations
            assert diagram.caption in [violation.text for violation in told if violation.rule == article.rule]
        changed = bool(example.ways or example.placed or example.taken)
        assert bool(diagram.marks) == changed
        if not diagram.allowed and changed:
            assert "wrong" in {mark.style for mark in diagram.marks}


def test_a_move_is_drawn_with_a_ghost_where_it_began_and_the_piece_where_it_ends() -> None:
    page = page_of(GAMES["spaces"], OpenRules("SP-M"))
    allowed, refused = page.diagrams
    assert allowed.ghosts == {"J6": ("white",)}
    assert allowed.table == {"A6": ("black",), "G7": ("white",)}
    assert allowed.ways == (("J6", "I7", "H6", "G7"),)
    assert allowed.ticked == ("G7",)
    assert allowed.dice == (("", 3),)
    assert not refused.ticked
    assert "wrong" in {mark.style for mark in refused.marks}


def test_a_captured_piece_is_still_drawn_and_marked() -> None:
    page = page_of(GAMES["mindfield"], OpenRules("MF-J"))
    diagram = page.diagrams[0]
    assert diagram.table["c5"] == ("silver",)
    assert [mark.cell for mark in diagram.marks if mark.style == "gain"] == ["c5"]


def test_a_piece_with_two_sides_is_drawn_turned_over() -> None:
    page = page_of(GAMES["mindfield"], OpenRules("MF-R7"))
    assert page.diagrams[0].table["d4"] == ("antipode-gold",)


def test_a_game_without_a_rulebook_has_no_pages() -> None:
    assert find_rules(WITHOUT_RULEBOOK) is None
    assert find_rules(WITHOUT_RULEBOOK, "NC-1") is None
    assert make_page(WITHOUT_RULEBOOK, OpenRules()) is None
    assert make_page(WITHOUT_RULEBOOK, ListRules()) is None


def test_a_rule_without_an_article_has_no_page() -> None:
    assert find_rules(GAMES["spry"], "SY-99") is None
    assert make_page(GAMES["spry"], OpenRules("SY-99")) is None


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with Journal(tmp_path / "journal.db") as journal:
        begun = Evening(journal, None, "spry")
        begun.shows(begun.table)
        yield begun


def test_the_menu_of_the_game_and_a_broken_rule_lead_to_the_rules(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.perform(OpenGameMenu())
    assert OpenRules() in [choice.command for choice in evening.view.choices]
    evening.tap("close")
    evening.shows({"E5": ("black",), "A1": ("black",)})
    evening.press("done")
    evening.shows({"E5": ("black",), "A1": ("black",)})
    assert [reason.command for reason in evening.view.reasons] == [OpenRules("SY-2")]
    monkeypatch.setattr(type(GAMES["spry"]), "rulebook", Game.rulebook)
    assert [reason.command for reason in evening.view.reasons] == [None]
    evening.perform(OpenGameMenu())
    assert OpenRules() not in [choice.command for choice in evening.view.choices]


def test_typed_letters_find_rules_by_the_beginnings_of_words() -> None:
    game = GAMES["mindfield"]
    everything = page_of(game, ListRules(typed=""))
    assert everything.entries is not None
    assert len(everything.entries) == len(page_of(game, ListRules()).entries or ())
    key = next(key for row in everything.keys for key in row if key.text == "j")
    assert key.command == ListRules(typed="j")
    found = page_of(game, ListRules(typed="jum"))
    assert found.entries is not None
    assert found.entries[0].command == OpenRules("MF-J"), "a title counts more than a text"
    assert 1 < len(found.entries) < len(everything.entries)
    assert not page_of(game, ListRules(typed="umping")).entries
    assert ListRules(typed="ju") in [button.command for button in found.buttons], "the last letter is erased"
