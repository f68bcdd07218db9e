"""The end, the next bout, and games that are resumed after somebody left or the power was cut."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest

from companion.history.events import Named
from companion.history.journal import Journal
from companion.history.saved_games import choose_game
from companion.rules import GAMES
from companion.values.commands import EnterRoll, PlayAgain
from companion.values.results import Refused
from tests.rules.at_random import LIKINGS, step
from tests.session.evening import START, Evening, bout_of_spaces, played_to_the_end
from vision.observation import EMPTY, Content

WHOLE_GAME = (
    "g4 e7 g7 g1 e1 c6 a7 a4 b1 a4-b4 e1-f1 g1xe1 g2 e7-f7 g7xe7 e1-f1 g6 b4-b3 a7-b7 d4-d2 "
    "e4 c6-c5 g4-f4 d2-b2 f4xd4 b3-b4 b1xb3xb5xd5xd3 b4 e4xc4xa4 f1-f2 d4xd2 e5 "
    "g2xe2xc2xa2 e5-e4 a2xc2xe2 c5 e2xc2xa2 e4-d4 d3xd5xb5"
)


def test_after_a_restart_the_game_goes_on_where_it_was(journal: Journal, evening: Evening) -> None:
    table = {**START, "a1": ("gold",)}
    evening.shows(table)
    evening.press("done")
    evening.shows(table)
    journal.close()
    with Journal(journal.path) as again:
        later = Evening(again)
        later.shows({**table, "g7": ("silver",)})
        later.press("done")
        later.shows({**table, "g7": ("silver",)})
        assert later.news[0].event == "resumed"
        assert later.news[0].data["moves"] == ["a1"]
        assert later.told() == ["resumed", "move g7"]


@pytest.mark.parametrize("game", GAMES)
def test_a_start_table_found_after_a_restart_takes_nothing_back(game: str, journal: Journal) -> None:
    evening = Evening(journal, game=game)
    rules, start = GAMES[game], evening.table
    evening.shows(start)
    while len(evening.session.state.turns) < 4:
        state = evening.session.state
        status = rules.status(state.position)
        if status.due == "roll":
            names = rules.info.named_dice
            values = [2 + (len(state.turns) + i) % 5 for i in range(len(status.dice))]
            evening.perform(EnterRoll(dict(zip(status.dice, values, strict=True)) if names else values), "die")
        else:
            moved = [m for m in rules.legal(state.position, 100).moves if m not in status.offers]
            evening.plays(moved[-1]) if moved else evening.tap(status.offers[0])
    saved, moves = evening.table, evening.session.state.moves
    assert saved != start
    journal.close()
    with Journal(journal.path) as again:
        later = Evening(again, game=game)
        later.shows(start, frames=60)
        later.press("done")
        later.shows(start)
        assert [n.event for n in later.news] == ["resumed", "illegal", "illegal"]
        assert later.news[-1].data["violations"]
        assert later.news[-1].data["fix"]
        assert later.session.state.moves == moves
        # Once repaired, it is a game like any other: showing its start table again undoes moves.
        later.shows(saved)
        later.told()
        later.shows(start, frames=65)
        if game != "color-dice":  # there, all moves were one turn
            assert later.told() == ["unsure"]
            later.tap("takeback")
            later.shows(start)
        assert later.told() == ["takeback"]
        assert len(later.session.state.moves) < len(moves) - 1


def test_the_end_is_reported_with_its_result(journal: Journal) -> None:
    evening = played_to_the_end(journal)
    assert evening.news[-1].data["result"]["winner"] == "G"
    assert evening.told() == ["setup-ok", "move e3xg3", "over"]
    assert evening.view.screen == "over"


def test_who_packs_up_after_the_end_breaks_no_rule(journal: Journal) -> None:
    evening = played_to_the_end(journal)
    evening.told()
    evening.shows({"g3": ("gold",)}, frames=90)
    assert evening.told() == []
    assert evening.view.screen == "over"


def test_the_start_table_after_the_end_begins_a_new_game(evening: Evening, journal: Journal) -> None:
    evening.plays(*WHOLE_GAME.split())
    assert evening.session.state.over
    evening.told()
    evening.shows(START, frames=5)
    assert evening.told() == ["setup-ok"]
    assert evening.session.state.moves == []
    assert not evening.session.state.over
    evening.plays("a1")
    journal.close()
    with Journal(journal.path) as again:
        assert choose_game(again, None, None)[0].moves == ["a1"]


def test_any_start_set_up_again_after_the_end_begins_a_new_game(journal: Journal) -> None:
    game = GAMES["color-dice"]
    new = game.dump(game.new({"players": 3}))
    evening = Evening(journal, new, game="color-dice")
    start = evening.table
    evening.shows(start)
    numbers = random.Random(3)
    while (made := step(game, evening.session.state.position, numbers, LIKINGS["color-dice"])) is not None:
        if not isinstance(made.did, str):
            evening.perform(EnterRoll(made.did), "die")
        elif made.did in game.status(made.position).offers:
            evening.tap(made.did)
        else:
            evening.plays(made.did)
    assert evening.session.state.over
    evening.shows(start)
    assert evening.told()[-1] == "setup-ok"
    assert evening.session.state.moves == []
    assert game.dump(evening.session.state.position) == new


def test_all_moves_of_a_game_from_a_position_put_back_after_its_end_are_asked_about(journal: Journal) -> None:
    new = GAMES["backgammon"].dump(GAMES["backgammon"].new())
    few = {"points": {"2": ["W", 2], "24": ["B", 2]}, "off": {"W": 13, "B": 13}}
    evening = Evening(journal, {**new, **few, "to_move": "W", "phase": "move", "dice": [2, 1]}, game="backgammon")
    start = evening.table
    evening.shows(start)
    evening.plays("2/off 2/1")
    for _ in range(2):
        evening.perform(EnterRoll([1, 2]), "die")
        evening.plays(GAMES["backgammon"].legal(evening.session.state.position).moves[0])
        if evening.session.state.over:
            break
    assert evening.session.state.over
    evening.told()
    evening.shows(start, frames=90)
    assert evening.told() == ["unsure"]
    evening.tap("takeback")
    evening.shows(start)
    assert evening.told() == ["takeback"]
    assert evening.session.state.moves == []


def test_the_next_bout_may_be_set_up_before_done_is_pressed(journal: Journal) -> None:
    evening = bout_of_spaces(journal)
    evening.shows({}, frames=60)
    evening.shows({"J6": ("white",), "A6": ("black",)})
    assert evening.told() == ["setup-ok"]
    assert len(evening.session.state.moves) == 2
    status = evening.session.state.game.status(evening.session.state.position)
    assert (status.due, len(status.dice)) == ("roll", 1)
    assert evening.player == status.player


def test_done_goes_on_to_the_next_bout_when_the_board_is_cleared_already(journal: Journal) -> None:
    evening = bout_of_spaces(journal)
    evening.shows({})
    evening.press("done")
    evening.shows({})
    assert evening.told() == ["setup-wrong"]
    assert evening.view.screen == "setup"


def test_a_game_left_while_setting_up_is_set_up_when_it_goes_on(journal: Journal) -> None:
    Evening(journal).shows({})
    journal.close()
    with Journal(journal.path) as again:
        evening = Evening(again)
        evening.shows({}, frames=60)
        assert evening.told() == ["resumed", "setup-wrong"]
        assert evening.view.screen == "setup"
        evening.shows(START)
        assert evening.told() == ["setup-ok"]


def test_a_game_left_in_its_first_turn_goes_on_with_it(journal: Journal, evening: Evening) -> None:
    journal.close()
    with Journal(journal.path) as again:
        later = Evening(again)
        later.shows({**START, "a1": ("gold",)}, frames=60)
        later.press("done")
        later.shows({**START, "a1": ("gold",)})
        assert later.told() == ["resumed", "move a1"]


IN_DOUBT: Mapping[str, Mapping[Content, float]] = {
    "blue1": {("blue", 1): 0.5, ("red", 1): 0.3},
    "red2": {("red", 1): 0.4, ("yellow", 1): 0.45},
}


def resumed_in_doubt(journal: Journal) -> Evening:
    """Color Dice after a restart, in a light in which some pawns cannot be told apart."""
    evening = Evening(journal, game="color-dice")
    evening.shows(evening.table)
    later = Evening(journal, game="color-dice")
    later.shows(later.table, 90, doubts=IN_DOUBT)
    return later


def test_nothing_is_asked_after_a_restart_if_nobody_has_touched_anything(journal: Journal) -> None:
    later = resumed_in_doubt(journal)
    assert later.told() == ["resumed"]
    assert (later.view.screen, later.view.seen) == ("play", None)
    later.perform(EnterRoll({"red": 5, "yellow": 3, "green": 5, "blue": 4}), "die")
    later.shows(later.table, 90, doubts=IN_DOUBT)
    assert later.told() == ["roll"]


def test_what_is_unclear_after_a_restart_is_asked_when_somebody_has_moved(journal: Journal) -> None:
    later = resumed_in_doubt(journal)
    later.hand()
    later.shows(later.table, 90, doubts=IN_DOUBT)
    assert later.told() == ["resumed", "hand", "unsure"]


def test_a_table_that_somebody_changed_before_a_restart_is_asked_about(journal: Journal) -> None:
    evening = Evening(journal)
    evening.shows(START)
    evening.plays("a1")
    later = Evening(journal)
    # The stone on a1 is surely gone, and something is in doubt.
    later.shows(START, 90, doubts={"g7": {EMPTY: 0.5, ("silver", 1): 0.3}})
    assert later.told() == ["resumed", "unsure"]


def test_play_again_sets_up_another_game_for_the_same_players(journal: Journal) -> None:
    evening = played_to_the_end(journal)
    evening.session.record(Named({"G": "Anna"}))
    won = evening.table
    evening.tap("play-again")
    evening.shows(won)
    assert evening.view.screen == "setup"
    assert evening.view.steps, "it says what has to be put back"
    assert evening.session.state.names == {"G": "Anna"}
    evening.shows(evening.table)
    assert evening.view.screen == "play"
    assert evening.session.state.moves == []


def test_play_again_is_refused_before_the_end(evening: Evening) -> None:
    assert isinstance(evening.perform(PlayAgain()), Refused)
    assert evening.session.state.moves == []
