"""Every screen of a game names who is due and what is due, and shows score, target, part, cube and pips."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import get_args

import pytest

from companion.history.events import Moved, Rolled
from companion.history.state import State, fold
from companion.presentation import game_view
from companion.presentation.roll_prompt import RollPrompt
from companion.referee import Illegal, MovePlayed, Uncertain, UnderWay
from companion.rules import GAMES
from companion.session.takebacks import ask_takeback
from companion.session.transient_state import TransientState
from companion.values.commands import OpenCorrections, VoidRoll
from companion.values.views import ScreenName, StripValue, View
from tests.rules.mindfield.tournament.positions import in_match
from tests.screen.moments import doubled, new, played, won_game

NOW = TransientState(laying_out=False)
MOVING = fold(new("backgammon", match_length=5, cube=True), Rolled([3, 1], "typed", None))
TABLE = MOVING.game.table(MOVING.position)
LIFTED = {**TABLE, "8": ("white", "white")}


def _everywhere() -> Iterator[tuple[str, View]]:
    """The same position on every screen."""
    sorted_out = fold(MOVING, Moved("8/5 6/5"))
    for name, now in {
        "play": NOW,
        "hint": replace(NOW, hint=True),
        "setup": replace(NOW, laying_out=True),
        "wrong": replace(NOW, wrong=Illegal(LIFTED, (), ())),
        "unfinished": replace(NOW, wrong=UnderWay(LIFTED, (), (), (), ())),
        "restoring": replace(NOW, rest=Illegal(LIFTED, (), ()), restoring=LIFTED),
        "doubt": replace(NOW, doubt=Uncertain(("8",), (), table=TABLE)),
        "takeback": replace(NOW, doubt=ask_takeback(sorted_out, TABLE, 1, by_button=True)),
        "proposal": replace(NOW, proposed=VoidRoll()),
        "correction": replace(NOW, correcting=True),
        "blind": replace(NOW, problem="no marker in sight"),
        "paused": replace(NOW, unsaved=True),
        "menu": replace(NOW, page="menu"),
        "history": replace(NOW, page="history"),
        "resign": replace(NOW, page="resign"),
    }.items():
        yield name, game_view.make_view(sorted_out if name == "takeback" else MOVING, now)
    rolling = new("backgammon", match_length=5, cube=True)
    prompt = RollPrompt(("white", "black"), may_type=True)
    for name, asked in {"roll": prompt, "typing": replace(prompt, typing=True)}.items():
        yield name, game_view.make_view(rolling, NOW, asked)
    yield "over", game_view.make_view(_over(), NOW)


def _over() -> State:
    start = MOVING.game.dump(won_game().turns[-1].before)
    return played(start | {"score": {"W": 4, "B": 0}, "options": {**start["options"], "match_length": 5}}, Moved(LAST))


LAST = "2/off 1/off"
EVERYWHERE: Mapping[str, View] = dict(_everywhere())


def facts(view: View) -> dict[str, tuple[str, ...]]:
    return {fact.label: tuple(value.text for value in fact.values) for fact in view.strip.facts}


def test_every_screen_is_tried_here() -> None:
    assert {view.screen for view in EVERYWHERE.values()} == {*get_args(ScreenName)} - {"rules", "side"}, (
        "these fill the screen"
    )


@pytest.mark.parametrize("name", EVERYWHERE)
def test_every_screen_has_score_target_cube_and_pips(name: str) -> None:
    shown = facts(EVERYWHERE[name])
    (score,) = [label for label in shown if "5" in label]
    assert len(shown[score]) == len(shown["pips"]) == 2
    assert len(shown["cube"]) == 1


@pytest.mark.parametrize(
    ("name", "due"),
    [
        *(("play", "White to move"), ("hint", "White to move"), ("blind", "White to move"), ("over", "White has won")),
        *(("wrong", "White.*repair"), ("unfinished", "White.*finish"), ("restoring", "White.*back")),
        *(("doubt", "White.*answer"), ("takeback", "Everybody.*answer"), ("proposal", "Everybody.*answer")),
        *(("correction", "Everybody.*answer"), ("setup", "Everybody.*set up")),
        *(("roll", "one die each"), ("typing", "one die each"), ("paused", "White")),
    ],
)
def test_the_strip_names_who_is_due_and_what(name: str, due: str) -> None:
    assert re.search(due, EVERYWHERE[name].strip.text)


def text(state: State, now: TransientState = NOW) -> str:
    return game_view.make_view(state, now).strip.text


def test_a_complete_move_waits_for_done_and_a_begun_one_for_its_end() -> None:
    after = MOVING.game.table(fold(MOVING, Moved("8/5 6/5")).position)
    assert "Done" in text(MOVING, replace(NOW, rest=MovePlayed(after, "8/5 6/5", ())))
    assert "finish" in text(MOVING, replace(NOW, rest=UnderWay(LIFTED, (), (), (), ())))


def test_the_answer_to_a_double_is_due_from_the_other_player() -> None:
    view = game_view.make_view(doubled(), NOW)
    assert view.strip.text == "Black: answer"
    assert view.strip.kind == "black"


def test_a_player_who_cannot_move_has_to_pass() -> None:
    start = GAMES["backgammon"].dump(GAMES["backgammon"].new())
    closed = {str(point): ["B", 2] for point in range(19, 25)}
    stuck = {"points": {**closed, "1": ["B", 3], "6": ["W", 14]}, "bar": {"W": 1, "B": 0}, "to_move": "W"}
    state = played(start | stuck | {"phase": "roll"}, Rolled([3, 1], "die", None))
    assert text(state) == "White: pass"


def test_between_two_games_done_is_due_and_the_score_is_reachable() -> None:
    view = game_view.make_view(won_game(), NOW)
    assert "Done" in view.strip.text
    assert facts(view)["points of 9"] == ("2", "0")


def test_each_game_gives_its_own_facts() -> None:
    spaces = facts(game_view.make_view(new("spaces", target=3), NOW))
    assert spaces["bout"] == ("1",)
    assert spaces["points of 3"] == ("0", "0")
    match = facts(game_view.make_view(played(in_match("....... ....... ....... ...A... ....GS. ....... .......")), NOW))
    assert match["round"] == ("1/2",)
    assert match["score"] == ("0", "0")
    pawns = facts(game_view.make_view(new("color-dice", players=3), NOW))
    (leader,) = [values for label, values in pawns.items() if "9" in label]
    assert leader == ("0", "0", "0")
    assert len(pawns["outside"]) == 4, "dummies, too"
    assert facts(game_view.make_view(new("spry"), NOW)) == {"stones": ("0", "0")}


def test_the_cube_shows_whose_it_is() -> None:
    free, owned = MOVING, played(MOVING.game.dump(MOVING.position) | {"cube": {"value": 4, "owner": "B"}})
    cubes = [
        next(fact for fact in game_view.make_view(state, NOW).strip.facts if fact.label == "cube").values
        for state in (free, owned)
    ]
    assert cubes == [(StripValue("1"),), (StripValue("4", "black"),)]


def test_the_strip_opens_corrections_if_there_is_something_to_correct() -> None:
    assert game_view.make_view(MOVING, NOW).strip.command == OpenCorrections()
    assert EVERYWHERE["doubt"].strip.command is None, "one question after the other"
    assert game_view.make_view(new("spry"), NOW).strip.command is None
    thrown = new("color-dice", Rolled({"red": 5}, "die", None))
    assert game_view.make_view(new("color-dice"), NOW).strip.command is None
    assert game_view.make_view(thrown, NOW).strip.command == OpenCorrections(), "a roll can be corrected"
    for state, found in ((new("color-dice"), False), (thrown, True)):
        menu = game_view.make_view(state, replace(NOW, page="menu"))
        assert (OpenCorrections() in [choice.command for choice in menu.choices]) is found
