"""Draws the picture of `companion journal fairness`: how often each value of each die came up.

`companion.fairness.statistics` counts the values.
"""

from __future__ import annotations

import io
import math
from collections.abc import Mapping, Sequence

import pygame

from companion.devices.die import FACES
from companion.fairness.statistics import ENOUGH, count_rolls, count_values, frequency_test
from companion.language import _
from companion.screen.theme import DARK, Type, mix

WIDE, TALL = 360, 250
"""Width and height of one die's chart, in pixels."""

ACROSS = 3
"""How many charts are in a row."""
GAP, HEAD = 16, 64
_TYPE = Type()


def draw_png(dice: Mapping[str, Sequence[int]]) -> bytes:
    """A PNG file with a chart for each die: how often each value came up, how often it would with a fair die, and the
    usual range of that.
    """
    across, down = max(1, min(ACROSS, len(dice))), max(1, -(-len(dice) // ACROSS))
    picture = pygame.Surface((across * (WIDE + GAP) + GAP, HEAD + down * (TALL + GAP)))
    picture.fill(DARK.GROUND)
    _write(picture, _("How often each value came up"), (GAP + 2, 12), 22, DARK.INK, bold=True)
    legend = _("line: a fair die; band: 19 of 20 fair dice") if dice else _("The journal has no rolls yet.")
    _write(picture, legend, (GAP + 2, 38), 14, DARK.SOFT)
    for i, (die, values) in enumerate(dice.items()):
        left, top = GAP + i % ACROSS * (WIDE + GAP), HEAD + i // ACROSS * (TALL + GAP)
        _draw_chart(picture.subsurface(pygame.Rect(left, top, WIDE, TALL)), die, values)
    file = io.BytesIO()
    pygame.image.save(picture, file, "fairness.png")
    return file.getvalue()


def _draw_chart(part: pygame.Surface, die: str, values: Sequence[int]) -> None:
    part.fill(DARK.PANEL)
    _write(part, die, (14, 10), 17, DARK.INK, bold=True)
    result = f"p = {frequency_test(values).p:.3f}" if len(values) >= ENOUGH else _("too few for a test")
    _write(part, f"{count_rolls(len(values))}, {result}", (WIDE - 14, 12), 14, DARK.SOFT, align="right")
    found = count_values(values)
    fair = len(values) / FACES
    spread = 1.96 * math.sqrt(len(values) * (1 / FACES) * (1 - 1 / FACES))
    plot = pygame.Rect(14, 60, WIDE - 28, TALL - 60 - 34)
    scale = plot.height / max(*found, fair + spread, 1)
    band = pygame.Rect(plot.left, 0, plot.width, round(2 * spread * scale))
    band.centery = round(plot.bottom - fair * scale)
    pygame.draw.rect(part, DARK.RAISED, band.clip(plot))
    step = plot.width / FACES
    for value, count in enumerate(found, start=1):
        middle = round(plot.left + (value - 0.5) * step)
        bar = pygame.Rect(0, 0, round(step * 0.62), max(1, round(count * scale)))
        bar.midbottom = (middle, plot.bottom)
        usual = abs(count - fair) <= spread
        pygame.draw.rect(part, mix(DARK.PANEL, DARK.ACCENT if usual else DARK.WARNING, 0.85), bar, border_radius=3)
        inside = bar.height >= 22
        above, ink = (plot.bottom - 20, DARK.GROUND) if inside else (bar.top - 18, DARK.INK)
        _write(part, str(count), (middle, above), 13, ink, bold=inside, align="middle")
        _write(part, str(value), (middle, plot.bottom + 8), 15, DARK.SOFT, bold=True, align="middle")
    line = round(plot.bottom - fair * scale)
    pygame.draw.line(part, DARK.INK, (plot.left, line), (plot.right - 1, line))


def _write(
    on: pygame.Surface,
    text: str,
    at: tuple[int, int],
    size: int,
    colour: tuple[int, int, int],
    *,
    bold: bool = False,
    align: str = "left",
) -> None:
    drawn = _TYPE.font(size, "bold" if bold else "regular").render(text, True, colour)
    shift = {"left": 0, "middle": drawn.get_width() // 2, "right": drawn.get_width()}[align]
    on.blit(drawn, (at[0] - shift, at[1]))
