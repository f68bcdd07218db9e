"""Colours, type and spacing of the touchscreen; and how a piece looks, by the name of its kind. All screens share them,
so that they look alike.

This module draws nothing: `widgets` and `board` do. Lengths are for a panel of 800x480 ("design lengths"); for other
panels they are multiplied by a scale (`Type.scale`).
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Literal

import pygame

from companion.values.symbols import SYMBOLS, Symbol, find_colour

Colour = tuple[int, int, int]


@dataclass(slots=True)
class Palette:
    """The colours of one theme. The contrast of text is at least 4.5:1 (WCAG 2.2 AA)."""

    GROUND: Colour
    PANEL: Colour
    RAISED: Colour
    LINE: Colour
    INK: Colour
    """Text."""
    SOFT: Colour
    """Text that is less important."""
    ACCENT: Colour
    ON_ACCENT: Colour
    """Text on the colour ACCENT."""
    WARNING: Colour
    ERROR: Colour
    LAST: Colour


DARK = Palette(
    # A dark background with a little green, like felt: calm beside the board when there is little light.
    GROUND=(17, 23, 25),
    PANEL=(27, 35, 38),
    RAISED=(40, 51, 55),
    LINE=(66, 81, 86),
    INK=(243, 245, 240),
    SOFT=(178, 191, 193),
    ACCENT=(120, 214, 178),
    ON_ACCENT=(9, 32, 25),
    WARNING=(255, 178, 74),
    ERROR=(255, 123, 104),
    LAST=(150, 178, 255),
)
LIGHT = Palette(
    GROUND=(246, 245, 240),
    PANEL=(233, 233, 226),
    RAISED=(218, 222, 215),
    LINE=(150, 161, 158),
    INK=(20, 28, 28),
    SOFT=(66, 78, 78),
    ACCENT=(0, 96, 68),
    ON_ACCENT=(255, 255, 255),
    WARNING=(138, 72, 0),
    ERROR=(166, 32, 18),
    LAST=(40, 66, 168),
)
CONTRAST = Palette(
    GROUND=(0, 0, 0),
    PANEL=(0, 0, 0),
    RAISED=(38, 38, 38),
    LINE=(255, 255, 255),
    INK=(255, 255, 255),
    SOFT=(238, 238, 238),
    ACCENT=(255, 232, 0),
    ON_ACCENT=(0, 0, 0),
    WARNING=(255, 190, 60),
    ERROR=(255, 140, 128),
    LAST=(130, 200, 255),
)
THEMES: Mapping[str, Palette] = MappingProxyType({"dark": DARK, "light": LIGHT, "contrast": CONTRAST})
"""The themes by their names in the settings."""


colours = replace(DARK)
"""The colours of the theme in use. What is on a board always has the colours of DARK, because prints do not change."""


def use_theme(name: str) -> None:
    """Uses the colours of this theme from now on. Raises KeyError if there is no such theme."""
    for field in fields(Palette):
        setattr(colours, field.name, getattr(THEMES[name], field.name))


HEADLINE = (34, 30, 27, 24, 21, 18, 15)
LEAD = (24, 22, 20, 19, 18, 17, 16, 15, 14, 13)
BODY = (19, 18, 17, 16, 15, 14, 13)
NOTE = (16, 15, 14, 13)
"""Sizes of type, from the preferred one to the smallest one, for long texts."""

GAP = 8
MARGIN = 12
BUTTON_HEIGHT = 68
"""The height of a button. Thumbs need 9 mm, and on a seven-inch panel this is 13 mm."""

Weight = Literal["regular", "bold"]
_FILES: dict[Weight, str] = {"regular": "Inter-Regular.otf", "bold": "Inter-SemiBold.otf"}


@lru_cache(maxsize=64)
def _font(weight: Weight, pixels: int) -> pygame.font.Font:
    if not pygame.font.get_init():
        pygame.font.init()
    return pygame.font.Font(Path(__file__).parent / "fonts" / _FILES[weight], pixels)


@dataclass(frozen=True, slots=True)
class Type:
    """The fonts at one scale. The scale is 1 on a panel of 800x480, and 1.5 on one of 1280x720."""

    scale: float = 1.0
    larger: float = 1.0
    """How many times as large as usual people want texts, if there is space; 1 or more."""
    least_touch: int = 0
    """How high everything that people can tap must be at least, in pixels."""

    def touch(self, length: float) -> int:
        """How high something to tap is, in pixels. length: its height in design lengths (800x480)."""
        return max(self.px(length), self.least_touch)

    def wish(self, sizes: Sequence[float]) -> Sequence[float]:
        """The sizes to try for a text: first those that people wish, then those of the design."""
        return sizes if self.larger == 1.0 else (*(size * self.larger for size in sizes), *sizes)

    def font(self, size: float, weight: Weight = "regular") -> pygame.font.Font:
        return _font(weight, max(6, round(size * self.scale)))

    def px(self, length: float) -> int:
        """A design length (800x480) in pixels."""
        return round(length * self.scale)


@dataclass(frozen=True, slots=True)
class Look:
    """How a kind of piece is drawn: the colours of its face and its edge, and a symbol in `ink` for people who see no
    colours.
    """

    face: Colour
    edge: Colour
    ink: Colour
    symbol: Symbol


_COLOURS: dict[str, tuple[Colour, Colour, Colour]] = {
    "gold": ((236, 178, 48), (142, 94, 10), (92, 56, 0)),
    "silver": ((203, 212, 220), (112, 124, 136), (62, 74, 88)),
    "white": ((244, 242, 234), (150, 146, 134), (112, 108, 98)),
    "black": ((44, 46, 52), (132, 138, 148), (176, 182, 190)),
    "red": ((216, 66, 58), (120, 22, 20), (255, 226, 220)),
    "yellow": ((246, 210, 60), (148, 114, 0), (92, 70, 0)),
    "green": ((62, 164, 92), (16, 84, 40), (222, 255, 230)),
    "blue": ((70, 124, 226), (20, 52, 130), (224, 236, 255)),
}
"""For each colour word, the colours of the face, the edge and the symbol."""

_STRANGE: tuple[Symbol, ...] = ("ring", "dot", "cross", "triangle", "square", "diamond", "bar", "star")


def look(kind: str) -> Look:
    """How a piece looks, by the colour word in its kind. Without a colour word, the look follows from the kind's name
    alone.
    """
    word = find_colour(kind)
    if word is not None:
        return Look(*_COLOURS[word], SYMBOLS[word])
    number = zlib.crc32(kind.encode("utf-8", "replace"))
    colour = pygame.Color(0)
    colour.hsla = (number % 360, 45, 60, 100)
    face = (colour.r, colour.g, colour.b)
    return Look(face, mix(face, (0, 0, 0), 0.5), mix(face, (0, 0, 0), 0.75), _STRANGE[number // 360 % len(_STRANGE)])


def mix(a: Colour, b: Colour, share: float) -> Colour:
    """A colour between two others. share: the part of `b` in it, from 0 to 1."""
    return (
        round(a[0] + (b[0] - a[0]) * share),
        round(a[1] + (b[1] - a[1]) * share),
        round(a[2] + (b[2] - a[2]) * share),
    )
