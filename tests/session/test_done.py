"""Done is lit only if it does something. Pressed otherwise, it says why."""

from __future__ import annotations

import pytest

from companion.history.journal import Journal
from companion.rules import GAMES
from companion.rules.words import OFFER_NAMES
from companion.values.commands import EnterRoll
from tests.session.evening import START, Evening, bout_of_spaces, played_to_the_end


def is_lit(evening: Evening) -> bool:
    (done,) = [button for button in evening.view.buttons if button.name == "done"]
    return done.enabled


def says(evening: Evening) -> str:
    """What the screen says after Done was pressed on an unchanged table."""
    evening.shows(evening.table, frames=30)
    evening.told()
    evening.press("done")
    evening.shows(evening.table)
    assert evening.told() == [], "nothing happens in the game"
    (notice,) = evening.view.notices
    return notice


def test_nothing_has_moved(evening: Evening) -> None:
    assert not is_lit(evening)
    assert "No piece has moved" in says(evening)
    assert evening.session.state.moves == []


def test_a_roll_is_due(journal: Journal) -> None:
    evening = Evening(journal, game="backgammon")
    evening.shows(evening.table)
    assert not is_lit(evening)
    assert "Roll the dice first" in says(evening)


def test_what_can_be_tapped_instead_is_named(journal: Journal) -> None:
    evening = Evening(journal, game="color-dice")
    evening.shows(evening.table)
    for _ in range(40):
        rules, position = evening.session.state.game, evening.session.state.position
        status = rules.status(position)
        if status.offers == ("done",) and len(rules.legal(position).moves) > 1:
            break
        if status.due == "roll":
            evening.perform(EnterRoll({die: 5 if die == "red" else 3 for die in status.dice}), "die")
        else:
            offered = [offer for offer in status.offers if offer != "done"]
            evening.tap(offered[0]) if offered else evening.plays(rules.legal(position).moves[0])
        evening.shows(evening.table)
    assert not is_lit(evening)
    assert "No more attacks" in says(evening)


def test_the_game_is_over(journal: Journal) -> None:
    evening = played_to_the_end(journal)
    assert not is_lit(evening)
    assert "over" in says(evening)


def test_it_is_lit_when_it_does_something(evening: Evening, journal: Journal) -> None:
    evening.shows({**START, "a1": ("gold",)})
    assert is_lit(evening), "a whole move"
    evening.shows({**START, "c4": ("gold",)})
    assert is_lit(evening), "it says what is wrong"


def test_pressed_again_for_the_same_wrong_table_it_says_so(evening: Evening) -> None:
    wrong = {**START, "c4": ("gold",)}
    evening.shows(wrong)
    evening.press("done")
    evening.shows(wrong)
    assert not is_lit(evening)
    evening.press("done")
    evening.shows(wrong)
    (notice,) = evening.view.notices
    assert "same as before" in notice


def test_it_is_lit_for_the_next_part_and_for_a_pass(journal: Journal) -> None:
    evening = bout_of_spaces(journal)
    assert is_lit(evening)


@pytest.mark.parametrize("game", GAMES)
def test_no_game_has_a_second_button_called_done(game: str) -> None:
    info = GAMES[game].info
    names = [info.offer_name(offer) for offer in {*OFFER_NAMES, *info.offer_names}]
    assert "Done" not in names


def test_who_has_no_attack_is_not_asked_when_to_attack(journal: Journal) -> None:
    """Red's die is the lowest: it makes no difference if Red's attacks come before or after the others'."""
    evening = Evening(journal, game="color-dice")
    evening.shows(evening.table)
    evening.perform(EnterRoll({"red": 1, "yellow": 3, "green": 5, "blue": 4}), "die")
    evening.tap("keep")
    evening.shows(evening.table)
    shown = evening.view
    assert [choice.text for choice in shown.choices] == []
    assert "Red cannot attack: no die is lower." in shown.detail
    assert "Press Done to go on." in shown.detail
    assert shown.buttons[0].enabled
    evening.told()
    evening.press("done")
    evening.shows(evening.table)
    assert evening.told() == ["move after", "move done"]
    assert evening.player == "yellow"


def test_who_can_attack_somebody_chooses_when(journal: Journal) -> None:
    evening = Evening(journal, game="color-dice")
    evening.shows(evening.table)
    evening.perform(EnterRoll({"red": 4, "yellow": 3, "green": 5, "blue": 4}), "die")
    evening.tap("keep")
    evening.shows(evening.table)
    assert [choice.label for choice in evening.view.choices] == ["before", "after"]
    assert not evening.view.buttons[0].enabled


def test_done_declines_for_a_counterattacker_who_cannot_attack(journal: Journal) -> None:
    rules = GAMES["color-dice"]
    position = rules.dump(rules.new()) | {
        "areas": {"red": {"red": 2, "yellow": 7}, "yellow": {"yellow": 2}, "green": {"green": 9}, "blue": {"blue": 9}},
        "outside": {"red": 7, "yellow": 0, "green": 0, "blue": 0},
        "phase": "counter",
        "order": "after",
        "acting": "yellow",
        "dice": {"red": 1, "yellow": 6, "green": 1, "blue": 1},
        "throws": {"red": 1, "yellow": 1, "green": 1, "blue": 1},
    }
    evening = Evening(journal, position, "color-dice")
    evening.shows(evening.table)
    assert evening.session.state.game.legal(evening.session.state.position).moves == ("decline",)
    assert "Press Done to go on." in evening.view.detail
    evening.press("done")
    evening.shows(evening.table)
    assert evening.told() == ["setup-ok", "move decline"]


@pytest.mark.parametrize("game", ["mindfield", "backgammon"])
def test_why_it_did_nothing_is_forgotten_with_the_next_move_or_roll(game: str, journal: Journal) -> None:
    evening = Evening(journal, game=game)
    evening.shows(evening.table)
    says(evening)
    evening.plays("a1") if game == "mindfield" else evening.perform(EnterRoll([3, 1]), "die")
    assert evening.view.notices == ()
