"""Choosing what to play, tap by tap: saved games, every game, every option that the rules accept."""

from __future__ import annotations

import pytest

from companion.history.saved_games import Summary
from companion.presentation.game_menu import BACK, BEGIN, GameChoice, GameMenu
from companion.rules import GAMES

SAVED = (
    Summary(1, "spry", "Spry", 0.0, 10.0, moves=4, touched=True, position={}),
    Summary(3, "spaces", "Spaces", 0.0, 5.0, position={"game": "spaces"}),
    Summary(4, "spaces", "Spaces", 0.0, 4.0, position={"game": "spaces", "options": {}}),
    Summary(5, "spaces", "Spaces", 0.0, 3.0, position={"game": "spaces"}),
    Summary(2, "mindfield", "Mindfield", 0.0, 20.0, problem="damaged"),
)


PROMISED = {
    ("backgammon", "cube"): (False, True),
    ("spry", "first"): ("B", "W"),
    ("mindfield", "rounds"): (0, 2, 4),
    ("color-dice", "players"): (2, 3, 4),
    ("color-dice", "move_scope"): ("attacked", "any"),
    ("color-dice", "throwing"): ("active", "each"),
}
"""The values of options that the interface promises, where there are few."""


def test_a_saved_game_is_gone_on_with_and_one_that_cannot_be_is_not_offered() -> None:
    choosing = GameMenu(SAVED)
    assert [choice.label for choice in choosing.menu().saved] == ["saved 1", "saved 3", "saved 4"]
    assert choosing.tap("saved 1") == GameChoice(number=1)


def test_a_table_that_was_only_laid_out_is_told_from_one_that_was_played_on() -> None:
    played, laid_out, _ = GameMenu(SAVED).menu().saved
    assert "Spry: 4 moves, last played " in played.text
    assert "Spaces" in laid_out.text
    assert "move" not in laid_out.text


@pytest.mark.parametrize("game", GAMES)
def test_a_game_begins_with_its_usual_options(game: str) -> None:
    asked = GameMenu(()).tap(game)
    assert isinstance(asked, GameMenu)
    assert asked.tap(BACK) == GameMenu(())
    chosen = asked.tap(BEGIN)
    assert chosen == GameChoice(position=GAMES[game].dump(GAMES[game].new()))


@pytest.mark.parametrize("game", GAMES)
def test_every_option_goes_round_through_values_that_the_rules_accept(game: str) -> None:
    asked = GameMenu(()).tap(game)
    assert isinstance(asked, GameMenu)
    assert asked.options
    assert list(asked.options) == [option.name for option in GAMES[game].info.options]
    for option in GAMES[game].info.options:
        name = option.name
        seen, now = [asked.options[name]], asked
        for _ in range(40):
            following = now.tap(name)
            assert isinstance(following, GameMenu)
            begun = GAMES[game].dump(GAMES[game].new(following.options))
            assert following.tap(BEGIN) == GameChoice(position=begun)
            assert following.menu() != now.menu(), f"{name} changes and the menu does not say so"
            now = following
            if now.options[name] == seen[0]:
                break
            seen.append(now.options[name])
        assert now.options == asked.options
        assert sorted(map(str, seen)) == sorted(map(str, option.values))
        assert len(seen) > 1, f"{name} cannot be changed"
        assert set(PROMISED.get((game, name), ())) <= set(seen)


def test_a_tap_that_means_nothing_changes_nothing() -> None:
    for choosing in (GameMenu(SAVED), GameMenu(SAVED).tap("spry")):
        assert isinstance(choosing, GameMenu)
        assert choosing.tap("chess") == choosing


def test_options_are_said_in_words() -> None:
    asked = GameMenu(()).tap("mindfield")
    assert isinstance(asked, GameMenu)
    (rounds,) = asked.menu().settings
    assert rounds.text == "Tournament rounds: none, a single game"
    changed = asked.tap("rounds")
    assert isinstance(changed, GameMenu)
    assert changed.menu().settings[0].text == "Tournament rounds: 2"
