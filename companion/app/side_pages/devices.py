"""Runs the page of the devices: looks at all devices, and opens die, buttons and loudspeaker so that people can try
them.

Nothing here reaches a game: a trial roll is not recorded.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from types import UnionType
from typing import ClassVar

from companion.app.chosen_settings import ChosenSettings
from companion.app.die_and_buttons import open_die_and_buttons
from companion.app.side_pages.task import Task
from companion.config import Config
from companion.devices.buttons import BUTTON_WORDS, Buttons, ButtonsLost, Pressed
from companion.devices.die import FACES, Die, DieLost, Request, Settled
from companion.devices.errors import DeviceError
from companion.devices.speaker import Speaker, SpeakerLost
from companion.history.journal import Journal
from companion.language import start_sentence
from companion.presentation.devices_page import make_page
from companion.values.side_commands import DevicesCommand, OpenDevices, SideCommand, TryDie, TrySound
from companion.values.side_pages import SideFinding, SidePage

Examine = Callable[[], tuple[SideFinding, ...]]
"""A function that looks at all devices, which takes a while."""


OpenDevicesOf = Callable[[Config, Journal, Callable[[int], Settled], ExitStack], tuple[Die, tuple[Buttons, ...]]]
"""A function that opens the die and the buttons of the settings. The third argument rolls the dice."""


class DevicesSide:
    """The page of the devices."""

    handles: ClassVar[type | UnionType] = DevicesCommand

    def __init__(
        self,
        settings: ChosenSettings,
        journal: Journal,
        examine: Examine,
        clock: Callable[[], float] = time.monotonic,
        open_devices: OpenDevicesOf = open_die_and_buttons,
    ) -> None:
        """clock: returns seconds. open_devices: opens die and buttons."""
        self._settings = settings
        self._journal = journal
        self._examine = examine
        self._clock = clock
        self._open_devices = open_devices
        self._stack = ExitStack()
        self._die: Die | None = None
        self._buttons: tuple[Buttons, ...] = ()
        self._speaker: Speaker | None = None
        self._task: Task[tuple[SideFinding, ...]] | None = None
        self._findings: tuple[SideFinding, ...] | None = None
        self._pressed: dict[str, str] = {}
        self._rolled: Sequence[int] = ()
        self._trouble = ""
        self._in_game = False

    def page(self) -> SidePage:
        self._follow(self._clock())
        if self._task is not None and (found := self._task.poll()) is not None:
            self._task, self._findings = None, found
        return make_page(
            self._findings,
            tuple(self._pressed.values()),
            self._rolled,
            can_roll=self._can_roll,
            in_game=self._in_game,
            trouble=self._trouble,
        )

    def perform(self, command: SideCommand) -> None:
        match command:
            case OpenDevices(in_game):
                self.close()
                self._in_game = in_game
                self._findings, self._pressed, self._rolled, self._trouble = None, {}, (), ""
                self._task = Task(self._examine)
                if not in_game:
                    self._open()
            case TryDie() if self._die is not None and self._can_roll:
                self._die.press(self._clock())
            case TrySound() if self._speaker is not None:
                self._speaker.play("accepted")
            case _:
                pass

    def close(self) -> None:
        """Closes the devices, so that a game can open them."""
        self._die, self._buttons, self._speaker = None, (), None
        self._stack.close()

    @property
    def _can_roll(self) -> bool:
        # A die box counts its rolls, and the journal would miss one that is tried.
        return self._die is not None and self._die.source != "serial"

    def _open(self) -> None:
        config = self._settings.config
        try:
            self._die, self._buttons = self._open_devices(config, self._journal, _roll, self._stack)
        except DeviceError as error:
            self._trouble = start_sentence(str(error))
        self._speaker = self._stack.enter_context(Speaker(self._settings.get_volume))
        self._ask()

    def _ask(self) -> None:
        if self._die is not None and self._can_roll:
            self._die.ask(Request(("",) * min(self._die.max_dice, self._settings.config.die_dice), ""))

    def _follow(self, now: float) -> None:
        """Takes what the open devices report. now: seconds."""
        for event in (event for buttons in self._buttons for event in buttons.events(now)):
            match event:
                case Pressed(name):
                    self._pressed[name] = BUTTON_WORDS[name]
                    if name == "throw" and self._die is not None and self._can_roll:
                        self._die.press(now)
                case ButtonsLost(text):
                    self._trouble = start_sentence(text)
                case _:
                    pass
        for told in () if self._die is None else self._die.events(now):
            match told:
                case Settled(values):
                    self._rolled = values
                    self._ask()
                case DieLost(text):
                    self._trouble = start_sentence(text)
                case _:
                    pass
        for lost in () if self._speaker is None else self._speaker.events(now):
            if isinstance(lost, SpeakerLost):
                self._trouble = start_sentence(lost.text)


def _roll(dice: int) -> Settled:
    """A trial roll, which does not count."""
    return Settled(tuple(1 + secrets.randbelow(FACES) for _die in range(dice)))
