"""A whole game of Spaces with a finger, in German, on an upright panel, from the first roll to the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import cycle
from pathlib import Path

import pygame
import pytest

from companion.devices.display import Display, Panel
from companion.language import use_language
from companion.values.commands import (
    BeginTyping,
    CloseRules,
    EndTyping,
    FinishTurn,
    HideHint,
    NextHint,
    OpenRules,
    RollDice,
    TypeValue,
    Undo,
)
from tests.evening.by_touch import Finger, TouchEvening, post_finger
from tests.x_server import open_x_server

PICTURE = (720, 1280)
ROLLS = [[3, 6], [6], [5], [6], [6]]
"""What the die shows. Black rolls higher and begins; White types the 4 of an ordinary die."""
MOVES = (
    "A6-B7-C6-B3-C2-D3-E6",
    "J6-I7-H10-I11-J10",
    "E6-D7-E10*E11-F13+F11-E13",  # through the centre: Black gains a piece, and rolls again
    "E13-F11*E10-D7-C6-B7+F9-G8-H9-I8",  # and again
    "B7-A6-J6-I7-H10-I11-J10",  # captures the last white piece
)

Open = Callable[[ExitStack, pytest.MonkeyPatch], tuple[Display, Finger]]


def on_a_turned_panel(stack: ExitStack, monkeypatch: pytest.MonkeyPatch) -> tuple[Display, Finger]:
    """A landscape panel that hangs upright, without a screen: the events are those that SDL makes of a finger."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "offscreen")
    display = stack.enter_context(Panel("window", PICTURE, 90, "by touch"))
    panel = pygame.display.get_surface().get_rect()
    ways = cycle((True, False))

    def tap(x: float, y: float) -> None:
        offset = pygame.math.Vector2(x - PICTURE[0] / 2, y - PICTURE[1] / 2).rotate(-90)
        at = panel.centerx + offset.x, panel.centery + offset.y
        post_finger(panel.size, at, as_touch=next(ways))

    return display, tap


def on_an_x_server(stack: ExitStack, monkeypatch: pytest.MonkeyPatch) -> tuple[Display, Finger]:
    """A desktop as small as a panel, which the companion fills: SDL itself makes the fingers."""
    pointer = stack.enter_context(open_x_server(PICTURE, monkeypatch))
    display = stack.enter_context(Panel("window", (800, 480), 0, "by touch", may_fill=True))
    assert display.fills
    return display, lambda x, y: pointer.tap(round(x), round(y))


@pytest.mark.parametrize("open_panel", [on_a_turned_panel, on_an_x_server])
def test_a_whole_game_by_touch_in_german_on_an_upright_panel(
    open_panel: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_language("de")
    try:
        with ExitStack() as stack:
            display, finger = open_panel(stack, monkeypatch)
            assert display.size == PICTURE
            evening = TouchEvening(tmp_path, "spaces", display, finger, list(ROLLS), target=1)
            evening.play(play_to_the_end(evening))
            stack.callback(pygame.display.quit)
    finally:
        use_language("en")
    assert [happening.event for happening in evening.happenings].count("takeback") == 1
    assert [turn.move for turn in evening.state.turns] == list(MOVES)
    assert evening.state.over
    assert not evening.left_out


def play_to_the_end(evening: TouchEvening) -> Iterator[None]:
    """Everything that people tap in a game: rolls, Done, a hint, the rule that was broken, a takeback, a typed roll."""
    yield from evening.until(lambda: not evening.session.now.laying_out, "the table is set up")
    yield from evening.tap(RollDice())
    yield from evening.tap(RollDice())
    assert "Schwarz ist am Zug" in evening.touchscreen.said()
    yield from evening.tap(NextHint())
    yield from evening.tap(HideHint())
    yield from break_a_rule(evening)
    for number, move in enumerate(MOVES):
        if number == 1:
            yield from evening.tap(BeginTyping())
            yield from evening.tap(TypeValue(4))
        elif number == 2:
            yield from evening.tap(EndTyping())
            yield from evening.tap(RollDice())
        elif number:
            yield from evening.tap(RollDice())
        yield from evening.makes(move)
        yield from finish(evening, number)
        if number == 0:
            yield from take_back(evening, move)


def finish(evening: TouchEvening, number: int) -> Iterator[None]:
    yield from evening.tap(FinishTurn())
    yield from evening.until(lambda: len(evening.state.turns) == number + 1, f"move {number + 1} counts")


def take_back(evening: TouchEvening, move: str) -> Iterator[None]:
    """Undoes the first move, puts the piece back as the screen says, and makes the move again."""
    yield from evening.tap(Undo())
    yield from evening.hands[0].make(evening.view.table)
    yield from evening.until(lambda: evening.view.screen == "play", "the piece is back")
    yield from evening.makes(move)
    yield from finish(evening, 0)


def break_a_rule(evening: TouchEvening) -> Iterator[None]:
    """Puts the piece one space too near, reads the rule, and puts the piece back."""
    before = evening.scene.table()
    yield from evening.hands[0].make({"J6": ("white",), "F6": ("black",)})
    yield from evening.tap(FinishTurn())
    yield from evening.until(lambda: evening.view.screen == "wrong", "the move is not allowed")
    rule = next(reason.command for reason in evening.view.reasons)
    assert isinstance(rule, OpenRules)
    yield from evening.tap(rule)
    yield from evening.tap(CloseRules())
    yield from evening.hands[0].make(before)
    yield from evening.until(lambda: evening.view.screen == "play", "the table is right again")
