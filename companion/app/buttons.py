"""Joins the buttons to the game: only here a press becomes a command.

It also says which buttons are stuck or lost, and asks before a shutdown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain
from typing import Literal, get_args

from companion.devices.buttons import (
    BUTTON_WORDS,
    Buttons,
    ButtonsBack,
    ButtonsLost,
    Freed,
    Pressed,
    ShutdownAsked,
    Stuck,
)
from companion.host.power import PowerError
from companion.language import _
from companion.session import Session
from companion.values.commands import (
    Command,
    ConfirmShutdown,
    FinishTurn,
    KeepPlaying,
    NextHint,
    PlayMove,
    Quit,
    Redo,
    RollDice,
    ShutdownCommand,
    Undo,
)
from companion.values.results import Done, Refused, Result
from companion.values.views import Choice, View

ButtonName = Literal["done", "undo", "redo", "hint", "double", "throw"]
"""The buttons, by their names in `press NAME` (contract section 7). People call `throw` the roll button."""

BUTTON_NAMES: tuple[ButtonName, ...] = get_args(ButtonName)

COMMANDS: Mapping[ButtonName, Command] = {
    "done": FinishTurn(),
    "undo": Undo(),
    "redo": Redo(),
    "hint": NextHint(),
    "double": PlayMove("double"),
    "throw": RollDice(),
}
"""What each button does in a game."""

ANSWERS: Mapping[ButtonName, Command] = {**COMMANDS, "done": ConfirmShutdown(), "undo": KeepPlaying()}
"""What each button does while the screen asks whether to shut down."""

QUESTION_S = 30.0
"""How long the screen asks whether to shut down. Without an answer the game goes on."""


class ButtonController:
    """The buttons of a running game, and the question whether to shut down."""

    def __init__(
        self, session: Session, buttons: Iterable[Buttons], switch_off: Callable[[], None] | None = None
    ) -> None:
        """switch_off: switches the computer off, or raises PowerError. None if only the program is to end."""
        self._session = session
        self._switch_off = switch_off
        self._buttons = tuple(buttons)
        self._asked_at: float | None = None

    def commands(self, now: float) -> Iterator[Command]:
        """The commands of all presses since the last call. now: the time by the buttons' clock (s)."""
        if self._asked_at is not None and now - self._asked_at > QUESTION_S:
            self._asked_at = None
        for event in chain.from_iterable(buttons.events(now) for buttons in self._buttons):
            match event:
                case Pressed(name):
                    yield self.command_of(name)
                case Stuck(name):
                    self._notice(_("The {button} button is stuck. Release it.").format(button=BUTTON_WORDS[name]))
                case Freed(name):
                    self._notice(_("The {button} button works again.").format(button=BUTTON_WORDS[name]))
                case ShutdownAsked():
                    self._asked_at = now
                    self._notice(_("Shut down? Press Done to shut down, Undo to keep playing."))
                case ButtonsLost(text) | ButtonsBack(text):
                    self._notice(text)

    def command_of(self, name: ButtonName) -> Command:
        """What a button does now."""
        return COMMANDS[name] if self._asked_at is None else ANSWERS[name]

    def ask(self, now: float) -> Done:
        """Asks whether to shut down. now: the time by the buttons' clock (s)."""
        self._asked_at = now
        return Done()

    def perform(self, command: ShutdownCommand) -> Result | Quit:
        """Carries out an answer to the question whether to shut down. Returns `Quit` if the program must end."""
        if self._asked_at is None:
            return Refused(_("Nobody asked to shut down."))
        self._asked_at = None
        if isinstance(command, KeepPlaying):
            return Done()
        if self._switch_off is not None:
            try:
                self._switch_off()
            except PowerError as error:
                self._notice(str(error))
                return Refused(str(error))
        if self._session.now.unsaved:
            self._notice(_("Shutting down. What could not be saved is lost."))
        else:
            self._notice(_("Shutting down. The game is saved."))
        return Quit()

    def add_question(self, view: View) -> View:
        """The view with the question whether to shut down, while it is asked."""
        if self._asked_at is None:
            return view
        detail = _("The game is saved and continues at the next start. Done shuts down, Undo keeps playing.")
        if self._session.now.unsaved:
            detail = _(
                "The last move or roll is not saved yet, and would be lost. Done shuts down, Undo keeps playing."
            )
        return replace(
            view,
            screen="doubt",
            strip=replace(view.strip, command=None),
            headline=_("Shut down?"),
            detail=detail,
            buttons=(),
            marks=(),
            arrows=(),
            steps=(),
            reasons=(),
            notices=(),
            unread=(),
            rules=None,
            side=None,
            undrawn=(*view.choices, *view.undrawn),
            choices=(
                Choice("shut down", _("Shut down"), ConfirmShutdown()),
                Choice("go on", _("Keep playing"), KeepPlaying()),
            ),
        )

    def _notice(self, text: str) -> None:
        self._session.notice(text, "buttons")
