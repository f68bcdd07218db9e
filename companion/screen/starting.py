"""The picture that people see while the companion starts. It needs nothing that takes long to load."""

from __future__ import annotations

import pygame

from companion.language import _
from companion.screen.text import fit
from companion.screen.theme import BODY, HEADLINE, MARGIN, Type, colours

_DESIGN = (800, 480)


def draw_starting(size: tuple[int, int]) -> pygame.Surface:
    """The picture, of this size in pixels."""
    kind = Type(min(size[0] / _DESIGN[0], size[1] / _DESIGN[1]))
    picture = pygame.Surface(size)
    picture.fill(colours.GROUND)
    width, middle = size[0] - 2 * kind.px(MARGIN), size[1] // 2
    name = fit("Board companion", kind, HEADLINE, "bold", width, middle)
    said = fit(_("One moment: the game is being prepared."), kind, BODY, "regular", width, middle)
    for setting, colour, top in (
        (name, colours.INK, middle - name.height - kind.px(MARGIN) // 2),
        (said, colours.SOFT, middle + kind.px(MARGIN) // 2),
    ):
        for i, line in enumerate(setting.lines):
            drawn = setting.font.render(line, True, colour)
            picture.blit(drawn, ((size[0] - drawn.get_width()) // 2, top + i * setting.leading))
    return picture
