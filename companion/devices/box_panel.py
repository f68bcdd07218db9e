"""The die box as a die and as buttons: one port, two devices.

    panel = BoxPanel(DieBox("auto"))
    panel.die, panel.buttons                # either may be left unused

The events of the box become events of the die (`die.Die`) and of the buttons (`buttons.Buttons`).
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
    Debouncer,
    Freed,
    Pressed,
    ShutdownAsked,
    Stuck,
)
from companion.devices.die import Die, DieBack, DieEvent, DieLost, InvalidRoll, NotDue, Request, Rolling, Settled
from companion.devices.diebox import BoxEvent, DieBox, PortTrouble, describe_event
from companion.devices.link import Greeted, Silent, WrongVersion
from companion.devices.messages import (
    Button,
    ButtonStuck,
    Checked,
    Health,
    HealthTest,
    NotAsked,
    Refused,
    RollLost,
    RollResult,
    RollStarted,
    Shutdown,
)
from companion.language import _

POLL_S = 0.01
"""How often the box is asked for events."""

TimedEvent = tuple[float, BoxEvent]
"""An event of the box, and when it happened, in seconds of time.monotonic."""

_BUTTONS: tuple[ButtonName, ...] = ("throw", "done", "undo", "hint")
"""The buttons by their numbers in the box."""


class BoxPanel:
    """Shares one die box between its die and its buttons.

    While one of them is open, a thread talks to the box. If a companion is silent for some seconds, the box ends the
    session, and reading a picture may take longer than that on a busy machine.
    """

    def __init__(self, box: DieBox) -> None:
        self._box = box
        self._users = 0
        self._inboxes: list[SimpleQueue[TimedEvent]] = []
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._thread: threading.Thread | None = None
        self._failure: Exception | None = None
        self.die = BoxDie(self)
        self.buttons = BoxButtons(self)

    def make_inbox(self) -> SimpleQueue[TimedEvent]:
        """A new queue that gets every event of the box with its time."""
        self._inboxes.append(SimpleQueue())
        return self._inboxes[-1]

    def take(self, inbox: SimpleQueue[TimedEvent]) -> Iterator[TimedEvent]:
        """The events in a queue. Raises the error that has ended the thread, which only a bug can cause."""
        if self._failure is not None:
            raise self._failure
        while not inbox.empty():
            yield inbox.get_nowait()

    def poll(self, now: float) -> None:
        """Asks the box for events and puts them into every queue."""
        with self._lock:
            for event in self._box.poll(now):
                for inbox in self._inboxes:
                    inbox.put((now, event))

    @contextmanager
    def box(self) -> Iterator[DieBox]:
        """The box, to send something to it. Meanwhile the thread waits."""
        with self._lock:
            yield self._box

    def open(self) -> None:
        """Opens the port, if no other device has opened it yet."""
        if not self._users:
            self._box.__enter__()
            self.poll(time.monotonic())  # so that the first screen knows whether there is a box
            self._closing.clear()
            self._thread = threading.Thread(target=self._poll_forever, name="die box", daemon=True)
            self._thread.start()
        self._users += 1

    def close(self) -> None:
        """Closes the port, if no other device uses it."""
        self._users -= 1
        if not self._users and self._thread is not None:
            self._closing.set()
            self._thread.join()
            self._box.__exit__(None, None, None)

    def _poll_forever(self) -> None:
        try:
            while not self._closing.wait(POLL_S):
                self.poll(time.monotonic())
        except Exception as error:  # noqa: BLE001 - `take` raises it
            self._failure = error


class BoxDie(Die):
    """The dice of the box. A button on the box rolls them. The box numbers its rolls from its start on."""

    source = "serial"
    at_hand = True

    def __init__(self, panel: BoxPanel) -> None:
        self._panel = panel
        self._inbox = panel.make_inbox()
        self._request: Request | None = None
        self._dice = 2
        self._away = False
        self._shown: tuple[int, ...] = ()

    @property
    def max_dice(self) -> int:
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
        return  # its own button alone rolls it, and the box itself reports a press that is not due

    def show(self, values: Iterable[int]) -> None:
        self._shown = tuple(values)
        with self._panel.box() as box:
            box.show(*self._shown)

    def forget(self, settled: Settled) -> None:
        with self._panel.box() as box:
            box.forget(int(settled.proof["box"], 16), settled.proof["number"])

    def events(self, now: float) -> Iterator[DieEvent]:
        for _t, event in self._panel.take(self._inbox):
            yield from self._translate(event)

    def _translate(self, event: BoxEvent) -> Iterator[DieEvent]:
        match event:
            case RollStarted():
                yield Rolling()
            case RollResult():
                self._request = None
                self._shown = event.values
                yield Settled(event.values, {"box": f"{event.boot:08x}", "number": event.number})
            case RollLost():
                yield InvalidRoll(_make_sentence(event))
            case NotAsked():
                yield NotDue()
            case Greeted(greeting, restarted):
                self._dice = max(1, greeting.dice)
                if self._away or restarted:
                    self._away = False
                    yield DieBack(
                        _("The die box was restarted") if restarted else _("The die box works again"), self._shown
                    )
            case Health(HealthTest.NONE):
                self._away = False
                yield DieBack(_make_sentence(event), self._shown)
            case PortTrouble() | Silent() | WrongVersion() | Health() | Refused():
                self._away = True
                yield DieLost(_make_sentence(event))
            case Checked(failed) if failed:
                self._away = True
                yield DieLost(_make_sentence(event))
            case _:
                return


class BoxButtons(Buttons):
    """The buttons of the box.

    The box itself debounces them and finds the stuck ones. Its roll button rolls its own dice. For a die without a
    button of its own, the roll button is reported as `Pressed("throw")`.
    """

    def __init__(self, panel: BoxPanel) -> None:
        self._panel = panel
        self._inbox = panel.make_inbox()
        self._debouncer = Debouncer(debounce_s=0.0)
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
            yield from self._translate(event, t)
        # The box finds stuck buttons and requests for a shutdown itself, by its own clock.
        yield from (event for event in self._debouncer.events(now) if isinstance(event, Pressed))

    def _translate(self, event: BoxEvent, t: float) -> Iterator[ButtonEvent]:
        match event:
            case Button(button, pressed):
                self._debouncer.change(_BUTTONS[button], pressed, t)
            case ButtonStuck(button, stuck):
                yield Stuck(_BUTTONS[button]) if stuck else Freed(_BUTTONS[button])
            case Shutdown():
                yield ShutdownAsked()
            case PortTrouble() | Silent() | WrongVersion():
                self._away = True
                yield ButtonsLost(_make_sentence(event))
            case Greeted(restarted=restarted):
                self._debouncer = Debouncer(debounce_s=0.0)  # a button that was down may have come up since
                if self._away or restarted:
                    self._away = False
                    yield ButtonsBack(_("The buttons of the die box work again"))
            case _:
                return


def _make_sentence(event: BoxEvent) -> str:
    text = describe_event(event) or ""
    return text[:1].upper() + text[1:]
