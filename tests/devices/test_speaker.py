"""The loudspeaker: what plays, what is missing or in use, and that it is tried again. SDL's dummy driver is silent."""

from __future__ import annotations

import io
import wave
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import numpy as np
import pygame
import pytest

from companion.devices.retry import MAX_RETRY_S
from companion.devices.sounds.make_sounds import RATE_HZ, write_sounds
from companion.devices.speaker import FOLDER, LOOK_S, RETRY_S, Speaker, SpeakerBack, SpeakerLost
from companion.values.sounds import SOUNDS

SECOND_OF_SILENCE = bytes(2 * RATE_HZ)


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    pygame.mixer.quit()
    yield
    pygame.mixer.quit()


def as_wav(samples: bytes) -> bytes:
    made = io.BytesIO()
    with wave.open(made, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE_HZ)
        file.writeframes(samples)
    return made.getvalue()


def read(path: Path) -> np.ndarray:
    with wave.open(str(path), "rb") as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, RATE_HZ)
        return np.frombuffer(file.readframes(file.getnframes()), "<i2").astype(int)


@pytest.mark.parametrize("name", SOUNDS)
def test_the_files_are_those_that_the_script_makes(name: str, tmp_path: Path) -> None:
    write_sounds(tmp_path)
    kept, made = read(FOLDER / f"{name}.wav"), read(tmp_path / f"{name}.wav")
    # The sine of another processor may differ in its last bit.
    assert len(kept) == len(made)
    assert np.abs(kept - made).max() <= 1
    assert np.abs(kept).max() > 10000
    assert (abs(kept[0]), abs(kept[-1])) < (300, 300), "it would click"
    assert 0.03 < len(kept) / RATE_HZ < 1.2


def test_every_sound_plays_at_the_volume_of_the_settings() -> None:
    volume = 0.0
    with Speaker(lambda: volume) as speaker:
        assert list(speaker.events(0.0)) == []
        for sound, volume in zip(SOUNDS, cycle((0.5, 0.25))):
            pygame.mixer.stop()
            speaker.play(sound)
            (playing,) = [channel for channel in map(pygame.mixer.Channel, range(8)) if channel.get_busy()]
            assert playing.get_sound().get_volume() == volume
    assert pygame.mixer.get_init() is None


def test_speech_replaces_speech_and_leaves_sounds_alone() -> None:
    with Speaker() as speaker:
        list(speaker.events(0.0))
        speaker.play("over")
        speaker.say(as_wav(SECOND_OF_SILENCE))
        first = pygame.mixer.Channel(0).get_sound()
        speaker.say(as_wav(SECOND_OF_SILENCE))
        assert pygame.mixer.Channel(0).get_sound() is not first
        assert speaker.is_speaking
        speaker.hush()
        assert not speaker.is_speaking
        assert pygame.mixer.get_busy(), "the sound goes on"
        with pytest.raises(ValueError, match=r"."):
            speaker.say(b"no sound at all")


def test_a_device_that_cannot_be_opened_is_reported_once_and_tried_again(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "no-such-driver")
    tries: list[float] = []
    told: list[SpeakerLost | SpeakerBack] = []
    with Speaker() as speaker:
        for now in range(1000):
            pause = speaker._retry.is_due(float(now))
            tries += [float(now)] * pause
            told += speaker.events(float(now))
            speaker.play("roll")
            speaker.say(as_wav(SECOND_OF_SILENCE))
        (lost,) = told
        assert isinstance(lost, SpeakerLost)
        assert "no-such-driver" in lost.text
        assert "sound.effects" in lost.text
        pauses = np.diff(tries)
        assert pauses[0] == RETRY_S
        assert list(pauses[1:4]) == [2 * RETRY_S, 4 * RETRY_S, MAX_RETRY_S]
        assert max(pauses) == MAX_RETRY_S
        monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
        told = [event for now in range(1000, 1300) for event in speaker.events(float(now))]
        assert told == [SpeakerBack("Sounds work again")]
        assert speaker.is_open


def test_a_computer_without_a_sound_card_says_so_without_the_lines_of_alsa(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "alsa")
    monkeypatch.setenv("ALSA_CONFIG_PATH", "/dev/null")
    with Speaker() as speaker:
        (lost,) = speaker.events(0.0)
        assert isinstance(lost, SpeakerLost)
        assert "ALSA" in lost.text
        assert not speaker.is_open
    assert capfd.readouterr().err == ""


def test_a_loudspeaker_that_is_unplugged_or_exchanged_is_opened_again(monkeypatch: pytest.MonkeyPatch) -> None:
    outputs = ["USB"]
    with Speaker(find_outputs=lambda: tuple(outputs)) as speaker:
        assert list(speaker.events(0.0)) == []
        speaker.say(as_wav(SECOND_OF_SILENCE))
        assert list(speaker.events(LOOK_S)) == []
        assert speaker.is_speaking, "nothing has changed"
        outputs[:] = ["HDMI"]
        assert list(speaker.events(2 * LOOK_S)) == []
        assert speaker.is_open
        assert not speaker.is_speaking
        outputs.clear()
        monkeypatch.setenv("SDL_AUDIODRIVER", "no-such-driver")
        assert [type(event) for event in speaker.events(3 * LOOK_S)] == [SpeakerLost]
        monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
        assert [type(event) for event in speaker.events(3 * LOOK_S + RETRY_S)] == [SpeakerBack]


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with Speaker(folder=tmp_path) as speaker:
        (lost,) = speaker.events(0.0)
        assert isinstance(lost, SpeakerLost)
        assert "over.wav" in lost.text
        assert not speaker.is_open
