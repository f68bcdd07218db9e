"""The themes: texts can be read in each, every screen is drawn in it, and prints keep their marks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.boards import BOARDS
from companion.screen.theme import DARK, THEMES, colours, use_theme
from companion.screen.touchscreen import Touchscreen
from tests.screen.page_checks import list_contrasts
from tests.screen.views import views


@pytest.fixture(autouse=True)
def dark_again() -> Iterator[None]:
    yield
    use_theme("dark")


@pytest.mark.parametrize("name", THEMES)
def test_all_texts_have_enough_contrast(name: str) -> None:
    weak = [(what, round(ratio, 2)) for what, ratio, least in list_contrasts(THEMES[name]) if ratio < least]
    assert not weak


@pytest.mark.parametrize("theme", ["light", "contrast"])
@pytest.mark.parametrize("screen", views())
def test_every_screen_is_drawn_in_the_theme_in_use(screen: str, theme: str) -> None:
    use_theme(theme)
    surface = Touchscreen(BOARDS["mindfield"], menu=True).draw(views()[screen])
    size = surface.get_size()
    corners = [surface.get_at((x, y))[:3] for x in (1, size[0] - 2) for y in (1, size[1] - 2)]
    assert THEMES[theme].GROUND in corners


def test_the_colours_in_use_are_those_of_the_last_theme() -> None:
    use_theme("light")
    assert colours.INK == THEMES["light"].INK
    use_theme("dark")
    assert colours == DARK
    with pytest.raises(KeyError):
        use_theme("pink")
