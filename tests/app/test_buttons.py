"""Buttons and the game: presses become actions, and the person who holds two buttons is asked whether to shut down."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app.buttons import COMMANDS, QUESTION_S, ButtonController
from companion.devices.buttons import SHUTDOWN_S, STUCK_S
from companion.devices.virtual_buttons import VirtualButtons
from companion.history.journal import Journal
from companion.history.saved_games import choose_game
from companion.host.power import PowerError
from companion.presentation import game_view
from companion.session import Session
from companion.values.commands import ConfirmShutdown, FinishTurn, KeepPlaying, NextHint, Quit, ShutdownCommand, Undo
from companion.values.results import Done, Refused


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
        assert list(self.pressing.commands(now + SHUTDOWN_S + 0.1)) == []
        self.buttons.release("done", now + SHUTDOWN_S + 0.2)
        self.buttons.release("undo", now + SHUTDOWN_S + 0.2)

    @property
    def asked(self) -> bool:
        return self.view().headline == "Shut down?"

    def view(self) -> game_view.View:
        return self.pressing.add_question(game_view.make_view(self.session.state, self.session.now))

    def said(self) -> list[str]:
        return [happening.data["text"] for happening in self.session.take_news() if happening.event == "device"]


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with Journal(tmp_path / "journal.db") as journal:
        yield Desk(journal)


@pytest.mark.parametrize("name", ["throw", "done", "undo", "hint"])
def test_a_press_is_the_buttons_command(desk: Desk, name: str) -> None:
    desk.buttons.press(name, 1.0)  # type: ignore[arg-type]
    assert list(desk.pressing.commands(1.3)) == [COMMANDS[name]]  # type: ignore[index]


def test_a_stuck_button_is_reported_with_what_to_do(desk: Desk) -> None:
    desk.buttons.hold("hint", 1.0)
    assert list(desk.pressing.commands(1.3)) == [NextHint()]
    assert list(desk.pressing.commands(1.1 + STUCK_S)) == []
    (told,) = desk.said()
    assert "Hint button is stuck" in told
    assert "Release it" in told
    desk.buttons.release("hint", 20.0)
    assert list(desk.pressing.commands(20.5)) == []
    (told,) = desk.said()
    assert "Hint button works again" in told


def test_held_together_they_ask_and_confirmed_the_program_ends_cleanly(desk: Desk) -> None:
    assert not desk.asked
    desk.holds_both(1.0)
    assert desk.asked
    choices = desk.view().choices
    assert [(choice.label, choice.command) for choice in choices] == [
        ("shut down", ConfirmShutdown()),
        ("go on", KeepPlaying()),
    ]
    (told,) = desk.said()
    assert "Done to shut down" in told
    assert desk.pressing.perform(ConfirmShutdown()) == Quit()
    (told,) = desk.said()
    assert "saved" in told


def test_declined_the_game_continues_and_the_answer_does_nothing_else(desk: Desk) -> None:
    desk.holds_both(1.0)
    assert desk.pressing.perform(KeepPlaying()) == Done()
    assert not desk.asked
    assert desk.pressing.command_of("done") == FinishTurn()


@pytest.mark.parametrize("answer", [ConfirmShutdown(), KeepPlaying()])
def test_an_answer_that_nobody_asked_for_is_refused(desk: Desk, answer: ShutdownCommand) -> None:
    assert isinstance(desk.pressing.perform(answer), Refused)


def test_unanswered_the_question_ends_by_itself(desk: Desk) -> None:
    desk.holds_both(1.0)
    assert list(desk.pressing.commands(1.0 + SHUTDOWN_S + QUESTION_S + 1)) == []
    assert not desk.asked
    assert desk.pressing.command_of("done") == FinishTurn()


def test_while_they_ask_done_and_undo_answer_and_the_others_do_what_they_always_do(desk: Desk) -> None:
    desk.holds_both(1.0)
    assert desk.pressing.command_of("done") == ConfirmShutdown()
    assert desk.pressing.command_of("undo") == KeepPlaying() != Undo()
    assert desk.pressing.command_of("hint") == NextHint()
    assert desk.asked


def test_where_it_may_it_switches_the_computer_off(desk: Desk) -> None:
    asked: list[str] = []
    desk.pressing = ButtonController(desk.session, [desk.buttons], lambda: asked.append("off"))
    desk.holds_both(1.0)
    assert asked == []
    assert desk.pressing.perform(ConfirmShutdown()) == Quit()
    assert asked == ["off"]


def test_a_computer_that_stays_on_is_reported_and_the_game_goes_on(desk: Desk) -> None:
    def refuse() -> None:
        raise PowerError("The computer cannot be switched off: it is busy")

    desk.pressing = ButtonController(desk.session, [desk.buttons], refuse)
    desk.holds_both(1.0)
    desk.said()
    assert desk.pressing.perform(ConfirmShutdown()) == Refused("The computer cannot be switched off: it is busy")
    assert desk.said() == ["The computer cannot be switched off: it is busy"]
    assert not desk.asked
