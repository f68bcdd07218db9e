"""Shows a picture as soon as the companion starts, before everything else is loaded.

To load the rules, the boards and the eye takes about a second on a PC, and several on a small Pi.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from companion.app.displays import open_chosen_display
from companion.config import Config
from companion.screen.starting import draw_starting
from companion.screen.theme import use_theme
from companion.virtual_table.window_opening import show_in_table_window


@contextmanager
def show_first_picture(config: Config, *, is_game_named: bool) -> Iterator[None]:
    """Inside `with`, the display shows that the companion starts. Raises DisplayError if there is no display.

    is_game_named: True if a game begins at once, so that the virtual table's window can open in its own size.
    """
    if config.display_mode == "none":
        yield
        return
    use_theme(config.display_theme)
    if config.camera_uri == "virtual" and is_game_named and config.display_mode != "kmsdrm":
        with show_in_table_window(draw_starting):
            yield
        return
    with open_chosen_display(config) as display:
        display.show(draw_starting(display.size))
        yield
