"""The settings in use while the companion runs. People change them on the screen."""

from __future__ import annotations

import os

from companion.app.choices import Choices, ChoicesError, add_choices, read_choices, write_choices
from companion.config import Config
from companion.language import VARIABLE, get_language, list_languages, use_language
from companion.presentation.settings_page import LANGUAGE, SCREEN_SETTINGS, Values
from companion.screen.theme import use_theme


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
