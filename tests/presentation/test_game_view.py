"""The words of views: between two games of a match, and for moves whose notation people cannot read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.history.events import Moved, NextPartStarted, Redone, Rolled, TakenBack
from companion.history.state import State, fold
from companion.presentation import game_view
from companion.presentation.roll_prompt import RollPrompt
from companion.referee import Ambiguous, Candidate, Illegal, MovePlayed, Uncertain, UnderWay
from companion.rules import GAMES
from companion.rules.core import Violation
from companion.session.transient_state import TransientState
from companion.values.commands import AnswerCell, AnswerMove, AskAbout, VoidRoll
from companion.values.views import View
from tests.rules.spaces.by_hand import position
from tests.rules.spaces.positions import SPACES
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


def _spaces(pieces: Mapping[str, str], roll: int) -> State:
    """A bout of Spaces in which White has rolled and must move. pieces: the player on each space."""
    return played(SPACES.dump(position(pieces, roll)))


def _made(state: State, move: str) -> View:
    """The view while this move is on the table and does not count yet."""
    outcome = state.game.judge(state.position, move).outcome
    assert outcome is not None
    table = state.game.table(outcome.position)
    return game_view.make_view(state, replace(NOW, rest=MovePlayed(table, move, ())))


def test_a_move_says_what_it_does_before_it_counts() -> None:
    state = _spaces({"J6": "W", "H6": "B", "A2": "B"}, 2)
    assert _made(state, "J6-I7-H6").detail == (
        "White captures the piece on H6. Black takes it off the board. Press Done if that is your move."
    )
    last = _spaces({"J6": "W", "H6": "B"}, 2)
    assert "White wins the bout" in _made(last, "J6-I7-H6").detail
    gained = _spaces({"G7": "W", "A6": "B"}, 4)
    assert "gains a piece" in _made(gained, "G7-F10*E9-D8+E11-D10").detail
    plain = _spaces({"J6": "W", "A6": "B"}, 2)
    assert _made(plain, "J6-I7-H6").detail == "Press Done if that is your move."


def test_an_unfinished_turn_says_what_is_missing() -> None:
    missing = (Violation("SP-R11", "The second piece", "The pass through the centre is not finished.", ()),)
    state = _spaces({"G7": "W", "A6": "B"}, 4)
    under_way = UnderWay({}, ("G7-F10*E9-D8+E11-D10",), missing, (), ())
    assert game_view.make_view(state, replace(NOW, rest=under_way)).detail == missing[0].text


def test_the_last_move_of_a_bout_is_not_shown_in_the_next() -> None:
    before = fold(_spaces({"J6": "W", "H6": "B"}, 2), Moved("J6-I7-H6"))
    after = fold(before, NextPartStarted())
    ended, begun = game_view.make_view(before, NOW), game_view.make_view(after, NOW)
    assert ended.last_move == "White: J6 to H6"
    assert {mark.cell for mark in ended.marks} == {"J6", "H6"}
    assert begun.last_move == ""
    assert begun.marks == ()


def test_redo_keeps_its_place_until_the_next_move() -> None:
    undone = fold(fold(new("mindfield"), Moved("b2")), TakenBack(1))
    redone = fold(undone, Redone())
    moved = fold(redone, Moved("d1"))
    lit = [
        [button.enabled for button in game_view.make_view(state, NOW).buttons if button.name == "redo"]
        for state in (undone, redone, moved)
    ]
    assert lit == [[True], [False], []]


def test_done_is_not_lit_for_a_wrong_table_that_the_screen_explains() -> None:
    wrong = Illegal({"c3": ("gold",)}, (), ())
    told = replace(NOW, rest=wrong, wrong=wrong)
    changed = replace(told, rest=replace(wrong, table={"c2": ("gold",)}))
    for now, lit in ((replace(NOW, rest=wrong), True), (told, False), (changed, True)):
        view = game_view.make_view(new("mindfield"), now)
        assert [button.enabled for button in view.buttons if button.name == "done"] == [lit]


def test_a_tap_on_a_piece_asks_about_it_also_without_a_hint() -> None:
    state = _spaces({"J6": "W", "A6": "B"}, 2)
    assert game_view.make_view(state, NOW).board_taps == {"J6": AskAbout("J6")}
    moved = replace(NOW, rest=Illegal({"J2": ("white",), "A6": ("black",)}, (), ()))
    assert game_view.make_view(state, moved).board_taps == {}


def test_the_last_move_says_whose_numbers_it_has_if_the_rim_shows_the_other_ones() -> None:
    state = new("backgammon", Rolled([5, 3], "typed", None), Moved("8/3 6/3"))
    assert game_view.make_view(state, NOW).last_move == "White: 8/3 6/3 (White's numbers)"
    flat = new("mindfield", Moved("b2"))
    assert game_view.make_view(flat, NOW).last_move == "Gold: b2"


def test_a_typed_roll_keeps_the_reason_why_it_is_due() -> None:
    state = fold(_spaces({"G7": "W", "A6": "B"}, 4), Moved("G7-F10*E9-D8+E11-D10"))
    typing = RollPrompt(("die",), may_type=True, typing=True)
    view = game_view.make_view(state, NOW, typing)
    assert view.detail == "White: roll the die again, because you gained a piece. Then tap its value."


def test_the_end_of_a_game_says_how_its_last_part_was_won() -> None:
    outcome = SPACES.dump(position({"J6": "W", "H6": "B"}, 2, score={"W": 5, "B": 0}))
    view = game_view.make_view(fold(played(outcome), Moved("J6-I7-H6")), NOW)
    assert view.detail == (
        "White wins the bout: Black has no piece left on the board. White wins the game with 6 points."
    )


def test_while_everybody_is_asked_the_buttons_say_what_they_mean() -> None:
    state = new("spaces", Rolled([5, 2], "typed", None), Rolled([4], "typed", None))
    view = game_view.make_view(state, replace(NOW, proposed=VoidRoll()))
    assert {button.name: button.label for button in view.buttons if button.name != "hint"} == {
        "done": "Yes",
        "undo": "No",
    }


def test_a_question_about_two_places_says_which_one_comes_first() -> None:
    state = new("mindfield")
    table = {"a1": ("gold",)}
    first = Candidate("a1=gold", "a1: gold stone", table, AnswerCell("a1", "gold", 1))
    second = Candidate("a1=empty", "a1: empty", {}, AnswerCell("a1", None, 0))
    doubt = Uncertain(("a1", "b1"), (first, second), table=table)
    view = game_view.make_view(state, replace(NOW, doubt=doubt))
    assert view.detail.startswith("I cannot tell what is on a1 and b1. First, a1. ")
