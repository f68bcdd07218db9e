"""The sounds of a running game: what is played, nothing at night, and a loudspeaker that is missing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, time
from pathlib import Path
from time import monotonic, sleep

import numpy as np
import pygame
import pytest

from companion.app.chosen_settings import ChosenSettings
from companion.app.side_pages.settings import SettingsSide
from companion.app.sounds import SoundController, TapSounds
from companion.config import Config
from companion.devices.speaker import FOLDER, Speaker, has_sound_card
from companion.devices.voice import PROGRAM, Voice
from companion.history.journal import Journal
from companion.values.side_commands import ChangeSetting
from tests.session.evening import START, Evening

ROOT = Path(__file__).parents[2]

EVENING, NIGHT = datetime(2026, 3, 7, 20, 0), datetime(2026, 3, 7, 23, 0)


class Table:
    """A game that can be heard, with a clock on the wall."""

    def __init__(
        self, journal: Journal, speaker: Speaker, config: Config, voice: Voice | None = None, *, has_card: bool = True
    ) -> None:
        self.game = Evening(journal)
        self.has_card = has_card
        self.clock = EVENING
        self.config = config
        self.sounds = SoundController(
            lambda: self.config,
            speaker,
            voice or Voice(),
            self.game.session.notice,
            lambda: self.clock,
            lambda: self.has_card,
        )
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


def test_sounds_stop_and_begin_as_soon_as_people_change_the_settings(journal: Journal) -> None:
    with Speaker() as speaker:
        table = Table(journal, speaker, replace(Config(), sound_effects="off"))
        table.game.shows(START)
        assert not table.listen()
        assert not speaker.is_open, "nobody wants to hear it"
        table.config = Config()
        table.sounds.hear_press()
        assert table.listen()
        table.config = replace(Config(), sound_effects="off")
        table.sounds.hear_press()
        assert not table.listen()


def test_the_night_and_the_volume_that_people_choose_on_the_screen_count_at_once(
    journal: Journal, tmp_path: Path
) -> None:
    settings = ChosenSettings(Config(data_dir=tmp_path))
    side = SettingsSide(settings)
    with Speaker(settings.get_volume) as speaker:
        table = Table(journal, speaker, settings.config)
        table.clock = datetime(2026, 3, 7, 18, 30)
        table.game.shows(START)
        assert table.listen()
        side.perform(ChangeSetting("sound_volume"))
        table.sounds.hear_press()
        assert table.listen()
        (playing,) = [channel for channel in map(pygame.mixer.Channel, range(8)) if channel.get_busy()]
        assert round(playing.get_sound().get_volume(), 1) == 0.2
        for quiet in (True, False):  # from 18:00 on, then from 19:00 on
            side.perform(ChangeSetting("sound_quiet_from"))
            table.config = settings.config
            table.sounds.hear_press()
            assert table.listen() is not quiet


def test_speech_stops_when_the_night_begins(journal: Journal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put_espeak(tmp_path, monkeypatch, f"cat {FOLDER / 'over.wav'}")
    config = replace(Config(), sound_effects="off", sound_speech="on", sound_quiet_from=time(22))
    with Speaker() as speaker, Voice() as voice:
        table = Table(journal, speaker, config, voice)
        for _ in range(200):
            table.now += 0.1
            table.sounds.follow(table.game.view, (), table.now)
            if speaker.is_speaking:
                break
            sleep(0.01)
        assert speaker.is_speaking
        table.clock = NIGHT
        table.sounds.follow(table.game.view, (), table.now)
        assert not speaker.is_speaking


def test_a_tap_before_a_game_is_heard_as_in_a_game() -> None:
    with Speaker() as speaker:
        config, clock = Config(), EVENING
        sounds = TapSounds(lambda: config, speaker, lambda: clock)
        sounds.step(1.0)
        sounds.hear_press()
        assert pygame.mixer.get_busy()
        pygame.mixer.stop()
        config = replace(Config(), sound_quiet_from=time(22))
        clock = NIGHT
        sounds.hear_press()
        assert not pygame.mixer.get_busy()
        config = replace(Config(), sound_effects="off")
        clock = EVENING
        sounds.hear_press()
        assert not pygame.mixer.get_busy()


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


def test_nobody_is_told_about_sounds_that_a_computer_without_a_sound_card_cannot_make(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "no-such-driver")
    with Speaker() as speaker:
        table = Table(journal, speaker, Config(), has_card=False)
        assert table.game.session.take_news() == ()
        assert table.game.view.notices == ()


@pytest.mark.parametrize(
    ("text", "has_card"),
    [(" 0 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0\n", True), ("--- no soundcards ---\n", False), (None, False)],
)
def test_linux_says_whether_there_is_a_sound_card(tmp_path: Path, text: str | None, has_card: bool) -> None:
    cards = tmp_path / "asound" / "cards"
    cards.parent.mkdir()
    if text is not None:
        cards.write_text(text)
    assert has_sound_card(cards) is has_card


def put_espeak(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    (folder / PROGRAM).write_text(f"#!/bin/sh\n{script}\n")
    (folder / PROGRAM).chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.chdir(folder)


def test_prompts_are_spoken_once_and_not_at_night(
    journal: Journal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sound = FOLDER / "over.wav"
    put_espeak(tmp_path, monkeypatch, f'for text; do :; done; echo "$text" >> said; cat {sound}')
    said = tmp_path / "said"
    config = replace(Config(), sound_effects="off", sound_speech="on", sound_quiet_from=time(22))
    with Speaker() as speaker, Voice() as voice:
        table = Table(journal, speaker, config, voice)

        def wait(frames: int = 20) -> bool:
            spoken = False
            for _ in range(frames):
                table.listen()
                while voice.is_busy:
                    table.sounds.follow(table.game.view, (), table.now)
                spoken = spoken or speaker.is_speaking
            return spoken

        assert wait()
        assert said.read_text() == "Set up Mindfield.\n"
        assert not wait()
        table.clock = NIGHT
        table.game.shows(START)
        assert not wait()
        table.clock = EVENING
        assert not wait()
        assert said.read_text() == "Set up Mindfield.\n"
        table.game.blind()
        assert wait()
        assert said.read_text().splitlines()[1:] == ["I cannot see the board. no marker in sight."]


@pytest.mark.parametrize(
    ("script", "text"),
    [
        ("exit 1", "Speech fails (espeak-ng: exit status 1): `companion doctor` may know why"),
        ("echo noise", "What espeak-ng has made is no sound"),
        ("sleep 60", "Speech fails (espeak-ng: it has not answered for 10 seconds)"),
    ],
)
def test_a_voice_that_fails_gives_one_message_and_the_game_goes_on(
    journal: Journal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, text: str
) -> None:
    put_espeak(tmp_path, monkeypatch, script)
    with Speaker() as speaker, Voice() as voice:
        table = Table(journal, speaker, replace(Config(), sound_effects="off", sound_speech="on"), voice)
        table.game.frame = 100
        for _ in range(8):
            table.listen()
        until = monotonic() + 5.0
        while voice.is_busy and monotonic() < until and script != "sleep 60":
            table.sounds.follow(table.game.view, (), table.now)
            sleep(0.01)
        began = monotonic()
        table.now += 10.0
        table.listen()
        assert monotonic() - began < 1.0
        (notice,) = table.game.view.notices
        assert notice.startswith(text)


def play(folder: Path, driver: str) -> tuple[list[str], Path]:
    """Plays with a window and a virtual table until it is set up. Returns what devices told, and what was heard."""
    (folder / "script").write_text("8 quit\n")
    heard = folder / "heard.raw"
    environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    environment |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": driver, "SDL_DISKAUDIOFILE": str(heard)}
    done = subprocess.run(
        [sys.executable, "-m", "companion.cli", "play", "--game", "spry",
         "--camera", "virtual", "--display", "window", "--script", "script", "--data", "data", "--events", "-"],
        cwd=folder, env=environment | {"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, timeout=100,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    news = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    assert "setup-ok" in [one["event"] for one in news]
    return [f"{one['device']}: {one['text']}" for one in news if one["event"] == "device"], heard


def test_the_program_can_be_heard(tmp_path: Path) -> None:
    told, heard = play(tmp_path, "disk")
    assert told == []
    assert np.abs(np.fromfile(heard, "<i2").astype(int)).max() > 10000


def test_the_program_plays_on_without_a_sound_device(tmp_path: Path) -> None:
    told, heard = play(tmp_path, "no-such-driver")
    assert len(told) == has_sound_card()  # nobody misses sounds on a computer without a sound card
    assert all(
        text.startswith("sound: There is no sound (Audio target 'no-such-driver' not available)") for text in told
    )
    assert not heard.exists()
