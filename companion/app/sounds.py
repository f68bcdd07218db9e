"""Lets people hear what happens: chooses sound and speech after each frame, and reports what does not work.

At night, between the hours in the settings, nothing is played.
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
    """The sounds and the speech of one running game."""

    def __init__(
        self,
        config: Config,
        speaker: Speaker,
        voice: Voice | None,
        notice: Callable[[str, str], None],
        clock: Callable[[], datetime] = datetime.now,
        has_card: Callable[[], bool] = has_sound_card,
    ) -> None:
        """speaker: an open one. voice: None without speech. notice: shows a text of the device with this name. clock:
        the time of day. has_card: says whether the computer has a sound card."""
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
        """Plays what belongs to a frame. view: what is on the screen; news: what has happened; now: a clock (s)."""
        for event in self._speaker.events(now):
            # Nobody misses sounds on a computer that can make none, as long as nobody has asked for speech.
            if isinstance(event, SpeakerBack) or self._voice is not None or self._has_card():
                self._notice(start_sentence(event.text), "sound")
        self._play(view, news)
        if self._voice is not None:
            self._speak(self._voice, view, news, now)
        self._last, self._pressed = view, False

    def _play(self, view: View, news: Collection[Notification]) -> None:
        if self._config.sound_effects == "off" or (view is self._last and not news and not self._pressed):
            return
        sound = choose_sound(self._last, view, news, pressed=self._pressed)
        if sound is not None and not self._is_quiet:
            self._speaker.play(sound)

    def _speak(self, voice: Voice, view: View, news: Collection[Notification], now: float) -> None:
        """Says what is new on the screen. Speech about what is no longer on the screen stops."""
        text = self._prompts.follow(view, news, now)
        if text and self._speaker.is_open and not self._is_quiet:
            self._speaker.hush()
            voice.say(text, get_language())
        for event in voice.events(now):
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
        return is_quiet(self._clock().time(), self._config.sound_quiet_from, self._config.sound_quiet_to)
