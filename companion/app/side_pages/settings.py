"""Runs the page of the settings. Changes are used and saved at once."""

from __future__ import annotations

from types import UnionType
from typing import ClassVar

from companion.app.chosen_settings import ChosenSettings
from companion.presentation.settings_page import change, choose_language, make_language_page, make_settings_page
from companion.values.side_commands import AskLanguage, ChangeSetting, ChooseLanguage, SettingsCommand, SideCommand
from companion.values.side_pages import SidePage


class SettingsSide:
    """The page of the settings that people can change on the screen. At the first start it asks for their language."""

    handles: ClassVar[type | UnionType] = SettingsCommand

    def __init__(self, settings: ChosenSettings) -> None:
        self._settings = settings
        self._shown: SideCommand | None = None
        self._trouble = ""

    def page(self) -> SidePage | None:
        match self._shown:
            case AskLanguage():
                return make_language_page()
            case ChooseLanguage() if not self._trouble:
                return None
            case _:
                return make_settings_page(self._settings.values, self._trouble)

    def perform(self, command: SideCommand) -> None:
        self._shown, self._trouble = command, ""
        match command:
            case ChangeSetting(name):
                self._trouble = self._settings.change(change(self._settings.values, name))
            case ChooseLanguage(code):
                self._trouble = self._settings.change(choose_language(self._settings.values, code))
            case _:
                pass

    def close(self) -> None:
        """Does nothing: this page opens no device."""
