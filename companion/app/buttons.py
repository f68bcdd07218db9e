"""Joins the buttons to the game: their presses become actions, and a wish to shut down becomes a question.

It says what sticks, fails and comes back. What a press does, the session knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain

from companion.devices.buttons import (
    Buttons,
    ButtonsBack,
    ButtonsLost,
    Freed,
    Pressed,
    ShutdownAsked,
    Stuck,
)
from companion.session import Session
from companion.values.commands import Action, Press, Quit, Tap
from companion.values.views import Choice, View

STOP = "shut down"
GO_ON = "go on"

QUESTION_S = 30.0
"""How long the question stands before it is taken back: the game is more likely meant to go on."""


class ButtonController:
    """The buttons of one running game, and the question whether to shut down."""

    def __init__(self, session: Session, buttons: Iterable[Buttons]) -> None:
        self._session = session
        self._buttons = tuple(buttons)
        self._asked_at: float | None = None

    def actions(self, now: float) -> Iterator[Action]:
        """What was pressed since the last call. `now`: the buttons' clock."""
        if self._asked_at is not None and now - self._asked_at > QUESTION_S:
            self._asked_at = None
        for event in chain.from_iterable(buttons.events(now) for buttons in self._buttons):
            match event:
                case Pressed(name):
                    yield Press(name)
                case Stuck(name):
                    self._say(
                        f"The {name} button is stuck: it has been down for long. Free it; it does nothing until it"
                        " comes up"
                    )
                case Freed(name):
                    self._say(f"The {name} button is free again")
                case ShutdownAsked():
                    self._asked_at = now
                    self._say("Shut down? Press Done to shut down, Undo to go on")
                case ButtonsLost(text) | ButtonsBack(text):
                    self._say(text)

    def answers(self, action: Action) -> Action | None:
        """The action that counts while the question stands: Quit where it is confirmed, None where it was an answer."""
        if self._asked_at is None or not isinstance(action, Press | Tap):
            return action
        if action in (Press("done"), Tap(STOP)):
            self._asked_at = None
            self._say("Shutting down, as was asked; the game is saved")
            return Quit()
        if action in (Press("undo"), Tap(GO_ON)):
            self._asked_at = None
            return None
        return action

    def asked(self, view: View) -> View:
        """The view with the question on it, where it stands."""
        if self._asked_at is None:
            return view
        return replace(
            view,
            screen="doubt",
            headline="Shut down?",
            detail="The game is saved and goes on when the companion is started again. On the buttons Done shuts down"
            " and Undo goes on.",
            buttons=(),
            marks=(),
            arrows=(),
            steps=(),
            reasons=(),
            notices=(),
            choices=(Choice(STOP, "Shut down"), Choice(GO_ON, "Go on playing")),
        )

    def _say(self, text: str) -> None:
        self._session.notice(text, "buttons")
