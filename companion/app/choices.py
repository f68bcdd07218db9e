"""The settings that people chose on the screen.

They are kept in a file with the saved games. They overrule the settings file, and the command line overrules them. If
their file cannot be read, no setting changes, and a message says why.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.config import OPTIONS, Config, ConfigError, read_settings
from companion.files import replace_file
from companion.language import _

FILE = "chosen-on-screen.toml"
"""The name of the file, in the folder of the saved games."""

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
