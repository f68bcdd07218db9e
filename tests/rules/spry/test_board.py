"""Spry's board and its groups, compared with the published cells."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.spry import board
from companion.rules.spry.position import bits
from tests.rules.spry.naive import GREEN, NAMED, naively_won
from tests.rules.spry.positions import CELLS, WON


def test_the_board_is_the_published_one() -> None:
    assert set(NAMED) == set(CELLS)
    assert len(CELLS) == 61
    initials = {"R": "red", "Y": "yellow", "B": "blue"}
    for name, place in NAMED.items():
        i = board.INDEX[name]
        assert board.RINGS[i] == GREEN[place]["ring"]
        touched = {colour for colour, cells in board.COLOURS.items() if cells >> i & 1}
        assert touched == {initials[letter] for letter in GREEN[place]["touches"]}
        q, r = place
        near = {(q + 1, r), (q - 1, r), (q, r + 1), (q, r - 1), (q + 1, r - 1), (q - 1, r + 1)} & set(GREEN)
        assert {NAMED[board.NAMES[cell]] for cell in board.cells(board.NEIGHBOURS[i])} == near
    assert [CELLS[0], CELLS[4], CELLS[30], CELLS[-1]] == ["A1", "A5", "E5", "I5"]


@given(st.lists(st.booleans(), min_size=61, max_size=61))
@settings(max_examples=400, deadline=None)
def test_a_full_board_has_exactly_one_winner(black: list[bool]) -> None:
    stones = bits(i for i, is_black in enumerate(black) if is_black)
    white = bits(range(61)) & ~stones
    assert bool(board.winning_group(stones)) != bool(board.winning_group(white))
    assert bool(board.winning_group(stones)) == naively_won({CELLS[i] for i in board.cells(stones)})


def test_no_group_below_nine_stones_wins() -> None:
    stones = bits(board.INDEX[name] for name in WON.split() if name[0] == "E")
    assert board.winning_group(stones) == stones
    for cell in board.cells(stones):
        assert not board.winning_group(stones & ~(1 << cell))
