"""Opens the display that the settings name."""

from __future__ import annotations

import os

from companion.config import Config
from companion.devices.display import Display, DisplayKind, Panel, choose, open_display
from companion.devices.lasting_display import LastingDisplay
from companion.devices.sleeping_display import SleepingDisplay


def open_chosen_display(config: Config) -> Display:
    """The display that the settings name. A bare panel may be missing for now. Raises DisplayError for a window without
    a desktop.
    """
    kind = choose(config.display_mode, os.environ)
    if kind == "kmsdrm":
        return LastingDisplay(lambda: _find_display(config, kind))
    return _find_display(config, kind)


def _find_display(config: Config, kind: DisplayKind) -> Display:
    """The display of a kind. A panel that only the companion uses is put to sleep when nobody uses it; a desktop does
    this itself.
    """
    display = open_display(kind, rotate=config.display_rotate, may_fill=config.display_mode == "auto")
    if isinstance(display, Panel):
        return SleepingDisplay(display, config.display_dim_s, config.display_sleep_s)
    return display
