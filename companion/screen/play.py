"""The screen during play: whose turn it is and what to do, the board, the last move."""

from __future__ import annotations

from companion.screen import dice, small_print, widgets
from companion.screen.board import Scene
from companion.screen.board_taps import add_board_taps
from companion.screen.difference import ghosts, missing
from companion.screen.page import Page
from companion.screen.theme import colours
from companion.values.views import Mark, View


def draw(page: Page, view: View) -> None:
    """Draws the board, the words that say what to do, and the answers below these words."""
    board(page, view)
    column = widgets.headline(page, view, None, colours.ACCENT)
    widgets.buttons(page, view.buttons)
    words = widgets.words_height(page, column, view)
    keep = words + widgets.answers_height(page, view.choices) + dice.lying_height(page, view.dice)
    small_print.last_move(page, column, view, keep)
    widgets.answers(page, column, view.choices)
    dice.lying(page, column, view.dice, words)
    widgets.words(page, column, view)


def board(page: Page, view: View) -> None:
    """Draws the board as it is now. Pieces that have moved since the last move leave ghosts, and new ones have a
    ring. A tap on a piece asks about it.
    """
    table = view.table if view.seen is None else view.seen
    come = tuple(Mark(cell, "to") for cell in missing(view.table, table))
    scene = Scene(table, ghosts(view), (*view.marks, *come), view.arrows, rim=view.rim)
    place = page.draw_board(scene)
    add_board_taps(page, view, place, scene)
    widgets.hand_on_board(page, view)
