"""Hands each command to the part that carries it out, and returns the result. The commands of the touchscreen, the
buttons and scripts all come here.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.app.buttons import ButtonController
from companion.app.dice import DiceController
from companion.app.rules_reader import RulesReader
from companion.app.script import Action, Press, Tap, find_command
from companion.app.side_pages import SidePages
from companion.app.teacher import Teacher
from companion.language import _
from companion.session import Session
from companion.values.commands import (
    AskSwitchOff,
    BeginTyping,
    CloseRules,
    Command,
    ConfirmShutdown,
    EndTyping,
    EnterRoll,
    Exit,
    GoOn,
    KeepPlaying,
    ListRules,
    OpenMenu,
    OpenRules,
    Quit,
    RemoveValue,
    ReopenGame,
    RollDice,
    TypeValue,
)
from companion.values.results import Done, Refused, Result
from companion.values.side_commands import KeepCorners, SideCommand
from companion.values.views import View


class Dispatcher:
    """Carries out every command of the program."""

    def __init__(
        self,
        session: Session,
        buttons: ButtonController,
        dice: DiceController | None,
        rules: RulesReader,
        side: SidePages,
        *,
        view: Callable[[], View],
        has_menu: bool,
        teacher: Teacher | None = None,
    ) -> None:
        """dice: None if only commands bring rolls. view: returns what is on the screen now. has_menu: True if people
        can leave the game for the menu. teacher: None if this is not a lesson.
        """
        self._session = session
        self._buttons = buttons
        self._dice = dice
        self._rules = rules
        self._side = side
        self._view = view
        self._has_menu = has_menu
        self._teacher = teacher

    def read(self, action: Action) -> Command | Refused:
        """The command that a script's action means at this moment. It is refused if its label is not on the screen."""
        match action:
            case Press(name):
                return self._buttons.command_of(name)
            case Tap(label):
                command = find_command(label, self._view())
                if command is None or (isinstance(command, OpenMenu) and not self._has_menu):
                    return self._refuse(_("There is no answer {label} to tap now.").format(label=repr(label)))
                return command
            case EnterRoll() | Quit():
                return action

    def perform(self, command: Command, source: str, frame: int, t: float, now: float) -> Result | Exit:
        """Carries out a command. An `Exit` as the result ends the running game.

        A command about the game first closes the rules and the pages beside the game, so that people see what it does.
        source: who gave the command, by the name that the journal uses. frame, t: number and time of the next frame.
        now: the time by the die's clock (s).
        """
        if not isinstance(command, OpenRules | ListRules):
            self._rules.close()
        if self._teacher is not None:
            command = self._teacher.read(command)
        if isinstance(command, SideCommand):
            done = self._side.perform(command)
            is_kept = isinstance(command, KeepCorners) and self._side.page is None
            return ReopenGame() if is_kept and isinstance(done, Done) else done
        self._side.close()
        match command:
            case Quit() | ReopenGame():
                return command
            case GoOn():
                return self._go_on(frame, t)
            case OpenMenu():
                return command if self._has_menu else self._refuse(_("There is no menu here."))
            case OpenRules() | ListRules() | CloseRules():
                return self._rules.perform(command)
            case AskSwitchOff():
                return self._buttons.ask(now)
            case ConfirmShutdown() | KeepPlaying():
                return self._buttons.perform(command)
            case RollDice() | BeginTyping() | TypeValue() | RemoveValue() | EndTyping():
                if self._dice is None:
                    return self._refuse(_("There is no die here."))
                return self._dice.perform(command, frame, t, now)
            case _:
                return self._session.perform(command, source, frame, t)

    def _go_on(self, frame: int, t: float) -> Result | Exit:
        """Goes on to the next step of the lesson. At the lesson's end, people get to the menu; if there is none, the
        program ends.
        """
        if self._teacher is None:
            return self._session.refuse_too_late()
        result = self._teacher.go_on(frame, t)
        return result if isinstance(result, Done) or self._has_menu else Quit()

    def _refuse(self, reason: str) -> Refused:
        self._session.notice(reason, "screen")
        return Refused(reason)
