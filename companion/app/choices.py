"""The settings that people chose on the screen.

They are kept in a file with the saved games. They overrule the settings file, and the command line overrules them. If
their file cannot be read, no setting changes, and a message says why.
"""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.config import OPTIONS, Config, ConfigError, TextSize, read_settings
from companion.devices.display import Display
from companion.devices.panel_size import find_diagonal_mm
from companion.files import replace_file
from companion.language import VARIABLE, _, get_language, list_languages, use_language
from companion.presentation.settings_page import LANGUAGE, SCREEN_SETTINGS, Values
from companion.screen.page import Wishes
from companion.screen.theme import use_theme

FILE = "chosen-on-screen.toml"
"""The name of the file, in the folder of the saved games."""

_INCH_MM = 25.4

_LARGER: Mapping[TextSize, float] = {"normal": 1.0, "large": 1.2, "largest": 1.45}
"""For each size that people can choose, how many times as large the texts are."""

Choices = Mapping[str, Any]
"""What people chose: values of settings, by the settings' names as fields."""


class ChoicesError(Exception):
    """The choices of people cannot be read or saved. The message says why and what to do."""


def read_choices(folder: Path) -> Choices:
    """The choices that were saved; empty if there is no file. Raises ChoicesError if the file cannot be used."""
    path = folder / FILE
    if not path.exists():
        return {}
    try:
        found = read_settings(path)
    except ConfigError as error:
        raise ChoicesError(
            _("What was chosen in the settings on the screen cannot be read: {reason}. Choose again").format(
                reason=error
            )
        ) from error
    return {name: getattr(found.config, name) for name in found.lines}


def write_choices(folder: Path, choices: Choices) -> None:
    """Saves the choices. Raises ChoicesError if they cannot be saved; then they last only until the companion ends."""
    sections: dict[str, list[str]] = {}
    for name, value in choices.items():
        option = OPTIONS[name]
        sections.setdefault(option.section, []).append(f"{option.option} = {option.kind.write(value)}")
    text = "\n\n".join("\n".join([f"[{section}]", *lines]) for section, lines in sections.items()) + "\n"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        replace_file(folder / FILE, text.encode())
    except OSError as error:
        raise ChoicesError(
            _("The settings cannot be saved: {reason}. They count until the companion ends").format(
                reason=error.strerror
            )
        ) from error


def add_choices(config: Config, choices: Choices) -> Config:
    """The settings, overruled by what people chose."""
    return replace(config, **dict(choices))


def make_wishes(config: Config, display: Display | None = None) -> Wishes:
    """How people want the screen, by the settings.

    display: an open one. If people touch it, everything to tap is made large enough for fingers.
    """
    px_per_mm = 0.0
    if display is not None and display.fills:
        asked = config.display_diagonal_inch
        diagonal_mm = find_diagonal_mm() if asked == "auto" else asked * _INCH_MM
        px_per_mm = math.hypot(*display.size) / diagonal_mm if diagonal_mm else 0.0
    return Wishes(
        _LARGER[config.display_text],
        left_handed=config.display_hand == "left",
        motion=config.display_motion == "on",
        px_per_mm=px_per_mm,
    )


class ChosenSettings:
    """The settings in use, which people can change on the screen."""

    def __init__(self, config: Config) -> None:
        self.config = config
        """All settings in use."""

    def get(self) -> Config:
        """All settings in use."""
        return self.config

    def get_volume(self) -> float:
        """How loud sounds and speech are, from 0 to 1."""
        return self.config.sound_volume / 100

    @property
    def values(self) -> Values:
        """The settings that people can change on the screen, with their values."""
        values = {setting.name: getattr(self.config, setting.name) for setting in SCREEN_SETTINGS}
        return {**values, LANGUAGE: get_language()}

    @property
    def has_no_language(self) -> bool:
        """True if nobody has chosen a language yet, and there are several."""
        named = self.config.display_language is not None or os.environ.get(VARIABLE)
        return not named and len(list_languages()) > 1

    def keep(self, name: str, value: object) -> str:
        """Changes one setting from now on, and saves it. Returns why it could not be saved; "" if it was."""
        self.config = add_choices(self.config, {name: value})
        return self._save({name: value})

    def change(self, values: Values) -> str:
        """Changes settings from now on, and saves them. Returns why they could not be saved; "" if they were."""
        before = self.values
        self.config = add_choices(self.config, values)
        use_language(str(values[LANGUAGE]))
        use_theme(self.config.display_theme)
        return self._save({name: value for name, value in values.items() if value != before[name] or name == LANGUAGE})

    def _save(self, changed: Choices) -> str:
        """Saves choices, together with those of before. Returns why they could not be saved; "" if they were."""
        folder = self.config.folder()
        try:
            kept = read_choices(folder)
        except ChoicesError:  # it was reported when the companion started; the new file replaces it
            kept = {}
        try:
            write_choices(folder, {**kept, **changed})
        except ChoicesError as error:
            return str(error)
        return ""
