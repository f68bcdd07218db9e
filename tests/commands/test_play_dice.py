"""`companion play` with every die that needs no hardware, and with the die box's real program on a port."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.app.frontend import NullFrontend
from companion.app.game_loop import Stage, run
from companion.boards import BOARDS, art
from companion.cli import main
from companion.devices.box_panel import BoxPanel
from companion.devices.diebox import DieBox
from companion.fairness.checks import check_proofs
from companion.fairness.proofs import find_last_box_rolls
from companion.history.events import Rolled, Sealed, Started
from companion.history.journal import FILE, Journal, read
from companion.history.saved_games import choose_game
from companion.session import Session
from companion.values.commands import Command, Quit
from companion.values.notifications import Notification
from tests.firmware.simulator import DONE, THROW, UNDO, Box, Plug
from vision.errors import SourceStalled
from vision.reader import Reader
from vision.sources import Frame
from vision.watcher import Watcher


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A camera that looks at the wall; dice can be rolled without seeing the board."""
    folder = tmp_path_factory.mktemp("film")
    for frame in range(5):
        cv2.imwrite(str(folder / f"{frame}.png"), np.full((240, 320, 3), 120, np.uint8))
    return folder


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs each test in a folder of its own, and removes the environment variables that commands set."""
    monkeypatch.chdir(tmp_path)
    for name in ("GPIOZERO_PIN_FACTORY", "LG_WD"):
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)


def play(film: Path, *options: str, script: str = "") -> int:
    Path("script").write_text(script)
    camera = ["play", "--camera", f"images:{film}", "--display", "none", "--script", "script"]
    return main([*camera, "--data", "data", "--events", "events", "--game", "spaces", *options])


def events() -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path("events").read_text().splitlines()]


def rolled() -> list[Rolled]:
    found = read(Path("data") / FILE)
    assert found.problem is None
    return [entry.event for entry in found.entries if isinstance(entry.event, Rolled)]


def test_a_roll_made_here_is_journalled_under_its_seal_and_can_be_checked(
    film: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(film, "--die", "virtual", "--buttons", "virtual", script="3 tap throw\n4 press throw") == 0
    rolls = [event for event in events() if event["event"] == "roll"]
    assert [event["frame"] for event in rolls] == [3, 4]
    assert {event["source"] for event in rolls} == {"virtual"}
    entries = [entry.event for entry in read(Path("data") / FILE).entries]
    assert sum(isinstance(event, Sealed) for event in entries) == 1
    assert check_proofs(entries).seals[0].rolls == 2
    capsys.readouterr()
    assert main(["journal", "verify", "--data", "data"]) == 0
    assert "2 rolls; its secret is revealed when the game is over" in capsys.readouterr().out
    assert main(["journal", "fairness", "--data", "data", "--picture", "fair.png"]) == 0
    assert "virtual, die 1: 2 rolls" in capsys.readouterr().out
    assert Path("fair.png").read_bytes().startswith(b"\x89PNG")
    assert main(["journal", "fairness", "--data", "data", "--picture", "nowhere/fair.png"]) == 1
    assert "nowhere/fair.png cannot be written" in capsys.readouterr().err


def test_a_scripts_roll_counts_and_one_not_due_is_ignored_and_reported(film: Path) -> None:
    assert play(film, "--die", "script", "--buttons", "script", script="2 roll [5,2]\n3 roll [3]\n4 roll [1]\n") == 0
    told = [event for event in events() if event["event"] == "roll" or event.get("device") == "die"]
    assert [event.get("dice") for event in told] == [[5, 2], [3], None]
    assert told[2]["device"] == "die"
    assert told[2]["text"].startswith("The roll does not count: ")
    assert rolled() == [Rolled([5, 2], "script", None), Rolled([3], "script", None)]


def test_a_box_that_is_not_there_is_named_and_ordinary_dice_are_typed_in(film: Path) -> None:
    assert play(film, "--die", "serial:/dev/nowhere", script="2 tap threw 4\n3 tap threw 2") == 0
    (said,) = [event["text"] for event in events() if event.get("device") == "die"]
    assert said.startswith("There is no /dev/nowhere: plug in the die box")
    assert rolled() == [Rolled([4, 2], "typed", None)]


@pytest.mark.parametrize("options", [["--die", "serial"], ["--die", "serial:auto"], ["--buttons", "serial"]])
def test_a_box_without_a_port_is_looked_for(film: Path, options: Sequence[str]) -> None:
    assert play(film, *options) == 0
    said = [event["text"] for event in events() if event.get("device") in ("die", "buttons")]
    assert len(said) == 1
    assert said[0].startswith("No die box is plugged in: plug it in, or name its port")


NO_PINS = ("there is no GPIO chip", "the Pi's pins cannot be used, lgpio is not installed")
"""What a machine that is no Pi lacks: the chip, or the library for its pins."""


def test_without_the_pis_pins_ordinary_dice_are_typed_in(film: Path) -> None:
    assert play(film, "--die", "gpio", script="2 tap threw 4\n3 tap threw 2") == 0
    said = {event["device"]: event["text"] for event in events() if event.get("device") in ("die", "buttons")}
    assert said["die"].startswith(NO_PINS)
    assert said["buttons"].startswith(NO_PINS)
    assert rolled() == [Rolled([4, 2], "typed", None)]


def test_buttons_that_are_not_there_are_reported_once(film: Path) -> None:
    assert play(film, "--buttons", "gpio") == 0
    (said,) = [event["text"] for event in events() if event.get("device") == "buttons"]
    assert said.startswith(NO_PINS)


@pytest.mark.parametrize(
    ("options", "status", "words"),
    [
        (["--die", "serial:"], 2, '--die: "serial:" is not allowed: use "gpio", "serial[:DEVICE]", "screen"'),
        (["--die", "screen:1"], 2, '--die: "screen:1" is not allowed: use "gpio"'),
        (["--buttons", "gpio:1"], 2, '--buttons: "gpio:1" is not allowed: use "gpio", "serial[:DEVICE]", "screen"'),
    ],
)
def test_what_cannot_be_is_refused_with_what_to_do(
    film: Path, options: Sequence[str], status: int, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(film, *options) == status
    said = capsys.readouterr().err
    assert words in said


class NoPictures:
    """A camera that has stalled: dice and buttons work without it."""

    live = True

    def __enter__(self) -> NoPictures:
        return self

    def __exit__(self, *_: object) -> None:
        return

    def read(self, timeout: float) -> Frame:
        time.sleep(0.01)
        raise SourceStalled("the camera gives no pictures")


class Players(NullFrontend):
    """People who do one thing after the other, one step in each turn of the loop, and then leave."""

    def __init__(self, acts: Iterator[None]) -> None:
        self._acts = acts

    def commands(self) -> Sequence[Command]:
        return (Quit(),) if next(self._acts, "the end") else ()


@contextmanager
def evening(port: Path, acts: Callable[[list[Notification]], Iterator[None]]) -> Iterator[list[Notification]]:
    """Plays Spaces with a die box until `acts` end or the game is quit; gives what happened."""
    layout = BOARDS["spaces"].layout()
    happened: list[Notification] = []
    with Journal(Path("data") / FILE) as journal:
        state, begins = choose_game(journal, "spaces", None)
        if begins is not None:
            journal.append(begins)
        session = Session(journal, state, {}, resumed=not isinstance(begins, Started))
        panel = BoxPanel(DieBox(str(port), find_last_box_rolls(entry.event for entry in journal.entries)))
        with panel.die as die, panel.buttons as buttons:
            watcher = Watcher(layout, Reader(layout, art(layout)))
            players = Players(acts(happened))
            stage = Stage(session, NoPictures(), watcher, players, die=die, buttons=(buttons,))
            for happening in run(stage):
                happened.append(happening)  # noqa: PERF402 - the acts look at it meanwhile
    yield happened


def waiting(what: Callable[[], bool], seconds: float = 60) -> Iterator[None]:
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end
        yield


def resting(seconds: float) -> Iterator[None]:
    end = time.monotonic() + seconds
    return waiting(lambda: time.monotonic() > end)


def test_an_evening_with_the_die_box(tmp_path: Path) -> None:
    """Rolls on the box, leaves and starts again, where no roll counts twice, and shuts down by the box's buttons."""
    with Box(seed=3) as box, Plug(box, tmp_path / "tty") as plug:

        def first(happened: list[Notification]) -> Iterator[None]:
            while not any(happening.event == "roll" for happening in happened):
                plug.press(THROW)
                yield from resting(1.5)

        with evening(tmp_path / "tty", first):
            pass
        thrown = rolled()
        assert thrown
        assert {event.source for event in thrown} == {"serial"}

        def second(happened: list[Notification]) -> Iterator[None]:
            yield from waiting(lambda: box.linked)
            for closed in (True, False):
                with plug.lock:
                    box.button(DONE, closed)
                    box.button(UNDO, closed)
                if closed:
                    yield from waiting(lambda: any("Shut down?" in h.data.get("text", "") for h in happened))
            yield from resting(0.5)
            plug.press(DONE)
            yield from waiting(lambda: False)

        with evening(tmp_path / "tty", second) as happened:
            assert happened[0].event == "resumed"
            assert happened[-1].data["text"].startswith("Shutting down")
        assert rolled() == thrown
    assert len({(e.proof["box"], e.proof["number"]) for e in thrown if e.proof}) == len(thrown)
