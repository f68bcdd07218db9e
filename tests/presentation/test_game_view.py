"""The words of views: between two games of a match, and for moves whose notation people cannot read."""

from __future__ import annotations

from companion.history.events import Moved, Rolled
from companion.history.state import fold
from companion.presentation import game_view
from companion.referee import Ambiguous, Illegal, MovePlayed, UnderWay
from companion.rules import GAMES
from companion.session.transient_state import TransientState
from companion.values.commands import AnswerMove
from tests.screen.moments import new, played, won_game, won_round

NOW = TransientState(laying_out=False)


def test_a_won_game_of_a_match_is_a_game_and_says_what_it_counts() -> None:
    state = won_game()
    view = game_view.make_view(state, NOW)
    assert view.headline == "This game is over"
    assert state.last_outcome is not None
    (won,) = [event.text for event in state.last_outcome.events if event.event == "game-won"]
    assert view.detail.startswith(won)
    assert all(said in won for said in ("White wins", "2 points", "match to 9"))
    assert view.detail.endswith("the next game.")


def test_a_bout_that_a_roll_wins_says_so() -> None:
    view = game_view.make_view(new("spaces", Rolled([5, 2], "typed", None), Rolled([1], "typed", None)), NOW)
    assert view.headline == "This bout is over"
    assert view.detail.startswith("White wins the bout: ")
    assert view.detail.endswith("the next bout.")


def test_a_round_says_what_both_players_score() -> None:
    view = game_view.make_view(won_round(), NOW)
    assert view.headline == "This round is over"
    assert "Gold scores 7" in view.detail
    assert "Silver scores 2" in view.detail


def test_a_position_between_two_games_says_who_won() -> None:
    state = won_game()
    begun = played(GAMES["backgammon"].dump(state.position))
    detail = game_view.make_view(begun, NOW).detail
    assert detail.startswith("White has won this game.")
    assert "Press Done" in detail


def test_who_packs_up_after_a_game_is_not_told_of_a_wrong_move() -> None:
    packing = TransientState(laying_out=False, rest=Illegal({}, (), ()))
    assert "Press Done when you are ready" in game_view.make_view(won_game(), packing).detail


def test_an_attack_of_color_dice_is_read_in_words() -> None:
    kept = new("color-dice", Rolled({"red": 5, "yellow": 2, "green": 3, "blue": 1}, "typed", None), Moved("keep"))
    table, move = GAMES["color-dice"].table(kept.position), "yellow:3@outside>yellow"
    words = "3 red pawns from outside to the yellow area"
    under_way = game_view.make_view(kept, TransientState(laying_out=False, rest=UnderWay(table, (move,), (), (), ())))
    assert words in under_way.detail
    made = game_view.make_view(kept, TransientState(laying_out=False, rest=MovePlayed(table, move, ())))
    assert made.headline == f"{words}?"
    asked = game_view.make_view(kept, TransientState(laying_out=False, doubt=Ambiguous(table, (move, "keep"), ())))
    assert [(choice.command, choice.text) for choice in asked.choices] == [
        (AnswerMove(move), words),
        (AnswerMove("keep"), "keep the dice"),
    ]
    assert game_view.make_view(fold(kept, Moved(move)), NOW).last_move == f"Red: {words}"
