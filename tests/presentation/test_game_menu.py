"""Choosing what to play, tap by tap: saved games, every game, every option that the rules accept."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.history.saved_games import Summary
from companion.presentation.game_menu import GameChoice, GameMenu
from companion.rules import GAMES
from companion.values.commands import AskSwitchOff
from companion.values.menu_commands import (
    AskDelete,
    BeginGame,
    ChangeOption,
    ChooseGame,
    DeleteGame,
    LearnGame,
    LeaveOptions,
    MenuCommand,
    ResumeGame,
    SwitchOff,
)
from companion.values.side_commands import CloseSide, EraseLetter, KeepName, NamePlayer, TypeLetters

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
"""The values that the contract promises for options with few values."""


def test_a_saved_game_is_resumed_and_one_that_cannot_be_is_not_offered() -> None:
    choosing = GameMenu(SAVED)
    assert [choice.command for choice in choosing.menu().saved] == [ResumeGame(1), ResumeGame(3), ResumeGame(4)]
    assert choosing.perform(ResumeGame(1)) == GameChoice(number=1)


def test_who_begins_a_game_for_the_first_time_is_asked_about_its_lesson() -> None:
    unknown = GameMenu((), unknown=frozenset({"spry"}))
    asked = unknown.perform(ChooseGame("spry"))
    assert isinstance(asked, GameMenu)
    assert LearnGame() in [entry.command for entry in asked.menu().buttons]
    asked = asked.perform(BeginGame())
    assert isinstance(asked, GameMenu)
    assert "8 minutes" in asked.menu().detail
    assert [entry.command for entry in asked.menu().buttons] == [LeaveOptions(), BeginGame(), LearnGame()]
    assert asked.perform(LearnGame()) == GameChoice(lesson="spry")
    begun = asked.perform(BeginGame())
    assert isinstance(begun, GameChoice)
    assert (begun.lesson, begun.position["game"]) == (None, "spry")
    back = asked.perform(LeaveOptions())
    assert isinstance(back, GameMenu)
    assert back.perform(BeginGame()) == asked, "until they have chosen, they are asked again"
    known = unknown.perform(ChooseGame("spaces"))
    assert isinstance(known, GameMenu)
    assert isinstance(known.perform(BeginGame()), GameChoice)


def test_a_table_that_was_only_set_up_is_told_from_one_that_was_played_on() -> None:
    played, laid_out, _ = GameMenu(SAVED).menu().saved
    assert "Spry: 4 moves, last played " in played.text
    assert "Spaces" in laid_out.text
    assert "move" not in laid_out.text


@pytest.mark.parametrize("game", GAMES)
def test_a_game_begins_with_its_usual_options(game: str) -> None:
    asked = GameMenu(()).perform(ChooseGame(game))
    assert isinstance(asked, GameMenu)
    assert asked.perform(LeaveOptions()) == GameMenu(())
    chosen = asked.perform(BeginGame())
    assert chosen == GameChoice(position=GAMES[game].dump(GAMES[game].new()))


@pytest.mark.parametrize("game", GAMES)
def test_every_option_goes_round_through_values_that_the_rules_accept(game: str) -> None:
    asked = GameMenu(()).perform(ChooseGame(game))
    assert isinstance(asked, GameMenu)
    assert asked.options
    assert list(asked.options) == [option.name for option in GAMES[game].info.options]
    for option in GAMES[game].info.options:
        name = option.name
        seen, now = [asked.options[name]], asked
        for _ in range(40):
            following = now.perform(ChangeOption(name))
            assert isinstance(following, GameMenu)
            begun = GAMES[game].dump(GAMES[game].new(following.options))
            assert following.perform(BeginGame()) == GameChoice(position=begun)
            assert following.menu() != now.menu(), f"{name} changes and the menu does not say so"
            now = following
            if now.options[name] == seen[0]:
                break
            seen.append(now.options[name])
        assert now.options == asked.options
        assert sorted(map(str, seen)) == sorted(map(str, option.values))
        assert len(seen) > 1, f"{name} cannot be changed"
        assert set(PROMISED.get((game, name), ())) <= set(seen)


@pytest.mark.parametrize(
    "command",
    [
        ChooseGame("chess"),
        ResumeGame(6),
        ChangeOption("first"),
        LeaveOptions(),
        BeginGame(),
        AskSwitchOff(),
        SwitchOff(),
    ],
)
def test_a_command_that_the_list_of_games_does_not_offer_changes_nothing(command: MenuCommand) -> None:
    assert GameMenu(SAVED).perform(command) == GameMenu(SAVED)


@pytest.mark.parametrize("command", [ChooseGame("spaces"), ResumeGame(1), ChangeOption("cube")])
def test_a_command_that_the_options_do_not_offer_changes_nothing(command: MenuCommand) -> None:
    asked = GameMenu(SAVED).perform(ChooseGame("spry"))
    assert isinstance(asked, GameMenu)
    assert asked.perform(command) == asked


def test_switching_off_is_asked_first() -> None:
    choosing = GameMenu(SAVED, can_switch_off=True)
    asked = choosing.perform(AskSwitchOff())
    assert isinstance(asked, GameMenu)
    assert asked.menu().headline == "Switch off?"
    assert asked.perform(LeaveOptions()) == choosing
    assert asked.perform(ChooseGame("spry")) == asked
    assert asked.perform(SwitchOff()) == SwitchOff()
    chosen = choosing.perform(ChooseGame("spry"))
    assert isinstance(chosen, GameMenu)
    assert chosen.perform(LeaveOptions()) == choosing


def test_options_are_written_in_words() -> None:
    asked = GameMenu(()).perform(ChooseGame("mindfield"))
    assert isinstance(asked, GameMenu)
    rounds, *_names = asked.menu().settings
    assert rounds.text == "Tournament rounds: none, a single game"
    changed = asked.perform(ChangeOption("rounds"))
    assert isinstance(changed, GameMenu)
    assert changed.menu().settings[0].text == "Tournament rounds: 2"


def test_more_players_move_no_option_to_another_place() -> None:
    asked = GameMenu(()).perform(ChooseGame("color-dice"))
    assert isinstance(asked, GameMenu)
    two = [entry.command for entry in asked.menu().settings]
    more = asked.perform(ChangeOption("players"))
    assert isinstance(more, GameMenu)
    three = [entry.command for entry in more.menu().settings]
    assert three[: len(two)] == two
    assert three[len(two) :] == [NamePlayer("green")]


def test_a_game_that_was_only_set_up_is_named_with_its_players() -> None:
    saved = Summary(1, "spry", "Spry", 0.0, 0.0, moves=0, touched=False, position={}, names=("Anna", "Ben"))
    assert "Spry (Anna, Ben)" in GameMenu((saved,)).menu().saved[0].text


def test_the_aim_of_the_game_is_told_beside_its_options() -> None:
    for name, rules in GAMES.items():
        asked = GameMenu(()).perform(ChooseGame(name))
        book = rules.rulebook()
        assert isinstance(asked, GameMenu)
        assert asked.menu().aim == ("" if book is None else book.aim_in_words)


def test_players_enter_their_names_on_a_keyboard() -> None:
    asked: object = GameMenu(())
    for command in (ChooseGame("color-dice"), NamePlayer("red"), *map(TypeLetters, "Anna-")):
        assert isinstance(asked, GameMenu)
        asked = asked.perform(command)
    assert isinstance(asked, GameMenu)
    shown = asked.menu().side
    assert shown is not None
    assert (shown.headline, shown.typed) == ("Who plays Red?", "Anna-")
    assert {len(row) for row in shown.keys} == {10, 9, 2}
    assert shown.keys[0][0].text == "Q", "after a hyphen a capital letter comes first"
    for command in (*map(TypeLetters, "Lena Marie"), EraseLetter(), KeepName()):
        assert isinstance(asked, GameMenu)
        asked = asked.perform(command)
    assert isinstance(asked, GameMenu)
    assert asked.names == {"red": "Anna-Lena M"}, "no name is longer than the screen has space for"
    named = [entry.text for entry in asked.menu().settings if isinstance(entry.command, NamePlayer)]
    assert named == ["Red: Anna-Lena M", "Yellow: enter a name"], "nobody plays the dummies"
    chosen = asked.perform(BeginGame())
    assert isinstance(chosen, GameChoice)
    assert chosen.names == {"red": "Anna-Lena M"}


def test_an_erased_name_is_no_name() -> None:
    asked = replace(GameMenu(()), game="spry", options=GAMES["spry"].info.defaults, names={"B": "A"})
    for command in (NamePlayer("B"), EraseLetter()):
        following = asked.perform(command)
        assert isinstance(following, GameMenu)
        asked = following
    left, kept = asked.perform(CloseSide()), asked.perform(KeepName())
    assert isinstance(left, GameMenu)
    assert isinstance(kept, GameMenu)
    assert (left.names, kept.names) == ({"B": "A"}, {})


def test_a_saved_game_is_deleted_after_a_question() -> None:
    menu = GameMenu(SAVED)
    assert [entry.delete for entry in menu.menu().saved] == [AskDelete(1), AskDelete(3), AskDelete(4)]
    assert menu.perform(DeleteGame(1)) == menu, "nobody was asked"
    assert menu.perform(AskDelete(9)) == menu
    asked = menu.perform(AskDelete(1))
    assert isinstance(asked, GameMenu)
    assert asked.menu().headline == "Delete this game?"
    assert asked.menu().detail.startswith("Spry, last played ")
    assert [button.command for button in asked.menu().buttons] == [LeaveOptions(), DeleteGame(1)]
    assert asked.perform(ResumeGame(1)) == asked
    assert asked.perform(LeaveOptions()) == menu
    assert asked.perform(DeleteGame(1)) == DeleteGame(1)
