"""Makes the files of the sounds: `python -m companion.devices.sounds.make_sounds [FOLDER]`. They are the same every
time.
"""

from __future__ import annotations

import sys
import wave
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.values.sounds import Sound

RATE_HZ = 22050

PEAK = 0.6
"""The loudest sample, as a part of the loudest possible one. It is low enough to play a sound and speech together."""

ATTACK_S = 0.004
"""How long a tone takes to get loud. With less, each tone would begin with a click."""


@dataclass(frozen=True, slots=True)
class Tone:
    """A tone that dies away."""

    hz: float
    """Its pitch, in Hz."""
    start_s: float
    """When it begins."""
    length_s: float
    """How long it lasts."""
    loudness: float = 1.0
    """How loud it is beside the other tones of the sound."""


TONES: Mapping[Sound, tuple[Tone, ...]] = {
    "accepted": (Tone(659.3, 0.0, 0.16), Tone(880.0, 0.09, 0.26)),
    "refused": (Tone(233.1, 0.0, 0.2), Tone(174.6, 0.15, 0.36)),
    "question": (Tone(587.3, 0.0, 0.2), Tone(587.3, 0.17, 0.13), Tone(784.0, 0.3, 0.36)),
    "roll": tuple(
        Tone(hz, start_s, 0.05, loudness)
        for hz, start_s, loudness in ((1650, 0.0, 1.0), (1250, 0.07, 0.8), (1850, 0.125, 0.7), (1400, 0.17, 0.5))
    ),
    "over": (Tone(523.3, 0.0, 0.3), Tone(659.3, 0.14, 0.3), Tone(784.0, 0.28, 0.36), Tone(1046.5, 0.42, 0.7)),
    "press": (Tone(1318.5, 0.0, 0.05),),
}
"""The tones of each sound. Rising tones are good news, falling ones bad news, and a rising end is a question."""


def make_sound(tones: tuple[Tone, ...]) -> NDArray[np.int16]:
    """The samples of a sound."""
    length = max(round((tone.start_s + tone.length_s) * RATE_HZ) for tone in tones)
    samples = np.zeros(length)
    for tone in tones:
        t = np.arange(round(tone.length_s * RATE_HZ)) / RATE_HZ
        # The octave above makes a tone audible on small loudspeakers, which have no bass.
        swing = np.sin(2 * np.pi * tone.hz * t) + 0.35 * np.sin(4 * np.pi * tone.hz * t)
        fades = np.minimum(t / ATTACK_S, 1.0) * np.exp(-4 * t / tone.length_s) * (1 - t / tone.length_s)
        begin = round(tone.start_s * RATE_HZ)
        samples[begin : begin + len(t)] += tone.loudness * swing * fades
    scaled: NDArray[np.int16] = np.round(samples * (PEAK * 32767 / np.abs(samples).max())).astype(np.int16)
    return scaled


def write_sounds(folder: Path) -> None:
    """Writes every sound as `NAME.wav`."""
    for name, tones in TONES.items():
        with wave.open(str(folder / f"{name}.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE_HZ)
            file.writeframes(make_sound(tones).astype("<i2").tobytes())


if __name__ == "__main__":
    write_sounds(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
