"""Buttons and the game: presses become actions, and who holds two of them is asked whether to shut down."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app.buttons import GO_ON, QUESTION_S, STOP, ButtonController
from companion.devices.buttons import SHUTDOWN_S, STUCK_S
from companion.devices.virtual_buttons import VirtualButtons
from companion.history.journal import Journal
from companion.history.saved_games import choose_game
from companion.presentation import game_view
from companion.session import Session
from companion.values.commands import Press, Quit, Tap


class Desk:
    """A game of Spry with virtual buttons."""

    def __init__(self, journal: Journal) -> None:
        state, begins = choose_game(journal, "spry", None)
        assert begins is not None
        journal.append(begins)
        self.session = Session(journal, state, {}, resumed=False)
        self.buttons = VirtualButtons()
        self.pressing = ButtonController(self.session, [self.buttons])

    def holds_both(self, now: float) -> None:
        self.buttons.hold("done", now)
        self.buttons.hold("undo", now)
        assert list(self.pressing.actions(now + SHUTDOWN_S + 0.1)) == []
        self.buttons.release("done", now + SHUTDOWN_S + 0.2)
        self.buttons.release("undo", now + SHUTDOWN_S + 0.2)

    @property
    def asked(self) -> bool:
        return self.view().headline == "Shut down?"

    def view(self) -> game_view.View:
        return self.pressing.asked(game_view.view(self.session.state, self.session.moment))

    def said(self) -> list[str]:
        return [happening.data["text"] for happening in self.session.take_news() if happening.event == "device"]


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with Journal(tmp_path / "journal.db") as journal:
        yield Desk(journal)


@pytest.mark.parametrize("name", ["throw", "done", "undo", "hint"])
def test_a_press_is_an_action(desk: Desk, name: str) -> None:
    desk.buttons.press(name, 1.0)  # type: ignore[arg-type]
    (action,) = desk.pressing.actions(1.3)
    assert action == Press(name)  # type: ignore[arg-type]
    assert desk.pressing.answers(action) is action


def test_a_stuck_button_is_said_with_what_to_do(desk: Desk) -> None:
    desk.buttons.hold("hint", 1.0)
    assert list(desk.pressing.actions(1.3)) == [Press("hint")]
    assert list(desk.pressing.actions(1.1 + STUCK_S)) == []
    (said,) = desk.said()
    assert "hint button is stuck" in said
    assert "Free it" in said
    desk.buttons.release("hint", 20.0)
    assert list(desk.pressing.actions(20.5)) == []
    assert desk.said() == ["The hint button is free again"]


@pytest.mark.parametrize("answer", [Press("done"), Tap(STOP)])
def test_held_together_they_ask_and_confirmed_the_program_ends_cleanly(desk: Desk, answer: Press | Tap) -> None:
    assert not desk.asked
    desk.holds_both(1.0)
    assert desk.asked
    assert [choice.label for choice in desk.view().choices] == [STOP, GO_ON]
    assert desk.said() == ["Shut down? Press Done to shut down, Undo to go on"]
    assert desk.pressing.answers(answer) == Quit()
    assert desk.said() == ["Shutting down, as was asked; the game is saved"]


@pytest.mark.parametrize("answer", [Press("undo"), Tap(GO_ON)])
def test_declined_the_game_goes_on_and_the_answer_does_nothing_else(desk: Desk, answer: Press | Tap) -> None:
    desk.holds_both(1.0)
    assert desk.pressing.answers(answer) is None
    assert not desk.asked
    assert desk.pressing.answers(Press("done")) == Press("done")


def test_unanswered_the_question_goes_by_itself(desk: Desk) -> None:
    desk.holds_both(1.0)
    assert list(desk.pressing.actions(1.0 + SHUTDOWN_S + QUESTION_S + 1)) == []
    assert not desk.asked
    assert desk.pressing.answers(Press("done")) == Press("done")


def test_what_the_dice_do_waits_for_no_answer(desk: Desk) -> None:
    desk.holds_both(1.0)
    assert desk.pressing.answers(Press("hint")) == Press("hint")
    assert desk.asked
