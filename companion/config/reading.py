"""Reads the settings file and checks it. It reports all problems at once, each with its line."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from companion.config.errors import ConfigError, Problem
from companion.config.options import Option
from companion.config.settings import OPTIONS, SECTIONS, Config
from companion.config.toml import Place, find_lines, to_toml
from companion.language import _
from companion.words import join_words

SYSTEM_FILE = Path("/etc/companion/companion.toml")
"""The settings file of the system. It is read if there is one and nobody names another file."""

VARIABLE = "COMPANION_CONFIG"
"""An environment variable that names another file. If it is empty, no file is read."""

MAX_BYTES = 65536
"""The most bytes that a settings file may have."""

_SHOWN_CHARACTERS = 60
"""How many characters of a wrong value are quoted at most."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings, and the file that they come from."""

    config: Config = field(default_factory=Config)
    """The settings."""

    path: Path | None = None
    """The file; None if there is none. Then all settings have their defaults."""

    lines: Mapping[str, int] = field(default_factory=dict)
    """For each setting in the file, by its field: the number of its line."""


def find_file(
    named: Path | None = None, environment: Mapping[str, str] = os.environ, system: Path = SYSTEM_FILE
) -> Path | None:
    """The settings file to read: the one that is named, or that COMPANION_CONFIG names. Otherwise the file of the user
    or of the system, if there is one.
    """
    if named is not None:
        return named
    if (other := environment.get(VARIABLE)) is not None:
        return Path(other) if other else None
    home = environment.get("XDG_CONFIG_HOME") or (f"{environment['HOME']}/.config" if "HOME" in environment else None)
    places = [Path(home) / "companion" / "companion.toml"] if home else []
    return next((path for path in [*places, system] if os.path.lexists(path)), None)


def load(path: Path) -> Config:
    """Reads the settings of a file. Raises ConfigError, also if the file is missing or is not TOML."""
    return read_settings(path).config


def read_settings(path: Path | None) -> Settings:
    """The settings in a file, and their lines. Without a file, all settings have their defaults. Raises ConfigError."""
    if path is None:
        return Settings()
    text = _read_text(path)
    try:
        data = tomllib.loads(text)
    except ValueError as error:  # TOMLDecodeError, or the refusal of a number of thousands of digits
        raise ConfigError([_explain_syntax(str(error), text)], path) from error
    except RecursionError as error:
        raise ConfigError([Problem("", _("the file is nested too deep: no setting needs that"))], path) from error
    places = find_lines(text)
    lines = {name: places[place] for name, place in _places().items() if place in places}
    try:
        return Settings(parse(data, places), path, lines)
    except ConfigError as error:
        raise ConfigError(error.problems, path) from error


def parse(data: Mapping[str, Any], lines: Mapping[Place, int] | None = None) -> Config:
    """The settings in parsed TOML. lines: the line of each section and option. Raises ConfigError, which names every
    key that is wrong.
    """
    values: dict[str, Any] = {}
    problems: list[Problem] = []
    known = lines or {}
    for section, options in data.items():
        line = known.get((section,))
        if section not in SECTIONS:
            problems.append(_unknown_section(section, line))
        elif not isinstance(options, Mapping):
            text = _("this is a section: write [{section}], and its settings on the lines below").format(
                section=section
            )
            problems.append(Problem(section, text, line))
        else:
            for option, value in options.items():
                line = known.get((section, option))
                found = OPTIONS.get(f"{section}_{option}")
                if found is None:
                    problems.append(_unknown_option(section, option, line))
                    continue
                try:
                    values[found.name] = found.kind.read(value)
                except ValueError:
                    problems.append(Problem(found.key, describe_refusal(found, value), line))
    if problems:
        raise ConfigError(sorted(problems, key=lambda problem: problem.line or 0))
    return Config(**values)


def describe_refusal(option: Option, value: object) -> str:
    """A text that says that a value is not allowed, which values are, and which word somebody perhaps meant."""
    written = to_toml(value)
    if len(written) > _SHOWN_CHARACTERS:
        written = f"{written[:_SHOWN_CHARACTERS]}..."
    text = _("{value} is not allowed: use {allowed}").format(value=written, allowed=option.kind.allowed)
    heads = {re.split(r"[:\[]", word)[0]: word for word in option.kind.words}
    near = get_close_matches(value.partition(":")[0], heads, 1) if isinstance(value, str) else []
    return _guess(text, to_toml(heads[near[0]]) if near else "")


def find_option(key: str) -> Option:
    """The setting with this key, such as `camera.focus`. Raises ConfigError, which names the most similar key."""
    section, _dot, option = key.partition(".")
    found = OPTIONS.get(f"{section}_{option}")
    if found is not None:
        return found
    if not option:
        named = [known.key for known in OPTIONS.values() if known.option == section]
        problem = _unknown_section(section, None)
        raise ConfigError([Problem(section, _guess(_("there is no such setting"), named[0])) if named else problem])
    raise ConfigError([_unknown_option(section, option, None)])


def _places() -> Mapping[str, Place]:
    return {name: (option.section, option.option) for name, option in OPTIONS.items()}


def _unknown_section(section: str, line: int | None) -> Problem:
    text = _("there is no such section: use {sections}").format(
        sections=join_words((f"[{known}]" for known in SECTIONS), "or")
    )
    near = get_close_matches(section, SECTIONS, 1)
    return Problem(section, _guess(text, f"[{near[0]}]" if near else ""), line)


def _unknown_option(section: str, option: str, line: int | None) -> Problem:
    """The problem of an option that is not in this section. If another section has it, the text says so."""
    own = [known.option for known in OPTIONS.values() if known.section == section]
    text = _("there is no such setting")
    if own:
        text = _("there is no such setting: use {options}").format(options=join_words(own, "or"))
    elsewhere = {known.option: known.key for known in OPTIONS.values() if known.section != section}
    near = [f"{section}.{one}" for one in get_close_matches(option, own, 1)]
    near = near or [elsewhere[one] for one in get_close_matches(option, elsewhere, 1)]
    return Problem(f"{section}.{option}", _guess(text, near[0] if near else ""), line)


def _guess(text: str, meant: str) -> str:
    return _("{problem}. Did you mean {meant}?").format(problem=text, meant=meant) if meant else text


def _explain_syntax(error: str, text: str) -> Problem:
    """The problem of a text that is not TOML. error: the message of tomllib, which has the line at its end."""
    reason, _at, place = error.partition(" (at ")
    found = re.search(r"line (\d+)", place)
    line = int(found[1]) if found else len(text.splitlines())
    return Problem(
        "",
        _('this is not TOML, which has lines like uri = "picamera" below [camera] ({reason})').format(reason=reason),
        line,
    )


def _read_text(path: Path) -> str:
    """The text of the file. Raises ConfigError, also for a pipe or a device, because reading it could take forever."""
    try:
        if path.exists() and not path.is_file():
            raise ConfigError([Problem("", _("this is not a file"))], path)
        with path.open("rb") as file:
            content: bytes = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise ConfigError(
            _("the settings {path} cannot be read: {reason}").format(path=path, reason=error.strerror)
        ) from error
    if len(content) > MAX_BYTES:
        raise ConfigError([Problem("", _("the file is too long for settings"))], path)
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise ConfigError([Problem("", _("this is not UTF-8 text: save the file as UTF-8"), line)], path) from error
