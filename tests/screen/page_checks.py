"""What every page must have: whole texts, areas that fingers hit, colours that can be read."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pygame

from companion.screen.page import FINGER_MM
from companion.screen.theme import Colour, Palette, mix
from companion.screen.touchscreen import Touchscreen
from companion.values.commands import AskAbout, Command, MarkRead, TypeValue
from companion.values.side_commands import EraseLetter, TypeLetters
from companion.values.side_pages import SidePage
from companion.values.views import View

PANELS = {
    (480, 320): 3.5,
    (800, 480): 7.0,
    (1024, 600): 7.0,
    (1280, 720): 10.1,
    (1920, 1080): 15.6,
    (720, 1280): 5.0,
}
"""Panels that people buy for a Pi, and their diagonals in inches."""

AA = 4.5
"""The least contrast of text (WCAG 2.2, 1.4.3)."""
AA_SIGNS = 3.0
"""The least contrast of signs and borders that people have to see (WCAG 2.2, 1.4.11)."""


def measure_density(size: tuple[int, int]) -> float:
    """How many pixels a millimetre has on the panel that people buy with this size in pixels."""
    return math.hypot(*size) / (PANELS[size] * 25.4)


def list_needed(view: View) -> Iterator[str]:
    """The texts without which nobody knows what to do or how the game stands."""
    if view.side is not None:
        yield from _list_needed_beside(view.side)
        return
    if view.rules is not None:
        yield from (view.rules.headline, view.rules.text, *view.rules.steps)
        return
    yield view.headline
    yield view.lesson.text if view.lesson is not None else ""
    if not (view.unread and any(choice.face for choice in view.choices)):  # what to read comes before how to enter dice
        yield view.detail
    if view.screen not in ("history", "menu", "wrong", "doubt"):  # it stays until they are closed
        yield " ".join(view.unread)
    yield from (text for reason in view.reasons[:1] for text in (reason.title, reason.text))
    yield from (step.text for step in view.steps[:1])
    yield from view.notices
    yield from (choice.text for choice in view.choices if choice.face is None and choice.die is None)
    if view.screen == "menu":  # it fills the panel
        return
    yield view.strip.text
    for fact in view.strip.facts:
        yield fact.label
        yield from (value.text for value in fact.values)


def _list_needed_beside(side: SidePage) -> Iterator[str]:
    """The texts of a page beside a game; of many keys, the first."""
    yield from (side.headline, side.text, side.done, side.trouble)
    yield from (fact.text for fact in side.facts)
    yield from (entry.text for entry in (*side.entries[:1], *side.buttons))


def find_small(screen: Touchscreen, size: tuple[int, int]) -> list[tuple[pygame.Rect, Command]]:
    """What can be tapped on the page last drawn, but is too small for fingers on the panel of this size."""
    px_per_mm = measure_density(size)
    return [
        (area, means)
        for area, means in screen.targets()
        if not isinstance(means, AskAbout | MarkRead) and min(area.size) < _least_mm(means, size) * px_per_mm - 1
    ]


def _least_mm(means: Command, size: tuple[int, int]) -> float:
    """How high something to tap is at least. On the smallest panels, keys for dice give way to what people read. Ten
    letters have to fit side by side, as on every phone."""
    if isinstance(means, TypeLetters | EraseLetter):
        return 4.6
    return 4.9 if isinstance(means, TypeValue) and PANELS[size] <= 5.0 else FINGER_MM


def measure_contrast(one: Colour, other: Colour) -> float:
    """The contrast of two colours, 1 to 21 (WCAG 2.2, relative luminance)."""
    light, dark = sorted((_measure_luminance(one), _measure_luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def list_contrasts(palette: Palette) -> Iterator[tuple[str, float, float]]:
    """Each pair of colours that are seen one on the other: its name, its contrast, and the least that is allowed."""
    grounds = {"the ground": palette.GROUND, "a panel": palette.PANEL}
    for where, ground in grounds.items():
        for what in ("INK", "SOFT", "ACCENT", "WARNING", "ERROR"):
            yield f"{what} on {where}", measure_contrast(getattr(palette, what), ground), AA
    yield "text on a button", measure_contrast(palette.INK, palette.RAISED), AA
    yield "text on Done", measure_contrast(palette.ON_ACCENT, palette.ACCENT), AA
    yield "text on an answer", measure_contrast(palette.INK, mix(palette.RAISED, palette.ACCENT, 0.18)), AA
    yield "text on a notice", measure_contrast(palette.INK, mix(palette.PANEL, palette.WARNING, 0.13)), AA
    yield "text on a broken rule", measure_contrast(palette.INK, mix(palette.PANEL, palette.ERROR, 0.13)), AA
    yield "a broken rule's name", measure_contrast(palette.ERROR, mix(palette.PANEL, palette.ERROR, 0.13)), AA
    yield "the edge of an answer", measure_contrast(palette.ACCENT, palette.GROUND), AA_SIGNS


def _measure_luminance(colour: Colour) -> float:
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in (c / 255 for c in colour)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
