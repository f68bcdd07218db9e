"""Writes a settings file that explains every setting. Settings that have their default are written as comments."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping

from companion.config.options import Option
from companion.config.settings import OPTIONS, SECTIONS
from companion.config.toml import to_toml
from companion.language import _, start_sentence, translate_marked

WIDTH = 100
"""The longest line of a comment, in characters."""


def write_default_file(values: Mapping[str, object] | None = None) -> str:
    """The text of a settings file. values: settings that it sets, by their fields, as in TOML."""
    blocks = [
        "\n".join(
            _comment(
                _(
                    "The settings of the board companion. Every line that begins with #name is a setting with its"
                    " default or an example: remove the # and change it."
                )
            )
        )
        + "\n"
        + "\n".join(
            _comment(
                _("`companion config check` says whether the file is good; `companion config show` lists all settings.")
            )
        )
    ]
    for section, title in SECTIONS.items():
        blocks.append(f"[{section}]  # {translate_marked(title)}")
        blocks += [
            "\n".join(_write_option(option, values or {})) for option in OPTIONS.values() if option.section == section
        ]
    return "\n\n".join(blocks) + "\n"


def _write_option(option: Option, values: Mapping[str, object]) -> Iterator[str]:
    yield from _comment(option.meaning)
    text = start_sentence(_("use {allowed}").format(allowed=option.kind.allowed)) + "."
    if option.without:
        text += " " + _("Without it, {consequence}.").format(consequence=option.without)
    yield from _comment(text)
    if option.name in values:
        yield f"{option.option} = {to_toml(values[option.name])}"
    else:
        shown = to_toml(option.example) if option.default is None else option.kind.write(option.default)
        yield f"#{option.option} = {shown}"


def _comment(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent="# ", subsequent_indent="# ", break_on_hyphens=False)
