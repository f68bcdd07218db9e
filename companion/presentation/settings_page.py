"""Makes the page of the settings that people change on the screen: which settings, and the names of settings and
values.

Each is a setting of `companion.config`, with the same name. `companion.app.choices` keeps what people choose, with the
saved games.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import time
from typing import Any

from companion.language import N_, NAMES, _, list_languages, translate_marked
from companion.values.side_commands import ChangeSetting, ChooseLanguage, CloseSide
from companion.values.side_pages import SideEntry, SidePage

Values = Mapping[str, Any]
"""For each setting that people can change on the screen, by its name: the value."""


@dataclass(frozen=True)
class ScreenSetting:
    """A setting that people change on the screen."""

    name: str
    """The name of its field in `companion.config`."""
    title: str
    """Its name for people, marked for the catalogue."""
    values: Sequence[Any]
    """The values that people can choose, in order. A tap goes to the next one."""
    name_value: Callable[[Any], str]
    """The name of a value for people. It also names values that only the settings file can set."""


LANGUAGE = "display_language"
"""The setting for the language. Its values are the languages, each by its own name."""

QUIET_FROM, QUIET_TO = "sound_quiet_from", "sound_quiet_to"
"""The settings for the hours of the night in which nothing is played."""


def _make_setting(name: str, title: str, values: Mapping[Any, str]) -> ScreenSetting:
    """A setting with a few values. values: the name of each value for people, marked for the catalogue."""
    return ScreenSetting(name, title, tuple(values), lambda value: translate_marked(values[value]))


def _name_volume(percent: int) -> str:
    # Translators: How loud sounds are: "Volume: 60 %".
    return _("{percent} %").format(percent=percent)


def _name_time(at: time | None) -> str:
    # Translators: "Quiet from: never": sounds are played also at night.
    return _("never") if at is None else f"{at:%H:%M}"


_SWITCH = {"on": N_("on"), "off": N_("off")}

SCREEN_SETTINGS: Sequence[ScreenSetting] = (
    ScreenSetting(LANGUAGE, N_("Language"), (), lambda code: NAMES.get(str(code), str(code))),
    _make_setting(
        "display_theme",
        N_("Colours"),
        {"dark": N_("dark"), "light": N_("light"), "contrast": N_("strong contrast")},
    ),
    _make_setting(
        "display_text",
        N_("Text"),
        {"normal": N_("normal"), "large": N_("large"), "largest": N_("very large")},
    ),
    _make_setting("display_hand", N_("Buttons"), {"right": N_("for the right hand"), "left": N_("for the left hand")}),
    # Translators: Whether pieces and dice move on the screen: "Motion: on".
    _make_setting("display_motion", N_("Motion"), _SWITCH),
    _make_setting("sound_effects", N_("Sounds"), _SWITCH),
    ScreenSetting("sound_volume", N_("Volume"), (20, 40, 60, 80, 100), _name_volume),
    # Translators: From when on nothing is heard at night, and until when: "Quiet from: 21:00", "Quiet until: 07:00".
    ScreenSetting(QUIET_FROM, N_("Quiet from"), (None, *map(time, range(18, 24))), _name_time),
    ScreenSetting(QUIET_TO, N_("Quiet until"), tuple(map(time, range(5, 12))), _name_time),
    _make_setting("sound_speech", N_("Speech"), _SWITCH),
    # Translators: Whether a picture of the board is kept after each move: "Pictures of moves: on".
    _make_setting("data_pictures", N_("Pictures of moves"), _SWITCH),
)


def make_settings_page(values: Values, trouble: str = "") -> SidePage:
    """The page of the settings. trouble: why the last change could not be saved; "" for none."""
    return SidePage(
        "settings",
        _("Settings"),
        _("Tap a setting to change it."),
        trouble=trouble,
        entries=tuple(
            SideEntry(
                # Translators: A setting and its value: "Sounds: on".
                _("{setting}: {value}").format(
                    setting=translate_marked(setting.title), value=setting.name_value(values[setting.name])
                ),
                ChangeSetting(setting.name),
            )
            for setting in _list_shown(values)
        ),
        buttons=(SideEntry(_("Back"), CloseSide()),),
    )


def make_language_page() -> SidePage:
    """The page on which people choose their language at the first start. Each language is named in its own words."""
    known = [code for code in list_languages() if code in NAMES]
    return SidePage(
        "settings",
        "Language · Sprache · Langue · Idioma",
        entries=tuple(SideEntry(NAMES[code], ChooseLanguage(code)) for code in known),
        back=None,
    )


def change(values: Values, name: str) -> Values:
    """The values after a tap on a setting: it gets the next value. After a value that only the file can set comes the
    next larger one. If the page does not offer the setting, nothing changes.
    """
    setting = next((one for one in _list_shown(values) if one.name == name), None)
    if setting is None:
        return values
    offered = _list_values(setting)
    now = values[setting.name]
    if now in offered:
        following = offered[(offered.index(now) + 1) % len(offered)]
    else:
        following = next((value for value in offered if value is not None and value > now), offered[0])
    return {**values, setting.name: following}


def choose_language(values: Values, code: str) -> Values:
    """The values with another language. If it is not offered, nothing changes."""
    return {**values, LANGUAGE: code} if code in list_languages() else values


def _list_shown(values: Values) -> list[ScreenSetting]:
    """The settings to show: those with more than one value. The end of the night is shown only if there is a night."""
    hidden = () if values[QUIET_FROM] is not None else (QUIET_TO,)
    return [one for one in SCREEN_SETTINGS if len(_list_values(one)) > 1 and one.name not in hidden]


def _list_values(setting: ScreenSetting) -> list[Any]:
    if setting.name == LANGUAGE:
        return [code for code in list_languages() if code in NAMES]
    return list(setting.values)
