"""The sounds of a running game: what is played, nothing at night, and a loudspeaker that is missing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, time
from pathlib import Path

import pygame
import pytest

from companion.app.sounds import SoundController
from companion.config import Config
from companion.devices.speaker import Speaker
from companion.history.journal import Journal
from tests.session.evening import START, Evening

EVENING, NIGHT = datetime(2026, 3, 7, 20, 0), datetime(2026, 3, 7, 23, 0)


class Table:
    """A game that can be heard, with a clock on the wall."""

    def __init__(self, journal: Journal, speaker: Speaker, config: Config) -> None:
        self.game = Evening(journal)
        self.clock = EVENING
        self.sounds = SoundController(config, speaker, self.game.session.notice, lambda: self.clock)
        self.now = 0.0
        self.listen()

    def listen(self) -> bool:
        """True if a sound was played for what has just happened."""
        if pygame.mixer.get_init():
            pygame.mixer.stop()
        news, self.game.news = self.game.news, []
        self.now += 0.1
        self.sounds.follow(self.game.view, news, self.now)
        return bool(pygame.mixer.get_init()) and pygame.mixer.get_busy()


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "journal.db") as journal:
        yield journal


def test_what_happens_is_heard_but_not_at_night(journal: Journal) -> None:
    with Speaker() as speaker:
        table = Table(journal, speaker, replace(Config(), sound_quiet_from=time(22), sound_quiet_to=time(7)))
        table.game.shows(START)
        assert table.listen()
        assert not table.listen()
        table.sounds.hear_press()
        assert table.listen()
        table.clock = NIGHT
        table.sounds.hear_press()
        table.game.blind()
        assert not table.listen()
        table.clock = EVENING
        assert not table.listen(), "what happened at night is not heard the next morning"


def test_a_game_without_sound_goes_on_with_one_message(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "no-such-driver")
    with Speaker() as speaker:
        table = Table(journal, speaker, Config())
        assert [one.data["device"] for one in table.game.session.take_news()] == ["sound"]
        assert table.game.view.notices[0].startswith("There is no sound (Audio target 'no-such-driver' not available)")
        for _ in range(300):
            table.game.shows(START, frames=1)
            table.sounds.hear_press()
            assert "device" not in [one.event for one in table.game.news]
            assert not table.listen()
