"""What moves on the screen: pieces on their way, dice that tumble; and that it ends, delays nothing and can be off."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pygame
import pytest

from companion.boards import BOARDS
from companion.screen.board import BoardPicture
from companion.screen.board_geometry import BoardGeometry
from companion.screen.motion import ASK_S, GLIDE_S, MOST_GLIDES, TUMBLE_S, Glide, find_motion
from companion.screen.page import Wishes, regions
from companion.screen.theme import Type
from companion.screen.touchscreen import Touchscreen
from companion.values.commands import FinishTurn, TypeValue
from companion.values.views import Arrow, Choice, Step, View
from tests.screen.test_touchscreen import changed, middle
from tests.screen.views import MIDDLE, moved, views

BOARD = BOARDS["mindfield"]
BEFORE = replace(views()["play"], marks=())
AFTER = replace(BEFORE, table=moved(MIDDLE, "g4", "e4"), last_move="Gold: g4-e4")
ROLL = replace(views()["roll"], game="spaces", dice=())
ROLLED = replace(BEFORE, dice=(("", 4), ("", 2)))
OVER_S = 1.0
"""After so long, nothing moves any more."""


def place_of(cell: str, *, turned: bool = False) -> pygame.Vector2:
    """The pixel of a cell's middle on a usual panel."""
    geometry = BoardGeometry(BOARD)
    place = geometry.place(regions((800, 480)).board, Type(), turned=turned)
    return pygame.Vector2(place.px(geometry.middles[cell]))


def differs_at(one: pygame.Surface, other: pygame.Surface, at: pygame.Vector2) -> bool:
    """True if the pictures differ in a small square around a pixel."""
    box = pygame.Rect(0, 0, 16, 16)
    box.center = round(at.x), round(at.y)
    return changed(one.subsurface(box), other.subsurface(box)).size != (0, 0)


@pytest.mark.parametrize("turned", [False, True])
def test_a_piece_that_has_moved_glides_from_its_old_to_its_new_place(turned: bool) -> None:
    screen = Touchscreen(BOARD)
    before, after = replace(BEFORE, turned=turned), replace(AFTER, turned=turned)
    screen.draw(before, 10.0)
    midway = [screen.draw(after, 10.0 + part * GLIDE_S).copy() for part in (0.0, 0.5, 0.95)]
    rest = screen.draw(after, 10.0 + OVER_S)
    start, between, end = (place_of(cell, turned=turned) for cell in ("g4", "f4", "e4"))
    assert [differs_at(midway[0], rest, at) for at in (start, between, end)] == [True, False, True]
    assert [differs_at(midway[1], rest, at) for at in (start, between, end)] == [False, True, True]
    assert [differs_at(midway[2], rest, at) for at in (start, between)] == [False, False]
    assert screen.draw(after, 11.0 + OVER_S) is rest


def test_a_takeback_glides_back_and_a_step_of_the_past_too() -> None:
    middles = BoardPicture(BOARD).middles
    for before, after in ((AFTER, BEFORE), (replace(AFTER, screen="history"), replace(BEFORE, screen="history"))):
        motion = find_motion(before, after, 3.0, middles)
        assert motion is not None
        assert motion.glides == (Glide("gold", "e4", "g4", 0, 0),)


def test_when_the_motion_is_over_nothing_is_drawn() -> None:
    screen = Touchscreen(BOARD)
    screen.draw(BEFORE, 1.0)
    assert screen.draw(AFTER, 2.0) is not screen.draw(AFTER, 2.1)
    rest = screen.draw(AFTER, 2.0 + OVER_S)
    assert all(screen.draw(AFTER, 2.0 + OVER_S + later) is rest for later in (0.01, 1, 100))
    assert screen.draw(views()["play"]) is not rest


def test_taps_count_from_the_first_moment_of_a_motion() -> None:
    screen = Touchscreen(BOARD)
    screen.draw(views()["doubt-words"], 1.0)
    screen.draw(BEFORE, 1.5)
    screen.draw(AFTER, 2.0)
    assert screen.tap(*middle(screen, FinishTurn())) == FinishTurn()
    screen.draw(AFTER, 2.0 + GLIDE_S / 2)
    assert screen.tap(*middle(screen, FinishTurn())) == FinishTurn()


def test_people_who_want_no_motion_see_none() -> None:
    still, usual = Touchscreen(BOARD, wishes=Wishes(motion=False)), Touchscreen(BOARD)
    for before, after in ((BEFORE, AFTER), (ROLL, ROLLED)):
        still.draw(before, 1.0)
        rest = usual.draw(after)
        first = still.draw(after, 2.0)
        assert changed(first, rest).size == (0, 0)
        assert still.draw(after, 2.1) is first


def test_a_piece_that_is_still_at_its_old_place_does_not_glide() -> None:
    """Undo was pressed: the move does not count any more, but the piece has to be put back."""
    middles = BoardPicture(BOARD).middles
    undone = replace(BEFORE, screen="wrong", seen=AFTER.table)
    assert find_motion(AFTER, undone, 1.0, middles) is None
    step = Step("Move the gold stone from e4 to g4", "move", "gold", "e4", "g4")
    asked = find_motion(AFTER, replace(undone, steps=(step,)), 1.0, middles)
    assert asked is not None
    assert asked.glides == (Glide("gold", "e4", "g4", 0, 0, is_made=False),)
    assert not asked.is_over(1.0 + ASK_S / 2)
    assert asked.is_over(1.0 + OVER_S)


def test_a_hint_shows_a_ghost_on_its_way_while_the_piece_stays() -> None:
    screen = Touchscreen(BOARD)
    hint = replace(BEFORE, screen="hint", choices=(), arrows=(Arrow("g4", "e4", "hint"),))
    screen.draw(replace(hint, arrows=()), 1.0)
    midway = screen.draw(hint, 1.0).copy(), screen.draw(hint, 1.0 + ASK_S / 2).copy()
    rest = screen.draw(hint, 1.0 + OVER_S)
    assert differs_at(midway[1], rest, place_of("f4"))
    assert not differs_at(midway[1], rest, place_of("g4"))


def test_a_table_that_is_quite_another_one_is_shown_at_once() -> None:
    cells = sorted(BoardPicture(BOARD).middles)
    many = dict.fromkeys(cells[: MOST_GLIDES + 1], ("gold",))
    others = dict.fromkeys(cells[-MOST_GLIDES - 1 :], ("gold",))
    middles = BoardPicture(BOARD).middles
    assert find_motion(replace(BEFORE, table=many), replace(BEFORE, table=others), 1.0, middles) is None
    assert find_motion(BEFORE, replace(AFTER, screen="setup"), 1.0, middles) is None


def test_pieces_of_a_pile_glide_from_and_to_their_own_spots() -> None:
    board = BOARDS["backgammon"]
    before = replace(BEFORE, game="backgammon", table={"8": ("white",) * 3, "5": ("white",)})
    after = replace(before, table={"8": ("white",), "5": ("white",) * 3})
    motion = find_motion(before, after, 1.0, BoardPicture(board).middles)
    assert motion is not None
    assert motion.glides == (Glide("white", "8", "5", 2, 2), Glide("white", "8", "5", 1, 1))


def test_a_rolled_die_tumbles_and_then_shows_its_value() -> None:
    screen = Touchscreen(BOARDS["spaces"])
    screen.draw(ROLL, 5.0)
    moments = [screen.draw(replace(ROLLED, game="spaces"), 5.0 + part * TUMBLE_S).copy() for part in (0, 0.3, 0.6, 1.1)]
    places = [changed(one, moments[-1]) for one in moments[:-1]]
    assert all(0 < box.width < 120 for box in places), "only the dice"
    assert all(changed(one, other).width for one, other in itertools.combinations(moments, 2))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (replace(ROLL, choices=(Choice("threw 4", "4", TypeValue(4), face=4),)), ROLLED),
        (replace(ROLLED, headline="another"), ROLLED),
    ],
)
def test_dice_that_people_have_typed_or_that_are_there_already_do_not_tumble(before: View, after: View) -> None:
    assert find_motion(before, after, 1.0, BoardPicture(BOARD).middles) is None


def test_dice_that_roll_in_a_box_tumble_until_their_values_come() -> None:
    rolling = replace(ROLL, dice=(("", 0), ("", 0)), choices=())
    middles = BoardPicture(BOARD).middles
    motion = find_motion(ROLL, rolling, 1.0, middles)
    assert motion is not None
    assert not motion.is_over(100.0)
    screen = Touchscreen(BOARDS["spaces"])
    screen.draw(ROLL, 1.0)
    for clock in (1.0, 1.2, 60.0):
        screen.draw(rolling, clock)
    assert screen.draw(rolling, 61.0) is not screen.draw(rolling, 61.1)
    ended = find_motion(rolling, ROLLED, 62.0, middles)
    assert ended is not None
    assert ended.is_over(62.0 + OVER_S)


def test_a_hand_over_the_board_does_not_stop_a_motion() -> None:
    screen = Touchscreen(BOARD)
    screen.draw(BEFORE, 1.0)
    screen.draw(AFTER, 2.0)
    covered = replace(AFTER, hand=True)
    midway = screen.draw(covered, 2.0 + GLIDE_S / 2)
    rest = screen.draw(covered, 2.0 + OVER_S)
    assert differs_at(midway, rest, place_of("f4"))
