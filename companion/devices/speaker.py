"""The loudspeaker: plays the sounds, and the speech that espeak-ng makes.

It may be missing, in use, or unplugged. It is tried again and again, while the game goes on. Nothing here waits: SDL
mixes sounds in a thread of its own.
"""

from __future__ import annotations

import ctypes
import io
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Self

import pygame

from companion.devices import sounds
from companion.devices.retry import RetryTimer
from companion.devices.sdl_drivers import list_sound_outputs
from companion.language import _
from companion.values.sounds import SOUNDS, Sound

RATE_HZ = 22050
"""How many samples a second the sounds have, and the speech of espeak-ng."""

BUFFER = 1024
"""How many samples SDL mixes at once. This is 46 ms: short enough for the sound of a press, and long enough for a busy
Pi.
"""

RETRY_S = 5.0
"""How long to wait after the first failed try to open the loudspeaker."""

LOOK_S = 2.0
"""How often to look whether a loudspeaker was plugged in or unplugged. SDL does not report this to a program that only
plays.
"""

CARDS = Path("/proc/asound/cards")
"""The file in which Linux lists its sound cards. For each, one line has a name in brackets."""

FOLDER = Path(sounds.__file__).parent


@dataclass(frozen=True, slots=True)
class SpeakerLost:
    """Nothing can be heard at present."""

    text: str
    """Why, and what to do, for people."""


@dataclass(frozen=True, slots=True)
class SpeakerBack:
    """A lost loudspeaker works again."""

    text: str
    """What happened, for people."""


def has_sound_card(cards: Path = CARDS) -> bool:
    """True if the computer has a sound card, or if nobody can know it. Many panels have no loudspeaker."""
    if not cards.parent.parent.is_dir():  # this is no Linux
        return True
    try:
        return "]:" in cards.read_text()
    except OSError:
        return False


class Speaker:
    """The loudspeaker of the computer. It is a context manager. It raises nothing; `events` says what is wrong."""

    def __init__(
        self,
        volume: Callable[[], float] = lambda: 1.0,
        *,
        find_outputs: Callable[[], tuple[str, ...]] = list_sound_outputs,
        folder: Path = FOLDER,
    ) -> None:
        """volume: returns how loud it should be, from 0 to 1. find_outputs: returns the loudspeakers that can be used
        now. folder: where the sounds are.
        """
        self._volume = volume
        self._find_outputs = find_outputs
        self._folder = folder
        self._retry = RetryTimer(RETRY_S)
        self._problem = ""
        self._sounds: Mapping[Sound, pygame.mixer.Sound] = MappingProxyType({})
        self._outputs: tuple[str, ...] = ()
        self._look_at = 0.0
        self._speech: pygame.mixer.Channel | None = None

    @property
    def is_open(self) -> bool:
        """True if sounds can be heard."""
        return bool(self._sounds)

    @property
    def is_speaking(self) -> bool:
        """True if speech is being played."""
        return self._speech is not None and self._speech.get_busy()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def events(self, now: float) -> Iterator[SpeakerLost | SpeakerBack]:
        """Opens the loudspeaker as soon as possible, and reports if it was lost or is back. now: seconds."""
        if self.is_open and now >= self._look_at:
            self._look_at = now + LOOK_S
            if self._find_outputs() != self._outputs:  # SDL keeps to its loudspeaker, even if this is unplugged
                self._close()
        if not self.is_open and self._retry.is_due(now):
            yield from self._try_to_open(now)

    def play(self, sound: Sound) -> None:
        """Plays a sound, if the loudspeaker is open."""
        if self.is_open:
            heard = self._sounds[sound]
            heard.set_volume(self._volume())
            heard.play()

    def say(self, wav: bytes) -> None:
        """Plays speech, and stops the one before. wav: a WAV file. Raises ValueError if it is none."""
        self.hush()
        if self.is_open:
            try:
                speech = pygame.mixer.Sound(file=io.BytesIO(wav))
            except pygame.error as error:
                raise ValueError(str(error)) from error
            speech.set_volume(self._volume())
            self._speech = pygame.mixer.Channel(0)
            self._speech.play(speech)

    def hush(self) -> None:
        """Stops the speech."""
        if self._speech is not None:
            self._speech.stop()
        self._speech = None

    def _try_to_open(self, now: float) -> Iterator[SpeakerLost | SpeakerBack]:
        """Tries to open the loudspeaker, and reports why nothing can be heard, once for each reason."""
        before = self._problem
        try:
            self._open()
        except (pygame.error, OSError) as error:
            self._close()
            self._retry.fail(now)
            self._problem = _explain(error)
            if self._problem != before:
                yield SpeakerLost(self._problem)
        else:
            self._look_at = now + LOOK_S
            self._retry.succeed()
            self._problem = ""
            if before:
                yield SpeakerBack(_("Sounds work again"))

    def _open(self) -> None:
        _silence_alsa()
        pygame.mixer.init(RATE_HZ, -16, 1, BUFFER)
        pygame.mixer.set_reserved(1)  # for speech
        self._sounds = {name: pygame.mixer.Sound(str(self._folder / f"{name}.wav")) for name in SOUNDS}
        self._outputs = self._find_outputs()

    def _close(self) -> None:
        self._sounds, self._speech = MappingProxyType({}), None
        pygame.mixer.quit()


def _explain(error: pygame.error | OSError) -> str:
    return _(
        "there is no sound ({reason}). Check the loudspeaker, or turn sounds off: sound.effects in the settings"
    ).format(reason=error)


def _silence_alsa() -> None:
    """Keeps ALSA from writing many lines to standard error at each try if there is no sound card."""
    try:
        alsa = ctypes.CDLL("libasound.so.2")
    except OSError:  # a system without ALSA writes none
        return
    # ALSA may write in a thread of SDL: so this is a function of C that does nothing, not one of Python.
    alsa.snd_lib_error_set_handler(ctypes.pythonapi.Py_IsInitialized)
