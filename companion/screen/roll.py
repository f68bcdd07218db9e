"""The screen for a roll: who rolls which dice, and how: by a tap, with a button, or by entering the values of ordinary
dice.
"""

from __future__ import annotations

from companion.screen import dice, play, small_print, widgets
from companion.screen.page import Page
from companion.screen.theme import colours
from companion.screen.widgets import Column
from companion.values.commands import BeginTyping, RollDice
from companion.values.views import View

_MUCH = 36
"""A length: if the texts below the headline are at least this high while dice are entered, the headline is small."""


def draw(page: Page, view: View) -> None:
    """Draws the board as in play, and the choices at the bottom."""
    play.board(page, view)
    values = [choice for choice in view.choices if choice.face is not None]
    alone = [choice for choice in view.choices if choice.die is not None]
    is_much = bool(view.unread) or widgets.words_height(
        page, Column(page, page.regions.words.copy()), view
    ) > page.type.px(_MUCH)
    most = 90 if not values else 30 if is_much else 60
    column = widgets.headline(page, view, None, colours.ACCENT, most)
    widgets.buttons(page, view.buttons)
    said = [choice for choice in view.choices if choice.face is None and choice.die is None]
    ways = [choice for choice in said if isinstance(choice.command, RollDice | BeginTyping)]
    words = widgets.words_height(page, column, view)
    # After a roll there are more answers. The keys that roll stay where they are, for people who tap twice.
    dice.chips(page, column, alone, dict(view.dice), tuple(view.kind_names))
    widgets.answers(page, column, ways)
    widgets.answers(page, column, [choice for choice in said if choice not in ways])
    small_print.note(page, column, view.footnote, words)
    dice.keypad(page, column, values, keep=words)
    if not alone:
        dice.lying(page, column, view.dice, words)
    widgets.words(page, column, view)
