"""Lets people hear what happens: chooses sounds and speech after each frame, and says if they do not work.

At night, between the hours in the settings, it plays nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime

from companion.config import Config
from companion.devices.speaker import Speaker, SpeakerBack, has_sound_card
from companion.devices.voice import Speech, Voice
from companion.language import _, get_language, start_sentence
from companion.presentation.sounds import choose_sound, is_quiet
from companion.presentation.spoken_prompts import SpokenPrompts
from companion.values.notifications import Notification
from companion.values.views import View


class SoundController:
    """The sounds and the speech of one running game. When people change the settings, they begin or end at once."""

    def __init__(
        self,
        config: Callable[[], Config],
        speaker: Speaker,
        voice: Voice,
        notice: Callable[[str, str], None],
        clock: Callable[[], datetime] = datetime.now,
        has_card: Callable[[], bool] = has_sound_card,
    ) -> None:
        """config: returns the settings in use. speaker, voice: open ones. notice: shows a message about a device, which
        is named first. clock: returns the time of day. has_card: True if the computer has a sound card.
        """
        self._config = config
        self._speaker = speaker
        self._voice = voice
        self._notice = notice
        self._clock = clock
        self._has_card = has_card
        self._prompts = SpokenPrompts()
        self._pressed = False
        self._last: View | None = None

    def hear_press(self) -> None:
        """Notes that somebody tapped the screen or pressed a button."""
        self._pressed = True

    def follow(self, view: View, news: Collection[Notification], now: float) -> None:
        """Plays what belongs to a frame. view: what is on the screen now. news: what has happened. now: the time by a
        clock (s).
        """
        config = self._config()
        if config.sound_effects == "on" or config.sound_speech == "on":
            for event in self._speaker.events(now):
                # Nobody misses sounds on a computer that can make none, as long as nobody has asked for speech.
                if isinstance(event, SpeakerBack) or config.sound_speech == "on" or self._has_card():
                    self._notice(start_sentence(event.text), "sound")
        if config.sound_effects == "on":
            self._play(view, news)
        if config.sound_speech == "on":
            self._speak(view, news, now)
        silent = config.sound_speech == "off" or self._is_quiet
        if silent and (self._speaker.is_speaking or self._voice.is_busy):
            self._voice.stop()
            self._speaker.hush()
        self._last, self._pressed = view, False

    def _play(self, view: View, news: Collection[Notification]) -> None:
        if view is self._last and not news and not self._pressed:
            return
        sound = choose_sound(self._last, view, news, pressed=self._pressed)
        if sound is not None and not self._is_quiet:
            self._speaker.play(sound)

    def _speak(self, view: View, news: Collection[Notification], now: float) -> None:
        """Says what is new on the screen, and stops speech about what is no longer there."""
        text = self._prompts.follow(view, news, now)
        if text and self._speaker.is_open and not self._is_quiet:
            self._speaker.hush()
            self._voice.say(text, get_language())
        for event in self._voice.events(now):
            if isinstance(event, Speech):
                self._say(event)
            else:
                self._notice(start_sentence(event.text), "sound")

    def _say(self, speech: Speech) -> None:
        try:
            self._speaker.say(speech.wav)
        except ValueError as error:
            text = _("What espeak-ng has made is no sound ({reason}): install it again.").format(reason=error)
            self._notice(text, "sound")

    @property
    def _is_quiet(self) -> bool:
        config = self._config()
        return is_quiet(self._clock().time(), config.sound_quiet_from, config.sound_quiet_to)


class TapSounds:
    """Plays the sounds of taps before a game. If they do not work, people learn this in the game."""

    def __init__(
        self, config: Callable[[], Config], speaker: Speaker, clock: Callable[[], datetime] = datetime.now
    ) -> None:
        """config: returns the settings in use. speaker: an open one. clock: returns the time of day."""
        self._config = config
        self._speaker = speaker
        self._clock = clock

    def step(self, now: float) -> None:
        """Opens the loudspeaker as soon as it is there. now: seconds."""
        if self._config().sound_effects == "on":
            for _event in self._speaker.events(now):
                continue

    def hear_press(self) -> None:
        """Plays the sound of a tap."""
        config = self._config()
        quiet = is_quiet(self._clock().time(), config.sound_quiet_from, config.sound_quiet_to)
        if config.sound_effects == "on" and not quiet:
            self._speaker.play("press")
