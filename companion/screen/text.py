"""Fits text into boxes: wraps it, makes it smaller if it is long, and never lets it leave its box."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

import pygame

from companion.screen.theme import Colour, Type, Weight, colours

if TYPE_CHECKING:
    from companion.screen.page import Page

FIXED_SPACE = "\u00a0"
"""A space at which no line may end, such as the one before a French question mark."""

Align = Literal["left", "middle", "right"]
LEADING = 1.24
"""The distance from one line to the next, as a multiple of the size of type."""


@dataclass(frozen=True)
class Setting:
    """A text divided into lines."""

    lines: tuple[str, ...]
    font: pygame.font.Font
    leading: int
    """How far it is from one line to the next, in pixels."""
    width: int
    """The widest line in pixels."""
    height: int
    """The height of all lines in pixels."""
    whole: bool
    """True if the text is complete."""


def plain(text: str) -> str:
    """The text without characters that no font can draw (control characters, lone surrogates). All spaces stay, also
    those at which no line may end.
    """
    if text.isprintable():  # as nearly all texts are
        return "".join(text)  # a plain str, also of a translated text, which is one of its own kind
    return "".join(
        c
        if c == FIXED_SPACE
        else " "
        if unicodedata.category(c) in ("Cc", "Zl", "Zp", "Zs")
        else "\ufffd"
        if unicodedata.category(c) == "Cs"
        else c
        for c in text
    )


@lru_cache(maxsize=512)
def fit(text: str, kind: Type, sizes: Sequence[float], weight: Weight, width: int, height: int) -> Setting:
    """The text at the largest size at which it fits into width x height pixels.

    sizes: the sizes to try, the largest first. If the text does not fit even at the last size, it ends in an ellipsis.
    If not a single line fits, the result is empty.
    """
    words = [word for word in plain(text).split(" ") if word]
    sizes = kind.wish(sizes)
    for size in sizes:
        font, leading = kind.font(size, weight), round(size * kind.scale * LEADING)
        lines = _wrap(words, font, width, whole_words=size != sizes[-1])
        if lines is not None and _tall(len(lines), font, leading) <= height:
            return _setting(words, lines, font, leading)
    font, leading = kind.font(sizes[-1], weight), round(sizes[-1] * kind.scale * LEADING)
    lines = _wrap(words, font, width, whole_words=False) or []
    room = 1 + (height - font.get_height()) // leading if height >= font.get_height() else 0
    if len(lines) > room:
        lines = lines[:room]
        if lines:
            lines[-1] = _cut(lines[-1], font, width)
    return _setting(words, lines, font, leading)


@lru_cache(maxsize=4096)
def measure(line: str, font: pygame.font.Font) -> int:
    """The width of a line in pixels."""
    return font.size(line)[0]


def _setting(words: Sequence[str], lines: Sequence[str], font: pygame.font.Font, leading: int) -> Setting:
    width = max((measure(line, font) for line in lines), default=0)
    whole = "".join(lines).replace(" ", "") == "".join(words)
    return Setting(tuple(lines), font, leading, width, _tall(len(lines), font, leading), whole)


def _tall(lines: int, font: pygame.font.Font, leading: int) -> int:
    return (lines - 1) * leading + font.get_height() if lines else 0


def _wrap(words: Sequence[str], font: pygame.font.Font, width: int, whole_words: bool) -> list[str] | None:
    """The words in lines of at most `width` pixels. None if a word is too long for a line and must not be divided."""
    lines: list[str] = []
    line = ""
    for word in words:
        longer = f"{line} {word}" if line else word
        if measure(longer, font) <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        line = word
        while measure(line, font) > width:
            if whole_words:
                return None
            head = _head(line, font, width)
            if not head:  # not even one letter fits
                return lines
            lines.append(head)
            line = line[len(head) :]
    return [*lines, line] if line else lines


def _head(word: str, font: pygame.font.Font, width: int) -> str:
    """The beginning of a word, as much as fits into a line."""
    low, high = 0, len(word)
    while low < high:
        middle = (low + high + 1) // 2
        if measure(word[:middle], font) <= width:
            low = middle
        else:
            high = middle - 1
    return word[:low]


def _cut(line: str, font: pygame.font.Font, width: int) -> str:
    while line and measure(line + "…", font) > width:
        line = line[:-1]
    return line.rstrip() + "…" if measure("…", font) <= width else ""


def draw_text(
    page: Page,
    box: pygame.Rect,
    text: str,
    sizes: tuple[float, ...],
    colour: Colour | None = None,
    weight: Weight = "regular",
    align: Align = "left",
    centred: bool = False,
) -> int:
    """Draws text into a box, at its top; or, if `centred`, in the middle of its height. Returns the height that it
    takes, in pixels. colour: None for the usual colour of text.
    """
    ink = colours.INK if colour is None else colour
    setting = fit(text, page.type, sizes, weight, box.width, box.height)
    (page.said if setting.whole else page.cut).append(text)
    y = box.top + ((box.height - setting.height) // 2 if centred else 0)
    for line in setting.lines:
        if not measure(line, setting.font):  # the line has only letters without width, which pygame refuses to draw
            continue
        picture = setting.font.render(line, True, ink)
        x = {
            "left": box.left,
            "middle": box.left + (box.width - picture.get_width()) // 2,
            "right": box.right - picture.get_width(),
        }[align]
        page.written.append(page.surface.blit(picture, (x, y)))
        y += setting.leading
    return setting.height


def text_height(page: Page, text: str, sizes: tuple[float, ...], weight: Weight, width: int, most: int) -> int:
    """How high a text becomes in a box of this width, in pixels. most: how high it may become."""
    return fit(text, page.type, sizes, weight, width, most).height


def fits(page: Page, text: str, sizes: tuple[float, ...], weight: Weight, width: int, height: int) -> bool:
    """True if the whole text fits into a box of this size in pixels."""
    return fit(text, page.type, sizes, weight, width, height).whole


def keeps_words(page: Page, text: str, sizes: tuple[float, ...], weight: Weight, width: int) -> bool:
    """True if each word of a text fits into a line of this width in pixels, at least at the smallest of these sizes."""
    font = page.type.font(page.type.wish(sizes)[-1], weight)
    return all(measure(word, font) <= width for word in plain(text).split(" "))
