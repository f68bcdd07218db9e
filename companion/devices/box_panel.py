"""The die box as a die and as buttons: one port, two devices of ours.

    panel = BoxPanel(DieBox("/dev/ttyUSB0"))
    panel.die, panel.buttons                # either may be left unused

What the box says is sorted into the one contract of every die and the one of every set of buttons.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from queue import SimpleQueue
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

HEAR_S = 0.01
"""How often the box is heard."""

Heard = tuple[float, BoxEvent]
"""What happened, and when: seconds of time.monotonic."""

_BUTTONS: tuple[ButtonName, ...] = ("throw", "done", "undo", "hint")
"""Our buttons by the box's numbers."""


class BoxPanel:
    """Shares one box between its die and its buttons.

    While one of them is open the box is heard in a thread of its own: it takes a companion that is silent for
    two seconds for gone, and looking at a picture may take longer on a busy machine.
    """

    def __init__(self, box: DieBox) -> None:
        self._box = box
        self._users = 0
        self._inboxes: list[SimpleQueue[Heard]] = []
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._thread: threading.Thread | None = None
        self._failure: Exception | None = None
        self.die = BoxDie(self)
        self.buttons = BoxButtons(self)

    def inbox(self) -> SimpleQueue[Heard]:
        """A new place that everything which happens is put into, with its time."""
        self._inboxes.append(SimpleQueue())
        return self._inboxes[-1]

    def take(self, inbox: SimpleQueue[Heard]) -> Iterator[Heard]:
        """What has come into an inbox. Raises what ended the hearing, which only a fault in it can."""
        if self._failure is not None:
            raise self._failure
        while not inbox.empty():
            yield inbox.get_nowait()

    def poll(self, now: float) -> None:
        """Hears the box and tells all."""
        with self._lock:
            for event in self._box.poll(now):
                for inbox in self._inboxes:
                    inbox.put((now, event))

    @contextmanager
    def box(self) -> Iterator[DieBox]:
        """The box, to tell it something."""
        with self._lock:
            yield self._box

    def open(self) -> None:
        """One more device uses the port."""
        if not self._users:
            self._box.__enter__()
            self.poll(time.monotonic())  # where there is no box, the first screen knows it already
            self._closing.clear()
            self._thread = threading.Thread(target=self._hear, name="die box", daemon=True)
            self._thread.start()
        self._users += 1

    def close(self) -> None:
        """One device fewer uses it; the last one closes it."""
        self._users -= 1
        if not self._users and self._thread is not None:
            self._closing.set()
            self._thread.join()
            self._box.__exit__(None, None, None)

    def _hear(self) -> None:
        try:
            while not self._closing.wait(HEAR_S):
                self.poll(time.monotonic())
        except Exception as error:  # noqa: BLE001 - it is raised where the events are taken
            self._failure = error


class BoxDie(Die):
    """The dice of the box, thrown in it by its own button. Its throws are numbered within its boot."""

    source = "serial"
    at_hand = True

    def __init__(self, panel: BoxPanel) -> None:
        self._panel = panel
        self._inbox = panel.inbox()
        self._request: Request | None = None
        self._dice = 2
        self._away = False
        self._stands: tuple[int, ...] = ()

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
        with self._panel.box() as box:
            if request is None:
                box.cancel()
            else:
                box.ask(len(request.dice))
        self._request = request

    def press(self, now: float) -> None:
        return  # its own button alone throws, and the box itself says where none is due

    def stand(self, values: Iterable[int]) -> None:
        self._stands = tuple(values)
        with self._panel.box() as box:
            box.show(*self._stands)

    def written(self, settled: Settled) -> None:
        with self._panel.box() as box:
            box.written(int(settled.proof["box"], 16), settled.proof["number"])

    def events(self, now: float) -> Iterator[DieEvent]:
        for _, event in self._panel.take(self._inbox):
            yield from self._sorted(event)

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
        for t, event in self._panel.take(self._inbox):
            yield from self._sorted(event, t)
        # What sticks or asks to shut down the box finds out itself, by its own clock.
        yield from (event for event in self._keys.events(now) if isinstance(event, Pressed))

    def _sorted(self, event: BoxEvent, t: float) -> Iterator[ButtonEvent]:
        match event:
            case Button(button, pressed):
                self._keys.contact(_BUTTONS[button], pressed, t)
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
