"""The page of the devices, by touches on the drawn screen: what is found, and what people try out."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from companion.app.chosen_settings import ChosenSettings
from companion.app.side_pages import SidePages
from companion.app.side_pages.devices import DevicesSide
from companion.config import Config
from companion.devices.die import Settled
from companion.devices.pi_die import PiDie
from companion.devices.virtual_buttons import VirtualButtons
from companion.history.journal import Journal
from companion.values.side_commands import CloseSide, OpenDevices, TryDie, TrySound
from companion.values.side_pages import SideFinding, SidePage
from tests.screen.fingers import MenuFinger

FOUND = (SideFinding("Camera", "good", "it works"), SideFinding("Die box", "absent", "there is none"))


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "journal.db") as opened:
        yield opened


def wait_for(side: SidePages, until: float = 5.0) -> SidePage:
    """The page once all devices were looked at."""
    end = time.monotonic() + until
    while (page := side.page) is None or not page.findings:
        assert time.monotonic() < end
        time.sleep(0.005)
    return page


def test_what_is_found_is_shown_and_a_roll_and_a_sound_are_tried(journal: Journal) -> None:
    now = [1.0]
    settings = ChosenSettings(Config(die_uri="screen", buttons_uri="virtual"))
    side = SidePages([DevicesSide(settings, journal, lambda: FOUND, lambda: now[0])])
    finger = MenuFinger(side)
    side.perform(OpenDevices())
    page = wait_for(side)
    assert page.findings == FOUND
    finger.tap(TryDie())
    now[0] += 5.0
    page = wait_for(side)
    rolled = [fact.text for fact in page.facts if fact.name == "Die"]
    assert len(rolled) == 1
    assert all(value in "123456" for value in rolled[0].split(", "))
    assert journal.count == 0, "nothing of it is recorded"
    finger.tap(TrySound())
    assert pygame.mixer.get_busy()
    finger.tap(CloseSide())
    assert side.page is None
    assert not pygame.mixer.get_init(), "a game can open the loudspeaker"


def test_a_button_that_is_pressed_lights_up_and_the_roll_button_rolls(journal: Journal) -> None:
    now = [1.0]
    buttons, die = VirtualButtons(), PiDie("virtual", lambda dice: Settled((5,) * dice), rolling_s=0)
    side = SidePages(
        [DevicesSide(ChosenSettings(Config()), journal, lambda: FOUND, lambda: now[0], lambda *_: (die, (buttons,)))]
    )
    side.perform(OpenDevices())
    before = wait_for(side)
    buttons.press("undo", now[0])
    buttons.press("throw", now[0])
    now[0] += 1.0
    wait_for(side)
    now[0] += 1.0
    page = wait_for(side)
    assert "Undo" in page.facts[0].text
    assert "Roll" in page.facts[0].text
    assert page.facts != before.facts
    assert page.facts[1].text == "5, 5"
