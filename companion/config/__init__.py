"""The settings of the companion: what the settings file (TOML) may contain, and how it is read and checked.

The command line overrules the file. Every setting is read and checked once, when the companion starts. Nothing here
opens a device, and the file is never written. `settings.py` has all settings, with what each means and allows.
"""

from companion.config.errors import ConfigError, Problem
from companion.config.kinds import Corners, parse_corners
from companion.config.options import Option
from companion.config.reading import Settings, describe_refusal, find_file, find_option, load, parse, read_settings
from companion.config.settings import (
    OPTIONS,
    SECTIONS,
    Auto,
    Config,
    Flicker,
    Hand,
    LampKind,
    Mode,
    Rotation,
    TextSize,
)

__all__ = [
    "OPTIONS",
    "SECTIONS",
    "Auto",
    "Config",
    "ConfigError",
    "Corners",
    "Flicker",
    "Hand",
    "LampKind",
    "Mode",
    "Option",
    "Problem",
    "Rotation",
    "Settings",
    "TextSize",
    "describe_refusal",
    "find_file",
    "find_option",
    "load",
    "parse",
    "parse_corners",
    "read_settings",
    "to_toml",
]
