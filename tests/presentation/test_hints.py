"""What a hint says and marks, in all games."""

from __future__ import annotations

import pytest

from companion.app.script import find_command, write_command
from companion.history.events import Moved, Rolled
from companion.history.state import State, fold
from companion.presentation import game_view
from companion.presentation.good_moves import GoodMove, find_good_move
from companion.referee import MovePlayed
from companion.rules import GAMES
from companion.session.hints import HintFocus, list_askable
from companion.session.transient_state import TransientState
from companion.values.commands import AskAbout, HideHint, NextHint
from companion.values.views import View
from tests.rules.mindfield.tournament.positions import in_match
from tests.screen.moments import doubled, new, played

BACKGAMMON = new("backgammon", Rolled([5, 3], "typed", None))
SPACES = new("spaces", Rolled([5, 2], "typed", None), Rolled([4], "typed", None))
MINDFIELD = played(in_match("....... ..S.... ....... ...A... ..G.GS. ..G.... .......", captured={"G": 2, "S": 0}))
_KEPT = new("color-dice", Rolled({"red": 5, "yellow": 2, "green": 3, "blue": 6}, "typed", None), Moved("keep"))
COLOR_DICE = fold(_KEPT, Moved("after"))
STATES = {
    "backgammon": BACKGAMMON,
    "spaces": SPACES,
    "spry": new("spry", Moved("A1 A2 A3")),
    "mindfield-setup": new("mindfield", Moved("b2")),
    "mindfield": MINDFIELD,
    "color-dice": COLOR_DICE,
}


def hint(state: State, cell: str | None = None, to: str | None = None) -> View:
    focus = None if cell is None else HintFocus(cell, to)
    return game_view.make_view(state, TransientState(laying_out=False, hint=True, hint_focus=focus))


def marked(view: View, style: str) -> set[str]:
    return {mark.cell for mark in view.marks if mark.style == style}


@pytest.mark.parametrize("name", STATES)
def test_every_cell_that_can_be_tapped_has_an_answer(name: str) -> None:
    state = STATES[name]
    view = hint(state)
    assert view.screen == "hint"
    assert view.board_taps == {cell: AskAbout(cell) for cell in view.board_taps}
    for cell in view.board_taps:
        about = hint(state, cell)
        assert about.headline
        assert about.detail
        if marked(about, "chosen"):
            assert set(about.board_taps) == set(list_askable(state.game.info))
            for to in about.board_taps:
                way = hint(state, cell, to)
                assert way.headline.endswith((": yes", ": no"))
                assert way.detail
                assert (to in marked(way, "target") | marked(way, "gain")) == way.headline.endswith("yes")


@pytest.mark.parametrize("name", STATES)
def test_a_script_can_name_every_tap(name: str) -> None:
    view = hint(STATES[name])
    for cell, command in view.board_taps.items():
        assert find_command(f"cell {cell}", view) == command
        assert write_command(command, view) == f"tap cell {cell}", "as a bug report replays it"
    assert write_command(HideHint(), view) == "tap hide hint"
    assert write_command(NextHint(), view) == "press hint"


def test_the_pieces_that_can_move_are_marked_while_none_is_chosen() -> None:
    assert marked(hint(BACKGAMMON), "movable") == {"24", "13", "8", "6"}
    assert marked(hint(SPACES), "movable") == {"J6"}
    assert marked(hint(MINDFIELD), "movable") == {"c2", "c3", "e3"}
    assert marked(hint(COLOR_DICE), "movable") == {"red", "outside"}


def test_the_way_of_a_checker_is_marked_and_what_blocks_it_is_named() -> None:
    view = hint(BACKGAMMON, "6")
    assert view.headline == "White checker on 6"
    assert marked(view, "target") == {"3"}
    assert marked(view, "refused") == {"1"}
    assert any("blocks point 1" in note for note in view.notes)


def test_black_reads_the_points_as_black_counts_them() -> None:
    view = hint(new("backgammon", Rolled([3, 5], "typed", None)), "12")
    assert view.headline == "Black checker on 13"
    assert "10, 8 or 5" in view.detail
    assert marked(view, "target") == {"15", "17", "20"}


def test_spaces_with_the_same_reason_are_named_together() -> None:
    (blocked, centre) = hint(SPACES, "J6").notes
    assert blocked.startswith("Not to B3, B11, D7 or D11. There is a piece of Black on A6.")
    assert "centre" in centre


def test_where_a_stone_may_be_placed_is_a_region_with_a_reason() -> None:
    setup = STATES["mindfield-setup"]
    (region,) = hint(setup).regions
    assert "e6" in region.cells
    assert "a1" not in region.cells
    assert hint(setup, "e6").headline == "e6: yes"
    no = hint(setup, "a1")
    assert no.headline == "a1: no"
    assert "touches a gold stone on b2" in no.detail
    assert [region.label for region in sorted(hint(new("spry")).regions, key=lambda r: r.label)] == list("12345")
    assert "taken" in hint(STATES["spry"], "A1").detail


def test_the_outside_shows_how_many_pawns_are_there() -> None:
    (mark,) = [mark for mark in hint(COLOR_DICE).marks if mark.cell == "outside"]
    assert (mark.label, mark.kind) == ("7", "red")
    assert "(cross)" in hint(COLOR_DICE, "red").headline
    assert "no pawns" in hint(COLOR_DICE, "green").detail


def test_a_piece_of_somebody_else_is_not_moved() -> None:
    view = hint(BACKGAMMON, "1")
    assert "White" in view.detail
    assert not marked(view, "chosen")


def test_what_wins_or_takes_is_named_first() -> None:
    pieces = GAMES["spaces"].dump(SPACES.position) | {"pieces": {"J6": "W", "F6": "B"}, "opening": False}
    view = hint(played(pieces))
    assert view.detail.startswith("J6 to F6 wins the bout.")
    assert [(arrow.start, arrow.end) for arrow in view.arrows] == [("J6", "F6")]
    assert marked(view, "gain") == {"F6"}
    assert hint(MINDFIELD).detail.startswith("e3xg3 captures.")
    assert hint(COLOR_DICE).detail.startswith("You can strike: 2 red pawns")
    assert find_good_move(BACKGAMMON.game, BACKGAMMON.position) is None


def test_a_move_that_wins_comes_before_one_that_takes_more() -> None:
    rows = ["G......", ".......", ".......", "...A...", "....GS.", ".......", "......."]
    position = GAMES["mindfield"].dump(GAMES["mindfield"].new()) | {
        "rows": rows, "phase": "play", "hand": {"G": 11, "S": 6}, "captured": {"G": 6, "S": 0},
    }  # fmt: skip
    game = GAMES["mindfield"]
    assert find_good_move(game, game.parse(position)) == GoodMove("e3xg3 wins the game.", "e3", "g3")


def test_a_move_on_the_table_comes_before_the_hint() -> None:
    now = TransientState(laying_out=False, hint=True, rest=MovePlayed({}, "13/8 6/3", ()))
    assert game_view.make_view(BACKGAMMON, now).screen == "play"


def test_there_is_no_hint_while_a_roll_is_due() -> None:
    now = TransientState(laying_out=False, hint=True)
    assert game_view.make_view(new("backgammon"), now).screen == "play"


def test_a_hint_offers_what_else_can_be_done_and_says_why_nothing_moves() -> None:
    bar = GAMES["backgammon"].dump(BACKGAMMON.position)
    stuck = played(
        bar | {
            "points": {"1": ["B", 2], "19": ["B", 2], "20": ["B", 2], "21": ["B", 2], "22": ["B", 2], "23": ["B", 2],
                       "24": ["B", 3], "13": ["W", 14]},
            "bar": {"W": 1, "B": 0},
        }
    )  # fmt: skip
    view = hint(stuck)
    assert [choice.label for choice in view.choices] == ["pass"], "Hide is the only other key"
    assert view.detail.endswith("Tap a piece to see why it cannot move.")
    assert "must come in first" in hint(stuck, "13").detail


def test_a_double_has_no_cells_to_tap_but_its_answers() -> None:
    view = hint(doubled())
    assert [choice.label for choice in view.choices] == ["take", "drop"], "Hide is the only other key"
    assert "Tap" not in view.detail
