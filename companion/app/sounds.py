"""Lets people hear what happens: chooses the sound after each frame, and reports a loudspeaker that does not work.

At night, between the hours in the settings, nothing is played.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime

from companion.config import Config
from companion.devices.speaker import Speaker
from companion.language import start_sentence
from companion.presentation.sounds import choose_sound, is_quiet
from companion.values.notifications import Notification
from companion.values.views import View


class SoundController:
    """The sounds of one running game."""

    def __init__(
        self,
        config: Config,
        speaker: Speaker,
        notice: Callable[[str, str], None],
        clock: Callable[[], datetime] = datetime.now,
    ) -> None:
        """speaker: an open one. notice: shows a text of the device with this name. clock: the time of day."""
        self._config = config
        self._speaker = speaker
        self._notice = notice
        self._clock = clock
        self._pressed = False
        self._last: View | None = None

    def hear_press(self) -> None:
        """Somebody tapped the screen or pressed a button."""
        self._pressed = True

    def follow(self, view: View, news: Collection[Notification], now: float) -> None:
        """Plays what belongs to a frame. view: what is on the screen; news: what has happened; now: a clock (s)."""
        for event in self._speaker.events(now):
            self._notice(start_sentence(event.text), "sound")
        sound = None
        if view is not self._last or news or self._pressed:
            sound = choose_sound(self._last, view, news, pressed=self._pressed)
        self._last, self._pressed = view, False
        if sound is not None and not self._is_quiet:
            self._speaker.play(sound)

    @property
    def _is_quiet(self) -> bool:
        return is_quiet(self._clock().time(), self._config.sound_quiet_from, self._config.sound_quiet_to)
