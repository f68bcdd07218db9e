"""`companion config`: show, check and explain the settings."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from companion.app.settings_check import check_settings
from companion.commands.shared.output import fail, say
from companion.commands.shared.setting_pairs import read_pairs
from companion.commands.shared.shell_command import ShellCommand
from companion.config import (
    OPTIONS,
    SECTIONS,
    ConfigError,
    Option,
    Settings,
    find_file,
    find_option,
    read_settings,
)
from companion.config.default_file import write_default_file
from companion.config.toml import to_toml
from companion.language import _, start_sentence


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds a command for each thing to do."""
    do = parser.add_subparsers(dest="do", required=True, metavar="DO")
    show = do.add_parser("show", help=_("all settings that count, and where each comes from"))
    show.add_argument("--json", action="store_true", help=_("for programs"))
    check = do.add_parser("check", help=_("say whether the settings can be used, and if not, why"))
    explain = do.add_parser("explain", help=_("what a setting means, and what is allowed"))
    explain.add_argument("key", nargs="*", metavar="KEY", help=_("a setting or a section, such as camera.focus"))
    default = do.add_parser("default", help=_("write a settings file that explains every setting"))
    default.add_argument("setting", nargs="*", metavar="KEY=VALUE", help=_("a setting that this file changes"))
    for one in (show, check):
        one.add_argument(
            "--config", type=Path, metavar="FILE", help=_("the settings file; default: yours, or the system's")
        )


def run(args: argparse.Namespace) -> int:
    """Runs the command. Exit status 0, 1 if `check` finds something wrong, 2 for wrong use and for settings that are
    wrong."""
    try:
        match args.do:
            case "show":
                return _show(read_settings(find_file(args.config)), args.json)
            case "check":
                return _check(args.config)
            case "explain":
                return _explain(args.key)
            case _:
                say(write_default_file(read_pairs(args.setting)))
                return 0
    except ConfigError as error:
        return fail("config", str(error), 2)


def _show(settings: Settings, as_json: bool) -> int:
    """Writes the settings as JSON; or as TOML, and says where each comes from."""
    if as_json:
        written = settings.config.to_json()
        values = {
            option.key: {"value": written[option.key], "line": settings.lines.get(name)}
            for name, option in OPTIONS.items()
        }
        say(json.dumps({"file": str(settings.path) if settings.path else None, "settings": values}) + "\n")
        return 0
    path = settings.path or _("there is no settings file: these are the defaults")
    say(f"# {path}\n" + "".join(f"{_show_option(option, settings)}\n" for option in OPTIONS.values()))
    return 0


def _show_option(option: Option, settings: Settings) -> str:
    """One setting as a line of TOML, as a comment if it has no value."""
    value = getattr(settings.config, option.name)
    if value is None:
        return "# " + _("{key} is not set: {consequence}").format(key=option.key, consequence=option.without)
    line = settings.lines.get(option.name)
    where = _("the default") if line is None else _("line {line}").format(line=line)
    return f"{f'{option.key} = {option.kind.write(value)}':<44}  # {where}"


def _check(named: Path | None) -> int:
    """Says what is wrong with the settings, or that nothing is."""
    path = find_file(named)
    try:
        settings = read_settings(path)
        if problems := check_settings(settings):
            raise ConfigError(problems, path)
    except ConfigError as error:
        return fail("config", str(error))
    if path is None:
        say(_("There is no settings file. All settings have their defaults.") + "\n")
    else:
        say(
            _("{path} is good. It sets {count} of {all} settings.").format(
                path=path, count=len(settings.lines), all=len(OPTIONS)
            )
            + "\n"
        )
    return 0


def _explain(keys: list[str]) -> int:
    """Explains settings and whole sections; without any, all of them."""
    asked: list[Option] = []
    for key in keys or SECTIONS:
        section = key.strip("[]")
        asked += [o for o in OPTIONS.values() if o.section == section] if section in SECTIONS else [find_option(key)]
    say("\n".join(_explain_option(option) for option in asked))
    return 0


def _explain_option(option: Option) -> str:
    """What a setting means, as a few lines."""
    default = option.without or option.kind.write(option.default)
    lines = [
        f"{option.key}",
        f"    {option.meaning}",
        "    " + start_sentence(_("use {allowed}").format(allowed=option.kind.allowed)),
        "    " + _("Without it: {consequence}").format(consequence=default),
        "    " + _("In the file, for example:"),
        f"        [{option.section}]",
        f"        {option.option} = {to_toml(option.example)}",
    ]
    return "\n".join(lines) + "\n"


COMMAND = ShellCommand(add_arguments, run)
