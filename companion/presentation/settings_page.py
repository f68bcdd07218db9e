"""The settings that people change on the screen: which ones, what they are called, and what each value is called.

Each is a setting of `companion.config`, with the same name. What people choose is kept with the saved games
(`companion.app.choices`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.language import N_, NAMES, _, list_languages, translate_marked
from companion.values.side_commands import ChangeSetting, ChooseLanguage, CloseSide
from companion.values.side_pages import SideEntry, SidePage

Values = Mapping[str, Any]
"""The value of each of these settings, by its name."""


@dataclass(frozen=True)
class ScreenSetting:
    """A setting that people change on the screen."""

    name: str
    """The name of its field in the settings."""
    title: str
    """What people call it; marked for the catalogue."""
    values: Mapping[Any, str]
    """Its values, in order, and what people call them; marked for the catalogue."""


LANGUAGE = "display_language"
"""The setting whose values are the languages, by their own names."""

_SWITCH = {"on": N_("on"), "off": N_("off")}

SCREEN_SETTINGS: Sequence[ScreenSetting] = (
    ScreenSetting(LANGUAGE, N_("Language"), {}),
    ScreenSetting(
        "display_theme",
        N_("Colours"),
        {"dark": N_("dark"), "light": N_("light"), "contrast": N_("strong contrast")},
    ),
    ScreenSetting(
        "display_text",
        N_("Text"),
        {"normal": N_("normal"), "large": N_("large"), "largest": N_("very large")},
    ),
    ScreenSetting("display_hand", N_("Buttons"), {"right": N_("for the right hand"), "left": N_("for the left hand")}),
    # Translators: Whether pieces and dice move on the screen: "Motion: on".
    ScreenSetting("display_motion", N_("Motion"), _SWITCH),
    ScreenSetting("sound_effects", N_("Sounds"), _SWITCH),
    ScreenSetting("sound_speech", N_("Speech"), _SWITCH),
    # Translators: Whether a picture of the board is kept after each move: "Pictures of moves: on".
    ScreenSetting("data_pictures", N_("Pictures of moves"), _SWITCH),
)


def make_settings_page(values: Values, trouble: str = "") -> SidePage:
    """The page of the settings. trouble: why the last change could not be saved, "" for none."""
    return SidePage(
        "settings",
        _("Settings"),
        _("Tap a setting to change it."),
        trouble=trouble,
        entries=tuple(
            SideEntry(
                # Translators: A setting and its value: "Sounds: on".
                _("{setting}: {value}").format(
                    setting=translate_marked(setting.title), value=_name_value(setting, values[setting.name])
                ),
                ChangeSetting(setting.name),
            )
            for setting in _list_shown()
        ),
        buttons=(SideEntry(_("Back"), CloseSide()),),
    )


def make_language_page() -> SidePage:
    """The page on which people choose their language, before they have one: each is named in itself."""
    known = [code for code in list_languages() if code in NAMES]
    return SidePage(
        "settings",
        " · ".join(NAMES[code] for code in known),
        entries=tuple(SideEntry(NAMES[code], ChooseLanguage(code)) for code in known),
    )


def change(values: Values, name: str) -> Values:
    """The values with the next one of a setting. A setting that is not offered changes nothing."""
    setting = next((one for one in _list_shown() if one.name == name), None)
    if setting is None:
        return values
    offered = _list_values(setting)
    now = values[setting.name]
    place = offered.index(now) + 1 if now in offered else 0
    return {**values, setting.name: offered[place % len(offered)]}


def choose_language(values: Values, code: str) -> Values:
    """The values with another language. A language that is not offered changes nothing."""
    return {**values, LANGUAGE: code} if code in list_languages() else values


def _list_shown() -> list[ScreenSetting]:
    """The settings that can have more than one value: with one language there is nothing to choose."""
    return [setting for setting in SCREEN_SETTINGS if len(_list_values(setting)) > 1]


def _list_values(setting: ScreenSetting) -> list[object]:
    if setting.name == LANGUAGE:
        return [code for code in list_languages() if code in NAMES]
    return list(setting.values)


def _name_value(setting: ScreenSetting, value: object) -> str:
    if setting.name == LANGUAGE:
        return NAMES.get(str(value), str(value))
    return translate_marked(setting.values[value])
