"""The die box as a die and as buttons: one port, two devices of ours.

    panel = BoxPanel(DieBox("/dev/ttyUSB0"))
    panel.die, panel.buttons                # either may be left unused

What the box says is sorted into the one contract of every die and the one of every set of buttons.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from types import TracebackType
from typing import Self

from companion.devices.buttons import (
    ButtonEvent,
    ButtonName,
    Buttons,
    ButtonsBack,
    ButtonsLost,
    Freed,
    Keys,
    Pressed,
    StopAsked,
    Stuck,
)
from companion.devices.die import Back, Die, DieEvent, Lost, NotDue, Request, Rolling, Settled, Void
from companion.devices.diebox import BoxEvent, DieBox, PortTrouble, in_words
from companion.devices.link import Greeted, Silent, WrongVersion
from companion.devices.wire import (
    Button,
    Checked,
    Health,
    NotAsked,
    Refused,
    Shutdown,
    Test,
    Thrown,
)
from companion.devices.wire import Lost as ThrowLost
from companion.devices.wire import Rolling as BoxRolling
from companion.devices.wire import Stuck as BoxStuck

_BUTTONS: tuple[ButtonName, ...] = ("throw", "done", "undo", "hint")
"""Our buttons by the box's numbers."""


class BoxPanel:
    """Shares one box between its die and its buttons. Whichever is asked for events first polls for both."""

    def __init__(self, box: DieBox) -> None:
        self._box = box
        self._users = 0
        self._stack = ExitStack()
        self._inboxes: list[deque[BoxEvent]] = []
        self.die = BoxDie(box, self)
        self.buttons = BoxButtons(self)

    def inbox(self) -> deque[BoxEvent]:
        """A new place that everything which happens is put into."""
        self._inboxes.append(deque())
        return self._inboxes[-1]

    def poll(self, now: float) -> None:
        """Hears the box and tells all."""
        for event in self._box.poll(now):
            for inbox in self._inboxes:
                inbox.append(event)

    def open(self) -> None:
        """One more device uses the port."""
        if not self._users:
            self._stack.enter_context(self._box)
        self._users += 1

    def close(self) -> None:
        """One device fewer uses it; the last one closes it."""
        self._users -= 1
        if not self._users:
            self._stack.close()


class BoxDie(Die):
    """The dice of the box, thrown in it by its own button. Its throws are numbered within its boot."""

    source = "serial"
    at_hand = True

    def __init__(self, box: DieBox, panel: BoxPanel) -> None:
        self._box = box
        self._panel = panel
        self._inbox = panel.inbox()
        self._request: Request | None = None
        self._dice = 2
        self._away = False
        self._stands: tuple[int, ...] = ()
        self._pressed = False

    @property
    def most(self) -> int:
        return self._dice

    def __enter__(self) -> Self:
        self._panel.open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._panel.close()

    def ask(self, request: Request | None) -> None:
        if request == self._request:
            return
        if request is None:
            self._box.cancel()
        else:
            self._box.ask(len(request.dice))
        self._request = request

    def press(self, now: float) -> None:
        return  # its own button alone throws, and the box itself says where none is due

    def stand(self, values: Iterable[int]) -> None:
        self._stands = tuple(values)
        self._box.show(*self._stands)

    def written(self, settled: Settled) -> None:
        self._box.written(int(settled.proof["box"], 16), settled.proof["number"])

    def events(self, now: float) -> Iterator[DieEvent]:
        self._panel.poll(now)
        while self._inbox:
            yield from self._sorted(self._inbox.popleft())

    def _sorted(self, event: BoxEvent) -> Iterator[DieEvent]:
        match event:
            case BoxRolling():
                yield Rolling()
            case Thrown():
                self._request = None
                self._stands = event.values
                yield Settled(event.values, {"box": f"{event.boot:08x}", "number": event.number})
            case ThrowLost():
                yield Void(_sentence(event))
            case NotAsked():
                yield NotDue()
            case Greeted(greeting, restarted):
                self._dice = max(1, greeting.dice)
                if self._away or restarted:
                    self._away = False
                    yield Back("The die box was restarted" if restarted else "The die box is back", self._stands)
            case Health(Test.NONE):
                self._away = False
                yield Back(_sentence(event), self._stands)
            case PortTrouble() | Silent() | WrongVersion() | Health() | Refused():
                self._away = True
                yield Lost(_sentence(event))
            case Checked(failed) if failed:
                self._away = True
                yield Lost(_sentence(event))
            case _:
                return


class BoxButtons(Buttons):
    """The buttons of the box. It debounces them and finds the stuck ones itself.

    Its throw button throws its own dice; `Pressed("throw")` is told for a die that has no button.
    """

    def __init__(self, panel: BoxPanel) -> None:
        self._panel = panel
        self._inbox = panel.inbox()
        self._keys = Keys(debounce_s=0.0)
        self._away = False

    def __enter__(self) -> Self:
        self._panel.open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._panel.close()

    def events(self, now: float) -> Iterator[ButtonEvent]:
        self._panel.poll(now)
        while self._inbox:
            yield from self._sorted(self._inbox.popleft(), now)
        # What sticks or asks to shut down the box finds out itself, by its own clock.
        yield from (event for event in self._keys.events(now) if isinstance(event, Pressed))

    def _sorted(self, event: BoxEvent, now: float) -> Iterator[ButtonEvent]:
        match event:
            case Button(button, pressed):
                self._keys.contact(_BUTTONS[button], pressed, now)
            case BoxStuck(button, stuck):
                yield Stuck(_BUTTONS[button]) if stuck else Freed(_BUTTONS[button])
            case Shutdown():
                yield StopAsked()
            case PortTrouble() | Silent() | WrongVersion():
                self._away = True
                yield ButtonsLost(_sentence(event))
            case Greeted(_, restarted):
                self._keys = Keys(debounce_s=0.0)  # what was down when it went may be up by now
                if self._away or restarted:
                    self._away = False
                    yield ButtonsBack("The buttons of the die box are back")
            case _:
                return


def _sentence(event: BoxEvent) -> str:
    text = in_words(event) or ""
    return text[:1].upper() + text[1:]
